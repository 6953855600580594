"""Count what a run costs, by tier, and hold the tokens of its requests to LLMs to the run's budget."""

from __future__ import annotations

import fcntl
import os
import struct
import threading
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from redactor.costs import Cost, Costs, Tier, current_tier
from redactor.errors import RunError
from redactor.files.own_files import make_own_folder, open_own
from redactor.settings import LlmPrices

NAME = "costs"  # the file in a state
_MOST_TOKENS = 1 << 40  # tokens of one request that are plausible
_MAGIC = b"costs01\n"
_BUDGET, _BATCHES, _TIER = 6, 5, 6  # numbers of `Totals`, of `Costs` without tiers, and of each tier's `Cost`
_NUMBERS = struct.Struct(f">8s{_BUDGET + _BATCHES + _TIER * len(Tier)}Q")
_CHECKSUM = struct.Struct(">I")
_SIZE = _NUMBERS.size + _CHECKSUM.size
_DAMAGED = (
    f"the ledger in the state ({NAME}) is damaged, and what this run has spent is not known; restore it from a backup, "
    "or remove it to count from zero"
)


@dataclass(frozen=True, slots=True)
class Usage:
    """The tokens of a request as its endpoint counts them: those of the prompt (asked) and those of the answer
    (answered).
    """

    asked: int
    answered: int


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of a run.

    requests: settled requests. asked, answered: their tokens, where endpoints reported them. unknown: settled requests
    whose endpoint reported nothing. spent: tokens that count against the budget, with estimates for unknown requests
    and for requests that were never settled. refused: reservations that the budget refused.
    """

    requests: int = 0
    asked: int = 0
    answered: int = 0
    unknown: int = 0
    spent: int = 0
    refused: int = 0

    def cost(self, prices: LlmPrices) -> float:
        """Return the cost of the reported tokens, in the currency of the prices."""
        return (self.asked * prices.asked + self.answered * prices.answered) / 1_000_000


class Ledger(Protocol):
    """A ledger keeps the token budget of a run. Threads and processes may share a ledger."""

    def reserve(self, estimate: int) -> bool:
        """Reserve an estimated number of tokens, prompt and answer together. Returns False, and reserves nothing, if
        the budget does not allow it.
        """
        ...

    def settle(self, estimate: int, used: Usage | None) -> None:
        """Count the tokens that a request used in place of its estimate, for the tier that the caller works for. The
        estimate stays counted if `used` is None.

        A request that surely reached no endpoint is settled with `Usage(0, 0)`.
        """
        ...

    def totals(self) -> Totals: ...


@dataclass(frozen=True, slots=True)
class _Entries:
    """What a ledger holds."""

    totals: Totals = Totals()
    costs: Costs = field(default_factory=Costs)

    def with_reservation(self, estimate: int, budget: int | None) -> tuple[_Entries, bool]:
        totals, estimate = self.totals, _plausible_tokens(estimate)
        if budget is not None and totals.spent + estimate > budget:
            return replace(self, totals=replace(totals, refused=totals.refused + 1)), False
        return _Entries(replace(totals, spent=totals.spent + estimate), self.costs.plus(Costs(sent=1))), True

    def with_settlement(self, estimate: int, used: Usage | None) -> _Entries:
        totals = self.totals
        if used is None:
            cost = Cost(requests=1, unknown=1)
            totals = replace(totals, requests=totals.requests + 1, unknown=totals.unknown + 1)
        else:
            asked, answered = _plausible_tokens(used.asked), _plausible_tokens(used.answered)
            cost = Cost(requests=1, asked=asked, answered=answered)
            totals = replace(
                totals,
                requests=totals.requests + 1,
                asked=totals.asked + asked,
                answered=totals.answered + answered,
                spent=max(0, totals.spent - _plausible_tokens(estimate) + asked + answered),
            )
        return _Entries(totals, self.costs.plus(Costs({current_tier(): cost})))

    def with_costs(self, spent: Costs) -> _Entries:
        return _Entries(self.totals, self.costs.plus(spent))

    def packed(self) -> bytes:
        totals, costs = self.totals, self.costs
        budget = totals.requests, totals.asked, totals.answered, totals.unknown, totals.spent, totals.refused
        batches = costs.begun, costs.done, costs.texts, costs.characters, costs.sent
        tiers = [number for tier in Tier for number in costs.of(tier)]
        return _NUMBERS.pack(_MAGIC, *budget, *batches, *tiers)


def _unpacked(data: bytes) -> _Entries:
    """Return the entries of a file. Raises RunError if the file is damaged or of another version."""
    magic, *numbers = _NUMBERS.unpack(data)
    if magic != _MAGIC:
        raise RunError(_DAMAGED)
    budget, batches = numbers[:_BUDGET], numbers[_BUDGET : _BUDGET + _BATCHES]
    rest = numbers[_BUDGET + _BATCHES :]
    tiers = {tier: Cost(*rest[_TIER * i : _TIER * (i + 1)]) for i, tier in enumerate(Tier)}
    return _Entries(Totals(*budget), Costs(tiers, *batches))


def open_ledger(state: Path | None, budget: int | None) -> FileLedger | MemoryLedger:
    """Open the ledger of a run, or one in memory without a state. Raises RunError for a damaged file."""
    return MemoryLedger(budget) if state is None else FileLedger(state, budget)


def read_totals(state: Path) -> Totals:
    """Return the totals of the run with this state. Raises RunError for a damaged file."""
    with closing(FileLedger(state, None)) as ledger:
        return ledger.totals()


def read_costs(state: Path) -> Costs:
    """Return the costs of the run with this state. Raises RunError for a damaged file."""
    with closing(FileLedger(state, None)) as ledger:
        return ledger.costs()


class MemoryLedger:
    """A ledger and book in memory, for use without a state. budget: a number of tokens; None for no limit."""

    def __init__(self, budget: int | None = None) -> None:
        self._budget = budget
        self._entries = _Entries()
        self._begun = 0  # batches; apart, since a batch may be one short text
        self._lock = threading.Lock()

    def reserve(self, estimate: int) -> bool:
        with self._lock:
            self._entries, reserved = self._entries.with_reservation(estimate, self._budget)
            return reserved

    def settle(self, estimate: int, used: Usage | None) -> None:
        with self._lock:
            self._entries = self._entries.with_settlement(estimate, used)

    def totals(self) -> Totals:
        return self._entries.totals

    def begin_batch(self) -> None:
        with self._lock:
            self._begun += 1

    def end_batch(self, spent: Costs) -> None:
        with self._lock:
            self._entries = self._entries.with_costs(spent)

    def costs(self) -> Costs:
        with self._lock:
            return replace(self._entries.costs, begun=self._begun)


class FileLedger:
    """A ledger and book in a file of a run's state, which all processes of the run share, one at a time.

    A process that is killed leaves its reservations counted, so that a run stops too early rather than too late, and
    its batch begun. A resumed run continues the count. Only what was counted in the last seconds before a power failure
    may be lost. budget: a number of tokens; None for no limit. Each process opens the file itself and must not use the
    ledger after a fork.
    """

    def __init__(self, state: Path, budget: int | None) -> None:
        """Open the ledger in the folder `state`. Raises RunError for a damaged file, OSError if the file cannot be
        written.
        """
        self._budget = budget
        self._lock = threading.Lock()
        make_own_folder(state)
        self._fd = open_own(state / NAME, os.O_RDWR | os.O_CREAT)
        try:
            with self._turn():
                if not os.fstat(self._fd).st_size:
                    self._write(_Entries())
                    os.fsync(self._fd)
                self._read()
        except BaseException:
            os.close(self._fd)
            raise

    def reserve(self, estimate: int) -> bool:
        """Reserve tokens as `Ledger.reserve` does. Returns False, too, if the file cannot be read or written, since the
        rest of the budget is then unknown.
        """
        with suppress(OSError, RunError), self._turn():
            entries, reserved = self._read().with_reservation(estimate, self._budget)
            self._write(entries)
            return reserved
        return False

    def settle(self, estimate: int, used: Usage | None) -> None:
        """Settle a request as `Ledger.settle` does. The estimate stays counted if the file cannot be written."""
        with suppress(OSError, RunError), self._turn():
            self._write(self._read().with_settlement(estimate, used))

    def totals(self) -> Totals:
        """Return the totals so far. Raises RunError for a damaged file."""
        with self._turn():
            return self._read().totals

    def begin_batch(self) -> None:
        self.end_batch(Costs(begun=1))

    def end_batch(self, spent: Costs) -> None:
        """Add costs as `Book.end_batch` does. The batch stays begun if the file cannot be written."""
        with suppress(OSError, RunError), self._turn():
            self._write(self._read().with_costs(spent))

    def costs(self) -> Costs:
        """Return the costs so far. Raises RunError for a damaged file."""
        with self._turn():
            return self._read().costs

    def close(self) -> None:
        with self._lock:
            os.close(self._fd)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        with self._lock:
            fcntl.flock(self._fd, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(self._fd, fcntl.LOCK_UN)

    def _read(self) -> _Entries:
        data = os.pread(self._fd, _SIZE + 1, 0)
        if len(data) != _SIZE or _CHECKSUM.pack(zlib.crc32(data[: _NUMBERS.size])) != data[_NUMBERS.size :]:
            raise RunError(_DAMAGED)
        return _unpacked(data[: _NUMBERS.size])

    def _write(self, entries: _Entries) -> None:
        data = entries.packed()
        # One write within one page of memory: a kill cannot interrupt it.
        os.pwrite(self._fd, data + _CHECKSUM.pack(zlib.crc32(data)), 0)


def _plausible_tokens(tokens: int) -> int:
    """Limit a number of tokens to a plausible range, whatever an endpoint reports."""
    return min(max(tokens, 0), _MOST_TOKENS)
