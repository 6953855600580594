"""A Chat Completions server over real HTTP on loopback. A test scripts each reply.

    with ScriptedServer(lambda request: answer({"same": True})) as server:
        settings = LlmSettings(base_url=server.url, model="scripted")
        ...
    assert server.seen[0].json["temperature"] == 0

The script is given the JSON of the request, and is called under a lock: it may count. `in_turn` makes a script of
replies.
"""

from __future__ import annotations

import json
import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, Self

_BLOCK = 65_536


@dataclass(frozen=True, slots=True)
class Reply:
    """What the server does with a request.

    before: seconds until the status line. within: seconds in the middle of the body. repeat: how often the body is
    sent; None: until the client goes, with `within` between one and the next. cut: the connection is dropped without a
    reply, or in the middle of the body.
    """

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    before: float = 0
    within: float = 0
    repeat: int | None = 1
    cut: Literal["no", "at once", "in body"] = "no"


@dataclass(frozen=True, slots=True)
class Seen:
    """A request as the server received it. path: with the query. json: {} if the body is no JSON object."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes
    json: dict[str, Any]


Script = Callable[[dict[str, Any]], Reply]


def text(
    content: str | None, *, finish: str = "stop", usage: tuple[int, int] | None = (100, 10), **message: Any
) -> Reply:
    """A completion of this content. usage: tokens asked and answered; None leaves them out. message: further keys."""
    completion: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "scripted",
        "choices": [
            {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": content} | message},
        ],
    }
    if usage is not None:
        asked, answered = usage
        completion["usage"] = {"prompt_tokens": asked, "completion_tokens": answered, "total_tokens": asked + answered}
    return Reply(headers={"content-type": "application/json"}, body=json.dumps(completion).encode())


def answer(data: Any, *, finish: str = "stop", usage: tuple[int, int] | None = (100, 10)) -> Reply:
    """A completion whose content is this value as JSON."""
    return text(json.dumps(data, ensure_ascii=False), finish=finish, usage=usage)


def error(status: int, message: str = "no", **headers: str) -> Reply:
    """An error in OpenAI's form. headers: with "_" for "-"."""
    body = {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}}
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status, {"content-type": "application/json"} | names, json.dumps(body).encode())


def in_turn(*replies: Reply) -> Script:
    """A script that gives these replies, and the last one from then on."""
    left = list(replies)
    return lambda request: left.pop(0) if len(left) > 1 else left[0]


def question(request: Mapping[str, Any]) -> str:
    """The text of the first user message of a request."""
    return str(next(m["content"] for m in request["messages"] if m["role"] == "user"))


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, owner: ScriptedServer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.owner = owner
        self.open: set[socket.socket] = set()
        self.opened = 0

    def get_request(self) -> tuple[Any, Any]:
        connection, address = super().get_request()
        tls = self.owner.tls
        if tls is not None:
            connection = tls.wrap_socket(connection, server_side=True, do_handshake_on_connect=False)
        return connection, address

    def process_request(self, request: Any, client_address: Any) -> None:
        self.open.add(request)
        self.opened += 1
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        super().shutdown_request(request)
        self.open.discard(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes is what tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            given = json.loads(body)
        except ValueError:
            given = None
        self._reply(body, given if isinstance(given, dict) else {})

    def do_GET(self) -> None:
        self._reply(b"", {})

    def do_DELETE(self) -> None:
        self._reply(b"", {})

    def do_CONNECT(self) -> None:
        self._reply(b"", {})

    def _reply(self, body: bytes, given: dict[str, Any]) -> None:
        with self.server.owner.one_more_at_once():
            self._reply_to(body, given)

    def _reply_to(self, body: bytes, given: dict[str, Any]) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        reply = self.server.owner.reply_to(Seen(self.command, self.path, headers, body, given))
        closing = self.server.owner.closing
        if closing.wait(reply.before) or reply.cut == "at once":
            self.close_connection = True
            return
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if reply.repeat is None:
            self.send_header("transfer-encoding", "chunked")
        elif "content-length" not in {name.lower() for name in reply.headers}:
            self.send_header("content-length", str(len(reply.body) * reply.repeat))
        self.end_headers()
        if reply.repeat is None:
            self._send_endlessly(reply.body, reply.within)
            return
        half = len(reply.body) // 2 if reply.within or reply.cut == "in body" else 0
        self.wfile.write(reply.body[:half])
        if closing.wait(reply.within) or reply.cut == "in body":
            self.close_connection = True
            return
        self.wfile.write(reply.body[half:])
        for _ in range(reply.repeat - 1):
            self.wfile.write(reply.body)

    def _send_endlessly(self, body: bytes, pause: float) -> None:
        block = body if pause else body * (_BLOCK // len(body) + 1)
        while not self.server.owner.closing.wait(pause):
            self.wfile.write(b"%x\r\n%b\r\n" % (len(block), block))

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged."""


class ScriptedServer:
    """Serves POST /v1/chat/completions with the script, and GET /v1/models. Any other path gets 404.

    seen: all requests, in the order in which they came. connections: how many were opened. most_at_once: requests.
    """

    def __init__(
        self, script: Script, *, models: tuple[str, ...] = ("scripted",), tls: ssl.SSLContext | None = None
    ) -> None:
        """tls: to serve https."""
        self.script = script
        self.models = models
        self.tls = tls
        self.seen: list[Seen] = []
        self.closing = threading.Event()
        self.most_at_once = self._at_once = 0
        self._lock = threading.Lock()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        """The base URL, as `[llm] base_url` takes it."""
        return f"{'https' if self.tls else 'http'}://127.0.0.1:{self.port}/v1"

    @property
    def connections(self) -> int:
        return self._server.opened

    @property
    def asked(self) -> list[Seen]:
        """The requests for completions."""
        return [seen for seen in self.seen if seen.method == "POST"]

    @contextmanager
    def one_more_at_once(self) -> Iterator[None]:
        """Count a request while it is under way."""
        with self._lock:
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            yield
        finally:
            with self._lock:
                self._at_once -= 1

    def reply_to(self, seen: Seen) -> Reply:
        """What the handler of a connection sends."""
        with self._lock:
            self.seen.append(seen)
            path = seen.path.partition("?")[0]
            if seen.method == "POST" and path.endswith("/chat/completions"):
                return self.script(seen.json)
            if seen.method == "GET" and path.endswith("/models"):
                listed = [{"id": name, "object": "model", "created": 0, "owned_by": "test"} for name in self.models]
                body = json.dumps({"object": "list", "data": listed}).encode()
                return Reply(headers={"content-type": "application/json"}, body=body)
            return error(404)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        for connection in list(self._server.open):
            self._server.shutdown_request(connection)
        self._thread.join()
