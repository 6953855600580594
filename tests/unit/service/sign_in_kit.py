"""A browser without a screen that signs in with an issuer: it keeps cookies by name and follows nothing by itself."""

from __future__ import annotations

import http.client
import json
import socket
from urllib.parse import parse_qs, urlsplit

from tests.unit.service.issuer import AUDIENCE, Issuer
from tests.unit.service.serve_kit import Answer, Service

CLIENT = "console"
ROLES = {"senders": "submit", "readers": "review", "heads": "approve", "it": "admin"}


def free_port() -> int:
    """A port of loopback that nobody uses: the issuer has to know it before the service starts."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def settings_of(issuer: Issuer, port: int, scheme: str = "http") -> dict[str, str]:
    return {
        "REDACTOR_OIDC__ISSUER": issuer.url,
        "REDACTOR_OIDC__AUDIENCE": AUDIENCE,
        "REDACTOR_OIDC__ROLES": json.dumps(ROLES),
        "REDACTOR_OIDC__LEEWAY_S": "0",
        "REDACTOR_OIDC__CLIENT_ID": CLIENT,
        "REDACTOR_OIDC__REDIRECT_URL": f"{scheme}://127.0.0.1:{port}/console/callback",
    }


def sent_back(address: str) -> str:
    """Ask the issuer as a browser does, and return where it sends the browser."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    try:
        connection.request("GET", f"{parts.path}?{parts.query}")
        found = connection.getresponse()
        assert found.status == 302, found.status
        return str(found.headers["Location"])
    finally:
        connection.close()


def query_of(address: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(address).query, keep_blank_values=True)


class Visitor:
    """A browser at a service. cookies: by name. told: the Set-Cookie headers of the last answer."""

    def __init__(self, service: Service) -> None:
        self.service, self.cookies, self.told = service, dict[str, str](), list[str]()

    def get(self, address: str, method: str = "GET", body: str | None = None, **headers: str) -> Answer:
        parts = urlsplit(address)
        connection = self.service.connect()
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            told["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            connection.request(method, f"{parts.path}?{parts.query}" if parts.query else parts.path, body, told)
            found = connection.getresponse()
            self.told = found.headers.get_all("Set-Cookie") or []
            answer = Answer(found.status, {k.lower(): v for k, v in found.getheaders()}, found.read())
        finally:
            connection.close()
        for cookie in self.told:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value.strip('"')
            if not self.cookies[name]:
                del self.cookies[name]
        return answer

    def begin(self) -> str:
        """Begin a sign-in, and return the address to which the issuer sends this browser."""
        answer = self.get("/console/sign-in")
        assert answer.status == 303, answer.body
        return sent_back(answer.headers["location"])

    def sign_in(self) -> Answer:
        return self.get(self.begin(), Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate")

    @property
    def is_in(self) -> bool:
        return self.get("/console/").status == 200
