"""Ask an LLM about what the detectors are unsure of: the cascade is a second reader."""

from __future__ import annotations

import math
import re
import threading
import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Literal, ParamSpec, TypeVar

from rapidfuzz.distance import Levenshtein

from redactor.costs import Tier, for_caller, in_tier
from redactor.detect import SecondReading
from redactor.detect.cascade.canaries import CANARY_FORM
from redactor.detect.cascade.injection import speaks_to_a_model
from redactor.detect.cascade.passes import PassOptions, PassResult, find_more
from redactor.detect.cascade.questions import Limits, NoteQuestions, Passage, Question, find_questions, passages_of
from redactor.detect.cascade.verdicts import Judge, Verdict, judge, plausible_entity
from redactor.detect.fusion import fuse
from redactor.detect.site_terms import AllowedTerms
from redactor.entities import NAMES
from redactor.llm.contract import OUTAGES, Counts, Failure, worst_failure
from redactor.text import KnownValue, Note, Reading, Span
from redactor.unicode_fold import fold, label_key

NAME = "llm"
OnUnsure = Literal["quarantine", "redact"]
_NO_TERMS = AllowedTerms()
_UNANSWERED = Verdict(None)
_NEAR_KNOWN_NAME = Verdict(True)  # near a known name of the patient
_CHANCE_OF_WEAK_RULES = 0.3  # the chance that a match of weak rules alone is an identifier, which nothing calibrates
_CHANCE_OF_SUSPECTS = 0.6  # of sure spans that are asked about, measured (docs/llm.md)
_DEVIATIONS = 2.5
_MARGIN = 0.1  # of the values asked about in a note; scores of values in one note depend on each other


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy says which notes are sent, and what becomes of questions without an answer.

    on_unsure: where the model was asked and gave no usable answer. on_outage: where it could not be asked. always:
    types of notes that are read whole, in passes. never: types that are not sent, nor other texts of their records.
    Both as `label_key` gives them.
    """

    limits: Limits
    on_unsure: OnUnsure = "quarantine"
    on_outage: OnUnsure = "redact"
    always: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()
    allowed: AllowedTerms = _NO_TERMS

    def sends(self, note: Note) -> bool:
        """Return whether the note may be sent to an LLM."""
        return self.never.isdisjoint(map(label_key, note.types))

    def reads_whole(self, note: Note, readings: Sequence[Reading]) -> bool:
        """Return whether the note is read whole: by its type, by a hint, or because it is unlike notes of training.

        A note that a detector could not read in whole is never sent.
        """
        if not self.sends(note) or not all(r.complete for r in readings):
            return False
        wanted = note.note_type is not None and not self.always.isdisjoint(map(label_key, note.types))
        return wanted or note.hints.get("llm") == "always" or any(r.strange for r in readings)

    def quarantines(self, failure: Failure) -> bool:
        """Return whether a note with an open question is held for this failure; otherwise the question is redacted."""
        if failure is Failure.INTERNAL:
            return True
        return (self.on_outage if failure in OUTAGES else self.on_unsure) == "quarantine"

    def __str__(self) -> str:
        limits = self.limits
        return (
            f"above={limits.above} below={limits.below} confident={limits.confident} "
            f"entities={','.join(sorted(limits.entities))} "
            f"always={','.join(sorted(self.always))} never={','.join(sorted(self.never))} unsure={self.on_unsure} "
            f"outage={self.on_outage}"
        )


class Cascade:
    """Ask about groups of notes in threads, which mostly wait. threads: groups at a time. counts: get the questions.
    waits: whether passes over a note wait for its questions: they see open ones as masks, so that what they are asked
    depends on the answers.

    A clear is explicit: what gets no answer stays covered, and a note with such a question is incomplete unless the
    policy redacts. A note that passes did not read whole is incomplete under every policy: no range is open that could
    be redacted in its place. Where more of a note is cleared than the scores let expect, nothing of it is. The reading
    of a note does not depend on its group.
    """

    name = NAME

    def __init__(
        self,
        judge_settings: Judge,
        options: PassOptions,
        policy: Policy,
        threads: int = 8,
        counts: Counts | None = None,
        *,
        waits: bool = False,
    ) -> None:
        self._judge = judge_settings
        self._waits = waits
        self._options = options
        self._policy = policy
        self._threads = DaemonThreads(threads, "cascade")
        self._counts, self._lock = counts or Counts(), threading.Lock()

    @property
    def version(self) -> str:
        """Return the versions of the prompts, the model, the passes and the policy."""
        options = self._options
        prompts = " ".join(f"{p.name}={p.version}" for p in (self._judge.prompt, options.prompt))
        passes = f"passes={options.passes} words={options.chunk_words}"
        return f"{prompts} {self._judge.llm.model} {passes} {CANARY_FORM} {self._policy}"

    def begin(self, notes: Sequence[Note], readings: Sequence[Sequence[Reading]]) -> Future[list[SecondReading]]:
        """Submit the group and return.

        `result` raises what a defect of this program raised, and EndpointRefusedError.
        """
        # Known values come from a database, which only the caller's thread may read.
        names = known_names_of_each(
            [
                n.known if self._policy.sends(n) and any(map(_may_be_asked_about, readings_of_note)) else ()
                for n, readings_of_note in zip(notes, readings, strict=True)
            ]
        )
        return self._threads.submit(for_caller(self._read), tuple(notes), tuple(readings), names)

    def _read(
        self, notes: Sequence[Note], readings: Sequence[Sequence[Reading]], names: Sequence[KnownNames]
    ) -> list[SecondReading]:
        out = in_tier(Tier.QUESTIONS, self._read_answers, notes, readings, names)
        in_tier(Tier.PASSES, self._read_whole, notes, readings, out)
        return out

    def _read_answers(
        self, notes: Sequence[Note], readings: Sequence[Sequence[Reading]], names: Sequence[KnownNames]
    ) -> list[SecondReading]:
        """Return what the answers to the questions about these notes change."""
        asked = [
            self._questions(note, readings_of_note) for note, readings_of_note in zip(notes, readings, strict=True)
        ]
        silent = [bool(a.questions) and speaks_to_a_model(note.text) for note, a in zip(notes, asked, strict=True)]
        settled = [
            [
                _UNANSWERED if mute else _NEAR_KNOWN_NAME if near.are_near(note.text[q.start : q.end]) else None
                for q in a.questions
            ]
            for note, a, mute, near in zip(notes, asked, silent, names, strict=True)
        ]
        passages = [
            _open_passages(note, a, settled_verdicts)
            for note, a, settled_verdicts in zip(notes, asked, settled, strict=True)
        ]
        answered = iter(judge(self._judge, [p for parts in passages for p in parts]))
        out = []
        for note, a, parts, settled_verdicts in zip(notes, asked, passages, settled, strict=True):
            answers = iter([v for _ in parts for v in next(answered)])
            verdicts = [next(answers) if verdict is None else verdict for verdict in settled_verdicts]
            verdicts = _within_limit(note, a.questions, verdicts)
            out.append(_decide(a.questions, verdicts, self._policy))
        with self._lock:
            self._counts.questions += sum(len(a.questions) for a in asked)
            self._counts.left_open += sum(dict(second.reading.second).get("unsure", 0) for second in out)
        return out

    def _read_whole(
        self, notes: Sequence[Note], readings: Sequence[Sequence[Reading]], out: list[SecondReading]
    ) -> None:
        """Add to `out` what passes find in the notes that want them."""
        whole = [i for i, note in enumerate(notes) if self._policy.reads_whole(note, readings[i])]
        if self._waits:
            whole = [i for i in whole if OUTAGES.isdisjoint(dict(out[i].reading.second))]
        if not whole:
            return
        found = [[*(s for s in fuse(readings[i]) if s not in out[i].dismissed), *out[i].reading.spans] for i in whole]
        judge_settings = self._judge
        results = find_more(judge_settings.llm, judge_settings.answers, [notes[i] for i in whole], found, self._options)
        for i, result in zip(whole, results, strict=True):
            out[i] = _with_passes(out[i], result, any(r.strange for r in readings[i]))

    def _questions(self, note: Note, readings: Sequence[Reading]) -> NoteQuestions:
        """Return the questions about a note; none for a note that is not read in whole: its record is not released."""
        if not self._policy.sends(note) or not all(r.complete for r in readings):
            return NoteQuestions((), ())
        return find_questions(note, readings, self._policy.limits, self._policy.allowed)


def _may_be_asked_about(reading: Reading) -> bool:
    """Return False, by a cheap check, only if nothing in the reading is asked about."""
    return bool(reading.doubts) or any(s.is_students_alone or s.strength == "weak" for s in reading.spans)


def _open_passages(note: Note, asked: NoteQuestions, settled: Sequence[Verdict | None]) -> list[Passage]:
    """Return the passages of the questions that are not settled; what is near a known name is masked in them."""
    judged = list(zip(asked.questions, settled, strict=True))
    named = [Span(q.start, q.end, q.entity) for q, verdict in judged if verdict is _NEAR_KNOWN_NAME]
    others = sorted([*asked.others, *named], key=lambda s: s.start) if named else asked.others
    return passages_of(note, [q for q, verdict in judged if verdict is None], others)


def _within_limit(note: Note, questions: Sequence[Question], verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Return the verdicts without clears where more values are cleared than the chances of the questions let expect.

    Sure spans are counted for themselves: errors of the student come in clusters, and too many of them say nothing
    of what else the model answered. Where too much of the rest is cleared, nothing of the note is.
    """
    sure = [q.is_sure for q in questions]
    if _clears_too_much(note, [(q, v) for q, v in zip(questions, verdicts, strict=True) if not q.is_sure]):
        refused = [True] * len(sure)
    elif _clears_too_much(note, [(q, v) for q, v in zip(questions, verdicts, strict=True) if q.is_sure]):
        refused = sure
    else:
        return list(verdicts)
    return [
        _UNANSWERED if refuse and verdict.phi is False else verdict
        for refuse, verdict in zip(refused, verdicts, strict=True)
    ]


def _clears_too_much(note: Note, answered: Iterable[tuple[Question, Verdict]]) -> bool:
    chances: dict[str, float] = {}  # of being an identifier, by value
    cleared: set[str] = set()
    for q, verdict in answered:
        value = note.text[q.start : q.end].casefold()
        chances[value] = max(chances.get(value, 0.0), _chance_of(q))
        if verdict.phi is False:
            cleared.add(value)
    expected = sum(1 - chance for chance in chances.values())
    deviation = math.sqrt(sum(chance * (1 - chance) for chance in chances.values()))
    return len(cleared) > expected + max(_DEVIATIONS * deviation, _MARGIN * len(chances))


def _chance_of(q: Question) -> float:
    """Return the chance that a question is about an identifier."""
    if q.is_sure:
        return _CHANCE_OF_SUSPECTS
    return _CHANCE_OF_WEAK_RULES if q.score is None else q.score


def _decide(questions: Sequence[Question], verdicts: Sequence[Verdict], policy: Policy) -> SecondReading:
    """Return what becomes of the questions of a note. What is neither cleared nor a span already becomes a span."""
    if not questions:
        return SecondReading(Reading())
    spans: list[Span] = []
    dismissed: set[Span] = set()
    counts = Counter(asked=len(questions))
    failures: set[Failure] = set()
    for q, verdict in zip(questions, verdicts, strict=True):
        if verdict.phi is False:
            counts["cleared"] += 1
            dismissed.update(q.spans)
        elif verdict.phi:
            if not q.spans:
                counts["added"] += 1
                spans.append(
                    Span(q.start, q.end, plausible_entity(q.entity, verdict.entity), q.score, "strong", (NAME,))
                )
        else:
            counts["unsure"] += 1
            failures |= {verdict.why} if verdict.why is not None else set()
            if not q.spans:
                spans.append(Span(q.start, q.end, q.entity, q.score, "weak", (NAME,)))
    held = worst_failure({f for f in failures if policy.quarantines(f)})
    if held is None and (cause := worst_failure(failures)) is not None:
        counts["redacted"] = counts[cause.value] = 1
    why = held.value if held is not None else ""
    return SecondReading(
        Reading(tuple(spans), complete=not why, why=why, second=tuple(counts.items())), frozenset(dismissed)
    )


def _with_passes(second: SecondReading, result: PassResult, strange: bool) -> SecondReading:
    """Return the second reading with what passes found; incomplete where they did not read the note whole.

    strange: whether the note is unlike those of training, which is counted.
    """
    reading = second.reading
    counts = Counter(dict(reading.second))
    if result.failure is not None:  # it is held: no question of it leaves redacted
        counts = Counter({name: n for name, n in counts.items() if name != "redacted" and name not in set(Failure)})
    counts["whole"] += 1
    if result.spans:
        counts["added"] += len(result.spans)
    if strange:
        counts["strange"] += 1
    failure = worst_failure({reading.why, result.failure})
    why = failure.value if failure is not None else ""
    return SecondReading(
        Reading((*reading.spans, *result.spans), complete=not why, why=why, second=tuple(counts.items())),
        second.dismissed,
    )


_SHORTEST_COMPARED = 5  # letters of a word that is compared: shorter names have ordinary words for neighbours
_LETTERS_FOR_TWO_SLIPS = 7  # letters from which two slips are near
_LEAST_SHARE = 0.6  # of the longer word, that the shorter one must be to be near by standing in it
_NOT_LETTERS = re.compile(r"[\W\d_]+")


class KnownNames:
    """Hold the words of the names that are known of a note's people: no answer of a model may clear words near them."""

    def __init__(self, known: Iterable[KnownValue]) -> None:
        self._words = tuple(sorted({word for v in known if v.entity in NAMES for word in _name_words(v.value)}))

    def are_near(self, text: str) -> bool:
        """Return whether a word of the text, or all its letters, is near a known word: misspelt, cut or joined."""
        return bool(self._words) and any(
            _words_are_near(word, known) for word in _name_words(text) for known in self._words
        )


def _name_words(text: str) -> set[str]:
    parts = [_NOT_LETTERS.sub("", part) for part in fold(text, caseless=True).text.split()]
    return {word for word in (*parts, "".join(parts)) if len(word) >= _SHORTEST_COMPARED}


def _words_are_near(word: str, other: str) -> bool:
    short, long = sorted((word, other), key=len)
    if short in long and len(short) >= _LEAST_SHARE * len(long):
        return True
    most = 2 if len(short) >= _LETTERS_FOR_TWO_SLIPS else 1
    return Levenshtein.distance(word, other, score_cutoff=most) <= most


def known_names_of_each(collections: Sequence[Sequence[KnownValue]]) -> list[KnownNames]:
    """Return the known names of each collection; a collection that several notes share is read once."""
    made: dict[int, KnownNames] = {}
    for known in collections:
        if id(known) not in made:
            made[id(known)] = KnownNames(known)
    return [made[id(known)] for known in collections]


P = ParamSpec("P")
T = TypeVar("T")
_Calls = SimpleQueue[Callable[[], None] | None]


class DaemonThreads:
    """Call functions in order, at most `size` at a time. The threads end with this object, and with the process.

    A ThreadPoolExecutor is joined when the interpreter ends: after Ctrl-C a process would go on until everything that
    it had submitted was asked and answered.
    """

    def __init__(self, size: int, name: str) -> None:
        self._size, self._name = size, name
        self._calls: _Calls = SimpleQueue()
        self._started = 0
        self._lock = threading.Lock()
        weakref.finalize(self, self._calls.put, None).atexit = False

    def submit(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Return the future of a call. It raises what the function raises."""
        future: Future[T] = Future()

        def call() -> None:
            try:
                result = function(*args, **kwargs)
            except BaseException as e:
                future.set_exception(e)
            else:
                future.set_result(result)

        self._calls.put(call)
        with self._lock:
            if self._started < self._size:
                self._started += 1
                # Without a reference to this object, which could not end otherwise.
                threading.Thread(target=_serve, args=(self._calls,), name=self._name, daemon=True).start()
        return future


def _serve(calls: _Calls) -> None:
    while (call := calls.get()) is not None:
        call()
        del call  # with the notes that it holds
    calls.put(None)  # for the next thread
