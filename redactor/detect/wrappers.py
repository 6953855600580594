"""Wrap detectors: build one at its first note, or choose one by the type of a note."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from redactor.detect import Detector
from redactor.errors import DetectorBuildError, RedactorError
from redactor.text import Note, Reading
from redactor.unicode_fold import label_key


class DeferredDetector:
    """Stand for a detector that another process has built and checked, and build it here at the first note.

    name, version: of the detector in the other process. build: builds the detector in this process. A model holds 100
    MB, which a worker without texts saves.
    """

    def __init__(self, name: str, version: str, build: Callable[[], Detector]) -> None:
        self.name, self.version = name, version
        self._build = build
        self._built: Detector | None = None

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        """Return one reading per note, after building the detector if this is the first call.

        Raises DetectorBuildError if the detector cannot be built or has another version.
        """
        if self._built is None:
            self._built = self._checked()
        return self._built.detect(notes)

    def _checked(self) -> Detector:
        try:
            built = self._build()
        except Exception as e:
            # Only the messages of RedactorError are known to hold nothing of the input.
            raise DetectorBuildError(str(e) if isinstance(e, RedactorError) else type(e).__name__) from None
        if (built.name, built.version) != (self.name, self.version):
            raise DetectorBuildError(f"the model of the detector {self.name} has changed since the run began")
        return built


class RoutedDetector:
    """Read notes of a named type with the detector of that type, and all other notes with the default detector.

    by_type: detectors by type of note; types are compared by `label_key`. The reading of a note does not depend on the
    other notes.
    """

    def __init__(self, default: Detector, by_type: Mapping[str, Detector]) -> None:
        self._default = default
        self._by_type = {label_key(name): detector for name, detector in by_type.items()}
        self.name = default.name

    @property
    def version(self) -> str:
        """Return the versions of the default detector and of the detector of each type."""
        routes = (f"{name}={d.version}" for name, d in sorted(self._by_type.items()))
        return "; ".join([self._default.version, *routes])

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        """Return one reading per note, with one call of each detector that has notes to read."""
        members_by_detector: dict[int, list[int]] = {}
        detectors: dict[int, Detector] = {}
        for i, note in enumerate(notes):
            found = self._by_type.get(label_key(note.note_type), self._default) if note.note_type else self._default
            detectors[id(found)] = found
            members_by_detector.setdefault(id(found), []).append(i)
        out: list[Reading] = [Reading()] * len(notes)
        for key, members in members_by_detector.items():
            readings = detectors[key].detect([notes[i] for i in members])
            if len(readings) != len(members):
                raise RuntimeError(
                    f"a detector for a type of notes gave {len(readings)} readings for {len(members)} notes"
                )
            for i, reading in zip(members, readings, strict=True):
                out[i] = reading
        return out
