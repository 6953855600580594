"""This module reads the body of a request with a recording: a form, whose file goes to a folder as it arrives."""

from __future__ import annotations

import asyncio
import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from python_multipart.exceptions import MultipartParseError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.types import Receive

from redactor.errors import NO_SPACE
from redactor.run.sidecars import MAX_BYTES
from redactor.service.refusals import RefusedError
from schemas.engine.json_codec import encode

if TYPE_CHECKING:
    from python_multipart.multipart import MultipartCallbacks

RECORDING_BYTES = 1 << 30
_SUBJECT_BYTES = 1 << 10
_OTHER_BYTES = 2 << 20  # of a form, beside the recording
_PIECE_BYTES = 1 << 20
_PIECE_SECONDS = 60.0  # for a piece to arrive
_FIELDS = {b"sidecar": MAX_BYTES, b"subject": _SUBJECT_BYTES}
_RECORDING = b"recording"


@dataclass(frozen=True, slots=True)
class Upload:
    """An upload tells of a recording that has arrived. digest: SHA-256, in hex. sidecar: the JSON, or one of the
    subject alone; None without either.
    """

    digest: str
    sidecar: bytes | None

    def identity(self) -> bytes:
        """Return what tells the request from any other. The boundary of a form does not: each try has another."""
        return self.digest.encode() + (b"" if self.sidecar is None else b" " + self.sidecar)


async def receive_upload(content_type: str, receive: Receive, target: Path) -> Upload:
    """Write the recording of a form to a new file. Names of files are not looked at.

    Raises RefusedError for a body that is no such form, is too large or too slow, and where the disk is full.
    """
    _, options = parse_options_header(content_type)
    boundary = options.get(b"boundary", b"")
    if not 0 < len(boundary) <= 70:
        raise RefusedError(400, "malformed-form")
    try:
        with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            form = _Form(file)
            await _read(form, MultipartParser(boundary, form.callbacks()), receive)
    except MultipartParseError:
        raise RefusedError(400, "malformed-form") from None
    except OSError as e:
        if e.errno in NO_SPACE:
            raise RefusedError(507, "disk-full") from None
        raise
    return form.upload()


async def _read(form: _Form, parser: MultipartParser, receive: Receive) -> None:
    size, more, clock = 0, True, asyncio.get_running_loop()
    try:
        async with asyncio.timeout(_PIECE_SECONDS) as limit:
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise RefusedError(400, "too-slow")
                body = message.get("body", b"")
                if (size + len(body)) // _PIECE_BYTES > size // _PIECE_BYTES:
                    limit.reschedule(clock.time() + _PIECE_SECONDS)
                size += len(body)
                if size > RECORDING_BYTES + _OTHER_BYTES:
                    raise RefusedError(413, "too-large")
                parser.write(body)
                more = message.get("more_body", False)
    except TimeoutError:
        raise RefusedError(408, "too-slow", {"Connection": "close"}) from None
    parser.finalize()
    if not form.is_whole:
        raise RefusedError(400, "malformed-form")


class _Form:
    """The parts of a form, of which each may stand once."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._size, self._digest = file, 0, hashlib.sha256()
        self._fields: dict[bytes, bytearray] = {}
        self._name, self._header, self._value, self._disposition = b"", b"", b"", b""
        self._has_recording = self.is_whole = False

    def callbacks(self) -> MultipartCallbacks:
        return {
            "on_part_begin": self._begin, "on_part_data": self._data, "on_header_field": self._header_field,
            "on_header_value": self._header_value, "on_header_end": self._header_end,
            "on_headers_finished": self._headers_finished, "on_end": self._end,
        }  # fmt: skip

    def upload(self) -> Upload:
        """Return what has arrived. Raises RefusedError."""
        if not self._has_recording or {*_FIELDS} <= self._fields.keys():
            raise RefusedError(422, "wrong-parts")
        sidecar: bytes | None = bytes(self._fields[b"sidecar"]) if b"sidecar" in self._fields else None
        if b"subject" in self._fields:
            try:
                subject = self._fields[b"subject"].decode()
            except UnicodeDecodeError:
                raise RefusedError(400, "bad-encoding") from None
            sidecar = encode({"patient_id": subject}) if subject.strip() else None
        return Upload(self._digest.hexdigest(), sidecar)

    def _begin(self) -> None:
        self._header = self._value = self._disposition = b""

    def _header_field(self, data: bytes, start: int, end: int) -> None:
        self._header += data[start:end]

    def _header_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def _header_end(self) -> None:
        if self._header.lower() == b"content-disposition":
            self._disposition = self._value
        self._header = self._value = b""

    def _headers_finished(self) -> None:
        _, options = parse_options_header(self._disposition)
        self._name = options.get(b"name", b"")
        if self._name == _RECORDING and not self._has_recording:
            self._has_recording = True
        elif self._name in _FIELDS and self._name not in self._fields:
            self._fields[self._name] = bytearray()
        else:
            raise RefusedError(422, "wrong-parts")

    def _data(self, data: bytes, start: int, end: int) -> None:
        piece = data[start:end]
        if self._name == _RECORDING:
            self._size += len(piece)
            if self._size > RECORDING_BYTES:
                raise RefusedError(413, "too-large")
            self._digest.update(piece)
            self._file.write(piece)
            return
        self._fields[self._name] += piece
        if len(self._fields[self._name]) > _FIELDS[self._name]:
            raise RefusedError(413, "too-large")

    def _end(self) -> None:
        self.is_whole = True
