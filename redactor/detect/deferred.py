"""A detector that is built at its first note, for processes that may read no text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from redactor.detect import Detector
from redactor.errors import DetectorBuildError, RedactorError
from redactor.text import Note, Reading


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
