"""This module filters the list of a sample and cuts it into pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from redactor.service.review.opened import Facts

PAGE = 100
"""A page of the list has this many records."""
_OF: Mapping[str, Callable[[Facts], Collection[str]]] = {
    "type": lambda f: (f.drawn.type,),
    "outcome": lambda f: (f.drawn.outcome,),
    "entity": lambda f: f.entities,
    "detector": lambda f: f.detectors,
    "rule": lambda f: f.rules,
    "reason": lambda f: (f.drawn.reason,) if f.drawn.reason else (),
    "match": lambda f: (f.match.value,),
}
_ASKED = (*_OF, "low", "high", "unread")


@dataclass(frozen=True, slots=True)
class Listing:
    """A listing is what the list shows for its filters.

    matching: all records that match, in order. asked: the filters. choices: the values that each filter offers.
    """

    matching: Sequence[Facts]
    asked: Mapping[str, str]
    choices: Mapping[str, Sequence[str]]
    number: int

    @property
    def total(self) -> int:
        """This is the number of records that match."""
        return len(self.matching)

    @property
    def pages(self) -> int:
        """This is the number of pages, one at least."""
        return max(1, -(-self.total // PAGE))

    @property
    def page(self) -> Sequence[Facts]:
        """These are the records of the page."""
        return self.matching[(self.number - 1) * PAGE : self.number * PAGE]

    @property
    def query(self) -> str:
        """This is the query string of the filters, or ""."""
        told = {name: value for name, value in self.asked.items() if value}
        return f"?{urlencode(told)}" if told else ""

    def at(self, number: int) -> str:
        """Return the query string of another page."""
        return "?" + urlencode({name: value for name, value in self.asked.items() if value} | {"page": number})


def listing(facts: Sequence[Facts], query: Mapping[str, str], read_ids: Collection[str]) -> Listing:
    """Return the records that match the filters of a query. What is no number counts as no filter.

    read_ids: the record ids that a person has looked at.
    """
    asked = {name: query.get(name, "") for name in _ASKED}
    low, high = _number(asked["low"]), _number(asked["high"])

    def matches(f: Facts) -> bool:
        if any(asked[name] and asked[name] not in of(f) for name, of in _OF.items()):
            return False
        if (low is not None or high is not None) and not any(
            (low is None or low <= s) and (high is None or s <= high) for s in f.scores
        ):
            return False
        return not asked["unread"] or f.drawn.record_id not in read_ids

    choices = {name: sorted({value for f in facts for value in of(f)}) for name, of in _OF.items()}
    found = Listing([f for f in facts if matches(f)], asked, choices, 1)
    page = int(_number(query.get("page", "")) or 1)
    return Listing(found.matching, asked, choices, min(max(1, page), found.pages))


def _number(text: str) -> float | None:
    try:
        found = float(text)
    except ValueError:
        return None
    return found if -1e9 < found < 1e9 else None
