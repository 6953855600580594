"""Label maps from the labels of third-party models to entities: shipped presets, or a JSON file.

A preset's `source` says where the label set is published, its `note` what could not be confirmed.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from redactor.entities import Entity
from redactor.errors import ModelError

_FOLDER = Path(__file__).parent / "presets"


def preset_names() -> tuple[str, ...]:
    """The names of the presets that `student_labels` accepts."""
    return tuple(sorted(p.stem for p in _FOLDER.glob("*.json")))


def load_labels(chosen: str) -> dict[str, Entity | None]:
    """A label map by a preset's name or the path of a JSON file; keys are labels ("B-PATIENT") or classes ("PATIENT").

    The file holds {"PATIENT": "PATIENT", "MISC": null, ...}, or an object with that as its `labels`, as presets do.
    Raises ModelError if there is no such file, or if it names an entity that the taxonomy lacks.
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
    return _entities(data)


def _entities(data: Mapping[str, object]) -> dict[str, Entity | None]:
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
