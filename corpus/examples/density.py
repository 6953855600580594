"""How much of a text is in identifiers: real records have far less than text that is written to hold them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from redactor.distill import label_set
from redactor.distill.examples import Example

SPARSE = 0.02
"""A text is sparse where a smaller share of its words is in identifiers."""


def density(example: Example) -> float:
    """The share of the words of a text that are in its identifiers, by their number."""
    words = len(example.text.split())
    marked = sum(len(example.text[a:b].split()) for a, b, label in example.spans if label_set.emitted_class(label))
    return marked / max(1, words)


@dataclass(slots=True)
class Share:
    """Of the examples of a source: how many there are, how many are sparse, and how many hold no identifier at all."""

    examples: int = 0
    sparse: int = 0
    clean: int = 0


def shares(examples: Iterable[Example]) -> dict[str, Share]:
    """The shares by source, and under "all" of all of them."""
    found: dict[str, Share] = {"all": Share()}
    for e in examples:
        dense = density(e)
        for share in (found["all"], found.setdefault(e.source, Share())):
            share.examples += 1
            share.sparse += dense < SPARSE
            share.clean += dense == 0.0
    return found
