"""What requests to LLMs may cost a run, and what they have cost."""

from __future__ import annotations

import fcntl
import os
import struct
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Protocol

from redactor.errors import RunError
from redactor.files.own_files import make_own_folder, open_own
from redactor.settings import LlmPrices

NAME = "llm-tokens"  # in a state
_MOST = 1 << 40  # tokens of a request that are believed
_MAGIC = b"tokens1\n"
_TOTALS = struct.Struct(">8s6Q")
_SUM = struct.Struct(">I")
_SIZE = _TOTALS.size + _SUM.size
_DAMAGED = (
    f"the ledger of LLM tokens in the state ({NAME}) is damaged, and what this run has spent is not known; restore "
    "it from a backup, or remove it to count from zero"
)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of a request, as its endpoint counts them: asked, of the prompt; answered, of the answer."""

    asked: int
    answered: int


@dataclass(frozen=True, slots=True)
class Totals:
    """What a run has spent. requests: settled ones. asked, answered: their tokens, where endpoints said. unknown:
    settled requests whose endpoint did not say. spent: tokens that count against the budget, with estimates for unknown
    requests and for those that were never settled. refused: reservations.
    """

    requests: int = 0
    asked: int = 0
    answered: int = 0
    unknown: int = 0
    spent: int = 0
    refused: int = 0

    def cost(self, prices: LlmPrices) -> float:
        """What the tokens cost that endpoints told of, in the currency of the prices."""
        return (self.asked * prices.asked + self.answered * prices.answered) / 1_000_000


class Ledger(Protocol):
    """The token budget of a run. Threads and processes may share one."""

    def reserve(self, estimate: int) -> bool:
        """Count the estimate, in tokens of prompt and answer. False, and nothing is counted, past the budget."""
        ...

    def settle(self, estimate: int, used: Usage | None) -> None:
        """Count what a request used in the place of its estimate. None: nothing was said, and the estimate stays.

        A request that surely reached no endpoint is settled with `Usage(0, 0)`.
        """
        ...

    def totals(self) -> Totals: ...


def read_totals(state: Path) -> Totals:
    """What a run has spent so far. Raises RunError for a file that is damaged."""
    ledger = FileLedger(state, None)
    try:
        return ledger.totals()
    finally:
        ledger.close()


class MemoryLedger:
    """The ledger of a process, for use without a state. budget: in tokens; None for none."""

    def __init__(self, budget: int | None = None) -> None:
        self._budget = budget
        self._totals = Totals()
        self._lock = threading.Lock()

    def reserve(self, estimate: int) -> bool:
        with self._lock:
            self._totals, reserved = _reserved(self._totals, estimate, self._budget)
            return reserved

    def settle(self, estimate: int, used: Usage | None) -> None:
        with self._lock:
            self._totals = _settled(self._totals, estimate, used)

    def totals(self) -> Totals:
        return self._totals


class FileLedger:
    """The ledger of a run: a file in its state, which all its processes count in, one at a time.

    A process that is killed leaves its reservations counted, so that a run rather stops early. A run that is resumed
    goes on counting. What a process has counted outlasts it; what the last seconds before a power failure counted may
    be lost. budget: in tokens; None for none. A process opens its own; it must not be used after a fork.
    """

    def __init__(self, state: Path, budget: int | None) -> None:
        """state: the folder. Raises RunError for a file that is damaged, OSError where it cannot be written."""
        self._budget = budget
        self._lock = threading.Lock()
        make_own_folder(state)
        self._fd = open_own(state / NAME, os.O_RDWR | os.O_CREAT)
        try:
            with self._turn():
                if not os.fstat(self._fd).st_size:
                    self._write(Totals())
                    os.fsync(self._fd)
                self._read()
        except BaseException:
            os.close(self._fd)
            raise

    def reserve(self, estimate: int) -> bool:
        """As `Ledger.reserve`. False too where the file cannot be read or written: what is left is not known then."""
        with suppress(OSError, RunError), self._turn():
            totals, reserved = _reserved(self._read(), estimate, self._budget)
            self._write(totals)
            return reserved
        return False

    def settle(self, estimate: int, used: Usage | None) -> None:
        """As `Ledger.settle`. Where the file cannot be written, the estimate stays counted."""
        with suppress(OSError, RunError), self._turn():
            self._write(_settled(self._read(), estimate, used))

    def totals(self) -> Totals:
        """Raises RunError for a file that is damaged."""
        with self._turn():
            return self._read()

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

    def _read(self) -> Totals:
        data = os.pread(self._fd, _SIZE + 1, 0)
        if len(data) != _SIZE or _SUM.pack(zlib.crc32(data[: _TOTALS.size])) != data[_TOTALS.size :]:
            raise RunError(_DAMAGED)
        magic, *counts = _TOTALS.unpack_from(data)
        if magic != _MAGIC:
            raise RunError(_DAMAGED)
        return Totals(*counts)

    def _write(self, totals: Totals) -> None:
        data = _TOTALS.pack(_MAGIC, *astuple(totals))
        # One call on one page: a kill comes before or after it.
        os.pwrite(self._fd, data + _SUM.pack(zlib.crc32(data)), 0)


def _reserved(totals: Totals, estimate: int, budget: int | None) -> tuple[Totals, bool]:
    estimate = _within(estimate)
    if budget is not None and totals.spent + estimate > budget:
        return replace(totals, refused=totals.refused + 1), False
    return replace(totals, spent=totals.spent + estimate), True


def _settled(totals: Totals, estimate: int, used: Usage | None) -> Totals:
    if used is None:
        return replace(totals, requests=totals.requests + 1, unknown=totals.unknown + 1)
    asked, answered = _within(used.asked), _within(used.answered)
    return replace(
        totals,
        requests=totals.requests + 1,
        asked=totals.asked + asked,
        answered=totals.answered + answered,
        spent=max(0, totals.spent - _within(estimate) + asked + answered),
    )


def _within(tokens: int) -> int:
    """A number of tokens, whatever an endpoint says."""
    return min(max(tokens, 0), _MOST)
