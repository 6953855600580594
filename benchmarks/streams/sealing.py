"""What it costs to seal and open a value, and to encode and decode an envelope."""

from __future__ import annotations

import time
from collections.abc import Callable

from benchmarks.common import Figure, argument, structured_lines, workplace
from redactor.keys import Keyring
from redactor.run.contracts import Processed
from schemas.engine.records import Outcome
from streams.envelope import Envelope, Envelopes
from streams.sealed import MessageKeys, Sealer, partition_of

_TOPIC = "topic.v1"


def _microseconds(work: Callable[[], object], times: int) -> float:
    """CPU time of the fastest call."""
    taken = []
    for _ in range(times):
        begun = time.process_time()
        work()
        taken.append(time.process_time() - begun)
    return min(taken) * 1e6


def figures() -> list[Figure]:
    times = argument("times", 5)
    with workplace() as (folder, settings):
        keyring = Keyring.load(settings.keyring)
        named, lines = structured_lines(folder)
    sealer, envelopes, keys = Sealer(keyring), Envelopes(keyring, _TOPIC), MessageKeys(keyring)
    own = [keys.for_record(f"subject {i % 50}", "") for i in range(len(lines))]
    sealed = [sealer.seal(_TOPIC, key, line) for key, line in zip(own, lines, strict=True)]
    made = [Envelope(0, i, i, "f" * 64, _processed(line)) for i, line in enumerate(lines)]
    encoded = [envelopes.encode(key, envelope) for key, envelope in zip(own, made, strict=True)]
    work: dict[str, Callable[[], object]] = {
        "seal": lambda: [sealer.seal(_TOPIC, k, v) for k, v in zip(own, lines, strict=True)],
        "open": lambda: [sealer.open(_TOPIC, k, v) for k, v in zip(own, sealed, strict=True)],
        "encode an envelope": lambda: [envelopes.encode(k, v) for k, v in zip(own, made, strict=True)],
        "decode an envelope": lambda: [envelopes.decode(k, v) for k, v in zip(own, encoded, strict=True)],
        "message key and partition": lambda: [partition_of(keys.for_record(f"s{i}", ""), 12) for i in range(len(own))],
    }
    note = f"{named}, {sum(map(len, lines)) // len(lines)} bytes each, best of {times}"
    return [
        Figure(name, _microseconds(call, times) / len(lines), "us a record", note=note) for name, call in work.items()
    ]


def _processed(payload: bytes) -> Processed:
    return Processed(
        Outcome.RELEASED, "r" * 32, "k" * 32, payload, resource_type="Observation", schema="fhir/Observation",
        schema_version="1", schema_digest="d" * 64, rules={"hash": 3, "passThrough": 9}, entities={"PATIENT": 1},
    )  # fmt: skip
