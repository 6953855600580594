"""Notes of certain types are read by a detector of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from redactor.assemble.detectors import build_student
from redactor.detect.wrappers import RoutedDetector
from redactor.entities import Entity
from redactor.errors import SettingsError
from redactor.settings import load_settings
from redactor.text import Note, Reading, Span


@dataclass
class Marks:
    """Marks the first character of each note as its entity."""

    entity: Entity
    version: str
    name: str = "student"
    calls: list[list[str]] = field(default_factory=list)

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        self.calls.append([n.id for n in notes])
        return [Reading((Span(0, 1, self.entity),)) for _ in notes]


def test_the_type_of_a_note_names_its_detector_in_any_case_and_the_order_stays() -> None:
    usual, letters = Marks(Entity.PERSON, "1"), Marks(Entity.ID, "2")
    routed = RoutedDetector(usual, {"Letter": letters, "letter to GP": letters})
    types = [None, "letter", "Summary", "LETTER\u00a0to  GP", None]
    notes = [Note(str(i), "x", note_type=name) for i, name in enumerate(types)]
    found = [r.spans[0].entity for r in routed.detect(notes)]
    assert found == [Entity.PERSON, Entity.ID, Entity.PERSON, Entity.ID, Entity.PERSON]
    assert (usual.calls, letters.calls) == ([["0", "2", "4"]], [["1", "3"]])


def test_its_version_is_that_of_all() -> None:
    versions = {
        RoutedDetector(Marks(Entity.ID, "1"), routes).version
        for routes in ({}, {"a": Marks(Entity.ID, "2")}, {"b": Marks(Entity.ID, "2")}, {"a": Marks(Entity.ID, "3")})
    }
    assert len(versions) == 4


def test_two_models_for_one_type_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="differ only in case"):
        build_student(load_settings(students={"Letter": tmp_path, "letter ": tmp_path}, student=tmp_path))


def test_a_model_that_is_missing_is_named_by_its_setting(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"students\.Letter"):
        build_student(load_settings(students={"Letter": tmp_path}))


def test_the_settings_route_notes_to_models() -> None:
    from redactor.detect.student.detector import SHIPPED

    routed = build_student(load_settings(students={"Letter": SHIPPED}, threads=1))
    assert routed.name == "student" and routed.version.count("onnxruntime") == 2
    notes = [Note("1", "Seen by Dr. Okonjo", note_type="letter"), Note("2", "Seen by Dr. Okonjo")]
    one, other = routed.detect(notes)
    assert one == other and one.spans
