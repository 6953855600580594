"""Shared code of the benchmarks: inputs, a temporary home with its own keys, the clock, and the report."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from redactor.keys import Keyring
from redactor.sample.sink import write_sink
from redactor.settings import Settings

SHARED = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
SYNTHEA = SHARED / "fhir" / "synthea_bulk_10"
_UUID = re.compile(rb"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4})([0-9a-f]{8})(?![0-9a-f])")
_STEP = 0x9E3779B1


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure. aim: None if there is none. less: whether the figure must be below it."""

    name: str
    value: float
    unit: str
    aim: float | None = None
    less: bool = False
    note: str = ""

    def told(self) -> str:
        """One line, with the aim and the ratio to it."""
        line = f"{self.name}: {self.value:,.2f} {self.unit}" if self.value < 100 else self._whole()
        if self.aim is not None:
            met = self.value <= self.aim if self.less else self.value >= self.aim
            line += f"   aim {'<' if self.less else '>='} {self.aim:,g}: {'met' if met else 'MISSED'}"
            line += f", {self.value / self.aim:.2f} of it"
        return line + (f"   ({self.note})" if self.note else "")

    def _whole(self) -> str:
        return f"{self.name}: {self.value:,.0f} {self.unit}"


def tell(figures: list[Figure]) -> None:
    """Print the figures; with --json in the arguments, one JSON object per line."""
    for f in figures:
        if "--json" in sys.argv:
            print(json.dumps({"name": f.name, "value": f.value, "unit": f.unit, "aim": f.aim, "note": f.note}))
        else:
            print(f.told())
    if "--json" not in sys.argv:
        load = os.getloadavg()
        print(f"load average {load[0]:.1f} {load[1]:.1f} {load[2]:.1f} on {os.cpu_count()} cores")


@dataclass(slots=True)
class Clock:
    """Seconds of this process: cpu (independent of other load) and wall."""

    cpu: float = 0.0
    wall: float = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Add the time spent inside the block."""
        cpu, wall = time.process_time(), time.perf_counter()
        try:
            yield
        finally:
            self.cpu += time.process_time() - cpu
            self.wall += time.perf_counter() - wall


@contextmanager
def workplace(**settings: object) -> Iterator[tuple[Path, Settings]]:
    """A temporary folder, and settings with a keyring and a home in it."""
    with tempfile.TemporaryDirectory(prefix="redactor-bench-") as name:
        folder = Path(name)
        Keyring.generate().save(folder / "keyring.json")
        fixed = {"home": folder / "home", "keyring": str(folder / "keyring.json"), "detectors": ("patterns", "known")}
        yield folder, Settings(**(fixed | settings))  # type: ignore[arg-type]


def sample_lines(folder: Path, patients: int = 200, seed: int = 7) -> list[bytes]:
    """FHIR resources of a generated sample sink, one per line, without those in Bundles."""
    write_sink(folder / "sample", patients, seed)
    return _lines(sorted((folder / "sample" / "records").glob("[A-Z]*.ndjson")))


def structured_lines(folder: Path) -> tuple[str, list[bytes]]:
    """Resources without notes: Synthea's if the shared data is available, else the generated sample's."""
    if SYNTHEA.is_dir():
        found = [p for p in sorted(SYNTHEA.glob("*.ndjson")) if not p.name.startswith("DocumentReference")]
        return "synthea_bulk_10", _lines(found)
    lines = sample_lines(folder)
    return "sample", [line for line in lines if not line.startswith(b'{"resourceType":"DocumentReference"')]


def _lines(paths: list[Path]) -> list[bytes]:
    return [line for path in paths for line in path.read_bytes().splitlines() if line]


def fresh(line: bytes, turn: int) -> bytes:
    """The resource with new ids for each turn. References stay valid, since equal ids stay equal."""
    if turn == 0:
        return line
    return _UUID.sub(lambda m: m[1] + b"%08x" % ((int(m[2], 16) + turn * _STEP) & 0xFFFFFFFF), line)


def note_lines(folder: Path) -> list[bytes]:
    """DocumentReferences of Synthea if the shared data is available, else of a small sample."""
    if SYNTHEA.is_dir():
        return _lines(sorted(SYNTHEA.glob("DocumentReference*.ndjson")))
    return [n for n in sample_lines(folder) if n.startswith(b'{"resourceType":"DocumentReference"')]


def write_input(path: Path, resources: int, lines: list[bytes], notes: list[bytes]) -> None:
    """Write an NDJSON file of that many resources in bounded memory. Each turn of the lines has new patients.

    Every hundredth resource is a note, of a patient of the first turns or of an unknown patient.
    """
    written = turn = 0
    with path.open("wb") as f:
        while written < resources:
            for line in lines:
                noted = notes and written % 100 == 99
                f.write(fresh(notes[written // 100 % len(notes)], turn) if noted else fresh(line, turn))
                f.write(b"\n")
                written += 1
                if written == resources:
                    return
            turn += 1


def exported(lines: list[bytes], turns: range) -> Iterator[bytes]:
    """The resources of all turns in the order of a bulk export: by type, each over all patients."""
    by_type: dict[bytes, list[bytes]] = {}
    for line in lines:
        by_type.setdefault(line.split(b'"', 4)[3], []).append(line)
    for same in by_type.values():
        for turn in turns:
            for line in same:
                yield fresh(line, turn)


def argument(name: str, default: int) -> int:
    """The number after --name on the command line."""
    option = f"--{name}"
    return int(sys.argv[sys.argv.index(option) + 1]) if option in sys.argv else default
