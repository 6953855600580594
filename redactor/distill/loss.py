"""The training loss (CIPHER, eq. 4): a focal soft cross-entropy (eq. 5) and a weighted CRF loss (eq. 6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import torch
from torch import Tensor

from redactor.distill import label_set
from redactor.distill.crf import Crf
from redactor.distill.dataset import UNKNOWN


class Loss(NamedTuple):
    """total = focal + weight * crf; each a mean over the pieces whose label is known."""

    total: Tensor
    focal: Tensor
    crf: Tensor


class Goal(NamedTuple):
    """gamma: of the focal modulation, 0 for plain cross-entropy. crf: weight of the CRF loss, 0 for none.

    weights: (L,) of the labels in the cross-entropy.
    """

    gamma: float
    crf: float
    weights: Tensor


def label_weights(by_kind: Mapping[str, float]) -> Tensor:
    """(L,) weights from those of classes, one where a class (or "O") is not named. Raises ValueError for others."""
    kinds = [name[2:] or name for name in label_set.LABELS]
    if strange := set(by_kind) - set(kinds):
        raise ValueError(f"class weights for unknown classes: {', '.join(sorted(strange))}")
    return torch.tensor([by_kind.get(kind, 1.0) for kind in kinds])


def loss(
    emissions: Tensor, known: Tensor, live: Tensor, soft: tuple[Tensor, Tensor] | None, crf: Crf, goal: Goal
) -> Loss:
    """The loss of a batch.

    emissions: (B, T, L) float32. known: (B, T) labels, UNKNOWN where masked: there the cross-entropy is left out and
    the CRF sums over all labels. live: (B, T). soft: (B, T, K) labels and shares of a distribution that replaces the
    label; if all shares are zero, the label is used.
    """
    learnt = live & (known != UNKNOWN)
    count = learnt.sum().clamp_min(1)
    hard = torch.nn.functional.one_hot(known.clamp_min(0), emissions.shape[2])
    target = hard.float()
    if soft is not None:
        kept, shares = soft
        spread = torch.zeros_like(target).scatter_add_(2, kept, shares)
        total = spread.sum(2, keepdim=True)
        target = torch.where(total > 0, spread / total.clamp_min(1e-9), target)
    logs = emissions.log_softmax(2)
    modulated = target * goal.weights * logs
    if goal.gamma:
        modulated = modulated * (1 - logs.exp()).clamp_min(0) ** goal.gamma
    focal = -(modulated.sum(2) * learnt).sum() / count
    if not goal.crf:
        return Loss(focal, focal, torch.zeros_like(focal))
    allowed = hard.bool() | (known == UNKNOWN).unsqueeze(2)
    chained = crf.loss(emissions, allowed, live).sum() / count
    return Loss(focal + goal.crf * chained, focal, chained)
