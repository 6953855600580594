"""Clinical fields: published terms as they are, names that are on no list where users put them."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from pathlib import Path

import pytest

from corpus.examples.clinical_fields import ClinicalFields
from corpus.examples.invented_names import invented, is_unlisted
from corpus.examples.mixture import corpus
from corpus.examples.terminology import DISPLAY, FIELDS, SYSTEMS, UNITS, Terminology
from redactor.distill.examples import CLINICAL_FIELD, Example
from redactor.lexicon import names, words

SHARED = Path(__file__).parents[4] / "shared" / "data" / "terminology"
needs_data = pytest.mark.skipif(not SHARED.exists(), reason="the published terms are not here")

_SYSTEMS = {
    "http://example.org/v3-RouteOfAdministration": {"A": "Inhalation, oral", "B": "Swish and  swallow", "C": "Topical"},
    "http://example.org/v2-0487": {part: f"{part} tissue" for part in ("Bone", "Nerve", "Muscle", "Skin")},
    "http://example.org/v3-hl7Realm": {"AR": "Argentina"},
    "http://example.org/odd": {
        "1": "", "2": "A1", "3": "Ballot 2009 May", "4": "retired code", "5": "Gomori stain",
        "6": "Resident of Nebraska", "7": "x" * 200, "8": "Duplicate %s identifier",
    },
}  # fmt: skip

PEOPLE = ("DOCTOR", "PATIENT", "PERSON")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / SYSTEMS).write_bytes(gzip.compress(json.dumps(_SYSTEMS).encode()))
    (tmp_path / FIELDS).write_text('cdmTableName,cdmFieldName\nperson,year_of_birth\nvisit,"""offset"""\n', "utf-8")
    units = [{"code": "g", "metric": True}, {"code": "[lb_av]", "metric": False}]
    (tmp_path / UNITS).write_text(json.dumps({"units": units}), "utf-8")
    return tmp_path


def _fields(folder: Path, count: int) -> list[Example]:
    made = ClinicalFields(folder)
    return [made.example(str(i), random.Random(i)) for i in range(count)]


def test_an_invented_name_is_on_no_list_and_can_be_said() -> None:
    rng = random.Random(1)
    made = [invented(rng, part) for part in ("family", "given") for _ in range(150)]
    assert len(set(made)) > 290
    assert all(is_unlisted(name) and name[0].isupper() and name.isalpha() and 4 <= len(name) <= 12 for name in made)
    known = names.given() | names.family()
    assert not [name for name in made if words.plain(name) in known]
    assert made[:20] == [invented(again, "family") for again in [random.Random(1)] for _ in range(20)]


@pytest.mark.parametrize("listed", ["Smith", "Adeyemi", "Kraków", "Babinski", "metformin", "Flower", "Ohio"])
def test_what_a_list_holds_is_no_invented_name(listed: str) -> None:
    assert not is_unlisted(listed)


def test_the_displays_of_a_folder_by_what_they_name(folder: Path) -> None:
    texts = [Terminology(folder, split).texts for split in ("train", "unseen")]
    every = {part: {t for held in texts for t in held[part]} for part in texts[0]}
    assert every["route"] == {"Inhalation, oral", "Swish and swallow", "Topical"}
    assert every[DISPLAY] == every["route"] | every["specimen"] | {"Gomori stain"}
    assert every["omop"] == {"year_of_birth", "person", "offset", "visit"}
    assert every["ucum"] == {"g", "mg", "ug", "kg", "ng", "[lb_av]"}
    assert not any(set(texts[0][part]) & set(texts[1][part]) for part in every)


def test_a_third_of_the_fields_holds_an_identifier_and_no_display_is_marked(folder: Path) -> None:
    made = _fields(folder, 1_500)
    assert made[:50] == _fields(folder, 50)
    kinds = Counter(e.kind for e in made)
    assert kinds.keys() == {CLINICAL_FIELD, "phrase"}
    assert 0.16 < kinds["phrase"] / len(made) < 0.24
    assert 0.29 < sum(bool(e.spans) for e in made) / len(made) < 0.38
    labels = Counter(label for e in made for _, _, label in e.spans)
    people = sum(labels[label] for label in PEOPLE)
    assert 0.55 < people / labels.total() < 0.8
    assert {"CITY", "DATE", "TELEPHONE_NUMBER", "DEVICE_ID", "STREET"} <= labels.keys()
    displays = {t.casefold() for t in Terminology(folder).texts[DISPLAY]}
    for e in made:
        values = [e.text[a:b] for a, b, _ in e.spans]
        assert all(v == v.strip() for v in values)
        assert not any(any(map(str.isdigit, e.text[a:b])) for a, b, label in e.spans if label in PEOPLE)
        assert not displays & {v.casefold() for v in values}
    shown = [e for e in made if any(d in e.text.casefold() for d in displays)]
    assert len(shown) > 300
    assert any(e.spans for e in shown)


def test_names_stand_everywhere_in_all_cases_most_of_them_on_no_list(folder: Path) -> None:
    found: Counter[str] = Counter()
    for e in _fields(folder, 1_500):
        for start, end, label in e.spans:
            if label not in PEOPLE:
                continue
            value, before = e.text[start:end], e.text[:start].casefold()
            found["start" if start == 0 else "end" if end == len(e.text) else "middle"] += 1
            found["upper" if value.isupper() else "lower" if value.islower() else "written"] += 1
            found["one word" if value.isalpha() else "more words"] += 1
            found["behind a title" if before.rstrip(". ").endswith(("dr", "prof", "mrs", "ms", "mr")) else "bare"] += 1
            parts = value.replace("-", " ").replace(",", " ").replace(".", " ").split()
            found["unlisted" if any(len(p) > 3 and is_unlisted(p) for p in parts) else "listed"] += 1
    assert all(found[what] > 25 for what in ("start", "end", "middle", "upper", "lower", "one word", "more words"))
    assert found["bare"] > found["behind a title"] > 60
    assert 0.55 < found["unlisted"] / (found["unlisted"] + found["listed"]) < 0.8


def test_a_name_after_which_a_thing_is_called_is_no_identifier(folder: Path) -> None:
    clean = [e.text for e in _fields(folder, 3_000) if not e.spans]
    called = [t for t in clean if "-type " in t or " score" in t or " formula" in t]
    assert any(is_unlisted(t.partition("-type ")[0]) for t in called if "-type " in t)
    assert len(called) > 15


def test_without_published_terms_there_are_no_fields(
    folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (empty := tmp_path / "empty").mkdir()
    assert not ClinicalFields(empty)
    for missing in (None, tmp_path / "absent", empty):
        with caplog.at_level("WARNING"):
            assert {e.source for e in corpus(1, 20, None, None, terminology=missing)} == {"generated"}
        assert "'field'" in caplog.text
        caplog.clear()
    assert {e.source for e in corpus(1, 40, None, None, terminology=folder)} == {"generated", "field"}
    assert "'field'" not in caplog.text


@needs_data
def test_the_published_terms_of_the_standards_make_fields() -> None:
    made = _fields(SHARED, 2_000)
    assert len({e.text for e in made}) > 1_850
    assert 0.6 < sum(not e.spans for e in made) / len(made) < 0.72
    displays = {t.casefold() for t in Terminology(SHARED).texts[DISPLAY] if len(t) > 12}
    assert not displays & {e.text[a:b].casefold() for e in made for a, b, _ in e.spans}
