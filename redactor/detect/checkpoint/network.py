"""Load a token classifier of `transformers` from a folder, check it, and compute probabilities for windows of ids.

torch and transformers come with the extra `train` and are imported only here. Nothing is looked up on a hub, and no
code of a model is run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from redactor.costs import for_caller, holding_gpu
from redactor.errors import ModelError

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

CONFIG = "config.json"
_READ = frozenset({".json", ".safetensors", ".bin", ".txt", ".model"})  # files that determine the readings
_VOCABULARIES = (("tokenizer.json",), ("vocab.txt",), ("vocab.json", "merges.txt"), ("*.model",))
_LONGEST = 1024  # maximum pieces in a window: attention costs memory quadratically, and longer windows gain little
_SHORTEST = 8
_BUCKETS = (64, 128, 256, 512, _LONGEST)
_BATCH_PIECES = 16_384  # pieces of a batch on a GPU; only its bucket determines the number of rows


class Network:
    """Score windows with a token classifier and its tokenizer.

    names: its labels, in the order of its scores. tokenizer: without truncation and padding. window: maximum pieces at
    a time. version: architecture, checksum, back end. Raises ModelError if classifier and tokenizer are damaged or do
    not fit each other.

    On a CPU each window is a batch of its own, in float32 and on one thread: the shape of a matrix product determines
    its kernel, and with it the last bits of its sums, so that padding and other notes would change a note's scores. For
    the same reason a batch on a GPU (bfloat16) always has the shape of its bucket, padded with rows where windows are
    few, and a mixture of experts, which sorts the pieces of a whole batch, scores one window at a time there too.
    threads: windows scored at a time on a CPU; torch's own threads are set to one for the whole process.
    """

    def __init__(self, folder: Path, threads: int, device: str) -> None:
        """Load the model. device: "cpu" or "cuda". Raises ModelError, also if there is no such device."""
        self._torch, transformers = import_transformers(
            'a checkpoint in the student\'s place needs torch and transformers: pip install "clinical-redactor[train]"'
        )
        on_gpu = self._on_gpu = device == "cuda"
        if on_gpu and not self._torch.cuda.is_available():
            raise ModelError('device is "cuda", but torch sees no GPU here; set device = "cpu"')
        model, self.tokenizer, longest, padding = _load_model(transformers, folder, "bfloat16" if on_gpu else "float32")
        self.names = _label_names(model.config)
        self._before, self._after = _special_tokens(self.tokenizer)
        self.window = _maximum_pieces(self._torch, model, longest) - len(self._before) - len(self._after)
        if self.window < _SHORTEST:
            raise ModelError(f"{CONFIG} of the checkpoint leaves {self.window} pieces to a window; that is too few")
        rows = model.get_input_embeddings().weight.shape[0]
        highest = max(self.tokenizer.get_vocab(with_added_tokens=True).values(), default=-1)
        if not rows // 2 <= highest < rows:  # weights may have rows to spare, but few
            raise ModelError(
                f"the checkpoint's tokenizer has ids up to {highest}, its weights {rows} rows of embeddings: "
                "tokenizer and weights belong to different models"
            )
        self._padding = padding if padding is not None and 0 <= padding < rows else 0
        self._model = model.to("cuda") if on_gpu else model
        self._batching = on_gpu and not _is_mixture(model.config)
        self._pool = None
        if not on_gpu:
            self._torch.set_num_threads(1)
            self._pool = ThreadPoolExecutor(threads, "checkpoint") if threads > 1 else None
        self.version = f"{model.config.model_type} {model_checksum(folder)} {'cuda bf16' if on_gpu else 'cpu fp32'}"
        self._self_test()

    def probabilities(self, windows: Sequence[Ints]) -> list[Floats]:
        """Return (pieces, labels) for each window of ids; the values may be NaN if the weights are damaged."""
        framed = [np.concatenate((self._before, w, self._after)) for w in windows]
        with holding_gpu() if self._on_gpu else nullcontext():
            if self._batching:
                scores = self._batched(framed)
            elif self._pool is None:
                scores = [self._score_single(ids) for ids in framed]
            else:
                scores = list(self._pool.map(for_caller(self._score_single), framed))
        last = len(self._after)
        return [_softmax(s[len(self._before) : len(s) - last]) for s in scores]

    def _self_test(self) -> None:
        """Score a full window, so that positions, labels and numbers are verified before the first note."""
        word = self.tokenizer.encode("a", add_special_tokens=False).ids or [self._padding]
        try:
            (result,) = self.probabilities([np.full(self.window, word[0], dtype=np.int64)])
        except Exception as e:
            raise ModelError(
                f"the checkpoint cannot read a window of {self.window} pieces ({type(e).__name__})"
            ) from None
        if result.shape != (self.window, len(self.names)):
            raise ModelError(
                f"the checkpoint gives {result.shape[-1]} scores per piece, but {CONFIG} lists {len(self.names)} labels"
            )
        if not np.isfinite(result).all():
            raise ModelError("the checkpoint's weights are damaged: its scores are not numbers")

    def _score_single(self, ids: Ints) -> npt.NDArray[np.float32]:
        scores: npt.NDArray[np.float32] = self._forward(ids[None], np.ones((1, len(ids)), dtype=np.int64))[0]
        return scores

    def _batched(self, framed: Sequence[Ints]) -> list[npt.NDArray[np.float32]]:
        found: list[npt.NDArray[np.float32]] = [np.zeros((0, 0), dtype=np.float32)] * len(framed)
        longest = self.window + len(self._before) + len(self._after)
        for bucket, chosen in _batches([len(ids) for ids in framed], longest):
            ids = np.full((_BATCH_PIECES // bucket, bucket), self._padding, dtype=np.int64)
            mask = np.zeros_like(ids)
            mask[:, 0] = 1  # attention needs at least one position, in rows of padding too
            for row, i in enumerate(chosen):
                ids[row, : len(framed[i])] = framed[i]
                mask[row, : len(framed[i])] = 1
            scores = self._forward(ids, mask)
            for row, i in enumerate(chosen):
                found[i] = scores[row, : len(framed[i])]
        return found

    def _forward(self, ids: Ints, mask: Ints) -> npt.NDArray[np.float32]:
        torch, device = self._torch, self._model.device
        with torch.inference_mode():
            given = {"input_ids": torch.from_numpy(ids).to(device), "attention_mask": torch.from_numpy(mask).to(device)}
            scores: npt.NDArray[np.float32] = self._model(**given).logits.float().cpu().numpy()
        return scores


def _batches(lengths: Sequence[int], longest: int) -> Iterator[tuple[int, list[int]]]:
    """Yield (bucket, indices of windows): each window goes into the smallest bucket that holds it.

    longest: the longest window of the model.
    """
    fitting: dict[int, list[int]] = {}
    for i, length in enumerate(lengths):
        fitting.setdefault(min(longest, next(b for b in _BUCKETS if length <= b)), []).append(i)
    for bucket, chosen in sorted(fitting.items()):
        rows = _BATCH_PIECES // bucket
        for at in range(0, len(chosen), rows):
            yield bucket, chosen[at : at + rows]


def _softmax(scores: npt.NDArray[np.float32]) -> Floats:
    wide = scores.astype(np.float64)
    wide -= wide.max(axis=1, keepdims=True, initial=-np.inf)
    np.exp(wide, out=wide)
    shares: Floats = wide / wide.sum(axis=1, keepdims=True)
    return shares


# --- loading --------------------------------------------------------------------------------------------------------


def import_transformers(missing: str) -> tuple[Any, Any]:
    """Return the modules torch and transformers. Raises ModelError with the words of `missing` if they are."""
    try:
        import torch
        import transformers
    except ImportError:
        raise ModelError(missing) from None
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    return torch, transformers


def _load_model(transformers: Any, folder: Path, dtype: str) -> tuple[Any, Tokenizer, int, int | None]:
    """Return model, tokenizer, the maximum length that the tokenizer states, and the id of padding."""
    if not (folder / CONFIG).is_file():
        raise ModelError(f"no checkpoint: {CONFIG} is missing in {folder}; names of models on a hub are not looked up")
    # Without vocabulary files transformers builds an empty tokenizer, for which every word is unknown.
    if not any(all(any(folder.glob(name)) for name in names) for names in _VOCABULARIES):
        wanted = ", ".join(" with ".join(names) for names in _VOCABULARIES)
        raise ModelError(f"the checkpoint has no tokenizer: its folder holds none of {wanted}")
    only: dict[str, Any] = {"local_files_only": True, "trust_remote_code": False}
    try:
        config = transformers.AutoConfig.from_pretrained(str(folder), **only)
    except Exception as e:
        raise ModelError(f"{CONFIG} of the checkpoint cannot be read ({type(e).__name__})") from None
    kinds = getattr(config, "architectures", None) or []
    if not any(str(kind).endswith("ForTokenClassification") for kind in kinds):
        raise ModelError(f"{CONFIG} of the checkpoint names no ...ForTokenClassification: it is not a token classifier")
    try:
        wrapped = transformers.AutoTokenizer.from_pretrained(str(folder), **only)
    except Exception as e:
        raise ModelError(f"the checkpoint's tokenizer cannot be read ({type(e).__name__})") from None
    if not getattr(wrapped, "is_fast", False):
        raise ModelError(
            "the checkpoint's tokenizer gives no offsets; save it with a tokenizer.json (a fast tokenizer)"
        )
    try:
        model, seen = transformers.AutoModelForTokenClassification.from_pretrained(
            str(folder), config=config, dtype=dtype, output_loading_info=True, **only
        )
    except Exception as e:
        raise ModelError(
            f"the checkpoint's weights are missing, damaged or do not fit its {CONFIG} ({type(e).__name__})"
        ) from None
    if seen["missing_keys"] or seen["mismatched_keys"]:
        missing = len(seen["missing_keys"]) + len(seen["mismatched_keys"])
        raise ModelError(f"the checkpoint lacks {missing} of its model's weights: it is not a trained token classifier")
    tokenizer: Tokenizer = wrapped.backend_tokenizer
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.encode_special_tokens = True  # "[SEP]" in a note is text, unless it is a word of the vocabulary
    return model.eval(), tokenizer, int(wrapped.model_max_length), wrapped.pad_token_id


def _label_names(config: Any) -> tuple[str, ...]:
    names = config.id2label or {}
    if sorted(names) != list(range(len(names))) or not names:
        raise ModelError(f"id2label in {CONFIG} of the checkpoint does not number its labels from 0")
    return tuple(str(names[i]) for i in range(len(names)))


def _special_tokens(tokenizer: Tokenizer) -> tuple[Ints, Ints]:
    """Return the special pieces before and after a text."""
    encoding = tokenizer.encode("a", add_special_tokens=True)
    inner = np.flatnonzero(np.array(encoding.special_tokens_mask) == 0)
    ids = np.array(encoding.ids, dtype=np.int64)
    first, last = (int(inner[0]), int(inner[-1]) + 1) if len(inner) else (len(ids), len(ids))
    return ids[:first], ids[last:]


def _maximum_pieces(torch: Any, model: Any, longest: int) -> int:
    """Return the maximum pieces of the model, special pieces included."""
    positions = getattr(model.config, "max_position_embeddings", None) or 512
    for name, module in model.named_modules():
        # RoBERTa and related models number positions from after the padding's.
        if (
            name.endswith("position_embeddings")
            and isinstance(module, torch.nn.Embedding)
            and module.padding_idx is not None
        ):
            positions = min(positions, module.num_embeddings - module.padding_idx - 1)
    return min(positions, longest, _LONGEST)


def _is_mixture(config: Any) -> bool:
    return bool(getattr(config, "num_local_experts", None) or getattr(config, "num_experts", None))


def model_checksum(folder: Path) -> str:
    """Return a part of the SHA-256, in hexadecimal, over the names and contents of the files of a model."""
    total = hashlib.sha256()
    for path in sorted(p for p in folder.iterdir() if p.suffix in _READ and p.is_file()):
        with path.open("rb") as f:
            total.update(f"{path.name}\0{hashlib.file_digest(f, 'sha256').hexdigest()}\0".encode())
    return total.hexdigest()[:12]
