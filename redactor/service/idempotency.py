"""This module answers a request with an idempotency key once, however often it is sent."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from base64 import urlsafe_b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from redactor.errors import NotInForceError, RunError
from redactor.service.answers import Answer, AnswerStore, Claim, Conflict
from redactor.service.metrics import Metrics
from redactor.service.refusals import RefusedError

HEADER = "idempotency-key"
TRANSIENT = "redactor.transient"
"""A route sets this key of the scope where a later try may be answered otherwise; its answer is not stored then."""
REPEATS = "redactor.repeats"
"""Under this key of the scope a route that keeps its body in files finds the `Repeats`, and the key to give it."""
CLAIM = "redactor.claim"
"""Under this key of the scope a route finds an id, the same for each try of a request with a key: 32 characters."""
_MOST_CHARACTERS = 255
_NOT_STORED = frozenset({408, 429})  # and 500 and more
Result = TypeVar("Result")


def key_of(headers: Headers) -> str | None:
    """Return the idempotency key of a request, or None. Raises RefusedError for one that is no key."""
    given = headers.getlist(HEADER)
    if not given:
        return None
    if len(given) > 1 or not 0 < len(given[0]) <= _MOST_CHARACTERS or not all("!" <= c <= "~" for c in given[0]):
        raise RefusedError(400, "idempotency-key")
    return given[0]


class Repeats:
    """This object lets an application answer a request once, and gives the stored answer to the same request later."""

    def __init__(self, store: AnswerStore, metrics: Metrics, told: Callable[[BaseException], None]) -> None:
        self._store, self._metrics, self._told = store, metrics, told
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="answers")  # the loop does not wait for the disk

    async def answer(
        self,
        app: ASGIApp,
        scope: Scope,
        key: str,
        body: bytes,
        receive: Receive,
        send: Send,
        most: int | None = None,
    ) -> None:
        """Answer a request with a key.

        body: that of the request, or what tells it from any other. receive: is given to the application. most: bytes of
        an answer that is stored; a larger one is sent as it comes, and a further request answered anew. Raises
        RefusedError.
        """
        asked = f"{scope['path']}?{scope.get('query_string', b'').decode('latin-1')}"
        if prefer := Headers(scope=scope).get("prefer"):  # whether a job is asked for
            asked += f" {prefer.lower()}"
        found = await self._run(lambda: self._store.claim(scope["principal"], key, asked, body))
        if isinstance(found, Conflict):
            self._metrics.idempotency(found.value)
            if found is Conflict.KEY_REUSED:
                raise RefusedError(422, "idempotency-key-reused")
            raise RefusedError(409, "idempotency-in-progress", {"Retry-After": "1"})
        if isinstance(found, Answer):
            self._metrics.idempotency("repeated")
            await _send(found, send, (b"idempotent-replayed", b"true"))
        else:
            digest = hashlib.sha256(found.place + found.request).digest()
            scope[CLAIM] = urlsafe_b64encode(digest[:24]).decode()
            answer = await self._first_answer(app, scope, found, receive, send, most)
            if answer is not None:
                await _send(answer, send)

    async def _first_answer(
        self, app: ASGIApp, scope: Scope, claim: Claim, receive: Receive, send: Send, most: int | None
    ) -> Answer | None:
        """Let the application answer, and store the answer before anybody sees it. None: it was too large, and sent."""
        head: Message = {}
        whole, is_sent = bytearray(), False

        async def take(message: Message) -> None:
            nonlocal head, is_sent
            if message["type"] == "http.response.start":
                head = message
                return
            if not is_sent:
                whole.extend(message.get("body", b""))
                if most is None or len(whole) <= most:
                    return
                is_sent = True
                await send(head)
                message = {**message, "body": bytes(whole)}
                whole.clear()
            await send(message)

        try:
            await app(scope, receive, take)
            if is_sent:
                await self._run(lambda: self._store.release(claim))
                return None
            status = head["status"]
            headers = tuple((n, v) for n, v in head.get("headers", ()) if n.lower() != b"content-length")
            answer = Answer(status, headers, bytes(whole))
            if status < 500 and status not in _NOT_STORED and not scope.get(TRANSIENT):
                kept = await self._run(lambda: self._store.keep(claim, answer))
                self._metrics.idempotency("stored")
                return kept
        except BaseException:
            await self._run(lambda: self._store.release(claim))
            raise
        await self._run(lambda: self._store.release(claim))
        return answer

    async def _run(self, work: Callable[[], Result]) -> Result:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        except (sqlite3.Error, OSError, RunError, NotInForceError) as e:
            self._told(e)
            raise RefusedError(503, "idempotency-unavailable", {"Retry-After": "10"}) from None


async def _send(answer: Answer, send: Send, *more: tuple[bytes, bytes]) -> None:
    length = (b"content-length", str(len(answer.body)).encode())
    headers = [*answer.headers, length, *more]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body, "more_body": False})
