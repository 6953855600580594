"""Train a student on a CPU or a GPU, in bf16 if the hardware has it. A resumed run ends with the same weights.

The loss is that of CIPHER (eq. 4): a focal soft cross-entropy (eq. 5) and a weighted CRF loss (eq. 6).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from redactor.distill import dataset, label_set, model
from redactor.distill.crf import Crf
from redactor.distill.dataset import UNKNOWN
from redactor.files.atomic_file import atomic


class Loss(NamedTuple):
    """The parts of the loss, each a mean over the pieces with a known label. total = focal + weight * crf."""

    total: Tensor
    focal: Tensor
    crf: Tensor


class LossWeights(NamedTuple):
    """The weights in the loss.

    gamma: of the focal modulation, 0 for plain cross-entropy. crf: of the CRF loss, 0 for none. weights: (L,) of the
    labels in the cross-entropy.
    """

    gamma: float
    crf: float
    weights: Tensor


def label_weights(by_kind: Mapping[str, float]) -> Tensor:
    """Return (L,) weights from those of classes, one if a class (or "O") is not named. Raises ValueError for unknown
    classes.
    """
    kinds = [name[2:] or name for name in label_set.LABELS]
    if strange := set(by_kind) - set(kinds):
        raise ValueError(f"class weights for unknown classes: {', '.join(sorted(strange))}")
    return torch.tensor([by_kind.get(kind, 1.0) for kind in kinds])


def batch_loss(
    emissions: Tensor, known: Tensor, live: Tensor, soft: tuple[Tensor, Tensor] | None, crf: Crf, goal: LossWeights
) -> Loss:
    """Return the loss of a batch.

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


ReportEntry = Callable[[dict[str, float]], None]
_CHECKPOINT, _LOG, _STEPS_PER_ENTRY = "checkpoint.pt", "log.jsonl", 10


@dataclass(frozen=True, slots=True)
class TrainConfig:
    """How a student is trained.

    sequences: windows that are shown in all. rate: the peak learning rate of the encoder, which falls to zero after
    `warmup`, a share of all sequences; new parameters (head, features, CRF) learn `fresh` times as fast. budget: the
    most pieces of a batch, padding included. gamma, crf: as in `LossWeights`. weights: of classes in the cross-entropy.
    average: the last share of training over which the weights are averaged, 0 for none. keep: the share in the result
    of the student that training began with, which keeps what it knew of texts unlike these (Wortsman et al. 2022, CVPR,
    section 3). checkpoint: steps between checkpoints.
    """

    encoder: str = "minilm"
    sequences: int = 20_000
    seed: int = 0
    rate: float = 3e-4
    fresh: float = 5.0
    warmup: float = 0.06
    budget: int = 4_096
    dropout: float = 0.1
    decay: float = 0.01
    clip: float = 1.0
    gamma: float = 2.0
    crf: float = 0.5
    weights: dict[str, float] = field(default_factory=dict)
    freeze_words: bool = True
    average: float = 0.3
    keep: float = 0.0
    checkpoint: int = 200


@dataclass(slots=True)
class _TrainState:
    """The state of training. averaged: sums of weights by name."""

    step: int = 0
    shown: int = 0
    epoch: int = 0
    batch: int = 0
    count: int = 0
    averaged: dict[str, Tensor] = field(default_factory=dict)


def train_student(config: TrainConfig, corpus: dataset.Corpus, out: Path, progress: ReportEntry | None = None) -> Path:
    """Train a student on a corpus encoded by its encoder's tokenizer. Returns the folder that `model.load_student`
    reads.

    out: holds the log (JSONL: losses, rate, speed) and the checkpoint. Training resumes from a checkpoint found there
    and ends with the same weights (on the same hardware). Raises ValueError if the checkpoint belongs to another
    configuration.
    """
    out.mkdir(parents=True, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(config.seed)
    student, tokenizer = model.build_student(config.encoder, config.dropout, config.freeze_words)
    if device.type == "cpu" and _uses_bf16(device):
        # On a CPU in bf16 the fused kernel's backward pass takes longer than the plain products (measured: a third).
        student.encoder.set_attn_implementation("eager")  # type: ignore[operator]
    student.to(device).train()
    optimizer = _optimizer(student, config)
    goal = LossWeights(config.gamma, config.crf, label_weights(config.weights).to(device))
    state = _resume_state(config, out, student, optimizer, device)
    marks = dataset.special_pieces(tokenizer)
    with (out / _LOG).open("a", encoding="utf-8") as log:
        meter = _LogMeter()
        for batch, epoch, at in _batches_from(config, corpus, marks, state.epoch, state.batch):
            if state.shown >= config.sequences:
                break
            state.epoch, state.batch = epoch, at
            parts = _train_step(student, optimizer, batch, goal, config, state.shown, device)
            state.step += 1
            state.shown += len(batch.ids)
            if state.step % _STEPS_PER_ENTRY == 0 and state.shown >= (1 - config.average) * config.sequences:
                _add_to_average(student, state)
            entry = meter.read(state, batch, parts, optimizer)
            if entry is not None:
                log.write(json.dumps(entry) + "\n")
                log.flush()
                if progress is not None:
                    progress(entry)
            if state.step % config.checkpoint == 0:
                _write_checkpoint(config, out, student, optimizer, state, device)
    if state.count:
        means = {name: total / state.count for name, total in state.averaged.items()}
        student.load_state_dict(means, strict=False)
    if config.keep:
        began, _ = model.build_student(config.encoder)
        pairs = zip(began.to(device).named_parameters(), student.named_parameters(), strict=True)
        with torch.no_grad():
            for (_, before), (_, after) in pairs:
                after.lerp_(before, config.keep)
    about = {"encoder": config.encoder, "config": asdict(config), "steps": state.step, "shown": state.shown}
    model.save_student(student, tokenizer, out / "student", about)
    (out / _CHECKPOINT).unlink(missing_ok=True)
    return out / "student"


def _optimizer(student: model.Student, config: TrainConfig) -> torch.optim.AdamW:
    old = [(name, p) for name, p in student.encoder.named_parameters() if p.requires_grad]
    new = [p for name, p in student.named_parameters() if not name.startswith("encoder.")]
    groups: list[dict[str, Any]] = [
        {"params": [p for _, p in old if p.ndim > 1], "peak": config.rate, "weight_decay": config.decay},
        {"params": [p for _, p in old if p.ndim <= 1], "peak": config.rate, "weight_decay": 0.0},
        {"params": new, "peak": config.rate * config.fresh, "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=config.rate, fused=True)


def _batches_from(
    config: TrainConfig, corpus: dataset.Corpus, marks: dataset.SpecialPieces, epoch: int, done: int
) -> Iterator[tuple[dataset.Batch, int, int]]:
    """Yield batches from a position on, each with the position after it."""
    while True:
        plan = dataset.plan_batches(dataset.cut_windows(corpus, config.seed, epoch), config.budget, config.seed, epoch)
        for at, batch in enumerate(dataset.iterate_batches(corpus, marks, plan[done:]), done + 1):
            yield batch, epoch, at
        epoch, done = epoch + 1, 0


def _train_step(
    student: model.Student,
    optimizer: torch.optim.AdamW,
    batch: dataset.Batch,
    goal: LossWeights,
    config: TrainConfig,
    shown: int,
    device: torch.device,
) -> Loss:
    def moved(values: np.ndarray[Any, Any]) -> Tensor:
        return torch.from_numpy(values).to(device, non_blocking=True)

    for group in optimizer.param_groups:
        group["lr"] = group["peak"] * _rate_factor(shown / config.sequences, config.warmup)
    with torch.autocast(device.type, torch.bfloat16, enabled=_uses_bf16(device)):
        hidden = student.encode(*map(moved, (batch.ids, batch.attention, batch.shapes, batch.gaps, batch.traits)))
    soft = None
    if batch.kept is not None and batch.weights is not None:
        soft = (moved(batch.kept), moved(batch.weights))
    emissions = student.emit(hidden[:, 1:-1])
    parts = batch_loss(emissions, moved(batch.labels), moved(batch.live), soft, student.crf, goal)
    optimizer.zero_grad(set_to_none=True)
    parts.total.backward()  # type: ignore[no-untyped-call]
    nn.utils.clip_grad_norm_(student.parameters(), config.clip)
    optimizer.step()
    return Loss(*(part.detach() for part in parts))


def _uses_bf16(device: torch.device) -> bool:
    """Tell whether to train in bf16. A CPU with AVX2 alone emulates it, many times slower than float32."""
    return device.type != "cpu" or torch.backends.cpu.get_cpu_capability() not in ("DEFAULT", "AVX2")


def _rate_factor(done: float, warmup: float) -> float:
    """Return the learning rate as a share of its peak: linear warm-up, then linear decay to zero."""
    return min(done / warmup if warmup else 1.0, (1 - done) / (1 - warmup))


def _add_to_average(student: model.Student, state: _TrainState) -> None:
    for name, p in student.named_parameters():
        if p.requires_grad:
            held = state.averaged.get(name)
            if held is None:
                state.averaged[name] = p.detach().clone()
            else:
                held += p.detach()
    state.count += 1


class _LogMeter:
    """This meter averages losses and speed since the last entry of the log; there is an entry every ten steps."""

    def __init__(self) -> None:
        self.parts: list[Loss] = []
        self.began, self.sequences, self.pieces = time.perf_counter(), 0, 0

    def read(
        self, state: _TrainState, batch: dataset.Batch, parts: Loss, optimizer: torch.optim.AdamW
    ) -> dict[str, float] | None:
        self.parts.append(parts)
        self.sequences += len(batch.ids)
        self.pieces += int(batch.attention.sum())
        if state.step % _STEPS_PER_ENTRY:
            return None
        means = {name: float(torch.stack([getattr(p, name) for p in self.parts]).mean()) for name in Loss._fields}
        passed = time.perf_counter() - self.began
        entry: dict[str, float] = {"step": state.step, "shown": state.shown, "epoch": state.epoch} | {
            name: round(value, 5) for name, value in means.items()
        }
        entry["rate"] = optimizer.param_groups[0]["lr"]
        entry["sequences_per_s"] = round(self.sequences / passed, 1)
        entry["pieces_per_s"] = round(self.pieces / passed)
        self.parts = []
        self.began, self.sequences, self.pieces = time.perf_counter(), 0, 0
        return entry


def _write_checkpoint(
    config: TrainConfig,
    out: Path,
    student: model.Student,
    optimizer: torch.optim.AdamW,
    state: _TrainState,
    device: torch.device,
) -> None:
    held = {
        "config": asdict(config),
        "model": student.state_dict(),
        "optimizer": optimizer.state_dict(),
        "state": {name: getattr(state, name) for name in state.__slots__},
        "random": torch.get_rng_state(),
        "random_cuda": torch.cuda.get_rng_state() if device.type == "cuda" else None,
    }
    with atomic(out / _CHECKPOINT) as part:
        torch.save(held, part)


def _resume_state(
    config: TrainConfig, out: Path, student: model.Student, optimizer: torch.optim.AdamW, device: torch.device
) -> _TrainState:
    path = out / _CHECKPOINT
    if not path.is_file():
        return _TrainState()
    held = torch.load(path, map_location=device, weights_only=True)
    if held["config"] != asdict(config):
        raise ValueError(f"{out} holds the checkpoint of another configuration; choose another folder or remove it")
    student.load_state_dict(held["model"])
    optimizer.load_state_dict(held["optimizer"])
    torch.set_rng_state(held["random"].cpu())
    if held["random_cuda"] is not None and device.type == "cuda":
        torch.cuda.set_rng_state(held["random_cuda"].cpu())
    return _TrainState(**held["state"])
