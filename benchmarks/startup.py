"""What a process costs before its work: CPU of commands, memory of a worker, and the wheel.

    python -m benchmarks.startup [--times 5] [--json]

CPU is user and system time of the whole process, the least of several calls. A worker's memory is the kernel's VmHWM
of a process that has built what a run calls in its workers. The wheel is built with `python -m build`, which needs a
package index.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from pathlib import Path

from benchmarks.common import Figure, argument, tell, workplace

ROOT = Path(__file__).resolve().parent.parent
_WORKER = """
import sys
from pathlib import Path
from redactor.assemble.home import known_values_path
from redactor.assemble.runs import make_harvester, make_processor
from redactor.keys import Keyring
from redactor.run.state.known_store import KnownStore
from redactor.settings import Settings
settings = Settings(home=Path(sys.argv[1]), keyring=sys.argv[2], detectors=tuple(sys.argv[3].split(",")))
settings.home.mkdir(exist_ok=True)
KnownStore.open(known_values_path(settings), Keyring.load(settings.keyring)).close()
make_harvester(settings)
make_processor(settings, None)
status = Path("/proc/self/status").read_text()
print(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))
"""


def _cpu(arguments: list[str], environment: dict[str, str], times: int) -> float:
    """The least CPU time of a command, in seconds."""
    least = float("inf")
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "redactor", *arguments], env=environment, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return least


def _worker(home: Path, keyring: str, detectors: str) -> float:
    """Peak memory of a worker before its first record, in megabytes (10^6 bytes)."""
    command = [sys.executable, "-c", _WORKER, str(home), keyring, detectors]
    found = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return int(found.stdout) * 1024 / 1e6


def _wheel(folder: Path) -> list[tuple[str, int, int]]:
    """Files and bytes of the wheel by folder, two levels deep, and the wheel itself."""
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, capture_output=True, check=True)
    wheel = next(folder.glob("*.whl"))
    files: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    with zipfile.ZipFile(wheel) as archive:
        for item in archive.infolist():
            parts = item.filename.split("/")[:-1]
            name = "/".join(parts[:2]) or "."
            files[name] += 1
            sizes[name] += item.file_size
    return [(wheel.name, sum(files.values()), wheel.stat().st_size), *((k, files[k], sizes[k]) for k in sorted(files))]


def main() -> None:
    """Measure and print."""
    times = argument("times", 5)
    with workplace() as (_, settings):
        home = {"REDACTOR_HOME": str(settings.home), "REDACTOR_KEYRING": str(settings.keyring)}
        environment = os.environ | home | {"PYTHONPATH": str(ROOT)}
        figures = [
            Figure("redactor --version", _cpu(["--version"], environment, times), "s of CPU", 0.25, less=True),
            Figure("redactor text hello", _cpu(["text", "hello"], environment, times), "s of CPU", 0.9, less=True),
        ]
        for detectors, aim in (("patterns,known", 80.0), ("patterns,known,student", None)):
            name = f"a worker before its first record, {detectors}"
            memory = _worker(settings.home, str(settings.keyring), detectors)
            figures.append(Figure(name, memory, "MB", aim, less=True))
    with tempfile.TemporaryDirectory(prefix="redactor-bench-") as name:
        rows = _wheel(Path(name))
    figures += [Figure(f"wheel: {row}, {files} files", size / 1e6, "MB") for row, files, size in rows]
    tell(figures)


if __name__ == "__main__":
    main()
