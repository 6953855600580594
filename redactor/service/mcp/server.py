"""This module serves tools over the Model Context Protocol on stdin and stdout, by the protocol's own SDK.

stdout carries messages of the protocol alone: the SDK points the descriptor at stderr while it serves. A message that
is too long or that the SDK cannot parse is answered, where its id can be found; the SDK would drop it, and the client
wait for ever.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import sqlite3
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, BinaryIO, cast

import anyio
import mcp_types as types
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp.server.stdio import stdio_server
from pydantic import ValidationError

import redactor
from redactor.errors import RedactorError
from redactor.service.mcp.tool_files import CallRefusedError
from redactor.service.mcp.tools import Tools

MOST_WAITING = 8  # calls that are read or wait; one is read at a time
MOST_MESSAGE_BYTES = 16 * 1024 * 1024
_HEAD = 4096  # bytes of a message, at each end, in which its id is searched
_ID = rb'"id"\s*:\s*(-?\d{1,15}|"[A-Za-z0-9_.:-]{1,64}")'
# Anchored so that only the id of the message itself matches, and none within its parameters.
_ID_IN_FRONT = re.compile(rb'\s*\{\s*(?:"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,\s*)*' + _ID)
_ID_AT_END = re.compile(_ID + rb'(?:\s*,\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]*")*\s*\}\s*\Z')
_BAD_MESSAGE, _TOO_LARGE = "bad-message", "too-large"
_OF_MESSAGES = {
    _BAD_MESSAGE: "the message is no JSON-RPC, no UTF-8, or nested too deep; send a record as JSON text, as `record`"
    " asks for it",
    _TOO_LARGE: f"a message has {MOST_MESSAGE_BYTES:,} bytes at most; give a part, or call deidentify_file",
}
_INSTRUCTIONS = (
    "These tools de-identify clinical texts and records on this machine. Use what they return in place of the original,"
    " and do not repeat an original in an answer. An error has a code and says what to do; what is held back stays held"
    " back. Detectors can miss an identifier: a result is not public."
)


class Messages:
    """This file of lines gives the messages of stdin, each of which the SDK can parse and that are bounded in size."""

    def __init__(self, stdin: BinaryIO) -> None:
        self._stdin = stdin

    def readline(self) -> str:
        """Return the next message, or "" at the end."""
        while line := self._stdin.readline(MOST_MESSAGE_BYTES + 1):
            if len(line) > MOST_MESSAGE_BYTES:
                message = _refusal(_TOO_LARGE, line[:_HEAD], self._rest(line[-_HEAD:]))
            else:
                message = _checked(line)
            if message:
                return message
        return ""

    def _rest(self, tail: bytes) -> bytes:
        """Read to the end of the line, and return its last bytes."""
        while not tail.endswith(b"\n") and (part := self._stdin.readline(64 * 1024)):
            tail = (tail + part)[-_HEAD:]
        return tail


def _checked(line: bytes) -> str:
    try:
        types.jsonrpc_message_adapter.validate_json(line, by_name=False)
        return line.decode()
    except (ValidationError, ValueError):
        return _refusal(_BAD_MESSAGE, line[:_HEAD], line[-_HEAD:])


def _refusal(code: str, head: bytes, tail: bytes) -> str:
    """Return a call, of the same id, that is refused with the code; "" for a message without an id."""
    found = _ID_IN_FRONT.match(head) or _ID_AT_END.search(tail)
    if found is None:
        return ""
    call = {"jsonrpc": "2.0", "id": json.loads(found[1]), "method": "tools/call", "params": {"name": code}}
    return json.dumps(call) + "\n"


class Desk:
    """The desk passes calls to the thread of the tools, and refuses those for which too many wait."""

    def __init__(self, tools: Tools, thread: Executor, failed: Callable[[Exception], None]) -> None:
        self._tools, self._thread, self._failed = tools, thread, failed
        self._lock = threading.Lock()
        self.waiting = 0  # calls that are read or wait to be
        self.is_busy = False

    async def list_tools(
        self, _: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        """Answer tools/list."""
        reads = types.ToolAnnotations(destructive_hint=False, idempotent_hint=True, open_world_hint=False)
        return types.ListToolsResult(
            tools=[
                types.Tool(name=t.name, description=t.description, input_schema=t.schema, annotations=reads)
                for t in self._tools.offered.values()
            ]
        )

    async def call_tool(
        self, _: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """Answer tools/call. A call that the client cancels before it is read is never read."""
        if params.name in _OF_MESSAGES:
            return _answer(CallRefusedError(params.name, _OF_MESSAGES[params.name]))
        if self.waiting >= MOST_WAITING:
            return _answer(
                CallRefusedError("busy", f"{MOST_WAITING} calls wait; repeat the call when one of them is answered")
            )
        self._count(1)
        call: Future[types.CallToolResult] = self._thread.submit(self._call, params.name, params.arguments or {})
        call.add_done_callback(lambda _: self._count(-1))
        return await asyncio.wrap_future(call)

    def _count(self, more: int) -> None:
        with self._lock:
            self.waiting += more

    def _call(self, name: str, arguments: Mapping[str, Any]) -> types.CallToolResult:
        self.is_busy = True
        try:
            return _answer(self._tools.call(name, arguments))
        except CallRefusedError as e:
            return _answer(e)
        except (RedactorError, OSError, sqlite3.OperationalError) as e:
            self._failed(e)
            return _answer(CallRefusedError("not-possible", "whoever runs this server finds in its log what to do"))
        except Exception as e:  # its message may quote the input
            self._failed(e)
            return _answer(CallRefusedError("internal-error", "a defect of redactor: report it, without the input"))
        finally:
            self.is_busy = False


def _answer(given: str | CallRefusedError) -> types.CallToolResult:
    if isinstance(given, str):
        return types.CallToolResult(content=[types.TextContent(text=given)])
    told = {"error": given.code, "what_to_do": given.advice} | ({"where": given.where} if given.where else {})
    return types.CallToolResult(content=[types.TextContent(text=json.dumps(told))], is_error=True)


def server_of(desk: Desk) -> Server[dict[str, Any]]:
    """Return the server of the protocol, for any transport."""
    server: Server[dict[str, Any]] = Server(
        "redactor",
        version=redactor.__version__,
        instructions=_INSTRUCTIONS,
        on_list_tools=desk.list_tools,
        on_call_tool=desk.call_tool,
    )
    logging.getLogger("mcp").setLevel(logging.CRITICAL + 1)  # the SDK's own lines may quote a message
    server.middleware.clear()  # the SDK's own would put names of tools, as the client wrote them, into traces
    return server


def serve(build: Callable[[], Tools], ready: Callable[[], None], failed: Callable[[Exception], None]) -> None:
    """Serve tools until the client closes stdin.

    build: builds the tools, in the thread that then answers calls. ready: called when they are built. failed: told of
    the exception that ended a call. Raises what `build` raises.
    """
    thread = ThreadPoolExecutor(1, "tools")
    desk = Desk(thread.submit(build).result(), thread, failed)
    server = server_of(desk)

    async def run() -> None:
        stdin = cast("anyio.AsyncFile[str]", anyio.wrap_file(cast("Any", Messages(sys.stdin.buffer))))
        async with stdio_server(stdin=stdin) as (read, write):
            await server.run(read, write, server.create_initialization_options())

    ready()
    try:
        anyio.run(run)
    except* BrokenPipeError:
        pass  # the client is gone, and with it whoever would read an answer
    thread.shutdown(wait=False, cancel_futures=True)
    if desk.is_busy:  # nobody waits for the answer, and every store stands a kill at any time
        os._exit(0)
