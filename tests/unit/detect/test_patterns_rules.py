"""The rules of the patterns detector by name: sources of spans, the list of rules, rules that are disabled."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from redactor.assemble.detectors import build_detectors
from redactor.detect.patterns import Patterns, describe_rules, identifiers, rule_names, streets
from redactor.detect.patterns.prefilter import Prefilter
from redactor.detect.patterns.rule import Doc, Rules
from redactor.entities import Entity
from redactor.settings import SettingsError, load_settings
from redactor.text import Note, TextKind
from tests.each_row import each_row

DOCS = Path(__file__).parents[3] / "docs" / "guide"


def sources(text: str, *disabled: str) -> dict[str, set[str]]:
    (reading,) = Patterns(disabled).detect([Note("n", text)])
    found: dict[str, set[str]] = {}
    for span in reading.spans:
        found.setdefault(text[span.start : span.end], set()).update(span.sources)
    return found


def test_a_word_ends_before_a_sign_that_joins_nothing() -> None:
    """Python 3.11.2, Debian 12's, took the sign of a possessive repeat that had failed for a part of the word."""
    assert [word.text for word in Doc("Smith- x, O'Neil' Anne-Marie- -Lee").words] == [
        "Smith", "x", "O'Neil", "Anne-Marie", "Lee",
    ]  # fmt: skip


def test_each_rule_has_a_name_of_its_own() -> None:
    names = [rule.name for rule in describe_rules()]
    assert len(names) == len(set(names)) == len(rule_names())
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)


@each_row(
    ("text", "value", "rule"),
    [
        ("fields 650-555-1234 here", "650-555-1234", "us-phone"),
        ("x 219-09-9999 x", "219-09-9999", "ssn-dashed"),
        ("Seen by Dr. Okonkwo today", "Okonkwo", "titled-name"),
        ("Jane Roe, MD", "Jane Roe", "name-with-credentials"),
        ("her daughter Maribel called", "Maribel", "name-after-relation"),
        ("Patient: Doe, John", "Doe, John", "labelled-name"),
        ("Thomas Wilson came", "Thomas Wilson", "listed-name"),
        ("OH 45402", "45402", "zip-after-state"),
        ("in Dayton, OH today", "Dayton", "city-state"),
        ("on 3/4/2024", "3/4/2024", "date"),
        ("45-year-old", "45-year-old", "age-years-old"),
        ("Mercy Hospital", "Mercy Hospital", "hospital-name"),
    ],
)
def test_a_span_names_the_rule_that_found_it(text: str, value: str, rule: str) -> None:
    assert f"patterns:{rule}" in sources(text)[value]
    assert f"patterns:{rule}" not in sources(text, rule).get(value, set())


def test_rules_that_find_the_same_share_a_span() -> None:
    (span,) = Patterns().detect([Note("n", "tel 650-555-1234")])[0].spans
    assert span.sources == ("patterns:phone-labelled", "patterns:us-phone")


def test_a_disabled_rule_changes_its_own_spans_alone() -> None:
    text = "Seen by Dr. Okonkwo, tel 650-555-1234. Okonkwo left 3/4/2024."
    both, without = sources(text), sources(text, "titled-name")
    assert {"Okonkwo", "650-555-1234", "3/4/2024"} <= both.keys()
    assert without == {value: by for value, by in both.items() if value != "Okonkwo"}


def test_a_name_of_a_disabled_rule_is_not_repeated() -> None:
    text = "Seen by Mrs. Zzyzx. Zzyzx left."
    assert sources(text)["Zzyzx"] == {"patterns:titled-name", "patterns:repeated-name"}
    assert "Zzyzx" not in sources(text, "titled-name")


def test_the_version_names_what_is_disabled() -> None:
    assert Patterns(["us-phone", "date"]).version == f"{Patterns().version} -date -us-phone"


def test_settings_disable_rules_and_refuse_unknown_names() -> None:
    (detector,) = build_detectors(load_settings(detectors=("patterns",), disabled_rules=("us-phone",)))
    assert detector.version == Patterns(["us-phone"]).version
    with pytest.raises(SettingsError, match=r"position 2; perhaps us-phone.*--list-rules"):
        build_detectors(load_settings(disabled_rules=("date", "us-phones")))
    with pytest.raises(ValueError, match="nonsense"):
        Patterns(["nonsense"])


def test_rules_state_what_they_find() -> None:
    rules = {rule.name: rule for rule in describe_rules()}
    assert rules["npi"].check == "npi"
    assert rules["city-state-zip"].entities == (Entity.CITY, Entity.STATE, Entity.ZIP)
    assert rules["bare-number"].strength == "weak"
    assert "fax" in rules["fax-labelled"].context


def test_the_guide_names_rules_that_exist() -> None:
    guide = (DOCS / "detection.md").read_text("utf-8")
    (listed,) = re.findall(r"disabled_rules = \[(.*)\]", guide)
    named = set(re.findall(r'"([a-z0-9-]+)"', listed)) | set(re.findall(r"patterns:([a-z0-9-]+)", guide))
    assert named and named <= rule_names()


@each_row(
    ("text", "name"),
    [
        ("home SSID: quillnest", None),
        ("SSID=QuillNest5G; -61 dBm", "QuillNest5G"),
        ("on Wi-Fi network QuillNest", "QuillNest"),
        ('wifi network name: "Quill Family Net", ok', "Quill Family Net"),
        ("Wi-Fi network: not available", None),
        ("the wifi network is down", None),
        ("WiFi: OK", None),
    ],
)
def test_names_of_wireless_networks(text: str, name: str | None) -> None:
    (reading,) = Patterns().detect([Note("n", text)])
    found = [text[s.start : s.end] for s in reading.spans if any("network-" in source for source in s.sources)]
    assert found == ([] if name is None else [name])


def test_a_prefilter_without_memory_leaves_every_rule_to_be_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """re2 says that nothing matches where its automaton does not fit into memory."""
    text = "Jane Roe, MRN 4471902, lives at 12 Oak Street. Fax: (555) 810-7203."
    expected = sources(text)
    assert {"4471902", "12 Oak Street"} <= expected.keys()

    class Full:
        def Match(self, _text: bytes) -> None:
            return None

    monkeypatch.setattr(Prefilter, "_compiled", lambda _self: Full())
    monkeypatch.setattr("redactor.detect.patterns.identifiers._SEARCHED", Rules(identifiers.RULES))
    monkeypatch.setattr("redactor.detect.patterns.streets._SEARCHED", Rules(streets.RULES))
    assert sources(text) == expected


def test_an_expression_that_matches_beside_others_is_found_with_them() -> None:
    prefilter = Prefilter(["a+b", "[0-9]{3}", "zz"])
    assert set(prefilter.matching(b"123 aab")) == {0, 1}
    assert not prefilter.matching(b"nothing here")
    assert not Prefilter([]).matching(b"anything")


def test_texts_read_in_groups_as_they_read_alone() -> None:
    """More characters than one group of texts holds; short texts of records and notes in turn, some of them equal."""
    said = [f"Seen by Dr. Adam Wilson on {day}/4/2024, MRN 48291{day:03}. " * 60 for day in range(1, 13)]
    notes = [Note(str(i), text) for i, text in enumerate(said * 2)]
    notes += [Note(f"short{i}", f"Plan per Zsuzsannavary {i % 3}", kind=TextKind.PHRASE) for i in range(9)]
    notes = notes[::2] + notes[1::2]
    assert Patterns().detect(notes) == [Patterns().detect([note])[0] for note in notes]
