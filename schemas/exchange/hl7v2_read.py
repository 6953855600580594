"""Reads an HL7 v2 message as a record that the engine can walk; `hl7v2_write` turns the record back into a message.

The record holds the segments in their order, each an object with the segment's name as its one key. A field is a list
of its repetitions, and a repetition an object of its components: "3" is the third, "3.2" the second subcomponent of the
third. Codes of published systems, numbers, times and texts have keys of their own, since their rules differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from schemas.engine.records import Reason, RecordError
from schemas.exchange.hl7v2_fields import DATED, FIELDS, SYSTEMS, VALUES
from schemas.exchange.hl7v2_text import Delimiters, read_delimiters, to_iso, to_markup, unescape

Json = dict[str, Any]
SCHEMA = "hl7v2/message"
NULL = '""'  # deletes what the receiver holds
_SEGMENT = re.compile(r"[A-Z][A-Z0-9]{2}")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,30})(?:\.[0-9]{1,60})?|\.[0-9]{1,60}")
_STRUCTURED_NUMBER = re.compile(r"(<|>|<=|>=|=|<>)?\s?[0-9]{1,6}(?:\.[0-9]{1,6})?")
_RANGE = re.compile(r"(?:<|>|<=|>=)?\s?-?[0-9]{1,6}(?:\.[0-9]{1,4})?(?:\s?-\s?[0-9]{1,6}(?:\.[0-9]{1,4})?)?")
_SHORT = re.compile("[A-Za-z]{1,12}|[0-9]{1,2}")
_TABLE = re.compile("HL7([0-9]{4})")
V2 = "http://terminology.hl7.org/CodeSystem/v2-"
_PATIENT_NUMBERS = ("MR", "MRN", "PI", "PT")  # table 0203
_DATES = (("TXA", "4"), ("OBR", "7"), ("PV1", "44"), ("EVN", "6"), ("MSH", "7"))
_REPORTS = ("TX", "FT")


def read_message(text: str) -> Json:
    """Return the record of a message. Raises RecordError: MALFORMED_MESSAGE or BAD_ENCODING."""
    by = read_delimiters(text)
    lines = list(_lines(text))
    segments = [_segment(line, by) for line in lines]
    patients = list(dict.fromkeys(p for line in lines if line[:3] == "PID" and (p := _patient(line, by))))
    if len(patients) > 1:
        raise RecordError(Reason.MALFORMED_MESSAGE, "several-patients")
    record: Json = {"segments": list(_joined(segments))}
    if patients:
        record["patient_id"] = patients[0]
    if day := _day(segments):
        record["message_date"] = day
    return record


def _lines(text: str) -> Iterator[str]:
    """Yield the segments. A message that separates them by CR may hold line feeds in its texts."""
    separator = "\r" if "\r" in text.rstrip().replace("\r\n", "\n") else "\n"
    body = text if separator == "\r" else text.replace("\r\n", "\n")
    for line in body.split(separator):
        line = line.strip("\n") if separator == "\r" else line.rstrip("\r")
        if not line.strip():
            continue
        if _SEGMENT.fullmatch(line[:3]) is None or line[3:4] not in ("", text[3]):
            raise RecordError(Reason.MALFORMED_MESSAGE, "segment")
        yield line


def _segment(line: str, by: Delimiters) -> tuple[str, list[str]]:
    """Return the name and the fields of a segment, of which the first is number 1."""
    name, fields = line[:3], line.split(by.field)
    if name == "MSH":
        return name, [by.field, by.encoding(), *fields[2:]]
    return name, fields[1:]


def _patient(line: str, by: Delimiters) -> str:
    """Return the patient's id of a PID segment: the record number among the ids of PID-3, else the first."""
    ids = _field(line.split(by.field), 3) or _field(line.split(by.field), 2)
    found = [[unescape(part, by).strip() for part in one.split(by.component)] for one in ids.split(by.repetition)]
    found = [one for one in found if one[0] not in ("", NULL)]
    numbers = [one for one in found if len(one) > 4 and one[4].upper() in _PATIENT_NUMBERS]
    chosen = (numbers or found or [[""]])[0][0]
    return chosen.partition(by.subcomponent)[0]


def _field(fields: list[str], number: int) -> str:
    return fields[number] if len(fields) > number else ""


def _day(segments: list[tuple[str, list[str]]]) -> str:
    for name, number in _DATES:
        for segment, fields in segments:
            if segment == name and (value := _field(["", *fields], int(number))) not in ("", NULL):
                return to_iso(value)
    return ""


# --- Segments ---------------------------------------------------------------------------------------------------------


def _joined(segments: list[tuple[str, list[str]]]) -> Iterator[Json]:
    """Yield the segments as objects; the text of consecutive lines of one report stands in the first of them."""
    by = Delimiters(segments[0][1][0], *segments[0][1][1])
    at = 0
    while at < len(segments):
        name, fields = segments[at]
        end = at + 1
        if is_line := _is_line(name, fields):
            while end < len(segments) and _continues(fields, segments[end], name):
                end += 1
        number = 5 if name == "OBX" else 3
        texts = [
            [unescape(part, by) for part in _field(["", *f], number).split(by.repetition)]
            for _, f in segments[at:end]
        ] if is_line else []  # fmt: skip
        for i, (_, own) in enumerate(segments[at:end]):
            made = dict(_fields(name, own, by))
            if texts:
                made.pop(str(number), None)
                made |= {f"{number}x": to_markup(texts)} if i == 0 else {f"{number}j": "joined"}
            yield {name: made}
        at = end


def _is_line(name: str, fields: list[str]) -> bool:
    """Tell whether a segment holds a text of any length."""
    if name == "NTE":
        return _field(fields, 2) not in ("", NULL)
    return name == "OBX" and _field(fields, 1) in _REPORTS and _field(fields, 4) not in ("", NULL)


def _continues(first: list[str], other: tuple[str, list[str]], name: str) -> bool:
    """Tell whether a segment holds a further line of the report that began in `first`."""
    fields = other[1]
    if other[0] != name:
        return False
    if name == "NTE":
        return len(fields) > 2
    return _field(fields, 1) == _field(first, 1) and _field(fields, 2) == _field(first, 2)


def _fields(name: str, fields: list[str], by: Delimiters) -> Iterator[tuple[str, Any]]:
    types = FIELDS.get(name, {})
    for number, raw in enumerate(fields, 1):
        if not raw:
            continue
        key = str(number)
        datatype = types.get(key, "")
        if datatype in ("SEPARATOR", "ENCODING"):
            yield key, raw
        elif raw == NULL:
            yield f"{key}null", NULL
        elif datatype == "VALUE":
            yield from _value(_field(["", *fields], 2), raw, by)
        elif datatype == "UNIT":
            yield from _unit(raw, by)
        elif datatype == "RANGE":
            text = unescape(raw, by)
            yield ("7n" if _RANGE.fullmatch(text) else "7t"), text
        else:
            yield key, [_repetition(one, datatype, by) for one in raw.split(by.repetition)]
            if name == "OBX" and number == 3:
                yield "3q", unescape(raw.replace(by.component, " "), by)


def _repetition(raw: str, datatype: str, by: Delimiters) -> Json:
    kind = datatype.partition(":")[0]
    out: Json = {}
    for number, component in enumerate(raw.split(by.component), 1):
        parts = component.split(by.subcomponent)
        for sub, part in enumerate(parts, 1):
            if part and part != NULL:
                out[str(number) if sub == 1 else f"{number}.{sub}"] = unescape(part, by)
    for key in DATED.get(kind, ()):
        if key in out:
            out[key] = to_iso(out[key])
    if kind == "CE":
        _take_coding(out, ("1", "2", "3"), "first")
        _take_coding(out, ("4", "5", "6"), "second")
    elif kind == "XTN" and "1" not in out and "7" in out:
        area = f"({out.pop('6')}) " if "6" in out else ""
        out["1"] = area + out.pop("7")
    elif kind == "TEXT":
        return {"1": unescape(raw, by)}
    elif kind == "SHORT" and _SHORT.fullmatch(out.get("1", "")) is None:
        out["number"] = out.pop("1", "")  # a visit's number, say, in the place of a code: no rule names it
    return out


def url_of(system: str) -> str | None:
    """Return the url of a coding system by its name in HL7 v2, of those whose codes are known."""
    table = _TABLE.fullmatch(system)
    return f"{V2}{table[1]}" if table else SYSTEMS.get(system)


def _take_coding(out: Json, keys: tuple[str, str, str], name: str) -> None:
    """Move a code of a published system with its display into an object of its own."""
    code, text, system = keys
    url = url_of(out.get(system, "").upper())
    if url is not None and code in out:
        coding = {"system": url, "code": out.pop(code), "name": out.pop(system)}
        if text in out:
            coding["display"] = out.pop(text)
        out[name] = coding


# --- OBX --------------------------------------------------------------------------------------------------------------


def _value(kind: str, raw: str, by: Delimiters) -> Iterator[tuple[str, Any]]:
    """Yield the value of an observation by its type; what its type does not fit is read as text."""
    datatype = VALUES.get(kind, "") if kind else "TEXT"
    plain = unescape(raw, by)
    if not datatype:
        yield "5withheld", plain[:1]
    elif datatype in ("TEXT", "NUMBER") and _NUMBER.fullmatch(plain):
        yield "5n", plain
    elif datatype in ("TEXT", "NUMBER") and _STRUCTURED_NUMBER.fullmatch(plain):
        yield "5s", plain
    elif kind == "SN" and _is_structured(raw.split(by.component)):
        yield "5sn", {str(i): part for i, part in enumerate(raw.split(by.component), 1) if part}
    elif datatype in ("TEXT", "NUMBER"):
        if by.repetition in raw or "\n" in plain:
            yield "5x", to_markup([[unescape(part, by) for part in raw.split(by.repetition)]])
        else:
            yield "5t", plain
    elif datatype == "TIME":
        yield "5time", plain
    else:
        key = "5" + datatype.partition(":")[0].lower()
        yield key, [_repetition(one, datatype, by) for one in raw.split(by.repetition)]


def _is_structured(parts: list[str]) -> bool:
    return len(parts) <= 4 and all(not part or i % 2 == 0 or _NUMBER.fullmatch(part) for i, part in enumerate(parts))


def _unit(raw: str, by: Delimiters) -> Iterator[tuple[str, Any]]:
    parts = [unescape(part, by) for part in raw.split(by.component)]
    yield from ((key, part) for key, part in zip(("6u", "6t", "6s"), parts, strict=False) if part)
    if any(parts[3:]):
        yield "6", "further"
