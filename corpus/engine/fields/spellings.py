"""The written forms of a person's name: the specs of the fields of people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from corpus.engine.cast import Cast
from corpus.engine.fields.names import pet_name
from redactor.entities import Entity
from redactor.sample.forms import Name
from redactor.sample.marked import Mark, Marked, join, mark


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the note. title: without its dot ("Dr", "Ms", "Officer"). cred: what follows the name ("MD")."""

    name: Name
    female: bool
    entity: Entity
    title: str
    cred: str = ""


Form = Callable[[Cast, Person], Marked]

DOTTED = frozenset(("Dr", "Mr", "Mrs", "Ms", "Prof", "Rev", "Atty", "Sgt", "Det", "Ofc", "Cpl", "Sra", "Sr", "Fr"))
_QUOTES = (('"', '"'), ('"', '"'), ("(", ")"), ("“", "”"), ("'", "'"), ("‘", "’"), ('("', '")'))


def _joined(*parts: str) -> str:
    """Parts of a name with a space between; none in Chinese, Japanese and Korean script."""
    kept = [p for p in parts if p]
    if kept and ("\u3040" <= kept[0][0] <= "\u9fff" or "가" <= kept[0][0] <= "힣"):
        return "".join(reversed(kept)) if len(kept) == 2 else "".join(kept)
    return " ".join(kept)


def _native(n: Name) -> bool:
    """Whether the name is in a script that writes no initials."""
    return not n.given or (n.given[0] > "\u036f" and not "\u1e00" <= n.given[0] < "\u1f00")


def initial(part: str) -> str:
    """The first letter, as a capital; "" of nothing."""
    return next((ch.upper() for ch in part if ch.isalpha()), "")


def _whole(c: Cast, p: Person) -> str:
    n = p.name
    middle = n.middle
    if middle and (len(middle) == 1 or c.chance(0.45)):
        middle = initial(middle) + ("." if c.chance(0.7) else "")
    comma = "," if n.suffix and c.chance(0.35) else ""
    return _joined(n.given, middle, n.family + comma, n.suffix)


def _pair(c: Cast, p: Person) -> str:
    return _joined(p.name.given, p.name.family)


def _reversed(c: Cast, p: Person) -> str:
    n = p.name
    if not n.given:
        return n.family
    middle = f" {n.middle if c.chance(0.25) and len(n.middle) > 1 else initial(n.middle) + c.pick(('.', '.', ''))}"
    suffix = n.suffix and c.chance(0.7)
    after = f" {n.suffix}" if suffix and c.chance(0.6) else ""
    last = f", {n.suffix}" if suffix and not after and c.chance(0.5) else f" {n.suffix}" if suffix and not after else ""
    comma = c.pick((", ", ", ", ", ", ", ", ",", " , "))
    return f"{n.family}{after}{comma}{n.given}{middle if n.middle and c.chance(0.75) else ''}{last}"


def _initials(c: Cast, p: Person) -> str:
    n = p.name
    if _native(n) and n.given:
        return _pair(c, p)
    letters = [initial(n.given), initial(n.middle) if c.chance(0.35) else "", initial(n.family)]
    kept = [x for x in letters if x]
    if c.chance(0.04):
        return c.pick((kept[0], f"{kept[0]}.", f"{kept[-1]}."))
    roll = c.rng.random()
    if roll < 0.62:
        return "".join(kept).lower() if c.chance(0.1) else "".join(kept)
    sep = "." if roll < 0.9 else ". " if roll < 0.95 else "-" if roll < 0.98 else "/"
    return sep.join(kept) + ("." if sep[0] == "." else "")


def _initial_last(c: Cast, p: Person) -> str:
    n = p.name
    if _native(n):
        return _pair(c, p)
    dot = c.pick((".", ".", ".", ""))
    second = f"{c.pick(('', ' ')) if dot else ' '}{initial(n.middle)}{dot}" if n.middle and c.chance(0.35) else ""
    gap = "" if dot and c.chance(0.08) else " "
    return f"{initial(n.given)}{dot}{second}{gap}{n.family}"


def _first_initial(c: Cast, p: Person) -> str:
    n = p.name
    return _pair(c, p) if _native(n) else f"{n.given} {initial(n.family)}{c.pick(('.', '.', ''))}"


def _given(c: Cast, p: Person) -> str:
    return p.name.given or p.name.family


def _nick_quoted(c: Cast, p: Person) -> str:
    n = p.name
    if not n.given:
        return n.family
    a, b = c.pick(_QUOTES)
    nick = n.nick if n.nick.casefold() != n.given.casefold() else pet_name(c, p.female)
    if c.chance(0.1):
        return f"{n.family}, {n.given} {a}{nick}{b}"
    return f"{n.given} {a}{nick}{b} {n.family}"


def title(c: Cast, p: Person) -> str:
    """The title with or without its dot, now and then in capitals or small letters; most notes keep to one habit."""
    dotted = c.once("dotted titles", lambda: c.chance(0.72)) != c.chance(0.12)
    text = p.title
    if text == "Dr" and c.chance(0.05):
        text = c.pick(("Doctor", "Doctor", "Prof", "Professor"))
    if text in DOTTED and dotted:
        text += "."
    roll = c.rng.random()
    return text.upper() if roll < 0.04 else text.lower() if roll < 0.07 else text


def _marked(text: Callable[[Cast, Person], str]) -> Form:
    return lambda c, p: mark(text(c, p), p.entity)


def _titled(text: Callable[[Cast, Person], str]) -> Form:
    """Title and name; the title is outside the mark."""
    return lambda c, p: join(f"{title(c, p)} ", mark(text(c, p), p.entity))


def _poss(c: Cast, p: Person) -> Marked:
    own = p.name.family
    tail = c.pick(("'s", "'s", "'s", "’s"))
    return join(mark(own, p.entity), tail[0] if own[-1] == "s" and c.chance(0.5) else tail)


def _upper(c: Cast, p: Person) -> str:
    return (_reversed(c, p) if c.chance(0.9) else _joined(p.name.family, p.name.given)).upper()


FORMS: Mapping[str, Form] = {
    "full": _marked(_whole),
    "short": _marked(_pair),
    "last_first": _marked(_reversed),
    "upper": _marked(_upper),
    "upper_full": _marked(lambda c, p: (_whole(c, p) if c.chance(0.6) else _pair(c, p)).upper()),
    "lower": _marked(lambda c, p: (_whole(c, p) if c.chance(0.2) else _pair(c, p)).lower()),
    "initial_last": _marked(_initial_last),
    "first_initial": _marked(_first_initial),
    "initials": _marked(_initials),
    "family": _marked(lambda c, p: p.name.family),
    "given": _marked(_given),
    "nick": _marked(lambda c, p: p.name.nick),
    "nick_quoted": _marked(_nick_quoted),
    "titled": _titled(lambda c, p: p.name.family),
    "titled_full": _titled(lambda c, p: _whole(c, p) if c.chance(0.25) else _pair(c, p)),
    "titled_given": _titled(_given),
    "family_upper": _marked(lambda c, p: p.name.family.upper()),
    "poss": _poss,
    "family_first": _marked(lambda c, p: " ".join(x for x in (p.name.family, p.name.given) if x)),
    "maiden": _marked(lambda c, p: p.name.maiden),
}


def with_cred(c: Cast, p: Person) -> Marked:
    """Doe, MD; Ann Doe RN; Ann D., RN: credentials are outside the mark."""
    form = c.pick(("short", "short", "full", "family", "initial_last", "first_initial", "last_first"))
    return join(FORMS[form](c, p), c.pick((", ", ", ", ", ", " ", " ", ",")), p.cred)


def titled_initial(c: Cast, p: Person) -> Marked:
    """Dr. A. Doe"""
    return join(f"{title(c, p)} ", mark(_initial_last(c, p), p.entity))


def recase(piece: Marked, change: Callable[[str], str]) -> Marked:
    """The piece with each identifier in another case; the surrounding text is unchanged."""
    out: list[str | Marked] = []
    at = 0
    for m in piece.marks:
        out += (piece.text[at : m.start], _changed(m, change))
        at = m.end
    return join(*out, piece.text[at:])


def _changed(m: Mark, change: Callable[[str], str]) -> Marked:
    return mark(change(m.value), m.entity, m.subject)
