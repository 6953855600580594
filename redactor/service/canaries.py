"""This module lets the service read synthetic notes with planted identifiers, and measures which of them it finds.

Canaries are read and not de-identified: nothing of them is stored, and no text is made.
"""

from __future__ import annotations

import random
import secrets
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError

from redactor.assemble.facade import Redactor
from redactor.entities import Entity
from redactor.errors import RunError
from redactor.sample.course import draw_chart
from redactor.sample.marked import Mark, Marked
from redactor.sample.notes.kinds import KINDS
from redactor.sample.notes.writer import draw_scene, write_note
from redactor.sample.people import draw_household
from redactor.sample.places import build_world
from redactor.sample.pools import load_pools
from redactor.service.engine_thread import EngineThread
from redactor.service.metrics import Metrics
from redactor.service_settings import CanarySettings
from redactor.text import Reading, Span

LEAST_MISSED = 5  # of an entity, below which a low recall may be chance


def draw_canary(seed: int) -> Marked:
    """Return a synthetic note with its identifiers, of a patient of its own; the same for the same seed."""
    rng, pool = random.Random(seed), load_pools()  # noqa: S311  # `send` draws the seed by the system's generator
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


class Canaries:
    """These canaries are read by an engine thread, from a thread of their own.

    told: is told of failures, and of an alarm, as an error without values.
    """

    def __init__(
        self,
        engine: EngineThread,
        metrics: Metrics,
        settings: CanarySettings,
        told: Callable[[BaseException], None],
        draw: Callable[[int], Marked] = draw_canary,
    ) -> None:
        self._engine, self._metrics, self._settings, self._told, self._draw = engine, metrics, settings, told, draw
        self._window: deque[tuple[Counter[str], Counter[str]]] = deque(maxlen=settings.window)
        self._alarmed: frozenset[str] = frozenset()

    def start(self) -> None:
        """Send canaries at the rate of the settings until the engine is closed; none at a rate of 0."""
        if self._settings.rate:
            threading.Thread(target=self._send_all, name="canaries", daemon=True).start()

    def _send_all(self) -> None:
        pause = threading.Event()  # which nobody sets
        while self.send():
            pause.wait(3600 / self._settings.rate)

    def send(self) -> bool:
        """Send one canary, unless the engine has other work. Return False once the engine is closed."""
        try:
            note = self._draw(secrets.randbits(64))
            reading = self._engine.run_if_idle(lambda facade: _read(facade, note.text))
        except CancelledError:
            return False
        except Exception as e:
            self._told(e)
            self._metrics.canary("failed")
            return True
        if reading is None:
            self._metrics.canary("skipped")
        elif not reading.complete:  # a text that is not read in whole leaves as little as one that fails
            self._metrics.canary("failed")
        else:
            self._metrics.canary("read")
            self._judge(note, reading)
        return True

    def _judge(self, note: Marked, reading: Reading) -> None:
        lost = Counter(str(m.entity) for m in missed(note, reading.spans))
        self._window.append((Counter(str(m.entity) for m in planted(note)), lost))
        all_planted, all_lost = Counter[str](), Counter[str]()
        for there, gone in self._window:
            all_planted.update(there)
            all_lost.update(gone)
        recall = {entity: 1 - all_lost[entity] / n for entity, n in all_planted.items()}
        self._metrics.canary_recall(recall, lost)
        low = {e for e, share in recall.items() if share < self._settings.alarm_below and all_lost[e] >= LEAST_MISSED}
        self._metrics.canary_alarm.set(bool(low))
        if new := sorted(low - self._alarmed):
            shares = ", ".join(f"{entity} {recall[entity]:.2f}" for entity in new)
            self._told(RunError(f"the recall of canaries is below canaries.alarm_below: {shares}; check the detectors"))
        self._alarmed = frozenset(low)


def _read(facade: Redactor, text: str) -> Reading:
    return facade.detect(text)
