"""This module has the routes of the service: texts, records and spans by the facade, profiles, entities, state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

import redactor
from redactor.assemble.facade import NO_PATIENT, OPTED_OUT, TOO_LONG, Redactor
from redactor.engine import Redacted
from redactor.entities import DESCRIPTIONS, Entity
from redactor.errors import SchemaError, ServiceUnavailableError
from redactor.policy.profiles import Profile
from redactor.service.bodies import (
    EntitiesOut,
    EntityOut,
    FieldOut,
    ItemIn,
    ItemOut,
    ProfileOut,
    ProfilesOut,
    SchemaOut,
    SchemasOut,
    SpanOut,
    SpansOut,
    StateOut,
    TextIn,
    TextOut,
    TextsIn,
    TextsOut,
    each_done,
)
from redactor.service.engine_thread import EngineThread, Kind
from redactor.service.idempotency import TRANSIENT
from redactor.service.metrics import CONTENT_TYPE, Metrics
from redactor.service.openapi import add_components, add_route, describe
from redactor.service.readiness import Readiness
from redactor.service.record_stream import RecordStream
from redactor.service.recordings.answers import RecordingAnswer, Recordings
from redactor.service.refusals import RefusedError, unavailable
from redactor.text import Reading
from schemas.engine.compiled_schema import CompiledSchema, Leaf, Node, Rule, fields_of
from schemas.engine.json_codec import parse
from schemas.engine.records import Outcome, Reason, RecordError

_REASONS = frozenset({TOO_LONG, OPTED_OUT, NO_PATIENT, Reason.INTERNAL.value})  # of texts, as codes
_SECONDS = 30.0  # to wait for the description of schemas
_STATUS = {404: "no-such-route", 405: "method-not-allowed"}
Body = TypeVar("Body", bound=msgspec.Struct)
Result = TypeVar("Result")


class Routes:
    """These are the routes over one engine thread.

    readiness: tells what is missing. told: is told of failures.
    """

    def __init__(
        self,
        engine: EngineThread,
        metrics: Metrics,
        readiness: Readiness,
        told: Callable[[BaseException], None],
        recordings: Recordings,
    ) -> None:
        self._engine, self._metrics, self._readiness, self._told = engine, metrics, readiness, told
        self._recordings = recordings

    async def text(self, request: Request) -> Response:
        """De-identify a text."""
        given = await _body_of(request, TextIn)
        (done,) = await self._read(given.profile, [ItemIn(given.text, given.subject)])
        self._count(done)
        return _json(TextOut(done.text, _entities(done)))

    async def texts(self, request: Request) -> Response:
        """De-identify up to 1,000 texts. Each has an outcome of its own."""
        given = await _body_of(request, TextsIn)
        items = []
        for done in await self._read(given.profile, given.texts):
            try:
                self._count(done)
                items.append(ItemOut(Outcome.RELEASED.value, done.text, _entities(done)))
            except RefusedError as refusal:
                if refusal.code == Reason.INTERNAL.value:
                    request.scope[TRANSIENT] = True
                items.append(ItemOut(_outcome(refusal.code).value, reason=refusal.code))
        return _json(TextsOut(items))

    async def detect(self, request: Request) -> Response:
        """Find the spans of a text. The text itself is not returned."""
        given = await _body_of(request, TextIn)
        self._check_profile(given.profile)
        found = await self._run(lambda facade: facade.detect(given.text, patient=given.subject), len(given.text))
        self._count(found)
        spans = [SpanOut(s.start, s.end, s.entity.value, s.score, "+".join(s.sources)) for s in found.spans]
        return _json(SpansOut(spans))

    async def records(self, request: Request) -> Response:
        """De-identify records, one JSON object a line; each is answered by a line with its outcome."""
        if (name := request.query_params.get("schema")) is not None:
            await self._schema(name)
        return RecordStream(self._engine, self._metrics, self._told, name)

    async def audio(self, request: Request) -> Response:
        """De-identify a recording: its transcript, and its sound if the profile lets sound leave."""
        return RecordingAnswer(self._recordings)

    async def schemas(self, request: Request) -> Response:
        """List the approved schemas, or one with its fields and what becomes of them."""
        if (name := request.query_params.get("schema")) is None:
            found = await self._engine.run(lambda facade: facade.schemas(), _SECONDS)
            return _json(SchemasOut([_schema_row(schema) for schema in found]))
        return _json(SchemasOut([_schema_row(await self._schema(name), self._engine.profile)]))

    async def _schema(self, name: str) -> CompiledSchema:
        try:
            return await self._engine.run(lambda facade: facade.schema(name), _SECONDS)
        except SchemaError:
            raise RefusedError(404, "unknown-schema") from None
        except RecordError as e:
            raise RefusedError(422, e.reason.value) from None

    async def profiles(self, request: Request) -> Response:
        """Name the profile of the service."""
        profile = self._engine.profile
        return _json(ProfilesOut([ProfileOut(profile.name, profile.version, profile.claim)]))

    async def entities(self, request: Request) -> Response:
        """List the entities, and the action of the profile."""
        return _json(EntitiesOut(_entity_rows(self._engine.profile)))

    async def health(self, request: Request) -> Response:
        """Answer 200 while the worker lives, else 503 if its engine takes longer for a piece of work than it may."""
        self._check_engine()
        return _json(StateOut())

    async def ready(self, request: Request) -> Response:
        """Answer 200 while all that an answer needs is there, else 503 with a code for what is missing.

        degraded: why questions to the LLM stay open.
        """
        self._check_engine()
        if missing := await self._readiness.missing():
            raise RefusedError(503, missing)
        away = self._metrics.llm_away()
        return _json(StateOut("ready", [away] if away else msgspec.UNSET))

    def _check_engine(self) -> None:
        if self._engine.overdue:
            raise RefusedError(503, "engine-stuck")

    async def metrics(self, request: Request) -> Response:
        """Return the metrics in Prometheus' text format."""
        return Response(self._metrics.exposition(), media_type=CONTENT_TYPE)

    def _check_profile(self, profile: str | None) -> None:
        if profile is not None and profile != self._engine.profile.name:
            raise RefusedError(409, "other-profile")

    async def _read(self, profile: str | None, items: Sequence[ItemIn]) -> list[Redacted]:
        self._check_profile(profile)

        def work(facade: Redactor) -> list[Redacted]:
            def done(some: Sequence[ItemIn]) -> list[Redacted]:
                return facade.texts([item.text for item in some], patients=[item.subject for item in some])

            if len(items) == 1:
                return done(items)  # its failure is that of the request
            return each_done(items, done, Redacted("", (), complete=False, why=Reason.INTERNAL.value), self._told)

        return await self._run(work, sum(len(item.text) for item in items))

    async def _run(self, work: Callable[[Redactor], Result], size: int) -> Result:
        try:
            return await self._engine.run(work, self._engine.settings.service.engine_seconds, (Kind.TEXTS, size))
        except ServiceUnavailableError as e:
            self._metrics.outcome(Outcome.QUARANTINED.value, Reason.SERVICE_UNAVAILABLE.value)
            raise unavailable(e) from None

    def _count(self, done: Redacted | Reading) -> None:
        """Count an outcome. Raises RefusedError for a text that was not read in whole, or must not leave."""
        if done.complete:
            self._metrics.outcome(Outcome.RELEASED.value)
            self._metrics.entities(_entities(done))
            doubts = done.doubts_left() if isinstance(done, Reading) else done.doubts
            self._metrics.unsure(len(doubts), done.strange)
            return
        reason = done.why if done.why in _REASONS else Reason.INCOMPLETE_READING.value
        self._metrics.outcome(_outcome(reason).value, reason)
        raise RefusedError(422, reason)


def build_app(routes: Routes) -> FastAPI:
    """Return the application without its gate. Its documentation is the file /openapi.json alone."""
    app = FastAPI(title="Redactor", version=redactor.__version__, docs_url=None, redoc_url=None, redirect_slashes=False)
    posts: Mapping[str, Callable[[Request], Any]] = {
        "/v1/text": routes.text,
        "/v1/texts": routes.texts,
        "/v1/records": routes.records,
        "/v1/detect": routes.detect,
        "/v1/audio": routes.audio,
    }
    gets: Mapping[str, Callable[[Request], Any]] = {
        "/v1/profiles": routes.profiles,
        "/v1/entities": routes.entities,
        "/v1/schemas": routes.schemas,
        "/health": routes.health,
        "/ready": routes.ready,
        "/metrics": routes.metrics,
    }
    for method, found in (("POST", posts), ("GET", gets)):
        for path, answer in found.items():
            add_route(app, method, path, answer, describe(path))
    add_components(app)
    app.add_exception_handler(RefusedError, _refused)
    app.add_exception_handler(ServiceUnavailableError, _unavailable)
    app.add_exception_handler(HTTPException, _not_found)
    app.add_exception_handler(Exception, _failed)  # the gate is told of the failure afterwards
    return app


async def _refused(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, RefusedError)
    return refusal.response(request.url.path)


async def _unavailable(request: Request, error: Exception) -> Response:
    assert isinstance(error, ServiceUnavailableError)
    return unavailable(error).response(request.url.path)


async def _failed(request: Request, error: Exception) -> Response:
    return RefusedError(500, "internal-error").response(request.url.path)


async def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = {"Allow": error.headers["Allow"]} if error.headers and "Allow" in error.headers else {}
    return RefusedError(error.status_code, _STATUS[error.status_code], headers).response(request.url.path)


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


def _outcome(reason: str) -> Outcome:
    return Outcome.WITHHELD if reason == OPTED_OUT else Outcome.QUARANTINED


def _entities(done: Redacted | Reading) -> dict[str, int]:
    return dict(sorted(Counter(span.entity.value for span in done.spans).items()))


_ACTIONS = {
    Rule.PASS: "keep",
    Rule.HASH: "hash",
    Rule.DROP: "drop",
    Rule.SHIFT: "shift",
    Rule.GENERALIZE: "generalize",
    Rule.AUTODEID: "read",
}


def _schema_row(schema: CompiledSchema, profile: Profile | None = None) -> SchemaOut:
    """Return a schema, and its fields under a profile if one is given."""
    fields = [] if profile is None else [_field(path, node, profile) for path, node in fields_of(schema.root)]
    return SchemaOut(schema.name, schema.version, schema.resource_type or schema.data_type or "", fields)


def _field(path: str, node: Node, profile: Profile) -> FieldOut:
    entity = "" if node.entity is None else node.entity.value
    if not isinstance(node, Leaf):
        return FieldOut(path, entity=entity, type=node.kind.value if node.kind else node.path)
    if node.rule is Rule.MASK:
        action = (node.action or profile.action(node.entity or Entity.ID)).value
    else:
        action = _ACTIONS[node.rule]
    return FieldOut(path, node.rule.value, action, entity)


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
