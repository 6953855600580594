"""This module guards the local page: who may ask, from where, and what the browser may load."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST = "127.0.0.1"
_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """A guard lets requests through that name this host and carry the token, and hides every failure of the app.

    The token stands once in the address, which the answer turns into a cookie. Requests that change something must also
    come from the page itself. port: that of the server.
    """

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app = app
        self._hosts = {f"{name}:{port}" for name in (HOST, "localhost")}
        self._cookie = f"redactor_review_{port}"  # cookies are shared by all ports of a host
        self.token = secrets.token_urlsafe(32)
        self.address = f"http://{HOST}:{port}/?token={self.token}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; see ASGI."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        began = False

        async def send_guarded(message: Message) -> None:
            nonlocal began
            if message["type"] == "http.response.start":
                began = True
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
            await send(message)

        refusal = self._refusal(scope)
        try:
            await (refusal or self._app)(scope, receive, send_guarded)
        except Exception as e:  # its message may quote a record, and the server would print it
            if not began:
                told = f"unexpected {type(e).__name__}; please report this"
                await PlainTextResponse(told, 500)(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self._hosts:  # another name that resolves to this address: DNS rebinding
            return PlainTextResponse("the request names another host", 421)
        if scope["method"] not in ("GET", "HEAD") and headers.get("origin") not in {f"http://{h}" for h in self._hosts}:
            return PlainTextResponse("the request comes from another page", 403)
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if given and self._is_token(given):
            answer = RedirectResponse("/" + scope["path"].lstrip("/"), 303)  # "//host" would be another host
            answer.set_cookie(self._cookie, self.token, httponly=True, samesite="strict")
            return answer
        if headers.get("sec-fetch-site") in ("cross-site", "same-site"):  # a page on another port is of the same site
            return PlainTextResponse("the request comes from another page", 403)
        if self._is_token(cookie_of(headers, self._cookie)):
            return None
        return PlainTextResponse("open the address that redactor review has printed", 403)

    def _is_token(self, given: str) -> bool:
        return hmac.compare_digest(given.encode("utf-8", "replace"), self.token.encode())


def cookie_of(headers: Mapping[str, str], name: str) -> str:
    """Return the value of a cookie among the headers of a request, or ""."""
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return morsel.value if morsel is not None else ""
