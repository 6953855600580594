"""The file of tokens, the check of a token, and failures of the engine: what cannot be provoked over HTTP."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from starlette.types import Message, Receive, Scope, Send

from redactor.assemble.facade import Redactor
from redactor.engine import Redacted
from redactor.errors import IndexUnavailableError, RunError
from redactor.policy.profiles import load_profile
from schemas.engine.records import Outcome, RecordOut
from tests.conftest import Command

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")

from argon2 import PasswordHasher

from redactor.service.engine_thread import EngineThread
from redactor.service.gate import Gate
from redactor.service.metrics import Metrics
from redactor.service.readiness import Readiness
from redactor.service.recordings.answers import Recordings
from redactor.service.rest import Routes, build_app
from redactor.service.tokens import (
    FAILURES,
    LOCKED_SECONDS,
    Checker,
    Lockout,
    RightTokens,
    Role,
    add_token,
    read_tokens,
    remove_token,
)
from redactor.service_settings import ServiceSettings


def test_the_file_holds_hashes_alone_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "home" / "service-tokens.json"
    secret = add_token(path, "ehr", Role.SUBMIT)
    # The random part of a token may hold the separator itself.
    assert secret.split("_", 2)[2] not in path.read_text() and "$argon2id$" in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700
    assert add_token(path, "other", Role.ADMIN) != secret
    assert [(t.name, t.role) for t in read_tokens(path)] == [("ehr", Role.SUBMIT), ("other", Role.ADMIN)]
    remove_token(path, "ehr")
    assert [t.name for t in read_tokens(path)] == ["other"]


@pytest.mark.parametrize("name", ["", "-x", "a b", "a/b", "x" * 65, "é", "a\n"])
def test_a_name_that_could_be_anything_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(RunError):
        add_token(tmp_path / "tokens.json", name, Role.SUBMIT)
    assert not (tmp_path / "tokens.json").exists()


def test_a_name_in_use_and_an_unknown_one_are_told(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    add_token(path, "ehr", Role.SUBMIT)
    before = path.read_bytes()
    with pytest.raises(RunError, match="there is a token ehr"):
        add_token(path, "ehr", Role.ADMIN)
    with pytest.raises(RunError, match="no token of this name"):
        remove_token(path, "other")
    assert path.read_bytes() == before


def test_a_token_goes_into_a_new_file_that_nobody_else_reads(tmp_path: Path, called: Command) -> None:
    env, out = {"REDACTOR_HOME": str(tmp_path / "home")}, tmp_path / "token"
    before = os.umask(0o022)
    try:
        done = called("serve", "tokens", "add", "ehr", "--role", "submit", "--out", str(out), env=env)
    finally:
        os.umask(before)
    secret = out.read_text("ascii").strip()
    assert done.returncode == 0 and done.stdout == "" and secret not in done.stderr
    assert out.stat().st_mode & 0o777 == 0o600
    (token,) = read_tokens(tmp_path / "home" / "service-tokens.json")
    assert PasswordHasher().verify(token.hash, secret)
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    for taken in (out, tmp_path / "link"):
        done = called("serve", "tokens", "add", "other", "--role", "submit", "--out", str(taken), env=env)
        assert done.returncode == 2 and "--out exists" in done.stderr
    done = called("serve", "tokens", "add", "other", "--role", "submit", "--json", "--out", "new", env=env)
    assert done.returncode == 2
    assert out.read_text("ascii").strip() == secret and not (tmp_path / "elsewhere").exists()
    assert read_tokens(tmp_path / "home" / "service-tokens.json") == (token,)


def test_a_file_that_others_could_have_made_lets_nobody_in(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    add_token(path, "ehr", Role.SUBMIT)
    for mode in (0o640, 0o604, 0o660, 0o602):
        path.chmod(mode)
        with pytest.raises(RunError):
            read_tokens(path)
    path.chmod(0o600)
    (tmp_path / "link.json").symlink_to(path)
    with pytest.raises(RunError):
        read_tokens(tmp_path / "link.json")
    for damaged in (b"", b"[]", b'{"tokens":[{}]}', b'{"tokens":[],"x":1}', b"\xff", b"[" * 100_000):
        path.write_bytes(damaged)
        with pytest.raises(RunError, match="damaged"):
            read_tokens(path)
    tmp_path.chmod(0o770)
    with pytest.raises(RunError):
        read_tokens(path)


def test_only_the_very_token_is_right(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    secret, other = add_token(path, "ehr", Role.SUBMIT), add_token(path, "other", Role.ADMIN)
    wrong = (
        "", secret[:-1], secret + "A", secret.upper(), f" {secret}", f"{secret}\n", secret.replace("rdt", "RDT"),
        secret[:13] + other[13:], secret[:13] + "é" * 43, "rdt_00000000_" + "A" * 43,
    )  # fmt: skip

    async def check() -> None:
        checker = Checker(path)
        assert checker.remembered(secret) is None
        assert [await checker.check(given) for given in wrong] == [None] * len(wrong)
        for _ in range(2):
            found = await checker.check(secret)
            assert found is not None and found.role is Role.SUBMIT
        assert checker.remembered(secret) == found and checker.remembered(secret + "A") is None
        remove_token(path, "ehr")
        assert checker.remembered(secret) is None and await checker.check(secret) is None
        assert await checker.check(other) is not None
        path.write_text("damaged")
        with pytest.raises(RunError):
            checker.remembered(other)
        with pytest.raises(RunError):
            checker.remembered(other)  # and again: a failure does not pass for an empty file

    asyncio.run(check())


def test_what_was_right_at_one_worker_is_known_to_all_until_it_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    secret, other = add_token(path, "ehr", Role.SUBMIT), add_token(path, "other", Role.ADMIN)
    shared = RightTokens(tmp_path, b"k" * 32)
    one, two = Checker(path, shared), Checker(path, shared)
    assert asyncio.run(one.check(secret[:-1] + ("A" if secret[-1] != "A" else "B"))) is None
    assert asyncio.run(one.check(secret)) is not None
    found = two.remembered(secret)
    assert found is not None and (found.name, found.role) == ("ehr", Role.SUBMIT)
    assert Checker(path, RightTokens(tmp_path, b"l" * 32)).remembered(secret) is None
    assert Checker(path).remembered(secret) is None
    for wrong in (other, secret[:13] + other[13:], secret + "A", secret[:-1], "rdt_00000000_" + "A" * 43, "\udcff", ""):
        assert two.remembered(wrong) is None
    before = path.read_text()
    remove_token(path, "ehr")
    assert two.remembered(secret) is None and Checker(path, shared).remembered(secret) is None
    path.write_text(before.replace(found.hash, PasswordHasher().hash("rdt_another")))  # the id of another token
    assert two.remembered(secret) is None and Checker(path, shared).remembered(secret) is None
    assert secret not in f"{shared!r}{list(tmp_path.iterdir())}" and "kkkk" not in repr(shared)
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in tmp_path.iterdir())


def test_guesses_lock_an_address_out_for_a_while_and_no_other() -> None:
    now = 0.0
    lockout = Lockout(lambda: now)
    for _ in range(FAILURES - 1):
        lockout.count("192.0.2.1")
    assert lockout.seconds_left("192.0.2.1") == 0
    lockout.count("192.0.2.1")
    assert lockout.seconds_left("192.0.2.1") == LOCKED_SECONDS and lockout.seconds_left("192.0.2.2") == 0
    now = LOCKED_SECONDS - 1
    assert lockout.seconds_left("192.0.2.1") == 1
    now = LOCKED_SECONDS + 1
    assert lockout.seconds_left("192.0.2.1") == 0
    lockout.count("192.0.2.1")
    assert lockout.seconds_left("192.0.2.1") == 0  # it begins anew


def test_a_network_of_ipv6_is_one_guesser_and_mapped_addresses_of_ipv4_are_many() -> None:
    lockout = Lockout(lambda: 0.0)
    for n in range(FAILURES):
        lockout.count(f"2001:db8:0:1::{n:x}")
        lockout.count("::ffff:192.0.2.1")
    locked = ("2001:db8:0:1:ffff::1", "::ffff:192.0.2.1")
    assert all(lockout.seconds_left(address) for address in locked)
    others = ("2001:db8:0:2::1", "::ffff:192.0.2.2", "fe80::1%eth0", "::1", "127.0.0.1")
    assert not any(lockout.seconds_left(address) for address in others)


def test_a_failure_behind_the_gate_is_told_by_type_and_place_and_not_by_its_message() -> None:
    told: list[BaseException] = []
    sent: list[Message] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        raise ValueError("Tarquilla Vexholm")

    async def receive() -> Message:
        return {"type": "http.request", "body": b"{}", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    metrics = Metrics()
    gate = Gate(app, metrics, None, None, told.append)
    scope = {
        "type": "http", "method": "POST", "path": "/v1/text", "client": ("127.0.0.1", 1),
        "headers": [(b"content-type", b"application/json")],
    }  # fmt: skip
    asyncio.run(gate(scope, receive, send))
    assert sent[0]["status"] == 500 and json.loads(sent[1]["body"])["error"]["code"] == "internal-error"
    assert [type(e) for e in told] == [ValueError] and b"Vexholm" not in sent[1]["body"]
    assert 'redactor_requests_total{method="POST",route="/v1/text",status="500"} 1.0' in metrics.exposition().decode()


class _Failing:
    """A facade that fails where a text or record says so."""

    profile, settings = load_profile("hipaa-safe-harbor"), SimpleNamespace(opt_out=None, service=ServiceSettings())

    def texts(self, texts: list[str], patients: object) -> list[Redacted]:
        if "down" in texts:
            raise IndexUnavailableError("the index is down")
        if "Vexholm" in texts:
            raise ValueError("Vexholm")
        return [Redacted(text, ()) for text in texts]

    def records(self, records: list[dict[str, str]], schema: None, *, learn: bool) -> Iterator[RecordOut]:
        for record in records:
            self.texts([record["text"]], None)
            yield RecordOut(Outcome.RELEASED, "", "", record)


def test_a_text_or_record_on_which_the_engine_fails_takes_no_other_with_it() -> None:
    told: list[BaseException] = []
    metrics = Metrics()
    engine = EngineThread(lambda: cast(Redactor, _Failing()), metrics)
    routes = Routes(engine, metrics, cast(Readiness, None), told.append, cast(Recordings, None))
    gate = Gate(build_app(routes), metrics, None, None, told.append)

    def post(path: str, body: bytes, kind: bytes) -> tuple[int, bytes]:
        sent: list[Message] = []
        parts = [body]

        async def receive() -> Message:
            return {"type": "http.request", "body": parts.pop(), "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        scope = {
            "type": "http", "method": "POST", "path": path, "client": None, "query_string": b"", "root_path": "",
            "headers": [(b"content-type", kind)],
        }  # fmt: skip
        asyncio.run(gate(scope, receive, send))
        return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])

    def code(text: str) -> tuple[int, str]:
        status, body = post("/v1/text", json.dumps({"text": text}).encode(), b"application/json")
        assert b"Vexholm" not in body
        return status, json.loads(body)["error"]["code"]

    try:
        assert code("Vexholm") == (500, "internal-error")
        assert code("down") == (503, "service-unavailable")
        texts = {"texts": [{"text": "a"}, {"text": "Vexholm"}, {"text": "b"}]}
        status, body = post("/v1/texts", json.dumps(texts).encode(), b"application/json")
        found = json.loads(body)["texts"]
        assert (status, [one["outcome"] for one in found]) == (200, ["released", "quarantined", "released"])
        assert found[1]["reason"] == "internal-error" and b"Vexholm" not in body
        lines = b"".join(b'{"text":"%s"}\n' % text for text in (b"a", b"Vexholm", b"b", b"down", b"c"))
        status, body = post("/v1/records", lines, b"application/x-ndjson")
        rows = [json.loads(line) for line in body.splitlines()]
        reasons = [row.get("reason", "") for row in rows]
        assert status == 200 and reasons == ["", "internal-error", "", "service-unavailable", ""]
        assert b"Vexholm" not in body and len(told) == 5
    finally:
        engine.close()


def test_the_commands_show_a_token_once(tmp_path: Path, keyring_path: Path, in_process: Command) -> None:
    env = {"REDACTOR_HOME": str(tmp_path / "home")}
    done = in_process("serve", "tokens", "add", "ehr", "--role", "review", env=env)
    token = done.stdout.strip()
    assert done.returncode == 0 and token.startswith("rdt_") and "shown this once" in done.stderr
    listed = in_process("serve", "tokens", "list", "--json", env=env)
    (row,) = json.loads(listed.stdout)
    assert (row["name"], row["role"]) == ("ehr", "review") and set(row) == {"name", "role", "added"}
    assert token not in in_process("serve", "tokens", "list", env=env).stdout
    assert in_process("serve", "tokens", "add", "x", "--role", "root", env=env).returncode == 2
    assert in_process("serve", "tokens", "remove", "x", env=env).returncode == 2
    assert in_process("serve", "tokens", "remove", "ehr", env=env).returncode == 0
    assert json.loads(in_process("serve", "tokens", "list", "--json", env=env).stdout) == []
