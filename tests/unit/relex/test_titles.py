"""Titles inside wide spans: "Dr." is nobody's name."""

from __future__ import annotations

import pytest

from redactor.entities import Entity, Role
from redactor.text import Mention
from relex.identity import names
from relex.identity.people import Context
from relex.parts import Part

WIDE = Mention("75 MG. Dr. Philbin", Entity.DOCTOR, "p1", Role.CLINICIAN)


@pytest.mark.parametrize(
    "value", ["Dr. Raymond Garrett", "Dr. Garrett", WIDE.value, "Ann Lee, Mrs. Lee", "seen by Mr. Ray", "PROF. Wu"]
)
def test_a_title_with_a_full_stop_is_no_name_wherever_it_stands(value: str) -> None:
    """A span that began with the end of a dose made "Dr" a person of the note: "Dr. Garrett" became "John. Lucas"."""
    note = Context(record=names.people_in_note((WIDE,)))
    assert all("dr" not in (*p.given, *p.family) for p in note.record)
    pieces = names.split_mention(Mention(value, Entity.DOCTOR, "p1", Role.CLINICIAN), note)
    assert not {"dr", "mr", "mrs", "prof"} & {item.canonical for item in pieces.items if isinstance(item, Part)}
