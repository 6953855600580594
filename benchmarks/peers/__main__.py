"""Other de-identification tools beside this one: the same texts, scorer and sitting; writes docs/comparison.md.

    python -m benchmarks.peers [--tool NAME ...] [--set NAME ...] [--spacy-model NAME] [--rounds N] [--json] [--rescore]

Each tool is installed by pip, in a pinned version, into an environment of its own below --cache, and reads every text
by itself in one thread. Nothing else is downloaded: a spaCy model is used where --spacy-model names one that is already
installed in Presidio's environment, such as by `CACHE/presidio-analyzer-VERSION/bin/pip install MODEL`, or a folder.
NLTK's tagger, without which Philter cannot start, is used where NLTK_DATA names it. --rescore reads the answers of the
last run again.

Tools that cannot be run are left out, and the page says why. So are sets whose file is not there, which stderr names.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import shlex
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from benchmarks.peers.compare import Comparison, compare
from benchmarks.peers.page import comparison_page
from benchmarks.peers.sets import SETS, Set
from benchmarks.peers.tools import OURS, PEERS, ROOT, Tool, with_model

_T = TypeVar("_T", Tool, Set)
PAGE = ROOT / "docs" / "comparison.md"


def main() -> None:
    """Measure, and write the page or print JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__.splitlines()[0])
    parser.add_argument("--tool", action="append", metavar="NAME", help="measure this one, and ours; may be repeated")
    parser.add_argument("--set", action="append", metavar="NAME", help="read this one; may be repeated")
    parser.add_argument("--spacy-model", action="append", default=[], metavar="NAME", help="for Presidio")
    parser.add_argument(
        "--cache", type=Path, default=Path(tempfile.gettempdir()) / "peers", help="environments, answers"
    )
    parser.add_argument(
        "--rounds", type=int, default=3, help="how often every text is read, for the speed; 3 by default"
    )
    parser.add_argument("--json", action="store_true", help="print all figures, and write no page")
    parser.add_argument("--rescore", action="store_true", help="score the answers of the last run again")
    given = parser.parse_args()
    tools = [*OURS, *PEERS[:1], *map(with_model, given.spacy_model), *PEERS[1:]]
    peers = _chosen(tools, given.tool)
    sets = _chosen(SETS, given.set)
    for absent in (s for s in sets if not s.path.is_file()):
        print(f"{absent.name}: its file is not there", file=sys.stderr)
    sets = [s for s in sets if s.path.is_file()]
    found = Comparison(*_sitting(given), [*OURS, *(t for t in peers if t not in OURS)], sets, given.rounds)
    compare(found, given.cache, again=not given.rescore)
    if given.json:
        print(msgspec.json.encode(found, enc_hook=lambda path: path.name).decode())
    else:
        PAGE.write_text(comparison_page(found), encoding="utf-8")


def _chosen(known: Sequence[_T], names: Sequence[str] | None) -> list[_T]:
    """Return those whose names were given, or all of them."""
    if unknown := set(names or ()) - {k.name for k in known}:
        sys.exit(f"no {', '.join(sorted(unknown))}; choose from: {'; '.join(k.name for k in known)}")
    return [k for k in known if names is None or k.name in names]


def _sitting(given: argparse.Namespace) -> tuple[str, str, str]:
    """Return the date, the command and the machine of the answers; those of the last run if they are scored again."""
    kept = given.cache / "sitting.json"
    if given.rescore and kept.exists():
        date, command, machine = json.loads(kept.read_text("utf-8"))
        return date, command, machine
    options = (("tool", given.tool), ("set", given.set), ("spacy-model", given.spacy_model))
    chosen = [f"--{name} {shlex.quote(v)}" for name, values in options for v in values or ()]
    command = " ".join(["python -m benchmarks.peers", *chosen])
    load = " ".join(f"{x:.1f}" for x in os.getloadavg())
    python = sys.version.split()[0]
    machine = f"{os.cpu_count()} cores, {sys.platform}, Python {python}, load average {load} at the start"
    given.cache.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps([dt.date.today().isoformat(), command, machine]), encoding="utf-8")
    return dt.date.today().isoformat(), command, machine


if __name__ == "__main__":
    main()
