"""This module calls the REST service (`redactor serve`) from Python. It needs the extra `client`.

    with RedactorClient("https://redactor.example:8443", token) as client:
        print(client.text("Seen by Dr. Emily Smith.", subject="p1").text)

Nothing of home, keyring or settings is read.
"""

from __future__ import annotations

import secrets
import ssl
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from decimal import Decimal
from ipaddress import ip_address
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import msgspec

from redactor.errors import RequestRefusedError, ServiceUnavailableError
from redactor.llm.retries import Pace, retry_after
from redactor.service.bodies import (
    BATCH_BYTES,
    BATCH_RECORDS,
    BODY_BYTES,
    MOST_TEXTS,
    EntitiesOut,
    EntityOut,
    ItemIn,
    ItemOut,
    ProfileOut,
    ProfilesOut,
    RecordingOut,
    SchemaOut,
    SchemasOut,
    SpanOut,
    SpansOut,
    TextIn,
    TextOut,
    TextsOut,
    batches,
)

try:
    import httpx
except ModuleNotFoundError:
    told = "RedactorClient needs httpx; install it with: pip install 'clinical-redactor[client]'"
    raise ModuleNotFoundError(told, name="httpx") from None
from redactor.client_requests import check_text, check_token, encoded, encoded_record, line_of

_JSON, _NDJSON = "application/json", "application/x-ndjson"
_TEXTS_BYTES = BODY_BYTES - (1 << 10)  # of the items of a request, whose body has a little more
_REPEATED = frozenset({429, 503})
_IN_PROGRESS, _LOCKED_OUT, _TOO_LONG_FOR_KEY = "idempotency-in-progress", "locked-out", "idempotency-length"
_LONGEST_WAIT = 120.0  # seconds between two tries
_MOST_HEAD = 64 << 10  # bytes around the parts of a form
Answer = TypeVar("Answer")


class RecordResult(msgspec.Struct, frozen=True):
    """What became of a record. line: its number from 1. outcome: released, quarantined, withheld or deleted.

    record: the de-identified record of a released one; numbers with a fraction are Decimal, with the digits as written.
    reason, where: a code and a path of the schema, for the others.
    """

    line: int = 0
    outcome: str = ""
    record: dict[str, Any] | None = None
    reason: str = ""
    where: str = ""


class _Line(RecordResult, frozen=True):
    error: dict[str, str] | None = None  # of the last line, if the stream cannot go on


_lines = msgspec.json.Decoder(_Line, float_hook=Decimal)


class RedactorClient:
    """A client of one service, for any number of threads.

    url: of the service; without TLS it must be on this machine. token: of `redactor serve tokens add`. ca: a file of
    certificates (PEM) in place of those of the system. timeout: seconds for an answer to arrive; recordings are waited
    for without an end. tries: how often a request is sent in all, after 429, 503 and a broken connection.

    Methods raise RequestRefusedError for what the service refuses, ServiceUnavailableError if it cannot be reached, and
    ValueError, before it is sent, for what JSON or HTTP cannot hold. None repeats a text.
    """

    def __init__(
        self, url: str, token: str | None = None, *, ca: str | Path | None = None, timeout: float = 150, tries: int = 5
    ) -> None:
        _check_url(url)
        if token is not None:
            check_token(token)
        self._pace, self._url = Pace(tries), url
        self._http = httpx.Client(
            base_url=url,
            headers={} if token is None else {"Authorization": f"Bearer {token}"},
            verify=ssl.create_default_context(cafile=None if ca is None else str(ca)),
            trust_env=False,  # a proxy of the environment would read what is sent
            timeout=httpx.Timeout(timeout, connect=10),
        )

    def __repr__(self) -> str:
        return f"<RedactorClient: {self._url}>"

    def __enter__(self) -> RedactorClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def text(self, text: str, *, subject: str | None = None, profile: str | None = None) -> TextOut:
        """De-identify a text. subject: the patient's id in the source. profile: refused unless it is the service's.

        A text that was not read in full is refused.
        """
        return self._post("/v1/text", TextIn(text, subject, profile), TextOut)

    def texts(
        self, texts: Iterable[str], *, subjects: Iterable[str | None] | None = None, profile: str | None = None
    ) -> list[ItemOut]:
        """De-identify texts, with an outcome each, in order. subjects: one for each text. Raises ValueError else."""
        given = list(texts)
        whose = [None] * len(given) if subjects is None else list(subjects)
        if len(given) != len(whose):
            raise ValueError("give one subject for each text, None where there is none")
        check_text(profile)
        items = [encoded(ItemIn(text, subject)) for text, subject in zip(given, whose, strict=True)]
        found: list[ItemOut] = []
        for batch in batches(items, lambda item: len(item) + 1, MOST_TEXTS, _TEXTS_BYTES, over=False):
            body = {"texts": [msgspec.Raw(item) for item in batch], "profile": profile}
            found += self._post("/v1/texts", body, TextsOut).texts
        return found

    def detect(self, text: str, *, subject: str | None = None, profile: str | None = None) -> list[SpanOut]:
        """Find the spans of a text, in characters."""
        return self._post("/v1/detect", TextIn(text, subject, profile), SpansOut).spans

    def records(
        self, records: Iterable[Mapping[str, Any] | bytes | str], *, schema: str | None = None
    ) -> Iterator[RecordResult]:
        """De-identify records, dicts or their JSON, and yield what became of each, in order.

        schema: that of records that name none, such as rows of a table. Up to 64 records are read and sent at a time,
        which is the batch of the service: what is yielded does not depend on the client.
        """
        check_text(schema)
        params = {} if schema is None else {"schema": schema}
        before = 0
        for batch in batches(map(line_of, records), len, BATCH_RECORDS, BATCH_BYTES):
            body = b"".join(line + b"\n" for line in batch)
            kept = self._sent(
                lambda headers, body=body: self._whole_batch(body, params, headers),  # type: ignore[misc]
                has_key=len(body) <= BODY_BYTES,
            )
            if [row.line for row in kept] != [*range(1, len(batch) + 1)]:
                raise ServiceUnavailableError("the service did not answer each record")
            for row in kept:
                yield RecordResult(before + row.line, row.outcome, row.record, row.reason, row.where)
            before += len(batch)

    def audio(
        self,
        recording: str | Path | BinaryIO,
        *,
        subject: str | None = None,
        sidecar: Mapping[str, Any] | None = None,
        sound_to: str | Path | None = None,
    ) -> RecordingOut:
        """De-identify a recording: a path, or an open file, which is read from its beginning.

        subject: the patient's id in the source. sidecar: all that is known, in place of it. sound_to: a new file for
        the sound, if the profile of the service lets one leave; without it, or else, there is none. The file's name is
        not sent. Raises OSError.
        """
        check_text(subject)
        fields = {"subject": subject, "sidecar": None if sidecar is None else encoded_record(sidecar)}
        data = {name: value for name, value in fields.items() if value is not None}
        target = None if sound_to is None else Path(sound_to)
        if target is not None and target.exists():
            raise FileExistsError(f"{target} exists; name a new file for the sound")
        with Path(recording).open("rb") if isinstance(recording, str | Path) else nullcontext(recording) as file:
            return self._sent(lambda headers: self._heard(file, data, target))

    def schemas(self) -> list[SchemaOut]:
        """Return the approved schemas, without their fields."""
        return self._get("/v1/schemas", SchemasOut).schemas

    def schema(self, name: str) -> SchemaOut:
        """Return a schema with its fields, and what becomes of each."""
        check_text(name)
        (found,) = self._get("/v1/schemas", SchemasOut, {"schema": name}).schemas
        return found

    def profiles(self) -> list[ProfileOut]:
        """Return the profile of the service."""
        return self._get("/v1/profiles", ProfilesOut).profiles

    def entities(self) -> list[EntityOut]:
        """Return what can be found, and what the profile makes of it."""
        return self._get("/v1/entities", EntitiesOut).entities

    # -- requests

    def _post(self, path: str, body: Any, kind: type[Answer]) -> Answer:
        data = encoded(body)

        def send(headers: dict[str, str]) -> Answer:
            return _decoded(self._http.post(path, content=data, headers={"Content-Type": _JSON} | headers), kind)

        return self._sent(send)

    def _get(self, path: str, kind: type[Answer], params: Mapping[str, str] | None = None) -> Answer:
        return self._sent(lambda headers: _decoded(self._http.get(path, params=params), kind), has_key=False)

    def _whole_batch(self, body: bytes, params: Mapping[str, str], headers: dict[str, str]) -> list[_Line]:
        sent = {"Content-Type": _NDJSON} | headers
        answer = self._http.post("/v1/records", params=params, content=body, headers=sent)
        _check(answer)
        rows = []
        for line in answer.content.splitlines():
            try:
                row = _lines.decode(line)
            except msgspec.DecodeError:
                raise ServiceUnavailableError("the answer of the service is no JSON") from None
            if row.error is not None:
                status = 401 if row.error.get("code") == "unauthorized" else 503
                raise _refusal(status, row.error, None)
            rows.append(row)
        return rows

    def _heard(self, file: BinaryIO, data: Mapping[str, Any], target: Path | None) -> RecordingOut:
        files = {"recording": ("recording", file, "application/octet-stream")}
        timeout = httpx.Timeout(self._http.timeout.write, read=None, connect=10)
        with self._http.stream("POST", "/v1/audio", data=data, files=files, timeout=timeout) as answer:
            if answer.status_code != 200 or answer.headers.get("content-type", "").startswith(_JSON):
                answer.read()
                return _decoded(answer, RecordingOut)
            return _read_form(answer.iter_bytes(), target)

    def _sent(self, send: Callable[[dict[str, str]], Answer], *, has_key: bool = True) -> Answer:
        """Return the answer to a request, which is sent again where that helps, under the same key."""
        headers = {"Idempotency-Key": secrets.token_hex(16)} if has_key else {}
        tries = 0
        while True:
            tries += 1
            wait: float | None = None
            try:
                return send(headers)
            except RequestRefusedError as e:
                wait = e.retry_after
                if e.code == _TOO_LONG_FOR_KEY and headers:
                    headers, tries = {}, tries - 1
                    continue
                helps = (e.status in _REPEATED and e.code != _LOCKED_OUT) or e.code == _IN_PROGRESS
                if not helps or tries >= self._pace.tries or (wait or 0) > _LONGEST_WAIT:
                    raise
            except (httpx.NetworkError, httpx.RemoteProtocolError, httpx.ConnectTimeout) as e:
                if tries >= self._pace.tries:
                    raise _unavailable(e) from None
            except httpx.HTTPError as e:
                raise _unavailable(e) from None
            time.sleep(self._pace.delay(tries, wait))


def _refusal(status: int, error: Mapping[str, str], wait: float | None) -> RequestRefusedError:
    return RequestRefusedError(status, error.get("code", "unknown"), error.get("message", ""), wait)


def _unavailable(error: Exception) -> ServiceUnavailableError:
    return ServiceUnavailableError(f"the service cannot be reached, or does not answer ({type(error).__name__})")


def _check_url(url: str) -> None:
    """Raise ValueError for the address of a service to which nothing may be sent."""
    try:
        given = httpx.URL(url)
    except httpx.InvalidURL:
        raise ValueError("this is no url of a service") from None
    if given.query or given.fragment or given.userinfo or "?" in url:
        raise ValueError("the url of a service has no query, no fragment, and no user: give the token as token")
    if given.scheme == "https" and given.host:
        return
    try:
        is_here = given.host == "localhost" or ip_address(given.host).is_loopback
    except ValueError:
        is_here = False
    if given.scheme != "http" or not is_here:
        raise ValueError("beyond this machine the service is called with TLS: give a url that begins with https://")


def _check(answer: httpx.Response) -> None:
    """Raise RequestRefusedError for any answer but 200. What no service of Redactor has written is not repeated."""
    if answer.status_code == 200:
        return
    try:
        error = msgspec.json.decode(answer.content, type=dict[str, dict[str, str]])["error"]
    except (msgspec.DecodeError, KeyError):
        error = {"message": "the answer is not one of this service"}
    raise _refusal(answer.status_code, error, retry_after(answer.headers.get("retry-after")))


def _decoded(answer: httpx.Response, kind: type[Answer]) -> Answer:
    _check(answer)
    try:
        return msgspec.json.decode(answer.content, type=kind)
    except msgspec.DecodeError:
        raise ServiceUnavailableError("the answer is not one of this service, or of another version") from None


def _read_form(pieces: Iterator[bytes], target: Path | None) -> RecordingOut:
    """Return the part `result` of a form, and write the part `sound` to a new file."""
    body = _Body(pieces)
    result = b"".join(body.part())
    sound = body.part()
    if target is None:
        for _ in sound:
            pass
    else:
        with _new(target) as file:
            for piece in sound:
                file.write(piece)
    return msgspec.json.decode(result, type=RecordingOut)


@contextmanager
def _new(path: Path) -> Generator[BinaryIO]:
    """Give a new file, which is removed if the block raises."""
    with path.open("xb") as file:
        try:
            yield file
        except BaseException:
            path.unlink(missing_ok=True)
            raise


class _Body:
    """The body of a form of the service, whose parts tell their lengths."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._left = pieces, bytearray()

    def part(self) -> Iterator[bytes]:
        """Yield the content of the next part in pieces."""
        while (end := self._left.find(b"\r\n\r\n")) < 0:
            if len(self._left) > _MOST_HEAD:
                raise ServiceUnavailableError("the answer is not one of this service")
            self._more()
        head = bytes(self._left[:end]).lower()
        del self._left[: end + 4]
        _, _, size = head.partition(b"content-length:")
        wanted = int(size.split(b"\r\n")[0])
        while wanted:
            if not self._left:
                self._more()
            piece = bytes(self._left[:wanted])
            del self._left[: len(piece)]
            wanted -= len(piece)
            yield piece

    def _more(self) -> None:
        piece = next(self._pieces, None)
        if piece is None:
            raise ServiceUnavailableError("the answer of the service ends early")
        self._left += piece
