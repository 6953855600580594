"""What asking an LLM is worth: the cascade over annotated notes, with an oracle that answers from their gold.

    python -m benchmarks.oracle [SET ...] [--json]

A SET is a file of `benchmarks/data`; the three handwritten ones by default. The oracle sees requests as an endpoint
does and answers from the gold; it can err in a share of its answers. For each threshold of doubts, and of the student's
spans: questions and tokens (by our own estimate, which errs upward) per 1,000 words, and the figures of `redactor
evaluate`, beside those without questions and those with as many questions about words drawn at random. Of the default
settings, the causes of what is still missed and of the false alarms follow. An oracle is no LLM: the figures are a
bound.
"""

from __future__ import annotations

import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from redactor.assemble.detectors import build_detectors
from redactor.detect import Detector
from redactor.detect.cascade import cascade as cascading
from redactor.detect.cascade import passes as passing
from redactor.detect.cascade.cascade import Cascade, Policy
from redactor.detect.cascade.chunks import Masked, mask
from redactor.detect.cascade.labels import entity_from_label
from redactor.detect.cascade.passes import PROMPT as EXTRACT
from redactor.detect.cascade.passes import PassOptions
from redactor.detect.cascade.questions import Limits, Passage, Question
from redactor.detect.cascade.verdicts import PROMPT, Judge, Verdict, judge
from redactor.engine import read_all
from redactor.entities import Entity
from redactor.evaluate.figures import Figure, Report, evaluate_documents
from redactor.evaluate.gold_files import read_gold
from redactor.evaluate.spans import Document, Labelled, with_reading
from redactor.keys import DerivedKey
from redactor.llm.answers import strict_schema
from redactor.llm.cache import MemoryAnswers
from redactor.llm.contract import Answer, Request, answered
from redactor.llm.prompts import estimate_tokens, load_prompt
from redactor.settings import load_settings
from redactor.text import Doubt, Note, Reading, Span

_DATA = Path(__file__).parent / "data"
_SETS = ("handwritten.jsonl", "handwritten-2.jsonl", "handwritten-3.jsonl")
_LOWEST = 0.005
_DEFAULT = (0.01, 0.6, 0.1, 0.0, False)
_ROWS = (
    # doubts from, student's spans below, share of sure spans, errors, random
    (1.0, 0.6, 0.0, 0.0, False), (0.05, 0.6, 0.0, 0.0, False), (0.01, 0.6, 0.0, 0.0, False),
    (0.01, 0.6, 0.05, 0.0, False), _DEFAULT, (0.01, 0.6, 0.2, 0.0, False),
    (0.01, 0.6, 0.9, 0.0, False), (0.005, 0.6, 0.1, 0.0, False), (0.01, 0.0, 0.0, 0.0, False),
    (0.01, 0.6, 0.0, 0.05, False), (0.01, 0.6, 0.1, 0.05, False),
    (0.01, 0.6, 0.0, 0.2, False), (0.01, 0.6, 0.1, 0.2, False), (0.01, 0.6, 0.0, 0.0, True),
)  # fmt: skip
_MARK = re.compile(r"</?([a-z2-7]{10})>")
_AROUND = 40  # characters of context on either side of an identifier
_FENCED = re.compile(r"<((?:text|note)-[^>]+)>\n(.*?)\n</\1>", re.DOTALL)
_WORD = re.compile(r"\w[\w'-]*")
T = TypeVar("T", Doubt, Labelled, Span)


class Remembered:
    """A detector that reads each text once."""

    def __init__(self, detector: Detector) -> None:
        self._detector = detector
        self._readings: dict[str, Reading] = {}
        self.name, self.version = detector.name, detector.version

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        new = {n.text: n for n in notes if n.text not in self._readings}
        for note, reading in zip(new.values(), self._detector.detect(list(new.values())), strict=True):
            self._readings[note.text] = reading
        return [self._readings[n.text] for n in notes]


class AtRandom:
    """The student with as many doubts as it has above a threshold, about words drawn at random."""

    def __init__(self, detector: Remembered, above: float) -> None:
        self._detector, self._above = detector, above
        self.name, self.version = detector.name, detector.version

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        readings = self._detector.detect(notes)
        return [replace(r, doubts=tuple(self._drawn(n, r))) for n, r in zip(notes, readings, strict=True)]

    def _drawn(self, note: Note, reading: Reading) -> Iterator[Doubt]:
        taken = [(s.start, s.end) for s in reading.spans]
        words = [m.span() for m in _WORD.finditer(note.text)]
        free = [(a, b) for a, b in words if not any(a < end and start < b for start, end in taken)]
        wanted = sum(d.score >= self._above for d in reading.doubts)
        for a, b in random.Random(note.text).sample(free, min(wanted, len(free))):
            yield Doubt(a, b, Entity.ID, self._above)


@dataclass
class Oracle:
    """An Llm that knows the gold. It sees what an endpoint sees, and finds the passages and chunks again that were made
    of notes.

    gold: by the subject of a note, of which each has one. errors: the share of answers to questions that are wrong. Of
    the identifiers that a pass could find, the same share is not listed; and the same share of passes over a chunk
    lists a word that is no identifier. by_text: the gold by the text of a note, for passes. asked, answered: tokens.
    cpu: seconds that the oracle itself has used.
    """

    gold: dict[str, tuple[Labelled, ...]]
    errors: float
    by_text: dict[str, tuple[Labelled, ...]] = field(default_factory=dict)
    model: str = "oracle"
    passages: dict[str, list[Passage]] = field(default_factory=dict)
    chunks: dict[str, tuple[str, Masked]] = field(default_factory=dict)
    requests: int = 0
    asked: int = 0
    answered: int = 0
    cpu: float = 0.0

    @property
    def tokens(self) -> int:
        return self.asked + self.answered

    def judge(self, asker: Judge, passages: Sequence[Passage]) -> list[list[Verdict]]:
        """Remember the passages that are asked about, and ask."""
        for p in passages:
            self.passages.setdefault(p.written([None] * len(p.questions)), []).append(p)
        return judge(asker, passages)

    def mask(self, text: str, start: int, end: int, spans: Sequence[Span]) -> Masked:
        """Mask a chunk, and remember of which note it is."""
        made = mask(text, start, end, spans)
        self.chunks[made.text] = text, made
        return made

    def ask(self, requests: Sequence[Request]) -> Future[list[Answer]]:
        begun = time.thread_time()
        done = answered([self._answer(r) for r in requests])
        self.cpu += time.thread_time() - begun
        return done

    def _answer(self, request: Request) -> Answer:
        fenced = [text for _, text in _FENCED.findall(request.content)]
        of_pass = request.prompt == EXTRACT
        said = [one for text in fenced for one in (self._listed(text) if of_pass else self._judged(text))]
        data = {"entities" if of_pass else "answers": said}
        self.requests += 1
        schema = json.dumps(strict_schema(request.schema))
        self.asked += estimate_tokens(request.instructions, request.content, schema)
        self.answered += estimate_tokens(json.dumps(data))
        return Answer(data)

    def _listed(self, text: str) -> Iterator[dict[str, str]]:
        """Yield what a pass lists of a chunk: the canary, and what of the gold is not masked."""
        first, last = text.find("\n\n"), text.rfind("\n\n")
        shown, canary = next(
            (chunk, rest)
            for chunk, rest in ((text[first + 2 :], text[:first]), (text[:last], text[last + 2 :]))
            if chunk in self.chunks
        )
        yield {"type": "ID", "text": canary, "context": canary}
        note, masked = self.chunks[shown]
        gold, chance = self.by_text.get(note, ()), random.Random(shown)
        for at, origin, length in masked.pieces:
            for g in gold:
                low, high = max(g.start, origin), min(g.end, origin + length)
                if any(map(str.isalnum, note[low:high])) and chance.random() >= self.errors:
                    yield _quoted(shown, at + low - origin, at + high - origin, g.label)
        words = [(at + m.start(), at + m.end(), origin + m.start()) for at, origin, length in masked.pieces
                 for m in _WORD.finditer(note[origin : origin + length])]  # fmt: skip
        others = [(a, b) for a, b, o in words if not any(g.start < o + b - a and o < g.end for g in gold)]
        if others and chance.random() < self.errors:
            yield _quoted(shown, *chance.choice(others), "PERSON")

    def _judged(self, marked: str) -> Iterator[dict[str, str]]:
        wanted, removed = {}, 0  # offset without marks -> id
        for mark in _MARK.finditer(marked):
            if not mark[0].startswith("</"):
                wanted[mark.start() - removed] = mark[1]
            removed += len(mark[0])
        plain = _MARK.sub("", marked)
        # The canary of a request stands in a paragraph before or behind one of its passages.
        canary_first = plain.find("\n\n") + 2
        candidates = [(plain, 0), (plain[canary_first:], canary_first), (plain.rpartition("\n\n")[0], 0)]
        # Two notes may hold the same words: these have the same questions, or others.
        found = ((p, _starts(p, shift)) for text, shift in candidates for p in self.passages.get(text, ()))
        passage, starts = next((p, starts) for p, starts in found if len(wanted.keys() - starts.keys()) <= 1)
        gold = self.gold[passage.subject or ""]
        for at, name in wanted.items():
            question = starts.get(at)
            if question is None:
                yield {"id": name, "verdict": "phi", "entity": "NONE"}  # the canary, which leaves no doubt
                continue
            phi = any(g.start < question.end and question.start < g.end for g in gold)
            errs = random.Random(name).random() < self.errors
            yield {"id": name, "verdict": "phi" if phi != errs else "not_phi", "entity": "NONE"}


def _quoted(shown: str, start: int, end: int, label: str) -> dict[str, str]:
    """Return an entity of an answer, with the words around it."""
    kind = label if entity_from_label(label, tuple(Entity)) is not None else "ID"
    context = shown[max(0, start - _AROUND) : end + _AROUND]
    return {"type": kind, "text": shown[start:end], "context": context}


def _starts(passage: Passage, shift: int) -> dict[int, Question]:
    """The questions by their offsets in a text without marks in which the passage begins at `shift`."""
    starts = {}
    at = shift + len(passage.between[0])
    for question, text, behind in zip(passage.questions, passage.asked, passage.between[1:], strict=True):
        starts[at] = question
        at += len(text) + len(behind)
    return starts


def main() -> None:
    names = [a for a in sys.argv[1:] if not a.startswith("--")] or list(_SETS)
    settings = load_settings(
        detectors=("patterns", "student"), llm={"base_url": "http://localhost", "model": "oracle", "ask_above": _LOWEST}
    )
    detectors = [Remembered(d) for d in build_detectors(settings)]
    for name in names:
        documents = list(read_gold(_DATA / name))
        words = sum(len(d.text.split()) for d in documents)
        _tell(name, "without questions", _report(documents, detectors, None), 0.0, 0.0)
        for row in _ROWS:
            above, below, confident, errors, at_random = row
            oracle = Oracle({d.id: d.gold for d in documents}, errors)
            report, asked = _asked(documents, detectors, oracle, Limits(above, below, (), confident), at_random)
            what = f"doubts from {above}, spans below {below}" if above < 1 else f"no doubts, spans below {below}"
            what += f", {confident:.0%} sure" if confident else ""
            what += f", {errors:.0%} errors" if errors else ", at random" if at_random else ""
            _tell(name, what, report, asked / words * 1000, oracle.tokens / words * 1000)
            if row == _DEFAULT:
                for kind, causes in _causes(documents, detectors, report).items():
                    print(json.dumps({"set": name, "of": kind, **dict(causes.most_common())}))


def _asked(
    documents: Sequence[Document], detectors: Sequence[Remembered], oracle: Oracle, limits: Limits, at_random: bool
) -> tuple[Report, int]:
    reading = [AtRandom(d, limits.above) if at_random and d.name == "student" else d for d in detectors]
    second = oracle_cascade(oracle, limits)
    asked = 0

    def count(readings: Sequence[Reading]) -> None:
        nonlocal asked
        asked += sum(n for r in readings for name, n in r.second if name == "asked")

    report = _report(documents, reading, second, count)
    return report, asked


def oracle_cascade(oracle: Oracle, limits: Limits, passes: int = 0) -> Cascade:
    """Return a cascade whose requests an oracle answers. passes: over notes that are to be read whole."""
    asker = Judge(
        oracle, MemoryAnswers(), DerivedKey(b"\1" * 32), load_prompt(PROMPT), tuple(Entity), context_tokens=8_192
    )
    cascading.judge = oracle.judge  # type: ignore[attr-defined]
    passing.mask = oracle.mask  # type: ignore[attr-defined]
    options = PassOptions(asker.key, load_prompt(EXTRACT), passes=passes)
    return Cascade(asker, options, Policy(limits), threads=1)  # the oracle counts


def _report(
    documents: Sequence[Document],
    detectors: Sequence[Detector],
    second: Cascade | None,
    count: object = None,
) -> Report:
    readings = read_all(detectors, [Note(d.id, d.text, d.id) for d in documents], second=second)
    if callable(count):
        count(readings)
    return evaluate_documents(map(with_reading, documents, readings))


def _causes(documents: Sequence[Document], detectors: Sequence[Remembered], report: Report) -> dict[str, Counter[str]]:
    """Count the misses and the false alarms of a report by what the detectors said of them."""
    notes = [Note(d.id, d.text, d.id) for d in documents]
    readings = {n.id: of_note for n, *of_note in zip(notes, *(d.detect(notes) for d in detectors), strict=True)}
    gold = {d.id: d.gold for d in documents}
    causes: dict[str, Counter[str]] = {"missed": Counter(), "false": Counter()}
    for wrong in report.missed:
        doubts = _touching(wrong.span, [d for r in readings[wrong.document] for d in r.doubts])
        if _touching(wrong.span, [s for r in readings[wrong.document] for s in r.spans]):
            cause = "found in part"
        else:
            surest = max((d.score for d in doubts), default=0.0)
            cause = "doubted and not asked" if surest >= _DEFAULT[0] else "doubted too little" if doubts else "no doubt"
        causes["missed"][cause] += 1
    for wrong in report.false:
        spans = _touching(wrong.span, [s for r in readings[wrong.document] for s in r.spans])
        student = any(s.is_students_alone for s in spans)
        rules = {s.strength for s in spans if not s.is_students_alone}
        if _touching(wrong.span, gold[wrong.document]):
            cause = "beside an identifier"
        elif rules:
            cause = f"a {'strong' if 'strong' in rules else 'weak'} rule{' and the student' if student else ''}"
        else:
            cause = "the student alone" if student else "no detector there"
        causes["false"][cause] += 1
    return causes


def _touching(span: Labelled, others: Sequence[T]) -> list[T]:
    return [o for o in others if o.start < span.end and span.start < o.end]


def _tell(name: str, what: str, report: Report, asked: float, tokens: float) -> None:
    row = {
        "set": name, "what": what, "asked": round(asked, 1), "tokens": round(tokens),
        "recall": _with_interval(report.recall), "precision": _with_interval(report.precision),
        "whole": round(report.whole.value * 100, 1), "missed": len(report.missed), "false": len(report.false),
    }  # fmt: skip
    if "--json" in sys.argv:
        print(json.dumps(row))
    else:
        print("  ".join(f"{key} {value}" for key, value in row.items()))


def _with_interval(figure: Figure) -> str:
    return f"{figure.value * 100:.2f} ({figure.low * 100:.1f} to {figure.high * 100:.1f})"


if __name__ == "__main__":
    main()
