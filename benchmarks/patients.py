"""A run over many patients with few resources each, in the order of a bulk export.

    python -m benchmarks.patients [--patients 2000] [--each 2] [--json]

A bulk export holds one file for each resource type, over all patients. Whatever is worked out for a patient is needed
again for every type, long after it fell out of any cache. The input is Synthea's patients (or the sample's), repeated
with new ids, at most `each` resources of a type; staff and places come once. One process; seconds are of CPU time.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.common import Clock, Figure, argument, exported, structured_lines, tell, workplace
from redactor.assemble.runs import build_run
from redactor.run.runner import run
from redactor.settings import Settings

_SUBJECTS = ("subject", "patient", "beneficiary")


def _subject(line: bytes) -> str | None:
    """The patient whom a resource names as its own, or None."""
    resource = json.loads(line)
    if resource["resourceType"] == "Patient":
        return f"Patient/{resource['id']}"
    found = (resource.get(key) for key in _SUBJECTS)
    return next((str(f.get("reference")) for f in found if isinstance(f, dict)), None)


def _thinned(lines: list[bytes], each: int) -> tuple[list[bytes], list[bytes]]:
    """Resources of patients, at most `each` of a type and patient, and those of nobody."""
    seen: Counter[tuple[str, bytes]] = Counter()
    own: list[bytes] = []
    others: list[bytes] = []
    for line in lines:
        subject = _subject(line)
        if subject is None:
            others.append(line)
            continue
        kind = (subject, line.split(b'"', 4)[3])
        seen[kind] += 1
        if seen[kind] <= each:
            own.append(line)
    return own, others


def _input(own: list[bytes], others: list[bytes], turns: int) -> Iterator[bytes]:
    yield from others
    yield from exported(own, range(turns))


def run_figures(folder: Path, settings: Settings, patients: int, each: int) -> list[Figure]:
    """Measure a run over at least so many patients."""
    named, lines = structured_lines(folder)
    own, others = _thinned(lines, each)
    people = len({_subject(line) for line in own})
    turns = -(-patients // people)
    n = 0
    with (folder / "in.ndjson").open("wb") as file:
        for n, line in enumerate(_input(own, others, turns), 1):  # noqa: B007
            file.write(line + b"\n")
    clock = Clock()
    with clock.running():
        run(*build_run(settings, folder / "in.ndjson", folder / "out"))
    note = f"{named}, {turns * people:,} patients, {n:,} resources, {clock.cpu:.1f} s"
    return [
        Figure("run over many patients", n / clock.cpu, "resources/s/core", note=note),
        Figure("the same, a patient", 1000 * clock.cpu / (turns * people), "ms"),
    ]


def main() -> None:
    with workplace() as (folder, settings):
        tell(run_figures(folder, settings, argument("patients", 2_000), argument("each", 2)))


if __name__ == "__main__":
    main()
