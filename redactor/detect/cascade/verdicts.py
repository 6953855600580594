"""Ask about ranges by keyed ids, and read the answers. Only an explicit answer for an id counts; silence does not.

Each request holds a canary. Of an answer that clears it, or says nothing of it, nothing counts.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from redactor.detect.cascade.canaries import CANARY_FORM, Canary, make_canary
from redactor.detect.cascade.questions import Passage
from redactor.entities import DATES, DEMOGRAPHICS, NAMES, PLACES, Entity
from redactor.errors import AnswersUnavailableError
from redactor.keys import DerivedKey
from redactor.llm import prompts
from redactor.llm.answers import strict_schema
from redactor.llm.cache import AnswerStore, Entry, answer_key
from redactor.llm.contract import TRANSIENT_FAILURES, Answer, Failure, Llm, Request, answers_as_they_come
from redactor.llm.prompts import Prompt, keyed_mark

PROMPT = "judge"
PHI, NOT_PHI, NONE = "phi", "not_phi", "NONE"
_MOST_QUESTIONS = 24  # questions of a request
_TRIES = 2  # how often a question is asked that gets no answer
_ID_TOKENS = (
    5 * 13
)  # of an id: in two marks, in the list behind the passages, and in the schema, which a repair repeats
_FENCE_TOKENS = 2 * 20
_CANARY_TOKENS = prompts.TOKENS_PER_ANSWER + _ID_TOKENS + 100
_CLEARED = b"not_phi"
_FINAL = (Failure.CUT, Failure.TOO_LONG, Failure.REFUSED)  # the same request would fail again
_KEPT_BY_SOME_PROFILE = PLACES | DEMOGRAPHICS | DATES | {Entity.AGE}  # what some profile keeps, in whole or in part


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict answers a question.

    phi: None if there is no answer; why: then the reason. entity: as the answer says; None if it names none.
    """

    phi: bool | None
    entity: Entity | None = None
    why: Failure | None = None


_DISTRUSTED = Verdict(None, why=Failure.UNSURE)


@dataclass(frozen=True, slots=True)
class Judge:
    """Hold what questions are asked with. key: of ids and of the cache. entities: that an answer may name."""

    llm: Llm
    answers: AnswerStore
    key: DerivedKey
    prompt: Prompt
    entities: tuple[Entity, ...]
    context_tokens: int


@dataclass(frozen=True, slots=True)
class _OpenQuestion:
    """An open question is not answered yet."""

    key: bytes
    id: str
    passage: Passage
    index: int
    tries: int = 1

    @property
    def marks(self) -> tuple[str, str]:
        return f"<{self.id}>", f"</{self.id}>"


def judge(asker: Judge, passages: Sequence[Passage]) -> list[list[Verdict]]:
    """Return the verdict on each question of each passage, after waiting for answers.

    The first answer to a question is stored as it comes, and stands for every later one. Raises EndpointRefusedError,
    and nothing else that an endpoint causes.
    """
    keys = [_keys(asker, p) for p in passages]
    wanted = [key for passage_keys in keys for key in passage_keys]
    verdicts: dict[bytes, Verdict] = {}
    try:
        stored = dict(asker.answers.get(wanted))
        todo: dict[bytes, _OpenQuestion] = {}
        for passage, passage_keys in zip(passages, keys, strict=True):
            for i, key in enumerate(passage_keys):
                if key not in stored and key not in todo:
                    todo[key] = _OpenQuestion(key, keyed_mark(asker.key, "id", key.hex()), passage, i)
        for given in _asked(asker, list(todo.values())):
            verdicts |= given
            entries = [
                Entry(key, todo[key].passage.subject, _encoded(v)) for key, v in given.items() if v.phi is not None
            ]
            stored |= asker.answers.add(entries) if entries else {}
    except AnswersUnavailableError:
        return [[Verdict(None, why=Failure.DOWN)] * len(passage_keys) for passage_keys in keys]
    nothing = Verdict(None, why=Failure.UNSURE)
    return [
        [_decoded(stored[k]) if k in stored else verdicts.get(k, nothing) for k in passage_keys]
        for passage_keys in keys
    ]


def plausible_entity(asked: Entity, answered: Entity | None) -> Entity:
    """Return the entity of a doubt. An answer may refine it, but not turn it into an entity that a profile may keep."""
    if answered is None:
        return asked
    of_both = any(asked in group and answered in group for group in (NAMES, DATES, PLACES, DEMOGRAPHICS))
    return answered if of_both or answered not in _KEPT_BY_SOME_PROFILE else asked


def _keys(asker: Judge, passage: Passage) -> list[bytes]:
    """Return the key of each question, which follows from everything that its answer depends on, and nothing else."""
    text = asker.key.digest(*passage.asked, *passage.between).hex()  # n and n + 1 texts
    parts = (asker.prompt.name, asker.prompt.version, asker.llm.model, ",".join(asker.entities), passage.scope, text)
    return [answer_key(asker.key, passage.subject, *parts, CANARY_FORM, str(i)) for i in range(len(passage.questions))]


def _asked(asker: Judge, questions: Sequence[_OpenQuestion]) -> Iterator[dict[bytes, Verdict]]:
    """Yield verdicts by key as answers come.

    Every question is asked at most `_TRIES` times, and oftener only in a smaller request.
    """
    waiting = list(_packed(asker, questions))
    while waiting:
        next_round: list[list[_OpenQuestion]] = []
        for answers in answers_as_they_come(asker.llm, [_request(asker, group) for group in waiting]):
            verdicts: dict[bytes, Verdict] = {}
            for i, answer in answers:
                next_round += _settle(asker, waiting[i], answer, verdicts)
            yield verdicts
        waiting = next_round


def _settle(
    asker: Judge, group: list[_OpenQuestion], answer: Answer, verdicts: dict[bytes, Verdict]
) -> Iterator[list[_OpenQuestion]]:
    """Put the verdicts of one answer into `verdicts`, and yield groups to ask again."""
    failure = answer.failure
    if failure in (Failure.CUT, Failure.TOO_LONG) and len(group) > 1:
        half = len(group) // 2
        yield group[:half]
        yield group[half:]
        return
    if failure in TRANSIENT_FAILURES:
        verdicts.update({q.key: Verdict(None, why=failure) for q in group})
        return
    verdict_by_id = {} if failure is not None or answer.data is None else _trusted(answer.data, group, asker)
    if (verdict_by_id is None or failure is Failure.REFUSED) and group[0].passage is not group[-1].passage:
        # A text in one passage may have made the model clear the others, or an endpoint refuse all: each is asked about
        # alone.
        yield from (members for _, members in _by_passage(group))
        return
    missing = []
    for q in group:
        verdict = _DISTRUSTED if verdict_by_id is None else verdict_by_id.get(q.id)
        if verdict is None and q.tries < _TRIES and failure not in _FINAL:
            missing.append(_OpenQuestion(q.key, q.id, q.passage, q.index, q.tries + 1))
        else:
            verdicts[q.key] = verdict or Verdict(None, why=failure if failure is Failure.REFUSED else Failure.UNSURE)
    if missing:
        yield missing


def _trusted(data: Mapping[str, Any], group: Sequence[_OpenQuestion], asker: Judge) -> dict[str, Verdict] | None:
    """Return the verdicts of an answer by id, or None if it clears the canary.

    If the answer says nothing clear of the canary, no verdict counts.
    """
    canary_id = _canary_id(asker, group)
    verdict_by_id = _verdicts_by_id(data, {canary_id, *(q.id for q in group)}, asker)
    verdict = verdict_by_id.pop(canary_id, None)
    if verdict is not None and verdict.phi is False:
        return None
    return verdict_by_id if verdict is not None and verdict.phi else {}


def _canary(asker: Judge, group: Sequence[_OpenQuestion]) -> Canary:
    """Return the canary of a request: like one of the ranges asked about, and another where the same is asked again."""
    asked = [(q.passage.questions[q.index].entity, q.passage.asked[q.index]) for q in group]
    return make_canary(asker.key, asked, *_try_numbers(group))


def _canary_id(asker: Judge, group: Sequence[_OpenQuestion]) -> str:
    return keyed_mark(asker.key, "canary id", *_try_numbers(group))


def _try_numbers(group: Sequence[_OpenQuestion]) -> list[str]:
    return [f"{q.id} {q.tries}" for q in group]


def _verdicts_by_id(data: Mapping[str, Any], ids: Collection[str], asker: Judge) -> dict[str, Verdict]:
    """Return the verdict on each id that was asked about. An id with contradictory answers has none."""
    found: dict[str, set[Verdict]] = {}
    given = data.get("answers")
    for entry in given if isinstance(given, list) else ():
        if isinstance(entry, Mapping) and isinstance(entry.get("id"), str) and entry["id"] in ids:
            found.setdefault(entry["id"], set()).add(_verdict(entry, asker))
    return {id: _common_verdict(verdicts) for id, verdicts in found.items()}


def _verdict(entry: Mapping[str, Any], asker: Judge) -> Verdict:
    verdict, entity = entry.get("verdict"), entry.get("entity")
    if verdict == NOT_PHI and entity in (None, NONE):  # with an entity it contradicts itself
        return Verdict(False)
    if verdict == PHI:
        return Verdict(True, Entity(entity) if isinstance(entity, str) and entity in asker.entities else None)
    return Verdict(None, why=Failure.UNSURE)


def _common_verdict(verdicts: Collection[Verdict]) -> Verdict:
    if len(verdicts) == 1:
        return next(iter(verdicts))
    if all(v.phi for v in verdicts):
        return Verdict(True)  # as two entities
    return Verdict(None, why=Failure.UNSURE)


def _packed(asker: Judge, questions: Iterable[_OpenQuestion]) -> Iterator[list[_OpenQuestion]]:
    """Yield the questions in requests of a bounded size. Those of different companies do not share a request."""
    companies: dict[str, list[_OpenQuestion]] = {}
    for q in questions:
        companies.setdefault(q.passage.company, []).append(q)
    if not companies:
        return
    schema = json.dumps(strict_schema(_schema([], asker.entities)))
    around = (
        prompts.estimate_tokens(asker.prompt.instructions, schema, schema)
        + prompts.TOKENS_AROUND_ANSWERS
        + _CANARY_TOKENS
    )
    room = asker.context_tokens - around
    for members in companies.values():
        group: list[_OpenQuestion] = []
        size = 0
        for q in members:
            text = prompts.estimate_tokens(*q.passage.asked, *q.passage.between) + _FENCE_TOKENS
            needed = prompts.TOKENS_PER_ANSWER + _ID_TOKENS
            needed += 0 if group and group[-1].passage is q.passage else text
            if group and (len(group) == _MOST_QUESTIONS or size + needed > room):
                yield group
                group, size, needed = [], 0, prompts.TOKENS_PER_ANSWER + _ID_TOKENS + text
            group.append(q)
            size += needed
        if group:
            yield group


def _request(asker: Judge, group: Sequence[_OpenQuestion]) -> Request:
    fence = f"text-{keyed_mark(asker.key, 'fence', *(q.id for q in group))}"
    hidden, hidden_id = _canary(asker, group), _canary_id(asker, group)
    passages = _by_passage(group)
    parts: list[str] = []
    ids: list[str] = []
    for number, (passage, members) in enumerate(passages):
        marks: list[tuple[str, str] | None] = [None] * len(passage.questions)
        for q in members:
            marks[q.index] = q.marks
        text, own_ids = passage.written(marks), [q.id for q in members]
        if number == hidden.place % len(passages):
            text = hidden.beside(text, (f"<{hidden_id}>", f"</{hidden_id}>"))
            own_ids.insert(0 if hidden.is_first else len(own_ids), hidden_id)
        parts.append(f"<{fence}>\n{text}\n</{fence}>\n")
        ids += own_ids
    content = "".join(parts) + f"Judge each of these ids: {', '.join(ids)}\n"
    return Request(
        asker.prompt.name,
        asker.prompt.instructions,
        content,
        _schema(ids, asker.entities),
        prompts.answer_tokens(len(ids)),
    )


def _by_passage(group: Sequence[_OpenQuestion]) -> list[tuple[Passage, list[_OpenQuestion]]]:
    out: list[tuple[Passage, list[_OpenQuestion]]] = []
    for q in group:
        if out and out[-1][0] is q.passage:
            out[-1][1].append(q)
        else:
            out.append((q.passage, [q]))
    return out


def _schema(ids: Sequence[str], entities: Sequence[Entity]) -> dict[str, Any]:
    answer = {
        "type": "object",
        "properties": {
            "id": {"type": "string", "enum": list(ids)},
            "verdict": {"type": "string", "enum": [PHI, NOT_PHI]},
            "entity": {"type": "string", "enum": [*(e.value for e in entities), NONE]},
        },
    }
    answers = {"type": "array", "items": answer, "minItems": 1, "maxItems": len(ids)}
    return {"type": "object", "properties": {"answers": answers}}


def _encoded(verdict: Verdict) -> bytes:
    if verdict.phi:
        return f"phi {verdict.entity or NONE}".encode()
    return _CLEARED


def _decoded(value: bytes) -> Verdict:
    if value == _CLEARED:
        return Verdict(False)
    name, _, entity = value.decode("ascii", "replace").partition(" ")
    if name != PHI:
        return Verdict(None, why=Failure.UNSURE)
    return Verdict(True, Entity(entity) if entity in Entity.__members__ else None)
