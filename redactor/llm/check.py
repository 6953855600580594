"""Try an endpoint before a run does. The replies themselves are judged, since servers accept options that they ignore.

No text of a patient is sent, and the requests do not count against the budget of a run.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from redactor.llm import completions, prompts
from redactor.llm.answers import read_answer, strict_schema
from redactor.llm.completions import LIMIT_NAME, NEWER_LIMIT_NAME, Completion, Format
from redactor.llm.connection import Connection, Lost, Received, Refused
from redactor.llm.contract import Request
from redactor.llm.endpoints import Endpoint, endpoint_from_settings
from redactor.settings import LlmSettings

_MOST_LIST, _MOST_REPLY = 8_000_000, 1_000_000  # bytes
_NAME = re.compile(r"[\w./:@+-]{1,100}", re.ASCII)
_SHOWN_NAMES = 8  # of models in the report
_CONTEXT_KEYS = ("max_model_len", "context_length", "context_window", "max_context_length", "n_ctx")
_USUAL_CHARACTERS_A_TOKEN = 4  # in English prose, where an endpoint does not report tokens
_MOST_CHARACTERS_A_TOKEN = 12  # in the prose below, with any vocabulary
_PARALLEL_REQUESTS, _SPEED_TOKENS, _ANSWER_TOKENS = 8, 128, 256

# A schema that no model would choose by itself, for a question that asks for prose.
_ODD_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "kraal": {"type": "string", "enum": ["v7q", "k2m"]},
        "rounds": {"type": "array", "items": {"type": "integer"}, "maxItems": 4},
    },
}
_PROSE = "Describe in two sentences what a ward round in a hospital is."
_SPEED = "Write the numbers from one to four hundred as words, separated by spaces."
_WORDS = ("heron", "walnut")
_WORDS_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"words": {"type": "array", "items": {"type": "string", "maxLength": 20}, "maxItems": 4}},
}
_FILLER = (
    "The corridor of the ward was quiet in the morning.",
    "A trolley with clean linen stood beside the door.",
    "The lamps were switched off when the sun came through the windows.",
    "Somebody had left a cup of tea on the table near the stairs.",
)

Structured = Literal["obeyed", "ignored", "refused"]


@dataclass(slots=True)
class Report:
    """A report says how an endpoint behaved. None marks what was not tried or not reported.

    listed: whether the endpoint lists the model. others: some names that it lists. context_told: the reported context
    in tokens. structured: what became of a JSON Schema. seconds: the time until a short answer. tokens_per_second: the
    speed of all answers under way together. context_read: whether a request as long as the settings allow was read
    whole. problems: why a run would not work, and what to do. remarks: what makes a run slower.
    """

    host: str
    model: str
    listed: bool | None = None
    others: tuple[str, ...] = ()
    context_told: int | None = None
    structured: Structured | None = None
    seconds: float | None = None
    tokens_per_second: float | None = None
    context_read: bool | None = None
    problems: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def check_endpoint(settings: LlmSettings) -> Report:
    """Send about ten requests to the endpoint and report on them. Raises SettingsError for settings with which no run
    would start.
    """
    return asyncio.run(_check(settings, endpoint_from_settings(settings)))


async def _check(settings: LlmSettings, where: Endpoint) -> Report:
    connection = Connection(where, settings)
    try:
        trial = _Trial(settings, connection, Report(where.host, settings.model))
        await trial.run()
        return trial.report
    finally:
        await connection.close()


class _Trial:
    """A trial asks one endpoint a series of questions. It ends with the first question that shows a problem."""

    def __init__(self, settings: LlmSettings, connection: Connection, report: Report) -> None:
        self.report = report
        self._settings = settings
        self._connection = connection
        self._limit_name = LIMIT_NAME

    async def run(self) -> None:
        for step in (self._try_model_list, self._try_schema, self._try_speed, self._try_long_request):
            await step()
            if self.report.problems:
                return

    async def _try_model_list(self) -> None:
        report = self.report
        got = await self._connection.models(_MOST_LIST)
        if isinstance(got, Lost):
            self._report_problem(got)
            return
        if isinstance(got, Refused):
            if got.status in (401, 403):
                self._report_problem(got)
            return
        models = _model_list(got.body)
        if models is None:
            return
        listed_model = next((m for m in models if m.get("id") == report.model), None)
        report.listed = listed_model is not None
        names = (m.get("id") for m in models)
        report.others = tuple(n for n in names if isinstance(n, str) and n != report.model and _NAME.fullmatch(n))
        report.others = report.others[:_SHOWN_NAMES]
        report.context_told = None if listed_model is None else _reported_context(listed_model)
        if report.context_told is not None and report.context_told < self._settings.context_tokens:
            report.problems.append(
                f"the endpoint says that the model reads {report.context_told:,} tokens, and [llm] context_tokens is "
                f"{self._settings.context_tokens:,}: set it to {report.context_told}, or raise the server's"
            )

    async def _try_schema(self) -> None:
        began = time.monotonic()
        got = await self._ask(_PROSE, _ANSWER_TOKENS, _ODD_SCHEMA)
        if isinstance(got, Refused) and got.status in (400, 415, 422):
            self.report.structured = "refused"
            self.report.remarks.append(
                "the endpoint refuses a JSON Schema as response_format; the form is put into words, which costs tokens"
            )
            began = time.monotonic()
            got = await self._ask(_PROSE, _ANSWER_TOKENS)
        if not isinstance(got, Completion):
            self._report_problem(got)
            return
        self.report.seconds = time.monotonic() - began
        if self.report.structured == "refused":
            return
        if got.cut and not _follows_odd_schema(got.content):
            self.report.remarks.append(
                f"an answer of a few words was cut at {_ANSWER_TOKENS} tokens: if the model thinks before it answers, "
                "switch that off in the server"
            )
        self.report.structured = "obeyed" if _follows_odd_schema(got.content) else "ignored"
        if self.report.structured == "ignored":
            self.report.remarks.append(
                "the endpoint accepts a JSON Schema as response_format and ignores it; answers without the form are "
                "asked for again, which costs time and tokens: use a server that constrains what it samples"
            )

    async def _try_speed(self) -> None:
        at_once = min(self._settings.max_in_flight, _PARALLEL_REQUESTS)
        began = time.monotonic()
        got = await asyncio.gather(*(self._ask(_SPEED, _SPEED_TOKENS) for _ in range(at_once)))
        seconds = time.monotonic() - began
        lost = next((one for one in got if not isinstance(one, Completion)), None)
        if lost is not None:
            self._report_problem(lost, f"of {at_once} requests at a time ([llm] max_in_flight)")
            return
        written = sum(_answer_length(one) for one in got if isinstance(one, Completion))
        self.report.tokens_per_second = written / max(seconds, 1e-3)

    async def _try_long_request(self) -> None:
        """Test whether the model finds two words again, the first at the start and the second in the middle of a long
        request.
        """
        content = _long_request(self._settings.context_tokens)
        form = None if self.report.structured == "refused" else _WORDS_SCHEMA
        got = await self._ask(content, _ANSWER_TOKENS, form)
        set_to = f"[llm] context_tokens is {self._settings.context_tokens:,}"
        if isinstance(got, Refused) and got.status in (400, 413, 422):
            self.report.context_read = False
            self.report.problems.append(
                f"the endpoint refuses a request as long as the settings allow ({set_to}): lower it, or raise the "
                "context of the server"
            )
            return
        if not isinstance(got, Completion):
            self._report_problem(got, "with a long request")
            return
        cut = got.usage is not None and got.usage.asked * _MOST_CHARACTERS_A_TOKEN < len(content)
        self.report.context_read = not cut and _finds_words(got)
        if not self.report.context_read and not cut:
            got = await self._ask(_long_request(0), _ANSWER_TOKENS, form)
            if isinstance(got, Completion) and not _finds_words(got):
                self.report.problems.append(
                    "the model is too weak: it does not find two words again in a short request; choose a larger "
                    "model, or one that follows instructions"
                )
                return
        if not self.report.context_read:
            what = "the server cuts long requests" if cut else "the model does not find the beginning of a long request"
            self.report.problems.append(
                f"{what}, and does not say so ({set_to}): raise the context of the server (Ollama: "
                "OLLAMA_CONTEXT_LENGTH; llama.cpp: --ctx-size, shared by --parallel), or lower context_tokens"
            )

    async def _ask(self, content: str, most: int, form: Mapping[str, Any] | None = None) -> Completion | Refused | Lost:
        """Ask one question, with the limit of tokens under the name that the endpoint accepts."""
        request = Request("check", "You help in a hospital.", content, form or {}, most)
        messages = [{"role": "system", "content": request.instructions}, {"role": "user", "content": content}]
        how = Format.NONE if form is None else Format.SCHEMA
        while True:
            body = completions.request_body(self._settings.model, request, messages, how, self._limit_name)
            got = await self._connection.post(body, _MOST_REPLY)
            if isinstance(got, Refused) and self._limit_name == LIMIT_NAME and NEWER_LIMIT_NAME.encode() in got.hint:
                self._limit_name = NEWER_LIMIT_NAME
                continue
            return completions.read_completion(got.body or b"") if isinstance(got, Received) else got

    def _report_problem(self, got: Refused | Lost, when: str = "") -> None:
        self.report.problems.append(f"{self._problem(got)}{' ' if when else ''}{when}")

    def _problem(self, got: Refused | Lost) -> str:
        if isinstance(got, Lost):
            if got.reached:
                return (
                    "the endpoint takes a request and does not answer: see the server's log, or raise [llm] "
                    f"request_seconds ({self._settings.request_seconds:g})"
                )
            return (
                f"nothing answers at {self.report.host}: start the server, or correct [llm] base_url (over https: the "
                "system must trust the server's certificate)"
            )
        code = f"HTTP {got.status}"
        if got.status in (401, 403):
            if self._settings.api_key_env is None:
                return f"{code}: the endpoint asks for a key: put it in a variable, and name that in [llm] api_key_env"
            return f"{code}: the endpoint refuses the key in the variable that [llm] api_key_env names"
        if got.status == 404:
            known = f"; it lists {', '.join(self.report.others)}" if self.report.others else ""
            return (
                f"{code}: [llm] model is not the name that the endpoint uses{known}; or base_url is not the address "
                "before /chat/completions, mostly one that ends in /v1"
            )
        if 300 <= got.status < 400:
            return f"{code}: the endpoint redirects, which is not followed: put its real address in [llm] base_url"
        if got.status == 429:
            return f"{code}: the endpoint is busy or its limit is reached: lower [llm] max_in_flight, or try later"
        return f"{code}: the endpoint refuses a plain request: see the server's log"


def _model_list(body: bytes | None) -> Sequence[Mapping[str, Any]] | None:
    try:
        data = json.loads(body or b"")["data"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return [m for m in data if isinstance(m, Mapping)] if isinstance(data, list) else None


def _reported_context(model: Mapping[str, Any]) -> int | None:
    """Return the tokens that the model reads and writes, as vLLM, llama.cpp and others report them."""
    meta = model.get("meta")
    for place in (model, meta if isinstance(meta, Mapping) else {}):
        for key in _CONTEXT_KEYS:
            told = place.get(key)
            if isinstance(told, int) and not isinstance(told, bool) and 0 < told < 10**9:
                return told
    return None


def _follows_odd_schema(content: str | None) -> bool:
    """Tell whether an answer is JSON that follows the odd schema, and nothing else."""
    try:
        data = json.loads(content or "")
    except (ValueError, RecursionError):
        return False
    named = isinstance(data, dict) and {*data} == {*_ODD_SCHEMA["properties"]}
    return named and read_answer(content or "", _ODD_SCHEMA).fault is None


def _answer_length(got: Completion) -> int:
    return len(got.content or "") // _USUAL_CHARACTERS_A_TOKEN if got.usage is None else got.usage.answered


def _finds_words(got: Completion) -> bool:
    return all(word in (got.content or "").casefold() for word in _WORDS)


def _long_request(context: int) -> str:
    """Return a text that is as long as the client's estimate of tokens allows, and a short one for a context of 0."""
    first, second = (f"Remember the word {word}." for word in _WORDS)
    asked = 'Which two words were you asked to remember? Answer {"words": ["...", "..."]}.'
    room = context - _ANSWER_TOKENS - prompts.estimate_tokens("You help in a hospital.", first, second, asked)
    room -= prompts.estimate_tokens(json.dumps(strict_schema(_WORDS_SCHEMA)))
    block = prompts.estimate_tokens(" ".join(_FILLER))
    half = " ".join(_FILLER * max(0, room // block // 2))
    return f"{first} {half} {second} {half} {asked}"
