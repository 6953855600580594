"""This module works on the jobs of the FHIR interface, one at a time and step by step between other requests."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial

import msgspec

from redactor.errors import ServiceUnavailableError
from redactor.service.engine_thread import EngineThread
from redactor.service.fhir.bundles import Work
from redactor.service.fhir.jobs import JobStore, Listed, Results
from redactor.service.fhir.sources import SourceError, Sources
from redactor.service.metrics import Metrics
from redactor.service.refusals import RefusedError, outcome_of

_POLL_SECONDS = 2.0  # after which jobs of other processes are looked for
_PAUSE_SECONDS = 20.0  # where a service that the engine needs is down: a job may fetch its files again
_CLOSE_SECONDS = 2.0  # for a claim that is under way


class JobRunner:
    """A job runner is a thread that ends with the engine thread, whose steps it waits for.

    told: is told of failures. It works from `start` on.
    """

    def __init__(
        self,
        store: JobStore,
        engine: EngineThread,
        metrics: Metrics,
        sources: Sources,
        told: Callable[[BaseException], None],
    ) -> None:
        self._store, self._engine, self._metrics, self._told = store, engine, metrics, told
        self._sources = sources
        self._news = threading.Event()
        self._lock = threading.Lock()  # of the next
        self._claimed: str | None = None

    def start(self) -> None:
        """Begin to work."""
        threading.Thread(target=self._work, name="fhir-jobs", daemon=True).start()

    def close(self) -> None:
        """Begin no job any more, and count the claimed one as not begun, whatever its step still does.

        The process may end then: an orderly end is no failure of a job. Close the engine thread before.
        """
        if self._lock.acquire(timeout=_CLOSE_SECONDS):
            try:
                self._unbegin()
            except OSError as e:
                self._told(e)
            finally:
                self._lock.release()

    def _unbegin(self) -> None:
        if self._claimed is not None:
            self._store.unbegin(self._claimed)
            self._claimed = None

    def kick(self) -> None:
        """Tell of a new job."""
        self._news.set()

    def _work(self) -> None:
        while not self._engine.is_closed:
            self._news.clear()
            seconds = _POLL_SECONDS
            try:
                self._store.expire()
                waiting = self._store.pending()
            except Exception as e:  # such as a full disk; the thread goes on
                self._told(e)
                waiting = []
            for job in waiting:
                try:
                    self._run(job)
                except FileNotFoundError:  # deleted or withdrawn meanwhile
                    continue
                except ServiceUnavailableError as e:
                    self._told(e)
                    seconds = _PAUSE_SECONDS
                except Exception as e:  # of this job; the others go on
                    if not self._engine.is_closed:
                        self._told(e)
            self._news.wait(seconds)

    def _run(self, job: str) -> None:
        with ExitStack() as claim:
            with self._lock:  # no end of the process falls between the claim and what is known of it
                data = None if self._engine.is_closed else claim.enter_context(self._store.claim(job))
                if data is None:
                    return
                self._claimed = job
            try:
                self._store.complete(job, *self._done(job, data))
            except Exception as e:
                if self._engine.is_closed or isinstance(e, ServiceUnavailableError):
                    with self._lock:
                        self._unbegin()  # it is run again
                raise
            finally:
                with self._lock:
                    self._claimed = None

    def _done(self, job: str, data: bytes) -> tuple[Mapping[str, bytes], Results]:
        try:
            if data.startswith(b"["):  # URLs; a resource is an object
                files = self._fetched(job, msgspec.json.decode(data, type=list[str]))
                if any(isinstance(one, SourceError) for one in files):
                    return _files([("errors.ndjson", "OperationOutcome", list(_failed(files)), "error")])
                work = Work([one for one in files if isinstance(one, bytes)], self._told)
            else:
                work = Work(data, self._told)
        except RefusedError as e:
            return {}, Results(failure=e.code)
        steps = list(work.steps())
        for n, step in enumerate(steps):
            self._store.note(job, f"{n} of {len(steps)} steps")
            self._engine.call(step)
        work.count(self._metrics)
        released, deleted, errors = work.files()
        lists = [(f"{kind}.ndjson", kind, lines, "output") for kind, lines in sorted(released.items())]
        lists += [
            ("deleted.ndjson", "Bundle", deleted, "deleted"),
            ("errors.ndjson", "OperationOutcome", errors, "error"),
        ]
        return _files(lists)

    def _fetched(self, job: str, urls: Sequence[str]) -> list[bytes | SourceError]:
        found: list[bytes | SourceError] = []
        self._store.note(job, f"0 of {len(urls)} files")  # before any is asked for
        for file in self._sources.fetch(urls, partial(self._store.is_in_force, job)):
            found.append(file)
            self._store.note(job, f"{len(found)} of {len(urls)} files")
        return found


def _failed(files: Sequence[bytes | SourceError]) -> Iterator[bytes]:
    """Yield an OperationOutcome for each file. If one is missing, others may name people whom only that one tells."""
    for n, file in enumerate(files):
        code = file.code if isinstance(file, SourceError) else "source-missing"
        yield msgspec.json.encode(outcome_of(code, f"data[{n}]"))


def _files(lists: Iterable[tuple[str, str, Sequence[bytes], str]]) -> tuple[Mapping[str, bytes], Results]:
    files, listed = {}, []
    for name, kind, lines, where in lists:
        if lines:
            files[name] = b"\n".join(lines) + b"\n"
            listed.append(Listed(name, kind, len(lines), where))
    return files, Results(tuple(listed))
