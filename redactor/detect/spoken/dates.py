"""Tell which spoken numbers are a day, a month, a year or a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from redactor.detect.spoken.numbers import Atom, is_cued
from redactor.detect.spoken.units import Gap, Unit, word_at, words_before
from redactor.detect.spoken.words import SpokenWords

_BIRTH_CUE = 5  # words between a cue of birth and the date
_QUARTERS = (15, 30, 45)  # minutes: "at nine thirty" is a time, "at nine twelve" may be a number
_WORDS_BEFORE_STREET = 2  # words between an ordinal and the type of a street
_LAST_DAY = 31


@dataclass(frozen=True, slots=True)
class _Part:
    """A part is a number of a date: its digits, and the range of atoms that say it."""

    text: str
    first: int
    end: int

    @property
    def value(self) -> int:
        return int(self.text)


class DateReader:
    """Read chains of numbers as dates and times, in a language."""

    def __init__(self, words: SpokenWords) -> None:
        self._words = words

    def __call__(self, units: Sequence[Unit], chain: Sequence[Atom]) -> list[str] | None:
        """Return what stands before each atom of a date or time, or None for other numbers."""
        if chain[0].ordinal:
            if not self._is_ordinal_written(units, chain[0]):
                return None
            chain[0].text = self._words.ordinal(int(chain[0].text))
            return [" "]
        if any(a.sign or a.gap in (Gap.STOP, Gap.DOT) for a in chain[1:]) or chain[0].sign:
            return None
        parts = _parts(chain)
        before = self._before(units, chain[0].first)
        if before == "day":
            return _year_after_day(chain, parts)
        if before == "month":
            return _day_and_year_after_month(chain, parts)
        if before == "dated":
            return _year_after_day(chain, parts) or _day_and_year_after_month(chain, parts)
        if self._is_short_year(units, chain, parts):
            return _year_after_day(chain, parts)
        return self._time(units, chain, parts) or self._numeric(units, chain, parts)

    def _is_short_year(self, units: Sequence[Unit], chain: Sequence[Atom], parts: Sequence[_Part]) -> bool:
        """Return whether the chain is a year of two digits: "april of fifty three", "born in fifty three"."""
        words, i = self._words, chain[0].first
        if len(parts) != 1 or len(parts[0].text) != 2 or word_at(units, chain[-1].end) in words.measures:
            return False
        if word_at(units, i - 1) == words.of:
            return word_at(units, i - 2) in words.months or word_at(units, i - 2) in words.seasons
        return word_at(units, i - 1) == words.in_ and word_at(units, i - 2) in words.birth

    def _is_ordinal_written(self, units: Sequence[Unit], atom: Atom) -> bool:
        months, words = self._words.months, self._words
        behind = word_at(units, atom.end)
        if behind in months or (behind == words.of and word_at(units, atom.end + 1) in months):
            return True
        before = atom.first - 1
        if word_at(units, before) == words.the:
            before -= 1
            if word_at(units, before) in words.day_cues and self._is_day_alone(units, atom):
                return True
        if word_at(units, before) in months:
            return True
        # "fifth avenue", "one hundred twelfth street"
        return any(word_at(units, atom.end + k) in words.street_types for k in range(_WORDS_BEFORE_STREET))

    def _is_day_alone(self, units: Sequence[Unit], atom: Atom) -> bool:
        """Return whether no noun follows: "until the twentieth and then", not "on the fifth floor"."""
        ends = atom.end == len(units) or units[atom.end].gap is not Gap.SPACE
        return int(atom.text) <= _LAST_DAY and (ends or word_at(units, atom.end) in self._words.behind_day)

    def _before(self, units: Sequence[Unit], i: int) -> str:
        """Return what stands before a number: "month", "dated" (month and day), "day" (with its month), or ""."""
        words = self._words
        at = i - 1
        if word_at(units, at) == words.the:
            at -= 1
        if word_at(units, at) in words.months and units[i].gap in (Gap.SPACE, Gap.COMMA):
            day = word_at(units, at - 1)
            return "dated" if day == words.of or day in words.ordinals or day[:1].isdigit() else "month"
        day = word_at(units, i - 1)
        if day not in words.ordinals and not (day[:1].isdigit() and day[-1:].isalpha()):
            return ""
        at = i - 2
        if word_at(units, at) in words.tens:
            at -= 1
        if word_at(units, at) == words.the:
            at -= 1
        return "day" if word_at(units, at) in words.months else ""

    def _time(self, units: Sequence[Unit], chain: Sequence[Atom], parts: Sequence[_Part]) -> list[str] | None:
        """Return what stands before each atom of a time of day, or None."""
        if len(parts) != 2:
            return None
        hour, minute = parts
        if not (1 <= hour.value <= 12 and len(minute.text) == 2 and minute.value < 60):
            return None
        halves = word_at(units, chain[-1].end) in self._words.day_halves
        quarters = word_at(units, chain[0].first - 1) == self._words.at and minute.value in _QUARTERS
        return _joined_by_sign(chain, parts, ":") if halves or quarters else None

    def _numeric(self, units: Sequence[Unit], chain: Sequence[Atom], parts: Sequence[_Part]) -> list[str] | None:
        """Return what stands before each atom of years, or of a date in numbers alone, or None."""
        words = self._words
        if word_at(units, chain[-1].end) in words.measures or is_cued(units, chain[0].first, words.code_cues):
            return None
        before = words_before(units, chain[0].first, _BIRTH_CUE)
        cued = any(word.removesuffix("'s") in words.birth for word in before)
        if not cued and (years := _several_years(chain, parts)):
            return years
        if len(parts) > 2 and (found := _month_day_year(chain, parts, cued)):
            return _joined_by_sign(chain, found, "/")
        if cued and all(len(a.text) == 1 for a in chain) and len(chain) in (6, 8):
            texts = "".join(a.text for a in chain)
            if _is_month_and_day(int(texts[:2]), int(texts[2:4])):
                digits = [_Part(texts[:2], 0, 2), _Part(texts[2:4], 2, 4), _Part(texts[4:], 4, len(chain))]
                return _joined_by_sign(chain, digits, "/")
        return None


def _parts(chain: Sequence[Atom]) -> list[_Part]:
    """Return the numbers of a chain, with each zero joined to the digit behind: 0 4 0 3 53 are 04 03 53."""
    out: list[_Part] = []
    for k, atom in enumerate(chain):
        if out and out[-1].text == "0" and len(atom.text) == 1:
            out[-1] = _Part("0" + atom.text, out[-1].first, k + 1)
        else:
            out.append(_Part(atom.text, k, k + 1))
    return out


def _joined_by_sign(chain: Sequence[Atom], parts: Sequence[_Part], sign: str) -> list[str]:
    out = [""] * len(chain)
    out[0] = " "
    for part in parts[1:]:
        out[part.first] = sign
    return out


def _is_month_and_day(a: int, b: int) -> bool:
    return (1 <= a <= 12 and 1 <= b <= 31) or (1 <= b <= 12 and 1 <= a <= 31)


def _parts_of_year(parts: Sequence[_Part]) -> int:
    """Return how many parts a year of four digits takes from the first on; 0 if there is no year."""
    if not parts:
        return 0
    first = parts[0]
    if len(first.text) == 4 and 1890 <= first.value <= 2099:
        return 1
    if first.text in ("18", "19", "20") and len(parts) > 1 and len(parts[1].text) == 2:
        return 2
    digits = "".join(p.text for p in parts[:4])
    if all(len(p.text) == 1 for p in parts[:4]) and len(digits) == 4 and digits[:2] in ("19", "20"):
        return 4
    return 3 if [p.text for p in parts[:2]] == ["2", "0"] and len(parts) > 2 and len(parts[2].text) == 2 else 0


def _several_years(chain: Sequence[Atom], parts: Sequence[_Part]) -> list[str] | None:
    """Return what stands before each atom of several years in a row: "nineteen ninety one nineteen ninety two"."""
    out: list[str] = []
    years = at = 0
    while n := _parts_of_year(parts[at : at + 4]):
        out += [" "] + [""] * (parts[at + n - 1].end - parts[at].first - 1)
        at += n
        years += 1
    return out if years > 1 and len(out) == len(chain) else None


def _month_day_year(chain: Sequence[Atom], parts: Sequence[_Part], cued: bool) -> list[_Part] | None:
    """Return a month, a day and a year that are all of the chain.

    Without a cue they count only in a form that few numbers have.
    """
    month, day, *rest = parts
    if not _is_month_and_day(month.value, day.value):
        return None
    full = _parts_of_year(rest)
    if full and full == len(rest):
        return [month, day, _Part("", rest[0].first, rest[-1].end)]
    if len(rest) != 1 or len(rest[0].text) != 2:
        return None
    padded = month.text[0] == "0" and len(month.text) == 2 and (day.text[0] == "0" or day.value > 9)
    return [month, day, rest[0]] if cued or padded else None


def _year_after_day(chain: Sequence[Atom], parts: Sequence[_Part]) -> list[str] | None:
    """Return what stands before each atom of a year behind month and day: "nineteen fifty three", "fifty three"."""
    out = [" "] * len(chain)
    if n := _parts_of_year(parts):
        for part in parts[:n]:
            for k in range(part.first, part.end):
                out[k] = ""
        out[0] = " "
        return out
    if len(parts) == 1 and len(parts[0].text) == 2:
        out = [""] * len(chain)
        chain[0].text = "'" + chain[0].text
        out[0] = " "
        return out
    return None


def _day_and_year_after_month(chain: Sequence[Atom], parts: Sequence[_Part]) -> list[str] | None:
    """Return what stands before each atom of a day and year, or either, behind a month."""
    if _parts_of_year(parts) and _parts_of_year(parts) == len(parts):
        return ["" if k else " " for k in range(len(chain))]
    day, *rest = parts
    if not 1 <= day.value <= 31 or len(day.text) > 2:
        return None
    out = [""] * day.end
    out[0] = " "
    if rest:
        behind = chain[day.end :]
        shifted = [_Part(p.text, p.first - day.end, p.end - day.end) for p in rest]
        out += _year_after_day(behind, shifted) or [" "] * len(behind)
    return out
