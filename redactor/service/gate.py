"""This module decides which requests reach the routes of the service: host, token, role, size, time and number.

Nothing that a request holds is repeated, and every failure behind the gate becomes an error without its message.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import nullcontext
from urllib.parse import parse_qsl

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from redactor.errors import NotInForceError, RedactorError
from redactor.service.access import OF_SETTINGS, ROUTES, UNKNOWN, Access, is_page, route_of
from redactor.service.engine_thread import Kind, Load
from redactor.service.holders import HolderChecker
from redactor.service.idempotency import REPEATS, Repeats, key_of
from redactor.service.metrics import Metrics
from redactor.service.refusals import RefusedError, busy, unauthorized, unavailable
from redactor.service.telemetry import Tracing
from redactor.service.tokens import Lockout, Role, admitted
from redactor.service_settings import ServiceSettings

_METHODS = ("GET", "POST", "DELETE")
NOBODY = "(no token)"  # the holder where no tokens are asked for; no name of a token
_ALWAYS = 8  # requests are accepted at a time, however long they take
_REFUSALS = 100  # a second; more are delayed, since clients that come back at once would take the time of the others
_LONGEST_DELAY = 0.5  # seconds
_LONGEST_RETRY = 60.0  # seconds
_HEAD_BYTES = 64 << 10  # of request line and headers; the server itself bounds only those that arrive in pieces
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}


class Gate:
    """A gate lets requests through to an ASGI application, with their whole body unless they hold records.

    checker: None lets everybody submit, and do no more. hosts: the names of this service in the header Host; None
    accepts any. told: is told of failures, whose messages may quote the input. limits: sizes, times and numbers. load:
    what waits for the engine. repeats: answers requests with an idempotency key; None refuses them. tracing: makes a
    span of each request; None makes none. lockout: is shared with the login of the console. console: answers the pages,
    and has checks of its own; None serves none. in_force: raises NotInForceError where nothing may leave; None asks
    nobody.
    """

    def __init__(
        self,
        app: ASGIApp,
        metrics: Metrics,
        checker: HolderChecker | None,
        hosts: Collection[str] | None,
        told: Callable[[BaseException], None],
        *,
        limits: ServiceSettings | None = None,
        load: Load | None = None,
        repeats: Repeats | None = None,
        tracing: Tracing | None = None,
        lockout: Lockout | None = None,
        console: ASGIApp | None = None,
        in_force: Callable[[], None] | None = None,
    ) -> None:
        self._limits, self._load = limits or ServiceSettings(), load or Load()
        self._repeats, self._tracing = repeats, tracing
        self._app, self._metrics, self._checker, self._hosts, self._told = app, metrics, checker, hosts, told
        self._lockout, self._console, self._in_force = lockout or Lockout(), console, in_force
        self._active = self._streams = self._refused = 0  # refused: of those, that wait for their refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; see ASGI."""
        if scope["type"] != "http":
            return
        began, status = time.perf_counter(), 0

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        route = route_of(scope["path"])
        shown = scope["method"] if scope["method"] in _METHODS else "other", route or "other"
        span = None if self._tracing is None else self._tracing.begin(Headers(scope=scope), *shown)
        access = UNKNOWN if route is None or is_page(route) else ROUTES[route]
        try:
            await self._answer(scope, access, receive, send_guarded)
        except RefusedError as refusal:
            if not status:
                await refusal.response(scope["path"])(scope, receive, send_guarded)
        except Exception as e:  # its message may quote the input, and the server would print it
            self._told(e)
            if not status:
                failed = RefusedError(500, "internal-error").response(scope["path"])
                await failed(scope, receive, send_guarded)
        finally:
            self._metrics.request(*shown, status, time.perf_counter() - began)
            if self._tracing is not None and span is not None:
                self._tracing.end(span, status)

    async def _answer(self, scope: Scope, access: Access, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        is_smuggled = "transfer-encoding" in headers and "content-length" in headers
        if is_smuggled or _head_bytes(scope) > _HEAD_BYTES:
            raise RefusedError(400, "bad-request", {"Connection": "close"})
        if self._hosts is not None and headers.get("host", "").lower() not in self._hosts:  # DNS rebinding
            raise RefusedError(421, "other-host")
        if self._console is not None and is_page(scope["path"]):
            await self._console(scope, receive, send)
            return
        if "origin" in headers or headers.get("sec-fetch-site", "none") != "none":
            raise RefusedError(403, "browser")
        if access is not UNKNOWN:
            _check_query(scope.get("query_string", b""), access.query)
        if access.roles is None:
            await self._app(scope, receive, send)
            return
        is_work = scope["method"] == "POST" and bool(access.types)
        is_stream = access.body_bytes is None
        if is_work:
            await self._refuse_if_busy(is_stream)  # before the check of a token, which may take long
        await self._authorize(scope, access, headers)
        if not is_work:
            await self._app(scope, receive, send)
            return
        if "content-encoding" in headers:
            raise RefusedError(415, "content-encoding")
        if headers.get("content-type", "").partition(";")[0].strip().lower() not in access.types:
            raise RefusedError(415, "content-type")
        self._check_in_force()
        key = key_of(headers)
        if key is not None and (self._repeats is None or not access.repeats):
            raise RefusedError(400, "idempotency-unsupported")
        if key is not None and access.spools:
            scope[REPEATS], key = (self._repeats, key), None
        if key is not None and is_stream and not 0 <= _announced(headers) <= self._limits.body_bytes:
            raise RefusedError(411 if _announced(headers) < 0 else 413, "idempotency-length")
        await self._refuse_if_busy(is_stream)
        self._active += 1
        self._streams += is_stream
        self._metrics.active.set(self._active)
        try:
            if is_stream and key is None:
                await self._app(scope, receive, send)
                return
            most = access.body_bytes or self._limits.body_bytes
            body = await whole_body(headers, receive, most, self._limits.body_seconds)
            # A stream counts its batches itself.
            kind = Kind.TEXTS if access.body_bytes == OF_SETTINGS else Kind.RECORDS
            with self._load.of(kind, len(body)) if not is_stream else nullcontext():
                if key is None or self._repeats is None:
                    await self._app(scope, _given(body, receive), send)
                else:
                    await self._repeats.answer(self._app, scope, key, body, _given(body, receive), send)
        finally:
            self._active -= 1
            self._streams -= is_stream
            self._metrics.active.set(self._active)

    def _check_in_force(self) -> None:
        """Raise RefusedError where nothing may leave, before anything is read."""
        try:
            if self._in_force is not None:
                self._in_force()
        except NotInForceError as e:
            self._told(e)
            raise unavailable(e) from None

    async def _refuse_if_busy(self, is_stream: bool) -> None:
        """Raise RefusedError if too much has been accepted, by number or by the time that it will take."""
        wait = self._load.seconds
        is_full = self._active >= self._limits.requests or (is_stream and self._streams >= self._limits.streams)
        if is_full or (self._active >= _ALWAYS and wait > self._limits.queue_seconds):
            self._refused += 1
            try:
                await asyncio.sleep(min(_LONGEST_DELAY, (self._refused - 1) / _REFUSALS))
            finally:
                self._refused -= 1
            raise busy(min(wait, _LONGEST_RETRY))

    async def _authorize(self, scope: Scope, access: Access, headers: Headers) -> None:
        """Raise RefusedError unless the token's role may use the route.

        The scope then has `holder`, the name under which an audit knows who asks, `principal`, which no other token
        has, `role`, and `may_go_on`, which asks again.
        """
        if self._checker is None:
            _admit(scope, access, NOBODY, "", (Role.SUBMIT,), lambda: True)
            return
        checker = self._checker
        given = headers.getlist("authorization")
        scheme, _, token = given[0].partition(" ") if len(given) == 1 else ("", "", "")
        if scheme.lower() != "bearer" or not token:
            raise unauthorized()
        if scope["client"] is None:  # gone already
            raise RefusedError(400, "bad-request")
        address = scope["client"][0]
        try:
            found = await admitted(checker, self._lockout, address, token)
        except (OSError, RedactorError) as e:
            self._told(e)
            raise RefusedError(503, "tokens-unreadable") from None
        if found is None:
            raise unauthorized()
        _admit(scope, access, found.name, found.id, found.roles, lambda: _is_still_right(checker, token))


def _head_bytes(scope: Scope) -> int:
    """Return the length of the request line and the headers."""
    query = scope.get("query_string", b"")
    line = len(scope["method"]) + len(scope.get("raw_path", b"")) + len(query) + bool(query) + 14
    return line + sum(len(name) + len(value) + 4 for name, value in scope["headers"])


def _check_query(query: bytes, known: frozenset[str]) -> None:
    """Raise RefusedError for a parameter that the route lacks, or one that stands twice."""
    try:
        names = [name for name, _ in parse_qsl(query.decode("latin-1"), True, max_num_fields=8)]
    except ValueError:
        raise RefusedError(400, "query") from None
    if len({*names}) < len(names) or not known >= {*names}:
        raise RefusedError(400, "query")


def _admit(
    scope: Scope,
    access: Access,
    holder: str,
    principal: str,
    roles: Sequence[Role],
    may_go_on: Callable[[], bool],
) -> None:
    """Raise RefusedError unless one of the roles may use the route; the scope has the first of them that may."""
    role = next((role for role in roles if access.roles is None or role in access.roles), None)
    if role is None:
        raise RefusedError(403, "forbidden")
    scope["holder"], scope["principal"], scope["role"], scope["may_go_on"] = holder, principal, role, may_go_on


def _is_still_right(checker: HolderChecker, token: str) -> bool:
    try:
        return checker.remembered(token) is not None
    except (OSError, RedactorError):
        return False


def _announced(headers: Headers) -> int:
    """Return the length that a request announces for its body, or -1."""
    announced = headers.get("content-length", "-1")
    return int(announced[:19])


async def whole_body(headers: Headers, receive: Receive, most: int, seconds: float) -> bytes:
    """Return the body of a request. Raises RefusedError for one that is too large or slow."""
    if _announced(headers) > most:
        raise RefusedError(413, "too-large")
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            more = True
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise RefusedError(400, "too-slow")
                body += message.get("body", b"")
                if len(body) > most:
                    raise RefusedError(413, "too-large")
                more = message.get("more_body", False)
    except TimeoutError:
        raise RefusedError(408, "too-slow", {"Connection": "close"}) from None
    return bytes(body)


async def until_gone(receive: Receive) -> None:
    """Wait until the client is gone. The body has been read."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _given(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives a body at once."""
    whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def given() -> Message:
        return whole.pop() if whole else await receive()

    return given
