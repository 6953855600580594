"""A little issuer of JSON Web Tokens on loopback, whose keys and misdeeds a test chooses."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import parse_qsl, unquote_plus, urlencode

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

AUDIENCE = "redactor"
RSA_KEYS = [rsa.generate_private_key(public_exponent=65537, key_size=2048) for _ in range(2)]
EC_KEY = ec.generate_private_key(ec.SECP256R1())


def part(data: Any) -> str:
    """Encode a part of a token."""
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def pem_of(key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public key, which everybody knows."""
    return key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


def rsa_jwk(key: rsa.RSAPrivateKey, kid: str, **more: Any) -> dict[str, Any]:
    return {**jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key(), as_dict=True), "kid": kid, "use": "sig"} | more


def ec_jwk(key: ec.EllipticCurvePrivateKey, kid: str) -> dict[str, Any]:
    return {**jwt.algorithms.ECAlgorithm.to_jwk(key.public_key(), as_dict=True), "kid": kid, "alg": "ES256"}


@dataclass
class Grant:
    """What a code stands for. asked: the parameters of /authorize."""

    asked: Mapping[str, str]
    is_used: bool = False


class Issuer:
    """An issuer. keys: what it publishes. answers: by path, (status, headers, body) instead. asked: paths so far.

    In the authorization code flow everybody who asks /authorize is the person of `claims`, without a page. secret: of
    the client; None for a public one. more: what its configuration says besides. sends: parameters that browsers are
    sent back with, in place of its own. signed: claims of the ID token, in place of its own.
    """

    def __init__(self, scheme: str, port: int, host: str) -> None:
        self.url = f"{scheme}://{host}:{port}"
        self.keys: list[dict[str, Any]] = [rsa_jwk(RSA_KEYS[0], "one", alg="RS256"), ec_jwk(EC_KEY, "curve")]
        self.answers: dict[str, tuple[int, Mapping[str, str], bytes]] = {}
        self.asked: list[str] = []
        self.drips, self.ended = False, Event()
        self.grants: dict[str, Grant] = {}
        self.secret: str | None = None
        self.more: dict[str, Any] = {}
        self.sends: dict[str, str | None] = {}
        self.signed: dict[str, Any] = {}
        self.forms: list[dict[str, str]] = []

    def answer(self, path: str) -> tuple[int, Mapping[str, str], bytes]:
        self.asked.append(path)
        if path in self.answers:
            return self.answers[path]
        if path == "/.well-known/openid-configuration":
            names = {"jwks_uri": "jwks", "authorization_endpoint": "authorize", "token_endpoint": "token"}
            found = {"issuer": self.url} | {name: f"{self.url}/{place}" for name, place in names.items()} | self.more
            return 200, {}, json.dumps(found).encode()
        if path.partition("?")[0] == "/jwks":
            return 200, {}, json.dumps({"keys": self.keys}).encode()
        if path.startswith("/authorize?"):
            return self.authorize(dict(parse_qsl(path.partition("?")[2], strict_parsing=True)))
        return 404, {}, b""

    def authorize(self, query: Mapping[str, str]) -> tuple[int, Mapping[str, str], bytes]:
        """Send the browser back with a code (RFC 6749, 4.1.2)."""
        assert query["response_type"] == "code" and "openid" in query["scope"].split()
        assert query["code_challenge_method"] == "S256" and query["state"] and query["nonce"]
        code = secrets.token_hex(16)
        self.grants[code] = Grant(query)
        told = {"code": code, "state": query["state"], "session_state": "x.y"} | self.sends
        query_back = urlencode({k: v for k, v in told.items() if v is not None})
        return 302, {"Location": f"{query['redirect_uri']}?{query_back}"}, b""

    def exchange(self, form: Mapping[str, str], authorization: str) -> tuple[int, Mapping[str, str], bytes]:
        """Give tokens for a code, once, to the client that asked for it and has the verifier (RFC 7636, 4.6)."""
        self.asked.append("/token")
        self.forms.append(dict(form))
        if "/token" in self.answers:
            return self.answers["/token"]
        grant = self.grants.get(form.get("code", ""))
        client, secret = form.get("client_id"), form.get("client_secret")
        if authorization:
            told = base64.b64decode(authorization.removeprefix("Basic ")).decode().partition(":")
            client, secret = unquote_plus(told[0]), unquote_plus(told[2])
        if secret != self.secret:
            return 401, {}, b'{"error":"invalid_client"}'
        challenge = part(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        if (
            grant is None
            or grant.is_used
            or form.get("grant_type") != "authorization_code"
            or (client, form.get("redirect_uri"), challenge)
            != tuple(grant.asked[name] for name in ("client_id", "redirect_uri", "code_challenge"))
        ):
            return 400, {}, b'{"error":"invalid_grant"}'
        grant.is_used = True
        token = self.token(**({"aud": client, "nonce": grant.asked["nonce"]} | self.signed))
        found = {"token_type": "Bearer", "expires_in": 60, "access_token": self.token(), "id_token": token}
        return 200, {"Cache-Control": "no-store"}, json.dumps(found).encode()

    def claims(self, **more: Any) -> dict[str, Any]:
        """Return claims that are right for an hour. A claim of None is left out."""
        now = int(time.time())
        found = {"iss": self.url, "aud": AUDIENCE, "sub": "u-17", "iat": now, "exp": now + 3600, "roles": ["senders"]}
        return {k: v for k, v in (found | more).items() if v is not None}

    def token(self, *, alg: str = "RS256", key: Any = RSA_KEYS[0], header: Mapping[str, Any] | None = None,
              **claims: Any) -> str:  # fmt: skip
        """Return a token of these claims. A field of the header of None is left out."""
        told = {"kid": "one"} | dict(header or {})
        return jwt.encode(self.claims(**claims), key, alg, {k: v for k, v in told.items() if v is not None})

    def forged(self, header: Mapping[str, Any], signature: bytes = b"", **claims: Any) -> str:
        """Return a token of any header, with this signature."""
        return f"{part(dict(header))}.{part(self.claims(**claims))}.{part(signature)}"

    def by_public_key(self) -> str:
        """Return a token whose HMAC has the public key as its secret."""
        head = f"{part({'alg': 'HS256', 'typ': 'JWT', 'kid': 'one'})}.{part(self.claims())}"
        return f"{head}.{part(hmac.new(pem_of(RSA_KEYS[0]), head.encode(), hashlib.sha256).digest())}"


@contextmanager
def issuing(tls: tuple[Path, Path] | None = None, host: str = "127.0.0.1") -> Iterator[Issuer]:
    """Run an issuer until the block ends. tls: its certificate and key; without them it speaks plain HTTP. host: as it
    names itself.
    """

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            form = self.rfile.read(int(self.headers["Content-Length"])).decode("ascii")
            assert self.path.partition("?")[0] == "/token"
            fields = dict(parse_qsl(form, keep_blank_values=True, strict_parsing=True))
            self._send(*issuer.exchange(fields, self.headers.get("Authorization", "")))

        def do_GET(self) -> None:
            self._send(*issuer.answer(self.path))

        def _send(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            try:
                while issuer.drips and not issuer.ended.wait(0.05):
                    self.wfile.write(b" ")
                self.wfile.write(body)
            except OSError:
                pass  # whoever asked is gone

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if tls is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*tls)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    issuer = Issuer("http" if tls is None else "https", server.server_address[1], host)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield issuer
    finally:
        issuer.ended.set()
        server.shutdown()
        server.server_close()
        thread.join()
