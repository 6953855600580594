"""How much an exporter's state grows with each record, by table and file. It needs no Kafka.

The records are spread over 30 days: 96 % are released, every tenth of them as a later version of an earlier one, 2 %
are duplicates, and 2 % are quarantined, with payloads of 1 KB, half of which are then purged.
"""

from __future__ import annotations

import sqlite3
import tempfile
import time
from base64 import b32encode
from contextlib import closing
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

from benchmarks.common import Figure, argument
from redactor.keys import Keyring
from redactor.run.contracts import Processed, RawRecord, RunMetadata
from redactor.run.state.quarantine import QuarantineStore
from schemas.engine.records import Outcome, Reason
from streams.audit_days import day_files
from streams.deliveries import ExportConfig
from streams.envelope import Envelope
from streams.export import Exporter, Taken

_CHUNK, _DAYS, _PARTITIONS = 1_000, 30, 12
_PAYLOAD = b'{"resourceType":"Observation","text":"' + b"0123456789 units of one thing, " * 36 + b'"}'
_FINGERPRINT = "f" * 64


def _token(*of: object) -> str:
    """An id of the length of a real one, and as random."""
    return b32encode(blake2b(repr(of).encode(), digest_size=20).digest()).decode().lower()


def _processed(n: int) -> Processed:
    resource = n - 1 - n // 20 if n % 20 < 2 else n  # a later version of another record
    done = Processed(
        Outcome.RELEASED, _token("record", n), _token("resource", resource), payload=_PAYLOAD,
        resource_type="Observation", schema="fhir/Observation", schema_version="4.0.1", schema_digest="d" * 64,
        rules={"hash": 2, "passThrough": 7 + n % 5, "mask": n % 3}, entities={"DATE": 1 + n % 4, "DOCTOR": n % 2},
    )  # fmt: skip
    if n % 50 == 7:
        return Processed(
            Outcome.QUARANTINED, done.record_id, done.resource_key, reason=Reason.UNKNOWN_FIELD, where="Observation.x",
            resource_type="Observation", schema="fhir/Observation",
        )  # fmt: skip
    if n % 50 == 9:
        return Processed(Outcome.DUPLICATE, done.record_id, done.resource_key, resource_type="Observation")
    return done


def _pages(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as db:
        return {str(name): int(n) for name, n in db.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name")}


def _rows(state: Path, table: str) -> int:
    with closing(sqlite3.connect(state / "journal.db")) as db:
        return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def _of_deliveries(config: ExportConfig, number: int) -> float:
    """Bytes that a delivery of one record takes in the journal, beside those of its record."""
    with Exporter(config) as exporter:
        for n in range(number):
            done = _processed(50 * n + 11)
            envelope = Envelope(0, n, -1, _FINGERPRINT, done)
            exporter.commit([Taken(n, b"key", envelope, done)], {})
            exporter.deliveries.deliver()
    pages = _pages(config.state / "journal.db")
    return sum(pages[table] for table in ("counts", "files", "outputs")) / number


def figures(full: bool) -> list[Figure]:
    records = argument("records", 1_000_000 if full else 100_000) // _CHUNK * _CHUNK
    keyring = Keyring.generate()
    detectors = {"patterns": "1", "known": "1", "student": "6"}
    metadata = RunMetadata("hips@1", "digest", "claim", "enclave", "source", keyring.key_id, detectors)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        config = ExportConfig(
            folder / "out", folder / "state", folder / "home", keyring, metadata, _FINGERPRINT, "deid.v1", _PARTITIONS,
            delivery_bytes=64 << 20, delivery_seconds=1e9,
        )  # fmt: skip
        now, begun = 1_795_000_000.0, time.process_time()
        raw = RawRecord(_PAYLOAD, "1:1")
        with Exporter(config, now=lambda: now) as exporter:
            for begin in range(0, records, _CHUNK):
                now = 1_795_000_000.0 + 86_400 * _DAYS * begin / records
                taken = []
                for n in range(begin, begin + _CHUNK):
                    done = _processed(n)
                    envelope = Envelope(n % _PARTITIONS, n // _PARTITIONS, -1, _FINGERPRINT, done)
                    taken.append(Taken(n // _PARTITIONS, _token("key", n % 1_000).encode(), envelope, done))
                exporter.commit(taken, {t.place: raw for t in taken})
            exporter.deliveries.finish()
        spent = time.process_time() - begun
        state = config.state
        held = (state / "quarantine.db").stat().st_size
        store = QuarantineStore(state, keyring, create=False)
        entries = [header.id for header in store.list()]
        store.purge(entries[: len(entries) // 2])
        store.close()
        journal = _pages(state / "journal.db")
        days = day_files(state)
        plain = days[-1].path.stat().st_size
        packed = sum(file.path.stat().st_size for file in days[:-1])
        last = sum(1 for _ in days[-1].path.open("rb"))
        found = {
            "journal.db": (state / "journal.db").stat().st_size / records,
            "journal.db, a released record": journal["gone"] / _rows(state, "gone"),
            "journal.db, a resource": journal["latest"] / _rows(state, "latest"),
            "audit, plain": plain / last,
            "audit, packed": packed / (records - last),
            "quarantine.db, an entry that is held": held / len(entries),
        }
        free = sqlite3.connect(state / "quarantine.db")
        with closing(free):
            (unused,) = free.execute("PRAGMA freelist_count").fetchone()
            (page,) = free.execute("PRAGMA page_size").fetchone()
        purged = len(entries) // 2
        found["quarantine.db, an entry that was purged"] = held / len(entries) - unused * page / purged
        total = sum(p.stat().st_size for p in state.rglob("*") if p.is_file() and p.name != "quarantine.db")
        found["state without quarantine"] = total / records
        apart = replace(config, out=folder / "others", state=folder / "other")
        found["journal.db, a delivery of one file"] = _of_deliveries(apart, 500)
        note = f"{records:,} records, {len(days)} days, {spent:.0f} s of CPU"
        return [Figure(name, value, "bytes", note=note) for name, value in found.items()]
