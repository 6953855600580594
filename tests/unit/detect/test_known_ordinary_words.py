"""Known values that are ordinary words count only where people are named."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from redactor.detect.known import Known, SiteKnown
from redactor.detect.known.matcher import Matcher
from redactor.detect.known.search_text import SearchText
from redactor.entities import Entity, Role
from redactor.text import KnownValue, Note
from tests.each_row import each_row

NOTES = Path(__file__).resolve().parents[4] / "shared" / "data" / "clinical_notes_ccby.jsonl"
FAMILIES = [
    "Long", "Young", "May", "Rash", "Cough", "Pain", "Price", "Hand", "Heart", "Good", "How", "Ray", "Gall", "Bile",
    "Tick", "Flower", "Couch", "Frank", "Miller",
]  # fmt: skip


def person(given: str, family: str, entity: Entity = Entity.PATIENT) -> KnownValue:
    return KnownValue(f"{given} {family}", entity, Role.PATIENT, (("given", given), ("family", family)))


def found(text: str, *known: KnownValue, site: tuple[KnownValue, ...] = ()) -> set[str]:
    (reading,) = Known(SiteKnown(site) if site else None).detect([Note("n", text, known=known)])
    return {text[s.start : s.end] for s in reading.spans}


@each_row("name", ["Young", "Long", "Rash", "Cough", "Gall", "Flower", "Couch", "Wheeze"])
@each_row(
    "written",
    ["Mr. {0} was here", "seen by Dr. {0} today", "{0}, Zeb", "Zeb {0}", "Z. {0}", "{0}, Z.", "Patient: {0}\n",
     "Name: {0}, age 45", "PCP {0}, MD", "Thank you,\n{0}", "ZEB {1}", "Mrs {0} reports"],
)  # fmt: skip
def test_an_ordinary_word_counts_beside_a_title_a_name_or_a_label(name: str, written: str) -> None:
    taken = found(written.format(name, name.upper()), person("Zeb", name))
    assert any(name.lower() in t.lower() for t in taken)


@each_row(
    ("name", "text"),
    [
        ("Long", "long history of cough"), ("Cough", "long history of cough"), ("Young", "a young man"),
        ("Rash", "Rash is resolving."), ("Rash", "SKIN: Rash noted. RASH on arms"), ("Cough", "Cough: dry"),
        ("Heart", "Auscultation of Heart: regular"), ("Pain", "Her mother has pain. Pain is frequent."),
        ("Good", "Doctor: Good morning. Patient: Good, thank you."), ("How", "Doctor: How long has it been?"),
        ("Her", "Died of Brain tumor, her father.  Her mother lives."), ("May", "seen in May; on May 4; May 2020"),
        ("March", "since March of last year"), ("Gall", "gall bladder removed, GALL BLADDER"), ("Ray", "x-ray clear"),
        ("Tick", "a tick bite"), ("Flower", "flower in the garden"), ("Couch", "lies on the couch"),
        ("Miller", "the miller of the town"), ("General", "GENERAL: Alert"), ("English", "speaks English and German"),
        ("Friday", "will return on Friday"), ("Price", "discussed the price of it"), ("Spirin", "takes aspirin daily"),
    ],
)  # fmt: skip
def test_an_ordinary_word_is_not_taken_out_of_clinical_text(name: str, text: str) -> None:
    assert found(text, person("Adam", name)) <= {"English"}  # a capital in a sentence may be a name's
    assert not found(text, site=(person("Adam", name, Entity.DOCTOR),))


@each_row("city", ["Home", "Normal", "Hope", "Reading", "Mobile", "Orange"])
def test_a_town_that_is_a_word_counts_after_a_preposition_or_beside_a_place(city: str) -> None:
    address = KnownValue(f"{city}, KS", Entity.ADDRESS, None, (("city", city), ("state", "KS")))
    assert found(f"lives in {city} with her son", address) and found(f"{city}, KS", address)
    assert not found(f"{city.lower()} exam, discharged {city.lower()}. {city} visit.", address)


@each_row("name", ["Whitcombe", "Smith", "Wang", "Anna"])
def test_a_name_that_is_no_word_still_counts_anywhere(name: str) -> None:
    assert found(f"spoke with {name.lower()} today", person("Zeb", name)) == {name.lower()}


@pytest.mark.skipif(not NOTES.is_file(), reason="the shared notes are not at hand")
def test_clinical_notes_lose_nothing_to_surnames_that_are_words() -> None:
    """Each name alone, in every place where the notes have it in lower case."""
    texts = [json.loads(line)["text"] for line in NOTES.read_text("utf-8").splitlines()][::4]
    for family in FAMILIES:
        for who, site in ((person("Zebulon", family), False), (person("Zebulon", family, Entity.DOCTOR), True)):
            matcher = Matcher([who], site=site)
            for text in texts:
                if re.search(rf"\b{family.lower()}\b", text):
                    spans = matcher.find(SearchText.from_text(text))
                    assert not [text[s.start : s.end] for s in spans if text[s.start : s.end].islower()]


@each_row(
    ("value", "text", "expected"),
    [
        (KnownValue("P O Box 4", Entity.ADDRESS), "PO intake fair, 40 mg PO", set()),
        (KnownValue("P O Box 4", Entity.ADDRESS), "mail to PO Box 4, Salem", {"PO Box 4"}),
        (KnownValue("TEST1", Entity.ID), "stress test 1.5 mg/kg, Test 1 done", set()),
        (KnownValue("TEST1", Entity.ID), "see TEST1 and test-1", {"TEST1", "test-1"}),
        (KnownValue("AB123", Entity.ID), "see AB 123", {"AB 123"}),
        (KnownValue("ICU", Entity.HOSPITAL), "moved to ICU", set()),
        (KnownValue("40 Oral Way", Entity.STREET), "furosemide 40 Oral", set()),
    ],
)
def test_a_known_value_counts_in_the_form_in_which_it_stands(value: KnownValue, text: str, expected: set[str]) -> None:
    assert found(text, value) == expected
    assert found(text, site=(value,)) == expected
