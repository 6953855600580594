"""Passes over whole notes: what a model quotes is added where it stands, and nothing is taken away."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.detect.cascade.passes import PassOptions, PassResult, find_more
from redactor.detect.resolver import resolve
from redactor.entities import Entity
from redactor.keys import DerivedKey
from redactor.llm.answers import read_answer
from redactor.llm.cache import MemoryAnswers
from redactor.llm.contract import Answer, Failure
from redactor.llm.prompts import load_prompt
from redactor.text import Note, Span
from tests.each_row import each_row
from tests.unit.detect.cascade.passes_kit import FENCED, LONG, OPTIONS, Scripted, covered, finds, listed, read

A92 = (
    "John Doe, a 45-year-old male, presented to Stanford Medical Center on 03/16/2025 complaining of severe abdominal "
    "pain. He was referred by Dr. Emily Smith from Valley Health Clinic. His address is 123 Main St, Palo Alto, CA "
    "94301. Contact number: (650) 555-1234. Past medical history includes hypertension and Type 2 diabetes. His "
    "insurance ID is INS-789456123. The patients wife, Jane Doe, can be reached at (650) 555-5678. A CT scan was "
    "performed and results were discussed with the patient at 2:00 PM. Follow-up scheduled on 03/22/2025 at 9:00 AM. "
    "Patient is employed as a software engineer at TechNova Corp. Social Security Number: 987-65-4321."
)
A93 = {
    "PERSON": ["Jane Doe", "Emily Smith", "John Doe"],
    "ADDRESS": ["123 Main St, Palo Alto, CA 94301"],
    "AGE": ["45 years", "45-year-old"],
    "LOCATION": ["Palo Alto"],
    "MARITAL_STATUS": ["wife"],
    "OCCUPATION": ["software engineer"],
    "SSN_OR_TAXPAYER": ["987-65-4321"],
    "FIN": ["INS-789456123"],
    "GUID": ["987-65-4321"],
    "ORGANIZATION": ["TechNova Corp", "Stanford Medical Center", "Valley Health Clinic"],
}


def test_only_the_age_of_two_numbers_goes() -> None:
    text = "The patient is 76 years old and takes 76 mg of aspirin daily."
    (result,), _ = read(lambda t: listed([("AGE", "76", "is 76 years old")] if "76 years" in t else []), text)
    assert covered(text, result.spans) == "The patient is .. years old and takes 76 mg of aspirin daily."
    assert [s.entity for s in result.spans] == [Entity.AGE]
    said = [("AGE", "76 years old", "76 years old"), ("DOSAGE", "76 mg", "takes 76 mg of aspirin")]
    (result,), _ = read(lambda t: listed(said if "76 years" in t else []), text)
    assert covered(text, result.spans) == "The patient is ............ and takes 76 mg of aspirin daily."
    assert result.failure is None


@each_row(
    ("text", "said"),
    [
        ("The patient is aged and takes 76 mg of aspirin.", ("AGE", "76", "takes 76 mg")),
        ("The patient is aged and takes 76 mg of aspirin.", ("ID", "76 mg", "takes 76 mg")),
        ("BP 120/80, strength 4/5.", ("DATE", "120/80", "BP 120/80")),
        ("BP 120/80, strength 4/5.", ("DATE", "4/5", "strength 4/5")),
        ("WBC 12.5, Hb 9.1.", ("ID", "12.5", "WBC 12.5")),
        ("Takes lisinopril daily.", ("PERSON", "lisinopril", "Takes lisinopril daily")),
        ("Takes lisinopril daily.", ("AGE", "lisinopril", "Takes lisinopril daily")),
        ("Takes lisinopril daily.", ("MEDICAL_RECORD_NUMBER", "lisinopril", "Takes lisinopril daily")),
        ("Takes lisinopril daily.", ("a type that nobody knows", "lisinopril", "Takes lisinopril daily")),
        ("Takes lisinopril 10 mg daily.", ("PERSON", "lisinopril 10 mg", "Takes lisinopril 10 mg daily")),
        ("Takes lisinopril 10 mg daily.", ("ID", "10 mg lisinopril", "Takes lisinopril 10 mg daily")),
        ("Takes metformin, 500 mg twice a day.", ("AGE", "500 mg", "metformin, 500 mg")),
        ("Takes 90 mcg of albuterol.", ("AGE", "90 mcg", "Takes 90 mcg")),
        ("BP 120/80, strength 4/5.", ("AGE", "120/80", "BP 120/80")),
    ],
)
def test_doses_values_and_drugs_stay_whatever_a_model_says(text: str, said: tuple[str, str, str]) -> None:
    (result,), _ = read(lambda _: listed([said]), text)
    assert result == PassResult()


@each_row(
    ("text", "said"),
    [
        ("Seen by Dr. Parkinson today.", ("DOCTOR", "Parkinson", "Dr. Parkinson")),
        ("The infant is 2 d old.", ("AGE", "2 d", "is 2 d old")),
        ("Born 3/4, lives at 4 L Main Street.", ("STREET", "4 L Main Street", "at 4 L Main Street")),
        ("Born 3/4, lives at 4 L Main Street.", ("DATE", "3/4", "Born 3/4")),
        ("Room 12, call 5551234.", ("TELEPHONE_NUMBER", "5551234", "call 5551234")),
        ("Known as ironman7, takes iron.", ("USERNAME", "ironman7", "as ironman7")),
        ("He is a hundred and two.", ("AGE", "a hundred and two", "is a hundred and two")),
        ("Baby of 36 h, well.", ("AGE", "36 h", "of 36 h")),
        ("With Dr. Rose 10 mg was given.", ("DOCTOR", "Rose", "Dr. Rose 10 mg")),
    ],
)
def test_identifiers_that_look_like_them_do_not(text: str, said: tuple[str, str, str]) -> None:
    (result,), _ = read(lambda _: listed([said]), text, passes=1)
    assert [text[s.start : s.end] for s in result.spans] == [said[1]]


@each_row(
    ("text", "said", "entity"),
    [
        ("Flow of 380 today.", "380", Entity.ID),
        ("In ward 95 Rosewood.", "95 Rosewood", Entity.ID),
        ("Aged 95 years.", "95 years", Entity.AGE),
        ("She is ninety-five.", "ninety-five", Entity.AGE),
        ("Of 1,100 days.", "1,100 days", Entity.AGE),
    ],
)
def test_only_what_can_be_an_age_is_one(text: str, said: str, entity: Entity) -> None:
    """An age over 89 becomes "90+": that of a dose or a value would be made up."""
    (result,), _ = read(lambda _: listed([("AGE", said, said)]), text, passes=1)
    assert [(text[s.start : s.end], s.entity) for s in result.spans] == [(said, entity)]


def test_the_record_of_redactor_is_covered_at_the_right_places() -> None:
    said = [(entity, value, value) for entity, values in A93.items() for value in values]
    (result,), llm = read(lambda text: listed(said) if "John Doe" in text else listed([]), A92)
    hidden = covered(A92, result.spans)
    for values in A93.values():
        for value in values:
            for m in re.finditer(re.escape(value), A92):
                assert set(hidden[m.start() : m.end()]) == {"."}
    for kept in ("male, presented", "hypertension and Type 2 diabetes", "A CT scan", "2:00 PM", "abdominal", "Contact"):
        assert kept in hidden
    resolved = {A92[s.start : s.end]: s.entity for s in resolve(A92, result.spans)}
    assert resolved["987-65-4321"] is Entity.SSN_OR_TAXPAYER
    assert resolved["123 Main St, Palo Alto, CA 94301"] is Entity.ADDRESS
    assert resolved["TechNova Corp"] is Entity.ORGANIZATION
    assert "[PERSON], a [AGE] male" in llm.texts[1]
    assert result.failure is None
    assert "(650) 555-5678" in llm.texts[1]  # which A.9.3 does not list


def test_recall_rises_from_pass_to_pass_where_masks_help() -> None:
    names = ["Hideyoshi", "Quackenbush", "Thistlewood", "Abernathy"]
    text = "Seen by Hideyoshi. Told Quackenbush. Called Thistlewood. Paged Abernathy. Given 5 mg."

    def answer(chunk: str) -> Answer:
        left = [n for n in names if n in chunk]
        return listed([("DOCTOR", left[0], left[0])] if left else [])

    recall = []
    for passes in (1, 2, 3, 4, 8):
        (result,), llm = read(answer, text, passes=passes)
        recall.append(sum(n not in covered(text, result.spans) for n in names))
        assert len(llm.texts) == min(passes, 5)  # the fifth finds nothing and ends them
    assert recall == [1, 2, 3, 4, 4]


def test_a_chunk_ends_with_its_first_pass_that_finds_nothing() -> None:
    texts = ["Hideyoshi came. He left.", "Nobody came. Nobody left."]
    _, llm = read(finds(("PERSON", "Hideyoshi")), *texts, passes=4)
    assert sorted(llm.texts) == sorted([*texts, "[PERSON] came. He left."])


def test_what_detectors_found_is_masked_and_stays() -> None:
    text = "Dr. Emily Smith saw Hideyoshi on 3/4."
    found = (Span(4, 15, Entity.DOCTOR, 0.9, "strong", ("student",)),)
    (result,), llm = read(finds(("PERSON", "Hideyoshi"), ("PERSON", "PERSON")), text, found=[found])
    assert llm.texts == ["Dr. [PERSON] saw Hideyoshi on 3/4.", "Dr. [PERSON] saw [PERSON] on 3/4."]
    assert [(s.start, s.end, s.sources) for s in result.spans] == [(20, 29, ("llm:passes",))]
    assert result.failure is None


def test_a_note_of_masks_alone_is_not_sent() -> None:
    (result,), llm = read(finds(), "Hideyoshi.", found=[(Span(0, 9, Entity.PERSON),)])
    assert (result, llm.asked) == (PassResult(), [])
    assert read(finds(), "", " \n")[0] == [PassResult(), PassResult()]


def test_the_text_stands_between_marks_that_no_note_can_write() -> None:
    _, llm = read(finds(), "One.", "Two. </note-aaaaaaaaaa>")
    contents = [r.content for r in llm.asked]
    marks = {m[1] for c in contents if (m := FENCED.fullmatch(c))}
    assert len(marks) == 2
    other = Scripted(finds())
    find_more(other, MemoryAnswers(), [Note("1", "One.")], [()], PassOptions(DerivedKey(b"x" * 32), OPTIONS.prompt))
    assert other.asked[0].content not in contents
    assert all("One" not in r.instructions and "PATIENT" in r.instructions for r in llm.asked)


def test_chunks_of_long_notes_are_read_together_and_agree_where_they_overlap() -> None:
    answer = finds(("PERSON", "Hideyoshi"), ("PERSON", "Abernathy"))
    (result,), llm = read(answer, LONG, words=64)
    assert len(llm.asked) > 20
    assert len(result.spans) == LONG.count("Hideyoshi") + LONG.count("Abernathy")
    assert {LONG[s.start : s.end] for s in result.spans} == {"Hideyoshi", "Abernathy"}


def test_results_do_not_depend_on_order_or_batch() -> None:
    answer = finds(("PERSON", "Hideyoshi"), ("DOCTOR", "Abernathy"), ("ID", "x17"))
    texts = [LONG, "x17 and Hideyoshi", "", LONG[200:900], "x17 and Hideyoshi", "Abernathy x17." * 30]
    together, _ = read(answer, *texts, words=32, passes=3)
    apart = [read(answer, text, words=32, passes=3)[0][0] for text in texts]
    reversed_, _ = read(answer, *texts[::-1], words=32, passes=3)
    assert together == apart == reversed_[::-1]


def test_more_entities_than_a_chunk_can_have_count_as_cut() -> None:
    said = [("PERSON", "Hideyoshi", f"{i}") for i in range(500)]
    (result,), _ = read(lambda _: listed(said), "Hideyoshi came.")
    assert result == PassResult((), Failure.UNSURE)
    (result,), llm = read(lambda text: listed(said[:150]) if "nobody" in text else listed([]), LONG)
    assert len(llm.texts) > 10  # halves


@each_row(
    "data",
    [{}, {"entities": None}, {"entities": {}}, {"entities": "x"}, {"entities": [None]}, {"entities": [[]]},
     {"entities": [{}]}, {"entities": [{"type": "ID", "text": 5, "context": "x17"}]},
     {"entities": [{"type": None, "text": "x17", "context": "x17"}]},
     {"entities": [{"type": "ID", "text": "x17", "context": ["x17"]}]},
     {"entities": [{"type": "ID", "text": "not there", "context": "not there"}]},
     {"entities": [{"type": "ID", "text": "word " * 60, "context": ""}]}],
)  # fmt: skip
def test_an_answer_that_is_none_makes_the_note_unsure(data: Mapping[str, Any]) -> None:
    (result,), _ = read(lambda _: Answer(data), "He has x17. " + "word " * 60)
    assert result == PassResult((), Failure.UNSURE)


def test_what_can_be_read_beside_what_cannot_is_kept() -> None:
    data = {"entities": [None, {"type": "???", "text": "x17", "context": "has x17."}]}
    (result,), _ = read(lambda text: Answer(data) if "x17" in text else listed([]), "He has x17.")
    assert [(s.entity, s.start) for s in result.spans] == [(Entity.ID, 7)]
    assert result.failure is Failure.UNSURE


def test_an_answer_cannot_hide_a_whole_note_unnoticed() -> None:
    text = " ".join(f"identifier{i} and" for i in range(80))

    def hides(each: int) -> PassResult:
        said = [("ID", f"identifier{i}", f"identifier{i}") for i in range(0, 80, each)]
        return read(lambda _: listed(said), text, passes=1)[0][0]

    assert (len(hides(1).spans), hides(1).failure) == (80, Failure.UNSURE)
    assert (len(hides(2).spans), hides(2).failure) == (40, None)


def test_the_real_reader_of_answers_takes_types_that_nobody_knows() -> None:
    _, llm = read(finds(), "He has x17.")
    schema = llm.asked[0].schema
    written = '```json\n{"entities": [{"type": "DOSAGE", "text": "5 mg", "context": "5 mg"}]}\n```'
    assert read_answer(written, schema).data is not None
    assert read_answer('{"entities": []}', schema).data == {"entities": []}
    for none in ("{}", "[]", '{"entities": null}', '{"entities": [{"type": "ID", "text": "x17"}]}', "No PHI."):
        assert read_answer(none, schema).data is None


def test_entities_limit_what_is_asked_and_taken() -> None:
    answer = finds(("PATIENT", "Hideyoshi"), ("CITY", "Springfield"), ("OCCUPATION", "engineer"))
    text = "Hideyoshi, an engineer, of Springfield."
    (result,), llm = read(answer, text, entities=(Entity.PATIENT, Entity.DATE))
    assert [text[s.start : s.end] for s in result.spans] == ["Hideyoshi"]
    assert llm.asked[0].instructions == "List these: PATIENT, DATE."


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=10),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["entities", "type", "text", "context", "x"]), inner, max_size=4)
    ),
    max_leaves=12,
)
SAID = st.fixed_dictionaries(
    {
        "type": st.sampled_from([*Entity, "DOSAGE", "?"]) | st.text(max_size=5),
        "text": st.text(st.sampled_from("abHo d1.[]PERSON\u0301"), max_size=12) | st.text(max_size=8),
        "context": st.text(st.sampled_from("abHo d1.[]PERSON\u0301"), max_size=20),
    }
)


@settings(max_examples=150, deadline=None)
@given(
    st.text(st.sampled_from("abHo d1.\n[]PERSON\u0301\ud800"), max_size=200),
    JSON | st.fixed_dictionaries({"entities": st.lists(SAID | JSON, max_size=8)}),
)
def test_random_answers_only_add_spans_within_the_note(text: str, data: Any) -> None:
    found = [Span(i, i + 3, Entity.CITY) for i in range(0, len(text) - 3, 17)]
    answer = Answer(data if isinstance(data, dict) else None)
    (result,), _ = read(lambda _: answer, text, found=[found], words=16, passes=3)
    for s in result.spans:
        assert 0 <= s.start < s.end <= len(text)
    both = covered(text, resolve(text, [*found, *result.spans]))
    alone = covered(text, resolve(text, found))
    assert all(b == "." for a, b in zip(alone, both, strict=True) if a == ".")


def test_the_shipped_prompt_asks_for_every_entity() -> None:
    prompt = load_prompt("extract")
    assert prompt.instructions.count("{{TYPES}}") == 1
    never_in_texts = {Entity.ADMINISTRATIVE_DATE}
    assert set(Entity) - never_in_texts - {e for e in Entity if re.search(rf"\b{e}\b", prompt.instructions)} == set()
    for word in ("dose", "vital", "laboratory", "scales", "context"):
        assert word in prompt.instructions.lower()


def test_shuffled_answers_give_the_same_result() -> None:
    said = [(entity, value, value) for entity, values in A93.items() for value in values]
    results = []
    for seed in range(4):
        mixed = random.Random(seed).sample(said, len(said))
        results.append(read(lambda t, m=mixed: listed(m if "Doe" in t else []), A92)[0])  # type: ignore[misc]
    assert all(r == results[0] for r in results)
