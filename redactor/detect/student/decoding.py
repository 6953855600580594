"""Compute marginal probabilities from emission scores, and spans, doubts and cleared ranges of whole words from these.

Marginals of the linear-chain CRF come from the forward-backward algorithm, many sequences at a time. Everything is
computed in probability space with each step scaled to one (Rabiner 1989, section V.A), row by row and with element-wise
operations only: a matrix product may round a row differently in another batch, and the reading of a note must not
depend on its batch.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from redactor.detect.student.card import Card
from redactor.detect.student.features import Pieces
from redactor.entities import NAMES, Entity
from redactor.text import STUDENT, Doubt, Reading, Span

SOURCE = (STUDENT,)
_CONTINUES = 0.4  # share of its threshold that a word beside a found word must reach, as the rest of a name or address
_BEGINS = 0.5  # the same for a word of another class; below it one in twenty is right (docs/student.md)
_TRIM = " \t\r\n,;:()[]{}<>\"'`*|"

_TITLE = re.compile(
    r"(?:^|(?<=[\s(\[\"'/,;:>-]))(?:dr|mr|mrs|ms|miss|mx|prof|professor|doctor|rev|sr|sra|señora?|hon|judge|rn|nurse)"
    r"\.?[ \t]{1,2}$",
    re.IGNORECASE,
)
_AGE_UNIT = re.compile(
    r"[ \t-]{0,2}(?:(?:years?|yrs?\.?|months?|mos?\.?|weeks?|wks?\.?|days?)(?:[ \t-]{0,2}(?:old|of[ ]age)\b)?"
    r"|y/?o\b|y\.[ ]?o\.?|y\b|m/o\b|w/o(?= male| female)|d/o\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PieceScores:
    """Hold the marginals of each piece of a text, reduced to what spans are made from. All arrays are (pieces,).

    top_class: the most probable emitted class. probability: of any emitted class. begins: whether B- is more probable
    than I- for that class. emissions: (labels,) sum of the emission scores of all pieces of its windows.
    """

    top_class: npt.NDArray[np.int16]
    probability: npt.NDArray[np.float32]
    begins: npt.NDArray[np.bool_]
    emissions: npt.NDArray[np.float64]


def piece_scores(
    card: Card, marginal: npt.NDArray[np.float64], emissions: npt.NDArray[np.float32] | None = None
) -> PieceScores:
    """Return the marginals of a window, and its emissions if they are given, (pieces, labels) each, reduced."""
    begin, inside = marginal[:, card.begin], marginal[:, card.inside]
    both = begin + inside
    both[:, [e is None for e in card.entities]] = 0.0
    top_class = both.argmax(axis=1)
    rows = np.arange(len(top_class))
    return PieceScores(
        top_class.astype(np.int16),
        both.sum(axis=1).astype(np.float32),
        begin[rows, top_class] > inside[rows, top_class],
        np.zeros(len(card.labels)) if emissions is None else emissions.sum(axis=0, dtype=np.float64),
    )


def to_reading(text: str, p: Pieces, scores: PieceScores, card: Card) -> Reading:
    """Return spans of the words that reach the threshold of their class, with adjacent words that nearly do.

    Adjacent words of another class become another span, and have to come nearer. doubts: ranges of words below the
    threshold that reach the card's `doubt`. cleared: ranges of words up to the card's `sure`.
    """
    if not len(p):
        return Reading()
    first = np.flatnonzero(np.append(True, p.words[1:] != p.words[:-1]))
    last = np.append(first[1:], len(p)) - 1
    probability = np.maximum.reduceat(scores.probability, first)
    # A word has the class of its most probable piece, the first of several.
    surest = np.flatnonzero(scores.probability == probability[p.words])
    top = surest[np.unique(p.words[surest], return_index=True)[1]]
    top_class = scores.top_class[top]
    wanted = card.thresholds[top_class]
    sure = probability >= wanted
    near = probability >= wanted * _CONTINUES
    likely = probability >= wanted * _BEGINS
    starts, ends = p.starts[first], p.ends[last]
    spans: list[Span] = []
    taken = np.zeros(len(first), dtype=bool)
    for a, b in ranges_of_true(near):
        if not sure[a:b].any():
            continue
        taken[a:b] = True
        at = a
        for i in range(a + 1, b + 1):
            if i == b or top_class[i] != top_class[at] or scores.begins[first[i]]:
                if not likely[at:i].any():
                    taken[at:i] = False
                    at = i
                    continue
                span = _span(text, int(starts[at]), int(ends[i - 1]), card.entities[top_class[at]], probability[at:i])
                if span is not None:
                    spans.append(span)
                at = i
    doubts = []
    for a, b in ranges_of_true((probability >= card.doubt) & ~taken):
        word = a + int(probability[a:b].argmax())
        entity = card.entities[top_class[word]]
        if entity is not None:
            score = round(float(probability[word]), 4)
            doubts.append(Doubt(int(starts[a]), int(ends[b - 1]), entity, score))
    cleared = [
        (int(starts[a]), int(ends[b - 1])) for a, b in ranges_of_true((probability <= card.clear_below) & ~taken)
    ]
    return Reading(tuple(spans), tuple(doubts), True, tuple(cleared))


def ranges_of_true(chosen: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return half-open ranges of consecutive True values."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], chosen, [False])).astype(np.int8)))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def _span(text: str, start: int, end: int, entity: Entity | None, probability: npt.NDArray[np.float32]) -> Span | None:
    """Return the span without punctuation at its ends, widened over a title or the unit of an age; None if it is empty.

    Its score is that of the surest word.
    """
    while start < end and text[start] in _TRIM:
        start += 1
    while end > start and text[end - 1] in _TRIM:
        end -= 1
    if start == end or entity is None:
        return None
    if entity in NAMES:
        title = _TITLE.search(text, max(0, start - 12), start)
        start = title.start() if title else start
    elif entity is Entity.AGE:
        unit = _AGE_UNIT.match(text, end)
        end = unit.end() if unit else end
    return Span(start, end, entity, round(float(probability.max()), 4), "strong", SOURCE)


Floats = npt.NDArray[np.float64]
_LANES = 32  # sequences computed together: (lanes, labels, labels) doubles stay within a core's cache


def marginals(
    emissions: Sequence[npt.NDArray[np.float32]], start: Floats, transitions: Floats, end: Floats, temperature: float
) -> list[Floats]:
    """Return P(label at t | sequence) for each sequence.

    emissions: (T, labels) scores each, T > 0. start, end: (labels,), transitions: (labels, labels) scores from row to
    column. temperature divides the emissions. The result holds (T, labels) arrays whose rows sum to one.
    """
    out: list[Floats] = [np.zeros((0, len(start)))] * len(emissions)
    order = sorted(range(len(emissions)), key=lambda i: len(emissions[i]))
    for at in range(0, len(order), _LANES):
        lanes = order[at : at + _LANES]
        found = _lane_marginals([emissions[i] for i in lanes], start, transitions, end, temperature)
        for i, rows in zip(lanes, found, strict=True):
            out[i] = rows
    return out


def _lane_marginals(
    emissions: list[npt.NDArray[np.float32]], start: Floats, transitions: Floats, end: Floats, temperature: float
) -> list[Floats]:
    lengths = np.array([len(e) for e in emissions])
    longest, labels = int(lengths.max()), len(start)
    scores = np.zeros((longest, len(emissions), labels))
    for lane, e in enumerate(emissions):
        scores[: len(e), lane] = e
    scores /= temperature
    scores -= scores.max(axis=2, keepdims=True)
    local = np.exp(scores)
    step, back = np.exp(transitions), np.exp(transitions).T.copy()
    first, last = np.exp(start), np.exp(end)

    forward = np.empty_like(local)
    alpha = first * local[0]
    forward[0] = alpha / alpha.sum(axis=1, keepdims=True)
    for t in range(1, longest):
        alpha = _row_products(forward[t - 1], step) * local[t]
        forward[t] = alpha / alpha.sum(axis=1, keepdims=True)

    beta = np.broadcast_to(last, (len(emissions), labels)).copy()
    both = np.empty_like(local)
    for t in range(longest - 1, -1, -1):
        over = (lengths <= t + 1)[:, None]
        if t + 1 < longest:
            nearer = _row_products(local[t + 1] * beta, back)
            nearer /= nearer.sum(axis=1, keepdims=True)
            beta = np.where(over, last, nearer)
        product = forward[t] * beta
        both[t] = product / product.sum(axis=1, keepdims=True)
    return [both[:n, lane] for lane, n in enumerate(lengths)]


def _row_products(rows: Floats, matrix: Floats) -> Floats:
    """Return rows @ matrix, row by row: (lanes, labels) by (labels, labels)."""
    product: Floats = (rows[:, :, None] * matrix[None, :, :]).sum(axis=1)
    return product
