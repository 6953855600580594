"""Join numbers and names that are dictated piece by piece, and restore digits that were heard as other words.

"two one nine, go ahead, oh nine, okay, nine four oh eight" is one number. "five five five won too three for" is 5551234
as a recogniser writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from redactor.detect.spoken.units import Gap, Unit, word_at, words_before
from redactor.detect.spoken.words import SpokenWords

_WORDS_BEFORE_CUE = 8  # words between a cue and the first piece
_LONGEST = 7  # words of one interruption
_PIECE = 2  # digits or letters on each side of an interruption, where no cue announces the number
_RUN, _CUED_RUN = 5, 4  # digits of a run in which homophones are digits
_LEAST_CERTAIN = 3  # fewest digits of a run that are heard as digits
_LENGTHS = frozenset({7, 9, 10, 11})  # digits of telephone and social security numbers


def join_pieces(units: list[Unit], words: SpokenWords) -> list[Unit]:
    """Return the units with digits for homophones, and without interruptions within a number or name."""
    _respell_homophones(units, words)
    out: list[Unit] = []
    i = 0
    while i < len(units):
        end = _end_of_interruption(units, i, words)
        if end > i and _continues(out, units, end, words):
            units[end].gap = Gap.COMMA
            i = end
            if out[-1].word.isdigit() and units[i].word.isdigit():
                _merge(out[-1], units[i])
                i += 1
                continue
        out.append(units[i])
        i += 1
    return out


def _merge(before: Unit, unit: Unit) -> None:
    """Make one unit of two in digits, in place: no later step joins those."""
    before.end, before.text, before.word = unit.end, before.text + unit.text, before.word + unit.word
    before.changed = True


def _end_of_interruption(units: Sequence[Unit], i: int, words: SpokenWords) -> int:
    """Return where the phrases of interruption that begin at units[i] end; i if none begins there."""
    at = i
    while at - i < _LONGEST:
        length = next((n for n in (3, 2, 1) if tuple(u.word for u in units[at : at + n]) in words.interruptions), 0)
        if not length:
            break
        at += length
    if at > i and words.signs.get(word_at(units, at)) == "-":
        at += 1  # "okay, dash sixty six"
    return at if at < len(units) else i


def _continues(before: Sequence[Unit], units: Sequence[Unit], i: int, words: SpokenWords) -> bool:
    """Return whether units[i] goes on with the number, or the spelt name, with which `before` ends."""
    last, following = word_at(before, len(before) - 1), word_at(units, i)
    if _is_letter(last) and _is_letter(following):
        spelt = sum(1 for _ in _spelt_letters(before, len(before) - 1, -1)), sum(1 for _ in _spelt_letters(units, i, 1))
        return min(spelt) >= _PIECE
    if not (_is_number(last, words) and _is_number(following, words)):
        return False
    start = len(before)
    while start > 0 and _is_number(before[start - 1].word, words):
        start -= 1
    if any(word in words.dictated_cues for word in words_before(before, start, _WORDS_BEFORE_CUE)):
        return True
    return _count_digits(before, len(before) - 1, -1, words) >= _PIECE and _count_digits(units, i, 1, words) >= _PIECE


def _spelt_letters(units: Sequence[Unit], i: int, step: int) -> Sequence[str]:
    found = []
    while _is_letter(word_at(units, i)):
        found.append(units[i].word)
        i += step
    return found


def _count_digits(units: Sequence[Unit], i: int, step: int, words: SpokenWords) -> int:
    """Return how many digits follow each other, said one by one, from units[i] on."""
    count = 0
    while word_at(units, i) in words.digits:
        count += 1
        i += step
    return count


def _is_letter(word: str) -> bool:
    return len(word) == 1 and word.isalpha()


def _is_number(word: str, words: SpokenWords) -> bool:
    tables = (words.digits, words.teens, words.tens, words.scales, words.repeats)
    return word.isdigit() or any(word in table for table in tables)


def _respell_homophones(units: Sequence[Unit], words: SpokenWords) -> None:
    """Give homophones in a run of digits the word of their digit, in place."""
    i = 0
    while i < len(units):
        end = i
        while _may_be_digit(units, end, words) and (end == i or units[end].gap in (Gap.SPACE, Gap.COMMA)):
            end += 1
        if end - i >= _CUED_RUN:
            cued = any(word in words.dictated_cues for word in words_before(units, i, _WORDS_BEFORE_CUE))
            for k in _homophones(units, i, end, words, cued):
                units[k].word = words.homophones[units[k].word]
        i = max(end, i + 1)


def _may_be_digit(units: Sequence[Unit], i: int, words: SpokenWords) -> bool:
    return word_at(units, i) in words.digits or word_at(units, i) in words.homophones


def _homophones(units: Sequence[Unit], start: int, end: int, words: SpokenWords, cued: bool) -> Sequence[int]:
    """Return which of units[start:end] are digits that were heard as other words."""
    sure = [k for k in range(start, end) if units[k].word in words.digits]
    if not sure:
        return ()
    if not cued or end - start not in _LENGTHS:
        first, last = (sure[0], sure[-1] + 1) if not cued else (start, end)
        # "for" and "to" at an edge are mostly themselves; with them the number may be complete.
        if end - start not in _LENGTHS or last - first in _LENGTHS:
            start, end = first, last
    beside = any(a + 1 == b for a, b in pairwise(sure))
    enough = len(sure) >= _LEAST_CERTAIN and end - start >= _RUN
    if not beside and not cued:
        return ()
    if not enough and not (cued and len(sure) >= _PIECE and end - start >= _CUED_RUN):
        return ()
    return [k for k in range(start, end) if units[k].word in words.homophones]
