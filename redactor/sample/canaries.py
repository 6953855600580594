"""This module has canaries: synthetic notes with planted identifiers, and the recall of those who read them.

The service and the workers of streams read canaries, and neither de-identifies nor stores them.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from redactor.entities import Entity
from redactor.sample.course import draw_chart
from redactor.sample.marked import Mark, Marked
from redactor.sample.notes.kinds import KINDS
from redactor.sample.notes.writer import draw_scene, write_note
from redactor.sample.people import draw_household
from redactor.sample.places import build_world
from redactor.sample.pools import load_pools
from redactor.service_settings import CanarySettings
from redactor.text import Reading, Span

LEAST_MISSED = 5  # of an entity, below which a low recall may be chance


def draw_canary(seed: int) -> Marked:
    """Return a synthetic note with its identifiers, of a patient of its own; the same for the same seed."""
    rng, pool = random.Random(seed), load_pools()  # callers draw the seed by the system's generator
    world = build_world(rng, pool, 1)
    home = draw_household(rng, pool, 0, 1)
    chart = draw_chart(rng, world, home, next(person for person in home.people if person.patient))
    return write_note(draw_scene(rng, chart, rng.choice(chart.visits)), rng.choice(KINDS))


def planted(note: Marked) -> list[Mark]:
    """Return the identifiers of a note that HIPAA lists: occupations and the like are no promise of any detector."""
    return [m for m in note.marks if isinstance(m.entity, Entity) and m.entity.info.hipaa is not None]


def missed(note: Marked, spans: Sequence[Span]) -> Iterator[Mark]:
    """Yield the planted identifiers of which a letter or digit lies in no span, whatever the spans' entities."""
    covered = {i for span in spans for i in range(span.start, span.end)}
    for m in planted(note):
        if any(note.text[i].isalnum() and i not in covered for i in range(m.start, m.end)):
            yield m


class Tally(NamedTuple):
    """A tally holds how many identifiers a canary has, and how many of them were missed, by entity."""

    planted: Mapping[str, int]
    missed: Mapping[str, int]


def tally(note: Marked, reading: Reading) -> Tally | None:
    """Return the tally of a canary, or None if it was not read in whole, which is as bad as a failure."""
    if not reading.complete:
        return None
    lost = Counter(str(m.entity) for m in missed(note, reading.spans))
    return Tally(Counter(str(m.entity) for m in planted(note)), lost)


class CanaryWindow:
    """A window holds the last canaries that were read.

    recall: the share of identifiers that was found, by entity. low: the entities whose recall sets off the alarm.
    """

    def __init__(self, settings: CanarySettings) -> None:
        self._alarm_below = settings.alarm_below
        self._tallies: deque[Tally] = deque(maxlen=settings.window)
        self.recall: dict[str, float] = {}
        self.low: frozenset[str] = frozenset()

    def add(self, one: Tally) -> dict[str, float]:
        """Add a canary, and return the recall of each entity that sets off the alarm and did not before."""
        self._tallies.append(one)
        there, gone = Counter[str](), Counter[str]()
        for each in self._tallies:
            there.update(each.planted)
            gone.update(each.missed)
        self.recall = {entity: 1 - gone[entity] / n for entity, n in there.items()}
        before = self.low
        self.low = frozenset(
            e for e, share in self.recall.items() if share < self._alarm_below and gone[e] >= LEAST_MISSED
        )
        return {entity: self.recall[entity] for entity in sorted(self.low - before)}


def alarm_text(recall: Mapping[str, float]) -> str:
    """Return what an alarm says of entities and their recall."""
    shares = ", ".join(f"{entity} {share:.2f}" for entity, share in recall.items())
    return f"the recall of canaries is below canaries.alarm_below: {shares}; check the detectors"
