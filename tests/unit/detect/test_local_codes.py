"""Codes of doors, cells, boats and cases by the word before them, plates, senders of messages, years in words."""

from __future__ import annotations

from redactor.detect.patterns import Patterns
from redactor.entities import Entity
from redactor.text import Note
from tests.each_row import each_row

E = Entity


def found(text: str) -> set[tuple[str, Entity]]:
    (reading,) = Patterns().detect([Note("1", text)])
    return {(text[s.start : s.end], s.entity) for s in reading.spans if s.strength == "strong"}


@each_row(
    ("text", "value", "entity"),
    [
        ("leave at desk, buzzer 3K-9921#", "3K-9921#", E.ID), ("gate code is 8830", "8830", E.ID),
        ("Patient.name.where(family = 'st-mary-icu')", "st-mary-icu", E.ID),
        ("/f:Patient/f:identifier[@value='57104']", "57104", E.ID), ("/f:Patient[st-mary-icu]", "st-mary-icu", E.ID),
        ("ramp, code #8830*", "#8830*", E.ID), ("annex *77120#, then left", "*77120#", E.ID),
        ("Lockbox: 55A1", "55A1", E.ID), ("digicode 48B29", "48B29", E.ID),
        ("held in cell D-207A", "D-207A", E.LOCATION), ("locker Q-118", "Q-118", E.LOCATION),
        ("fisherman (Kutter ACC-12), aboard daily", "ACC-12", E.VEHICLE_LICENSE_PLATE_US),
        ("chalutier GV-77440", "GV-77440", E.VEHICLE_LICENSE_PLATE_US),
        ("'case WQ-55012' reopened", "WQ-55012", E.ID), ("breast marker QX-SEED-55012", "QX-SEED-55012", E.ID),
        ("see QX-SEED-55012", "QX-SEED-55012", E.ID), ("registered as ONK/2023/00417", "ONK/2023/00417", E.ID),
        ("Moto 3310 BZK.", "3310 BZK", E.VEHICLE_LICENSE_PLATE_US),
        ("van OH GKR-0312 outside", "OH GKR-0312", E.VEHICLE_LICENSE_PLATE_US),
        ("voiture AB-123-CD", "AB-123-CD", E.VEHICLE_LICENSE_PLATE_US),
        ("my plate NM BDZ 4K7", "NM BDZ 4K7", E.VEHICLE_LICENSE_PLATE_US),
        ("born in nineteen thirty-one", "nineteen thirty-one", E.BIRTH_DATE_TIME),
        ("DOB: nineteen oh six", "nineteen oh six", E.BIRTH_DATE_TIME),
        ("year of birth two thousand and four", "two thousand and four", E.BIRTH_DATE_TIME),
    ],
)  # fmt: skip
def test_a_code_is_found_behind_its_word(text: str, value: str, entity: Entity) -> None:
    assert any(value in got and of is entity for got, of in found(text))


@each_row(
    "text",
    [
        "ICD-10 C50.4", "stage T2N1M0", "HLA-B27 positive", "SARS-CoV-2", "CD20 positive", "marker CA-125 high",
        "T cell CD-34 count", "cell A549 line", "MCF-7 cell line", "cell B-12 level", "vessel OM1 stented",
        "CAR T 1928 cells", "SKF-38393", "case report of PF-06463922", "BP/120/80", "clip applied x3", "Van 2 mg",
        "auto PEEP 1000", "boat 4 days ago", "nineteen thirty-one was a cold year", "program of 12 weeks",
        "case 7/10", "keypad worked", "/f:Patient/f:name[1]/f:family", "Na 128* K 450#", "WBC 11200*",
        "car 100 km", "lot of 1 g",
    ],
)  # fmt: skip
def test_published_codes_and_measurements_are_none(text: str) -> None:
    kinds = {E.LOCATION, E.VEHICLE_LICENSE_PLATE_US, E.BIRTH_DATE_TIME, E.ID}
    assert not [got for got in found(text) if got[1] in kinds]


def test_the_end_of_a_number_that_begins_a_line_is_its_sender() -> None:
    text = "[10:14 PM] +1 (505) 555-7731: hi\n[10:15 PM] 7731: on our way\n7731: here\n1200: lunch\nroom 7731: ok"
    assert sum(got == ("7731", E.TELEPHONE_NUMBER) for got in found(text)) == 1
    (reading,) = Patterns().detect([Note("1", text)])
    senders = [s for s in reading.spans if "patterns:sender-by-last-digits" in s.sources]
    assert [text[s.start : s.end] for s in senders] == ["7731", "7731"]
    assert not found("7731: on our way")
