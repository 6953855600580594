"""JSON Web Tokens of an issuer on loopback: which are right, whose they are, and how its keys are fetched."""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("httpx")
pytest.importorskip("jwt")

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from pydantic import ValidationError

from redactor.service import oidc
from redactor.service.oidc import OidcChecker
from redactor.service.refusals import RefusedError
from redactor.service.tokens import Lockout, Role, admitted
from redactor.service_settings import OidcSettings
from tests.unit.service.issuer import AUDIENCE, EC_KEY, RSA_KEYS, Issuer, ec_jwk, issuing, part, rsa_jwk
from tests.unit.service.test_serve_limits import certificate

ROLES = {"senders": "submit", "readers": "review", "heads": "approve", "it": "admin"}


@pytest.fixture
def issuer() -> Iterator[Issuer]:
    with issuing() as found:
        yield found


class Desk:
    """A checker with a clock that a test turns, and what it told."""

    def __init__(self, issuer: Issuer, **settings: Any) -> None:
        self.now, self.told = 0.0, list[BaseException]()
        given = {"issuer": issuer.url, "audience": AUDIENCE, "roles": ROLES} | settings
        self.checker = OidcChecker(OidcSettings.model_validate(given), self.told.append, lambda: self.now)

    def check(self, token: str) -> tuple[str, tuple[Role, ...]] | None:
        try:
            found = asyncio.run(self.checker.check(token))
        except RefusedError as refused:
            if refused.code == "unauthorized":
                return None
            raise
        return None if found is None else (found.name, found.roles)

    def locks_out(self, *tokens: str) -> bool:
        """Whether an address is locked out after it gave these tokens."""
        lockout = Lockout(lambda: self.now)
        for token in tokens:
            with suppress(RefusedError):
                asyncio.run(admitted(self.checker, lockout, "192.0.2.1", token))
        return lockout.seconds_left("192.0.2.1") > 0


SENDER = ("oidc:u-17", (Role.SUBMIT,))


def test_a_token_of_the_issuer_names_its_holder_and_the_roles(issuer: Issuer) -> None:
    desk = Desk(issuer)
    assert desk.check(issuer.token()) == SENDER
    assert desk.check(issuer.token(alg="ES256", key=EC_KEY, header={"kid": "curve"})) == SENDER
    assert desk.check(issuer.token(header={"typ": "at+jwt"})) == SENDER
    assert desk.check(issuer.token(aud=["other", AUDIENCE])) == SENDER
    assert desk.check(issuer.token(roles="it senders nothing")) == ("oidc:u-17", (Role.ADMIN, Role.SUBMIT))
    assert desk.check(issuer.token(roles=["readers", "heads"])) == ("oidc:u-17", (Role.APPROVE, Role.REVIEW))
    assert desk.check(issuer.token(roles=["nothing"])) == ("oidc:u-17", ())
    assert desk.check(issuer.token(roles=None)) == ("oidc:u-17", ())
    assert issuer.asked == ["/.well-known/openid-configuration", "/jwks"] and not desk.told


@pytest.mark.parametrize(
    ("claim", "claims"),
    [
        ("realm_access.roles", {"realm_access": {"roles": ["it"]}}),
        ("https://example.org/roles", {"https://example.org/roles": ["it"]}),
        ("a.b.c", {"a": {"b": {"c": "it"}}}),
        ("groups", {"groups": ["x", 7, None, "it", {"a": 1}]}),
    ],
)
def test_the_claim_of_roles_is_a_name_or_a_path(issuer: Issuer, claim: str, claims: dict[str, Any]) -> None:
    desk = Desk(issuer, roles_claim=claim)
    assert desk.check(issuer.token(**claims)) == ("oidc:u-17", (Role.ADMIN,))
    first = claim.partition(".")[0]
    for wrong in (7, {"it": 1}, [["it"]], {"b": "it"}, None):
        assert desk.check(issuer.token(**{first: wrong})) == ("oidc:u-17", ())


def test_wrong_tokens_are_nobodys(issuer: Issuer) -> None:
    desk, now = Desk(issuer), int(time.time())
    other = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    own = rsa_jwk(other, "own", alg="RS256")
    right = issuer.token()
    head, body, signature = right.split(".")
    wrong = {
        "no signature": issuer.forged({"alg": "none", "kid": "one"}),
        "none in other letters": issuer.forged({"alg": "NoNe", "kid": "one"}),
        "no alg": issuer.forged({"kid": "one"}),
        "alg of another type": issuer.forged({"alg": ["RS256"], "kid": "one"}),
        "signature cut": f"{head}.{body}.",
        "signature changed": f"{head}.{body}.{part(b'x' * 256)}",
        "claims changed": f"{head}.{part(issuer.claims(sub='boss'))}.{signature}",
        "HMAC by the public key": issuer.by_public_key(),
        "another key": issuer.token(key=other),
        "an algorithm that is not allowed": issuer.token(alg="RS512"),
        "an algorithm of another kind of key": issuer.token(header={"kid": "curve"}),
        "the curve under the kid of the other key": issuer.token(alg="ES256", key=EC_KEY),
        "PSS for a key of RS256": issuer.token(alg="PS256"),
        "an embedded key": issuer.token(key=other, header={"jwk": own}),
        "an embedded key beside a right signature": issuer.token(header={"jwk": own}),
        "keys elsewhere": issuer.token(key=other, header={"jku": f"{issuer.url}/evil", "kid": "own"}),
        "keys elsewhere beside a right signature": issuer.token(header={"jku": f"{issuer.url}/evil"}),
        "a certificate elsewhere": issuer.token(header={"x5u": f"{issuer.url}/evil"}),
        "a certificate": issuer.token(header={"x5c": ["AAAA"]}),
        "an extension": issuer.token(header={"crit": ["exp"]}),
        "unencoded": issuer.token(header={"b64": False}),
        "no kid": issuer.token(header={"kid": None}),
        "another kid": issuer.token(header={"kid": "two"}),
        "a kid that is a path": issuer.token(header={"kid": "../../etc/passwd"}),
        "a token of logout": issuer.token(header={"typ": "logout+jwt"}),
        "another issuer": issuer.token(iss="https://evil.example"),
        "the issuer with a slash": issuer.token(iss=issuer.url + "/"),
        "no issuer": issuer.token(iss=None),
        "another audience": issuer.token(aud="other"),
        "audiences of others": issuer.token(aud=["other", "redactor2"]),
        "no audience": issuer.token(aud=None),
        "an empty audience": issuer.token(aud=[]),
        "expired": issuer.token(exp=now - 3600),
        "no end": issuer.token(exp=None),
        "an end that is no number": issuer.token(exp="tomorrow"),
        "an end beyond numbers": issuer.token(exp=float("inf")),
        "not yet": issuer.token(nbf=now + 3600),
        "issued in the future": issuer.token(iat=now + 3600),
        "no time of issue": issuer.token(iat=None),
        "nobody": issuer.token(sub=None),
        "an empty subject": issuer.token(sub=""),
        "a subject that is a number": issuer.token(sub=7),
        "a subject that is a list": issuer.token(sub=["u-17"]),
        "a long subject": issuer.token(sub="x" * 256),
        "a subject of two lines": issuer.token(sub="a\nb"),
        "a subject beyond ASCII": issuer.token(sub="ä"),
        "claims that are no object": f"{head}.{part([1])}.{signature}",
        "deep claims": f"{head}.{part(b'[' * 50_000)}.{signature}",
        "a deep header": f"{part(b'[' * 50_000)}.{body}.{signature}",
        "no base64": "!.!.!",
        "nothing": "..",
        "not ASCII": f"é.{body}.{signature}",
        "half a pair": f"\udcff.{body}.{signature}",
        "a long token": f"{head}.{part(issuer.claims(more='x' * 100_000))}.{signature}",
    }
    assert {name for name, token in wrong.items() if desk.check(token) is not None} == set()
    assert "/evil" not in issuer.asked and not desk.told
    assert desk.check(right) == SENDER


def test_what_the_issuer_has_signed_is_no_guess(issuer: Issuer) -> None:
    desk, now = Desk(issuer), int(time.time())
    ended = [issuer.token(exp=now - 60 - n) for n in range(5)]
    signed = [
        *ended, issuer.token(aud="other"), issuer.token(aud=None), issuer.token(iss="https://other.example"),
        issuer.token(nbf=now + 3600), issuer.token(iat=now + 3600), issuer.token(exp=None), issuer.token(sub=None),
        issuer.token(sub=""), issuer.token(sub="a\nb"),
    ]  # fmt: skip
    assert not desk.locks_out(*signed)
    head, body, signature = issuer.token().split(".")
    other = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    for wrong in (
        issuer.token(key=other),
        issuer.token(key=other, exp=now - 3600),
        f"{head}.{part(issuer.claims(exp=now - 3600))}.{signature}",
        f"{head}.{body}.",
        issuer.forged({"alg": "none", "kid": "one"}),
        issuer.by_public_key(),
        "..",
    ):
        assert desk.locks_out(*[wrong] * 10) and not desk.locks_out(*[wrong] * 9)


def test_a_key_for_which_nobody_could_ask_yet_is_no_guess(issuer: Issuer) -> None:
    desk = Desk(issuer)
    assert desk.check(issuer.token()) == SENDER
    issuer.keys = [rsa_jwk(RSA_KEYS[1], "two", alg="RS256")]
    new = issuer.token(key=RSA_KEYS[1], header={"kid": "two"})
    assert not desk.locks_out(*[new] * 20)
    issuer.answers["/jwks"] = (500, {}, b"")
    desk.now = 61
    assert not desk.locks_out(*[new] * 20)
    del issuer.answers["/jwks"]
    desk.now = 122
    assert desk.check(new) == SENDER


def test_a_right_token_is_never_locked_out(issuer: Issuer) -> None:
    desk, lockout = Desk(issuer), Lockout(lambda: 0.0)
    assert desk.check(issuer.token()) == SENDER
    for _ in range(10):
        assert asyncio.run(admitted(desk.checker, lockout, "192.0.2.1", "..")) is None
    new = issuer.token(sub="u-18")
    found = asyncio.run(admitted(desk.checker, lockout, "192.0.2.1", new))
    assert found is not None and found.name == "oidc:u-18"


def test_clocks_may_differ_by_the_leeway(issuer: Issuer) -> None:
    desk, now = Desk(issuer, leeway_s=30), int(time.time())
    assert desk.check(issuer.token(exp=now - 5, iat=now + 5, nbf=now + 5)) == SENDER
    assert desk.check(issuer.token(exp=now - 60)) is None and desk.check(issuer.token(nbf=now + 90)) is None
    assert Desk(issuer, leeway_s=0).check(issuer.token(exp=now - 2)) is None


def test_a_token_is_remembered_until_it_ends(issuer: Issuer) -> None:
    desk = Desk(issuer, leeway_s=0)
    token = issuer.token(exp=int(time.time()) + 2)
    assert desk.checker.remembered(token) is None  # no key is known yet
    assert desk.check(token) == SENDER and desk.checker.remembered(token) is not None
    while desk.checker.remembered(token) is not None:
        time.sleep(0.1)
    assert desk.check(token) is None


def test_a_new_key_is_fetched_and_guesses_of_kids_fetch_at_most_once_a_minute(issuer: Issuer) -> None:
    desk = Desk(issuer)
    assert desk.check(issuer.token()) == SENDER
    issuer.keys = [rsa_jwk(RSA_KEYS[1], "two", alg="RS256")]
    new = issuer.token(key=RSA_KEYS[1], header={"kid": "two"})
    assert desk.check(new) is None and len(issuer.asked) == 2  # the keys were fetched less than a minute ago
    desk.now = 61
    assert desk.check(new) == SENDER and len(issuer.asked) == 4
    for n in range(50):
        assert desk.check(issuer.token(header={"kid": f"guess-{n}"})) is None
    assert len(issuer.asked) == 4
    assert desk.check(issuer.token()) is None  # its key is withdrawn


def test_a_key_that_is_withdrawn_counts_no_longer_after_ten_minutes(issuer: Issuer) -> None:
    desk = Desk(issuer)
    token = issuer.token()
    assert desk.check(token) == SENDER
    issuer.keys = [rsa_jwk(RSA_KEYS[1], "two")]
    assert desk.checker.remembered(token) is not None
    desk.now = 601
    assert desk.checker.remembered(token) is None and desk.check(token) is None


def test_an_issuer_that_is_down_is_bridged_for_an_hour(issuer: Issuer) -> None:
    desk = Desk(issuer)
    token = issuer.token()
    assert desk.check(token) == SENDER
    issuer.answers["/jwks"] = (500, {}, b"Vexholm")
    desk.now = 700
    assert desk.check(token) == SENDER and desk.checker.remembered(token) is not None
    assert "Vexholm" not in str(desk.told[0]) and len(desk.told) == 1
    desk.now = 3700
    assert desk.checker.remembered(token) is None
    with pytest.raises(RefusedError) as refused:
        desk.check(token)
    assert (refused.value.status, refused.value.code) == (503, "issuer-unreachable")
    del issuer.answers["/jwks"]
    desk.now = 3800
    assert desk.check(token) == SENDER


KEYS = json.dumps({"keys": [rsa_jwk(RSA_KEYS[0], "one")]}).encode()
HERE = "/.well-known/openid-configuration"


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("/jwks", (302, {"Location": "http://127.0.0.2:9/jwks"}, b"")),
        ("/jwks", (302, {"Location": "/other"}, b"")),
        ("/jwks", (404, {}, KEYS)),
        ("/jwks", (200, {}, KEYS + b" " * (2 << 20))),
        ("/jwks", (200, {}, b"<html>Vexholm</html>")),
        ("/jwks", (200, {}, b"[" * 100_000)),
        ("/jwks", (200, {}, b'{"keys":7}')),
        ("/jwks", (200, {}, b"[]")),
        ("/jwks", (200, {}, b'{"keys":[]}')),
        ("/jwks", (200, {"Content-Encoding": "gzip"}, gzip.compress(KEYS))),
        (HERE, (200, {}, b"{}")),
        (HERE, (200, {}, b'{"issuer":"https://evil.example","jwks_uri":"@/jwks"}')),
        (HERE, (200, {}, b'{"issuer":"@","jwks_uri":"http://192.0.2.1/jwks"}')),
        (HERE, (200, {}, b'{"issuer":"@","jwks_uri":"https://evil.example/jwks"}')),
        (HERE, (200, {}, b'{"issuer":"@","jwks_uri":"file:///etc/passwd"}')),
        (HERE, (200, {}, b'{"issuer":"@","jwks_uri":7}')),
    ],
)
def test_keys_come_from_the_issuer_alone_whole_and_bounded(
    issuer: Issuer, path: str, answer: tuple[int, dict[str, str], bytes]
) -> None:
    status, headers, body = answer
    issuer.answers[path] = (status, headers, body.replace(b"@", issuer.url.encode()))
    issuer.answers["/other"] = (200, {}, KEYS)
    desk = Desk(issuer)
    with pytest.raises(RefusedError) as refused:
        desk.check(issuer.token())
    assert refused.value.code == "issuer-unreachable" and "/other" not in issuer.asked
    (told,) = desk.told
    assert "Vexholm" not in str(told) and "evil" not in str(told)


@pytest.mark.filterwarnings("ignore::jwt.InsecureKeyLengthWarning")
def test_keys_that_cannot_be_used_are_left_out(issuer: Issuer) -> None:
    small = rsa.generate_private_key(public_exponent=65537, key_size=1024)
    curve = ec.generate_private_key(ec.SECP384R1())
    secret = b"secret of thirty-two letters...."
    issuer.keys = [
        {"kty": "oct", "kid": "secret", "k": part(secret), "alg": "HS256"}, {"kid": "x"},
        {"kty": "RSA", "kid": "broken"}, "no key", rsa_jwk(RSA_KEYS[1], "sealing", use="enc"),
        rsa_jwk(small, "small"), ec_jwk(curve, "wide"),
        rsa_jwk(RSA_KEYS[1], "for-pss", alg="PS256"), {**rsa_jwk(RSA_KEYS[0], "one"), "kid": 7}, *issuer.keys,
    ]  # fmt: skip
    desk = Desk(issuer)
    assert desk.check(issuer.token()) == SENDER
    for token in (
        issuer.token(alg="HS256", key=secret, header={"kid": "secret"}),
        issuer.token(key=RSA_KEYS[1], header={"kid": "sealing"}),
        issuer.token(key=RSA_KEYS[1], header={"kid": "for-pss"}),
        issuer.token(key=small, header={"kid": "small"}),
        issuer.token(header={"kid": "broken"}),
    ):
        assert desk.check(token) is None


def test_an_issuer_that_answers_slowly_is_given_up(issuer: Issuer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oidc, "FETCH_SECONDS", 0.3)
    issuer.drips = True
    with pytest.raises(RefusedError):
        Desk(issuer).check(issuer.token())


def test_many_at_once_fetch_the_keys_once(issuer: Issuer) -> None:
    desk, token = Desk(issuer), issuer.token()

    async def all_of_them() -> list[Any]:
        return await asyncio.gather(*(desk.checker.check(token) for _ in range(20)))

    assert all(found is not None for found in asyncio.run(all_of_them())) and len(issuer.asked) == 2


def test_the_address_of_the_keys_may_be_given(issuer: Issuer) -> None:
    issuer.answers["/keys"] = (200, {}, KEYS)
    assert Desk(issuer, jwks_url=f"{issuer.url}/keys").check(issuer.token()) == SENDER
    assert issuer.asked == ["/keys"]


def test_an_issuer_over_tls_needs_a_certificate_of_a_trusted_authority(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cert, key = certificate(tmp_path)
    with issuing((cert, key)) as issuer:
        desk = Desk(issuer)
        with pytest.raises(RefusedError):
            desk.check(issuer.token())
        assert "cannot be reached" in str(desk.told[0]) and issuer.asked == []
        monkeypatch.setenv("SSL_CERT_FILE", str(cert))
        assert Desk(issuer).check(issuer.token()) == SENDER


def test_edwards_curves_may_be_allowed(issuer: Issuer) -> None:
    key = ed25519.Ed25519PrivateKey.generate()
    issuer.keys = [{**jwt.algorithms.OKPAlgorithm.to_jwk(key.public_key(), as_dict=True), "kid": "ed"}]
    token = issuer.token(alg="EdDSA", key=key, header={"kid": "ed"})
    assert Desk(issuer, algorithms=("EdDSA",)).check(token) == SENDER and Desk(issuer).check(token) is None


@pytest.mark.parametrize(
    "given",
    [
        {"issuer": "http://login.example"}, {"issuer": "ftp://login.example"}, {"issuer": "login.example"},
        {"issuer": "https://user:secret@login.example"}, {"issuer": "https://login.example?a=b"},
        {"issuer": "https://login.example#x"}, {"issuer": "https://"}, {"issuer": "https://login.example:x"},
        {"issuer": "http://127.0.0.1.evil.example"}, {"issuer": "http://localhost@evil.example"},
        {"jwks_url": "http://login.example/keys"}, {"jwks_url": "file:///etc/passwd"}, {"audience": ""},
        {"roles": {}}, {"roles": {"x": "root"}}, {"roles_claim": ""}, {"algorithms": ()},
        {"algorithms": ("HS256",)}, {"algorithms": ("none",)}, {"algorithms": ("RS256", "HS512")},
        {"leeway_s": -1}, {"leeway_s": 3600}, {"more": 1},
    ],
)  # fmt: skip
def test_settings_that_would_be_unsafe_are_refused(given: dict[str, Any]) -> None:
    right = {"issuer": "https://login.example", "audience": AUDIENCE, "roles": ROLES}
    assert OidcSettings.model_validate(right)
    with pytest.raises(ValidationError):
        OidcSettings.model_validate(right | given)
