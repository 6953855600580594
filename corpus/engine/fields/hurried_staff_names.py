"""Staff and others as hurried notes write them, and what stands in the same places and names nobody.

A name is somebody new at each use: {stfam}, {stgiv}, {stwho}, {stsur} of the staff, {pefam}, {pegiv}, {pewho}, {pesur}
of anybody else. {stini} are initials that are no common abbreviation, {stabb} an abbreviation that is no initials.
{sttwin} is a phrase with a word that {sttwindr} and {sttwinper} then bear as their name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import names
from corpus.engine.words import listed, words
from redactor.entities import Entity
from redactor.sample.forms import Name
from redactor.sample.marked import Near, Piece, join, mark

_LETTERS = "AAABBBCCCDDDEEFFGGHHIJJJKKKKLLLMMMMMNNOPPPRRRRSSSSSTTTUVWWYZ"


_STATE = words("hurried_staff_names", "state")
_SERVE = words("hurried_staff_names", "serve")
_DO = words("hurried_staff_names", "do")
_SERVICES = words("hurried_staff_names", "services")
_DEVICES = words("hurried_staff_names", "devices")
_DRUGS = words("hurried_staff_names", "drugs")
_SCORES = listed("""
    Braden #; Morse #; Apgar %/9; Apgars 8 and 9; Glasgow #; Ranson %; Wells %; Berg #; Tinetti #; Rankin %; Barthel
    #; Aldrete %; Mallampati %; Cormack %; Norton #; Waterlow #; Bishop %; Ballard #; Silverman %; Downes %; Hunt Hess
    %; Fisher %; Killip %; Gleason 7; Fuhrman %; Breslow 0.% mm; Clark %; Dukes B; Wagner %; Rutherford %; Garden %;
    Salter %; Gustilo %; Mayo %; Rockall %; Blatchford #; Child-Pugh B%; Maddrey #; Hamilton #; Beck #; Young #;
    Snellen 20/#; Edinburgh #; Epworth #; Richmond -%; Ramsay %; Riker %; Humpty Dumpty #; Hester Davis #; Norton #;
    Mini-Cog %; Wong %; Hendrich %; Katz %; Lawton %; Zung #; Conners #; Vancouver %; Centor %; Alvarado %; Caprini %;
    Padua %; Charlson %
    """)
_SIGNS = words("hurried_staff_names", "signs")
_ROLES = words("hurried_staff_names", "roles")
_CREDS = words("hurried_staff_names", "creds")
# A word, and phrases in which it is not a name.
_TWINS = words("hurried_staff_names", "twins")
_AVOID = frozenset(x.upper() for x in (*_STATE, *_SERVE, *_DO, *_CREDS))


def _initial(who: Name) -> str:
    return next((ch for ch in who.given if ch.isalpha()), "A").upper()


def _cased(c: Cast, text: str, spec: str, swing: bool = True) -> str:
    """The value in the case of spec, or else in the case of the note: lower case or capitals in one note of four."""
    if spec in ("upper", "lower"):
        return text.upper() if spec == "upper" else text.lower()
    hand = c.once("staff hand", lambda: c.pick(("",) * 9 + ("lower", "lower", "upper")))
    return _cased(c, text, hand) if swing and hand and not spec and c.chance(0.8) else text


def _family(c: Cast, spec: str) -> str:
    return _cased(c, names.latin_household(c).family, spec)


def _given(c: Cast, spec: str) -> str:
    who = names.whole_latin(c)
    text = who.nick if c.chance(0.15) else who.given
    return _cased(c, text, spec)


_WHO: Mapping[str, float] = {
    "{f}": 34, "{g} {f}": 12, "{i}. {f}": 10, "{i} {f}": 6, "{f} {i}": 5, "{f}, {g}": 6, "{f},{i}": 3, "{f}, {i}.": 2,
    "{g} {j}": 5, "{g} {j}.": 4, "{g}": 8, "{i}.{f}": 1, "{f} {g}": 3, "{i}{k} {f}": 2, "{f} {i}{k}": 2,
    "{i}. {k}. {f}": 3, "{g} {k}. {f}": 3, "{F}": 4, "{F} {g}": 2, "{F}, {G}": 2, "{F},{i}": 1,
}  # fmt: skip
_SURNAME_FIRST: Mapping[str, float] = {
    "{f} {g}": 6, "{F} {g}": 6, "{F}, {g}": 4, "{f}, {g}": 5, "{f} {i}": 4, "{f} {i}.{k}.": 2, "{f} {i}{k}": 3,
    "{F} {i}": 2, "{F} {G}": 2, "{f},{g}": 2, "{F},{G} {k}": 2, "{f}, {g} {k}.": 3, "{f}^{g}": 0.6,
}  # fmt: skip


def _shaped(shapes: Mapping[str, float]) -> Callable[[Cast, str], str]:
    options, weights = tuple(shapes), tuple(shapes.values())

    def make(c: Cast, spec: str) -> str:
        who = names.whole_latin(c)
        usual = c.once(f"staff {len(options)}", lambda: c.rng.choices(options, weights)[0])
        shape = usual if c.chance(0.45) else c.rng.choices(options, weights)[0]
        text = shape.format(f=who.family, g=who.given, i=_initial(who), j=who.family.lstrip("'’")[0].upper(),
                            k=c.pick(_LETTERS), F=who.family.upper(), G=who.given.upper())  # fmt: skip
        return _cased(c, text, spec)

    return make


def _named(make: Callable[[Cast, str], str], entity: Entity) -> Field:
    """spec: "upper", "lower", "plain" for the name's own case, or "poss" for Hale's."""

    def field(c: Cast, spec: str) -> Piece:
        if spec == "poss":
            return join(mark(make(c, "plain"), entity), c.pick(("'s", "'s", "’s")))
        return mark(make(c, spec), entity)

    return field


_HANDS = (
    ("{a}{b}",) * 6 + ("{a}{m}{b}",) * 3 + ("{a}.{b}.", "{a}.{b}.", "{a}.{m}.{b}.", "{a}.{b}", "{a} {b}", "{a}-{b}")
)


def _letters(c: Cast, spec: str) -> str:
    while True:
        a, m, b = (c.pick(_LETTERS) for _ in range(3))
        if a + b not in _AVOID and a + m + b not in _AVOID:
            break
    usual = c.once("staff initials", lambda: c.pick(_HANDS))
    text = (usual if c.chance(0.6) else c.pick(_HANDS)).format(a=a, m=m, b=b)
    low = c.once("staff initials low", lambda: c.chance(0.25)) != c.chance(0.1)
    return text.lower() if spec == "lower" or (low and spec != "upper") else text


def _initials(c: Cast, spec: str) -> Piece:
    """spec: "upper", "lower", "pair" for two people, "cred" for initials with what they are."""
    if spec == "pair":
        return join(mark(_letters(c, ""), Entity.DOCTOR), c.pick(("/", "/", "/", ":", " / ", " & ", "+", ", ")),
                    mark(_letters(c, ""), Entity.DOCTOR))  # fmt: skip
    held = mark(_letters(c, spec), Entity.DOCTOR)
    return join(held, c.pick((" ", ", ", ",")), c.pick(_CREDS)) if spec == "cred" else held


def _plain(options: Sequence[str]) -> Field:
    """spec: "upper", "lower" or "cap" for a first capital."""

    def field(c: Cast, spec: str) -> Piece:
        text = c.pick(options)
        return text[0].upper() + text[1:] if spec == "cap" else _cased(c, text, spec, swing=False)

    return field


def _abbreviation(c: Cast, spec: str) -> Piece:
    """spec: "state", "serve" or "do", what it is about; none for any."""
    kinds = {"state": _STATE, "serve": _SERVE, "do": _DO}
    return c.pick(kinds[spec] if spec else c.pick((_STATE, _SERVE, _DO)))


def _service(c: Cast, spec: str) -> Piece:
    return mark(_cased(c, c.pick(_SERVICES), spec, swing=c.chance(0.3)), Near.DEPARTMENT)


def _score(c: Cast, _: str) -> Piece:
    return c.pick(_SCORES).replace("#", str(c.rng.randint(8, 60))).replace("%", str(c.rng.randint(1, 4)))


@cache
def _phrases() -> Mapping[str, tuple[str, ...]]:
    pairs = (entry.partition(":") for entry in _TWINS)
    return MappingProxyType({word.strip(): tuple(p.strip() for p in said.split("|")) for word, _, said in pairs})


def _fresh(c: Cast) -> str:
    word = c.draw(lambda: c.pick(tuple(_phrases())))
    c.once("staff twins", list[str]).append(word)
    return word


def _twin(c: Cast, spec: str) -> Piece:
    """A phrase with a new word; with spec "again", the last word used."""
    taken = c.once("staff twins", list[str])
    word = taken[-1] if spec == "again" and taken else _fresh(c)
    return c.pick(_phrases()[word])


def _twin_named(entity: Entity) -> Field:
    """The last word used as a name. spec: "upper", "lower" or "initial" for "R. Foley"."""

    def field(c: Cast, spec: str) -> Piece:
        taken = c.once("staff twins", list[str])
        word = taken[-1] if taken else _fresh(c)
        if spec == "initial":
            return mark(f"{c.pick(_LETTERS)}{c.pick(('. ', ' ', '.'))}{word}", entity)
        return mark(_cased(c, word, spec, swing=False), entity)

    return field


_MAKES: Mapping[str, Callable[[Cast, str], str]] = {
    "fam": _family, "giv": _given, "who": _shaped(_WHO), "sur": _shaped(_SURNAME_FIRST),
}  # fmt: skip

FIELDS: Mapping[str, Field] = MappingProxyType({
    **{f"st{key}": _named(make, Entity.DOCTOR) for key, make in _MAKES.items()},
    **{f"pe{key}": _named(make, Entity.PERSON) for key, make in _MAKES.items()},
    "stini": _initials,
    "stabb": _abbreviation,
    "stserv": _service,
    "stdev": _plain(_DEVICES),
    "stdrug": _plain(_DRUGS),
    "stscore": _score,
    "stsign": _plain(_SIGNS),
    "strole": _plain(_ROLES),
    "stcred": _plain(_CREDS),
    "sttwin": _twin,
    "sttwindr": _twin_named(Entity.DOCTOR),
    "sttwinper": _twin_named(Entity.PERSON),
})  # fmt: skip
