"""Read the model card `student.json`: labels, CRF, thresholds and checksums, which the export wrote."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from redactor.detect.student.drift import PROFILE
from redactor.detect.student.features import FEATURES
from redactor.entities import Entity
from redactor.errors import ModelError

FORMAT = 2
CARD, WEIGHTS, TOKENIZER = "student.json", "student.onnx", "tokenizer.json"


class _SpecialPieces(msgspec.Struct):
    cls: int
    sep: int


class _CardFile(msgspec.Struct, forbid_unknown_fields=False):
    format: int
    name: str
    version: str
    labels: list[str]
    entities: dict[str, str | None]
    start: list[float]
    transitions: list[list[float]]
    end: list[float]
    temperature: float
    thresholds: dict[str, float]
    window: int
    stride: int
    features: str
    special: _SpecialPieces
    sha256: dict[str, str]
    doubt: float = 0.05
    sure: float = 0.002


@dataclass(frozen=True, slots=True)
class Card:
    """A card holds a student's labels, CRF and thresholds.

    classes: in the order of the label pairs. entities: the entity of each class, None for a look-alike that is not
    emitted. inside, begin: (classes,) columns of I- and B- among the labels. start, end: (labels,) and transitions:
    (labels, labels) scores, row to column. thresholds: (classes,) probabilities from which a word is found. doubt:
    probability from which a word below its threshold is a doubt. clear_below: probability up to which one is cleared;
    `sure` in student.json. profile: checksum of drift.json, None without one.
    """

    name: str
    version: str
    labels: tuple[str, ...]
    classes: tuple[str, ...]
    entities: tuple[Entity | None, ...]
    begin: npt.NDArray[np.int64]
    inside: npt.NDArray[np.int64]
    start: npt.NDArray[np.float64]
    transitions: npt.NDArray[np.float64]
    end: npt.NDArray[np.float64]
    temperature: float
    thresholds: npt.NDArray[np.float64]
    window: int
    stride: int
    cls: int
    sep: int
    doubt: float
    clear_below: float
    profile: str | None


def load_card(folder: Path, digest: str | None = None) -> Card:
    """Return the card of a model folder, after verifying the checksums of all files. Raises ModelError.

    digest: SHA-256 (hex) that the card must have; None takes any, as of a user's model.
    """
    path = folder / CARD
    if not path.is_file():
        raise ModelError(
            f"no student model: {CARD} is missing in {folder}; reinstall redactor, or point `student` at a folder that "
            "`redactor distill export` wrote"
        )
    raw = path.read_bytes()
    if digest not in (None, hashlib.sha256(raw).hexdigest()):
        raise ModelError(
            f"the student in {folder} is not the one that this release ships: its {CARD} was changed or exchanged; "
            "reinstall redactor, or, for a model of your own, name its folder in `student`"
        )
    try:
        data = msgspec.json.decode(raw, type=_CardFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as e:
        raise ModelError(f"{CARD} of the student cannot be read ({type(e).__name__}); export the model again") from None
    if data.format != FORMAT:
        raise ModelError(f"the student's format is {data.format}, this release reads {FORMAT}; export the model again")
    if data.features != FEATURES:
        raise ModelError(f"the student was trained on features {data.features!r}, this release computes {FEATURES!r}")
    for name in (WEIGHTS, TOKENIZER):
        _verify_checksum(folder / name, data.sha256.get(name))
    return _checked_card(data)


def _verify_checksum(path: Path, wanted: str | None) -> None:
    if not path.is_file():
        raise ModelError(f"{path.name} of the student is missing; reinstall redactor or export the model again")
    with path.open("rb") as f:
        got = hashlib.file_digest(f, "sha256").hexdigest()
    if got != wanted:
        raise ModelError(f"{path.name} of the student is damaged (its checksum is not the card's); reinstall redactor")


def _checked_card(data: _CardFile) -> Card:
    labels = tuple(data.labels)
    classes = tuple(name[2:] for name in labels if name.startswith("B-"))
    if len(set(labels)) != len(labels) or set(labels) != {"O"} | {f"{p}-{c}" for c in classes for p in "BI"}:
        raise ModelError(f"{CARD}: labels must be O and a B- and an I- label for each class")
    if labels[0] != "O":
        raise ModelError(f"{CARD}: the first label must be O")
    entities = tuple(_entity_of_class(c, data.entities) for c in classes)
    n = len(labels)
    shapes = (len(data.start), len(data.end), len(data.transitions), *(len(row) for row in data.transitions))
    if set(shapes) != {n}:
        raise ModelError(f"{CARD}: the CRF's scores do not fit its {n} labels")
    missing = [c for c, e in zip(classes, entities, strict=True) if e is not None and c not in data.thresholds]
    if missing:
        raise ModelError(f"{CARD}: the thresholds lack {', '.join(missing)}")
    if any(not 0 < p <= 1 for p in data.thresholds.values()):
        raise ModelError(f"{CARD}: a threshold is not a probability above zero")
    if not (0 < data.stride <= data.window and data.temperature > 0):
        raise ModelError(f"{CARD}: window, stride or temperature are out of range")
    return Card(
        name=data.name,
        version=f"{data.version}-{data.sha256[WEIGHTS][:12]}",
        labels=labels,
        classes=classes,
        entities=entities,
        begin=np.array([labels.index(f"B-{c}") for c in classes]),
        inside=np.array([labels.index(f"I-{c}") for c in classes]),
        start=np.array(data.start),
        transitions=np.array(data.transitions),
        end=np.array(data.end),
        temperature=data.temperature,
        thresholds=np.array([data.thresholds.get(c, 1.0) for c in classes]),
        window=data.window,
        stride=data.stride,
        cls=data.special.cls,
        sep=data.special.sep,
        doubt=data.doubt,
        clear_below=data.sure,
        profile=data.sha256.get(PROFILE),
    )


def _entity_of_class(name: str, entities: dict[str, str | None]) -> Entity | None:
    if name not in entities:
        raise ModelError(f"{CARD}: class {name} has no entity (or null)")
    value = entities[name]
    if value is None:
        return None
    try:
        return Entity(value)
    except ValueError:
        raise ModelError(f"{CARD}: class {name} names an unknown entity {value!r}; see redactor.entities") from None
