"""Known names with short parts that are words, particles or symbols as well: Lê, Đỗ, So, An, He, Li."""

from __future__ import annotations

import re
import unicodedata

from redactor.detect.known import Known, SiteKnown
from redactor.detect.known.search_keys import keyed
from redactor.detect.patterns.detector import Patterns
from redactor.engine import read_all
from redactor.entities import Entity, Role
from redactor.text import KnownValue, Note
from tests.each_row import each_row

FAMILIES = [
    "Lê",
    "Đỗ",
    "Vo",
    "Ng",
    "Li",
    "Xu",
    "Wu",
    "Ho",
    "Yu",
    "Oh",
    "Do",
    "An",
    "So",
    "Ma",
    "Ba",
    "He",
    "No",
    "Al",
    "Van",
]
BESIDE = [
    "{g} {f}", "{f} {g}", "{f}, {g}", "{f},{g}", "{f}^{g}", "{f}^{g}^^", "{F} {G}", "{F}, {G}", "{F},{G}", "{F}^{G}",
    "{F} {g}", "{g} {F}", "{i}. {f}", "{i}.{f}", "{f}, {i}.", "{f}-{g}", "{f}_{g}", "{f}.{g}", "{f}|{g}", "{f}\t{g}",
    "{f} ({g})", "{g} X. {f}", "{f} Van {g}",
]  # fmt: skip
TITLED = ["Mr {f}", "Mr. {f}", "MR. {F}", "Ms. {f}", "Mrs {f}", "Dr. {f}", "Name: {f}\n", "Last name: {F}\n"]


def person(given: str, family: str, entity: Entity = Entity.PATIENT) -> KnownValue:
    return KnownValue(f"{given} {family}", entity, Role.PATIENT, (("given", given), ("family", family)))


def plain(name: str) -> str:
    name = name.replace("Đ", "D")
    return "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))


def found(text: str, known: KnownValue, *, site: bool = False) -> list[str]:
    detector = Known(SiteKnown((known,)) if site else None)
    (reading,) = detector.detect([Note("n", text, known=() if site else (known,))])
    if not site:
        assert detector.detect([Note("n", text, known=keyed((known,)))]) == [reading]
    return [text[s.start : s.end] for s in reading.spans]


def written(form: str, given: str, family: str) -> str:
    return form.format(f=family, g=given, F=family.upper(), G=given.upper(), i=given[0])


def left(text: str, known: KnownValue, *, site: bool = False) -> set[str]:
    """The words of a text that are not taken."""
    for part in found(text, known, site=site):
        text = text.replace(part, " ", 1)
    return set(re.findall(r"[^\W_]+", text))


@each_row("site", [False, True])
@each_row("family", FAMILIES)
def test_two_parts_of_one_name_are_a_name_in_every_order(family: str, site: bool) -> None:
    known = person("Hùng", family)
    for form in BESIDE:
        for name in {written(form, "Hùng", family), written(form, "Hung", plain(family))}:
            assert left(f"Seen by {name} today", known, site=site) <= {"Seen", "by", "today", "X", "Van"}, name


@each_row("family", FAMILIES)
def test_one_short_part_is_a_name_behind_a_title(family: str) -> None:
    for form in TITLED:
        assert len(found(f"Seen: {written(form, 'Hùng', family)} today", person("Hùng", family))) == 1, form


@each_row("given", ["Ben", "Al", "Van", "An", "Bo"])
def test_a_given_name_that_is_a_particle(given: str) -> None:
    known = person(given, "Whitcombe")
    for name in (f"{given} Whitcombe", f"Whitcombe, {given}", f"Mr. {given}"):
        assert left(f"Called {name} today", known) <= {"Called", "Mr", "today"}, name


@each_row(
    ("given", "family", "text"),
    [
        ("Hùng", "Lê", "Le Van Hung"), ("Hùng", "Lê", "mr le hung"), ("Hùng", "Lê", "le, hung"),
        ("Hùng", "Lê", "hung_le"),
        ("Hùng", "Lê", "LE HUNG"),
        ("Grace", "O", "Grace O"),
        ("Grace", "O", "Mr. O"), ("Will", "Do", "Will Do"), ("An", "So", "SO, AN"), ("Na", "Li", "Li Na"),
        ("Minh", "Van Le", "Mr. Van Le"), ("Minh", "Van Le", "Minh Van Le"),
    ],
)  # fmt: skip
def test_other_forms_of_short_names(given: str, family: str, text: str) -> None:
    assert left(f"Review of {text} today", person(given, family)) <= {"Review", "of", "today", "Mr", "mr"}


@each_row(
    ("given", "family", "text"),
    [
        ("An", "Do", "i had the nurse do an x-ray"),
        ("To", "Do", "could not manage to, do it"),
        ("Yun", "He", "He reports pain. He denies fever. Doctor: He is well. Patient: He is.\n"),
        ("An", "So", "So, what brings you in? Doctor: So you had an MRI. SO AN MRI. so an x-ray was done."),
        ("Soo", "No", "No known allergies. Patient: No.\nNO MD available. No H. pylori, no E. coli. Patient: No\n"),
        ("Hope", "So", "I hope so. I HOPE SO MUCH"), ("Will", "Do", "[patient] will do ."),
        ("To", "Do", "TO DO DAILY ACTIVITIES. able to do it. Things to do: walk"),
        ("In", "Or", "IN OR AROUND the wound; in or out. OR 3 at noon"), ("Is", "He", "IS HE WELL? is he well?"),
        ("Mary", "Le", "LE edema. LE strength 5/5. Le Fort I fracture. PT: LE exercises. Patient: LE swelling"),
        ("Mary", "Li", "on Li 300 mg; treated with Li level 0.8; with Li 0.6; Li carbonate"),
        ("Mary", "Ng", "5 ng/mL, ng/ml of Ng, feeding by Ng tube, NG tube placed"),
        ("Mary", "Ba", "Ba swallow; imaging with Ba enema; BA contrast"),
        ("Mary", "Ho", "HOCM; H/O asthma; ho: none"),
        ("Na", "Li", "Na/Li exchange"), ("Di", "Du", "DU ulcer; DI water"),
        ("Anna", "So", "So I advised rest. So A1c rose."),
        ("Bo", "He", "hepatitis B. He improved. Hepatitis B. He"), ("Deb", "Do", "vitamin D. Do not stop."),
        ("May", "No", "follow up in May\nNo acute distress"), ("Ann", "I", "I will see her. doctor I usually see"),
        ("Eve", "O", "Dr. O'Brien, O2 98%, type O blood. O: afebrile"), ("Jo", "St", "12 Main St. ST elevation"),
    ],
)  # fmt: skip
def test_short_words_stay_in_clinical_text(given: str, family: str, text: str) -> None:
    assert found(text, person(given, family)) == []
    assert found(text, person(given, family, Entity.DOCTOR), site=True) == []


@each_row(
    "text",
    ["Lê, Hùng: follow-up", "Appointment of Le, Hung", "EXAM: CT HEAD  PATIENT: LE, HUNG  DOB", "LE^HUNG",
     "Dear Lê Hùng,\nyour result", "Mr. Le called", "Follow-up visit for Lê, Hùng"],
)  # fmt: skip
def test_the_guard_leaves_short_names_taken(text: str) -> None:
    (reading,) = read_all((Patterns(), Known()), [Note("n", text, known=(person("Hùng", "Lê"),))])
    kept = text
    for s in reversed(reading.spans):
        kept = kept[: s.start] + kept[s.end :]
    assert not {"lê", "le", "hùng", "hung"} & set(re.findall(r"[^\W_]+", kept.lower()))


def test_a_short_word_in_capitals_stays_beside_a_name_that_is_a_word() -> None:
    assert found("DOCTOR: I WILL DO A QUICK EXAM", person("Will", "Do")) == ["WILL"]


def test_the_end_of_an_abbreviation_is_no_initial() -> None:
    son = (person("Patrik", "Dretvić"),)
    for text in ("H&P\nDRETVIĆ, MAJA", "H&P Dretvić", "D&C, P&P Dretvić"):
        for known in (Known(), Known(SiteKnown(son))):
            spans = read_all([known], [Note("1", text, "s", known=son)])[0].spans
            assert {text[s.start : s.end].upper() for s in spans} <= {"DRETVIĆ"}, text
    reading = read_all([Known()], [Note("1", "seen by P. Dretvić today", "s", known=son)])[0]
    assert [(s.start, s.end) for s in reading.spans] == [(8, 18)]
