"""A fake network in front of a real OpenSearch that can refuse, change or lose requests.

The node publishes its own address, so that a client that follows it would bypass this network.
"""

from __future__ import annotations

import http.client
import json
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit


@dataclass(slots=True)
class Request:
    """An incoming request. forward: send it to the real server."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    forward: Callable[[bytes], tuple[int, bytes]]


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: bytes
    type: str = "application/json"
    location: str = ""


HANG, CUT = "hang", "cut"  # no answer; the connection ends
Plan = Callable[[Request], Answer | str | None]


def error(status: int, kind: str) -> Answer:
    """An error as OpenSearch formats it."""
    return Answer(status, json.dumps({"error": {"type": kind, "reason": "Jane Doe"}, "status": status}).encode())


def is_bulk(request: Request) -> bool:
    return urlsplit(request.path).path.endswith("/_bulk")


@dataclass(slots=True)
class Edge:
    """plan: decides about a request; None lets it through. connections: including those without a request."""

    url: str
    plan: Plan = lambda _: None
    connections: int = 0
    seen: list[Request] = field(default_factory=list)


@contextmanager
def edge(real: str, tls: ssl.SSLContext | None = None) -> Iterator[Edge]:
    """tls: the certificate of an edge with TLS; the server behind it is contacted without TLS."""
    released = threading.Event()
    behind = urlsplit(real).netloc
    state = Edge("")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_one(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))

            def forward(changed: bytes) -> tuple[int, bytes]:
                connection = http.client.HTTPConnection(behind, timeout=60)
                connection.request(self.command, self.path, changed, {"content-type": "application/json"})
                answer = connection.getresponse()
                told = answer.status, answer.read()
                connection.close()
                return told

            request = Request(self.command, self.path, dict(self.headers.items()), body, forward)
            state.seen.append(request)
            answer = state.plan(request)
            if answer == HANG:
                released.wait()
            if isinstance(answer, str):
                self.close_connection = True
                return
            if answer is None:
                answer = Answer(*forward(body))
            self.send_response(answer.status)
            self.send_header("content-type", answer.type)
            self.send_header("content-length", str(len(answer.body)))
            if answer.location:
                self.send_header("location", answer.location)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(answer.body)

        do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = handle_one  # noqa: N815

        def log_message(self, format: str, *args: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def get_request(self) -> tuple[Any, Any]:
            accepted = super().get_request()
            state.connections += 1
            return accepted

        def handle_error(self, request: Any, client_address: Any) -> None:
            pass  # a client that hangs up, or a failed handshake

    server = Server(("127.0.0.1", 0), Handler)
    if tls is not None:  # handshake at the first read, in the thread of the connection
        server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    state.url = f"{'http' if tls is None else 'https'}://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield state
    finally:
        released.set()
        server.shutdown()
        thread.join()
        server.server_close()
