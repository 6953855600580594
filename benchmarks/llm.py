"""CPU of a request to an LLM, and how many are answered in a second.

    python -m benchmarks.llm [--requests 1920] [--wait 200]

The endpoint is a process of its own that answers after a wait, so that this process holds the client alone: 64 requests
in flight, answers of eight verdicts. Memory is what the client adds to a process that has read its settings.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import time
from multiprocessing.connection import Connection

from benchmarks.common import Clock, Figure, argument, tell
from redactor.llm.client import Client
from redactor.llm.contract import Request
from redactor.llm.ledger import Usage
from redactor.settings import LlmSettings

IN_FLIGHT = 64
IDS = [f"{n:016x}" for n in range(8)]
VERDICT = {
    "type": "object",
    "properties": {"id": {"type": "string", "enum": IDS}, "identifies": {"type": "boolean"}},
}
SCHEMA = {"type": "object", "properties": {"answers": {"type": "array", "maxItems": 8, "items": VERDICT}}}
ANSWER = json.dumps({"answers": [{"id": one, "identifies": False} for one in IDS]})
INSTRUCTIONS = "Say of each marked range whether it identifies a person. " * 40
NOTE = "The patient was seen in the clinic on a day in spring with her daughter, and feels better. " * 20


class Endpoint(asyncio.Protocol):
    """Answers each request after a wait, whatever it holds."""

    def __init__(self, wait: float) -> None:
        completion = {
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": ANSWER}}],
            "usage": {"prompt_tokens": 900, "completion_tokens": 200, "total_tokens": 1100},
        }
        body = json.dumps(completion).encode()
        self._reply = (
            b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(body) + body
        )
        self._wait = wait
        self._received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, blank, body = self._received.partition(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0] or 0)
        if blank and len(body) >= length:
            self._received = b""
            asyncio.get_running_loop().call_later(self._wait, self._transport.write, self._reply)


def serve(port: Connection, wait: float) -> None:
    """Serve until the process is ended."""

    async def listen() -> None:
        server = await asyncio.get_running_loop().create_server(lambda: Endpoint(wait), "127.0.0.1", 0, backlog=256)
        port.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(listen())


class NoLedger:
    """No budget. The cost of a ledger is not the client's."""

    def reserve(self, estimate: int) -> bool:
        return True

    def settle(self, estimate: int, used: Usage | None) -> None:
        pass


def resident() -> float:
    """MB of this process."""
    with open("/proc/self/statm") as f:  # noqa: PTH123
        return int(f.read().split()[1]) * 4096 / 1e6


def main() -> None:
    n, wait = argument("requests", 1_920), argument("wait", 200) / 1000
    here, there = multiprocessing.Pipe()
    endpoint = multiprocessing.get_context("spawn").Process(target=serve, args=(there, wait), daemon=True)
    endpoint.start()
    settings = LlmSettings(
        base_url=f"http://127.0.0.1:{here.recv()}/v1", model="none", max_in_flight=IN_FLIGHT, deadline_seconds=60
    )
    before = resident()
    client = Client(settings, NoLedger())  # type: ignore[arg-type]
    request = Request("judge", INSTRUCTIONS, NOTE, SCHEMA, 400)
    client.ask([request] * IN_FLIGHT).result()
    memory = resident() - before
    cpu, rate = float("inf"), 0.0
    for _ in range(3):
        clock = Clock()
        with clock.running():
            answers = client.ask([request] * n).result()
        assert all(answer.failure is None for answer in answers)
        cpu, rate = min(cpu, clock.cpu / n), max(rate, n / clock.wall)
    lone = time.perf_counter()
    client.ask([request]).result()
    lone = time.perf_counter() - lone - wait
    client.close()
    endpoint.terminate()
    endpoint.join()
    best = IN_FLIGHT / wait
    tell(
        [
            Figure("CPU a request", cpu * 1000, "ms", aim=2, less=True),
            Figure(f"{IN_FLIGHT} in flight, {wait * 1000:.0f} ms each", rate, "requests/s", aim=0.9 * best),
            Figure("the client adds", memory, "MB", aim=40, less=True),
            Figure("one request alone, beside its wait", lone * 1000, "ms"),
        ]
    )


if __name__ == "__main__":
    main()
