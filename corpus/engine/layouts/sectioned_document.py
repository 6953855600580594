"""These layouts write documents in headed sections or chapters, in order."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.dense_sheet import Section, sections
from corpus.engine.layouts.hasty_typing import hurried, raised
from corpus.engine.layouts.hospital_text import wrapped
from corpus.engine.note_file import templates
from corpus.engine.note_type import Block
from redactor.sample.marked import Marked, join


def headed_document(block: Block, *, prose: float = 0.4) -> Callable[[Cast], Marked]:
    """Sections ("@Heading" and its lines) in order. prose: how often a section is running text.

    prose: how often a section with a heading is running text.
    """
    parts = [part.partition("\n") for part in block.split("\n@")[1:]]
    held = [(heading, templates(rest)) for heading, _, rest in parts]

    def write(c: Cast) -> Marked:
        c.once("patient birth", lambda: c.day - dt.timedelta(days=c.rng.randint(16_000, 35_500)))
        style = c.pick(("{}:", "{}", "## {}", "{} -", "[{}]", "{}:", ""))
        upper = c.chance(0.35)
        keep = c.pick((0.6, 0.8, 0.9, 1.0))
        out: list[Marked] = []
        for heading, lines in held:
            kept = [c.say(t) for t in lines if c.chance(keep)] or [c.say(lines[0])]
            running = heading and c.chance(prose)
            text = join(*kept, sep=c.pick((" ", "  ")) if running else c.once("od gap", lambda: c.pick(("\n", "\n- "))))
            head = style.format(c.say(heading).text) if heading else ""
            out.append(join(head.upper() if upper else head, "\n" if head else "", text))
        note = join(*out, sep=c.pick(("\n\n", "\n\n", "\n")))
        if c.chance(0.15):
            note = wrapped(note, c.rng.randint(60, 96))
        return hurried(c, note) if c.chance(0.08) else note

    return write


Writer = Callable[[Cast], Marked]
_HEADS: tuple[Callable[[str], str], ...] = (
    lambda h: h,
    lambda h: f"{h}:",
    lambda h: h.upper(),
    lambda h: f"{h.upper()}:",
    lambda h: f"# {h}",
    lambda h: f"**{h}**",
    lambda h: f"{h}\n{'~' * len(h)}",
    lambda h: f"[ {h} ]",
    lambda h: f"--- {h.upper()} ---",
    lambda h: f"{h.title()}",
)
_BULLETS = ("- ", "* ", "• ", "[ ] ", "[x] ", "☐ ", "( ) ", "{}. ", "{}) ", "", "  ")


def _laid(c: Cast, s: Section, said: list[Marked]) -> Marked:
    if s.kind == "prose":
        return join(*said, sep=" ")
    if s.kind == "rows":
        return join(*said, sep=c.once("alike rows", lambda: c.pick(("\n", "\n", " | ", "; ", "   "))))
    if s.kind == "list":
        bullet = c.once("alike bullet", lambda: c.pick(_BULLETS))
        return join(*(join(bullet.format(i), x) for i, x in enumerate(said, 1)), sep="\n")
    return join(*said, sep="\n")


def sectioned_document(block: Block, *hidden: str, some: tuple[str, ...] = (), chance: float = 1.0) -> Writer:
    """A document of these sections ("@kind Heading", as in `dense_sheet`), most of their lines kept.

    hidden, some: templates that identify, one or two of which are put among the lines with this chance. Without any
    the document identifies nobody.
    """
    parts = sections(block)
    longest = max(parts, key=lambda s: len(s.lines))
    pool = (*hidden, *some)

    def write(c: Cast) -> Marked:
        head = c.pick(_HEADS)
        density = c.pick((0.6, 0.8, 0.9, 1.0))
        kept = [s for s in parts if s is longest or c.chance(0.92)]
        told = [[c.say(t) for t in s.lines if c.chance(density)] or [c.say(s.lines[0])] for s in kept]
        if pool and c.chance(chance):
            for _ in range(c.pick((1, 1, 2))):
                lines = c.pick(told)
                lines.insert(c.rng.randint(0, len(lines)), c.any(*pool))
        out: list[Marked] = []
        for s, lines in zip(kept, told, strict=True):
            body = _laid(c, s, lines)
            title = c.say(s.heading).text
            out.append(join(head(title), c.pick(("\n", "\n", " ")), body) if title else body)
        note = join(*out, sep=c.once("alike gap", lambda: c.pick(("\n\n", "\n\n", "\n"))))
        if c.chance(0.08):
            note = wrapped(note, c.rng.randint(60, 96))
        if c.chance(0.05):
            return raised(note)
        return hurried(c, note) if c.chance(0.06) else note

    return write


Pool = Sequence[str]


def _some(c: Cast, pool: Pool, share: float) -> list[Marked]:
    count = max(1, round(len(pool) * share))
    places = c.rng.sample(range(len(pool)), min(len(pool), count))
    if c.once("told in order", lambda: c.chance(0.75)):
        places.sort()
    return [c.say(pool[i]) for i in places]


def chaptered_text(heads: Pool, *chapters: Pool, ends: Pool = (), haste: float = 0.03) -> Callable[[Cast], Marked]:
    """A narrative: a head, a paragraph or two of each chapter, an end; a third of the texts are long.

    haste: how often it is in small letters or with slips.
    """

    def write(c: Cast) -> Marked:
        share = c.pick((0.15, 0.25, 0.4, 0.6, 0.9, 1.0))
        rounds = 2 if c.chance(0.12) else 1  # the longest hold most things twice, with other people and places
        gap = c.pick(("\n\n", "\n\n", "\n\n", "\n", "\n    ", " "))
        out: list[Marked] = []
        if heads and c.chance(0.85):
            out.append(c.say(c.pick(heads)))
        for pool in chapters * rounds:
            said = _some(c, pool, share)
            cut = c.rng.randint(3, 7)
            out += [join(*said[i : i + cut], sep=" ") for i in range(0, len(said), cut)]
        if ends and c.chance(0.7):
            out.append(c.say(c.pick(ends)))
        text = out[0]
        for piece in out[1:]:
            # A head of its own line stays on it.
            text = join(text, piece, sep="\n" if gap == " " and len(text.text) < 90 else gap)
        return hurried(c, text) if c.chance(haste) else text

    return write


def numbered_chapters(heads: Pool, *chapters: Pool, ends: Pool = ()) -> Callable[[Cast], Marked]:
    """A narrative with numbered paragraphs, as tribunals and courts write them."""

    def write(c: Cast) -> Marked:
        share = c.pick((0.25, 0.4, 0.6, 0.9))
        sign = c.pick(("{}. ", "{}. ", "[{}] ", "{}.\t", "({}) ", "§ {}  ", "¶{} ", "{} "))
        out = [c.say(c.pick(heads))] if heads and c.chance(0.85) else []
        first = c.pick((1, 1, 1, 7, 14, 22))
        for pool in chapters:
            for i, said in enumerate(_some(c, pool, share)):
                # Two sentences out of three begin a paragraph of their own.
                if i == 0 or c.chance(0.67):
                    out.append(join(sign.format(first), said))
                    first += 1
                else:
                    out[-1] = join(out[-1], said, sep=" ")
        if ends and c.chance(0.75):
            out.append(c.say(c.pick(ends)))
        return join(*out, sep=c.pick(("\n", "\n\n")))

    return write
