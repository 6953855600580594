"""Nothing strays: redirects, variables of the environment, keys and logs."""

from __future__ import annotations

import logging
from contextlib import suppress

import pytest

from redactor.errors import EndpointRefusedError
from redactor.llm.contract import Answer
from tests.unit.llm.client_kit import GOOD, PHI, ask, client
from tests.unit.llm.scripted_server import Reply, ScriptedServer, answer


def test_a_redirect_is_not_followed() -> None:
    with ScriptedServer(lambda asked: answer(GOOD)) as trap:
        reply = Reply(307, {"location": f"{trap.url}/chat/completions"})
        with (
            ScriptedServer(lambda asked: reply) as server,
            client(server.url) as llm,
            pytest.raises(EndpointRefusedError, match="HTTP 307: it redirects"),
        ):
            ask(llm)
    assert not trap.seen
    assert not trap.connections


def test_variables_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedServer(lambda asked: answer(GOOD)) as trap, ScriptedServer(lambda asked: answer(GOOD)) as server:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, trap.url)
            monkeypatch.setenv(name.lower(), trap.url)
        monkeypatch.setenv("NO_PROXY", "")
        monkeypatch.setenv("OPENAI_BASE_URL", trap.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-stray")
        monkeypatch.setenv("OPENAI_ADMIN_KEY", "sk-stray")
        monkeypatch.setenv("OPENAI_ORG_ID", "stray")
        monkeypatch.setenv("OPENAI_PROJECT_ID", "stray")
        monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "authorization: stray\nx-stray: stray\ncookie: stray")
        with client(server.url) as llm:
            assert ask(llm) == [Answer(GOOD)]
    assert not trap.seen
    assert not trap.connections
    headers = server.asked[0].headers
    assert "stray" not in str(headers)
    assert "authorization" not in headers
    known = {"host", "accept", "content-type", "content-length", "accept-encoding", "user-agent", "connection"}
    assert set(headers) <= known


def test_the_key_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLM_KEY", "sk-right")
    with ScriptedServer(lambda asked: answer(GOOD)) as server:
        with client(server.url, api_key_env="LLM_KEY") as llm:
            assert ask(llm) == [Answer(GOOD)]
        with client(f"{server.url}?api-version=2024-10-21", api_key_env="LLM_KEY") as llm:
            assert ask(llm) == [Answer(GOOD)]
    plain, azure = server.asked
    assert plain.headers["authorization"] == "Bearer sk-right"
    assert azure.headers["api-key"] == "sk-right"
    assert "authorization" not in azure.headers
    assert azure.path == "/v1/chat/completions?api-version=2024-10-21"


def test_nothing_is_logged(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_LOG", "debug")
    caplog.set_level(logging.DEBUG)
    told = {"x-request-id": PHI, "content-type": "application/json"}
    replies = (
        Reply(500, told, PHI.encode()),
        Reply(200, told, PHI.encode()),
        Reply(400, told, PHI.encode()),
        Reply(307, told | {"location": f"http://127.0.0.1:9/{PHI}"}),
    )
    for reply in replies:
        with ScriptedServer(lambda asked, reply=reply: reply) as server, client(server.url) as llm:  # type: ignore[misc]
            with suppress(EndpointRefusedError):
                assert ask(llm)[0].failure is not None
            assert PHI not in repr(llm.counts())
    assert not [record for record in caplog.records if record.name.split(".")[0] not in ("asyncio",)]
    assert "Quackenbush" not in caplog.text
    out, err = capfd.readouterr()
    assert not out
    assert not err
