"""Proposes the rule of a field from its key's name, its values, and the findings of the detectors.

It fails closed: strings that neither name nor values explain are free text for the detectors, and numbers are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from redactor.entities import DEMOGRAPHICS, NAMES, Entity, Role
from redactor.lexicon import medicine, places
from redactor.lexicon import words as word_lists
from schemas.authoring.code_columns import systems_of
from schemas.authoring.column_words import tokens, words
from schemas.authoring.id_classes import class_of_key
from schemas.authoring.measure_columns import is_ambiguous, is_measure, is_ordinal, is_unit
from schemas.authoring.path_statistics import PathStatistics
from schemas.authoring.withheld_columns import column_meaning
from schemas.engine.compiled_schema import Rule
from schemas.engine.key_names import ENTITIES_WITH_IDS, KeyCategory, KeyMeaning, birth_place
from schemas.engine.units import check_written_unit

Detect = Callable[[Sequence[str]], list[bool]]
"""Takes texts and tells for each, in order, whether a detector found PHI in it."""

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


_MIN_SHARE = 0.8  # share of the values that must have the form of a code or a number
_MISSING = frozenset({"na", "n/a", "nan", "null", "none", ".", "-", "--", "?", "unk", "unknown", "nd", "n.d.", "*"})
_DIGIT_FLAGS = frozenset({"0", "1"})
_FLAGS = _DIGIT_FLAGS | {"y", "n", "yes", "no", "true", "false", "t", "f", "ja", "nein", "j", "si", "sí", "oui", "non"}
# A number as people write it: "012", "72,5", "<0.01", "97 %". Six digits and three decimals at most.
_WRITTEN_NUMBER = re.compile(r"[<>~]?=? ?[+-]?[0-9]{1,6}([.,][0-9]{1,3})?( ?%)?")
_JSON_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,5})(\.[0-9]+)?")
_NUMBER_PART = re.compile(r"[0-9]+([.,][0-9]+)?")
_WHOLE = re.compile(r"[+-]?[0-9]+")
_PAIR = re.compile(r"[0-9]{2,3}/[0-9]{2,3}")  # of a blood pressure, an acuity
_PAIRED = frozenset({"bp", "rr", "nibp", "va", "bcva", "tension", "blutdruck", "bloeddruk", "ta"})
_ABBREVIATION = 4  # characters
_MIN_IDS, _MIN_ID_LENGTH = 5, 5
_MAX_ORDINAL = 1_000
_MAX_AMBIGUOUS = 1_000
# The name of a column says so of these even where it sounds like a measurement.
_NEVER_MEASURED = frozenset({Entity.ZIP, Entity.MEDICAL_RECORD_NUMBER})


@dataclass(frozen=True, slots=True)
class _Choice:
    """A rule for a field with its keywords; `why` is the reason given in the field's description."""

    rule: Rule
    why: str
    entity: Entity | None = None
    role: Role | None = None
    format: str | None = None
    enum: tuple[str, ...] = ()
    pattern: str | None = None
    check: str | None = None


def field_schema(stats: PathStatistics, key: str, parent: str, detector: Detect, rows: int) -> dict[str, Any]:
    """Return the proposed schema of a primitive field.

    `parent` is the key of the object that holds it ("" at the root), and `rows` the number of objects that could have
    the field.
    """
    meaning = _patient_by_id(_key_meaning(key, parent), stats)
    types = {t for t in stats.types if t != "null"}
    phi_share = _phi_share(stats, detector) if "string" in types else 0.0
    if not types:
        choice = _Choice(Rule.DROP, "only null was seen")
    elif types == {"boolean"}:
        choice = _Choice(Rule.PASS, "true or false", format="boolean")
    elif types <= {"integer", "number"}:
        choice = _code_or_measure(stats, key, meaning) or _rule_for_numbers(stats, meaning)
    else:
        choice = _code_or_measure(stats, key, meaning) or _rule_for_strings(
            stats, key, meaning, phi_share, mixed=types != {"string"}, detector=detector
        )
    json_type = "string" if "string" in types else next(iter(sorted(types, reverse=True)), "string")
    # Tables write numbers as text: the type says what the text holds.
    json_type = {"integer": "integer", "decimal": "number"}.get(choice.format or "", json_type)
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
    if choice.check is not None:
        out["check"] = choice.check
    if choice.rule is Rule.HASH and (id_class := class_of_key(key, parent)) is not None:
        out["idClass"] = id_class
    out["description"] = _describe(choice.why, stats, rows, phi_share)
    return out


_GENERIC = frozenset({"value", "text", "number", "line", "display", "raw", "full", "data", "content"})


def _key_meaning(key: str, parent: str) -> KeyMeaning:
    """Return the meaning of the key's name, or of its parent's where the key is generic: {"phones":
    [{"value": ...}]}.
    """
    own = column_meaning(key)
    if parent and (own.category is KeyCategory.UNKNOWN or key.lower() in _GENERIC):
        above = column_meaning(parent)
        if above.category in (KeyCategory.IDENTIFIER, KeyCategory.POSITION, KeyCategory.TIME):
            return above
        # The "specialty" of a doctor is not a name; the "ext" of a phone is part of the number.
        if above.category is KeyCategory.SENSITIVE and (
            key.lower() in _GENERIC or above.entity not in ENTITIES_WITH_IDS
        ):
            return above
    return own


def _patient_by_id(meaning: KeyMeaning, stats: PathStatistics) -> KeyMeaning:
    """Return that a field called "patient" holds ids if each value is one word with digits, and no date."""
    if meaning.entity is Entity.PATIENT and stats.values and stats.share(_is_id) == 1.0:
        return KeyMeaning(KeyCategory.IDENTIFIER, Entity.ID, Role.PATIENT)
    return meaning


def _is_id(value: str) -> bool:
    return value.isdecimal() or (_is_numbered(value) and not _DATE_LIKE.fullmatch(value))


def _is_numbered(value: str) -> bool:
    return any(c.isdigit() for c in value) and _TOKEN.fullmatch(value) is not None


def _describe(why: str, stats: PathStatistics, rows: int, phi_share: float) -> str:
    filled = (stats.rows - stats.types["null"]) / rows if rows else 0.0
    return (
        f"{why[:1].upper()}{why[1:]}. Filled {filled:.0%}, distinct {stats.distinct:.0%}, PHI found in {phi_share:.0%}."
    )


def _phi_share(stats: PathStatistics, detector: Detect) -> float:
    """Return the share of the values in which the detectors find PHI, in [0, 1]."""
    texts = list(stats.values)
    found = dict(zip(texts, detector(texts), strict=True))
    return stats.share(lambda v: found[v])


def _code_or_measure(stats: PathStatistics, key: str, meaning: KeyMeaning) -> _Choice | None:
    """Return the rule for a column of published codes, of yes and no, or of measurements; None for any other."""
    if meaning.category is KeyCategory.CONCEPT:
        return None
    if "string" in stats.types and _is_flag(stats, meaning):
        return _Choice(Rule.PASS, "yes or no by its values", format="string", enum=tuple(sorted(stats.values)))
    numeric = "string" not in stats.types
    form = "string" if not numeric else "integer" if "number" not in stats.types else "decimal"
    for system in systems_of(key):
        if form != "decimal" and _share(stats, re.compile(system.pattern).fullmatch) > _MIN_SHARE:
            return _Choice(
                Rule.PASS, f"codes of {system.name} by its name and values", format=form, pattern=system.pattern
            )
    if is_ordinal(key) or is_measure(key):
        return _rule_for_measurements(stats, key, meaning)
    return None


def _rule_for_measurements(stats: PathStatistics, key: str, meaning: KeyMeaning) -> _Choice | None:
    """Return the rule for a column of measurements, if its values are numbers that identify nobody by their form."""
    values = [v for v in stats.values if v.strip().lower() not in _MISSING]
    if _PAIRED.intersection(tokens(key)) and _share(stats, _PAIR.fullmatch) > _MIN_SHARE:
        return _Choice(Rule.PASS, "pairs of measurements by its name", format="string", pattern=_PAIR.pattern)
    numbers = [v for v in values if _WRITTEN_NUMBER.fullmatch(v)]
    if not numbers or _share(stats, _WRITTEN_NUMBER.fullmatch) <= _MIN_SHARE or meaning.entity in _NEVER_MEASURED:
        return None
    whole = all(_WHOLE.fullmatch(v) for v in numbers)
    largest = max(float(part[0].replace(",", ".")) for v in numbers for part in _NUMBER_PART.finditer(v))
    if largest >= _MAX_MEASUREMENT or (whole and _is_like_ids(stats, numbers)):
        return None
    if is_ordinal(key) and (largest >= _MAX_ORDINAL or not whole):
        return None
    if is_ambiguous(key) and (largest >= _MAX_AMBIGUOUS or (whole and meaning.category is not KeyCategory.UNKNOWN)):
        return None
    why = "a measurement by its name"
    if all(_JSON_NUMBER.fullmatch(v) for v in numbers):
        return _Choice(Rule.PASS, why, format="integer" if whole else "decimal")
    return _Choice(Rule.PASS, why, format="string", pattern=_WRITTEN_NUMBER.pattern)


def _is_like_ids(stats: PathStatistics, numbers: Sequence[str]) -> bool:
    """Tell whether whole numbers look like those of people: five digits or more, of one length, each only once."""
    lengths = {len(v) for v in numbers}
    return len(numbers) >= _MIN_IDS and stats.distinct == 1.0 and len(lengths) == 1 and lengths.pop() >= _MIN_ID_LENGTH


def _is_flag(stats: PathStatistics, meaning: KeyMeaning) -> bool:
    values = {v.strip().lower() for v in stats.values}
    if stats.overflow or meaning.entity in DEMOGRAPHICS:
        return False
    return values <= _DIGIT_FLAGS or (values <= _FLAGS and meaning.entity not in NAMES)


def _share(stats: PathStatistics, test: Callable[[str], object]) -> float:
    """Return the share of the values that pass the test, without those that say that a value is missing."""
    found = [(n, bool(test(v))) for v, n in stats.values.items() if v.strip().lower() not in _MISSING]
    total = sum(n for n, _ in found)
    return sum(n for n, passed in found if passed) / total if total else 0.0


def _rule_for_numbers(stats: PathStatistics, meaning: KeyMeaning) -> _Choice:
    """Return the rule for a column of JSON numbers."""
    whole = "number" not in stats.types
    form = "integer" if whole else "decimal"
    if meaning.entity is Entity.AGE:
        return _Choice(Rule.MASK, "an age by its name", Entity.AGE, format=form)
    if meaning.category is KeyCategory.CONCEPT and whole:
        return _rule_for_concepts(meaning, "integer")
    if meaning.category is KeyCategory.IDENTIFIER and whole:
        return _Choice(Rule.HASH, "an identifier by its name", meaning.entity, meaning.role)
    if meaning.category is KeyCategory.MEASUREMENT and stats.largest < _MAX_MEASUREMENT:
        return _Choice(Rule.PASS, "a measurement by its name", format=form)
    is_flag = set(stats.values) <= _DIGIT_FLAGS and meaning.entity not in DEMOGRAPHICS
    if whole and not stats.overflow and (is_flag or (meaning.category is KeyCategory.CODE and _is_enumeration(stats))):
        values = sorted((v for v, n in stats.values.items() if is_flag or n > 1), key=int)
        why = "yes or no by its values" if is_flag else "a code by its name, with few recurring values"
        return _Choice(Rule.PASS, why, format="integer", pattern="|".join(values))
    if meaning.category in (KeyCategory.MEASUREMENT, KeyCategory.UNKNOWN, KeyCategory.TEXT, KeyCategory.CODE):
        return _Choice(Rule.DROP, "a number whose name does not say that it is a measurement")
    return _Choice(Rule.DROP, f"a number that is {meaning.category.value} by its name")


def _is_enumeration(stats: PathStatistics) -> bool:
    """Tell whether whole numbers are those of a short list: three digits at most, and recurring."""
    return stats.distinct <= 0.5 and stats.largest < _MAX_ORDINAL and any(n > 1 for n in stats.values.values())


def _rule_for_concepts(meaning: KeyMeaning, form: str) -> _Choice:
    """Return the rule for a public concept, which passes except for race, ethnicity and country."""
    if meaning.entity is not None:
        return _Choice(Rule.MASK, f"{meaning.entity.value} by its name", meaning.entity, format=form)
    return _Choice(Rule.PASS, "the id of a public concept by its name", format=form, pattern=_CONCEPT)


def _rule_for_strings(
    stats: PathStatistics, key: str, meaning: KeyMeaning, phi_share: float, *, mixed: bool, detector: Detect
) -> _Choice:
    """Return the rule for a column of strings, from its name, then its values."""
    time_format = _time_format(stats)
    long_text = stats.share(lambda v: len(v) > 40 and " " in v) > 0.5
    match meaning.category:
        case KeyCategory.IDENTIFIER:
            return _Choice(Rule.HASH, "an identifier by its name", meaning.entity, meaning.role)
        case KeyCategory.CONCEPT if stats.share(re.compile(_CONCEPT).fullmatch) > 0.5:
            return _rule_for_concepts(meaning, "string")
        case KeyCategory.POSITION:
            return _Choice(Rule.DROP, "a geographic position by its name")
        case KeyCategory.TIME if not long_text:
            return _Choice(
                Rule.MASK, "a date or time by its name", meaning.entity, meaning.role, time_format or "string"
            )
        case KeyCategory.SENSITIVE if not time_format:
            entity = meaning.entity
            if birth_place(words(key)) is Entity.CITY and stats.share(places.is_country) == 1.0 and not stats.overflow:
                entity = Entity.COUNTRY
            return _Choice(Rule.MASK, f"{entity.value if entity else 'sensitive'} by its name", entity, meaning.role)
    if stats.share(_CARET_NAME.fullmatch) > 0.5:
        return _Choice(Rule.MASK, "names of people with carets by their values", Entity.PERSON)
    if time_format:
        return _Choice(Rule.MASK, "a date or time by its values", Entity.DATE, None, time_format)
    if stats.share(_UUID.fullmatch) > 0.5:
        return _Choice(Rule.HASH, "identifiers (UUID) by their values", Entity.GUID)
    if stats.share(_URL.fullmatch) > 0.5:
        return _Choice(Rule.MASK, "web addresses by their values", Entity.URL)
    if is_unit(key) and _share(stats, lambda v: check_written_unit(v) is True) > _MIN_SHARE:
        return _Choice(Rule.PASS, "units by its name and values", format="string", check="unit")
    if meaning.category is KeyCategory.CODE and not mixed and (enum := _recurring_values(stats, detector)):
        return _Choice(Rule.PASS, "a code by its name, with few recurring values", format="string", enum=enum)
    if long_text or meaning.category is KeyCategory.TEXT:
        return _Choice(Rule.AUTODEID, "free text")
    # Abbreviations of a few letters, which the detectors take for initials, are read again in each record.
    is_abbreviated = meaning.category is KeyCategory.CODE and all(len(v) <= _ABBREVIATION for v in stats.values)
    if phi_share >= 0.5 and not is_abbreviated:
        return _Choice(Rule.MASK, "short values, most of which contain PHI", Entity.ID)
    if stats.share(_is_numbered) > 0.8 and stats.distinct > 0.5:
        return _Choice(
            Rule.HASH, "identifiers by their values: nearly all distinct, single tokens with digits", Entity.ID
        )
    return _Choice(Rule.AUTODEID, "text whose name says nothing about it")


def _time_format(stats: PathStatistics) -> str | None:
    """Return the format of dates and instants, "string" for dates of another style, None for other values."""
    stripped: Callable[[Callable[[str], object]], float] = lambda test: stats.share(lambda v: test(v.strip()))  # noqa: E731
    if stats.share(_DATE_TIME.fullmatch) == 1.0:
        return "dateTime"
    if stats.share(_DATE.fullmatch) == 1.0 and any("-" in v for v in stats.values):
        return "date"
    if stripped(lambda v: _DATE_LIKE.fullmatch(v) or _DATE_TIME.fullmatch(v)) > 0.5:
        return "string"
    return None


def _recurring_values(stats: PathStatistics, detector: Detect) -> tuple[str, ...]:
    """Return the values that recur in a field with a small vocabulary, or () for any other field.

    A value that occurs once is left out, since it may identify somebody; the field then passes only the others.
    """
    if stats.overflow or len(stats.values) > _MAX_ENUM or stats.distinct > 0.5:
        return ()
    values = sorted(v for v, n in stats.values.items() if n > 1 and v.strip())
    if not values or any(not _CODE_VALUE.fullmatch(v) for v in values):
        return ()
    if any(detector([v for v in values if not _is_term(v)])):
        return ()
    return tuple(values)


def _is_term(value: str) -> bool:
    """Tell whether a value consists of words of medicine or prose, which the detectors doubt where they stand alone."""
    found = word_lists.plain(value).replace("_", " ").replace("-", " ").split()
    return all(
        word in medicine.abbreviations() or word in medicine.terms() or word_lists.is_ordinary(word) for word in found
    )
