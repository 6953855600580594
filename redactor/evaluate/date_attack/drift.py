"""A shift that drifts along the life, as the level `visits` has it: what one stretch of a life says of the others.

A subject's shift is a constant plus a drift, which is linear between amounts that are drawn for every 104 weeks of the
life. The amounts are states of a chain, and the stretches between two of them say how likely each pair is: forward and
backward sums give what all other stretches say of one. Where a life's knots lie is not known: some places are tried,
each weighted by how likely it makes the life.
"""

from __future__ import annotations

import numpy as np

from redactor.evaluate.date_attack.calendar import Floats, Grid, Ints, log_sum
from redactor.evaluate.date_attack.units import STRETCH, Units

WEEK = 7
_SEGMENT = 104 * WEEK // STRETCH  # stretches between two knots
_PHASES = 4  # places of the knots that are tried
_LEAST = 1e-30
_BATCH = 24  # subjects at once


class Drift:
    """The chain of every subject. most: of the drift, in weeks. weeks: of the constant, without a drift.

    step: weeks between the amounts that are told apart; 2 is four times as fast as 1.
    """

    def __init__(self, units: Units, grid: Grid, weeks: int, most: int, step: int) -> None:
        self._units, self._grid = units, grid
        self._constants = np.arange(-weeks, weeks + 1)
        self._usual = np.where(self._constants == 0, 0.0, 1.0 / (2 * weeks))
        self._amounts = np.arange(-most + step / 2, most, step)
        # By how many weeks the drift moves a slot between two knots, for each pair of amounts: one of the steps.
        self._steps = np.arange(-most, most)
        self._first = int(self._constants[0]) - most - int(grid.offsets[0]) // WEEK
        before, after = np.meshgrid(self._amounts, self._amounts, indexing="ij")
        self._hot: list[Floats] = []
        self._silent: Floats | None = None
        for slot in range(_SEGMENT):
            part = (slot + 0.5) / _SEGMENT
            moved = np.floor(before * (1 - part) + after * part).ravel()
            self._hot.append((self._steps[:, None] == moved[None, :]).astype(np.float64))

    def heard(self, local: Floats) -> Floats:
        """For each unit, the log of what all other units of its subject say of its candidates.

        local: (units, candidates), the log likelihood of each unit by its own events.
        """
        if not np.ptp(local, axis=1).any():
            if self._silent is None:
                self._silent = self._heard_by_all(local)
            return self._silent
        return self._heard_by_all(local)

    def _heard_by_all(self, local: Floats) -> Floats:
        said = np.zeros(local.shape)
        subjects = np.unique(self._units.subjects)
        for first in range(0, len(subjects), _BATCH):
            some = np.isin(self._units.subjects, subjects[first : first + _BATCH])
            said[some] = self._heard(np.flatnonzero(some), local)
        return said

    def _heard(self, units: Ints, local: Floats) -> Floats:
        owners, rows = np.unique(self._units.subjects[units], return_inverse=True)
        stretches = self._units.stretches[units]
        told = local[units] - local[units].max(axis=1, keepdims=True)
        found, odds = [], []
        for phase in range(_PHASES):
            one, odd = self._pass(told, stretches + phase * _SEGMENT // _PHASES, rows, len(owners))
            found.append(one)
            odds.append(odd)
        weights = np.exp(np.array(odds) - log_sum(np.array(odds), 0))  # (phases, subjects)
        mixed = np.zeros(told.shape)
        for weight, marginals in zip(weights, found, strict=True):
            mixed += weight[rows][:, None] * marginals
        # What the unit says itself is in the sums, too.
        heard: Floats = np.log(np.maximum(mixed, _LEAST)) - told
        heard -= heard.max(axis=1, keepdims=True)
        return np.maximum(heard, np.log(_LEAST))

    def _pass(self, told: Floats, stretches: Ints, rows: Ints, subjects: int) -> tuple[Floats, Floats]:
        """The marginals (units, candidates) for one place of the knots, and the log likelihood of each subject."""
        segments = stretches // _SEGMENT
        inside = {int(segment): np.flatnonzero(segments == segment) for segment in np.unique(segments)}
        slots = stretches % _SEGMENT
        factors, likely = {}, np.zeros(subjects)
        for segment, units in inside.items():
            factors[segment], top = self._factor(told, units, slots, rows, subjects)
            likely += top
        shape = (subjects, len(self._constants), len(self._amounts))
        state: Floats = np.broadcast_to(self._usual[None, :, None] / len(self._amounts), shape)
        before = {}
        for segment, factor in factors.items():
            if segment - 1 not in factors:
                state = np.broadcast_to(state.mean(axis=2, keepdims=True), shape)  # the amounts are drawn anew
            before[segment] = state
            state, scale = _scaled(np.einsum("nsa,nsab->nsb", state, factor) / len(self._amounts))
            likely += np.log(scale)
        marginals, after = np.zeros(told.shape), np.ones(shape)
        for segment in reversed(factors):
            if segment + 1 not in factors:
                after = np.broadcast_to(after.mean(axis=2, keepdims=True), shape)
            pairs = before[segment][:, :, :, None] * factors[segment] * after[:, :, None, :]
            self._spread(marginals, pairs, inside[segment], slots, rows)
            after, _ = _scaled(np.einsum("nsab,nsb->nsa", factors[segment], after))
        return marginals / np.maximum(marginals.sum(axis=1, keepdims=True), _LEAST), likely

    def _factor(self, told: Floats, units: Ints, slots: Ints, rows: Ints, subjects: int) -> tuple[Floats, Floats]:
        """exp of what the units of a segment say of (constant, before, after), scaled, and the log of the scale."""
        amounts = len(self._amounts)
        total = np.zeros((subjects, len(self._constants), amounts * amounts))
        for unit in units:
            windows = np.lib.stride_tricks.sliding_window_view(told[unit], len(self._steps))
            total[rows[unit]] += windows[self._first :][: len(self._constants)] @ self._hot[slots[unit]]
        top = total.max(axis=(1, 2))
        return np.exp(total - top[:, None, None]).reshape(*total.shape[:2], amounts, amounts), top

    def _spread(self, marginals: Floats, pairs: Floats, units: Ints, slots: Ints, rows: Ints) -> None:
        """Add what pairs of amounts say to the candidates of each unit of a segment."""
        count = len(self._constants)
        for unit in units:
            folded = pairs[rows[unit]].reshape(count, -1) @ self._hot[slots[unit]].T
            for at in range(len(self._steps)):
                marginals[unit, self._first + at : self._first + at + count] += folded[:, at]


def _scaled(state: Floats) -> tuple[Floats, Floats]:
    scale = np.maximum(state.sum(axis=(1, 2)), _LEAST)
    return state / scale[:, None, None], scale
