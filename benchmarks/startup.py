"""What a process costs before its work: CPU of commands, memory of a worker, and the wheel.

    python -m benchmarks.startup [--times 5] [--against TREE] [--json]

CPU is user and system time of the whole process, the least of several calls, each with a home and a keyring of its own.
`redactor run` de-identifies 646 resources of the sample in 5 Bundles with patterns and known values. --against calls
the commands of another checkout in turn with those of this one, and leaves out memory and wheel. A worker's memory is
the kernel's VmHWM of a process that has built what a run calls in its workers. The wheel is built with `python -m
build`, which needs a package index.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks.common import Figure, argument, sample_lines, tell, workplace

ROOT = Path(__file__).resolve().parent.parent
_RULES = '["patterns","known"]'
_RESOURCES, _BUNDLES, _PATIENTS = 646, 5, 14
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


Arguments = Callable[[Path], list[str]]
"""The arguments of a command, given a folder for what it writes."""


def _cpu(tree: Path, arguments: Arguments, detectors: str) -> float:
    """CPU time of a command of a checkout, in seconds. detectors: as in the environment, "" for the default."""
    with workplace() as (folder, settings):
        ours = {"PYTHONPATH": str(tree), "REDACTOR_DETECTORS": detectors}
        ours["PYTHONDONTWRITEBYTECODE"] = ""  # an installed package has its bytecode
        ours |= {"REDACTOR_HOME": str(settings.home), "REDACTOR_KEYRING": str(settings.keyring)}
        command = [sys.executable, "-m", "redactor", *arguments(folder)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, env=os.environ | ours, cwd=tree, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _write_bundles(folder: Path) -> None:
    """Resources of all types of the sample, dealt to Bundles."""
    with tempfile.TemporaryDirectory() as name:
        lines = sample_lines(Path(name), _PATIENTS)
    chosen = [lines[i * len(lines) // _RESOURCES] for i in range(_RESOURCES)]
    folder.mkdir()
    for nth in range(_BUNDLES):
        entries = b",".join(b'{"resource":%s}' % line for line in chosen[nth::_BUNDLES])
        bundle = b'{"resourceType":"Bundle","type":"collection","entry":[%s]}' % entries
        (folder / f"{nth}.json").write_bytes(bundle)


def _run(source: Path, folder: Path) -> list[str]:
    return ["run", str(source), str(folder / "out"), "--state", str(folder / "state")]


def _commands(times: int, against: Path | None) -> list[Figure]:
    """CPU of each command, also of the same in another checkout, called in turn."""
    figures = []
    with tempfile.TemporaryDirectory(prefix="redactor-bench-") as name:
        bundles = Path(name) / "bundles"
        _write_bundles(bundles)
        commands: list[tuple[str, Arguments, str, float | None]] = [
            ("redactor --version", lambda _: ["--version"], "", 0.25),
            ("redactor --help", lambda _: ["--help"], "", None),
            ("redactor text hello", lambda _: ["text", "hello"], "", 0.6),
            (f"redactor run, {_RESOURCES} resources in {_BUNDLES} Bundles", partial(_run, bundles), _RULES, 1.2),
        ]
        for told, arguments, detectors, aim in commands:
            rounds = [[_cpu(tree, arguments, detectors) for tree in (ROOT, against) if tree] for _ in range(times)]
            ours, *theirs = map(min, zip(*rounds, strict=True))
            figures.append(Figure(told, ours, "s of CPU", aim, less=True))
            figures += [Figure("the same in the other checkout", x, "s of CPU", note=f"{ours / x:.2f}") for x in theirs]
    return figures


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
    against = Path(sys.argv[sys.argv.index("--against") + 1]).resolve() if "--against" in sys.argv else None
    figures = _commands(argument("times", 5), against)
    if against is None:
        figures += _memory_and_wheel()
    tell(figures)


def _memory_and_wheel() -> list[Figure]:
    figures = []
    with workplace() as (_, settings):
        for detectors, aim in (("patterns,known", 80.0), ("patterns,known,student", None)):
            name = f"a worker before its first record, {detectors}"
            memory = _worker(settings.home, str(settings.keyring), detectors)
            figures.append(Figure(name, memory, "MB", aim, less=True))
    with tempfile.TemporaryDirectory(prefix="redactor-bench-") as name:
        rows = _wheel(Path(name))
    return figures + [Figure(f"wheel: {row}, {files} files", size / 1e6, "MB") for row, files, size in rows]


if __name__ == "__main__":
    main()
