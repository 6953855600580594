"""Clinical facts directly beside names: which come out as they went in, and which names stay covered.

    python -m benchmarks.facts_beside_names [--blind] [--detectors patterns,student] [--show 20] [--json]

benchmarks/data/facts-beside-names.json: forms of names and facts. Each pair makes a short text in each adjacency; a
fact is kept if no span touches it, a name is covered if every letter of it but its title is. --blind reads
facts-beside-names-2.jsonl, which nobody looked at while rules or models were made.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from benchmarks.common import Figure, tell
from redactor.assemble.detectors import build_detectors
from redactor.engine import read_all
from redactor.settings import load_settings
from redactor.text import Note, Reading

DATA = Path(__file__).parent / "data" / "facts-beside-names.json"
BLIND = DATA.with_name("facts-beside-names-2.jsonl")
ADJACENCIES = {
    "none": "{name} {fact}.",
    "comma": "{name}, {fact}.",
    "colon": "{name}: {fact}.",
    "sentence": "This morning {name} {fact} and will be seen again.",
    "cell": "| {name} | {fact} |",
}
_AIM = 99.6  # percent of facts: 498 of 500
_LEFT_OUT = re.compile(r"(?i:\b(?:mr|mrs|ms|miss|dr|pt|patient|baby|boy)\b)|\b[A-Z]\b|[\W\d_]")  # titles, lone initials


class Pair(NamedTuple):
    """A text with the ranges of its name and its fact."""

    text: str
    name: tuple[int, int]
    fact: tuple[int, int]


def pairs(adjacency: str) -> Iterator[Pair]:
    """Every form of a name beside every fact."""
    data = json.loads(DATA.read_bytes())
    before, _, rest = ADJACENCIES[adjacency].partition("{name}")
    between, _, after = rest.partition("{fact}")
    for name in data["names"]:
        for fact in data["facts"]:
            at = len(before) + len(name) + len(between)
            text = f"{before}{name}{between}{fact}{after}"
            yield Pair(text, (len(before), len(before) + len(name)), (at, at + len(fact)))


def blind_pairs() -> Iterator[tuple[str, Pair]]:
    """The same of the blind set, each with its adjacency. The range of a name is that of its gold spans."""
    for line in map(json.loads, BLIND.read_text("utf-8").splitlines()):
        for name, fact, frame in product(line["names"], line["facts"], line["frames"]):
            before, _, rest = frame["text"].partition("{name}")
            between, _, after = rest.partition("{fact}")
            text = f"{before}{name['text']}{between}{fact}{after}"
            at = len(before) + len(name["text"]) + len(between)
            marked = [len(before) + place for span in name["spans"] for place in (span["start"], span["end"])]
            yield frame["kind"], Pair(text, (min(marked), max(marked)), (at, at + len(fact)))


def is_kept(pair: Pair, reading: Reading) -> bool:
    """Whether no span touches the fact."""
    start, end = pair.fact
    return all(s.end <= start or end <= s.start for s in reading.spans)


def is_covered(pair: Pair, reading: Reading) -> bool:
    """Whether spans cover every letter of the name."""
    start, end = pair.name
    covered = {i for s in reading.spans for i in range(s.start, s.end)}
    free = {i for m in _LEFT_OUT.finditer(pair.text, start, end) for i in range(*m.span())}
    return covered.issuperset(set(range(start, end)) - free)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.facts_beside_names")
    parser.add_argument("--blind", action="store_true")
    parser.add_argument("--detectors", default="patterns,student")
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    told = parser.parse_args()
    detectors = build_detectors(load_settings(detectors=tuple(told.detectors.split(","))))
    figures: list[Figure] = []
    wrong: list[str] = []
    sets: dict[str, list[Pair]] = defaultdict(list)
    for adjacency, pair in blind_pairs() if told.blind else ((a, pair) for a in ADJACENCIES for pair in pairs(a)):
        sets[adjacency].append(pair)
    for adjacency, found in sets.items():
        readings = read_all(detectors, [Note(str(i), pair.text) for i, pair in enumerate(found)])
        read = list(zip(found, readings, strict=True))
        kept = sum(is_kept(*one) for one in read)
        names = sum(is_covered(*one) for one in read)
        figures.append(Figure(f"facts kept, {adjacency}", 100 * kept / len(read), "%", _AIM, note=f"of {len(read):,}"))
        figures.append(Figure(f"names covered, {adjacency}", 100 * names / len(read), "%", note=f"of {len(read):,}"))
        wrong += [f"{adjacency}: {_shown(*one)}" for one in read if not is_kept(*one)]
    tell(figures)
    for line in wrong[: told.show]:
        print(line)


def _shown(pair: Pair, reading: Reading) -> str:
    return " ".join([pair.text, *(f"[{pair.text[s.start : s.end]} {s.entity}]" for s in reading.spans)])


if __name__ == "__main__":
    main()
