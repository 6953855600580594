"""The pass over a text that marks its facts: what is measured, given, scored or staged, told by form and context.

From each word or number it looks a bounded stretch ahead, so that the pass takes linear time.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from redactor.detect.facts import tables
from redactor.detect.facts.tables import COUNTED, LETTER_UNIT, NEEDED_TAIL, NUMBER, PER, POWER, RANGE, STOPS, TAIL, UNIT
from redactor.lexicon import medicine
from redactor.lexicon.nomenclature import is_history_or_stage, is_nomenclature
from redactor.lexicon.scales import is_scale, sure_scale
from redactor.lexicon.titles import UNAMBIGUOUS_TITLES
from redactor.lexicon.wordlists import word_set as word_list
from redactor.lexicon.words import is_ordinary, word_set


class Kind(Enum):
    """What a fact is: a value that was measured, an order of a drug, a score or duration, notation, a word."""

    MEASURE = 0
    DOSE = 1
    SCALE = 2
    NOTATION = 3
    WORD = 4


class Fact(NamedTuple):
    """A fact in text[start:end]. sure: whether it is one whoever says otherwise, but a label or a known value.

    One that is not sure has a form that dates, ages and identifiers share, and the words beside it speak for a fact.
    """

    start: int
    end: int
    kind: Kind
    sure: bool = True


class _Plain(dict[int, str]):
    """To one ASCII character each: signs of measures to what they stand for, other letters to "_"."""

    def __missing__(self, code: int) -> str:
        ch = chr(code)
        self[code] = got = ch if code < 0x80 else "_" if ch.isalnum() else "~"
        return got


_PLAIN = _Plain(str.maketrans("µμ×–—−‐‑≥≤°²³→ ½", "uux-----><^23> 5"))
_START = re.compile(r"(?<![A-Za-z0-9_@#\\.'-])(?<!\d[:/,])(?:[A-Za-z]|[<>~]{1,2} ?(?=[.\d])|\.?\d)")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-/'&][A-Za-z0-9]+)*(?![A-Za-z0-9_])\+{0,2}")
_PHRASE = re.compile(rf"({_WORD.pattern})(?: ({_WORD.pattern}))?(?: ({_WORD.pattern}))?")
_DIGITS = re.compile(r"[\d.,:/-]*[\w-]*")  # what a number or date that is no fact is skipped with
_TOKEN = re.compile(r"[^\s,|]{2,80}")

_QUANTITY = re.compile(
    rf"[<>~]{{0,2}} ?{RANGE} ?-?(?:{UNIT}{PER}{{0,2}}|{LETTER_UNIT}{PER}{{1,2}}|{POWER}|{COUNTED})(?![\w-]|\^)", re.IGNORECASE
)
_LETTERED = re.compile(  # numbers with a unit of one letter, and what else says that it is one
    rf"(?:\d{{1,2}}(?:\.\d)? ?L(?= (?:NC|NRB|O2|via|nasal|HFNC|of O2|per|bolus)\b|PM)(?: ?(?:NC|NRB|O2|bolus))?"
    rf"|\d{{1,2}}\.\d{{1,3}} ?[LgK]\b|[34]\d(?:\.\d)? ?\^ ?C|[34]\d\.\d ?C\b|(?:9\d|10\d)(?:\.\d)? ?\^ ?F|(?:9\d|10\d)\.\d ?F\b"
    rf"|(?:{NUMBER}) ?(?:[gLU]|K)(?={NEEDED_TAIL}))(?![\w-])"
)
_TAIL = re.compile(TAIL, re.IGNORECASE)
_GIVEN = re.compile(rf"{RANGE}(?={NEEDED_TAIL})", re.IGNORECASE)
_TAILED = re.compile(
    r"[ ,]{1,2}(?:p\.?o\.?(?!\.? box)|iv|im|sc|sq|sl|b\.?i\.?d\.?|t\.?i\.?d\.?|q\.?i\.?d\.?|qhs|qd|bd|tds|qds|daily|nightly|q ?\d{1,2} ?h(?:rs?)?"
    r"|prn)(?![\w-])",
    re.IGNORECASE,
)
_FEW = re.compile(r"(?!0\d)\d{1,3}(?!\d)|\.\d")  # a dose without a unit and a drug; "0912 P.O." begins an address
_PRESSURE = re.compile(r"\d{2,3}/\d{2,3}(?:-\d{2,3}/\d{2,3})?" + STOPS)
_GESTATION = re.compile(r"(?:2[2-9]|3\d|4[0-2])\+[0-6](?:/40|/7)?(?: (?:wk|wks|weeks?)\b)?(?![\w+/-])|[1-4]\d ?(?:w|wk|wks|weeks?) ?[0-6] ?(?:d|/7|days?)\b|[1-4]\d [0-6]/7(?: (?:wk|wks|weeks?)\b)?")
_OXYGEN = re.compile(
    r"(?:,? (?:on |@ ?|at )?(?:RA|room air|\d{1,2}(?:\.\d)? ?L(?:PM|/min)?(?: (?:via )?(?:NC|O2|HFNC|nasal cannula))?|NC|HFNC"
    r"|NRB|BiPAP|BIPAP|CPAP|vent|O2)(?!\w))?"
)
_SEPARATOR = (
    r"(?: (?:level|levels|count|score|value|result))?"
    r"(?: ?[:=~@] ?| (?:of|is|was|at|to|up to|down to|now|currently|today|from|about|around|remains|stable at) | )?"
)
_SCORE = r"(?: ?(?:score|scale|total|class|grade|stage|group|PS|status))?"
_VALUE = re.compile(
    rf"{_SEPARATOR}(?P<value>[<>~+-]{{0,2}} ?{RANGE})(?: ?(?:{UNIT}|{LETTER_UNIT}){PER}{{0,2}}(?![\w-])| ?{POWER}(?!\w))?%?"
    + STOPS,
    re.IGNORECASE,
)
_SERIES = re.compile(rf"{_SEPARATOR}\d{{1,3}}(?:\.\d{{1,2}})?(?:(?: ?[-/,>] ?| ){NUMBER}){{2,9}}%?" + STOPS)
_SCALED = re.compile(
    rf"{_SCORE}{_SEPARATOR}(?:[1-5]\s?\+\s?[1-5](?:\s?=\s?\d{{1,2}})?|(?:IV|I{{1,3}})(?:\s?[-/]\s?(?:IV|I{{1,3}}))?[abAB]?|\d{{1,3}}(?:\.\d)?[+-]{{0,2}}"
    r"(?: ?(?:/|out of|of) ?\d{1,3}[+-]?)?(?: ?(?:-|,|&|and|to|>|->) ?\d{1,3}(?:/\d{1,3})?)?[a-cE]?T?|[A-D]|E[1-4]\s?V[1-5T]\s?M[1-6])"
    r"(?![A-Za-z0-9_]|[./:]\d|-[A-Za-z0-9]|')"
)
_PAIN = re.compile(r"(?: (?:score|level|scale))?(?:[ :=]{1,2}| (?:is|of|at|was|now) )(?:\d|10)(?:-(?:\d|10))?" + STOPS)
_SCORED = re.compile(r" (?:score|scale|index|grade|class|stage)(?:[ :=]{1,2}| (?:is|of|was|at) )\d{1,3}(?:\.\d)?(?:/\d{1,3})?" + STOPS)
_FOUND = re.compile(
    r"[0-6]/(?:4|5|6|10)[+-]? (?:strength|power|murmur|ESM|SEM|systolic|diastolic|pulses?|reflexes|throughout|motor)\b"
    r"|(?:\d|10)(?:-(?:\d|10))?/10(?: (?:pain|severity|intensity|on|at rest|with))\b"
    r"|[0-4]\+ (?:pulses?|edema|oedema|reflexes|DTRs|pitting|tonsils)\b|\d(?:\.\d)? (?:ETT|Shiley|Portex)\b"
)
_FRACTION = re.compile(r"\d(?:/(?:4|5|10)\b|\+)")
_STAGED = re.compile(
    r" (?:(?:IV|I{1,3}|V)(?:[ABCabc]\d?)?|[0-5][A-Da-d]?)(?:\s?[-/]\s?(?:IV|I{1,3}|[0-5])[ABCabc]?)?(?: ?/ ?[456])?"
    r"(?![A-Za-z0-9_]|[./:]\d)"
)
_ACUITY = re.compile(r"[ :=]{1,2}(?:20|6)/\d{1,3}(?:[+-]\d)?(?: (?:OD|OS|OU|PH|cc|sc))*" + STOPS)
_BARE_ACUITY = re.compile(r"20/(?:1[3-9]|[2-9]\d|[1-4]00)(?:[+-]\d)?(?: (?:OD|OS|OU|RE|LE|PH|cc|sc)\b)*" + STOPS)
_DOSE_FORM = r"(?:[ -](?:XR|ER|SR|CR|XL|DR|LA|EC|HCl|HCL|IR|succinate|tartrate|sodium|sulfate|acetate|besylate|drip|gtt))?"
_DOSED = re.compile(rf"{_DOSE_FORM}[ :]{{1,2}}(?P<value>{RANGE})(?: ?{LETTER_UNIT}(?![\w-]))?" + STOPS, re.IGNORECASE)
_COURSE = re.compile(r" ?(?:(?<= )(?:normal|wnl|neg(?:ative)?|pos(?:itive)?|low|high|pending|stable|elevated)\b|x ?\d{1,2}(?: (?:cycles?|doses?))?|C\d{1,2}(?:D\d{1,2})?|cycle \d{1,2})(?!\w)", re.IGNORECASE)
_TAPER = re.compile(r"(?: (?:taper(?:ed|ing)?|wean(?:ed|ing)?|burst))?[ :,]{1,2}(?:from )?((?:\d{1,3}(?:\.\d)?)"
                    r"(?:(?: ?(?:-|/|,|>|->|to|then) ?| )(?:\d{1,3}(?:\.\d)?)){2,12})(?: ?mg)?(?:/day|/d)?" + STOPS)
_TAPERS = word_set("taper tapered tapering wean weaned weaning")
_VITALS_GO_ON = re.compile(r"[,;]? ?(?:[TPR] ?\d{2,3}(?:\.\d)?|\d{2,3}% ?(?:RA|room air)?)(?![\w/-])")
_SIDED = re.compile(r"[ -]([A-Za-z]{2,16})\b(?:[ ](?:pain|swelling|weakness|effusion|arthroplasty|replacement|fracture|fx|block)\b)?")
_CHANGE = re.compile(r"[ :][A-Za-z*][\w.*>()]{1,24}[\w*)]")
_BEHIND_NUMBER = re.compile(  # a date, an age, an hour: no value
    r" ?(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Sept|Oct|Nov|Dec|y\.?/?o|yrs?|years?|male|female|[ap]\.?m)\b|\.? ?(?:19|20)\d\d\b"
)
_TITLE_BEFORE = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Miss|Prof|Mx)\.? $")
_CAPITAL_BEHIND = re.compile(r"\.?[ ][A-Z]")
_NUMBERS = re.compile(r"\d[\d,]*(?:\.\d+)?|\.\d+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_SCALE_FORM = re.compile(
    r"\d{1,3}(?:\.\d)?[+-]{0,2}\s?[/:-]\s?\d{1,4}(?:\.\d)?[+-]?(?:\s?[/-]\s?\d{1,2}){0,2}|[1-4]\d\s?\+\s?[0-6]|\d{1,2}(?:\.\d)?"
)
_TITLED_UNIT = re.compile(r"(?:Oz|Caps?|Grams?|Mol|Mm|Cm|Cc|Units?|Tabs?|Drops)$")  # written so, names too
_DEVICE = re.compile(
    r"(?<=[FfGgrRaAhHe])(?: (?:Foley|coude|pigtail|chest|Dobhoff|Salem|Malecot|catheter|tube|sheath|drain|stent|needle|IV|PIV|A-line)\b)"
    r"{1,2}"
)
_CODE = re.compile(r"(\d{1,4}) ?([A-Z]{2})")
_WORD_UNIT = re.compile(r"\d ?(?:Ms|Ma|Mv|Db|Min|Mins|Minutes?|Secs?|Seconds?)$")  # so written, a title or a street
_LONG_NUMBER = re.compile(r"[<>~ ]*\d{7,}+ ?+(?!(?:units?|[mk]?iu|copies|cells)(?!\w)|/|x)", re.IGNORECASE)  # "MRN 4471902 mg"
_LEADING_ZERO = re.compile(r"[<>~ ]*0\d")
_NEVER_IN_CAPITALS = word_set("HZ DB MA MV DL FL MS")
_POSTAL_BEFORE = re.compile(r"[A-Z]\d{1,2}[A-Z]? $")
_NUMBER_BEHIND = re.compile(r" \d{3}|,? Box\b")
_NUMBER_BEFORE = re.compile(r"\d $")
_ROADS = word_set("CR HC FM SR RR PR")
_SHORT_YEAR = re.compile(r"(\d{1,2})\.(\d{2})")
_VITALS = word_set("bp hr rr spo2 t temp pulse sat sats o2 sao2")
_SERIES_NAMES = word_set("abg vbg cbg gas bmp cmp cbc chem7 chem-7 lytes abgs vbgs")
_PRESSURES = word_set("bp nibp abp bps sbp/dbp blood\0pressure")
_WRITTEN_OUT = re.compile(r"^[cgmnpr]\.|[>(;*=]|del|dup|ins|fs|^HLA-|^[yrca]{0,2}p?T[0-4is]{1,2}[a-c]?[NM]")  # no identifier has these
_OPENING = frozenset("(.*:>")  # behind the first letter of notation: "t(9;22)"
_SIGNS = frozenset("0123456789([*>=")
_CELL = re.compile(r"[<>]?\d{1,5}(?:\.\d{1,4})?(?:-\d{1,5}(?:\.\d{1,4})?)?(?=\||\s|$)")
_SEGMENT = 400  # characters of a segment in front of a value
_NEAR, _STREET, _SENTENCE = 24, 40, 60  # characters
_SHORT_DRUG = 5  # letters
_SHORT = 2  # letters of an analyte that needs more than a whole number behind it


def find_facts(text: str) -> tuple[Fact, ...]:
    """The facts of a text, in order and apart."""
    return tuple(_Pass(text).run())


def quantities(text: str, fact: Fact) -> list[tuple[int, int]]:
    """The numbers with units within a fact."""
    plain = text.translate(_PLAIN)
    return [m.span() for m in _QUANTITY.finditer(plain, fact.start, fact.end)]


class _Pass:
    def __init__(self, text: str) -> None:
        self.text = text
        self.plain = text.translate(_PLAIN)
        self.found: list[Fact] = []
        self.results = "OBX|" in text

    def run(self) -> list[Fact]:
        at = 0
        while (m := _START.search(self.plain, at)) is not None:
            start = m.start()
            letter = self.plain[start].isalpha()
            fact = self._from_word(start) if letter else self._from_number(start)
            if fact is not None and fact.end > start:
                self._add(fact)
                at = fact.end
            else:
                skipped = (_WORD if letter else _DIGITS).match(self.plain, m.end() - 1)
                at = max(m.end(), skipped.end() if skipped else 0)
        return self.found

    def _add(self, fact: Fact) -> None:
        last = self.found[-1] if self.found else None
        if last and last.kind is fact.kind is Kind.WORD and self.plain[last.end : fact.start] in (" ", "/"):
            self.found[-1] = last._replace(end=fact.end)  # "RLL PNA"
        else:
            self.found.append(fact)

    # --- from a number on ---

    def _from_number(self, at: int) -> Fact | None:
        plain = self.plain
        m = _QUANTITY.match(plain, at) or _LETTERED.match(plain, at)
        if m is not None and not self._is_in_code(m):
            end = self._end_of_dose(self._end_of_device(m.end()))
            if end > m.end():
                return Fact(at, end, Kind.DOSE)
            if _TITLED_UNIT.search(m[0]) is None and not self._is_in_address(end):
                return Fact(at, end, Kind.MEASURE)
        m = _GESTATION.match(plain, at) or _BARE_ACUITY.match(plain, at) or _FOUND.match(plain, at)
        end = m.end() if m is not None else sure_scale(plain, at)
        if end > at:
            return Fact(at, self._end_of_device(end), Kind.SCALE)
        m = _GIVEN.match(plain, at)
        if m is not None and _TAILED.match(plain, m.end()) and _FEW.match(m[0]) and not self._is_date(m[0]):
            return Fact(at, self._end_of_dose(m.end()), Kind.DOSE)
        m = _PRESSURE.match(plain, at)
        if m is not None and _is_pressure(m[0]) and not self._is_in_address(m.end()):
            return Fact(at, m.end(), Kind.MEASURE, False)
        if self.results and self._is_in_result(at) and (m := _CELL.match(plain, at)) is not None:
            return Fact(at, m.end(), Kind.MEASURE, False)
        return self._scale(at) or self._notation(at)

    def _is_in_result(self, at: int) -> bool:
        """Whether it stands in an OBX segment of HL7 v2: its numbers are results and reference ranges."""
        low = max(0, at - _SEGMENT)
        line = max(self.plain.rfind("\n", low, at), self.plain.rfind("\r", low, at)) + 1
        return self.plain.startswith("OBX|", line) and "|" in self.plain[line + 4 : at]

    def _end_of_device(self, end: int) -> int:
        """Behind "14 Fr" and "18G": "Foley", "IV"."""
        m = _DEVICE.match(self.plain, end)
        return m.end() if m else end

    def _is_in_code(self, m: re.Match[str]) -> bool:
        """Whether a number and a unit in capitals are an hour with initials, or part of a postal code or a plate."""
        if _WORD_UNIT.search(m[0]) or _LEADING_ZERO.match(m[0]) or _LONG_NUMBER.match(m[0]):
            return True
        number = _CODE.fullmatch(m[0])
        if number is None:
            return False
        if number[2] in _NEVER_IN_CAPITALS or (len(number[1]) == 4 and number[1] < "2400" and number[1][2] < "6"):
            return True
        return len(number[1]) == 1 and _POSTAL_BEFORE.search(self.plain, max(0, m.start() - 6), m.start()) is not None

    def _end_of_dose(self, end: int) -> int:
        m = _TAIL.match(self.plain, end)
        while m is not None and m.end() > end and self.plain[m.end() - 1] in ". ":
            return m.end() - 1
        return m.end() if m else end

    def _is_in_address(self, end: int) -> bool:
        """Whether a word of streets follows: "100 ML King Blvd"."""
        if not _CAPITAL_BEHIND.match(self.plain, end):
            return False
        behind = self.plain[end : end + _STREET].partition("\n")[0].replace(",", " ").replace(".", " ").split()
        if not behind or behind[0].lower() in UNAMBIGUOUS_TITLES:
            return False
        return not word_list("places", "type").isdisjoint(word.lower() for word in behind[1:3] or behind)

    @staticmethod
    def _is_date(value: str) -> bool:
        """Whether a value may be a day or a year: "10/12", "7/3/24", "10.20", "2019"; doses end in .25 and .75."""
        value = value.strip("<>~ ")
        if _YEAR.fullmatch(value):
            return True
        parts = re.split(r" ?[/-] ?", value)
        if (dotted := _SHORT_YEAR.fullmatch(value)) is not None and dotted[2] not in ("25", "75"):
            parts = [dotted[1], dotted[2]]
        if len(parts) < 2 or not all(map(str.isdigit, parts)):
            return False
        first, second = int(parts[0]), int(parts[1])
        return 0 < min(first, second) <= 12 and max(first, second) <= 31

    def _scale(self, at: int) -> Fact | None:
        m = _SCALE_FORM.match(self.plain, at)
        if m is None:
            return None
        end = m.end()
        before, after = self.plain[max(0, at - _SENTENCE) : at], self.plain[end : end + _NEAR]
        return Fact(at, end, Kind.SCALE, False) if is_scale(self.plain[at:end], before, after) else None

    # --- from a word on ---

    def _from_word(self, at: int) -> Fact | None:
        m = _PHRASE.match(self.plain, at)
        if m is None:
            return None
        word = m[1]
        key = word.lower()
        if word.isalpha() and key not in tables.heads() and self.plain[m.end(1) : m.end(1) + 1] not in _OPENING:
            return None
        form = tables.forms().get(key.rstrip("+"))
        if form is not None and (found := form.match(self.plain, at)) is not None:
            return Fact(at, found.end(), Kind.SCALE)
        fact = self._result(at, m) if key.rstrip("+") in tables.first_words() else None
        return fact or self._named(at, m.end(1), word, key)

    def _result(self, at: int, m: re.Match[str]) -> Fact | None:
        for n in (3, 2, 1):
            if m[n] is None:
                continue
            name = self.plain[at : m.end(n)]
            known = tables.results().get(name.lower().rstrip("+"))
            if known is None or (known.upper and not name.isupper()):
                continue
            if len(name) <= _SHORT and _TITLE_BEFORE.search(self.plain, max(0, at - 6), at):
                continue
            end = self._value(name, m.end(n), known)
            if end:
                return Fact(at, end, Kind.MEASURE)
        return None

    def _value(self, name: str, at: int, known: tables.Result) -> int:
        """The end of the value of a result, 0 where none stands there."""
        m = _VALUE.match(self.plain, at)
        if m is None or m["value"] is None:
            return 0
        value = m["value"]
        numbers = [found.replace(",", "") for found in _NUMBERS.findall(value)]
        if any(len(n) > 1 and n[0] == "0" and n[1] != "." for n in numbers):
            return 0  # a postal code
        if not all(known.low <= float(n) <= known.high for n in numbers):
            return 0
        whole = all(n.isdigit() for n in numbers)
        bare = m.end() == m.end("value") and whole
        if _BEHIND_NUMBER.match(self.plain, m.end()):
            return 0
        if bare and (_NUMBER_BEHIND.match(self.plain, m.end()) or self._is_in_address(m.end())):
            return 0
        if bare and name in _ROADS and not self._is_beside_fact(at - len(name)):
            if _NUMBER_BEFORE.search(self.plain, max(0, at - len(name) - 2), at - len(name)):
                return 0
        if bare and len(name) == 1 and not self._is_beside_fact(at - 1):
            return 0
        if bare and len(name) <= _SHORT and tables.is_name(name.lower()) and any(len(n) < 3 for n in numbers):
            return 0
        if "/" in value and self._is_date(value.strip("<>~ ")):
            return 0
        end = m.end()
        if name.lower() in _VITALS or name.lower().startswith(("o2", "sat", "oxygen", "pulse ox")):
            end = self._vitals(_OXYGEN.match(self.plain, end).end())  # type: ignore[union-attr]
        return end

    def _is_beside_fact(self, at: int) -> bool:
        return bool(self.found) and at - self.found[-1].end < 4

    def _vitals(self, end: int) -> int:
        while (m := _VITALS_GO_ON.match(self.plain, end)) is not None:
            end = m.end()
        return end

    def _named(self, at: int, end: int, word: str, key: str) -> Fact | None:
        plain = self.plain
        if key in _PRESSURES or (key == "blood" and plain.startswith(" pressure", end)):
            end = end + len(" pressure") if key == "blood" else end
            m = _VALUE.match(plain, end)
            if m is not None and _is_pressure(m["value"].strip("<>~ ")):
                return Fact(at, self._vitals(m.end()), Kind.MEASURE)
            return None
        if key in _SERIES_NAMES and (m := _SERIES.match(plain, end)) is not None:
            return Fact(at, m.end(), Kind.MEASURE)
        if key in _TAPERS and (m := _TAPER.match(plain, end)) is not None and _falls(m[1]):
            return Fact(at, m.end(), Kind.MEASURE)
        if key == "pain" and (m := _PAIN.match(plain, end)) is not None and not _BEHIND_NUMBER.match(plain, m.end()):
            return Fact(at, m.end(), Kind.SCALE)
        if key in tables.scored() and not tables.is_name(key) and (m := _SCORED.match(plain, end)) is not None:
            return Fact(at, m.end(), Kind.SCALE)
        if key in tables.scale_names() and (m := _SCALED.match(plain, end)) is not None:
            if _FRACTION.search(m[0]) or (word.isupper() if is_ordinary(key) else not tables.is_name(key) or word.isupper()):
                return Fact(at, m.end(), Kind.SCALE)
        if key in ("stage", "grade", "figo", "gr") and (m := _STAGED.match(plain, end)) is not None:
            return Fact(at, m.end(), Kind.NOTATION)
        if word in tables.EYES and (m := _ACUITY.match(plain, end)) is not None:
            return Fact(at, m.end(), Kind.SCALE)
        if word in tables.SIDE and (m := _SIDED.match(plain, end)) is not None and _is_part(m[1]):
            return Fact(at, m.end(), Kind.WORD)
        if (m := tables.CODED.match(plain, at)) is not None:
            return Fact(at, m.end(), Kind.SCALE)
        if (scale := sure_scale(plain, at)) > at:
            return Fact(at, scale, Kind.SCALE)
        if key in tables.drugs():
            return self._dose(at, end, key)
        if key in medicine.genes() and (m := _CHANGE.match(plain, end)) is not None and is_nomenclature(plain[at : m.end()]):
            return Fact(at, m.end(), Kind.NOTATION)
        if word in tables.words():
            course = _COURSE.match(plain, end)
            return Fact(at, course.end() if course else end, Kind.WORD)
        return self._notation(at)

    def _dose(self, at: int, end: int, key: str) -> Fact | None:
        plain = self.plain
        second = _WORD.match(plain, end + 1) if plain[end : end + 1] == " " else None
        if second is not None and second[0].lower() in tables.drugs():
            end = second.end()
        if (m := _TAPER.match(plain, end)) is not None and _falls(m[1]):
            return Fact(at, m.end(), Kind.DOSE)
        form = re.compile(_DOSE_FORM + "[ :]{1,2}", re.IGNORECASE).match(plain, end)
        if form is not None and (m := _QUANTITY.match(plain, form.end())) is not None and not self._is_in_address(m.end()):
            return Fact(at, self._end_of_dose(m.end()), Kind.DOSE)
        if _TAILED.match(plain, end):
            return Fact(at, self._end_of_dose(end), Kind.DOSE)
        m = _DOSED.match(plain, end)
        is_insulin = key in tables.INSULINS
        if m is not None and len(key) <= _SHORT_DRUG and key not in tables.SHORT_DRUGS and "." not in m["value"]:
            # "same: 462", "epic 5": words of English too
            m = m if plain[at].isupper() and plain[end] == " " else None
        if m is not None and not ((self._is_date(m["value"]) and not is_insulin) or _BEHIND_NUMBER.match(plain, m.end())):
            return Fact(at, self._end_of_dose(m.end()), Kind.DOSE)
        if (m := _COURSE.match(plain, end)) is not None:
            return Fact(at, m.end(), Kind.WORD)
        return Fact(at, end, Kind.WORD) if plain[at:end].lower() in tables.substances() else None

    def _notation(self, at: int) -> Fact | None:
        m = _TOKEN.match(self.plain, at)
        if m is None or _SIGNS.isdisjoint(m[0]):
            return None
        token = m[0].rstrip(".:;")
        if token.endswith(")") and "(" not in token:
            token = token[:-1]
        if not is_nomenclature(token):
            return None
        sure = _WRITTEN_OUT.search(token) is not None or is_history_or_stage(token) or _is_long_gene(token)
        return Fact(at, at + len(token), Kind.NOTATION, sure)


def _is_long_gene(token: str) -> bool:
    return token[:3].isalpha() and token.isupper() and token.lower() in medicine.genes()


def _is_pressure(value: str) -> bool:
    numbers = [int(n) for n in re.findall(r"\d+", value)]
    if "/" not in value or len(numbers) not in (2, 4) or "." in value:
        return False
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    return all(60 <= high <= 280 and 20 <= low <= 160 and low < high for high, low in pairs)


def _falls(series: str) -> bool:
    numbers = [float(n) for n in _NUMBERS.findall(series)]
    return all(a >= b for a, b in zip(numbers, numbers[1:], strict=False)) and numbers[0] > numbers[-1]


def _is_part(word: str) -> bool:
    """Whether it is a part of the body, in small letters or as an abbreviation: a surname is neither."""
    if word in tables.words():
        return True
    return word.lower() in tables.BODY and (word.islower() or (word.isupper() and len(word) <= 4))
