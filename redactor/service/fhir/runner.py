"""This module works on the jobs of the FHIR interface, one at a time and step by step between other requests."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence

from redactor.errors import ServiceUnavailableError
from redactor.service.engine_thread import EngineThread
from redactor.service.fhir.bundles import Work
from redactor.service.fhir.jobs import JobStore, Listed, Results
from redactor.service.metrics import Metrics
from redactor.service.refusals import RefusedError

_POLL_SECONDS = 2.0  # after which jobs of other processes are looked for


class JobRunner:
    """A job runner is a thread that ends with the engine thread, whose steps it waits for.

    told: is told of failures.
    """

    def __init__(
        self, store: JobStore, engine: EngineThread, metrics: Metrics, told: Callable[[BaseException], None]
    ) -> None:
        self._store, self._engine, self._metrics, self._told = store, engine, metrics, told
        self._news = threading.Event()
        threading.Thread(target=self._work, name="fhir-jobs", daemon=True).start()

    def kick(self) -> None:
        """Tell of a new job."""
        self._news.set()

    def _work(self) -> None:
        while not self._engine.is_closed:
            self._news.clear()
            try:
                self._store.expire()
                waiting = self._store.pending()
            except OSError as e:
                self._told(e)
                waiting = []
            for job in waiting:
                try:
                    self._run(job)
                except FileNotFoundError:  # deleted meanwhile
                    continue
                except Exception as e:  # of this job; the others go on
                    if not self._engine.is_closed:
                        self._told(e)
            self._news.wait(_POLL_SECONDS)

    def _run(self, job: str) -> None:
        with self._store.claim(job) as data:
            if data is None:
                return
            try:
                self._store.complete(job, *self._done(job, data))
            except Exception as e:
                if self._engine.is_closed or isinstance(e, ServiceUnavailableError):
                    self._store.unbegin(job)  # it is run again
                raise

    def _done(self, job: str, data: bytes) -> tuple[Mapping[str, bytes], Results]:
        try:
            work = Work(data, self._told)
        except RefusedError as e:
            return {}, Results(failure=e.code)
        steps = list(work.steps())
        for n, step in enumerate(steps):
            self._store.note(job, f"{n} of {len(steps)} steps")
            self._engine.call(step)
        for out in work.done:
            self._metrics.outcome(out.outcome.value, out.reason.value if out.reason is not None else "")
        released, deleted, errors = work.files()
        lists = [(f"{kind}.ndjson", kind, lines, "output") for kind, lines in sorted(released.items())]
        lists += [
            ("deleted.ndjson", "Bundle", deleted, "deleted"),
            ("errors.ndjson", "OperationOutcome", errors, "error"),
        ]
        return _files(lists)


def _files(lists: Iterable[tuple[str, str, Sequence[bytes], str]]) -> tuple[Mapping[str, bytes], Results]:
    files, listed = {}, []
    for name, kind, lines, where in lists:
        if lines:
            files[name] = b"\n".join(lines) + b"\n"
            listed.append(Listed(name, kind, len(lines), where))
    return files, Results(tuple(listed))
