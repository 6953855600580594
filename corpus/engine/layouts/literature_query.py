"""One-line questions of clinicians to an assistant or a literature search, with and without identifiers."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried
from corpus.engine.layouts.spoken_values import stranger
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/messages/literature_queries")
DOSES = _TEXT.lines("doses")
EPONYMS = _TEXT.lines("eponyms")
FACTS = _TEXT.lines("facts")
GUIDELINES = _TEXT.lines("guidelines")
WORDS = _TEXT.lines("words")
LETTERS = _TEXT.lines("letters")
ORDERS = _TEXT.lines("orders")
PASTED = _TEXT.lines("pasted")
PLACEMENT = _TEXT.lines("placement")
ANYBODY = _TEXT.lines("anybody")
HEADS = _TEXT.lines("heads")
NO_TAIL = _TEXT.lines("no_tail")
QUESTIONS = _TEXT.lines("questions")
TAILS = _TEXT.lines("tails")
WHO = _TEXT.lines("who")
AGED = _TEXT.lines("aged")
DATED = _TEXT.lines("dated")
NAMED = _TEXT.lines("named")
NUMBERED = _TEXT.lines("numbered")
PLACED = _TEXT.lines("placed")
_CLEAN = (DOSES, EPONYMS, GUIDELINES, FACTS, WORDS)
_JOINTS = (" ", " ", ". ", ", ", " - ", "\n")
_WHOLE = (
    NAMED, NUMBERED, PLACED, DATED, AGED,
    PASTED, ORDERS, PLACEMENT, LETTERS,
)  # fmt: skip
_SHARES = (6, 4, 3, 2, 2, 2, 2, 4, 0.6)


def whole_query(c: Cast) -> Marked:
    """A whole query with an identifier in passing."""
    pool = c.rng.choices(_WHOLE, _SHARES)[0]
    return hurried(c, c.any(*pool))


def _with(c: Cast, said: Marked, tail: Marked) -> Marked:
    """The tail after what was said; no second stop after a stop."""
    return join(said, tail, sep=c.pick((" ", "\n", " - ") if said.text[-1:] in ".?!" else _JOINTS))


def _asked(c: Cast) -> Marked:
    return c.say(c.pick(QUESTIONS).replace("@", c.pick(WHO)))


def composed_query(c: Cast) -> Marked:
    """A query put together from a question, a patient, a head and a tail."""
    said = _asked(c)
    if c.chance(0.25):
        said = join(c.any(*HEADS), said, sep=c.pick((" ", " ", "\n")))
    if c.chance(0.45):
        said = _with(c, said, c.any(*TAILS))
        if c.chance(0.3):
            said = join(said, c.any(*TAILS), sep=c.pick((", ", " ", "; ")))
    elif c.chance(0.25):
        said = _with(c, said, c.any(*NO_TAIL))
    return hurried(c, said)


def query_without_names(c: Cast) -> Marked:
    """A query without an identifier."""
    if c.chance(0.3):
        said = c.say(c.pick(QUESTIONS).replace("@", c.pick(ANYBODY)))
    else:
        said = c.any(*c.pick(_CLEAN))
    if c.chance(0.15):
        said = _with(c, said, c.any(*NO_TAIL))
    return hurried(c, said)


def keyword_query(c: Cast) -> Marked:
    """Search words without a sentence: each an identifier or not."""
    words = ["{dx}", "{drug}", "{symptom}", "{test}", "{proc}", "{labs}", "{finding}", "{eponym}", "{score}"]
    found = ["{pt:lower}", "{pt:family}", "{pt:full}", "{mrn}", "{dob}", "{ageold}", "{agesex}", "{date}", "{city}",
             "{dr:family}", "{site:abbr}", "{site}", "{phone}", "{acct}", "{id}", "{zip}", "{pt:initials}"]  # fmt: skip
    chosen = c.rng.sample(words, c.rng.randint(1, 3)) + c.rng.sample(found, c.rng.choice((0, 1, 1, 2, 3)))
    c.rng.shuffle(chosen)
    said = c.say(c.pick((" ", " ", ", ", "; ", " + ")).join(chosen))
    return hurried(c, said)


def query_session(c: Cast) -> Marked:
    """A few queries of one afternoon, a line each, in part about the same patient."""
    writers = [
        c.pick((whole_query, composed_query, query_without_names, query_without_names, keyword_query))
        for _ in range(c.rng.randint(2, 6))
    ]
    lines = [write(c if c.chance(0.4) else stranger(c)) for write in writers]
    start = c.pick(("", "", "> ", "- ", "Q: ", "* "))
    return join(*(join(start, line) for line in lines), sep="\n")
