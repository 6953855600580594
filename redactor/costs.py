"""Count what each tier of detection costs: CPU and GPU seconds, and the requests and tokens of an LLM.

Where a batch of records begins (`batch`), a context variable names its tally. What the batch calls finds the tally
there, in whatever thread it works: a clock is read around a batch of texts, never around a text.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import StrEnum
from operator import add
from typing import NamedTuple, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Tier(StrEnum):
    """A tier is a part of detection that has costs of its own; everything else that a batch does is OTHER."""

    PATTERNS = "patterns"
    KNOWN = "known"
    STUDENT = "student"
    QUESTIONS = "questions"
    PASSES = "passes"
    OTHER = "other"


class Cost(NamedTuple):
    """What a tier costs.

    cpu, gpu: microseconds. requests: answered by an LLM. asked, answered: their tokens, where the endpoint reported
    them. unknown: requests whose endpoint reported none.
    """

    cpu: int = 0
    gpu: int = 0
    requests: int = 0
    asked: int = 0
    answered: int = 0
    unknown: int = 0

    def plus(self, other: Cost) -> Cost:
        return Cost(*map(add, self, other))


@dataclass(frozen=True, slots=True)
class Costs:
    """What batches cost, by tier.

    begun, done: batches; the costs of those that are begun and not done are not known. texts, characters: read by the
    detectors. sent: requests to an LLM, of which those that a crash cut short have no tokens.
    """

    tiers: Mapping[Tier, Cost] = field(default_factory=dict)
    begun: int = 0
    done: int = 0
    texts: int = 0
    characters: int = 0
    sent: int = 0

    def of(self, tier: Tier) -> Cost:
        return self.tiers.get(tier, Cost())

    def plus(self, other: Costs) -> Costs:
        return Costs(
            {**self.tiers, **{tier: self.of(tier).plus(cost) for tier, cost in other.tiers.items()}},
            self.begun + other.begun,
            self.done + other.done,
            self.texts + other.texts,
            self.characters + other.characters,
            self.sent + other.sent,
        )


class Book(Protocol):
    """A book keeps the costs of batches; processes may share it."""

    def begin_batch(self) -> None: ...

    def end_batch(self, spent: Costs) -> None:
        """Add the costs of a batch that `begin_batch` has begun."""
        ...


class _Tally:
    """A tally adds up what the threads that work for one batch have spent, in seconds."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._spent: dict[Tier, tuple[float, float]] = {}
        self._texts = self._characters = 0

    def add(self, tier: Tier, cpu: float = 0.0, gpu: float = 0.0) -> None:
        with self._lock:
            cpu_before, gpu_before = self._spent.get(tier, (0.0, 0.0))
            self._spent[tier] = cpu_before + cpu, gpu_before + gpu

    def add_texts(self, texts: int, characters: int) -> None:
        with self._lock:
            self._texts += texts
            self._characters += characters

    def costs(self, cpu: float) -> Costs:
        """Return the costs of a batch for which the process has used this much CPU in all its threads."""
        with self._lock:
            _, gpu = self._spent.pop(Tier.OTHER, (0.0, 0.0))
            rest = max(0.0, cpu - sum(seconds for seconds, _ in self._spent.values()))
            spent = self._spent | {Tier.OTHER: (rest, gpu)}
            tiers = {tier: Cost(round(a * 1e6), round(b * 1e6)) for tier, (a, b) in spent.items()}
            return Costs(tiers, 0, 1, self._texts, self._characters)


_place: ContextVar[tuple[_Tally, Tier] | None] = ContextVar("place", default=None)
_marks = threading.local()


@contextmanager
def batch(book: Book) -> Iterator[None]:
    """Count in the book what the process spends in the block; what other threads of the process do meanwhile counts,
    too.
    """
    tally = _Tally()
    book.begin_batch()
    begun = time.process_time()
    token = _place.set((tally, Tier.OTHER))
    try:
        yield
    finally:
        _place.reset(token)
        book.end_batch(tally.costs(time.process_time() - begun))


def in_tier(name: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call `work`, and count it for the tier of this name; a name of no tier counts as OTHER."""
    if (place := _place.get()) is None:
        return work(*args, **kwargs)
    tier = Tier(name) if name in _NAMES else Tier.OTHER
    return _counted(place[0], tier, work, *args, **kwargs)


def for_caller(work: Callable[P, T]) -> Callable[P, T]:
    """Return the work to be done in another thread, where it counts for the tier of this one."""
    if (place := _place.get()) is None:
        return work
    tally, tier = place

    def counted(*args: P.args, **kwargs: P.kwargs) -> T:
        return _counted(tally, tier, work, *args, **kwargs)

    return counted


def _counted(tally: _Tally, tier: Tier, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    token = _place.set((tally, tier))
    begun = time.thread_time()
    try:
        return work(*args, **kwargs)
    finally:
        tally.add(tier, cpu=time.thread_time() - begun)
        _place.reset(token)


def count_thread() -> None:
    """Count what this thread has computed since its last call of this function for the tier that asks now.

    For a thread that serves all tiers in turns, as the client of an LLM does.
    """
    now, before = time.thread_time(), getattr(_marks, "at", 0.0)
    _marks.at = now
    if (place := _place.get()) is not None:
        place[0].add(place[1], cpu=now - before)


@contextmanager
def holding_gpu() -> Iterator[None]:
    """Count the time in which the block holds the GPU, from its first launch until its results are there."""
    begun = time.perf_counter()
    try:
        yield
    finally:
        if (place := _place.get()) is not None:
            place[0].add(place[1], gpu=time.perf_counter() - begun)


def count_texts(texts: int, characters: int) -> None:
    """Count texts that the detectors read."""
    if (place := _place.get()) is not None:
        place[0].add_texts(texts, characters)


def current_tier() -> Tier:
    """Return the tier for which this thread works."""
    place = _place.get()
    return Tier.OTHER if place is None else place[1]


_NAMES = frozenset(tier.value for tier in Tier)
