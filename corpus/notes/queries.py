"""Clinicians' one-line questions to an assistant or a literature search, with identifiers left in and without any."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes import queries_clean as clean
from corpus.notes import queries_more as more
from corpus.notes import queries_parts as parts
from corpus.notes import queries_whole as whole
from corpus.notes.haste import hurried
from corpus.notes.voice import stranger
from redactor.sample.marked import Marked, join

_CLEAN = (clean.DOSES, clean.EPONYMS, clean.GUIDELINES, clean.FACTS, clean.WORDS)
_JOINTS = (" ", " ", ". ", ", ", " - ", "\n")
_WHOLE = (
    whole.NAMED, whole.NUMBERED, whole.PLACED, whole.DATED, whole.AGED,
    more.PASTED, more.ORDERS, more.PLACEMENT, more.LETTERS,
)  # fmt: skip
_SHARES = (6, 4, 3, 2, 2, 2, 2, 4, 0.6)


def _whole(c: Cast) -> Marked:
    pool = c.rng.choices(_WHOLE, _SHARES)[0]
    return hurried(c, c.any(*pool))


def _with(c: Cast, said: Marked, tail: Marked) -> Marked:
    """The tail after what was said; no second stop after a stop."""
    return join(said, tail, sep=c.pick((" ", "\n", " - ") if said.text[-1:] in ".?!" else _JOINTS))


def _asked(c: Cast) -> Marked:
    return c.say(c.pick(parts.QUESTIONS).replace("@", c.pick(parts.WHO)))


def _composed(c: Cast) -> Marked:
    said = _asked(c)
    if c.chance(0.25):
        said = join(c.any(*parts.HEADS), said, sep=c.pick((" ", " ", "\n")))
    if c.chance(0.45):
        said = _with(c, said, c.any(*parts.TAILS))
        if c.chance(0.3):
            said = join(said, c.any(*parts.TAILS), sep=c.pick((", ", " ", "; ")))
    elif c.chance(0.25):
        said = _with(c, said, c.any(*parts.NO_TAIL))
    return hurried(c, said)


def _plain(c: Cast) -> Marked:
    if c.chance(0.3):
        said = c.say(c.pick(parts.QUESTIONS).replace("@", c.pick(parts.ANYBODY)))
    else:
        said = c.any(*c.pick(_CLEAN))
    if c.chance(0.15):
        said = _with(c, said, c.any(*parts.NO_TAIL))
    return hurried(c, said)


def _keywords(c: Cast) -> Marked:
    """Search words without a sentence: each an identifier or not."""
    words = ["{dx}", "{drug}", "{symptom}", "{test}", "{proc}", "{labs}", "{finding}", "{eponym}", "{score}"]
    found = ["{pt:lower}", "{pt:family}", "{pt:full}", "{mrn}", "{dob}", "{ageold}", "{agesex}", "{date}", "{city}",
             "{dr:family}", "{site:abbr}", "{site}", "{phone}", "{acct}", "{id}", "{zip}", "{pt:initials}"]  # fmt: skip
    chosen = c.rng.sample(words, c.rng.randint(1, 3)) + c.rng.sample(found, c.rng.choice((0, 1, 1, 2, 3)))
    c.rng.shuffle(chosen)
    said = c.say(c.pick((" ", " ", ", ", "; ", " + ")).join(chosen))
    return hurried(c, said)


def _session(c: Cast) -> Marked:
    """A few queries of one afternoon, a line each, in part about the same patient."""
    writers = [c.pick((_whole, _composed, _plain, _plain, _keywords)) for _ in range(c.rng.randint(2, 6))]
    lines = [write(c if c.chance(0.4) else stranger(c)) for write in writers]
    start = c.pick(("", "", "> ", "- ", "Q: ", "* "))
    return join(*(join(start, line) for line in lines), sep="\n")


TYPES: tuple[NoteType, ...] = (
    NoteType("query", _whole, 3.0),
    NoteType("query-composed", _composed, 3.0),
    NoteType("query-plain", _plain, 3.0),
    NoteType("query-keywords", _keywords, 1.0),
    NoteType("query-session", _session, 0.6),
)
