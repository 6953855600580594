"""Questions that clinicians type into a search box or ask an assistant; most of them name no person."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried
from corpus.engine.layouts.mixed_lines import Pool
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/messages/clinician_queries")
_CLINICAL_FACTS = read("phrases/clinical_facts")
ABROAD = _TEXT.lines("abroad")
BEDSIDE = _CLINICAL_FACTS.lines("bedside")
CLERKS = _CLINICAL_FACTS.lines("clerks")
SCIENCE = _CLINICAL_FACTS.lines("science")
# One identifier, or two that come as one (an age and a sex).
ONE = _TEXT.lines("one")
# Several: a case as a hurried doctor puts it.
DENSE = _TEXT.lines("dense")
# A few lines each: what is known, then what is asked.
LINES = _TEXT.lines("lines")
# The chat manner: a lead-in, then the case, then the question on lines of their own.
_LEADS = _TEXT.lines("leads")
_ENDS = _TEXT.lines("ends")
_CLEAN: tuple[Pool, ...] = (BEDSIDE, SCIENCE, CLERKS, ABROAD)


def _clean(c: Cast) -> Marked:
    return c.any(*c.pick(_CLEAN))


def without_names(c: Cast) -> Marked:
    """One to three questions without names."""
    said = join(*(_clean(c) for _ in range(c.pick((1, 1, 1, 1, 2, 3)))), sep=c.pick((" ", "\n", ". ", "; ")))
    return hurried(c, said) if c.chance(0.25) else said


def one_identifier(c: Cast) -> Marked:
    """A question with one identifier, sometimes together with one without names."""
    said = c.any(*ONE)
    if c.chance(0.3):
        more = _clean(c)
        said = join(*((said, more) if c.chance(0.5) else (more, said)), sep=c.pick((". ", "\n", " ", " / ")))
    return hurried(c, said) if c.chance(0.3) else said


def dense_case(c: Cast) -> Marked:
    """A case in one line, dense in identifiers."""
    said = join(*(c.any(*DENSE) for _ in range(c.pick((1, 1, 1, 2)))), sep=c.pick(("\n", " ", "\n\n")))
    return hurried(c, said) if c.chance(0.2) else said


def several_lines(c: Cast) -> Marked:
    """A question of several lines."""
    said = c.any(*LINES)
    if c.chance(0.35):
        said = join(said, c.any(*_ENDS), sep=c.pick(("\n", " ", "\n\n")))
    return hurried(c, said) if c.chance(0.15) else said


def assistant_turn(c: Cast) -> Marked:
    """A question with a greeting before it and thanks after it."""
    case = c.any(*c.pick((ONE, DENSE, BEDSIDE, ONE, ABROAD)))
    pieces = [case, *((_clean(c),) if c.chance(0.4) else ())]
    if c.chance(0.6):
        pieces.insert(0, c.any(*_LEADS))
    if c.chance(0.6):
        pieces.append(c.any(*_ENDS))
    return join(*pieces, sep=c.pick((" ", "\n", " ", " - ", "\n\n")))


def query_history(c: Cast) -> Marked:
    """The queries of a day: long, one per line, most without names; some with the time or the user."""
    style = c.pick(("{time}  ", "{time} | ", "", "", "> ", "{stamp}\t", "{username} ", "* "))
    lines: list[Marked] = []
    for _ in range(c.pick((6, 10, 18, 45))):
        said = _clean(c) if c.chance(0.72) else c.any(*ONE) if c.chance(0.75) else c.any(*DENSE)
        lines.append(join(c.say(style), hurried(c, said) if c.chance(0.1) else said))
    return join(*lines, sep="\n")
