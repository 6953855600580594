"""How many tokens a text is, and answers need.

Models differ, and their vocabularies are not at hand: the estimate errs upward.
"""

from __future__ import annotations

import string

_LETTERS = string.ascii_letters.encode() + b" "
_PER_MESSAGE = 8  # role and delimiters

PER_ANSWER = 48  # of an answer to one question: its id, and a word or two
AROUND_ANSWERS = 64


def estimate(*messages: str) -> int:
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


def of_answers(questions: int) -> int:
    """Tokens that an answer to so many questions, each with its id, may have."""
    return AROUND_ANSWERS + PER_ANSWER * questions
