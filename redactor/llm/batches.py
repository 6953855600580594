"""Ask in batches, by files: write the requests of a run, and read the results when a provider has answered them.

Each request has an id that follows from the keyring and from its bytes. A result can thus be found by the request that
the run makes again, and one that belongs to no request of this home counts for nothing.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redactor.errors import RunError
from redactor.keys import DerivedKey
from redactor.llm import completions
from redactor.llm.answers import read_answer
from redactor.llm.client import model_with_form
from redactor.llm.completions import Format
from redactor.llm.contract import Answer, Failure, Request, answered
from redactor.llm.ledger import Ledger, Usage
from redactor.llm.prompts import estimate_tokens
from redactor.settings import LlmSettings

_URL = "/v1/chat/completions"
_MOST_LINE = 4_000_000  # bytes of a result


class _Batch:
    """What writing and reading share: requests, their ids, and the name of the model."""

    def __init__(self, settings: LlmSettings, ledger: Ledger, key: DerivedKey) -> None:
        self._settings, self._ledger, self._key = settings, ledger, key

    @property
    def model(self) -> str:
        """Return the name that `Client.model` has, so that answers are stored under the keys of a run."""
        return model_with_form(self._settings)

    def _line(self, request: Request) -> tuple[str, bytes]:
        """Return the id and the JSON of a request."""
        messages = completions.chat_messages(request, Format.SCHEMA, None)
        body = completions.request_body(self._settings.model, request, messages, Format.SCHEMA, "max_tokens")
        id_ = self._key.token("batch", body.decode())
        return id_, b'{"custom_id":"%s","method":"POST","url":"%s","body":%s}\n' % (id_.encode(), _URL.encode(), body)


class WritingLlm(_Batch):
    """An `Llm` that appends requests to a file that several processes share, and answers each with DOWN."""

    def __init__(self, settings: LlmSettings, ledger: Ledger, key: DerivedKey, file: Path) -> None:
        super().__init__(settings, ledger, key)
        self._file = file

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
                lines.append(self._line(request)[1])
        if lines:
            # One write each, so that lines of several processes do not mix.
            fd = os.open(self._file, os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW)
            try:
                for line in lines:
                    if os.write(fd, line) != len(line):
                        raise OSError("a request was not written whole")
            finally:
                os.close(fd)
        return answered([Answer(None, failure) for failure in failures])


class ReadingLlm(_Batch):
    """An `Llm` that answers from results, and with DOWN where there is none."""

    def __init__(self, settings: LlmSettings, ledger: Ledger, key: DerivedKey, file: Path) -> None:
        super().__init__(settings, ledger, key)
        self._results = {r.id: r.completion for r in read_results(file)}

    def ask(self, requests: Sequence[Request]) -> Future[list[Answer]]:
        """Answer the requests, and count those with a result in the ledger. The future is done."""
        return answered([self._answer(request) for request in requests])

    def _answer(self, request: Request) -> Answer:
        found = self._results.get(self._line(request)[0])
        if found is None:
            return Answer(None, Failure.DOWN)
        got = completions.read_completion(found)
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


def read_results(file: Path) -> list[Result]:
    """Return the results of a file that a provider wrote, without errors and expired requests. Of two results with one
    id neither counts. Raises RunError for a file that cannot be read.
    """
    given = [_result(line) for line in _lines(file)]
    times = Counter(r.id for r in given if r is not None)
    return [r for r in given if r is not None and times[r.id] == 1]


def _lines(file: Path) -> Iterator[bytes]:
    try:
        with file.open("rb") as lines:
            while line := lines.readline(_MOST_LINE + 1):
                if len(line) > _MOST_LINE:
                    raise RunError(f"the file of results has a line above {_MOST_LINE:,} bytes; is it one of results?")
                yield line
    except OSError as e:
        raise RunError(f"the file of results cannot be read: {e.strerror}") from None


def _result(line: bytes) -> Result | None:
    try:
        entry: Any = json.loads(line)
        id_, response = entry["custom_id"], entry["response"]
        body, status = response["body"], response["status_code"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if not isinstance(id_, str) or status != 200 or entry.get("error") is not None or not isinstance(body, dict):
        return None
    return Result(id_, json.dumps(body).encode())
