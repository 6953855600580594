"""This module checks JSON Web Tokens of an OpenID Connect issuer: signature, times, audience, issuer, and the roles.

Nothing of a token is told: what is wrong with one is known to whoever has it. A token names no key of its own, neither
within it nor elsewhere; keys come from the issuer alone.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx
import jwt
import msgspec

from redactor.errors import RunError
from redactor.service.refusals import RefusedError, unauthorized
from redactor.service.tokens import Role
from redactor.service_settings import OidcSettings, is_https_or_loopback

FETCH_SECONDS = 10.0  # for the keys of the issuer
_AGAIN_SECONDS = 60.0  # between two fetches, whatever tokens come
_FRESH_SECONDS = 600.0  # after which keys are fetched again: one may be withdrawn
_KEPT_SECONDS = 3600.0  # for which keys count while the issuer does not answer
_MOST_BYTES = 1 << 20  # of an answer of the issuer
_MOST_KEYS = 256
_MOST_TOKEN = 16_384  # characters
_LEAST_RSA_BITS = 2048
_KINDS = {"RS": "RSA", "PS": "RSA", "ES": "EC", "Ed": "OKP"}
_OWN_KEYS = frozenset({"jku", "jwk", "x5u", "x5c", "crit", "b64"})  # fields that would change how a token is read
_TYPES = frozenset({"jwt", "at+jwt", "application/jwt", "application/at+jwt"})
BY_ISSUER = "oidc:"
"""The name of a subject begins with this; no name of a token does."""
IssuerClient = httpx.AsyncClient
_WRONG_SUBJECT = "has a sub that is not 1 to 255 characters of ASCII"
_FAULTS = {
    jwt.InvalidSignatureError: "is not signed by the issuer",
    jwt.ExpiredSignatureError: "has ended (exp)",
    jwt.ImmatureSignatureError: "is not valid yet (iat, nbf): look at the clocks",
    jwt.InvalidIssuedAtError: "has an iat that is no time",
    jwt.InvalidAudienceError: "is not for this client (aud)",
    jwt.InvalidIssuerError: "is of another issuer (iss)",
    jwt.exceptions.InvalidSubjectError: _WRONG_SUBJECT,
}
_STRONGEST_FIRST = (Role.ADMIN, Role.APPROVE, Role.REVIEW, Role.SUBMIT)


class IssuerError(RunError):
    """The issuer could not be asked. The message holds nothing of its answer. status: of that answer, or 0."""

    def __init__(self, told: str, status: int = 0) -> None:
        super().__init__(told)
        self.status = status


@dataclass(frozen=True)
class Subject:
    """The holder of a JSON Web Token. name: `oidc:` and the subject. roles: the strongest first. claims: all of it."""

    name: str
    roles: tuple[Role, ...]
    claims: Mapping[str, Any] = field(repr=False, compare=False)

    @property
    def id(self) -> str:
        """This is the name: a subject has many tokens, and one after the other."""
        return self.name


class OidcChecker:
    """A checker of JSON Web Tokens.

    told: is told why keys could not be fetched. clock: seconds, for the age of the keys alone.
    """

    def __init__(
        self,
        settings: OidcSettings,
        told: Callable[[BaseException], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings, self._told, self._clock = settings, told, clock
        self._keys: dict[tuple[str, str], jwt.PyJWK] = {}  # by kid and algorithm
        self._fetched = self._tried = -float("inf")
        self._turn = asyncio.Lock()

    def remembered(self, given: str) -> Subject | None:
        """Return the holder of a token that is right by the keys that are known, which tells within a millisecond."""
        return None if self._is_stale and not self._was_tried else self._holder(given, self._settings.audience)

    async def check(self, given: str, audience: str | None = None) -> Subject | None:
        """Return the holder of a token, or None for what the issuer has not signed.

        audience: None is that of the settings. Raises RefusedError if the keys of the issuer cannot be had, and for
        tokens that are no guesses: those that it has signed and that are not right (any more), and those that name a
        key for which nobody could ask yet.
        """
        named = self._named(given)
        if named is None:
            return None
        has_asked = False
        if self._is_stale or named not in self._keys:
            has_asked = await self._fetch()
        if self._is_dead:
            raise RefusedError(503, "issuer-unreachable", {"Retry-After": str(round(_AGAIN_SECONDS))})
        found = self._holder(given, audience or self._settings.audience)
        if found is None and (self._is_signed(given, named) if named in self._keys else not has_asked):
            raise unauthorized()
        return found

    @property
    def _is_stale(self) -> bool:
        return self._clock() - self._fetched > _FRESH_SECONDS

    @property
    def _is_dead(self) -> bool:
        return self._clock() - self._fetched > _KEPT_SECONDS

    @property
    def _was_tried(self) -> bool:
        return self._clock() - self._tried < _AGAIN_SECONDS

    def _named(self, given: str) -> tuple[str, str] | None:
        """Return kid and algorithm of a token whose header can be accepted."""
        if len(given) > _MOST_TOKEN or not given.isascii():
            return None
        try:
            header = jwt.get_unverified_header(given)
        except (jwt.PyJWTError, ValueError, RecursionError):
            return None
        kid, algorithm, kind = header.get("kid"), header.get("alg"), header.get("typ", "JWT")
        if not isinstance(kid, str) or algorithm not in self._settings.algorithms or _OWN_KEYS & header.keys():
            return None
        return (kid, algorithm) if isinstance(kind, str) and kind.lower() in _TYPES else None

    def fault(self, given: str, audience: str) -> str:
        """Return what is wrong with a token that `check` refuses, and nothing that it holds; "" for a right one."""
        found = self._read(given, audience)
        return found if isinstance(found, str) else ""

    def _holder(self, given: str, audience: str) -> Subject | None:
        found = self._read(given, audience)
        return None if isinstance(found, str) else found

    def _read(self, given: str, audience: str) -> Subject | str:
        """Return the holder of a token, or what is wrong with it."""
        named = self._named(given)
        if named is None:
            return "has a header that is not accepted"
        key = self._keys.get(named)
        if key is None or self._is_dead:
            return "is signed with a key that the issuer does not publish"
        try:
            claims = jwt.decode(
                given, key, [named[1]], audience=audience, issuer=self._settings.issuer,
                leeway=self._settings.leeway_s, options={"require": ["exp", "iat", "aud", "iss", "sub"]},
            )  # fmt: skip
        except jwt.MissingRequiredClaimError as e:
            return f"lacks the claim {e.claim}"
        except (jwt.PyJWTError, ValueError, TypeError, OverflowError, RecursionError) as e:
            return next((told for kind, told in _FAULTS.items() if isinstance(e, kind)), "cannot be read")
        subject = claims["sub"]
        if not 0 < len(subject) < 256 or not (subject.isascii() and subject.isprintable()):
            return _WRONG_SUBJECT
        return Subject(f"{BY_ISSUER}{subject}", self._roles(claims), claims)

    def _is_signed(self, given: str, named: tuple[str, str]) -> bool:
        try:
            jwt.PyJWS().decode(given, self._keys[named], [named[1]])
        except (jwt.PyJWTError, ValueError, TypeError, RecursionError):
            return False
        return True

    def _roles(self, claims: Mapping[str, Any]) -> tuple[Role, ...]:
        """Return the roles of the claim: a list of values, or a text with spaces between them."""
        name = self._settings.roles_claim
        value: Any = claims
        for step in [name] if name in claims else name.split("."):
            value = value.get(step) if isinstance(value, dict) else None
        values = value.split() if isinstance(value, str) else value if isinstance(value, list) else []
        given = {self._settings.roles.get(one) for one in values if isinstance(one, str)}
        return tuple(role for role in _STRONGEST_FIRST if role.value in given)

    # --- keys --------------------------------------------------------------------------------------------------------

    async def _fetch(self) -> bool:
        """Fetch the keys, unless that was tried within the last minute; many who wait share one fetch.

        Return whether they were fetched.
        """
        async with self._turn:
            if self._was_tried:
                return False
            self._tried = self._clock()
            try:
                async with asyncio.timeout(FETCH_SECONDS):
                    self._keys = await _fetched(self._settings)
                self._fetched = self._clock()
                return True
            except TimeoutError:
                self._told(IssuerError("the issuer of oidc.issuer does not answer in time"))
            except IssuerError as e:
                self._told(e)
            return False


async def _fetched(settings: OidcSettings) -> dict[tuple[str, str], jwt.PyJWK]:
    """Return the keys of the issuer that can be used. Raises IssuerError."""
    async with issuer_client() as client:
        url = settings.jwks_url
        if url is None:
            url = own_url(await configuration(client, settings), "jwks_uri", settings)
            if url is None:
                raise IssuerError("the issuer keeps its keys on another host; name them with the setting oidc.jwks_url")
        keys = (await object_at(client, url)).get("keys")
    usable: dict[tuple[str, str], jwt.PyJWK] = {}
    for given in keys[:_MOST_KEYS] if isinstance(keys, list) else ():
        for algorithm in settings.algorithms:
            if (key := _usable(given, algorithm)) is not None:
                usable.setdefault((given["kid"], algorithm), key)
    if not usable:
        raise IssuerError("the issuer has no key that the setting oidc.algorithms allows")
    return usable


def issuer_client() -> IssuerClient:
    """Return a client that asks the issuer, over TLS by an authority that the system trusts."""
    verify = ssl.create_default_context()
    return IssuerClient(verify=verify, follow_redirects=False, trust_env=False, timeout=FETCH_SECONDS)


async def configuration(client: IssuerClient, settings: OidcSettings) -> dict[str, Any]:
    """Return what the issuer says of itself (OpenID Connect Discovery 1.0). Raises IssuerError."""
    found = await object_at(client, settings.issuer.rstrip("/") + "/.well-known/openid-configuration")
    if found.get("issuer") != settings.issuer:
        raise IssuerError("the configuration of the issuer names another issuer than the setting oidc.issuer")
    return found


def own_url(found: Mapping[str, Any], name: str, settings: OidcSettings) -> str | None:
    """Return an address of the issuer's configuration, which may have a query (RFC 6749, 3.1 and 3.2); None unless it
    is on the host of the issuer.
    """
    url = found.get(name)
    if not isinstance(url, str) or "#" in url or not url.isascii() or not url.isprintable():
        return None
    if not is_https_or_loopback(url.partition("?")[0]):
        return None
    return url if urlsplit(url)[:2] == urlsplit(settings.issuer)[:2] else None


async def object_at(
    client: IssuerClient, url: str, form: Mapping[str, str] | None = None, auth: tuple[str, str] | None = None
) -> dict[str, Any]:
    """Return the object at a URL, or what a form is answered with. auth: user and password of HTTP Basic.

    Raises IssuerError for any other answer, and for a redirect.
    """
    body = bytearray()
    method, headers = "GET" if form is None else "POST", {"Accept-Encoding": "identity"}
    try:
        async with client.stream(method, url, headers=headers, data=form, auth=auth) as answer:
            if answer.status_code != 200:
                told = f"the issuer of oidc.issuer answers with status {answer.status_code}"
                raise IssuerError(told, answer.status_code)
            async for piece in answer.aiter_raw():
                body += piece
                if len(body) > _MOST_BYTES:
                    raise IssuerError("an answer of the issuer of oidc.issuer is too large")
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as e:
        raise IssuerError(f"the issuer of oidc.issuer cannot be reached ({type(e).__name__})") from None
    try:
        return msgspec.json.decode(bytes(body), type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise IssuerError("an answer of the issuer of oidc.issuer is no JSON object") from None


def _usable(given: Any, algorithm: str) -> jwt.PyJWK | None:
    """Return a public key for signatures by this algorithm, or None."""
    if not isinstance(given, dict) or not isinstance(given.get("kid"), str):
        return None
    if given.get("kty") != _KINDS[algorithm[:2]] or given.get("use", "sig") != "sig":
        return None
    if given.get("alg", algorithm) != algorithm:
        return None
    try:
        key = jwt.PyJWK({k: v for k, v in given.items() if k != "d"}, algorithm)
        key.Algorithm.prepare_key(key.key)  # raises for a curve of another algorithm
    except (jwt.PyJWTError, ValueError, TypeError):
        return None
    bits = getattr(key.key, "key_size", _LEAST_RSA_BITS)
    return key if given["kty"] != "RSA" or bits >= _LEAST_RSA_BITS else None
