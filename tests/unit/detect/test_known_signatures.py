"""Names that are words at the beginning of a sentence, initials as signatures, and names of devices."""

from __future__ import annotations

from redactor.detect.known import Known, SiteKnown
from redactor.entities import Entity, Role
from redactor.text import KnownValue, Note
from tests.each_row import each_row


def person(given: str, family: str, entity: Entity = Entity.PATIENT) -> KnownValue:
    parts = (*(("given", g) for g in given.split()), ("family", family))
    return KnownValue(f"{given} {family}", entity, Role.PATIENT, parts)


def found(text: str, *known: KnownValue, site: tuple[KnownValue, ...] = ()) -> list[str]:
    detector = Known(SiteKnown(site) if site else None)
    return [text[s.start : s.end] for s in detector.detect([Note("n", text, known=known)])[0].spans]


@each_row(
    "text",
    ["Rm 412-B\nWill prefers to be called by it.", "No pain. Will declined the shot.", "Home. Will spends days in bed.",
     "Stable. Will c/o pain.", "Well. Will and his wife left.", "Ok. Will's cough is worse.", "Seen. Will went home.",
     "Call me back.\nThanks,\nWill", "Best, Will\n\nReply"],
)  # fmt: skip
def test_a_name_that_is_a_verb_is_found_where_it_is_a_name(text: str) -> None:
    assert found(text, person("Will", "Bustos")) == ["Will"]


@each_row(
    "text",
    ["Pain better. Will follow up in a week.", "Will you call me?", "Will need refills.", "Plan:\nWill discuss this.",
     "Stable. Will always bleed.", "Will assess again. Will focus on gait. Will process", "Will c-section", "she will",
     "Plan. Will and shall."],
)  # fmt: skip
def test_the_verb_is_not_marked(text: str) -> None:
    assert found(text, person("Will", "Bustos")) == []


@each_row(
    ("text", "covered"),
    [("my daughter is well (301.555.0161). CT", "CT"), ("Best, CT\n\n--- Reply", "CT"), ("Pt CT c/o pain.", "CT"),
     ("Call me.\n- CT", "CT"), ("Thank you!\nCWT", "CWT")],
)  # fmt: skip
def test_initials_of_the_subject_are_found_where_people_sign(text: str, covered: str) -> None:
    assert found(text, person("Chayton Wi", "Two Bulls")) == [covered]


@each_row(
    "text", ["CT chest. CT of the head, then CT.", "He had a CT\ntoday", "PT CT", "Exam. CT done.", "Best, ct", "CT"]
)
def test_the_same_letters_elsewhere_are_not_marked(text: str) -> None:
    assert found(text, person("Chayton Wi", "Two Bulls")) == []


def test_initials_of_staff_count_only_at_the_end() -> None:
    site = (person("Jael", "Sund", Entity.DOCTOR), person("Mina", "Tor", Entity.DOCTOR))
    for foot in ("Stable.\nJS", "Stable.\nJS/MT", "Ann Orb MD / JS\nJob #: S43-60260", "Stable.\n\n--JS\n"):
        assert found(foot, site=site) == ["JS", "MT"][: 1 + ("MT" in foot)], foot
    for text in ("JS", "Stable. JS", f"Stable.\nJS\n{'More text. ' * 20}", "done by JS/MT today", "Line\nJS here"):
        assert found(text, site=site) == []


@each_row(
    ("text", "seen"),
    [("Jackson-Pratt drain in place", False), ("a Jackson-Pratt\nbulb", False), ("Jackson-Pratt drained", True),
     ("Jackson Pratt drain", True), ("for Jackson-Pratt, drain", True)],
)  # fmt: skip
def test_the_name_of_a_device_is_not_a_person(text: str, seen: bool) -> None:
    text = text.replace("\n", " ")
    for patient in (person("Jackson", "Pratt"), person("Ann", "Pratt"), person("Ann", "Jackson-Pratt")):
        assert bool(found(text, patient)) is seen


@each_row(
    "text",
    ["last four digits are 5397", "SSN, last 4 digits: 5397", "5397 (last 4 SSN)", "5397 as last four of it",
     "SSN ends with 5397"],
)  # fmt: skip
def test_the_last_four_digits_of_an_ssn_need_a_cue(text: str) -> None:
    ssn = KnownValue("999-94-5397", Entity.SSN_OR_TAXPAYER)
    assert found(f"Seen; {text}. Na 140.", ssn) == ["5397"]
    assert found("The last count was 5397 in all", ssn) == []
