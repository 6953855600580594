"""`redactor serve` on loopback: requests a second and seconds of an answer, for few clients and for too many.

    python -m benchmarks.service [--seconds 10] [--json]

Rules only, notes of 610 characters to `POST /v1/text`. Eight clients ask again as soon as they are answered; sixty do
so too, and try again at once where they are refused (429). The clients are one process, which shares the CPUs with the
service. Seconds of an answer are those of the request that was accepted. The CPU seconds of the service do not depend
on what else the machine does.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.common import Figure, argument, tell, workplace

_PAUSE = 2.0  # seconds, for first requests
_NOTES = [
    f"Visit {n}. Tarquilla Vexholm, MRN 7712{n:04}, born 3/{n % 27 + 1}/1961, came with her daughter. She reports"
    " chest pain since Tuesday and takes metoprolol 25 mg twice daily. Blood pressure 142/88, heart rate 76, saturation"
    f" 97%. Dr. Emily Quillstrand at Mercy General Hospital saw her on 4/{n % 27 + 1}/2024 and ordered an ECG."
    " Allergies: penicillin. Plan: continue metoprolol, add atorvastatin 40 mg at night, stress test within two weeks."
    f" Call (555) 013-{n:04} or write to quillstrand@vexholm.example. The patient was told to come back at once if pain"
    " returns at rest, and to stop smoking. Signed electronically at 14:05."
    for n in range(50)
]


@dataclass
class Load:
    """What clients saw. taken: seconds of each answer that was accepted."""

    taken: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)


async def _ask(port: int, notes: list[bytes], end: float, load: Load) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    at = 0
    while time.perf_counter() < end:
        began = time.perf_counter()
        writer.write(notes[at % len(notes)])
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        await reader.readexactly(int(length[1]) if length else 0)
        status = int(head[9:12])
        load.statuses[status] += 1
        if status == 200:
            load.taken.append(time.perf_counter() - began)
            at += 1
    writer.close()


async def _clients(port: int, number: int, seconds: float) -> Load:
    load, notes = Load(), []
    for note in _NOTES:
        body = json.dumps({"text": note}).encode()
        head = f"POST /v1/text HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        notes.append(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    end = time.perf_counter() + seconds
    await asyncio.gather(*(_ask(port, notes[n % 50 :] + notes[: n % 50], end, load) for n in range(number)))
    return load


def _cpu_seconds(pid: int) -> float:
    """CPU seconds of a process and its children, on Linux."""
    found = 0
    for one in (pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        found += int(fields[11]) + int(fields[12])
    return found / os.sysconf("SC_CLK_TCK")


def _figures(folder: Path, env: dict[str, str], workers: int, seconds: float) -> list[Figure]:
    log = folder / "log.txt"
    many = [] if workers == 1 else ["--workers", str(workers)]
    with log.open("wb") as err:
        command = [sys.executable, "-m", "redactor", "serve", "--no-tokens", "--port", "0", *many]
        process = subprocess.Popen(command, env=env, stderr=err)
    try:
        while not (found := re.search(r"serving on \S+:(\d+)", log.read_text())):
            if process.poll() is not None:
                raise SystemExit(log.read_text())
            time.sleep(0.1)
        port, figures = int(found[1]), []
        asyncio.run(_clients(port, 8, _PAUSE))
        for clients in (8, 60):
            before = _cpu_seconds(process.pid)
            load = asyncio.run(_clients(port, clients, seconds))
            used, taken = _cpu_seconds(process.pid) - before, sorted(load.taken)
            what = f"{workers} worker{'s' if workers > 1 else ''}, {clients} clients"
            rate, median = len(taken) / used, taken[len(taken) // 2] * 1000
            note = f"{load.statuses[429]} refused; {used:.1f} CPU s, {rate:.0f} requests each; p50 {median:.0f} ms"
            others = {code: n for code, n in load.statuses.items() if code not in (200, 429)}
            assert not others, others
            figures += [
                Figure(what, len(taken) / seconds, "requests/s", 300, note=note),
                Figure(f"{what}, p99", taken[int(len(taken) * 0.99)] * 1000, "ms", 150, less=True),
            ]
        return figures
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def main() -> None:
    seconds = float(argument("seconds", 10))
    with workplace() as (folder, settings):
        env = os.environ | {
            "REDACTOR_HOME": str(folder / "home"),
            "REDACTOR_KEYRING": str(settings.keyring),
            "REDACTOR_DETECTORS": '["patterns","known"]',
            "REDACTOR_AS_OF": "2026-01-01",
        }
        tell([figure for workers in (1, 2) for figure in _figures(folder, env, workers, seconds)])


if __name__ == "__main__":
    main()
