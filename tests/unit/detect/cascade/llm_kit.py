"""An LLM without HTTP: answers each marked range by a function of it, and keeps the requests.

It sees through canaries, as an honest model need not: it says of each that it is one, unless it is told to `fall`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any

from redactor.detect import SecondReading
from redactor.detect.cascade.cascade import Cascade, OnUnsure, Policy
from redactor.detect.cascade.passes import PassOptions
from redactor.detect.cascade.questions import Limits
from redactor.detect.cascade.verdicts import Judge
from redactor.entities import Entity
from redactor.keys import DerivedKey
from redactor.llm.cache import AnswerStore, MemoryAnswers
from redactor.llm.contract import Answer, Failure, Request, answered
from redactor.llm.prompts import keyed_mark, load_prompt
from redactor.text import STUDENT, Doubt, Note, Reading, Span

MARK = re.compile(r"<([a-z2-7]{10})>(.*?)</\1>", re.DOTALL)
KEY = DerivedKey(b"k" * 32)

Said = Mapping[str, Any] | Sequence[Mapping[str, Any]] | Failure | None


def clear(id: str) -> dict[str, str]:
    return {"id": id, "verdict": "not_phi", "entity": "NONE"}


def phi(id: str, entity: str = "PERSON") -> dict[str, str]:
    return {"id": id, "verdict": "phi", "entity": entity}


def marked(content: str, key: DerivedKey = KEY) -> tuple[list[tuple[str, str]], tuple[str, str]]:
    """The ids and texts of the ranges of a request, and those of its canary."""
    marks = MARK.findall(content)
    for i, (id, _) in enumerate(marks):
        others = [*marks[:i], *marks[i + 1 :]]
        if any(id == keyed_mark(key, "canary id", *(f"{other} {tries}" for other, _ in others)) for tries in (1, 2)):
            return others, marks[i]
    raise AssertionError("a request without a canary")


class ByRange:
    """Says of each range what the function says of its id and text. None: no answer. A Failure: that of the request.

    fall: says it of the canary. key: of the cascade.
    """

    model = "scripted"

    def __init__(self, say: Callable[[str, str], Said], fall: Callable[[str, str], Said] | None = None) -> None:
        self.say = say
        self.fall = fall or (lambda id, text: phi(id))
        self.key = KEY
        self.requests: list[Request] = []

    @property
    def asked(self) -> list[str]:
        """The ranges that were asked about, in the order of the requests."""
        return [text for r in self.requests for _, text in marked(r.content, self.key)[0]]

    def ask(self, requests: Sequence[Request]) -> Future[list[Answer]]:
        self.requests += requests
        return answered([self._answer(r) for r in requests])

    def _answer(self, request: Request) -> Answer:
        answers: list[Mapping[str, Any]] = []
        ranges, hidden = marked(request.content, self.key)
        for id, text in [*ranges, hidden]:
            said = (self.fall if id == hidden[0] else self.say)(id, text)
            if isinstance(said, Failure):
                return Answer(None, said)
            if said is not None:
                answers += [said] if isinstance(said, Mapping) else said
        return Answer({"answers": answers})


class Replies(ByRange):
    """Answers whole requests."""

    def __init__(self, reply: Callable[[Request], Answer]) -> None:
        super().__init__(lambda id, text: None)
        self.reply = reply

    def _answer(self, request: Request) -> Answer:
        return self.reply(request)


def cascade(
    llm: ByRange,
    on_unsure: OnUnsure = "quarantine",
    *,
    answers: AnswerStore | None = None,
    limits: Limits = Limits(0.01, 0.6),  # noqa: B008
    context_tokens: int = 8_192,
    key: DerivedKey = KEY,
    **policy: Any,
) -> Cascade:
    llm.key = key
    store = MemoryAnswers() if answers is None else answers
    asker = Judge(llm, store, key, load_prompt("judge"), tuple(Entity), context_tokens)
    options = PassOptions(key, load_prompt("extract"))
    return Cascade(asker, options, Policy(limits, on_unsure, **policy), threads=2)


class Scored:
    """A student that gives the first place of each value in a text its score, and doubts others at 0.05."""

    name, version = STUDENT, "1"

    def __init__(self, scores: Mapping[str, float], doubts: Sequence[str]) -> None:
        self._scores, self._doubts = scores, doubts

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        return [self._read(note) for note in notes]

    def _read(self, note: Note) -> Reading:
        scored = [span(note, v, score=score, strength="strong") for v, score in self._scores.items() if v in note.text]
        return reading(note, doubts=[value for value in self._doubts if value in note.text], spans=scored)


def span(note: Note, value: str, entity: Entity = Entity.PERSON, score: float | None = 0.4, **more: Any) -> Span:
    """A span of the student over the first place of a value."""
    at = note.text.index(value)
    more.setdefault("sources", (STUDENT,))
    return Span(at, at + len(value), entity, score, **more)


def doubt(note: Note, value: str, entity: Entity = Entity.PERSON, score: float = 0.05) -> Doubt:
    at = note.text.index(value)
    return Doubt(at, at + len(value), entity, score)


def reading(note: Note, *, doubts: Sequence[str] = (), spans: Sequence[Span] = ()) -> Reading:
    return Reading(tuple(spans), tuple(doubt(note, d) for d in doubts))


def found(second: SecondReading, note: Note) -> list[tuple[str, str, str]]:
    """The spans of a reading: what each covers, its entity and its strength."""
    return [(note.text[s.start : s.end], s.entity.value, s.strength) for s in second.reading.spans]
