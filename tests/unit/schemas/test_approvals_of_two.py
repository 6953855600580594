"""Approvals that need two people: what the first one is worth, who is another person, and what ends it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from redactor.errors import ApprovalError
from redactor.keys import Keyring
from schemas.documents.approvals import Approvals

AT = "2026-01-01T00:00:00Z"


class Two:
    """Approvals of a home under a setting that may change."""

    def __init__(self, root: Path) -> None:
        self.home, self.keys = root / "home", root / "keys" / "keys.json"
        Keyring.generate().save(self.keys)
        self.file = self.home / "approvals.jsonl"

    def of(self, people: int = 2) -> Approvals:
        head = self.keys.with_name("keys.json.approvals")
        return Approvals(self.home, Keyring.load(self.keys), head, people=people)

    def approve(
        self, digest: str, by: str, *, people: int = 2, name: str = "records/visit", keep: bool = False
    ) -> None:
        self.of(people).approve("schema", name, "1", digest, by, AT, reason="read it", keep=keep)

    def status(self, digest: str, people: int = 2) -> str:
        return self.of(people).status("schema", digest)


@pytest.fixture
def two(tmp_path: Path) -> Two:
    return Two(tmp_path)


def test_a_first_approval_waits_and_only_another_person_completes_it(two: Two) -> None:
    two.approve("d1", "Ada")
    assert two.status("d1") == "waiting" and not two.of().approved("schema", "d1")
    assert two.of().first_by("schema", "d1") == "Ada"
    two.approve("d1", "Ben")
    assert two.status("d1") == "approved" and two.of().first_by("schema", "d1") is None
    assert [(e["by"], e["reason"], e["people"]) for e in two.of().entries()] == [
        ("Ada", "read it", "2"),
        ("Ben", "read it", "2"),
    ]


@pytest.mark.parametrize(
    "again",
    [
        "Ada", " ada ", "ADA", "Ad\u200ba", "\uff21da", "A\u034fda", "Ada\u115f", "Ada\u1160", "A\u17b4da", "A\u180bda",
        "A\u180fda", "Ada\u2800", "Ada\u3164", "A\ufe0fda", "Ada\uffa0", "A\U000e0100da", "A\U000e0041da", "A\u2065da",
        "A\x07da", "A\ufff0da", "A\u00adda",
    ],
)  # fmt: skip
def test_the_same_person_in_other_letters_is_no_other_person(two: Two, again: str) -> None:
    two.approve("d1", "Ada")
    with pytest.raises(ApprovalError, match="another person"):
        two.approve("d1", again)
    assert two.status("d1") == "waiting" and len(two.of().entries()) == 1


def test_an_unseen_character_before_an_accent_makes_no_other_person(two: Two) -> None:
    two.approve("d1", "Jos\u00e9")
    for again in ("Jose\u0301", "Jose\u034f\u0301", "JOSE\u200d\u0301"):
        with pytest.raises(ApprovalError, match="another person"):
            two.approve("d1", again)
    two.approve("d1", "Jose")  # which is another name
    assert two.status("d1") == "approved"


@pytest.mark.parametrize("by", ["\u200b", "\u034f\u2800", "\u3164"])
def test_nobody_is_no_person(two: Two, by: str) -> None:
    with pytest.raises(ApprovalError, match="can be seen"):
        two.approve("d1", by)


def test_a_first_approval_ends_nothing_and_a_second_one_ends_what_was_before(two: Two) -> None:
    for by in ("Ada", "Ben"):
        two.approve("d1", by)
    two.approve("d2", "Ada")
    two.approve("d3", "Cem")
    assert [two.status(d) for d in ("d1", "d2", "d3")] == ["approved", "waiting", "waiting"]
    two.approve("d2", "Ben")
    assert [two.status(d) for d in ("d1", "d2", "d3")] == ["superseded", "approved", "superseded"]
    two.approve("d3", "Ben")  # Cem's approval came before d2 was approved, and counts no more
    assert two.status("d3") == "waiting" and two.status("d2") == "approved"


def test_a_withdrawal_by_one_person_ends_first_approvals_too(two: Two) -> None:
    two.approve("d1", "Ada")
    two.of().withdraw("schema", "records/visit", "", "Ben", AT)
    assert two.status("d1") == "withdrawn"
    two.approve("d1", "Ben")
    assert two.status("d1") == "waiting"


def test_a_changed_document_is_another_one(two: Two) -> None:
    two.approve("d1", "Ada")
    two.approve("d2", "Ben")
    assert [two.status(d) for d in ("d1", "d2")] == ["waiting", "waiting"]


def test_versions_side_by_side_need_two_people_each(two: Two) -> None:
    for by in ("Ada", "Ben"):
        two.approve("d1", by)
    two.approve("d2", "Ada", keep=True)
    two.approve("d2", "Ben", keep=True)
    assert [two.status(d) for d in ("d1", "d2")] == ["approved", "approved"]


def test_the_setting_that_asks_for_two_holds_for_earlier_approvals_and_lowering_it_completes_none(two: Two) -> None:
    two.approve("old", "Ada", people=1)
    assert two.status("old", people=1) == "approved"
    assert two.status("old", people=2) == "waiting"  # one person has approved it, and two have to
    two.approve("old", "Ben")
    assert two.status("old") == "approved"
    two.approve("new", "Ada", name="records/other")
    assert two.status("new", people=1) == "waiting"  # given as the first of two
    two.approve("new", "Ada", name="records/other", people=1)
    assert two.status("new", people=1) == "approved" and two.status("new") == "waiting"


def test_a_kill_after_any_byte_of_the_second_approval_leaves_the_first_or_both(two: Two) -> None:
    two.approve("d1", "Ada")
    first = two.file.read_bytes()
    head = two.keys.with_name("keys.json.approvals").read_bytes()
    two.approve("d1", "Ben")
    both = two.file.read_bytes()
    for end in (*range(len(first), len(both), 37), len(both) - 1, len(both)):
        two.file.write_bytes(both[:end])
        two.keys.with_name("keys.json.approvals").write_bytes(head)  # it is written last
        expected = "approved" if end == len(both) else "waiting"
        assert two.status("d1") == expected, end
        if expected == "waiting":
            two.approve("d1", "Ben")
            assert two.status("d1") == "approved" and len(two.of().entries()) == 2


@pytest.mark.parametrize(("field", "value"), [("reason", "other"), ("people", "1"), ("by", "Eve")])
def test_who_why_and_how_many_are_authenticated(two: Two, field: str, value: str) -> None:
    two.approve("d1", "Ada")
    entry = json.loads(two.file.read_bytes()) | {field: value}
    two.file.write_bytes(json.dumps(entry).encode() + b"\n")
    with pytest.raises(ApprovalError, match="line 1"):
        two.status("d1")


def test_an_approval_of_two_needs_a_reason_from_each(two: Two) -> None:
    with pytest.raises(ApprovalError, match="--reason"):
        two.of().approve("schema", "n", "1", "d", "Ada", AT)
    two.of(1).approve("schema", "n", "1", "d", "Ada", AT)
