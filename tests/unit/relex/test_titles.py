"""Titles are no names: before a name, and inside a span that is too wide."""

from __future__ import annotations

from redactor.entities import Entity, Role
from redactor.text import Mention
from relex.identity import names
from relex.identity.people import Context
from relex.parts import Part
from tests.each_row import each_row

WIDE = Mention("75 MG. Dr. Philbin", Entity.DOCTOR, "p1", Role.CLINICIAN)


@each_row(
    "value", ["Dr. Raymond Garrett", "Dr. Garrett", WIDE.value, "Ann Lee, Mrs. Lee", "seen by Mr. Ray", "PROF. Wu"]
)
def test_a_title_with_a_full_stop_is_no_name_wherever_it_stands(value: str) -> None:
    """A span that began with the end of a dose made "Dr" a person of the note: "Dr. Garrett" became "John. Lucas"."""
    note = Context(record=names.people_in_note((WIDE,)))
    assert all("dr" not in (*p.given, *p.family) for p in note.record)
    pieces = names.split_mention(Mention(value, Entity.DOCTOR, "p1", Role.CLINICIAN), note)
    assert not {"dr", "mr", "mrs", "prof"} & {item.canonical for item in pieces.items if isinstance(item, Part)}


def test_titles_are_not_names() -> None:
    for title in ("Mr", "Mrs", "Ms", "Miss", "Mx", "Dr", "Prof", "Sister", "MR.", "MS.", "mr.", "ms.", "Ms.", "DR."):
        for name in ("Doe", "Two Bulls", "Okafor-Lee", "Jane Doe"):
            items = names.split_mention(Mention(f"{title} {name}", Entity.PERSON, "s"), Context()).items
            assert isinstance(items[0], str) and items[0].startswith(title), (title, name)
