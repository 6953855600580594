"""A shift that drifts along the life, as the level `visits` has it: what one episode of a life says of the others.

A subject's shift is a constant plus a drift, which is linear between amounts that are drawn for every 104 weeks of the
life. The amounts are states of a chain, and the episodes between two of them say how likely each pair is: forward and
backward sums give what all other episodes say of one. Where a life's knots lie is not known: some places are tried,
each weighted by how likely it makes the life. OUT shows an episode where the drift has carried it, so that between
which knots it lies depends on their amounts, too.
"""

from __future__ import annotations

import numpy as np

from redactor.evaluate.date_attack.calendar import Floats, Grid, Ints, log_sum
from redactor.evaluate.date_attack.units import Units

WEEK = 7
_SEGMENT = 104  # weeks between two knots
_PHASES = 4  # places of the knots that are tried
_LEAST = 1e-30
_BATCH = 24  # subjects at once


class Drift:
    """The chain of every subject. most: of the drift, in weeks. weeks: of the constant, without a drift.

    step: weeks between the amounts that are told apart; the time that the chain takes is inverse to its square.
    """

    def __init__(self, units: Units, grid: Grid, weeks: int, most: int, step: int) -> None:
        self._units = units
        self._most = most
        self._constants = np.arange(-weeks, weeks + 1)
        self._usual = np.where(self._constants == 0, 0.0, 1.0 / (2 * weeks))
        self._amounts = np.arange(-most + step / 2, most, step)
        self._first = int(self._constants[0]) - most - int(grid.offsets[0]) // WEEK
        self._steps = self._drifts()
        sums = np.arange(len(self._constants))[:, None] + np.arange(2 * most + 1)[None, :]
        self._sums: Ints = sums.ravel()  # the candidate of a constant and a drift
        near = np.convolve(np.ones(step // 2 + 1), np.ones(step // 2 + 1))
        self._near: Floats = near / near.sum()  # by how many weeks a drift lies off that of its amounts as told apart
        self._silent: Floats | None = None

    def _drifts(self) -> Ints:
        """The drift (weeks, pairs of amounts), counted from the least, of an episode that OUT shows so many weeks
        behind where the earlier knot would be without a drift, from -most on. What exceeds the largest by one stands
        for "not between the two".
        """
        before, after = (amounts.ravel() for amounts in np.meshgrid(self._amounts, self._amounts, indexing="ij"))
        behind = np.arange(-self._most, _SEGMENT + self._most)[:, None] + 0.5
        part = (behind - before) / (_SEGMENT + after - before)
        drift = np.floor(before + part * (after - before)).astype(np.int64) + self._most
        return np.where((part >= 0) & (part < 1), drift, 2 * self._most)

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
        weeks = self._units.days[units] // WEEK
        told = np.log(self._blurred(np.exp(local[units] - local[units].max(axis=1, keepdims=True))))
        found, odds = [], []
        for phase in range(_PHASES):
            one, odd = self._pass(told, weeks + phase * _SEGMENT // _PHASES, rows, len(owners))
            found.append(one)
            odds.append(odd)
        weights = np.exp(np.array(odds) - log_sum(np.array(odds), 0))  # (phases, subjects)
        mixed = np.zeros(told.shape)
        for weight, marginals in zip(weights, found, strict=True):
            mixed += weight[rows][:, None] * marginals
        # What the unit says itself is in the sums, too.
        heard: Floats = np.log(np.maximum(mixed, _LEAST)) - told
        return np.log(self._blurred(np.exp(heard - heard.max(axis=1, keepdims=True))))

    def _blurred(self, shares: Floats) -> Floats:
        side = len(self._near) // 2
        wide = np.pad(shares, ((0, 0), (side, side)))
        found = np.zeros(shares.shape)
        for i, part in enumerate(self._near):
            found += part * wide[:, i : i + shares.shape[1]]
        return np.maximum(found, _LEAST)

    def _pass(self, told: Floats, weeks: Ints, rows: Ints, subjects: int) -> tuple[Floats, Floats]:
        """The marginals (units, candidates) for one place of the knots, and the log likelihood of each subject."""
        inside = self._segments(weeks)
        factors, likely = {}, np.zeros(subjects)
        for segment, placed in inside.items():
            factors[segment], top = self._factor(told, placed, rows, subjects)
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
            pairs /= np.maximum(pairs.sum(axis=(1, 2, 3), keepdims=True), _LEAST)
            self._spread(marginals, pairs, inside[segment], rows)
            after, _ = _scaled(np.einsum("nsab,nsb->nsa", factors[segment], after))
        return marginals / np.maximum(marginals.sum(axis=1, keepdims=True), _LEAST), likely

    def _segments(self, weeks: Ints) -> dict[int, list[tuple[int, Ints]]]:
        """The units that may lie between two knots, by the earlier knot, each with its row of the drifts."""
        found: dict[int, list[tuple[int, Ints]]] = {}
        for unit, week in enumerate(weeks):
            last = int(week + self._most) // _SEGMENT
            for segment in range(int(week - self._most) // _SEGMENT, last + 1):
                behind = int(week) - segment * _SEGMENT + self._most
                if 0 <= behind < len(self._steps):
                    found.setdefault(segment, []).append((unit, self._steps[behind]))
        return dict(sorted(found.items()))

    def _factor(self, told: Floats, placed: list[tuple[int, Ints]], rows: Ints, subjects: int) -> tuple[Floats, Floats]:
        """exp of what the units of a segment say of (constant, before, after), scaled, and the log of the scale."""
        constants, amounts, steps = len(self._constants), len(self._amounts), 2 * self._most
        total = np.zeros((subjects, constants, amounts * amounts))
        windows = np.zeros((constants, steps + 1))  # the last column: not between these knots
        for unit, drifts in placed:
            windows[:, :steps] = np.lib.stride_tricks.sliding_window_view(told[unit], steps)[self._first :][:constants]
            total[rows[unit]] += np.take(windows, drifts, axis=1)
        top = total.max(axis=(1, 2))
        return np.exp(total - top[:, None, None]).reshape(*total.shape[:2], amounts, amounts), top

    def _spread(self, marginals: Floats, pairs: Floats, placed: list[tuple[int, Ints]], rows: Ints) -> None:
        """Add what pairs of amounts say to the candidates of each unit of a segment."""
        constants, steps = len(self._constants), 2 * self._most
        for unit, drifts in placed:
            hot = (drifts[:, None] == np.arange(steps)[None, :]).astype(np.float64)
            folded = np.zeros((constants, steps + 1))
            folded[:, :steps] = pairs[rows[unit]].reshape(constants, -1) @ hot
            sums = np.bincount(self._sums, folded.ravel())[:-1]
            marginals[unit, self._first : self._first + len(sums)] += sums


def _scaled(state: Floats) -> tuple[Floats, Floats]:
    scale = np.maximum(state.sum(axis=(1, 2)), _LEAST)
    return state / scale[:, None, None], scale
