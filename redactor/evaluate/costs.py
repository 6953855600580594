"""Tell what runs have cost by tier, in all and for 1,000 notes, from the ledgers in their states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from redactor.costs import Cost, Costs, Tier
from redactor.errors import EvaluationError
from redactor.llm.ledger import NAME, read_costs
from redactor.run.output import manifest
from redactor.run.state.locks import is_locked
from redactor.run.state.unchecked_journal import value_of

NOTE = 1_000  # characters: notes differ in length from site to site
_NOTES = 1_000
ALL = "all"


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices are those of a million tokens of questions (asked) and answers, and of an hour of one CPU core or GPU."""

    asked: float = 0.0
    answered: float = 0.0
    cpu_hour: float = 0.0
    gpu_hour: float = 0.0


@dataclass(frozen=True, slots=True)
class TierCosts:
    """What a tier costs. money: in the currency of the prices; requests without reported tokens are not in it."""

    cpu_seconds: float
    gpu_seconds: float
    requests: float
    tokens_asked: float
    tokens_answered: float
    money: float


@dataclass(frozen=True, slots=True)
class CostReport:
    """What runs have cost.

    texts, characters: read by the detectors. in_all, per_1000_notes: by tier, with the sum under ALL; a note is NOTE
    characters, and without any there is nothing per note. unfinished: batches whose costs are not known, since they
    were cut short or are under way. unanswered: requests to an LLM likewise. unsaid: requests whose tokens the endpoint
    did not report. running: whether one of the runs is under way.
    """

    runs: int
    texts: int
    characters: int
    in_all: Mapping[str, TierCosts]
    per_1000_notes: Mapping[str, TierCosts]
    unfinished: int
    unanswered: int
    unsaid: int
    running: bool


def report_costs(costs: Costs, prices: Prices, *, runs: int = 1, running: bool = False) -> CostReport:
    """Return the report on the sum of the costs of some runs."""
    sums = Cost()
    for tier in Tier:
        sums = sums.plus(costs.of(tier))
    shown = {tier.value: costs.of(tier) for tier in Tier if any(costs.of(tier))} | {ALL: sums}
    scale = _NOTES * NOTE / costs.characters if costs.characters else 0.0
    return CostReport(
        runs,
        costs.texts,
        costs.characters,
        {name: _scaled(cost, prices, 1) for name, cost in shown.items()},
        {name: _scaled(cost, prices, scale) for name, cost in shown.items()} if scale else {},
        costs.begun - costs.done,
        costs.sent - sums.requests,
        sums.unknown,
        running,
    )


def _scaled(cost: Cost, prices: Prices, scale: float) -> TierCosts:
    money = (cost.asked * prices.asked + cost.answered * prices.answered) / 1e6
    money += (cost.cpu * prices.cpu_hour + cost.gpu * prices.gpu_hour) / 3.6e9
    counts = (cost.cpu / 1e6, cost.gpu / 1e6, cost.requests, cost.asked, cost.answered, money)
    return TierCosts(*(n * scale for n in counts))


def read_runs(folders: Iterable[Path], home: Path, prices: Prices) -> CostReport:
    """Return the report on the runs of these folders: OUT, or the state of a run. Each run counts once.

    home: that of the runs, for OUT. Raises EvaluationError for a folder that no state under home has written, and
    RunError for a damaged ledger.
    """
    states = {(folder if (folder / NAME).is_file() else _state_of(folder, home)).resolve() for folder in folders}
    sums = Costs()
    for state in states:
        sums = sums.plus(read_costs(state))
    return report_costs(sums, prices, runs=len(states), running=any(map(is_locked, states)))


def _state_of(out: Path, home: Path) -> Path:
    if (out / "journal.db").is_file():
        raise EvaluationError(f"this state holds no costs: nothing was read yet, or its file {NAME} was removed")
    _, mac, _ = manifest.read(out)
    for journal in (home / "runs").glob("*/journal.db"):
        if value_of(journal.parent, manifest.WRITTEN) == mac and (journal.parent / NAME).is_file():
            return journal.parent
    raise EvaluationError(
        f"no state under home ({home}) tells what this OUT has cost; name the state of its run in place of OUT: "
        "redactor runs lists them"
    )
