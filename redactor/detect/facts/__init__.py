"""Facts: measurements, doses, scores, notation and abbreviations, marked before anything counts as an identifier.

A fact that leaves as another one is a false fact: "K 4.1" became "K 4 May". `find_facts` marks them in one pass,
`cut_at_facts` keeps the spans of all detectors out of them.
"""

from redactor.detect.facts.cut import cut_at_facts
from redactor.detect.facts.find import Fact, Kind, find_facts
from redactor.detect.facts.tables import is_clinical

__all__ = ["Fact", "Kind", "cut_at_facts", "find_facts", "is_clinical", "is_measure", "measures"]


def is_measure(value: str) -> bool:
    """Whether a value is a measurement and nothing else: "40 MG", "96%", "BP 118/70", "5 mcg/kg/min"."""
    found = find_facts(value)
    return len(found) == 1 and found[0].kind is Kind.MEASURE and (found[0].start, found[0].end) == (0, len(value))


def measures(text: str) -> list[tuple[int, int]]:
    """The ranges of the measurements and doses of a text."""
    return [(fact.start, fact.end) for fact in find_facts(text) if fact.kind is Kind.MEASURE]
