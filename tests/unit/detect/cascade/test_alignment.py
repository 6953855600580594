"""What a model quotes is found where it stands, and nothing that it says leaves the chunk."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.detect.cascade.alignment import Aligner, Hint
from redactor.entities import Entity
from tests.each_row import each_row

AGE = "The patient is 76 years old and takes 76 mg of aspirin daily."


def align(chunk: str, text: str, context: str = "", entity: Entity = Entity.PERSON) -> list[str] | None:
    """The texts of the ranges; None where the hint is unsure."""
    aligned = Aligner(chunk).align(Hint(entity, text, context))
    return [chunk[a:b] for a, b in aligned.ranges] if aligned.sure else None


def places(chunk: str, text: str, context: str = "", entity: Entity = Entity.PERSON) -> list[int]:
    return [a for a, _ in Aligner(chunk).align(Hint(entity, text, context)).ranges]


@each_row(
    "context",
    ["76 years old", "is 76 years", "The patient is 76 years old", "patient is  76 YEARS old", "is 76-years-old",
     "pateint is 76 years old", "he is 76 years old", "76 years old ... takes"],
)  # fmt: skip
def test_only_the_age_goes(context: str) -> None:
    assert places(AGE, "76", context, Entity.AGE) == [15]


def test_the_dose_would_go_if_it_were_meant() -> None:
    assert places(AGE, "76", "takes 76 mg of", Entity.AGE) == [38]


def test_a_number_whose_context_fits_nowhere_stays_and_is_unsure() -> None:
    aligned = Aligner(AGE).align(Hint(Entity.AGE, "76", "aged seventy-six (76) on admission"))
    assert (aligned.ranges, aligned.sure) == ((), False)


def test_a_context_that_fits_several_places_marks_all() -> None:
    assert places("Smith called. Later Smith called.", "Smith", "Smith called") == [0, 20]
    assert places("Ann and Ann.", "Ann", "Ann and Ann") == [0, 8]
    assert places("Rose met Rose.", "Rose") == [0, 9]


def test_a_name_whose_context_fits_nowhere() -> None:
    assert align("Seen by Hideyoshi today.", "Hideyoshi", "Dr. Hideyoshi signed electronically") == ["Hideyoshi"]
    text = "Hideyoshi came, and then Hideyoshi left."
    aligned = Aligner(text).align(Hint(Entity.PERSON, "Hideyoshi", "signed electronically by the surgeon Hideyoshi"))
    assert len(aligned.ranges) == 2
    assert not aligned.sure


@each_row(
    ("chunk", "text", "context", "found"),
    [
        ("Seen by JOHN  SMITH.", "John Smith", "Seen by John Smith", ["JOHN  SMITH"]),
        ("John\nSmith fell", "John Smith", "John Smith fell", ["John\nSmith"]),
        ("Anne‑Marie O’Neil", "Anne-Marie O'Neil", "", ["Anne‑Marie O’Neil"]),
        ("José Núñez fell", "Jose Nunez", "Jose Nunez fell", ["José Núñez"]),
        ("Jose\u0301 fell", "José", "José fell", ["Jose\u0301"]),
        ("Jose\u0301 fell", "Jose", "Jose", ["Jose\u0301"]),
        ("Call (650) 555-1234 now", "650-555-1234", "Call 650-555-1234", ["650) 555-1234"]),
        ("Straße 5", "STRASSE 5", "", ["Straße 5"]),
        ("ﬁne Müller-Lüdenscheidt", "Mueller", "", ["Müller"]),
        ("met Jonathon Smithers today", "Jonathan Smithers", "met Jonathan Smithers", ["Jonathon Smithers"]),
        ("lives at 123 Main St, Palo Alto", "123 Main St Palo Alto", "lives at 123 Main St Palo Alto",
         ["123 Main St, Palo Alto"]),
        ("פגש את דוד כהן היום", "דוד כהן", "את דוד כהן", ["דוד כהן"]),
        ("القى محمد علي", "محمد علي", "", ["محمد علي"]),
        ("昨日山田太郎が来た", "山田太郎", "昨日山田太郎が", ["山田太郎"]),
        ("Mr. (Jones) [x] .*+?", "(Jones) [x] .*+?", "", ["(Jones) [x] .*+?"]),
        ("zero\u200bwidth Sm\u200bith", "Smith", "width Smith", ["Sm\u200bith"]),
        ("the 7 y/o girl took 7 mg", "7", "the 7 y/o", ["7"]),
        ("Name: DOE, JOHN A", "John A. Doe", "Name: John A. Doe", ["DOE, JOHN A"]),
        ("name: S M I T H came", "Smith", "name: Smith", ["S M I T H"]),
        ("call 5 5 5 1 2 3 4 now", "555-1234", "call 555-1234", ["5 5 5 1 2 3 4"]),
        ("JohnSmith and Smith", "John Smith", "", ["JohnSmith"]),
        ("MRN 00123-45.", "0012345", "MRN 0012345", ["00123-45"]),
        ("http://a.b/John_Smith/", "John Smith", "", ["John_Smith"]),
        ("Ｊｏｈｎ came", "John", "", ["Ｊｏｈｎ"]),
        ("राम कुमार आया", "राम कुमार", "राम कुमार आया", ["राम कुमार"]),
    ],
)  # fmt: skip
def test_written_otherwise(chunk: str, text: str, context: str, found: list[str]) -> None:
    assert align(chunk, text, context) == found


@each_row(
    "text",
    ["", " ", "\n\t", ".", "--", "[PERSON]", " [PERSON] ", "[DATE][ID]", "[PERSON], [PERSON]", "Dr. [PERSON]",
     "[AGE] years old", "PERSON", "PERSON]", "\ue000", "\u200b", "\u0301", "\ud83d"],
)  # fmt: skip
def test_a_hint_that_says_nothing_is_passed_over(text: str) -> None:
    assert align("Dr. [PERSON] saw [PERSON], [AGE] years old, MD.", text, text) == []


def test_masks_are_no_text() -> None:
    chunk = "[PERSON] saw the person Smith [ID]"
    assert places(chunk, "PERSON", "PERSON saw") == []
    assert places(chunk, "Smith", "person Smith [ID]") == [24]
    assert places(chunk, "Smith", "the person Smith [NUMBER]") == [24]
    assert align(chunk, "Smith [ID]") == ["Smith [ID]"]  # `Masked.original` leaves the mask out
    assert align(chunk, "son] saw", "son] saw") is None


@each_row(
    "text", ["x" * 401, "word " * 17, "no such words here", "q", "77", AGE + " And more.", "q\ud83d" * 5, "a" * 100_000]
)
def test_a_hint_that_fits_no_place_is_unsure(text: str) -> None:
    assert align(AGE, text) is None


def test_one_hint_cannot_cover_a_chunk() -> None:
    chunk = "word " * 64
    assert align(chunk, chunk) is None
    assert align(chunk, chunk, entity=Entity.ADDRESS) is None
    assert align("a " * 64, "a") is None
    address = "12 Main Street, Building 4, Floor 3, Apartment 5 B, Care of Jones, Palo Alto, CA 94301, United States"
    assert align(f"Lives at {address}.", address, entity=Entity.ADDRESS) == [address]
    assert align(f"Lives at {address}.", address, entity=Entity.PERSON) is None


def test_words_are_not_found_within_words() -> None:
    assert places("Anniversary of Ann", "Ann") == [15]
    assert places("Anniversary", "Ann") == []
    assert places("1234 and 23", "23", "23") == [9]
    assert places("MRN12345678", "12345678") == [3]
    assert places("JohnSmith came", "Smith", "JohnSmith came") == [4]


CHUNKS = st.text(st.sampled_from("Abc d1\n.,'-’é\u0301山[ID]\u200bא"), min_size=1, max_size=80)


@settings(max_examples=300, deadline=None)
@given(CHUNKS, st.data())
def test_what_is_taken_from_the_text_is_found_there(chunk: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(chunk) - 1))
    end = data.draw(st.integers(start + 1, len(chunk)))
    low, high = data.draw(st.integers(0, start)), data.draw(st.integers(end, len(chunk)))
    taken = chunk[start:end]
    if not any(c.isalnum() for c in taken) or set("[]ID") & set(chunk):
        return
    # The whole chunk places it in any case; less of it may place it elsewhere only if it stands there as well.
    context = chunk[low:high]
    aligned = Aligner(chunk).align(Hint(Entity.ADDRESS, taken, context))
    if len(taken.split()) < 8 and (low < start or high > end) and context.strip() != taken.strip():
        where = [chunk[a:b].strip() for a, b in aligned.ranges]
        assert taken.strip() in {w[: len(taken.strip())] for w in where}
        inner = start + len(taken) - len(taken.lstrip())
        if context.count(taken.strip()) == 1:
            assert inner in [a for a, _ in aligned.ranges]


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=120), st.text(max_size=60), st.text(max_size=120), st.sampled_from(Entity))
def test_no_answer_raises_or_leaves_the_chunk(chunk: str, text: str, context: str, entity: Entity) -> None:
    for a, b in Aligner(chunk).align(Hint(entity, text, context)).ranges:
        assert 0 <= a < b <= len(chunk)


@settings(max_examples=200, deadline=None)
@given(CHUNKS, CHUNKS, CHUNKS)
def test_no_answer_in_the_letters_of_the_chunk_does(chunk: str, text: str, context: str) -> None:
    for given_context in (context, text, f"{context}{text}{context}", chunk):
        for a, b in Aligner(chunk).align(Hint(Entity.ID, text, given_context)).ranges:
            assert 0 <= a < b <= len(chunk)
