"""These layouts write queries: of clinicians to colleagues and systems, and to the literature."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried
from corpus.engine.layouts.mixed_lines import Pool
from corpus.engine.layouts.spoken_values import stranger
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


_LITERATURE_TEXT = read("notes/messages/literature_queries")
DOSES = _LITERATURE_TEXT.lines("doses")
EPONYMS = _LITERATURE_TEXT.lines("eponyms")
FACTS = _LITERATURE_TEXT.lines("facts")
GUIDELINES = _LITERATURE_TEXT.lines("guidelines")
WORDS = _LITERATURE_TEXT.lines("words")
LETTERS = _LITERATURE_TEXT.lines("letters")
ORDERS = _LITERATURE_TEXT.lines("orders")
PASTED = _LITERATURE_TEXT.lines("pasted")
PLACEMENT = _LITERATURE_TEXT.lines("placement")
ANYBODY = _LITERATURE_TEXT.lines("anybody")
HEADS = _LITERATURE_TEXT.lines("heads")
NO_TAIL = _LITERATURE_TEXT.lines("no_tail")
QUESTIONS = _LITERATURE_TEXT.lines("questions")
TAILS = _LITERATURE_TEXT.lines("tails")
WHO = _LITERATURE_TEXT.lines("who")
AGED = _LITERATURE_TEXT.lines("aged")
DATED = _LITERATURE_TEXT.lines("dated")
NAMED = _LITERATURE_TEXT.lines("named")
NUMBERED = _LITERATURE_TEXT.lines("numbered")
PLACED = _LITERATURE_TEXT.lines("placed")
_LITERATURE_CLEAN = (DOSES, EPONYMS, GUIDELINES, FACTS, WORDS)
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
        said = c.any(*c.pick(_LITERATURE_CLEAN))
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
