"""Short clinical fields as users of an EHR fill them: displays, dosages, orders, reasons, specimens, allergies.

Two thirds hold no identifier. In a third somebody is named as users do it, most by a name that is on no list, so that
the student learns names from where they stand; a third of these hold a town, a number, a date or an age instead, or an
identifier alone. A name that a thing is called after is no identifier in either. A fifth of all are told to be a phrase
and no clinical field: an answer, a tag, a title.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from corpus.engine.cast import Cast, Field, Split
from corpus.engine.fields import FIELDS, names
from corpus.engine.fields.spellings import initial
from corpus.engine.words import templates
from corpus.examples.invented_names import invented
from corpus.examples.terminology import DISPLAY, Terminology
from redactor.distill.examples import CLINICAL_FIELD, Example, example_from_marked
from redactor.entities import Entity
from redactor.lexicon import medicine
from redactor.sample.marked import Marked, Piece, escape, join, mark

_FILE = "clinical_fields"
_NAMED = 1 / 3  # share of the fields in which somebody is named
_CLEAN: Mapping[str, int] = MappingProxyType(
    {
        "display": 26, "term": 18, "dosage": 15, "order": 10, "result": 9, "specimen": 7, "reason": 7, "coined": 7,
        "allergy": 5, "device": 4,
    }
)  # fmt: skip
_PLACES: Mapping[str, int] = MappingProxyType({"behind": 33, "before": 14, "within": 11, "told": 26, "alone": 16})
_PHRASES = 0.2  # share of the fields that are none of a clinical record
_UNLISTED, _NAMESAKE = 0.66, 0.06  # shares of the names: on no list; of somebody called as an eponym is
_LOWER, _LOWER_ALONE, _UPPER = 0.12, 0.4, 0.10  # shares of the fields that are written so from end to end
_NAME_UPPER, _NAME_LOWER = 0.10, 0.05  # shares of the other names
_TITLED = 0.3  # share of the clinicians' names that have a title where a template asks for none; of others half
_OF_CLINICIANS = ("Dr", "Dr", "Dr.", "Dr.", "DR", "dr", "Dr.", "Prof", "NP", "RN", "Nurse", "Doctor", "PA")
_OF_OTHERS = ("Mr", "Mr.", "Mrs", "Mrs.", "Ms", "Ms.", "Miss", "MR", "mrs")
_STEMS = (
    "tinib", "mab", "gliflozin", "gliptin", "ciclib", "vaptan", "xaban", "sartan", "statin", "prazole", "azole",
    "cillin", "mycin", "oxacin", "tide", "triptan", "setron", "parin", "conazole", "zumab", "dronate",
)  # fmt: skip
_HEADS = (
    "bel", "cor", "dax", "elo", "fen", "gal", "iva", "lum", "mira", "neva", "ola", "pex", "rovi", "sila", "tora",
    "ulo", "vexi", "zan", "tre", "abro", "kel", "mop",
)  # fmt: skip


class ClinicalFields:
    """Fields from the published terms of a folder. It is false where the folder holds no display."""

    def __init__(self, folder: Path, split: Split = "train") -> None:
        self._terms = Terminology(folder, split)
        self._split: Split = split
        self._fields: Mapping[str, Field] = MappingProxyType(
            {
                **FIELDS, "published": self._published, "who": _who, "coined": _coined, "inn": _generic_drug,
                "core": lambda c, _: self._clean(c), "term": lambda c, _: c.any(*templates(_FILE, "term")),
            }
        )  # fmt: skip

    def __bool__(self) -> bool:
        return bool(self._terms)

    def example(self, id: str, rng: random.Random) -> Example:
        """A field. The generator alone decides what it says."""
        c = Cast(rng, self._fields, self._split)
        place = rng.choices(list(_PLACES), list(_PLACES.values()))[0] if c.chance(_NAMED) else None
        field = c.any(*templates(_FILE, place)) if place else self._clean(c)
        lower = _LOWER_ALONE if place == "alone" else _LOWER
        roll = rng.random()
        if roll < lower + _UPPER:
            field = escape(field, str.lower if roll < lower else str.upper)
        return example_from_marked(id, "phrase" if c.chance(_PHRASES) else CLINICAL_FIELD, "field", field)

    def _clean(self, c: Cast) -> Marked:
        while True:
            part = c.rng.choices(list(_CLEAN), list(_CLEAN.values()))[0]
            field = c.any(*templates(_FILE, part))
            if field.text and not field.marks:
                return field

    def _published(self, c: Cast, spec: str) -> Piece:
        texts = self._terms.texts[spec or DISPLAY] or self._terms.texts[DISPLAY]
        return c.pick(texts)


def _who(c: Cast, spec: str) -> Piece:
    """Somebody new. spec: clinician, titled (a clinician behind a title), patient or relative."""
    clinician = spec in ("clinician", "titled")
    entity = Entity.DOCTOR if clinician else Entity.PATIENT if spec == "patient" else Entity.PERSON
    titled = spec == "titled" or c.chance(_TITLED if clinician else _TITLED / 2)
    name = _written(c, titled)
    roll = c.rng.random()
    if roll < _NAME_UPPER:
        name = name.upper()
    elif roll < _NAME_UPPER + _NAME_LOWER:
        name = name.lower()
    marked = mark(name, entity)
    return join(f"{c.pick(_OF_CLINICIANS if clinician else _OF_OTHERS)} ", marked) if titled else marked


def _written(c: Cast, titled: bool) -> str:
    """A name in one or two words. titled: mostly the surname alone."""
    given, family = _name(c)
    roll = c.rng.random()
    if roll < (0.75 if titled else 0.5):
        return family
    if roll < 0.85:
        return f"{given} {family}"
    if roll < 0.91:
        return f"{initial(given)}{c.pick(('. ', '.', ' '))}{family}"
    if roll < 0.96 and not titled:
        return f"{family}, {c.pick((given, given, initial(given)))}"
    return f"{given} {initial(family)}" if roll < 0.98 else f"{family}-{_name(c)[1]}"


def _name(c: Cast) -> tuple[str, str]:
    roll = c.rng.random()
    if roll < _UNLISTED:
        family = c.draw(lambda: invented(c.rng, "family"))
        known = c.chance(0.35)  # beside a listed given name
        given = names.whole_latin(c).given if known else c.draw(lambda: invented(c.rng, "given"))
        return given, family
    who = names.whole_latin(c)
    if roll < _UNLISTED + _NAMESAKE:
        return who.given, c.pick(_namesakes()).title()
    return who.given, who.family


def _namesakes() -> tuple[str, ...]:
    return tuple(sorted(n for n in medicine.eponyms() & medicine.frequent_names() if n.isalpha()))


def _coined(c: Cast, _: str) -> Piece:
    """A name after which something is called, on no list."""
    return c.draw(lambda: invented(c.rng, "family"))


def _generic_drug(c: Cast, _: str) -> Piece:
    """The generic name of a drug that nobody makes, with the ending of its class."""
    name = c.pick(_HEADS) + c.pick(("", "", "ra", "lo", "ni", "te")) + c.pick(_STEMS)
    return name.capitalize() if c.chance(0.3) else name
