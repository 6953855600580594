"""This module places what leaves a stream into OUT: deliveries, their segments, and the manifest that names them.

A delivery is journaled as complete, created in OUT, journaled as done, and named in the manifest. A segment holds the
deliveries of one configuration. Killed anywhere, the next process goes on there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.contracts import Processed, RunMetadata
from redactor.run.output import manifest, segments
from redactor.run.output.delivery import DeliveryOutput
from redactor.run.state.commits import Commit
from redactor.run.state.journal import Journal
from redactor.run.state.progress import FileProgress
from redactor.run.state.segments import Segments
from streams.audit_days import AuditDays


@dataclass(frozen=True, slots=True)
class ExportConfig:
    """Configures one exporter.

    topic: full name of deid.v1. fingerprint: of the configuration whose envelopes are released. delivery_bytes,
    delivery_seconds: a delivery is closed when it has this size, or its first record this age. hold_seconds,
    processes_unseen: as in HeldRecords.
    """

    out: Path
    state: Path
    home: Path
    keyring: Keyring
    metadata: RunMetadata
    fingerprint: str
    topic: str
    partitions: int
    delivery_bytes: int
    delivery_seconds: float
    hold_seconds: float = 72 * 3600.0
    processes_unseen: bool = False


class Deliveries:
    """Holds the open delivery of an exporter, and places it in OUT.

    clock: seconds, never set back. number, progress: of the open delivery. began_segment: the number of the segment
    that begins because the configuration is another than before; 0 if it is the same. Raises RunError if OUT or the
    state is of another delivery.
    """

    def __init__(self, config: ExportConfig, journal: Journal, audit: AuditDays, clock: Callable[[], float]) -> None:
        self._config, self._journal, self._audit, self._clock = config, journal, audit, clock
        self._fingerprint = f"stream {config.fingerprint}"
        self._segments = Segments(journal)
        self._segments.check_claim(config.metadata)
        self._output = DeliveryOutput(config.state, config.out)
        self._since: float | None = None
        self.number, self.progress = 0, FileProgress()
        self.began_segment = 0

    def resume(self) -> None:
        """Completes the delivery that an earlier process was placing, and goes on with the open delivery."""
        manifest.check_not_newer(self._config.out, self._journal, self._config.keyring)
        for number in self._journal.numbers("read"):
            self._place(number)
        done = self._journal.numbers("done")
        if done:
            self._output.discard(done[-1])
            segments.discard(self._config.out, self._config.state, self._segments)
            self._write_manifest()
        self._open()
        self._take_up_configuration()

    def _take_up_configuration(self) -> None:
        """Delivers what another configuration made, closes its segment, and begins the next one under this."""
        config, journal = self._config, self._journal
        is_other = self._segments.has_other_configuration(self._fingerprint, config.metadata)
        if is_other:
            self.deliver()
            if self._segments.has_files:
                segments.close_segment(config.out, config.state, journal, self._segments)
        journal.put(known="seen")
        if is_other:
            journal.change_configuration(self._fingerprint, config.metadata)
            self._write_manifest()
            self.began_segment = self._segments.number

    def _open(self) -> None:
        begun = self._journal.numbers("new")
        self.number = begun[0] if begun else self._journal.last_number() + 1
        self.progress = self._journal.file(self.number)[1] if begun else FileProgress()
        self._output.open(self.number, self.progress.mark)
        self._since = self._clock() if self._has_records() else None

    def _has_records(self) -> bool:
        return bool(self.progress.mark.records_n or self.progress.mark.deleted_n)

    @property
    def open_number(self) -> int:
        """Returns the number of the delivery that holds records and is not closed; 0 if there is none."""
        return self.number if self._has_records() else 0

    def must_follow(self, done: Processed) -> bool:
        """See DeliveryOutput."""
        return self._output.must_follow(done)

    def write(self, outcomes: Sequence[Processed], taken: int) -> None:
        """Adds records to the open delivery; the journal is still to commit its progress. taken: envelopes in all."""
        self.progress.taken += taken
        self.progress.mark = self._output.write(outcomes)
        if self._since is None and self._has_records():
            self._since = self._clock()

    def deliver_if_large(self) -> None:
        """Closes the delivery when it has the size of the configuration."""
        if self.progress.mark.records_at + self.progress.mark.deleted_at >= self._config.delivery_bytes:
            self.deliver()

    def deliver_if_due(self) -> None:
        """Closes the delivery when its first record has the age of the configuration."""
        if self._since is not None and self._clock() - self._since >= self._config.delivery_seconds:
            self.deliver()

    def deliver(self) -> None:
        """Closes the open delivery and places it in OUT; a delivery without records stays open."""
        if not self._has_records():
            return
        self._journal.commit(Commit(self.number, self.progress, self._audit.at, status="read"))
        self._place(self.number)
        self._output.discard(self.number)
        self._write_manifest()
        self._open()

    def finish(self) -> None:
        """Delivers the remaining records, and lets the manifest count the records that did not leave, too."""
        self.deliver()
        self._write_manifest()

    def abort(self) -> None:
        """See DeliveryOutput."""
        self._output.abort()

    def _place(self, number: int) -> None:
        _, progress = self._journal.file(number)
        self._journal.finish_file(number, self._output.seal(number, progress.mark))

    def _write_manifest(self) -> None:
        config, journal = self._config, self._journal
        manifest.claim_out(config.out, journal)
        if self._segments.is_closing or self._segments.is_full:
            segments.close_segment(config.out, config.state, journal, self._segments)
        segments.write_head(config.out, journal, self._segments, config.keyring, config.home)


def check_empty(out: Path) -> None:
    """Raises RunError if a new state would deliver into a folder that is in use; a folder that cannot be
    listed passes.
    """
    try:
        in_use = any(out.iterdir())
    except PermissionError:
        return
    if in_use:
        raise RunError("OUT holds files, and this state has not delivered any; name an empty folder")
