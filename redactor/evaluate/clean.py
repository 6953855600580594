"""False alarms on text without identifiers: every span that a detector finds there is wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from redactor.evaluate.spans import Figure, figures
from redactor.text import Span

_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Read:
    """A text without identifiers, and what was found in it. group: its kind, for a report by kind."""

    id: str
    text: str
    spans: tuple[Span, ...]
    group: str = ""


@dataclass(frozen=True, slots=True)
class Cause:
    """What raised alarms. detectors: joined by "+" ("patterns+student"). rule: of the patterns, "" for others."""

    detectors: str
    rule: str
    entity: str


@dataclass(frozen=True, slots=True)
class CleanReport:
    """alarms, words_marked: per 1,000 words, with 95 % intervals over texts. untouched: the share of texts without an
    alarm. causes: how many alarms each raised, most first.
    """

    documents: int
    alarms: Figure
    words_marked: Figure
    untouched: Figure
    causes: tuple[tuple[Cause, int], ...]


def clean_report(texts: Iterable[Read]) -> CleanReport:
    """Count over all texts."""
    rows: list[tuple[int, int, int, int]] = []
    causes: Counter[Cause] = Counter()
    for read in texts:
        words = [m.span() for m in _WORD.finditer(read.text)]
        marked = sum(any(s.start < end and start < s.end for s in read.spans) for start, end in words)
        rows.append((len(words), len(read.spans), marked, not read.spans))
        causes.update(cause_of(span) for span in read.spans)
    counts = np.array(rows, dtype=np.float64).reshape(len(rows), 4)
    below = np.column_stack([counts[:, 0], counts[:, 0], np.ones(len(rows))])
    alarms, words_marked, untouched = figures(counts[:, 1:], below, (1000, 1000, 1))
    return CleanReport(len(rows), alarms, words_marked, untouched, tuple(causes.most_common()))


def cause_of(span: Span) -> Cause:
    """Who found a span: its sources without the names of rules, the rules, and the entity."""
    named = [source.partition(":") for source in span.sources]
    detectors = dict.fromkeys(detector for detector, _, _ in named)
    rules = dict.fromkeys(rule for _, _, rule in named if rule)
    return Cause("+".join(detectors), "+".join(rules), span.entity.value)
