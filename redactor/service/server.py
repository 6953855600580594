"""This module serves the routes: on loopback, or elsewhere with TLS and tokens, until a signal ends the process."""

from __future__ import annotations

import asyncio
import signal
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from redactor.errors import RunError, SettingsError
from redactor.service.refusals import RefusedError

_CONNECTIONS = 256
_HEADER_SECONDS = 10.0  # for the headers of a request to arrive, and for what follows an answer
_TAKE_SECONDS = 60.0  # for a client to take what waits for it
GRACE_SECONDS = 20


def checked_host(host: str, *, has_tls: bool, has_tokens: bool) -> str:
    """Return the address to listen on. Raises SettingsError for one beyond loopback without TLS and tokens."""
    try:
        address = ip_address("127.0.0.1" if host == "localhost" else host)
    except ValueError:
        raise SettingsError("--host is no address; give one, such as 127.0.0.1") from None
    if not address.is_loopback and not (has_tls and has_tokens):
        raise SettingsError(
            "beyond loopback the service needs TLS and tokens: give --tls-cert and --tls-key, leave --no-tokens out,"
            " and add a token: redactor serve tokens add NAME --role submit"
        )
    return str(address)


def hosts_of(host: str, port: int) -> frozenset[str] | None:
    """Return what the header Host may say to a service on loopback; None elsewhere, where names are not known."""
    if not ip_address(host).is_loopback:
        return None
    shown = f"[{host}]" if ":" in host else host
    return frozenset({f"{shown}:{port}", f"localhost:{port}"})


def check_certificate(cert: Path, key: Path) -> None:
    """Raise SettingsError if a certificate and its key cannot be used, or the key needs a password."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(cert, key, password=lambda: "")
    except (OSError, ValueError):  # ssl.SSLError is an OSError
        raise SettingsError(
            "--tls-cert and --tls-key cannot be used; give PEM files that belong together, the key without a password"
        ) from None


def open_port(host: str, port: int) -> socket.socket:
    """Return a bound socket, which does not listen yet. port: 0 takes a free one. Raises RunError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sets TCP_NODELAY; each answer would take 40 ms without.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
    except OSError:
        found.close()
        told = f"port {port} is taken or not allowed, or --host is no address of this machine; choose others"
        raise RunError(told) from None
    return found


def serve(
    app: ASGIApp, listener: socket.socket, cert: Path | None, key: Path | None, announce: Callable[[], None]
) -> None:
    """Serve an application until SIGTERM, after which requests may end for 20 seconds.

    announce: is called when requests are accepted.
    """
    config = uvicorn.Config(
        app,
        http=_Protocol,
        ws="none",
        log_config=None,  # no line of a server holds what a request said
        access_log=False,
        lifespan="off",
        server_header=False,
        proxy_headers=False,  # a client could name another address, and go on guessing
        timeout_graceful_shutdown=GRACE_SECONDS,
        ssl_certfile=cert,
        ssl_keyfile=key,
    )
    _Server(config, announce).run([listener])


class _Server(uvicorn.Server):
    """A server that ends on a signal, and leaves the exit code to the command."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._announce()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = signal.signal(signal.SIGTERM, self.handle_exit)
        try:
            yield
        finally:
            signal.signal(signal.SIGTERM, before)


class _Protocol(H11Protocol):
    """A connection that ends where headers are late or answers not taken; its errors have the form of the others."""

    _late: asyncio.TimerHandle | None = None
    _untaken: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > _CONNECTIONS:
            transport.abort()
            return
        self._late = self.loop.call_later(_HEADER_SECONDS, transport.abort)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._in_time()
        elif self._late is None and not self.transport.is_closing():
            self._late = self.loop.call_later(_HEADER_SECONDS, self.transport.abort)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._untaken = self.loop.call_later(_TAKE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        if self._untaken is not None:
            self._untaken.cancel()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.loop.call_later(_HEADER_SECONDS, self.transport.abort)  # an answer that is not taken keeps it open

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        if self._untaken is not None:
            self._untaken.cancel()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.close()
            return
        body = RefusedError(400, "bad-request").response()
        head = b"".join(b"%s: %s\r\n" % pair for pair in (*body.raw_headers, (b"connection", b"close")))
        self.transport.write(b"HTTP/1.1 400 Bad Request\r\n" + head + b"\r\n" + bytes(body.body))
        self.transport.close()

    def _in_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
