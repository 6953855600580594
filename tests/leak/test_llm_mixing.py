"""A server that mixes the answers of patients: no answer of one note ever touches another."""

from __future__ import annotations

import json
import random
import re
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from typing import Any

from redactor.detect import SecondReading
from redactor.detect.cascade.cascade import Cascade, Policy
from redactor.detect.cascade.passes import PassOptions
from redactor.detect.cascade.questions import Limits
from redactor.detect.cascade.verdicts import Judge
from redactor.entities import Entity
from redactor.keys import DerivedKey
from redactor.llm.cache import MemoryAnswers
from redactor.llm.client import Client
from redactor.llm.ledger import MemoryLedger
from redactor.llm.prompts import load_prompt
from redactor.llm.retries import Pace
from redactor.settings import LlmSettings
from redactor.text import BY_LLM, Note, Reading, Span
from relex.llm_questions import Asker, Question
from tests.unit.detect.cascade.canary_kit import hidden_entity, hidden_id
from tests.unit.detect.cascade.llm_kit import MARK, clear, phi, span
from tests.unit.llm.scripted_server import Reply, ScriptedServer, answer, question, text

KEY = DerivedKey(b"k" * 32)
NAMES = ("Ilkar", "Quenby", "Yngvar", "Tove", "Bodil", "Okko")
Said = list[dict[str, str]]


@contextmanager
def _client(url: str, **more: Any) -> Iterator[Client]:
    settings = LlmSettings(base_url=url, model="m", deadline_seconds=20, **more)
    with closing(Client(settings, MemoryLedger(), Pace(2, 0.01, 0.02))) as client:
        yield client


def _read(client: Client, notes: Sequence[Note], spans: Mapping[str, Sequence[Span]]) -> list[SecondReading]:
    judge = Judge(client, MemoryAnswers(), KEY, load_prompt("judge"), tuple(Entity), 8_192)
    cascade = Cascade(judge, PassOptions(KEY, load_prompt("extract"), passes=1), Policy(Limits(0.01, 0.6)))
    return cascade.begin(notes, [[Reading(tuple(spans[n.id]))] for n in notes]).result()


def _note(name: str, **more: Any) -> Note:
    return Note(name, f"Seen with {name} on the ward.", f"patient of {name}", **more)


def _asked(request: Mapping[str, Any]) -> dict[str, str]:
    """The ids of a request, without its canary's -> their ranges."""
    content = question(request)
    return {id: range_ for id, range_ in MARK.findall(content) if id != hidden_id(content)}


def _canary(request: Mapping[str, Any]) -> Said:
    return [phi(hidden_id(question(request)))]


class Mixing:
    """Gives each request what `mix` makes of its own answer and of all that was asked so far.

    clears: the ranges that an honest answer would clear. own: the ranges that an answer to their own request cleared,
    and said nothing else of.
    """

    def __init__(self, mix: Callable[[Said, list[tuple[Said, Said]]], Said], clears: Sequence[str] = NAMES) -> None:
        self._mix, self._clears = mix, clears
        self._before: list[tuple[Said, Said]] = []  # own answers, with their canaries
        self.own: set[str] = set()

    def __call__(self, request: Mapping[str, Any]) -> Reply:
        asked = _asked(request)
        honest = [clear(id) if value in self._clears else phi(id) for id, value in asked.items()]
        self._before.append((honest, _canary(request)))
        said = self._mix(honest, self._before)
        for id, value in asked.items():
            if {one["verdict"] for one in said if one["id"] == id} == {"not_phi"}:
                self.own.add(value)
        return answer({"answers": said})


def _in_random_parts(seed: int) -> Callable[[Said, list[tuple[Said, Said]]], Said]:
    """Own answers or not, those of others, replays, canaries of any request, all with any verdict."""
    draw = random.Random(seed)

    def mix(own: Said, before: list[tuple[Said, Said]]) -> Said:
        said = list(before[-1][1]) if draw.random() < 0.95 else []
        for answers, canary in [*before[:-1], (own, [])] if draw.random() < 0.95 else before[:-1]:
            for one in [*answers, *canary]:
                if draw.random() < 0.8:
                    said.append(draw.choice([clear, phi])(one["id"]) if draw.random() < 0.5 else one)
        draw.shuffle(said)
        return said

    return mix


def test_nothing_is_cleared_but_by_an_answer_to_its_own_request() -> None:
    notes = [_note(name) for name in NAMES]
    spans = {note.id: [span(note, note.id)] for note in notes}
    cleared = 0
    for seed in range(24):
        script = Mixing(_in_random_parts(seed))
        with ScriptedServer(script) as server, _client(server.url, max_in_flight=1) as client:
            read = _read(client, notes, spans)
        for note, second in zip(notes, read, strict=True):
            assert second.dismissed <= set(spans[note.id])
            assert not second.dismissed or note.id in script.own, seed
            assert second.reading.complete or second.reading.why == "llm-unsure"
            cleared += bool(second.dismissed)
    assert cleared > 5, "some answers to their own request clear"


def test_answers_that_are_swapped_clear_nothing() -> None:
    """Each request gets the answer of the other, which clears everything there, with the canary of either."""
    both = threading.Barrier(2, timeout=20)
    given: dict[str, Said] = {}

    def swapped(request: dict[str, Any]) -> Said:
        (name,) = _asked(request).values()
        given.setdefault(name, [clear(id) for id in _asked(request)] + _canary(request))
        both.wait()
        (other,) = (said for key, said in given.items() if key != name)
        return other

    class Unlocked(ScriptedServer):  # the script of the other waits for both
        def reply_to(self, seen: Any) -> Reply:
            return answer({"answers": swapped(seen.json)})

    notes = [_note("Ilkar"), _note("Quenby")]
    with Unlocked(lambda request: text("")) as server, _client(server.url) as client:
        read = _read(client, notes, {n.id: [span(n, n.id)] for n in notes})
    assert [second.dismissed for second in read] == [frozenset()] * 2
    assert {second.reading.why for second in read} == {"llm-unsure"}


def test_an_old_answer_that_is_given_again_clears_nothing() -> None:
    first: list[Reply] = []

    def script(request: dict[str, Any]) -> Reply:
        first.append(answer({"answers": [clear(id) for id in _asked(request)] + _canary(request)}))
        return first[0]

    notes = [_note(name) for name in NAMES]
    with ScriptedServer(script) as server, _client(server.url, max_in_flight=1) as client:
        read = _read(client, notes, {n.id: [span(n, n.id)] for n in notes})
    assert [bool(second.dismissed) for second in read] == [True] + [False] * 5


def test_names_that_a_pass_lists_for_another_note_are_placed_in_none() -> None:
    """The answers of two notes that are read whole, swapped: with the canary of the other, and with its own."""
    for has_own_canary in (False, True):
        listed: dict[str, list[dict[str, str]]] = {}

        def script(request: dict[str, Any], own: bool = has_own_canary, listed: Any = listed) -> Reply:
            content = question(request)
            (name,) = (n for n in NAMES if n in content)
            listed[name] = [{"type": "PERSON", "text": name, "context": f"with {name} on"}, hidden_entity(content)]
            other = listed.get("Ilkar", listed[name])
            return answer({"entities": [*other, *listed[name][1:]] if own else other})

        notes = [_note(name, hints=BY_LLM) for name in ("Ilkar", "Quenby")]
        with ScriptedServer(script) as server, _client(server.url, max_in_flight=1) as client:
            first, second = _read(client, notes, {n.id: [] for n in notes})
        assert [(s.start, s.end) for s in first.reading.spans] == [(10, 15)] and first.reading.complete
        assert not second.reading.spans and second.reading.why == "llm-unsure"


def test_a_choice_of_another_patients_question_decides_nothing() -> None:
    """Questions about stand-ins of two patients, whose answers are swapped or given to both."""
    asked: list[dict[str, Any]] = []

    def script(request: dict[str, Any]) -> Reply:
        (one,) = json.loads(question(request))["questions"]
        asked.append(one)
        said = [{"id": o["id"], "choice": o["choices"][1]["id"]} for o in asked]
        said += [{"id": one["id"], "choice": o["choices"][0]["id"]} for o in asked if o["id"] != one["id"]]
        return answer({"answers": said if len(asked) > 1 else said[:1]})

    choices = tuple((("who", who),) for who in ("the patient", "a member of the staff"))
    questions = [Question(f"p{n}", "", (("name", "Smith"), ("text", "Smith came.")), choices) for n in range(3)]
    with ScriptedServer(script) as server, _client(server.url, max_in_flight=1) as client:
        chosen = Asker(client, MemoryAnswers(), KEY, 8_192).choose(load_prompt("cluster"), questions)
    assert chosen == [1, None, None]


@contextmanager
def _two_replies_for_one(made: Callable[[bytes], bytes]) -> Iterator[str]:
    """A server of kept-alive connections that answers each request twice, so that a reply waits for the next one."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve(connection: socket.socket) -> None:
        received = b""
        with connection, suppress(OSError):
            while True:
                while (whole := re.match(rb"(?s).*?content-length: (\d+).*?\r\n\r\n", received, re.IGNORECASE)) is None:
                    if not (part := connection.recv(65_536)):
                        return
                    received += part
                end = whole.end() + int(whole[1])
                while len(received) < end:
                    received += connection.recv(65_536)
                reply = made(received[whole.end() : end])
                received = received[end:]
                heads = f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {len(reply)}\r\n\r\n"
                connection.sendall((heads.encode() + reply) * 2)

    def accept() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            threading.Thread(target=serve, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()


def test_a_reply_that_waits_in_the_connection_is_no_answer_to_the_next_request() -> None:
    given = 0

    def made(body: bytes) -> bytes:
        nonlocal given
        request, given = json.loads(body), given + 1
        said = [clear(id) if value == "Ilkar" else phi(id) for id, value in _asked(request).items()]
        return answer({"answers": said + _canary(request)}).body

    notes = [_note(name) for name in NAMES]
    with _two_replies_for_one(made) as url, _client(url, max_in_flight=1) as client:
        read = _read(client, notes, {n.id: [span(n, n.id)] for n in notes})
    assert given >= len(notes)
    assert {n.id for n, second in zip(notes, read, strict=True) if second.dismissed} <= {"Ilkar"}
