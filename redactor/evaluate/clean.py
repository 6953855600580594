"""Count false alarms on text without identifiers: every span that a detector finds in it is wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from redactor.evaluate.figures import Figure, ratio_figures
from redactor.text import Span

_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class CleanText:
    """A text without identifiers, with the spans that were found in it. group: the kind of the text, for a report by
    kind.
    """

    id: str
    text: str
    spans: tuple[Span, ...]
    group: str = ""


@dataclass(frozen=True, slots=True)
class Cause:
    """The detectors, the rule and the entity behind a false alarm.

    detectors: joined by "+" ("patterns+student"). rule: the rule of the patterns detector; empty for other detectors.
    """

    detectors: str
    rule: str
    entity: str


@dataclass(frozen=True, slots=True)
class CleanReport:
    """False alarms over all texts, with 95 % intervals over texts.

    alarms, words_marked: per 1,000 words. untouched: the share of texts without an alarm. causes: the number of alarms
    of each cause, the most frequent first.
    """

    documents: int
    alarms: Figure
    words_marked: Figure
    untouched: Figure
    causes: tuple[tuple[Cause, int], ...]


def count_false_alarms(texts: Iterable[CleanText]) -> CleanReport:
    """Count the false alarms of all texts."""
    rows: list[tuple[int, int, int, int]] = []
    causes: Counter[Cause] = Counter()
    for read in texts:
        words = [m.span() for m in _WORD.finditer(read.text)]
        marked = sum(any(s.start < end and start < s.end for s in read.spans) for start, end in words)
        rows.append((len(words), len(read.spans), marked, not read.spans))
        causes.update(alarm_cause(span) for span in read.spans)
    counts = np.array(rows, dtype=np.float64).reshape(len(rows), 4)
    below = np.column_stack([counts[:, 0], counts[:, 0], np.ones(len(rows))])
    alarms, words_marked, untouched = ratio_figures(counts[:, 1:], below, (1000, 1000, 1))
    return CleanReport(len(rows), alarms, words_marked, untouched, tuple(causes.most_common()))


def alarm_cause(span: Span) -> Cause:
    """Return the cause of a span: its detectors, the rules in its sources, and its entity."""
    named = [source.partition(":") for source in span.sources]
    detectors = dict.fromkeys(detector for detector, _, _ in named)
    rules = dict.fromkeys(rule for _, _, rule in named if rule)
    return Cause("+".join(detectors), "+".join(rules), span.entity.value)
