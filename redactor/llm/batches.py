"""Ask in batches: write the requests of a run, and read the results when a provider has answered them.

Each request has an id that follows from the keyring and from its bytes. A result can thus be found by the request that
the run makes again, and one that belongs to no request of this home counts for nothing.
"""

from __future__ import annotations

import json
import os
import struct
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from redactor.errors import RunError
from redactor.files.own_files import open_own
from redactor.keys import DerivedKey
from redactor.llm import completions
from redactor.llm.answers import read_answer
from redactor.llm.client import model_with_form
from redactor.llm.completions import LIMIT_NAME, NEWER_LIMIT_NAME, Format
from redactor.llm.contract import Answer, Failure, Request, answered
from redactor.llm.ledger import Ledger, Usage
from redactor.llm.prompts import estimate_tokens
from redactor.settings import LlmSettings

MOST_REQUESTS, MOST_BYTES = 50_000, 190_000_000  # of a batch, as OpenAI allows (200 MB)
_URL = "/v1/chat/completions"
_NONCE_BYTES = 12
_LENGTH = struct.Struct(">I")
_MOST_LINE = 4_000_000  # bytes of a result
NO_ANSWER = "no answer"  # how a request failed of which no line of the results tells


class SealedLines:
    """Lines in a file of home that several processes append to, each encrypted under a key that they alone have: nobody
    can read what a kill leaves behind. Iteration gives each line with its place.
    """

    def __init__(self, path: Path, key: bytes | None = None) -> None:
        """Make the file anew, or with the key of 32 bytes that it has go on with it."""
        self._path, self._key = path, key or AESGCM.generate_key(256)
        os.close(open_own(path, os.O_WRONLY | os.O_CREAT, replace=key is None))

    def append(self, lines: Iterable[bytes]) -> None:
        """Append lines, each by one write, so that those of several processes do not mix."""
        cipher = AESGCM(self._key)
        fd = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW)
        try:
            for line in lines:
                nonce = os.urandom(_NONCE_BYTES)
                sealed = nonce + cipher.encrypt(nonce, line, None)
                if os.write(fd, _LENGTH.pack(len(sealed)) + sealed) != _LENGTH.size + len(sealed):
                    raise OSError("a line was not written whole")
        finally:
            os.close(fd)

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        with self._path.open("rb") as file:
            while head := file.read(_LENGTH.size):
                place = file.tell() - _LENGTH.size
                yield place, self._opened(file.read(_LENGTH.unpack(head)[0]))

    def at(self, places: Iterable[int]) -> Iterator[bytes]:
        """Yield the lines at these places, in this order."""
        with self._path.open("rb") as file:
            for place in places:
                file.seek(place)
                yield self._opened(file.read(_LENGTH.unpack(file.read(_LENGTH.size))[0]))

    def remove(self) -> None:
        self._path.unlink(missing_ok=True)

    def _opened(self, sealed: bytes) -> bytes:
        return AESGCM(self._key).decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], None)


class _Batch:
    """What writing and reading share: requests, their ids, and the name of the model."""

    def __init__(self, settings: LlmSettings, ledger: Ledger, key: DerivedKey) -> None:
        self._settings, self._ledger, self._key = settings, ledger, key

    @property
    def model(self) -> str:
        """Return the name that `Client.model` has, so that answers are stored under the keys of a run."""
        return model_with_form(self._settings)

    def _line(self, request: Request, limit_name: str = LIMIT_NAME) -> tuple[str, bytes]:
        """Return the id and the JSON of a request. The id does not depend on limit_name, the model's name for
        max_tokens.
        """
        messages = completions.chat_messages(request, Format.SCHEMA, None)
        body = completions.request_body(self._settings.model, request, messages, Format.SCHEMA, LIMIT_NAME)
        id_ = self._key.token("batch", body.decode())
        if limit_name != LIMIT_NAME:
            body = completions.request_body(self._settings.model, request, messages, Format.SCHEMA, limit_name)
        return id_, b'{"custom_id":"%s","method":"POST","url":"%s","body":%s}\n' % (id_.encode(), _URL.encode(), body)


class WritingLlm(_Batch):
    """An `Llm` that writes requests to lines that several processes share, and answers each with DOWN.

    limit_name: the model's name for max_tokens.
    """

    def __init__(
        self,
        settings: LlmSettings,
        ledger: Ledger,
        key: DerivedKey,
        lines: SealedLines,
        limit_name: str = LIMIT_NAME,
    ) -> None:
        super().__init__(settings, ledger, key)
        self._lines, self._limit_name = lines, limit_name

    def ask(self, requests: Sequence[Request]) -> Future[list[Answer]]:
        """Write the requests that the context and the budget allow. The future is done."""
        failures = []
        lines = []
        for request in requests:
            estimate = estimate_tokens(*completions.estimated_texts(request, None)) + request.most_tokens
            if estimate > self._settings.context_tokens:
                failures.append(Failure.TOO_LONG)
            elif not self._ledger.reserve(estimate):
                failures.append(Failure.BUDGET)
            else:
                self._ledger.settle(estimate, None)
                failures.append(Failure.DOWN)
                lines.append(self._line(request, self._limit_name)[1])
        self._lines.append(lines)
        return answered([Answer(None, failure) for failure in failures])


@dataclass(frozen=True, slots=True)
class Written:
    """A request among sealed lines.

    place: of its line. size: bytes of the line. prompt: the name of its prompt. asked: its estimated tokens. most: the
    limit of its answer in tokens.
    """

    id: str
    place: int
    size: int
    prompt: str
    asked: int
    most: int


def read_requests(lines: SealedLines) -> dict[str, Written]:
    """Return the requests that `WritingLlm` wrote, by id in the order of the ids, which tells nothing of IN."""
    found = {}
    for place, line in lines:
        request = json.loads(line)
        body = request["body"]
        form = body["response_format"]["json_schema"]
        texts = [message["content"] for message in body["messages"]]
        asked = estimate_tokens(*texts, json.dumps(form["schema"]))
        most = next(body[name] for name in (LIMIT_NAME, NEWER_LIMIT_NAME) if name in body)
        found[request["custom_id"]] = Written(request["custom_id"], place, len(line), form["name"], asked, most)
    return dict(sorted(found.items()))


def in_batches(requests: Iterable[Written]) -> Iterator[list[Written]]:
    """Divide requests into batches of the size that providers take."""
    batch: list[Written] = []
    size = 0
    for request in requests:
        size += request.size
        if batch and (len(batch) == MOST_REQUESTS or size > MOST_BYTES):
            yield batch
            batch, size = [], request.size
        batch.append(request)
    if batch:
        yield batch


USEFUL, USELESS = b"+", b"-"


class ReadingLlm(_Batch):
    """An `Llm` that answers from results, and with DOWN where there is none.

    results: lines that a provider wrote. used: lines to which it writes the ids of the results that it used, each after
    USEFUL or USELESS.
    """

    def __init__(
        self, settings: LlmSettings, ledger: Ledger, key: DerivedKey, results: SealedLines, used: SealedLines
    ) -> None:
        super().__init__(settings, ledger, key)
        self._results = {r.id: r.completion for r in read_results(line for _, line in results)}
        self._used = used

    def ask(self, requests: Sequence[Request]) -> Future[list[Answer]]:
        """Answer the requests, and count those with a result in the ledger. The future is done."""
        return answered([self._answer(request) for request in requests])

    def _answer(self, request: Request) -> Answer:
        id_ = self._line(request)[0]
        found = self._results.get(id_)
        if found is None:
            return Answer(None, Failure.DOWN)
        answer = self._read(found, request)
        self._used.append([(USELESS if answer.data is None else USEFUL) + id_.encode()])
        return answer

    def _read(self, completion: bytes, request: Request) -> Answer:
        got = completions.read_completion(completion)
        used = got.usage or Usage(0, 0)
        if self._ledger.reserve(0):
            self._ledger.settle(0, used)
        if got.cut:
            return Answer(None, Failure.CUT)
        if used.asked + used.answered >= self._settings.context_tokens:
            return Answer(None, Failure.TOO_LONG)
        read = read_answer(got.content or "", request.schema)
        return Answer(None, Failure.UNSURE) if got.refused or read.fault is not None else Answer(read.data)


@dataclass(frozen=True, slots=True)
class Result:
    """A result holds the id of a request and the JSON of its completion."""

    id: str
    completion: bytes


def read_results(lines: Iterable[bytes]) -> list[Result]:
    """Return the results among lines that a provider wrote, without errors and expired requests. Of two results with
    one id neither counts.
    """
    given = [found for line in lines if (found := _result(line)) is not None]
    times = Counter(r.id for r in given)
    return [r for r in given if times[r.id] == 1]


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file of results. Raises RunError for a line that no answer can have."""
    while line := file.readline(_MOST_LINE + 1):
        if len(line) > _MOST_LINE:
            raise RunError(f"the file of results has a line above {_MOST_LINE:,} bytes; is it one of results?")
        yield line


@dataclass(frozen=True, slots=True)
class Sorted:
    """The lines of a batch's results, sorted by what counts.

    good: the results that count, by the ids of their requests. failed: how many requests failed, by a word for how.
    foreign: lines of other requests, or of none.
    """

    good: Mapping[str, bytes]
    failed: Mapping[str, int]
    foreign: int


def sort_results(lines: Iterable[bytes], ids: Collection[str]) -> Sorted:
    """Sort lines that a provider wrote for the requests with these ids. Of two lines with one id neither counts."""
    given: dict[str, list[bytes]] = {}
    foreign = 0
    for line in lines:
        entry = _entry(line)
        if entry is not None and entry["custom_id"] in ids:
            given.setdefault(entry["custom_id"], []).append(line)
        elif line.strip():
            foreign += 1
    good = {id_: found[0] for id_, found in given.items() if len(found) == 1 and _result(found[0]) is not None}
    failed = Counter(_fault(found) for id_, found in given.items() if id_ not in good)
    if missing := len(ids) - len(given):
        failed[NO_ANSWER] = missing
    return Sorted(good, failed, foreign)


def _fault(lines: Sequence[bytes]) -> str:
    entry = _entry(lines[0])
    if len(lines) > 1 or entry is None:
        return "several answers"
    error, response = entry.get("error"), entry.get("response")
    if isinstance(error, dict) and error.get("code") == "batch_expired":
        return "expired"
    status = response.get("status_code") if isinstance(response, dict) else None
    return f"HTTP {status}" if isinstance(status, int) and 200 < status < 600 else "malformed"


def _entry(line: bytes) -> dict[str, Any] | None:
    try:
        entry: Any = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) and isinstance(entry.get("custom_id"), str) else None


def _result(line: bytes) -> Result | None:
    entry = _entry(line)
    response = None if entry is None else entry.get("response")
    if entry is None or not isinstance(response, dict) or entry.get("error") is not None:
        return None
    body = response.get("body")
    if response.get("status_code") != 200 or not isinstance(body, dict):
        return None
    return Result(entry["custom_id"], json.dumps(body).encode())
