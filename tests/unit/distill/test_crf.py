"""The CRF against an enumeration of all paths, and the transitions that it forbids."""

from __future__ import annotations

import itertools

import pytest

torch = pytest.importorskip("torch", reason="NOT TESTED: torch is absent (extra `train`)")

from redactor.distill import label_set  # noqa: E402
from redactor.distill.crf import ILLEGAL, Crf, Scores, best_sequences, label_marginals  # noqa: E402
from redactor.distill.label_set import LABELS  # noqa: E402

SIZE = len(LABELS)


def random_crf(seed: int) -> Crf:
    torch.manual_seed(seed)
    crf = Crf()
    with torch.no_grad():
        for p in crf.parameters():
            p.normal_()
    return crf


def every_path(emissions: torch.Tensor, scores: Scores) -> torch.Tensor:
    """The scores of all L ** T label sequences, as a tensor with one axis per position."""
    steps, size = emissions.shape
    total = torch.zeros((size,) * steps, dtype=torch.float64)
    for t in range(steps):
        here = emissions[t].double() + (scores.start.double() if t == 0 else 0)
        here = here + (scores.end.double() if t == steps - 1 else 0)
        total = total + here.reshape([size if axis == t else 1 for axis in range(steps)])
        if t:
            pair = [size if axis in (t - 1, t) else 1 for axis in range(steps)]
            total = total + scores.transitions.double().reshape(pair)
    return total


def ragged(seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    torch.manual_seed(seed)
    return 2 * torch.randn(3, 3, SIZE), torch.tensor([[1, 1, 1], [1, 1, 0], [1, 0, 0]], dtype=torch.bool)


@pytest.mark.parametrize("seed", [0, 1])
def test_decoding_and_marginals_of_ragged_sequences_are_those_of_all_paths(seed: int) -> None:
    crf, (emissions, live) = random_crf(seed), ragged(seed)
    scores = Scores(*(s.detach() for s in crf.scores()))
    best, shares = best_sequences(emissions, live, scores), label_marginals(emissions, live, scores)
    for row, length in enumerate((3, 2, 1)):
        paths = every_path(emissions[row, :length], scores)
        wanted = [int(i) for i in torch.unravel_index(paths.argmax(), paths.shape)]
        assert best[row].tolist() == wanted + [-1] * (3 - length)
        chances = (paths - paths.flatten().logsumexp(0)).exp()
        for t in range(length):
            others = [axis for axis in range(length) if axis != t]
            alone = chances.sum(others) if others else chances
            torch.testing.assert_close(shares[row, t], alone, atol=1e-6, rtol=1e-5)
        assert (shares[row, length:] == 0).all()


def test_loss_sums_over_the_labels_that_are_allowed() -> None:
    crf, (emissions, live) = random_crf(3), ragged(3)
    allowed = torch.zeros(3, 3, SIZE, dtype=torch.bool)
    some = [[0, 1, 5], list(range(SIZE)), [0, 2]]
    for t, choice in enumerate(some):
        allowed[:, t, choice] = True
    got = crf.loss(emissions, allowed, live)
    scores = Scores(*(s.detach() for s in crf.scores()))
    for row, length in enumerate((3, 2, 1)):
        paths = every_path(emissions[row, :length], scores)
        chosen = torch.stack([paths[path] for path in itertools.product(*some[:length])])
        wanted = paths.flatten().logsumexp(0) - chosen.logsumexp(0)
        assert float(got[row].detach()) == pytest.approx(float(wanted), abs=1e-4)


def test_loss_is_zero_where_no_label_is_known() -> None:
    crf, (emissions, live) = random_crf(4), ragged(4)
    got = crf.loss(emissions, torch.ones(3, 3, SIZE, dtype=torch.bool), live)
    torch.testing.assert_close(got.detach(), torch.zeros(3))


def test_gradients_are_those_of_finite_differences() -> None:
    crf, (emissions, live) = random_crf(5).double(), ragged(5)
    allowed = torch.rand(3, 3, SIZE) > 0.4
    allowed[:, :, 0] = True
    kept = emissions.double().requires_grad_()

    def loss(e: torch.Tensor, start: torch.Tensor, transitions: torch.Tensor, end: torch.Tensor) -> torch.Tensor:
        held = {"start": start, "transitions": transitions, "end": end}
        got = torch.func.functional_call(_Loss(crf), {f"crf.{k}": v for k, v in held.items()}, (e, allowed, live))
        assert isinstance(got, torch.Tensor)
        return got

    inputs = [p.detach().clone().requires_grad_() for p in (crf.start, crf.transitions, crf.end)]
    assert torch.autograd.gradcheck(loss, (kept, *inputs), fast_mode=True)


class _Loss(torch.nn.Module):
    def __init__(self, crf: Crf) -> None:
        super().__init__()
        self.crf = crf

    def forward(self, emissions: torch.Tensor, allowed: torch.Tensor, live: torch.Tensor) -> torch.Tensor:
        return self.crf.loss(emissions, allowed, live)


def test_no_path_goes_from_one_class_into_the_inside_of_another() -> None:
    scores = Scores(*(s.detach() for s in random_crf(6).scores()))
    inside = torch.tensor([name.startswith("I-") for name in LABELS])
    assert (scores.start[inside] == ILLEGAL).all() and (scores.start[~inside] > ILLEGAL).all()
    for j, name in enumerate(LABELS):
        may = {i for i in range(SIZE) if float(scores.transitions[i, j]) > ILLEGAL}
        assert may == ({LABELS.index("B" + name[1:]), j} if name.startswith("I-") else set(range(SIZE)))
    emissions = 30 * torch.randn(4, 50, SIZE)
    found = best_sequences(emissions, torch.ones(4, 50, dtype=torch.bool), scores)
    first, follows = label_set.legal_transitions()
    for row in found.tolist():
        assert first[row[0]] and all(follows[a, b] for a, b in itertools.pairwise(row))


def test_a_sequence_does_not_depend_on_its_batch_and_extreme_scores_stay_finite() -> None:
    crf = random_crf(7)
    torch.manual_seed(7)
    long = 60 * torch.randn(1, 200, SIZE)
    short = torch.randn(1, 5, SIZE)
    both = torch.cat((long, torch.nn.functional.pad(short, (0, 0, 0, 195), value=9.0)))
    live = torch.zeros(2, 200, dtype=torch.bool)
    live[0], live[1, :5] = True, True
    allowed = torch.zeros(2, 200, SIZE, dtype=torch.bool)
    allowed[:, :, 0] = True
    got = crf.loss(both.requires_grad_(), allowed, live)
    alone = crf.loss(short, allowed[1:, :5], live[1:, :5])
    torch.testing.assert_close(got[1:], alone)
    got.sum().backward()
    assert torch.isfinite(got).all() and both.grad is not None and torch.isfinite(both.grad).all()
    assert (both.grad[1, 5:] == 0).all()
