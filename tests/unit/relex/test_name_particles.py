"""Given names that are also titles or particles: Son, Von, Santa."""

from __future__ import annotations

from redactor.entities import Entity
from redactor.text import Mention
from relex.identity import names
from relex.identity.people import Context
from relex.parts import Part
from tests.each_row import each_row


@each_row(
    ("value", "expected", "literals"),
    [
        ("Son Nguyen", ["son", "nguyen"], " "),
        ("SON NGUYEN, MD", ["son", "nguyen"], " , MD"),
        ("Mr. Son Nguyen", ["son", "nguyen"], "Mr.  "),
        ("Son Van Nguyen", ["son", "van", "nguyen"], "  "),
        ("Von Miller Jr.", ["von", "miller"], "  Jr."),
        ("Des Smith", ["des", "smith"], " "),
        ("Santa Garcia", ["santa", "garcia"], " "),
        ("Santa Maria Lopez", ["santa", "maria", "lopez"], "  "),
        ("Der Yang", ["der", "yang"], " "),
        ("Von Smith-Jones", ["von", "smith", "jones"], " -"),
        ("von Trapp", ["trapp"], "von "),
        ("Maria Von Trapp", ["maria", "trapp"], " Von "),
        ("Von Trapp, Maria", ["trapp", "maria"], "Von , "),
        ("Dr. Von Trapp", ["trapp"], "Dr. Von "),
        ("Von der Leyen", ["leyen"], "Von der "),
        ("Son Michael", ["michael"], "Son "),
        ("son Michael Roe", ["michael", "roe"], "son  "),
    ],
)
def test_a_given_name_that_reads_as_a_title_or_a_particle(value: str, expected: list[str], literals: str) -> None:
    items = names.split_mention(Mention(value, Entity.PERSON, "s"), Context()).items
    assert [item.canonical for item in items if isinstance(item, Part)] == expected
    assert "".join(item for item in items if isinstance(item, str)) == literals
