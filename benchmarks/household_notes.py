"""Notes that mention members of a household, and names in other strings of its records."""

from __future__ import annotations

from benchmarks.household_members import Family, Json, Member, Name, role_of
from redactor.sample.pools import NICKNAMES


def note_of(family: Family, chart: Member) -> list[str | Name]:
    """Six sentences: the patient and others of the household in several forms."""
    rng = family.rng
    named = [m for m in family.members if m is not chart]
    out: list[str | Name] = []
    for sentence in rng.sample(_SENTENCES, 6):
        m = rng.choice((chart, rng.choice(named)))
        if m.former and rng.random() < 0.1:
            sentence = ("TITLE ", "FAMILY", " (née ", "FORMER", ") was seen again.\n")
        out += (_written(m, piece) if piece in _FORMS else piece.replace("TITLE", m.title) for piece in sentence)
    return out


_FORMS = ("GIVEN", "FAMILY", "NICK", "FORMER", "INITIAL", "MIDDLE", "CAPITALS")
_SENTENCES: tuple[tuple[str, ...], ...] = (
    ("Patient name: ", "GIVEN", " ", "FAMILY", ". Seen today for a cough of two weeks.\n"),
    ("Spoke with ", "GIVEN", " ", "FAMILY", " by phone about the results.\n"),
    ("FAMILY", ", ", "GIVEN", " was called and agreed to the plan.\n"),
    ("TITLE ", "FAMILY", " reports no fever, and takes lisinopril 10 mg daily.\n"),
    ("According to ", "GIVEN", " ", "FAMILY", ", symptoms began on Monday.\n"),
    ("NICK", " ", "FAMILY", " brought the medication list.\n"),
    ("Consent was signed by TITLE ", "GIVEN", " ", "FAMILY", ".\n"),
    ("TITLE ", "GIVEN", " ", "FAMILY", "'s blood pressure was 128/82.\n"),
    ("Discharge instructions were given to ", "GIVEN", " ", "FAMILY", " in person.\n"),
    ("Lives with ", "GIVEN", ", who helps with meals.\n"),
    ("Emergency contact: ", "INITIAL", ". ", "FAMILY", "; call first.\n"),
    ("Reviewed the plan with ", "GIVEN", " ", "MIDDLE", " ", "FAMILY", " today.\n"),
    ("CAPITALS", " was admitted overnight.\n"),
)


def _written(member: Member, form: str) -> Name:
    given, family = member.given, member.family
    return {
        "FAMILY": Name(member, "family", family),
        "CAPITALS": Name(member, "family", family.upper()),
        "NICK": Name(member, "given", NICKNAMES.get(given, given)),
        "INITIAL": Name(member, "given", given[0]),
        "MIDDLE": Name(member, "given", member.middle),
        "FORMER": Name(member, "family", member.former or family),
    }.get(form, Name(member, "given", given))


def add_displays(family: Family, chart: Member) -> None:
    """References with a display to the patient and to somebody else of the household, and a relative's name as text."""
    other = family.rng.choice([m for m in family.members if m is not chart])
    patient = {"reference": f"Patient/{family.patient_id(chart)}", "display": f"{chart.given} {chart.family}"}
    guest = {"display": f"{other.given} {other.family}", "type": "RelatedPerson"}
    name = family.patient_id(chart)
    appointment: Json = {
        "resourceType": "Appointment", "id": f"{name}-v", "status": "booked",
        "participant": [{"actor": patient, "status": "accepted"}, {"actor": guest, "status": "accepted"}],
    }  # fmt: skip
    reference = family.add(appointment)
    family.text(reference, "participant[0].actor.display", chart, patient["display"])
    family.text(reference, "participant[1].actor.display", other, guest["display"])
    history: Json = {
        "resourceType": "FamilyMemberHistory", "id": f"{name}-h", "status": "completed", "patient": patient,
        "name": f"{other.given} {other.family}", "relationship": {"text": role_of(chart, other)},
    }  # fmt: skip
    reference = family.add(history)
    family.text(reference, "patient.display", chart, patient["display"])
    family.text(reference, "name", other, history["name"])
