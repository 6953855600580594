"""The held-out dialogues are well-formed, and their gold lies inside the sound."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from audio.words import RATE
from redactor.evaluate.audio import read_recordings
from tests.audio.held_out.speak import FILES, Written, line, spoken, written
from tests.unit.audio.sound_kit import FORMATS

ENTITIES = {
    "PATIENT",
    "DOCTOR",
    "PERSON",
    "BIRTH_DATE_TIME",
    "DATE",
    "STREET",
    "CITY",
    "ZIP",
    "HOSPITAL",
    "TELEPHONE_NUMBER",
    "FAX",
    "EMAIL",
    "MEDICAL_RECORD_NUMBER",
    "HEALTH_PLAN_ID",
    "SSN_OR_TAXPAYER",
    "AGE",
    "ID",
}
DIALOGUES, CLEAN = (written(name) for name in FILES)


def test_there_are_as_many_as_the_set_promises() -> None:
    assert Counter(one.condition for one in DIALOGUES) == {"": 20, "noise": 5, "burst": 5, "phone": 5, "overlap": 5}
    assert len(CLEAN) == 6
    assert len({one.id for one in [*DIALOGUES, *CLEAN]}) == 46
    found = [entity for one in DIALOGUES for row in one.lines for *_, entity in line(*row).phi]
    assert len(found) >= 300
    assert set(found) == ENTITIES
    assert not any(line(*row).phi for one in CLEAN for row in one.lines)


@pytest.mark.parametrize("dialogue", [*DIALOGUES, *CLEAN], ids=lambda one: one.id)
def test_a_dialogue_is_well_formed(dialogue: Written) -> None:
    assert re.fullmatch(r"\d\d-[a-z-]+", dialogue.id)
    assert len(set(dialogue.voices) & {"rms", "slt", "awb"}) == 2
    assert 8 <= len(dialogue.lines) <= 12
    lines = [line(*row) for row in dialogue.lines]
    assert dialogue in CLEAN or 7 <= sum(len(one.phi) for one in lines) <= 9
    for (_, text), one in zip(dialogue.lines, lines, strict=True):
        assert one.speaker in (0, 1)
        assert re.fullmatch(r"[A-Za-z]+( [A-Za-z]+)*", one.text)
        marked = re.sub(r"\{([A-Z_]+)=([^{}]+)\}", r"\2", text)
        assert marked == one.text  # no brace is left over, and no mark is glued to a word


def test_a_dialogue_is_spoken_with_its_gold_inside_the_sound(tmp_path: Path) -> None:
    whole = next(one for one in DIALOGUES if one.condition == "overlap")
    dialogue = replace(whole, lines=whole.lines[6:])  # to be quick
    made = spoken(dialogue)
    made.write(tmp_path, dialogue.id, FORMATS["pcm16"])
    ((_, gold),) = read_recordings(tmp_path)
    assert gold == made.gold
    assert list(gold.words) == sorted(gold.words, key=lambda word: word.start)
    length = made.samples.shape[1] / RATE
    times = [(word.start, word.end) for word in gold.words] + [(one.start, one.end) for one in gold.phi]
    assert all(0 <= start < end < length for start, end in times)
    assert {passage.condition for passage in gold.phi} == {"overlap"}
    assert len(gold.phi) == sum(len(line(*row).phi) for row in dialogue.lines)
    assert {gold.entity_of_word(word) for word in gold.words if word.text == "Fitzgerald"} == {"DOCTOR"}
