"""`/mcp` of `redactor serve`, by the SDK's own client over HTTP, and by clients that mean no good."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")
pytest.importorskip("mcp")

import anyio
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from redactor.service.tokens import Role, add_token
from tests.conftest import Command
from tests.unit.service.serve_kit import NOTE, PLANTED, Answer, Service, environment, served

PATIENT = {"resourceType": "Patient", "id": "q1", "name": [{"family": "Vexholm", "given": ["Tarquilla"]}]}
TOOLS = {"deidentify_text", "deidentify_record", "deidentify_file", "explain_spans", "list_profiles"}
CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
ACCEPT = "application/json, text/event-stream"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("spoken")
    (found / "notes").mkdir()
    (found / "notes" / "visit.txt").write_text(NOTE)
    (found / "secret.txt").write_text("Quillstrand")
    return found


@pytest.fixture(scope="module")
def service(folder: Path, keyring_path: Path) -> Iterator[Service]:
    env = environment(folder, keyring_path) | {
        "REDACTOR_MCP__HTTP": "true",
        "REDACTOR_MCP__ROOTS": json.dumps([str(folder / "notes")]),
        "REDACTOR_MCP__OUT": str(folder / "released"),
    }
    path = folder / "home" / "service-tokens.json"
    tokens = {role.value: add_token(path, f"the-{role}", role) for role in (Role.SUBMIT, Role.REVIEW)}
    with served(folder, env, tokens) as found:
        yield found


Call = Callable[..., Awaitable[tuple[bool, str]]]


def talk(
    service: Service,
    work: Callable[[Client, Call], Awaitable[None]],
    token: str | None = "submit",
    mode: Literal["auto", "legacy"] = "auto",
) -> None:
    """Let `work` call the tools by the SDK's client, with a token."""
    headers = {} if token is None else {"Authorization": f"Bearer {service.tokens.get(token, token)}"}

    async def run() -> None:
        async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
            transport = streamable_http_client(f"http://127.0.0.1:{service.port}/mcp", http_client=http)
            async with Client(transport, mode=mode, read_timeout_seconds=60) as client:

                async def call(name: str, **given: Any) -> tuple[bool, str]:
                    answer = await client.call_tool(name, given)
                    (content,) = answer.content
                    assert content.type == "text"
                    return answer.is_error, content.text

                await work(client, call)

    anyio.run(run)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_each_tool_answers_the_sdks_client(service: Service, folder: Path, mode: Literal["auto", "legacy"]) -> None:
    async def work(client: Client, call: Call) -> None:
        assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
        _, text = await call("deidentify_text", text=NOTE, patient="q7")
        assert text == service.ask("POST", "/v1/text", {"text": NOTE, "subject": "q7"}).json()["text"]
        is_error, record = await call("deidentify_record", record=json.dumps(PATIENT))
        assert not is_error and json.loads(record)["name"] == [{"family": "[PERSON]", "given": ["[PERSON]"]}]
        _, spans = await call("explain_spans", text=NOTE)
        assert any(span["label"] == "DOCTOR" for span in json.loads(spans)["spans"])
        _, profiles = await call("list_profiles")
        assert [row["profile"] for row in json.loads(profiles)["profiles"]] == ["hipaa-safe-harbor"]
        _, done = await call("deidentify_file", path="visit.txt")
        assert "[EMAIL]" in (folder / "released" / json.loads(done)["file"]).read_text()
        for tool, given in (
            ("deidentify_file", {"path": "../secret.txt"}), ("deidentify_file", {"path": str(folder / "secret.txt")}),
            ("deidentify_text", {"text": "x", "profile": "limited-dataset"}), ("deidentify_text", {"Vexholm": "x"}),
            ("Vexholm", {}), ("deidentify_record", {"record": "Vexholm"}),
        ):  # fmt: skip
            is_error, told = await call(tool, **given)
            assert is_error and "error" in json.loads(told) and not any(value in told for value in PLANTED)

    talk(service, work, mode=mode)


@pytest.mark.parametrize(("token", "status"), [(None, 401), ("rdt_00000000_" + "A" * 43, 401), ("review", 403)])
def test_who_has_no_token_of_the_role_gets_no_tool(service: Service, token: str | None, status: int) -> None:
    async def work(client: Client, call: Call) -> None:
        await client.list_tools()

    with pytest.raises(BaseException) as raised:
        talk(service, work, token)
    assert raised.value is not None
    answer = message(service, {**CALL, "method": "tools/list"}, token=token)
    assert answer.status == status and answer.code in ("unauthorized", "forbidden")


def message(service: Service, data: Any, **headers: Any) -> Answer:
    """Send a message as a client of a version with a handshake does."""
    given = {"Accept": ACCEPT, "MCP_Protocol_Version": "2025-11-25"} | headers
    return service.ask("POST", "/mcp", data, **given)


def test_a_page_that_reaches_loopback_by_another_name_is_refused(service: Service) -> None:
    tools = {**CALL, "method": "tools/list"}
    assert message(service, tools).status == 200
    assert message(service, tools, Host=f"evil.example:{service.port}").status == 421
    assert message(service, tools, Origin="http://evil.example").status == 403
    assert message(service, tools, Origin=f"http://127.0.0.1:{service.port}").status == 403
    assert message(service, tools, Sec_Fetch_Site="cross-site").status == 403


def test_there_are_no_sessions_and_no_streams_to_hold(service: Service) -> None:
    for method in ("GET", "DELETE", "PUT"):
        assert service.ask(method, "/mcp", Accept="text/event-stream").status == 405
    start = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    answer = message(service, {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": start})
    assert answer.status == 200 and "mcp-session-id" not in answer.headers
    assert answer.json()["result"]["serverInfo"]["name"] == "redactor"
    assert message(service, {"jsonrpc": "2.0", "method": "notifications/initialized"}).status == 202


def test_messages_that_no_client_sends_are_answered_and_not_repeated(service: Service) -> None:
    name = "Vexholm"
    deep = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":' + b'{"a":' * 50_000 + b"1" + b"}" * 50_001
    meta = {"_meta": {"io.modelcontextprotocol/protocolVersion": name}}
    bodies: list[Any] = [
        b"", b"Vexholm", b"[]", b"null", b'"Vexholm"', b"[" * 100_000, deep, b'\xff{"Vexholm":1}', b"\x00" * 1000,
        [{**CALL, "method": "tools/list"}] * 3, {**CALL, "jsonrpc": name}, {**CALL, "id": {"a": name}},
        {**CALL, "id": None}, {**CALL, "method": name}, {**CALL, "method": f"tools/{name}"}, {**CALL, "method": 7},
        {**CALL, "params": name}, {**CALL, "params": [name]}, {**CALL, "params": {"name": [name]}},
        {**CALL, "params": {"name": name, "arguments": [name]}}, {**CALL, "params": {"name": name}},
        {**CALL, "params": {"name": "deidentify_text", "arguments": {name: name}}}, {**CALL, "params": {name: 1}},
        {**CALL, "params": {"name": "deidentify_text", "arguments": {"text": {"a": name}}}}, {**CALL, "params": meta},
        {**CALL, "method": "initialize"}, {**CALL, "method": "initialize", "params": {"protocolVersion": name}},
        {**CALL, "method": "initialize", "params": {"protocolVersion": [name], "clientInfo": name}},
        {**CALL, "method": "logging/setLevel", "params": {"level": name}}, {**CALL, "method": "server/discover"},
        {**CALL, "method": "resources/read", "params": {"uri": name}}, {**CALL, "method": "completion/complete"},
        {**CALL, "method": "subscriptions/listen"}, {"jsonrpc": "2.0", "method": f"notifications/{name}"},
        {"jsonrpc": "2.0", "id": 1, "result": {"a": name}}, {"jsonrpc": "2.0", "id": 1, "error": {"code": name}},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": name, "reason": name}},
        {name: name}, {**CALL, "id": 10**400}, {**CALL, "id": -1.5}, {**CALL, "params": {"cursor": name}},
    ]  # fmt: skip
    for body in bodies:
        for version in ("2025-11-25", "2026-07-28", name, None):
            answer = message(service, body, MCP_Protocol_Version=version, Mcp_Method=name, Mcp_Name=name)
            told = (body, version, answer)
            assert answer.status < 500 and not any(value in answer.body.decode() for value in PLANTED), told
    for wrong in ({"a": 1}, None, [1], True, 1.5):  # none of them can come back, and no client waits for ever
        answer = message(service, {**CALL, "method": "tools/list", "id": wrong})
        assert answer.status == 400 and answer.json()["error"]["code"] == -32600
    for headers in ({"Accept": name}, {"Accept": None}, {"Mcp_Session_Id": name}, {"Last_Event_Id": name}):
        answer = message(service, {**CALL, "method": "tools/list"}, **headers)
        assert answer.status < 500 and name not in answer.body.decode()
    assert message(service, b'{"a":"' + b"x" * (4 << 20) + b'"}').code == "too-large"
    assert message(service, {}, Content_Type="text/plain").code == "content-type"
    assert message(service, {**CALL, "method": "tools/list"}).status == 200


def test_log_and_metrics_hold_nothing_of_what_was_said(service: Service) -> None:
    """Runs after the others."""
    metrics = service.ask("GET", "/metrics").body.decode()
    assert 'route="/mcp"' in metrics and "/mcp" in service.ask("GET", "/openapi.json").json()["paths"]
    assert not any(value in metrics + service.told() for value in PLANTED)
    assert "Traceback" not in service.told() and "error" not in service.told()


@pytest.mark.slow
def test_the_route_is_off_unless_it_is_switched_on_and_names_no_file_without_roots(
    tmp_path: Path, keyring_path: Path
) -> None:
    env = environment(tmp_path, keyring_path)
    with served(tmp_path, env, {}, "--no-tokens") as service:
        assert message(service, {**CALL, "method": "tools/list"}).code == "no-such-route"
        assert "/mcp" not in service.ask("GET", "/openapi.json").json()["paths"]
    with served(tmp_path, env | {"REDACTOR_MCP__HTTP": "true"}, {}, "--no-tokens") as service:
        tools = message(service, {**CALL, "method": "tools/list"}).json()["result"]["tools"]
        assert {tool["name"] for tool in tools} == TOOLS - {"deidentify_file"}
        call = {"name": "deidentify_file", "arguments": {"path": "/etc/passwd"}}
        answer = message(service, {**CALL, "params": call}).json()["result"]
        assert answer["isError"] and "unknown-tool" in answer["content"][0]["text"]


def test_roots_that_are_none_stop_the_start(tmp_path: Path, keyring_path: Path, in_process: Command) -> None:
    env = environment(tmp_path, keyring_path) | {"REDACTOR_MCP__HTTP": "true", "REDACTOR_MCP__OUT": str(tmp_path)}
    done = in_process("serve", "--no-tokens", "--port", "0", env=env)
    assert done.returncode == 2 and "roots and out belong together" in done.stderr
    env["REDACTOR_MCP__ROOTS"] = json.dumps([str(tmp_path / "none")])
    done = in_process("serve", "--no-tokens", "--port", "0", env=env)
    assert done.returncode == 2 and "a root is no folder" in done.stderr
