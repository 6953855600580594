"""Runs a folder of bombs in a process of its own and prints what became of each file, and the peak memory, as JSON.

Usage: python bombs_child.py ROOT, with ROOT/in and ROOT/keys.json.
"""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path

from redactor.assemble.runs import build_run
from redactor.run.intake import bundles, files, parquet
from redactor.run.runner import run
from redactor.settings import load_settings

MEGABYTE = 1024 * 1024


def peak() -> int:
    """The largest resident size of this program in bytes. ru_maxrss of Linux counts what the parent held before."""
    try:
        return int(Path("/proc/self/status").read_text("ascii").partition("VmHWM:")[2].split()[0]) * 1024
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main(root: Path) -> None:
    files.BOMB_FREE, bundles._MAX_ENTRIES = 2 * MEGABYTE, 50_000  # so that fewer records are needed
    settings = load_settings(keyring=str(root / "keys.json"), home=root / "home", detectors=("patterns", "known"))
    run(*build_run(settings, root / "in", root / "out", root / "state"))
    parquet.pool.end_idle()
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    unit = 1 if sys.platform == "darwin" else 1024
    audit = [json.loads(line) for line in (root / "state" / "audit.ndjson").read_text("utf-8").splitlines()]
    told: dict[str, dict[str, int]] = {}
    names = sorted(p.name for p in (root / "in").iterdir())
    for entry in audit:
        if "outcome" not in entry or "at" not in entry:
            continue
        name = names[int(entry["at"].partition(":")[0]) - 1]
        what = entry["reason"] or "kept"  # released; the same record of another file is a duplicate
        told.setdefault(name, {})[what] = told.get(name, {}).get(what, 0) + 1
    print(json.dumps({"files": told, "peak": max(peak(), children.ru_maxrss * unit)}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
