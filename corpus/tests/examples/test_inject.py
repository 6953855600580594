"""Real notes with identifiers put into them: what stood there is exchanged, what is put in is marked, the rest is O."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.examples import existing_identifiers, heads_and_feet
from corpus.examples.inject import Injector, cut, inject
from corpus.examples.insertions import RULES
from redactor.distill.examples import UNKNOWN
from redactor.distill.note_sources import SourceNote, read_notes
from redactor.entities import Entity
from redactor.sample.marked import Marked, Near

DATA = Path(__file__).parents[4] / "shared" / "data" / "clinical_notes_ccby.jsonl"
needs_data = pytest.mark.skipif(not DATA.exists(), reason="the notes for development are not here")

NOTE = """\
HISTORY OF PRESENT ILLNESS

Ms. Peterson is a 43-year-old female who presents today with right leg pain. She denies swelling. Peterson has been
walking carefully. She was referred by Dr. Howard on 03/01/2021 and takes Norvasc for hypertension since 2018. Her
mother Diane died of a stroke at 65. She was seen at 4 p.m. and lives in Kentucky.

PLAN

Continue Norvasc 5 mg. Negative Homan's sign. The patient will follow up in two weeks.
"""


def _cast(rng: random.Random) -> Cast:
    return Cast(rng, FIELDS, "train")


def _injected(text: str, seed: int, speech: bool = False) -> Marked:
    return inject(text, random.Random(seed), _cast, speech)


def _found(text: str) -> dict[str, Entity | Near | None]:
    return {text[f.start : f.end]: f.label for f in existing_identifiers.find(text)}


# -- what stands there -------------------------------------------------------------------------------------------------


def test_what_certainly_identifies_is_found_with_its_type() -> None:
    found = _found(NOTE)
    assert found["Peterson"] is Entity.PERSON
    assert found["Howard"] is Entity.DOCTOR
    assert found["43-year-old"] is Entity.AGE
    assert found["65"] is Entity.AGE
    assert found["03/01/2021"] is Entity.DATE
    assert found["2018"] is Near.YEAR
    assert found["4 p.m."] is Near.CLOCK
    assert found["Kentucky"] is None  # a state, or a grass: left unknown


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("[doctor] hey christina how are you doing", "christina", Entity.PERSON),
        ("[doctor] next patient is sophia jackson , mrn 472348", "sophia jackson", Entity.PERSON),
        ("[patient] i saw dr. reyes and he said it is fine", "reyes", Entity.DOCTOR),
        ("Patient: I saw Doctor X Y Z last year.", "X Y Z", Entity.DOCTOR),
        ("Alan Mitchell is a pleasant 69-year-old male.", "Alan Mitchell", Entity.PATIENT),
        ("Patient: I was fine. My dad died at seventy nine years old.", "seventy nine years old", Entity.AGE),
        ("He passed away at the age of seventy nine.", "seventy nine", Entity.AGE),
        ("It was on August tenth two thousand four.", "August tenth two thousand four", Entity.DATE),
        ("We were back in October of 2005 at home.", "October of 2005", Entity.DATE),
        ("I quit in nineteen ninety six, doctor.", "nineteen ninety six", Near.YEAR),
        ("She came to Salt Lake City as a child.", "Salt Lake City", Entity.CITY),
        ("She presented to XYZ Medical Center at night.", "XYZ Medical Center", Entity.HOSPITAL),
    ],
)
def test_forms_of_real_notes_are_known(text: str, value: str, label: Entity | Near) -> None:
    assert _found(text).get(value) is label


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("She has noticed Karen at the desk, she said.", "Karen"),
        ("She is working third shift at Wal-Mart now.", "Wal-Mart"),
        ("He works for Hanover and Sons as a clerk.", "Hanover and Sons"),
        ("Yes, good.\nAnd twenty eight Great Road, it is.\nOkay.", "And twenty eight Great Road, it is."),
        ("He was in good health until 7/93, when he fell.", "7/93"),
        ("I see A B C D has referred him.", "A B C D"),
        ("The ratio was positive at 1:40 with a speckled pattern.", "1:40"),
        ("Doctor: How old are you? \nPatient: Seventy six. \nDoctor: Okay.", "Seventy six"),
    ],
)
def test_what_may_identify_is_unknown(text: str, value: str) -> None:
    assert _found(text) == {value: None}


@pytest.mark.parametrize(
    "text",
    [
        "Continue Norvasc 5 mg, Flexeril and Medrol Dosepak. Negative Homan's sign, GCS 15.",
        "Doctor: Okay. Thank you, doctor. I feel well. No, doctor, I do not.",
        "Doctor: Well, I think so.\nPatient: Sure.\nDoctor: Okey\nPatient: Ha",
        "CHIEF COMPLAINT\n\nPlantar Fasciitis. Take Vitamin D 2000 IU daily. BP 120/80, pain 7/10.",
        "she had an mr arthrogram of the shoulder and is a little lean",
        "he weighs one hundred and sixty three pounds and eats french fries",
    ],
)
def test_clinical_text_and_speech_hold_nothing(text: str) -> None:
    assert _found(text) == {}


# -- what comes of it --------------------------------------------------------------------------------------------------


def test_names_that_stood_there_are_gone_and_the_same_person_is_the_same_all_over() -> None:
    for seed in range(30):
        marked = _injected(NOTE, seed)
        assert "Peterson" not in marked.text
        assert "Howard" not in marked.text
        assert "Diane" not in marked.text or any(
            m.subject == UNKNOWN and marked.text[m.start : m.end] == "Diane" for m in marked.marks
        )
        first = re.search(r"Ms\. (.+?) is a", marked.text)
        again = re.search(r"swelling\. (.+?) has been", marked.text)
        if first and again and "\n" not in first[1] + again[1] and "." not in again[1]:
            assert set(first[1].split()) & set(again[1].split()), (first[1], again[1])


def test_marks_hold_what_they_say_and_never_meet() -> None:
    for seed in range(60):
        marked = _injected(NOTE, seed)
        end = 0
        for m in marked.marks:
            assert end <= m.start < m.end <= len(marked.text)
            surface = marked.text[m.start : m.end]
            assert surface == surface.strip()
            end = m.end


def test_text_outside_the_marks_is_the_notes_own() -> None:
    """A note without insertions differs from the original at what was found there alone."""
    plain = [
        m for m in (_injected(NOTE, seed) for seed in range(60)) if len(m.marks) == len(existing_identifiers.find(NOTE))
    ]
    assert 7 <= len(plain) <= 32, "about a quarter of the notes get no insertions"
    parts: list[str] = []
    at = 0
    for f in existing_identifiers.find(NOTE):
        parts.append(NOTE[at : f.start])
        at = f.end
    for marked in plain:
        kept: list[str] = []
        at = 0
        for m in marked.marks:
            kept.append(marked.text[at : m.start])
            at = m.end
        assert kept == parts


def test_half_of_the_notes_hold_few_identifiers() -> None:
    text = NOTE.replace("Peterson", "the patient").replace("Howard", "the clinic") * 6
    here = len(existing_identifiers.find(text))
    added = sorted(len(_injected(text, seed).marks) - here for seed in range(80))
    assert added[10] == 0
    assert 0 < added[35] <= 4
    assert added[-10] >= 8


def test_insertions_are_of_many_kinds() -> None:
    labels = {m.entity for seed in range(150) for m in _injected(NOTE, seed).marks if m.subject != UNKNOWN}
    assert {Entity.PATIENT, Entity.DOCTOR, Entity.PERSON, Entity.DATE, Entity.HOSPITAL, Entity.CITY} <= labels
    assert {Entity.MEDICAL_RECORD_NUMBER, Entity.TELEPHONE_NUMBER, Near.YEAR, Near.CLOCK} <= labels
    assert len(labels) > 20


def test_a_speakers_label_is_renamed_everywhere_or_nowhere() -> None:
    text = "Doctor: How are you?\nPatient: Fine.\nDoctor: Any pain?\nPatient: No.\n"
    renamed = 0
    for seed in range(40):
        lines = _injected(text, seed, speech=True).text.splitlines()
        speakers = [line.split(":")[0] for line in lines if "How are you?" in line or "Any pain?" in line]
        assert len(set(speakers)) == 1, speakers
        renamed += speakers[0] != "Doctor"
    assert 3 < renamed < 35


def test_lower_case_text_stays_lower_case() -> None:
    text = (
        "[doctor] hey christina how are you\n[patient] i saw the doctor today and my mother drove me here yesterday\n"
    )
    kept = 0
    for seed in range(20):
        marked = _injected(text, seed, speech=True)
        kept += "christina" in marked.text
        body = marked.text[marked.text.index("[") :]
        assert "how are you\n" in body
        assert [m for m in marked.marks if m.start > marked.text.index("hey")]
    assert kept <= 2, "chance may draw the name that stood there, not more"


def test_every_template_can_be_said() -> None:
    cast = _cast(random.Random(1))
    templates = [t for rule in RULES for t in rule.templates]
    for template in [
        *templates,
        *heads_and_feet.HEADS,
        *heads_and_feet.FEET,
        *heads_and_feet.SENTENCES,
        *heads_and_feet.TURNS,
    ]:
        assert cast.say(template).marks or "{heading}" in template, template
    assert len(RULES) > 40


def test_a_long_text_is_cut_at_lines() -> None:
    text = "\n".join(f"Line {i} of a long note with some words in it." for i in range(400))
    parts = [cut(text, random.Random(seed)) for seed in range(40)]
    lines = set(text.split("\n"))
    assert all(set(part.split("\n")) <= lines for part in parts)
    assert sum(len(part) < 6000 for part in parts) > 20
    assert cut("short", random.Random(1)) == "short"


def test_an_example_depends_on_its_generator_alone() -> None:
    injector = Injector([SourceNote("a", NOTE), SourceNote("b", "Doctor: Hi.\nPatient: Hi.")], _cast)
    first = [injector.example("x", random.Random(seed)) for seed in range(12)]
    assert first == [injector.example("x", random.Random(seed)) for seed in range(12)]
    assert {e.kind for e in first} == {"note", "dialogue"}
    assert {e.source for e in first} == {"injected"}


@needs_data
def test_real_notes_keep_what_is_clinical_and_little_is_left_unknown() -> None:
    injector = Injector(list(read_notes(DATA)), _cast)
    examples = [injector.example(str(i), random.Random(i)) for i in range(150)]
    chars = sum(len(e.text) for e in examples)
    assert sum(b - a for e in examples for a, b in e.masked) < 0.01 * chars
    assert 0.1 < sum(not e.spans for e in examples) / len(examples) < 0.45
    for e in examples:
        taken = sorted([(a, b) for a, b, _ in e.spans] + list(e.masked))
        assert all(a < b <= c for (a, b), (c, _) in pairwise(taken))
