"""The data files of terminologies are those that their build module makes, and hold no names."""

from __future__ import annotations

from pathlib import Path

import pytest

from redactor.lexicon import names
from schemas.engine import terminology_data
from schemas.engine.terminologies import check_code, check_system
from schemas.terminology_build.__main__ import build

SOURCE = Path(__file__).parents[4] / "shared" / "data" / "terminology"
DATA = Path(terminology_data.__file__).with_name("data")


@pytest.mark.skipif(not SOURCE.is_dir(), reason="needs ../shared/data/terminology")
def test_the_files_are_what_the_build_makes() -> None:
    made = build(SOURCE / "hl7_code_systems.json.gz", SOURCE / "ucum_codes.json")
    assert {path.name for path in DATA.iterdir()} == made.keys()
    for name, text in made.items():
        assert (DATA / name).read_text("utf-8") == text, name


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
