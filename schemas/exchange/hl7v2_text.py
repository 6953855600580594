"""Reads and writes the text, the escapes and the times of HL7 v2.

Several lines of a report (repetitions, consecutive segments) are read as one text, so that a name is found across line
ends. They become XHTML, whose empty elements mark where a repetition or a segment ends: the engine reads XHTML without
them and writes it back with each piece of text in its place.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from schemas.engine.records import Reason, RecordError

_BREAK, _REPETITION, _SEGMENT = "<br/>", "<br/><i></i>", "<br/><b></b>"
_DIV = re.compile(r"<div[^>]*>(.*)</div>", re.DOTALL)
_MARKS = re.compile(r"<[^>]*>")
_COMMANDS = r"[FSTREHN]|X[0-9A-Fa-f]+|[CM][0-9A-Fa-f]{4,6}|Z[A-Za-z0-9]{0,20}|\.[A-Za-z]{2}\s?[+-]?[0-9]{0,3}"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")

_TIME = re.compile(
    r"([0-9]{4})(?:([0-9]{2})(?:([0-9]{2})(?:([0-9]{2})(?:([0-9]{2})(?:([0-9]{2})(?:\.[0-9]{1,4})?)?)?)?)?)?"
    r"(?:([+-][0-9]{2})([0-9]{2}))?"
)
_ISO = re.compile(
    r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2})(?:T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.[0-9]+)?)?)?)?)?"
    r"(Z|[+-][0-9]{2}:[0-9]{2})?"
)


@dataclass(frozen=True, slots=True)
class Delimiters:
    """The delimiters of a message, each one character."""

    field: str
    component: str
    repetition: str
    escape: str
    subcomponent: str

    def encoding(self) -> str:
        """Return MSH-2."""
        return self.component + self.repetition + self.escape + self.subcomponent


def read_delimiters(header: str) -> Delimiters:
    """Return the delimiters that an MSH segment declares. Raises RecordError, MALFORMED_MESSAGE."""
    field, declared = header[3:4], header[4:].partition(header[3:4] or "|")[0]
    used = (field, *declared)
    is_sound = len(declared) in (4, 5) and len(set(used)) == len(used)
    if not is_sound or any(c.isalnum() or not c.isascii() or not c.isprintable() or c in " .<>\"'" for c in used):
        raise RecordError(Reason.MALFORMED_MESSAGE, "MSH.2")
    return Delimiters(field, *declared[:4])


def unescape(text: str, by: Delimiters) -> str:
    """Return a value without its escapes; commands of layout become line breaks, and other backslashes stay.

    Raises RecordError, BAD_ENCODING, for an escape that changes the character set or holds no UTF-8.
    """
    if by.escape not in text:
        return text
    named = {"F": by.field, "S": by.component, "T": by.subcomponent, "R": by.repetition, "E": by.escape}

    def plain(found: re.Match[str]) -> str:
        command: str = found[1]
        return named[command] if command in named else _of_command(command)

    return _escapes(by.escape).sub(plain, text)


@lru_cache(maxsize=64)
def _escapes(mark: str) -> re.Pattern[str]:
    mark = re.escape(mark)
    return re.compile(f"{mark}({_COMMANDS}){mark}")


def _of_command(command: str) -> str:
    kind = command[0]
    if kind == ".":
        name = command[1:3].lower()
        return "\n" if name in ("br", "sp", "ce") else " " if name == "sk" else ""
    if kind in "CM":
        raise RecordError(Reason.BAD_ENCODING, "escape")
    if kind != "X":
        return ""  # highlighting, or a command of the site
    try:
        text = bytes.fromhex(command[1:]).decode("utf-8")
    except ValueError:
        raise RecordError(Reason.BAD_ENCODING, "escape") from None
    return _CONTROL.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))


def escape(text: str, by: Delimiters) -> str:
    """Return a value with its delimiters and line breaks as escapes."""
    e = by.escape
    marks = {by.field: "F", by.component: "S", by.subcomponent: "T", by.repetition: "R", e: "E"}
    out = []
    for character in text.replace("\r\n", "\n"):
        if character in marks:
            out.append(f"{e}{marks[character]}{e}")
        elif character in "\r\n":
            out.append(f"{e}.br{e}")
        elif _CONTROL.match(character):
            out.append(" ")
        else:
            out.append(character)
    return "".join(out)


def to_markup(segments: Sequence[Sequence[str]]) -> str:
    """Return the lines of segments, each a list of repetitions without escapes, as one XHTML div."""
    marked = _SEGMENT.join(
        _REPETITION.join(html.escape(text, quote=False).replace("\n", _BREAK) for text in repetitions)
        for repetitions in segments
    )
    return f"<div>{marked}</div>"


def from_markup(markup: str) -> list[list[str]]:
    """Return what `to_markup` was given, after de-identification."""
    found = _DIV.fullmatch(markup)
    inner = found[1] if found else html.escape(markup, quote=False)
    return [
        [html.unescape(_MARKS.sub("", text.replace(_BREAK, "\n"))) for text in segment.split(_REPETITION)]
        for segment in inner.split(_SEGMENT)
    ]


def to_iso(time: str) -> str:
    """Return a time of HL7 v2 as FHIR writes it; what is none stays as it is, and its rule leaves it out."""
    found = _TIME.fullmatch(time.strip())
    if found is None:
        return time
    year, month, day, hour, minute, second, zone, zone_minutes = found.groups()
    date = "-".join(part for part in (year, month, day) if part)
    if hour is None:
        return date
    clock = f"{date}T{hour}:{minute or '00'}"
    if zone:
        return f"{clock}:{second or '00'}{zone}:{zone_minutes}"
    return f"{clock}:{second}" if second else clock


def from_iso(text: str) -> str:
    """Return a time as HL7 v2 writes it, or "" for what is none (a tag)."""
    found = _ISO.fullmatch(text.strip())
    if found is None:
        return ""
    *parts, zone = found.groups()
    written = "".join(part for part in parts if part)
    return written + ("" if not zone else "+0000" if zone == "Z" else zone.replace(":", ""))
