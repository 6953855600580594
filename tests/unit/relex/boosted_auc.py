"""Gradient-boosted trees over what public lists say of a name: how well they tell stand-ins from originals; numpy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from redactor.lexicon.names import key_of
from redactor.lexicon.words import common_words
from relex.generators._names import name_pools
from relex.parts import Kind

_BINS = 24
_DEPTH = 3
_ROUNDS = 60
_RATE = 0.15
_SHRINK = 20.0  # the L2 penalty of a leaf
Binned = NDArray[np.int64]
Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Tree:
    """Nodes in the order of a heap: feature and threshold of the inner ones, the value of each leaf."""

    features: list[int]
    thresholds: list[int]
    leaves: Values

    def predict(self, rows: Binned) -> Values:
        at = np.zeros(len(rows), np.int64)
        features, thresholds = np.array(self.features), np.array(self.thresholds)
        for _ in range(_DEPTH):
            at = 2 * at + 1 + (rows[np.arange(len(rows)), features[at]] > thresholds[at])
        return self.leaves[at - len(features)]


def list_features(kind: Kind, values: list[str]) -> Values:
    """Share of the population, its rank among the names with the initial, length, initial, sex, membership in each list
    by origin, and whether the name is also a word.
    """
    pools, index, words = name_pools.by_initial(kind), name_pools.index_of(kind), common_words()
    origins = sorted({origin for some in pools.values() for origin in some.origins})
    rows = []
    for value in values:
        key = key_of(value)
        nth, some = index.get(key), pools.get(name_pools.initial_group(key))
        found = some[nth] if some is not None and nth is not None else None
        listed = (found.weight, nth, found.sex == "f", found.sex == "m", found.fit) if found else (-1, -1, -1, -1, -1)
        of = [found is not None and found.origin == origin for origin in origins]
        rows.append((*listed, len(key), ord(key[0]), not value.isascii(), key in words, *of))
    return np.array(rows, np.float64)


def boosted_scores(rows: Values, truth: Values, learn: NDArray[np.bool_]) -> Values:
    """Scores of the rows that are not in `learn`, by trees that were trained on those that are."""
    cuts = [np.unique(np.quantile(column, np.linspace(0, 1, _BINS)[1:-1])) for column in rows[learn].T]
    binned = np.stack([np.searchsorted(c, column, side="left") for c, column in zip(cuts, rows.T, strict=True)], axis=1)
    seen, held = binned[learn], binned[~learn]
    score, out = np.zeros(len(seen)), np.zeros(len(held))
    for _ in range(_ROUNDS):
        chance = 1 / (1 + np.exp(-score))
        tree = _grow(seen, truth[learn] - chance, chance * (1 - chance))
        score += _RATE * tree.predict(seen)
        out += _RATE * tree.predict(held)
    return out


def _grow(rows: Binned, gradient: Values, weight: Values) -> _Tree:
    """A tree of full depth; a node that no split improves sends everything to the left."""
    nodes = [np.arange(len(rows))]
    features: list[int] = []
    thresholds: list[int] = []
    for _ in range(_DEPTH):
        below = []
        for node in nodes:
            feature, threshold = _best_split(rows[node], gradient[node], weight[node])
            features.append(feature)
            thresholds.append(threshold)
            right = rows[node, feature] > threshold
            below += [node[~right], node[right]]
        nodes = below
    leaves = [gradient[node].sum() / (weight[node].sum() + _SHRINK) for node in nodes]
    return _Tree(features, thresholds, np.array(leaves))


def _best_split(rows: Binned, gradient: Values, weight: Values) -> tuple[int, int]:
    best, found = 0.0, (0, _BINS)
    for feature in range(rows.shape[1]):
        left = np.cumsum(np.bincount(rows[:, feature], gradient, _BINS))
        size = np.cumsum(np.bincount(rows[:, feature], weight, _BINS))
        gain = left**2 / (size + _SHRINK) + (left[-1] - left) ** 2 / (size[-1] - size + _SHRINK)
        at = int(np.argmax(gain))
        if gain[at] - left[-1] ** 2 / (size[-1] + _SHRINK) > best + 1e-9:
            best, found = gain[at] - left[-1] ** 2 / (size[-1] + _SHRINK), (feature, at)
    return found
