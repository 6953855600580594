"""Containers and machines of a private network, which `llm.local_hosts` lists, are asked at private addresses alone."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest

from redactor.errors import SettingsError
from redactor.llm.client import Client
from redactor.llm.contract import Answer, Failure, Request
from redactor.llm.endpoints import endpoint_from_settings
from redactor.llm.ledger import MemoryLedger
from redactor.llm.retries import Pace
from redactor.settings import LlmSettings
from tests.each_row import each_row
from tests.unit.llm.scripted_server import ScriptedServer, answer

REQUEST = Request("test", "Answer.", "text", {"type": "object", "properties": {"same": {"type": "boolean"}}}, 40)
Answers = Callable[..., None]


@pytest.fixture
def name_server(monkeypatch: pytest.MonkeyPatch) -> Answers:
    """Lets the name `sibling` have these addresses in turn, a list for each lookup; the last stands from then on."""
    real = socket.getaddrinfo

    def set_answers(*answers: list[str]) -> None:
        left = list(answers)

        def resolve(host: Any, port: Any, *args: Any, **more: Any) -> Any:
            if host != "sibling":
                return real(host, port, *args, **more)
            given = left.pop(0) if len(left) > 1 else left[0]
            if not given:
                raise socket.gaierror
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in given]

        monkeypatch.setattr(socket, "getaddrinfo", resolve)

    return set_answers


def settings(port: int, **more: Any) -> LlmSettings:
    given: dict[str, Any] = {"base_url": f"http://sibling:{port}/v1", "model": "m", "local_hosts": ("sibling",)}
    return LlmSettings(**given | {"connect_seconds": 1, "deadline_seconds": 2} | more)


def ask(given: LlmSettings, times: int = 1) -> list[Answer]:
    with closing(Client(given, MemoryLedger(), Pace(tries=1))) as client:
        return [client.ask([REQUEST]).result()[0] for _ in range(times)]


def test_a_sibling_is_asked_over_http_under_its_name(name_server: Answers) -> None:
    name_server(["127.0.0.1"])
    with ScriptedServer(lambda request: answer({"same": True})) as server:
        assert [a.data for a in ask(settings(server.port), 3)] == [{"same": True}] * 3
        assert server.seen[0].headers["host"] == f"sibling:{server.port}"
        assert server.connections == 1
    assert endpoint_from_settings(settings(8000)).remote, "manifest and audit name it"


@each_row(
    "listed",
    [("sibling:11434",), ("SIBLING",), ("other", "sibling")],
)
def test_a_host_is_listed_with_or_without_its_port(listed: tuple[str, ...], name_server: Answers) -> None:
    name_server(["10.1.2.3"])
    assert endpoint_from_settings(settings(11434, local_hosts=listed)).is_local


@each_row("listed", [(), ("sibling:80",), ("sib",), ("*",)])
def test_a_host_that_is_not_listed_is_refused(listed: tuple[str, ...], name_server: Answers) -> None:
    name_server(["10.1.2.3"])
    with pytest.raises(SettingsError, match="local_hosts"):
        endpoint_from_settings(settings(11434, local_hosts=listed))


@each_row(
    ("addresses", "may"),
    [
        (["10.0.0.1"], True),
        (["172.16.0.1", "192.168.3.4"], True),
        (["172.31.255.255"], True),
        (["fd00::2"], True),
        (["::ffff:10.0.0.1"], True),
        ([], True),  # not up yet: nothing can be sent to it
        (["172.32.0.1"], False),
        (["203.0.113.9"], False),
        (["8.8.8.8"], False),
        (["10.0.0.1", "8.8.8.8"], False),
        (["169.254.169.254"], False),
        (["100.64.0.1"], False),
        (["0.0.0.0"], False),
        (["::"], False),
        (["fe80::1%eth0"], False),
        (["2001:db8::1"], False),
        (["::ffff:8.8.8.8"], False),
    ],
)
def test_every_address_must_be_private(addresses: list[str], may: bool, name_server: Answers) -> None:
    name_server(addresses)
    if may:
        assert endpoint_from_settings(settings(8000)).is_local
    else:
        with pytest.raises(SettingsError, match="outside private networks"):
            endpoint_from_settings(settings(8000))


def test_addresses_are_checked_at_each_connection(name_server: Answers, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that turns to a public address after the start gets nothing, not even a connection."""
    reached: list[str] = []
    real = asyncio.BaseEventLoop.create_connection

    async def connect(loop: Any, factory: Any, host: Any = None, *args: Any, **more: Any) -> Any:
        reached.append(host)
        return await real(loop, factory, host, *args, **more)

    monkeypatch.setattr(asyncio.BaseEventLoop, "create_connection", connect)
    with ScriptedServer(lambda request: answer({"same": True})) as server:
        for later in (["203.0.113.9"], ["127.0.0.1", "203.0.113.9"]):
            name_server(["127.0.0.1"], later)
            assert [a.failure for a in ask(settings(server.port))] == [Failure.DOWN]
        assert not reached and not server.connections
        # The second lookup is the last one before the connection: no third one leads elsewhere.
        name_server(["127.0.0.1"], ["127.0.0.1"], ["203.0.113.9"])
        assert [a.data for a in ask(settings(server.port))] == [{"same": True}]
        assert reached == ["127.0.0.1"]
