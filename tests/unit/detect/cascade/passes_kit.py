"""What tests of passes share: a scripted model, and notes read by it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from redactor.detect.cascade.passes import PassOptions, PassResult, find_more
from redactor.entities import Entity
from redactor.keys import DerivedKey
from redactor.llm.cache import MemoryAnswers
from redactor.llm.contract import Answer, Request
from redactor.llm.prompts import Prompt
from redactor.text import Note, Span
from tests.unit.detect.cascade.canary_kit import parted

Said = Sequence[tuple[str, str, str]]


OPTIONS = PassOptions(DerivedKey(b"k" * 32), Prompt("extract", "List these: {{TYPES}}.", "1"))


FENCED = re.compile(r"<(note-[a-z2-7]{10})>\n(.*)\n</\1>\n", re.DOTALL)


def listed(said: Said) -> Answer:
    return Answer({"entities": [{"type": t, "text": text, "context": c} for t, text, c in said]})


class Scripted:
    """An Llm that answers by a function of the masked chunk. It lists canaries, unless it `overlooks` them."""

    model = "scripted"

    def __init__(self, answer: Callable[[str], Answer], *, overlooks: bool = False) -> None:
        self.answer = answer
        self.overlooks = overlooks
        self.asked: list[Request] = []

    @property
    def texts(self) -> list[str]:
        return [text_of(request) for request in self.asked]

    def ask(self, requests: Sequence[Request]) -> Future[list[Answer]]:
        self.asked += requests
        future: Future[list[Answer]] = Future()
        future.set_result([self._answer(r) for r in requests])
        return future

    def _answer(self, request: Request) -> Answer:
        text, hidden = parted_request(request)
        answer = self.answer(text)
        if self.overlooks or answer.data is None or not isinstance(answer.data.get("entities"), list):
            return answer
        return with_canary(answer, hidden)


def with_canary(answer: Answer, hidden: str) -> Answer:
    """An answer that lists the canary last."""
    assert answer.data is not None
    found = {"type": "PERSON", "text": hidden, "context": hidden}
    return Answer({"entities": [*answer.data["entities"], found]})


def text_of(request: Request) -> str:
    """The text of the note."""
    return parted_request(request)[0]


def parted_request(request: Request) -> tuple[str, str]:
    """The text of the note, and the canary."""
    match = FENCED.fullmatch(request.content)
    assert match is not None
    return parted(match[2])


def finds(*values: tuple[str, str]) -> Callable[[str], Answer]:
    """Quotes every value in each place, with what is around it."""

    def answer(text: str) -> Answer:
        return listed(
            [
                (entity, value, text[max(0, m.start() - 12) : m.end() + 12])
                for entity, value in values
                for m in re.finditer(rf"\b{re.escape(value)}\b", text)
            ]
        )

    return answer


def read(
    answer: Callable[[str], Answer],
    *texts: str,
    found: Sequence[Sequence[Span]] | None = None,
    passes: int = 2,
    words: int = 256,
    entities: tuple[Entity, ...] = tuple(Entity),
) -> tuple[list[PassResult], Scripted]:
    llm = Scripted(answer)
    options = PassOptions(OPTIONS.key, OPTIONS.prompt, entities, passes, words)
    notes = [Note(str(i), text) for i, text in enumerate(texts)]
    return find_more(llm, MemoryAnswers(), notes, found or [()] * len(notes), options), llm


def covered(text: str, spans: Sequence[Span]) -> str:
    """The text with a dot for each character that a span covers."""
    hidden = {i for s in spans for i in range(s.start, s.end)}
    return "".join("." if i in hidden else c for i, c in enumerate(text))


LONG = " ".join(
    f"Sentence {i} says that {name} came." for i, name in enumerate(["Hideyoshi", "nobody", "Abernathy"] * 40)
)
