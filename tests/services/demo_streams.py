"""The whole stream on one machine: python -m tests.services.demo_streams FOLDER

Starts an ingest of a drop folder, two workers and an exporter, drops a synthetic sink in, and shows what comes out. It
needs a Kafka: the one of `make services`, which it starts, or that of REDACTOR_STREAMS__SERVERS. All that it makes lies
in FOLDER, and topics of its own, which are deleted at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date
from pathlib import Path
from typing import Any

from redactor.assemble.records import record_keys
from redactor.cli.messages import print_table
from redactor.errors import RedactorError
from redactor.keys import Keyring
from redactor.settings import Settings, StreamsSettings
from schemas.engine.pseudonyms import RecordPseudonyms
from streams.connection import admin
from streams.observation import Observation
from streams.observe import observe

_KAFKA = Path(__file__).with_name("kafka.py")
_SERVERS = "127.0.0.1:9202"
_MARK = "made-by-the-demo"
_PROFILE = "hips"
_WORKERS, _PARTITIONS = 2, 4
_SECONDS = 300  # until all has left
_TOLD = 3.0  # seconds between lines of progress
_END_SECONDS = 15.0
_BATCH = 50  # records: small, so that the progress shows
_NOTE_LINES = 12
_REFUSED = (  # what a person finds in quarantine
    '{"resourceType": "Spaceship", "id": "1"}',
    '{"ward": "5 West", "bed": 12}',
    '{"resourceType": "Patient", "id": "cut off',
)


class DemoError(Exception):
    """The demo cannot go on; the message says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="is emptied first, if an earlier demo made it")
    parser.add_argument("--patients", type=int, default=20)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args(arguments)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupt)
    try:
        run(args.folder.resolve(), args.patients, args.seed)
    except KeyboardInterrupt:
        print("\nended by a signal; every process of the demo is ended", file=sys.stderr)
        return 130
    except (DemoError, RedactorError) as e:
        print(f"error: {e}", file=sys.stderr)
        return 1
    return 0


def _interrupt(*_: object) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # a second one must not keep the processes from being ended
    raise KeyboardInterrupt


def run(folder: Path, patients: int, seed: int) -> None:
    """The demo from its first step to its summary."""
    was_up = _start_kafka()
    _empty(folder)
    settings = _settings(folder)
    env = _environment(settings)
    with ExitStack() as stack:
        _step("a keyring, a synthetic EHR sink, and topics of its own")
        _redactor(folder, env, "keys", "init", "keyring.json")
        _redactor(folder, env, "sample", "ehr", "--patients", str(patients), "--seed", str(seed))
        stack.callback(delete_topics, settings.streams)
        _redactor(folder, env, "streams", "init")
        (folder / "drop").mkdir()
        _step(f"in the background: an ingest, {_WORKERS} workers, an exporter; their logs: {folder / 'logs'}")
        with running(folder, env) as processes:
            _step(f"{patients} patients are dropped into {folder / 'drop'}")
            files = drop(folder)
            seen = flow(settings, processes)
            print()
            _redactor(folder, env, "streams", "status", shown=True, allowed=(0, 1))
        _step("every process is ended; the delivery is verified")
        _redactor(folder, env, "verify", "deliveries", shown=True)
    summary(folder, settings, seen, files)
    if not was_up:
        print("Kafka was started for the demo and still runs; to stop it: make services-stop")


def _step(text: str) -> None:
    print(f"-- {text}", flush=True)


# -- before


def _start_kafka() -> bool:
    """Start the Kafka of `make services`, unless the environment names another. Gives whether it was there."""
    if os.environ.get("REDACTOR_STREAMS__SERVERS"):
        return True
    if subprocess.run([sys.executable, _KAFKA, "status"], capture_output=True, check=False).returncode == 0:
        return True
    if subprocess.run([sys.executable, _KAFKA, "start"], check=False).returncode:
        raise DemoError("there is no Kafka: see above, or set REDACTOR_STREAMS__SERVERS to one for tests")
    return False


def _empty(folder: Path) -> None:
    if folder.exists() and any(folder.iterdir()):
        if not (folder / _MARK).exists():
            raise DemoError(f"{folder} holds files that no demo made; name another folder")
        shutil.rmtree(folder)
    (folder / "logs").mkdir(parents=True)
    (folder / _MARK).touch()


def _settings(folder: Path) -> Settings:
    streams = StreamsSettings(
        servers=os.environ.get("REDACTOR_STREAMS__SERVERS", _SERVERS),
        prefix=f"demo-{secrets.token_hex(4)}.",
        partitions=_PARTITIONS,
        replication=1,
        one_host=True,
        delivery_seconds=5,
    )
    return Settings(
        home=folder / "home",
        keyring=str(folder / "keyring.json"),
        profile=_PROFILE,
        as_of=date(2026, 1, 1),
        batch_records=_BATCH,
        streams=streams,
    )


def _environment(settings: Settings) -> dict[str, str]:
    """The settings for commands. Those of the user's environment do not count, except for the servers."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("REDACTOR_")}
    streams = settings.streams.model_dump(include=settings.streams.model_fields_set)
    env |= {f"REDACTOR_STREAMS__{name.upper()}": str(value) for name, value in streams.items()}
    own = ("home", "keyring", "as_of", "batch_records")
    return env | {f"REDACTOR_{name.upper()}": str(getattr(settings, name)) for name in own}


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "redactor", *arguments]


def _redactor(
    folder: Path, env: Mapping[str, str], *arguments: str, shown: bool = False, allowed: Sequence[int] = (0,)
) -> None:
    done = subprocess.run(
        _command(*arguments), cwd=folder, env=env, stdin=subprocess.DEVNULL, capture_output=not shown, text=True,
        check=False,
    )  # fmt: skip
    if done.returncode not in allowed:
        raise DemoError(f"redactor {' '.join(arguments)} ended with {done.returncode}\n{done.stderr or ''}")


# -- while it runs


@contextmanager
def running(folder: Path, env: Mapping[str, str]) -> Iterator[dict[str, subprocess.Popen[bytes]]]:
    """The processes of the stream by name, ended when the block ends, in the order of the flow."""
    commands = {"ingest": ["ingest", "drop", "--watch", "--settle", "1"]}
    commands |= {f"worker-{n + 1}": ["worker"] for n in range(_WORKERS)}
    commands["exporter"] = ["export", "deliveries"]
    processes: dict[str, subprocess.Popen[bytes]] = {}
    try:
        for name, arguments in commands.items():
            with (folder / "logs" / f"{name}.log").open("wb") as log:
                # A session of its own: Ctrl-C reaches the demo alone, which then ends them.
                processes[name] = subprocess.Popen(
                    _command("streams", *arguments, "--profile", _PROFILE), cwd=folder, env=env,
                    stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
                )  # fmt: skip
        yield processes
    finally:
        end(processes)


def end(processes: Mapping[str, subprocess.Popen[bytes]]) -> None:
    """End each process by its pid. One that does not end in time is killed."""
    for process in processes.values():
        if process.poll() is None:
            process.terminate()
        try:
            process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def drop(folder: Path) -> int:
    """Put the whole sink into the drop folder at once, so that one scan finds all of it, and records that are refused.

    Gives the number of files.
    """
    shutil.copytree(folder / "ehr" / "records", folder / "dropped")
    (folder / "dropped" / "refused.ndjson").write_text("".join(f"{line}\n" for line in _REFUSED), "utf-8")
    files = sum(path.is_file() for path in (folder / "dropped").rglob("*"))
    (folder / "dropped").rename(folder / "drop" / "sink")
    return files


def flow(settings: Settings, processes: Mapping[str, subprocess.Popen[bytes]]) -> Observation:
    """Wait until all files are published, and every record has left or is in quarantine. Gives the last observation."""
    began = time.monotonic()
    drop_folder = settings.home.parent / "drop"
    while True:
        for name, process in processes.items():
            if process.poll() is not None:
                log = log_folder(settings) / f"{name}.log"
                raise DemoError(f"{name} ended with {process.returncode}\n{log.read_text('utf-8', 'replace')[-2000:]}")
        seen = asyncio.run(observe(settings, ()))
        unread = [path for name in ("sink", "processing") for path in (drop_folder / name).rglob("*") if path.is_file()]
        waits = seen.raw.waiting + sum(e.waiting + e.open_records for e in seen.exporters)
        _progress(time.monotonic() - began, seen)
        if not unread and seen.exporters and not waits:
            return seen
        if time.monotonic() - began > _SECONDS:
            raise DemoError(f"not everything has left after {_SECONDS} s; see {log_folder(settings)}")
        time.sleep(_TOLD)


def log_folder(settings: Settings) -> Path:
    return settings.home.parent / "logs"


def _progress(seconds: float, seen: Observation) -> None:
    left = sum(sum(e.outcomes.values()) for e in seen.exporters)
    print(
        f"   {seconds:3.0f} s  {seen.raw.held:,} records published, {seen.raw.held - seen.raw.waiting:,} processed, "
        f"{left:,} taken by the exporter",
        flush=True,
    )


# -- after


def delete_topics(streams: StreamsSettings) -> None:
    """Delete the topics of the demo."""

    async def delete() -> None:
        async with admin(streams) as client:
            await client.delete_topics([n for n in await client.list_topics() if n.startswith(streams.prefix)])

    asyncio.run(delete())


def summary(folder: Path, settings: Settings, seen: Observation, files: int) -> None:
    """What went in, left and stayed; one patient and one note, before and after; and where everything lies."""
    (exporter,) = seen.exporters
    rows: list[tuple[str, object]] = [("files that went in", files), ("records that went in", seen.raw.held)]
    rows += [(f"records {name}", n) for name, n in exporter.outcomes.items()]
    rows += [(f"in quarantine: {reason}", n) for reason, n in exporter.held.items()]
    rows += [("known values and links", seen.known.end), ("deliveries", exporter.deliveries)]
    print()
    print_table("What the stream did", ("", "number"), rows)
    for line in explained(exporter.outcomes, lines_of(folder / "deliveries")):
        print(line)
    released = read_deliveries(folder / "deliveries")
    ids = record_keys(settings, Keyring.load(settings.keyring))
    for title, before, after in compared(folder / "ehr" / "records", released, ids):
        print_table(title, ("", "before", "after"), [(k, before[k], after.get(k, "")) for k in before])
    where = [
        ("originals", folder / "ehr" / "records"), ("dropped and done", folder / "drop" / "done"),
        ("deliveries, with their manifest", folder / "deliveries"), ("audit and quarantine", exporter.state),
        ("keyring", settings.keyring), ("logs", log_folder(settings)),
    ]  # fmt: skip
    print_table("Where it lies", ("", "path"), where)


def explained(outcomes: Mapping[str, int], lines: int) -> Iterator[str]:
    """What the numbers mean that a newcomer stumbles over. lines: of the records and deletions in OUT."""
    if outcomes.get("quarantined"):
        yield f"quarantined: the demo drops {len(_REFUSED)} lines that are refused on purpose; a person decides on them"
    if outcomes.get("withheld"):
        yield "withheld: labelled as restricted (meta.security) or of a patient who opted out; it leaves nothing in OUT"
    deleted, released = outcomes.get("deleted", 0), outcomes.get("released", 0)
    if deleted:
        yield f"deleted: each is a line of OUT: verify counts {lines - deleted:,} records and {deleted:,} deletions"
    if apart := released + deleted - lines:
        yield f"released: {apart:,} are Bundles, whose resources left one by one; a Bundle itself has no line in OUT"


def lines_of(out: Path) -> int:
    """The number of records and deletions in OUT."""
    return sum(bool(line.strip()) for path in out.glob("*-*.ndjson") for line in path.read_bytes().splitlines())


def read_deliveries(out: Path) -> dict[tuple[str, str], dict[str, Any]]:
    """The resources in OUT by type and id, the latest version of each."""
    found = {}
    for path in sorted(out.glob("records-*.ndjson")):
        for line in path.read_bytes().splitlines():
            record = json.loads(line)
            found[str(record.get("resourceType")), str(record.get("id"))] = record
    return found


def compared(
    records: Path, released: Mapping[tuple[str, str], dict[str, Any]], ids: RecordPseudonyms
) -> Iterator[tuple[str, dict[str, str], dict[str, str]]]:
    """One patient and one note of the originals in `records` that left, each as a title and what it shows."""
    shows = {"Patient": ("One patient", patient_shown), "DocumentReference": ("One note", note_shown)}
    for kind, (title, show) in shows.items():
        for line in (records / f"{kind}.ndjson").read_bytes().splitlines():
            original = json.loads(line)
            after = released.get((kind, ids.id(kind, original["id"])))
            if after is not None and (shown := show(original)):
                yield title, shown, show(after)
                break


def patient_shown(patient: Mapping[str, Any]) -> dict[str, str]:
    """What a person would look at in a Patient."""
    name, address = patient.get("name", [{}])[0], patient.get("address", [{}])[0]
    line = [*address.get("line", ()), *(address.get(part, "") for part in ("city", "state", "postalCode"))]
    return {
        "id": patient.get("id", ""),
        "name": " ".join([*name.get("given", ()), name.get("family", "")]),
        "born": patient.get("birthDate", ""),
        "gender": patient.get("gender", ""),
        "address": ", ".join(filter(None, line)),
        "telephone": ", ".join(t.get("value", "") for t in patient.get("telecom", ()) if t.get("system") == "phone"),
    }


def note_shown(document: Mapping[str, Any]) -> dict[str, str]:
    """The first lines of a DocumentReference's plain text, or nothing."""
    for content in document.get("content", ()):
        attachment = content.get("attachment", {})
        if attachment.get("contentType", "").startswith("text/plain") and attachment.get("data"):
            text = base64.b64decode(attachment["data"]).decode("utf-8", "replace")
            return {"text": "\n".join(text.splitlines()[:_NOTE_LINES])}
    return {}


if __name__ == "__main__":
    sys.exit(main())
