"""Acronyms of organisations, and the acronyms of clinical prose."""

from __future__ import annotations

from redactor.lexicon.acronyms import acronym, acronyms, is_clinical_acronym
from tests.each_row import each_row


@each_row(
    ("name", "short"),
    [
        ("Massachusetts General Hospital", "MGH"),
        ("Brigham and Women's Hospital", "BWH"),
        ("University of California San Francisco", "UCSF"),
        ("University of California San Francisco Medical Center", "UCSF"),
        ("St. Mary's Medical Center", "SMMC"),
        ("Memorial Sloan-Kettering Cancer Center", "MSKCC"),
        ("Bank of the West", "BOTW"),
    ],
)
def test_an_acronym_of_a_name(name: str, short: str) -> None:
    assert short in acronyms(name)
    assert acronym(name, acronyms(name)[short]) == short


@each_row("name", ["Mayo Clinic", "MGH", "", "the clinic", "Mercy"])
def test_a_short_name_has_none(name: str) -> None:
    assert acronyms(name) == {}


def test_clinical_acronyms() -> None:
    assert all(map(is_clinical_acronym, ["CBC", "MRI", "NICU", "ESR", "AMA"]))
    assert not any(map(is_clinical_acronym, ["MGH", "BWH", "UCSF", "SMMC"]))
