"""Runs over folders of hostile files, and what is wrong with how each file ended."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.leak.carriers.reveal import normal, revealed
from tests.leak.hostile_tables.case import COLUMNS, Hostile

_RULES: dict[str, dict[str, str]] = {
    "mrn": {"rule": "hash", "entity": "ID", "role": "patient", "idClass": "Patient"},
    "name": {"rule": "mask", "entity": "PERSON", "role": "patient"},
    "phone": {"rule": "mask", "entity": "TELEPHONE_NUMBER", "role": "patient"},
    "seen": {"rule": "mask", "entity": "DATE", "format": "date"},
    "ferritin": {"rule": "passThrough", "pattern": "[0-9]{1,5}([.,][0-9]+)?"},
    "note": {"rule": "autoDeID"},
}
SCHEMA = {
    "title": "hostile/visits",
    "version": "1.0",
    "dataType": "hostileVisits",
    "subject": ["mrn"],
    "type": "object",
    "properties": {name: {"type": "string", **_RULES[name]} for name in COLUMNS},
}


@dataclass
class Ended:
    """How a run over a folder of hostile files ended."""

    code: int
    said: str
    summary: dict[str, Any]
    out: dict[str, str]
    reasons: dict[str, set[str]] = field(default_factory=dict)


def ended(call: Callable[..., Any], files: Iterable[Hostile], place: Path, keyring: Path, *options: str) -> Ended:
    """Run the command `call` over the files in a folder below `place`, and return how it ended."""
    folder, home = place / "in", place / "home"
    folder.mkdir(parents=True)
    for file in files:
        for name, data in ((file.name, file.data()), *file.beside):
            (folder / name).write_bytes(data)
    (home / "schemas" / "hostile").mkdir(parents=True)
    (home / "schemas" / "hostile" / "visits.json").write_text(json.dumps(SCHEMA), "utf-8")
    env = {"REDACTOR_KEYRING": str(keyring), "REDACTOR_HOME": str(home), "REDACTOR_AS_OF": "2025-06-30"}
    approved = call("schema", "approve", "hostile/visits", "--by", "A. Reviewer", env=env)
    assert approved.returncode == 0, approved.stderr
    state = ("--state", place / "state")
    done = call("run", folder, place / "out", *options, *state, "--json", env=env)
    told = [call("quarantine", "list", *more, *state, "--json", env=env) for more in ((), ("--files",))]
    shown = call("quarantine", "list", *state, env=env)
    kept = [p.read_bytes().decode("utf-8", "replace") for p in (place / "state").rglob("*") if p.is_file()]
    said = "\n".join([done.stdout, done.stderr, told[0].stdout, told[0].stderr, shown.stdout, shown.stderr, *kept])
    out = {p.name: p.read_bytes().decode("utf-8", "replace") for p in (place / "out").rglob("*") if p.is_file()}
    for path in (place / "out").rglob("*.parquet"):
        out[path.name] += _parquet_text(path)
    result = Ended(done.returncode, said, json.loads(done.stdout) if done.returncode in {0, 1} else {}, out)
    for entry in json.loads(told[1].stdout) if done.returncode in {0, 1} else ():
        for file in files:
            if entry["source"] == file.name or entry["source"].startswith(file.name + "/"):
                result.reasons.setdefault(file.name, set()).add(entry["reason"])
    return result


def faults(result: Ended, files: Sequence[Hostile]) -> list[str]:
    """Return what is wrong with how the files ended, a line each."""
    wrong = [] if result.code in {0, 1} else [f"exit code {result.code}: {result.said[-2000:]}"]
    if "Traceback" in result.said:
        wrong.append(f"traceback: {result.said[result.said.index('Traceback') :][:3000]}")
    read = {name: revealed(text)[0] for name, text in result.out.items()}
    everything = normal("\n".join([*result.out, result.said]))
    for file in files:
        for value in sorted(set(file.planted)):
            places = [name for name, text in read.items() if normal(value) in text]
            if normal(value) in everything:
                places.append("what was said")
            if places:
                wrong.append(f"leak: {value!r} of {file.name} in {places}")
        missing = [fact for fact in file.facts if not any(fact in text for text in read.values())]
        reasons = result.reasons.get(file.name, set())
        if missing and (file.end == "out" or not reasons):
            wrong.append(f"lost: {missing} of {file.name}, quarantined for {sorted(reasons)}")
        if file.end == "refused" and not reasons:
            wrong.append(f"not refused: {file.name}")
        if file.end == "refused" and not reasons and not missing:
            wrong.append(f"released: {file.name}")
    return wrong


def _parquet_text(path: Path) -> str:
    import pyarrow.parquet as pq

    return str(pq.read_table(path).to_pylist()) + str(pq.read_schema(path))
