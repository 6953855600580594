"""Surnames of families, and of whom time is held for."""

from __future__ import annotations

from redactor.detect.patterns import Patterns
from redactor.text import Note
from tests.each_row import each_row


def found(text: str) -> set[str]:
    (reading,) = Patterns().detect([Note("n", text)])
    return {text[s.start : s.end] for s in reading.spans if s.strength == "strong"}


@each_row(
    ("text", "name"),
    [
        ("Pettibone slot", "Pettibone"), ("Coulibaly-family", "Coulibaly"), ("Diarra trio", "Diarra"),
        ("the Garcia family", "Garcia"), ("Mulcahy kids", "Mulcahy"), ("ostrander_sibship", "ostrander"),
        ("held 4 pettibone", "pettibone"), ("hold for Ostrander", "Ostrander"),
        ("slot for Snodgrass's son", "Snodgrass"),
        ("QUACKENBUSH household", "QUACKENBUSH"), ("Okonkwo twins, 10:30", "Okonkwo"),
    ],
)  # fmt: skip
def test_a_surname_of_a_group(text: str, name: str) -> None:
    assert name in found(text)


@each_row(
    "text",
    [
        "strong family history",
        "maternal family history of Crohn",
        "Klebsiella family",
        "Hodgkin family study",
        "two siblings",
        "well baby",
        "Herpesviridae family",
        "twin boys",
        "ras family proteins",
        "held for surgery",
        "hold 4 hours",
        "booked for MRI",
        "Parkinson slot",
        "slot for chemotherapy",
        "Reading kids",
        "Extended family",
        "Nuclear family",
        "Preterm twins",
        "Monochorionic twins",
        "Conjoined twins",
        "Premature baby",
        "MAPK family",
        "Sick kids",
        "Healthy siblings",
        "Unaffected siblings",
        "Dizygotic twins",
        "Married couple",
        "Consanguineous kindred",
    ],
)
def test_what_is_no_surname(text: str) -> None:
    assert not found(text)
