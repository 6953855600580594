"""The relatives of a note: kinship, sex and age that fit the patient."""

from __future__ import annotations

from dataclasses import dataclass

from corpus.engine.cast import Cast
from corpus.engine.fields import patient

ROLES = ("kin", "kin2", "kin3")


@dataclass(frozen=True, slots=True)
class Tie:
    """A relative. shared: probability of having the patient's surname."""

    word: str
    female: bool
    age: int
    shared: float


@dataclass(frozen=True, slots=True)
class _Kinship:
    """words: as texts say it. least, most: years by which they are older. ages: of the patients that have one."""

    words: tuple[str, ...]
    female: bool
    least: int
    most: int
    ages: tuple[int, int]
    weight: float
    shared: float = 0.8


_KINSHIPS = (
    _Kinship(("mother", "mother", "mom", "mum", "mother"), True, 17, 40, (0, 62), 9, 0.7),
    _Kinship(("father", "father", "dad", "father"), False, 18, 45, (0, 58), 6, 0.85),
    _Kinship(("wife",), True, -12, 8, (21, 105), 7, 0.85),
    _Kinship(("husband", "husband", "hubby"), False, -5, 12, (21, 105), 7, 0.85),
    _Kinship(("daughter", "daughter", "dtr", "dgtr"), True, -40, -18, (24, 105), 9, 0.5),
    _Kinship(("son",), False, -40, -18, (24, 105), 7, 0.85),
    _Kinship(
        ("sister", "sister", "older sister", "younger sister", "twin sister", "sis"), True, -10, 10, (12, 95), 5, 0.6
    ),
    _Kinship(
        ("brother", "brother", "older brother", "younger brother", "half-brother"), False, -10, 10, (12, 95), 4, 0.85
    ),
    _Kinship(("aunt", "maternal aunt", "auntie", "great-aunt"), True, 14, 45, (0, 50), 1.5, 0.4),
    _Kinship(("uncle", "paternal uncle"), False, 14, 45, (0, 50), 1.2, 0.5),
    _Kinship(("niece",), True, -45, -15, (40, 105), 1.5, 0.4),
    _Kinship(("nephew",), False, -45, -15, (40, 105), 1.5, 0.4),
    _Kinship(("cousin",), True, -12, 12, (10, 90), 0.7, 0.4),
    _Kinship(("cousin",), False, -12, 12, (10, 90), 0.7, 0.4),
    _Kinship(("grandmother", "grandma", "maternal grandmother", "MGM"), True, 40, 62, (0, 35), 2.5, 0.4),
    _Kinship(("grandfather", "grandpa", "paternal grandfather", "PGF"), False, 40, 62, (0, 35), 1.5, 0.5),
    _Kinship(("granddaughter",), True, -70, -42, (58, 105), 2, 0.4),
    _Kinship(("grandson",), False, -70, -42, (58, 105), 1.5, 0.5),
    _Kinship(("partner", "girlfriend", "fiancée", "significant other"), True, -10, 10, (18, 90), 1.5, 0.0),
    _Kinship(("partner", "boyfriend", "fiancé", "fiance", "common-law husband"), False, -10, 10, (18, 90), 1.5, 0.0),
    _Kinship(("ex-wife",), True, -10, 8, (28, 85), 0.6, 0.5),
    _Kinship(("ex-husband",), False, -8, 10, (28, 85), 0.6, 0.3),
    _Kinship(("daughter-in-law",), True, -40, -18, (42, 105), 1, 0.8),
    _Kinship(("son-in-law",), False, -40, -18, (42, 105), 0.8, 0.1),
    _Kinship(("mother-in-law", "sister-in-law"), True, -5, 35, (22, 70), 0.6, 0.4),
    _Kinship(("brother-in-law", "father-in-law"), False, -5, 35, (22, 70), 0.5, 0.3),
    _Kinship(("stepmother", "foster mother", "guardian", "legal guardian"), True, 15, 45, (0, 25), 0.8, 0.2),
    _Kinship(("stepfather", "step-dad", "foster father", "guardian"), False, 15, 45, (0, 25), 0.8, 0.2),
    _Kinship(("caregiver", "roommate", "neighbor", "POA", "health care proxy"), True, -30, 20, (20, 105), 1, 0.2),
    _Kinship(("caregiver", "roommate", "neighbor", "POA", "HCP"), False, -30, 20, (20, 105), 0.8, 0.2),
)


def tie(c: Cast, role: str) -> Tie:
    """What a relative (kin, kin2, kin3) is to the patient."""
    return c.once(f"tie {role}", lambda: _tie(c))


def settle(c: Cast, role: str, made: Tie) -> None:
    """Determine what the role is to the patient, before it is mentioned."""
    c.once(f"tie {role}", lambda: made)


def shared(c: Cast, role: str) -> float:
    """The probability that a relative has the patient's surname."""
    return tie(c, role).shared


def spouse(c: Cast) -> str:
    """What the note calls the patient's husband or wife."""
    own = ("husband",) if patient.female(c) else ("wife",)
    return c.once("spouse", lambda: c.pick((*own * 8, "spouse", "partner", "significant other")))


def _tie(c: Cast) -> Tie:
    years, female = patient.age(c), patient.female(c)
    taken: list[_Kinship] = c.once("kinships", list)
    fit = [k for k in _KINSHIPS if k.ages[0] <= years <= k.ages[1] and k not in taken and not _odd(c, k, female)]
    found = c.rng.choices(fit, [k.weight for k in fit])[0]
    taken.append(found)
    age = max(years + c.rng.randint(found.least, found.most), 1 if found.most < -10 else 16 if years > 15 else 4)
    return Tie(c.pick(found.words), found.female, min(age, 99), found.shared)


def _odd(c: Cast, kinship: _Kinship, female: bool) -> bool:
    """Most couples are of two sexes."""
    couple = any(w in ("wife", "husband", "ex-wife", "ex-husband", "girlfriend", "boyfriend") for w in kinship.words)
    return couple and kinship.female is female and not c.chance(0.06)
