"""The guard: what an entity cannot hold is cut off its spans, and nothing of an identifier with it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from redactor.detect.facts import cut_at_facts
from redactor.detect.guard import Guarded, guard
from redactor.detect.readable import DECODED
from redactor.detect.resolver import resolve
from redactor.detect.spoken import SPOKEN
from redactor.entities import Entity
from redactor.text import Span
from tests.each_row import each_row

E = Entity


def one(text: str, *spans: Span) -> Guarded:
    left = cut_at_facts(text, spans)
    return guard(text, resolve(text, left), left)


def guarded(
    text: str, found: str, entity: Entity, sources: tuple[str, ...] = ("student",), score: float | None = 0.97
) -> list[tuple[str, Entity]]:
    at = text.index(found)
    spans = one(text, Span(at, at + len(found), entity, score, "strong", sources)).spans
    return [(text[s.start : s.end], s.entity) for s in spans]


def values(text: str, found: str, entity: Entity, **more: object) -> list[str]:
    return [value for value, _ in guarded(text, found, entity, **more)]  # type: ignore[arg-type]


@each_row(
    ("text", "found", "entity", "left"),
    [
        ("Theo Hart heart sounds", "Theo Hart heart", E.PERSON, "Theo Hart"),
        ("Robert Oakes\n\nPlan", "Robert Oakes\n\n", E.PERSON, "Robert Oakes"),
        ("SSN 512-44-9981", "SSN 512-44-9981", E.SSN_OR_TAXPAYER, "512-44-9981"),
        ("MRN: 4471023 of", "MRN: 4471023 of", E.MEDICAL_RECORD_NUMBER, "4471023"),
        ("IP 10.22.8.114 in", "IP 10.22.8.114", E.IP_ADDRESS, "10.22.8.114"),
        ("MAC 00:1B:44:11:3A:B7 of", "MAC 00:1B:44:11:3A:B7 of", E.MAC_ADDRESS, "00:1B:44:11:3A:B7"),
        ("Tel: (603) 555 0119", "Tel: (603) 555 0119", E.TELEPHONE_NUMBER, "(603) 555 0119"),
        ("DOB 1/2/1950 by", "DOB 1/2/1950 by", E.BIRTH_DATE_TIME, "1/2/1950"),
        ("on March 3, 2020 with", "on March 3, 2020 with", E.DATE, "March 3, 2020"),
        ("CVS Pharmacy on Elm", "CVS Pharmacy on", E.PHARMACY, "CVS Pharmacy"),
        ("age: 45", "age: 45", E.AGE, "45"),
        ("Mrs Roe's K", "Mrs Roe's K", E.PATIENT, "Mrs Roe"),
        ("Mrs Roe\u2019s K.", "Mrs Roe\u2019s K.", E.PERSON, "Mrs Roe"),
    ],
)
def test_what_an_entity_cannot_hold_is_cut_off(text: str, found: str, entity: Entity, left: str) -> None:
    assert values(text, found, entity) == [left]
    assert values(text, left, entity) == [left]


@each_row(
    ("text", "entity"),
    [
        ("Dr An", E.DOCTOR), ("Ms May", E.PERSON), ("Mr Dose", E.PERSON), ("Van Der Berg", E.PERSON),
        ("Le", E.PERSON), ("O", E.PERSON), ("L. Wells", E.DOCTOR), ("Lee MG", E.PATIENT), ("Grace O", E.PERSON),
        ("An Le", E.PERSON), ("dr an", E.DOCTOR), ("James Le", E.PERSON), ("Lee MD", E.DOCTOR), ("M.D. Lee", E.DOCTOR),
        ("PT Barnum", E.PERSON), ("Al As", E.PERSON), ("By Li", E.PERSON), ("kim on", E.PERSON), ("Ky To", E.PERSON),
        ("Per Olsen", E.PERSON), ("Mac", E.PERSON), ("Mr. Unit", E.PERSON), ("Mrs. Lot", E.PERSON),
        ("Dr. Meter", E.DOCTOR), ("Sr. Of", E.PERSON), ("Mr. Gram", E.PERSON), ("Al Ounce", E.PERSON),
        ("Jo Watt", E.PERSON), ("R. Stone, PA-C", E.DOCTOR), ("Robert Oakes III", E.PERSON), ("Smith, John", E.PERSON),
        ("Abe604 Frami345", E.PATIENT), ("John smith", E.PERSON), ("jane doe", E.PERSON), ("Ruth bell", E.PERSON),
        ("Joan of Arc", E.PERSON), ("Ludwig van Beethoven", E.PERSON), ("Day", E.PERSON), ("Plan, Ada", E.PERSON),
        ("SMITH^JOHN^Q", E.PATIENT), ("김민수", E.PERSON), ("Ng", E.DOCTOR), ("Dr. T. Ball", E.DOCTOR),
        ("Cal 4 Mills", E.PERSON), ("George M", E.PERSON), ("Mg, Lee", E.PERSON), ("Kg Tan", E.PERSON),
        ("4 L. Wells", E.STREET), ("100 ML King Blvd", E.STREET), ("1200 MG Johnson Street", E.ADDRESS),
        ("12 Units Way", E.STREET),
        ("RR 2, Box 114", E.STREET), ("HR 12 Ada", E.STREET),
        ("Apt 4 L", E.ADDRESS), ("22 Wells Road", E.STREET), ("3 F Street", E.STREET),
        ("12 Elm St\nDayton, OH 45402", E.ADDRESS), ("Isle of Man", E.LOCATION), ("Of", E.CITY),
        ("The Christ Hospital", E.HOSPITAL), ("Children's Hospital at Westmead", E.HOSPITAL),
        ("University of Iowa Hospitals", E.HOSPITAL), ("Sisters of Mercy Hospital", E.HOSPITAL),
        ("MRN-4471023", E.MEDICAL_RECORD_NUMBER), ("ID4471", E.ID), ("W0412 23 118876", E.ID), ("PT-3381", E.ID),
        ("555-0119 ext 12", E.TELEPHONE_NUMBER), ("May 3", E.DATE), ("4th of July", E.DATE), ("Sat", E.DATE),
        ("45 y.o.", E.AGE), ("24 h", E.AGE), ("3 weeks old", E.AGE), ("of@by.org", E.EMAIL),
        ("http://of.by/as of", E.URL), ("<jane.doe@x.org>", E.EMAIL), ("Doe <Jane>", E.PERSON),
    ],
)  # fmt: skip
def test_an_identifier_is_kept_whole(text: str, entity: Entity) -> None:
    for sources, score in ((("student",), 0.97), (("student",), 0.4), (("patterns:titled-name",), None)):
        assert guarded(text, text, entity, sources, score) == [(text, entity)]


def test_a_flow_of_oxygen_is_no_house_number() -> None:
    rule = {"sources": ("patterns:street-address",), "score": None}
    assert values("SpO2 96% on 4 L. Wells score 3", "4 L. Wells", E.STREET, **rule) == ["Wells"]
    assert values("lives at 4 L. Wells", "4 L. Wells", E.STREET, **rule) == ["4 L. Wells"]


@each_row(
    ("text", "entity", "left"),
    [
        ("AMH on Thursday, 1/28/2021", E.ORGANIZATION, [("AMH", E.ORGANIZATION), ("Thursday, 1/28/2021", E.DATE)]),
        ("Robert Oakes 3/4/1950", E.PERSON, [("Robert Oakes", E.PERSON), ("3/4/1950", E.DATE)]),
        ("15-APR-2025", E.ID, [("15-APR-2025", E.DATE)]),
        ("April 12 Oakes", E.PERSON, [("April 12 Oakes", E.PERSON)]),
        ("19500217", E.PERSON, [("19500217", E.PERSON)]),
    ],
)
def test_a_whole_date_is_a_date(text: str, entity: Entity, left: list[tuple[str, Entity]]) -> None:
    assert guarded(text, text, entity) == left


@each_row("sources", [("known",), ("student", "known:name"), ("site",), (DECODED, "student"), (SPOKEN, "student")])
def test_known_values_terms_of_the_site_and_decoded_stretches_are_not_cut(sources: tuple[str, ...]) -> None:
    for text in ("Pt Lee as of", "Lee 44 mg Kim", "SSN", "Lee | Kim\n\nPlan"):
        assert guarded(text, text, E.PERSON, sources, 0.3) == [(text, E.PERSON)]


@each_row(
    ("text", "entity", "left"),
    [
        ("75 MG. Dr. Philbin", E.DOCTOR, ["Dr. Philbin"]),
        ("Lee 2.5 mg/kg Kim", E.PERSON, ["Lee", "Kim"]),
        ("Oakes BP 132/76 Marsh", E.PERSON, ["Oakes", "Marsh"]),
        ("SpO2 96% Oakes", E.PERSON, ["Oakes"]),
        ("12 Elm Street, furosemide 40 MG", E.ADDRESS, ["12 Elm Street"]),
        ("Mercy Clinic 5-325 mg", E.HOSPITAL, ["Mercy Clinic"]),
        ("Robert Oakes Hgb 9.8 g/dL", E.PERSON, ["Robert Oakes"]),
        ("20 MG. Wells score", E.STREET, ["Wells score"]),
        ("12.5 MG Oral Tablet. Wells", E.STREET, ["Wells"]),
        ("20 MG. Dr. Shabazz", E.STREET, ["Dr. Shabazz"]),
    ],
)
def test_a_name_or_an_address_is_split_around_a_measurement(text: str, entity: Entity, left: list[str]) -> None:
    assert values(text, text, entity) == left


@each_row(
    ("text", "entity", "left"),
    [
        ("Dr. An at Mercy Ridge Hospital", E.HOSPITAL,
         [("Dr. An", E.DOCTOR), ("Mercy Ridge Hospital", E.HOSPITAL)]),
        ("Dr. Van Der Berg of St. Brigid Medical Center", E.DOCTOR,
         [("Dr. Van Der Berg", E.DOCTOR), ("St. Brigid Medical Center", E.HOSPITAL)]),
        ("Ms. May of the Oak Clinic", E.PERSON, [("Ms. May", E.PERSON), ("Oak Clinic", E.HOSPITAL)]),
        ("Jane Roe at Mercy Hospital", E.PERSON, [("Jane Roe", E.PERSON), ("Mercy Hospital", E.HOSPITAL)]),
        ("Dr. Roe, University of Iowa Hospitals", E.DOCTOR,
         [("Dr. Roe", E.DOCTOR), ("University of Iowa Hospitals", E.HOSPITAL)]),
    ],
)  # fmt: skip
def test_a_person_of_an_institution_is_two_mentions(text: str, entity: Entity, left: list[tuple[str, Entity]]) -> None:
    assert guarded(text, text, entity) == left


@each_row(
    ("text", "entity", "left"),
    [
        ("Oakes\n\nMarsh", E.PERSON, ["Oakes", "Marsh"]),
        ("Oakes | Marsh", E.PERSON, ["Oakes", "Marsh"]),
        ("Oakes\tMarsh", E.PERSON, ["Oakes", "Marsh"]),
        ("Robert Oakes\nMarsh: Yes", E.PERSON, ["Robert Oakes", "Marsh: Yes"]),
        ("Oakes</td><td>Marsh", E.PERSON, ["Oakes", "Marsh"]),
        ("<family>Oakes</family><given>Ada</given>", E.PERSON, ["Oakes", "Ada"]),
        ("12 Elm St<br/>Dayton", E.ADDRESS, ["12 Elm St", "Dayton"]),
    ],
)
def test_no_span_crosses_a_border(text: str, entity: Entity, left: list[str]) -> None:
    assert values(text, text, entity) == left


@each_row(
    ("text", "found", "entity"),
    [
        ("furosemide 40 MG PO", "40 MG", E.ID), ("on 4 L NC", "4 L", E.ID), ("SpO2 96% today", "96%", E.ID),
        ("UOP 45 mL.", "mL.", E.DOCTOR), ("HDL 43 mg/dL.", "dL.", E.DOCTOR), ("TSH 2.31 mIU/L.", "L.", E.DOCTOR),
        ("0.6 m/s.", "m/s.", E.DOCTOR), ("FEV1 1.12 L", "1.12", E.DATE), ("WBC 12-16 K/uL", "12-16", E.DATE),
        ("BP 118/70 today", "118/70", E.DATE), ("reflexes 2+/4 throughout", "2+/4", E.DATE),
    ],
)  # fmt: skip
def test_a_fact_is_no_identifier_whoever_says_so(text: str, found: str, entity: Entity) -> None:
    for sources, score in ((("student",), 0.6), (("student",), 0.97), (("patterns:x", "student"), 0.6)):
        assert values(text, found, entity, sources=sources, score=score) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("OBX|3|NM|WBC||7.1|K/uL|4.5-11|N", "4.5-11"), ("OBX|3|NM|GLU||96|mg/dL|10-12|N", "10-12"),
        ("strength in the right leg 4/5", "4/5"),
    ],
)  # fmt: skip
def test_what_only_its_context_tells_is_one_for_the_student_and_the_rule_of_dates(text: str, found: str) -> None:
    assert values(text, found, E.DATE, score=0.97) == []
    assert values(text, found, E.DATE, sources=("patterns:date", "student")) == []
    assert values(text, found, E.DATE, sources=("patterns:x", "student")) == [found]


@pytest.mark.parametrize(
    ("text", "found", "entity"),
    [
        ("SSN 512-44-9981", "SSN", E.PERSON),
        ("seen by the nurse", "the", E.DOCTOR),
    ],
)
def test_what_the_student_alone_takes_for_an_identifier_is_dropped(text: str, found: str, entity: Entity) -> None:
    assert values(text, found, entity, score=0.6) == []
    assert values(text, found, entity, score=0.97) == [found]
    assert values(text, found, entity, sources=("patterns:x", "student"), score=0.6) == [found]


@each_row(
    ("text", "found", "entity"),
    [
        ("Seen 12-16 by Lee", "12-16", E.DATE), ("on 3/4 Lee", "3/4", E.DATE), ("0644 L", "L", E.DOCTOR),
        ("seen at 0644 L", "L", E.DOCTOR), ("45 days", "45 days", E.AGE), ("MRN 4471023", "4471023", E.ID),
        ("Dr. M", "M", E.DOCTOR), ("Apt 4 L", "4 L", E.ADDRESS), ("Room 12 Kim", "Kim", E.PERSON),
        ("called 5 Moore", "Moore", E.PERSON), ("PID|1|4.5-11", "4.5-11", E.ID),
        ("saw will today", "will", E.PERSON), ("room 4 Oz called", "Oz", E.PERSON), ("told an yes", "an", E.PERSON),
        ("Alec Home 603 555 0119", "Alec Home", E.PERSON), ("LEE MAC 45 y/o", "LEE MAC", E.PERSON),
        ("plate as 4471", "as 4471", E.VEHICLE_LICENSE_PLATE_US), ("as 4471", "as 4471", E.ID),
    ],
)  # fmt: skip
def test_what_may_identify_is_not_dropped(text: str, found: str, entity: Entity) -> None:
    assert values(text, found, entity, score=0.3) == [found]


@each_row(
    ("text", "known", "entity", "left"),
    [
        ("Pedro Arce radiology", "Pedro Arce", E.PATIENT, ["Pedro Arce"]),
        ("Pt Lee of", "Pt Lee", E.PATIENT, ["Pt Lee"]),
        ("Pt Lee 40 mg Kim", "Lee 40 mg", E.PATIENT, ["Pt Lee 40 mg Kim"]),
        ("Dr. An at Mercy Hospital", "An at Mercy", E.DOCTOR, ["Dr. An at Mercy Hospital"]),
    ],
)
def test_only_what_is_around_a_known_value_is_cut_off(text: str, known: str, entity: Entity, left: list[str]) -> None:
    whole = Span(0, len(text), entity, 0.99, "strong", ("student", "known"))
    at = text.index(known)
    found = [replace(whole, sources=("student",)), Span(at, at + len(known), entity, None, "strong", ("known",))]
    assert [text[s.start : s.end] for s in guard(text, [whole], found).spans] == left


def test_a_part_that_holds_nothing_known_is_not_known() -> None:
    text = "Lee Kim\n\nMarsh"
    whole = Span(0, len(text), E.PERSON, 0.99, "strong", ("student", "known"))
    found = [replace(whole, sources=("student",)), Span(0, 7, E.PATIENT, None, "strong", ("known",))]
    assert [s.sources for s in guard(text, [whole], found).spans] == [("student", "known"), ("student",)]


def test_a_label_before_its_own_value_is_dropped() -> None:
    text = "MAC 00:1B:44:11:3A:B7"
    label = Span(0, 3, E.PERSON, 0.09, "strong", ("patterns:listed-name", "student"))
    address = Span(4, len(text), E.MAC_ADDRESS, None, "strong", ("patterns:mac-address",))
    assert one(text, label, address).spans == (address,)


def test_what_the_guard_did_is_counted_by_entity() -> None:
    text = "Oakes, took SSN 5\n\nPlan"
    spans = [
        Span(0, 6, E.PERSON, 0.99, "strong", ("student",)),
        Span(12, 15, E.ID, 0.4, "strong", ("student",)),
    ]
    found = one(text, *spans)
    assert found.counts == (("guard-dropped:ID", 1), ("guard-trimmed:PERSON", 1))
    assert one(text, *found.spans) == Guarded(found.spans)


@each_row("piece", ["<a", "1 ", "Dr. A at ", "\n", "mg ", "a:", "| ", "4 L. ", "Patient: ", "of ", "Plan\n"])
def test_a_long_span_is_guarded(piece: str) -> None:
    """Linear time: benchmarks/linear_time.py."""
    text = piece * 40_000
    found = one(text, Span(0, len(text), E.PERSON, 0.9, "strong", ("student",))).spans
    assert all(0 <= s.start < s.end <= len(text) for s in found)
