"""Drop spans that are units of measurement or nucleotide sequences; the model mistakes "mL" for initials.

The unit of a Quantity is a text without context. Atoms: the common ones of UCUM and what laboratories write instead;
of the annotations in braces, which may hold anything, only a few count as units.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from redactor.entities import DATES, Entity
from redactor.text import Span

_ATOM = (
    r"(?:[kmunpfµμ]?(?:g|L|l|mol|Osm|Eq|eq|s|V|Hz|Pa|W|J|IU|U|bar|cal)|[kcmnuµμ]?m|[cm]?Gy|[kMGm]?(?:Bq|Ci)"
    r"|mc[gL]|d[lL]|IU|EU|FEU|CFU|cfu|PFU|hr?|min|sec|days?|d|wk|weeks?|months?|yr|years?"
    r"|HPF|LPF|hpf|lpf|cells?|copies|log|beats|breaths|bpm|drops|units?|tablets?|capsules?|puffs?|doses?"
    r"|mm ?\[Hg\]|mm ?Hg|cm ?H2O|Cel|deg ?[CF]|\[deg[CF]\]|\{(?:score|INR|ratio|index|titer)\}|%|[KM]|thou|mill|cu ?mm"
    r"|x?10[*^E]?(?:E)?[0-9]{1,2}|(?:1\.73|10{1,3}|12|24)(?: ?m2)?|m[23]|WBC|albumin|creat(?:inine)?|arb|per)"
)
_UNIT = re.compile(rf"/?{_ATOM}(?:(?: ?[/.*] ?| ){_ATOM})*")
_LETTER = re.compile("[A-Za-zµμ%]")
_MEASURED = re.compile(r"[0-9] ?$|[A-Za-z0-9%] ?/$")  # precedes a unit in a text
_BASES = re.compile(r"[ACGTUN]{20,}|[acgtun]{20,}")
_KEY, _DECIMAL = re.compile("[a-z_]{1,3}"), re.compile(r"-?[0-9]{1,4}\.[0-9]{1,4}")  # of JSON
_CLOCK = re.compile(r"(?:^|[^0-9.])[0-9]{2}:?[0-9]{2} ?$")
_LONGEST, _CONTEXT, _MIN_TOKEN = 40, 8, 3
_WITH_UNITS = DATES | {Entity.AGE}  # "45 years", "24 h"


def drop_units(text: str, spans: Sequence[Span]) -> list[Span]:
    """Drop spans that only a model found and that are a unit (after a number or a slash), a nucleotide sequence, or a
    short key or decimal number of JSON.
    """
    if not spans:
        return []
    alone = len(text) <= _LONGEST and _is_unit(text.strip())

    def is_unit(s: Span) -> bool:
        if not s.is_students_alone:
            return False
        return _is_json(text, s) or (s.entity not in _WITH_UNITS and (alone or _is_measure(text, s)))

    return [s for s in spans if not is_unit(s)]


def _is_json(text: str, s: Span) -> bool:
    value, before, after = text[s.start : s.end], text[max(0, s.start - 3) : s.start], text[s.end : s.end + 2]
    if before.endswith('"') and after == '":':
        return _KEY.fullmatch(value) is not None
    return before.rstrip().endswith('":') and after[:1] in (",", "}", "]") and _DECIMAL.fullmatch(value) is not None


def _is_measure(text: str, s: Span) -> bool:
    value = text[s.start : s.end]
    if _BASES.fullmatch(value):
        return True
    before = text[max(0, s.start - _CONTEXT) : s.start]
    if (len(value) == 1 and value.isupper() and not before.endswith("/")) or (
        len(value) < _MIN_TOKEN and _CLOCK.search(before)
    ):
        return False  # "0644 L", "0125 ms": somebody's initials
    return len(value) <= _LONGEST and _MEASURED.search(before) is not None and _is_unit(value.strip(" /"))


def _is_unit(value: str) -> bool:
    return _UNIT.fullmatch(value) is not None and _LETTER.search(value) is not None
