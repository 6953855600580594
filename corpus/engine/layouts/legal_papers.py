"""Papers for courts: depositions and guardianship reports."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.layouts.sections import maybe
from corpus.engine.layouts.visit_note import closing, foot, paged, title
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/legal_press/medicolegal")
_QA = _TEXT.lines("qa")
_CAPTION = _TEXT.lines("caption")


def deposition(c: Cast) -> Marked:
    """Questions and answers of a deposition."""
    said = [c.say(t) for t in c.rng.sample(_QA, c.rng.randint(4, 14))]
    pieces = [
        maybe(c, 0.75, lambda c: c.any(*_CAPTION)),
        join(*said, sep="\n"),
        maybe(c, 0.3, lambda c: c.say("(Concluded at {time12}.) I, {author:full}, certify this on {fulldate:9}.")),
    ]
    note = join(*(p for p in pieces if p.text), sep="\n\n")
    return paged(c, note) if c.chance(0.2) else note


_GUARDIAN = _TEXT.lines("guardian")


def guardianship_report(c: Cast) -> Marked:
    """A physician's report for a guardianship."""
    said = [c.say(t) for t in c.rng.sample(_GUARDIAN, c.rng.randint(4, 11))]
    numbered = [join(f"{i}. ", p) for i, p in enumerate(said, 1)]
    pieces = [
        title(c, "[[Physician's certificate|Affidavit of physician|Guardianship report|Capacity declaration]]"),
        maybe(c, 0.5, lambda c: c.say("IN THE MATTER OF {pt:upper_full}\nCase {caseno}")),
        join(*(numbered if c.chance(0.5) else said), sep=c.pick(("\n", " ", "\n\n"))),
        maybe(c, 0.6, closing),
        maybe(c, 0.2, foot),
    ]
    return join(*(p for p in pieces if p.text), sep="\n\n")
