"""A schema proposed for JSON that nobody has described: from key names, values and what the detectors find in them.

A proposal is a starting point for a person, who reviews and approves it. It fails closed: what neither name nor value
explains is free text for the detectors (strings) or dropped (numbers). The document holds statistics and, for codes,
the values that recur; of everything else it shows no value, and keys that look like data are left out of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from redactor.entities import Entity, Role
from redactor.errors import InferError
from schemas.authoring.path_statistics import MAX_KEYS, Seen
from schemas.engine.compiled_schema import Rule
from schemas.engine.key_names import ENTITIES_WITH_IDS, KeyCategory, KeyMeaning, key_words, looks_like_data, read_key

Detect = Callable[[Sequence[str]], list[bool]]
"""Texts in, whether PHI was found in each, in order."""

DRAFT_VERSION = "0.1.0"
_MAX_ENUM = 50
_MAX_NUMBER = 10_000_000  # from eight digits on a "measurement" may be a number that names somebody

_CODE_VALUE = re.compile(r"[A-Za-z][A-Za-z0-9_+/-]{0,31}( [a-z0-9_+/-]{1,31}){0,3}|\d{1,3}")
_TOKEN = re.compile(r"[A-Za-z0-9._:/-]{3,64}")
_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")
_DATE_TIME = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})")
_DATE_LIKE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([T ,].{0,24})?")
_UUID = re.compile(r"[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
_URL = re.compile(r"[a-z][a-z0-9+.-]*://\S+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Choice:
    """A rule for a leaf and why."""

    rule: Rule
    why: str
    entity: Entity | None = None
    role: Role | None = None
    format: str | None = None
    enum: tuple[str, ...] = ()


def nothing_found(texts: Sequence[str]) -> list[bool]:
    """The detector of a proposal made from names and shapes alone."""
    return [False] * len(texts)


def infer(samples: Iterable[Mapping[str, Any]], *, name: str, detector: Detect = nothing_found) -> dict[str, Any]:
    """A schema document for records like the samples: it compiles, and nobody has approved it.

    name: becomes its title, and its last part the dataType where the records do not say theirs. Raises
    InferError when there are no samples, when they are no objects, or when they are of several resource or data types.
    """
    root = Seen()
    for sample in samples:
        if not isinstance(sample, Mapping):
            raise InferError("a sample is no JSON object; give one record a line, or an array of records")
        root.add(sample)
    if not root.rows:
        raise InferError("no samples were given; name a file that holds at least one record")
    document: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": name,
        "version": DRAFT_VERSION,
        "description": f"Proposed from {root.rows} samples. Review every rule, then approve it.",
    }
    document |= _selector(root, name)
    body = _object(root, detector)
    for key in ("resourceType", "dataType"):
        if key in document and key in body["properties"]:
            # what selects the schema is public by definition, however few samples there are
            body["properties"][key] = {
                "type": "string",
                "rule": Rule.PASS.value,
                "enum": [document[key]],
                "description": "What selects this schema.",
            }
    chosen = {k: read_key(k) for k in body["properties"]}
    document["subject"] = _subject(body)
    if (own := _record_id(body, root, document["subject"])) is not None:
        document["id"] = own
    document |= _note_paths(body, chosen)
    return document | {k: v for k, v in body.items() if k != "description" or root.hidden_keys}


def _selector(root: Seen, name: str) -> dict[str, str]:
    """How records of this schema are known: by their resourceType or dataType, or by the schema's name."""
    for key in ("resourceType", "dataType"):
        seen = root.keys.get(key)
        if seen is None or not seen.types["string"]:
            continue
        if len(seen.values) > 1 or seen.rows < root.rows:
            raise InferError(f"the samples are of more than one {key}; infer each type from a file of its own")
        value = next(iter(seen.values))
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_.-]{0,63}", value):
            raise InferError(f"the samples' {key} is no plain word; name the schema's type in the records first")
        return {key: value}
    return {"dataType": name.rsplit("/", 1)[-1]}


# --- Objects and arrays ---------------------------------------------------------------------------------------------


def _named_keys(seen: Seen, detector: Detect, nested: bool) -> list[str]:
    """Keys that name a field; those of a map (people, dates, ids as keys) are data and stay out of the document."""
    keys = list(seen.keys)
    objects = seen.types["object"]
    rare = sum(1 for k in keys if seen.keys[k].rows * 10 < objects)
    if len(keys) > MAX_KEYS or (len(keys) > 20 and rare * 2 > len(keys)):
        named: list[str] = []
    else:
        plain = [k for k in keys if not looks_like_data(k)]
        # "Chief Complaint" is a field's name, "John Smith" is none; a column of a table gets the benefit of the doubt
        unknown = [k for k in plain if " " in k and read_key(k).category is KeyCategory.UNKNOWN]
        hits = dict.fromkeys(unknown, True) if nested else dict(zip(unknown, detector(unknown), strict=True))
        named = [k for k in plain if not hits.get(k)]
    seen.hidden_keys = len(keys) - len(named)
    return named


def _object(seen: Seen, detector: Detect, key: str = "") -> dict[str, Any]:
    named = _named_keys(seen, detector, nested=bool(key))
    out: dict[str, Any] = {"type": "object"}
    if seen.hidden_keys:
        out["description"] = f"{seen.hidden_keys} keys look like data and are not named here: their fields are dropped."
    out["properties"] = {k: _property(seen.keys[k], k, key, detector, seen.types["object"]) for k in named}
    return out


def _property(seen: Seen, key: str, parent: str, detector: Detect, rows: int) -> dict[str, Any]:
    shapes = {t for t in seen.types if t != "null"}
    if "object" in shapes or "array" in shapes:
        if len(shapes) > 1:
            return _dropped("holds values of different shapes")
        if "object" in shapes:
            return _object(seen, detector, key)
        return _array(seen, key, parent, detector)
    return _leaf(seen, key, parent, detector, rows)


def _array(seen: Seen, key: str, parent: str, detector: Detect) -> dict[str, Any]:
    items = seen.items
    shapes = {t for t in items.types if t != "null"} if items else set()
    if items is None or not shapes:
        return _dropped("holds only empty arrays")
    if "array" in shapes or ("object" in shapes and len(shapes) > 1):
        return _dropped("holds arrays of different or nested shapes")
    inner = _object(items, detector, key) if "object" in shapes else _leaf(items, key, parent, detector, items.rows)
    return {"type": "array", "items": inner}


def _dropped(why: str) -> dict[str, Any]:
    return {"type": "string", "rule": Rule.DROP.value, "description": f"Dropped: {why}."}


# --- Leaves ---------------------------------------------------------------------------------------------------------


def _leaf(seen: Seen, key: str, parent: str, detector: Detect, rows: int) -> dict[str, Any]:
    says = _says(key, parent)
    kinds = {t for t in seen.types if t != "null"}
    hits = _hits(seen, detector) if "string" in kinds else 0.0
    if not kinds:
        choice = _Choice(Rule.DROP, "only null was seen")
    elif kinds == {"boolean"}:
        choice = _Choice(Rule.PASS, "true or false", format="boolean")
    elif kinds <= {"integer", "number"}:
        choice = _number(seen, says)
    else:
        choice = _string(seen, says, hits, mixed=kinds != {"string"}, detector=detector)
    kind = "string" if "string" in kinds else next(iter(sorted(kinds, reverse=True)), "string")
    out: dict[str, Any] = {"type": kind, "rule": choice.rule.value}
    for name, value in (("entity", choice.entity), ("role", choice.role)):
        if value is not None:
            out[name] = value.value
    if choice.format is not None:
        out["format"] = choice.format
    if choice.enum:
        out["enum"] = list(choice.enum)
    out["description"] = _describe(choice.why, seen, rows, hits)
    return out


_GENERIC = frozenset({"value", "text", "number", "line", "display", "raw", "full", "data", "content"})


def _says(key: str, parent: str) -> KeyMeaning:
    """What the key says, or its parent where it leaves that open: {"phones": [{"value": ...}]}."""
    own = read_key(key)
    if parent and (own.category is KeyCategory.UNKNOWN or key.lower() in _GENERIC):
        above = read_key(parent)
        if above.category in (KeyCategory.IDENTIFIER, KeyCategory.POSITION, KeyCategory.TIME):
            return above
        # a doctor's "specialty" is no name, a phone's "ext" is part of it
        if above.category is KeyCategory.SENSITIVE and (
            key.lower() in _GENERIC or above.entity not in ENTITIES_WITH_IDS
        ):
            return above
    return own


def _describe(why: str, seen: Seen, rows: int, hits: float) -> str:
    filled = (seen.rows - seen.types["null"]) / rows if rows else 0.0
    return f"{why[:1].upper()}{why[1:]}. Filled {filled:.0%}, distinct {seen.distinct:.0%}, PHI found in {hits:.0%}."


def _hits(seen: Seen, detector: Detect) -> float:
    """Share of rows in whose value the detectors find PHI."""
    texts = list(seen.values)
    found = dict(zip(texts, detector(texts), strict=True))
    return seen.share(lambda v: found[v])


def _number(seen: Seen, says: KeyMeaning) -> _Choice:
    whole = "number" not in seen.types
    form = "integer" if whole else "decimal"
    if says.entity is Entity.AGE:
        return _Choice(Rule.MASK, "an age by its name", Entity.AGE, format=form)
    if says.category is KeyCategory.IDENTIFIER and whole:
        return _Choice(Rule.HASH, "an identifier by its name", says.entity, says.role)
    if says.category is KeyCategory.MEASUREMENT and seen.largest < _MAX_NUMBER:
        return _Choice(Rule.PASS, "a measurement by its name", format=form)
    if says.category in (KeyCategory.MEASUREMENT, KeyCategory.UNKNOWN, KeyCategory.TEXT, KeyCategory.CODE):
        return _Choice(Rule.DROP, "a number whose name does not say that it is a measurement")
    return _Choice(Rule.DROP, f"a number that is {says.category.value} by its name")


def _string(seen: Seen, says: KeyMeaning, hits: float, *, mixed: bool, detector: Detect) -> _Choice:
    looks = _looks_like_time(seen)
    long_text = seen.share(lambda v: len(v) > 40 and " " in v) > 0.5
    match says.category:
        case KeyCategory.IDENTIFIER:
            return _Choice(Rule.HASH, "an identifier by its name", says.entity, says.role)
        case KeyCategory.POSITION:
            return _Choice(Rule.DROP, "a position on the map by its name")
        case KeyCategory.TIME if not long_text:
            return _Choice(Rule.MASK, "a date or time by its name", says.entity, says.role, looks or "string")
        case KeyCategory.SENSITIVE if not looks:
            entity = says.entity
            return _Choice(Rule.MASK, f"{entity.value if entity else 'sensitive'} by its name", entity, says.role)
    if looks:
        return _Choice(Rule.MASK, "a date or time by its values", Entity.DATE, None, looks)
    if seen.share(_UUID.fullmatch) > 0.5:
        return _Choice(Rule.HASH, "identifiers (UUID) by their values", Entity.GUID)
    if seen.share(_URL.fullmatch) > 0.5:
        return _Choice(Rule.MASK, "addresses on the web by their values", Entity.URL)
    if says.category is KeyCategory.CODE and not mixed and (enum := _enum(seen, detector)):
        return _Choice(Rule.PASS, "a code by its name, with few recurring values", format="string", enum=enum)
    if long_text or says.category is KeyCategory.TEXT:
        return _Choice(Rule.AUTODEID, "free text")
    if hits >= 0.5:
        return _Choice(Rule.MASK, "short values in most of which PHI was found", Entity.ID)
    numbered = seen.share(lambda v: _TOKEN.fullmatch(v) and any(c.isdigit() for c in v))
    if numbered > 0.8 and seen.distinct > 0.5:
        return _Choice(
            Rule.HASH, "identifiers by their values: nearly all distinct, single tokens with digits", Entity.ID
        )
    return _Choice(Rule.AUTODEID, "text that its name does not explain")


def _looks_like_time(seen: Seen) -> str | None:
    """The format of values that are dates or instants, "string" for those of another style; None if they are not."""
    stripped: Callable[[Callable[[str], object]], float] = lambda test: seen.share(lambda v: test(v.strip()))  # noqa: E731
    if seen.share(_DATE_TIME.fullmatch) == 1.0:
        return "dateTime"
    if seen.share(_DATE.fullmatch) == 1.0 and any("-" in v for v in seen.values):
        return "date"
    if stripped(lambda v: _DATE_LIKE.fullmatch(v) or _DATE_TIME.fullmatch(v)) > 0.5:
        return "string"
    return None


def _enum(seen: Seen, detector: Detect) -> tuple[str, ...]:
    """Values that recur, when the field is a small vocabulary; empty when it is none.

    A value seen once stays out, whoever it may name; the field then passes only the others.
    """
    if seen.overflow or len(seen.values) > _MAX_ENUM or seen.distinct > 0.5:
        return ()
    values = sorted(v for v, n in seen.values.items() if n > 1 and v.strip())
    if not values or any(not _CODE_VALUE.fullmatch(v) for v in values) or any(detector(values)):
        return ()
    return tuple(values)


# --- Whose record it is ---------------------------------------------------------------------------------------------


def _leaves(node: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterable[tuple[tuple[str, ...], dict[str, Any]]]:
    """Single-valued leaves, outer ones first; keys with a dot cannot stand in a dotted path."""
    inner = []
    for key, prop in node["properties"].items():
        if "." in key:
            continue
        if prop["type"] == "object":
            inner.append((key, prop))
        elif prop["type"] != "array":
            yield (*path, key), prop
    for key, prop in inner:
        yield from _leaves(prop, (*path, key))


_OWNERS = ("patient", "subject", "person", "member", "mrn")


def _subject(body: Mapping[str, Any]) -> list[str]:
    """The one hashed field that most likely says whose record this is; none: each record stands alone."""
    best: tuple[int, list[str]] | None = None
    for path, prop in _leaves(body):
        if prop["rule"] != Rule.HASH.value:
            continue
        joined = "".join(key_words(".".join(path)))
        rank = next((i for i, w in enumerate(_OWNERS) if w in joined), None)
        if rank is not None and (best is None or rank < best[0]):
            best = (rank, [".".join(path)])
    return best[1] if best else []


def _record_id(body: Mapping[str, Any], root: Seen, subject: Sequence[str]) -> str | None:
    """The record's own id: a hashed top-level field, never null, a value of its own in every sample."""
    for key, prop in body["properties"].items():
        seen = root.keys[key]
        plain = prop.get("entity") in (Entity.ID.value, Entity.GUID.value)  # a medical record number names a person
        if prop.get("rule") != Rule.HASH.value or not plain or key in subject or "." in key:
            continue
        if seen.distinct == 1.0 and seen.rows == root.rows and not seen.types["null"]:
            return str(key)
    return None


def _note_paths(body: Mapping[str, Any], chosen: Mapping[str, KeyMeaning]) -> dict[str, str]:
    """Where a free-text record says what kind of note it is, and of which date."""
    properties: Mapping[str, dict[str, Any]] = body["properties"]
    if not any(p.get("rule") == Rule.AUTODEID.value for p in properties.values()):
        return {}
    out: dict[str, str] = {}
    for key, prop in properties.items():
        if "." in key:
            continue
        if "type" in key_words(key) and chosen[key].category is KeyCategory.CODE and key != "dataType":
            out.setdefault("noteType", key)
        if prop.get("entity") == Entity.DATE.value:
            out.setdefault("noteDate", key)
    return out
