"""Join letters spelt one by one, and letters with the numbers beside them that are one code.

Letters are spelt as "S M I T H", "s as in sam", "double u" and in the spelling alphabet; "d four four one" and
"apartment four b" are codes. Streets and titled names get their capitals here too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from redactor.detect.spoken.numbers import is_cued
from redactor.detect.spoken.units import Gap, Kind, Unit, word_at, words_before
from redactor.detect.spoken.words import SpokenWords
from redactor.lexicon.medicine import drugs
from redactor.lexicon.words import is_ordinary

_SHORTEST_NAME, _SHORTEST_REPEATED = 3, 4  # letters
_CUE_BEFORE, _CUE_BEHIND = 8, 3  # words between a cue of names and a name
_SEPARATING_GAPS = (Gap.WIDE, Gap.CUT)
_FEWEST_PHONETIC = 3  # words of the spelling alphabet in a row: many are names or plain words
_FEWEST_BEFORE_DIGITS = 2


def join_letters(units: Sequence[Unit], words: SpokenWords) -> list[Unit]:
    """Return the units with spelt letters joined to one unit each, in capitals."""
    out: list[Unit] = []
    i = 0
    while i < len(units):
        if phrase := _listed_phrase(units, i, words):
            end, text = phrase
            out.append(_joined_unit(units, i, end, text, Kind.WORD))
        else:
            end, text = _phonetic_letters(units, i, words)
            if not text:
                end, text = _spelt(units, i, words)
            if text:
                out.append(_joined_unit(units, i, end, text, Kind.LETTERS))
            else:
                end = max(end, i + 1)
                out += units[i:end]
        i = end
    return out


def _joined_unit(units: Sequence[Unit], i: int, end: int, text: str, kind: Kind) -> Unit:
    return Unit(units[i].start, units[end - 1].end, text, text.lower(), units[i].gap, kind, changed=True)


def _listed_phrase(units: Sequence[Unit], i: int, words: SpokenWords) -> tuple[int, str] | None:
    for phrase, text in words.phrases.items():
        if phrase[0] == units[i].word and all(
            word_at(units, i + k) == w and units[i + k].gap is Gap.SPACE for k, w in enumerate(phrase[1:], 1)
        ):
            return i + len(phrase), text
    return None


def _phonetic_letters(units: Sequence[Unit], i: int, words: SpokenWords) -> tuple[int, str]:
    end, text = i, ""
    while (
        end < len(units) and units[end].word in words.phonetic and (end == i or units[end].gap not in _SEPARATING_GAPS)
    ):
        text += words.phonetic[units[end].word]
        end += 1
    digits = end < len(units) and units[end].gap is Gap.SPACE and units[end].word in words.digits
    fewest = _FEWEST_BEFORE_DIGITS if digits else _FEWEST_PHONETIC
    return (end, text.upper()) if len(text) >= fewest else (i, "")


def _spelt(units: Sequence[Unit], i: int, words: SpokenWords) -> tuple[int, str]:
    """Return the end and the letters of what is spelt from units[i] on; no letters if nothing is spelt."""
    end, text, explained, spelt = i, "", False, 0
    while end < len(units) and (end == i or units[end].gap not in _SEPARATING_GAPS):
        after, letters = _letter(units, end, words)
        if not letters:
            break
        if _is_label(units, i, text, words):
            break
        explained = explained or after > end + 2
        end, text, spelt = after, text + letters, spelt + 1
    code = any(word in words.code_cues for word in words_before(units, i, _CUE_BEFORE))
    article = text[:1] == words.article and len(text) == 2 and text not in words.day_halves
    if article and not explained and not code:
        return end, ""
    plain = spelt >= 2 and not words.letter_articles.issuperset(text)
    if not plain and not explained and not (len(text) == 1 and end > i + 1):
        return end, ""
    return end, text.upper()


def _is_label(units: Sequence[Unit], i: int, text: str, words: SpokenWords) -> bool:
    """Return whether the letters so far announce a number, which may begin with letters: "member i d x y z"."""
    return text in words.labels and (len(text) > 2 or (i > 0 and units[i - 1].word in words.code_cues))


def _letter(units: Sequence[Unit], i: int, words: SpokenWords) -> tuple[int, str]:
    """Return the end and the letter at units[i], with what explains it; or two letters: "double s"."""
    word = units[i].word
    if word in words.capital and i + 1 < len(units) and units[i + 1].gap is Gap.SPACE:
        after, letter = _plain_letter(units, i + 1, words)
        return (after, letter) if letter else (i, "")
    times = words.repeats.get(word, 0)
    if times and i + 1 < len(units) and units[i + 1].gap is Gap.SPACE:
        following = units[i + 1].word
        if times == 2 and following in words.double_letters:
            return i + 2, words.double_letters[following]
        if following in words.letters and following != words.letter_zero:
            return i + 2, words.letters[following] * times
        return i, ""
    return _plain_letter(units, i, words)


def _plain_letter(units: Sequence[Unit], i: int, words: SpokenWords) -> tuple[int, str]:
    """Return the end and the letter at units[i], without "double" and "capital"."""
    letter = words.letters.get(units[i].word, "")
    if not letter or len(units[i].text) > 1:
        return i, ""
    first, second = words.as_in
    if word_at(units, i + 1) == first and word_at(units, i + 2) == second and i + 3 < len(units):
        return i + 4, letter
    like = word_at(units, i + 1) in words.likenesses or word_at(units, i + 1) == first
    if like and word_at(units, i + 2).startswith(letter) and len(word_at(units, i + 2)) > 1:
        return i + 3, letter
    return i + 1, letter


def find_spelt_names(units: list[Unit], words: SpokenWords) -> Iterator[tuple[int, int]]:
    """Yield ranges of the transcript in which a name is spelt: letters with a cue of names, or with the name, beside
    them.

    A spelt drug or procedure counts only if a word such as "last" or "her" tells of a person.
    """
    for i, unit in enumerate(units):
        if unit.kind is not Kind.LETTERS or len(unit.text) < _SHORTEST_NAME or unit.word in words.labels:
            continue
        beside = units[max(0, i - _CUE_BEFORE) : i] + units[i + 1 : i + 1 + _CUE_BEHIND]
        around = {u.word for u in beside if u.kind is not Kind.LETTERS}
        word = unit.text.lower()
        if len(word) >= _SHORTEST_REPEATED and word in around and not is_ordinary(word) and word not in drugs():
            yield unit.start, unit.end  # "ostrander, o s t r a n d e r"
            continue
        of_person = around.isdisjoint(words.thing_cues) or not around.isdisjoint(words.person_cues)
        if of_person and not around.isdisjoint(words.name_cues):
            yield unit.start, unit.end


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
                _join_in_capitals(before, unit)
                coded = i if within or named else coded
        elif before.kind is Kind.NUMBER and _is_letters(unit) and unit.gap is Gap.SPACE:
            # An article is a letter only between numbers.
            letter = unit.word not in words.letter_articles or _is_number(units, i + 1)
            cued = within or is_cued(units, i - 1, words.code_cues)
            named = cued and unit.word not in words.day_halves and (letter or unit.kind is Kind.LETTERS)
            if named or any(word in words.flat_cues for word in words_before(units, i - 1, _FLAT_CUE)):
                _join_in_capitals(before, unit)
                coded = i if named else coded


def _is_number(units: Sequence[Unit], i: int) -> bool:
    return i < len(units) and units[i].kind is Kind.NUMBER and units[i].gap is Gap.SPACE


def _is_letters(unit: Unit) -> bool:
    return unit.kind is Kind.LETTERS or (unit.kind is Kind.WORD and len(unit.word) == 1 and unit.word.isalpha())


def _join_in_capitals(before: Unit, unit: Unit) -> None:
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
    """Write titles that stand before names alone, and the names, in place: "mister good" becomes Mr Good."""
    for before, unit in pairwise(units):
        if before.word in words.titles and unit.gap is Gap.SPACE and unit.kind is Kind.WORD:
            before.text, before.changed = words.titles[before.word], True
            _capitalise(unit)


def _capitalise(unit: Unit) -> None:
    if unit.text[:1].islower():
        unit.text, unit.changed = unit.text[0].upper() + unit.text[1:], True
