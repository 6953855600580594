"""Letters and numbers that are one code ("d four four one", "apartment four b"), streets and titled names."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from redactor.detect.spoken.numbers import is_cued
from redactor.detect.spoken.units import Gap, Kind, Unit, word_at, words_before
from redactor.detect.spoken.words import SpokenWords

_FLAT_CUE = 2  # words between "apartment" and its letter
_STREET_NAME = 3  # words


def join_codes(units: list[Unit], words: SpokenWords) -> None:
    """Join letters to the numbers beside them where both are one code, in place."""
    coded = -1  # the last unit of a code of letters and numbers
    for i, unit in enumerate(units):
        if i == 0 or unit.gap not in (Gap.SPACE, Gap.COMMA) or unit.glued:
            coded = i if unit.glued and coded == i - 1 else coded
            continue
        before = units[i - 1]
        within = coded == i - 1
        if unit.kind is Kind.NUMBER and _is_letters(before):
            single = len(before.text) == 1 and unit.gap is Gap.SPACE
            letter = before.word not in words.letter_articles
            named = before.word not in words.labels and is_cued(units, i - 1, words.code_cues)
            named = named and (letter or not single)
            flat = single and word_at(units, i - 2) in words.flat_cues
            if within or named or flat or (single and letter and len(unit.text) <= 2):
                _glue(before, unit)
                coded = i if within or named else coded
        elif before.kind is Kind.NUMBER and _is_letters(unit) and unit.gap is Gap.SPACE:
            # An article is a letter only between numbers.
            letter = unit.word not in words.letter_articles or _is_number(units, i + 1)
            cued = within or is_cued(units, i - 1, words.code_cues)
            named = cued and unit.word not in words.day_halves and (letter or unit.kind is Kind.LETTERS)
            if named or any(word in words.flat_cues for word in words_before(units, i - 1, _FLAT_CUE)):
                _glue(before, unit)
                coded = i if named else coded


def _is_number(units: Sequence[Unit], i: int) -> bool:
    return i < len(units) and units[i].kind is Kind.NUMBER and units[i].gap is Gap.SPACE


def _is_letters(unit: Unit) -> bool:
    return unit.kind is Kind.LETTERS or (unit.kind is Kind.WORD and len(unit.word) == 1 and unit.word.isalpha())


def _glue(before: Unit, unit: Unit) -> None:
    unit.glued = unit.changed = True
    for part in (before, unit):
        if part.kind is not Kind.NUMBER:
            part.text = part.text.upper()
            part.changed = True


def capitalise_streets(units: list[Unit], words: SpokenWords) -> None:
    """Give streets behind a number their capitals, in place: recognisers often write none."""
    for i, unit in enumerate(units):
        if unit.word not in words.street_types or unit.kind is not Kind.WORD:
            continue
        first = i
        while first > 0 and i - first < _STREET_NAME and units[first].gap is Gap.SPACE:
            if units[first - 1].kind is Kind.NUMBER or units[first - 1].word[:1].isdigit():
                break
            first -= 1
            if units[first].word in words.no_street or units[first].kind is not Kind.WORD:
                first = 0
        numbered = first > 0 and (units[first - 1].kind is Kind.NUMBER or units[first - 1].word[:1].isdigit())
        ordinal = units[first - 1].text[-1:].isalpha()  # "5th Avenue"
        if numbered and units[first].gap is Gap.SPACE and (first < i or ordinal):
            for k in range(first, i + 1):
                _capitalise(units[k])
            if word_at(units, i + 1) in words.flat_cues:
                _capitalise(units[i + 1])


def write_titles(units: Sequence[Unit], words: SpokenWords) -> None:
    """Write titles that stand before names alone, and the names, in place: of "mister good" Mr Good."""
    for before, unit in pairwise(units):
        if before.word in words.titles and unit.gap is Gap.SPACE and unit.kind is Kind.WORD:
            before.text, before.changed = words.titles[before.word], True
            _capitalise(unit)


def _capitalise(unit: Unit) -> None:
    if unit.text[:1].islower():
        unit.text, unit.changed = unit.text[0].upper() + unit.text[1:], True
