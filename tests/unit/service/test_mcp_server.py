"""Calls of `redactor mcp` in this process: how many wait, and what a defect shows."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, cast

import pytest

pytest.importorskip("mcp")

import anyio
from mcp import Client

from redactor.assemble.facade import Redactor
from redactor.cli.remedies import REMEDIES
from redactor.errors import RunError
from redactor.service.mcp.server import MOST_WAITING, Desk, server_of
from redactor.service.mcp.tool_files import CallRefusedError
from redactor.service.mcp.tools import Tools
from schemas.engine.records import Reason, RecordError


class _Scripted:
    """Tools of which one waits until it is told to go on, and one has a defect."""

    def __init__(self) -> None:
        self.offered: Mapping[str, Any] = {}
        self.called: list[str] = []
        self.began, self.go_on = threading.Event(), threading.Event()

    def call(self, name: str, arguments: Mapping[str, Any]) -> str:
        self.called.append(name)
        if name == "defect":
            raise ValueError(arguments["text"])
        if name == "refused":
            raise RunError("the home is damaged")
        if name == "slow":
            self.began.set()
            assert self.go_on.wait(60)
        return name


@pytest.fixture
def thread() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as found:
        yield found


def test_no_more_calls_wait_than_the_bound_and_places_come_back(thread: ThreadPoolExecutor) -> None:
    scripted = _Scripted()
    desk = Desk(cast("Tools", scripted), thread, lambda _: None)
    answers: list[str] = []

    async def run() -> None:
        async with Client(server_of(desk)) as client:

            async def call(name: str) -> None:
                (content,) = (await client.call_tool(name, {})).content
                assert content.type == "text"
                answers.append(content.text)

            async with anyio.create_task_group() as calls:
                for _ in range(MOST_WAITING):
                    calls.start_soon(call, "slow")
                await anyio.to_thread.run_sync(scripted.began.wait, 60)
                while desk.waiting < MOST_WAITING:
                    await anyio.sleep(0.01)
                await call("late")
                assert json.loads(answers[0])["error"] == "busy"
                scripted.go_on.set()
            await call("again")

    anyio.run(run)
    assert answers[1:] == ["slow"] * MOST_WAITING + ["again"]


def test_a_defect_shows_nothing_of_the_input(thread: ThreadPoolExecutor) -> None:
    met: list[Exception] = []
    desk = Desk(cast("Tools", _Scripted()), thread, met.append)

    async def run() -> None:
        async with Client(server_of(desk)) as client:
            answer = await client.call_tool("defect", {"text": "Quorvane"})
            assert answer.is_error and "Quorvane" not in answer.model_dump_json()
            assert "internal-error" in answer.model_dump_json()
            answer = await client.call_tool("refused", {})
            assert answer.is_error and "not-possible" in answer.model_dump_json()

    anyio.run(run)
    assert [type(error) for error in met] == [ValueError, RunError]


def test_a_call_whose_client_is_gone_from_http_before_it_is_read_is_never_read(thread: ThreadPoolExecutor) -> None:
    pytest.importorskip("fastapi")
    from redactor.service.mcp.over_http import McpAnswer

    scripted = _Scripted()
    desk = Desk(cast("Tools", scripted), thread, lambda _: None)
    server = server_of(desk)
    headers = {"content-type": "application/json", "accept": "application/json", "mcp-protocol-version": "2025-11-25"}
    scope = {"type": "http", "method": "POST", "path": "/mcp", "query_string": b"",
             "headers": [(k.encode(), v.encode()) for k, v in headers.items()]}  # fmt: skip

    async def ask(name: str, gone: asyncio.Event) -> list[Any]:
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name}}
        waiting, sent = [json.dumps(call).encode()], list[Any]()

        async def receive() -> dict[str, Any]:
            if waiting:
                return {"type": "http.request", "body": waiting.pop(), "more_body": False}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        await McpAnswer(server)(scope, receive, send)
        return sent

    async def run() -> None:
        stays, gone = asyncio.Event(), asyncio.Event()
        slow = asyncio.create_task(ask("slow", stays))
        await asyncio.to_thread(scripted.began.wait, 60)
        late = asyncio.create_task(ask("late", gone))
        while desk.waiting < 2:
            await asyncio.sleep(0.01)
        gone.set()
        assert await late == [] and desk.waiting == 1
        scripted.go_on.set()
        start, body = await slow
        assert start["status"] == 200 and b'"slow"' in body["body"]

    asyncio.run(run())
    assert scripted.called == ["slow"]


def test_the_sdk_writes_no_line(thread: ThreadPoolExecutor, caplog: pytest.LogCaptureFixture) -> None:
    server_of(Desk(cast("Tools", _Scripted()), thread, lambda _: None))
    logging.getLogger("mcp.server.transport_security").warning("Quorvane")
    assert not caplog.records


def test_a_call_that_is_cancelled_before_it_is_read_is_never_read(thread: ThreadPoolExecutor) -> None:
    scripted = _Scripted()
    desk = Desk(cast("Tools", scripted), thread, lambda _: None)

    async def run() -> None:
        async with Client(server_of(desk)) as client, anyio.create_task_group() as calls:
            calls.start_soon(client.call_tool, "slow", {})
            await anyio.to_thread.run_sync(scripted.began.wait, 60)
            async with anyio.create_task_group() as late:
                late.start_soon(client.call_tool, "late", {})
                while desk.waiting < 2:
                    await anyio.sleep(0.01)
                late.cancel_scope.cancel()
            while desk.waiting > 1:
                await anyio.sleep(0.01)
            scripted.go_on.set()
        assert desk.waiting == 0

    anyio.run(run)
    assert scripted.called == ["slow"]


OF_RUNS = {Reason.MALFORMED_TABLE, Reason.PATIENT_UNSEEN, Reason.SUPERSEDED, Reason.TOO_UNCLEAR, Reason.UNVERIFIED}
"""These are reasons of tables, streams and recordings, which no call reads."""


@pytest.mark.parametrize("reason", sorted({*Reason} - OF_RUNS))
def test_no_advice_names_a_quarantine_which_no_call_has(reason: Reason) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise RecordError(reason)

    tools = Tools({"p": cast(Redactor, SimpleNamespace(learn=refuse, records=refuse))}, REMEDIES)
    with pytest.raises(CallRefusedError) as refused:
        tools.call("deidentify_record", {"record": "{}"})
    assert refused.value.code == reason.value and "quarantine" not in refused.value.advice
