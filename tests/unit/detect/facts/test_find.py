"""The detector of facts alone: what it marks, and what it must not."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

from benchmarks.facts_beside_names import DATA
from redactor.detect.facts import Kind, find_facts, is_measure, is_measured, measures
from redactor.evaluate.gold_files import read_gold
from tests.each_row import each_row

SETS = ("handwritten", "handwritten-2", "handwritten-3", "shorthand-traps", "towns-and-slips", "clinical-names")
_MOST = (
    0.002  # of the gold of a set that a fact may touch: names of organisations such as "Legion Post", "Sunderby PCI"
)


def sure(text: str) -> list[str]:
    return [text[f.start : f.end] for f in find_facts(text) if f.sure]


def test_actuations_of_inhalers_are_doses() -> None:
    assert sure("200 ACTUAT albuterol 0.09 MG/ACTUAT Metered Dose Inhaler")[0] == "200 ACTUAT"
    assert "0.09 MG/ACTUAT" in " ".join(sure("albuterol 0.09 MG/ACTUAT Metered Dose Inhaler"))


def test_nearly_all_facts_of_the_matrix_are_marked() -> None:
    facts = json.loads(DATA.read_bytes())["facts"]
    missed = [fact for fact in facts if not sure(f"Hollis {fact}.")]
    assert len(missed) <= 0.02 * len(facts), missed


@each_row("name", SETS)
def test_hardly_any_identifier_is_in_a_fact(name: str) -> None:
    total, touched = 0, []
    for document in read_gold(DATA.parent / f"{name}.jsonl", None):
        facts = [f for f in find_facts(document.text) if f.sure]
        total += len(document.gold)
        touched += [g for g in document.gold if any(f.start < g.end and g.start < f.end for f in facts)]
    assert len(touched) <= _MOST * total, touched


@each_row(
    "text",
    [
        "seen 4/12", "seen on 4/5/2024", "DOB 3/5", "Anna Hollis, 93", "call 617-555-0142", "MRN 4471023",
        "100 ML King Blvd", "1200 MG Johnson Street", "13700 CR 819", "HC 64 Box 212", "PSC 8 Box 1116",
        "Na 45", "Mr. Na 138", "Dr. Li", "Ed and Al", "May 5", "NA 02139", "ZIP CO 80202", "Mr. K 4.1",
        "given 0750 CM", "2246 DL", "S8 4MA", "GJ 41 HZ 5272", "In 1961 Ms Korsak", "410 Second Street",
        "0912 P.O. Box 287", "31401 ul. Zamkowa", "zosyn 10.20", "metformin 2019", "warfarin 20240317",
        "extension 4", "good news at 42", "asks to swap for 20/10", "Debora Chagas", "4471902 mg level",
        "Berg, (319) 512-0712", "room 4 Oz called", "KUBÍČEK", "12 Main St", "John Braden 17", "Dr. Gleason",
        "HR 12 May", "k4.1@x.org", "id/T2N1M0/7",
    ],
)  # fmt: skip
def test_an_identifier_is_no_fact(text: str) -> None:
    assert sure(text) == []


@each_row(
    ("text", "found"),
    [
        ("60 50 40 30 20 15 10 5", ["60 50 40 30 20 15 10 5"]),
        ("K 4.1, Na 138; BP 118/70 HR 72", ["K 4.1", "Na 138", "BP 118/70", "HR 72"]),
        ("Hollis RLL PNA", ["RLL PNA"]),
        ("μg: 40 µg q8h", ["40 µg q8h"]),
        ("5–10 mg", ["5–10 mg"]),
        ("INR 2.7 (2-3)", ["INR 2.7 (2-3)"]),
        ("Started RhoGAM 7/3/24, INR on 2.4.2025", ["RhoGAM", "INR"]),
    ],
)
def test_a_fact_is_marked_as_a_whole(text: str, found: list[str]) -> None:
    assert sure(text) == found


def test_what_shares_its_form_with_a_date_is_not_sure() -> None:
    assert [f.sure for f in find_facts("strength in the right leg 4/5")] == [False]
    assert sure("strength 4/5") == ["strength 4/5"]


def test_measures_are_the_numbers_with_their_units() -> None:
    text = "furosemide 40 MG daily, SpO2 96%, GCS 15"
    assert [text[a:b] for a, b in measures(text)] == ["40 MG", "SpO2 96%"]
    assert is_measure("40 MG")
    assert not is_measure("Lee 40 MG")
    assert is_measured("for 250000/uL", 4, 10)
    assert not is_measured("for 250000 Lee", 4, 10)
    assert {f.kind for f in find_facts("FOLFOX, pT3N1, GCS 15, K 4.1, metformin 500")} == set(Kind)


def test_facts_are_in_order_and_apart() -> None:
    text = Path(DATA.parent / "shorthand.jsonl").read_text(encoding="utf-8")[:20_000]
    found = find_facts(text)
    assert all(a.end <= b.start for a, b in pairwise(found))


@each_row(
    ("text", "fact"),
    [
        ("bps: 120/80 today", "bps: 120/80"),  # a word that begins a fact only with a sign behind it
        ("CCSI-II angina", "CCSI-II"),  # the name of a scale at the beginning of a word
        ("see x 5 d of antibiotics", "x 5 d"),
        ("Rockall score 3 noted", "Rockall score 3"),
        ("t(9;22), then he left", "t(9;22)"),
        ("took 1,234.5 mg/day", "1,234.5 mg/day"),
        ("5 x 109/L", "5 x 109/L"),  # the power, although the number goes on
    ],
)
def test_rare_openings_begin_facts_too(text: str, fact: str) -> None:
    assert fact in [text[f.start : f.end] for f in find_facts(text)]
