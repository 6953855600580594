"""What a delivery costs in the first and in the last days of a year of one a minute, on a clock that is injected."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from benchmarks.common import Figure, argument
from redactor.keys import Keyring
from redactor.run.contracts import Processed, RunMetadata
from redactor.run.output.verification import verify
from schemas.engine.records import Outcome
from streams.deliveries import ExportConfig
from streams.envelope import Envelope, Envelopes
from streams.export import Exporter, Message

_YEAR = 365 * 24 * 60
_WINDOW = 2_048  # deliveries; a multiple of those of a segment
_TOPIC, _KEY, _FINGERPRINT = "deid.v1", b"key", "f" * 64
_PAYLOAD = b'{"resourceType":"Observation","id":"%d"}'


def figures(full: bool) -> list[Figure]:
    """Deliver for a year, or for three days. The folder is in memory, where there is one: syncs are not what is
    measured.
    """
    minutes = max(2 * _WINDOW, argument("minutes", _YEAR if full else 2 * _WINDOW))
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as place:
        costs, folder, keyring = [], Path(place), Keyring.generate()
        envelopes, now = Envelopes(keyring, _TOPIC), [0.0]
        with Exporter(_config(folder, keyring), lambda: now[0]) as exporter:
            begun = time.process_time()
            for n in range(minutes):
                done = Processed(
                    Outcome.RELEASED, f"{n * 7919 % 100_000_007:032d}", f"k{n:031d}", _PAYLOAD % n,
                    resource_type="Observation", schema="fhir/Observation", rules={"hash": 2}, entities={"DATE": 1},
                )  # fmt: skip
                value = envelopes.encode(_KEY, Envelope(0, n, -1, _FINGERPRINT, done))
                exporter.commit(exporter.take([Message(0, n, _KEY, value)]), {})
                now[0] += 60.0
                exporter.deliveries.deliver_if_due()
                if (n + 1) % _WINDOW == 0:
                    costs.append((time.process_time() - begun) / _WINDOW)
                    begun = time.process_time()
                    print(f"{n + 1:,} deliveries: {1000 * costs[-1]:.2f} ms each", file=sys.stderr)
        manifests = [path.stat().st_size for path in (folder / "out").glob("manifest*.json")]
        begun = time.process_time()
        found = verify(folder / "out", keyring, None)
        checked = time.process_time() - begun
        assert not found.faults and found.files == minutes, found
    note = f"{minutes:,} deliveries"
    return [
        Figure("first", 1000 * costs[0], "ms CPU a delivery", note=note),
        Figure("last", 1000 * costs[-1], "ms CPU a delivery", note=note),
        Figure("last/first", costs[-1] / costs[0], "x", note=note),
        Figure("manifest", sum(manifests) / minutes, "bytes a delivery", note=f"{len(manifests):,} files"),
        Figure("verify", 1000 * checked / minutes, "ms CPU a delivery", note=note),
    ]


def _config(folder: Path, keyring: Keyring) -> ExportConfig:
    return ExportConfig(
        out=folder / "out",
        state=folder / "state",
        home=folder / "home",
        keyring=keyring,
        metadata=RunMetadata("p@1", "d" * 64, "claim", "enclave", "source", keyring.key_id, {"patterns": "1"}),
        fingerprint=_FINGERPRINT,
        topic=_TOPIC,
        partitions=1,
        delivery_bytes=1 << 20,
        delivery_seconds=60.0,
    )
