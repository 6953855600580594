"""This module shows what becomes of the requests to the LLM: as metrics, and as a state that is told of.

A state is "", or one of `metrics.LLM_STATES`. Nothing of a request or an answer is in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from redactor.assemble.facade import Redactor
from redactor.errors import RunError
from redactor.llm.contract import Failure
from redactor.service.metrics import Metrics

_WORDS = {
    "": "the LLM answers again",
    "llm-down": "the LLM does not answer in time: open questions are left to llm.on_outage until it does",
    "llm-budget": "llm.token_budget is spent: open questions are left to llm.on_outage; raise it, and start the "
    "service again",
}
_CODES = {Failure.DOWN: "llm-down", Failure.BUDGET: "llm-budget", Failure.REFUSED: "llm-refuses", None: ""}
Tell = Callable[[str, str], None]
"""Is told of a state, and in words what it means."""


class LlmWatch:
    """A watch looks at the counts of an engine's LLM after each piece of work, in the thread of the engine."""

    def __init__(self, metrics: Metrics, tell: Tell) -> None:
        self._metrics, self._tell = metrics, tell
        self._seen = Counter[str]()

    def begun(self, facade: Redactor) -> Redactor:
        """Return the facade, whose LLM is shown from now on if it has one."""
        if facade.settings.llm is not None:
            self._metrics.begin_llm(facade.tokens_left)
        return facade

    def look(self, facade: Redactor) -> None:
        """Count what was asked since the last look, and tell of the state if anything was."""
        counts = facade.llm_counts
        now = Counter(counts.failures) | Counter(
            {
                "requests": counts.requests,
                "asked": counts.asked,
                "answered": counts.answered,
                "questions": counts.questions,
                "open": counts.left_open,
            }
        )
        new, self._seen = now - self._seen, now
        if not new:
            return
        self._metrics.llm(new)
        if not new["requests"]:  # stored answers tell nothing of the endpoint
            return
        state = _CODES[counts.away]
        self._metrics.llm_state(state, held_back=counts.held_back)
        with suppress(RunError, OSError):
            self._metrics.llm_tokens_left(facade.tokens_left)
        with suppress(OSError):  # nobody listens any more, and this process ends soon
            self._tell(state, counts.refusal if state == "llm-refuses" else _WORDS[state])
