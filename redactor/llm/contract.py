"""Define requests to LLMs, the answers to them, and the counts of what a client sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol


class Failure(StrEnum):
    """A failure says why a request has no answer. Its code is the `where` of a record that is quarantined for it.

    DOWN: the endpoint does not answer. BUDGET: the token budget is spent. UNSURE: the endpoint gave no usable answer.
    REFUSED: the endpoint refuses this text, as filters do, and accepts others. TOO_LONG: the request exceeds the
    model's context. CUT: the answer was cut at its limit, so that the caller should ask for less at a time. INTERNAL:
    this package has a defect, which neither `on_unsure` nor `on_outage` covers.
    """

    DOWN = "llm-down"
    BUDGET = "llm-budget"
    UNSURE = "llm-unsure"
    REFUSED = "llm-refused"
    TOO_LONG = "llm-too-long"
    CUT = "llm-cut"
    INTERNAL = "llm-internal"


TRANSIENT_FAILURES = frozenset({Failure.DOWN, Failure.BUDGET, Failure.INTERNAL})
"""The failures that a later run may not have. No answer is stored for them."""

OUTAGES = frozenset({Failure.DOWN, Failure.BUDGET})
"""The failures for which nobody was asked: the setting `on_outage` decides, and `on_unsure` on all others."""


def worst_failure(failures: Collection[str | None]) -> Failure | None:
    """Return the failure to report for several: a defect first, then the one that is most likely to be gone in a later
    run.
    """
    order = (Failure.INTERNAL, Failure.DOWN, Failure.BUDGET, Failure.REFUSED, Failure.UNSURE)
    return next((f for f in order if f in failures), None)


@dataclass(frozen=True, slots=True)
class Request:
    """A request is a question to an LLM.

    prompt: the name of the prompt, for counts. instructions: the system message, which holds no text of a patient.
    content: the user message. schema: the JSON Schema of the answer, an object of which all properties are required and
    no others allowed. most_tokens: the limit of the answer. temperature, seed: parameters of the sampling.
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
    """An answer holds an object in the form of the request's schema, or the reason for its absence. Its values come
    from a model and are not trusted.
    """

    data: Mapping[str, Any] | None
    failure: Failure | None = None


class Llm(Protocol):
    """An LLM answers requests."""

    @property
    def model(self) -> str:
        """Return the name of the model, with whatever else changes its answers."""
        ...

    def ask(self, requests: Sequence[Request]) -> Future[list[Answer]]:
        """Send the requests and return at once. The future gives one answer for each request, in order.

        It raises EndpointRefusedError where the endpoint refuses every request, and nothing else.
        """
        ...


def answered(answers: list[Answer]) -> Future[list[Answer]]:
    """Return answers that are there already, as `Llm.ask` gives them."""
    future: Future[list[Answer]] = Future()
    future.set_result(answers)
    return future


def answers_as_they_come(llm: Llm, requests: Sequence[Request]) -> Iterator[list[tuple[int, Answer]]]:
    """Yield the answers that have come since the last time, each with the index of its request, until all have come.

    The caller stores them before it waits for others: a process that is killed loses only what was under way. Raises
    EndpointRefusedError as `Llm.ask` does, once what had come by then was yielded.
    """
    waiting = {llm.ask([request]): i for i, request in enumerate(requests)}
    while waiting:
        done = sorted(wait(waiting, return_when=FIRST_COMPLETED).done, key=waiting.__getitem__)
        yield [(waiting[future], future.result()[0]) for future in done if future.exception() is None]
        for future in done:
            future.result()
            del waiting[future]


@dataclass(slots=True)
class Counts:
    """The requests of a client and the tokens that they used.

    requests: requests that callers made. sent: HTTP requests, retries and repairs included. asked, answered: tokens
    that the endpoint reported for prompts and answers. unsaid: completions without a report of tokens. failures:
    requests without an answer, by code. defects: exceptions from defects of this package, by type. questions,
    left_open: questions about ranges of notes, and those of them that no answer settled.

    away: why the last request did not get to the model: DOWN, BUDGET, or REFUSED where every request is refused; None
    if it did. refusal: the message about the endpoint that refuses every request. held_back: whether a breaker is open.
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
    questions: int = 0
    left_open: int = 0
    away: Failure | None = None
    refusal: str = ""
    held_back: bool = False
