"""Mark facts (measurements, doses, scores, notation, abbreviations) before anything counts as an identifier.

A fact that leaves as another one is a false fact: "K 4.1" became "K 4 May". `find_facts` marks facts in one pass, and
`cut_at_facts` keeps the spans of all detectors out of them.
"""

from redactor.detect.facts.cut import cut_at_facts
from redactor.detect.facts.find import Fact, Kind, find_facts, quantities

__all__ = ["Fact", "Kind", "cut_at_facts", "find_facts", "is_measure", "is_measured", "measures"]

_UNIT = 24  # characters of a unit behind a number


def is_measure(value: str) -> bool:
    """Return whether the value is a measurement and nothing else: "40 MG", "96%", "BP 118/70", "5 mcg/kg/min"."""
    found = find_facts(value)
    return (
        len(found) == 1
        and found[0].kind in (Kind.MEASURE, Kind.DOSE)
        and (found[0].start, found[0].end) == (0, len(value))
    )


def is_measured(text: str, start: int, end: int) -> bool:
    """Return whether a measurement begins with text[start:end], such as the number of "250000/uL"."""
    found = find_facts(text[start : end + _UNIT])
    return (
        bool(found)
        and found[0].kind in (Kind.MEASURE, Kind.DOSE)
        and found[0].start == 0
        and found[0].end > end - start
    )


def measures(text: str) -> list[tuple[int, int]]:
    """Return the ranges of the measurements of a text; of a dose, the range of its strength with the unit."""
    out: list[tuple[int, int]] = []
    for fact in find_facts(text):
        if fact.kind is Kind.MEASURE:
            out.append((fact.start, fact.end))
        elif fact.kind is Kind.DOSE:
            out.extend(quantities(text, fact) or [(fact.start, fact.end)])
    return out
