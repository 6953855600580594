"""`redactor run --dry-run` counts what a run would ask an LLM, without asking."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from redactor.assemble.engines import approved_profile
from redactor.assemble.home import new_state
from redactor.assemble.replacers import wants_standins
from redactor.assemble.runs import build_run
from redactor.cli.messages import fail, print_json, warn
from redactor.cli.run_summary import print_facts
from redactor.keys import Keyring
from redactor.run.contracts import Progress, Summary
from redactor.run.output.pipe import STAGED
from redactor.run.runner import run
from redactor.settings import LlmPrices, Settings

_WITHOUT_STANDINS = "redactor"  # a profile


def count_questions(
    settings: Settings,
    source: Path | None,
    schema: str | None,
    workers: int,
    report: Callable[[Progress], None],
    *,
    follow_links: bool,
) -> Summary:
    """Read the input as a run does, count what it would ask, and throw away what it makes. The summary's `spent` and
    `second` hold the counts.

    The state of this run lies under home until the end. No stand-ins are made, since they would stay in the index. Ends
    with exit code 2 if the settings name no LLM.
    """
    llm = settings.llm
    if llm is None:
        fail("--dry-run counts questions to an LLM, and no LLM is set: add [llm] to redactor.toml")
    # What is counted does not depend on what becomes of open questions, but quarantine would take time and space.
    changes: dict[str, object] = {"llm": llm.model_copy(update={"on_unsure": "redact", "on_outage": "redact"})}
    if wants_standins(approved_profile(settings, Keyring.load(settings.keyring))):
        if llm.standins:
            warn("questions about stand-ins (llm.standins) are not counted", "dry-run-standins")
        changes["profile"] = _WITHOUT_STANDINS
    settings = settings.model_copy(update=changes)
    state = new_state(settings)
    try:
        config, callbacks = build_run(
            settings, source, state / STAGED, state, schema, workers, follow_links=follow_links, counts_only=True
        )
        return run(config, callbacks, report)
    finally:
        shutil.rmtree(state, ignore_errors=True)


def tell_count(summary: Summary, prices: LlmPrices, *, json: bool) -> None:
    """Print how many questions, requests and tokens a run would have."""
    spent = summary.spent
    assert spent is not None
    counts = {
        "records": summary.records,
        "questions": summary.second.get("asked", 0),
        "requests": spent.requests,
        "tokens_asked": spent.asked,
        "tokens_answered": spent.answered,
    }
    cost = spent.cost(prices)
    if json:
        print_json(counts | {"cost": cost})
        return
    facts = [(f"would be sent: {name.replace('_', ' ')}", f"{n:,}") for name, n in counts.items() if name != "records"]
    facts.insert(0, ("records read", f"{counts['records']:,}"))
    print_facts([*facts, ("cost", f"{cost:,.2f}" if cost else "no prices are set")])
