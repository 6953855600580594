"""A student small enough to reason about: a Title-Case word is a person, a number an age, "ward" a department."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from string import ascii_lowercase, digits, punctuation
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

from redactor.detect.student.features import FEATURES, Shape
from redactor.detect.student.word_traits import TRAITS

LABELS = ["O", "B-PERSON", "I-PERSON", "B-AGE", "I-AGE", "B-DEPARTMENT", "I-DEPARTMENT"]
_SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
_CHARACTERS = [*ascii_lowercase, *digits, *punctuation]
VOCABULARY = [*_SPECIAL, *_CHARACTERS, *(f"##{c}" for c in _CHARACTERS), "ward"]


def card(**changes: Any) -> dict[str, Any]:
    """A card that fits the network; changes replace its entries."""
    n = len(LABELS)
    illegal = -1e4
    transitions = [[0.0] * n for _ in range(n)]
    for a in range(n):
        for b in range(2, n, 2):
            if a not in (b, b - 1):
                transitions[a][b] = illegal
    start = [illegal if i and i % 2 == 0 else 0.0 for i in range(n)]
    return {
        "format": 2, "name": "tiny", "version": "1", "labels": LABELS,
        "entities": {"PERSON": "PERSON", "AGE": "AGE", "DEPARTMENT": None},
        "start": start, "transitions": transitions, "end": [0.0] * n, "temperature": 1.0,
        "thresholds": {"PERSON": 0.5, "AGE": 0.5}, "window": 24, "stride": 16, "features": FEATURES,
        "special": {"cls": 2, "sep": 3, "pad": 0},
    } | changes  # fmt: skip


def write_model(folder: Path, **changes: Any) -> Path:
    """A model folder as the export writes it; changes replace entries of the card."""
    folder.mkdir(parents=True, exist_ok=True)
    words = Tokenizer(WordPiece({w: i for i, w in enumerate(VOCABULARY)}, unk_token="[UNK]"))
    words.normalizer, words.pre_tokenizer = BertNormalizer(lowercase=True), BertPreTokenizer()
    words.save(str(folder / "tokenizer.json"))
    by_id = np.zeros((len(VOCABULARY), len(LABELS)), dtype=np.float32)
    by_id[VOCABULARY.index("ward")] = [0, 0, 0, 0, 0, 9, 0]
    by_shape = np.zeros((len(Shape), len(LABELS)), dtype=np.float32)
    by_shape[:, 0] = 6
    by_shape[Shape.TITLE] = [0, 5, 6, 0, 0, 0, 0]
    by_shape[Shape.DIGITS_1_2] = [0, 0, 0, 5, 6, 0, 0]
    ones = np.zeros((5, len(LABELS)), dtype=np.float32)
    inputs = [helper.make_tensor_value_info(n, TensorProto.INT64, ["b", "t"]) for n in ("input_ids", "shapes", "gaps")]
    inputs.append(helper.make_tensor_value_info("traits", TensorProto.FLOAT, ["b", "t", TRAITS]))
    nodes = [
        helper.make_node("Gather", ["ids", "input_ids"], ["a"]),
        helper.make_node("Gather", ["by_shape", "shapes"], ["b"]),
        helper.make_node("Gather", ["by_gap", "gaps"], ["c"]),
        helper.make_node("Sum", ["a", "b", "c"], ["emissions"]),
    ]
    graph = helper.make_graph(
        nodes, "tiny", inputs,
        [helper.make_tensor_value_info("emissions", TensorProto.FLOAT, ["b", "t", len(LABELS)])],
        [numpy_helper.from_array(x, n) for n, x in (("ids", by_id), ("by_shape", by_shape), ("by_gap", ones))],
    )  # fmt: skip
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(model, str(folder / "student.onnx"))
    sums = {n: hashlib.sha256((folder / n).read_bytes()).hexdigest() for n in ("student.onnx", "tokenizer.json")}
    (folder / "student.json").write_text(json.dumps(card(**changes) | {"sha256": sums}))
    return folder
