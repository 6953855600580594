"""This module is the door of the console: it checks sessions, roles and forms, and runs the pages in a thread."""

from __future__ import annotations

import asyncio
import math
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
from redactor.service.console.sessions import Ended, Person, Session, Sessions, cookie_name, person_of
from redactor.service.console.sign_in import SECONDS, SignIn, SignInError
from redactor.service.gate import whole_body
from redactor.service.refusals import RefusedError, busy
from redactor.service.review.guard import cookie_of
from redactor.service.tokens import Checker, Lockout, admitted
from redactor.service_settings import CALLBACK

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
_LOGIN, _LOGOUT, _SIGN_IN, _HOME = "/console/login", "/console/logout", "/console/sign-in", "/console/"
_SIGNED_IN = "/console/signed-in"
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
_NO_ISSUER = "The issuer does not answer as it should, so that nobody can sign in. Try later, or log in with a token."
_ENDED_ALREADY = "What the issuer says of you has ended already. Its clock or that of the service is wrong."
_OTHER_PAGE = "The request comes from a page outside the console, or from an old form. Open the console and repeat it."


class ConsoleApp:
    """This ASGI application answers the paths of the console; call `close` at the end.

    tokens, lockout: those of the gate. sign_in: None where nobody signs in with an issuer. told: is told of failures,
    whose messages may quote data.
    """

    def __init__(
        self,
        console: Console,
        pages: Sequence[Page],
        sessions: Sessions,
        ended: Ended,
        tokens: Checker,
        sign_in: SignIn | None,
        lockout: Lockout,
        told: Callable[[BaseException], None],
    ) -> None:
        self._console, self._tokens, self._lockout, self._told = console, tokens, lockout, told
        self._sessions, self._ended, self._sign_in = sessions, ended, sign_in
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
        path = request.scope["path"]  # that of `url` ends at a "?" that was quoted
        if path == CALLBACK:  # the issuer sends the browser there
            return await self._signed_in(visit)
        if path == _SIGNED_IN:
            self._sign_in_for(visit)
            return shown(self._asked(visit), "signed_in.html")
        if request.headers.get("sec-fetch-site") in ("cross-site", "same-site"):  # another port is of the same site
            raise _OtherPageError
        visit.session = self._sessions.open(visit.cookie, visit.port)
        visit.person = self._person_of(visit.session)
        if path == "/console":
            return gone_to(_HOME)
        if path == _LOGIN:
            return await self._login(visit)
        if path == _SIGN_IN:
            return await self._begun(visit)
        found = [(page, match) for pattern, page in self._pages if (match := pattern.match(path))]
        page, params = next(((p, m.groupdict()) for p, m in found if p.method == request.method), (None, {}))
        if page is None:
            raise RefusedError(405, "method-not-allowed") if found else NotFoundError
        visit.query = _fields(request.scope["query_string"])
        if page.path == _STATIC:
            return _static(params["name"])
        if visit.person is None or visit.session is None:
            if request.method == "GET" and page.keeps_session:
                return gone_to(_LOGIN)
            raise RefusedError(401, "unauthorized")
        if visit.person.role not in (ROUTES[page.path].roles or ()):
            raise RefusedError(403, "forbidden")
        form = await self._form(visit, ROUTES[page.path].body_bytes) if request.method == "POST" else {}
        if page.path == _LOGOUT:
            self._ended.add(visit.session)
            return visit.ended(gone_to(_LOGIN))
        response = await self._in_thread(page, self._asked(visit, params, form))
        return visit.kept(response) if page.keeps_session else response

    def _person_of(self, session: Session | None) -> Person | None:
        if session is None or not session.person:
            return None
        person = self._sign_in.person(session) if self._sign_in is not None else None
        try:
            if self._ended.has(session):
                return None
            person = person or person_of(self._tokens.holder(session.person))
        except (OSError, RedactorError) as e:
            self._told(e)
            raise RefusedError(503, "tokens-unreadable") from None
        return person if self._sessions.is_of(session, person) else None

    def _asked(self, visit: _Visit, params: Mapping[str, str] = {}, form: Mapping[str, Sequence[str]] = {}) -> Asked:
        person, session, request = visit.person, visit.session, visit.request
        return Asked(
            self._console,
            person.name if person is not None else "",
            person.role if person is not None else None,
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
            if visit.person is not None:
                return gone_to(_HOME)
            visit.session = self._sessions.begin(None)
            return visit.begun(self._login_page(visit))
        if visit.request.method != "POST":
            raise RefusedError(405, "method-not-allowed")
        form = await self._form(visit, ROUTES[_LOGIN].body_bytes)
        given = (form.get("token") or [""])[-1].strip()
        try:
            found = await admitted(self._tokens, self._lockout, visit.address, given)
        except (OSError, RedactorError) as e:
            self._told(e)
            raise RefusedError(503, "tokens-unreadable") from None
        if found is None:
            return self._login_page(visit, 401, "This is no token of the service.")
        if found.role not in (ROUTES[_HOME].roles or ()):
            why = "A token of the role submit is for programs; it does not open the console."
            return self._login_page(visit, 403, why)
        visit.session = self._sessions.begin(person_of(found))
        return visit.begun(gone_to(_HOME))

    def _login_page(self, visit: _Visit, status: int = 200, why: str = "") -> Response:
        return shown(self._asked(visit), "login.html", status=status, why=why, may_sign_in=self._sign_in is not None)

    async def _begun(self, visit: _Visit) -> Response:
        """Send the browser to the issuer, with a cookie that its answer has to match."""
        sign_in = self._sign_in_for(visit)
        if visit.origin != sign_in.origin:  # another host has other cookies
            words = f"People sign in at {sign_in.origin}{_LOGIN} alone. Open that address."
            other = SignInError(409, words, "it was begun at another address than that of oidc.redirect_url")
            sign_in.failed(other)
            raise other
        address, cookie = await sign_in.begin(visit.port)
        return visit.signing_in(gone_to(address), cookie, SECONDS)

    async def _signed_in(self, visit: _Visit) -> Response:
        """Begin a session for whom the issuer names. A redirect takes code and state out of the address, to a page that
        leads on by itself: the browser gives the cookie of a session to no request that another site began, and follows
        redirects of one as such.
        """
        sign_in = self._sign_in_for(visit)
        if left := self._lockout.seconds_left(visit.address):
            locked = RefusedError(429, "locked-out", {"Retry-After": str(math.ceil(left))})
            sign_in.failed(locked)
            raise locked
        query = _fields(visit.request.scope["query_string"])
        try:
            person = await sign_in.finish(visit.sign_in_cookie, visit.port, query)
        except SignInError as e:
            if e.is_guess:
                self._lockout.count(visit.address)
            raise
        except (OSError, RedactorError) as e:
            self._told(e)
            raise RefusedError(503, "tokens-unreadable") from None
        visit.session = self._sessions.begin(person)
        if self._sessions.seconds_left(visit.session) < 2:  # within the leeway of the clocks
            ended = SignInError(403, _ENDED_ALREADY, "the ID token has ended already: look at the clocks")
            sign_in.failed(ended)
            raise ended
        return visit.begun(visit.signing_in(gone_to(_SIGNED_IN), "", 0))

    def _sign_in_for(self, visit: _Visit) -> SignIn:
        if self._sign_in is None:
            raise NotFoundError
        if visit.request.method != "GET":
            raise RefusedError(405, "method-not-allowed")
        return self._sign_in

    def _error(self, visit: _Visit, error: Exception) -> Response:
        """Return the page of an error. It repeats nothing of the request, and no message that may hold data."""
        status, headers, told = 500, {}, ""
        match error:
            case RefusedError():
                status, headers = error.status, dict(error.headers)
                told = _NO_ISSUER if error.code == "issuer-unreachable" else ""
            case _OtherPageError():
                status, told = 403, _OTHER_PAGE
            case SignInError():
                status, told = error.status, error.words
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
        self.person: Person | None = None
        self.query: Mapping[str, list[str]] = {}
        self.port = int((request.scope.get("server") or ("", 0))[1] or 0)
        self._is_secure = request.scope["scheme"] == "https"
        self._name = cookie_name(self.port, is_secure=self._is_secure)
        self.cookie = cookie_of(request.headers, self._name)
        self._sign_in_name = cookie_name(self.port, is_secure=self._is_secure, purpose="sign_in")
        self.sign_in_cookie = cookie_of(request.headers, self._sign_in_name)
        self.address = request.client.host if request.client is not None else "0.0.0.0"  # noqa: S104
        self.origin = f"{request.scope['scheme']}://{request.headers.get('host', '')}"

    def begun(self, response: Response) -> Response:
        """Return the response with the cookie of the session."""
        assert self.session is not None
        value = self._sessions.seal(self.session, self.port)
        seconds = self._sessions.seconds_left(self.session) if self.session.person else None
        self._set(response, value, seconds)
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

    def signing_in(self, response: Response, value: str, seconds: int) -> Response:
        """Return the response with the cookie of a sign-in, which browsers also give when the issuer sends them."""
        path = "/" if self._is_secure else CALLBACK
        response.set_cookie(
            self._sign_in_name, value, seconds, path=path, secure=self._is_secure, httponly=True, samesite="lax"
        )
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
