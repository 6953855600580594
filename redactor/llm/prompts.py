"""Read the prompts for LLMs, make the marks in requests that no note can guess, and estimate the tokens of a
request.
"""

from __future__ import annotations

import hashlib
import string
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from redactor.keys import DerivedKey


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt holds instructions to an LLM and their version, 16 hexadecimal digits that change whenever the text
    changes.
    """

    name: str
    instructions: str
    version: str


@cache
def load_prompt(name: str) -> Prompt:
    """Read the prompt in redactor/prompts/NAME.md. Raises FileNotFoundError if there is no such file."""
    text = (files("redactor") / "prompts" / f"{name}.md").read_text(encoding="utf-8").replace("\r\n", "\n").strip()
    return Prompt(name, text, hashlib.sha256(text.encode()).hexdigest()[:16])


_MARK_LENGTH = 10  # characters of base 32: 50 bits. Prompts and redactor/detect/cascade/injection.py name this length


def keyed_mark(key: DerivedKey, purpose: str, *parts: str) -> str:
    """Return an identifier, or the end of a tag's name, that depends on the key and the parts. Equal parts have equal
    marks under one key.
    """
    return key.token(purpose, *parts)[:_MARK_LENGTH]


_LETTERS = string.ascii_letters.encode() + b" "
_PER_MESSAGE = 8  # tokens of the role and the delimiters

TOKENS_PER_ANSWER = 48  # tokens of the answer to one question: its identifier, and a word or two
TOKENS_AROUND_ANSWERS = 64  # tokens of the JSON around all answers


def estimate_tokens(*messages: str) -> int:
    """Estimate how many tokens a request with these messages has, rather too many than too few.

    English prose has 4 to 5 letters a token. Here three letters or spaces count as a token, and so does each digit,
    sign and byte beyond ASCII: some vocabularies have a token for each digit, and none has more tokens than bytes.
    """
    total = 0
    for message in messages:
        encoded = message.encode("utf-8", "surrogatepass")
        others = len(encoded.translate(None, _LETTERS))
        total += _PER_MESSAGE + others + -(-(len(encoded) - others) // 3)
    return total


def answer_tokens(questions: int) -> int:
    """Return how many tokens an answer to this many questions may have, each with its identifier."""
    return TOKENS_AROUND_ANSWERS + TOKENS_PER_ANSWER * questions
