"""This module publishes the records of a sink in the two passes of a run: first all known values, then the records.

No record is sent before every known value of its scan was acknowledged, and none is processed before its host has read
so far. A file is finished when each of its records was acknowledged. If the process is killed in between, the file is
published again: its records then stand in phi.raw twice with the same positions, and the exporter takes each once.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import pickle
import struct
import tempfile
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from redactor.assemble.home import pseudonym_recipient
from redactor.assemble.records import build_registry
from redactor.errors import BrokerUnavailableError, RunError, StoppedError
from redactor.files.own_files import make_own_folder
from redactor.keys import Keyring
from redactor.run.contracts import FileReason, RawRecord
from redactor.run.drop_layout import LOCK
from redactor.run.dropfolder import DropFolder
from redactor.run.intake.chunks import Chunk, ChunkSizes, chunks
from redactor.run.intake.files import InputFile
from redactor.run.pool import Pool, Stage, window_of
from redactor.run.signals import STOPPED, stop_on_signal
from redactor.settings import Settings, StreamsSettings
from schemas.engine.records import Reason
from streams.connection import admin, retry_pause
from streams.known_sender import KnownSender, check_keyring
from streams.publish import (
    BundleFates,
    RecordMessages,
    build_worker,
    fill_keys,
    harvest_and_key_work,
    key_work,
    newest_of,
)
from streams.sender import Sender
from streams.sinks import DropSink, Notes, PlainFolder, Sink
from streams.topic_ids import SameTopics
from streams.topics import KNOWN, RAW, check_topics, name_of

_ENTRY = struct.Struct("<I32s")  # checksum and key
_NO_KEY = bytes(32)
_IN_MEMORY = 1 << 20  # bytes


class KeySpool:
    """Keeps the message keys of the first pass on disk until the second pass needs them; a context manager.

    The keys are keyed hashes, which tell nothing of the input. Each lies beside a checksum of its record, so that a
    file that was changed between the passes gives no record the key of another. All records are added before the first
    key is taken, in the same order.
    """

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - closed by __exit__
        self._is_written = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        self._file.close()

    def add(self, raws: Sequence[RawRecord], keys: Sequence[bytes | None]) -> None:
        """Adds the next records. Each key has 32 bytes; None if it is not known."""
        pack = _ENTRY.pack
        self._file.write(b"".join([pack(_checksum(r), k or _NO_KEY) for r, k in zip(raws, keys, strict=True)]))

    def take(self, raws: Sequence[RawRecord]) -> list[bytes | None]:
        """Returns the keys of the next records; None if a key is not known, or the record is not the one that was
        added.
        """
        if not self._is_written:
            self._file.seek(0)
            self._is_written = True
        data = self._file.read(len(raws) * _ENTRY.size)
        entries = list(_ENTRY.iter_unpack(data[: len(data) // _ENTRY.size * _ENTRY.size]))
        missing = len(raws) - len(entries)
        return [
            key if key != _NO_KEY and checksum == _checksum(raw) else None
            for raw, (checksum, key) in zip(raws, [*entries, *[(0, _NO_KEY)] * missing], strict=True)
        ]


def _checksum(raw: RawRecord) -> int:
    return zlib.crc32(raw.entry or b"", zlib.crc32(raw.data, zlib.crc32(raw.position.encode())))


_UNFINISHED_FILES, _UNFINISHED_RECORDS = 200, 20_000  # after which acknowledgements are awaited
_KNOWN_KEYS = 200_000  # of a scan that are remembered, so that a patient's values are sent once: 40 MB
_PUBLISHED = (
    "What this ingest has published is gone with it. To publish all of it again, remove {} and, of a drop folder, move "
    "the files of done and failed back into it"
)


@dataclass(slots=True)
class Published:
    """Counts what was published and acknowledged.

    files: finished files. records: unread records included. unread: records with an error. known: values and links.
    harvest_failed: records of which no known values could be taken, and values that are too large for the topic.
    """

    files: int = 0
    records: int = 0
    unread: int = 0
    known: int = 0
    harvest_failed: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """Says what an ingest is doing.

    phase: "known-values", "records", "kafka-away" or "idle". detail: why Kafka is away.
    """

    phase: str
    published: Published
    detail: str = ""


@dataclass(slots=True)
class _Sent:
    """Holds the files whose records are sent and not all acknowledged, each with its fault."""

    files: list[tuple[InputFile, Reason | FileReason | None]] = field(default_factory=list)
    records: int = 0
    unread: int = 0


class Ingest:
    """Publishes the files of a sink.

    report: called after each chunk and change of phase. stop: set by a signal. sender: makes a connected sender. check:
    raises TopicError if topics are missing, or are others than those of the sink's journal.
    """

    def __init__(
        self,
        settings: Settings,
        keyring: Keyring,
        sink: Sink,
        pool: Pool,
        stop: threading.Event,
        report: Callable[[State], None],
        schema_name: str | None = None,
        sender: Callable[[], Sender] | None = None,
        *,
        check: Callable[[], None],
    ) -> None:
        streams = settings.streams
        self._sink, self._pool = sink, pool
        self._stop, self._report, self._schema = stop, report, schema_name
        self._sender = sender or partial(Sender, streams)
        self._check = check
        self._raw_topic = name_of(streams, RAW)
        self._known = KnownSender(streams, keyring)
        self._messages = RecordMessages(settings, keyring)
        self._fates = BundleFates(settings, keyring)
        self._most = streams.max_record_bytes
        self._sizes = ChunkSizes(settings.batch_records, settings.batch_bytes, settings.max_record_bytes)
        build = partial(build_worker, pickle.dumps(settings))
        self._harvest, self._keys = Stage(build, harvest_and_key_work), Stage(build, key_work)
        self.published = Published()

    def run(self) -> Published:
        """Publishes the files of the sink until no more can come. Raises StoppedError after a signal."""
        self._check()
        while True:
            self._publish_all(self._sink.scan())
            if not self._sink.is_watched:
                return self.published
            self._tell("idle")
            self._check_stop()
            self._sink.wait()

    def _publish_all(self, files: Sequence[InputFile]) -> None:
        """Publishes the files of a scan, however often Kafka goes away."""
        left = {f.number: f for f in files}
        tries = 0
        while left:
            try:
                self._check()
                self._publish(left)
            except BrokerUnavailableError as e:
                self._tell("kafka-away", str(e))
                if self._stop.wait(retry_pause(tries)):
                    raise StoppedError(STOPPED) from None
                tries += 1

    def _publish(self, left: dict[int, InputFile]) -> None:
        """Runs both passes. Finished files are taken out of `left`."""
        files = list(left.values())
        with self._sender() as sender, KeySpool() as keys:
            known = self._publish_known(sender, files, keys)
            self._publish_records(sender, files, known, keys, left)

    # -- first pass

    def _publish_known(self, sender: Sender, files: Sequence[InputFile], keys: KeySpool) -> int:
        """Sends all values and links and, when these are acknowledged, a join and the newest day; returns the offset
        that the records need.

        keys: is given the message keys of the records.
        """
        sent: dict[bytes, None] = {}
        count = failed = 0
        newest: dt.date | None = None
        for chunk, results in self._pool.map(self._harvest, self._chunks(files)):
            found: list[bytes | None] = []
            for result in results:
                if isinstance(result, str):
                    failed += 1
                    found.append(None)
                    continue
                found += result.keys
                newest = newest_of((newest, result.newest))
                new = {m.key: m for m in result.known if m.key not in sent and len(m.body) <= self._most}
                failed += result.failed + sum(len(m.body) > self._most for m in result.known)
                self._known.send(sender, new.values())
                count += len(new)
                if len(sent) < _KNOWN_KEYS:
                    sent.update(dict.fromkeys(new))
            keys.add(_readable(chunk), found)
            self._tell("known-values")
            self._check_stop()
        needed = self._known.join(sender, newest)
        self.published.known += count
        self.published.harvest_failed += failed
        return needed

    # -- second pass

    def _publish_records(
        self, sender: Sender, files: Sequence[InputFile], known: int, keys: KeySpool, left: dict[int, InputFile]
    ) -> None:
        sent = _Sent()
        fault: Reason | FileReason | None = None
        for chunk in self._with_fates(files):
            messages, unread = self._messages.encode_all(chunk.raws, self._keys_of(_readable(chunk), keys), known)
            sender.send(self._raw_topic, messages)
            sent.records += len(chunk.raws)
            sent.unread += unread
            if chunk.raws:
                fault = _fault(chunk.raws[-1])
            if chunk.end is not None:
                sent.files.append((chunk.file, fault))
                fault = None
            if len(sent.files) >= _UNFINISHED_FILES or sent.records >= _UNFINISHED_RECORDS:
                self._finish(sender, sent, left)
            self._tell("records")
            self._check_stop()
        self._finish(sender, sent, left)

    def _keys_of(self, raws: Sequence[RawRecord], keys: KeySpool) -> list[bytes | str]:
        """Returns the message keys of the first pass, and computes those of the records that it failed on or did not
        see.
        """
        return fill_keys(raws, keys.take(raws), partial(self._pool.call, self._keys))

    def _finish(self, sender: Sender, sent: _Sent, left: dict[int, InputFile]) -> None:
        """Awaits every acknowledgement, then finishes the files that were sent whole."""
        sender.flush()
        if sent.files:
            self._check()  # what was sent to other topics must not count as published
        for file, fault in sent.files:
            self._sink.finish(file, fault)
            del left[file.number]
        self.published.files += len(sent.files)
        self.published.records += sent.records
        self.published.unread += sent.unread
        sent.files.clear()
        sent.records = sent.unread = 0

    def _with_fates(self, files: Iterable[InputFile]) -> Iterator[Chunk]:
        return (replace(chunk, raws=self._fates.carried_by(chunk.raws)) for chunk in self._chunks(files))

    # -- both

    def _chunks(self, files: Iterable[InputFile]) -> Iterator[Chunk]:
        for file in files:
            yield from chunks(file, self._sizes, self._schema, oldest_first=True)

    def _tell(self, phase: str, detail: str = "") -> None:
        self._report(State(phase, self.published, detail))

    def _check_stop(self) -> None:
        if self._stop.is_set():
            raise StoppedError(STOPPED)


def _readable(chunk: Chunk) -> list[RawRecord]:
    return [raw for raw in chunk.raws if raw.error is None]


def _fault(last: RawRecord) -> Reason | FileReason | None:
    """Returns why the rest of the file was not read, as its last record says."""
    return last.error if last.position.endswith(":end") else None


def ingest_folder(
    settings: Settings,
    source: Path,
    watch: bool,
    workers: int,
    schema_name: str | None,
    settle_seconds: float,
    report: Callable[[State], None],
) -> Published:
    """Publishes a file or folder, or with `watch` the files that come into a drop folder, until a signal.

    Raises SettingsError, SchemaError, RunError (StoppedError after a signal), TopicError or BrokerUnavailableError.
    """
    keyring = Keyring.load(settings.keyring)
    registry = build_registry(settings, keyring)
    registry.check()
    if schema_name is not None:
        registry.compiled(schema_name)
    state = _state(settings, keyring, schema_name)
    if state.resolve().is_relative_to(source.resolve()):
        raise RunError("home lies in the folder that is read; name folders apart from each other")
    if not watch and (source / LOCK).exists():
        raise RunError("this is a drop folder: read it with --watch; its folders done and failed are no input")
    notes, key = Notes.from_settings(settings, keyring), keyring.internal("content-number")
    with ExitStack() as stack:
        sink: Sink
        if watch:
            sink = DropSink(DropFolder(source, state, key, settle_seconds), key, notes)
        else:
            sink = PlainFolder(source, state, key, notes)
        stack.enter_context(sink)
        stop = stack.enter_context(stop_on_signal())
        pool = stack.enter_context(Pool(workers, window_of(workers, settings.batch_bytes), stop))
        same = SameTopics(settings.streams, (RAW, KNOWN), _PUBLISHED.format(state), state / "topics.json")
        check = partial(_check, settings.streams, same)
        check()
        asyncio.run(check_keyring(settings.streams, keyring))
        return Ingest(settings, keyring, sink, pool, stop, report, schema_name, check=check).run()


def _check(streams: StreamsSettings, same: SameTopics) -> None:
    async def ask() -> None:
        await check_topics(streams, (RAW, KNOWN))
        async with admin(streams) as client:
            await same.check(client._client)

    asyncio.run(ask())


def _state(settings: Settings, keyring: Keyring, schema_name: str | None) -> Path:
    """Returns the folder, under home, of the journal of finished contents for these topics, source and schema, and the
    recipient and dates of the profile: known values that were published for others do not count.
    """
    streams, recipient = settings.streams, pseudonym_recipient(settings)
    names = (streams.servers or "", streams.prefix, settings.source, recipient, schema_name or "")
    state = settings.home / "streams" / keyring.internal("journal").token("ingest", *names)[:16]
    make_own_folder(state)
    return state
