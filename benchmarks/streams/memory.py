"""Peak memory of worker and exporter over many small records, without the processes of the worker's pool."""

from __future__ import annotations

import subprocess
import time

from benchmarks.common import Figure, argument
from benchmarks.streams.latency import publish_known, raw_messages
from benchmarks.streams.place import Place, peak, place
from streams.sender import Sender
from streams.topics import RAW, name_of

_AIM = 200
_CHUNK = 1_000
_EVERY = 0.5  # seconds


def _line(n: int) -> bytes:
    """Without text, which would wait for known values of the patient."""
    return (
        f'{{"resourceType":"Observation","id":"o{n}","status":"final",'
        '"code":{"coding":[{"system":"http://loinc.org","code":"8867-4"}]},'
        f'"subject":{{"reference":"Patient/p{n % 5000}"}},"valueQuantity":{{"value":{n % 200}}}}}'
    ).encode()


def _fill(here: Place, records: int) -> None:
    known = publish_known(here, [])
    made = raw_messages(here, map(_line, range(records)), known)
    with Sender(here.streams) as sender:
        for _ in range(0, records, _CHUNK):
            sender.send(name_of(here.streams, RAW), [m for _, m in zip(range(_CHUNK), made, strict=False)])
        sender.flush()


def _peaks(process: subprocess.Popen[bytes]) -> tuple[float, float, float]:
    """Peak after half of the time, peak of all of it, in megabytes, and the time in seconds."""
    begun, seen = time.monotonic(), [0.0]
    while process.poll() is None:
        seen.append(max(seen[-1], peak(process)))
        time.sleep(_EVERY)
    if process.returncode not in (0, 1):
        raise RuntimeError(f"the command ended with {process.returncode}")
    return seen[len(seen) // 2], seen[-1], time.monotonic() - begun


def figures(full: bool) -> list[Figure]:
    records = argument("records", 1_000_000 if full else 40_000)
    found = []
    with place() as here:
        _fill(here, records)
        commands: dict[str, tuple[object, ...]] = {
            "worker": ("streams", "worker", "--drain"),
            "exporter": ("streams", "export", here.folder / "out", "--state", here.folder / "state", "--drain"),
        }
        for name, command in commands.items():
            half, whole, taken = _peaks(here.start(*command))
            note = f"{records:,} records in {taken:,.0f} s; {half:,.0f} MB at half of the time"
            found.append(Figure(f"peak of the {name}", whole, "MB", _AIM, less=True, note=note))
    return found
