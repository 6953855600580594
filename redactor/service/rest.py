"""This module has the routes of the service: texts, records and spans by the facade, profiles, entities, state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp

import redactor
from redactor.assemble.facade import Redactor
from redactor.engine import Redacted
from redactor.entities import DESCRIPTIONS, Entity
from redactor.errors import RedactorError, ServiceUnavailableError
from redactor.policy.profiles import Profile
from redactor.service.bodies import (
    EntitiesOut,
    EntityOut,
    ItemIn,
    ItemOut,
    ProfileOut,
    ProfilesOut,
    SpanOut,
    SpansOut,
    StateOut,
    TextIn,
    TextOut,
    TextsIn,
    TextsOut,
)
from redactor.service.console.app import ConsoleApp
from redactor.service.console.build import open_console
from redactor.service.engine_thread import EngineThread
from redactor.service.gate import Gate
from redactor.service.metrics import CONTENT_TYPE, Metrics
from redactor.service.openapi import add_components, describe
from redactor.service.record_stream import RecordStream
from redactor.service.refusals import RefusedError
from redactor.service.server import hosts_of
from redactor.service.tokens import Checker, Lockout
from schemas.engine.json_codec import parse
from schemas.engine.records import Outcome, Reason, RecordError

_ENGINE_SECONDS = 120.0
_STATUS = {404: "no-such-route", 405: "method-not-allowed"}
Body = TypeVar("Body", bound=msgspec.Struct)


class Routes:
    """These are the routes over one engine thread.

    checker: None where no tokens are asked for. told: is told of failures.
    """

    def __init__(
        self, engine: EngineThread, metrics: Metrics, checker: Checker | None, told: Callable[[BaseException], None]
    ) -> None:
        self._engine, self._metrics, self._checker, self._told = engine, metrics, checker, told

    async def text(self, request: Request) -> Response:
        """De-identify a text."""
        self._refuse_opt_out()
        given = await _body_of(request, TextIn)
        (done,) = await self._read(given.profile, [ItemIn(given.text, given.subject)])
        self._count(done)
        return _json(TextOut(done.text, _entities(done)))

    async def texts(self, request: Request) -> Response:
        """De-identify up to 1,000 texts. Each has an outcome of its own."""
        self._refuse_opt_out()
        given = await _body_of(request, TextsIn)
        items = []
        for done in await self._read(given.profile, given.texts):
            try:
                self._count(done)
                items.append(ItemOut(Outcome.RELEASED.value, done.text, _entities(done)))
            except RefusedError as refusal:
                items.append(ItemOut(Outcome.QUARANTINED.value, reason=refusal.code))
        return _json(TextsOut(items))

    async def detect(self, request: Request) -> Response:
        """Find the spans of a text. The text itself is not returned."""
        given = await _body_of(request, TextIn)
        (done,) = await self._read(given.profile, [ItemIn(given.text, given.subject)])
        self._count(done)
        spans = [SpanOut(s.start, s.end, s.entity.value, s.score, "+".join(s.sources)) for s in done.spans]
        return _json(SpansOut(spans))

    async def records(self, request: Request) -> Response:
        """De-identify records, one JSON object a line; each is answered by a line with its outcome."""
        return RecordStream(self._engine, self._metrics, self._told)

    async def profiles(self, request: Request) -> Response:
        """Name the profile of the service."""
        profile = self._engine.profile
        return _json(ProfilesOut([ProfileOut(profile.name, profile.version, profile.claim)]))

    async def entities(self, request: Request) -> Response:
        """List the entities, and the action of the profile."""
        return _json(EntitiesOut(_entity_rows(self._engine.profile)))

    async def health(self, request: Request) -> Response:
        """Answer while the process lives."""
        return _json(StateOut())

    async def ready(self, request: Request) -> Response:
        """Answer 200 once the engine is built and while the tokens can be read, else 503."""
        if self._checker is not None:
            try:
                self._checker.refresh()
            except (OSError, RedactorError):
                raise RefusedError(503, "tokens-unreadable") from None
        return _json(StateOut("ready"))

    async def metrics(self, request: Request) -> Response:
        """Return the metrics in Prometheus' text format."""
        return Response(self._metrics.exposition(), media_type=CONTENT_TYPE)

    def _refuse_opt_out(self) -> None:
        """Raise RefusedError where patients may have opted out, since only records are withheld for them."""
        if self._engine.settings.opt_out is not None:
            raise RefusedError(409, "opt-out")

    async def _read(self, profile: str | None, items: Sequence[ItemIn]) -> list[Redacted]:
        if profile is not None and profile != self._engine.profile.name:
            raise RefusedError(409, "other-profile")
        texts, subjects = [item.text for item in items], [item.subject for item in items]

        def work(facade: Redactor) -> list[Redacted]:
            try:
                done: list[Redacted] = facade.texts(texts, patients=subjects)
            except ServiceUnavailableError:
                raise
            except Exception as e:
                if len(texts) == 1:
                    raise
                self._told(e)
                return [self._alone(facade, text, subject) for text, subject in zip(texts, subjects, strict=True)]
            return done

        try:
            return await self._engine.run(work, _ENGINE_SECONDS)
        except ServiceUnavailableError:
            self._metrics.outcome(Outcome.QUARANTINED.value, Reason.SERVICE_UNAVAILABLE.value)
            raise RefusedError(503, "service-unavailable", {"Retry-After": "10"}) from None

    def _alone(self, facade: Redactor, text: str, subject: str | None) -> Redacted:
        """Return what becomes of one of the texts, of which another made the engine fail."""
        try:
            (done,) = facade.texts([text], patients=[subject])
        except ServiceUnavailableError:
            raise
        except Exception:  # told already
            return Redacted("", (), complete=False, why=Reason.INTERNAL.value)
        assert isinstance(done, Redacted)
        return done

    def _count(self, done: Redacted) -> None:
        """Count an outcome. Raises RefusedError for a text that was not read in whole."""
        if done.complete:
            self._metrics.outcome(Outcome.RELEASED.value)
            self._metrics.entities(_entities(done))
            return
        known = (Reason.TEXT_TOO_LONG, Reason.INTERNAL)
        reason = next((r for r in known if r.value == done.why), Reason.INCOMPLETE_READING)
        self._metrics.outcome(Outcome.QUARANTINED.value, reason.value)
        raise RefusedError(422, reason.value)


@dataclass(frozen=True)
class Service:
    """A service is an application, and behind it the thread of the engine and the console; call `close` at the end."""

    app: ASGIApp
    engine: EngineThread
    console: ConsoleApp | None

    def close(self) -> None:
        """Wait for the end of what the threads do, and drop what has not begun."""
        self.engine.close()
        if self.console is not None:
            self.console.close()


def build_service(
    profile: str | None,
    address: tuple[str, int],
    checker: Checker | None,
    told: Callable[[BaseException], None],
    *,
    remedies: Mapping[str, str],
    has_console: bool = False,
) -> Service:
    """Build engine, routes and gate of the settings, and the console if it is asked for.

    address: on which the service listens. checker: None lets everybody submit. told: is told of failures. remedies:
    what to do about the reason of a record. Raises as `Redactor` does.
    """
    engine, metrics, lockout = EngineThread(lambda: _warm(Redactor(profile=profile))), Metrics(), Lockout()
    try:
        console = open_console(engine.settings, metrics, lockout, told, remedies) if has_console else None
    except BaseException:
        engine.close()
        raise
    app = build_app(Routes(engine, metrics, checker, told))
    return Service(Gate(app, metrics, checker, hosts_of(*address), told, lockout, console), engine, console)


def _warm(facade: Redactor) -> Redactor:
    """Return the facade after a first text, which loads the models; the service is ready then."""
    facade.text("The patient is well.")
    return facade


def build_app(routes: Routes) -> FastAPI:
    """Return the application without its gate. Its documentation is the file /openapi.json alone."""
    app = FastAPI(title="Redactor", version=redactor.__version__, docs_url=None, redoc_url=None, redirect_slashes=False)
    posts: Mapping[str, Callable[[Request], Any]] = {
        "/v1/text": routes.text,
        "/v1/texts": routes.texts,
        "/v1/records": routes.records,
        "/v1/detect": routes.detect,
    }
    gets: Mapping[str, Callable[[Request], Any]] = {
        "/v1/profiles": routes.profiles,
        "/v1/entities": routes.entities,
        "/health": routes.health,
        "/ready": routes.ready,
        "/metrics": routes.metrics,
    }
    for method, found in (("POST", posts), ("GET", gets)):
        for path, answer in found.items():
            app.add_api_route(
                path, answer, methods=[method], response_model=None, response_class=Response,
                summary=(answer.__doc__ or "").partition("\n")[0], openapi_extra=describe(path),
            )  # fmt: skip
    add_components(app)
    app.add_exception_handler(RefusedError, _refused)
    app.add_exception_handler(HTTPException, _not_found)
    app.add_exception_handler(Exception, _failed)  # the gate is told of the failure afterwards
    return app


async def _refused(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, RefusedError)
    return refusal.response()


async def _failed(request: Request, error: Exception) -> Response:
    return RefusedError(500, "internal-error").response()


async def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = {"Allow": error.headers["Allow"]} if error.headers and "Allow" in error.headers else {}
    return RefusedError(error.status_code, _STATUS[error.status_code], headers).response()


async def _body_of(request: Request, kind: type[Body]) -> Body:
    """Return the body of a request. Raises RefusedError, which repeats nothing of it."""
    try:
        data = parse(await request.body())
    except RecordError as e:
        raise RefusedError(413 if e.reason is Reason.TOO_LARGE else 400, e.reason.value) from None
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError:
        raise RefusedError(422, "wrong-type") from None


def _json(value: msgspec.Struct) -> Response:
    return Response(msgspec.json.encode(value), media_type="application/json")


def _entities(done: Redacted) -> dict[str, int]:
    return dict(sorted(Counter(span.entity.value for span in done.spans).items()))


def _entity_rows(profile: Profile) -> list[EntityOut]:
    return [
        EntityOut(
            entity.value,
            None if entity.info.hipaa is None else entity.info.hipaa.value,
            DESCRIPTIONS[entity],
            profile.action(entity).value,
        )
        for entity in Entity
    ]
