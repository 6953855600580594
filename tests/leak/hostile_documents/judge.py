"""What a run made of hostile files, and the faults in it: what leaked, what was lost, what ended in another way."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import Command
from tests.leak.hostile_documents.kit import Hostile, leaks


@dataclass(frozen=True)
class Release:
    """What left, by the name of its file; what was said of it, and what the state holds; the reasons, by input file."""

    files: dict[str, str]
    said: str
    kept: dict[str, str]
    reasons: dict[str, set[str]]

    @property
    def outside(self) -> dict[str, str]:
        """Everything that may be seen without a key, by where it stands; names of files too."""
        names = "\n".join([*self.files, *self.kept])
        return {**self.files, **self.kept, "messages": self.said, "names": names}


def release(called: Command, keyring: Path, place: Path, cases: Sequence[Hostile], profile: str) -> Release:
    """Run a folder of the cases under a profile. Raises AssertionError if the command ends in an undocumented way."""
    (place / "in").mkdir()
    for case in cases:
        (place / "in" / case.name).write_bytes(case.content())
    env = {"REDACTOR_KEYRING": str(keyring), "REDACTOR_HOME": str(place / "home")}
    state = ("--state", place / "state")
    done = called("run", place / "in", place / "out", "--profile", profile, *state, "--json", env=env)
    assert done.returncode in {0, 1}, done.stderr[-2000:]
    told = called("quarantine", "list", *state, env=env)
    listed = called("quarantine", "list", "--files", *state, "--json", env=env)
    reasons: dict[str, set[str]] = {}
    for entry in json.loads(listed.stdout):
        reasons.setdefault(entry["source"].partition("/")[0], set()).add(entry["reason"])
    said = done.stdout + done.stderr + told.stdout + told.stderr
    return Release(_texts(place / "out"), said, _texts(place / "state") | _texts(place / "home"), reasons)


def _texts(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder.parent).as_posix(): path.read_bytes().decode("utf-8", "replace")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def faults(cases: Sequence[Hostile], run: Release) -> list[str]:
    """A line for each fault of the run."""
    found = [f"not a case, and has a reason: {name}" for name in run.reasons.keys() - {case.name for case in cases}]
    everything = "\n\n".join(run.outside.values())
    left = "\n\n".join(run.files.values())
    for case in cases:
        for value in leaks(case.plant, everything):
            places = [place for place, text in run.outside.items() if value in leaks(case.plant, text)]
            found.append(f"{case.title}{case.suffix} leaks {value} in {places}")
        found += [
            f"{case.title}{case.suffix} {fault}" for fault in _ends(case, left, run.reasons.get(case.name, set()))
        ]
    return found


def _ends(case: Hostile, left: str, reasons: set[str]) -> list[str]:
    facts = [case.plant.fact, case.plant.dose]
    lost = [fact for fact in case.kept if fact not in left]
    is_out = any(fact in left for fact in facts)
    if case.end == "refused":
        return [f"was to be refused, and is {'released' if is_out else 'lost'}"] if is_out or not reasons else []
    if case.end == "released":
        return [f"was to be released, and lacks {lost} for {sorted(reasons)}"] if lost else []
    return [f"lacks {lost} without a reason"] if lost and not reasons else []
