"""This module de-identifies the records of a request, a line of JSON each, and answers while they arrive."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import partial
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from redactor.assemble.facade import Redactor
from redactor.service.bodies import BATCH_BYTES, BATCH_RECORDS, each_done
from redactor.service.engine_thread import EngineThread, Kind
from redactor.service.idempotency import TRANSIENT
from redactor.service.metrics import Metrics
from redactor.service.refusals import error_body
from schemas.engine.json_codec import encode, parse
from schemas.engine.records import Outcome, Reason, RecordError, RecordOut

RECORD_BYTES = 8 << 20
_BATCH_SECONDS = 60.0  # for a batch to arrive
_WAITING_BYTES = 16 << 20  # of answers, for clients that read only when they have sent everything
_TRANSIENT = frozenset({Reason.SERVICE_UNAVAILABLE.value, Reason.INTERNAL.value})
Line = tuple[int, bytes | None]  # its number from 1, and the line; None if it is longer than RECORD_BYTES


class RecordStream(Response):
    """This answer reads records and writes {"line", "outcome", "record"?, "reason"?, "where"?} for each, in order.

    schema: that of records that name none, such as rows of a table. Records are read 64 at a time, so that the answer
    does not depend on how they arrive. If the stream cannot go on, its last line is an error.
    """

    media_type = "application/x-ndjson"

    def __init__(
        self,
        engine: EngineThread,
        metrics: Metrics,
        told: Callable[[BaseException], None],
        schema: str | None = None,
    ) -> None:
        super().__init__()
        del self.headers["content-length"]
        self._engine, self._metrics, self._told, self._schema = engine, metrics, told, schema

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer; see ASGI. A client that takes no answer is disconnected by the server."""
        answers = _Answers()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._work(receive, scope, answers))
            start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
            async for body in answers:
                if start:
                    await send(start)
                    start = {}
                await send({"type": "http.response.body", "body": body, "more_body": True})
            if answers.is_gone:
                return
            if start:
                await send(start)
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _work(self, receive: Receive, scope: Scope, answers: _Answers) -> None:
        try:
            batches = _batches(receive)
            while True:
                async with asyncio.timeout(_BATCH_SECONDS):
                    batch = await anext(batches, None)
                if batch is None:
                    return
                if not scope["may_go_on"]():
                    scope[TRANSIENT] = True
                    await answers.put(error_body("unauthorized") + b"\n")
                    return
                size = sum(len(line or b"") for _, line in batch)
                with self._engine.load.of(Kind.RECORDS, size):
                    work = partial(_process, batch=batch, told=self._told, schema=self._schema)
                    outcomes, body, (doubts, strange) = await self._engine.run(work, measured=(Kind.RECORDS, size))
                self._metrics.unsure(doubts, strange)
                for outcome, reason in outcomes:
                    self._metrics.outcome(outcome, reason)
                    if reason in _TRANSIENT:
                        scope[TRANSIENT] = True
                await answers.put(body)
        except TimeoutError:
            await answers.put(error_body("too-slow") + b"\n")
        except _ClientGoneError:
            answers.is_gone = True
        finally:
            answers.end()


class _ClientGoneError(Exception):
    pass


class _Answers:
    """These are answers that wait to be sent; `put` waits while there are too many bytes of them."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._bytes, self._sent = 0, asyncio.Event()
        self.is_gone = False

    async def put(self, body: bytes) -> None:
        while self._bytes > _WAITING_BYTES:
            self._sent.clear()
            await self._sent.wait()
        self._bytes += len(body)
        self._queue.put_nowait(body)

    def end(self) -> None:
        self._queue.put_nowait(b"")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while body := await self._queue.get():
            yield body
            self._bytes -= len(body)
            self._sent.set()


async def _batches(receive: Receive) -> AsyncIterator[list[Line]]:
    """Yield the lines of a body that are not blank, in batches whose borders depend on the body alone.

    Raises _ClientGoneError.
    """
    batch: list[Line] = []
    size = 0
    async for number, line in _lines(receive):
        if line is not None and not line.strip():
            continue
        batch.append((number, line))
        size += len(line or b"")
        if len(batch) >= BATCH_RECORDS or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


async def _lines(receive: Receive) -> AsyncIterator[Line]:
    number, begun, is_long, more = 1, bytearray(), False, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _ClientGoneError
        more = message.get("more_body", False)
        *ended, rest = message.get("body", b"").split(b"\n")
        for piece in ended:
            is_long = is_long or len(begun) + len(piece) > RECORD_BYTES
            yield number, None if is_long else bytes(begun) + piece
            number, is_long = number + 1, False
            begun.clear()
        is_long = is_long or len(begun) + len(rest) > RECORD_BYTES
        if is_long:
            begun.clear()
        else:
            begun += rest
    if begun or is_long:
        yield number, None if is_long else bytes(begun)


def _process(
    redactor: Redactor, batch: Sequence[Line], told: Callable[[BaseException], None], schema: str | None
) -> tuple[list[tuple[str, str]], bytes, tuple[int, int]]:
    """Return outcome and reason of each line, the lines of the answer, and the numbers of doubts and strange texts."""
    parsed = [(number, _parsed(line)) for number, line in batch]
    released = _released(redactor, [data for _, data in parsed if isinstance(data, dict)], told, schema)
    found, read = iter(released), [out for out in released if isinstance(out, RecordOut)]
    outcomes, answers = [], bytearray()
    for number, data in parsed:
        row, body = _row(next(found) if isinstance(data, dict) else data)
        outcomes.append((row["outcome"], row.get("reason", "")))
        answers += encode({"line": number, **row, **body}) + b"\n"
    return outcomes, bytes(answers), (sum(out.doubts for out in read), sum(out.strange for out in read))


def _parsed(line: bytes | None) -> dict[str, Any] | Reason:
    if line is None:
        return Reason.TOO_LARGE
    try:
        return parse(line)
    except RecordError as e:
        return e.reason


def _released(
    redactor: Redactor, records: Sequence[dict[str, Any]], told: Callable[[BaseException], None], schema: str | None
) -> list[RecordOut | Reason]:
    """Return the outcome of each record, or the reason why a failure of the engine left it without."""

    def work(some: Sequence[dict[str, Any]]) -> Iterator[RecordOut | Reason]:
        return redactor.records(some, schema=schema, learn=True)

    return each_done(records, work, Reason.INTERNAL, told, Reason.SERVICE_UNAVAILABLE)


def _row(out: RecordOut | Reason) -> tuple[dict[str, str], dict[str, Any]]:
    """Return outcome, reason and place as codes, and the record that leaves."""
    if isinstance(out, Reason):
        return {"outcome": Outcome.QUARANTINED.value, "reason": out.value}, {}
    row = {"outcome": out.outcome.value}
    if out.outcome in (Outcome.RELEASED, Outcome.DELETED) and out.data is not None:
        return row, {"record": out.data}
    if out.reason is not None:
        row["reason"] = out.reason.value
    if out.where:
        row["where"] = out.where
    return row, {}
