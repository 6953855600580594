"""Asks about ranges by keyed ids, and reads the answers. Only an explicit answer for an id counts; silence does not.

Each request holds a canary. Of an answer that clears it, or says nothing of it, nothing counts.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from redactor.detect.cascade.canaries import FORM, Canary, canary
from redactor.detect.cascade.questions import Passage
from redactor.entities import DATES, DEMOGRAPHICS, NAMES, PLACES, Entity
from redactor.errors import AnswersUnavailableError
from redactor.keys import DerivedKey
from redactor.llm import prompts
from redactor.llm.answers import strict_schema
from redactor.llm.cache import AnswerStore, Entry, answer_key
from redactor.llm.contract import TRANSIENT_FAILURES, Answer, Failure, Llm, Request
from redactor.llm.prompts import Prompt, keyed_mark

PROMPT = "judge"
PHI, NOT_PHI, NONE = "phi", "not_phi", "NONE"
_MOST = 24  # questions of a request
_TRIES = 2  # how often a question is asked that gets no answer
_ID_TOKENS = (
    5 * 13
)  # of an id: in two marks, in the list behind the passages, and in the schema, which a repair repeats
_FENCE_TOKENS = 2 * 20
_CANARY_TOKENS = prompts.TOKENS_PER_ANSWER + _ID_TOKENS + 100
_CLEARED = b"not_phi"
_MAY_STAY = PLACES | DEMOGRAPHICS | DATES | {Entity.AGE}  # what some profile keeps, in whole or in part


@dataclass(frozen=True, slots=True)
class Verdict:
    """phi: None if there is no answer; why: then the reason. entity: as the answer says; None if it names none."""

    phi: bool | None
    entity: Entity | None = None
    why: Failure | None = None


_DISTRUSTED = Verdict(None, why=Failure.UNSURE)


@dataclass(frozen=True, slots=True)
class Judge:
    """What questions are asked with. key: of ids and of the cache. entities: that an answer may name."""

    llm: Llm
    answers: AnswerStore
    key: DerivedKey
    prompt: Prompt
    entities: tuple[Entity, ...]
    context_tokens: int


@dataclass(frozen=True, slots=True)
class _Open:
    """A question that is not answered yet."""

    key: bytes
    id: str
    passage: Passage
    index: int
    tries: int = 1

    @property
    def marks(self) -> tuple[str, str]:
        return f"<{self.id}>", f"</{self.id}>"


def judge(asker: Judge, passages: Sequence[Passage]) -> list[list[Verdict]]:
    """The verdict on each question of each passage. Waits for answers; raises nothing that an endpoint causes.

    The first answer to a question is kept and stands for every later one.
    """
    keys = [_keys(asker, p) for p in passages]
    wanted = [key for own in keys for key in own]
    verdicts: dict[bytes, Verdict] = {}
    try:
        stored = asker.answers.get(wanted)
        todo: dict[bytes, _Open] = {}
        for passage, own in zip(passages, keys, strict=True):
            for i, key in enumerate(own):
                if key not in stored and key not in todo:
                    todo[key] = _Open(key, _id(asker, key), passage, i)
        verdicts = _ask_all(asker, list(todo.values()))
        entries = [
            Entry(key, todo[key].passage.subject, _encoded(v)) for key, v in verdicts.items() if v.phi is not None
        ]
        stored = stored | (asker.answers.add(entries) if entries else {})
    except AnswersUnavailableError:
        return [[Verdict(None, why=Failure.DOWN)] * len(own) for own in keys]
    nothing = Verdict(None, why=Failure.UNSURE)
    return [[_decoded(stored[k]) if k in stored else verdicts.get(k, nothing) for k in own] for own in keys]


def plausible(asked: Entity, answered: Entity | None) -> Entity:
    """The entity of a doubt. An answer may refine it, and may not turn it into one that a profile may keep."""
    if answered is None:
        return asked
    of_both = any(asked in group and answered in group for group in (NAMES, DATES, PLACES, DEMOGRAPHICS))
    return answered if of_both or answered not in _MAY_STAY else asked


def _keys(asker: Judge, passage: Passage) -> list[bytes]:
    """The key of each question: of everything that its answer depends on, and of nothing else."""
    text = asker.key.digest(*passage.asked, *passage.between).hex()  # n and n + 1 texts
    parts = (asker.prompt.name, asker.prompt.version, asker.llm.model, ",".join(asker.entities), passage.scope, text)
    return [answer_key(asker.key, passage.subject, *parts, FORM, str(i)) for i in range(len(passage.questions))]


def _id(asker: Judge, key: bytes) -> str:
    return keyed_mark(asker.key, "id", key.hex())


def _ask_all(asker: Judge, questions: Sequence[_Open]) -> dict[bytes, Verdict]:
    """Verdicts by key. Every question is asked at most `_TRIES` times, and oftener only in a smaller request."""
    verdicts: dict[bytes, Verdict] = {}
    waiting = list(_packed(asker, questions))
    while waiting:
        answers = asker.llm.ask([_request(asker, group) for group in waiting]).result()
        again: list[list[_Open]] = []
        for group, answer in zip(waiting, answers, strict=True):
            again += _settle(asker, group, answer, verdicts)
        waiting = again
    return verdicts


def _settle(asker: Judge, group: list[_Open], answer: Answer, verdicts: dict[bytes, Verdict]) -> Iterator[list[_Open]]:
    """Put the verdicts of one answer into `verdicts`. Yields what is to be asked again."""
    failure = answer.failure
    if failure in (Failure.CUT, Failure.TOO_LONG) and len(group) > 1:
        half = len(group) // 2
        yield group[:half]
        yield group[half:]
        return
    if failure in TRANSIENT_FAILURES:
        verdicts.update({q.key: Verdict(None, why=failure) for q in group})
        return
    said = {} if failure is not None or answer.data is None else _trusted(answer.data, group, asker)
    if said is None and group[0].passage is not group[-1].passage:
        # A text in one passage may have made the model clear the others: each is asked about alone.
        yield from (own for _, own in _by_passage(group))
        return
    missing = []
    for q in group:
        verdict = _DISTRUSTED if said is None else said.get(q.id)
        if verdict is None and q.tries < _TRIES and failure not in (Failure.CUT, Failure.TOO_LONG):
            missing.append(_Open(q.key, q.id, q.passage, q.index, q.tries + 1))
        else:
            verdicts[q.key] = verdict or Verdict(None, why=Failure.UNSURE)
    if missing:
        yield missing


def _trusted(data: Mapping[str, Any], group: Sequence[_Open], asker: Judge) -> dict[str, Verdict] | None:
    """What an answer says, of nothing if it says nothing clear of the canary. None if it clears the canary."""
    own = _canary_id(asker, group)
    said = _said(data, {own, *(q.id for q in group)}, asker)
    verdict = said.pop(own, None)
    if verdict is not None and verdict.phi is False:
        return None
    return said if verdict is not None and verdict.phi else {}


def _canary(asker: Judge, group: Sequence[_Open]) -> Canary:
    """The canary of a request: like one of the ranges asked about, and another where the same is asked again."""
    asked = [(q.passage.questions[q.index].entity, q.passage.asked[q.index]) for q in group]
    return canary(asker.key, asked, *_asked_again(group))


def _canary_id(asker: Judge, group: Sequence[_Open]) -> str:
    return keyed_mark(asker.key, "canary id", *_asked_again(group))


def _asked_again(group: Sequence[_Open]) -> list[str]:
    return [f"{q.id} {q.tries}" for q in group]


def _said(data: Mapping[str, Any], ids: Collection[str], asker: Judge) -> dict[str, Verdict]:
    """What an answer says of each id that was asked about. Of an id with two answers that differ: nothing, for good."""
    found: dict[str, set[Verdict]] = {}
    given = data.get("answers")
    for one in given if isinstance(given, list) else ():
        if isinstance(one, Mapping) and isinstance(one.get("id"), str) and one["id"] in ids:
            found.setdefault(one["id"], set()).add(_verdict(one, asker))
    return {id: _agreed(verdicts) for id, verdicts in found.items()}


def _verdict(one: Mapping[str, Any], asker: Judge) -> Verdict:
    verdict, entity = one.get("verdict"), one.get("entity")
    if verdict == NOT_PHI and entity in (None, NONE):  # with an entity it contradicts itself
        return Verdict(False)
    if verdict == PHI:
        return Verdict(True, Entity(entity) if isinstance(entity, str) and entity in asker.entities else None)
    return Verdict(None, why=Failure.UNSURE)


def _agreed(verdicts: Collection[Verdict]) -> Verdict:
    if len(verdicts) == 1:
        return next(iter(verdicts))
    if all(v.phi for v in verdicts):
        return Verdict(True)  # as two entities
    return Verdict(None, why=Failure.UNSURE)


def _packed(asker: Judge, questions: Iterable[_Open]) -> Iterator[list[_Open]]:
    """The questions in requests of a bounded size. Those of different companies do not share one."""
    companies: dict[str, list[_Open]] = {}
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
    for own in companies.values():
        group: list[_Open] = []
        size = 0
        for q in own:
            text = prompts.estimate_tokens(*q.passage.asked, *q.passage.between) + _FENCE_TOKENS
            needed = prompts.TOKENS_PER_ANSWER + _ID_TOKENS
            needed += 0 if group and group[-1].passage is q.passage else text
            if group and (len(group) == _MOST or size + needed > room):
                yield group
                group, size, needed = [], 0, prompts.TOKENS_PER_ANSWER + _ID_TOKENS + text
            group.append(q)
            size += needed
        if group:
            yield group


def _request(asker: Judge, group: Sequence[_Open]) -> Request:
    fence = f"text-{keyed_mark(asker.key, 'fence', *(q.id for q in group))}"
    hidden, hidden_id = _canary(asker, group), _canary_id(asker, group)
    passages = _by_passage(group)
    parts: list[str] = []
    ids: list[str] = []
    for number, (passage, own) in enumerate(passages):
        marks: list[tuple[str, str] | None] = [None] * len(passage.questions)
        for q in own:
            marks[q.index] = q.marks
        text, own_ids = passage.written(marks), [q.id for q in own]
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


def _by_passage(group: Sequence[_Open]) -> list[tuple[Passage, list[_Open]]]:
    out: list[tuple[Passage, list[_Open]]] = []
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
