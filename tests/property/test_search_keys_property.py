"""Search keys: the values that they select give the spans that all values give."""

from __future__ import annotations

from array import array

from hypothesis import example, given, settings
from hypothesis import strategies as st

from redactor.detect.known.keyed_values import pack, unpack
from redactor.detect.known.matcher import Matcher
from redactor.detect.known.search_keys import keyed, text_keys
from redactor.detect.known.search_text import SearchText
from redactor.entities import Entity
from redactor.text import KnownValue, Span

NAMES = [
    "John", "Thaddea", "Quillon-Marie", "O'Neil", "van der Berg", "Vorobeck", "McDonald", "Jo", "Young", "Müller",
    "Whitcombe", "Harrison", "Will", "김철수", "李小龙", "Sumiko254", "J.", "Al-Fassi", "Nguyễn", "St. John",
]  # fmt: skip
OTHERS = [
    KnownValue("555-810-7203", Entity.TELEPHONE_NUMBER), KnownValue("+49 30 901820", Entity.TELEPHONE_NUMBER),
    KnownValue("MRN-00123456", Entity.MEDICAL_RECORD_NUMBER), KnownValue("4711", Entity.MEDICAL_RECORD_NUMBER),
    KnownValue("012-34-5678", Entity.SSN_OR_TAXPAYER), KnownValue("1927-05-21", Entity.BIRTH_DATE_TIME),
    KnownValue("jane.doe77@mail.example.org", Entity.EMAIL), KnownValue("https://x.example.org/p/77", Entity.URL),
    KnownValue("Quay General Hospital", Entity.HOSPITAL), KnownValue("WARD", Entity.ORGANIZATION),
    KnownValue("12 Quay St #4, Reading, MA 01970", Entity.ADDRESS), KnownValue("Emporia", Entity.CITY),
    KnownValue("Boston", Entity.ADDRESS, None, (("city", "Boston"), ("state", "MA"), ("postalCode", "02101"))),
    KnownValue("Springfield, IL", Entity.ADDRESS, None, (("city", "Springfield"), ("state", "IL"))),
    KnownValue("Green Lake cabin", Entity.LOCATION), KnownValue("Zebra Engineer", Entity.OCCUPATION),
]  # fmt: skip
WRITTEN = [
    "John", "JOHN", "johnvorobeck", "Vorobeck, John", "Vorobeck", "vorobek", "Vorobecck", "Vorboeck", "Voro-\nbeck",
    "O'Neil", "ONeil", "O Neil", "vanderBerg", "Van-Der-Berg", "Mc Donald", "Mueller", "MÜLLER", "muller",
    "Wihtcombe", "Mr. Young", "Bill", "Will", "will", "김철수가", "李小龙", "Thanks,\nJV", "Pt JV", "stable. JV",
    "JV\n", "Sumiko", "Quillon Marie", "quillonmarie", "Harison", "5558107203", "(555) 810-7203", "810 7203",
    "0015558107203", "+4930901820", "030 90 18 20", "123456", "00123456", "0000123456", "MRN 4711",
    "last 4 SSN 5678", "12345678", "012345678", "5/21/1927", "21 May 1927", "May 21st, 1927", "19270521", "05/21/27",
    "May 1927", "jane.doe77", "x.example.org", "jane doe77 at mail dot example dot org", "Quay Gen Hosp", "WARD",
    "12 Quay Street", "Reading, MA", "in Reading", "01970", "Quay St", "Emporia", "Green Lake cabin",
    "zebra engineer", "MA", "Boston, IL", "Boston IL 02101", "MRN 4711 IL", "Springfield, MA", "Al Fassi",
    "al-fassi", "Saint John",
]  # fmt: skip
NOISE = [
    "", " ", "0", "00", "-", "\n", "\u00ad", "\u200b", "'s", ".", ",", " of ", "#", "x", "7", "é", "ﬁ", "the ", "MRN ",
    "Dr. ",
]  # fmt: skip

names = st.lists(st.sampled_from(NAMES), min_size=1, max_size=3).map(
    lambda parts: KnownValue(
        " ".join(parts), Entity.PATIENT, None, (*(("given", p) for p in parts[:-1]), ("family", parts[-1]))
    )
)
free = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
values = st.lists(
    names | st.sampled_from(OTHERS) | free.map(lambda t: KnownValue(t, Entity.PATIENT)), min_size=3, max_size=8
)
texts = st.lists(st.sampled_from(WRITTEN) | st.sampled_from(NOISE) | free, min_size=1, max_size=8).map("".join)


def spans(known: list[KnownValue], text: SearchText) -> set[Span]:
    return set(Matcher(known, site=False).find(text))


@given(values, texts)
@example([KnownValue("0012345", Entity.MEDICAL_RECORD_NUMBER)], "number 00 0012345")
@example([KnownValue("Ng", Entity.PATIENT, None, (("family", "Ng"),))], "Dr. Ng")
@settings(max_examples=600, deadline=None)
def test_the_selected_values_give_the_spans_of_all(known: list[KnownValue], written: str) -> None:
    text = SearchText.from_text(written)
    assert spans(list(keyed(known).select(text_keys(text))), text) == spans(known, text)


@given(values, free.map(str.strip), st.integers(0, 12), free)
@settings(max_examples=150, deadline=None)
def test_a_value_broken_misspelled_or_joined_is_selected(
    known: list[KnownValue], before: str, at: int, glue: str
) -> None:
    held = keyed(known)
    for value in known:
        broken = value.value[:at] + glue[:1] + value.value[at:]
        for written in (broken, broken.upper(), broken.replace(" ", ""), value.value[:at] + value.value[at + 1 :]):
            text = SearchText.from_text(f"{before} {written} {before}")
            assert spans(list(held.select(text_keys(text))), text) == spans(known, text)


@given(st.lists(st.integers(0, 2**32 - 1)))
def test_numbers_are_packed_and_unpacked(numbers: list[int]) -> None:
    assert unpack("I", pack(array("I", numbers))) == array("I", numbers)
