"""Nicknames: the table is well-formed, and each of its marks does what the file says."""

from __future__ import annotations

from redactor.lexicon import data_files
from redactor.lexicon.nicknames import may_be_one_name, related_forms, root_of, short_forms


def test_a_form_is_linked_both_ways() -> None:
    assert "bill" in related_forms("william")
    assert "william" in related_forms("bill")
    assert related_forms("katie") == ("catherine", "katherine", "kathleen", "kathryn")
    assert related_forms("zxqw") == ()


def test_marks() -> None:
    assert root_of("bill") == "william"
    assert root_of("will") == "will"
    assert "will" in short_forms("william")
    assert "liam" in related_forms("william")
    assert "liam" not in short_forms("william")
    assert "chuy" in short_forms("jesus")
    assert related_forms("jesus") == ()
    assert may_be_one_name("chuy", "jesus")


def test_no_form_of_a_stand_in_has_two_names() -> None:
    names = [line.partition(":")[0] for line in data_files.text("nicknames.txt").splitlines()]
    forms = [form for name in names for form in short_forms(name)]
    assert len(names) == len(set(names))
    assert len(forms) == len(set(forms))
