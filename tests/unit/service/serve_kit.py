"""`redactor serve` in a process of its own, on a free port of loopback, and a client."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PLANTED = ("Vexholm", "Tarquilla", "Quillstrand", "77120934", "quillstrand@vexholm.example")
"""These names and numbers stand in requests, and may stand in no error, log or metric."""
NOTE = "Tarquilla Vexholm, MRN 77120934, saw Dr. Emily Quillstrand on 3/4/2024. Mail quillstrand@vexholm.example."
NDJSON = "application/x-ndjson"
WHOLE = {
    "REDACTOR_MCP__HTTP": "true",
    "REDACTOR_AUDIO__MODEL": "pocketsphinx",
    "REDACTOR_AUDIO__ALLOW_DEMO_ASR": "true",
}
"""Under these settings every route of the service answers."""


@dataclass
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of an error, which has one form, and that of FHIR under /fhir."""
        if "issue" in self.json():
            return str(self.json()["issue"][0]["details"]["coding"][0]["code"])
        (error,) = self.json().values()
        assert set(self.json()) == {"error"} and set(error) == {"code", "message"} and error["message"]
        return str(error["code"])

    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.body.splitlines()]


@dataclass
class Service:
    """A running service. tokens: by role."""

    port: int
    tokens: Mapping[str, str]
    log: Path
    process: subprocess.Popen[bytes]
    ca: Path | None = None

    def ask(
        self, method: str, path: str, body: Any = None, *, token: str | None = "submit", **headers: str | None
    ) -> Answer:
        """Ask once. body: bytes, or what becomes JSON. token: a role or another token. A header of None is left out."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        told: dict[str, str | None] = {"Content-Type": None if data is None else "application/json"}
        if token is not None and self.tokens:
            told["Authorization"] = f"Bearer {self.tokens.get(token, token)}"
        told |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = self.connect()
        try:
            connection.request(method, path, data, {k: v for k, v in told.items() if v is not None})
            found = connection.getresponse()
            return Answer(found.status, {k.lower(): v for k, v in found.getheaders()}, found.read())
        finally:
            connection.close()

    def connect(self) -> http.client.HTTPConnection:
        if self.ca is None:
            return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        context = ssl.create_default_context(cafile=str(self.ca))
        return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=60, context=context)

    def records(self, body: bytes, **headers: str | None) -> Answer:
        return self.ask("POST", "/v1/records", body, **({"Content_Type": NDJSON} | headers))

    def raw(self, sent: bytes) -> bytes:
        """Send bytes, end the sending, and return all that comes back."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=30) as found:
            found.sendall(sent)
            found.shutdown(socket.SHUT_WR)
            got = b""
            try:
                while more := found.recv(1 << 16):
                    got += more
            except ConnectionResetError:
                pass
            return got

    def told(self) -> str:
        return self.log.read_text("utf-8", "replace")


def environment(folder: Path, keyring: Path) -> dict[str, str]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("REDACTOR_")}
    return clean | {
        "REDACTOR_HOME": str(folder / "home"),
        "REDACTOR_KEYRING": str(keyring),
        "REDACTOR_DETECTORS": '["patterns","known"]',
        "REDACTOR_AS_OF": "2026-01-01",
    }


@contextmanager
def served(
    folder: Path,
    env: Mapping[str, str],
    tokens: Mapping[str, str],
    *options: str,
    ca: Path | None = None,
    program: Sequence[str] = ("-m", "redactor"),
) -> Iterator[Service]:
    """Serve until the block ends; SIGTERM ends the service then, with exit code 0."""
    log = folder / "stderr.txt"
    with log.open("wb") as err:
        told = [sys.executable, *program, "serve", "--port", "0", *options]
        process = subprocess.Popen(told, env=dict(env), stdout=subprocess.DEVNULL, stderr=err)
    try:
        while not (found := re.search(r"serving on https?://\S+:(\d+)", log.read_text("utf-8"))):
            try:
                code = process.wait(0.05)
            except subprocess.TimeoutExpired:
                continue
            raise AssertionError(f"ended with {code}: {log.read_text('utf-8')}")
        yield Service(int(found[1]), tokens, log, process, ca)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        code = process.wait(60)
    assert code == 0, log.read_text("utf-8")


def workers_of(service: Service) -> list[int]:
    """The process ids of the workers, on Linux."""
    pid = service.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def eventually(holds: Callable[[], bool]) -> bool:
    """Whether something comes to hold within a minute."""
    for _ in range(600):
        if holds():
            return True
        time.sleep(0.1)
    return False
