"""Ask a provider for what its batch API does: it keeps a file of requests, answers it within a day, and gives a file of
results.

A request that makes something is sent again only where it was surely not taken: nothing is uploaded or submitted twice
by a retry. No text of a reply is shown, since it may quote a text of a patient.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Self, TypeVar

import msgspec

from redactor.errors import EndpointRefusedError, RunError
from redactor.llm.completions import LIMIT_NAME, NEWER_LIMIT_NAME, Format, request_body
from redactor.llm.connection import Connection, Lost, Received, Refused
from redactor.llm.contract import Request
from redactor.llm.endpoints import endpoint_from_settings
from redactor.llm.refusals import batch_refusal_message, distrust_message
from redactor.llm.retries import Pace
from redactor.settings import LlmSettings

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,199}")  # which stands in the path of a request
_MOST_PAGES = 100
_PLAIN, _PLAIN_TOKENS, _MOST_PLAIN = "Answer with the word yes.", 16, 100_000
_ABSENT = frozenset({404})
_NO_LIST = frozenset({400, 404, 405, 422, 501})
_ENDED = frozenset({"completed", "failed", "expired", "cancelled"})
_STATES = _ENDED | {"validating", "in_progress", "finalizing", "cancelling"}
_MALFORMED = (
    "the endpoint of the LLM does not answer as a batch API does, and nothing is known of what it did; see [llm] "
    "base_url and the provider's own pages, then repeat the command"
)
_TOO_LARGE = (
    "a reply of the provider is larger than it can be, and was not read; if that stays so, `redactor llm batch drop` "
    "gives the batches up"
)
_Send = Callable[[Connection], Awaitable[Received | Refused | Lost]]
_Shape = TypeVar("_Shape", bound=msgspec.Struct)


class _File(msgspec.Struct):
    id: str
    filename: str | None = None


class _Counts(msgspec.Struct):
    completed: int = 0
    failed: int = 0


class _Error(msgspec.Struct):
    code: str | None = None


class _Errors(msgspec.Struct):
    data: list[_Error] | None = None


class _Batch(msgspec.Struct):
    id: str
    status: str
    input_file_id: str
    output_file_id: str | None = None
    error_file_id: str | None = None
    request_counts: _Counts | None = None
    errors: _Errors | None = None


class _Files(msgspec.Struct):
    data: list[_File]
    has_more: bool = False


class _Batches(msgspec.Struct):
    data: list[_Batch]
    has_more: bool = False


class BatchState(msgspec.Struct, frozen=True):
    """The state of a batch at the provider.

    status: a status of OpenAI's API, or "unknown". file: the id of its file of requests. results: the ids of its files
    of results and errors. completed, failed: requests, as the provider counts them. codes: why it failed.
    """

    status: str
    file: str
    results: tuple[str, ...]
    completed: int
    failed: int
    codes: tuple[str, ...]

    @property
    def ended(self) -> bool:
        return self.status in _ENDED


class Provider:
    """A provider answers batches at the endpoint of the settings. One thread uses it.

    All methods raise EndpointRefusedError where every request is refused, for the key or the certificate, and RunError,
    with the HTTP status, for any other request that fails.
    """

    def __init__(self, settings: LlmSettings, pace: Pace | None = None) -> None:
        """Check the settings; nothing is sent yet. Raises SettingsError for a host that is not allowed."""
        self.endpoint = endpoint_from_settings(settings)
        self._settings = settings
        self._pace = pace or Pace()
        self._runner = asyncio.Runner()
        self._connection = Connection(self.endpoint, settings)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._runner.run(self._connection.close())
        self._runner.close()

    def limit_name(self) -> str:
        """Return the model's name for the limit of an answer, by a question without any text of a patient. Where it is
        refused for another reason, the usual name is returned: a model may be there for batches alone.
        """
        request = Request("check", "", _PLAIN, {}, _PLAIN_TOKENS)
        messages = [{"role": "user", "content": _PLAIN}]
        body = request_body(self._settings.model, request, messages, Format.NONE, LIMIT_NAME)
        got = self._runner.run(self._connection.post(body, _MOST_PLAIN))
        is_newer = isinstance(got, Refused) and NEWER_LIMIT_NAME.encode() in got.hint
        return NEWER_LIMIT_NAME if is_newer else LIMIT_NAME

    def upload(self, name: str, content: bytes) -> str:
        """Send a file of requests, and return its id."""
        return _id(self._make(lambda c: c.upload(name, content), _File).id)

    def files_named(self, name: str) -> list[str] | None:
        """Return the ids of the files with this name; None if the provider does not list files."""
        files = self._listed(Connection.files, _Files)
        return None if files is None else [_id(f.id) for page in files for f in page.data if f.filename == name]

    def create(self, file: str) -> str:
        """Make a batch of a file, and return its id."""
        return _id(self._make(lambda c: c.create_batch(file), _Batch).id)

    def batches_of(self, file: str) -> list[str] | None:
        """Return the ids of the batches of a file; None if the provider does not list batches."""
        pages = self._listed(Connection.batches, _Batches)
        return None if pages is None else [_id(b.id) for page in pages for b in page.data if b.input_file_id == file]

    def state(self, batch: str) -> BatchState | None:
        """Return the state of a batch; None if the provider does not know it."""
        body = self._ask(lambda c: c.batch(batch), _ABSENT)
        if body is None:
            return None
        found = _read(body, _Batch)
        if found.id != batch:
            raise RunError(_MALFORMED)
        counts = found.request_counts or _Counts()
        return BatchState(
            found.status if found.status in _STATES else "unknown",
            found.input_file_id,
            tuple(_id(file) for file in (found.output_file_id, found.error_file_id) if file),
            max(0, counts.completed),
            max(0, counts.failed),
            tuple(e.code for e in (found.errors.data or ()) if e.code) if found.errors else (),
        )

    def cancel(self, batch: str) -> None:
        """Ask the provider to cancel a batch, which takes it minutes. A batch that has ended stays as it is."""
        self._ask(lambda c: c.cancel_batch(batch), frozenset({400, 404, 409}))

    def content(self, file: str, most: int) -> bytes | None:
        """Return a file; None if the provider does not have it. Raises RunError if it has more than `most` bytes."""
        return self._ask(lambda c: c.content(file, most), _ABSENT)

    def delete(self, file: str) -> None:
        """Delete a file. One that the provider does not have is deleted already."""
        self._ask(lambda c: c.delete(file), _ABSENT)

    def _listed(
        self, page: Callable[..., Awaitable[Received | Refused | Lost]], shape: type[_Shape]
    ) -> list[_Shape] | None:
        pages: list[_Shape] = []
        after: str | None = None
        for _ in range(_MOST_PAGES):
            body = self._ask(partial(page, after=after), _NO_LIST)
            if body is None:
                return None
            read = _read(body, shape)
            pages.append(read)
            entries = read.data  # type: ignore[attr-defined]
            if not read.has_more or not entries:  # type: ignore[attr-defined]
                return pages
            after = _id(entries[-1].id)
        return None

    def _make(self, send: _Send, shape: type[_Shape]) -> _Shape:
        body = self._runner.run(self._asked(send, frozenset(), makes=True))
        assert body is not None
        return _read(body, shape)

    def _ask(self, send: _Send, absent: frozenset[int]) -> bytes | None:
        """Return the reply to a request that may be repeated; None for a status in `absent`."""
        return self._runner.run(self._asked(send, absent, makes=False))

    async def _asked(self, send: _Send, absent: frozenset[int], *, makes: bool) -> bytes | None:
        clock = asyncio.get_running_loop().time
        deadline = clock() + self._settings.deadline_seconds
        tried = 0
        while True:
            tried += 1
            got = await send(self._connection)
            if isinstance(got, Received):
                if got.body is None:
                    raise RunError(_TOO_LARGE)
                return got.body
            if isinstance(got, Lost) and got.distrusted:
                raise EndpointRefusedError(distrust_message(got.distrusted))
            status = got.status if isinstance(got, Refused) else None
            if status in absent:
                return None
            wished = got.retry_after if isinstance(got, Refused) else None
            delay = self._pace.delay(tried, wished)
            passes = status == 429 or (not makes and (status is None or status == 408 or status >= 500))
            if not passes or tried == self._pace.tries or clock() + delay >= deadline:
                refuses_all = status is not None and (status in (401, 403) or 300 <= status < 400)
                error = EndpointRefusedError if refuses_all else RunError
                raise error(batch_refusal_message(status, wished, self._settings.api_key_env is not None))
            await asyncio.sleep(delay)


def _read(body: bytes, shape: type[_Shape]) -> _Shape:
    try:
        return msgspec.json.decode(body, type=shape)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise RunError(_MALFORMED) from None


def _id(given: str) -> str:
    """Return an id that the provider gave. Raises RunError for one that must not stand in a path."""
    if not _ID.fullmatch(given):
        raise RunError(_MALFORMED)
    return given
