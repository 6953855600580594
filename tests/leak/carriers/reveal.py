"""Reads what may have been encoded, and searches it for planted values."""

from __future__ import annotations

import base64
import binascii
import html
import io
import json
import quopri
import re
import unicodedata
import zipfile
from collections.abc import Iterator
from email.header import decode_header, make_header
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject, StreamObject

from tests.leak.carriers.plants import Document, Plant

_HL7 = {"F": "|", "S": "^", "T": "&", "R": "~", "E": "\\"}
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_DEPTH = 3


def _hl7_escape(match: re.Match[str]) -> str:
    if match[1][0] == "X":
        return bytes.fromhex(match[1][1:]).decode("utf-8", "replace")
    return _HL7.get(match[1], " ")


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from (key, *_strings(inner))
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
    elif value is not None:
        yield str(value)


def _json(text: str) -> str:
    try:
        return "\n".join(_strings(json.loads(text)))
    except ValueError:
        pass
    found = []
    for line in text.splitlines():
        try:
            found += _strings(json.loads(line))
        except ValueError:
            continue
    return "\n".join(found)


def _base64(text: str) -> str:
    found = []
    for run in re.findall(r"[A-Za-z0-9+/_-]{12,}={0,2}", re.sub(r"(?<=[A-Za-z0-9+/]{60})\r?\n", "", text)):
        padded = run.rstrip("=").replace("-", "+").replace("_", "/")
        try:
            data = base64.b64decode(padded + "=" * (-len(padded) % 4))
        except binascii.Error:
            continue
        for encoding in ("utf-8", "utf-16", "cp1252"):
            try:
                found.append(data.decode(encoding))
                break
            except UnicodeDecodeError:
                continue
    return "\n".join(text for text in found if sum(c.isprintable() or c in "\r\n\t" for c in text) > 0.9 * len(text))


def _words(text: str) -> str:
    found = []
    for word in re.findall(r"=\?[\w-]+\?[bqBQ]\?[^?\s]*\?=", text):
        try:
            found.append(str(make_header(decode_header(word))))
        except (LookupError, UnicodeDecodeError, binascii.Error):
            continue
    return "\n".join(found)


def _quoted(text: str) -> str:
    if not re.search("=[0-9A-F]{2}|=\r?\n", text):
        return ""
    data = quopri.decodestring(text.encode())
    return data.decode("utf-8", "replace") + data.decode("cp1252", "replace")


def _decoded(text: str) -> Iterator[str]:
    """Yield what the text reads as in each encoding."""
    yield _json(text)
    yield html.unescape(text)
    if "<" in text:
        yield re.sub(r"<[^>]*>", "", text.replace("<!--", ""))
        yield re.sub(r"<[^>]*>", " ", text)
    yield re.sub(r"\\(X(?:[0-9A-F]{2})+|[FSTREHN]|\.[a-z]+[^\\]{0,4})\\", _hl7_escape, text)
    yield re.sub(r"\\'([0-9a-f]{2})", lambda m: bytes.fromhex(m[1]).decode("cp1252", "replace"), text)
    yield unquote(text)
    yield _words(text)
    yield _quoted(text)
    yield _base64(text)


def _layers(text: str) -> set[str]:
    """Return the text and everything that it may be decoded to, one encoding within another too."""
    seen, last = {text}, {text}
    for _ in range(_DEPTH):
        last = {layer for each in last for layer in _decoded(each) if layer} - seen
        seen |= last
    return seen


def normal(text: str) -> str:
    """Fold case, width and white space."""
    return re.sub(r"\s+", " ", _INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).casefold())


Readings = tuple[str, str]  # all readings of a text as one, and the same without signs between digits


def revealed(*texts: str) -> Readings:
    """Return everything that the texts may be decoded to."""
    each = [_revealed(text) for text in texts]
    return "\n".join(whole for whole, _ in each), "\n".join(digits for _, digits in each)


@lru_cache(maxsize=256)
def _revealed(text: str) -> Readings:
    whole = normal("\n".join(sorted(_layers(text))))
    return whole, re.sub(r"(?<=\d)[\s().\-/+]+(?=\d)", "", whole)


@lru_cache(maxsize=1024)
def _forms(plant: Plant) -> list[str]:
    return [normal(form) for form in plant.forms()]


def is_in(plant: Plant, readings: Readings) -> bool:
    """Whether any form of the value stands in any reading of a text."""
    whole, digits = readings
    return any(form in (digits if form.isdigit() else whole) for form in _forms(plant))


def _pdf_strings(value: Any, seen: set[int]) -> Iterator[str]:
    value = value.get_object()
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, StreamObject):
        yield value.get_data().decode("cp1252", "replace")
    if isinstance(value, DictionaryObject):
        for key in value:
            yield key
            yield from _pdf_strings(value.raw_get(key), seen)
    elif isinstance(value, ArrayObject):
        for inner in value:
            yield from _pdf_strings(inner, seen)
    elif isinstance(value, str):
        yield value


def all_text(document: Document, data: bytes) -> str:
    """Return what a document holds in any part, as one text."""
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            return "\n".join(parts.read(name).decode("utf-8", "replace") for name in parts.namelist())
    if data.startswith(b"%PDF"):
        reader = PdfReader(io.BytesIO(data))
        pages = [page.extract_text() for page in reader.pages]
        return "\n".join([*pages, *_pdf_strings(reader.trailer, set())])
    return data.decode("cp1252" if document.format == "rtf" else "utf-8", "replace")


def released_files(out: Path) -> dict[str, str]:
    """Return the names and texts of all files of OUT. A container fails: its parts could not be searched."""
    return {
        path.relative_to(out).as_posix(): path.read_bytes().decode("utf-8")
        for path in sorted(out.rglob("*"))
        if path.is_file()
    }
