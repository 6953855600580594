"""Let tools read sets, and score what they found."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from benchmarks.peers.scores import ClaimedRow, Row, score, score_claimed, with_categories
from benchmarks.peers.sets import Set
from benchmarks.peers.tools import ADAPTER, OURS, Answers, Tool, ToolError, environment, merged, read


@dataclass(slots=True)
class Comparison:
    """Everything that was measured. rows, claimed: by set, then by tool. failed: why a tool has no figures."""

    date: str
    command: str
    machine: str
    tools: list[Tool]
    sets: list[Set]
    rounds: int = 1
    rows: dict[str, dict[str, Row]] = field(default_factory=dict)
    claimed: dict[str, dict[str, ClaimedRow]] = field(default_factory=dict)
    claims: dict[str, Sequence[str]] = field(default_factory=dict)
    packages: dict[str, dict[str, str]] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)


def compare(found: Comparison, cache: Path, adapter: Path = ADAPTER, *, again: bool = True) -> None:
    """Let every tool read every set, and score what they find."""
    pythons: dict[str, Path] = {}
    for tool in found.tools:
        try:
            pythons[tool.name] = environment(tool, cache)
        except ToolError as error:
            found.failed[tool.name] = str(error)
    for s in found.sets:
        gold = s.documents()
        texts = {d.id: d.text for d in gold}
        told: dict[str, list[Answers]] = {}
        # In turn, so that what slows the machine for a while slows every tool.
        for n, tool in product(range(found.rounds), found.tools):
            if tool.name in found.failed:
                continue
            try:
                answered = read(tool, pythons[tool.name], texts, cache / f"answers-{n}", adapter, again=again)
                told.setdefault(tool.name, []).append(answered)
            except ToolError as error:
                found.failed[tool.name] = str(error)
                continue
            print(f"{s.name}: {tool.name}", file=sys.stderr)
        answers = {name: merged(rounds) for name, rounds in told.items()}
        scored = with_categories(gold)
        found.rows[s.name] = {name: score(scored, a) for name, a in answers.items()}
        ours = [answers[t.name] for t in OURS if t.name in answers]
        claimed = {
            t.name: row
            for t in found.tools
            if not s.wide_labels
            and t not in OURS
            and t.name in answers
            and (row := score_claimed(gold, answers[t.name], ours)) is not None
        }
        found.claimed |= {s.name: claimed} if claimed else {}
        for name, a in answers.items():
            found.claims[name] = a.claims
            found.packages[name] = dict(a.packages)
