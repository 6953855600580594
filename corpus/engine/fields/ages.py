"""Ages. The mark covers the number and its unit, and the letter of the sex only if it is glued to them."""

from __future__ import annotations

from collections.abc import Mapping

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import kin, patient
from redactor.entities import Entity
from redactor.sample.marked import Marked, Piece, join, mark

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety"
_YEARS = (
    *("{n}-year-old",) * 16, *("{n} year old",) * 7, *("{n}yo",) * 7, *("{n} yo",) * 8, *("{n} y/o",) * 6, "{n}y/o",
    "{n}y/o", "{n} y.o.", "{n} y.o.", "{n}y.o.", "{n}-yr-old", "{n}-yr-old", "{n} yr old", "{n} yr old",
    "{n} yrs old", "{n}-yo", "{n}-y/o", "{n} year-old", "{n} year-old", "{n}-year old", "{n}-year old", "{n} YO",
    "{n} Y/O", "{n}YO", "{n} years old", "{n}-years-old", "{n} y o", "{n}yr old", "{n} Year Old", "{n}-YEAR-OLD",
    "{n} YEAR OLD", "{n}-y-o", "{n}year old", "{n}yr-old", "{n} - year - old", "{n}- year-old", "{n} -year-old",
    "{n} y. o.",
)  # fmt: skip
_BABY = (
    *("{n}-{unit}-old",) * 6, "{n} {unit} old", "{n} {unit} old", "{n} {unit}s old", "{n}-{unit} old",
    "{n} {brief} old", "{n} {glued}", "{n}{glued}", "{n}{brief} old", "{n}-{brief}-old", "{n} {brief}. old",
    "{word}-{unit}-old",
)  # fmt: skip
_BRIEF = {"hour": ("hr", "h"), "day": ("d", "day"), "week": ("wk", "week"), "month": ("mo", "mo", "mth")}
_GLUED = {"hour": ("h", "hr"), "day": ("d", "do"), "week": ("wk", "wo", "w.o."), "month": ("mo", "mo", "m.o.", "m")}
# n: the number; s, t: the letter of the sex, capital and small
_LETTERED = ("{n}{s}", "{n}{s}", "{n}{s}", "{n}{t}")
_UNIT_LETTERED = (
    "{n}yo{s}", "{n}y{s}", "{n}yr{s}", "{n}yo{t}", "{n}YO{s}", "{n}y/o{s}", "{n} yo{s}", "{n} yo{t}", "{n} YO{s}",
)  # fmt: skip
_BARE = (
    "{n}", "{n}", "{n} yo", "{n}yo", "{n} y/o", "{n} y.o.", "{n}y", "{n} yr", "{n} yrs", "{n} YO", "{n}-year-old",
    "{n} yr old", "{n} years old",
)  # fmt: skip
_ALONE = (
    "{n} years", "{n} yrs", "{n} Years", "{n} years old", "{n} years of age", "{n} y", "{n}Y", "{n} y.o.", "{n} yr",
    "{n}y {m}m", "{n} yrs.", "{n} YRS", "{n} y {m} m", "{n} years {m} months", "{n} y/o",
)  # fmt: skip
_LABELS = (
    "Age: ", "Age: ", "Age ", "AGE: ", "age ", "age: ", "Age:", "Age - ", "AGE ", "Pt age: ", "Patient Age: ", "now ",
    "Age=", "Age:\t", "Age at visit: ",
)  # fmt: skip
_PHRASES = (
    "aged ", "aged ", "turned ", "at age ", "at the age of ", "age of ", "just turned ", "turning ", "Age (yrs): ",
    "age ", "Age in years: ",
)  # fmt: skip
_AFTER_LABEL = ("", "", "", "", " y", " yrs", " years", " yo", "y", " Years", " y.o.", " yr", " YEARS", "Y")
_OLD = ("-year-old", "-year-old", "-year-old", " year old", " year old", "-year old", " year-old", " yr old")


def words(n: int) -> str:
    """45: forty-five; up to 199."""
    if n < 20:
        return _ONES.split()[n]
    if n >= 100:
        return "one hundred" + (f" {words(n - 100)}" if n > 100 else "")
    return _TENS.split()[n // 10] + (f"-{_ONES.split()[n % 10]}" if n % 10 else "")


def _age(text: str) -> Marked:
    return mark(text, Entity.AGE)


def _number(c: Cast) -> int:
    return max(1, patient.age(c))


def _old(c: Cast, _: str) -> Piece:
    if patient.days(c) < 730 and c.chance(0.8):
        return _baby(c, "")
    return _age(c.pick(_YEARS).format(n=_number(c)))


def _sexed(c: Cast, _: str) -> Piece:
    n, s = _number(c), "F" if patient.female(c) else "M"
    word = "female" if patient.female(c) else "male"
    roll = c.rng.random()
    if roll < 0.5:
        return _age(c.pick(_LETTERED if roll < 0.34 else _UNIT_LETTERED).format(n=n, s=s, t=s.lower()))
    if roll < 0.55:
        return _age(c.pick((s, s, s.lower())) + str(n))
    unit = c.pick(_BARE).format(n=n)
    if roll < 0.86:
        sex = c.pick((s, s, s, s.lower(), word, word.capitalize()))
        return join(_age(unit), c.pick((" ", " ", " ", "/", ", ", " / ")), sex)
    return join(c.pick((s, s, word, word.capitalize())), c.pick((" ", ", ", "/", " / ", ", ")), _age(unit))


def _word(c: Cast, _: str) -> Piece:
    text = words(_number(c))
    text = (text.replace("-", " ") if c.chance(0.2) else text) + c.pick(_OLD)
    return _age(text.capitalize() if c.chance(0.05) else text)


def _field(c: Cast, _: str) -> Piece:
    n = _number(c)
    roll = c.rng.random()
    if roll < 0.35:
        return _age(c.pick(_ALONE).format(n=n, m=c.rng.randrange(1, 12)))
    if roll < 0.7:
        return join(c.pick(_LABELS), _age(f"{n}{c.pick(_AFTER_LABEL)}"))
    return join(c.pick(_PHRASES), _age(words(n) if c.chance(0.12) else str(n)))


def _kin(c: Cast, _: str) -> Piece:
    return _age(str(max(1, kin.tie(c, "kin").age)))


def _baby(c: Cast, _: str) -> Piece:
    lived = patient.days(c, baby=True)
    if lived >= 1000:  # the patient is an adult: the age of another child
        lived = c.rng.randint(0, c.pick((3, 30, 365, 700)))
    if lived < 3:
        unit, n = "hour", lived * 24 + c.rng.randint(1, 23)
    elif lived < 14 or (lived < 28 and c.chance(0.4)):
        unit, n = "day", lived
    elif lived < 90:
        unit, n = "week", lived // 7
    else:
        unit, n = "month", max(3, lived // 30)
    if unit == "day" and c.chance(0.08):
        return join(c.pick(("DOL ", "DOL#", "day of life ")), _age(str(lived)))
    shape = c.pick(_BABY)
    brief, glued = c.pick(_BRIEF[unit]), c.pick(_GLUED[unit])
    return _age(shape.format(n=n, unit=unit, brief=brief, glued=glued, word=words(n)))


def _gestation(c: Cast, _: str) -> str:
    weeks, over = c.rng.choice((*range(23, 42), 37, 38, 39, 39, 40)), c.rng.randrange(7)
    return c.pick((
        f"{weeks}w{over}d", f"{weeks}w{over}d", f"{weeks} {over}/7 weeks", f"{weeks} {over}/7 wks", f"{weeks}+{over}",
        f"{weeks}+{over} weeks", f"{weeks}wk", f"{weeks} weeks", f"{weeks} wks", f"{weeks}w {over}d",
        f"{weeks}.{over} wks",
        f"{weeks} weeks' gestation", f"{weeks} weeks gestation", f"{weeks} weeks and {over} days",
        f"GA {weeks}w{over}d",
        f"{weeks}w", f"EGA {weeks}+{over}",
    ))  # fmt: skip


def _decade(c: Cast, _: str) -> Piece:
    ten = min(max(20, _number(c) // 10 * 10), 90)
    his = "her" if patient.female(c) else "his"
    early = c.pick(("", "", "", "early ", "late ", "mid ", "mid-"))
    text = c.pick((f"{ten}s", f"{ten}s", f"{ten}'s", f"{ten}’s", words(ten)[:-1] + "ies"))
    return join(f"in {his} {early}", _age(text))


FIELDS: Mapping[str, Field] = {
    "age": lambda c, _: _age(str(_number(c))),
    "ageold": _old,
    "agesex": _sexed,
    "ageword": _word,
    "agefield": _field,
    "kinage": _kin,
    "babyage": _baby,
    "gest": _gestation,
    "decade": _decade,
}
