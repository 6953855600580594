"""Clinical words that read like names, by the section that they come from, and people of the same name.

{al:brand} is a word of the section, {als:brand} several of them. {altwin:per} is a thing called after a word that
somebody bears or a place has; {altwinpt}, {altwindr}, {altwincity} are that somebody or place, marked; {altwingiv}
somebody by the given name. {alhero:full} and its other forms are a patient who shares a surname with {alhero:thing}.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import patient
from corpus.engine.fields.id_shapes import one_of
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample import pools
from redactor.sample.marked import Piece, join, mark

_FILE = "clinical_words_like_names"
_SEPS = (", ", ", ", ", ", " / ", "; ", " | ", " + ", "\n", ". ", "/", " - ")
_PART_SHAPES = (
    "REF %#{6}", "REF 0%#{8}", "M%#{4}-@", "%#{2}-%#{3} Rev @", "P/N %#{5}-00%", "UN %#{3}",
    "GTIN 0%#{11}", "Cat. %#{3}.%#{2}", "ISO 1%#{3}", "IFU-%#{3}-@", "SKU @@%#{3}", "model @%#{2}", "item %#{4}",
)  # fmt: skip
_RULES = (
    "L%#{4}", "A%#{4}", "NCD %##.%", "LCD L%#{4}", "42 CFR 4%#.%", "Form CMS-%#{3}", "Form %#{3}-@", "Policy %#.%#",
    "SOP %#{2}-%", "MM-%#{3}", "PC.0%.0%.0%", "NPSG.0%.0%.0%", "G%#{3}", "F-tag %#{2}", "TS-%#{2}", "DS-%#{3}",
    "Title %#, Chapter %", "Section 1%#{3}", "Rule %#(b)", "CLAIM CODE %#", "CO-%#", "PR-%", "Group %", "Tier %",
)  # fmt: skip


def _word(c: Cast, section: str) -> str:
    return c.draw(lambda: c.pick(words(_FILE, section)))


def _split(spec: str) -> tuple[str, str]:
    section, _, case = spec.partition("/")
    return section, case


def _one(c: Cast, spec: str) -> Piece:
    """spec: a section of words/clinical_words_like_names.txt, "brand/caps" or "brand/lower" for its case."""
    section, case = _split(spec)
    text = _word(c, section)
    if case:
        return text.upper() if case == "caps" else text.lower()
    roll = c.rng.random()
    return text.upper() if roll < 0.05 else text.lower() if roll < 0.08 else text


def _some(c: Cast, spec: str) -> Piece:
    """Two to six different words of the section."""
    pool = words(_FILE, _split(spec)[0])
    count = c.rng.randint(2, 6)
    return join(*(_one(c, spec) for _ in range(min(count, len(pool)))), sep=c.pick(_SEPS))


def _held(c: Cast) -> dict[str, str]:
    held: dict[str, str] = c.once("alike twin", dict)
    return held


def _twin(c: Cast, spec: str) -> Piece:
    """spec: "per" for a thing with a surname, "giv" with a given name, "town" for one with a place's."""
    thing, _, name = c.pick(words(_FILE, f"twin{spec}")).partition(" = ")
    _held(c)[spec] = name
    return thing


def _bearer(entity: Entity, titles: tuple[str, ...]) -> Field:
    """A person or place named by the word of the last twin; spec: "bare" without a title."""

    def field(c: Cast, spec: str) -> Piece:
        name = _held(c).get("per") or c.pick(words(_FILE, "twinper")).partition(" = ")[2]
        title = "" if spec == "bare" else c.pick(titles)
        return join(f"{title} " if title else "", mark(name, entity))

    return field


def _given(c: Cast, _: str) -> Piece:
    name = _held(c).get("giv") or c.pick(words(_FILE, "twingiv")).partition(" = ")[2]
    return mark(name, Entity.PATIENT)


def _city(c: Cast, _: str) -> Piece:
    name = _held(c).get("town") or c.pick(words(_FILE, "twintown")).partition(" = ")[2]
    states = ("Texas", "California", "Minnesota", "Michigan", "Iowa", "Maine")
    return mark(name, Entity.STATE if name in states else Entity.CITY)


def _hero(c: Cast, spec: str) -> Piece:
    """The patient of a story, who shares a surname with a sign or tool; spec: a form of the name, or "thing" for that
    sign or tool, unmarked.
    """
    thing, _, family = c.once("alike hero", lambda: c.pick(words(_FILE, "twinper"))).partition(" = ")
    if spec == "thing":
        return thing
    given = c.once("alike given", lambda: c.draw(lambda: pools.load_pools().given(c.rng, None, patient.female(c))))
    form = {
        "family": family,
        "given": given,
        "full": f"{given} {family}",
        "reversed": f"{family}, {given}",
        "upper": f"{family.upper()}, {given.upper()}",
        "initials": f"{given[0]}{family[0]}",
        "initial": f"{given[0]}. {family}",
    }
    return mark(form[spec], Entity.PATIENT)


FIELDS: Mapping[str, Field] = MappingProxyType({
    "al": _one,
    "als": _some,
    "altwin": _twin,
    "altwinpt": _bearer(Entity.PATIENT, ("Mr.", "Ms.", "Mrs.", "Mr", "Mrs", "Miss")),
    "altwindr": _bearer(Entity.DOCTOR, ("Dr.", "Dr", "Dr.")),
    "altwingiv": _given,
    "altwincity": _city,
    "alhero": _hero,
    "alpart": lambda c, _: one_of(c, _PART_SHAPES),
    "alrule": lambda c, _: one_of(c, _RULES),
})  # fmt: skip
