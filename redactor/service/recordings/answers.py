"""This module answers requests with recordings: what arrives is heard, and leaves as a transcript or with its sound."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from redactor.assemble.facade import NO_PATIENT, Redactor
from redactor.assemble.home import service_ledger_path
from redactor.assemble.raw_records import identify_recording, judge_recording
from redactor.errors import DiskFullError, RedactorError, ServiceUnavailableError
from redactor.run.contracts import RawRecord
from redactor.run.recordings.jobs import Job, Result, staged
from redactor.run.recordings.workers import Build
from redactor.run.sidecars import SCHEMA, parse_sidecar
from redactor.service.bodies import RecordingOut
from redactor.service.engine_thread import EngineThread
from redactor.service.gate import until_gone
from redactor.service.idempotency import REPEATS, TRANSIENT
from redactor.service.metrics import Metrics
from redactor.service.recordings.hearer import Hearer
from redactor.service.recordings.spool import Spool
from redactor.service.recordings.uploads import Upload, receive_upload
from redactor.service.refusals import RefusedError, busy, unavailable
from schemas.engine.records import Outcome, Reason, RecordError

_PACKAGES = frozenset({"av", "faster_whisper", "onnxruntime", "silero_vad"})  # of the extra `audio`
_SOUNDS = ("sound.*", "spoken.flac")
_TYPES = {
    ".flac": "audio/flac", ".m4a": "audio/mp4", ".mp3": "audio/mpeg", ".ogg": "audio/ogg", ".wav": "audio/wav",
    ".webm": "audio/webm",
}  # fmt: skip
_PIECE = 64 << 10
_MOST_STORED = 16 << 20  # bytes of an answer under an idempotency key: it is held in memory
Given = TypeVar("Given")
_BUSY_SECONDS = 10.0  # after which a recording that found no place may come again


class RecordingAnswer(Response):
    """This answer reads a recording, and says what became of it."""

    def __init__(self, recordings: Recordings) -> None:
        super().__init__()
        self._recordings = recordings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer; see ASGI."""
        await self._recordings.answer(scope, receive, send)


class Recordings:
    """This object processes recordings: their known values in the engine thread, all else in a process of its own."""

    def __init__(self, engine: EngineThread, metrics: Metrics, told: Callable[[BaseException], None]) -> None:
        self._engine, self._metrics, self._told = engine, metrics, told
        self._spool = Spool(engine.settings.home, engine.settings.service.recordings)
        self._hearer = Hearer(self._build, engine.settings.audio.attempts)

    def _build(self) -> Build:
        from redactor.assemble.recordings import build_beside  # loads what decodes sound

        settings = self._engine.settings
        return build_beside(settings, self._engine.profile, self._spool.path, service_ledger_path(settings))

    def close(self) -> None:
        """End the process, and remove what has arrived."""
        self._hearer.close()
        self._spool.close()

    def _check(self) -> None:
        """Raise RefusedError if the packages or the model for recordings are missing."""
        try:
            self._build()
        except ModuleNotFoundError as e:
            if (e.name or "").partition(".")[0] not in _PACKAGES:
                raise
            raise RefusedError(501, "audio-not-installed") from None
        except RedactorError as e:
            self._told(e)
            raise RefusedError(501, "audio-not-configured") from None

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; see ASGI. Raises RefusedError where all workers have as many recordings as they may."""
        await asyncio.to_thread(self._check)  # the first time it loads what decodes sound
        content_type = Headers(scope=scope).get("content-type", "")
        end: list[Message] = []

        async def send_to_end(message: Message) -> None:
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                end.append(message)
            else:
                await send(message)

        with self._spool.place() as is_mine, self._spool.folder() as folder:
            if not is_mine:
                raise busy(_BUSY_SECONDS)
            upload = await receive_upload(content_type, receive, folder / "recording")
            app = partial(self._answer, upload, folder)
            if REPEATS in scope:
                repeats, key = scope[REPEATS]
                await repeats.answer(app, scope, key, upload.identity(), receive, send_to_end, _MOST_STORED)
            else:
                await app(scope, receive, send_to_end)
        for message in end:  # the client has the whole answer when nothing of the recording is left
            await send(message)

    async def _answer(self, upload: Upload, folder: Path, scope: Scope, receive: Receive, send: Send) -> None:
        found, sound = await self._process(upload, folder, scope, receive)
        self._metrics.outcome(found.outcome, found.reason)
        if found.reason in (Reason.INTERNAL.value, Reason.SERVICE_UNAVAILABLE.value):
            scope[TRANSIENT] = True
        body = msgspec.json.encode(found)
        if sound is not None:
            await _send_form(body, sound, found.sound, send)
        else:
            await Response(body, media_type="application/json")(scope, receive, send)

    async def _process(
        self, upload: Upload, folder: Path, scope: Scope, receive: Receive
    ) -> tuple[RecordingOut, Path | None]:
        """Return what is answered, and the file of the sound that leaves, which lies in the folder."""
        raw = None if upload.sidecar is None else RawRecord(upload.sidecar, "sidecar", SCHEMA)
        identity = await self._asked(lambda facade: identify_recording(facade, raw, upload.digest))
        if identity is None:
            why = await self._asked(lambda facade: _why_nobody(facade, raw))
            return RecordingOut(Outcome.QUARANTINED.value, *why), None
        job = Job(
            next(self._hearer.numbers), identity.record_id, identity.resource_key, folder / "work",
            folder / "recording", upload.digest, raw,
        )  # fmt: skip
        result = await self._heard(job, receive)
        if not scope["may_go_on"]():
            raise RefusedError(401, "unauthorized", {"WWW-Authenticate": "Bearer"})
        # Hearing takes long: the patient may have opted out or been forgotten, or an approval been withdrawn.
        now = await self._asked(lambda facade: judge_recording(facade, raw, identity.record_id))
        if now.outcome is not Outcome.RELEASED:
            return RecordingOut(now.outcome.value, now.reason_code, now.where), None
        return _read(job, result)

    async def _asked(self, work: Callable[[Redactor], Given]) -> Given:
        try:
            return await self._engine.run(work)
        except ServiceUnavailableError as e:
            self._told(e)
            raise unavailable(e) from None

    async def _heard(self, job: Job, receive: Receive) -> Result:
        """Return the result of a recording. Raises RefusedError, also if the client goes before its turn has come."""
        future = self._hearer.hear(job)
        heard = asyncio.wrap_future(future)
        gone = asyncio.ensure_future(until_gone(receive))
        waited: tuple[asyncio.Future[Any], ...] = (heard, gone)
        try:
            await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
            if not heard.done() and future.cancel():
                raise RefusedError(503, "audio-unavailable")  # nobody reads it
            return await heard
        except DiskFullError:
            raise RefusedError(507, "disk-full") from None
        except asyncio.CancelledError:  # the service ends, and has waited for as long as it waits
            raise RefusedError(503, "audio-unavailable", {"Retry-After": "10"}) from None
        except (RedactorError, OSError) as e:
            self._told(e)
            raise RefusedError(503, "audio-unavailable", {"Retry-After": "10"}) from None
        finally:
            gone.cancel()


def _why_nobody(facade: Redactor, sidecar: RawRecord | None) -> tuple[str, str]:
    """Return the reason why a recording is not heard whose patient nothing tells, and a path of the schema.

    A faulty sidecar has its own reason, as where there is no list of opt_out.
    """
    if sidecar is None:
        return NO_PATIENT, ""
    try:
        fields, schema = parse_sidecar(sidecar), facade.schema(SCHEMA)
    except RecordError as e:
        return e.reason.value, e.where
    if fields and fields.keys().isdisjoint(schema.root.children):
        return Reason.UNKNOWN_FIELD.value, schema.name
    return NO_PATIENT, ""


def _read(job: Job, result: Result) -> tuple[RecordingOut, Path | None]:
    """Return what is answered, and the file of the sound that leaves."""
    done, folder = result.done, staged(job)
    if done.outcome is not Outcome.RELEASED:
        return RecordingOut(done.outcome.value, done.reason_code, done.where), None
    sidecar = folder / "recording.json"
    sound = next((path for form in _SOUNDS for path in folder.glob(form)), None)
    found = RecordingOut(
        done.outcome.value,
        transcript=msgspec.json.decode((folder / "transcript.json").read_bytes()),
        sidecar=msgspec.json.decode(sidecar.read_bytes()) if sidecar.exists() else None,
        sound="" if sound is None else _TYPES[sound.suffix],
    )
    return found, sound


async def _send_form(body: bytes, sound: Path, sound_type: str, send: Send) -> None:
    """Send a form of two parts: `result`, and the file `sound`."""
    boundary = secrets.token_hex(16)
    size = sound.stat().st_size
    head = (
        (
            f'--{boundary}\r\nContent-Disposition: form-data; name="result"\r\nContent-Type: application/json\r\n'
            f"Content-Length: {len(body)}\r\n\r\n"
        ).encode()
        + body
        + (
            f'\r\n--{boundary}\r\nContent-Disposition: form-data; name="sound"; filename="sound{sound.suffix}"\r\n'
            f"Content-Type: {sound_type}\r\nContent-Length: {size}\r\n\r\n"
        ).encode()
    )
    tail = f"\r\n--{boundary}--\r\n".encode()
    headers = [
        (b"content-type", f"multipart/form-data; boundary={boundary}".encode()),
        (b"content-length", str(len(head) + size + len(tail)).encode()),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": head, "more_body": True})
    with sound.open("rb") as file:
        while piece := file.read(_PIECE):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": tail, "more_body": False})
