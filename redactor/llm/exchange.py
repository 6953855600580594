"""Answer one request: choose the format, retry, keep to the budget, and repair an unusable answer once."""

from __future__ import annotations

import asyncio

from redactor.llm import completions, prompts
from redactor.llm.answers import Fault, read_answer
from redactor.llm.completions import Completion, Format, Repair
from redactor.llm.connection import Connection, Lost, Received, Refused
from redactor.llm.contract import Answer, Counts, Failure, Request
from redactor.llm.ledger import Ledger, Usage
from redactor.llm.retries import Admission, Breaker, Pace
from redactor.settings import LlmSettings

_BYTES_A_TOKEN = 16  # the most bytes of a reply for each token of an answer
_SLACK = 65_536  # bytes of a reply around the answer
_UNSURE_STATUSES = frozenset({400, 413, 415, 422})
_RETRIED_STATUSES = frozenset({408, 409, 425, 429})
_TOO_LONG_HINTS = (
    b"context_length_exceeded",
    b"context length",
    b"context size",
    b"context window",
    b"too many tokens",
)
_NEWER_LIMIT_NAME = b"max_completion_tokens"


class Exchange:
    """An exchange answers requests by one endpoint. It remembers which formats the endpoint accepts, and whether the
    endpoint is down.
    """

    def __init__(
        self, settings: LlmSettings, connection: Connection, ledger: Ledger, pace: Pace, counts: Counts
    ) -> None:
        self._settings = settings
        self._connection = connection
        self._ledger = ledger
        self._pace = pace
        self._counts = counts
        self._breaker = Breaker()
        self._format = Format.SCHEMA
        self._limit_name = "max_tokens"
        self._slots = asyncio.Semaphore(settings.max_in_flight)

    async def answer(self, request: Request) -> Answer:
        """Return the answer to a request, or the reason for its absence. Raises nothing."""
        self._counts.requests += 1
        try:
            async with self._slots, asyncio.timeout(self._settings.deadline_seconds) as deadline:
                answer = await self._answer_or_repair(request, deadline.when() or 0.0)
        except (TimeoutError, asyncio.CancelledError):
            answer = Answer(None, Failure.DOWN)
        except Exception as e:  # a defect, whose message may quote a text of a patient
            self._counts.defects[type(e).__name__] += 1
            answer = Answer(None, Failure.INTERNAL)
        if answer.failure is not None:
            self._counts.failures[answer.failure.value] += 1
        return answer

    async def close(self) -> None:
        await self._connection.close()

    async def _answer_or_repair(self, request: Request, deadline: float) -> Answer:
        repair: Repair | None = None
        for _ in range(2):
            got = await self._complete(request, repair, deadline)
            if isinstance(got, Failure):
                return Answer(None, got)
            if got.cut:
                return Answer(None, Failure.CUT)
            if got.refused:
                return Answer(None, Failure.UNSURE)
            fault = Fault.NOT_JSON
            if got.content is not None:
                read = read_answer(got.content, request.schema)
                if read.fault is None:
                    return Answer(read.data)
                fault = read.fault
            if got.usage is not None and got.usage.answered >= request.most_tokens:
                return Answer(None, Failure.CUT)
            repair = Repair(got.content, fault)
        return Answer(None, Failure.UNSURE)

    async def _complete(self, request: Request, repair: Repair | None, deadline: float) -> Completion | Failure:
        """Return a completion, asked for in the best format that the endpoint accepts."""
        estimate = prompts.estimate_tokens(*completions.estimated_texts(request, repair)) + request.most_tokens
        if estimate > self._settings.context_tokens:
            return Failure.TOO_LONG if repair is None else Failure.UNSURE
        self._counts.repairs += repair is not None
        format_, limit_name = self._format, self._limit_name
        while True:
            messages = completions.chat_messages(request, format_, repair)
            body = completions.request_body(self._settings.model, request, messages, format_, limit_name)
            got = await self._send_with_retries(body, estimate, _SLACK + _BYTES_A_TOKEN * request.most_tokens, deadline)
            if not isinstance(got, Refused):
                break
            if got.status == 413 or any(words in got.hint for words in _TOO_LONG_HINTS):
                return Failure.TOO_LONG
            if _NEWER_LIMIT_NAME in got.hint and limit_name != _NEWER_LIMIT_NAME.decode():
                limit_name = _NEWER_LIMIT_NAME.decode()
            elif format_ is Format.NONE:
                return Failure.UNSURE
            else:
                format_ = Format(format_ + 1)
        if isinstance(got, Failure):
            return got
        self._format, self._limit_name = max(self._format, format_), limit_name
        if got.usage is not None and got.usage.asked + got.usage.answered >= self._settings.context_tokens:
            # The context was full, so that the server may have cut the question without a notice.
            return Failure.TOO_LONG
        return got

    async def _send_with_retries(
        self, body: bytes, estimate: int, most: int, deadline: float
    ) -> Completion | Refused | Failure:
        """Send a request until it is answered, the attempts or the time are used up, or the endpoint is down."""
        admission = self._breaker.admit()
        if admission is Admission.NO:
            return Failure.DOWN
        tries = 1 if admission is Admission.PROBE else self._pace.tries
        try:
            got = await self._attempt(body, estimate, most, deadline, tries)
        except asyncio.CancelledError:
            self._breaker.failed(admission)
            raise
        except BaseException:
            self._breaker.let_go(admission)
            raise
        if got is Failure.BUDGET:
            self._breaker.let_go(admission)
        elif got is Failure.DOWN:
            self._breaker.failed(admission)
        else:
            self._breaker.succeeded()
        return got

    async def _attempt(
        self, body: bytes, estimate: int, most: int, deadline: float, tries: int
    ) -> Completion | Refused | Failure:
        for tried in range(1, tries + 1):
            got = await self._send_once(body, estimate, most)
            if isinstance(got, Completion | Failure):
                return got
            if isinstance(got, Refused) and got.status in _UNSURE_STATUSES:
                return got
            wished = got.retry_after if isinstance(got, Refused) else None
            if isinstance(got, Refused) and not (got.status in _RETRIED_STATUSES or got.status >= 500):
                return Failure.DOWN
            delay = self._pace.delay(tried, wished)
            if tried == tries or self._breaker.open or asyncio.get_running_loop().time() + delay >= deadline:
                return Failure.DOWN
            self._counts.retries += 1
            await asyncio.sleep(delay)
        return Failure.DOWN

    async def _send_once(self, body: bytes, estimate: int, most: int) -> Completion | Refused | Lost | Failure:
        """Send the request once if the budget allows it."""
        if not self._ledger.reserve(estimate):
            return Failure.BUDGET
        used: Usage | None = None
        self._counts.sent += 1
        try:
            got = await self._connection.post(body, most)
            if not isinstance(got, Received):
                if isinstance(got, Refused) or not got.reached:
                    used = Usage(0, 0)
                return got
            completion = completions.read_completion(got.body or b"")
            used = completion.usage
            if used is None:
                self._counts.unsaid += 1
            else:
                self._counts.asked += used.asked
                self._counts.answered += used.answered
            return completion
        finally:
            self._ledger.settle(estimate, used)
