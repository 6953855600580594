"""Clean texts: the types write, those named so hold no identifier, and the same word comes both ways."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS, clinical_lookalikes, medicine, towns
from corpus.engine.layouts import headed_lines
from corpus.engine.note_type import NoteType
from corpus.tests.kit import types_of
from redactor.entities import Entity
from redactor.sample.marked import Marked, Near

TYPES = types_of(
    "messages/eponym_queries",
    "laboratory_imaging/orders_and_results",
    "legal_press/guidelines_and_leaflets",
    "lookalikes/specialist_jottings",
)
LEFT = re.compile(r"[<%#]\{|<!>")


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


def identifiers(note: Marked) -> list[str]:
    return [m.value for m in note.marks if m.entity not in set(Near)]


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
def test_nothing_of_the_template_is_left(kind: NoteType) -> None:
    assert not any(LEFT.search(kind.write(cast(f"{kind.name}{seed}")).text) for seed in range(15))


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
def test_a_clean_type_holds_no_identifier_and_the_others_a_few(kind: NoteType) -> None:
    counts = [len(identifiers(kind.write(cast(f"{kind.name}-{seed}")))) for seed in range(12)]
    if kind.name in ("ward_jottings_mixed", "eponyms_borne_by_people"):
        assert all(counts)
    elif kind.name.endswith("_with_identifier"):
        assert max(counts) <= 8
        assert sum(n > 0 for n in counts) > 10
    else:
        assert not any(counts)


@pytest.mark.parametrize(
    "field", sorted((clinical_lookalikes.FIELDS.keys() - {"clsame", "clsamept", "clsametown"}) | medicine.FIELDS.keys())
)
def test_a_clinical_word_is_no_identifier(field: str) -> None:
    said = [cast(f"{field}{seed}").say(f"{{{field}}}") for seed in range(30)]
    assert not any(identifiers(note) for note in said)
    assert all(note.text.strip() for note in said)
    assert len({note.text for note in said}) > 5


def test_a_surname_stands_for_a_sign_and_for_somebody() -> None:
    for seed in range(40):
        note = cast(seed).say("{clrare} sign; {clsame}, {clsamept}, {clsame:bare}")
        name = note.text.partition(" sign")[0]
        assert [(m.value, m.entity) for m in note.marks] == [
            (name, Entity.DOCTOR), (name, Entity.PATIENT), (name, Entity.DOCTOR)
        ]  # fmt: skip


def test_a_place_stands_for_a_scale_and_for_a_town() -> None:
    seen = set()
    for seed in range(60):
        note = cast(seed).say("{cltown:bare} score, lives in {clsametown}")
        (held,) = note.marks
        assert held.value == note.text.partition(" score")[0]
        assert (held.entity is Entity.STATE) == (held.value in towns.state_names().values())
        seen.add(held.entity)
    assert seen == {Entity.STATE, Entity.CITY}


def test_what_is_hidden_stands_once_or_twice() -> None:
    write = headed_lines.headed_lines(("plain line",), hidden=("{mrn}",), least=1, most=1)
    assert {len(write(cast(seed)).marks) for seed in range(30)} == {1, 2}
