"""Clinical facts, people who stand directly beside them, and what stands between the two.

{fact:kind} is plain: a line of `phrases/facts_*` (a section, or several joined with "+"; none for any). {beside},
{besidedr} and {besidekin} are a patient, a clinician and somebody else, new at each use, in any form of a name or in
the one that the spec asks for; "col" keeps one form for a column. {besideage} is an age with its sex. {gap} is what
separates a name from a fact, mostly the same in a whole note; {boxed:field} puts a field between brackets or behind a
sign.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from corpus.engine import note_file
from corpus.engine.cast import Cast, Field
from corpus.engine.fields import names
from corpus.engine.fields.people import CREDS, NURSE_CREDS
from corpus.engine.fields.spellings import FORMS, Form, Person, initial, recase, with_cred
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample import pools
from redactor.sample.forms import Name
from redactor.sample.marked import Marked, Piece, join, mark

_FILE = "names_beside_facts"
_FACTS = (
    "phrases/facts_results",
    "phrases/facts_bedside",
    "phrases/facts_orders",
    "phrases/facts_specialties",
    "phrases/facts_words",
)


def _family_initial(c: Cast, p: Person) -> Marked:
    """Doe, A.; DOE,A; Doe A"""
    own, first = p.name.family, initial(p.name.given)
    text = c.pick((f"{own}, {first}.", f"{own.upper()},{first}", f"{own.upper()} {first}", f"{own} {first}"))
    return mark(text if first else own, p.entity)


_ALL_FORMS: Mapping[str, Form] = {**FORMS, "cred": with_cred, "family_initial": _family_initial}
_PATIENT = {
    "short": 16, "full": 8, "given": 13, "family": 14, "last_first": 12, "upper": 9, "upper_full": 3, "lower": 6,
    "initial_last": 5, "first_initial": 5, "initials": 2, "family_upper": 7, "titled": 12, "titled_full": 3, "nick": 2,
    "nick_quoted": 1, "family_first": 4, "family_initial": 5,
}  # fmt: skip
_CLINICIAN = {
    "titled": 24, "family": 16, "short": 8, "given": 8, "initials": 6, "cred": 14, "lower": 3, "first_initial": 6,
    "family_upper": 3, "initial_last": 6, "last_first": 2, "upper": 2, "family_initial": 2,
}  # fmt: skip
_OTHER = {"given": 30, "short": 18, "full": 6, "nick": 8, "titled": 8, "lower": 4, "family_upper": 2, "last_first": 3}
# What keeps one form for a whole column: none that is too weak to be read as a name without its place in the row.
_COLUMN = (
    "last_first", "last_first", "upper", "upper", "short", "full", "family", "family_upper", "family_initial",
    "initial_last", "first_initial", "given", "upper_full", "lower", "family_first", "titled",
)  # fmt: skip

_GAPS = (
    *(" ",) * 10, ", ", ", ", ",", ": ", ": ", ":", "; ", ";", " - ", " - ", "-", " – ", "–", " — ", "—", " / ", "/",
    " | ", "|", "\t", "\t", "  ", "   ", "\n", " -- ", " = ", "=", " > ", " -> ", " → ", " » ", " • ", " · ", " ~ ",
    ". ", "... ", " # ", " * ", " + ", " :: ", " ; ", " , ", "\n- ", "\n  ", "_", "\\", " \\ ",
)  # fmt: skip
_PAIRS = (
    ("〔", "〕"), ("【", "】"), ("«", "»"), ("« ", " »"), ("»", "«"), ("‹", "›"), ("「", "」"), ("『", "』"),
    ("［", "］"), ("（", "）"), ("⟦", "⟧"), ("⟨", "⟩"), ("(", ")"), ("( ", " )"), ("[", "]"), ("[ ", " ]"), ("<", ">"),
    ("<<", ">>"), ("{", "}"), ("{ ", " }"), ("*", "*"), ("**", "**"), ("__", "__"), ("_", "_"), ("~", "~"), ("|", "|"),
    ("“", "”"), ("‘", "’"), ('"', '"'), ("'", "'"), ("„", "“"), ("/", "/"), ("=", "="), ("- ", " -"), ("→", "←"),
    ("► ", " ◄"), ("☐ ", ""), ("☑ ", ""), ("☒", ""), ("✓ ", ""), ("✗ ", ""), ("✔", ""), ("• ", ""), ("•", ""),
    ("▪ ", ""), ("→ ", ""), ("→", ""), ("⇒ ", ""), ("➔ ", ""), ("► ", ""), ("▶", ""), ("★ ", ""), ("◦ ", ""),
    ("● ", ""), ("○ ", ""), ("■ ", ""), ("□ ", ""), ("□", ""), ("§ ", ""), ("¶ ", ""), ("† ", ""), ("⚠ ", ""),
    ("", "†"), ("", "‡"), ("", "*"), ("", " ✓"), ("", "✓"), ("", " ☐"), ("", " →"), ("", " ↑"), ("", " ↓"), ("", "¹"),
    ("[x] ", ""), ("[ ] ", ""), ("[✓] ", ""), ("(x) ", ""), ("> ", ""), ("^", "^"), ("", " «"), ("", "…"), ("…", ""),
)  # fmt: skip
_AGES = (
    ("{n}{s}",) * 8
    + ("{n}{t}", "{n}{t}", "{n}yo{s}", "{n}y{s}", "{n}yo", "{n} yo", "{n}y", "{n}y/o", "{n} y/o", "{s}{n}", "{t}{n}",
       "{n}yr", "{n} yrs", "{n}-yo", "{n} y.o.", "{n}YO{s}", "{n}♀♂")
)  # fmt: skip
_AGES_APART = ("{} {s}", "{}/{s}", "({}{s2})", "({})", "{s} {}", "{s}/{}", "{}, {s}", "[{}]", "{}", "{} {t}", "aged {}")
_BABIES = ("{n}mo", "{n} mo", "{n}m", "{n}d", "{n} wk", "{n}wk", "{n}/12")
# What stands for a lone name that is written as an analyte, a route or a ward is: beside a value nobody could tell.
_LONE = MappingProxyType({"given": "short", "nick": "short", "lower": "upper_full", "family": "titled",
                          "family_upper": "titled"})  # fmt: skip


@cache
def _words(*held: str) -> frozenset[str]:
    return frozenset(word.casefold() for section in held for word in words(_FILE, section))


@cache
def _facts() -> Mapping[str, tuple[str, ...]]:
    """The templates of all sections of `phrases/facts_*` by name."""
    return {name: note_file.read(path).lines(name) for path in _FACTS for name in note_file.read(path).sections}


@cache
def _drawn_freely() -> tuple[str, ...]:
    """The sections from which {fact} draws: not headings, and not what is spoken in words."""
    return tuple(name for name in _facts() if not name.startswith("said") and name != "heads")


def _fact(c: Cast, spec: str) -> str:
    kind = c.pick(spec.split("+") if spec else _drawn_freely())
    text = c.say(c.pick(_facts()[kind])).text
    text = text if spec else text.removesuffix(".")  # a sentence that stands for a value
    roll = c.rng.random()
    return text.lower() if roll < 0.05 else text.upper() if roll < 0.07 else text


def _word(c: Cast, section: str) -> str:
    section = "as_facts" if c.chance(0.15) else section
    return c.draw(lambda: c.pick(words(_FILE, section)))


def _coined(c: Cast, ending: str) -> str:
    """A name that is in no list: syllables of no one language."""

    def make() -> str:
        middle = "".join(c.pick(words(_FILE, "syllable")) for _ in range(c.pick((0, 1, 1, 1, 2))))
        return c.pick(words(_FILE, "onset")) + c.pick(words(_FILE, "vowel")) + middle + c.pick(words(_FILE, ending))

    return c.draw(make).capitalize()


def _family(c: Cast) -> str:
    roll = c.rng.random()
    if roll < 0.24:
        own = _word(c, "word_family")
    elif roll < 0.6:
        own = _coined(c, "family_end")
    elif roll < 0.8:
        own = names.listed_family(c, 0.5)
    else:
        own = names.latin_household(c).family
    roll = c.rng.random()
    if roll < 0.05:
        return f"{c.pick(words(_FILE, 'particle'))} {own}"
    if roll < 0.07:
        return c.pick(("O’", "O'", "Mc", "Mac", "D'", "Al-", "El-", "Fitz", "St. ", "Ben-", "Abu-")) + own
    return f"{own}-{_coined(c, 'family_end')}" if roll < 0.11 else own


def _given(c: Cast, female: bool) -> str:
    roll = c.rng.random()
    if roll < 0.22:
        return _word(c, "word_given")
    if roll < 0.45:
        return _coined(c, "given_end")
    pool = pools.load_pools()
    first = c.draw(lambda: pool.given(c.rng, pool.origin(c.rng) if c.chance(0.4) else None, female))
    return f"{first}-{_word(c, 'word_given')}" if roll > 0.97 else first


def _name(c: Cast, female: bool) -> Name:
    if c.chance(0.35):
        return names.name(c, names.latin_household(c), female)
    first = _given(c, female)
    middle = c.pick(("", "", "", c.pick("ABCDEFGHJKLMNPRSTVW"), _given(c, female)))
    return Name(first, middle, _family(c), c.pick(("",) * 14 + ("Jr", "III")), names.nickname(c, first, female),
                _family(c))  # fmt: skip


def _reads_as_a_word(c: Cast, alone: str, form: str) -> bool:
    """Whether a lone name would be read as the fact or the word: in another case than that of names most often."""
    if alone.casefold() in _words("as_facts"):
        return True
    odd = form in ("family_upper", "lower") or c.chance(0.5)
    return odd and alone.casefold() in _words("word_given", "word_family")


def _people(manner: Mapping[str, float], entity: Entity) -> Field:
    forms, weights = tuple(manner), tuple(manner.values())

    def field(c: Cast, spec: str) -> Piece:
        female = c.chance(0.5)
        title = c.pick(("Ms", "Mrs", "Miss", "Ms") if female else ("Mr", "Mr", "Mr", "Mr", "Mr", "Mr", "Mr", "Master"))
        cred = c.pick(CREDS if c.chance(0.5) else NURSE_CREDS)
        who = Person(_name(c, female), female, entity, "Dr" if entity is Entity.DOCTOR else title, cred)
        form = spec or c.rng.choices(forms, weights)[0]
        if form == "col":
            form = c.once(f"column of {entity}", lambda: c.pick(_COLUMN))
        alone = who.name.given if form in ("given", "nick") else who.name.family
        if _reads_as_a_word(c, alone, form):
            form = _LONE.get(form, form)
        said = _ALL_FORMS[form](c, who)
        lowered = not spec and form not in ("short", "family_upper") and c.chance(0.04)
        return recase(said, str.lower) if lowered else said

    return field


def _age(c: Cast, _: str) -> Piece:
    """The mark covers the number, its unit and a letter that is glued to them."""
    n = c.pick((c.rng.randint(18, 89), c.rng.randint(18, 89), c.rng.randint(60, 89), c.rng.randint(1, 17),
                c.rng.randint(90, 103)))  # fmt: skip
    s = c.pick("FM")
    roll = c.rng.random()
    if roll < 0.05:
        return mark(c.pick(_BABIES).format(n=c.rng.randint(2, 11)), Entity.AGE)
    if roll < 0.65:
        text = c.pick(_AGES).format(n=n, s=s, t=s.lower())
        return mark(text.replace("♀♂", "♀" if s == "F" else "♂"), Entity.AGE)
    before, _, after = c.pick(_AGES_APART).partition("{}")
    lettered = after.startswith("{s2}")
    number = mark(f"{n}{s}" if lettered else f"{n}", Entity.AGE)
    letters = {"s": s, "t": s.lower(), "s2": ""}
    return join(before.format(**letters), number, after.format(**letters))


def _gap(c: Cast, _: str) -> str:
    own = c.once("gap beside names", lambda: c.pick(_GAPS))
    return own if c.chance(0.7) else c.pick(_GAPS)


def _boxed(c: Cast, spec: str) -> Marked:
    before, after = c.once("box of a note", lambda: c.pick(_PAIRS)) if c.chance(0.5) else c.pick(_PAIRS)
    return join(before, c.say(f"{{{spec}}}"), after)


FIELDS: Mapping[str, Field] = MappingProxyType({
    "fact": _fact,
    "beside": _people(_PATIENT, Entity.PATIENT),
    "besidedr": _people(_CLINICIAN, Entity.DOCTOR),
    "besidekin": _people(_OTHER, Entity.PERSON),
    "besideage": _age,
    "gap": _gap,
    "boxed": _boxed,
})  # fmt: skip
