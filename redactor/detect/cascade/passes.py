"""Have an LLM read notes whole, in chunks and in several passes (RedactOR, section 3.2 and algorithm 1).

Each pass sees what was found so far as masks, so that the model attends to what is left. What it finds is added. No
answer takes away or moves what the detectors found. Each request holds a canary: an answer that does not list it counts
for nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from redactor.detect.cascade.alignment import Aligner, Hint
from redactor.detect.cascade.canaries import CANARY_FORM, Canary, canary_entities, make_canary_absent_from
from redactor.detect.cascade.chunks import Chunk, Masked, chunks, mask
from redactor.detect.cascade.labels import entity_from_label
from redactor.detect.clinical_terms import drop_clinical_terms
from redactor.detect.facts import cut_at_facts
from redactor.detect.resolver import resolve
from redactor.entities import Entity, Hipaa
from redactor.errors import AnswersUnavailableError
from redactor.keys import DerivedKey
from redactor.llm.cache import AnswerStore, Entry, answer_key
from redactor.llm.completions import estimated_texts
from redactor.llm.contract import Answer, Failure, Llm, Request, answers_as_they_come, worst_failure
from redactor.llm.prompts import Prompt, estimate_tokens, keyed_mark
from redactor.policy.safe_harbor import age_in_years, is_age
from redactor.text import STUDENT, Note, Span

PROMPT = "extract"
_SOURCE = ("llm:passes",)
_TYPES = "{{TYPES}}"  # in the prompt
_LEAST_HALVED = 32  # words; a shorter chunk is not cut in two
_MOST_TYPE, _MOST_TEXT, _MOST_CONTEXT = 60, 400, 800  # characters in an answer; one with more is asked for again
_MOST_COVERED, _LEAST_COVERED = 2 / 3, 400  # of a chunk's characters; in smaller chunks all may be identifiers
_BELIEVED = 0.8  # scored so by the student, a drug is no name, and an eponym may be one
_AROUND = 64  # characters on either side that say what a number measures
_MOST_YEARS = 130
# A term of medicine may be in the name of an organisation or a street, or in what somebody works as. These it is not.
_NEVER_TERMS = frozenset(e for e in Entity if e.info.hipaa not in (None, Hipaa.GEOGRAPHIC))
_DIGIT = re.compile(r"\d")
_CUT: Literal["cut"] = "cut"
_STORED = msgspec.json.Decoder(tuple[tuple[tuple[str, str, str], ...], bool] | Literal["cut"])


@dataclass(frozen=True, slots=True)
class PassOptions:
    """Options say how notes are read.

    key: of the cache and of the marks around texts. passes: at most. entities: asked for.
    """

    key: DerivedKey
    prompt: Prompt
    entities: tuple[Entity, ...] = tuple(Entity)
    passes: int = 2
    chunk_words: int = 256

    @property
    def instructions(self) -> str:
        return self.prompt.instructions.replace(_TYPES, ", ".join(self.entities))


@dataclass(frozen=True, slots=True)
class PassResult:
    """A result holds what the passes add to a note, in order.

    failure: why the passes are not complete; `spans` hold what was found anyway.
    """

    spans: tuple[Span, ...] = ()
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class _Part:
    """A part is a chunk of a note, as a pass sees it."""

    note: int
    chunk: Chunk
    masked: Masked
    key: bytes


@dataclass(frozen=True, slots=True)
class _Reply:
    """A reply is what a model said of a chunk.

    hints: (type, text, context). read: whether the answer holds nothing else.
    """

    hints: tuple[tuple[str, str, str], ...] = ()
    read: bool = True
    failure: Failure | None = None


def find_more(
    llm: Llm, answers: AnswerStore, notes: Sequence[Note], found: Sequence[Sequence[Span]], options: PassOptions
) -> list[PassResult]:
    """Return what the passes find beside what is found already, for each note, after waiting for the answers.

    found: spans of any detector, in any order. The chunks of all notes are asked about together. A chunk in which a
    pass finds nothing new is not read again. The result of a note does not depend on the other notes: a request holds
    one chunk, and the first answer to it is stored as it comes, and stands. Raises EndpointRefusedError, and nothing
    else that an endpoint causes.
    """
    return _Passes(llm, answers, notes, found, options).run()


class _Passes:
    def __init__(
        self,
        llm: Llm,
        answers: AnswerStore,
        notes: Sequence[Note],
        found: Sequence[Sequence[Span]],
        options: PassOptions,
    ) -> None:
        self._llm, self._answers, self._options = llm, answers, options
        self._notes, self._found = notes, found
        self._added: list[set[Span]] = [set() for _ in notes]
        self._failures: list[set[Failure]] = [set() for _ in notes]
        self._resolved: dict[int, tuple[Span, ...]] = {}

    def run(self) -> list[PassResult]:
        """Return the result of each note after all passes."""
        size = self._options.chunk_words
        left = [(i, chunk) for i, note in enumerate(self._notes) for chunk in chunks(note.text, size)]
        for number in range(1, self._options.passes + 1):
            if not left:
                break
            self._resolved = {
                i: resolve(self._notes[i].text, [*self._found[i], *self._added[i]]) for i in {i for i, _ in left}
            }
            left = [(part.note, part.chunk) for part, reply in self._read(left, number) if self._takes(part, reply)]
        return [
            PassResult(tuple(sorted(added, key=lambda s: (s.start, s.end, s.entity))), worst_failure(failures))
            for added, failures in zip(self._added, self._failures, strict=True)
        ]

    def _takes(self, part: _Part, reply: _Reply) -> bool:
        """Keep what a reply adds to its note, and return whether it adds anything."""
        spans, sure = _spans_of_reply(self._notes[part.note].text, part, reply, self._options.entities)
        self._added[part.note].update(spans)
        if reply.failure is not None:
            self._failures[part.note].add(reply.failure)
        elif not (sure and reply.read):
            self._failures[part.note].add(Failure.UNSURE)
        return bool(spans)

    def _read(self, left: Sequence[tuple[int, Chunk]], number: int) -> list[tuple[_Part, _Reply]]:
        """Return the replies to one pass over these chunks. A chunk whose answer was cut is read in halves."""
        out: list[tuple[_Part, _Reply]] = []
        while left:
            parts = [p for p in (self._part(i, chunk, number) for i, chunk in left) if _is_readable(p.masked)]
            replies = self._ask(parts)
            left = []
            for part in parts:
                reply = replies[part.key]
                halves = self._halves(part) if reply.failure in (Failure.CUT, Failure.TOO_LONG) else []
                left.extend(halves)
                if reply.failure in (Failure.CUT, Failure.TOO_LONG) and not halves:
                    reply = _Reply(failure=Failure.UNSURE)
                if not halves:
                    out.append((part, reply))
        return out

    def _halves(self, part: _Part) -> list[tuple[int, Chunk]]:
        """Return the overlapping halves of a chunk with the index of its note; none of a short chunk."""
        chunk = part.chunk
        if chunk.words < _LEAST_HALVED:
            return []
        size = chunk.words * 9 // 16  # so that two that overlap hold all of it
        return [(part.note, c) for c in chunks(self._notes[part.note].text, size, chunk.start, chunk.end)]

    def _part(self, i: int, chunk: Chunk, number: int) -> _Part:
        """Return a chunk as a pass sees it: masked, with the key of its answer."""
        masked = mask(self._notes[i].text, chunk.start, chunk.end, self._resolved[i])
        options = self._options
        key = answer_key(
            options.key,
            self._notes[i].subject,
            options.prompt.name,
            options.prompt.version,
            self._llm.model,
            ",".join(options.entities),
            CANARY_FORM,
            str(number),
            str(chunk.words),  # the room for the answer follows from it
            masked.text,
        )
        return _Part(i, chunk, masked, key)

    def _ask(self, parts: Sequence[_Part]) -> dict[bytes, _Reply]:
        """Return the replies by key, stored ones where possible. Equal chunks of a subject are asked about once."""
        by_key = {part.key: part for part in parts}
        replies: dict[bytes, _Reply] = {}
        try:
            stored = dict(self._answers.get(list(by_key)))
            missing = [part for key, part in by_key.items() if key not in stored]
            for answers in answers_as_they_come(self._llm, [self._request(part) for part in missing]):
                given = {missing[i].key: self._reply(missing[i], answer) for i, answer in answers}
                replies |= given
                entries = [
                    Entry(key, self._notes[by_key[key].note].subject, _encoded(reply))
                    for key, reply in given.items()
                    if reply.failure in (None, Failure.CUT)
                ]
                stored |= self._answers.add(entries) if entries else {}
        except AnswersUnavailableError:
            return dict.fromkeys(by_key, _Reply(failure=Failure.DOWN))
        return replies | {key: _decoded(value) for key, value in stored.items()}

    def _canary(self, part: _Part) -> Canary | None:
        """Return the canary of a request, or None if it asks for no entity that a canary could have."""
        options = self._options
        like = canary_entities(options.entities)
        return make_canary_absent_from(options.key, like, part.masked.text, part.key.hex()) if like else None

    def _reply(self, part: _Part, answer: Answer) -> _Reply:
        """Return what an answer says of a part, without its canary."""
        reply, hidden = _reply(answer, part.chunk), self._canary(part)
        if hidden is None or reply.failure is not None:
            return reply
        return _without_canary(reply, hidden, part.masked.text)

    def _request(self, part: _Part) -> Request:
        fence = f"note-{keyed_mark(self._options.key, 'fence', part.masked.text)}"
        hidden = self._canary(part)
        text = part.masked.text if hidden is None else hidden.beside(part.masked.text)
        return Request(
            self._options.prompt.name,
            self._options.instructions,
            f"<{fence}>\n{text}\n</{fence}>\n",
            _schema(_most_hints(part.chunk)),
            _most_tokens(part.chunk),
        )


def _spans_of_reply(text: str, part: _Part, reply: _Reply, entities: Sequence[Entity]) -> tuple[set[Span], bool]:
    """Return the spans of a reply in the note, and whether each hint has a place and they do not cover too much."""
    if not reply.hints:
        return set(), True
    aligner = Aligner(part.masked.text)
    spans: set[Span] = set()
    sure = True
    for label, quoted, context in reply.hints:
        entity = entity_from_label(label, entities)
        if entity is None:
            continue
        aligned = aligner.align(Hint(entity, quoted, context))
        sure = sure and aligned.sure
        for place in aligned.ranges:
            for start, end in part.masked.original(*place):
                if any(map(str.isalnum, text[start:end])):
                    spans.add(Span(start, end, _plausible_entity(entity, text[start:end]), None, "strong", _SOURCE))
    covered = len({i for s in spans for i in range(s.start, s.end)})
    readable = sum(length for _, _, length in part.masked.pieces)
    return _without_facts(text, part.chunk, spans), sure and (
        readable < _LEAST_COVERED or covered <= _MOST_COVERED * readable
    )


def _plausible_entity(entity: Entity, value: str) -> Entity:
    """Return the entity, or ID for a number that is no age: a profile would show "90+" for a dose."""
    if entity is not Entity.AGE or _DIGIT.search(value) is None:
        return entity
    stated = age_in_years(value)
    return entity if stated is not None and stated <= _MOST_YEARS and is_age(value) else Entity.ID


def _without_facts(text: str, chunk: Chunk, spans: set[Span]) -> set[Span]:
    """Return what remains of the spans without facts and terms of medicine, as if the student had found them."""
    low = max(0, chunk.start - _AROUND)
    near = text[low : chunk.end + _AROUND]
    judged = [Span(s.start - low, s.end - low, s.entity, _BELIEVED, s.strength, (STUDENT,)) for s in spans]
    left = drop_clinical_terms(near, cut_at_facts(near, judged))
    return {
        Span(s.start + low, s.end + low, s.entity, None, s.strength, _SOURCE) for s in left if not _is_drug(near, s)
    }


def _is_drug(text: str, span: Span) -> bool:
    """Return whether the span is a term of medicine under a type that no such term has."""
    value = text[span.start : span.end]
    if span.entity not in _NEVER_TERMS or _DIGIT.search(value) is not None:
        return False
    return not drop_clinical_terms(value, [Span(0, len(value), Entity.PERSON, _BELIEVED, "strong", (STUDENT,))])


def _is_readable(masked: Masked) -> bool:
    """Return whether the text holds letters or digits beside masks."""
    return any(map(str.isalnum, "".join(masked.text[at : at + length] for at, _, length in masked.pieces)))


def _most_hints(chunk: Chunk) -> int:
    return 16 + chunk.words // 2


def _most_tokens(chunk: Chunk) -> int:
    return 512 + 12 * chunk.words


_TOKENS_A_WORD = 3  # of nine in ten chunks of the notes of benchmarks/data, by our estimate; the others are halved
_CANARY_TOKENS = 150  # with the marks around the text


def fault_of_context(options: PassOptions, context_tokens: int) -> str | None:
    """Return what to set where the context of a model cannot hold a chunk with its instructions and its answer.

    Every chunk would be halved again and again: at 4,096 tokens a text of 100 KB took 1,415 requests.
    """
    chunk = Chunk(0, 0, options.chunk_words)
    empty = Request(PROMPT, options.instructions, "", _schema(_most_hints(chunk)), _most_tokens(chunk))
    text = _CANARY_TOKENS + _TOKENS_A_WORD * chunk.words
    needed = estimate_tokens(*estimated_texts(empty, None)) + text + empty.most_tokens
    if needed <= context_tokens:
        return None
    return (
        f"llm.context_tokens is {context_tokens:,}, and {chunk.words:,} words (llm.chunk_words) with instructions and "
        f"answer need {needed:,}: raise it, with the context of the server, or lower llm.chunk_words"
    )


def _reply(answer: Answer, chunk: Chunk) -> _Reply:
    """Return what an answer says. An answer with more entities than a chunk can have counts as cut."""
    if answer.failure is not None or answer.data is None:
        return _Reply(failure=answer.failure or Failure.UNSURE)
    given = answer.data.get("entities")
    if not isinstance(given, list):
        return _Reply(failure=Failure.UNSURE)
    if len(given) >= _most_hints(chunk):
        return _Reply(failure=Failure.CUT)
    hints = [_parsed_hint(entry) for entry in given]
    return _Reply(tuple(dict.fromkeys(h for h in hints if h is not None)), None not in hints)


def _without_canary(reply: _Reply, hidden: Canary, text: str) -> _Reply:
    """Return a reply without what it quotes of the canary's paragraph; a failure if the canary is not in it."""
    value, paragraph, note = hidden.value.casefold(), hidden.paragraph.casefold(), text.casefold()

    def is_of_canary(quoted: str) -> bool:
        return quoted in paragraph and quoted not in note

    quotes = [(text.strip().casefold(), context.strip().casefold()) for _, text, context in reply.hints]
    if not any(q and (q in value or value in q) and is_of_canary(q) for q, _ in quotes):
        return _Reply(failure=Failure.UNSURE)
    quotes_canary = [is_of_canary(q) or (q in paragraph and is_of_canary(context)) for q, context in quotes]
    return _Reply(
        tuple(h for h, is_canary in zip(reply.hints, quotes_canary, strict=True) if not is_canary), reply.read
    )


def _parsed_hint(entry: object) -> tuple[str, str, str] | None:
    if not isinstance(entry, Mapping):
        return None
    label, text, context = entry.get("type"), entry.get("text"), entry.get("context", "")
    if not (isinstance(label, str) and isinstance(text, str) and isinstance(context, str)):
        return None
    return label[:_MOST_TYPE], text[: _MOST_TEXT + 1], context[: 2 * _MOST_CONTEXT]


def _encoded(reply: _Reply) -> bytes:
    return json.dumps(_CUT if reply.failure is not None else [reply.hints, reply.read]).encode()


def _decoded(value: bytes) -> _Reply:
    try:
        stored = _STORED.decode(value)
    except (msgspec.MsgspecError, UnicodeError):  # of another release
        return _Reply(failure=Failure.UNSURE)
    if isinstance(stored, str):
        return _Reply(failure=Failure.CUT)
    hints, read = stored
    return _Reply(hints, read)


def _schema(most: int) -> dict[str, Any]:
    """Return the JSON schema of an answer with at most 2 * `most` entities, so that a longer answer comes and counts as
    cut.

    Types are no enumeration: an answer with one unknown type would be refused, and all that it found lost.
    """
    entity = {
        "type": "object",
        "properties": {
            "type": {"type": "string", "maxLength": _MOST_TYPE},
            "text": {"type": "string", "maxLength": _MOST_TEXT},
            "context": {"type": "string", "maxLength": _MOST_CONTEXT},
        },
    }
    return {
        "type": "object",
        "properties": {"entities": {"type": "array", "items": entity, "maxItems": 2 * most}},
    }
