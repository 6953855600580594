"""Speed-up of a run by a second worker over the same input.

    python -m benchmarks.workers [--resources 100000] [--times 3] [--json]

Wall-clock time of `redactor run`. On a shared machine, or on virtual cores, even two independent processes are not
twice as fast as one. What two of them achieve is therefore measured between the runs and reported beside the figure,
with the CPU seconds of the runs. The best of `times` counts for each.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.common import Figure, argument, structured_lines, tell, workplace, write_input

_AIM = 1.8
_LOOP = "d = {}\nfor i in range(6_000_000): d[i & 4095] = d.get(i * 7 & 4095, 0) + 1"


def _run(source: Path, folder: Path, env: dict[str, str], workers: int) -> tuple[float, float]:
    """Wall and CPU seconds of one run in a fresh home."""
    for name in ("home", "out"):
        shutil.rmtree(folder / name, ignore_errors=True)
    command = [sys.executable, "-m", "redactor", "run", str(source), str(folder / "out"), "--workers", str(workers)]
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([*command, "--json"], env=env, stdout=subprocess.DEVNULL, check=True)
    wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ceiling() -> float:
    """Speed-up of two loops in two processes over the same loops in sequence."""
    taken = []
    for n in (1, 2):
        begun = time.perf_counter()
        for process in [subprocess.Popen([sys.executable, "-c", _LOOP]) for _ in range(n)]:
            process.wait()
        taken.append(time.perf_counter() - begun)
    return 2 * taken[0] / taken[1]


def main() -> None:
    resources, times = argument("resources", 100_000), argument("times", 3)
    with workplace() as (folder, settings):
        named, lines = structured_lines(folder)
        source = folder / "in.ndjson"
        write_input(source, resources, lines, [])
        env = os.environ | {"REDACTOR_HOME": str(settings.home), "REDACTOR_KEYRING": str(settings.keyring)}
        best: dict[int, tuple[float, float]] = {}
        ceilings = []
        for _ in range(times):
            ceilings.append(ceiling())
            for workers in (1, 2):
                got = _run(source, folder, env, workers)
                best[workers] = min(best.get(workers, got), got)
    one, two = best[1], best[2]
    figures = [
        Figure(f"{w} worker{'s' * (w > 1)}", resources / wall, "resources/s", note=f"{wall:.1f} s, CPU {cpu:.1f} s")
        for w, (wall, cpu) in best.items()
    ]
    what = f"{named}, {resources:,} resources, best of {times}"
    figures.append(Figure("1 -> 2 workers", one[0] / two[0], "times as fast", _AIM, note=what))
    figures.append(Figure("two loops at once", max(ceilings), "times as fast", note="the machine's ceiling, best"))
    tell(figures)


if __name__ == "__main__":
    main()
