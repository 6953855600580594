"""Asks an LLM questions about stand-ins, and keeps the answers: the first stands for every worker and every later run.

A question offers choices under keyed ids, or asks for a text. Questions of different scopes never share a request, so
that a hostile note changes no answer about another patient. What comes back is believed only if it is a choice of the
question that it answers, or a text that the caller accepts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from redactor.errors import AnswersUnavailableError
from redactor.keys import DerivedKey
from redactor.llm.cache import AnswerStore, Entry, answer_key
from redactor.llm.contract import TRANSIENT_FAILURES, Answer, Llm, Request
from redactor.llm.prompts import Prompt, answer_tokens, keyed_mark
from redactor.unicode_fold import replace_surrogates

_MOST = 8  # questions of a request
_TOKENS_A_QUESTION = 700  # of context, at most: its text, its choices and its answer
_MOST_CHARACTERS = 100  # of a proposed text
_UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Question:
    """A question. subject: whose chart it is about; None for the site. scope: of its request.

    about: what is sent. choices: what is sent of each; none where a text is asked for. meant: what else the answer
    depends on, such as what the choices stand for.
    """

    subject: str | None
    scope: str
    about: tuple[tuple[str, str], ...]
    choices: tuple[tuple[tuple[str, str], ...], ...] = ()
    meant: str = ""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question under its ids. key: of its answer."""

    question: Question
    key: bytes
    id: str
    choices: tuple[str, ...]


Accept = Callable[[Question, object], str | None]
"""What of a proposed text to keep; None: it must not be used."""


class Asker:
    """Asks, and reads answers. key: of ids and of stored answers. context_tokens: of the model."""

    def __init__(self, llm: Llm, answers: AnswerStore, key: DerivedKey, context_tokens: int) -> None:
        self._llm, self._answers, self._key = llm, answers, key
        self._most = max(1, min(_MOST, context_tokens // _TOKENS_A_QUESTION))

    def choose(self, prompt: Prompt, questions: Sequence[Question]) -> list[int | None]:
        """The index of the choice that is each question's answer; None without a clear one."""
        found = self._values(prompt, questions, None)
        return [
            int(value) if value.isascii() and value.isdigit() and int(value) < len(q.choices) else None
            for q, value in zip(questions, found, strict=True)
        ]

    def propose(self, prompt: Prompt, questions: Sequence[Question], accept: Accept) -> list[str | None]:
        """The text that is each question's answer, as `accept` returns it; None without one."""
        found = self._values(prompt, questions, accept)
        return [accept(q, value) if value else None for q, value in zip(questions, found, strict=True)]

    def _values(self, prompt: Prompt, questions: Sequence[Question], accept: Accept | None) -> list[str]:
        """What is stored for each question, once those that nobody asked before are asked; "" without an answer."""
        asked = [self._asked(prompt, q) for q in questions]
        by_key = {a.key: a for a in asked}
        try:
            stored = self._answers.get(list(by_key))
            missing = [a for key, a in by_key.items() if key not in stored]
            if missing and (new := list(self._ask(prompt, missing, accept))):
                stored |= self._answers.add(new)
        except AnswersUnavailableError:  # an answer that is not kept must not be used
            return [""] * len(questions)
        return [stored.get(a.key, b"").decode("utf-8", "replace") for a in asked]

    def _asked(self, prompt: Prompt, q: Question) -> _Asked:
        said = json.dumps([q.about, q.choices])
        key = answer_key(self._key, q.subject, prompt.name, prompt.version, self._llm.model, q.scope, said, q.meant)
        ids = [keyed_mark(self._key, "id", key.hex(), str(i)) for i in range(len(q.choices) + 1)]
        return _Asked(q, key, ids[0], tuple(ids[1:]))

    def _ask(self, prompt: Prompt, asked: Sequence[_Asked], accept: Accept | None) -> Iterator[Entry]:
        groups = list(self._groups(asked))
        answers = self._llm.ask([_request(prompt, group) for group in groups]).result()
        for group, answer in zip(groups, answers, strict=True):
            if answer.failure not in TRANSIENT_FAILURES:
                said = _said(answer, "replacement" if accept else "choice")
                for a in group:
                    value = _chosen(a, said) if accept is None else accept(a.question, said.get(a.id))
                    yield Entry(a.key, a.question.subject, (value or "").encode())

    def _groups(self, asked: Sequence[_Asked]) -> Iterator[list[_Asked]]:
        by_scope: dict[tuple[str | None, str], list[_Asked]] = {}
        for a in asked:
            by_scope.setdefault((a.question.subject, a.question.scope), []).append(a)
        for group in by_scope.values():
            yield from (group[at : at + self._most] for at in range(0, len(group), self._most))


def _request(prompt: Prompt, group: Sequence[_Asked]) -> Request:
    questions = []
    for a in group:
        one: dict[str, Any] = {"id": a.id, **dict(a.question.about)}
        if a.choices:
            one["choices"] = [{"id": i, **dict(c)} for i, c in zip(a.choices, a.question.choices, strict=True)]
        questions.append(one)
    offered = [i for a in group for i in a.choices]
    answer: dict[str, Any] = (
        {"choice": {"type": "string", "enum": [*offered, _UNSURE]}}
        if offered
        else {"replacement": {"type": "string", "maxLength": _MOST_CHARACTERS}}
    )
    properties = {"id": {"type": "string", "enum": [a.id for a in group]}, **answer}
    item = {"type": "object", "properties": properties}
    answers = {"type": "array", "items": item, "maxItems": len(group)}
    schema = {"type": "object", "properties": {"answers": answers}}
    content = replace_surrogates(json.dumps({"questions": questions}, ensure_ascii=False))
    return Request(prompt.name, prompt.instructions, content, schema, answer_tokens(len(group)))


def _said(answer: Answer, field: str) -> dict[str, object]:
    """What an answer says by id. An id that is answered in two ways is left out."""
    listed = answer.data.get("answers") if answer.data is not None else None
    said: dict[str, object] = {}
    twice: set[str] = set()
    for one in listed if isinstance(listed, list) else ():
        if not isinstance(one, Mapping) or not isinstance(id_ := one.get("id"), str):
            continue
        if id_ in said and said[id_] != one.get(field):
            twice.add(id_)
        said[id_] = one.get(field)
    return {id_: what for id_, what in said.items() if id_ not in twice}


def _chosen(a: _Asked, said: Mapping[str, object]) -> str | None:
    choice = said.get(a.id)
    return str(a.choices.index(choice)) if isinstance(choice, str) and choice in a.choices else None
