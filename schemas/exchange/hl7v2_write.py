"""Writes a de-identified record of `hl7v2_read` as an HL7 v2 message, with the delimiters of the message it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from schemas.exchange.hl7v2_fields import DATED, FIELDS, SYSTEMS, VALUES
from schemas.exchange.hl7v2_read import NULL, V2
from schemas.exchange.hl7v2_text import Delimiters, escape, from_iso, from_markup

_DEFAULT = ("|", "^~\\&")
_VALUE_TYPES = {f"5{t.partition(':')[0].lower()}": t for t in VALUES.values()}
_URLS = frozenset(SYSTEMS.values())
_UNITS = ("6u", "6t", "6s")


def write_message(record: Mapping[str, Any]) -> str:
    """Return the message with a carriage return behind each segment; values are in Unicode, which MSH-18 says."""
    segments = [pair for held in record.get("segments") or () for pair in held.items()]
    by = _delimiters(segments)
    lines: Iterator[list[str]] = iter(())
    written: list[tuple[str, dict[int, str]]] = []
    for name, fields in segments:
        if not isinstance(fields, Mapping) or name not in FIELDS:
            continue
        number = 5 if name == "OBX" else 3
        if isinstance(markup := fields.get(f"{number}x"), str):
            lines = iter(from_markup(markup))
        own = dict(_fields(name, fields, by))
        if f"{number}x" in fields or f"{number}j" in fields:
            own[number] = by.repetition.join(escape(text, by) for text in next(lines, [""]))
        written.append((name, own))
    is_ascii = all(value.isascii() for _, own in written for value in own.values())
    return "".join(_line(name, own, by, is_ascii=is_ascii) + "\r" for name, own in written)


def _delimiters(segments: list[tuple[str, Any]]) -> Delimiters:
    head = segments[0][1] if segments and segments[0][0] == "MSH" else {}
    field, declared = head.get("1"), head.get("2")
    if not isinstance(field, str) or not isinstance(declared, str):
        field, declared = _DEFAULT
    return Delimiters(field, *declared)


def _line(name: str, own: dict[int, str], by: Delimiters, *, is_ascii: bool) -> str:
    last = max(own, default=0)
    if name == "MSH":
        if not is_ascii:
            own = own | {18: "UNICODE UTF-8"}
            last = max(last, 18)
        return f"MSH{by.field}{by.encoding()}" + "".join(by.field + own.get(i, "") for i in range(3, last + 1))
    return name + "".join(by.field + own.get(i, "") for i in range(1, last + 1))


def _fields(name: str, fields: Mapping[str, Any], by: Delimiters) -> Iterator[tuple[int, str]]:
    for key, value in fields.items():
        number = int("".join(filter(str.isdigit, key[:2])) or 0)
        if key.endswith("null"):
            yield number, NULL if value == NULL else ""
        elif key in _UNITS:
            parts = [escape(v, by) if isinstance(v := fields.get(k), str) else "" for k in _UNITS]
            yield 6, by.component.join(parts).rstrip(by.component)
        elif key == "5sn" and isinstance(value, Mapping):
            yield 5, _components(value, "", by)
        elif isinstance(value, list):
            datatype = FIELDS[name].get(key) or _VALUE_TYPES.get(key, "")
            yield number, by.repetition.join(_components(one, datatype, by) for one in value)
        elif isinstance(value, str) and not key.endswith(("j", "x", "q", "withheld")):
            yield number, escape(value, by)


def _components(value: Mapping[str, Any], datatype: str, by: Delimiters) -> str:
    """Return one repetition of a field."""
    held: dict[tuple[int, int], str] = {}
    dated = DATED.get(datatype.partition(":")[0], frozenset())
    for key, found in value.items():
        if key in ("first", "second") and isinstance(found, Mapping):
            base = 1 if key == "first" else 4
            # A code that became a token is none of its system's any more.
            url = found.get("system")
            is_kept = isinstance(url, str) and (url in _URLS or url.startswith(V2))
            coding = found if is_kept else {**found, "name": "L"}
            for i, name in enumerate(("code", "display", "name")):
                if isinstance(text := coding.get(name), str):
                    held[base + i, 1] = escape(text, by)
        elif isinstance(found, str):
            number, _, sub = key.partition(".")
            text = from_iso(found) if key in dated else found
            held[int(number), int(sub or 1)] = escape(text, by)
    components = []
    for at in range(1, max((n for n, _ in held), default=0) + 1):
        subs = [held.get((at, i), "") for i in range(1, max((s for n, s in held if n == at), default=1) + 1)]
        components.append(by.subcomponent.join(subs))
    return by.component.join(components).rstrip(by.component)
