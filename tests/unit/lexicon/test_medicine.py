"""The lists of medicine: their form, and well-known terms of each."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from redactor.lexicon import data_files, medicine, names
from redactor.lexicon.words import plain, word_set

Words = frozenset[str]

_EPONYMS = word_set(
    "babinski crohn hodgkin parkinson alzheimer cushing addison graves hashimoto raynaud sjogren marfan turner colles "
    "klinefelter lisfranc monteggia galeazzi maisonneuve bankart lachman mcmurray phalen tinel finkelstein spurling "
    "lasegue kernig brudzinski hoffmann romberg gowers mcburney rovsing murphy courvoisier trousseau chvostek kocher "
    "langenbeck metzenbaum foley kirschner steinmann mcroberts pfannenstiel apgar bishop schirmer amsler goldmann "
    "adson weber rinne epley levine corrigan bazett kerley cobb mallampati giemsa wernicke lewy friedewald"
)
_PHRASES = [
    "von graefe", "argyll robertson", "lee silverman", "le fort", "miller fisher", "marcus gunn", "warwick james",
    "de quervain", "grey turner", "sister mary joseph", "pierre robin", "ivor lewis",
]  # fmt: skip


@pytest.mark.parametrize("file", medicine.FILES)
def test_a_file_is_sorted_and_in_plain_form(file: str) -> None:
    entries = [line.removesuffix("~") for line in data_files.lines(file)]
    assert entries == sorted(set(entries))
    assert [e for e in entries if e != plain(" ".join(e.split())) or not e] == []


@pytest.mark.parametrize(("listed", "least", "known"), [(medicine.eponyms, 2_500, _EPONYMS)])
def test_a_list_holds_what_is_well_known(listed: Callable[[], Words], least: int, known: Words) -> None:
    assert len(known) >= 60
    assert len(listed()) >= least
    assert known - listed() == frozenset()


def test_phrases_are_the_entries_of_several_words() -> None:
    assert [phrase for phrase in _PHRASES if phrase not in medicine.phrases()] == []
    assert all(" " in phrase for phrase in medicine.phrases())


@pytest.mark.parametrize("file", medicine.FILES)
def test_frequent_surnames_are_marked(file: str) -> None:
    family = names.census("family")
    marked = medicine.frequent_names()
    assert marked
    for line in data_files.lines(file):
        entry = line.removesuffix("~")
        assert (entry in marked) == line.endswith("~")
        assert entry in marked or family.get(entry, 0.0) < 0.003


@pytest.mark.parametrize("name", ["miller", "jackson", "boston", "wilson"])
def test_a_frequent_name_is_one(name: str) -> None:
    assert name in medicine.eponyms() & medicine.frequent_names()


@pytest.mark.parametrize("file", medicine.FILES)
def test_entries_hold_letters_digits_and_signs_of_abbreviations_only(file: str) -> None:
    assert [e for e in data_files.lines(file) if not re.fullmatch(r"[^\W_][\w'/&+.,:%-]*( [\w'/&+.%-]+)*~?", e)] == []
