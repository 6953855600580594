"""The cascade: a Second that asks an LLM about what the detectors are unsure of."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

from redactor.detect import SecondReading
from redactor.detect.cascade.injection import speaks_to_a_model
from redactor.detect.cascade.passages import passages_of
from redactor.detect.cascade.questions import Asked, Limits, Question, find_questions
from redactor.detect.cascade.verdicts import Judge, Verdict, judge, plausible
from redactor.detect.site_terms import AllowedTerms
from redactor.llm.contract import Failure
from redactor.text import Note, Reading, Span

NAME = "llm"
OnUnsure = Literal["quarantine", "redact"]
_NO_TERMS = AllowedTerms()
_KEPT = Verdict(None)
# What is told of a note with several failures: the one that a later run is most likely to be without comes first.
_TOLD = (Failure.DOWN, Failure.BUDGET, Failure.UNSURE)


@dataclass(frozen=True, slots=True)
class Policy:
    """Which notes are sent, and what becomes of questions without an answer. never: types of notes, in any case."""

    limits: Limits
    on_unsure: OnUnsure = "quarantine"
    never: Collection[str] = ()
    allowed: AllowedTerms = _NO_TERMS

    def sends(self, note: Note) -> bool:
        return note.note_type is None or note.note_type.casefold() not in self._never

    @property
    def _never(self) -> set[str]:
        return {t.casefold() for t in self.never}

    def __str__(self) -> str:
        limits = self.limits
        return (
            f"above={limits.above} below={limits.below} entities={','.join(sorted(limits.entities))} "
            f"never={','.join(sorted(self._never))} unsure={self.on_unsure}"
        )


class Cascade:
    """Asks about groups of notes in threads of its own, which mostly wait. threads: groups at a time.

    A clear is explicit: what gets no answer stays covered, and a note with such a question is incomplete unless the
    policy redacts. The reading of a note does not depend on its group.
    """

    name = NAME

    def __init__(self, asker: Judge, policy: Policy, threads: int = 8) -> None:
        self._judge = asker
        self._policy = policy
        self._threads = ThreadPoolExecutor(threads, "cascade")

    @property
    def version(self) -> str:
        """Of the prompt, the model, and the policy."""
        asker = self._judge
        return f"{asker.prompt.name}={asker.prompt.version} {asker.llm.model} {self._policy}"

    def begin(self, notes: Sequence[Note], readings: Sequence[Sequence[Reading]]) -> _Begun:
        """Submits the group and returns. `result` raises what a defect of ours raised, and nothing of an endpoint."""
        return _Begun(self._threads.submit(self._read, tuple(notes), tuple(readings)))

    def _read(self, notes: Sequence[Note], readings: Sequence[Sequence[Reading]]) -> list[SecondReading]:
        asked = [self._questions(note, own) for note, own in zip(notes, readings, strict=True)]
        silent = [bool(a.questions) and speaks_to_a_model(note.text) for note, a in zip(notes, asked, strict=True)]
        passages = [
            [] if mute else passages_of(note, _scope(note), a.questions, a.others)
            for note, a, mute in zip(notes, asked, silent, strict=True)
        ]
        answered = iter(judge(self._judge, [p for own in passages for p in own]))
        out = []
        for a, own, mute in zip(asked, passages, silent, strict=True):
            verdicts = [_KEPT] * len(a.questions) if mute else [v for _ in own for v in next(answered)]
            out.append(_decide(a.questions, verdicts, self._policy.on_unsure))
        return out

    def _questions(self, note: Note, readings: Sequence[Reading]) -> Asked:
        """Of a note that is not read in whole, none: its record is not released."""
        if not self._policy.sends(note) or not all(r.complete for r in readings):
            return Asked((), ())
        return find_questions(note, readings, self._policy.limits, self._policy.allowed)


@dataclass(frozen=True, slots=True)
class _Begun:
    future: Future[list[SecondReading]]

    def result(self) -> list[SecondReading]:
        return self.future.result()


def _scope(note: Note) -> str:
    """Notes of one subject share requests and answers; of an unknown subject, only equal texts do."""
    if note.subject is not None:
        return f"subject {note.subject}"
    return f"text {hashlib.sha256(note.text.encode('utf-8', 'surrogatepass')).hexdigest()}"


def _decide(questions: Sequence[Question], verdicts: Sequence[Verdict], on_unsure: OnUnsure) -> SecondReading:
    """What becomes of the questions of a note. What is neither cleared nor a span already becomes one."""
    if not questions:
        return SecondReading(Reading())
    spans: list[Span] = []
    dismissed: set[Span] = set()
    counts = Counter(asked=len(questions))
    failures = set()
    for q, verdict in zip(questions, verdicts, strict=True):
        if verdict.phi is False:
            counts["cleared"] += 1
            dismissed.update(q.spans)
        elif verdict.phi:
            if not q.spans:
                counts["added"] += 1
                spans.append(Span(q.start, q.end, plausible(q.entity, verdict.entity), q.score, "strong", (NAME,)))
        else:
            counts["unsure"] += 1
            failures.add(verdict.why)
            if not q.spans:
                spans.append(Span(q.start, q.end, q.entity, q.score, "weak", (NAME,)))
    why = next((f.value for f in _TOLD if f in failures), "") if on_unsure == "quarantine" else ""
    return SecondReading(
        Reading(tuple(spans), complete=not why, why=why, second=tuple(counts.items())), frozenset(dismissed)
    )
