"""The gate tells the routes who asks, and in which role."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from redactor.service.access import ROUTES, Access
from redactor.service.gate import Gate
from redactor.service.metrics import Metrics
from redactor.service.tokens import Checker, Role, add_token


def asked(
    checker: Checker | None,
    path: str,
    token: str | None = None,
    *,
    client: tuple[str, int] | None = ("127.0.0.1", 9),
    headers: Sequence[tuple[bytes, bytes]] = (),
    told: list[BaseException] | None = None,
    sent: list[Message] | None = None,
) -> tuple[int, Any]:
    """Ask a gate once. Returns the status, and the scope that its application got, if any."""
    got: list[Scope] = []
    sent = [] if sent is None else sent
    told = [] if told is None else told

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        got.append(scope)
        await Response("done")(scope, receive, send)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    if token is not None:
        headers = [(b"authorization", f"Bearer {token}".encode())]
    scope = {
        "type": "http", "method": "GET", "path": path, "headers": headers, "query_string": b"", "client": client,
    }  # fmt: skip
    asyncio.run(Gate(app, Metrics(), checker, None, told.append)(scope, receive, send))
    return sent[0]["status"], got[0] if got else None


def test_a_route_learns_the_name_and_the_role_of_the_token(tmp_path: Path) -> None:
    path = tmp_path / "home" / "service-tokens.json"
    token = add_token(path, "ward-3", Role.REVIEW)
    status, scope = asked(Checker(path), "/v1/profiles", token)
    assert (status, scope["holder"], scope["role"]) == (200, "ward-3", Role.REVIEW)
    assert asked(Checker(path), "/health")[1].get("holder") is None
    assert asked(Checker(path), "/v1/profiles") == (401, None)


def test_a_client_that_is_gone_before_its_request_is_read_is_no_failure(tmp_path: Path) -> None:
    path = tmp_path / "home" / "service-tokens.json"
    token = add_token(path, "a", Role.SUBMIT)
    told: list[BaseException] = []
    assert asked(Checker(path), "/v1/profiles", token, client=None, told=told) == (400, None) and not told


def test_a_body_of_two_lengths_is_refused_and_its_connection_ends(tmp_path: Path) -> None:
    """Two servers could read two different requests there."""
    headers = [(b"content-length", b"4"), (b"transfer-encoding", b"chunked")]
    for path in ("/health", "/v1/profiles"):
        sent: list[Message] = []
        assert asked(None, path, headers=headers, sent=sent) == (400, None)
        assert (b"connection", b"close") in sent[0]["headers"]


def test_without_tokens_nobody_has_more_than_the_role_of_a_submitter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ROUTES, "/v1/entities", Access(frozenset({Role.REVIEW, Role.APPROVE, Role.ADMIN})))
    status, scope = asked(None, "/v1/profiles")
    assert (status, scope["holder"], scope["role"]) == (200, "(no token)", Role.SUBMIT)
    assert asked(None, "/v1/entities") == (403, None)
