"""These layouts write everyday texts: sentences with and without names, values with and without labels, lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried, lowered, raised
from corpus.engine.layouts.spoken_values import stranger
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

Pool = Sequence[str]
_LENGTHS = (1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 11)


def everyday_talk(
    *pools: Pool, plain: Sequence[Pool] = (), share: float = 0.4, haste: float = 0.25
) -> Callable[[Cast], Marked]:
    """Sentences of one or two of the pools. share: of plain ones; haste: how often typed in haste."""

    def write(c: Cast) -> Marked:
        mine = [c.pick(pools)] if c.chance(0.5) else list(pools)
        drawn: dict[str, None] = {}  # each line once
        for _ in range(c.pick(_LENGTHS)):
            own = not plain or not c.chance(share)
            drawn[c.pick(c.pick(mine if own else plain))] = None
        text = join(*map(c.say, drawn), sep=c.pick((" ", " ", " ", " ", "\n", "\n", "\n\n", "  ")))
        return hurried(c, text) if c.chance(haste) else text

    return write


def everyday_sentences(
    heads: Pool, lines: Pool, ends: Pool, plain: Sequence[Pool] = (), least: int = 2, most: int = 7
) -> Callable[[Cast], Marked]:
    """A letter or an article: a head, sentences, an end."""

    def write(c: Cast) -> Marked:
        at = c.rng.sample(range(len(lines)), c.rng.randint(least, min(most, len(lines))))
        amid = c.pick((0.0, 0.3, 0.6))
        body: list[Marked] = []
        for i in sorted(at) if c.chance(0.6) else at:
            body.append(c.say(lines[i]))
            if plain and c.chance(amid):
                body.append(c.say(c.pick(c.pick(plain))))
        parts = [c.any(*heads)] if heads and c.chance(0.85) else []
        parts.append(join(*body, sep=c.pick((" ", " ", " ", "\n", "\n\n"))))
        parts += [c.any(*ends)] if ends and c.chance(0.8) else []
        text = join(*parts, sep=c.pick(("\n\n", "\n\n", "\n", " ")))
        return hurried(c, text) if c.chance(0.1) else text

    return write


_TEXT = read("notes/messages/everyday_snippets")
LEISURE = _TEXT.lines("leisure")
SERVICE = _TEXT.lines("service")
TRAVEL = _TEXT.lines("travel")
WORK = _TEXT.lines("work")
FIRMS = _TEXT.lines("firms")
MONEY = _TEXT.lines("money")
PEOPLE = _TEXT.lines("people")
PLACES = _TEXT.lines("places")
REACH = _TEXT.lines("reach")
TIMES = _TEXT.lines("times")
CLINICAL = _TEXT.lines("clinical")
DAILY = _TEXT.lines("daily")
NEAR = _TEXT.lines("near")
ALONE = _TEXT.lines("alone")
CARDS = _TEXT.lines("cards")
PAIRS = _TEXT.lines("pairs")
ROWS = _TEXT.lines("rows")
_LIFE = (
    PEOPLE, PLACES, FIRMS, REACH, MONEY, TIMES,
    SERVICE, TRAVEL, LEISURE, WORK,
)  # fmt: skip


def sentence(c: Cast) -> Marked:
    """An everyday sentence that identifies somebody."""
    said = c.any(*c.pick(_LIFE))
    while c.chance(0.25):
        c = c if c.chance(0.5) else stranger(c)
        said = join(said, c.any(*c.pick((*_LIFE, DAILY))), sep=c.pick((" ", " ", "\n")))
    return hurried(c, said, 0.5)


def sentence_without_names(c: Cast) -> Marked:
    """An everyday sentence that identifies nobody."""
    pool = c.pick((DAILY, CLINICAL, NEAR))
    return hurried(c, c.some(pool, 1, c.pick((1, 1, 3, 6)), c.pick((" ", "\n"))), 0.6)


def value_alone(c: Cast) -> Marked:
    """One value alone or a few, a line each."""
    said = c.some(ALONE, 1, c.pick((1, 1, 2, 5)), c.pick(("\n", "\n", "  ", ", ")))
    return lowered(said) if c.chance(0.15) else said


def label_and_value(c: Cast) -> Marked:
    """Labels and their values in one style."""
    between = c.pick((": ", ": ", ":", " ", " - ", " = ", "\t", " | ", ":  ", "\n", " : ", "......", ":    "))
    after = c.pick(("\n", "\n", "\n", "  ", "; ", ", ", " | ", "   ", "\n\n"))
    count = c.pick((1, 1, 2, 4, 8, 14))
    cases: tuple[Callable[[str], str], ...] = (str, str, str.upper, str.lower)
    cased = c.pick(cases)
    lines: list[Marked] = []
    for pair in c.rng.sample(PAIRS, count):
        label, value = pair.split(" >> ")
        lines.append(join(cased(c.say(label).text), between, c.say(value)))
    whole = join(*lines, sep=after)
    return raised(whole) if c.chance(0.06) else whole


def short_table(c: Cast) -> Marked:
    """Rows of one template."""
    row = c.pick(ROWS)
    one = c.chance(0.2)
    return join(*((c if one else stranger(c)).say(row) for _ in range(c.rng.randint(1, 8))), sep="\n")


def name_list(c: Cast) -> Marked:
    """A list of names in one form, with or without ages, towns and degrees."""
    form = c.pick(("full", "last_first", "upper", "given", "family", "initial_last", "short", "titled", "nick"))
    field = c.pick(
        ("{someone:#}", "{someone:#}", "{newdr:#}", "{someone:#} ({age})", "{someone:#}, {town}", "{newdr:#} {cred}")
    )
    sep = c.pick((", ", ", ", "\n", "\n- ", "; ", " / ", " and ", " & ", "\t"))
    return join(*(stranger(c).say(field.replace("#", form)) for _ in range(c.rng.randint(2, 9))), sep=sep)


def identity_card(c: Cast) -> Marked:
    """A card or a label."""
    return c.any(*CARDS)
