"""Notes before and after: originals and their stand-ins in pairs, and rates over them with intervals over documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from redactor.entities import NAMES, Entity
from redactor.evaluate.bootstrap import ratios
from redactor.text import Span

CONTEXT = 60
"""Characters of the new text that a pair holds on either side."""


class Sort(StrEnum):
    """What a reader takes an identifier for; finer labels are not held against a stand-in."""

    NAME = "name"
    ORGANISATION = "organisation"
    PLACE = "place"
    DATE = "date"
    AGE = "age"
    ID = "id"
    PHONE = "phone"
    WEB = "web"
    OTHER = "other"


_BY_SHIELD = {
    "HOSPITAL": Sort.ORGANISATION, "LOCATION": Sort.PLACE, "DATE": Sort.DATE, "AGE": Sort.AGE, "ID": Sort.ID,
    "PHONE": Sort.PHONE, "WEB": Sort.WEB,
}  # fmt: skip


def sort_of(entity: Entity) -> Sort:
    """SHIELD's category of an entity, all names and all organisations being one sort each."""
    if entity in NAMES:
        return Sort.NAME
    if entity is Entity.ORGANIZATION:
        return Sort.ORGANISATION
    return _BY_SHIELD.get(entity.info.shield, Sort.OTHER)


@dataclass(frozen=True, slots=True)
class Pair:
    """An original and what took its place. before, after: the text around it as it now stands, stand-ins included.

    subject: whose record it stands in; None: nobody's.
    """

    document: str
    original: str
    standin: str
    entity: Entity
    subject: str | None = None
    before: str = ""
    after: str = ""

    @property
    def sort(self) -> Sort:
        return sort_of(self.entity)


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A note and what took the place of each span. spans: of the original, in order, apart; standins: one for each.

    aside: entities that get no stand-in (kept, cut short, made a band): they stand in the new text and are not judged.
    """

    id: str
    original: str
    spans: tuple[Span, ...]
    standins: tuple[str, ...]
    subject: str | None = None
    aside: frozenset[Entity] = frozenset()

    def __post_init__(self) -> None:
        at = 0
        for span in self.spans:
            if not at <= span.start <= span.end <= len(self.original):
                raise ValueError("spans must stand in order, apart, and inside of the text")
            at = span.end
        if len(self.spans) != len(self.standins):
            raise ValueError("each span needs its stand-in")

    @property
    def text(self) -> str:
        """The note with the stand-ins."""
        pieces: list[str] = []
        at = 0
        for span, standin in zip(self.spans, self.standins, strict=True):
            pieces += (self.original[at : span.start], standin)
            at = span.end
        return "".join((*pieces, self.original[at:]))

    @property
    def places(self) -> tuple[Span, ...]:
        """Where the stand-ins stand in the new text, one for each span."""
        out = []
        moved = 0
        for span, standin in zip(self.spans, self.standins, strict=True):
            start = span.start + moved
            out.append(Span(start, start + len(standin), span.entity))
            moved += len(standin) - (span.end - span.start)
        return tuple(out)

    def pairs(self) -> Iterator[tuple[Pair, Span, Span]]:
        """Each pair that is judged, where its original stood and where its stand-in stands."""
        text = self.text
        for span, place, standin in zip(self.spans, self.places, self.standins, strict=True):
            if span.entity not in self.aside:
                yield (
                    Pair(
                        self.id,
                        self.original[span.start : span.end],
                        standin,
                        span.entity,
                        self.subject,
                        text[max(0, place.start - CONTEXT) : place.start],
                        text[place.end : place.end + CONTEXT],
                    ),
                    span,
                    place,
                )


def pairs_of(notes: Iterable[Rewritten]) -> list[Pair]:
    """The pairs of all notes."""
    return [pair for note in notes for pair, _, _ in note.pairs()]


@dataclass(frozen=True, slots=True)
class Rate:
    """A mean in [0, 1] over `counted` things, with its 95 % interval; NaN where nothing is counted."""

    value: float
    low: float
    high: float
    counted: int


@dataclass(frozen=True, slots=True)
class Score:
    """A metric: over all, by rule (how often each rule that applies holds), and by sort of identifier."""

    overall: Rate
    rules: Mapping[str, Rate]
    sorts: Mapping[str, Rate]


Row = tuple[str, str, float, int]
"""What is drawn again for the interval (a document, a scope), the rate it counts for, the sum, how many it is over"""


def rates(rows: Iterable[Row]) -> dict[str, Rate]:
    """Sums over counts of each name, sorted by name; the interval draws groups with replacement."""
    sums: dict[tuple[str, str], tuple[float, int]] = {}
    for group, name, value, counted in rows:
        before = sums.get((group, name), (0.0, 0))
        sums[group, name] = (before[0] + value, before[1] + counted)
    groups = {g: i for i, g in enumerate(sorted({g for g, _ in sums}))}
    names = {n: i for i, n in enumerate(sorted({n for _, n in sums}))}
    above, below = (np.zeros((len(groups), len(names))) for _ in range(2))
    for (group, name), (value, counted) in sums.items():
        above[groups[group], names[name]] += value
        below[groups[group], names[name]] += counted
    low, high = ratios(above, below)
    out = {}
    for name, i in names.items():
        top, bottom = float(above[:, i].sum()), int(below[:, i].sum())
        out[name] = Rate(top / bottom if bottom else float("nan"), float(low[i]), float(high[i]), bottom)
    return out


NOTHING = Rate(float("nan"), float("nan"), float("nan"), 0)


def scored(judged: Iterable[tuple[Pair, float | None, Mapping[str, bool | None]]]) -> Score:
    """A score of pairs, each with its value in [0, 1] (None: it is not judged) and what each rule says of it."""
    rows: list[Row] = []
    for pair, value, rules in judged:
        for name, held in rules.items():
            if held is not None:
                rows.append((pair.document, f"rule {name}", float(held), 1))
        if value is not None:
            rows.append((pair.document, "overall", value, 1))
            rows.append((pair.document, f"sort {pair.sort}", value, 1))
    found = rates(rows)

    def of(head: str) -> dict[str, Rate]:
        return {name.removeprefix(head): rate for name, rate in found.items() if name.startswith(head)}

    return Score(found.get("overall", NOTHING), of("rule "), of("sort "))
