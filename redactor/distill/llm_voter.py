"""Let an LLM vote: readings drawn at a temperature, whose shares are soft labels (CIPHER, section "The Teacher").

A reading is made as the passes of a run make it (`redactor.detect.cascade.passes`), with nothing masked before the
first pass.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace

from redactor.detect.cascade.passes import PROMPT, PassOptions, PassResult, fault_of_context, find_more
from redactor.detect.resolver import resolve
from redactor.distill.label_set import KIND_OF
from redactor.distill.teacher import Vote
from redactor.entities import DATES, Entity
from redactor.errors import LabelsError
from redactor.keys import DerivedKey
from redactor.llm.cache import AnswerStore
from redactor.llm.contract import Answer, Failure, Llm, Request
from redactor.llm.ledger import Ledger
from redactor.llm.prompts import load_prompt
from redactor.sample.marked import Near
from redactor.settings import LlmSettings
from redactor.text import Note, Span

_YEAR = re.compile(r"(?:1[89]|20)\d\d")
_CLOCK = re.compile(r"\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?|\d{3,4} ?h(?:rs?|ours?)?", re.IGNORECASE)
_ROOM = re.compile(r"(?:rooms?|rm|beds?|bay)\b[ .:#]{0,3}[A-Za-z]?-?\d{1,4}[A-Za-z]?", re.IGNORECASE)
# The entities as which an LLM reports a room.
_ROOM_ENTITIES = {
    Entity.LOCATION,
    Entity.ADDRESS,
    Entity.STREET,
    Entity.ID,
}
_FAILURE_MESSAGES = {
    Failure.DOWN: "the LLM does not answer; try it with `redactor llm check`, then repeat the command, which goes on",
    Failure.INTERNAL: "a request to the LLM failed by a defect of redactor; report it, with the release that you use",
    Failure.BUDGET: "token_budget is spent; raise it, then repeat the command, which goes on",
}


@dataclass(frozen=True, slots=True)
class SampledLlm:
    """An `Llm` that answers at a temperature. Another draw gives other answers, which are stored under other keys."""

    llm: Llm
    temperature: float
    draw: int

    @property
    def model(self) -> str:
        """Return the model, with the temperature and the draw."""
        return f"{self.llm.model} temperature {self.temperature:g} drawn {self.draw}"

    def ask(self, requests: Sequence[Request]) -> Future[list[Answer]]:
        """Send requests as `Llm.ask` does."""
        return self.llm.ask([replace(r, temperature=self.temperature, seed=self.draw) for r in requests])


class LlmVoter:
    """This voter is one reading of an LLM. draw: its number among the readings, from 1.

    It asks only for entities that the student learns, of those in the settings. A year, a time of day or a room that
    the LLM takes for a date or a place is a vote for the class that the student has for it.
    """

    name = "llm"

    def __init__(
        self,
        llm: Llm,
        answers: AnswerStore,
        ledger: Ledger,
        key: DerivedKey,
        settings: LlmSettings,
        temperature: float,
        draw: int,
    ) -> None:
        self._llm = SampledLlm(llm, temperature, draw)
        self._answers, self._ledger, self._prices = answers, ledger, settings.prices
        asked = [Entity(name) for name in settings.entities] or list(Entity)
        learnt = tuple(entity for entity in asked if KIND_OF[entity] is not None)
        self._options = PassOptions(key, load_prompt(PROMPT), learnt, settings.passes, settings.chunk_words)
        if fault := fault_of_context(self._options, settings.context_tokens):
            raise LabelsError(fault)

    @property
    def version(self) -> str:
        """Return the version of the voter: model, prompt and what is asked for."""
        o = self._options
        asked = hashlib.sha256(",".join(o.entities).encode()).hexdigest()[:8]
        return f"{self._llm.model} {o.prompt.version} {asked} {o.passes}x{o.chunk_words}"

    def vote(self, texts: Sequence[str]) -> list[Vote]:
        """Return a vote on each text. A vote is not sure if its answers could not be read or placed in full.

        tokens and cost of the requests for all texts are divided by length; stored answers cost nothing. Raises
        LabelsError if the LLM does not answer, or may not be asked any more.
        """
        before = self._ledger.totals()
        notes = [Note(str(i), text) for i, text in enumerate(texts)]
        results = find_more(self._llm, self._answers, notes, [() for _ in notes], self._options)
        for result in results:
            if result.failure in _FAILURE_MESSAGES:
                raise LabelsError(_FAILURE_MESSAGES[result.failure])
        after = self._ledger.totals()
        tokens = _shared_by_length(after.spent - before.spent, texts)
        cost = after.cost(self._prices) - before.cost(self._prices)
        total = sum(tokens)
        return [
            _vote_of(text, result, n, cost * n / total if total else 0.0)
            for text, result, n in zip(texts, results, tokens, strict=True)
        ]


def _vote_of(text: str, result: PassResult, tokens: int, cost: float) -> Vote:
    spans = tuple((s.start, s.end, label_of_span(text, s)) for s in resolve(text, result.spans))
    return Vote(spans, tokens, cost, result.failure is None)


def label_of_span(text: str, span: Span) -> str:
    """Return the label of a span: its entity, or the look-alike that the student learns in its place."""
    found = text[span.start : span.end]
    if span.entity in DATES and _YEAR.fullmatch(found):
        return Near.YEAR
    if span.entity in DATES and _CLOCK.fullmatch(found):
        return Near.CLOCK
    if span.entity in _ROOM_ENTITIES and _ROOM.fullmatch(found):
        return Near.ROOM
    return span.entity.value


def _shared_by_length(total: int, texts: Sequence[str]) -> list[int]:
    """Divide a number of tokens among texts by their length."""
    out, given, read, whole = [], 0, 0, sum(map(len, texts))
    for text in texts:
        read += len(text)
        upto = total * read // whole if whole else 0
        out.append(upto - given)
        given = upto
    return out
