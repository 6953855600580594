"""Hold annotated texts with what systems found in them, and judge each span of a text.

A gold span counts as found if the predictions together cover 80 % of its characters (SHIELD 2.5), if one equals it, if
one overlaps it, or if one that overlaps it reads alike: a Levenshtein similarity of at least 0.6 (RedactOR 4.3). A
prediction is right if it touches a gold span that was found, or lies inside a gold span. Typed judgements compare
SHIELD's nine categories and OTHER (appendix B).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from rapidfuzz.distance import Levenshtein

from redactor.entities import FROM_AIMI, FROM_I2B2, FROM_REDACTOR, FROM_SHIELD, INFO, Entity
from redactor.evaluate.label_maps import known_label
from redactor.text import Reading

IGNORED = "IGNORED"
"""The category of gold labels that are left out: a prediction there is neither right nor wrong, and none is no miss."""

Match = Literal["cover", "exact", "overlap", "similar"]
COVERED_SHARE = 0.8
LEAST_SIMILARITY = 0.6
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Labelled:
    """A span with a label; offsets count characters.

    score: the probability that the system gave, in [0, 1], or None. source: what found it, as `redactor detect` names
    it.
    """

    start: int
    end: int
    label: str
    score: float | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A text with gold and predicted spans. If the text is empty, there are no false alarms per word.

    doubts: stretches that the system scored below its threshold and did not mark.
    """

    id: str
    text: str
    gold: tuple[Labelled, ...]
    predicted: tuple[Labelled, ...]
    group: str = ""
    doubts: tuple[Labelled, ...] = ()


def with_reading(d: Document, reading: Reading) -> Document:
    """Return a document with the spans and the doubts of a reading as what the system found."""
    spans = (Labelled(s.start, s.end, s.entity.value, s.score, "+".join(s.sources)) for s in reading.spans)
    doubts = (Labelled(s.start, s.end, s.entity.value, s.score, "doubt") for s in reading.doubts)
    return replace(d, predicted=tuple(spans), doubts=tuple(doubts))


def category_of_label(label: str, mapped: Mapping[str, str | None] | None = None) -> str:
    """Return SHIELD's category of a label of this project, SHIELD, i2b2 2014, RedactOR or AIMI, or of a tool in
    `label_maps`; other labels are unchanged.

    mapped: the user's map of labels, which is tried first; None in it means IGNORED.
    """
    if mapped is not None and label in mapped:
        target = mapped[label]
        return IGNORED if target is None else category_of_label(target)
    # Tried before this project's labels: HOSPITAL and DATE mean the same, and LOCATION is SHIELD's.
    if label in FROM_SHIELD:
        return label
    for names in (Entity.__members__, FROM_REDACTOR, FROM_I2B2, FROM_AIMI):
        if label in names:
            return INFO[Entity(names[label])].shield
    if (known := known_label(label)) is None:
        return label
    return IGNORED if known[0] is None else category_of_label(known[0])


def unknown_labels(documents: Iterable[Document], mapped: Mapping[str, str | None] | None = None) -> Mapping[str, int]:
    """Return the labels of gold and predictions that no vocabulary and no map has, with their numbers of spans."""
    spans = (span for d in documents for span in (*d.gold, *d.predicted))
    counts = Counter(span.label for span in spans)
    categories = {*FROM_SHIELD, *(INFO[e].shield for e in Entity), IGNORED}
    return {label: n for label, n in counts.items() if category_of_label(label, mapped) not in categories}


@dataclass(frozen=True, slots=True)
class JudgedGold:
    """A gold span. category: of SHIELD. found, found_typed: by any predictions, and by those of its category."""

    span: Labelled
    category: str
    found: bool
    found_typed: bool


@dataclass(frozen=True, slots=True)
class JudgedPrediction:
    """A predicted span. right, right_typed: whatever its category, and of the category of a gold span there."""

    span: Labelled
    category: str
    right: bool
    right_typed: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judged spans of a document, without those that count neither way."""

    document: Document
    gold: tuple[JudgedGold, ...]
    predicted: tuple[JudgedPrediction, ...]
    ignored: tuple[Labelled, ...]


def judge_document(d: Document, match: Match, mapped: Mapping[str, str | None] | None = None) -> Judgement:
    """Judge each span of a document. mapped: the user's map of labels.

    Raises ValueError for the match "similar" if there are spans and the text is empty.
    """
    if match == "similar" and not d.text and (d.gold or d.predicted):
        raise ValueError("texts are compared, and there is none")
    gold = [(s, category_of_label(s.label, mapped)) for s in d.gold if s.start < s.end]
    counted = [(s, c) for s, c in gold if c != IGNORED]
    ignored = [s for s, c in gold if c == IGNORED]
    predicted = [(s, category_of_label(s.label, mapped)) for s in d.predicted if s.start < s.end]
    blind, typed = SpanIndex(s for s, _ in predicted), _index_by_category(predicted)
    judged_gold = [
        JudgedGold(
            s, c, _is_found(s, blind.touching(s), match, d.text), _is_found(s, typed[c].touching(s), match, d.text)
        )
        for s, c in counted
    ]
    found = SpanIndex(g.span for g in judged_gold if g.found)
    found_typed = _index_by_category([(g.span, g.category) for g in judged_gold if g.found_typed])
    all_gold, unjudged = SpanIndex(s for s, _ in counted), SpanIndex(ignored)
    judged = []
    for p, c in predicted:
        if c == IGNORED:
            continue
        near = found.touching(p)
        if match in ("exact", "similar"):
            right = any(_agree(s, p, match, d.text) for s in near)
        else:
            right = bool(near) or any(s.start <= p.start and p.end <= s.end for s in all_gold.touching(p))
        if right or not unjudged.touching(p):
            judged.append(
                JudgedPrediction(p, c, right, right and _is_typed(p, found_typed[c].touching(p), match, d.text))
            )
    return Judgement(d, tuple(judged_gold), tuple(judged), tuple(ignored))


def words_of(text: str) -> list[tuple[int, int]]:
    """Return where the words of a text stand, which blanks separate: the tokens of figures by token."""
    return [m.span() for m in _WORD.finditer(text)]


def _is_typed(p: Labelled, near: Sequence[Labelled], match: Match, text: str) -> bool:
    return any(_agree(s, p, match, text) for s in near)


def _agree(gold: Labelled, p: Labelled, match: Match, text: str) -> bool:
    """Tell whether one prediction, which touches a gold span, agrees with it."""
    if match == "exact":
        return (p.start, p.end) == (gold.start, gold.end)
    if match == "similar":
        one, other = text[gold.start : gold.end], text[p.start : p.end]
        return Levenshtein.normalized_similarity(one, other) >= LEAST_SIMILARITY
    return True


def _is_found(gold: Labelled, near: Sequence[Labelled], match: Match, text: str) -> bool:
    """Tell whether the predictions that touch a gold span find it."""
    if match != "cover" or not near:
        return any(_agree(gold, p, match, text) for p in near)
    covered = np.zeros(gold.end - gold.start, dtype=bool)
    for p in near:
        covered[max(0, p.start - gold.start) : p.end - gold.start] = True
    return bool(covered.sum() >= COVERED_SHARE * len(covered))


class SpanIndex:
    """This index finds the spans that overlap a given span."""

    def __init__(self, spans: Iterable[Labelled]) -> None:
        self._spans = sorted(spans, key=lambda s: s.start)
        self._starts = [s.start for s in self._spans]
        # For each span the nearest one before it that ends later; -1 if there is none.
        self._longer: list[int] = []
        for i, span in enumerate(self._spans):
            before = i - 1
            while before >= 0 and self._spans[before].end <= span.end:
                before = self._longer[before]
            self._longer.append(before)

    def touching(self, a: Labelled) -> list[Labelled]:
        """Return the spans that share a character with the given span."""
        out = []
        i = bisect_left(self._starts, a.end) - 1
        while i >= 0:
            if self._spans[i].end > a.start:
                out.append(self._spans[i])
                i -= 1
            else:
                i = self._longer[i]
        return out


def _index_by_category(spans: Sequence[tuple[Labelled, str]]) -> defaultdict[str, SpanIndex]:
    by_category: defaultdict[str, list[Labelled]] = defaultdict(list)
    for s, c in spans:
        by_category[c].append(s)
    return defaultdict(lambda: SpanIndex(()), {c: SpanIndex(members) for c, members in by_category.items()})
