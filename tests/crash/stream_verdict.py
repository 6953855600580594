"""What became of every record of a stream: lost, doubled, leaked. Judged by the topics and OUT, not by the exporter."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import ahocorasick_rs
from aiokafka import AIOKafkaConsumer, ConsumerRecord, TopicPartition

from redactor.errors import ForgedMessageError
from redactor.keys import Keyring
from redactor.run.intake.files import list_inputs
from redactor.run.intake.raw_records import Reader
from redactor.run.state.quarantine import QuarantineStore
from redactor.settings import StreamsSettings
from schemas.engine.records import Outcome
from streams.connection import client_options
from streams.envelope import Envelope, Envelopes
from streams.raw_topic import NO_ORIGIN, RawMessages
from streams.topics import DEID, EHR_IN, RAW, name_of
from tests.audit_kit import audit_lines
from tests.crash.stream_harness import Stream
from tests.leak import proof
from tests.leak.reading import Gold
from tests.leak.search import KEPT

_LEAVES = (Outcome.RELEASED, Outcome.DELETED)
_DAY = re.compile(r"\d{4}(-\d\d){0,2}")


@dataclass
class Verdict:
    """Counts of records. source: records of the input. resent: messages of phi.raw.v1 that repeat one.

    duplicates: envelopes of deid.v1 that repeat one. outcomes: of the exporter, one for each offset of phi.raw.v1.
    """

    source: int
    raw: int = 0
    resent: int = 0
    envelopes: int = 0
    duplicates: int = 0
    outcomes: int = 0
    released: int = 0
    quarantined: int = 0
    faults: list[str] = field(default_factory=list)

    def fault(self, what: str, count: int) -> None:
        if count:
            self.faults.append(f"{what}: {count:,}")


def count_source(source: Path) -> int:
    return sum(1 for file in list_inputs(source) for _ in Reader(file, 1 << 24).records())


async def _messages(streams: StreamsSettings, topic: str) -> AsyncIterator[ConsumerRecord[bytes, bytes]]:
    places = [TopicPartition(name_of(streams, topic), n) for n in range(streams.partitions)]
    async with AIOKafkaConsumer(**client_options(streams), enable_auto_commit=False) as consumer:
        consumer.assign(places)
        begins, ends = await consumer.beginning_offsets(places), await consumer.end_offsets(places)
        for place in places:
            consumer.seek(place, begins[place])
        while any([await consumer.position(place) < ends[place] for place in places]):
            for messages in (await consumer.getmany(timeout_ms=500)).values():
                for message in messages:
                    yield message


def judge(stream: Stream, source_records: int) -> Verdict:
    """Compare the input, the topics, OUT and the quarantine."""
    verdict = Verdict(source_records)
    asyncio.run(_judge(stream, verdict))
    return verdict


async def _judge(stream: Stream, verdict: Verdict) -> None:
    keyring, streams = Keyring.load(stream.keyring), stream.streams
    raws, envelopes = RawMessages(keyring, name_of(streams, RAW), 1 << 30), Envelopes(keyring, name_of(streams, DEID))
    positions: Counter[str] = Counter()
    offsets: set[tuple[int, int]] = set()
    copies: set[tuple[int, int]] = set()  # out of the quarantine: sent twice, the second counts nowhere
    async for m in _messages(streams, RAW):
        offsets.add((m.partition, m.offset))
        with suppress(ForgedMessageError):
            message = raws.decode(m.key, m.value)
            positions[message.raw.position] += 1
            if message.origin != NO_ORIGIN:
                copies.add((m.partition, m.offset))
    verdict.raw = sum(positions.values())
    verdict.resent = verdict.raw - len(positions)
    verdict.fault("records of the input that phi.raw.v1 lacks", verdict.source - len(positions))
    seen: Counter[tuple[int, int]] = Counter()
    lines: dict[str, set[bytes]] = defaultdict(set)  # of each record id that leaves, the digests of its line
    came: dict[
        tuple[int, int], Envelope
    ] = {}  # of each place of a record, by partition, the first envelope that leaves
    first: dict[tuple[int, int], int] = {}  # the offset at which it came first, perhaps into the quarantine
    async for m in _messages(streams, DEID):
        try:
            envelope = envelopes.decode(m.key, m.value)
        except ForgedMessageError:
            continue
        done = envelope.processed
        seen[envelope.partition, envelope.offset] += 1
        place = envelope.partition, envelope.place
        first[place] = min(envelope.offset, first.get(place, envelope.offset))
        if done.outcome in _LEAVES and done.payload is not None:
            lines[done.record_id].add(_digest(done.payload))
            came.setdefault(place, envelope)
    verdict.envelopes = sum(seen.values())
    verdict.duplicates = verdict.envelopes - len(seen)
    verdict.fault("offsets of phi.raw.v1 without an envelope", len(offsets - seen.keys()))
    _judge_out(stream, keyring, lines, [came[p] for p in sorted(came, key=lambda p: (p[0], first[p]))], verdict)
    audited = [json.loads(line) for line in audit_lines(stream.state)]
    verdict.outcomes = len(audited)
    # An entry of the quarantine whose content has left counts as a duplicate in the end.
    counted = Counter(_place(e["at"]) for e in audited if e["outcome"] != Outcome.DUPLICATE.value)
    duplicates = {_place(e["at"]) for e in audited} - counted.keys()
    verdict.fault(
        "offsets of phi.raw.v1 that the exporter did not count", len(offsets - copies - counted.keys() - duplicates)
    )
    verdict.fault("offsets of phi.raw.v1 that the exporter counted twice", sum(n - 1 for n in counted.values()))


def _place(at: str) -> tuple[int, int]:
    partition, offset = map(int, at.split(":"))
    return partition, offset


def _versions(came: Iterable[Envelope]) -> tuple[Counter[str], dict[str, str]]:
    """How often each record id may leave at most, and the latest version of each resource of one partition.

    came: each record that leaves, in the order in which it came first. A content may leave again after another one.
    """
    runs: Counter[str] = Counter()
    places: dict[str, set[int]] = defaultdict(set)
    latest: dict[str, dict[int, str]] = defaultdict(dict)
    for one in came:
        done, before = one.processed, latest[one.processed.resource_key]
        runs[done.record_id] += before.get(one.partition) != done.record_id
        places[done.record_id].add(one.place)
        before[one.partition] = done.record_id
    most = Counter({record_id: min(n, len(places[record_id])) for record_id, n in runs.items()})
    return most, {key: next(iter(of.values())) for key, of in latest.items() if len(of) == 1}


def _judge_out(
    stream: Stream, keyring: Keyring, lines: dict[str, set[bytes]], came: list[Envelope], verdict: Verdict
) -> None:
    store = QuarantineStore(stream.state, keyring, create=False)
    held = {entry.record_id for entry in store.list() if entry.status != "released"}
    store.close()
    left = Counter(_digest(line) for line in out_lines(stream.out))
    verdict.released, verdict.quarantined = sum(left.values()), len(held)
    known = {digest for found in lines.values() for digest in found}
    verdict.fault("lines of OUT that no worker made", sum(n for d, n in left.items() if d not in known))
    owners: dict[bytes, set[str]] = defaultdict(set)
    for record_id, found in lines.items():
        for digest in found:
            owners[digest].add(record_id)
    lost = [i for i, found in lines.items() if i not in held and not any(left[d] for d in found)]
    verdict.fault("lost", len(lost))
    most, latest = _versions(came)
    verdict.fault("doubled", sum(max(0, n - sum(most[i] for i in owners[d])) for d, n in left.items()))
    # Of a record that was processed twice with different results, one leaves.
    verdict.fault("doubled in another form", max(0, verdict.released - sum(most[i] for i in lines.keys() - held)))
    keys = {one.processed.record_id: one.processed.resource_key for one in came}
    last = {keys[i]: d for d in map(_digest, out_lines(stream.out)) for i in owners[d]}
    waiting = {keys[i] for i in held if i in keys}
    old = [key for key, i in latest.items() if key not in waiting and last.get(key) not in lines[i]]
    verdict.fault("resources whose latest line is not their latest version", len(old))


def out_lines(out: Path) -> Iterator[bytes]:
    """In the order in which a recipient applies them: by the numbers of files, of each number the deletions last."""
    for path in sorted(out.glob("*.ndjson"), key=lambda p: (p.stem.split("-")[1], p.name.startswith("deleted"))):
        with path.open("rb") as file:
            yield from file


def _digest(line: bytes) -> bytes:
    return hashlib.sha256(line.rstrip(b"\n")).digest()[:16]


# -- planted identifiers


def needles(gold: Iterable[Gold], profile: str) -> list[str]:
    """Planted values that no ordinary text holds: with a digit or several words, no dates, of eight letters or more.

    Under a profile with stand-ins only values with digits: a stand-in may be another person's real name.
    """
    found = set()
    for g in gold:
        with_digit = any(c.isdigit() for c in g.value)
        if len(g.value) < 8 or g.entity in KEPT[profile] | {"DATE", "BIRTH_DATE_TIME"} or _DAY.fullmatch(g.value):
            continue
        if with_digit or (profile != "hips" and " " in g.value):
            found.add(g.value)
    return sorted(found)


def leaks_in_out(out: Path, wanted: list[str]) -> list[str]:
    """Planted values in OUT, also in decoded attachments."""
    matcher = ahocorasick_rs.AhoCorasick(wanted)
    found = set()
    for text in _texts(out):
        for which, start, end in matcher.find_matches_as_indexes(text, overlapping=True):
            if not proof.inside_word(text, start, end):
                found.add(wanted[which])
    return sorted(found)


def _texts(out: Path) -> Iterator[str]:
    """The strings of each record; of a table its text."""
    for path in sorted(out.iterdir()):
        if path.suffix == ".ndjson":
            with path.open("rb") as lines:
                for line in lines:
                    yield "\n".join(proof.strings(json.loads(line)))
        elif path.suffix == ".json":
            yield "\n".join(proof.strings(json.loads(path.read_bytes())))
        else:
            yield path.read_text("utf-8")


def broker_files(logs: Path) -> list[Path]:
    """A broker's files, without those of ehr.in.v1: engines write there as they please, and the topic shows it."""
    return [p for p in logs.rglob("*") if p.is_file() and f"{EHR_IN}-" not in p.parent.name]


def leaks_in_files(paths: Iterable[Path], wanted: list[str]) -> list[str]:
    """Planted values in the bytes of files: logs of a broker, outputs of processes."""
    encoded = [value.encode() for value in wanted]
    matcher = ahocorasick_rs.BytesAhoCorasick(encoded)
    found = set()
    for path in paths:
        for which, _, _ in matcher.find_matches_as_indexes(path.read_bytes(), overlapping=True):
            found.add(wanted[which])
    return sorted(found)
