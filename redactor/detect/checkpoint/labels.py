"""Map the labels of a token classifier to entities.

Labels are classes, with or without BIO, BIOES or BILOU prefixes. A map is a shipped preset or a JSON file; a preset's
`source` says where the label set is published, its `note` what could not be confirmed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from redactor.entities import Entity
from redactor.errors import ModelError

OUTSIDE = "O"
_PREFIXED = re.compile(r"([BIESLU])[-_](.+)", re.DOTALL)
_BEGINS, _ENDS = frozenset("BSU"), frozenset("ELSU")


@dataclass(frozen=True, slots=True)
class Labels:
    """Hold the columns of a model's scores.

    entities: those that can be found. column: (labels,) index into entities, -1 if not emitted. begins, ends: (labels,)
    whether a label marks the beginning or end of a span; labels without prefix mark neither. digest: of the names and
    their entities.
    """

    entities: tuple[Entity, ...]
    column: npt.NDArray[np.int64]
    begins: npt.NDArray[np.bool_]
    ends: npt.NDArray[np.bool_]
    digest: str


def read_labels(names: Sequence[str], meaning: Mapping[str, Entity | None]) -> Labels:
    """Return the labels of a model, in the order of its scores, by a map from labels or classes to entities.

    "O" needs no entry. Raises ModelError for any other label without one, and if no label, or every label, is an
    entity.
    """
    parts = [_prefix_and_class(name, names) for name in names]
    chosen = [_entity_of_label(name, cls, meaning) for name, (_, cls) in zip(names, parts, strict=True)]
    entities = tuple(dict.fromkeys(e for e in chosen if e is not None))
    if not entities:
        raise ModelError("student_labels: no label of the checkpoint stands for an entity, so nothing would be found")
    if None not in chosen:
        raise ModelError(
            "student_labels: every label of the checkpoint is an entity; map the one that means none to null"
        )
    labels_with_entities = repr([(n, e and e.value) for n, e in zip(names, chosen, strict=True)])
    return Labels(
        entities=entities,
        column=np.array([-1 if e is None else entities.index(e) for e in chosen]),
        begins=np.array([prefix in _BEGINS for prefix, _ in parts]),
        ends=np.array([prefix in _ENDS for prefix, _ in parts]),
        digest=hashlib.sha256(labels_with_entities.encode("utf-8", "backslashreplace")).hexdigest(),
    )


def _prefix_and_class(name: str, names: Sequence[str]) -> tuple[str, str]:
    """Return (prefix, class). A prefix needs a B or an I label of its class: E-MAIL alone is a class."""
    match = _PREFIXED.fullmatch(name)
    if match is None:
        return "", name
    cls = match[2]
    if any(f"{p}{joint}{cls}" in names for p in "BI" for joint in "-_"):
        return match[1], cls
    return "", name


def _entity_of_label(name: str, cls: str, meaning: Mapping[str, Entity | None]) -> Entity | None:
    if name in meaning:
        return meaning[name]
    if cls in meaning:
        return meaning[cls]
    if name == OUTSIDE:
        return None
    raise ModelError(
        f"student_labels has no entry for label {name} of the checkpoint; map {name} or {cls} to an entity or null"
        if name != cls
        else f"student_labels has no entry for label {name} of the checkpoint; map it to an entity or to null"
    )


_FOLDER = Path(__file__).parent / "presets"


def preset_names() -> tuple[str, ...]:
    """Return the names of the presets that `student_labels` accepts."""
    return tuple(sorted(p.stem for p in _FOLDER.glob("*.json")))


def load_labels(chosen: str) -> dict[str, Entity | None]:
    """Return a label map from a preset's name or the path of a JSON file.

    Keys are labels ("B-PATIENT") or classes ("PATIENT"). The file holds {"PATIENT": "PATIENT", "MISC": null, ...}, or
    an object with that as its `labels`, as presets do. Raises ModelError if there is no such file, or if it names an
    entity that the taxonomy lacks.
    """
    path = _FOLDER / f"{chosen}.json" if chosen in preset_names() else Path(chosen)
    if not path.is_file():
        raise ModelError(
            f"student_labels names no file; it must be a preset ({', '.join(preset_names())}) or the path of a JSON "
            'object such as {"PATIENT": "PATIENT", "MISC": null}'
        )
    try:
        data = msgspec.json.decode(path.read_bytes())
    except (msgspec.DecodeError, UnicodeDecodeError, OSError) as e:
        raise ModelError(f"student_labels: the file cannot be read as JSON ({type(e).__name__})") from None
    if isinstance(data, dict) and isinstance(data.get("labels"), dict):
        data = data["labels"]
    if not isinstance(data, dict):
        raise ModelError("student_labels: the file must hold one JSON object, from labels to entities or null")
    return _parsed_entities(data)


def _parsed_entities(data: Mapping[str, object]) -> dict[str, Entity | None]:
    found: dict[str, Entity | None] = {}
    for label, value in data.items():
        if value is None:
            found[label] = None
            continue
        try:
            found[label] = Entity(str(value))
        except ValueError:
            raise ModelError(
                f"student_labels: label {label} names an unknown entity {value!r}; see redactor.entities"
            ) from None
    return found
