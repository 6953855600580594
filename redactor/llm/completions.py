"""Write the JSON of Chat Completions requests, and read the JSON of the replies."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import msgspec

from redactor.llm.answers import Fault, strict_schema
from redactor.llm.contract import Request
from redactor.llm.ledger import Usage

LIMIT_NAME, NEWER_LIMIT_NAME = "max_tokens", "max_completion_tokens"  # of the limit of an answer, by the model
FORM = "1"  # the version of the requests' form, which counts in the key of a stored answer
_NAME = re.compile(r"[^A-Za-z0-9_-]")
_MOST_REPEATED = 2_000  # characters of an answer that is sent back for repair


class Format(IntEnum):
    """A format says how the endpoint is told the form of the answer, best first. A format that the endpoint refuses is
    not sent again.
    """

    SCHEMA = 0
    OBJECT = 1
    NONE = 2


@dataclass(frozen=True, slots=True)
class Repair:
    """A repair is a second request after an unusable answer.

    answered: the text of that answer; None if the reply was no completion.
    """

    answered: str | None
    fault: Fault


@dataclass(frozen=True, slots=True)
class Completion:
    """A completion is the reply of a model.

    content: its text; None if there is none or the reply was malformed. cut: whether it ended at the limit of tokens.
    refused: whether the model or a filter refused to answer. usage: the tokens; None if the endpoint does not report
    them.
    """

    content: str | None
    cut: bool = False
    refused: bool = False
    usage: Usage | None = None


def chat_messages(request: Request, format_: Format, repair: Repair | None) -> list[dict[str, str]]:
    """Return the messages that are sent to the model."""
    instructions = request.instructions
    if format_ is not Format.SCHEMA:
        instructions += (
            f"\n\nAnswer with one JSON object that fits this JSON Schema, and nothing else:\n{_schema_json(request)}"
        )
    messages = [{"role": "system", "content": instructions}, {"role": "user", "content": request.content}]
    if repair is not None and repair.answered is not None:
        correction = (
            f"This answer cannot be used: {repair.fault}. Answer again with one JSON object that fits this JSON "
            f"Schema, and nothing else:\n{_schema_json(request)}"
        )
        messages.append({"role": "assistant", "content": repair.answered[:_MOST_REPEATED]})
        messages.append({"role": "user", "content": correction})
    return messages


def estimated_texts(request: Request, repair: Repair | None) -> list[str]:
    """Return all texts that may count against the context, for the estimate of tokens. Servers put the schema into the
    prompt, too.
    """
    return [m["content"] for m in chat_messages(request, Format.NONE, repair)]


def request_body(
    model: str, request: Request, messages: Sequence[Mapping[str, str]], format_: Format, limit_name: str
) -> bytes:
    """Return the JSON of a request. limit_name: the endpoint's name for max_tokens."""
    sent: dict[str, Any] = {
        "model": model,
        "messages": messages,
        "temperature": request.temperature,
        "seed": request.seed,
        limit_name: request.most_tokens,
    }
    if format_ is Format.SCHEMA:
        named = {
            "name": _NAME.sub("-", request.prompt)[:64] or "answer",
            "schema": strict_schema(request.schema),
            "strict": True,
        }
        sent["response_format"] = {"type": "json_schema", "json_schema": named}
    elif format_ is Format.OBJECT:
        sent["response_format"] = {"type": "json_object"}
    return json.dumps(sent, separators=(",", ":")).encode()


def _schema_json(request: Request) -> str:
    return json.dumps(strict_schema(request.schema), ensure_ascii=False, separators=(",", ":"))


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


class _WithUsage(msgspec.Struct):
    usage: _Usage | None = None


_COMPLETION = msgspec.json.Decoder(_Completion)
_WITH_USAGE = msgspec.json.Decoder(_WithUsage)


def read_completion(received: bytes) -> Completion:
    """Read a completion from bytes that may hold anything."""
    usage = _usage(received)
    try:
        (choice,) = _COMPLETION.decode(received).choices  # one choice was asked for; of two, either may be the answer
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError):
        return Completion(None, usage=usage)
    return Completion(
        choice.message.content,
        cut=choice.finish_reason == "length",
        refused=bool(choice.message.refusal) or choice.finish_reason == "content_filter",
        usage=usage,
    )


def _usage(received: bytes) -> Usage | None:
    """Return the reported tokens, if there are any and they are plausible."""
    try:
        counted = _WITH_USAGE.decode(received).usage
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if counted is None or not (0 < counted.prompt_tokens < 10**9 and 0 <= counted.completion_tokens < 10**9):
        return None
    return Usage(counted.prompt_tokens, counted.completion_tokens)
