"""This module has the routes of the review's page, and serves them on loopback."""

from __future__ import annotations

import socket
from collections.abc import Callable, Collection, Mapping, Sequence
from urllib.parse import parse_qs

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from redactor.errors import RedactorError, RunError
from redactor.run.state.review_marks import MarkStore
from redactor.service.findings import ReadByPerson, field_findings, figures, gold_lines, proposed_terms
from redactor.service.guard import HOST, Guard
from redactor.service.judging import change_of, plain_rows
from redactor.service.listing import Listing, listing
from redactor.service.pages import STATIC, record_view, render, result_view, static
from redactor.service.review import Facts, Review
from schemas.engine.records import Outcome

_LARGEST_FORM = 1 << 16  # bytes
_LEFT = (Outcome.RELEASED.value, Outcome.DELETED.value, Outcome.DUPLICATE.value)


class ReviewPages:
    """These pages show a review to one person at a time, in the one thread that may use the run's databases.

    marks: None shows no originals, and takes no marks. remedies: what a person can do about the reason of a record.
    known: gives the identifiers of the run's records.
    """

    def __init__(
        self,
        review: Review,
        marks: MarkStore | None,
        remedies: Mapping[str, str],
        known: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        self._review, self._marks, self._remedies, self._known = review, marks, remedies, known

    def routes(self) -> list[Route]:
        """Return the routes of the pages, for an application."""
        shown = [
            Route("/", self._list),
            Route("/records/{key}", self._record),
            Route("/static/{name}", self._static),
        ]
        if self._marks is None:
            return shown
        return [
            *shown,
            Route("/records/{key}/marks", self._mark, methods=["POST"]),
            Route("/findings", self._findings),
            Route("/gold.jsonl", self._gold),
        ]

    def _page(self, template: str, **values: object) -> HTMLResponse:
        has_originals = self._marks is not None
        page = render(template, review=self._review, has_originals=has_originals, **values)
        return HTMLResponse(page.encode("utf-8", "replace"))  # JSON may hold half of a surrogate pair

    def _read_ids(self) -> frozenset[str]:
        found = self._marks.all() if self._marks is not None else {}
        return frozenset(record_id for record_id, marks in found.items() if marks.is_read)

    def _facts(self) -> list[Facts]:
        facts = self._review.facts.values()
        # Without originals, nothing tells of records that did not leave.
        return [f for f in facts if self._marks is not None or f.drawn.outcome == Outcome.RELEASED.value]

    def _listing(self, request: Request, read_ids: Collection[str]) -> Listing:
        return listing(self._facts(), request.query_params, read_ids)

    async def _static(self, request: Request) -> Response:
        if (name := request.path_params["name"]) not in STATIC:
            raise HTTPException(404)
        return Response(static(name), media_type=STATIC[name])

    async def _list(self, request: Request) -> Response:
        read_ids = self._read_ids()
        return self._page("list.html", listing=self._listing(request, read_ids), read_ids=read_ids)

    def _of(self, request: Request) -> Facts:
        facts = self._review.facts.get(request.path_params["key"])
        if facts is None or (self._marks is None and facts.drawn.outcome != Outcome.RELEASED.value):
            raise HTTPException(404)
        return facts

    async def _record(self, request: Request) -> Response:
        facts, found = self._of(request), self._listing(request, self._read_ids())
        key, marks = facts.drawn.key, self._marks
        order = [f.drawn.key for f in found.matching]
        at = order.index(key) if key in order else 0
        if marks is None:
            view = result_view(self._review.result(key))
        else:
            kept = marks.get(facts.drawn.record_id)
            opened = self._review.show(key, "review")
            told = request.query_params.get("part", "")
            part = int(told) if told.isdecimal() and len(told) < 6 else 0
            view = record_view(self._review, opened, kept, self._remedies, part)
        return self._page(
            "record.html",
            view=view,
            at=at,
            total=len(order),
            previous=order[at - 1] if at > 0 else "",
            following=order[at + 1] if at + 1 < len(order) else "",
            query=found.query,
        )

    async def _mark(self, request: Request) -> Response:
        assert self._marks is not None
        facts = self._of(request)
        body = b""
        async for block in request.stream():
            body += block
            if len(body) > _LARGEST_FORM:
                raise HTTPException(413)
        form = {name: values[-1] for name, values in parse_qs(body.decode("utf-8", "replace")).items()}
        opened = self._review.result(facts.drawn.key)
        try:
            change = change_of(form, opened)
        except (KeyError, ValueError):
            raise HTTPException(400) from None
        subjects = opened.read.subjects if opened.read is not None else ()
        if not subjects and facts.drawn.outcome not in _LEFT:
            raise HTTPException(409)  # forgetting its patient, whom nothing tells, could not find its marks
        self._marks.change(facts.drawn.record_id, subjects, change)
        if "application/json" in request.headers.get("accept", ""):
            return Response(status_code=204)
        return RedirectResponse(f"/records/{facts.drawn.key}?{request.url.query}", 303)

    async def _findings(self, request: Request) -> Response:
        marked = self._judged()
        terms = proposed_terms(marked, self._known)
        self._review.note("review-findings", [r.record_id for r in marked])  # terms stand in originals
        read = [r for r in marked if r.marks.is_read]
        fields = field_findings((r.read.done.resource_type or r.read.done.schema, r.marks) for r in marked)
        return self._page("findings.html", read=len(read), figures=figures(read), terms=terms, fields=fields)

    def _judged(self) -> list[ReadByPerson]:
        """Return the records that a person has marked."""
        assert self._marks is not None
        kept = self._marks.all()
        keys = [f.drawn.key for f in self._facts() if f.drawn.record_id in kept]
        found = []
        for opened in self._review.read_all(keys):
            record_id = opened.facts.drawn.record_id
            if opened.read is not None:
                found.append(ReadByPerson(record_id, opened.read, kept[record_id], plain_rows(opened)))
        return found

    async def _gold(self, request: Request) -> Response:
        read = [r for r in self._judged() if r.marks.is_read]
        self._review.note("review-gold", [r.record_id for r in read])
        lines = "".join(gold_lines(read)).encode("utf-8", "replace")
        return PlainTextResponse(lines, media_type="application/jsonl")


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


def serve(pages: ReviewPages, listener: socket.socket, announce: Callable[[str], None]) -> None:
    """Serve the pages until a signal ends the process. announce: is told the address with its token."""
    app = Starlette(routes=pages.routes(), exception_handlers={RedactorError: _say, OSError: _say})
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
