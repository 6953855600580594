"""Implement a linear-chain conditional random field over BIO labels, for many sequences at a time.

The forward-backward algorithm runs in probability space with each step scaled to one (Rabiner 1989, section V.A), so
that a step is one matrix product for all sequences. Double precision holds score differences of 700. The gradient is
known in closed form (expected minus observed counts), so that nothing is recorded for back-propagation: a batch of 32 x
128 pieces takes hundredths of a second instead of tenths.

Source: CIPHER, eq. 2, 3 and 6; Lafferty et al. 2001. Sequences are padded on the right; `live` marks the pieces that
are not padding.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from redactor.distill import label_set

ILLEGAL = -1e4  # the score of a transition that BIO forbids; its exponential is zero in any precision


class Scores(NamedTuple):
    """The scores of label sequences. start, end: (L,). transitions: (L, L) from row to column, ILLEGAL where BIO
    forbids them.
    """

    start: Tensor
    transitions: Tensor
    end: Tensor


class Crf(nn.Module):
    """The learnt scores of label sequences: CIPHER's A of eq. 3 with a start and an end."""

    def __init__(self) -> None:
        super().__init__()
        size = len(label_set.LABELS)
        first, follows = label_set.legal_transitions()
        self.start = nn.Parameter(torch.zeros(size))
        self.transitions = nn.Parameter(torch.zeros(size, size))
        self.end = nn.Parameter(torch.zeros(size))
        self.first: Tensor
        self.follows: Tensor
        self.register_buffer("first", torch.from_numpy(first), persistent=False)
        self.register_buffer("follows", torch.from_numpy(follows), persistent=False)

    def scores(self) -> Scores:
        """Return the scores with the constraints of BIO."""
        return Scores(
            self.start.masked_fill(~self.first, ILLEGAL),
            self.transitions.masked_fill(~self.follows, ILLEGAL),
            self.end,
        )

    def loss(self, emissions: Tensor, allowed: Tensor, live: Tensor) -> Tensor:
        """Return -log P(a sequence that `allowed` admits), (B,): CIPHER's eq. 6 if one label is allowed at each
        position.

        emissions: (B, T, L). allowed: (B, T, L) booleans; where all are True, the label is unknown and marginalised.
        live: (B, T), True from the left; each sequence has at least one piece.
        """
        both = _LogPartition.apply(emissions, allowed, live, *self.scores())
        every, admitted = both.chunk(2)
        nll: Tensor = (every - admitted).to(emissions.dtype)
        return nll


def label_marginals(emissions: Tensor, live: Tensor, scores: Scores) -> Tensor:
    """Return P(label at t | sequence), (B, T, L) doubles, zero where not live. emissions: (B, T, L)."""
    with torch.no_grad():
        return _forward_backward(_local_potentials(emissions), live, scores).unary.transpose(0, 1)


def best_sequences(emissions: Tensor, live: Tensor, scores: Scores) -> Tensor:
    """Return the best label sequences by the Viterbi algorithm, (B, T) indices, -1 where not live. emissions: (B, T,
    L).
    """
    with torch.no_grad():
        steps = emissions.transpose(0, 1).float()
        alive = live.transpose(0, 1).unsqueeze(-1)
        transitions = scores.transitions.float()
        best = scores.start.float() + steps[0]
        stay = torch.arange(best.shape[1], device=best.device).expand_as(best)
        back = []
        for t in range(1, len(steps)):
            values, came_from = (best.unsqueeze(2) + transitions).max(dim=1)
            best = torch.where(alive[t], values + steps[t], best)
            back.append(torch.where(alive[t], came_from, stay))
        at = (best + scores.end.float()).argmax(dim=1, keepdim=True)
        path = [at]
        for came_from in reversed(back):
            at = came_from.gather(1, at)
            path.append(at)
        found = torch.cat(path[::-1], dim=1)
        return found.masked_fill(~live, -1)


class _ForwardBackward(NamedTuple):
    """The result of both passes. log_z: (B,) without the emissions' maxima. unary: (T, B, L). left, right: factors
    of the pairwise marginals.
    """

    log_z: Tensor
    unary: Tensor
    left: Tensor
    right: Tensor


def _local_potentials(emissions: Tensor) -> Tensor:
    """Return exp(emissions - the maximum of their position), (T, B, L)."""
    steps = emissions.detach().transpose(0, 1).double()
    return (steps - steps.amax(dim=2, keepdim=True)).exp_()


def _forward_backward(local: Tensor, live: Tensor, scores: Scores) -> _ForwardBackward:
    """Run forward and backward over local potentials, (T, B, L)."""
    steps = len(local)
    alive = live.transpose(0, 1).unsqueeze(-1)
    step = scores.transitions.detach().double().exp()
    back = step.t().contiguous()
    last = scores.end.detach().double().exp()
    floor = torch.finfo(torch.float64).tiny

    forward = torch.empty_like(local)
    scale = torch.ones_like(local[:, :, :1])
    alpha = scores.start.detach().double().exp() * local[0]
    total = alpha.sum(1, keepdim=True).clamp_min_(floor)
    scale[0], forward[0] = total, alpha / total
    for t in range(1, steps):
        alpha = (forward[t - 1] @ step).mul_(local[t])
        total = alpha.sum(1, keepdim=True).clamp_min_(floor)
        scale[t] = torch.where(alive[t], total, scale[t])
        forward[t] = torch.where(alive[t], alpha.div_(total), forward[t - 1])

    beta = last.expand_as(local[0])
    backward = torch.empty_like(local)
    backward[-1] = beta
    for t in range(steps - 1, 0, -1):
        nearer = (local[t] * beta) @ back
        nearer.div_(nearer.sum(1, keepdim=True).clamp_min_(floor))
        beta = torch.where(alive[t], nearer, beta)
        backward[t - 1] = beta

    unary = forward * backward
    at_end = forward[-1] * last
    log_z = scale.log().sum(0).squeeze(1) + at_end.sum(1).clamp_min(floor).log()
    unary = unary.div_(unary.sum(2, keepdim=True).clamp_min_(floor)) * alive
    # P(i at t-1, j at t) = left[t-1, i] * exp(transitions)[i, j] * right[t-1, j], up to a scale that `left` includes.
    right = local[1:] * backward[1:]
    norm = ((forward[:-1] @ step) * right).sum(2, keepdim=True).clamp_min(floor)
    left = forward[:-1] / norm * alive[1:]
    return _ForwardBackward(log_z, unary, left, right)


class _LogPartition(torch.autograd.Function):
    """This function gives log Z of all sequences and of the admitted ones, (2B,) doubles, both less the emissions'
    maxima.
    """

    @staticmethod
    def forward(
        ctx: Any, emissions: Tensor, allowed: Tensor, live: Tensor, start: Tensor, transitions: Tensor, end: Tensor
    ) -> Tensor:
        scores = Scores(start, transitions, end)
        local = _local_potentials(emissions)
        both = torch.cat((local, local * allowed.transpose(0, 1)), dim=1)
        run = _forward_backward(both, live.repeat(2, 1), scores)
        last = live.sum(1).repeat(2) - 1
        ctx.save_for_backward(run.unary, run.left, run.right, transitions, last)
        ctx.dtype = emissions.dtype
        return run.log_z

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        unary, left, right, transitions, last = ctx.saved_tensors
        weight = grads[0].double().unsqueeze(1)
        weighted = unary * weight
        every, admitted = weighted.chunk(2, dim=1)
        emissions = (every + admitted).transpose(0, 1).to(ctx.dtype)
        start = weighted[0].sum(0)
        end = weighted[last, torch.arange(len(last), device=last.device)].sum(0)
        pairs = (left * weight).flatten(0, 1).t() @ right.flatten(0, 1)
        pairs = pairs * transitions.double().exp()
        kind = transitions.dtype
        return emissions, None, None, start.to(kind), pairs.to(kind), end.to(kind)
