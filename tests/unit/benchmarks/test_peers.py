"""Tools beside this one: what a fake tool answers is checked, counted and scored; figures are worked by hand."""

from __future__ import annotations

import dataclasses
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.peers import adapter, tools
from benchmarks.peers.compare import Comparison, compare
from benchmarks.peers.page import comparison_page
from benchmarks.peers.scores import claimed_entities, entity_of_label, score, score_claimed, with_categories
from benchmarks.peers.sets import SETS, Set
from benchmarks.peers.tools import Answers, Tool, ToolError, merged, read
from redactor.entities import Entity
from redactor.evaluate.label_maps import known_label
from redactor.evaluate.spans import Document, Labelled
from tests.each_row import each_row

FAKE_ADAPTER = Path(__file__).with_name("fake_tool.py")
FAKE = Tool("Fake", "fake", None, about="a fake tool")


def _gold(text: str, *marks: tuple[str, str], name: str = "n1") -> Document:
    spans = (Labelled(text.index(said), text.index(said) + len(said), label) for said, label in marks)
    return Document(name, text, tuple(spans), ())


def _said(*spans: tuple[int, int, str, float | None, str | None], claims: tuple[str, ...] = ()) -> Answers:
    return Answers(claims, {}, {"n1": {"id": "n1", "spans": [list(s) for s in spans], "cpu": 1000}})


def _read_by_fake(folder: Path, texts: dict[str, str]) -> Answers:
    return read(FAKE, Path(sys.executable), texts, folder, FAKE_ADAPTER)


FAULTS = [
    ("Vexholm OUTSIDE", "outside", 1),
    ("Vexholm NOWHERE", "outside", 1),
    ("Vexholm REVERSED", "reversed", 1),
    ("Vexholm EMPTY", "empty", 1),
    ("Vexholm UNKNOWN", "unknown", {"GALAXY": 1}),
    ("Vexholm MONEY", "no_identifier", {"currency": 1}),
    ("Vexholm OTHER", "other_text", 1),
    ("ÄÖÜ BYTES Vexholm", "in_bytes", 1),
    ("🙂🙂 UTF-16 Vexholm", "in_utf16", 1),
]


def test_each_fault_of_a_tool_is_counted_and_what_it_found_beside_it_is_scored(tmp_path: Path) -> None:
    gold = [_gold(text, ("Vexholm", "PATIENT"), name=str(i)) for i, (text, _, _) in enumerate(FAULTS)]
    answers = _read_by_fake(tmp_path, {d.id: d.text for d in gold})
    for d, (text, fault, n) in zip(gold, FAULTS, strict=True):
        row = score(with_categories([d]), answers)
        told = {f.name: v for f in dataclasses.fields(row.faults) if (v := getattr(row.faults, f.name))}
        assert (told, row.report.recall.value) == ({fault: n}, 1.0), text


def test_texts_without_an_answer_are_misses_and_not_left_out(tmp_path: Path) -> None:
    texts = {"a": "Vexholm came", "b": "CRASH Vexholm", "c": "Vexholm DEATH", "d": "Vexholm again"}
    gold = with_categories([_gold(text, ("Vexholm", "PATIENT"), name=i) for i, text in texts.items()])
    row = score(gold, _read_by_fake(tmp_path, texts))
    assert (dict(row.faults.failed), row.faults.unanswered) == ({"KeyError": 1}, 2)
    assert (row.report.recall.above, row.report.recall.below, row.report.whole.value) == (1, 4, 0.25)


def test_a_tool_that_does_not_start_says_why(tmp_path: Path) -> None:
    broken = dataclasses.replace(FAKE, option="BROKEN")
    with pytest.raises(ToolError, match=r"^it did not start: ImportError: no weights$"):
        read(broken, Path(sys.executable), {"n1": "Vexholm"}, tmp_path, FAKE_ADAPTER)


def test_speed_is_text_by_the_time_of_the_process_for_it() -> None:
    d = with_categories([Document("n1", "x" * 2048, (), ())])
    assert score(d, Answers((), {}, {"n1": {"spans": [], "cpu": 500_000}})).rate.value == pytest.approx(4.0)


def test_of_several_readings_the_least_time_counts_and_the_first_answer_and_others_are_told() -> None:
    def read_as(*rows: tuple[list[object], int]) -> Answers:
        return Answers((), {}, {str(i): {"spans": spans, "cpu": cpu} for i, (spans, cpu) in enumerate(rows)})

    one, other = [0, 4, "PERSON", None, None], [5, 9, "PERSON", None, None]
    answers = merged([read_as(([one], 700_000), ([one], 500_000)), read_as(([one], 500_000), ([other], 900_000))])
    gold = [_gold("Jane " + "x" * 1019, ("Jane", "PATIENT"), name=str(i)) for i in range(2)]
    row = score(with_categories(gold), answers)
    assert (row.rate.value, row.report.recall.value, row.faults.differing) == (pytest.approx(2.0), 1.0, 1)


def test_spans_inside_of_others_count_once_with_the_label_of_the_higher_score() -> None:
    gold = with_categories([_gold("mail jo@vexholm.org now", ("jo@vexholm.org", "EMAIL"))])
    found = _said((8, 19, "URL", 0.5, None), (5, 19, "US_SSN", 0.4, None), (5, 19, "EMAIL_ADDRESS", 1.0, None))
    report = score(gold, found).report
    assert (report.precision.above, report.precision.below, report.typed_recall.value) == (1, 1, 1.0)
    twice = _said((5, 12, "URL", None, None), (9, 19, "URL", None, None))
    assert score(gold, twice).report.precision.below == 2


def test_a_name_is_a_name_whoever_bears_it_and_a_place_is_none() -> None:
    gold = with_categories([_gold("Dr. Vexholm of Quarnhill", ("Vexholm", "DOCTOR"), ("Quarnhill", "CITY"))])
    report = score(gold, _said((4, 11, "PERSON", None, None), (15, 24, "PERSON", None, None))).report
    assert (report.recall.value, report.typed_recall.value) == (1.0, 0.5)


def test_a_tool_is_charged_for_what_it_lists_alone_and_so_is_this_project() -> None:
    gold = [_gold("Vexholm, 3 May 2021, 12 Quarn Lane", ("Vexholm", "PATIENT"), ("3 May 2021", "DATE"),
                  ("12 Quarn Lane", "STREET"))]  # fmt: skip
    theirs = _said((9, 19, "DATE", None, None), (21, 23, "DATE", None, None), (2, 4, "DATE", None, None),
                   (7, 8, "DATE", None, None), claims=("DATE", "LOCATION"))  # fmt: skip
    row = score_claimed(gold, theirs, [_said((0, 7, "PATIENT", None, None))])
    assert row is not None
    assert (row.report.recall.above, row.report.recall.below, row.ours[0].value) == (1, 1, 0.0)
    # What it marked within the name and the street counts neither way; the comma is a false alarm.
    assert (row.report.precision.above, row.report.precision.below) == (1, 2)
    assert score_claimed(gold, _said(claims=("EMAIL",)), []) is None


CLAIMS = [
    (("LOCATION",), {Entity.CITY, Entity.COUNTRY}, {Entity.STREET, Entity.ZIP, Entity.HOSPITAL}),
    (("PERSON",), {Entity.DOCTOR, Entity.PATIENT}, {Entity.USERNAME}),
    (("date",), {Entity.BIRTH_DATE_TIME}, {Entity.AGE}),
    (("US_SSN",), {Entity.SSN_OR_TAXPAYER}, {Entity.ID, Entity.MEDICAL_RECORD_NUMBER}),
    (("zipCode",), {Entity.ZIP}, {Entity.STREET, Entity.CITY}),
    (("currency", "NRP", "GALAXY"), set[Entity](), set(Entity)),
]


@each_row("labels, asked, not_asked", CLAIMS)
def test_a_claim_is_for_what_the_label_means_and_nothing_wider(
    labels: tuple[str, ...], asked: set[Entity], not_asked: set[Entity]
) -> None:
    claimed = claimed_entities(labels)
    assert asked <= claimed and not claimed & not_asked


# The labels that the pinned versions list.
LABELS = """
CREDIT_CARD CRYPTO DATE_TIME EMAIL_ADDRESS IBAN_CODE IP_ADDRESS LOCATION MAC_ADDRESS MEDICAL_LICENSE NRP PERSON
PHONE_NUMBER UK_NHS URL US_BANK_NUMBER US_DRIVER_LICENSE US_ITIN US_PASSPORT US_SSN UUID account_number bic
credit_debit_card date email iban ipv4 ipv6 mac_address medical_record_number npi phone_number postcode ssn
street_address age bank-routing-number bitcoin-address currency drivers-license passport-number tracking-number vin
zip-code credential credit_card social_security_number twitter
"""


def test_every_label_that_a_tool_lists_has_a_meaning() -> None:
    assert [label for label in LABELS.split() if known_label(label) is None] == []
    assert (entity_of_label("tracking-number"), entity_of_label("currency")) == (Entity.ID, None)


def test_every_set_of_this_project_is_there_and_its_labels_are_known() -> None:
    ours = [s for s in SETS if "benchmarks" in s.path.parts]
    assert [s.name for s in ours if not s.path.is_file()] == []
    labels = {
        span.label for s in ours if s.kind == "gold" and not s.wide_labels for d in s.documents() for span in d.gold
    }
    assert {label for label in labels if entity_of_label(label) is None} == set()


def test_every_tool_is_pinned_and_has_an_adapter() -> None:
    assert [t.name for t in tools.PEERS if not re.fullmatch(r"[a-z-]+==[\d.]+", t.requirement or "")] == []
    assert {t.adapter for t in (*tools.OURS, *tools.PEERS)} == set(adapter.TOOLS)


def test_the_adapter_needs_nothing_but_the_standard_library() -> None:
    code = "import sys; sys.path = [p for p in sys.path if 'site-packages' not in p]; import adapter"
    ended = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.append({str(tools.ADAPTER.parent)!r}); {code}"]
    )
    assert ended.returncode == 0


def test_the_page_tells_figures_faults_and_what_could_not_run(tmp_path: Path) -> None:
    noted = tmp_path / "notes.jsonl"
    rows = [
        {"id": "a", "text": "Vexholm came", "spans": [{"start": 0, "end": 7, "label": "PATIENT"}]},
        {"id": "b", "text": "Vexholm OUTSIDE", "spans": [{"start": 0, "end": 7, "label": "PATIENT"}]},
    ]
    noted.write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
    clean = tmp_path / "clean.jsonl"
    texts = [{"id": name, "text": "Vexholm disease is rare here"} for name in ("c", "d")]
    clean.write_text("".join(json.dumps(text) + "\n" for text in texts), encoding="utf-8")
    sets = [Set("noted", noted, "gold", "invented"), Set("clean", clean, "clean", "invented")]
    broken = dataclasses.replace(FAKE, name="Broken", option="BROKEN", requirement=None)
    found = Comparison("2026-11-28", "python -m benchmarks.peers", "2 cores", [FAKE, broken], sets)
    compare(found, tmp_path / "cache", FAKE_ADAPTER)
    page = comparison_page(found)
    assert "| Fake | 100.0 (100.0-100.0) | 100.0 (100.0-100.0) | 100.0 (100.0-100.0) | 100.0 (100.0-100.0) |" in page
    assert "| Fake | 200 (200-200) |" in page  # one mark in five words
    assert "- Fake, noted: 1 spans outside of the text, left out." in page
    assert re.search(r"\| Broken \| .*it did not start: ImportError: no weights \|", page)
    assert str(tmp_path) not in page
    again = Comparison("2026-11-28", "python -m benchmarks.peers", "2 cores", [FAKE, broken], sets)
    compare(again, tmp_path / "cache", FAKE_ADAPTER, again=False)
    assert comparison_page(again) == page


def test_the_page_in_docs_is_what_the_code_writes() -> None:
    beginning = comparison_page(Comparison("", "", "", [], [])).partition("## How it was measured")[0]
    assert (tools.ROOT / "docs" / "comparison.md").read_text("utf-8").startswith(beginning)


def test_a_name_of_no_tool_is_refused_with_the_names_there_are() -> None:
    command = [sys.executable, "-m", "benchmarks.peers", "--tool", "Presidio", "--tool", "Quarn"]
    ended = subprocess.run(command, cwd=tools.ROOT, capture_output=True, text=True)
    assert ended.returncode == 1
    assert ended.stderr.startswith("no Quarn; choose from: Redactor, patterns; Redactor, default; Presidio;")
