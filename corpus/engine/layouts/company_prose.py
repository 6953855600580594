"""Company names in plain sentences, without a cue in the name or beside it."""

from __future__ import annotations

from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried
from corpus.engine.layouts.mixed_lines import Pool, laid_out
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("phrases/company_lookalikes")
_COMPANIES_IN_PROSE = read("notes/legal_press/companies_in_prose")
GOODS = _TEXT.lines("goods")
WORDS = _TEXT.lines("words")
LONE = _COMPANIES_IN_PROSE.lines("lone")
KNOWN = _COMPANIES_IN_PROSE.lines("known")
CUSTOMER = _COMPANIES_IN_PROSE.lines("customer")
NEWS = _COMPANIES_IN_PROSE.lines("news")
POSTS = _COMPANIES_IN_PROSE.lines("posts")
WORK = _COMPANIES_IN_PROSE.lines("work")
_CV_HEADS = ("Experience", "EMPLOYMENT", "Work history", "Positions held", "Career", "Jobs", "")


def company_lines(*pools: Pool, least: int = 2, most: int = 8, haste: float = 0.15) -> Callable[[Cast], Marked]:
    """Different lines of the pools and nothing else, as running text mostly."""

    def write(c: Cast) -> Marked:
        lines = dict.fromkeys(c.pick(c.pick(pools)) for _ in range(c.rng.randint(least, most)))
        said = [c.say(t) for t in lines]
        note = join(*said, sep=c.pick((" ", "\n"))) if c.chance(0.6) else laid_out(c, said)
        return hurried(c, note) if c.chance(haste) else note

    return write


def curriculum_vitae(c: Cast) -> Marked:
    """A curriculum vitae."""
    out = [c.any("{someone:full}", "{someone:upper_full}", "{someone:full}, {job}")]
    if c.chance(0.6):
        out.append(c.any("{address:nozip} | {mobile} | {email}", "{town}, {state}\n{email}", "{mobile}"))
    if head := c.pick(_CV_HEADS):
        out.append(Marked(head))
    bullet = c.pick(("", "", "- ", "• ", "* "))
    out += [join(bullet, c.say(c.pick(c.pick((WORK, WORK[:6]))))) for _ in range(c.rng.randint(4, 9))]
    return join(*out, sep="\n")


def complaint(c: Cast) -> Marked:
    """A complaint to a company."""
    opened = c.any("To {outfit1:full}", "Dear {outfit1},", "To whom it may concern,", "Dear Sir or Madam,", "Hi,",
                   "Complaint about {outfit1}", "Re: {outfit1:full} / {id}")  # fmt: skip
    said = join(*(c.say(t) for t in c.rng.sample(CUSTOMER, c.rng.randint(3, 8))), sep=c.pick((" ", " ", "\n\n")))
    closed = c.any(
        "Yours, {someone:full}", "{someone:full}\n{address}", "Sincerely\n{someone:full}", "- {someone:given}"
    )
    note = join(opened, said, closed, sep=c.pick(("\n", "\n\n")))
    return hurried(c, note) if c.chance(0.2) else note


def news_item(c: Cast) -> Marked:
    """A piece of news: where from, then some lines."""
    said = [c.say(t) for t in c.rng.sample(NEWS, c.rng.randint(2, 7))]
    if c.chance(0.5):
        said[0] = join(c.any("{town:upper} ({news}) - ", "{town:upper}, {date} — ", "{town} - "), said[0])
    return join(*said, sep=c.pick((" ", " ", "\n\n")))


def thread(c: Cast) -> Marked:
    """A thread of posts about work."""
    lines = [c.say(c.pick(c.pick((POSTS, POSTS, LONE, WORDS, GOODS)))) for _ in range(c.rng.randint(3, 10))]
    style = c.rng.randrange(4)
    if style == 0:
        lines = [join(c.say("{handle}: "), x) for x in lines]
    elif style == 1:
        lines = [join("> ", x) if c.chance(0.3) else x for x in lines]
    elif style == 2:
        lines = [join(c.say("{someone:given}: "), x) for x in lines]
    return join(*lines, sep="\n")


def short_line(c: Cast) -> Marked:
    """A sentence or two alone."""
    said = [c.say(c.pick(c.pick((LONE, LONE, KNOWN, GOODS, WORDS)))) for _ in range(c.pick((1, 1, 1, 2, 3)))]
    return join(*said, sep=" ")


def employer_roll(c: Cast) -> Marked:
    """A list of nothing but companies: as a row, with commas, or a line each."""
    count = c.rng.randint(3, 14)
    name = c.pick(
        ("{outfit}", "{outfit:lone}", "{outfit:full}", "{outfit:upper}", "{outfit:lower}", "{bigco}", "{phraseco}")
    )
    mixed = c.chance(0.4)
    names = [c.say(c.pick((name, "{outfit}", "{bigco}", "{makerco}")) if mixed else name) for _ in range(count)]
    head = c.any("Sponsors", "Exhibitors: ", "Suppliers:", "Where I have worked: ", "Our partners", "Invoices open", "")
    sep = c.pick((", ", "; ", "\n", " · ", " / ", "\n- "))
    listed = laid_out(c, names) if c.chance(0.3) else join(*names, sep=sep)
    return join(head, "\n" if head.text and not head.text.endswith(" ") else "", listed)
