"""This module answers messages of the Model Context Protocol at /mcp, behind the gate, by the protocol's own SDK.

There are no sessions: each message is a request with one answer, whichever process it reaches. The SDK's errors quote
the message; only their codes are passed on.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from fastapi import FastAPI, Request
from mcp.server import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from redactor.keys import Keyring
from redactor.service.access import MCP_BYTES
from redactor.service.bodies import MessageIn
from redactor.service.engine_thread import EngineThread
from redactor.service.gate import until_gone
from redactor.service.mcp.server import Desk, server_of
from redactor.service.mcp.tool_files import Folders
from redactor.service.mcp.tools import Tools
from redactor.service.openapi import add_route, describe
from redactor.settings import Settings

PATH = "/mcp"
_UNKNOWN = "the message cannot be answered"
_MESSAGES = {
    -32600: "the message is no JSON-RPC 2.0, is nested too deeply, or the headers of the request do not fit it",
    -32601: "there is no such method",
    -32602: "the parameters are not those of the method",
    -32020: "a header differs from the message",
    -32022: "the version of the protocol is not supported",
}


class McpAnswer(Response):
    """This answer reads a message, and lets the SDK answer it."""

    def __init__(self, server: Server[dict[str, Any]]) -> None:
        super().__init__()
        self._server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer; see ASGI. What a client asked for that is gone is dropped, unless it is being read."""
        given = await Request(scope, receive).body()
        try:
            msgspec.json.decode(given, type=MessageIn)  # the SDK would take a call with a wrong id for a notification
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            await Response(_error(None, -32600), 400, media_type="application/json")(scope, receive, send)
            return
        answered = asyncio.create_task(self._answered(scope, given))
        gone = asyncio.create_task(until_gone(receive))
        try:
            await asyncio.wait((answered, gone), return_when=asyncio.FIRST_COMPLETED)
            if answered.done():
                await answered.result()(scope, receive, send)
        finally:
            answered.cancel()
            gone.cancel()
            await asyncio.wait((answered, gone))

    async def _answered(self, scope: Scope, given: bytes) -> Response:
        status, body = 500, bytearray()
        waiting: list[Message] = [{"type": "http.request", "body": given, "more_body": False}]

        async def receive() -> Message:
            if not waiting:
                await asyncio.Event().wait()  # the client is waited for by the caller
            return waiting.pop()

        async def keep(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            body.extend(message.get("body", b""))

        manager = StreamableHTTPSessionManager(
            self._server, json_response=True, stateless=True, max_request_body_size=MCP_BYTES
        )
        async with manager.run():
            await manager.handle_request(scope, receive, keep)
        kind = "application/json" if body else None
        return Response(_without_input(bytes(body)) if body else b"", status, media_type=kind)


def _without_input(body: bytes) -> bytes:
    """Return an answer of the SDK; of an error only id, code, and the versions of the protocol that it names."""
    try:
        answer = json.loads(body)
    except ValueError:
        answer = {"id": None, "error": {"code": -32600}}
    if "error" not in answer:
        return body
    code, data = answer["error"]["code"], answer["error"].get("data")
    more = {"data": {"supported": data["supported"]}} if isinstance(data, dict) and "supported" in data else {}
    return _error(answer.get("id"), code, **more)


def _error(id_: int | str | None, code: int, **more: Any) -> bytes:
    error = {"code": code, "message": _MESSAGES.get(code, _UNKNOWN), **more}
    return json.dumps({"jsonrpc": "2.0", "id": id_, "error": error}).encode()


def add_mcp_route(
    app: FastAPI, engine: EngineThread, remedies: Mapping[str, str], told: Callable[[BaseException], None]
) -> None:
    """Add the route to an application. remedies: what to do about a reason. told: is told of failures.

    Raises RunError for roots that are no folders, or lie in one another or in home.
    """
    folders = _folders(engine.settings)
    tools = engine.call(lambda facade: Tools({facade.profile.name: facade}, dict(remedies), folders))
    server = server_of(Desk(tools, engine.executor, told))

    async def mcp(request: Request) -> Response:
        """Answer a message of the Model Context Protocol."""
        return McpAnswer(server)

    described = describe(PATH)
    error = described["responses"]["default"]["content"]["application/json"]
    error["schema"] = {
        "anyOf": [error["schema"], described["responses"]["200"]["content"]["application/json"]["schema"]]
    }
    described["responses"]["202"] = {"description": "The message needs no answer."}
    add_route(app, "POST", PATH, mcp, described)


def _folders(settings: Settings) -> Folders | None:
    if settings.mcp.out is None:
        return None
    names = Keyring.load(settings.keyring).pseudonym("mcp-file", settings.recipient)
    folders = Folders(settings.mcp.roots, settings.mcp.out, settings.home, names)
    folders.make_out()
    return folders
