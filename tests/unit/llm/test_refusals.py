"""An endpoint that refuses every request, or a single text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from redactor.errors import EndpointRefusedError
from redactor.llm.contract import Answer, Failure
from redactor.llm.exchange import Exchange
from redactor.llm.retries import FIRST_PAUSE, Breaker
from tests.each_row import each_row
from tests.unit.llm.client_kit import DOWN, GOOD, PHI, Book, ask, client, request
from tests.unit.llm.scripted_server import Reply, ScriptedServer, answer, error, in_turn, question

REFUSED = Answer(None, Failure.REFUSED)


def refusing(status: int, when: Callable[[str], bool] = lambda content: True) -> Callable[[dict[str, Any]], Reply]:
    """A script that refuses what the function says of the text, and quotes it."""

    def script(asked: dict[str, Any]) -> Reply:
        content = question(asked)
        return error(status, f"I do not take {content}") if when(content) else answer(GOOD)

    return script


@each_row(
    ("status", "say"),
    [
        (301, "it redirects, which is not followed: put its real address in [llm] base_url"),
        (308, "[llm] base_url"),
        (400, "[llm] model may be no chat model"),
        (401, "it asks for a key: put the key in a variable, and name that variable in [llm] api_key_env"),
        (402, "the account with its provider"),
        (403, "[llm] api_key_env"),
        (404, "[llm] model is not a name that it knows, or base_url is not the address"),
        (405, "`redactor llm check`"),
        (415, "[llm] context_tokens"),
        (422, "[llm] chunk_words"),
    ],
)
def test_an_endpoint_that_refuses_everything_stops_what_asks_and_says_what_to_set(status: int, say: str) -> None:
    with ScriptedServer(refusing(status)) as server, client(server.url, max_in_flight=2) as llm:
        for _ in range(3):
            with pytest.raises(EndpointRefusedError) as raised:
                ask(llm, *[request()] * 20)
        counts = llm.counts()
    told = str(raised.value)
    assert f"HTTP {status}" in told and say in told
    assert PHI not in told and "I do not take" not in told
    assert len(server.asked) <= 3  # what was under way, and one question without a text
    assert sum(PHI in question(seen.json) for seen in server.asked) <= 2
    assert counts.failures == {"llm-refused": 60}


def test_a_key_that_is_refused_is_told_from_one_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLM_KEY", "sk-wrong")
    with ScriptedServer(refusing(401)) as server, client(server.url, api_key_env="LLM_KEY") as llm:
        with pytest.raises(EndpointRefusedError, match="does not accept the key in the variable") as raised:
            ask(llm)
        assert "sk-wrong" not in str(raised.value)


@pytest.mark.parametrize("status", [400, 403, 422])
def test_a_single_text_that_is_refused_stops_nothing(status: int) -> None:
    """As by the filter of a provider, or by a firewall before the endpoint; also as the first of all."""
    with ScriptedServer(refusing(status, lambda content: PHI in content)) as server, client(server.url) as llm:
        assert ask(llm) == [REFUSED]
        assert ask(llm, request("Nobody.")) == [Answer(GOOD)]
        before = len(server.asked)
        assert ask(llm) == [REFUSED]
        sent = len(server.asked) - before
    assert sent == (1 if status != 403 else 2)


def test_a_refused_text_is_sent_once_after_an_answer() -> None:
    with ScriptedServer(refusing(400, lambda content: PHI in content)) as server, client(server.url) as llm:
        assert ask(llm, request("Nobody.")) == [Answer(GOOD)]
        assert ask(llm, *[request()] * 3) == [REFUSED] * 3
    assert len(server.asked) == 4


@pytest.mark.parametrize("status", [401, 404, 400])
def test_an_endpoint_that_begins_to_refuse_everything_stops_what_asks(status: int) -> None:
    refuses = False
    with (
        ScriptedServer(lambda asked: error(status) if refuses else answer(GOOD)) as server,
        client(server.url, max_in_flight=1) as llm,
    ):
        assert ask(llm, *[request()] * 8) == [Answer(GOOD)] * 8
        refuses = True
        with pytest.raises(EndpointRefusedError, match=f"HTTP {status}"):
            ask(llm, *[request()] * 8)
    assert len(server.asked) <= 8 + 6


def test_nobody_knows_whether_an_endpoint_refuses_everything_that_is_down_then() -> None:
    with ScriptedServer(in_turn(error(401), error(503), answer(GOOD))) as server, client(server.url) as llm:
        assert ask(llm) == [DOWN]
        assert ask(llm) == [Answer(GOOD)]


def test_after_a_pause_an_endpoint_that_was_mended_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    made = Exchange.__init__

    def with_clock(self: Exchange, *given: Any) -> None:
        made(self, *given)
        self._breaker = Breaker(lambda: now)

    monkeypatch.setattr(Exchange, "__init__", with_clock)
    refuses = True
    with (
        ScriptedServer(lambda asked: error(401) if refuses else answer(GOOD)) as server,
        client(server.url) as llm,
    ):
        for _ in range(2):
            with pytest.raises(EndpointRefusedError):
                ask(llm)
        assert len(server.asked) == 2
        now = FIRST_PAUSE
        with pytest.raises(EndpointRefusedError):
            ask(llm)
        assert len(server.asked) == 3
        refuses, now = False, 4 * FIRST_PAUSE
        assert ask(llm) == [Answer(GOOD)]


def test_the_question_without_a_text_is_reserved_too() -> None:
    with (
        ScriptedServer(refusing(401)) as server,
        client(server.url, book := Book()) as llm,
        pytest.raises(EndpointRefusedError),
    ):
        ask(llm)
    assert len(book.settled) == len(book.reserved) == len(server.asked) == 2
