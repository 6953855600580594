"""One sink, released by runs with several workers and by a stream, in this process and in unfavourable orders.

A run goes through the command, with a pool whose workers take turns by lot. A stream goes through the code of ingest
and worker: what ingest publishes, known values as a host applies them, batches as a worker cuts them, from lanes that
take turns by lot. Only Kafka and the processes are left out.
"""

from __future__ import annotations

import base64
import json
import random
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import pytest

from redactor.assemble.home import known_values_path, site_scope
from redactor.assemble.runs import build_stream
from redactor.engine import Engine
from redactor.keys import Keyring
from redactor.run import runner
from redactor.run.contracts import Processed, RawRecord
from redactor.run.intake.chunks import Chunk
from redactor.run.pool import Pool, Stage, T, isolate_failures
from redactor.run.runner import process_work
from redactor.run.state.known_store import KnownStore
from redactor.settings import Settings, load_settings
from redactor.text import KnownValue, Note, Reading
from streams.batches import BatchLimits, BatchProcessor, Call, SourceRecord, cut_batches, read_record
from streams.known_topic import apply
from streams.raw_topic import RawMessages
from streams.topics import RAW, name_of
from tests.conftest import Command
from tests.integration.stream_kit import payloads
from tests.unit.streams.ingest_kit import Bench

AS_OF = "2026-06-30"
_BATCH = 40  # records


def keyring(number: int) -> Keyring:
    """One of many, the same in each run of the tests."""
    pseudonym, encryption = (
        base64.b64encode(sha256(f"{purpose} {number}".encode()).digest()).decode() for purpose in ("names", "files")
    )
    keys = [{"id": "p1-00000000", "epoch": 1, "secret": pseudonym, "format": 2}]
    ring = {"format": "redactor-keyring/2", "pseudonym": keys}
    return Keyring.load(json.dumps({**ring, "encryption": [{"id": "e-00000000", "secret": encryption}]}))


@dataclass(frozen=True, slots=True)
class Sitting:
    """A sink and a keyring. folder: holds everything that the sitting makes."""

    source: Path
    folder: Path
    keyring: Keyring
    seed: int

    @property
    def keys(self) -> Path:
        return self.folder / "keys.json"

    def home(self, name: str) -> Path:
        return self.folder / f"home-{name}"

    def run(self, command: Command, workers: int) -> Counter[str]:
        """What `redactor run` releases, record by record."""
        name = f"run-{workers}"
        out = self.folder / name
        env = {
            "REDACTOR_KEYRING": str(self.keys), "REDACTOR_HOME": str(self.home(name)), "REDACTOR_AS_OF": AS_OF,
            "REDACTOR_DETECTORS": '["patterns","known"]', "REDACTOR_BATCH_RECORDS": str(_BATCH),
        }  # fmt: skip
        state = self.folder / f"state-{name}"
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(runner, "Pool", _pool_by_lot(self.seed))
            done = command(
                "run", self.source, out, "--profile", "hips", "--workers", workers, "--state", state, env=env
            )
        assert done.returncode == 0, done.stderr
        return Counter(payloads(out))

    def stream(self) -> Counter[str]:
        """What workers of a stream give to its exporter, record by record."""
        settings = load_settings(
            profile="hips", detectors=("patterns", "known"), keyring=str(self.keys), home=self.home("stream"),
            as_of=AS_OF, batch_records=_BATCH, streams={"servers": "localhost:1", "partitions": 3, "one_host": True},
        )  # fmt: skip
        settings.home.mkdir()
        bench = Bench(self.source, settings, self.keyring)
        bench.ingest()
        self._apply_known(settings, bench)
        parts = build_stream(settings)
        processors = [
            BatchProcessor(_call(parts.processor()), self.keyring, parts.fingerprint)
            for _ in range(2)  # hosts
        ]
        by_id: dict[str, str] = {}
        lot = random.Random(self.seed)
        for batch in _turns(_lanes(settings, bench), lot):
            for envelope in lot.choice(processors).process(batch):
                done = envelope.processed
                if done.payload is not None:
                    by_id[done.record_id] = _canonical(done)  # the exporter takes each record id once
        return Counter(by_id.values())

    def _apply_known(self, settings: Settings, bench: Bench) -> None:
        with KnownStore.open(known_values_path(settings), self.keyring) as store:
            with store.transaction("known", 1):
                apply(store, bench.known())
            store.pack_site(site_scope(settings))


def _pool_by_lot(seed: int) -> type[Pool]:
    class ByLot(Pool):
        """As many workers as the pool has, in this process: whose turn it is, and with which chunk, is drawn."""

        def map(self, stage: Stage[T], chunks: Iterable[Chunk]) -> Iterator[tuple[Chunk, list[T | str]]]:
            lot = random.Random(seed)
            workers = [stage.build() for _ in range(self._workers)]
            everything = list(chunks)
            found: dict[int, list[T | str]] = {}
            following, waiting = 0, deque(range(len(everything)))
            while waiting or following < len(everything):
                while following not in found and waiting:
                    window = min(2 * self._workers, len(waiting)) if self._workers > 1 else 1
                    waiting.rotate(-(turn := lot.randrange(window)))
                    at = waiting.popleft()
                    waiting.rotate(turn)
                    raws = [raw for raw in everything[at].raws if raw.error is None]
                    found[at] = isolate_failures(stage.work, lot.choice(workers), raws)
                yield everything[following], found.pop(following)
                following += 1

    return ByLot


def _call(processor: object) -> Call:
    def call(raws: Sequence[RawRecord]) -> Sequence[Processed | str]:
        return isolate_failures(process_work, processor, raws)

    return call


def _lanes(settings: Settings, bench: Bench) -> list[deque[list[SourceRecord]]]:
    """The batches of each partition, in order."""
    topic = name_of(settings.streams, RAW)
    messages = RawMessages(bench.keyring, topic, settings.streams.max_record_bytes)
    lanes: list[list[SourceRecord]] = [[] for _ in range(settings.streams.partitions)]
    for name, message in bench.topics.log:
        if name == topic:
            lane = lanes[message.partition]
            lane.append(read_record(messages, message.partition, len(lane), message.key, message.value)[0])
    limits = BatchLimits(_BATCH, settings.batch_bytes)
    return [deque(cut_batches(lane, limits)) for lane in lanes]


def _turns(lanes: list[deque[list[SourceRecord]]], lot: random.Random) -> Iterator[list[SourceRecord]]:
    while left := [lane for lane in lanes if lane]:
        yield lot.choice(left).popleft()


def _canonical(done: Processed) -> str:
    record = json.loads(done.payload or b"")
    if record.get("resourceType") == "Bundle" and "entry" in record:
        record = record["entry"][0]["request"]
    return json.dumps(record, sort_keys=True)


def differences(one: Mapping[str, int], other: Mapping[str, int]) -> list[str]:
    """The records of one that are not in the other."""
    return [record for record in one if record not in other]


@pytest.fixture(scope="module")
def read_once() -> Iterator[None]:
    """A note is read once for all sittings: what is found in it depends on its text and on known values alone."""
    found: dict[tuple[object, ...], Reading] = {}
    known: dict[str, frozenset[KnownValue]] = {}  # by subject, whose name is that of one sitting
    read = Engine.read

    def key_of(note: Note) -> tuple[object, ...]:
        of_note = frozenset(note.known) if note.subject is None else known.get(note.subject)
        if of_note is None:
            of_note = known[note.subject or ""] = frozenset(note.known)
        hints = tuple(sorted(note.hints.items()))
        return note.text, note.note_type, note.date, note.kind, note.record_types, hints, of_note

    def reading(engine: Engine, notes: Sequence[Note]) -> list[Reading]:
        keys = [key_of(note) for note in notes]
        new = {key: note for key, note in zip(keys, notes, strict=True) if key not in found}
        found.update(zip(new, read(engine, list(new.values())), strict=True))
        return [found[key] for key in keys]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Engine, "read", reading)
        yield
