"""This module carries out a run: it reads the input for known values, then to process it, and commits chunk by
chunk.
"""

from __future__ import annotations

import datetime as dt
import functools
import json
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

from redactor.errors import RunError, StoppedError
from redactor.keys import DerivedKey
from redactor.run.commit import Committer
from redactor.run.contracts import (
    HarvestBatch,
    Harvester,
    Processed,
    Processor,
    Progress,
    RawRecord,
    RunCallbacks,
    RunConfig,
    Summary,
)
from redactor.run.intake import parquet
from redactor.run.intake.chunks import Chunk, ChunkSizes, chunks
from redactor.run.intake.files import InputFile, list_inputs, note_fields
from redactor.run.intake.kinds import READ_SUFFIXES
from redactor.run.intake.unread_suffixes import SOUND_SUFFIXES
from redactor.run.note_names import NoteNames, check_notes, count_without_patient, note_order
from redactor.run.output import manifest
from redactor.run.output.folder import FolderOutput
from redactor.run.output.manifest import check_out
from redactor.run.output.pipe import STAGED
from redactor.run.pool import Pool, Stage, isolate_failures, window_of
from redactor.run.signals import STOPPED, stop_on_signal
from redactor.run.state.as_of import open_as_of, seal_as_of, stated_as_of
from redactor.run.state.audit import Auditor
from redactor.run.state.journal import Journal
from redactor.run.state.locks import StateLock
from redactor.run.state.lookup_rows import LookupRows, open_for_run
from redactor.run.state.quarantine import QuarantineStore
from redactor.run.state.run_facts import note_begin, note_end

Report = Callable[[Progress], None]


def run(config: RunConfig, callbacks: RunCallbacks, report: Report | None = None) -> Summary:
    """Start a run, or resume a killed run from config.state. Raises RunError (StoppedError after a signal)."""
    check_folders_apart(config.source, config.out, config.state, config.home)
    if config.workers < 1:
        raise RunError("--workers must be 1 or more")
    order = note_order(config.keyring, config.metadata.recipient)
    files = list_inputs(
        config.source, config.notes, order, follow_links=config.follow_links, limit=config.max_record_bytes
    )
    _check_readable(config.source, files)
    if any(f.kind == "parquet" for f in files):
        parquet.check_installed()
    check_notes(config.notes or NoteNames(), note_fields(files))
    with ExitStack() as stack:
        stack.enter_context(StateLock(config.state))
        journal = Journal(config.state, config.keyring)
        stack.callback(journal.close)
        quarantine = QuarantineStore(config.state, config.keyring, journal.run, create=not journal.has_begun())
        stack.callback(quarantine.close)
        quarantine.check_kept(journal.held())
        lookup = open_for_run(config.state, config.keyring, journal)
        if lookup is not None:
            stack.callback(lookup.close)
        config.out.mkdir(parents=True, exist_ok=True)
        if not journal.has_begun() and any(config.out.iterdir()):
            raise RunError("OUT holds files that are not this run's; name an empty folder")
        journal.begin(config.fingerprint, files, config.metadata)
        note_begin(journal, config, {} if lookup is None else lookup.marks())
        manifest.check_manifest_of_run(config.out, journal, config.metadata, config.keyring)
        check_out(config.out, journal)
        journal.check_known(config.known())
        stop = stack.enter_context(stop_on_signal())
        pool = stack.enter_context(
            Pool(config.workers, window_of(config.workers, config.batch_bytes), stop, config.batch_seconds)
        )
        passes = _TwoPasses(
            config, callbacks, files, journal, quarantine, lookup, pool, report or (lambda _: None), stop, order
        )
        passes.harvest()
        passes.process()
        manifest.write(config.out, journal, config.metadata, config.keyring, config.home)
        note_end(journal)
        return passes.summary()


def check_folders_apart(source: Path | None, out: Path, state: Path, home: Path | None) -> None:
    """Raise RunError if one folder lies inside another. Called before anything is written to any of them.

    The OUT of a run into a pipe lies in its state.
    """
    target = out.resolve()
    is_staged = target == state.resolve() / STAGED
    for name, folder in (("state", state), ("home", home)):
        if folder is not None and (
            _within(folder.resolve(), target) or (_within(target, folder.resolve()) and not is_staged)
        ):
            raise RunError(f"OUT and {name} lie inside one another; OUT must hold nothing but what is released")
    if source is not None:
        origin = source.resolve()
        inside = any(_within(f.resolve(), origin) for f in (out, state, home) if f is not None)
        if inside or _within(origin, target):
            raise RunError("the input, OUT, state or home lie inside one another; name folders apart from each other")


def _within(inner: Path, outer: Path) -> bool:
    return inner == outer or outer in inner.parents


def harvest_work(worker: object, raws: Sequence[RawRecord]) -> list[HarvestBatch | str]:
    """Return one batch for all records; the pool splits them only if the harvester fails."""
    return [cast(Harvester, worker).harvest(raws)] if raws else []


def process_work(worker: object, raws: Sequence[RawRecord]) -> list[Processed | str]:
    """Return one result per record."""
    results = cast(Processor, worker).process(raws) if raws else []
    if len(results) != len(raws):
        raise RuntimeError("the processor gave another number of results than of records")
    return list(results)


def _check_readable(source: Path | None, files: Sequence[InputFile]) -> None:
    """Raise RunError if a folder holds no file of a kind that is read; its release would be empty."""
    if source is None or not source.is_dir() or any(f.kind != "unreadable" or f.suffix in READ_SUFFIXES for f in files):
        return
    held = ", ".join(f"{suffix} {n:,}" for suffix, n in sorted(Counter(f.suffix for f in files).items()))
    why = f"its files are of other kinds ({held})" if files else "it has no files"
    sound = "; recordings go to: redactor audio IN OUT" if any(f.suffix in SOUND_SUFFIXES for f in files) else ""
    raise RunError(
        f"IN holds nothing to read: {why}; read are {', '.join(sorted(READ_SUFFIXES))}, and all but .parquet as .gz "
        f"or .zst too; name the folder of such files, or convert yours (docs/guide/formats.md){sound}"
    )


class _TwoPasses:
    """This object carries out the two passes of a run over its input files."""

    def __init__(
        self,
        config: RunConfig,
        callbacks: RunCallbacks,
        files: list[InputFile],
        journal: Journal,
        quarantine: QuarantineStore,
        lookup: LookupRows | None,
        pool: Pool,
        report: Report,
        stop: threading.Event,
        order: Callable[[str], bytes],
    ) -> None:
        self._config = config
        self._callbacks = callbacks
        self._files = files
        self._journal = journal
        self._quarantine = quarantine
        self._lookup = lookup
        self._pool = pool
        self._order = order
        self._output = FolderOutput(
            config.state,
            config.out,
            {f.number: f for f in files},
            lambda unit: self._numbers_in_out()[unit],
            as_lines=config.as_lines,
        )
        self._numbers: dict[int, int] = {}
        self._report = report
        self._stop = stop
        self._is_piped = config.source is None
        self._sizes = ChunkSizes(config.batch_records, config.batch_bytes, config.max_record_bytes)
        self._total = sum(f.size for f in files)
        self._bytes_before = 0
        self._outcomes: Counter[str] = Counter()  # counted here, because a query for each chunk would read all counts
        self._left_out = 0  # kept per chunk, because the auditor asks for each record

    # -- first pass

    def harvest(self) -> None:
        """Collect known values from the whole input before any record is processed; from a pipe there is no first pass.

        A pass that was cut short starts again: it stores the same values.
        """
        if self._journal.get("harvested"):
            return
        newest: dt.date | None = None
        failed = unresolved = 0
        if not self._is_piped:
            all_chunks = (c for f in self._files for c in chunks(f, self._sizes, self._config.schema_name))
            for chunk, results in self._pool.map(Stage(self._callbacks.harvester, harvest_work), all_chunks):
                batches = [b for b in results if isinstance(b, HarvestBatch)]
                failed += len(results) - len(batches) + sum(b.failed for b in batches)
                unresolved += sum(b.unresolved for b in batches)
                newest = max((d for d in (newest, *(b.newest for b in batches)) if d), default=None)
                for batch in batches:
                    self._callbacks.on_harvest(batch)
                self._report_progress("harvest", chunk)
        as_of = self._callbacks.on_harvest_end(newest)
        store, commits = self._config.known()
        self._journal.put(
            as_of=seal_as_of(self._config.keyring, as_of),
            known="seen" if self._is_piped else "all",
            harvest_failed=str(failed),
            unresolved=str(unresolved + self._callbacks.unresolved()),
            households=json.dumps(dict(self._callbacks.households())),
            known_left_out=str(self._callbacks.known_left_out()),
            known_store=store,
            known_commits=str(commits),
            harvested="1",
        )
        self._note_unmatched()
        self._bytes_before = 0

    # -- second pass

    def process(self) -> None:
        """De-identify, commit and place in OUT what earlier runs have left undone."""
        key = self._config.keyring.internal("journal")
        if self._is_piped:
            self._check_pipe(key.digest("chain"))
        todo = [f for f in self._files if self._journal.file(f.number)[0] == "new"]
        if todo:
            self._read(todo, key)
        waiting = self._journal.numbers("read")
        # In the order of their numbers in OUT: the times of the files tell in which they were placed.
        for number in sorted(waiting, key=lambda n: self._numbers_in_out().get(n, 0)):
            self._finish(number)

    def _read(self, todo: list[InputFile], key: DerivedKey) -> None:
        config = self._config
        as_of = open_as_of(config.keyring, self._journal.get("as_of"))
        stated = stated_as_of(config.keyring, config.metadata, as_of)
        auditor = Auditor(config.metadata, "seen" if self._is_piped else "all", stated, lambda: self._left_out)
        committer = Committer(
            self._config.state, self._journal, self._quarantine, self._output, auditor, key, self._lookup
        )
        self._bytes_before = sum(f.size for f in self._files) - sum(f.size for f in todo)
        self._outcomes.update(self._journal.counts("outcome"))
        try:
            stage = Stage(functools.partial(self._callbacks.processor, as_of), process_work)
            for chunk, results in self._process_chunks(stage, self._remaining_chunks(todo, committer.chain_key)):
                self._left_out = self._known_left_out()
                if chunk.has_guessed:
                    self._note_guess(chunk.file.number)
                commit = committer.commit(chunk, results)
                self._outcomes.update({name: n for (kind, name), n in commit.counts.items() if kind == "outcome"})
                self._report_progress("process", chunk)
        finally:
            committer.close()

    def _note_unmatched(self) -> None:
        """Store which lines of the patient lists have named nobody; what a run read before it stopped is not read
        again.
        """
        now, before = self._callbacks.unmatched(), self._journal.get("unmatched")
        if before is not None:
            told = {name: sorted(set(json.loads(before).get(name, ())) & set(lines)) for name, lines in now.items()}
            now = {name: lines for name, lines in told.items() if lines}
        if (text := json.dumps(now)) != before:
            self._journal.put(unmatched=text)

    def _note_guess(self, number: int) -> None:
        """Store that rows of a table were read in a single-byte encoding."""
        known = set(json.loads(self._journal.get("guessed_tables") or "[]"))
        if number not in known:
            self._journal.put(guessed_tables=json.dumps(sorted({*known, number})))

    def _known_left_out(self) -> int:
        """Return how many known values are not searched for, by this harvest or the journaled one."""
        return max(self._callbacks.known_left_out(), int(self._journal.get("known_left_out") or 0))

    def _check_pipe(self, chain_key: bytes) -> None:
        """Raise RunError unless a pipe that was read to its end gives the same records again; others would be lost."""
        for file in self._files:
            status, p = self._journal.file(file.number)
            if status == "new":
                continue
            name = self._config.schema_name
            for chunk in chunks(file, self._sizes, name, skip=p.taken, chain=p.chain, key=chain_key):
                if chunk.raws:
                    raise RunError("the pipe gives more than this run began with; name a new --state and an empty OUT")

    def _process_chunks(
        self, stage: Stage[Processed], source: Iterator[Chunk]
    ) -> Iterator[tuple[Chunk, list[Processed | str]]]:
        if not self._is_piped:
            yield from self._pool.map(stage, source)
            return
        # From a pipe each chunk is harvested and processed before the next is read, so that the known values of a
        # note depend only on the input and not on the number of workers.
        harvester = self._callbacks.harvester()
        for chunk in source:
            for batch in isolate_failures(harvest_work, harvester, [raw for raw in chunk.raws if raw.error is None]):
                if isinstance(batch, HarvestBatch):
                    self._callbacks.on_harvest(batch)
            self._note_unmatched()
            yield from self._pool.map(stage, [chunk])

    def _remaining_chunks(self, todo: list[InputFile], chain_key: bytes) -> Iterator[Chunk]:
        for file in todo:
            _, p = self._journal.file(file.number)
            yield from chunks(file, self._sizes, self._config.schema_name, skip=p.taken, chain=p.chain, key=chain_key)

    def _finish(self, number: int) -> None:
        """Place the output of a file in OUT, after all of the input is read, since the numbers of files in OUT
        depend on it.
        """
        _, progress = self._journal.file(number)
        outputs = self._output.seal(number, progress.mark)
        self._journal.finish_file(number, outputs)
        self._output.discard(number)

    def _numbers_in_out(self) -> dict[int, int]:
        """Return the number under which each file leaves: its rank, in an order drawn with the keyring, among those
        that do.

        Names of input files often are those of patients: neither their order nor a gap may show in OUT. Notes stay
        behind other files.
        """
        if not self._numbers:
            ranked = sorted(self._files, key=lambda f: (f.kind == "note", self._order(f.name), f.name))
            marks = ((f, self._journal.file(f.number)[1].mark) for f in ranked)
            leaving = [f.number for f, mark in marks if mark.records_n or mark.deleted_n]
            self._numbers = {n: rank for rank, n in enumerate(leaving, 1)}
        return self._numbers

    # -- both

    def _report_progress(self, phase: Any, chunk: Chunk) -> None:
        outcomes = self._outcomes
        done = self._bytes_before + chunk.consumed
        if chunk.end is not None:
            self._bytes_before += chunk.file.size
        self._report(Progress(phase, done, self._total, sum(outcomes.values()), outcomes.get("quarantined", 0)))
        if self._stop.is_set():
            raise StoppedError(STOPPED)

    def summary(self) -> Summary:
        j = self._journal
        outcomes = j.counts("outcome")
        notes = note_fields(self._files)
        return Summary(
            records=sum(outcomes.values()),
            outcomes=outcomes,
            reasons=j.counts("reason"),
            entities=j.counts("entity"),
            omitted=j.counts("omitted"),
            emptied=j.counts("emptied"),
            unknown_fields=j.counts("unknown"),
            second=j.counts("second"),
            spent=self._callbacks.spent() if self._callbacks.spent is not None else None,
            costs=self._callbacks.costs(),
            resource_types=j.counts("type"),
            retyped=_retyped(self._config.out, [name for name, *_ in j.outputs()]),
            files=len(self._files),
            as_of=open_as_of(self._config.keyring, j.get("as_of")),
            harvested="seen" if self._is_piped else "all",
            harvest_failed=int(j.get("harvest_failed") or 0),
            unresolved=int(j.get("unresolved") or 0),
            households=json.loads(j.get("households") or "{}"),
            known_left_out=self._known_left_out(),
            notes=len(notes),
            notes_without_patient=count_without_patient(notes.values()),
            release_voice=self._config.metadata.release_voice,
            out=self._config.out,
            state=self._config.state,
            unmatched=json.loads(j.get("unmatched") or "{}"),
            guessed_tables=len(json.loads(j.get("guessed_tables") or "[]")),
        )


def _retyped(out: Path, names: Iterable[str]) -> dict[str, str]:
    """Return the columns of released Parquet files whose type changed, such as "int64 to string", by name."""
    tables = [out / name for name in names if name.endswith(".parquet")]
    if not tables:
        return {}
    from redactor.run.output.parquet_writer import retyped_columns

    found = (column for path in tables if path.is_file() for column in retyped_columns(path))
    return {name: f"{old} to {new}" for name, old, new in sorted(found)}
