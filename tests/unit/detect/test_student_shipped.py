"""The shipped weights: complete, small, and finding names that no rule covers."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from corpus.examples.held_out import validation
from redactor.assemble.detectors import build_student
from redactor.detect import Detector
from redactor.detect.patterns import Patterns
from redactor.detect.student import Student, detector
from redactor.detect.student.card import CARD
from redactor.detect.student.detector import SHIPPED
from redactor.distill.examples import Example
from redactor.engine import read_all
from redactor.entities import Entity
from redactor.errors import ModelError, SettingsError
from redactor.evaluate.figures import Report, evaluate_documents
from redactor.evaluate.spans import Document, Labelled
from redactor.sample.marked import Near
from redactor.settings import load_settings
from redactor.text import Note, Reading
from tests.each_row import each_row
from tests.margin import THRESHOLDS, thresholds_moved


@pytest.fixture(scope="module", params=THRESHOLDS)
def student(request: pytest.FixtureRequest) -> Student:
    with thresholds_moved(request.param):
        return Student(threads=2)


@pytest.fixture(scope="module")
def examples() -> list[Example]:
    return list(validation(3, 60))


@pytest.fixture(scope="module")
def together(examples: list[Example]) -> list[Reading]:
    """The student's readings of all examples in one call."""
    return Student(threads=2).detect([Note(e.id, e.text) for e in examples])


@pytest.mark.slow  # it changes when another model ships
def test_foreign_notes_are_unlike_those_of_training_and_held_out_types_are_not(examples: list[Example]) -> None:
    student = Student(threads=2, drift=True)
    german = (
        "Aufnahmegrund: Der Patient stellte sich mit seit drei Tagen zunehmender Belastungsdyspnoe und beidseitigen "
        "Unterschenkelödemen vor. Vorerkrankungen: arterielle Hypertonie, Diabetes mellitus Typ 2, chronische "
        "Niereninsuffizienz. Befund: Herz rhythmisch, Lunge mit feuchten Rasselgeräuschen basal beidseits. Therapie: "
        "Furosemid intravenös, Bilanzierung, Gewichtskontrolle täglich. Entlassung in gebessertem Zustand, Kontrolle "
        "beim Hausarzt in einer Woche. Sozialanamnese: lebt allein, versorgt sich selbst, raucht nicht. Verlauf: Unter "
        "der begonnenen Behandlung besserten sich Atemnot und Ödeme deutlich, das Gewicht nahm ab, die Nierenwerte "
        "blieben stabil. Empfehlung: Trinkmenge begrenzen, salzarme Kost, regelmäßige Kontrolle von Blutdruck und "
        "Elektrolyten."
    )
    rows = [f"OBX|{i}|NM|2951-{i}^SODIUM^LN||13{i}|mmol/L|135-145|N|||F" for i in range(9)]
    hl7 = "\r".join(["MSH|^~\\&|LAB|FAC|EHR|HOSP|202410110930||ORU^R01|99|P|2.5", *rows])
    found = student.detect([Note("de", german), Note("hl7", hl7), *(Note(e.id, e.text) for e in examples[:25])])
    assert [r.strange for r in found[:2]] == [True, True]
    assert sum(r.strange for r in found[2:]) <= 1


class Read:
    """Gives readings that were made before."""

    name, version = Student.name, "1"

    def __init__(self, readings: Mapping[str, Reading]) -> None:
        self._readings = readings

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        return [self._readings[n.id] for n in notes]


def report(detectors: Sequence[Detector], examples: list[Example]) -> Report:
    readings = read_all(detectors, [Note(e.id, e.text) for e in examples])
    documents = [
        Document(
            e.id, e.text, tuple(Labelled(*s) for s in e.spans),
            tuple(Labelled(s.start, s.end, s.entity.value) for s in r.spans),
        )
        for e, r in zip(examples, readings, strict=True)
    ]  # fmt: skip
    return evaluate_documents(documents, mapped={n.value: None for n in Near} | {Entity.OCCUPATION.value: None})


def test_the_model_is_small_enough_to_ship() -> None:
    assert sum(f.stat().st_size for f in SHIPPED.iterdir()) < 30_000_000
    assert (SHIPPED / "MODEL_CARD.md").is_file()


def test_the_digest_in_the_code_is_that_of_the_shipped_model() -> None:
    """Write the new one there when a new model ships: it covers the card, which covers the other files."""
    assert hashlib.sha256((SHIPPED / CARD).read_bytes()).hexdigest() == detector.SHIPPED_CARD


def test_another_model_in_place_of_the_shipped_one_is_refused_unless_settings_name_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own card vouches for it: with thresholds that find nothing it would let all names leave."""
    swapped = tmp_path / "student"
    shutil.copytree(SHIPPED, swapped)
    card = json.loads((swapped / CARD).read_text())
    (swapped / CARD).write_text(json.dumps(card | {"thresholds": dict.fromkeys(card["thresholds"], 1.0)}))
    monkeypatch.setattr(detector, "SHIPPED", swapped)
    with pytest.raises(ModelError, match=r"reinstall.*name its folder in `student`"):
        Student(threads=1)
    with pytest.raises(SettingsError, match="reinstall"):
        build_student(load_settings(home=tmp_path))
    named = build_student(load_settings(home=tmp_path, student=swapped, threads=1))
    assert named.detect([Note("n", "saw Oluwaseun in clinic")])[0].spans == ()


@each_row(
    ("text", "name"),
    [
        ("Spoke with Oluwaseun this morning, pain is better.", "Oluwaseun"),
        ("Pt lives with her sister Maribel in Tupelo and works nights.", "Maribel"),
        ("transferred from Cedar Hollow Medical Center overnight", "Cedar Hollow Medical Center"),
        ("is metformin safe for jonathan reyes, ckd 3, seen yesterday", "jonathan reyes"),
        ("He grew up near Chattanooga before moving here.", "Chattanooga"),
    ],
)
def test_names_without_a_rule_are_found(student: Student, text: str, name: str) -> None:
    (reading,) = student.detect([Note("n", text)])
    at = text.index(name)
    assert any(s.start <= at and at + len(name) <= s.end for s in reading.spans)


@each_row(
    "text",
    [
        "BP 120/80, HR 72, SpO2 98% on RA. Strength 5/5 throughout, GCS 15.",
        "Continue metoprolol 25 mg PO BID; Foley removed, Babinski negative.",
        "What is the maximum daily dose of acetaminophen in cirrhosis?",
        "Labs: Na 138, K 4.2, WBC 4.5-11.0, Hgb 13.2 g/dL, INR 2.5.",
    ],
)
def test_clinical_language_is_not_marked(student: Student, text: str) -> None:
    (reading,) = student.detect([Note("n", text)])
    assert reading.spans == ()


def test_a_reading_does_not_depend_on_the_batch(together: list[Reading], examples: list[Example]) -> None:
    notes = [Note(e.id, e.text) for e in examples]
    alone = Student(threads=1)
    assert [alone.detect([n])[0] for n in reversed(notes[::2])] == together[::2][::-1]


def test_all_detectors_together_lose_no_recall_of_one(together: list[Reading], examples: list[Example]) -> None:
    patterns, student = Patterns(), Read({e.id: r for e, r in zip(examples, together, strict=True)})
    both = report([patterns, student], examples)
    assert both.recall.above >= max(report([d], examples).recall.above for d in (patterns, student))
    assert both.recall.value > 0.9
    assert both.precision.value > 0.85
