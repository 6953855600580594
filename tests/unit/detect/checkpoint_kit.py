"""Tiny randomly initialised checkpoints of four architectures and label sets, rigged to know five words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import ascii_letters, digits, punctuation
from typing import Any

from redactor.entities import Entity

WIDE, LONGEST = 48, 514
WORDS = ("Ann", "Smith", "Boyle", "March", "word", "Saw", "then", "in", "the", "patient")


@dataclass(frozen=True)
class Kind:
    """A kind of checkpoint: its preset, its labels, the label of each known word, and the entity of that label."""

    preset: str
    labels: tuple[str, ...]
    known: dict[str, str]
    person: Entity
    doctor: Entity
    parts: bool  # whether its labels tell two neighbours of one class apart


def _prefixed(prefixes: str, classes: str) -> tuple[str, ...]:
    return tuple(f"{p}-{c}" for c in classes.split() for p in prefixes)


KINDS = {
    "bert": Kind(
        "stanford-deidentifier-v2",
        ("O", "VENDOR", "DATE", "HCW", "HOSPITAL", "ID", "PATIENT", "PHONE", "AGE"),
        {"Ann": "PATIENT", "Smith": "PATIENT", "Boyle": "HCW", "March": "DATE"},
        Entity.PATIENT,
        Entity.DOCTOR,
        parts=False,
    ),
    "privacy": Kind(
        "openai-privacy-filter",
        ("O", *_prefixed("BIES", "account_number private_address private_date private_email private_person "
                         "private_phone private_url secret")),
        {"Ann": "B-private_person", "Smith": "E-private_person", "Boyle": "S-private_person",
         "March": "S-private_date"},
        Entity.PERSON,
        Entity.PERSON,
        parts=True,
    ),
    "roberta": Kind(
        "obi-deid-roberta-i2b2",
        tuple(sorted(("O", *_prefixed("BILU", "AGE DATE EMAIL HOSP ID LOC OTHERPHI PATIENT PATORG PHONE STAFF")))),
        {"Ann": "B-PATIENT", "Smith": "L-PATIENT", "Boyle": "U-STAFF", "March": "U-DATE"},
        Entity.PATIENT,
        Entity.DOCTOR,
        parts=True,
    ),
    "deberta": Kind(
        "shield-deberta-v3",
        ("O", *_prefixed("BI", "AGE DATE DOCTOR HOSPITAL ID LOCATION PATIENT PHONE WEB")),
        {"Ann": "B-PATIENT", "Smith": "I-PATIENT", "Boyle": "B-DOCTOR", "March": "B-DATE"},
        Entity.PATIENT,
        Entity.DOCTOR,
        parts=True,
    ),
}  # fmt: skip


def _word_pieces() -> Any:
    from transformers import BertTokenizer

    characters = [*ascii_letters[:26], *digits, *punctuation]
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *characters, *(f"##{c}" for c in characters)]
    vocabulary += [w.lower() for w in WORDS]
    return BertTokenizer(vocab={w: i for i, w in enumerate(vocabulary)}, do_lower_case=True)


def _byte_pairs() -> tuple[dict[str, int], list[tuple[str, str]]]:
    import json

    from tokenizers import Tokenizer
    from tokenizers.models import BPE
    from tokenizers.pre_tokenizers import ByteLevel
    from tokenizers.trainers import BpeTrainer

    made = Tokenizer(BPE())
    made.pre_tokenizer = ByteLevel(add_prefix_space=False)
    trainer = BpeTrainer(
        vocab_size=400,
        min_frequency=2,
        special_tokens=["<s>", "<pad>", "</s>", "<unk>", "<mask>"],
        initial_alphabet=ByteLevel.alphabet(),
        show_progress=False,
    )
    made.train_from_iterator([f"{w} {w}" for w in WORDS] * 3, trainer)
    model = json.loads(made.to_str())["model"]
    return model["vocab"], [(a, b) for a, b in model["merges"]]


def _roberta_pieces() -> Any:
    from transformers import RobertaTokenizer

    vocabulary, merges = _byte_pairs()
    return RobertaTokenizer(vocab=vocabulary, merges=merges)


def _bare_pieces() -> Any:
    """As the privacy filter's: byte pairs without special pieces around a text."""
    from tokenizers import Tokenizer
    from tokenizers.models import BPE
    from tokenizers.pre_tokenizers import ByteLevel
    from transformers import PreTrainedTokenizerFast

    vocabulary, merges = _byte_pairs()
    made = Tokenizer(BPE(vocab=vocabulary, merges=merges))
    made.pre_tokenizer = ByteLevel(add_prefix_space=False)
    return PreTrainedTokenizerFast(tokenizer_object=made, pad_token="<pad>", eos_token="</s>")


def _sentence_pieces() -> Any:
    from transformers import DebertaV2Tokenizer

    pieces = [(p, 0.0) for p in ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")]
    pieces += [("▁", -4.0)] + [(c, -9.0) for c in (*ascii_letters, *digits, *punctuation)]
    pieces += [(f"▁{w}", -5.0) for w in WORDS]
    return DebertaV2Tokenizer(vocab=pieces)


_TOKENIZERS: dict[str, Callable[[], Any]] = {
    "bert": _word_pieces, "privacy": _bare_pieces, "roberta": _roberta_pieces, "deberta": _sentence_pieces,
}  # fmt: skip


def _model(kind: str, labels: Sequence[str], rows: int, padding: int) -> Any:
    import transformers as t

    common = {
        "vocab_size": rows, "hidden_size": WIDE, "num_hidden_layers": 1, "num_attention_heads": 2,
        "intermediate_size": WIDE, "pad_token_id": padding, "max_position_embeddings": LONGEST,
        "id2label": dict(enumerate(labels)), "label2id": {x: i for i, x in enumerate(labels)},
    }  # fmt: skip
    if kind == "bert":
        return t.BertForTokenClassification(t.BertConfig(**common))
    if kind == "roberta":
        return t.RobertaForTokenClassification(t.RobertaConfig(**common))
    if kind == "deberta":
        shaped = {
            "relative_attention": True, "position_buckets": 32, "norm_rel_ebd": "layer_norm", "share_att_key": True,
            "pos_att_type": ["p2c", "c2p"], "position_biased_input": False, "type_vocab_size": 0,
        }  # fmt: skip
        return t.DebertaV2ForTokenClassification(t.DebertaV2Config(**common, **shaped))
    small = {"num_key_value_heads": 1, "head_dim": 16, "num_local_experts": 4, "num_experts_per_tok": 2,
             "sliding_window": 16, "eos_token_id": 2}  # fmt: skip
    return t.OpenAIPrivacyFilterForTokenClassification(t.OpenAIPrivacyFilterConfig(**common, **small))


def _rig(
    model: Any, tokenizer: Any, labels: Sequence[str], known: dict[str, str], rises: float, outside: float
) -> None:
    """Give all pieces of one label the same embedding, and solve the last layer for the label of what the model makes
    of it.
    """
    import torch

    names = {w.lower(): x for w, x in known.items()}
    of = {i: labels.index(names.get(p.strip("Ġ▁").lower(), "O")) for p, i in tokenizer.get_vocab().items()}
    head = model.classifier if hasattr(model, "classifier") else model.score
    seen: list[Any] = []
    with torch.no_grad():
        table = model.get_input_embeddings().weight
        patterns = torch.randn(len(labels), WIDE)
        for i in range(len(table)):
            table[i] = patterns[of.get(i, labels.index("O"))]
        for name, weight in model.named_parameters():
            if "position_embeddings" in name or "token_type" in name:
                weight.zero_()
        catch = head.register_forward_pre_hook(lambda _, given: seen.append(given[0][0, 1]))
        used = sorted(set(of.values()))
        plain = next(i for i, x in of.items() if labels[x] == "O" and i > 5)
        for label in used:
            model(input_ids=torch.tensor([[plain, next(i for i, x in of.items() if x == label and i > 5), plain]]))
        catch.remove()
        wanted = torch.zeros(len(used), len(labels))
        wanted[range(len(used)), used] = rises
        head.weight.copy_(torch.linalg.lstsq(torch.stack(seen), wanted).solution.T)
        if head.bias is not None:
            head.bias.zero_()
            head.bias[labels.index("O")] = outside


def write_checkpoint(
    folder: Path, name: str, *, rigged: bool = True, rises: float = 12.0, outside: float = 0.0
) -> Path:
    """Write a checkpoint of a kind. rises: the score of a word's own label; outside: the score of "O" everywhere."""
    import torch
    import transformers

    transformers.logging.disable_progress_bar()
    torch.manual_seed(7)
    kind = KINDS[name]
    tokenizer = _TOKENIZERS[name]()
    rows = max(tokenizer.get_vocab().values()) + 3
    model = _model(name, kind.labels, rows, tokenizer.pad_token_id).eval()
    if rigged:
        _rig(model, tokenizer, kind.labels, kind.known, rises, outside)
    tokenizer.save_pretrained(str(folder))
    model.save_pretrained(str(folder))
    return folder
