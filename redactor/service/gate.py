"""This module decides which requests reach the routes of the service: host, token, role, size, time and number.

Nothing that a request holds is repeated, and every failure behind the gate becomes an error without its message.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from redactor.errors import RedactorError
from redactor.service.access import ROUTES, UNKNOWN, Access, is_page, route_of
from redactor.service.metrics import Metrics
from redactor.service.refusals import RefusedError, busy
from redactor.service.tokens import Checker, Lockout, admitted

BODY_SECONDS = 30.0
REQUESTS = 32  # answered at a time
STREAMS = 4  # of them, requests whose body is read as it arrives
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}


class Gate:
    """A gate lets requests through to an ASGI application, with their whole body unless they hold records.

    checker: None lets everybody submit. hosts: the names of this service in the header Host; None accepts any. told: is
    told of failures, whose messages may quote the input. lockout: is shared with the login of the console. console:
    answers the pages, and has checks of its own; None serves none.
    """

    def __init__(
        self,
        app: ASGIApp,
        metrics: Metrics,
        checker: Checker | None,
        hosts: Collection[str] | None,
        told: Callable[[BaseException], None],
        lockout: Lockout | None = None,
        console: ASGIApp | None = None,
    ) -> None:
        self._app, self._metrics, self._checker, self._hosts, self._told = app, metrics, checker, hosts, told
        self._lockout, self._console = lockout or Lockout(), console
        self._active = self._streams = 0

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
        access = UNKNOWN if route is None or is_page(route) else ROUTES[route]
        try:
            await self._answer(scope, access, receive, send_guarded)
        except RefusedError as refusal:
            if not status:
                await refusal.response()(scope, receive, send_guarded)
        except Exception as e:  # its message may quote the input, and the server would print it
            self._told(e)
            if not status:
                await RefusedError(500, "internal-error").response()(scope, receive, send_guarded)
        finally:
            self._metrics.request(route or "other", scope["method"], status, time.perf_counter() - began)

    async def _answer(self, scope: Scope, access: Access, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if self._hosts is not None and headers.get("host", "").lower() not in self._hosts:  # DNS rebinding
            raise RefusedError(421, "other-host")
        if self._console is not None and is_page(scope["path"]):
            await self._console(scope, receive, send)
            return
        if "origin" in headers or headers.get("sec-fetch-site", "none") != "none":
            raise RefusedError(403, "browser")
        if access.roles is None:
            await self._app(scope, receive, send)
            return
        await self._authorize(scope, access, headers)
        if scope["method"] != "POST" or not access.types:
            await self._app(scope, receive, send)
            return
        if "content-encoding" in headers:
            raise RefusedError(415, "content-encoding")
        if headers.get("content-type", "").partition(";")[0].strip().lower() not in access.types:
            raise RefusedError(415, "content-type")
        is_stream = access.body_bytes is None
        if self._active >= REQUESTS or (is_stream and self._streams >= STREAMS):
            raise busy()
        self._active += 1
        self._streams += is_stream
        self._metrics.active.set(self._active)
        try:
            if access.body_bytes is not None:
                receive = await whole_body(headers, receive, access.body_bytes)
            await self._app(scope, receive, send)
        finally:
            self._active -= 1
            self._streams -= is_stream
            self._metrics.active.set(self._active)

    async def _authorize(self, scope: Scope, access: Access, headers: Headers) -> None:
        """Raise RefusedError unless the token's role may use the route; `may_go_on` of the scope asks again."""
        if self._checker is None:
            scope["may_go_on"] = lambda: True
            return
        checker = self._checker
        given = headers.getlist("authorization")
        scheme, _, token = given[0].partition(" ") if len(given) == 1 else ("", "", "")
        if scheme.lower() != "bearer" or not token:
            raise _unauthorized()
        address = scope["client"][0]
        try:
            found = await admitted(checker, self._lockout, address, token)
        except (OSError, RedactorError) as e:
            self._told(e)
            raise RefusedError(503, "tokens-unreadable") from None
        if found is None:
            raise _unauthorized()
        if access.roles is not None and found.role not in access.roles:
            raise RefusedError(403, "forbidden")
        scope["may_go_on"] = lambda: _is_still_right(checker, token)


def _is_still_right(checker: Checker, token: str) -> bool:
    try:
        return checker.remembered(token) is not None
    except (OSError, RedactorError):
        return False


def _unauthorized() -> RefusedError:
    return RefusedError(401, "unauthorized", {"WWW-Authenticate": "Bearer"})


async def whole_body(headers: Headers, receive: Receive, most: int) -> Receive:
    """Return a `receive` that gives the body at once. Raises RefusedError for one that is too large or slow."""
    announced = headers.get("content-length", "0")
    if len(announced) > 9 or int(announced) > most:
        raise RefusedError(413, "too-large")
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
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
    whole: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def given() -> Message:
        return whole.pop() if whole else await receive()

    return given
