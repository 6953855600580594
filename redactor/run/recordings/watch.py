"""This module carries out `redactor audio watch IN OUT`: it processes recordings as other programs drop them.

Files move as `redactor.run.dropfolder` says: recordings that left, or need not leave, to done/; those in quarantine to
failed/, with the reason. A recording waits in processing/ for its sidecar, for a set time; a sidecar waits there for
its recording as long as it takes. After a kill everything that is in processing/ is taken up again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from redactor.errors import StoppedError
from redactor.run.contracts import REASONS
from redactor.run.dropfolder import Claim, DropFolder
from redactor.run.recordings.batch import TWO_SIDECARS, Batch, is_sidecar, stem_of
from redactor.run.recordings.runner import Callbacks
from redactor.run.recordings.session import File, Session, SessionConfig
from redactor.run.recordings.workers import Workers
from redactor.run.runner import check_folders_apart
from redactor.run.sidecars import read_sidecar
from redactor.run.signals import stop_on_signal
from redactor.run.state.as_of import seal_as_of
from redactor.run.state.recording_journal import RecordingRow
from schemas.engine.records import Outcome, Reason

_RESCAN_SECONDS = 5.0  # events wake sooner if the system has them
_BUSY_RESCAN_SECONDS = 2.0  # while recordings are processed


@dataclass(frozen=True, slots=True)
class Status:
    """A status tells what the drop folder holds.

    outcomes: those of all recordings so far. recordings: wait for their sidecar or a worker. sidecars: wait for their
    recording. unfinished: files that are still being written. passed_over: links, pipes, and files that are hidden or
    have a temporary name, such as .part.
    """

    outcomes: dict[str, int]
    recordings: int
    sidecars: int
    unfinished: int
    passed_over: int = 0


@dataclass(frozen=True, slots=True)
class WatchOptions:
    """These options control waiting.

    settle_seconds: a file is complete if it has not changed for so long. sidecar_seconds: how long a recording waits
    for its sidecar. clock: seconds, never set back.
    """

    settle_seconds: float = 10.0
    sidecar_seconds: float = 60.0
    clock: Callable[[], float] = time.monotonic


def watch(
    source: Path,
    config: SessionConfig,
    callbacks: Callbacks,
    workers: int,
    options: WatchOptions,
    report: Callable[[Status], None],
    is_over: Callable[[Status], bool] = lambda status: False,
) -> None:
    """Process what is dropped into `source`, until a signal comes or `is_over` returns True. Raises RunError."""
    check_folders_apart(source, config.out, config.state, config.home)
    key = config.keyring.internal("recordings-folder")
    with (
        stop_on_signal() as stop,
        Session(config, "seen") as session,
        DropFolder(source, config.state, key, options.settle_seconds, options.clock, identity=_identity) as drop,
    ):
        as_of = callbacks.learnt(None)
        session.journal.set("as_of", seal_as_of(config.keyring, as_of))
        with Workers(partial(callbacks.processor, as_of), workers, stop.is_set) as pool:
            watching = _Watch(drop, session, callbacks, options, report)
            session.write_manifest()
            try:
                while not stop.is_set():
                    watching.process(Batch(session, pool, reprocess=True))
                    if is_over(watching.status()):
                        break
                    drop.wait(watching.wait_seconds())
            except StoppedError:
                pass  # nothing is lost: what is in processing/ is taken up again


def _identity(digest: str, name: str) -> tuple[str, ...]:
    """Return what tells files apart: the content and the name, because two recordings can have equal sidecars.

    A content that comes under another name is recognised by its record id.
    """
    return "content", digest, name


@dataclass(slots=True)
class _Waiting:
    """These claims share one stem. recordings: each with the time since which it waits. has_more: a second sidecar
    came, and may tell of an opt-out.
    """

    recordings: list[tuple[Claim, float]] = field(default_factory=list)
    sidecar: Claim | None = None
    has_more: bool = False


class _Watch:
    """This object sorts claims, gives recordings with their sidecars to a batch, and moves them when they are done."""

    def __init__(
        self,
        drop: DropFolder,
        session: Session,
        callbacks: Callbacks,
        options: WatchOptions,
        report: Callable[[Status], None],
    ) -> None:
        self._drop, self._session, self._callbacks = drop, session, callbacks
        self._options, self._report = options, report
        self._waiting: dict[str, _Waiting] = {}
        self._busy: dict[str, Claim] = {}  # recordings that a worker has, by name
        self._ready: list[Claim] = []
        self._later: list[Claim] = []  # of a name that another claim has until it ends
        self._scanned = float("-inf")
        self._told: Status | None = None

    def process(self, batch: Batch) -> None:
        """Process what is ready, and what becomes ready meanwhile."""
        self._scanned = float("-inf")
        for file, row in batch.process(self._take):
            self._session.write_manifest()
            self._end(self._busy.pop(file.name), row)
            self._tell()
        self._tell()

    def wait_seconds(self) -> float:
        """Return how many seconds to wait for something to happen."""
        since = [since for w in self._waiting.values() for _, since in w.recordings]
        first = min(since, default=None)
        if first is None:
            return _RESCAN_SECONDS
        return min(_RESCAN_SECONDS, max(0.05, first + self._options.sidecar_seconds - self._options.clock()))

    def _take(self) -> File | None:
        now = self._options.clock()
        if not self._ready and now - self._scanned >= _BUSY_RESCAN_SECONDS:
            self._scanned = now
            claims, self._later = [*self._later, *self._drop.scan()], []
            self._sort(claims, now)
            self._ready = list(self._that_waited(now))
            self._tell()
        if not self._ready:
            return None
        claim = self._ready.pop(0)
        self._busy[claim.name] = claim
        told = self._waiting.get(stem_of(claim.name))
        if told is None or told.sidecar is None:
            return File(claim.name, claim.path)
        if told.has_more:
            return File(claim.name, claim.path, error=Reason.OTHER_PATIENT, where=TWO_SIDECARS)
        sidecar = read_sidecar(told.sidecar.path)
        self._callbacks.learn([sidecar])
        return File(claim.name, claim.path, sidecar)

    def _sort(self, claims: Sequence[Claim], now: float) -> None:
        """Assign claims to their stems; a claim whose name is still in use waits until the earlier one has left.

        A writer may use a name again before the recording of that name has left. The second one comes after it, so that
        neither gets the sidecar of the other; numbers tell which came first, after a restart too.
        """
        names = {claim.name for claim in (*self._ready, *self._busy.values())}
        for waiting in self._waiting.values():
            names.update(claim.name for claim, _ in waiting.recordings)
            names.update([waiting.sidecar.name] if waiting.sidecar is not None else ())
        for claim in sorted(claims, key=lambda claim: claim.number):
            if claim.name in names:
                self._later.append(claim)
                continue
            names.add(claim.name)
            waiting = self._waiting.setdefault(stem_of(claim.name), _Waiting())
            if not is_sidecar(claim.name):
                waiting.recordings.append((claim, now))
            elif waiting.sidecar is None:
                waiting.sidecar = claim
            else:  # x.json and x.wav.json
                waiting.has_more = True
                self._drop.fail(claim, Reason.UNSUPPORTED_MEDIA)

    def _that_waited(self, now: float) -> Iterator[Claim]:
        """Yield the recordings that have their sidecar, or have waited long enough for one."""
        for waiting in self._waiting.values():
            ready = [
                claim
                for claim, since in waiting.recordings
                if waiting.sidecar is not None or now - since >= self._options.sidecar_seconds
            ]
            waiting.recordings = [(claim, since) for claim, since in waiting.recordings if claim not in ready]
            yield from ready

    def _end(self, claim: Claim, row: RecordingRow) -> None:
        """Move a recording to done/ or failed/, and its sidecar with it unless another recording needs that."""
        stem = stem_of(claim.name)
        waiting = self._waiting[stem]
        is_shared = waiting.recordings or any(stem_of(c.name) == stem for c in (*self._ready, *self._busy.values()))
        claims = [claim] if is_shared or waiting.sidecar is None else [claim, waiting.sidecar]
        if row.outcome == Outcome.QUARANTINED.value:
            for ended in claims:
                self._drop.fail(ended, REASONS.get(row.reason, Reason.INTERNAL))
        else:
            self._drop.finish(claims)
        if not is_shared:
            del self._waiting[stem]

    def status(self) -> Status:
        """Return what the drop folder holds now."""
        pending, taken = self._drop.pending, (*self._ready, *self._busy.values())
        stems = {stem_of(claim.name) for claim in taken}
        later = sum(not is_sidecar(claim.name) for claim in self._later)
        return Status(
            self._session.journal.counts("outcome"),
            sum(len(w.recordings) for w in self._waiting.values()) + len(taken) + later,
            sum(w.sidecar is not None and not w.recordings and s not in stems for s, w in self._waiting.items())
            + len(self._later)
            - later,
            pending.waiting,
            pending.temporary + pending.irregular,
        )

    def _tell(self) -> None:
        if (status := self.status()) != self._told:
            self._told = status
            self._report(status)
