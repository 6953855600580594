"""A deferred detector: built once, at the first note, and only as the detector that it stands for."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from redactor.detect import Detector
from redactor.detect.wrappers import DeferredDetector
from redactor.errors import DetectorBuildError, SettingsError
from redactor.text import Note, Reading


class Blind:
    name = "student"
    version = "1"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        return [Reading() for _ in notes]


def test_it_is_built_once_at_the_first_note() -> None:
    built: list[Blind] = []

    def build() -> Blind:
        built.append(Blind())
        return built[-1]

    deferred: Detector = DeferredDetector("student", "1", build)
    assert (deferred.name, deferred.version, built) == ("student", "1", [])
    for _ in range(2):
        assert deferred.detect([Note("1", "well")]) == [Reading()]
    assert len(built) == 1


def test_a_model_that_changed_since_the_run_began_reads_nothing() -> None:
    with pytest.raises(DetectorBuildError, match="changed"):
        DeferredDetector("student", "2", Blind).detect([Note("1", "well")])


@pytest.mark.parametrize(
    ("error", "message"), [(SettingsError("reinstall"), "^reinstall$"), (ValueError("Smith"), "^ValueError$")]
)
def test_a_failure_names_its_cause_and_quotes_nothing(error: Exception, message: str) -> None:
    def build() -> Blind:
        raise error

    with pytest.raises(DetectorBuildError, match=message):
        DeferredDetector("student", "1", build).detect([Note("1", "well")])
