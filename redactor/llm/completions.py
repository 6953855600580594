"""Chat Completions on the wire: the JSON that is sent, and what is read of the JSON that comes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import msgspec

from redactor.llm.answers import Fault, strict
from redactor.llm.contract import Request
from redactor.llm.ledger import Usage

FORM = "1"  # of requests; another one makes answers differ
_NAME = re.compile(r"[^A-Za-z0-9_-]")
_MOST_REPEATED = 2_000  # characters of an answer that is sent back for repair


class Format(IntEnum):
    """How the endpoint is told the form of the answer, best first. What it refuses is not sent to it again."""

    SCHEMA = 0
    OBJECT = 1
    NONE = 2


@dataclass(frozen=True, slots=True)
class Repair:
    """A second request after an answer that cannot be used. answered: what came; None if it was no completion."""

    answered: str | None
    fault: Fault


@dataclass(frozen=True, slots=True)
class Completion:
    """content: None if there is none, or it was no completion. cut: at the limit of tokens. refused: by the model or a
    filter. usage: None if the endpoint does not say.
    """

    content: str | None
    cut: bool = False
    refused: bool = False
    usage: Usage | None = None


def messages(request: Request, format_: Format, repair: Repair | None) -> list[dict[str, str]]:
    """What is said to the model."""
    instructions = request.instructions
    if format_ is not Format.SCHEMA:
        instructions += (
            f"\n\nAnswer with one JSON object that fits this JSON Schema, and nothing else:\n{_schema(request)}"
        )
    said = [{"role": "system", "content": instructions}, {"role": "user", "content": request.content}]
    if repair is not None and repair.answered is not None:
        again = (
            f"This answer cannot be used: {repair.fault}. Answer again with one JSON object that fits this JSON "
            f"Schema, and nothing else:\n{_schema(request)}"
        )
        said.append({"role": "assistant", "content": repair.answered[:_MOST_REPEATED]})
        said.append({"role": "user", "content": again})
    return said


def texts(request: Request, repair: Repair | None) -> list[str]:
    """All that may count against the context, for the estimate. Servers put the schema into the prompt as well."""
    return [m["content"] for m in messages(request, Format.NONE, repair)]


def body(model: str, request: Request, said: Sequence[Mapping[str, str]], format_: Format, limit_name: str) -> bytes:
    """The JSON of a request. limit_name: max_tokens, or what an endpoint has in its place."""
    sent: dict[str, Any] = {
        "model": model,
        "messages": said,
        "temperature": request.temperature,
        "seed": request.seed,
        limit_name: request.most_tokens,
    }
    if format_ is Format.SCHEMA:
        named = {
            "name": _NAME.sub("-", request.prompt)[:64] or "answer",
            "schema": strict(request.schema),
            "strict": True,
        }
        sent["response_format"] = {"type": "json_schema", "json_schema": named}
    elif format_ is Format.OBJECT:
        sent["response_format"] = {"type": "json_object"}
    return json.dumps(sent, separators=(",", ":")).encode()


def _schema(request: Request) -> str:
    return json.dumps(strict(request.schema), ensure_ascii=False, separators=(",", ":"))


class _Usage(msgspec.Struct):
    prompt_tokens: int = -1
    completion_tokens: int = -1


class _Message(msgspec.Struct):
    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct):
    message: _Message
    finish_reason: str | None = None


class _Completion(msgspec.Struct):
    choices: list[_Choice]


class _Counted(msgspec.Struct):
    usage: _Usage | None = None


_COMPLETION = msgspec.json.Decoder(_Completion)
_COUNTED = msgspec.json.Decoder(_Counted)


def read_completion(received: bytes) -> Completion:
    """A completion of bytes that may be anything."""
    usage = _usage(received)
    try:
        (choice,) = _COMPLETION.decode(received).choices  # one was asked for: of two, either may be meant
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError):
        return Completion(None, usage=usage)
    return Completion(
        choice.message.content,
        cut=choice.finish_reason == "length",
        refused=bool(choice.message.refusal) or choice.finish_reason == "content_filter",
        usage=usage,
    )


def _usage(received: bytes) -> Usage | None:
    """Tokens, if they are said and can be true."""
    try:
        counted = _COUNTED.decode(received).usage
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if counted is None or not (0 < counted.prompt_tokens < 10**9 and 0 <= counted.completion_tokens < 10**9):
        return None
    return Usage(counted.prompt_tokens, counted.completion_tokens)
