"""The data files of terminologies are those that their build module makes, and hold no names."""

from __future__ import annotations

from pathlib import Path

import pytest

from redactor.lexicon import names
from schemas.engine import terminology_data
from schemas.engine.terminologies import ICD_10_CM, check_code, check_system, digest
from schemas.terminology_build.__main__ import build, read_code_systems
from schemas.terminology_build.data_files import icd_10_cm_descriptions, published_displays
from schemas.terminology_build.reference_words import reference_words

SOURCE = Path(__file__).parents[4] / "shared" / "data" / "terminology"
DATA = Path(terminology_data.__file__).with_name("data")


@pytest.mark.skipif(not SOURCE.is_dir(), reason="needs ../shared/data/terminology")
def test_the_files_are_what_the_build_makes() -> None:
    made = build(SOURCE / "hl7_code_systems.json.gz", SOURCE / "ucum_codes.json")
    assert {path.name for path in DATA.iterdir()} == made.keys() | {
        "published_displays.bin",
        "element_names.txt",
        "required_elements.json",
    }
    for name, text in made.items():
        assert (DATA / name).read_text("utf-8") == text, name


@pytest.mark.skipif(not SOURCE.is_dir(), reason="needs ../shared/data/terminology")
def test_the_displays_are_what_the_build_makes() -> None:
    pytest.importorskip("simple_icd_10_cm")
    descriptions = icd_10_cm_descriptions().values()
    made = published_displays(read_code_systems(SOURCE / "hl7_code_systems.json.gz"), descriptions)
    assert (DATA / "published_displays.bin").read_bytes() == made


def test_displays_are_kept_as_sorted_digests() -> None:
    made = published_displays({"http://x.example": {"a": "Alpha", "b": ""}}, ["Beta  gamma", "beta GAMMA"])
    alpha, beta = digest("http://x.example", "a", "alpha"), digest(ICD_10_CM, "", "beta gamma")
    assert made == b"".join(sorted([alpha, beta]))


def test_every_listed_code_passes() -> None:
    refused = []
    for line in (DATA / "published_codes.txt").read_text("utf-8").splitlines():
        system, *codes = line.split("\t")
        if system.startswith("http://terminology.hl7.org/CodeSystem/") and check_system(system):
            refused += [(system, code) for code in codes if check_code(system, code) is not True]
    assert not refused


def test_ordinary_words_are_no_frequent_names() -> None:
    common = {name for part in ("female", "male") for name in list(names.census(part))[:800]}
    common |= set(list(names.census("family"))[:1000])
    # Few forms and guides do without these.
    assert common & terminology_data.words() <= {"art", "day", "key", "max", "ward"}


def test_reference_words_are_those_that_other_lists_lack() -> None:
    english = ["quuxing", "quux", "Paris", "o'clock", "wound", "brackenwort"]
    made = reference_words(english, ["Zyzzyva (Quux) X1, Delgado", "Brackenworts"])
    assert [line for line in made.splitlines() if not line.startswith("#")] == ["brackenwort", "quux", "zyzzyva"]
