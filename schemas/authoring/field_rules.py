"""The rule that schema inference proposes for a field: from its key's name, its values, and what the detectors find.

It fails closed: strings that neither name nor values explain are free text for the detectors, and numbers are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from redactor.entities import Entity, Role
from schemas.authoring.id_classes import class_of_key
from schemas.authoring.path_statistics import PathStatistics
from schemas.engine.compiled_schema import Rule
from schemas.engine.key_names import ENTITIES_WITH_IDS, KeyCategory, KeyMeaning, read_key

Detect = Callable[[Sequence[str]], list[bool]]
"""Texts in; whether PHI was found in each, in order."""

_MAX_ENUM = 50
_MAX_MEASUREMENT = 1_000_000  # longer numbers pass only with a pattern (schemas.engine.number_rules)

_CONCEPT = "[0-9]{1,8}"  # OMOP's public concepts; a site numbers its own from 2,000,000,000
_CODE_VALUE = re.compile(r"[A-Za-z][A-Za-z0-9_+/-]{0,31}( [a-z0-9_+/-]{1,31}){0,3}|\d{1,3}")
_TOKEN = re.compile(r"[A-Za-z0-9._:/-]{3,64}")
_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")
_DATE_TIME = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})")
_DATE_LIKE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([T ,].{0,24})?")
# HL7 v2 and DICOM: family name, given name, further names.
_CARET_NAME = re.compile(r"[^\W\d_][^\d^=]*\^[^\W\d_][^\d^=]*(\^[^\d^=]*){0,3}")
_UUID = re.compile(r"[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
_URL = re.compile(r"[a-z][a-z0-9+.-]*://\S+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Choice:
    """A rule for a field, with its keywords. why: the reason, for the field's description."""

    rule: Rule
    why: str
    entity: Entity | None = None
    role: Role | None = None
    format: str | None = None
    enum: tuple[str, ...] = ()
    pattern: str | None = None


def field_schema(stats: PathStatistics, key: str, parent: str, detector: Detect, rows: int) -> dict[str, Any]:
    """The proposed schema of a primitive field.

    parent: the key of the object that holds it ("" at the root). rows: number of objects that could have the field.
    """
    meaning = _key_meaning(key, parent)
    types = {t for t in stats.types if t != "null"}
    phi_share = _phi_share(stats, detector) if "string" in types else 0.0
    if not types:
        choice = _Choice(Rule.DROP, "only null was seen")
    elif types == {"boolean"}:
        choice = _Choice(Rule.PASS, "true or false", format="boolean")
    elif types <= {"integer", "number"}:
        choice = _number(stats, meaning)
    else:
        choice = _string(stats, meaning, phi_share, mixed=types != {"string"}, detector=detector)
    json_type = "string" if "string" in types else next(iter(sorted(types, reverse=True)), "string")
    out: dict[str, Any] = {"type": json_type, "rule": choice.rule.value}
    for name, value in (("entity", choice.entity), ("role", choice.role)):
        if value is not None:
            out[name] = value.value
    if choice.format is not None:
        out["format"] = choice.format
    if choice.enum:
        out["enum"] = list(choice.enum)
    if choice.pattern is not None:
        out["pattern"] = choice.pattern
    if choice.rule is Rule.HASH and (id_class := class_of_key(key, parent)) is not None:
        out["idClass"] = id_class
    out["description"] = _describe(choice.why, stats, rows, phi_share)
    return out


_GENERIC = frozenset({"value", "text", "number", "line", "display", "raw", "full", "data", "content"})


def _key_meaning(key: str, parent: str) -> KeyMeaning:
    """What the key's name says, or its parent's where the key is generic: {"phones": [{"value": ...}]}."""
    own = read_key(key)
    if parent and (own.category is KeyCategory.UNKNOWN or key.lower() in _GENERIC):
        above = read_key(parent)
        if above.category in (KeyCategory.IDENTIFIER, KeyCategory.POSITION, KeyCategory.TIME):
            return above
        # The "specialty" of a doctor is not a name; the "ext" of a phone is part of the number.
        if above.category is KeyCategory.SENSITIVE and (
            key.lower() in _GENERIC or above.entity not in ENTITIES_WITH_IDS
        ):
            return above
    return own


def _describe(why: str, stats: PathStatistics, rows: int, phi_share: float) -> str:
    filled = (stats.rows - stats.types["null"]) / rows if rows else 0.0
    return (
        f"{why[:1].upper()}{why[1:]}. Filled {filled:.0%}, distinct {stats.distinct:.0%}, PHI found in {phi_share:.0%}."
    )


def _phi_share(stats: PathStatistics, detector: Detect) -> float:
    """Share of the values in which the detectors find PHI, in [0, 1]."""
    texts = list(stats.values)
    found = dict(zip(texts, detector(texts), strict=True))
    return stats.share(lambda v: found[v])


def _number(stats: PathStatistics, meaning: KeyMeaning) -> _Choice:
    whole = "number" not in stats.types
    form = "integer" if whole else "decimal"
    if meaning.entity is Entity.AGE:
        return _Choice(Rule.MASK, "an age by its name", Entity.AGE, format=form)
    if meaning.category is KeyCategory.CONCEPT and whole:
        return _concept(meaning, "integer")
    if meaning.category is KeyCategory.IDENTIFIER and whole:
        return _Choice(Rule.HASH, "an identifier by its name", meaning.entity, meaning.role)
    if meaning.category is KeyCategory.MEASUREMENT and stats.largest < _MAX_MEASUREMENT:
        return _Choice(Rule.PASS, "a measurement by its name", format=form)
    if meaning.category in (KeyCategory.MEASUREMENT, KeyCategory.UNKNOWN, KeyCategory.TEXT, KeyCategory.CODE):
        return _Choice(Rule.DROP, "a number whose name does not say that it is a measurement")
    return _Choice(Rule.DROP, f"a number that is {meaning.category.value} by its name")


def _concept(meaning: KeyMeaning, form: str) -> _Choice:
    """A public concept passes, except what is sensitive in words too: race, ethnicity, country."""
    if meaning.entity is not None:
        return _Choice(Rule.MASK, f"{meaning.entity.value} by its name", meaning.entity, format=form)
    return _Choice(Rule.PASS, "the id of a public concept by its name", format=form, pattern=_CONCEPT)


def _string(stats: PathStatistics, meaning: KeyMeaning, phi_share: float, *, mixed: bool, detector: Detect) -> _Choice:
    time_format = _time_format(stats)
    long_text = stats.share(lambda v: len(v) > 40 and " " in v) > 0.5
    match meaning.category:
        case KeyCategory.IDENTIFIER:
            return _Choice(Rule.HASH, "an identifier by its name", meaning.entity, meaning.role)
        case KeyCategory.CONCEPT if stats.share(re.compile(_CONCEPT).fullmatch) > 0.5:
            return _concept(meaning, "string")
        case KeyCategory.POSITION:
            return _Choice(Rule.DROP, "a geographic position by its name")
        case KeyCategory.TIME if not long_text:
            return _Choice(
                Rule.MASK, "a date or time by its name", meaning.entity, meaning.role, time_format or "string"
            )
        case KeyCategory.SENSITIVE if not time_format:
            entity = meaning.entity
            return _Choice(Rule.MASK, f"{entity.value if entity else 'sensitive'} by its name", entity, meaning.role)
    if stats.share(_CARET_NAME.fullmatch) > 0.5:
        return _Choice(Rule.MASK, "names of people with carets by their values", Entity.PERSON)
    if time_format:
        return _Choice(Rule.MASK, "a date or time by its values", Entity.DATE, None, time_format)
    if stats.share(_UUID.fullmatch) > 0.5:
        return _Choice(Rule.HASH, "identifiers (UUID) by their values", Entity.GUID)
    if stats.share(_URL.fullmatch) > 0.5:
        return _Choice(Rule.MASK, "web addresses by their values", Entity.URL)
    if meaning.category is KeyCategory.CODE and not mixed and (enum := _enum(stats, detector)):
        return _Choice(Rule.PASS, "a code by its name, with few recurring values", format="string", enum=enum)
    if long_text or meaning.category is KeyCategory.TEXT:
        return _Choice(Rule.AUTODEID, "free text")
    if phi_share >= 0.5:
        return _Choice(Rule.MASK, "short values, most of which contain PHI", Entity.ID)
    numbered = stats.share(lambda v: _TOKEN.fullmatch(v) and any(c.isdigit() for c in v))
    if numbered > 0.8 and stats.distinct > 0.5:
        return _Choice(
            Rule.HASH, "identifiers by their values: nearly all distinct, single tokens with digits", Entity.ID
        )
    return _Choice(Rule.AUTODEID, "text whose name says nothing about it")


def _time_format(stats: PathStatistics) -> str | None:
    """The format of dates and instants, "string" for dates of another style, None for other values."""
    stripped: Callable[[Callable[[str], object]], float] = lambda test: stats.share(lambda v: test(v.strip()))  # noqa: E731
    if stats.share(_DATE_TIME.fullmatch) == 1.0:
        return "dateTime"
    if stats.share(_DATE.fullmatch) == 1.0 and any("-" in v for v in stats.values):
        return "date"
    if stripped(lambda v: _DATE_LIKE.fullmatch(v) or _DATE_TIME.fullmatch(v)) > 0.5:
        return "string"
    return None


def _enum(stats: PathStatistics, detector: Detect) -> tuple[str, ...]:
    """The values that recur in a field with a small vocabulary; empty for any other field.

    A value that occurs once is left out, since it may identify somebody; the field then passes only the others.
    """
    if stats.overflow or len(stats.values) > _MAX_ENUM or stats.distinct > 0.5:
        return ()
    values = sorted(v for v, n in stats.values.items() if n > 1 and v.strip())
    if not values or any(not _CODE_VALUE.fullmatch(v) for v in values) or any(detector(values)):
        return ()
    return tuple(values)
