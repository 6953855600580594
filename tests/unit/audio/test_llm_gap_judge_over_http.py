"""The judge of gaps over HTTP, against a server that does what servers do wrong: what is not cleared stays muted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Any

import pytest

from audio.gap_judges import PROMPT, LlmGapJudge
from redactor.detect.cascade.verdicts import Judge
from redactor.entities import Entity
from redactor.errors import EndpointRefusedError
from redactor.llm.cache import MemoryAnswers
from redactor.llm.client import Client
from redactor.llm.ledger import MemoryLedger
from redactor.llm.prompts import load_prompt
from redactor.llm.retries import Pace
from redactor.settings import LlmSettings
from tests.each_row import each_row
from tests.unit.audio.test_llm_gap_judge import HEARD, MUMBLE, NAME, say
from tests.unit.detect.cascade.canary_kit import hidden_id
from tests.unit.detect.cascade.llm_kit import KEY, MARK, clear, phi
from tests.unit.llm.scripted_server import Reply, Script, ScriptedServer, answer, error, question, text

Said = list[dict[str, str]]


def _kept(script: Script, *subjects: str, **settings: Any) -> list[list[str]]:
    """The gaps that the judge keeps, of a recording of each subject."""
    with ScriptedServer(script) as server:
        made = LlmSettings(base_url=server.url, model="m", max_in_flight=1, **({"deadline_seconds": 20} | settings))  # type: ignore[arg-type]
        with closing(Client(made, MemoryLedger(), Pace(2, 0.01, 0.02))) as client:
            asker = Judge(client, MemoryAnswers(), KEY, load_prompt(PROMPT), tuple(Entity), 8_192)
            return [
                LlmGapJudge(asker, subject).without_phi([NAME, MUMBLE], [*HEARD, *say("and more", 5.0)], ())
                for subject in subjects
            ]


def _says(say_of: Callable[[str], Said], canary: Callable[[str], Said] = lambda id: [phi(id)]) -> Script:
    """What is said of each gap, by its id, and of the canary."""

    def script(request: Mapping[str, Any]) -> Reply:
        content = question(request)
        hidden = hidden_id(content)
        ids = [id for id, _ in MARK.findall(content) if id != hidden]
        return answer({"answers": [one for id in ids for one in say_of(id)] + canary(hidden)})

    return script


def test_what_an_honest_server_clears_is_kept() -> None:
    assert _kept(_says(lambda id: [clear(id)]), "s") == [[NAME.id, MUMBLE.id]]
    assert _kept(_says(lambda id: [phi(id)]), "s") == [[]]


@each_row(
    "script",
    [
        _says(lambda id: [clear(id)], lambda id: [clear(id)]),
        _says(lambda id: [clear(id)], lambda id: []),
        _says(lambda id: [clear(id)], lambda id: [clear(id), phi(id)]),
        _says(lambda id: [clear(id), phi(id)]),
        _says(lambda id: [clear("aaaaaaaaaa")]),
        _says(lambda id: [{"id": id, "verdict": "not_phi", "entity": "PERSON"}]),
        _says(lambda id: []),
        lambda request: text("Both gaps are noise."),
        lambda request: text(None),
        lambda request: answer({"answers": "all clear"}),
        lambda request: answer({"answers": []}, finish="length"),
        lambda request: error(503),
        lambda request: error(429, retry_after="999999999"),
        lambda request: error(429, retry_after="Fri, 31 Dec 9999 23:59:59 GMT"),
        lambda request: error(429, retry_after="-5"),
        lambda request: Reply(cut="at once"),
        lambda request: Reply(body=b"x" * 1_000, cut="in body"),
    ],
)
def test_what_no_answer_clears_stays_muted(script: Script) -> None:
    assert _kept(script, "s") == [[]]


def test_a_server_that_stalls_keeps_nothing() -> None:
    assert _kept(lambda request: Reply(before=20), "s", first_byte_seconds=0.1, deadline_seconds=1) == [[]]


def test_an_answer_about_the_recording_of_another_patient_keeps_nothing() -> None:
    first: list[Reply] = []
    honest = _says(lambda id: [clear(id)])

    def replays(request: Mapping[str, Any]) -> Reply:
        first.append(honest(dict(request)))
        return first[0]

    assert _kept(replays, "s", "t") == [[NAME.id, MUMBLE.id], []]


@pytest.mark.parametrize("status", [401, 404, 400, 302])
def test_an_endpoint_that_refuses_everything_stops_the_recordings(status: int) -> None:
    with pytest.raises(EndpointRefusedError, match=f"HTTP {status}"):
        _kept(lambda request: error(status), "s")
