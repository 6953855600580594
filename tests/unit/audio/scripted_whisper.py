"""A Whisper model for faster-whisper without weights: it says chosen words at chosen times, whatever it hears.

Its decoder looks at the position alone: position n gives the n-th token, and its one attention head looks at the time
at which that token is spoken. So the real code loads, decodes and aligns it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

pytest.importorskip("faster_whisper")

import ctranslate2.specs.whisper_spec as whisper_spec
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers

_Floats = npt.NDArray[np.float32]

_POSITIONS = 448
_TIMES = 1500
"""Of 20 ms each."""

_UNUSED = "<|unused|>"
"""Empty in the vocabulary of CTranslate2, which takes a model with an empty token for one of several languages."""

Script = Sequence[tuple[str, float, float]]
"""Words with the space before them, their start and their end in seconds."""


def build(
    folder: Path,
    script: Script,
    *,
    languages: Sequence[str] = (),
    detected: str = "en",
    width: int = 448,
    bands: int = 80,
) -> Path:
    """languages: of a multilingual model, of which it detects `detected`. width: of the model; a narrow one is faster,
    and has coarser times (30 s / width) and fewer words (under width)."""
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = _tokenizer(script, languages)
    tokenizer.save(str(folder / "tokenizer.json"))
    numbers = range(tokenizer.get_vocab_size())
    tokens = ["" if tokenizer.id_to_token(number) == _UNUSED else tokenizer.id_to_token(number) for number in numbers]
    spec: Any = whisper_spec.WhisperSpec(1, 1, 1, 1)
    bin_size = -(-_TIMES // width)
    _encoder(spec.encoder, bands, width, bin_size)
    _decoder(spec.decoder, len(tokens), width)
    projection, queries = _said(tokenizer, script, bool(languages), width, bin_size)
    if languages:
        projection[tokenizer.token_to_id(f"<|{detected}|>"), 0] = 6.0
    _attention(spec.decoder.layer[0].attention, width, queries)
    spec.decoder.projection.weight = projection * np.float32(2.0)
    spec.decoder.projection.bias = np.zeros(len(tokens), np.float32)
    spec.config.suppress_ids = []
    spec.config.suppress_ids_begin = []
    spec.config.alignment_heads = [[0, 0]]
    spec.config.lang_ids = [tokenizer.token_to_id(f"<|{code}|>") for code in languages or ("en",)]
    spec.register_vocabulary(tokens)
    spec.validate()
    spec.optimize(quantization=None)
    spec.save(str(folder))
    (folder / "preprocessor_config.json").write_text(json.dumps({"feature_size": bands, "chunk_length": 30}))
    return folder


def _tokenizer(script: Script, languages: Sequence[str]) -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    trainer = trainers.BpeTrainer(vocab_size=2000, initial_alphabet=alphabet, show_progress=False, min_frequency=1)
    tokenizer.train_from_iterator([word for word, _, _ in script] or [" nothing"], trainer)
    control = ["<|endoftext|>", "<|startoftranscript|>", *(f"<|{code}|>" for code in languages or ("en",))]
    control += [
        "<|translate|>",
        "<|transcribe|>",
        "<|startoflm|>",
        "<|startofprev|>",
        "<|nospeech|>",
        "<|notimestamps|>",
    ]
    times = [f"<|{number * 0.02:.2f}|>" for number in range(_TIMES + 1)]
    added = [*([_UNUSED] if languages else []), *control, *times]
    tokenizer.add_special_tokens([AddedToken(token, special=True) for token in added])
    return tokenizer


def _said(
    tokenizer: Tokenizer, script: Script, multilingual: bool, width: int, bin_size: int
) -> tuple[_Floats, _Floats]:
    """What the decoder says at each position, and which times it looks at there."""
    size = tokenizer.get_vocab_size()
    projection, queries = np.zeros((size, width), np.float32), np.zeros((width, width), np.float32)
    first_time = tokenizer.token_to_id("<|0.00|>")
    position = 2 if multilingual else 0  # of the last token of the prompt: what it says comes next
    projection[first_time, position] = 1.0
    for text, start, end in script:
        numbers = tokenizer.encode(text, add_special_tokens=False).ids
        for index, number in enumerate(numbers):
            position += 1
            projection[number, position] = 1.0
            begin = int((start + (end - start) * index / len(numbers)) / 0.02) // bin_size
            until = int(np.ceil((start + (end - start) * (index + 1) / len(numbers)) / 0.02 / bin_size))
            queries[begin : max(begin + 1, until), position] = 1.0
    last = round(script[-1][2] / 0.02) if script else 0
    projection[first_time + min(_TIMES, last), position + 1] = 1.0
    projection[tokenizer.token_to_id("<|endoftext|>"), position + 2] = 1.0
    queries[min(_TIMES - 1, last) // bin_size :, position + 1] = 1.0
    return projection, queries


def _encoder(encoder: Any, bands: int, width: int, bin_size: int) -> None:
    encoder.conv1.weight, encoder.conv1.bias = _zeros(width, bands, 3), _zeros(width)
    encoder.conv2.weight, encoder.conv2.bias = _zeros(width, width, 3), _zeros(width)
    encoder.position_encodings.encodings = np.eye(width, dtype=np.float32)[np.arange(_TIMES) // bin_size]
    _norm(encoder.layer_norm, width)
    _layer(encoder.layer[0], width)


def _decoder(decoder: Any, tokens: int, width: int) -> None:
    decoder.embeddings.weight = _zeros(tokens, width)
    decoder.position_encodings.encodings = np.eye(_POSITIONS, width, dtype=np.float32)
    _norm(decoder.layer_norm, width)
    _layer(decoder.layer[0], width)


def _layer(layer: Any, width: int) -> None:
    _norm(layer.self_attention.layer_norm, width)
    _linear(layer.self_attention.linear[0], _zeros(3 * width, width))
    _linear(layer.self_attention.linear[1], _zeros(width, width))
    _norm(layer.ffn.layer_norm, width)
    _linear(layer.ffn.linear_0, _zeros(32, width))
    _linear(layer.ffn.linear_1, _zeros(width, 32))


def _attention(attention: Any, width: int, queries: _Floats) -> None:
    _norm(attention.layer_norm, width)
    _linear(attention.linear[0], queries * np.float32(2.0))
    _linear(attention.linear[1], np.concatenate([np.eye(width, dtype=np.float32), _zeros(width, width)]))
    _linear(attention.linear[2], _zeros(width, width))


def _norm(norm: Any, width: int) -> None:
    norm.gamma, norm.beta = np.ones(width, np.float32), _zeros(width)


def _linear(linear: Any, weight: _Floats) -> None:
    linear.weight, linear.bias = weight, _zeros(weight.shape[0])


def _zeros(*shape: int) -> _Floats:
    return np.zeros(shape, np.float32)
