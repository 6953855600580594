"""Mark the facts of a text in one pass: what is measured, given, scored or staged, told by form and context.

From each word or number the pass looks a bounded stretch ahead, so that it takes linear time.
"""

from __future__ import annotations

import re
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from redactor.detect.facts import expressions as ex
from redactor.detect.facts import tables
from redactor.lexicon import medicine
from redactor.lexicon.nomenclature import is_history_or_stage, is_nomenclature
from redactor.lexicon.scales import is_scale, sure_scale
from redactor.lexicon.titles import UNAMBIGUOUS_TITLES
from redactor.lexicon.wordlists import word_set as word_list
from redactor.lexicon.words import is_ordinary


class Kind(Enum):
    """A fact is a measured value, an order of a drug, a score or duration, notation, or a word."""

    MEASURE = 0
    DOSE = 1
    SCALE = 2
    NOTATION = 3
    WORD = 4


class Fact(NamedTuple):
    """A fact lies in text[start:end].

    sure: whether nothing but a label or a known value overrules it. A fact that is not sure has a form that dates, ages
    and identifiers share, and the words beside it speak for a fact.
    """

    start: int
    end: int
    kind: Kind
    sure: bool = True


def find_facts(text: str) -> tuple[Fact, ...]:
    """Return the facts of a text, in order and apart."""
    return tuple(_FactPass(text).run())


def quantities(text: str, fact: Fact) -> list[tuple[int, int]]:
    """Return the ranges of the numbers with units within a fact."""
    plain = text.translate(ex.PLAIN)
    return [m.span() for m in ex.QUANTITY.finditer(plain, fact.start, fact.end)]


class _FactPass:
    def __init__(self, text: str) -> None:
        self.text = text
        self.plain = text.translate(ex.PLAIN)
        self.found: list[Fact] = []
        self.results = "OBX|" in text

    def run(self) -> list[Fact]:
        at: int | None = 0
        while at is not None:
            at = self._run_from(at)
        return self.found

    def _run_from(self, at: int) -> int | None:
        """Add the next fact from an offset on and return its end, or None without one."""
        plain, opening, term = self.plain, tables.opening, tables.Opening.TERM
        for m in ex.START.finditer(plain, at):
            word, end = m[1], m.end()
            if word is None:
                fact = None if plain[m.start()].isalpha() else self._from_number(m.start())
            elif (begins := opening(word)) is not term:
                fact = self._behind_opening(begins, m.start(), end)
            elif plain[end : end + 1] in ex.OPENING:
                fact = self._notation(m.start())
            else:
                continue  # most words
            if fact is not None and fact.end > m.start():
                self._add(fact)
                return fact.end
        return None

    def _behind_opening(self, opening: tables.Opening, at: int, end: int) -> Fact | None:
        """Return the fact that begins with a word."""
        is_score = opening is tables.Opening.SCORE and ex.SCORED.match(self.plain, end)
        if is_score or opening is tables.Opening.FACT:
            return self._from_word(at)
        return None if self.plain[end : end + 1] in ex.APART else self._notation(at)

    def _add(self, fact: Fact) -> None:
        last = self.found[-1] if self.found else None
        if last and last.kind is fact.kind is Kind.WORD and self.plain[last.end : fact.start] in (" ", "/"):
            self.found[-1] = last._replace(end=fact.end)  # "RLL PNA"
        else:
            self.found.append(fact)

    # --- from a number on ---

    def _from_number(self, at: int) -> Fact | None:
        plain = self.plain
        m = ex.QUANTITY.match(plain, at) or ex.LETTERED.match(plain, at)
        if m is not None and not self._is_in_code(m):
            end = self._end_of_dose(self._end_of_device(m.end()))
            if end > m.end():
                return Fact(at, end, Kind.DOSE)
            if ex.TITLED_UNIT.search(m[0]) is None and not self._precedes_street(end):
                return Fact(at, end, Kind.MEASURE)
        m = ex.GESTATION.match(plain, at) or ex.BARE_ACUITY.match(plain, at) or ex.FOUND.match(plain, at)
        end = m.end() if m is not None else sure_scale(plain, at)
        if end > at:
            return Fact(at, self._end_of_device(end), Kind.SCALE)
        if (m := ex.RUN.match(plain, at)) is not None and _is_taper(m[0]):
            return Fact(at, m.end(), Kind.DOSE)
        if (
            plain.startswith(",X", at + 2)
            and (m := ex.KARYOTYPE.match(plain, at)) is not None
            and is_nomenclature(m[0])
        ):
            return Fact(at, m.end(), Kind.NOTATION)
        m = ex.GIVEN.match(plain, at)
        if m is not None and ex.TAILED.match(plain, m.end()) and ex.FEW.match(m[0]) and not self._is_date(m[0]):
            return Fact(at, self._end_of_dose(m.end()), Kind.DOSE)
        m = ex.PRESSURE.match(plain, at)
        if m is not None and _is_blood_pressure(m[0]) and not self._precedes_street(m.end()):
            return Fact(at, m.end(), Kind.MEASURE, False)
        if self.results and self._is_in_result(at) and (m := ex.CELL.match(plain, at)) is not None:
            return Fact(at, m.end(), Kind.MEASURE, False)
        if (m := ex.DECIMAL.match(plain, at)) is not None and self._follows_abbreviation(at):
            return Fact(at, m.end(), Kind.MEASURE, False)
        return self._scale(at) or self._notation(at)

    def _follows_abbreviation(self, at: int) -> bool:
        """Return whether an abbreviation stands in front that is no name: "RTS 6.9", which looks like a day."""
        m = ex.ABBREVIATION.search(self.plain, max(0, at - ex.NEAR), at)
        return m is not None and not (tables.is_name(m[1].lower()) or m[1] in ex.BEFORE_DATES)

    def _is_in_result(self, at: int) -> bool:
        """Return whether the offset lies in an OBX segment of HL7 v2, whose numbers are results and ranges."""
        low = max(0, at - ex.SEGMENT)
        line = max(self.plain.rfind("\n", low, at), self.plain.rfind("\r", low, at)) + 1
        return self.plain.startswith("OBX|", line) and "|" in self.plain[line + 4 : at]

    def _end_of_device(self, end: int) -> int:
        """Return the end of the device behind a gauge: "14 Fr" Foley, "18G" IV."""
        m = ex.DEVICE.match(self.plain, end)
        return m.end() if m else end

    def _is_in_code(self, m: re.Match[str]) -> bool:
        """Return whether a number and a unit in capitals are an hour with initials, or part of a postal code."""
        if ex.WORD_UNIT.search(m[0]) or ex.LEADING_ZERO.match(m[0]) or ex.LONG_NUMBER.match(m[0]):
            return True
        number = ex.CODE.fullmatch(m[0])
        if number is None:
            return False
        if number[2] in ex.NEVER_IN_CAPITALS or (len(number[1]) == 4 and number[1] < "2400" and number[1][2] < "6"):
            return True
        return len(number[1]) == 1 and ex.POSTAL_BEFORE.search(self.plain, max(0, m.start() - 6), m.start()) is not None

    def _end_of_dose(self, end: int) -> int:
        m = ex.END_OF_DOSE.match(self.plain, end)
        while m is not None and m.end() > end and self.plain[m.end() - 1] in ". ":
            return m.end() - 1
        return m.end() if m else end

    def _precedes_street(self, end: int) -> bool:
        """Return whether a word of streets follows: "100 ML King Blvd"."""
        if not ex.CAPITAL_BEHIND.match(self.plain, end):
            return False
        behind = self.plain[end : end + ex.STREET].partition("\n")[0].replace(",", " ").replace(".", " ").split()
        if not behind or behind[0].lower() in UNAMBIGUOUS_TITLES:
            return False
        return not word_list("places", "type").isdisjoint(word.lower() for word in behind[1:3] or behind)

    @staticmethod
    def _is_date(value: str) -> bool:
        """Return whether a value may be a day or a year: "10/12", "7/3/24", "10.20", "2019". Doses end in .25."""
        value = value.strip("<>~ ")
        if ex.YEAR.fullmatch(value) or ex.COMPACT_DATE.fullmatch(value):
            return True
        parts = re.split(r" ?[/-] ?", value)
        if (dotted := ex.SHORT_YEAR.fullmatch(value)) is not None and dotted[2] not in ("25", "75"):
            parts = [dotted[1], dotted[2]]
        if len(parts) < 2 or not all(map(str.isdigit, parts)):
            return False
        first, second = int(parts[0]), int(parts[1])
        return 0 < min(first, second) <= 12 and max(first, second) <= 31

    def _scale(self, at: int) -> Fact | None:
        m = ex.SCALE_FORM.match(self.plain, at)
        if m is None:
            return None
        end = m.end()
        before, after = self.plain[max(0, at - ex.SENTENCE) : at], self.plain[end : end + ex.NEAR]
        return Fact(at, end, Kind.SCALE, False) if is_scale(self.plain[at:end], before, after) else None

    # --- from a word on ---

    def _from_word(self, at: int) -> Fact | None:
        m = ex.PHRASE.match(self.plain, at)
        if m is None:
            return None
        word = m[1]
        key = word.lower()
        if word.isalpha() and key not in tables.heads() and self.plain[m.end(1) : m.end(1) + 1] not in ex.OPENING:
            return None
        form = tables.forms().get(key.rstrip("+"))
        if form is not None and (found := form.match(self.plain, at)) is not None:
            return Fact(at, found.end(), Kind.SCALE)
        fact = self._result(at, m) if key.rstrip("+") in tables.first_words() else None
        return fact or self._named(at, m.end(1), word, key)

    def _result(self, at: int, m: re.Match[str]) -> Fact | None:
        """Return the named result with its value at an offset, or None. m: the phrase there."""
        for n in (3, 2, 1):
            if m[n] is None:
                continue
            name = self.plain[at : m.end(n)]
            known = tables.results().get(name.lower().rstrip("+"))
            if known is None or (known.upper and not name.isupper()):
                continue
            if len(name) <= ex.SHORT and ex.TITLE_BEFORE.search(self.plain, max(0, at - 6), at):
                continue
            end = self._end_of_value(name, m.end(n), known)
            if end:
                return Fact(at, end, Kind.MEASURE)
        return None

    def _end_of_value(self, name: str, at: int, known: tables.Result) -> int:
        m = ex.VALUE.match(self.plain, at)
        if m is None or m["value"] is None:
            return 0
        value = m["value"]
        numbers = [found.replace(",", "") for found in ex.NUMBERS.findall(value)]
        if any(len(n) > 1 and n[0] == "0" and n[1] != "." for n in numbers):
            return 0  # a postal code
        if not all(known.low <= float(n) <= known.high for n in numbers):
            return 0
        whole = all(n.isdigit() for n in numbers)
        bare = m.end() == m.end("value") and whole
        if ex.BEHIND_NUMBER.match(self.plain, m.end()):
            return 0
        if bare and (ex.NUMBER_BEHIND.match(self.plain, m.end()) or self._precedes_street(m.end())):
            return 0
        start = at - len(name)
        if (
            bare
            and name in ex.ROADS
            and not self._is_beside_fact(start)
            and ex.NUMBER_BEFORE.search(self.plain, max(0, start - 2), start)
        ):
            return 0
        if bare and len(name) == 1 and not self._is_beside_fact(at - 1):
            return 0
        if bare and len(name) <= ex.SHORT and tables.is_name(name.lower()) and any(len(n) < 3 for n in numbers):
            return 0
        if "/" in value and self._is_date(value.strip("<>~ ")):
            return 0
        end = m.end()
        if name.lower() in ex.VITALS or name.lower().startswith(("o2", "sat", "oxygen", "pulse ox")):
            end = self._vitals(ex.OXYGEN.match(self.plain, end).end())  # type: ignore[union-attr]
        return end

    def _is_beside_fact(self, at: int) -> bool:
        return bool(self.found) and at - self.found[-1].end < 4

    def _vitals(self, end: int) -> int:
        while (m := ex.VITALS_GO_ON.match(self.plain, end)) is not None:
            end = m.end()
        return end

    def _named(self, at: int, end: int, word: str, key: str) -> Fact | None:
        """Return the fact that a certain word announces, or None: a pressure, a series, a score, a drug."""
        plain = self.plain
        if key in ex.PRESSURES or (key == "blood" and plain.startswith(" pressure", end)):
            end = end + len(" pressure") if key == "blood" else end
            m = ex.VALUE.match(plain, end)
            if m is not None and _is_blood_pressure(m["value"].strip("<>~ ")):
                return Fact(at, self._vitals(m.end()), Kind.MEASURE)
            return None
        if key in ex.SERIES_NAMES and (m := ex.SERIES.match(plain, end)) is not None:
            return Fact(at, m.end(), Kind.MEASURE)
        if key in ex.TAPERS and (m := ex.TAPER.match(plain, end)) is not None and _is_falling(m[1]):
            return Fact(at, m.end(), Kind.MEASURE)
        dosed = key in tables.drugs() and ex.QUANTITY.match(plain, end + 1) is not None  # "ASA 10 MG", not "ASA 3"
        if dosed and (fact := self._dose(at, end, key)) is not None:
            return fact
        if (
            key == "pain"
            and (m := ex.PAIN.match(plain, end)) is not None
            and not ex.BEHIND_NUMBER.match(plain, m.end())
        ):
            return Fact(at, m.end(), Kind.SCALE)
        if key in tables.scored() and not tables.is_name(key) and (m := ex.SCORED.match(plain, end)) is not None:
            return Fact(at, m.end(), Kind.SCALE)
        if key in tables.scale_names() and (m := ex.SCALED.match(plain, end)) is not None:
            alone = word.isupper() or not (is_ordinary(key) or tables.is_name(key))
            if alone or ex.FRACTION.search(m[0]):
                return Fact(at, m.end(), Kind.SCALE)
        if key in ("stage", "grade", "figo", "gr") and (m := ex.STAGED.match(plain, end)) is not None:
            return Fact(at, m.end(), Kind.NOTATION)
        if word in tables.EYES and (m := ex.ACUITY.match(plain, end)) is not None:
            return Fact(at, m.end(), Kind.SCALE)
        if word in tables.SIDE and (m := ex.SIDED.match(plain, end)) is not None and _is_body_part(m[1]):
            return Fact(at, m.end(), Kind.WORD)
        if (m := tables.CODED.match(plain, at)) is not None:
            return Fact(at, m.end(), Kind.SCALE)
        if (scale := sure_scale(plain, at)) > at:
            return Fact(at, scale, Kind.SCALE)
        if key in tables.drugs() and (fact := self._dose(at, end, key)) is not None:
            return fact
        if (
            key in medicine.genes()
            and (m := ex.CHANGE.match(plain, end)) is not None
            and is_nomenclature(plain[at : m.end()])
        ):
            return Fact(at, m.end(), Kind.NOTATION)
        if word in tables.words():
            course = ex.COURSE.match(plain, end)
            return Fact(at, course.end() if course else end, Kind.WORD)
        return self._notation(at)

    def _dose(self, at: int, end: int, key: str) -> Fact | None:
        plain = self.plain
        second = ex.WORD.match(plain, end + 1) if plain[end : end + 1] == " " else None
        if second is not None and second[0].lower() in tables.drugs():
            end = second.end()
        if (m := ex.TAPER.match(plain, end)) is not None and _is_falling(m[1]):
            return Fact(at, m.end(), Kind.DOSE)
        form = re.compile(ex.DOSE_FORM + "[ :]{1,2}", re.IGNORECASE).match(plain, end)
        if (
            form is not None
            and (m := ex.QUANTITY.match(plain, form.end())) is not None
            and not self._precedes_street(m.end())
        ):
            return Fact(at, self._end_of_dose(m.end()), Kind.DOSE)
        if ex.TAILED.match(plain, end):
            return Fact(at, self._end_of_dose(end), Kind.DOSE)
        m = ex.DOSED.match(plain, end)
        is_insulin = key in tables.INSULINS
        if m is not None and len(key) <= ex.SHORT_DRUG and key not in tables.SHORT_DRUGS and "." not in m["value"]:
            # "same: 462", "epic 5": words of English too
            m = m if plain[at].isupper() and plain[end] == " " else None
        if m is not None and not (
            (self._is_date(m["value"]) and not is_insulin) or ex.BEHIND_NUMBER.match(plain, m.end())
        ):
            return Fact(at, self._end_of_dose(m.end()), Kind.DOSE)
        if (m := ex.COURSE.match(plain, end)) is not None:
            return Fact(at, m.end(), Kind.WORD)
        return Fact(at, end, Kind.WORD) if plain[at:end].lower() in tables.substances() else None

    def _notation(self, at: int) -> Fact | None:
        m = ex.TOKEN.match(self.plain, at)
        if m is None or ex.SIGNS.isdisjoint(m[0]):
            return None
        token = m[0].rstrip(".:;")
        if token.endswith(")") and "(" not in token:
            token = token[:-1]
        if not is_nomenclature(token):
            return None
        sure = ex.WRITTEN_OUT.search(token) is not None or is_history_or_stage(token) or _is_long_gene(token)
        return Fact(at, at + len(token), Kind.NOTATION, sure)


def _is_long_gene(token: str) -> bool:
    return token[:3].isalpha() and token.isupper() and token.lower() in medicine.genes()


def _is_blood_pressure(value: str) -> bool:
    numbers = [int(n) for n in re.findall(r"\d+", value)]
    if "/" not in value or len(numbers) not in (2, 4) or "." in value:
        return False
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    return all(60 <= high <= 280 and 20 <= low <= 160 and low < high for high, low in pairs)


def _numbers_in(series: str) -> list[float]:
    return [float(number.replace(",", "")) for number in ex.NUMBERS.findall(series)]


def _is_falling(series: str) -> bool:
    numbers = _numbers_in(series)
    return all(a >= b for a, b in pairwise(numbers)) and numbers[0] > numbers[-1]


def _is_taper(series: str) -> bool:
    """Return whether numbers fall by the steps of doses: 60 40 30 20 10 5."""
    numbers = _numbers_in(series)
    return all(a > b for a, b in pairwise(numbers)) and all(n % 5 == 0 or n <= ex.SMALL for n in numbers)


def _is_body_part(word: str) -> bool:
    """Return whether it is a part of the body, in small letters or as an abbreviation: a surname is neither."""
    if word in tables.words():
        return True
    return word.lower() in tables.BODY and (word.islower() or (word.isupper() and len(word) <= 4))
