"""Submit requests to a provider's batch API and fetch its answers. A kill between any two steps loses nothing and
submits nothing twice.

What may have been done at the provider stands in home before it is done. The next command asks the provider what
became of a step that was not noted.
"""

from __future__ import annotations

import io
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

from redactor.errors import EndpointRefusedError, RunError
from redactor.llm.batch_records import BatchRecords, Phase, Questions, Record
from redactor.llm.batches import NO_ANSWER, SealedLines, Sorted, Written, lines_of, sort_results

if TYPE_CHECKING:
    from redactor.llm.provider import BatchState, Provider  # loads openai

_BYTES_A_TOKEN, _SLACK = 16, 8_192  # the most bytes of a result: for each token of the answer, and around it
_UNKNOWN_REASON = "the provider's own pages have the reason"
_REASONS = {
    "token_limit_exceeded": "more tokens wait in batches than your account may have: wait, then submit again",
    "model_not_found": "[llm] model is not a name that may be asked in batches",
    "invalid_model": "[llm] model is not a name that may be asked in batches",
    "billing_hard_limit_reached": "the budget of your account is spent",
    "insufficient_quota": "the quota of your account is spent",
}


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a provider gave for a batch that has ended."""

    record: Record
    state: BatchState
    sorted: Sorted


class Submission:
    """The batches of a home at one provider. The caller holds the lock of the home's batches.

    tell: is given what a person should know, and whether it is a problem that the person has to solve. All methods
    raise as those of `Provider`.
    """

    def __init__(
        self, provider: Provider, records: BatchRecords, questions: Questions, tell: Callable[[str, bool], None]
    ) -> None:
        self.provider, self._records, self._questions, self._tell = provider, records, questions, tell

    def send(self, requests: Sequence[Written], lines: SealedLines) -> None:
        """Upload requests and make a batch of them."""
        ids = frozenset(request.id for request in requests)
        most = sum(_SLACK + _BYTES_A_TOKEN * request.most for request in requests)
        record = Record(secrets.token_hex(8), self.provider.endpoint.base_url, ids, most, time.time())
        self._records.save(record)
        content = b"".join(lines.at(request.place for request in requests))
        record = replace(record, phase=Phase.CREATING, file=self.provider.upload(record.file_name, content))
        self._records.save(record)
        self._make(record)

    def resume(self, *, sends: bool = False) -> None:
        """Bring to an end what a kill or an error interrupted. sends: whether batches may be submitted."""
        for record in self._ours():
            with self._told(record):
                if record.phase is Phase.UPLOADING:
                    self._clear_upload(record)
                elif record.phase is Phase.CREATING:
                    self._resume_making(record, sends=sends)
                elif record.phase is Phase.COLLECTED:
                    self._end(record)

    def states(self) -> Iterator[tuple[Record, BatchState | None]]:
        """Yield each batch with its state; None where it is not known. What a person should do is told."""
        for record in self._ours():
            state = None
            if record.phase is Phase.SUBMITTED:
                with self._told(record):
                    state = self._state(record)
            yield record, state

    def fetch(self, record: Record, state: BatchState) -> Fetched | None:
        """Read the results of a batch that has ended; None, and the problem is told, if they cannot be read now."""
        lines: list[bytes] = []
        is_read = False
        with self._told(record):
            for file in state.results:
                lines += lines_of(io.BytesIO(self.provider.content(file, record.most) or b""))
            is_read = True
        for code in sorted({_REASONS.get(code, _UNKNOWN_REASON) for code in state.codes}):
            self._tell(f"the provider did not answer batch {record.tag}: {code}", False)
        return Fetched(record, state, sort_results(lines, record.ids)) if is_read else None

    def close(self, fetched: Fetched, used: Set[str]) -> None:
        """End a batch whose answers are in home: free the questions that failed, and delete its files at the provider.

        used: the ids of the answers that a run over IN used. A batch stays until each of its answers was used once, and
        while a provider keeps back all answers that it counts.
        """
        answered, failed = frozenset(fetched.sorted.good), fetched.sorted.failed
        record = replace(fetched.record, used=fetched.record.used | answered & used)
        if fetched.state.completed and failed.get(NO_ANSWER) == len(record.ids):
            self._tell(
                f"the provider counts {fetched.state.completed:,} answers of batch {record.tag}, and its files hold "
                "none: the batch stays; repeat the command later, or give the batch up with `redactor llm batch drop`",
                True,
            )
            return
        if left := len(answered - record.used):
            self._records.save(record)
            self._tell(
                f"{left:,} of {len(answered):,} answers of batch {record.tag} were not used: they belong to notes "
                "that this IN does not hold, settings or the version have changed, or a run has asked meanwhile. The "
                "batch stays at the provider: collect with the IN and the settings of its `submit`, or give them up "
                "with `redactor llm batch drop`",
                True,
            )
            return
        record = replace(record, phase=Phase.COLLECTED, ids=answered, results=fetched.state.results)
        self._records.save(record)
        with self._told(record):
            self._end(record)

    def drop(self) -> Counter[str]:
        """Give up all batches, and return how many are gone and how many are being cancelled."""
        counts = Counter(dropped=0, cancelling=0)
        for record in self._ours():
            with self._told(record):
                counts["dropped" if self._drop(record) else "cancelling"] += 1
        return counts

    def _drop(self, record: Record) -> bool:
        """Give up a batch. Returns False while the provider cancels it."""
        if record.phase is Phase.UPLOADING:
            self._clear_upload(record)
            return True
        if record.phase is Phase.CREATING and (found := self.provider.batches_of(record.file)):
            record = replace(record, phase=Phase.SUBMITTED, batch=found[0])
            self._records.save(record)
        results = record.results
        state = self.provider.state(record.batch) if record.phase is Phase.SUBMITTED else None
        if state is not None and state.file == record.file:
            if not state.ended:
                self.provider.cancel(record.batch)
                return False
            results = state.results
        ids = record.ids if record.phase is Phase.COLLECTED else record.used
        self._end(replace(record, ids=ids, results=results))
        return True

    @contextmanager
    def _told(self, record: Record) -> Iterator[None]:
        """Tell what fails with a batch, and go on with the next one."""
        try:
            yield
        except EndpointRefusedError:
            raise
        except RunError as e:
            self._tell(f"batch {record.tag}: {e}", True)

    def _ours(self) -> Iterator[Record]:
        for record in self._records:
            if record.base_url == self.provider.endpoint.base_url:
                yield record
            else:
                self._tell(
                    f"batch {record.tag} was submitted to another address, and is left alone: set [llm] base_url to it "
                    "to go on with the batch",
                    True,
                )

    def _state(self, record: Record) -> BatchState | None:
        state = self.provider.state(record.batch)
        if state is None:
            self._tell(
                f"the provider does not know batch {record.tag}: see whether the key is that of the account which "
                "submitted it; `redactor llm batch drop` gives it up",
                True,
            )
        elif state.file != record.file:
            raise RunError("the provider tells of a batch of another file; nothing of it is read")
        return state

    def _clear_upload(self, record: Record) -> None:
        files = self.provider.files_named(record.file_name)
        if not files:
            lists = "does not list files" if files is None else "lists no such file"
            self._tell(
                f"the upload of {record.file_name} was interrupted, and the provider {lists}: if it is there, delete "
                "it, since it holds texts of patients",
                False,
            )
        for file in files or ():
            self.provider.delete(file)
        self._records.remove(record)

    def _resume_making(self, record: Record, *, sends: bool) -> None:
        found = self.provider.batches_of(record.file)
        if found:
            self._records.save(replace(record, phase=Phase.SUBMITTED, batch=found[0]))
        elif found is None:
            self._tell(
                f"whether batch {record.tag} was submitted is not known, since the provider does not list batches: see "
                f"whether it has one of the file {record.file_name}. Its questions are in no other batch; `redactor "
                "llm batch drop` gives it up",
                True,
            )
        elif sends:
            self._tell(
                f"batch {record.tag} was interrupted, and the provider lists no batch of its file: it is submitted now",
                False,
            )
            self._make(record)
        else:
            self._tell(f"batch {record.tag} was not submitted: repeat `redactor llm batch submit`", True)

    def _make(self, record: Record) -> None:
        self._records.save(replace(record, phase=Phase.SUBMITTED, batch=self.provider.create(record.file)))

    def _end(self, record: Record) -> None:
        self._questions.hold(record.ids)
        for file in (record.file, *record.results):
            self.provider.delete(file)
        self._records.remove(record)
