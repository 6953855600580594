"""Every label of this project has a name in the other vocabularies or is known to have none, and none is made up."""

from __future__ import annotations

import pytest

from redactor.entities import FROM_AIMI, FROM_I2B2, FROM_REDACTOR, FROM_SHIELD, INFO, Entity, Hipaa
from redactor.evaluate.label_maps import FROM_HIPAA, VOCABULARIES, Vocabulary, known_label, label_in
from redactor.evaluate.spans import category_of_label
from tests.each_row import each_row

PUBLISHED: dict[Vocabulary, set[str]] = {
    "hipaa": set(FROM_HIPAA),
    "shield": {*FROM_SHIELD, "OTHER"},
    "i2b2": set(FROM_I2B2),
    "redactor": set(FROM_REDACTOR),
    "aimi": set(FROM_AIMI),
}
DEMOGRAPHICS = {"OCCUPATION", "RACE", "ETHNICITY", "MARITAL_STATUS", "PARENTHOOD"}
WITHOUT: dict[Vocabulary, set[str]] = {
    "hipaa": DEMOGRAPHICS, "shield": set(), "i2b2": DEMOGRAPHICS - {"OCCUPATION"}, "redactor": set(),
    "aimi": DEMOGRAPHICS, "presidio": DEMOGRAPHICS,
}  # fmt: skip


@pytest.mark.parametrize("vocabulary", VOCABULARIES)
def test_every_entity_has_a_published_label_or_none(vocabulary: Vocabulary) -> None:
    labels = {e.value: label_in(vocabulary, e.value) for e in Entity}
    assert {e for e, label in labels.items() if label is None} == WITHOUT[vocabulary]
    named = {label for label in labels.values() if label}
    assert named <= PUBLISHED.get(vocabulary, named)
    assert all(label == "OTHER" or known_label(label) for label in named)


@pytest.mark.parametrize("vocabulary", [v for v in VOCABULARIES if v != "aimi"])
def test_labels_of_a_vocabulary_stay(vocabulary: Vocabulary) -> None:
    """But for AIMI's, whose HOSPITAL is a place and stands for a hospital here, as its documentation says."""
    labels = {label for e in Entity if (label := label_in(vocabulary, e.value))}
    ambiguous = {"hipaa": {"DATES"}}.get(vocabulary, set())
    assert {label: label_in(vocabulary, label) for label in labels - ambiguous} == {x: x for x in labels - ambiguous}
    assert label_in("aimi", "HOSPITAL") == "VENDOR"


def test_every_identifier_of_hipaa_has_a_name() -> None:
    named = {h.name for h in Hipaa if h is not Hipaa.OTHER} | {"OTHER_ID"}
    assert set(FROM_HIPAA) == named
    assert {INFO[e].hipaa for e in FROM_HIPAA.values()} == set(Hipaa)
    assert {label_in("hipaa", e.value) for e in Entity} - {None} == named


@each_row(
    ("label", "vocabulary", "expected"),
    [
        ("MEDICALRECORD", "presidio", "ID"),
        ("US_SSN", "i2b2", "IDNUM"),
        ("HCW", "shield", "DOCTOR"),
        ("GPE", "aimi", "HOSPITAL"),
        ("phone-number", "hipaa", "TELEPHONE"),
        ("WEB", "i2b2", "URL"),
        ("OTHER", "shield", "OTHER"),
        ("OTHER", "hipaa", None),
        ("NRP", "i2b2", None),
        ("WOMBAT", "shield", None),
    ],
)
def test_labels_of_one_tool_in_the_words_of_another(label: str, vocabulary: Vocabulary, expected: str | None) -> None:
    assert label_in(vocabulary, label) == expected


def test_gold_by_hipaa_can_be_measured() -> None:
    assert {category_of_label(label) for label in FROM_HIPAA} <= {*FROM_SHIELD}
    assert category_of_label("GEOGRAPHIC") == "LOCATION" and category_of_label("OTHER_ID") == "ID"
