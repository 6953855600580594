"""Requests to LLMs, the answers to them, and the counts of what a client sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol


class Failure(StrEnum):
    """Why there is no answer. The codes are told as `where` of a record that is quarantined for it.

    UNSURE: the endpoint answered, and not what was asked for. TOO_LONG: it does not fit the model's context. CUT: the
    answer was; a caller asks for less at a time. INTERNAL: a defect of this package. `on_unsure` does not cover it.
    """

    DOWN = "llm-down"
    BUDGET = "llm-budget"
    UNSURE = "llm-unsure"
    TOO_LONG = "llm-too-long"
    CUT = "llm-cut"
    INTERNAL = "llm-internal"


PASSING = frozenset({Failure.DOWN, Failure.BUDGET, Failure.INTERNAL})
"""Failures that a later run may be without: nothing is kept of them."""


def worst(failures: Collection[str | None]) -> Failure | None:
    """The failure to report of several: a defect of ours, else the one most likely to be gone in a later run."""
    order = (Failure.INTERNAL, Failure.DOWN, Failure.BUDGET, Failure.UNSURE)
    return next((f for f in order if f in failures), None)


@dataclass(frozen=True, slots=True)
class Request:
    """A question to an LLM.

    prompt: name of the prompt, for counts. instructions: without any text of a patient. content: what it is about.
    schema: JSON Schema of the answer, an object; all properties are required, and no others allowed. most_tokens: of
    the answer. temperature, seed: of the sampling.
    """

    prompt: str
    instructions: str
    content: str
    schema: Mapping[str, Any]
    most_tokens: int
    temperature: float = 0
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """data: an object in the form of the schema, None after a failure. Its values are a model's: not trusted."""

    data: Mapping[str, Any] | None
    failure: Failure | None = None


class Llm(Protocol):
    """Answers requests."""

    @property
    def model(self) -> str:
        """Name of the model and what else changes its answers."""
        ...

    def ask(self, requests: Sequence[Request]) -> Future[list[Answer]]:
        """One answer a request, in order. Returns at once. The future does not raise."""
        ...


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
