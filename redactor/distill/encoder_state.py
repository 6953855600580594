"""Weights of an exported student as a torch state, to continue its training or to use it as a voter, and back.

The weights of an exported student differ from the trained ones by int8 rounding
(`redactor.detect.student.weights`). The embedding of the single token type is merged into the position embeddings.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
import transformers
from torch import Tensor

from redactor.detect.student import card as runtime
from redactor.detect.student.weights import Layer, Linear, Norm, Weights, read_weights

_PARTS = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "out": "attention.output.dense",
    "attended": "attention.output.LayerNorm",
    "up": "intermediate.dense",
    "down": "output.dense",
    "done": "output.LayerNorm",
}


def restored(folder: Path) -> tuple[dict[str, Tensor], transformers.BertConfig, runtime.Card]:
    """The state of a `redactor.distill.model.Student`, its encoder's configuration, and the card of the export.

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
    state |= _named("encoder.embeddings.LayerNorm", weights.norm) | _named("head", weights.head)
    for number, layer in enumerate(weights.layers):
        for part, module in _PARTS.items():
            state |= _named(f"encoder.encoder.layer.{number}.{module}", getattr(layer, part))
    return {name: torch.from_numpy(np.array(v, dtype=np.float32)) for name, v in state.items()}, _config(weights), card


def check_encoder(config: transformers.PretrainedConfig) -> None:
    """Raises ValueError if the export cannot write an encoder of this kind."""
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


def exportable(state: Mapping[str, Tensor], config: transformers.PretrainedConfig) -> Weights:
    """The weights of a `redactor.distill.model.Student`, from its state and its encoder's configuration.

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
            for part, module in _PARTS.items()
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


def _named(module: str, part: Linear | Norm) -> dict[str, npt.NDArray[np.float32]]:
    if isinstance(part, Linear):
        return {f"{module}.weight": part.weight.T, f"{module}.bias": part.bias}
    return {f"{module}.weight": part.scale, f"{module}.bias": part.shift}


def _config(weights: Weights) -> transformers.BertConfig:
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
