"""Stand-ins for web addresses and file names: example domains, and paths without names."""

from __future__ import annotations

import re

from redactor.entities import Entity
from tests.each_row import each_row
from tests.unit.relex.contact_details import parts, standin


@each_row(
    ("value", "shape"),
    [("https://www.mgh.org/patients/john-doe?id=12345",
      r"https://www\.\w+\.example\.org/patients/robert-ohara\?id=\d{5}"),
     ("mychart.mgh.org", r"mychart\.\w+\.example\.org"), ("http://10.1.2.3:8080/login", r"http://[\d.]+:8080/login"),
     ("urn:uuid:d9ed17e3-cc0e-45ee-8d10-3ed3cc667e97",
      r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f-]{16}"),
     ("urn:oid:1.2.840", r"urn:oid:\d\.\d\.\d{3}"),
     ("https://zoom.us/j/123456789", r"https://\w+\.example\.com/j/\d{9}"),
     ("facebook.com/jdoe", r"\w+\.example\.com/[a-z]+"), ("tel:617-734-1234", r"tel:\d{3}-555-01\d\d"),
     ("https://x.org/Jos%C3%A9%20x", r"https://\w+\.example\.org/[A-Za-z0-9]+%20[a-z]"),
     ("https://u:p@mgh.org/#top", r"https://[a-z]:[a-z]@\w+\.example\.org/#top")],
)  # fmt: skip
def test_web_addresses_use_example_domains(value: str, shape: str) -> None:
    got = standin(value, Entity.URL)
    assert re.fullmatch(shape, got), got
    assert not re.search(r"mgh|facebook|zoom|john|doe|12345\b|d9ed|840", got)


def test_names_in_paths_and_user_names_match_the_person() -> None:
    assert parts("facebook.com/jdoe", Entity.URL)[1:] == [("letter", "j"), ("family", "doe")]
    assert parts("@johndoe82", Entity.USERNAME) == [("given", "john"), ("family", "doe"), ("number", "82")]
    assert standin("@johndoe82", Entity.USERNAME)[0] == "@"
    assert standin("sunny", Entity.USERNAME) == standin("sunny@x.com", Entity.EMAIL).split("@")[0]


def test_the_extension_of_a_file_named_after_a_person_stays() -> None:
    assert re.fullmatch(r"[A-Z'\u2019]+_ROBERT_\d{8}\.pdf", standin("DOE_JOHN_19500304.pdf", Entity.USERNAME))
