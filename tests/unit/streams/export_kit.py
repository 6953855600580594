"""What tests of the exporter share: envelopes as messages of deid.v1, an exporter, its death, and what it delivered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from redactor.keys import Keyring
from redactor.run.contracts import Processed, RawRecord, RunMetadata
from schemas.engine.records import Outcome
from streams.deliveries import ExportConfig
from streams.envelope import Envelope, Envelopes
from streams.export import Exporter, Message, needing_payload

KEYRING = Keyring.generate()
TOPIC, FINGERPRINT, KEY = "deid.v1", "f" * 64, b"key"
METADATA = RunMetadata("p@1", "digest", "claim", "enclave", "source", KEYRING.key_id, {"patterns": "1"})


def config(folder: Path, **more: object) -> ExportConfig:
    made = ExportConfig(
        out=folder / "out",
        state=folder / "state",
        home=folder / "home",
        keyring=KEYRING,
        metadata=METADATA,
        fingerprint=FINGERPRINT,
        topic=TOPIC,
        partitions=2,
        delivery_bytes=1 << 20,
        delivery_seconds=60.0,
    )
    return replace(made, **more)  # type: ignore[arg-type]


def record(name: str, version: int = 1, outcome: Outcome = Outcome.RELEASED, payload: bytes | None = b"") -> Processed:
    """A record of the resource `name`. payload: b"" for one that shows name and version."""
    shown = b'{"id":"%s","v":%d}' % (name.encode(), version) if payload == b"" else payload
    return Processed(
        outcome, f"id-{name}-{version}", f"key-{name}", payload=shown, resource_type="Patient", schema="fhir/Patient"
    )


def message(
    offset: int,
    done: Processed,
    partition: int = 0,
    read: int | None = None,
    fp: str = FINGERPRINT,
    everywhere: bool = False,
    place: int = 0,
) -> Message:
    """read: the offset in deid.v1, by default that of the source. place: of a record that is not sent again, another
    one for each time that it comes.
    """
    envelope = Envelope(partition, offset, -1, fp, done, place=place, everywhere=everywhere)
    value = Envelopes(KEYRING, TOPIC).encode(KEY, envelope)
    return Message(partition, offset if read is None else read, KEY, value)


def messages(records: Iterable[Processed], partition: int = 0) -> list[Message]:
    return [message(n, done, partition) for n, done in enumerate(records)]


def feed(exporter: Exporter, sent: Sequence[Message], size: int = 3) -> None:
    """Read the topic from the exporter's positions on, in batches."""
    todo = [m for m in sent if m.offset >= exporter.position(m.partition)]
    for at in range(0, len(todo), size):
        taken = exporter.take(todo[at : at + size])
        exporter.commit(taken, {place: raw(place) for place in needing_payload(taken)})


def raw(place: tuple[int, int]) -> RawRecord:
    return RawRecord(b'{"resourceType":"Patient","id":"Featherstonehaugh %d"}' % place[1], f"1:{place[1]}")


def delivered(folder: Path) -> dict[str, list[bytes]]:
    """The lines of each file in OUT."""
    found = sorted(p for p in (folder / "out").glob("*.ndjson"))
    return {p.name: p.read_bytes().splitlines() for p in found}


class KilledError(Exception):
    """Stands for kill -9: nothing after it runs, and what was not written is gone."""


def kill_at(monkeypatch: pytest.MonkeyPatch, step: tuple[Any, str], turn: int, before: bool) -> Callable[[], None]:
    """Raise before or after the nth call of a step, which is an attribute of its owner. Returns: count anew."""
    owner, name = step
    real: Callable[..., Any] = getattr(owner, name)
    calls = 0

    def dying(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        dies = calls == turn
        if dies and before:
            raise KilledError
        result = real(*args, **kwargs)
        if dies:
            raise KilledError
        return result

    def restart() -> None:
        nonlocal calls
        calls = 0

    monkeypatch.setattr(owner, name, dying)
    return restart
