"""Answer one request: choose the format, retry, keep to the budget, and repair an unusable answer once.

An endpoint may refuse one text, as filters do, or every request, until a person changes a setting. A question without
any text of a patient tells which: if it is refused, too, every caller gets EndpointRefusedError.
"""

from __future__ import annotations

import asyncio

from redactor.costs import count_thread
from redactor.errors import EndpointRefusedError
from redactor.llm import completions, prompts
from redactor.llm.answers import Fault, read_answer
from redactor.llm.completions import Completion, Format, Repair
from redactor.llm.connection import Connection, Lost, Received, Refused
from redactor.llm.contract import OUTAGES, Answer, Counts, Failure, Request
from redactor.llm.ledger import Ledger, Usage
from redactor.llm.refusals import distrust_message, refusal_message
from redactor.llm.retries import FAILURES, Admission, Breaker, Pace
from redactor.settings import LlmSettings

_BYTES_A_TOKEN = 16  # the most bytes of a reply for each token of an answer
_SLACK = 65_536  # bytes of a reply around the answer
_OF_A_TEXT = frozenset({400, 413, 415, 422})  # statuses that may be about this text or its form alone
_RETRIED_STATUSES = frozenset({408, 409, 425, 429})
_TOO_LONG_HINTS = (
    b"context_length_exceeded",
    b"context length",
    b"context size",
    b"context window",
    b"too many tokens",
)
_PLAIN = "Answer with the word yes. "


class Exchange:
    """An exchange answers requests by one endpoint. It remembers which formats the endpoint accepts, whether the
    endpoint is down, and whether it refuses every request.
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
        self._formats: dict[str, Format] = {}  # in which an answer has come, by prompt
        self._limit_name = completions.LIMIT_NAME
        self._refused_in_a_row = FAILURES  # texts; with so many, nothing is known of the endpoint
        self._plain_questions = 0  # that were answered
        self._asking_plainly = asyncio.Lock()
        self._refuses: str | None = None  # every request, with this message
        self._slots = asyncio.Semaphore(settings.max_in_flight)

    async def answer(self, request: Request) -> Answer:
        """Return the answer to a request, or the reason for its absence. Raises EndpointRefusedError alone."""
        self._counts.requests += 1
        try:
            async with self._slots, asyncio.timeout(self._settings.deadline_seconds) as deadline:
                answer = await self._answer_or_repair(request, deadline.when() or 0.0)
        except (TimeoutError, asyncio.CancelledError):
            answer = Answer(None, Failure.DOWN)
        except EndpointRefusedError as e:
            self._counts.failures[Failure.REFUSED.value] += 1
            self._saw(Failure.REFUSED)
            self._counts.refusal = str(e)
            raise
        except Exception as e:  # a defect, whose message may quote a text of a patient
            self._counts.defects[type(e).__name__] += 1
            answer = Answer(None, Failure.INTERNAL)
        if answer.failure is not None:
            self._counts.failures[answer.failure.value] += 1
        if answer.failure not in (Failure.TOO_LONG, Failure.INTERNAL):  # which tell nothing of the endpoint
            self._saw(answer.failure if answer.failure in OUTAGES else None)
        return answer

    def _saw(self, away: Failure | None) -> None:
        self._counts.away, self._counts.held_back = away, self._breaker.open

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
        is_known = request.prompt in self._formats  # which format is accepted
        format_ = self._formats.get(request.prompt, max(self._formats.values(), default=Format.SCHEMA))
        limit_name = self._limit_name
        while True:
            messages = completions.chat_messages(request, format_, repair)
            body = completions.request_body(self._settings.model, request, messages, format_, limit_name)
            answered_before = self._plain_questions
            got = await self._send_with_retries(body, estimate, _SLACK + _BYTES_A_TOKEN * request.most_tokens, deadline)
            if not isinstance(got, Refused):
                break
            if got.status == 413 or any(words in got.hint for words in _TOO_LONG_HINTS):
                return Failure.TOO_LONG
            if completions.NEWER_LIMIT_NAME.encode() in got.hint and limit_name != completions.NEWER_LIMIT_NAME:
                limit_name = completions.NEWER_LIMIT_NAME
                continue
            failure = await self._failure_of_refusal(got, request, limit_name, answered_before)
            if failure is Failure.DOWN or got.status not in _OF_A_TEXT or is_known or format_ is Format.NONE:
                return failure
            format_ = Format(format_ + 1)
        if isinstance(got, Failure):
            return got
        self._formats[request.prompt] = max(self._formats.get(request.prompt, format_), format_)
        self._limit_name = limit_name
        if got.usage is not None and got.usage.asked + got.usage.answered >= self._settings.context_tokens:
            # The context was full, so that the server may have cut the question without a notice.
            return Failure.TOO_LONG
        return got

    async def _failure_of_refusal(
        self, refused: Refused, request: Request, limit_name: str, answered_before: int
    ) -> Failure:
        """Return the failure of a refused request: REFUSED if the endpoint accepts others, DOWN if that is not known.

        answered_before: the plain questions that were answered when the request was sent. Raises EndpointRefusedError
        if a question of the same length without any text of a patient is refused, too.
        """
        self._refused_in_a_row += 1
        async with self._asking_plainly:
            is_of_text = refused.status in _OF_A_TEXT and self._refused_in_a_row <= FAILURES
            if self._refuses is None and (is_of_text or self._plain_questions > answered_before):
                return Failure.REFUSED
            if self._refuses is None:
                got = await self._ask_plainly(request, limit_name)
                if isinstance(got, Completion):
                    self._plain_questions += 1
                    self._refused_in_a_row = 0
                    return Failure.REFUSED
                if not isinstance(got, Refused) or _may_pass(got.status):
                    return Failure.DOWN
                self._refuses = refusal_message(got.status, self._settings.api_key_env is not None)
        self._breaker.trip()
        raise EndpointRefusedError(self._refuses)

    async def _ask_plainly(self, request: Request, limit_name: str) -> Completion | Refused | Lost | Failure:
        """Ask once what no filter refuses, as long as the request and with its parameters."""
        size = sum(len(m["content"]) for m in completions.chat_messages(request, Format.NONE, None))
        content = _PLAIN * max(1, size // len(_PLAIN))
        messages = [{"role": "user", "content": content}]
        body = completions.request_body(self._settings.model, request, messages, Format.NONE, limit_name)
        estimate = prompts.estimate_tokens(content) + request.most_tokens
        return await self._send_once(body, estimate, _SLACK + _BYTES_A_TOKEN * request.most_tokens)

    async def _send_with_retries(
        self, body: bytes, estimate: int, most: int, deadline: float
    ) -> Completion | Refused | Failure:
        """Send a request until it is answered, the attempts or the time are used up, or the endpoint is down."""
        admission = self._breaker.admit()
        if admission is Admission.NO:
            if self._refuses is not None:
                raise EndpointRefusedError(self._refuses)
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
        elif isinstance(got, Refused) and got.status not in _OF_A_TEXT:
            self._breaker.let_go(admission)
        else:
            self._breaker.succeeded()
            if isinstance(got, Completion):
                self._refused_in_a_row, self._refuses = 0, None
        return got

    async def _attempt(
        self, body: bytes, estimate: int, most: int, deadline: float, tries: int
    ) -> Completion | Refused | Failure:
        for tried in range(1, tries + 1):
            got = await self._send_once(body, estimate, most)
            if isinstance(got, Completion | Failure) or (isinstance(got, Refused) and not _may_pass(got.status)):
                return got
            if isinstance(got, Lost) and got.distrusted:
                self._refuses = distrust_message(got.distrusted)
                self._breaker.trip()
                raise EndpointRefusedError(self._refuses)
            wished = got.retry_after if isinstance(got, Refused) else None
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
            count_thread()
            self._ledger.settle(estimate, used)


def _may_pass(status: int) -> bool:
    """Return whether the same request may be accepted later."""
    return status in _RETRIED_STATUSES or status >= 500
