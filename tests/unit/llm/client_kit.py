"""What tests of the client share: settings with small timeouts, a ledger that remembers, a question."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from redactor.llm.client import Client
from redactor.llm.contract import Answer, Failure, Request
from redactor.llm.ledger import Totals, Usage
from redactor.llm.retries import Pace
from redactor.settings import LlmSettings

PHI = "Zebulon Quackenbush"
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "answers": {
            "type": "array",
            "maxItems": 4,
            "items": {
                "type": "object",
                "properties": {
                    "id": {"type": "string", "enum": ["a1", "b2"]},
                    "clear": {"type": "boolean"},
                },
            },
        },
    },
}
DOWN = Answer(None, Failure.DOWN)
GOOD = {"answers": [{"id": "a1", "clear": True}]}


class Book:
    """A ledger that remembers. budget: None for no end."""

    def __init__(self, budget: int | None = None) -> None:
        self.budget = budget
        self.reserved: list[int] = []
        self.settled: list[tuple[int, Usage | None]] = []

    def reserve(self, estimate: int) -> bool:
        if self.budget is not None and sum(self.reserved) + estimate > self.budget:
            return False
        self.reserved.append(estimate)
        return True

    def settle(self, estimate: int, used: Usage | None) -> None:
        self.settled.append((estimate, used))

    def totals(self) -> Totals:
        return Totals()


def request(content: str = f"Seen by {PHI}.", most_tokens: int = 100, schema: dict[str, Any] | None = None) -> Request:
    return Request("judge", "Judge.", content, schema or SCHEMA, most_tokens)


@contextmanager
def client(url: str, book: Book | None = None, **settings: Any) -> Iterator[Client]:
    """A client that hardly waits between tries. Its timeouts suit a busy machine; tests of stalls give shorter ones."""
    made = LlmSettings(base_url=url, model="scripted", **({"deadline_seconds": 30} | settings))  # type: ignore[arg-type]
    opened = Client(made, book or Book(), Pace(tries=3, first_delay=0.01, longest_delay=0.02))
    try:
        yield opened
    finally:
        opened.close()


def ask(asked: Client, *requests: Request) -> list[Answer]:
    return asked.ask(requests or [request()]).result(60)
