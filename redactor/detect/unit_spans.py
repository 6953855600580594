"""Units of measurement and sequences: what a model that learnt clinicians' initials takes for some ("copies/mL").

A unit stands alone in every Quantity, without a word around it that would tell. Atoms: UCUM's common ones and what
laboratories write in their place; annotations in braces may hold anything and are no unit but for a few.
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
_MEASURED = re.compile(r"[0-9] ?$|[A-Za-z0-9%] ?/$")  # what stands before a unit in a text
_BASES = re.compile(r"[ACGTUN]{20,}|[acgtun]{20,}")
_KEY, _DECIMAL = re.compile("[a-z_]{1,3}"), re.compile(r"-?[0-9]{1,4}\.[0-9]{1,4}")  # of JSON
_CLOCK = re.compile(r"(?:^|[^0-9.])[0-9]{2}:?[0-9]{2} ?$")
_LONGEST, _BEFORE, _TELLING = 40, 8, 3
_GUESSES = frozenset(["student"])  # whichever model it is
_MEANT = DATES | {Entity.AGE}  # of "45 years" and "24 h" something is left to tell


def unmeasured(text: str, spans: Sequence[Span]) -> list[Span]:
    """The spans without those that a model alone found in a unit, behind a number or a slash, in bases of a gene, or in
    a short key or a decimal of JSON.
    """
    if not spans:
        return []
    alone = len(text) <= _LONGEST and _is_unit(text.strip())

    def measures(s: Span) -> bool:
        if not _GUESSES.issuperset(s.sources):
            return False
        return _is_json(text, s) or (s.entity not in _MEANT and (alone or _is_measure(text, s)))

    return [s for s in spans if not measures(s)]


def _is_json(text: str, s: Span) -> bool:
    said, before, after = text[s.start : s.end], text[max(0, s.start - 3) : s.start], text[s.end : s.end + 2]
    if before.endswith('"') and after == '":':
        return _KEY.fullmatch(said) is not None
    return before.rstrip().endswith('":') and after[:1] in (",", "}", "]") and _DECIMAL.fullmatch(said) is not None


def _is_measure(text: str, s: Span) -> bool:
    said = text[s.start : s.end]
    if _BASES.fullmatch(said):
        return True
    before = text[max(0, s.start - _BEFORE) : s.start]
    if (len(said) == 1 and said.isupper() and not before.endswith("/")) or (
        len(said) < _TELLING and _CLOCK.search(before)
    ):
        return False  # "0644 L", "0125 ms": somebody's initials
    return len(said) <= _LONGEST and _MEASURED.search(before) is not None and _is_unit(said.strip(" /"))


def _is_unit(said: str) -> bool:
    return _UNIT.fullmatch(said) is not None and _LETTER.search(said) is not None
