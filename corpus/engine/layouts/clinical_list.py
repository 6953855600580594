"""Clinical lists: problems, medications, allergies, appointments, contacts, care teams, rosters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.label_value_tables import grid
from corpus.engine.layouts.sections import ANY, PLAIN, maybe, paragraph
from corpus.engine.layouts.visit_note import banner, foot, signature, title
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/outpatient/clinical_lists")
Table = tuple[tuple[str, ...], tuple[str, ...]]
_PROBLEMS = _TEXT.lines("problems")
_PROBLEM_TABLE: Table = (
    ("Problem", "Onset", "Provider", "Status"),
    (
        "{dx}",
        "[[{month:-300}|{numdate:-100}|{year:-5}]]",
        "[[{dr2:family}|{newdr:last_first}|]]",
        "[[active|resolved]]",
    ),
)
_MEDICATIONS = _TEXT.lines("medications")
_MEDICATION_TABLE: Table = (
    ("Medication", "Prescriber", "Start", "Pharmacy"),
    (
        "{sig}",
        "[[{newdr:family}|{dr2:last_first}|{pcp:titled}|]]",
        "[[{numdate:-60}|{shortdate:-20}|]]",
        "[[{pharmacy}|mail|]]",
    ),
)
_ALLERGIES = _TEXT.lines("allergies")
_ALLERGY_TABLE: Table = (
    ("Allergen", "Reaction", "Date", "Reviewed by"),
    (
        "[[{drug}|latex|egg]]",
        "[[hives|nausea|unknown]]",
        "[[{numdate:-90}|{year}]]",
        "[[{nurse:initials}|{nurse:last_first}]]",
    ),
)
_APPOINTMENTS = _TEXT.lines("appointments")
_APPOINTMENT_TABLE: Table = (
    ("Date", "Time", "Provider", "Location", "Patient"),
    (
        "[[{numdate:9}|{shortdate:5}|{fulldate:20}]]",
        "{time}",
        "{newdr:family}",
        "[[{dept}|{newsite}]]",
        "{someone:last_first}",
    ),
)
_CONTACTS = _TEXT.lines("contacts")
_CONTACT_TABLE: Table = (
    ("Name", "Relation", "Phone", "Lives in"),
    (
        "[[{someone:full}|{kin:full}|{kin2:given}|{friend:last_first}]]",
        "[[sister|son|friend|{word}]]",
        "{phone}",
        "[[{town}|{citystate}|{city}]]",
    ),
)
_TEAM = _TEXT.lines("team")
_TEAM_TABLE: Table = (
    ("Role", "Name", "Contact", "Since"),
    (
        "[[PCP|Cardiology|Nurse|Dietitian|Pulm]]",
        "[[{newdr:full}|{newdr:last_first}|{newdr:family}]]",
        "[[{pager}|{drphone}|{dremail}]]",
        "[[{numdate:-50}|]]",
    ),
)
_ROSTER = _TEXT.lines("roster")
_ROSTER_TABLE: Table = (
    ("Room", "Name", "Age", "Dx", "Attending"),
    (
        "{room}",
        "[[{someone:last_first}|{someone:family}|{someone:upper}]]",
        "{age}",
        "{dx}",
        "[[{newdr:family}|{newdr:initials}]]",
    ),
)


def _list(c: Cast, lines: Sequence[str], shape: Table, least: int, most: int) -> Marked:
    if c.chance(0.4):
        heads, cells = shape
        count = c.rng.randint(2, len(heads)) if c.chance(0.4) else len(heads)
        return grid(c, heads[:count], cells[:count], c.rng.randint(2, 9))
    drawn = c.rng.sample(list(lines), min(len(lines), c.rng.randint(least, most)))
    anew = [t for t in drawn if "{someone" in t or "{newdr" in t]  # others would say the same thing again
    if anew and c.chance(0.4):
        drawn = c.rng.choices(anew[:2], k=len(drawn))
    said = [c.say(t) for t in drawn]
    style = c.pick(("", "- ", "* ", "# ", "", "• ", "[ ] ", "n", "n)", "; ", ", ", " / "))
    if style in {"; ", ", ", " / "}:
        return join(*said, sep=style)
    if style in {"n", "n)"}:
        dot = "." if style == "n" else ")"
        return join(*(join(f"{i}{dot} ", line) for i, line in enumerate(said, 1)), sep="\n")
    return join(*(join(style, line) for line in said), sep="\n")


Kind = tuple[str, tuple[str, ...], Table]
_KINDS: Mapping[str, Kind] = {
    "problems": ("[[Problem List|Active Problems|Diagnoses|PMH]]", _PROBLEMS, _PROBLEM_TABLE),
    "medications": (
        "[[Medication List|Current Medications|Home meds|Med reconciliation]]",
        _MEDICATIONS,
        _MEDICATION_TABLE,
    ),
    "allergies": ("[[Allergies|Allergy list|Adverse reactions|Allergies/Intolerances]]", _ALLERGIES, _ALLERGY_TABLE),
    "appointments": ("[[Appointments|Upcoming visits|Schedule|Clinic list]]", _APPOINTMENTS, _APPOINTMENT_TABLE),
    "contacts": ("[[Contacts|Emergency contacts|Phone list|Family and supports]]", _CONTACTS, _CONTACT_TABLE),
    "care_team": ("[[Care Team|Treatment team|Providers|Who is who]]", _TEAM, _TEAM_TABLE),
    "roster": ("[[Rounding list|Census|Sign-out|Patient list]]", _ROSTER, _ROSTER_TABLE),
}
# What may follow another list: all but the roster.
_OTHERS = tuple(kind for name, kind in _KINDS.items() if name != "roster")


def clinical_list(kind: str) -> Callable[[Cast], Marked]:
    """A note that is a list (a key of `_KINDS`); other lists may follow it."""
    titles, lines, shape = _KINDS[kind]

    def write(c: Cast) -> Marked:
        pieces = [
            maybe(c, 0.6, banner),
            title(c, titles),
            _list(c, lines, shape, 3, 10),
            maybe(c, 0.25, lambda c: c.any(*PLAIN)),
        ]
        for more, others, other in c.rng.sample(_OTHERS, c.pick((0, 0, 1, 1, 2, 4))):
            pieces.append(join(c.say(more).text, c.pick((":\n", "\n", "\n\n")), _list(c, others, other, 2, 6)))
        pieces += [
            maybe(c, 0.3, lambda c: paragraph(c, ANY, 1, 3)),
            maybe(c, 0.3, signature),
            maybe(c, 0.25, foot),
        ]
        return join(*(p for p in pieces if p.text), sep=c.pick(("\n", "\n\n")))

    return write
