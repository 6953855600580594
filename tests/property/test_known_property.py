"""Properties of the detector of known values."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.detect.known import Known, SiteKnown
from redactor.detect.resolver import resolve
from redactor.entities import Entity, Role
from redactor.text import KnownValue, Note

GIVEN, MIDDLE, FAMILY = "Thaddea", "Quillon", "Vorobeck"
KNOWN = (
    KnownValue(
        "Thaddea Quillon Vorobeck",
        Entity.PATIENT,
        Role.PATIENT,
        (("given", GIVEN), ("given", MIDDLE), ("family", FAMILY)),
    ),
    KnownValue("555-810-7203", Entity.TELEPHONE_NUMBER),
    KnownValue("MRN-00123456", Entity.MEDICAL_RECORD_NUMBER),
    KnownValue("1927-05-21", Entity.BIRTH_DATE_TIME),
    KnownValue(
        "x", Entity.ADDRESS, None, (("line", "12 Quay Street #4"), ("city", "Reading"), ("postalCode", "66801"))
    ),
)
SITE = SiteKnown(
    [
        KnownValue("Lee Harbison", Entity.DOCTOR, Role.CLINICIAN, (("given", "Lee"), ("family", "Harbison"))),
        KnownValue("Quay General Hospital", Entity.HOSPITAL),
    ]
)
PATTERNS = [
    "{g} {f}", "{f}, {g}", "{f} {g}", "{g} {m} {f}", "{g} {mi}. {f}", "{gi}. {f}", "{gi} {f}", "{f}, {gi}.",
    "{gi}.{mi}. {f}", "{gi}. {mi}. {f}", "{g}", "{f}", "{f}, {g} {mi}.",
]  # fmt: skip
CASES = [str, str.upper, str.title, lambda s: s.replace(" ", "\n"), lambda s: s.replace(" ", " \t ")]

plain = st.text(st.characters(codec="utf-8", categories=["Ll", "Po", "Zs", "Nd", "Lo", "Mn", "Cf", "So"]), max_size=40)
exotic = st.text(max_size=60) | st.text("İßŉǅﬁ½²①𝟙ａＺ한글王ไทยé\u0301\u200d\ud800'-\n .,0a", max_size=60)


@given(plain, plain, st.sampled_from(PATTERNS), st.sampled_from(CASES))
@settings(max_examples=150, deadline=None)
def test_every_variant_of_a_rare_name_is_covered_anywhere(before, after, pattern, case) -> None:
    written = case(pattern.format(g=GIVEN, m=MIDDLE, f=FAMILY, gi=GIVEN[0], mi=MIDDLE[0]))
    text = f"{before} \n {written} ; {after}"
    start = len(before) + 3
    spans = resolve(text, Known().detect([Note("n", text, known=KNOWN)])[0].spans)
    covered = {k for s in spans for k in range(s.start, s.end)}
    assert all(k in covered for k in range(start, start + len(written)) if text[k].isalnum())


@given(exotic)
@settings(max_examples=200, deadline=None)
def test_offsets_are_valid_in_any_text(text) -> None:
    text = f"{text}Vorobeck{text} 5558107203 {text}"
    for span in Known(SITE).detect([Note("n", text, known=KNOWN)])[0].spans:
        assert 0 <= span.start < span.end <= len(text)
        assert span.sources == ("known",)


@given(st.lists(st.tuples(plain, st.booleans()), min_size=1, max_size=5))
@settings(max_examples=50, deadline=None)
def test_a_reading_does_not_depend_on_the_batch(drawn) -> None:
    notes = [
        Note(str(k), f"{text} Thaddea Vorobeck of Reading, Dr Harbison {text}", known=KNOWN[k % 3 :] if some else ())
        for k, (text, some) in enumerate(drawn)
    ]
    together = Known(SITE).detect(notes)
    assert together == [Known(SITE).detect([note])[0] for note in notes]
    assert together[::-1] == Known(SITE).detect(notes[::-1])


@given(st.permutations(KNOWN))
@settings(max_examples=30, deadline=None)
def test_the_order_of_the_values_does_not_matter(values) -> None:
    text = "Vorobeck, T. (MRN 123456, 5/21/27) of 12 Quay St, Reading; 810-7203"
    assert Known().detect([Note("n", text, known=tuple(values))]) == Known().detect([Note("n", text, known=KNOWN)])
