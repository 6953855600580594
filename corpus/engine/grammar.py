"""Templates with alternatives: "[[seen|examined]] by {dr:titled}[[ today|]]" stands for four sentences.

Alternatives nest, and one may be empty. Everything but "[[", "|" within them, "]]" and "{field}" is literal text.
"""

from __future__ import annotations

import random
import re
from functools import lru_cache

_TOKEN = re.compile(r"\[\[|\]\]|\|")

# A template is a sequence; each item is literal text or a choice among sequences.
_Sequence = tuple["str | _Choice", ...]


class _Choice(tuple[_Sequence, ...]):
    """Alternatives, all equally likely."""


@lru_cache(maxsize=65_536)
def _parsed(template: str) -> _Sequence:
    stack: list[list[list[str | _Choice]]] = [[[]]]
    at = 0
    for token in _TOKEN.finditer(template):
        if token[0] == "|" and len(stack) == 1:
            continue
        stack[-1][-1].append(template[at : token.start()])
        at = token.end()
        if token[0] == "[[":
            stack.append([[]])
        elif token[0] == "|":
            stack[-1].append([])
        else:
            if len(stack) == 1:
                raise ValueError(f"']]' without '[[' in template {template!r}")
            done = _Choice(tuple(item) for item in stack.pop())
            stack[-1][-1].append(done)
    if len(stack) > 1:
        raise ValueError(f"'[[' without ']]' in template {template!r}")
    stack[-1][-1].append(template[at:])
    return tuple(stack[0][0])


def choose(rng: random.Random, template: str) -> str:
    """One of the sentences that a template can produce. Raises ValueError for unbalanced brackets."""
    return _chosen(rng, _parsed(template))


def _chosen(rng: random.Random, sequence: _Sequence) -> str:
    return "".join(item if isinstance(item, str) else _chosen(rng, rng.choice(item)) for item in sequence)
