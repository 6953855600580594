"""Detectors that stand for other detectors: one that is built at its first note, one that reads notes by their type."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from redactor.detect import Detector
from redactor.errors import DetectorBuildError, RedactorError
from redactor.text import Note, Reading
from redactor.unicode_fold import label_key


class DeferredDetector:
    """Stands for a detector that another process has built and checked, and builds it again at the first note.

    name, version: of the detector there. build: builds it here. A model holds 100 MB, which a worker without texts
    saves.
    """

    def __init__(self, name: str, version: str, build: Callable[[], Detector]) -> None:
        self.name, self.version = name, version
        self._build = build
        self._built: Detector | None = None

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        """One reading a note. Raises DetectorBuildError if the detector cannot be built or has another version."""
        if self._built is None:
            self._built = self._checked()
        return self._built.detect(notes)

    def _checked(self) -> Detector:
        try:
            built = self._build()
        except Exception as e:
            # Only the messages of our own errors are known to hold nothing of the input.
            raise DetectorBuildError(str(e) if isinstance(e, RedactorError) else type(e).__name__) from None
        if (built.name, built.version) != (self.name, self.version):
            raise DetectorBuildError(f"the model of the detector {self.name} has changed since the run began")
        return built


class RoutedDetector:
    """Reads notes whose type is named with the detector of this type, and all others with the default.

    by_type: type of note -> detector; types are compared by `label_key`. The reading of a note does not depend on the
    others.
    """

    def __init__(self, default: Detector, by_type: Mapping[str, Detector]) -> None:
        self._default = default
        self._by_type = {label_key(name): detector for name, detector in by_type.items()}
        self.name = default.name

    @property
    def version(self) -> str:
        """Of the default, and of each type's."""
        routes = (f"{name}={d.version}" for name, d in sorted(self._by_type.items()))
        return "; ".join([self._default.version, *routes])

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        """One reading per note: one call of each detector that has notes to read."""
        places: dict[int, list[int]] = {}
        detectors: dict[int, Detector] = {}
        for i, note in enumerate(notes):
            found = self._by_type.get(label_key(note.note_type), self._default) if note.note_type else self._default
            detectors[id(found)] = found
            places.setdefault(id(found), []).append(i)
        out: list[Reading] = [Reading()] * len(notes)
        for key, own in places.items():
            readings = detectors[key].detect([notes[i] for i in own])
            if len(readings) != len(own):
                raise RuntimeError(f"a detector for a type of notes gave {len(readings)} readings for {len(own)} notes")
            for i, reading in zip(own, readings, strict=True):
                out[i] = reading
        return out
