"""Real servers of a model whose weights are random: nothing they answer may break what asks them."""

from __future__ import annotations

import hashlib
import json
import re
import urllib.request
import warnings
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from redactor.detect import Detector, SecondReading
from redactor.detect.cascade.cascade import Cascade, Policy
from redactor.detect.cascade.passes import PassOptions
from redactor.detect.cascade.questions import Limits, find_questions
from redactor.detect.cascade.verdicts import Judge
from redactor.detect.patterns.detector import Patterns
from redactor.engine import Engine, Redacted
from redactor.entities import Entity
from redactor.keys import DerivedKey
from redactor.llm.cache import MemoryAnswers
from redactor.llm.client import Client
from redactor.llm.contract import Answer, Failure, Request
from redactor.llm.ledger import MemoryLedger
from redactor.llm.prompts import load_prompt
from redactor.settings import LlmSettings
from redactor.text import BY_LLM, STUDENT, Doubt, Mention, Note, Reading, Span
from tests.conftest import PROOF, Command
from tests.services import random_llm
from tests.services.random_llm import Served
from tests.unit.detect.cascade.canary_kit import hidden_id

DATA = Path(__file__).parents[2] / "benchmarks" / "data"
pytestmark = pytest.mark.slow
LIMITS = Limits(0.01, 0.6)
KEY = DerivedKey(b"k" * 32)

VERDICTS = {
    "type": "object",
    "additionalProperties": False,
    "required": ["answers"],
    "properties": {
        "answers": {
            "type": "array",
            "maxItems": 8,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["id", "identifier"],
                "properties": {"id": {"enum": ["q1", "q2", "q3"]}, "identifier": {"type": "boolean"}},
            },
        }
    },
}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a model. Without the packages that serve it the tests are skipped with a warning."""
    if missing := random_llm.missing():
        why = f"NOT TESTED against servers of LLMs: {', '.join(missing)} not installed; make setup"
        warnings.warn(why, stacklevel=1)
        pytest.skip(why)
    folder = tmp_path_factory.mktemp("llm") / "model"
    assert 100_000 < random_llm.make_model(folder) < 110_000
    return folder


@pytest.fixture(scope="module")
def heedless(model: Path) -> Iterator[Served]:
    """A server that ignores the schema of a request."""
    with random_llm.transformers_serve(model) as served:
        yield served


@pytest.fixture(scope="module")
def guided(model: Path) -> Iterator[Served]:
    """A server whose answers have the form of the request, and random content."""
    with random_llm.guided_serve(model) as served:
        yield served


def post(served: Served, content: str, most: int, schema: dict[str, Any]) -> dict[str, Any]:
    form = {"type": "json_schema", "json_schema": {"name": "verdicts", "strict": True, "schema": schema}}
    body = {"model": served.model, "messages": [{"role": "user", "content": content}], "temperature": 0}
    body |= {"max_tokens": most, "response_format": form}
    headers = {"content-type": "application/json"}
    asked = urllib.request.Request(f"{served.url}/chat/completions", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(asked) as response:
        return dict(json.load(response))


def test_transformers_serve_ignores_the_schema_and_takes_any_length(heedless: Served) -> None:
    answered = post(heedless, "The patient was seen. " * 600, 20, VERDICTS)
    assert answered["usage"]["prompt_tokens"] > 2048  # what the model was made for
    with pytest.raises(ValueError):
        json.loads(answered["choices"][0]["message"]["content"])


def test_guided_answers_have_the_form_and_contradict_each_other(guided: Served) -> None:
    with ThreadPoolExecutor(16) as pool:
        answered = list(pool.map(lambda n: post(guided, f"Note {n}", 400, VERDICTS), range(64)))
    texts = [a["choices"][0]["message"]["content"] for a in answered if a["choices"][0]["finish_reason"] == "stop"]
    given = [json.loads(text)["answers"] for text in texts]
    assert len(given) > 50
    said = [{(a["id"], a["identifier"]) for a in answers} for answers in given]
    assert any({("q1", True), ("q1", False)} <= pairs for pairs in said)
    assert any(len(answers) > len(pairs) for answers, pairs in zip(given, said, strict=True))


def test_a_guided_answer_follows_from_its_question_in_any_company(guided: Served) -> None:
    """So that a test of random answers has the same ones each time."""
    asked = [f"Note {n} {'x' * (n % 7)}" for n in range(24)]
    with ThreadPoolExecutor(24) as pool:
        together, again = (list(pool.map(lambda text: post(guided, text, 200, VERDICTS), order)) for order in
                           (asked, asked[::-1]))  # fmt: skip
    alone = [post(guided, text, 200, VERDICTS) for text in asked[:6]]
    assert together == again[::-1] and together[:6] == alone


class Guesses:
    """In the place of the student: about two words of a note are spans, with any score, and two are doubts."""

    name, version = STUDENT, "guesses"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        return [self._read(note) for note in notes]

    def _read(self, note: Note) -> Reading:
        spans, doubts = [], []
        found = list(re.finditer(r"\w+", note.text))
        share = 256 * min(0.25, 2 / max(1, len(found)))
        for word in found:
            drawn = hashlib.sha256(f"{note.id} {word.start()}".encode()).digest()
            entity = list(Entity)[drawn[0] % len(Entity)]
            if drawn[1] < share:
                spans.append(Span(*word.span(), entity, drawn[2] / 255, "strong", (STUDENT,)))
            elif drawn[1] < 2 * share:
                doubts.append(Doubt(*word.span(), entity, drawn[2] / 2550))
        return Reading(tuple(spans), tuple(doubts))


class Recorded:
    """A client that remembers what was asked and answered."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.said: list[tuple[Request, Answer]] = []

    @property
    def model(self) -> str:
        return self.client.model

    def ask(self, requests: Sequence[Request]) -> Future[list[Answer]]:
        recorded: Future[list[Answer]] = Future()

        def record(done: Future[list[Answer]]) -> None:
            self.said += zip(requests, done.result(), strict=True)
            recorded.set_result(done.result())

        self.client.ask(requests).add_done_callback(record)
        return recorded


class Watched(Cascade):
    """A cascade that remembers what it made of each note."""

    def begin(self, notes: Sequence[Note], readings: Sequence[Sequence[Reading]]) -> Any:
        begun = super().begin(notes, readings)
        self.read = [*getattr(self, "read", ()), *zip(notes, readings, begun.result(), strict=True)]
        return begun


@contextmanager
def recorded(served: Served, **settings: Any) -> Iterator[Recorded]:
    made = LlmSettings(base_url=served.url, model=served.model, max_in_flight=64, **settings)
    client = Client(made, MemoryLedger())
    try:
        yield Recorded(client)
    finally:
        client.close()


def asker(llm: Recorded) -> tuple[Judge, PassOptions]:
    return Judge(llm, MemoryAnswers(), KEY, load_prompt("judge"), tuple(Entity), 8_192), PassOptions(
        KEY, load_prompt("extract")
    )


def notes(file: Path, turn: int = 0) -> list[Note]:
    """Each of a patient of its own, whose questions share no request with those of another. Some are read whole."""
    read = []
    for n, line in enumerate(file.read_text("utf-8").splitlines()):
        id = f"{file.name} {n} {turn}"
        read.append(Note(id, json.loads(line)["text"], f"p{id}", hints={} if n % 32 else BY_LLM))
    return read


def cleared(said: Sequence[tuple[Request, Answer]]) -> dict[str, str]:
    """Ids that an answer has cleared -> their ranges as they were sent. The first answer to name an id counts."""
    verdicts: dict[str, set[str]] = {}
    ranges: dict[str, str] = {}
    for request, answer in said:
        ids = request.schema["properties"]["answers"]["items"]["properties"]["id"]["enum"]
        found: dict[str, set[str]] = {}
        for one in (answer.data or {}).get("answers", ()):
            contradictory = one["verdict"] == "not_phi" and one["entity"] != "NONE"
            found.setdefault(one["id"], set()).add("" if contradictory else one["verdict"])
        if found.get(hidden_id(request.content)) != {"phi"}:
            found = {}  # of an answer that does not hold its canary nothing counts
        for id in ids:
            verdicts.setdefault(id, set()) or verdicts[id].update(found.get(id, ()))
            ranges[id] = re.search(f"<{id}>(.*?)</{id}>", request.content, re.DOTALL)[1]  # type: ignore[index]
    return {id: ranges[id] for id, given in verdicts.items() if given == {"not_phi"}}


def words(text: str) -> set[str]:
    return {word.casefold() for word in re.findall(r"\w+", text)}


def word_at(text: str, at: int) -> str:
    """The word of a character; "" for a space or sign."""
    return next((m[0].casefold() for m in re.finditer(r"\w+", text) if m.start() <= at < m.end()), "")


def covered(spans: Iterable[Span]) -> set[int]:
    return {at for s in spans for at in range(s.start, s.end)}


class Tags:
    """Replaces each mention with the tag of its entity."""

    name, version = "tags", "1"
    ambiguous: Sequence[int] = ()

    def replace(self, mentions: Sequence[Mention]) -> list[str]:
        return [m.entity.tag for m in mentions]


def check_second(note: Note, readings: Sequence[Reading], second: SecondReading) -> None:
    """Only what was asked about is dismissed, and what an answer adds lies where it was asked."""
    questions = find_questions(note, readings, LIMITS).questions
    assert second.dismissed <= {s for q in questions for s in q.spans}
    assert all(0 <= s.start < s.end <= len(note.text) for s in second.reading.spans)
    if note.hints != BY_LLM:
        assert {(s.start, s.end) for s in second.reading.spans} <= {(q.start, q.end) for q in questions if not q.spans}
    counts = dict(second.reading.second)
    assert counts.get("asked", 0) == len(questions)
    assert not (second.reading.complete and counts.get("unsure"))


def check_spliced(note: Note, redacted: Redacted) -> None:
    """The text is the note with its spans replaced."""
    at, pieces = 0, []
    for span, new in zip(redacted.spans, redacted.replacements, strict=True):
        assert at <= span.start < span.end <= len(note.text)
        pieces += [note.text[at : span.start], new]
        at = span.end
    assert redacted.text == "".join([*pieces, note.text[at:]])


def check_kept(
    note: Note, readings: Sequence[Reading], dismissed: Collection[Span], alone: Redacted, redacted: Redacted
) -> None:
    """What was not asked about, or was not cleared, is replaced. alone: what the detectors make of the note."""
    asked = find_questions(note, readings, LIMITS)
    open_spans = [s for q in asked.questions for s in q.spans if s not in dismissed]
    assert covered([*asked.others, *open_spans]) & covered(alone.spans) <= covered(redacted.spans)
    gone = [s for s in alone.spans if not covered([s]) <= covered(redacted.spans)]
    # Spans are widened to whole words, and a name that is cleared is no longer searched for in the rest of its note.
    names = {word for s in dismissed for word in words(note.text[s.start : s.end])}
    assert all(covered([s]) & covered(dismissed) or words(note.text[s.start : s.end]) & names for s in gone)


def test_no_random_answer_moves_or_loses_what_was_not_asked_about(guided: Served) -> None:
    """Hundreds of answers of the right form, with random content; ten thousand under `make proof`."""
    rounds = 10 if PROOF else 1
    parts = 1 if PROOF else 3
    read = [note for n in range(rounds) for file in sorted(DATA.glob("*hand*.jsonl")) for note in notes(file, n)][
        ::parts
    ]
    detectors: list[Detector] = [Patterns(), Guesses()]
    with recorded(guided) as llm:
        cascade = Watched(*asker(llm), Policy(LIMITS))
        redacted, _ = Engine(detectors, Tags(), second=cascade).process(read, [])
    alone, _ = Engine(detectors, Tags()).process(read, [])
    seen = {note.id: (readings, second) for note, readings, second in cascade.read}
    counts = Counter[str]()
    for note, readings, second in cascade.read:
        check_second(note, readings, second)
        counts.update(dict(second.reading.second))
    hidden = {id.partition("~")[0] for id, (_, second) in seen.items() if "~" in id and second.dismissed}
    for note, before, after in zip(read, alone, redacted, strict=True):
        check_spliced(note, after)
        if note.id not in hidden:  # what is decoded of a note is asked about apart
            readings, second = seen[note.id]
            check_kept(note, readings, second.dismissed, before, after)
    assert len(hidden) < len(read) / 20
    allowed = cleared([(request, answer) for request, answer in llm.said if request.prompt == "judge"])
    assert len(llm.said) > 1_000 * rounds // parts
    assert counts["cleared"] <= len(allowed)  # of a note of which too much is cleared nothing is
    dismissed = {n.text[s.start : s.end] for n, _, second in cascade.read for s in second.dismissed}
    assert all(any(text in given for given in allowed.values()) for text in dismissed)
    assert counts["cleared"] > 10 or not PROOF  # most of what is cleared at random falls with its canary
    assert counts["added"] and counts["unsure"] > 300 * rounds // parts


def test_a_server_that_ignores_the_schema_clears_nothing(heedless: Served) -> None:
    note = Note("n", "Seen by Okafor with Lindqvist, 12 Elm Street, on the ward.", "p")
    read = [Doubt(8, 14, Entity.PERSON, 0.2)], [Span(20, 29, Entity.PERSON, 0.4, "strong", (STUDENT,))]
    readings = [Reading(tuple(read[1]), tuple(read[0]))]
    request = Request("check", "Answer.", note.text, VERDICTS, 40)
    with recorded(heedless) as llm:
        answers = llm.client.ask([request] * 3).result()
        second = Cascade(*asker(llm), Policy(LIMITS)).begin([note], [readings]).result()[0]
    assert {a.failure for a in answers} <= {Failure.UNSURE, Failure.CUT}
    assert all((a.data is None) == (a.failure is not None) for a in answers)
    assert dict(second.reading.second) == {"asked": 2, "unsure": 2}
    assert not second.dismissed and [(s.start, s.end) for s in second.reading.spans] == [(8, 14)]
    assert (second.reading.complete, second.reading.why) == (False, "llm-unsure")


def test_llm_check_tells_the_two_servers_apart(heedless: Served, guided: Served, in_process: Command) -> None:
    """Both refuse the model as too weak, since neither finds two words again. One obeys a schema; the other accepts it
    alone.
    """
    found = []
    for served in (heedless, guided):
        llm = {"base_url": served.url, "model": served.model, "context_tokens": 1_024, "max_in_flight": 2}
        done = in_process("llm", "check", "--json", env={"REDACTOR_LLM": json.dumps(llm)})
        assert done.returncode == 2 and "the model is too weak" in done.stderr
        said = json.loads(done.stdout)
        found.append((said["listed"], said["structured"], said["context"]["read"], said["tokens_per_second"] > 0))
    assert found == [(False, "ignored", False, True), (True, "obeyed", False, True)]
