"""Peak memory of `redactor run` over many resources, for each of its processes.

    python -m benchmarks.memory [--resources 20000] [--workers 2] [--json]

The input is written first, as one NDJSON file of about 1.1 kB per resource: Synthea's resources (or the sample's),
repeated with new patients, every hundredth a note. The peak is the kernel's VmHWM, read during the run. Shared
libraries count in each process.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.common import Figure, argument, note_lines, structured_lines, tell, workplace, write_input
from redactor.settings import Settings

_AIM = 300
_EVERY = 0.2  # seconds


def _peak(pid: int) -> float | None:
    """Peak memory of a process in megabytes (10^6 bytes); None if it has ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    line = next((x for x in status.splitlines() if x.startswith("VmHWM")), None)
    return int(line.split()[1]) * 1024 / 1e6 if line else None


def _children(pid: int) -> list[int]:
    try:
        return [int(x) for x in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _is_worker(pid: int) -> bool:
    try:
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def run_peaks(settings: Settings, source: Path, out: Path, workers: int) -> tuple[float, list[float], float]:
    """Peak memory of the main process and of each worker of a run, in megabytes, and its wall-clock seconds."""
    env = os.environ | {"REDACTOR_HOME": str(settings.home), "REDACTOR_KEYRING": str(settings.keyring)}
    command = [sys.executable, "-m", "redactor", "run", str(source), str(out), "--workers", str(workers), "--json"]
    begun = time.perf_counter()
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)
    main_peak = 0.0
    worker_peaks: dict[int, float] = {}
    while process.poll() is None:
        main_peak = max(main_peak, _peak(process.pid) or 0.0)
        for pid in _children(process.pid):
            if _is_worker(pid):
                worker_peaks[pid] = max(worker_peaks.get(pid, 0.0), _peak(pid) or 0.0)
        time.sleep(_EVERY)
    if process.returncode != 0:
        raise RuntimeError(f"the run ended with {process.returncode}")
    return main_peak, list(worker_peaks.values()), time.perf_counter() - begun


def main() -> None:
    resources, workers = argument("resources", 20_000), argument("workers", 2)
    with workplace() as (folder, settings):
        named, lines = structured_lines(folder)
        source = folder / "in.ndjson"
        write_input(source, resources, lines, note_lines(folder))
        size = source.stat().st_size
        main_peak, worker_peaks, seconds = run_peaks(settings, source, folder / "out", workers)
    what = f"{named}, {resources:,} resources, {size / 1e6:,.0f} MB, {workers} workers, {seconds:,.0f} s"
    figures = [Figure("peak of the main process", main_peak, "MB", _AIM, less=True, note=what)]
    figures += [Figure(f"peak of worker {i}", peak, "MB", _AIM, less=True) for i, peak in enumerate(worker_peaks, 1)]
    tell(figures)


if __name__ == "__main__":
    main()
