"""Notes unlike those of training: the profile beside a model, what it holds, and what it says of notes."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from redactor.assemble.detectors import build_student
from redactor.detect.student import Student
from redactor.detect.student.drift import PROFILE, Band, threshold
from redactor.distill import drift_profile
from redactor.errors import MaterialError, ModelError
from redactor.lexicon.words import word_set
from redactor.settings import LlmSettings, Settings
from redactor.text import Note
from tests.unit.detect import student_kit as kit

_USUAL = sorted(word_set(
    "patient seen in clinic with cough and fever since monday no change today pain stable blood pressure normal follow "
    "up plan discussed return next week chest clear heart regular"
))  # fmt: skip
FOREIGN = sorted(word_set("der befund zeigt keine hinweise auf eine frische blutung und wurde angehoerigen mitgeteilt"))


def note(rng: random.Random, words: list[str] = _USUAL, count: int = 60) -> str:
    """Lower-case words with an age and, in most notes, a name or two."""
    out = [rng.choice(words) for _ in range(count)]
    out[3] = str(rng.randrange(20, 90))
    for _ in range(rng.randrange(3)):
        out[rng.randrange(5, count)] = "Zubrowska"
    return " ".join(out)


def usual(count: int, seed: int = 0) -> list[str]:
    rng = random.Random(seed)
    return [note(rng, count=rng.choice((30, 60, 120))) for _ in range(count)]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = kit.write_model(tmp_path_factory.mktemp("drift") / "student")
    rare = [f"{text} hernia" for text in usual(3, 7)]
    drift_profile.write_profile(folder, [*usual(600), *rare])
    return folder


def strange(student: Student, *texts: str) -> list[bool]:
    return [r.strange for r in student.detect([Note(str(i), t) for i, t in enumerate(texts)])]


def test_usual_notes_are_not_strange_and_others_are(model: Path) -> None:
    student, rng = Student(model, drift=True), random.Random(5)
    assert sum(strange(student, *usual(600, 1))) <= 18  # 1 % are expected
    foreign = [note(rng, FOREIGN) for _ in range(20)]
    titles = [" ".join(w.title() for w in note(rng).split()) for _ in range(20)]
    digits = [" ".join(str(rng.randrange(10, 99)) for _ in range(80)) for _ in range(20)]
    assert all(strange(student, *foreign, *titles, *digits))


def test_short_texts_are_never_strange(model: Path) -> None:
    student = Student(model, drift=True)
    assert not any(strange(student, "", " ", "Befund", " ".join(FOREIGN[:6]), "12/34 56", "A B C D", "\ud800"))


def test_what_is_strange_does_not_depend_on_the_batch_and_changes_nothing_else(model: Path) -> None:
    rng = random.Random(6)
    texts = [*usual(20, 2), *(note(rng, FOREIGN, count) for count in (30, 60, 400))]
    notes = [Note(str(i), text) for i, text in enumerate(texts)]
    together = Student(model, drift=True).detect(notes)
    assert [Student(model, drift=True).detect([n])[0] for n in notes] == together
    assert [r.strange for r in together[-3:]] == [True] * 3
    assert sum(r.strange for r in together) <= 5
    plain = Student(model)
    assert plain.detect(notes) == [replace(r, strange=False) for r in together]
    assert plain.version != Student(model, drift=True).version and "drift" not in plain.version


def test_the_profile_holds_public_words_of_several_notes_alone(model: Path) -> None:
    raw = (model / PROFILE).read_text()
    held = json.loads(raw)
    assert set(held["words"]) <= set(_USUAL) and "fever" in held["words"]
    assert "zubrowska" not in raw.lower() and "hernia" not in raw  # no public word, and one of three notes
    assert held["other"] > 0 and len(raw) < 300_000


def test_a_model_without_a_profile_loads_and_finds_nothing_strange(tmp_path: Path) -> None:
    student = Student(kit.write_model(tmp_path / "old"), drift=True)
    assert student.profile is None and not any(strange(student, note(random.Random(1), FOREIGN)))


def test_a_damaged_or_missing_profile_is_refused(model: Path, tmp_path: Path) -> None:
    folder = kit.write_model(tmp_path / "m")
    for name in ("student.json", "student.onnx", "tokenizer.json", PROFILE):
        (folder / name).write_bytes((model / name).read_bytes())
    assert Student(folder, drift=True).profile is not None
    (folder / PROFILE).write_text((folder / PROFILE).read_text().replace("1", "2", 1))
    with pytest.raises(ModelError, match="damaged"):
        Student(folder, drift=True)
    (folder / PROFILE).unlink()
    with pytest.raises(ModelError, match="missing"):
        Student(folder, drift=True)
    assert Student(folder).profile is None  # nobody asked for it


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"mean": [0.0]},
        {"covariance": [[0.0] * 7] * 7},
        {"covariance": [[1.0]]},
        {"other": 0.0},
        {"words": {"fever": 0.0}},
        {"costs": 3},
    ],
)
def test_a_profile_that_fits_no_model_is_refused(model: Path, tmp_path: Path, change: dict[str, object]) -> None:
    import hashlib

    folder = kit.write_model(tmp_path / "m")
    raw = json.dumps(json.loads((model / PROFILE).read_text()) | change).encode()
    (folder / PROFILE).write_bytes(raw)
    card = json.loads((folder / "student.json").read_text())
    card["sha256"][PROFILE] = hashlib.sha256(raw).hexdigest()
    (folder / "student.json").write_text(json.dumps(card))
    with pytest.raises(ModelError, match=PROFILE):
        Student(folder, drift=True)


def test_too_few_notes_make_no_profile(tmp_path: Path) -> None:
    folder = kit.write_model(tmp_path / "m")
    with pytest.raises(MaterialError, match="there are 150"):
        drift_profile.write_profile(folder, [*usual(150), *["seen today"] * 300])
    assert not (folder / PROFILE).exists()


def test_mean_emissions_are_those_of_the_pieces(model: Path) -> None:
    ((pieces, mean),) = Student(model).mean_emissions(["ward 12"])
    assert pieces == 3  # "ward", "1", "##2"
    wanted = np.array([[6, 0, 0, 0, 0, 9, 0], [0, 0, 0, 5, 6, 0, 0], [0, 0, 0, 5, 6, 0, 0]]).mean(axis=0)
    np.testing.assert_allclose(mean, wanted)
    assert [(n, m.any()) for n, m in Student(model).mean_emissions(["", " "])] == [(0, False), (0, False)]


def test_each_length_has_a_threshold() -> None:
    bands = (Band(10, 3.0), Band(20, 2.0))
    assert [threshold(bands, n) for n in (0, 9, 10, 19, 20, 9_999)] == [None, None, 3.0, 3.0, 2.0, 2.0]
    assert threshold((), 50) is None


def test_the_students_tell_strange_notes_where_there_is_an_llm(model: Path) -> None:
    llm = LlmSettings(base_url="http://127.0.0.1:9/v1", model="m")
    for settings, told in ((Settings(student=model), False), (Settings(student=model, llm=llm), True)):
        found = build_student(settings).detect([Note("1", note(random.Random(1), FOREIGN))])
        assert found[0].strange is told
