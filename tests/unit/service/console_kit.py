"""A service with its console, and a browser without a screen: it keeps the cookie and sends forms of the pages."""

from __future__ import annotations

import html
import re
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urlencode

from tests.conftest import Command
from tests.unit.service.serve_kit import Answer, Service

FORM = "application/x-www-form-urlencoded"
ROLES = ("submit", "review", "approve", "admin")
_FORM_TOKEN = re.compile(r'name="form_token" value="([^"]+)"')
Fields = Mapping[str, str | Sequence[str]]


def add_tokens(call: Command, env: dict[str, str], *names: str) -> dict[str, str]:
    """Add a token for each role, or `name=role`, and return them by name."""
    found = {}
    for name, _, role in (given.partition("=") for given in names or ROLES):
        done = call("serve", "tokens", "add", f"the-{name}", "--role", role or name, env=env)
        assert done.returncode == 0, done.stderr
        found[name] = done.stdout.strip()
    return found


class Steward:
    """A person at the console of a service. name: a key of the tokens of the service."""

    def __init__(self, service: Service, name: str | None = None) -> None:
        self.service, self.cookie, self.set_cookie = service, "", ""
        if name is not None:
            self.log_in(service.tokens[name])

    def log_in(self, token: str) -> Answer:
        self.cookie = ""
        page = self.get("/console/login")
        return self.post("/console/login", {"token": token}, form_token=form_token(page))

    @property
    def origin(self) -> str:
        scheme = "http" if self.service.ca is None else "https"
        return f"{scheme}://127.0.0.1:{self.service.port}"

    def get(self, path: str, **headers: str | None) -> Answer:
        return self._kept(self.service.ask("GET", path, token=None, **({"Cookie": self.cookie or None} | headers)))

    def post(self, path: str, fields: Fields, *, form_token: str | None = None, **headers: str | None) -> Answer:
        """Send a form. form_token: by default that of the first page."""
        given = self.form_token() if form_token is None else form_token
        body = urlencode({"form_token": given, **fields}, doseq=True).encode()
        told = {"Cookie": self.cookie or None, "Origin": self.origin, "Content_Type": FORM} | headers
        return self._kept(self.service.ask("POST", path, body, token=None, **told))

    def form_token(self) -> str:
        return form_token(self.get("/console/"))

    def _kept(self, answer: Answer) -> Answer:
        if told := answer.headers.get("set-cookie"):
            self.set_cookie, self.cookie = told, told.partition(";")[0]
        return answer


def form_token(page: Answer) -> str:
    return _FORM_TOKEN.findall(page.body.decode())[-1]


def words(page: Answer) -> str:
    """The text of a page without its markup."""
    whole = page.body.decode()
    text = whole.partition("<main")[2] or whole
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text)))


def access_lines(folder: Path) -> list[str]:
    path = folder / "home" / "access.jsonl"
    return path.read_text("utf-8").splitlines() if path.exists() else []


def finished(person: Steward, answer: Answer) -> Answer:
    """The page of a job that has ended."""
    assert answer.status == 303, words(answer)
    while "It goes on." in words(page := person.get(answer.headers["location"])):
        time.sleep(0.05)
    return page


def computed(person: Steward, path: str) -> Answer:
    """A page once what it waits for is computed: a sample that is drawn, or samples that are checked."""
    while b"data-again" in (answer := person.get(path)).body:
        time.sleep(0.2)
    return answer
