"""Hostile documents, mails and notes: no planted value leaves, and what is not released has a reason.

The files were written before the readers were looked at: `hostile_documents/`. A few run in `make test`, all of them in
`make slow`, a folder for each format, and under another profile in `make proof`.
"""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from tests.conftest import PROOF, Command
from tests.leak.hostile_documents.every import CASES, FORMATS, of
from tests.leak.hostile_documents.judge import faults, release
from tests.leak.hostile_documents.kit import Plant, leaks

PROFILES = ("hipaa-safe-harbor", "hips") if PROOF else ("hips",)
CORE = frozenset(
    "billion_laughs.docx html_as_a_part.docx tracked_changes.docx codes_of_fields.docx text_of_an_earlier_save.pdf "  # noqa: SIM905
    "locked_with_a_password.pdf form_of_xfa.pdf utf7.eml names_over_encoded_words.eml html_hidden_by_style.eml "
    "chain_in_a_circle.msg targets_of_links.md attributes.html heads_and_feet.rtf nothing_wide_within_names.txt".split()
)
# Its letters come from right to left, and are read in this order.
MISREAD = frozenset({"glyphs_from_the_right.pdf"})


def test_the_set_has_forty_files_of_each_document_and_twenty_of_each_note() -> None:
    assert all(len(of(suffix)) >= 40 for suffix in (".docx", ".pdf", ".eml"))
    assert all(len(of(suffix)) >= 20 for suffix in (".md", ".html", ".rtf", ".txt"))
    assert len({case.plant.family for case in CASES}) == len(CASES) == sum(len(of(suffix)) for suffix in FORMATS)


def test_the_search_finds_a_plant_in_every_form_and_no_other() -> None:
    plant, other = Plant(7), Plant(8)
    spread = "".join(f"{letter}\u00ad" for letter in plant.family)
    coded = base64.b64encode(plant.text.encode()).decode()
    for text in (
        plant.text,
        plant.family[::-1],
        spread,
        coded,
        f"M {plant.mrn[:4]} {plant.mrn[4:]}",
        plant.family.encode().hex(),
    ):
        assert leaks(plant, text) and not leaks(other, text)


def test_a_few_hostile_files_leave_nothing_and_say_why(called: Command, keyring_path: Path, tmp_path: Path) -> None:
    cases = [case for case in CASES if f"{case.title}{case.suffix}" in CORE]
    assert len(cases) == len(CORE)
    assert not faults(cases, release(called, keyring_path, tmp_path, cases, "hips"))


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("suffix", FORMATS)
def test_every_hostile_file_leaves_nothing_and_says_why(
    suffix: str, profile: str, called: Command, keyring_path: Path, tmp_path: Path
) -> None:
    cases = of(suffix)
    found = faults(cases, release(called, keyring_path, tmp_path, cases, profile))
    assert not [fault for fault in found if fault.split()[0] not in MISREAD], "\n".join(found)
