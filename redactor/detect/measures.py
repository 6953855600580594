"""Doses, units, vital signs, laboratory values and scales, told by their form and by what stands beside them.

`drop_measures` drops spans that are one, before spans are resolved; `measures_within` and `is_measured` find one in a
resolved span, for the guard. Scales, durations and gauges: `redactor.lexicon.scales`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from redactor.entities import DATES, NAMES, Entity
from redactor.lexicon.scales import is_scale
from redactor.lexicon.titles import UNAMBIGUOUS_TITLES
from redactor.lexicon.wordlists import word_set as word_list
from redactor.lexicon.words import word_set
from redactor.text import STUDENT, Span

# --- values with a unit in prose ---

_NUMBER = r"\d{1,3}(?:,\d{3}|\d{0,5})(?:\.\d{1,4})?"
# Units of two letters and more, and the percent sign: behind a number they are neither a name nor part of an address.
_UNIT = (
    r"(?:m?mol|[uµμn]mol|m[ck]g|[kmnpuµμ]g|gm|grams?|lbs?|oz|[mduµμf]l|mcl|cc|m?eq|mosm|[mµμu]?iu|units?|mm ?hg"
    r"|cm ?h2o|mm|cm|bpm|kpa|gy|hz|kcal|tabs?|tablets?|caps?|capsules?|puffs?|drops|gtts?|%|msec)"
)
_LETTER_UNIT = r"(?:[LlgGmsUhdKFC]|°[CF])"  # alone, such a letter may be an initial too
_PER = (
    r"(?: ?/ ?(?:[kmuµμnd]?g|[mduµμf]?l|kg|hpf|lpf|h|hr|hour|min|minute|s|sec|d|day|dose|wk|week|m2|1\.73 ?m2|mm3"
    r"|24 ?h|mmol|mol|beat))"
)
_VALUE = rf"{_NUMBER}(?: ?(?:-|–|to|/) ?{_NUMBER})?"
# No hyphen and no slash in front of the number: it would be the end of an identifier.
_MEASURE = rf"(?<![\w./#-])[<>≤≥~]?{_VALUE} ?-?(?:{_UNIT}{_PER}{{0,2}}|{_LETTER_UNIT}{_PER}{{1,2}})(?![\w-])"
_VITALS = (
    r"(?:BP|HR|RR|SpO2|SaO2|O2 ?sats?|sats?|pulse|temp(?:erature)?|BMI|wt|weight|ht|height|MAP|EF|LVEF|"
    r"h[gb]?b|hct|wbc|rbc|plt|platelets|sodium|potassium|glucose|creat(?:inine)?|bun|a1c|hba1c|inr|tsh|ldl|hdl|ast|alt"
    r"|crp|esr|bnp|troponin|lactate|ferritin|psa|egfr)"
)
_NAMED = rf"(?<![\w-]){_VITALS}[:=]? {{0,2}}(?:of |is |was )?[<>]?\d{{1,3}}(?:\.\d{{1,2}}|/\d{{2,3}})?%?(?![\w./-]*\d)"
_NAME_OF_RESULT = re.compile(rf"(?<![\w-]){_VITALS}[:=]? {{0,2}}(?:of |is |was )?[<>]?$", re.IGNORECASE)
_RESULT = re.compile(r"\d{1,3}\.\d{1,2}")
_YEAR_BEHIND = re.compile(r"[ ]?[-/.]?\d")
_WITHIN_ADDRESS = re.compile(_MEASURE, re.IGNORECASE)  # "RR 2" is a rural route there
_WITHIN = re.compile(rf"{_NAMED}(?: ?(?:{_UNIT}|{_LETTER_UNIT}){_PER}{{0,2}}(?![\w-]))?|{_MEASURE}", re.IGNORECASE)
_CAPITAL_BEHIND = re.compile(r"\.?[ ][A-Z]")

_WHOLE = re.compile(rf"[<>≤≥~]?{_VALUE} ?-?(?:{_UNIT}|{_LETTER_UNIT}){_PER}{{0,2}}", re.IGNORECASE)
_LETTERED = re.compile(rf"{_VALUE} ?-?{_LETTER_UNIT}")
_LETTERED_APART = re.compile(rf"\d{{1,3}}(?:\.\d+)? {_LETTER_UNIT}|\d\.\d+{_LETTER_UNIT}")
_PLAIN_UNIT = re.compile(rf"(?:{_UNIT}|{_LETTER_UNIT}){_PER}{{0,2}}", re.IGNORECASE)
_PLAIN_VALUE = re.compile(rf"[<>]?{_VALUE}")
_UNIT_BEHIND = re.compile(
    rf" ?(?:{_UNIT}{_PER}?|[LgK]{_PER}|x ?10[\^*E]?\d{{1,2}}(?:/[uµμ]?l)?|[KMkm]/[uµμ]l)(?![\w-]|\.[ ][A-Z])",
    re.IGNORECASE,
)
_DECIMAL = re.compile(r"\d{1,2}\.\d{1,3}")
_LETTER_BEHIND = re.compile(r" [Lg](?![\w./-])")
_NUMBER_BEFORE = re.compile(r"(?:^|[^\w:./-])\d{1,3}(?:\.\d+)? ?$")
_UNIT_SLASH_BEFORE = re.compile(r"\d ?[a-zµμ%]{1,5} ?/ ?$", re.IGNORECASE)
_PRESSURE_BEFORE = re.compile(r"\b(?:BP|blood pressure|NIBP|ABP)[ :=]{1,3}(?:of |is |was )?$", re.IGNORECASE)
_PRESSURE = re.compile(r"\d{2,3}/\d{2,3}")
_RANGE = re.compile(r"[<>]?\d{1,5}(?:\.\d{1,4})?(?:-\d{1,5}(?:\.\d{1,4})?)?")
# Of a drug, behind its strength: "12.5 MG Oral Tablet".
_FORMS = re.compile(
    r"(?:[ \t]+(?:oral|tablets?|capsules?|injecti(?:on|able)|solution|suspension|chewable|extended|delayed|release"
    r"|sublingual|topical|transdermal|patch|cream|inhaler|powder|prefilled|syringe|po|iv|im|subq)\b){1,6}",
    re.IGNORECASE,
)
_FLOW = re.compile(r"\d{1,2}(?:\.\d)? ?L(?![\w-])")
_OXYGEN_BEFORE = re.compile(
    r"(?:%|SpO2|O2|oxygen|sats?|nasal cannula|NC|flow)[ ,:]{1,2}(?:on|at|to|via|of)? ?$", re.IGNORECASE
)
_NEAR, _STREET, _SENTENCE = 24, 40, 60  # characters
_DIGIT = re.compile(r"\d")
_AMBIGUOUS = word_set("g l m s u h d k f c")
_NAMES = word_set("Oz Cap Caps Gram Grams Mol Mm Cm Cc")  # written so


def measures_within(text: str, start: int, end: int, *, place: bool) -> Iterator[tuple[int, int]]:
    """The measurements in text[start:end].

    place: in an address, where "100 ML King Blvd" is none: where a capital follows the unit, no word of streets may.
    """
    if _DIGIT.search(text, start, end) is None:
        return
    if (flow := _FLOW.match(text, start, end)) and _OXYGEN_BEFORE.search(text[max(0, start - _NEAR) : start]):
        yield flow.span()
        start = flow.end()
    for m in (_WITHIN_ADDRESS if place else _WITHIN).finditer(text, start, end):
        forms = _FORMS.match(text, m.end(), end)
        if forms:
            yield m.start(), forms.end()
        elif not (place and _CAPITAL_BEHIND.match(text, m.end(), end) and _is_street(text, m.end())):
            yield m.span()


def _is_street(text: str, at: int) -> bool:
    """Whether the words behind name a street; a title says that a new sentence begins."""
    behind = text[at : at + _STREET].partition("\n")[0].replace(",", " ").replace(".", " ").split()
    if not behind or behind[0].lower() in UNAMBIGUOUS_TITLES:
        return False
    return not word_list("places", "type").isdisjoint(word.lower() for word in behind[1:] or behind)


def is_measure(value: str) -> bool:
    """Whether a value is a number with a unit and nothing else: "40 MG", "96%", "4 L", "5 mcg/kg/min"."""
    return _WHOLE.fullmatch(value) is not None


def is_measured(text: str, start: int, end: int, *, place: bool) -> bool:
    """Whether text[start:end] is a measurement or a scale, or the number or unit of one that stands around it.

    place: of an address, where "4 L" is a flat.
    """
    before = text[max(0, start - _SENTENCE) : start]
    if is_scale(text[start : min(end, start + _SENTENCE)], before, text[end : end + _NEAR]):
        return True
    value = text[start:end].strip(" .,;()")
    if is_measure(value):
        return not _LETTERED.fullmatch(value) or (not place and _LETTERED_APART.fullmatch(value) is not None)
    if _PLAIN_UNIT.fullmatch(value):
        if _UNIT_SLASH_BEFORE.search(before):
            return True
        return value.lower() not in _AMBIGUOUS and value not in _NAMES and _NUMBER_BEFORE.search(before) is not None
    if not _PLAIN_VALUE.fullmatch(value):
        return False
    if _PRESSURE.fullmatch(value) and _PRESSURE_BEFORE.search(before):
        return True
    if (len(value) < 4 or "." in value or "-" in value) and _UNIT_BEHIND.match(text, end):
        return True
    if _DECIMAL.fullmatch(value) and _LETTER_BEHIND.match(text, end):
        return True
    return _RANGE.fullmatch(value) is not None and _in_result_segment(text, start)


def _in_result_segment(text: str, at: int) -> bool:
    """Whether it stands in an OBX segment of HL7 v2: its numbers are results and reference ranges."""
    low = max(0, at - 400)
    line = max(text.rfind("\n", low, at), text.rfind("\r", low, at)) + 1
    return text.startswith("OBX|", line) and "|" in text[line + 4 : at]


# --- spans that are units, sequences or scales ---

# Of UCUM the common ones, and what laboratories write instead. Of the annotations in braces, which may hold anything,
# only a few count as units.
_ATOM = (
    r"(?:[kmunpfµμ]?(?:g|L|l|mol|Osm|Eq|eq|s|V|Hz|Pa|W|J|IU|U|bar|cal)|[kcmnuµμ]?m|[cm]?Gy|[kMGm]?(?:Bq|Ci)"
    r"|mc[gL]|d[lL]|IU|EU|FEU|CFU|cfu|PFU|hr?|min|sec|days?|d|wk|weeks?|months?|yr|years?"
    r"|HPF|LPF|hpf|lpf|cells?|copies|log|beats|breaths|bpm|drops|units?|tablets?|capsules?|puffs?|doses?"
    r"|mm ?\[Hg\]|mm ?Hg|cm ?H2O|Cel|deg ?[CF]|\[deg[CF]\]|\{(?:score|INR|ratio|index|titer)\}|%|[KM]|thou|mill|cu ?mm"
    r"|x?10[*^E]?(?:E)?[0-9]{1,2}|(?:1\.73|10{1,3}|12|24)(?: ?m2)?|m[23]|WBC|albumin|creat(?:inine)?|arb|per)"
)
_UCUM = re.compile(rf"/?{_ATOM}(?:(?: ?[/.*] ?| ){_ATOM})*")
_LETTER = re.compile("[A-Za-zµμ%]")
_MEASURED = re.compile(r"[0-9] ?$|[A-Za-z0-9%] ?/$")  # precedes a unit in a text
_BASES = re.compile(r"[ACGTUN]{20,}|[acgtun]{20,}")
_JSON_KEY, _JSON_DECIMAL = re.compile("[a-z_]{1,3}"), re.compile(r"-?[0-9]{1,4}\.[0-9]{1,4}")  # of JSON
_CLOCK = re.compile(r"(?:^|[^0-9.])[0-9]{2}:?[0-9]{2} ?$")
_LONGEST_UNIT, _BEFORE_UNIT, _SHORTEST_UNIT = 40, 8, 3
_AROUND = 64  # characters on either side of a scale; is_scale reads fewer
_DATED = frozenset({STUDENT, "patterns:date"})  # what takes a scale for a date
_WITH_UNITS = DATES | {Entity.AGE}  # "45 years", "24 h"
_SCALED = DATES | NAMES | {Entity.AGE, Entity.ID, Entity.STREET, Entity.ZIP, Entity.TELEPHONE_NUMBER}


def drop_measures(text: str, spans: Sequence[Span]) -> list[Span]:
    """The spans without measures.

    Of the model alone: units behind a number or a slash ("mL" taken for initials), nucleotide sequences, short keys and
    decimal numbers of JSON. Of the model or the rule of dates: scales and decimals, by the words beside them
    ("strength 4/5", "INR 2.4.").
    """
    if not spans:
        return []
    # The unit of a Quantity is a text without context.
    alone = len(text) <= _LONGEST_UNIT and _is_unit(text.strip())

    def is_one(s: Span) -> bool:
        if s.is_students_alone and (
            _is_json(text, s) or (s.entity not in _WITH_UNITS and (alone or _is_unit_or_sequence(text, s)))
        ):
            return True
        if s.entity not in _SCALED or not _DATED.issuperset(s.sources):
            return False
        before, after = text[max(0, s.start - _AROUND) : s.start], text[s.end : s.end + _AROUND]
        value = text[s.start : s.end].rstrip(".")
        return _is_result(value, before, after) or is_scale(value, before, after)

    return [s for s in spans if not is_one(s)]


def _is_result(value: str, before: str, after: str) -> bool:
    """Whether it is a decimal behind the name of a result. With the full stop of its sentence it looks like a date."""
    return (
        _RESULT.fullmatch(value) is not None
        and _YEAR_BEHIND.match(after) is None
        and _NAME_OF_RESULT.search(before) is not None
    )


def _is_json(text: str, s: Span) -> bool:
    value, before, after = text[s.start : s.end], text[max(0, s.start - 3) : s.start], text[s.end : s.end + 2]
    if before.endswith('"') and after == '":':
        return _JSON_KEY.fullmatch(value) is not None
    if not before.rstrip().endswith('":') or after[:1] not in (",", "}", "]"):
        return False
    return _JSON_DECIMAL.fullmatch(value) is not None


def _is_unit_or_sequence(text: str, s: Span) -> bool:
    value = text[s.start : s.end]
    if _BASES.fullmatch(value):
        return True
    before = text[max(0, s.start - _BEFORE_UNIT) : s.start]
    if (len(value) == 1 and value.isupper() and not before.endswith("/")) or (
        len(value) < _SHORTEST_UNIT and _CLOCK.search(before)
    ):
        return False  # "0644 L", "0125 ms": somebody's initials
    return len(value) <= _LONGEST_UNIT and _MEASURED.search(before) is not None and _is_unit(value.strip(" /"))


def _is_unit(value: str) -> bool:
    return _UCUM.fullmatch(value) is not None and _LETTER.search(value) is not None
