"""A run with a trivial processor in its own process, to be killed. Also the fakes of the runner's tests.

Usage: python crash_child.py IN OUT STATE KEYRING [WORKERS]
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from redactor.keys import Keyring
from redactor.run.contracts import HarvestBatch, Processed, RawRecord, RunCallbacks, RunConfig, RunMetadata
from redactor.run.runner import run
from schemas.engine.records import Original, Outcome, Reason


def _id(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


class Upper:
    """Upper-cases every string value. Quarantines {"bad": true}, withholds {"no": true}, deletes {"gone": true}."""

    def process(self, raws: Sequence[RawRecord]) -> list[Processed]:
        return [self._one(raw) for raw in raws]

    def _one(self, raw: RawRecord) -> Processed:
        if raw.part == "entry" and not raw.data:
            method = json.loads(raw.entry or b"{}").get("request", {}).get("method")
            rid = _id("deleted", raw.position)
            outcome = Outcome.DELETED if method == "DELETE" else Outcome.RELEASED
            if outcome is Outcome.DELETED and not raw.is_request:
                return Processed(outcome, rid, "", payload=b'{"deleted":true}')
            return Processed(outcome, rid, "", entry=raw.entry)
        try:
            data = json.loads(raw.data)
        except (ValueError, RecursionError):
            return Processed(Outcome.QUARANTINED, _id(raw.position), "", reason=Reason.MALFORMED)
        if not isinstance(data, dict):
            return Processed(Outcome.QUARANTINED, _id(raw.position), "", reason=Reason.NOT_AN_OBJECT)
        rid = _id(raw.digest or raw.data.decode(), "" if "id" in data or raw.digest else raw.position)
        key = _id("key", str(data["id"])) if "id" in data else _id("key", raw.digest) if raw.digest else ""
        kind = str(data.get("resourceType", ""))
        if data.get("die"):
            os.kill(os.getpid(), signal.SIGKILL)
        if data.get("raise"):
            raise ValueError("a secret that no output may hold")
        if data.get("bad"):
            return Processed(Outcome.QUARANTINED, rid, key, reason=Reason.UNKNOWN_FIELD, where="bad")
        if data.get("no"):
            return Processed(Outcome.WITHHELD, rid, key, reason=Reason.RESTRICTED)
        if data.get("gone"):
            return Processed(Outcome.DELETED, rid, key, payload=b'{"deleted":"' + key.encode() + b'"}')
        out = {k: v.upper() if isinstance(v, str) and k != "resourceType" else v for k, v in data.items()}
        return Processed(
            Outcome.RELEASED,
            rid,
            key,
            payload=json.dumps(out, separators=(",", ":")).encode(),
            entry=raw.entry,
            resource_type=kind,
            schema="fake",
            schema_version="1",
            schema_digest="d",
            rules={"mask": len(out)},
            holds=tuple(_id("key", reference.rpartition("/")[2]) for reference in raw.holds),
            original=Original("Fake", str(data.get("id", "")), key),
        )


class Harvest:
    """Finds the newest `date`."""

    def harvest(self, raws: Sequence[RawRecord]) -> HarvestBatch:
        newest = None
        for raw in raws:
            try:
                found = json.loads(raw.data).get("date")
            except (ValueError, AttributeError, RecursionError):
                continue
            date = dt.date.fromisoformat(found) if found else None
            newest = max((d for d in (newest, date) if d), default=None)
        return HarvestBatch(values=((f"n{len(raws)}", ()),), newest=newest)


def make(_: dt.date | None) -> Upper:
    return Upper()


METADATA = RunMetadata("p", "digest", "claim", "enclave", "token", "key", {"patterns": "1"})


def config(source: Path | None, out: Path, state: Path, keyring: Keyring, **more: object) -> RunConfig:
    settings: dict[str, object] = {"batch_records": 50, "max_record_bytes": 100_000} | more
    return RunConfig(source, out, state, keyring, METADATA, "fingerprint", **settings)  # type: ignore[arg-type]


def callbacks(seen: list[HarvestBatch] | None = None) -> RunCallbacks:
    got = seen if seen is not None else []
    return RunCallbacks(Harvest, make, got.append, lambda newest: newest)


def _slow(pause: float) -> None:
    """Lengthen the gaps between the steps of a commit, which take microseconds, so that kills hit them."""
    from redactor.run.output import durable_files, folder
    from redactor.run.state import journal, lookup_rows, quarantine

    def widened(owner: object, name: str) -> None:
        step = getattr(owner, name)

        def slower(*args: object, **kwargs: object) -> object:
            time.sleep(pause)
            result = step(*args, **kwargs)
            time.sleep(pause)
            return result

        setattr(owner, name, slower)

    for owner, name in (
        (durable_files.Appender, "sync"),
        (quarantine.QuarantineStore, "add"),
        (lookup_rows.LookupRows, "add"),
        (journal.Journal, "commit"),
        (journal.Journal, "finish_file"),
        (folder, "move"),
    ):
        widened(owner, name)


if __name__ == "__main__":
    _slow(float(os.environ.get("CRASH_TEST_PAUSE", "0")))
    source, out, state, keys = (Path(a) for a in sys.argv[1:5])
    if os.environ.get("CRASH_TEST_IGNORE_JOURNAL"):
        # The mutation: appends at the end of the file and ignores the journaled offset.
        from redactor.run import commit
        from redactor.run.output import durable_files, folder

        class Careless(durable_files.Appender):
            def __init__(self, path: Path, at: int) -> None:
                super().__init__(path, path.stat().st_size if path.exists() else 0)

        class CarelessToo(durable_files.CheckedAppender):
            def __init__(self, path: Path, at: int, digest: bytes) -> None:
                data = path.read_bytes() if path.exists() else b""
                super().__init__(path, len(data), hashlib.sha256(data).digest())

        commit.Appender = Careless  # type: ignore[misc]
        folder.CheckedAppender = CarelessToo  # type: ignore[misc]
    workers = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    run(config(source, out, state, Keyring.load(keys), workers=workers, batch_records=20), callbacks())
