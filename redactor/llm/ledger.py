"""Count the tokens that requests to LLMs cost a run, and hold them to the run's budget."""

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

NAME = "llm-tokens"  # the file in a state
_MOST_TOKENS = 1 << 40  # tokens of one request that are plausible
_MAGIC = b"tokens1\n"
_TOTALS = struct.Struct(">8s6Q")
_CHECKSUM = struct.Struct(">I")
_SIZE = _TOTALS.size + _CHECKSUM.size
_DAMAGED = (
    f"the ledger of LLM tokens in the state ({NAME}) is damaged, and what this run has spent is not known; restore "
    "it from a backup, or remove it to count from zero"
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
        """Count the tokens that a request used in place of its estimate. The estimate stays counted if `used` is None.

        A request that surely reached no endpoint is settled with `Usage(0, 0)`.
        """
        ...

    def totals(self) -> Totals: ...


def read_totals(state: Path) -> Totals:
    """Return the totals of the run with this state. Raises RunError for a damaged file."""
    ledger = FileLedger(state, None)
    try:
        return ledger.totals()
    finally:
        ledger.close()


class MemoryLedger:
    """A ledger in memory, for use without a state. budget: a number of tokens; None for no limit."""

    def __init__(self, budget: int | None = None) -> None:
        self._budget = budget
        self._totals = Totals()
        self._lock = threading.Lock()

    def reserve(self, estimate: int) -> bool:
        with self._lock:
            self._totals, reserved = _with_reservation(self._totals, estimate, self._budget)
            return reserved

    def settle(self, estimate: int, used: Usage | None) -> None:
        with self._lock:
            self._totals = _with_settlement(self._totals, estimate, used)

    def totals(self) -> Totals:
        return self._totals


class FileLedger:
    """A ledger in a file of a run's state, which all processes of the run share, one at a time.

    A process that is killed leaves its reservations counted, so that a run stops too early rather than too late. A
    resumed run continues the count. Only what was counted in the last seconds before a power failure may be lost.
    budget: a number of tokens; None for no limit. Each process opens the file itself and must not use the ledger after
    a fork.
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
                    self._write(Totals())
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
            totals, reserved = _with_reservation(self._read(), estimate, self._budget)
            self._write(totals)
            return reserved
        return False

    def settle(self, estimate: int, used: Usage | None) -> None:
        """Settle a request as `Ledger.settle` does. The estimate stays counted if the file cannot be written."""
        with suppress(OSError, RunError), self._turn():
            self._write(_with_settlement(self._read(), estimate, used))

    def totals(self) -> Totals:
        """Return the totals so far. Raises RunError for a damaged file."""
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
        if len(data) != _SIZE or _CHECKSUM.pack(zlib.crc32(data[: _TOTALS.size])) != data[_TOTALS.size :]:
            raise RunError(_DAMAGED)
        magic, *counts = _TOTALS.unpack_from(data)
        if magic != _MAGIC:
            raise RunError(_DAMAGED)
        return Totals(*counts)

    def _write(self, totals: Totals) -> None:
        data = _TOTALS.pack(_MAGIC, *astuple(totals))
        # One write within one page of memory: a kill cannot interrupt it.
        os.pwrite(self._fd, data + _CHECKSUM.pack(zlib.crc32(data)), 0)


def _with_reservation(totals: Totals, estimate: int, budget: int | None) -> tuple[Totals, bool]:
    estimate = _plausible_tokens(estimate)
    if budget is not None and totals.spent + estimate > budget:
        return replace(totals, refused=totals.refused + 1), False
    return replace(totals, spent=totals.spent + estimate), True


def _with_settlement(totals: Totals, estimate: int, used: Usage | None) -> Totals:
    if used is None:
        return replace(totals, requests=totals.requests + 1, unknown=totals.unknown + 1)
    asked, answered = _plausible_tokens(used.asked), _plausible_tokens(used.answered)
    return replace(
        totals,
        requests=totals.requests + 1,
        asked=totals.asked + asked,
        answered=totals.answered + answered,
        spent=max(0, totals.spent - _plausible_tokens(estimate) + asked + answered),
    )


def _plausible_tokens(tokens: int) -> int:
    """Limit a number of tokens to a plausible range, whatever an endpoint reports."""
    return min(max(tokens, 0), _MOST_TOKENS)
