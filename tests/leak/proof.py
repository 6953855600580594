"""Search of a release for planted values, in everything that a recipient could read.

It shares no code with the product except the base64 parser: a proof that used the product's code would miss what the
product misses.
"""

from __future__ import annotations

import base64
import binascii
import html
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import ahocorasick_rs

_PHONE = re.compile(r"\D")


def strings(node: Any) -> Iterator[str]:
    """Every string, key and number of a parsed JSON value, base64 attachments decoded as well."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield key
            if key == "data" and isinstance(value, str):
                yield from decoded(value)
            yield from strings(value)
    elif isinstance(node, list):
        for item in node:
            yield from strings(item)
    elif node is not None and not isinstance(node, bool):
        yield str(node)


def decoded(data: str) -> Iterator[str]:
    try:
        raw = base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return
    for charset in ("utf-8", "latin-1"):
        text = raw.decode(charset, "replace")
        yield text
        yield html.unescape(re.sub(r"<[^>]*>", "", text))


def release_text(out: Path) -> str:
    """All text in a release folder, including file names."""
    pieces: list[str] = []
    for path in sorted(out.rglob("*")):
        pieces.append(path.name)
        if path.is_dir():
            continue
        if path.suffix == ".ndjson":
            for line in path.read_text("utf-8").splitlines():
                pieces.extend(strings(json.loads(line)))
        elif path.suffix == ".json":
            pieces.extend(strings(json.loads(path.read_text("utf-8"))))
        elif path.suffix == ".parquet":
            import pyarrow.parquet as pq

            pieces.extend(strings(pq.read_table(path).to_pylist()))
        else:
            pieces.append(path.read_text("utf-8"))
    return "\n".join(pieces)


def variants(value: str, entity: str) -> set[str]:
    """The forms in which a value could survive."""
    forms = {value, value.upper(), value.lower(), html.escape(value)}
    if entity in ("TELEPHONE_NUMBER", "FAX_NUMBER", "SSN_OR_TAXPAYER"):
        digits = _PHONE.sub("", value)
        forms |= {digits, digits[-10:]}
        if len(digits) >= 10:
            a, b, c = digits[-10:-7], digits[-7:-4], digits[-4:]
            forms |= {f"({a}) {b}-{c}", f"{a}-{b}-{c}", f"{a}.{b}.{c}", f"{b}-{c}"}
        if entity == "SSN_OR_TAXPAYER" and len(digits) == 9:
            forms.add(f"{digits[:3]}-{digits[3:5]}-{digits[5:]}")
    if iso := re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", value):
        y, m, d = iso.groups()
        forms |= {f"{m}/{d}/{y}", f"{int(m)}/{int(d)}/{y}", f"{y}{m}{d}", f"{d}.{m}.{y}", f"{y}/{m}/{d}"}
    return {f for f in forms if len(f) >= 4}


def survivors(text: str, planted: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """(value, entity) pairs with a variant that occurs as a separate word in the text, with counts."""
    owner: dict[str, tuple[str, str]] = {}
    for value, entity in planted:
        for form in variants(value, entity):
            owner.setdefault(form, (value, entity))
    if not owner:
        return {}
    needles = list(owner)
    found: dict[tuple[str, str], int] = {}
    matcher = ahocorasick_rs.AhoCorasick(needles)
    for which, start, end in matcher.find_matches_as_indexes(text, overlapping=True):
        if inside_word(text, start, end):
            continue
        key = owner[needles[which]]
        found[key] = found.get(key, 0) + 1
    return found


def inside_word(text: str, start: int, end: int) -> bool:
    """Whether a word continues before or after text[start:end]."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return (before.isalnum() and text[start].isalnum()) or (after.isalnum() and text[end - 1].isalnum())


def common_words(text: str) -> set[str]:
    """Words that occur in lower case in the text: a capitalised occurrence of one of them proves nothing."""
    return set(re.findall(r"\b[a-z]{2,}\b", text))
