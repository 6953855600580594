"""Asks an LLM questions about stand-ins and stores the answers, so that the first answer holds for every worker and
later run.

A question offers choices under keyed ids. Questions of different scopes never share a request, so that a hostile note
changes no answer about another patient. An answer is believed only if it is a choice of its question: no text that a
model writes is used.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from redactor.errors import AnswersUnavailableError
from redactor.keys import DerivedKey
from redactor.llm.cache import AnswerStore, Entry, answer_key
from redactor.llm.contract import TRANSIENT_FAILURES, Answer, Llm, Request, answers_as_they_come
from redactor.llm.prompts import Prompt, answer_tokens, keyed_mark
from redactor.unicode_fold import replace_surrogates

_MAX_QUESTIONS = 8  # questions of a request
_TOKENS_A_QUESTION = 700  # of context, at most: its text, its choices and its answer
_UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the LLM, for example `Question(None, "", (("name", "kowalczuh"),), ((("name", "kowalchuk"),),))`.

    `subject` is the subject of the chart, or None for the site; `scope` separates requests. `about` holds the fields
    that are sent, and `choices` the fields of each choice. `meant` holds further values that the answer depends on,
    such as what the choices stand for.
    """

    subject: str | None
    scope: str
    about: tuple[tuple[str, str], ...]
    choices: tuple[tuple[tuple[str, str], ...], ...]
    meant: str = ""


@dataclass(frozen=True, slots=True)
class _KeyedQuestion:
    """Holds a question with the ids under which it is sent and the key of its stored answer."""

    question: Question
    key: bytes
    id: str
    choices: tuple[str, ...]


class Asker:
    """Sends questions and reads answers; `key` keys ids and stored answers, `context_tokens` is the model's context
    length.
    """

    def __init__(self, llm: Llm, answers: AnswerStore, key: DerivedKey, context_tokens: int) -> None:
        self._llm, self._answers, self._key = llm, answers, key
        self._most = max(1, min(_MAX_QUESTIONS, context_tokens // _TOKENS_A_QUESTION))

    def choose(self, prompt: Prompt, questions: Sequence[Question]) -> list[int | None]:
        """Return the index of the choice that answers each question, or None without a clear answer."""
        found = self._values(prompt, questions)
        return [
            int(value) if value.isascii() and value.isdigit() and int(value) < len(q.choices) else None
            for q, value in zip(questions, found, strict=True)
        ]

    def _values(self, prompt: Prompt, questions: Sequence[Question]) -> list[str]:
        """Return the stored answer of each question, asking those that are new; "" without an answer."""
        asked = [self._with_keyed_ids(prompt, q) for q in questions]
        by_key = {a.key: a for a in asked}
        try:
            stored = dict(self._answers.get(list(by_key)))
            missing = [a for key, a in by_key.items() if key not in stored]
            for new in self._ask_llm(prompt, missing):
                stored |= self._answers.add(new) if new else {}
        except AnswersUnavailableError:  # an answer that is not kept must not be used
            return [""] * len(questions)
        return [stored.get(a.key, b"").decode("utf-8", "replace") for a in asked]

    def _with_keyed_ids(self, prompt: Prompt, q: Question) -> _KeyedQuestion:
        """Return a question with keyed ids of itself and its choices, and the key of its answer."""
        said = json.dumps([q.about, q.choices])
        key = answer_key(self._key, q.subject, prompt.name, prompt.version, self._llm.model, q.scope, said, q.meant)
        ids = [keyed_mark(self._key, "id", key.hex(), str(i)) for i in range(len(q.choices) + 1)]
        return _KeyedQuestion(q, key, ids[0], tuple(ids[1:]))

    def _ask_llm(self, prompt: Prompt, asked: Sequence[_KeyedQuestion]) -> Iterator[list[Entry]]:
        """Send questions in groups, and yield the entries to store as answers come."""
        groups = list(self._request_groups(asked))
        for answers in answers_as_they_come(self._llm, [_request(prompt, group) for group in groups]):
            entries = []
            for i, answer in answers:
                if answer.failure in TRANSIENT_FAILURES:
                    continue
                said = _choices_by_id(answer)
                entries += [Entry(a.key, a.question.subject, _chosen_index(a, said).encode()) for a in groups[i]]
            yield entries

    def _request_groups(self, asked: Sequence[_KeyedQuestion]) -> Iterator[list[_KeyedQuestion]]:
        """Yield groups of questions that may share a request."""
        by_scope: dict[tuple[str | None, str], list[_KeyedQuestion]] = {}
        for a in asked:
            by_scope.setdefault((a.question.subject, a.question.scope), []).append(a)
        for group in by_scope.values():
            yield from (group[at : at + self._most] for at in range(0, len(group), self._most))


def _request(prompt: Prompt, group: Sequence[_KeyedQuestion]) -> Request:
    """Return the request that asks a group of questions."""
    questions = []
    for a in group:
        choices = [{"id": i, **dict(c)} for i, c in zip(a.choices, a.question.choices, strict=True)]
        questions.append({"id": a.id, **dict(a.question.about), "choices": choices})
    offered = [i for a in group for i in a.choices]
    properties = {
        "id": {"type": "string", "enum": [a.id for a in group]},
        "choice": {"type": "string", "enum": [*offered, _UNSURE]},
    }
    item = {"type": "object", "properties": properties}
    answers = {"type": "array", "items": item, "maxItems": len(group)}
    schema = {"type": "object", "properties": {"answers": answers}}
    content = replace_surrogates(json.dumps({"questions": questions}, ensure_ascii=False))
    return Request(prompt.name, prompt.instructions, content, schema, answer_tokens(len(group)))


def _choices_by_id(answer: Answer) -> dict[str, object]:
    """Return the choices by id, without ids that are answered in two ways."""
    listed = answer.data.get("answers") if answer.data is not None else None
    said: dict[str, object] = {}
    twice: set[str] = set()
    for one in listed if isinstance(listed, list) else ():
        if not isinstance(one, Mapping) or not isinstance(id_ := one.get("id"), str):
            continue
        if id_ in said and said[id_] != one.get("choice"):
            twice.add(id_)
        said[id_] = one.get("choice")
    return {id_: what for id_, what in said.items() if id_ not in twice}


def _chosen_index(a: _KeyedQuestion, said: Mapping[str, object]) -> str:
    """Return the index of the choice that answers a question as a string, or ""."""
    choice = said.get(a.id)
    return str(a.choices.index(choice)) if isinstance(choice, str) and choice in a.choices else ""
