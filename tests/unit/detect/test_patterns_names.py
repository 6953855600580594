"""The rules on people, places and organisations: what they find and what they do not."""

from __future__ import annotations

import pytest

from redactor.detect.patterns import Patterns
from redactor.detect.resolver import resolve
from redactor.entities import NAMES, Entity
from redactor.text import Note
from tests.each_row import each_row

PATTERNS = Patterns()


def found(text: str) -> list[tuple[str, Entity]]:
    spans = resolve(text, PATTERNS.detect([Note("n", text)])[0].spans)
    return [(text[s.start : s.end], s.entity) for s in spans]


def people(text: str) -> list[str]:
    return [value for value, entity in found(text) if entity in NAMES]


@each_row(
    ("text", "name"),
    [
        ("Seen by Dr. Adam Wilson today", "Adam Wilson"),
        ("DR. SMITH REPORTS NO CHANGE", "SMITH"),
        ("hi ms. hernandez , how are you", "hernandez"),
        ("Dr Young agreed", "Young"),
        ("seen with MR Smith", "Smith"),
        ("Frau Müller-Lüdenscheidt was admitted", "Müller-Lüdenscheidt"),
        ("Mr. van der Berg fell", "van der Berg"),
        ("Mrs. O'Neil's chart", "O'Neil"),
        ("Jane Q. Smith, MD", "Jane Q. Smith"),
        ("R. Jones RN at bedside", "R. Jones"),
        ("Patient: Doe, John", "Doe, John"),
        ("patient name: john smith", "john smith"),
        ("PATIENT NAME: ROSE YOUNG", "ROSE YOUNG"),
        ("Attending: Kowalczyk", "Kowalczyk"),
        ("Electronically signed by Maria Gonzalez", "Maria Gonzalez"),
        ("his wife Jane Doe called", "Jane Doe"),
        ("her son, Michael, drove", "Michael"),
        ("my name is Priya Raman", "Priya Raman"),
        ("Sincerely,\nThomas Becker", "Thomas Becker"),
        ("discussed with Karen Lopez by phone", "Karen Lopez"),
        ("then Barbara Nguyen left", "Barbara Nguyen"),
    ],
)
def test_a_name_is_found(text: str, name: str) -> None:
    assert name in people(text)


@each_row(
    ("text", "name"),
    [
        ("a salve of tante Rozenwyn", "Rozenwyn"), ("lives with abuela Xochiquetza", "Xochiquetza"),
        ("nonna Serafinetta", "Serafinetta"), ("frère Gwendalec donor", "Gwendalec"), ("oma Rixtjen", "Rixtjen"),
        ("mormor Gunnvorid", "Gunnvorid"), ("babcia Wieslavka", "Wieslavka"), ("baba Yıldırhan", "Yıldırhan"),
    ],
)  # fmt: skip
def test_a_word_on_no_list_is_a_name_behind_kin_of_another_language(text: str, name: str) -> None:
    (reading,) = PATTERNS.detect([Note("n", text)])
    assert (name, "strong") in [(text[s.start : s.end], s.strength) for s in reading.spans]


@each_row("text", ["tante Mammakarzinom", "madre Asthma", "hija Metformin", "nonna sana", "OMA NKDA"])
def test_terms_behind_kin_are_no_names(text: str) -> None:
    (reading,) = PATTERNS.detect([Note("n", text)])
    assert not [s for s in reading.spans if s.strength == "strong"]


@each_row("name", ["Still", "Just", "To", "He", "Over", "Stroke"])
def test_behind_a_title_that_ends_no_sentence_any_word_is_a_surname(name: str) -> None:
    assert people(f"Discussed with Mrs. {name} at length.") == [name]
    assert people(f"Mr. {name}'s wound is dry.") == [name]
    assert people(f"Stable.\nDr. {name} saw him today.") == [name]


@each_row(
    "text",
    [
        "Rocky Mountain spotted fever is less likely.",
        "Ivor Lewis esophagectomy with jejunostomy.",
        "Austin Flint murmur at the apex.",
        "Hampton hump in the right lower lobe.",
        "Braxton Hicks contractions only.",
    ],
)
def test_a_name_before_the_thing_that_it_names_is_none(text: str) -> None:
    assert people(text) == []


@each_row(
    "text",
    [
        "He called the Dr. Then he left.",
        "Mr. And Mrs. of the ward",
        "Mrs. Still7 is a code",
        "Known MS. Then a relapse. MR. Still severe.",
        "MR Conditional; MS Contin 15 mg",
        "No MS\nThe lesions are old. Mild MR\nNo stenosis.",
    ],
)
def test_a_word_behind_what_may_end_a_sentence_is_none(text: str) -> None:
    assert people(text) == []


def test_the_parts_of_a_strong_name_are_found_again() -> None:
    text = "Patient Name: Ana Zzyzxova\n\nZzyzxova reports pain. ana is a friend; Ana agrees."
    assert people(text).count("Zzyzxova") == 1
    assert people(text).count("Ana") == 1


@each_row(
    "text",
    [
        "Parkinson disease, Crohn's disease, Hodgkin lymphoma",
        "Foley catheter in place, Babinski negative, Romberg normal",
        "Glasgow Coma Scale 15, Apgar 9, Gleason 6",
        "Patient: Denies chest pain. Provider: Cardiology.",
        "Patient: Oh, I'm fine.\nDoctor: Hm, okay.",
        "HISTORY OF PRESENT ILLNESS\nAssessment and Plan\nReview of Systems",
        "Lipitor, Zocor, Plavix and Will Continue Aspirin",
        "The Patient Will Return In May",
    ],
)
def test_clinical_words_are_not_names(text: str) -> None:
    assert people(text) == []


def test_an_address_is_found_in_its_parts() -> None:
    values = found("Lives at 123 Main St, Apt 4, Palo Alto, CA 94301.")
    assert ("Palo Alto", Entity.CITY) in values
    assert ("CA", Entity.STATE) in values
    assert ("94301", Entity.ZIP) in values
    street = next(value for value, entity in values if entity is Entity.STREET)
    assert street.startswith("123 Main St")
    assert "Apt 4" in street


@each_row(
    ("text", "value", "entity"),
    [
        ("send to P.O. Box 442", "P.O. Box 442", Entity.STREET),
        ("from Dayton, OH", "Dayton", Entity.CITY),
        ("from Dayton, Ohio", "Ohio", Entity.STATE),
        ("10 Downing Street SW1A 2AA", "SW1A 2AA", Entity.ZIP),
        ("Toronto ON M5V 3L9", "M5V 3L9", Entity.ZIP),
        ("moved from Germany", "Germany", Entity.COUNTRY),
        ("in Cook County", "Cook County", Entity.COUNTY),
        ("she lives in Gundagai with", "Gundagai", Entity.CITY),
        ("APO AE 09012", "09012", Entity.ZIP),
        ("City: San Antonio", "San Antonio", Entity.CITY),
        ("at Mercy General Hospital for", "Mercy General Hospital", Entity.HOSPITAL),
        ("transferred to St. Mary's", "St. Mary's", Entity.HOSPITAL),
        ("SPRINGFIELD MEDICAL CENTER", "SPRINGFIELD MEDICAL CENTER", Entity.HOSPITAL),
        ("filled at Walgreens", "Walgreens", Entity.PHARMACY),
        ("sent to LabCorp", "LabCorp", Entity.DIAGNOSTIC_LABS),
        ("works at Globex Widgets", "Globex Widgets", Entity.ORGANIZATION),
        ("Acme Tool LLC", "Acme Tool LLC", Entity.ORGANIZATION),
        ("a manager at Young & Sons Roofing, moved", "Young & Sons Roofing", Entity.ORGANIZATION),
        ("Income from Miller Public Schools.", "Miller Public Schools", Entity.ORGANIZATION),
        ("Occupation: welder", "welder", Entity.OCCUPATION),
        ("Marital status: divorced", "divorced", Entity.MARITAL_STATUS),
    ],
)
def test_a_place_or_an_organisation_is_found(text: str, value: str, entity: Entity) -> None:
    assert (value, entity) in found(text)


@each_row(
    "text",
    [
        "referred to the Pain Clinic and the emergency department",
        "the hospital, Outpatient Clinic, Urgent Care",
        "Sure, OK. No, OK.",
        "take 1 tablet by mouth every 4 hours in the morning",
        "transferred to the Intensive Care Unit",
    ],
)
def test_generic_places_are_not_marked(text: str) -> None:
    assert found(text) == []


@each_row(
    ("text", "value", "strength"),
    [
        ("Patient: Okey. They should be there.", "Okey", "weak"),
        ("Patient: Okey\nDate of visit: today", "Okey", "strong"),
        ("Patient: Doe, John", "Doe, John", "strong"),
        ("Client: White, affect flat", "White", "weak"),
        ("Child: Young, playing", "Young", "weak"),
        ("Limit potassium: bananas, Idaho potatoes", "Idaho", "weak"),
        ("allergic to Brazil nuts", "Brazil", "weak"),
        ("lives in New South Wales", "New South Wales", "strong"),
        ("moved to Idaho 83702", "Idaho", "strong"),
    ],
)
def test_ambiguous_values_are_weak(text: str, value: str, strength: str) -> None:
    spans = PATTERNS.detect([Note("n", text)])[0].spans
    strengths = {s.strength for s in spans if text[s.start : s.end] == value}
    assert strengths and ("strong" in strengths) is (strength == "strong")


def test_plants_and_sentences_after_a_profession_are_not_names() -> None:
    assert not [e for v, e in found("Is St. John's wort safe with this?") if e is Entity.HOSPITAL]
    for text in ("Seen at St. John's today", "St. John's worker rang", "St. John's would know", "St. John's worth"):
        assert any(v.startswith("St. John's") for v, e in found(text) if e is Entity.HOSPITAL)
    assert people("Hello, this is the nurse. Caller: hi.") == []


def test_adversarial_texts_are_read_in_whole() -> None:
    """100 KB of what makes backtracking matchers explode; the address at the end must still be found."""
    units = [
        ".",
        "/",
        " ",
        "1",
        "a.",
        "Dr. ",
        "A",
        "A ",
        "@",
        "-",
        ":",
        "+1 ",
        "((",
        "Ab ",
        "http://",
        "MRN: ",
        "Name: ",
    ]
    for unit in units:
        text = unit * (100_000 // len(unit)) + "\n mail doe@example.org"
        last = PATTERNS.detect([Note("n", text)])[0].spans[-1]
        assert "doe@example.org".endswith(text[last.start : last.end][-11:])


def test_the_cache_changes_nothing_and_stays_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("redactor.detect.reading_cache.MAX_READINGS", 4)
    detector = Patterns()
    notes = [Note(str(i), f"Dr. Smith saw bed {i}") for i in range(10)] * 2
    first = detector.detect(notes)
    assert [r.spans for r in first] == [Patterns().detect([n])[0].spans for n in notes]
    assert all(len(cache) <= 4 for cache in detector._caches.values())
