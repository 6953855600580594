"""This module serves the pages of a review on loopback."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qs

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from redactor.errors import RedactorError, RunError
from redactor.service.review.guard import HOST, Guard
from redactor.service.review.opened import Review
from redactor.service.review.pages import STATIC, render, static
from redactor.service.review.routes import ReviewPages

_LARGEST_FORM = 1 << 16  # bytes


@dataclass(frozen=True)
class _Window:
    """This frame is the whole window of a browser of the user who called the command."""

    review: Review
    base = ""

    def page(self, template: str, **values: object) -> Response:
        page = render(template, base=self.base, form_token="", outer="base.html", static="/static", **values)
        return HTMLResponse(page.encode("utf-8", "replace"))  # JSON may hold half of a surrogate pair

    def note(self, how: str, record_ids: Sequence[str]) -> None:
        self.review.note(how, record_ids)


def routes(review: Review, pages: ReviewPages, *, has_originals: bool) -> list[Route]:
    """Return the routes of the pages of a review, for an application."""
    frame = _Window(review)

    async def shown_list(request: Request) -> Response:
        return pages.list(frame, request.query_params)

    async def record(request: Request) -> Response:
        return pages.record(frame, request.path_params["key"], request.query_params)

    async def mark(request: Request) -> Response:
        form = await _form(request)
        return pages.mark(frame, request.path_params["key"], request.query_params, form)

    async def findings(request: Request) -> Response:
        return pages.findings(frame)

    async def gold(request: Request) -> Response:
        return pages.gold(frame)

    shown = [Route("/", shown_list), Route("/records/{key}", record), Route("/static/{name}", _static)]
    if not has_originals:
        return shown
    marking = Route("/records/{key}/marks", mark, methods=["POST"])
    return [*shown, marking, Route("/findings", findings), Route("/gold.jsonl", gold)]


async def _form(request: Request) -> dict[str, str]:
    body = b""
    async for block in request.stream():
        body += block
        if len(body) > _LARGEST_FORM:
            raise HTTPException(413)
    return {name: values[-1] for name, values in parse_qs(body.decode("utf-8", "replace")).items()}


async def _static(request: Request) -> Response:
    if (name := request.path_params["name"]) not in STATIC:
        raise HTTPException(404)
    return Response(static(name), media_type=STATIC[name])


async def _say(request: Request, error: Exception) -> Response:
    """Say what to do about an error, whose message holds no data."""
    told = str(error) if isinstance(error, RedactorError) else "a file of the state cannot be read or written"
    return PlainTextResponse(told, 500)


def open_port(port: int) -> socket.socket:
    """Return a socket that listens on loopback. port: 0 takes a free one. Raises RunError."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((HOST, port))
        found.listen()  # before the address is told
    except OSError:
        found.close()
        raise RunError(f"port {port} of this machine is taken or not allowed; choose another with --port") from None
    return found


def serve(shown: Sequence[Route], listener: socket.socket, announce: Callable[[str], None]) -> None:
    """Serve routes until a signal ends the process. announce: is told the address with its token."""
    app = Starlette(routes=shown, exception_handlers={RedactorError: _say, OSError: _say})
    guard = Guard(app, listener.getsockname()[1])
    announce(guard.address)
    config = uvicorn.Config(
        guard,
        log_config=None,  # no line of a server holds what a page asked for
        access_log=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    uvicorn.Server(config).run([listener])
