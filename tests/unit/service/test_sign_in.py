"""The sign-in with an issuer, without a service: what the issuer and a browser may send, and what becomes of it."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("httpx")
pytest.importorskip("jwt")

from pydantic import ValidationError

from redactor.keys import Keyring
from redactor.service import oidc
from redactor.service.console import sign_in
from redactor.service.console.sessions import Ended, Person, Sessions
from redactor.service.console.sign_in import SignIn, SignInError
from redactor.service.oidc import OidcChecker
from redactor.service.refusals import RefusedError
from redactor.service.tokens import Role
from redactor.service_settings import OidcSettings
from tests.unit.service.issuer import AUDIENCE, RSA_KEYS, Issuer, issuing
from tests.unit.service.sign_in_kit import CLIENT, ROLES, query_of, sent_back

BACK = "http://127.0.0.1:8443/console/callback"
PORT = 8443
HOSTILE = "Vexholm<script>alert(1)</script>"


@pytest.fixture
def issuer() -> Iterator[Issuer]:
    with issuing() as found:
        found.signed = {"roles": ["heads"]}
        yield found


class Desk:
    """A service's sign-in with a clock that a test turns, and what it told. Another of the same home is like it."""

    def __init__(self, issuer: Issuer, home: Path, keyring: Keyring, **settings: Any) -> None:
        self.now, self.told = 0.0, list[BaseException]()
        given = {"issuer": issuer.url, "audience": AUDIENCE, "roles": ROLES, "client_id": CLIENT, "redirect_url": BACK}
        found = OidcSettings.model_validate(given | {"leeway_s": 0} | settings)
        self.sessions = Sessions(keyring)
        self.sign_in = SignIn(
            found, OidcChecker(found, self.told.append), keyring, self.sessions, Ended(home / "console" / "ended.json"),
            self.told.append, lambda: self.now,
        )  # fmt: skip

    def begin(self) -> tuple[str, str]:
        """Return where the issuer sends the browser, and its cookie."""
        address, cookie = asyncio.run(self.sign_in.begin(PORT))
        return sent_back(address), cookie

    def finish(self, back: str, cookie: str, port: int = PORT) -> Person:
        return asyncio.run(self.sign_in.finish(cookie, port, query_of(back)))

    def lines(self) -> list[str]:
        """Return what the log is told of each failed sign-in, without its time."""
        found = [re.fullmatch(r"a sign-in failed at [0-9T:.+-]{29}: (.+)", str(one)) for one in self.told]
        return [one[1] for one in found if one is not None]

    def refused(self, back: str, cookie: str, port: int = PORT) -> str:
        """Return what the page says to somebody who is not signed in."""
        with pytest.raises((SignInError, RefusedError)) as found:
            self.finish(back, cookie, port)
        error = found.value
        assert isinstance(error, RefusedError) or "Vexholm" not in error.words
        assert not any("Vexholm" in str(one) for one in self.told)
        return error.code if isinstance(error, RefusedError) else error.words


@pytest.fixture
def make(issuer: Issuer, tmp_path: Path, keyring_path: Path) -> Callable[..., Desk]:
    return lambda **settings: Desk(issuer, tmp_path / "home", Keyring.load(keyring_path), **settings)


@pytest.fixture
def desk(make: Callable[..., Desk]) -> Desk:
    return make()


def test_the_issuer_names_a_person_and_the_strongest_role_that_opens_the_console(issuer: Issuer, desk: Desk) -> None:
    end = int(time.time()) + 300
    issuer.signed = {"roles": ["senders", "heads", "readers"], "exp": end}
    person = desk.finish(*desk.begin())
    assert (person.id, person.name, person.role, person.ends) == ("oidc:u-17", "oidc:u-17", Role.APPROVE, end)
    assert issuer.asked[0] == "/.well-known/openid-configuration" and desk.told == []
    assert issuer.forms[0]["client_id"] == CLIENT and "client_secret" not in issuer.forms[0]


def test_what_the_browser_is_given_holds_nothing_that_opens_anything(issuer: Issuer, desk: Desk) -> None:
    address, cookie = asyncio.run(desk.sign_in.begin(PORT))
    query = {name: values[0] for name, values in query_of(address).items()}
    back = sent_back(address)
    desk.finish(back, cookie)
    verifier = issuer.forms[0]["code_verifier"]
    assert 43 <= len(verifier) <= 128 and verifier not in address + cookie
    assert query["nonce"] not in cookie and query["state"] not in cookie and query["redirect_uri"] == BACK
    other, _ = asyncio.run(desk.sign_in.begin(PORT))
    assert all(query_of(other)[name] != [query[name]] for name in ("state", "nonce", "code_challenge"))


def test_another_process_of_the_service_finishes_a_sign_in_once(make: Callable[..., Desk]) -> None:
    back, cookie = make().begin()
    assert make().finish(back, cookie).name == "oidc:u-17"
    for desk in (make(), make()):
        assert "was not begun in this browser" in desk.refused(back, cookie)


def test_an_answer_without_the_cookie_of_its_sign_in_is_nobodys(issuer: Issuer, desk: Desk, keyring_path: Path) -> None:
    """The state of another browser, of another port or of another service, a forged one, and none."""
    back, cookie = desk.begin()
    theirs, other = desk.begin()
    plain = desk.sessions.seal(desk.sessions.begin(None), PORT)
    foreign = Desk(issuer, Path("/nowhere"), Keyring.generate()).begin()[1]
    for given in ("", other, plain, foreign, cookie[:-1], cookie[::-1], "x" * 5000):
        assert "was not begun in this browser" in desk.refused(back, given)
    assert "was not begun in this browser" in desk.refused(back, cookie, PORT + 1)
    state = query_of(back)["state"][0]
    for changed in (
        back.replace(f"state={state}", ""), back.replace(state, ""), back.replace(state, state[:-1]),
        back.replace(state, state.upper()), f"{back}&state={state}", f"{back}&state=x", f"{BACK}?code=x&state=%ff",
    ):  # fmt: skip
        assert "was not begun in this browser" in desk.refused(changed, cookie)
    assert "/token" not in issuer.asked  # and no code was spent
    assert desk.finish(back, cookie).name == desk.finish(theirs, other).name


def test_a_sign_in_takes_ten_minutes_at_most(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    back, cookie = desk.begin()
    later = time.time() + sign_in.SECONDS
    monkeypatch.setattr(desk.sessions, "_clock", lambda: later)
    assert "took too long" in desk.refused(back, cookie)


def test_a_code_of_somebody_else_is_refused(issuer: Issuer, desk: Desk) -> None:
    """Somebody puts the code of their own sign-in, or of a stolen address, into another one."""
    mine, cookie = desk.begin()
    code = query_of(desk.begin()[0])["code"][0]
    assert "did not sign you in" in desk.refused(mine.replace(query_of(mine)["code"][0], code), cookie)
    assert "status 400" in str(desk.told[0])


def test_a_code_that_was_spent_is_refused(issuer: Issuer, desk: Desk) -> None:
    back, cookie = desk.begin()
    issuer.grants[query_of(back)["code"][0]].is_used = True
    with pytest.raises(SignInError) as refused:
        desk.finish(back, cookie)
    assert refused.value.is_guess  # invented codes make the service ask the issuer


def test_what_the_issuer_refuses_is_told_without_its_words(issuer: Issuer, desk: Desk) -> None:
    for sends in (
        {"error": "access_denied", "error_description": HOSTILE, "code": None},
        {"error": HOSTILE}, {"code": None}, {"code": ""},
    ):  # fmt: skip
        issuer.sends = sends
        assert "did not sign you in" in desk.refused(*desk.begin())
    assert "/token" not in issuer.asked
    assert desk.lines() == [
        "the issuer sent the error access_denied", "the issuer sent an error",
        "the issuer sent no code", "the issuer sent no code",
    ]  # fmt: skip


def test_each_failed_sign_in_has_a_line_until_there_are_many(issuer: Issuer, desk: Desk) -> None:
    issuer.sends = {"error": "access_denied"}
    for _ in range(sign_in.MOST_TOLD + 5):
        desk.refused(*desk.begin())
    assert desk.lines() == ["the issuer sent the error access_denied"] * sign_in.MOST_TOLD
    assert len({str(one) for one in desk.told}) == len(desk.told) == sign_in.MOST_TOLD
    desk.now = 61
    desk.refused(*desk.begin())
    assert len(desk.lines()) == sign_in.MOST_TOLD + 1
    assert "5 more sign-ins failed within a minute of" in str(desk.told[sign_in.MOST_TOLD])


def test_how_many_failed_is_told_without_a_further_one(
    issuer: Issuer, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_in, "_MINUTE", 0.2)

    async def fail() -> None:
        for _ in range(sign_in.MOST_TOLD + 2):
            with pytest.raises(SignInError):
                await desk.sign_in.finish("", PORT, {})
        while len(desk.told) == sign_in.MOST_TOLD:
            await asyncio.sleep(0.05)

    asyncio.run(fail())
    assert "2 more sign-ins failed within a minute of" in str(desk.told[-1])


def test_an_answer_of_another_issuer_is_mixed_up(issuer: Issuer, make: Callable[..., Desk]) -> None:
    issuer.sends = {"iss": "https://evil.example"}
    assert "is not right" in make().refused(*make().begin())
    issuer.sends = {"iss": issuer.url}
    assert make().finish(*make().begin())
    issuer.more = {"authorization_response_iss_parameter_supported": True}
    assert make().finish(*make().begin())
    issuer.sends = {}
    desk = make()
    assert "is not right" in desk.refused(*desk.begin())
    back, cookie = desk.begin()
    doubled = f"{back}&iss={issuer.url}&iss={issuer.url}"
    assert "is not right" in desk.refused(doubled, cookie)
    assert "/token" in issuer.asked and issuer.asked.count("/token") == 2


def test_an_id_token_that_is_not_right_signs_in_nobody(issuer: Issuer, desk: Desk) -> None:
    now = int(time.time())
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"nonce": None}, "is not for the sign-in that asked for it (nonce)"),
        ({"nonce": HOSTILE}, "is not for the sign-in that asked for it (nonce)"),
        ({"nonce": 7}, "is not for the sign-in that asked for it (nonce)"),
        ({"aud": AUDIENCE}, "is not for this client (aud)"),
        ({"aud": None}, "lacks the claim aud"),
        ({"iss": "https://evil.example"}, "is of another issuer (iss)"),
        ({"aud": [CLIENT, "other"]}, "was issued to another client than oidc.client_id (azp)"),
        ({"azp": "other"}, "was issued to another client than oidc.client_id (azp)"),
        ({"aud": [CLIENT, "other"], "azp": "other"}, "was issued to another client than oidc.client_id (azp)"),
        ({"exp": now - 60}, "has ended (exp)"),
        ({"exp": None}, "lacks the claim exp"),
        ({"iat": now + 600}, "is not valid yet (iat, nbf): look at the clocks"),
        ({"nbf": now + 600}, "is not valid yet (iat, nbf): look at the clocks"),
        ({"iat": "Vexholm"}, "has an iat that is no time"),
        ({"iat": None}, "lacks the claim iat"),
        ({"sub": None}, "lacks the claim sub"),
        ({"sub": ""}, "has a sub that is not 1 to 255 characters of ASCII"),
        ({"sub": "Vexholm\u00e9"}, "has a sub that is not 1 to 255 characters of ASCII"),
        ({"sub": "x" * 256}, "has a sub that is not 1 to 255 characters of ASCII"),
        ({"key": RSA_KEYS[1]}, "is not signed by the issuer"),
        ({"key": RSA_KEYS[1], "header": {"kid": "two"}}, "is signed with a key that the issuer does not publish"),
        ({"header": {"typ": "logout+jwt"}}, "has a header that is not accepted"),
    ]
    for n, (claims, told) in enumerate(wrong):
        desk.now = 70.0 * n  # a minute has room for ten lines
        issuer.signed = {"roles": ["it"]} | claims
        assert "is not right" in desk.refused(*desk.begin()), claims
        assert desk.lines()[-1] == f"the ID token {told}", claims
    assert len(desk.lines()) == len(wrong) == len(desk.told)
    desk.now += 70
    for body in (b"{}", b'{"id_token": 7}', b'{"id_token": "..", "x": "Vexholm"}', b'{"id_token": ""}'):
        issuer.answers["/token"] = 200, {}, body
        assert "is not right" in desk.refused(*desk.begin()), body
    unsigned = issuer.forged({"alg": "none", "kid": "one"}, aud=CLIENT, roles=["it"])
    issuer.answers["/token"] = 200, {}, json.dumps({"id_token": unsigned}).encode()
    assert "is not right" in desk.refused(*desk.begin())
    del issuer.answers["/token"]
    issuer.signed = {"roles": ["it"], "aud": [CLIENT, "other"], "azp": CLIENT}
    assert desk.finish(*desk.begin()).role is Role.ADMIN


@pytest.mark.parametrize("roles", [[], ["senders"], ["nothing"], None, 7])
def test_who_has_no_role_for_the_console_is_told_so(issuer: Issuer, desk: Desk, roles: Any) -> None:
    issuer.signed = {"roles": roles}
    assert "gives you no role" in desk.refused(*desk.begin())
    assert desk.lines() == ["the issuer gives no role for the console"]


@pytest.mark.parametrize(
    "answer",
    [
        (500, {}, b"Vexholm"), (302, {"Location": "http://127.0.0.2:9/token"}, b""), (200, {}, b"<html>Vexholm"),
        (200, {}, b"[]"), (200, {}, b"[" * 100_000), (200, {}, b'{"id_token":"' + b"x" * (2 << 20)), (401, {}, b""),
    ],
)  # fmt: skip
def test_an_issuer_that_answers_rubbish_signs_in_nobody(issuer: Issuer, desk: Desk, answer: Any) -> None:
    issuer.answers["/token"] = answer
    assert desk.refused(*desk.begin()) == "issuer-unreachable" and len(desk.told) == 1
    here = "/.well-known/openid-configuration"
    issuer.answers[here] = answer
    desk.now = 700
    with pytest.raises(RefusedError):
        desk.begin()
    asked = issuer.asked.count(here)
    with pytest.raises(RefusedError):  # not again at once: whoever opens the page would make the service knock
        desk.begin()
    assert issuer.asked.count(here) == asked
    issuer.answers.clear()
    desk.now = 706
    assert desk.finish(*desk.begin())


@pytest.mark.parametrize(
    "more",
    [
        {"authorization_endpoint": "https://evil.example/authorize"}, {"authorization_endpoint": None},
        {"authorization_endpoint": "javascript:alert(1)"}, {"authorization_endpoint": "//evil.example/x"},
        {"authorization_endpoint": ["x"]}, {"token_endpoint": "http://192.0.2.1/token"}, {"token_endpoint": 7},
        {"token_endpoint": "file:///etc/passwd"}, {"issuer": "https://evil.example"},
        {"authorization_endpoint": "https://evil.example/authorize?x=y"},
        {"authorization_endpoint": "ISSUER/authorize#x"}, {"authorization_endpoint": "ISSUER/authorize#?x=y"},
        {"authorization_endpoint": "ISSUER/authorize?x=y#z"}, {"authorization_endpoint": "ISSUER@evil.example?x"},
        {"authorization_endpoint": "ISSUER\\@evil.example?x"}, {"authorization_endpoint": "ISSUER/authorize?x=\r\ny"},
        {"authorization_endpoint": "ISSUER/authorize?x=\u00e9"}, {"authorization_endpoint": "ISSUER/a?state=x"},
        {"authorization_endpoint": "ISSUER/a?x=y&%73tate=x"}, {"authorization_endpoint": "ISSUER/a?redirect_uri=x"},
    ],
)  # fmt: skip
def test_browser_and_service_go_to_the_host_of_the_issuer_alone(issuer: Issuer, desk: Desk, more: Any) -> None:
    issuer.more = {k: v.replace("ISSUER", issuer.url) if isinstance(v, str) else v for k, v in more.items()}
    with pytest.raises(RefusedError) as refused:
        asyncio.run(desk.sign_in.begin(PORT))
    assert refused.value.code == "issuer-unreachable" and "evil" not in str(desk.told[0])


def test_a_query_of_an_address_of_the_issuer_is_kept(issuer: Issuer, desk: Desk) -> None:
    """RFC 6749, 3.1 and 3.2; as the addresses of Azure AD B2C name a policy."""
    places = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "jwks"}
    issuer.more = {name: f"{issuer.url}/{place}?p=B2C_1%20a&empty=" for name, place in places.items()}
    address, _ = asyncio.run(desk.sign_in.begin(PORT))
    query = query_of(address)
    assert (query["p"], query["empty"]) == (["B2C_1 a"], [""]) and address.count("?") == 1
    assert all(len(values) == 1 for values in query.values()) and {"state", "nonce", "client_id"} <= query.keys()
    assert desk.finish(*desk.begin()) and "/jwks?p=B2C_1%20a&empty=" in issuer.asked


def test_an_issuer_that_is_slow_is_given_up(issuer: Issuer, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    back, cookie = desk.begin()
    monkeypatch.setattr(sign_in, "FETCH_SECONDS", 0.3)
    monkeypatch.setattr(oidc, "FETCH_SECONDS", 0.3)
    issuer.drips = True
    assert desk.refused(back, cookie) == "issuer-unreachable" and "in time" in str(desk.told[0])
    desk.now = 700
    with pytest.raises(RefusedError):
        desk.begin()


def test_many_who_begin_at_once_ask_the_issuer_once(issuer: Issuer, desk: Desk) -> None:
    async def all_of_them() -> set[str]:
        return {address for address, _ in await asyncio.gather(*(desk.sign_in.begin(PORT) for _ in range(20)))}

    assert len(asyncio.run(all_of_them())) == 20 and issuer.asked == ["/.well-known/openid-configuration"]


@pytest.mark.parametrize("by_form", [False, True])
def test_a_client_with_a_secret_sends_it_as_the_issuer_wants_it(
    issuer: Issuer, make: Callable[..., Desk], by_form: bool
) -> None:
    issuer.secret = "of: the %client+"
    issuer.more = {
        "token_endpoint_auth_methods_supported": ["client_secret_post"] if by_form else ["none", "client_secret_basic"]
    }
    desk = make(client_secret=issuer.secret)
    assert desk.finish(*desk.begin())
    assert ("client_secret" in issuer.forms[0]) is by_form
    desk = make(client_secret="Vexholm")
    assert desk.refused(*desk.begin()) == "issuer-unreachable" and "status 401" in str(desk.told[0])


def test_a_session_goes_on_for_as_long_as_its_proof_is_the_same(issuer: Issuer, make: Callable[..., Desk]) -> None:
    desk = make()
    person = desk.finish(*desk.begin())
    session = desk.sessions.begin(person)
    assert session.until == person.ends
    assert desk.sessions.is_of(session, make().sign_in.person(session))
    for settings in ({"roles": ROLES | {"heads": "review"}}, {"audience": "x"}, {"client_id": "y"}):
        other = make(**settings)
        assert not other.sessions.is_of(session, other.sign_in.person(session)), settings
    assert desk.sign_in.person(desk.sessions.begin(None)) is None


def test_the_address_to_which_browsers_are_sent_is_that_of_the_settings(make: Callable[..., Desk]) -> None:
    desk = make()
    assert desk.sign_in.origin == "http://127.0.0.1:8443"
    for given in ("https://Redactor.example:443", "HTTPS://redactor.example", "https://redactor.example"):
        assert make(redirect_url=f"{given}/console/callback").sign_in.origin == "https://redactor.example", given
    back, _ = desk.begin()
    assert urlsplit(back)[:3] == urlsplit(BACK)[:3]


@pytest.mark.parametrize(
    "given",
    [
        {"client_id": None}, {"redirect_url": None}, {"redirect_url": "https://redactor.example/console/"},
        {"redirect_url": "http://redactor.example/console/callback"}, {"redirect_url": f"{BACK}?next=/"},
        {"redirect_url": "https://u@redactor.example/console/callback"}, {"client_secret": ""}, {"client_id": "a b"},
        {"client_id": None, "redirect_url": None, "client_secret": "x"}, {"scopes": ["profile"]}, {"scopes": []},
    ],
)  # fmt: skip
def test_settings_that_do_not_belong_together_are_refused(given: dict[str, Any]) -> None:
    right = {"issuer": "https://login.example", "audience": AUDIENCE, "roles": ROLES}
    right |= {"client_id": CLIENT, "redirect_url": "https://redactor.example/console/callback"}
    assert OidcSettings.model_validate(right)
    with pytest.raises(ValidationError):
        OidcSettings.model_validate(right | given)
