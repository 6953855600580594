"""Short texts: everyday sentences, values alone or with labels, lists, rows, cards; and ones without identifiers."""

from __future__ import annotations

from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes import snippets_desk as desk
from corpus.notes import snippets_life as life
from corpus.notes import snippets_plain as plain
from corpus.notes import snippets_values as values
from corpus.notes.haste import hurried, lowered, raised
from corpus.notes.voice import stranger
from redactor.sample.marked import Marked, join

_LIFE = (
    life.PEOPLE, life.PLACES, life.FIRMS, life.REACH, life.MONEY, life.TIMES,
    desk.SERVICE, desk.TRAVEL, desk.LEISURE, desk.WORK,
)  # fmt: skip


def _sentence(c: Cast) -> Marked:
    said = c.any(*c.pick(_LIFE))
    while c.chance(0.25):
        c = c if c.chance(0.5) else stranger(c)
        said = join(said, c.any(*c.pick((*_LIFE, plain.DAILY))), sep=c.pick((" ", " ", "\n")))
    return hurried(c, said, 0.5)


def _nothing(c: Cast) -> Marked:
    pool = c.pick((plain.DAILY, plain.CLINICAL, plain.NEAR))
    return hurried(c, c.some(pool, 1, c.pick((1, 1, 3, 6)), c.pick((" ", "\n"))), 0.6)


def _value(c: Cast) -> Marked:
    """One value alone or a few, a line each."""
    said = c.some(values.ALONE, 1, c.pick((1, 1, 2, 5)), c.pick(("\n", "\n", "  ", ", ")))
    return lowered(said) if c.chance(0.15) else said


def _pairs(c: Cast) -> Marked:
    """Labels and their values in one style."""
    between = c.pick((": ", ": ", ":", " ", " - ", " = ", "\t", " | ", ":  ", "\n", " : ", "......", ":    "))
    after = c.pick(("\n", "\n", "\n", "  ", "; ", ", ", " | ", "   ", "\n\n"))
    count = c.pick((1, 1, 2, 4, 8, 14))
    cases: tuple[Callable[[str], str], ...] = (str, str, str.upper, str.lower)
    cased = c.pick(cases)
    lines: list[Marked] = []
    for pair in c.rng.sample(values.PAIRS, count):
        label, value = pair.split(" >> ")
        lines.append(join(cased(c.say(label).text), between, c.say(value)))
    whole = join(*lines, sep=after)
    return raised(whole) if c.chance(0.06) else whole


def _rows(c: Cast) -> Marked:
    row = c.pick(values.ROWS)
    one = c.chance(0.2)
    return join(*((c if one else stranger(c)).say(row) for _ in range(c.rng.randint(1, 8))), sep="\n")


def _people(c: Cast) -> Marked:
    """A list of names in one form, with or without ages, towns and degrees."""
    form = c.pick(("full", "last_first", "upper", "given", "family", "initial_last", "short", "titled", "nick"))
    field = c.pick(
        ("{someone:#}", "{someone:#}", "{newdr:#}", "{someone:#} ({age})", "{someone:#}, {town}", "{newdr:#} {cred}")
    )
    sep = c.pick((", ", ", ", "\n", "\n- ", "; ", " / ", " and ", " & ", "\t"))
    return join(*(stranger(c).say(field.replace("#", form)) for _ in range(c.rng.randint(2, 9))), sep=sep)


def _card(c: Cast) -> Marked:
    return c.any(*values.CARDS)


TYPES: tuple[NoteType, ...] = (
    NoteType("sentence", _sentence, 4.0),
    NoteType("sentence-plain", _nothing, 2.0),
    NoteType("value-alone", _value, 1.0),
    NoteType("label-value", _pairs, 1.5),
    NoteType("table-rows", _rows, 0.7),
    NoteType("name-list", _people, 0.7),
    NoteType("card", _card, 0.7),
)
