"""Recordings without sound: a processor that does what the file says, for tests of everything around it."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
import signal
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from redactor.keys import Keyring
from redactor.run.contracts import KnownState, Processed, RawRecord, RunMetadata
from redactor.run.output.durable_files import describe
from redactor.run.recordings.jobs import Job, Note, Pause, Result, staged
from redactor.run.recordings.runner import Callbacks, Progress, Summary, run
from redactor.run.recordings.session import SessionConfig
from redactor.run.sidecars import Identity
from schemas.engine.records import Outcome, Reason
from tests.unit import golden_pseudonyms


def keyring() -> Keyring:
    return golden_pseudonyms.keyring(2)


_ENDS = {
    "die": lambda: os._exit(7),
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "ended": lambda: os.kill(os.getpid(), signal.SIGTERM),
    "cpu": lambda: os.kill(os.getpid(), signal.SIGXCPU),
    "kill-all": lambda: os.kill(os.getppid(), signal.SIGKILL),
}


class Scripted:
    """The first word of a file says what becomes of it: say, damaged, withheld, hang, slow, deep (for its seconds of
    sound), long (until "last" is heard), or how it ends the worker (die, killed, ended, cpu; die-once) or the command
    (kill-all). A line of the file `log` for each time that a recording is heard, and of `log.died` for each end."""

    def __init__(self, log: Path) -> None:
        self._log = log

    def process(self, job: Job, note: Note, pause: Pause) -> Result:
        what, _, rest = job.path.read_text().partition(" ")
        done = Processed(Outcome.QUARANTINED, job.record_id, job.resource_key, resource_type="Recording")
        if job.heard is None:
            with self._log.open("a") as log:
                log.write(rest + "\n")
            note("heard", rest.encode())
        ended = self._log.with_suffix(".died")
        if what in _ENDS or (what.removesuffix("-once") in _ENDS and rest not in ends(ended)):
            with ended.open("a") as file:
                file.write(rest + "\n")
            _ENDS[what.removesuffix("-once")]()
        if what == "hang":
            time.sleep(600)
        if what == "slow":
            time.sleep(0.3)
        if what == "deep":
            pause(1.0)
            time.sleep(1.5)
        if what == "long":
            for second in range(590, 1390):
                pause(float(second))
                if "last" in ends(self._log):
                    break
                time.sleep(0.01)
        if what == "damaged":
            return Result(Processed(**{**_fields(done), "reason": Reason.DAMAGED_MEDIA}))
        if what == "withheld":
            return Result(Processed(**{**_fields(done), "outcome": Outcome.WITHHELD, "reason": Reason.OPTED_OUT}))
        note("redacted", b"")
        folder = staged(job)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "transcript.json").write_text(json.dumps({"words": len(rest.split())}))
        (folder / "captions.vtt").write_text("WEBVTT\n")
        note("verified", b"")
        outputs = describe(folder, ["transcript.json", "captions.vtt"], "transcript.json")
        return Result(Processed(**{**_fields(done), "outcome": Outcome.RELEASED, "entities": {"PERSON": 2}}), outputs)


def ends(log: Path) -> list[str]:
    """The lines of a log: in `log.died` the recordings that ended a process, each time that one did."""
    return log.read_text().splitlines() if log.exists() else []


def _fields(done: Processed) -> dict[str, object]:
    return {name: getattr(done, name) for name in done.__slots__}


def _scripted(log: Path, as_of: dt.date | None) -> Scripted:
    return Scripted(log)


class Whose:
    """The id of the sidecar, and its patient."""

    def identify(self, sidecar: RawRecord | None, digest: str) -> Identity:
        told = json.loads(sidecar.data) if sidecar is not None and sidecar.data else {}
        own = told.get("id", digest)
        hashed = hashlib.sha256(f"{own} {digest}".encode()).hexdigest()[:32]
        return Identity(hashed, f"key-{own}", told.get("patient", "of-its-own"))

    def names_another_patient(self, sidecar: RawRecord | None, digest: str, earlier: str) -> bool:
        return len({self.identify(sidecar, digest).subject, earlier} - {"of-its-own"}) > 1


def config(folder: Path, fingerprint: str = "f", attempts: int = 3) -> SessionConfig:
    metadata = RunMetadata("p@1", "digest", "-", "enclave", "source", keyring().key_id, {"scripted": "1"})
    return SessionConfig(
        out=folder / "out",
        state=folder / "state",
        keyring=keyring(),
        metadata=metadata,
        fingerprint=fingerprint,
        heard_by="scripted",
        home=folder / "home",
        known=KnownState,
        identifier=Whose(),
        attempts=attempts,
    )


class Learnt:
    """The sidecars that were learnt from."""

    def __init__(self) -> None:
        self.sidecars: list[bytes] = []

    def learn(self, sidecars: Sequence[RawRecord]) -> dt.date | None:
        self.sidecars.extend(raw.data for raw in sidecars)
        return dt.date(2026, 1, 1) if sidecars else None


def callbacks(folder: Path, learnt: Learnt | None = None) -> Callbacks:
    return Callbacks(partial(_scripted, folder / "log"), (learnt or Learnt()).learn, lambda newest: newest)


def process(folder: Path, workers: int = 1, learnt: Learnt | None = None, attempts: int = 3) -> Summary:
    """`redactor audio in out`, over `folder`/in."""
    steps: list[Progress] = []
    return run(folder / "in", config(folder, attempts=attempts), callbacks(folder, learnt), workers, steps.append)


def send(folder: Path, **files: str) -> None:
    """Files of `folder`/in by name, "__" for a dot."""
    for name, content in files.items():
        path = folder / "in" / name.replace("__", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)


def released(folder: Path) -> dict[str, bytes]:
    """The files in OUT by name, without the manifest."""
    out = folder / "out"
    return {
        p.relative_to(out).as_posix(): p.read_bytes()
        for p in sorted(out.rglob("*"))
        if p.is_file() and p.name != "manifest.json"
    }


def heard(folder: Path) -> list[str]:
    """What was heard, each time that something was."""
    log = folder / "log"
    return sorted(log.read_text().split("\n")[:-1]) if log.exists() else []
