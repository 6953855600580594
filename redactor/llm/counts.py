"""What a client asked of its endpoint. What a run spent is in its ledger."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Counts:
    """requests: that were asked. sent: over HTTP, among them retries and repairs. asked, answered: tokens, as the
    endpoint says. unsaid: completions that do not say. failures: requests without an answer, by code. defects: what a
    defect of ours raised, by type of the exception.
    """

    requests: int = 0
    sent: int = 0
    retries: int = 0
    repairs: int = 0
    asked: int = 0
    answered: int = 0
    unsaid: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    defects: Counter[str] = field(default_factory=Counter)
