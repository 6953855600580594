"""What would wait too long is refused before anything is spent on it, and accepted again afterwards."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, ExitStack
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")

from starlette.types import Message, Receive, Scope, Send

from redactor.service.engine_thread import Kind, Load
from redactor.service.gate import Gate
from redactor.service.metrics import Metrics
from redactor.service_settings import ServiceSettings

ALWAYS = 8  # requests that are accepted at a time, however long they take


class SlowChecker:
    """It knows no token, and its check must not be reached."""

    def remembered(self, token: str) -> None:
        return None

    async def check(self, token: str) -> None:
        raise AssertionError


class Desk:
    """A gate before an application that answers when `free` is set."""

    def __init__(self, checker: Any = None, **limits: Any) -> None:
        self.load, self.free = Load(), asyncio.Event()
        self.began = 0
        told: Any = pytest.fail
        limited = ServiceSettings(**limits)
        self.gate = Gate(self.answer, Metrics(), checker, None, told, limits=limited, load=self.load)

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.began += 1
        await self.free.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def ask(self, body: bytes | None = b"{}", path: str = "/v1/text") -> tuple[int, dict[bytes, bytes]]:
        """Status and headers. body: None must not be read."""
        kind = b"application/x-ndjson" if path == "/v1/records" else b"application/json"
        headers = [(b"content-type", kind), (b"authorization", b"Bearer rdt_x"), (b"content-length", b"2")]
        scope = {
            "type": "http", "path": path, "method": "POST", "headers": headers, "client": ("127.0.0.1", 1),
        }  # fmt: skip
        sent: list[Message] = []

        async def receive() -> Message:
            assert body is not None
            return {"type": "http.request", "body": body}

        async def send(message: Message) -> None:
            sent.append(message)

        await self.gate(scope, receive, send)
        return sent[0]["status"], dict(sent[0]["headers"])


async def until(holds: Any) -> None:
    for _ in range(10_000):
        if holds():
            return
        await asyncio.sleep(0.001)
    raise AssertionError


def test_a_short_queue_takes_what_it_has_to_and_a_long_one_refuses() -> None:
    async def run() -> None:
        desk = Desk()
        async with AsyncExitStack() as stack, asyncio.TaskGroup() as tasks:
            stack.enter_context(desk.load.of(Kind.TEXTS, 10_000_000))  # ten seconds
            asked = [tasks.create_task(desk.ask()) for _ in range(ALWAYS)]
            await until(lambda: desk.began == ALWAYS)
            status, headers = await desk.ask(None)
            assert status == 429 and 9 < int(headers[b"retry-after"]) < 12
            many = await asyncio.gather(*(desk.ask(None) for _ in range(100)))
            assert {status for status, _ in many} == {429}
            desk.free.set()
            assert [status for status, _ in [await one for one in asked]] == [200] * ALWAYS
            assert (await desk.ask())[0] == 200

    asyncio.run(run())


def test_where_the_engine_is_fast_more_may_wait_up_to_the_number_of_the_settings() -> None:
    async def run() -> None:
        desk = Desk(requests=20)
        async with asyncio.TaskGroup() as tasks:
            asked = [tasks.create_task(desk.ask()) for _ in range(20)]
            await until(lambda: desk.began == 20)
            assert (await desk.ask(None))[0] == 429
            desk.free.set()
            assert [status for status, _ in [await one for one in asked]] == [200] * 20

    asyncio.run(run())


def test_who_lets_clients_wait_longer_refuses_fewer() -> None:
    async def run() -> None:
        desk = Desk(queue_seconds=60)
        async with asyncio.TaskGroup() as tasks:
            with desk.load.of(Kind.TEXTS, 10_000_000):
                asked = [tasks.create_task(desk.ask()) for _ in range(ALWAYS + 5)]
                await until(lambda: desk.began == ALWAYS + 5)
            desk.free.set()
            assert [status for status, _ in [await one for one in asked]] == [200] * (ALWAYS + 5)

    asyncio.run(run())


def test_what_is_refused_costs_no_check_of_a_token() -> None:
    async def run() -> None:
        desk = Desk(SlowChecker(), requests=1)
        desk.gate._active = 1
        assert (await desk.ask(None))[0] == 429

    asyncio.run(run())


def test_a_load_goes_away_with_what_made_it_and_learns_how_fast_the_engine_is() -> None:
    load = Load()
    with ExitStack() as stack:
        stack.enter_context(load.of(Kind.TEXTS, 1000))
        stack.enter_context(load.of(Kind.RECORDS, 10))
        assert load.seconds > 0
        for _ in range(500):
            load.measured(Kind.TEXTS, 1000, 2.0)
    assert load.seconds == pytest.approx(0)
    with load.of(Kind.TEXTS, 3000):
        assert load.seconds == pytest.approx(6.0)
    with load.of(Kind.RECORDS, 3000):
        assert load.seconds < 1
