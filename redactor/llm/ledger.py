"""What requests to LLMs may cost a run, and what they have cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of a request, as its endpoint counts them: asked, of the prompt; answered, of the answer."""

    asked: int
    answered: int


@dataclass(frozen=True, slots=True)
class Totals:
    """What a run has spent. requests: settled ones. asked, answered: their tokens, where endpoints said. unknown:
    settled requests whose endpoint did not say. spent: tokens that count against the budget, with estimates for unknown
    requests and for those that were never settled. refused: reservations.
    """

    requests: int = 0
    asked: int = 0
    answered: int = 0
    unknown: int = 0
    spent: int = 0
    refused: int = 0


class Ledger(Protocol):
    """The token budget of a run. Threads and processes may share one."""

    def reserve(self, estimate: int) -> bool:
        """Count the estimate, in tokens of prompt and answer. False, and nothing is counted, past the budget."""
        ...

    def settle(self, estimate: int, used: Usage | None) -> None:
        """Count what a request used in the place of its estimate. None: nothing was said, and the estimate stays.

        A request that surely reached no endpoint is settled with `Usage(0, 0)`.
        """
        ...

    def totals(self) -> Totals: ...
