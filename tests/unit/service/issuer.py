"""A little issuer of JSON Web Tokens on loopback, whose keys and misdeeds a test chooses."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

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


class Issuer:
    """An issuer. keys: what it publishes. answers: by path, (status, headers, body) instead. asked: paths so far."""

    def __init__(self, scheme: str, port: int) -> None:
        self.url = f"{scheme}://127.0.0.1:{port}"
        self.keys: list[dict[str, Any]] = [rsa_jwk(RSA_KEYS[0], "one", alg="RS256"), ec_jwk(EC_KEY, "curve")]
        self.answers: dict[str, tuple[int, Mapping[str, str], bytes]] = {}
        self.asked: list[str] = []
        self.drips, self.ended = False, Event()

    def answer(self, path: str) -> tuple[int, Mapping[str, str], bytes]:
        self.asked.append(path)
        if path in self.answers:
            return self.answers[path]
        if path == "/.well-known/openid-configuration":
            return 200, {}, json.dumps({"issuer": self.url, "jwks_uri": f"{self.url}/jwks"}).encode()
        if path == "/jwks":
            return 200, {}, json.dumps({"keys": self.keys}).encode()
        return 404, {}, b""

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
def issuing(tls: tuple[Path, Path] | None = None) -> Iterator[Issuer]:
    """Run an issuer until the block ends. tls: its certificate and key; without them it speaks plain HTTP."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, headers, body = issuer.answer(self.path)
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
    issuer = Issuer("http" if tls is None else "https", server.server_address[1])
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield issuer
    finally:
        issuer.ended.set()
        server.shutdown()
        server.server_close()
        thread.join()
