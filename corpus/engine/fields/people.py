"""All people in a note: the patient, relatives, clinicians and others, and the words about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import kin, names, patient
from corpus.engine.fields.spellings import DOTTED, FORMS, Form, Person, recase, titled_initial, with_cred
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample.marked import Marked, Piece

# How running text names people, by their relation to the note: form and weight.
_EXTRA: Mapping[str, Form] = {**FORMS, "cred": with_cred, "titled_initial": titled_initial}
_MANNERS: Mapping[str, Mapping[str, float]] = {
    "patient": {
        "titled": 38, "full": 17, "short": 12, "given": 12, "family": 6, "nick": 3, "titled_full": 3, "initials": 2,
        "last_first": 2, "initial_last": 1.5, "first_initial": 1.5, "nick_quoted": 1, "family_first": 0.5,
        "titled_given": 1.5,
    },
    "kin": {
        "given": 36, "short": 17, "full": 12, "titled": 11, "nick": 9, "nick_quoted": 2, "first_initial": 3,
        "titled_full": 3, "family": 2, "titled_given": 2, "last_first": 1.5, "initials": 1, "initial_last": 1,
    },
    "doctor": {
        "titled": 48, "titled_full": 13, "cred": 10, "family": 9, "short": 6, "full": 3, "titled_given": 3,
        "initial_last": 2.5, "titled_initial": 2, "family_upper": 1, "given": 1, "initials": 1.5, "last_first": 1,
    },
    "nurse": {
        "short": 20, "given": 17, "cred": 20, "titled": 12, "full": 5, "initial_last": 7, "first_initial": 6,
        "family": 5, "initials": 4, "last_first": 2, "titled_given": 3, "nick": 2,
    },
    "other": {
        "titled": 30, "short": 24, "titled_full": 14, "full": 14, "family": 6, "given": 6, "initial_last": 3,
        "last_first": 1, "first_initial": 1,
    },
    "typist": {"initials": 45, "short": 20, "first_initial": 12, "initial_last": 12, "last_first": 5, "given": 4},
}  # fmt: skip

CREDS = (
    *("MD",) * 14, "M.D.", "M.D.", "M.D.", "DO", "DO", "D.O.", "MD, PhD", "MD PhD", "MD, MPH", "MD, FACC", "MD FACS",
    "MD, FACP", "MD, MS", "MD, FAAP", "M.D., Ph.D.", "MBBS", "MBBS, MRCP", "MBBCh", "MB ChB", "md", "PA-C", "PA-C",
    "NP", "NP-C", "FNP-BC", "FNP-C", "APRN", "ARNP", "CRNP", "DNP", "CNM", "CRNA", "DPM", "DDS", "DMD", "OD", "PhD",
    "PsyD", "PharmD", "MSN, FNP-C", "DNP, APRN", "MD (PGY-2)", "PGY3", "R2", "MS4", "MSIV", "DC", "AuD", "FRCS",
    "FRCPC",
)  # fmt: skip
CREDS_AFTER = (
    "FACC", "FACS", "FACP", "FAAP", "FACOG", "FCCP", "FAAN", "FHM", "FASN", "FACEP", "FIDSA", "FRCPC", "FSCAI", "MPH",
    "MBA", "PhD", "MS", "MHS", "MSc", "DABR", "CMD", "MACP", "FAHA", "FACR", "MD", "MD", "DO", "NP", "PA-C", "FNP",
)  # fmt: skip
NURSE_CREDS = words("people", "nurse_creds")
_STAFF_CREDS = (
    "LCSW", "MSW", "LICSW", "PT", "PT, DPT", "OTR/L", "OT", "CCC-SLP", "SLP", "RD", "RDN, LD", "CHW", "RRT", "CRT",
    "BCBA", "LMFT", "LPC", "PharmD", "RPh", "CPhT", "EMT-P", "NRP", "CMI", "MDiv", "BCC", "ATC", "RT(R)", "RDMS",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Role:
    """manner: key of _MANNERS. household: chance to share the patient's surname. new: somebody else at each use."""

    entity: Entity
    manner: str
    titles: tuple[str, ...] = ()
    creds: tuple[str, ...] = ("",)
    women: float = 0.5
    household: float = 0.0
    new: bool = False


_DR = ("Dr",)
_ROLES: Mapping[str, _Role] = {
    "pt": _Role(Entity.PATIENT, "patient"),
    "friend": _Role(Entity.PERSON, "kin"),
    "someone": _Role(Entity.PERSON, "kin", household=0.3, new=True),
    "dr": _Role(Entity.DOCTOR, "doctor", _DR, CREDS),
    "dr2": _Role(Entity.DOCTOR, "doctor", _DR, CREDS),
    "dr3": _Role(Entity.DOCTOR, "doctor", _DR, CREDS),
    "dr4": _Role(Entity.DOCTOR, "doctor", _DR, CREDS),
    "pcp": _Role(Entity.DOCTOR, "doctor", _DR, CREDS),
    "surgeon": _Role(Entity.DOCTOR, "doctor", (*_DR * 12, "Mr"), CREDS, 0.3),
    "newdr": _Role(Entity.DOCTOR, "doctor", _DR, CREDS, new=True),
    "nurse": _Role(Entity.DOCTOR, "nurse", ("Nurse", "Nurse", "RN", "Ms", "Sister", "NP"), NURSE_CREDS, 0.85),
    "nurse2": _Role(Entity.DOCTOR, "nurse", ("Nurse", "Nurse", "RN", "Ms", "LPN", "Charge Nurse"), NURSE_CREDS, 0.85),
    "staff": _Role(Entity.DOCTOR, "nurse", (), _STAFF_CREDS, 0.7),
    "author": _Role(Entity.DOCTOR, "typist", (), ("CMT", "scribe", "transcriptionist", "RHIT", "MT"), 0.7),
    "lawyer": _Role(Entity.PERSON, "other", ("Atty", "Attorney", "Mr", "Ms", "Mrs", "Counselor"), ("Esq.",)),
    "officer": _Role(
        Entity.PERSON,
        "other",
        ("Officer", "Officer", "Deputy", "Sgt", "Det", "Detective", "Trooper", "Ofc", "Cpl", "Lt", "Agent", "PO"),
        women=0.25,
    ),
    "teacher": _Role(Entity.PERSON, "other", ("", "", "", "Coach", "Principal", "Prof"), women=0.7),
}


def person(c: Cast, role: str) -> Person:
    """The person in a role of `FIELDS` (pt, kin, dr, ...): the same in the whole note, except someone and newdr."""
    what = _ROLES.get(role) or _Role(Entity.PERSON, "kin", household=kin.shared(c, role))
    if what.new:
        return _make(c, role, what)
    return c.once(f"person {role}", lambda: _make(c, role, what))


def _make(c: Cast, role: str, what: _Role) -> Person:
    house = c.once("household", lambda: names.household(c))
    if role == "pt":
        female, age = patient.female(c), patient.age(c)
    elif role in kin.ROLES:
        tie = kin.tie(c, role)
        female, age = tie.female, tie.age
    else:
        female, age = c.chance(what.women), 40
    home = house if role == "pt" or c.chance(what.household) else names.household(c)
    name = names.name(c, home, female, age)
    title = c.pick(what.titles) if what.titles else ""
    if title in ("Mr", "Ms", "Mrs"):
        title = ("Ms" if female else "Mr") if title != "Mrs" or not female else "Mrs"
    return Person(name, female, what.entity, title or _title(c, home.home.key, female, age), c.pick(what.creds))


def _title(c: Cast, origin: str, female: bool, age: int) -> str:
    if c.chance(0.02):
        return c.pick(("Rev", "Pastor", "Sister" if female else "Father", "Prof", "Judge", "Sgt", "Deacon", "Rabbi"))
    if origin[:2] == "es" and c.chance(0.06):
        return c.pick(("Sra", "Señora", "Doña")) if female else c.pick(("Señor", "Sr", "Don"))
    if not female:
        return "Mr" if age > 12 or c.chance(0.5) else "Master"
    return c.pick(("Ms", "Ms", "Ms", "Mrs", "Mrs", "Miss") if age > 25 else ("Ms", "Miss"))


def _people(role: str) -> Field:
    what = _ROLES.get(role)
    manner = _MANNERS[what.manner if what else "kin"]
    forms, weights = tuple(manner), tuple(manner.values())

    def field(c: Cast, spec: str) -> Piece:
        who = person(c, role)
        if spec:
            return FORMS[spec](c, who)
        said: Marked = _EXTRA[c.rng.choices(forms, weights)[0]](c, who)
        roll = c.rng.random()
        return recase(said, str.upper) if roll < 0.025 else recase(said, str.lower) if roll < 0.04 else said

    return field


def _by_sex(female: str | tuple[str, ...], male: str | tuple[str, ...]) -> Field:
    """A word about the patient."""
    f, m = ((x,) if isinstance(x, str) else x for x in (female, male))
    return lambda c, _: c.pick(f if patient.female(c) else m)


def _man(c: Cast, _: str) -> str:
    girl = patient.female(c)
    if patient.age(c) < 13:
        return "girl" if girl else "boy"
    words = ("woman", "woman", "woman", "female", "lady") if girl else ("man", "man", "man", "male", "gentleman")
    return c.pick(words)


def _mr(c: Cast, _: str) -> str:
    own = person(c, "pt").title
    text = own if own in ("Mr", "Mrs", "Ms", "Miss") else "Ms" if patient.female(c) else "Mr"
    return text + ("." if text in DOTTED and c.once("dotted titles", lambda: c.chance(0.72)) else "")


def _cred(options: tuple[str, ...], role: str) -> Field:
    return lambda c, _: c.once(f"cred {role}", lambda: c.pick(options))


def _word(role: str, change: Callable[[str], str] = str) -> Field:
    return lambda c, _: change(kin.tie(c, role).word)


def _kin_by_sex(female: str, male: str) -> Field:
    return lambda c, _: female if kin.tie(c, "kin").female else male


FIELDS: Mapping[str, Field] = {
    **{role: _people(role) for role in (*_ROLES, *kin.ROLES)},
    "he": _by_sex("she", "he"),
    "He": _by_sex("She", "He"),
    "his": _by_sex("her", "his"),
    "His": _by_sex("Her", "His"),
    "him": _by_sex("her", "him"),
    "himself": _by_sex("herself", "himself"),
    "man": _man,
    "boy": _by_sex("girl", "boy"),
    "sex": _by_sex("F", "M"),
    "gender": _by_sex("female", "male"),
    "mr": _mr,
    "word": _word("kin"),
    "word2": _word("kin2"),
    "word3": _word("kin3"),
    "Word": _word("kin", lambda word: word[0].upper() + word[1:]),
    "kinhe": _kin_by_sex("she", "he"),
    "kinhis": _kin_by_sex("her", "his"),
    "spouse": lambda c, _: kin.spouse(c),
    "cred": lambda c, _: person(c, "dr").cred,
    "cred2": _cred(CREDS_AFTER, "dr2"),
    "nursecred": lambda c, _: person(c, "nurse").cred,
}
