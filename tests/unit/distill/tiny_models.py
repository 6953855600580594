"""A tiny encoder and tokenizer, built on the fly for the tests of training."""

from __future__ import annotations

import string
from collections.abc import Iterator
from pathlib import Path

import pytest

try:
    import torch
    import transformers
except ImportError:  # without the extra `train` the tests must fail visibly
    pytest.skip("NOT TESTED: torch and transformers are absent (extra `train`)", allow_module_level=True)

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from redactor.distill.examples import Example

torch.set_num_threads(1)  # for models this small, threads cost more than they save

NAMES = ("anna", "boris", "clara", "dimitri", "elena", "farid")
WORDS = ("seen", "by", "in", "clinic", "today", "with", "cough", "and", "fever", "no", "change", "since", "visit")


def tokenizer() -> Tokenizer:
    """An uncased WordPiece tokenizer that knows the words here, single characters, and a few endings."""
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *NAMES, *WORDS, *string.ascii_lowercase, *string.digits, ".", ",", "-"]
    words += [f"##{c}" for c in string.ascii_lowercase + string.digits]
    made = Tokenizer(models.WordPiece({w: i for i, w in enumerate(words)}, unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return made


def encoder(folder: Path, seed: int = 0) -> str:
    """Write a BERT of two layers with random weights. Returns the name of its folder."""
    made = tokenizer()
    config = transformers.BertConfig(
        vocab_size=made.get_vocab_size(),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=128,
        max_position_embeddings=260,
    )
    torch.manual_seed(seed)
    transformers.BertModel(config).save_pretrained(folder)
    made.save(str(folder / "tokenizer.json"))
    return str(folder)


def examples(count: int) -> Iterator[Example]:
    """Sentences with a name at a position that only the name itself reveals."""
    for i in range(count):
        name = NAMES[i % len(NAMES)].title()
        before = " ".join(WORDS[(i + k) % len(WORDS)] for k in range(i % 7))
        after = " ".join(WORDS[(3 * i + k) % len(WORDS)] for k in range(2 + i % 5))
        head = f"{before} " if before else ""
        yield Example(
            f"e{i}", "line", "made", f"{head}{name} {after}.", ((len(head), len(head) + len(name), "PATIENT"),)
        )
