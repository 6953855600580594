"""Pair originals with stand-ins in notes before and after, and compute rates over pairs with intervals over
documents.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from redactor.entities import NAMES, Entity
from redactor.evaluate.bootstrap import ratio_intervals
from redactor.text import Span

CONTEXT = 60
"""The characters of the new text that a pair holds on either side."""


class Category(StrEnum):
    """A category is what a reader takes an identifier for. A stand-in may have another entity of the same category."""

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
    "HOSPITAL": Category.ORGANISATION, "LOCATION": Category.PLACE, "DATE": Category.DATE, "AGE": Category.AGE,
    "ID": Category.ID, "PHONE": Category.PHONE, "WEB": Category.WEB,
}  # fmt: skip


def category_of(entity: Entity) -> Category:
    """Return the category of an entity by SHIELD; all names and all organisations are one category each."""
    if entity in NAMES:
        return Category.NAME
    if entity is Entity.ORGANIZATION:
        return Category.ORGANISATION
    return _BY_SHIELD.get(entity.info.shield, Category.OTHER)


@dataclass(frozen=True, slots=True)
class Pair:
    """An original and its stand-in.

    before, after: the new text around the stand-in, with other stand-ins. subject: the subject of the record; None for
    no single subject.
    """

    document: str
    original: str
    standin: str
    entity: Entity
    subject: str | None = None
    before: str = ""
    after: str = ""

    @property
    def category(self) -> Category:
        return category_of(self.entity)


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A note with the replacements of its spans.

    spans: in the original, in order and disjoint. standins: one for each span. unjudged: entities without stand-ins
    (kept, shortened, generalised), which are in the new text and are not judged.
    """

    id: str
    original: str
    spans: tuple[Span, ...]
    standins: tuple[str, ...]
    subject: str | None = None
    unjudged: frozenset[Entity] = frozenset()

    def __post_init__(self) -> None:
        at = 0
        for span in self.spans:
            if not at <= span.start <= span.end <= len(self.original):
                raise ValueError("spans must be in order, disjoint and inside the text")
            at = span.end
        if len(self.spans) != len(self.standins):
            raise ValueError("each span needs its stand-in")

    @property
    def text(self) -> str:
        """Return the note with the stand-ins."""
        pieces: list[str] = []
        at = 0
        for span, standin in zip(self.spans, self.standins, strict=True):
            pieces += (self.original[at : span.start], standin)
            at = span.end
        return "".join((*pieces, self.original[at:]))

    @property
    def places(self) -> tuple[Span, ...]:
        """Return the places of the stand-ins in the new text, one for each span."""
        out = []
        moved = 0
        for span, standin in zip(self.spans, self.standins, strict=True):
            start = span.start + moved
            out.append(Span(start, start + len(standin), span.entity))
            moved += len(standin) - (span.end - span.start)
        return tuple(out)

    def pairs(self) -> Iterator[tuple[Pair, Span, Span]]:
        """Yield each judged pair with the place of its original and the place of its stand-in."""
        text = self.text
        for span, place, standin in zip(self.spans, self.places, self.standins, strict=True):
            if span.entity not in self.unjudged:
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


def pairs_of_notes(notes: Iterable[Rewritten]) -> list[Pair]:
    """Return the pairs of all notes."""
    return [pair for note in notes for pair, _, _ in note.pairs()]


@dataclass(frozen=True, slots=True)
class Rate:
    """A mean from 0 to 1 over `counted` items with its 95 % interval; NaN for no items."""

    value: float
    low: float
    high: float
    counted: int


@dataclass(frozen=True, slots=True)
class Score:
    """A metric overall, by rule (how often each applicable rule holds), and by category of identifier."""

    overall: Rate
    rules: Mapping[str, Rate]
    categories: Mapping[str, Rate]


Row = tuple[str, str, float, int]
"""The group that the interval resamples (a document, a scope), the name of the rate, a sum and a count."""


def rates_by_name(rows: Iterable[Row]) -> dict[str, Rate]:
    """Return the sum over the count for each name, sorted by name; the interval resamples groups."""
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
    low, high = ratio_intervals(above, below)
    out = {}
    for name, i in names.items():
        top, bottom = float(above[:, i].sum()), int(below[:, i].sum())
        out[name] = Rate(top / bottom if bottom else float("nan"), float(low[i]), float(high[i]), bottom)
    return out


EMPTY_RATE = Rate(float("nan"), float("nan"), float("nan"), 0)


def score_pairs(judged: Iterable[tuple[Pair, float | None, Mapping[str, bool | None]]]) -> Score:
    """Return the score of pairs, each given with a value from 0 to 1 (None: not judged) and the result of each rule."""
    rows: list[Row] = []
    for pair, value, rules in judged:
        for name, holds in rules.items():
            if holds is not None:
                rows.append((pair.document, f"rule {name}", float(holds), 1))
        if value is not None:
            rows.append((pair.document, "overall", value, 1))
            rows.append((pair.document, f"category {pair.category}", value, 1))
    found = rates_by_name(rows)

    def with_prefix(prefix: str) -> dict[str, Rate]:
        return {name.removeprefix(prefix): rate for name, rate in found.items() if name.startswith(prefix)}

    return Score(found.get("overall", EMPTY_RATE), with_prefix("rule "), with_prefix("category "))
