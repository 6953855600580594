"""`redactor run --dry-run` counts what a run would ask an LLM, without asking."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from redactor.assemble.engines import approved_profile
from redactor.assemble.home import new_state
from redactor.assemble.replacers import wants_standins
from redactor.assemble.runs import build_run
from redactor.cli.messages import fail, print_json, warn
from redactor.cli.run_summary import priced, print_facts
from redactor.detect.cascade.passes import PROMPT as EXTRACT_PROMPT
from redactor.keys import DerivedKey, Keyring
from redactor.llm.contract import Llm
from redactor.llm.counting import CountingLlm
from redactor.llm.ledger import Ledger
from redactor.run.contracts import Progress, Summary
from redactor.run.output.pipe import STAGED
from redactor.run.runner import run
from redactor.settings import LlmPrices, LlmSettings, Settings

if TYPE_CHECKING:
    from redactor.assemble.llm_access import Asking

_WITHOUT_STANDINS = "redactor"  # a profile
ANSWER_SHARES = {EXTRACT_PROMPT: 0.25}  # of the limit of an answer, which for a pass is one identifier in two words


def count_questions(
    settings: Settings,
    source: Path | None,
    schema: str | None,
    workers: int,
    report: Callable[[Progress], None],
    *,
    follow_links: bool,
) -> Summary:
    """Count what a run over the input would ask. The summary's `spent` and `second` hold the counts."""
    llm = require_llm(settings)
    settings = settings.model_copy(update={"llm": llm.model_copy(update={"token_budget": None})})
    return run_for_questions(settings, source, schema, workers, report, _counting, follow_links=follow_links)


def _counting(llm: LlmSettings, ledger: Ledger, key: DerivedKey) -> Llm:
    return CountingLlm(llm, ledger, ANSWER_SHARES, {EXTRACT_PROMPT: llm.passes})


def run_for_questions(
    settings: Settings,
    source: Path | None,
    schema: str | None,
    workers: int,
    report: Callable[[Progress], None],
    asking: Asking,
    *,
    follow_links: bool,
) -> Summary:
    """Read the input as a run does, give its questions to `asking`, and throw away what the run makes.

    The state of this run lies under home until the end. No stand-ins are made, since they would stay in the index.
    """
    llm = require_llm(settings)
    # What is asked does not depend on what becomes of open questions, but quarantine would take time and space.
    changes: dict[str, object] = {"llm": llm.model_copy(update={"on_unsure": "redact", "on_outage": "redact"})}
    if wants_standins(approved_profile(settings, Keyring.load(settings.keyring))):
        if llm.standins:
            warn("questions about stand-ins (llm.standins) are left out", "questions-about-stand-ins")
        changes["profile"] = _WITHOUT_STANDINS
    settings = settings.model_copy(update=changes)
    state = new_state(settings)
    try:
        config, callbacks = build_run(
            settings, source, state / STAGED, state, schema, workers, follow_links=follow_links, asking=asking
        )
        return run(config, callbacks, report)
    finally:
        shutil.rmtree(state, ignore_errors=True)


def require_llm(settings: Settings) -> LlmSettings:
    """Return the settings of the LLM, or end with exit code 2 if there are none."""
    if settings.llm is None:
        fail("no LLM is set, and these are the questions to one: add [llm] to redactor.toml")
    return settings.llm


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
    print_facts([*facts, ("cost", priced(cost, prices))])
