"""Combine the episodes of a life under a shift that drifts, as the level `visits` has it.

A subject's shift is a constant plus a drift, which is linear between amounts drawn for every 104 weeks of the life. The
amounts are states of a chain, and the episodes between two of them say how likely each pair is; forward and backward
sums give what all other episodes say about one. The places of the knots in a life are unknown: some are tried, and each
is weighted by how likely it makes the life. OUT shows an episode where the drift has carried it, so that the knots
between which it lies depend on their amounts, too.
"""

from __future__ import annotations

import numpy as np

from redactor.evaluate.date_attack.calendar import Floats, Grid, Ints, log_sum
from redactor.evaluate.date_attack.units import Units

WEEK = 7
_SEGMENT_WEEKS = 104  # weeks between two knots
_KNOT_PLACES = 4  # places of the knots in a life that are tried
_SMALLEST = 1e-30
_SUBJECTS_AT_ONCE = 24  # subjects that are computed together


class DriftPrior:
    """This prior follows the chain of every subject.

    weeks: the largest constant. most: the largest drift in weeks. step: the weeks between amounts that are
    distinguished; the time of the chain is inverse to its square.
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
        # Weights of the weeks by which a drift differs from that of the distinguished amounts.
        self._near: Floats = near / near.sum()
        self._without_evidence: Floats | None = None

    def _drifts(self) -> Ints:
        """Return the drift (weeks, pairs of amounts), counted from the least, of an episode that OUT shows so many
        weeks after the place of the earlier knot without a drift, from -most on.

        The value after the largest drift means "not between these two knots".
        """
        before, after = (amounts.ravel() for amounts in np.meshgrid(self._amounts, self._amounts, indexing="ij"))
        behind = np.arange(-self._most, _SEGMENT_WEEKS + self._most)[:, None] + 0.5
        part = (behind - before) / (_SEGMENT_WEEKS + after - before)
        drift = np.floor(before + part * (after - before)).astype(np.int64) + self._most
        return np.where((part >= 0) & (part < 1), drift, 2 * self._most)

    def log_prior(self, local: Floats) -> Floats:
        """Return for each unit the log of what all other units of its subject say about its candidates.

        local: (units, candidates), the log likelihood of each unit by its own events.
        """
        if not np.ptp(local, axis=1).any():
            if self._without_evidence is None:
                self._without_evidence = self._log_prior_of_all(local)
            return self._without_evidence
        return self._log_prior_of_all(local)

    def _log_prior_of_all(self, local: Floats) -> Floats:
        result = np.zeros(local.shape)
        subjects = np.unique(self._units.subjects)
        for first in range(0, len(subjects), _SUBJECTS_AT_ONCE):
            chosen = np.isin(self._units.subjects, subjects[first : first + _SUBJECTS_AT_ONCE])
            result[chosen] = self._log_prior_of(np.flatnonzero(chosen), local)
        return result

    def _log_prior_of(self, units: Ints, local: Floats) -> Floats:
        owners, rows = np.unique(self._units.subjects[units], return_inverse=True)
        weeks = self._units.days[units] // WEEK
        local_log = np.log(self._blurred(np.exp(local[units] - local[units].max(axis=1, keepdims=True))))
        found, odds = [], []
        for phase in range(_KNOT_PLACES):
            marginals, odd = self._forward_backward(
                local_log, weeks + phase * _SEGMENT_WEEKS // _KNOT_PLACES, rows, len(owners)
            )
            found.append(marginals)
            odds.append(odd)
        weights = np.exp(np.array(odds) - log_sum(np.array(odds), 0))  # (phases, subjects)
        mixed = np.zeros(local_log.shape)
        for weight, marginals in zip(weights, found, strict=True):
            mixed += weight[rows][:, None] * marginals
        # What the unit itself says is taken out of the sums.
        log_prior: Floats = np.log(np.maximum(mixed, _SMALLEST)) - local_log
        return np.log(self._blurred(np.exp(log_prior - log_prior.max(axis=1, keepdims=True))))

    def _blurred(self, shares: Floats) -> Floats:
        side = len(self._near) // 2
        wide = np.pad(shares, ((0, 0), (side, side)))
        found = np.zeros(shares.shape)
        for i, part in enumerate(self._near):
            found += part * wide[:, i : i + shares.shape[1]]
        return np.maximum(found, _SMALLEST)

    def _forward_backward(self, local_log: Floats, weeks: Ints, rows: Ints, subjects: int) -> tuple[Floats, Floats]:
        """Return the marginals (units, candidates) for one place of the knots, and the log likelihood of each
        subject.
        """
        inside = self._segments(weeks)
        factors, likely = {}, np.zeros(subjects)
        for segment, placed in inside.items():
            factors[segment], top = self._segment_factor(local_log, placed, rows, subjects)
            likely += top
        shape = (subjects, len(self._constants), len(self._amounts))
        state: Floats = np.broadcast_to(self._usual[None, :, None] / len(self._amounts), shape)
        before = {}
        for segment, factor in factors.items():
            if segment - 1 not in factors:
                # The amounts after a gap are independent.
                state = np.broadcast_to(state.mean(axis=2, keepdims=True), shape)
            before[segment] = state
            state, scale = _normalized_state(np.einsum("nsa,nsab->nsb", state, factor) / len(self._amounts))
            likely += np.log(scale)
        marginals, after = np.zeros(local_log.shape), np.ones(shape)
        for segment in reversed(factors):
            if segment + 1 not in factors:
                after = np.broadcast_to(after.mean(axis=2, keepdims=True), shape)
            pairs = before[segment][:, :, :, None] * factors[segment] * after[:, :, None, :]
            pairs /= np.maximum(pairs.sum(axis=(1, 2, 3), keepdims=True), _SMALLEST)
            self._spread_to_candidates(marginals, pairs, inside[segment], rows)
            after, _ = _normalized_state(np.einsum("nsab,nsb->nsa", factors[segment], after))
        return marginals / np.maximum(marginals.sum(axis=1, keepdims=True), _SMALLEST), likely

    def _segments(self, weeks: Ints) -> dict[int, list[tuple[int, Ints]]]:
        """Return the units that may lie between two knots, by the earlier knot, each with its row of the drifts."""
        found: dict[int, list[tuple[int, Ints]]] = {}
        for unit, week in enumerate(weeks):
            last = int(week + self._most) // _SEGMENT_WEEKS
            for segment in range(int(week - self._most) // _SEGMENT_WEEKS, last + 1):
                behind = int(week) - segment * _SEGMENT_WEEKS + self._most
                if 0 <= behind < len(self._steps):
                    found.setdefault(segment, []).append((unit, self._steps[behind]))
        return dict(sorted(found.items()))

    def _segment_factor(
        self, local_log: Floats, placed: list[tuple[int, Ints]], rows: Ints, subjects: int
    ) -> tuple[Floats, Floats]:
        """Return exp of what the units of a segment say about (constant, before, after), scaled, and the log of the
        scale.
        """
        constants, amounts, steps = len(self._constants), len(self._amounts), 2 * self._most
        total = np.zeros((subjects, constants, amounts * amounts))
        windows = np.zeros((constants, steps + 1))  # the last column: not between these knots
        for unit, drifts in placed:
            windows[:, :steps] = np.lib.stride_tricks.sliding_window_view(local_log[unit], steps)[self._first :][
                :constants
            ]
            total[rows[unit]] += np.take(windows, drifts, axis=1)
        top = total.max(axis=(1, 2))
        return np.exp(total - top[:, None, None]).reshape(*total.shape[:2], amounts, amounts), top

    def _spread_to_candidates(
        self, marginals: Floats, pairs: Floats, placed: list[tuple[int, Ints]], rows: Ints
    ) -> None:
        """Add what pairs of amounts say to the candidates of each unit of a segment."""
        constants, steps = len(self._constants), 2 * self._most
        for unit, drifts in placed:
            # A product of matrices this small costs twenty times as much in threads of BLAS.
            order = np.argsort(drifts, kind="stable")
            starts = np.flatnonzero(np.diff(drifts[order], prepend=-1))
            folded = np.zeros((constants, steps + 1))
            folded[:, drifts[order][starts]] = np.add.reduceat(
                pairs[rows[unit]].reshape(constants, -1)[:, order], starts, axis=1
            )
            folded[:, steps] = 0.0  # not between these knots
            sums = np.bincount(self._sums, folded.ravel())[:-1]
            marginals[unit, self._first : self._first + len(sums)] += sums


def _normalized_state(state: Floats) -> tuple[Floats, Floats]:
    scale = np.maximum(state.sum(axis=(1, 2)), _SMALLEST)
    return state / scale[:, None, None], scale
