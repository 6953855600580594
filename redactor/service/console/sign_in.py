"""This module signs people in to the console with an OpenID Connect issuer: the authorization code flow with PKCE.

It follows OpenID Connect Core 1.0 (3.1), RFC 7636 (S256), RFC 9207 (the parameter `iss`) and RFC 9700. What has to be
kept between the two requests of a browser follows from a random id in a cookie, under the keyring: any worker process
can finish what another began, and neither state, nonce nor verifier is stored anywhere.
"""

from __future__ import annotations

import asyncio
import base64
import datetime as dt
import hashlib
import hmac
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, quote_plus, urlencode, urlsplit

import msgspec

from redactor.errors import RedactorError
from redactor.keys import Keyring
from redactor.service.access import STEWARDS
from redactor.service.console.sessions import Ended, Person, Session, Sessions
from redactor.service.oidc import (
    BY_ISSUER,
    FETCH_SECONDS,
    IssuerClient,
    IssuerError,
    OidcChecker,
    configuration,
    issuer_client,
    object_at,
    own_url,
)
from redactor.service.refusals import RefusedError, busy
from redactor.service.tokens import Role
from redactor.service_settings import OidcSettings

SECONDS = 600
"""A sign-in has to be finished within this time."""
_FRESH_SECONDS, _AGAIN_SECONDS = 600.0, 5.0  # for which addresses of the issuer count; between two tries without them
_MOST_WAITING = 16  # sign-ins that wait for the issuer
MOST_TOLD = 10
"""So many failed sign-ins of a minute have a line in the log."""
_MINUTE = 60.0  # seconds
_PARAMETERS = frozenset({
    "response_type", "response_mode", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge",
    "code_challenge_method", "request", "request_uri",
})  # fmt: skip
_MARK = "sign-in"  # in place of a hash: no session of a person has it
_BEGIN_AGAIN = "Go back to the login, and sign in again."
_OTHER_BROWSER = f"This sign-in was not begun in this browser, took too long, or was finished already. {_BEGIN_AGAIN}"
_NOT_BY_ISSUER = f"The issuer did not sign you in. {_BEGIN_AGAIN}"
_WRONG_ANSWER = "What the issuer answered is not right. The log of the service says why; nobody is signed in."
_OTHER_TAB = (
    "This sign-in was not begun in this browser, or another one was begun after it, in another tab say: the latest"
    f" alone counts. Go on in that tab. If there is none: {_BEGIN_AGAIN}"
)
_ERRORS = frozenset({  # of RFC 6749 (4.1.2.1) and OpenID Connect Core 1.0 (3.1.2.6); others may hold anything
    "invalid_request", "unauthorized_client", "access_denied", "unsupported_response_type", "invalid_scope",
    "server_error", "temporarily_unavailable", "interaction_required", "login_required", "account_selection_required",
    "consent_required", "invalid_request_uri", "invalid_request_object", "request_not_supported",
    "request_uri_not_supported", "registration_not_supported",
})  # fmt: skip
_NO_ROLE = "The issuer knows you, but gives you no role for the console. An administrator of the issuer can."


class SignInError(Exception):
    """Nobody is signed in.

    words: for the page. why: for the log, without a name or anything that the issuer or the browser sent. is_guess:
    whether it counts for the lockout of the address.
    """

    def __init__(self, status: int, words: str, why: str, *, is_guess: bool = False) -> None:
        super().__init__(words)
        self.status, self.words, self.why, self.is_guess = status, words, why, is_guess


class FailedSignIns:
    """The log has a line with the time of each failed sign-in, and of more than MOST_TOLD within a minute the number.

    told: is told of each. clock: seconds.
    """

    def __init__(self, told: Callable[[BaseException], None], clock: Callable[[], float]) -> None:
        self._told, self._clock = told, clock
        self._begun, self._at, self._lines, self._more = -float("inf"), "", 0, 0

    def tell(self, why: str) -> None:
        """Tell of a sign-in. why: what made it fail, without a name or a token."""
        now, at = self._clock(), dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")
        if now - self._begun >= _MINUTE:
            self._tell_more()
            self._begun, self._at, self._lines = now, at, 0
        if self._lines < MOST_TOLD:
            self._lines += 1
            self._told(IssuerError(f"a sign-in failed at {at}: {why}"))
            return
        self._more += 1
        if self._more == 1:
            asyncio.get_running_loop().call_later(_MINUTE, self._tell_more)

    def _tell_more(self) -> None:
        more, self._more = self._more, 0
        if more:
            self._told(IssuerError(f"{more:,} more sign-ins failed within a minute of {self._at}"))


@dataclass(frozen=True)
class _Issuer:
    """Where the issuer is asked, by its own configuration.

    authorize: the address to which parameters are added. by_form: whether it takes the secret in the form alone.
    """

    authorize: str
    token: str
    names_itself: bool
    by_form: bool


class SignIn:
    """People sign in with the issuer of the settings, which have `client_id` and `redirect_url`.

    told: is told why each sign-in failed, in bounded numbers. clock: seconds, for the age of what the issuer says of
    itself.
    """

    def __init__(
        self,
        settings: OidcSettings,
        checker: OidcChecker,
        keyring: Keyring,
        sessions: Sessions,
        ended: Ended,
        told: Callable[[BaseException], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        assert settings.client_id is not None and settings.redirect_url is not None
        self._client, self.redirect_url = settings.client_id, settings.redirect_url
        self._settings, self._checker, self._sessions, self._ended = settings, checker, sessions, ended
        self._key, self._clock = keyring.internal("console sign-in"), clock
        self._proof = settings.model_dump_json(exclude={"client_secret", "leeway_s"})
        self._failures = FailedSignIns(told, clock)
        self._issuer: _Issuer | None = None
        self._fetched, self._failed, self._why = -float("inf"), -float("inf"), ""
        self._turn, self._waiting = asyncio.Lock(), 0

    @property
    def origin(self) -> str:
        """The address of the console to which the issuer sends browsers back, as browsers write it without a path."""
        parts = urlsplit(self.redirect_url)
        standard = {"http": ":80", "https": ":443"}[parts.scheme]
        return f"{parts.scheme}://{parts.netloc.lower().removesuffix(standard)}"

    def person(self, session: Session) -> Person | None:
        """Return who has a session, if it began with a sign-in: the issuer is not asked again until it ends."""
        if not session.person.startswith(BY_ISSUER):
            return None
        return Person(session.person, session.person, Role(session.role), self._proof)

    async def begin(self, port: int) -> tuple[str, str]:
        """Return the address of the issuer to which the browser goes, and the value of the cookie that it keeps.

        Raises RefusedError if the issuer cannot be asked.
        """
        with self._telling():
            issuer = await self._asked()
        new = self._sessions.begin(None)
        started = msgspec.structs.replace(new, hash=_MARK, until=new.seen + SECONDS)
        challenge = _text(hashlib.sha256(self._verifier(started).encode()).digest())
        query = {
            "response_type": "code", "client_id": self._client, "redirect_uri": self.redirect_url,
            "scope": " ".join(self._settings.scopes), "state": self._value("state", started, port),
            "nonce": self._value("nonce", started, port), "code_challenge": challenge, "code_challenge_method": "S256",
        }  # fmt: skip
        return f"{issuer.authorize}{urlencode(query)}", self._sessions.seal(started, port)

    async def finish(self, cookie: str, port: int, query: Mapping[str, Sequence[str]]) -> Person:
        """Return who has signed in, by what the issuer sent the browser back with.

        Raises SignInError; RefusedError if the issuer does not answer; OSError, RunError if it cannot be noted that the
        sign-in is over.
        """
        with self._telling():
            return await self._finished(cookie, port, query)

    def failed(self, error: SignInError | RefusedError) -> None:
        """Write a line of the log for a sign-in that failed elsewhere than in `begin` and `finish`."""
        match error:
            case SignInError() | _UnansweredError():
                self._failures.tell(error.why)
            case RefusedError():
                self._failures.tell(f"it was refused ({error.code})")

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except (SignInError, RefusedError) as e:
            self.failed(e)
            raise
        except (OSError, RedactorError):
            self._failures.tell("home cannot be written")
            raise

    async def _finished(self, cookie: str, port: int, query: Mapping[str, Sequence[str]]) -> Person:
        started = self._sessions.open(cookie, port)
        if started is None or started.hash != _MARK:
            raise SignInError(400, _OTHER_BROWSER, "it was not begun in this browser, took too long, or is over")
        state = _only(query, "state") or ""
        if not hmac.compare_digest(state.encode("utf-8", "replace"), self._value("state", started, port).encode()):
            raise SignInError(400, _OTHER_TAB, "its state is not that of the latest one of this browser")
        if not self._ended.add(started):
            raise SignInError(400, _OTHER_BROWSER, "it was finished already")
        issuer = await self._asked()
        if ("iss" in query or issuer.names_itself) and _only(query, "iss") != self._settings.issuer:
            raise _wrong("the answer is of another issuer than the setting oidc.issuer")
        code = _only(query, "code")
        if "error" in query or not code:
            error = _only(query, "error")
            sent = f"the error {error}" if error in _ERRORS else "an error" if "error" in query else "no code"
            raise SignInError(403, _NOT_BY_ISSUER, f"the issuer sent {sent}", is_guess=True)
        token = await self._exchanged(issuer, code, started)
        return await self._checked(token, self._value("nonce", started, port))

    async def _exchanged(self, issuer: _Issuer, code: str, started: Session) -> str:
        """Return the ID token for a code. Raises SignInError, RefusedError."""
        form = {
            "grant_type": "authorization_code", "code": code, "redirect_uri": self.redirect_url,
            "code_verifier": self._verifier(started),
        }  # fmt: skip
        auth = None
        if (secret := self._settings.client_secret) is None:
            form |= {"client_id": self._client}
        elif issuer.by_form:
            form |= {"client_id": self._client, "client_secret": secret.get_secret_value()}
        else:  # RFC 6749, 2.3.1: both are encoded as in forms before they are joined
            auth = quote_plus(self._client), quote_plus(secret.get_secret_value())
        try:
            async with self._asking() as client:
                found = await object_at(client, issuer.token, form, auth)
        except IssuerError as e:
            why = f"{e} at its token endpoint" if e.status else str(e)
            if e.status == 400:
                raise SignInError(403, _NOT_BY_ISSUER, why, is_guess=True) from None
            raise _UnansweredError(why) from None
        token = found.get("id_token")
        if not isinstance(token, str):
            raise _wrong("the issuer gave no ID token for the code")
        return token

    async def _checked(self, token: str, nonce: str) -> Person:
        """Return whose an ID token is. Raises SignInError, RefusedError."""
        try:
            found = await self._checker.check(token, self._client)
        except RefusedError as refused:
            if refused.status != 401:
                raise
            found = None
        if found is None:
            raise _wrong(f"the ID token {self._checker.fault(token, self._client)}")
        claims = found.claims
        given, audience = claims.get("nonce"), claims["aud"]
        if not isinstance(given, str) or not hmac.compare_digest(given.encode("utf-8", "replace"), nonce.encode()):
            raise _wrong("the ID token is not for the sign-in that asked for it (nonce)")
        is_shared = isinstance(audience, list) and len(audience) > 1
        if (is_shared or "azp" in claims) and claims.get("azp") != self._client:
            raise _wrong("the ID token was issued to another client than oidc.client_id (azp)")
        role = next((role for role in found.roles if role in STEWARDS), None)
        if role is None:
            raise SignInError(403, _NO_ROLE, "the issuer gives no role for the console", is_guess=True)
        return Person(found.id, found.name, role, self._proof, int(claims["exp"]))

    async def _asked(self) -> _Issuer:
        """Return what the issuer says of itself. Raises RefusedError if it cannot be asked."""
        async with self._turn:
            now = self._clock()
            if self._issuer is not None and now - self._fetched < _FRESH_SECONDS:
                return self._issuer
            if now - self._failed < _AGAIN_SECONDS:
                raise _UnansweredError(self._why)
            try:
                async with self._asking() as client:
                    self._issuer = _issuer_of(await configuration(client, self._settings), self._settings)
            except IssuerError as e:
                self._failed, self._why = now, str(e)
                raise _UnansweredError(self._why) from None
            self._fetched = now
            return self._issuer

    @asynccontextmanager
    async def _asking(self) -> AsyncIterator[IssuerClient]:
        """Yield a client that asks the issuer. Raises RefusedError if too many ask, and IssuerError if it is slow."""
        if self._waiting >= _MOST_WAITING:
            raise busy()
        self._waiting += 1
        try:
            async with asyncio.timeout(FETCH_SECONDS), issuer_client() as client:
                yield client
        except TimeoutError:
            raise IssuerError("the issuer of oidc.issuer does not answer in time") from None
        finally:
            self._waiting -= 1

    def _verifier(self, started: Session) -> str:
        return _text(self._key.digest("verifier", started.id))

    def _value(self, purpose: str, started: Session, port: int) -> str:
        return self._key.token(purpose, started.id, str(port))


def _issuer_of(found: Mapping[str, Any], settings: OidcSettings) -> _Issuer:
    """Return what the configuration of the issuer says. Raises IssuerError."""
    authorize, token = (own_url(found, name, settings) for name in ("authorization_endpoint", "token_endpoint"))
    if authorize is None or token is None:
        raise IssuerError("the issuer has no addresses for a sign-in on the host of oidc.issuer")
    place, _, given = authorize.partition("?")  # a query is kept (RFC 6749, 3.1), and names no parameter twice
    if not _PARAMETERS.isdisjoint(name for name, _ in parse_qsl(given, keep_blank_values=True)):
        raise IssuerError("the authorization_endpoint of the issuer has a parameter that a sign-in needs")
    ways = found.get("token_endpoint_auth_methods_supported")
    by_form = isinstance(ways, list) and "client_secret_basic" not in ways and "client_secret_post" in ways
    names_itself = found.get("authorization_response_iss_parameter_supported") is True
    return _Issuer(f"{place}?{given}&" if given else f"{place}?", token, names_itself, by_form)


class _UnansweredError(RefusedError):
    """The issuer cannot be asked. why: for the log."""

    def __init__(self, why: str) -> None:
        super().__init__(503, "issuer-unreachable", {"Retry-After": str(round(_AGAIN_SECONDS))})
        self.why = why


def _wrong(why: str) -> SignInError:
    return SignInError(403, _WRONG_ANSWER, why, is_guess=True)


def _only(query: Mapping[str, Sequence[str]], name: str) -> str | None:
    """Return the value of a parameter that stands once."""
    values = query.get(name, ())
    return values[0] if len(values) == 1 else None


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")
