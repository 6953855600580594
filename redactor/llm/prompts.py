"""Prompts for LLMs: their instructions, the marks in requests that no note can guess, and estimates of tokens."""

from __future__ import annotations

import hashlib
import string
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from redactor.keys import DerivedKey


@dataclass(frozen=True, slots=True)
class Prompt:
    """Instructions to an LLM. version: 16 hexadecimal digits that change whenever the text does."""

    name: str
    instructions: str
    version: str


@cache
def load_prompt(name: str) -> Prompt:
    """The prompt in redactor/prompts/NAME.md. Raises FileNotFoundError: names of prompts are in our code alone."""
    text = (files("redactor") / "prompts" / f"{name}.md").read_text(encoding="utf-8").replace("\r\n", "\n").strip()
    return Prompt(name, text, hashlib.sha256(text.encode()).hexdigest()[:16])


_MARK_LENGTH = 10  # characters of base 32: 50 bits. Prompts and redactor/detect/cascade/injection.py name this length


def keyed_mark(key: DerivedKey, purpose: str, *parts: str) -> str:
    """An id, or the end of the name of a tag. Equal parts have equal marks under one key."""
    return key.token(purpose, *parts)[:_MARK_LENGTH]


_LETTERS = string.ascii_letters.encode() + b" "
_PER_MESSAGE = 8  # role and delimiters

TOKENS_PER_ANSWER = 48  # of an answer to one question: its id, and a word or two
TOKENS_AROUND_ANSWERS = 64


def estimate_tokens(*messages: str) -> int:
    """Tokens of a request of these messages, rather too many.

    English prose has 4 to 5 letters a token. Three letters or spaces count as a token here, and each digit, sign and
    byte beyond ASCII as one: some vocabularies have a token a digit, and none has more tokens than bytes.
    """
    total = 0
    for message in messages:
        encoded = message.encode("utf-8", "surrogatepass")
        others = len(encoded.translate(None, _LETTERS))
        total += _PER_MESSAGE + others + -(-(len(encoded) - others) // 3)
    return total


def answer_tokens(questions: int) -> int:
    """Tokens that an answer to so many questions, each with its id, may have."""
    return TOKENS_AROUND_ANSWERS + TOKENS_PER_ANSWER * questions
