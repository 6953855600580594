"""This module is the door of the console: it checks sessions, roles and forms, and runs the pages in a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import compile_path
from starlette.types import Receive, Scope, Send

from redactor.errors import RedactorError
from redactor.service.access import ROUTES
from redactor.service.console.pages import (
    Asked,
    ConflictError,
    Console,
    NotFoundError,
    Page,
    gone_to,
    shown,
    static_files,
)
from redactor.service.console.sessions import SECONDS, Ended, Session, Sessions, cookie_name
from redactor.service.gate import whole_body
from redactor.service.refusals import RefusedError, busy
from redactor.service.review.guard import cookie_of
from redactor.service.tokens import Checker, Lockout, Token, admitted

_FORM_SECONDS = 30.0
_WAITING = 32  # requests that wait for the thread
_MOST_FIELDS = 1000  # of a form or a query
_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; media-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": _POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",  # with no-referrer, browsers send forms with "Origin: null"
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_LOGIN, _LOGOUT, _HOME = "/console/login", "/console/logout", "/console/"
_STATIC = "/console/static/{name}"
_WORDS = {
    400: ("The request cannot be read", "Go back, load the page again, and repeat what you did."),
    401: ("You are not logged in", "The session has ended. Log in again."),
    403: ("Not for your role", "The role of your token does not open this page."),
    404: ("Not found", "There is no such page, or what it showed is gone."),
    405: ("Not found", "There is no such page, or what it showed is gone."),
    408: ("Too slow", "The form did not arrive in time. Send it again."),
    413: ("Too large", "The form is larger than the console accepts. Choose fewer entries at a time."),
    415: ("The request cannot be read", "The console reads forms of its own pages alone."),
    429: ("Too many requests", "Too many wrong tokens came from this address, or too many people ask. Wait a minute."),
    500: ("The console failed", "The log of the service says where. Nothing else is shown, since it may be data."),
    503: ("The tokens or sessions cannot be read", "The log of the service says why. An administrator mends the file."),
}
_OTHER_PAGE = "The request comes from a page outside the console, or from an old form. Open the console and repeat it."


class ConsoleApp:
    """This ASGI application answers the paths of the console; call `close` at the end.

    told: is told of failures, whose messages may quote data. lockout: that of the gate.
    """

    def __init__(
        self,
        console: Console,
        pages: Sequence[Page],
        checker: Checker,
        lockout: Lockout,
        told: Callable[[BaseException], None],
    ) -> None:
        self._console, self._checker, self._lockout, self._told = console, checker, lockout, told
        self._sessions, self._ended = Sessions(console.keyring), Ended(console.settings.home / "console" / "ended.json")
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="console")
        self._waiting = 0
        self._pages = [(compile_path(page.path)[0], page) for page in pages]
        assert all(page.path in ROUTES for page in pages)

    def close(self) -> None:
        """Wait for the end of what the threads do, and drop the rest."""
        self._thread.shutdown(cancel_futures=True)
        self._console.jobs.close()
        self._console.reviews.close()
        self._console.findings.close()
        self._console.ring.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; see ASGI."""
        visit = _Visit(self._sessions, Request(scope, receive))
        try:
            response = await self._answer(visit)
        except Exception as e:
            response = self._error(visit, e)
        for name, value in _HEADERS.items():
            response.headers[name] = value
        await response(scope, receive, send)

    async def _answer(self, visit: _Visit) -> Response:
        request = visit.request
        if request.headers.get("sec-fetch-site") in ("cross-site", "same-site"):  # another port is of the same site
            raise _OtherPageError
        path = request.scope["path"]  # that of `url` ends at a "?" that was quoted
        visit.session = self._sessions.open(visit.cookie, visit.port)
        visit.token = self._token_of(visit.session)
        if path == "/console":
            return gone_to(_HOME)
        if path == _LOGIN:
            return await self._login(visit)
        found = [(page, match) for pattern, page in self._pages if (match := pattern.match(path))]
        page, params = next(((p, m.groupdict()) for p, m in found if p.method == request.method), (None, {}))
        if page is None:
            raise RefusedError(405, "method-not-allowed") if found else NotFoundError
        visit.query = _fields(request.scope["query_string"])
        if page.path == _STATIC:
            return _static(params["name"])
        if visit.token is None or visit.session is None:
            if request.method == "GET" and page.keeps_session:
                return gone_to(_LOGIN)
            raise RefusedError(401, "unauthorized")
        if visit.token.role not in (ROUTES[page.path].roles or ()):
            raise RefusedError(403, "forbidden")
        form = await self._form(visit, ROUTES[page.path].body_bytes) if request.method == "POST" else {}
        if page.path == _LOGOUT:
            self._ended.add(visit.session)
            return visit.ended(gone_to(_LOGIN))
        response = await self._in_thread(page, self._asked(visit, params, form))
        return visit.kept(response) if page.keeps_session else response

    def _token_of(self, session: Session | None) -> Token | None:
        if session is None or not session.token:
            return None
        try:
            token = None if self._ended.has(session) else self._checker.holder(session.token)
        except (OSError, RedactorError) as e:
            self._told(e)
            raise RefusedError(503, "tokens-unreadable") from None
        return token if self._sessions.is_of(session, token) else None

    def _asked(self, visit: _Visit, params: Mapping[str, str] = {}, form: Mapping[str, Sequence[str]] = {}) -> Asked:
        token, session, request = visit.token, visit.session, visit.request
        return Asked(
            self._console,
            token.name if token is not None else "",
            token.role if token is not None else None,
            request.scope["path"],
            self._sessions.form_token(session, visit.port) if session is not None else "",
            params,
            visit.query,
            form,
        )

    async def _in_thread(self, page: Page, asked: Asked) -> Response:
        if self._waiting >= _WAITING:
            raise busy()
        self._waiting += 1
        try:
            return await asyncio.wrap_future(self._thread.submit(page.answer, asked))
        finally:
            self._waiting -= 1

    async def _form(self, visit: _Visit, most: int | None) -> Mapping[str, list[str]]:
        """Return the fields of a form. Raises an error unless a page of the session sent it."""
        request = visit.request
        if request.headers.get("origin") != visit.origin:
            raise _OtherPageError
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind not in ROUTES[_LOGIN].types or "content-encoding" in request.headers or most is None:
            raise RefusedError(415, "content-type")
        form = _fields(await whole_body(request.headers, request.receive, most, _FORM_SECONDS))
        given = (form.get("form_token") or [""])[-1]
        if visit.session is None or not self._sessions.is_form_token(visit.session, visit.port, given):
            raise _OtherPageError
        return form

    async def _login(self, visit: _Visit) -> Response:
        if visit.request.method == "GET":
            if visit.token is not None:
                return gone_to(_HOME)
            visit.session = self._sessions.begin(None)
            return visit.begun(shown(self._asked(visit), "login.html", why=""))
        if visit.request.method != "POST":
            raise RefusedError(405, "method-not-allowed")
        form = await self._form(visit, ROUTES[_LOGIN].body_bytes)
        given = (form.get("token") or [""])[-1].strip()
        address = visit.request.client.host if visit.request.client is not None else "0.0.0.0"  # noqa: S104
        try:
            found = await admitted(self._checker, self._lockout, address, given)
        except (OSError, RedactorError) as e:
            self._told(e)
            raise RefusedError(503, "tokens-unreadable") from None
        if found is None:
            return shown(self._asked(visit), "login.html", status=401, why="This is no token of the service.")
        if found.role not in (ROUTES[_HOME].roles or ()):
            why = "A token of the role submit is for programs; it does not open the console."
            return shown(self._asked(visit), "login.html", status=403, why=why)
        visit.session = self._sessions.begin(found)
        return visit.begun(gone_to(_HOME))

    def _error(self, visit: _Visit, error: Exception) -> Response:
        """Return the page of an error. It repeats nothing of the request, and no message that may hold data."""
        status, headers, told = 500, {}, ""
        match error:
            case RefusedError():
                status, headers = error.status, dict(error.headers)
            case _OtherPageError():
                status, told = 403, _OTHER_PAGE
            case NotFoundError():
                status = 404
            case ConflictError() | RedactorError():  # their messages hold no data
                status, told = 409, str(error)
            case _:
                self._told(error)
        title, words = ("Not done", told) if told else _WORDS[status]
        response = shown(self._asked(visit), "error.html", status=status, title=title, words=words)
        for name in headers.keys() & {"Retry-After"}:
            response.headers[name] = headers[name]
        return response


class _OtherPageError(Exception):
    """A request does not come from a page of the console."""


class _Visit:
    """A visit is one request, and the session that it has or begins."""

    def __init__(self, sessions: Sessions, request: Request) -> None:
        self.request, self._sessions = request, sessions
        self.session: Session | None = None
        self.token: Token | None = None
        self.query: Mapping[str, list[str]] = {}
        self.port = int((request.scope.get("server") or ("", 0))[1] or 0)
        self._is_secure = request.scope["scheme"] == "https"
        self._name = cookie_name(self.port, is_secure=self._is_secure)
        self.cookie = cookie_of(request.headers, self._name)
        self.origin = f"{request.scope['scheme']}://{request.headers.get('host', '')}"

    def begun(self, response: Response) -> Response:
        """Return the response with the cookie of the session."""
        assert self.session is not None
        value = self._sessions.seal(self.session, self.port)
        self._set(response, value, SECONDS if self.session.token else None)
        return response

    def kept(self, response: Response) -> Response:
        """Return the response with a newer cookie, if that is due."""
        newer = self._sessions.renewed(self.session) if self.session is not None else None
        if newer is not None:
            self.session = newer
            return self.begun(response)
        return response

    def ended(self, response: Response) -> Response:
        """Return the response that lets the browser forget the session."""
        self._set(response, "", 0)
        return response

    def _set(self, response: Response, value: str, seconds: int | None) -> None:
        path = "/" if self._is_secure else "/console"
        response.set_cookie(
            self._name, value, max_age=seconds, path=path, secure=self._is_secure, httponly=True, samesite="strict"
        )


def _fields(data: bytes) -> Mapping[str, list[str]]:
    """Return the fields of a form or a query. Raises RefusedError."""
    try:
        text = data.decode("ascii")
        return parse_qs(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise RefusedError(400, "bad-request") from None


def _static(name: str) -> Response:
    if name not in static_files():
        raise NotFoundError
    content, kind = static_files()[name]
    return Response(content, media_type=kind)
