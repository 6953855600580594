"""Writes a de-identified record of `cda_read` as a CDA document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from schemas.exchange.cda_fields import (
    ADDRESS_PARTS,
    ENDS,
    NAME_PARTS,
    ROOT_OF,
    SCHEMES,
    STRUCDOC,
    SYSTEMS,
    TIMES,
    V3,
    XSI,
)
from schemas.exchange.hl7v2_text import from_iso

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_TAG = re.compile(r"<(/?)([a-z0-9]+)([^<>]*?)(/?)>")
_DIV = re.compile(r"<div[^>]*>(.*)</div>", re.DOTALL)
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_OID = re.compile(r"[0-2](?:\.(?:0|[1-9][0-9]*))+")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_RUID = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_SCHEMES = {key: scheme for scheme, key in reversed(SCHEMES.items())}
_VALUES = {"value_coded", "value_time", "value_range", "value_ratio"}


def write_document(record: Mapping[str, Any]) -> str:
    """Return the document as XML in UTF-8."""
    document = record.get("document")
    document = document if isinstance(document, Mapping) else {}
    inner = "".join(_content(document, "ClinicalDocument"))
    attributes = f" xmlns={quoteattr(V3)} xmlns:xsi={quoteattr(XSI)}{_attributes(document, in_time=False)}"
    return f"{_HEAD}<ClinicalDocument{attributes}>{inner}</ClinicalDocument>\n"


def _element(name: str, value: Mapping[str, Any], *, in_time: bool = False, kind: str = "") -> str:
    in_time = name in TIMES or kind.endswith("TS") or (in_time and name in ENDS)
    attributes = _attributes(value, in_time=in_time)
    if kind and "@type" not in value:
        attributes = f" xsi:type={quoteattr(kind)}{attributes}"
    if name == "telecom":
        attributes += _telecom(value)
    inner = "".join(_content(value, name, in_time=in_time))
    if isinstance(attachment := value.get("attachment"), Mapping):
        data, media = attachment.get("data"), attachment.get("contentType")
        if isinstance(data, str) and isinstance(media, str):
            attributes += f' mediaType={quoteattr(media)} representation="B64"'
            inner = _escape(data)
        else:
            attributes += ' nullFlavor="MSK"'
    return f"<{name}{attributes}>{inner}</{name}>" if inner else f"<{name}{attributes}/>"


def _attributes(value: Mapping[str, Any], *, in_time: bool) -> str:
    found: dict[str, str] = {}
    for key, text in value.items():
        if not key.startswith("@") or not isinstance(text, str):
            continue
        name = f"xsi:{key[1:]}" if key in ("@type", "@nil") else key[1:]
        text = from_iso(text) if in_time and key == "@value" else text
        if key == "@root" and not any(form.fullmatch(text) for form in (_OID, _UUID, _RUID)):
            text = f"r{text}" if _RUID.fullmatch(f"r{text}") else ""
        if text:
            found[name] = text
    if isinstance(coding := value.get("coding"), Mapping):
        found |= _coding(coding)
    if in_time and "@value" in value and "value" not in found:
        found.setdefault("nullFlavor", "MSK")
    return "".join(f" {name}={quoteattr(_ILLEGAL.sub('', text))}" for name, text in found.items())


def _coding(coding: Mapping[str, Any]) -> dict[str, str]:
    """Return the attributes of a code; one that became a token is masked, since it is none of its system's any more."""
    root, code, display = ROOT_OF.get(coding.get("system") or ""), coding.get("code"), coding.get("display")
    shown = {"displayName": display} if isinstance(display, str) else {}
    if root is None or not isinstance(code, str):
        return {"nullFlavor": "MSK"} | shown
    return {"code": code, "codeSystem": root, "codeSystemName": SYSTEMS[root][1]} | shown


def _telecom(value: Mapping[str, Any]) -> str:
    for key, scheme in _SCHEMES.items():
        if isinstance(text := value.get(key), str):
            named = value.get("scheme")
            return f" value={quoteattr(f'{named if isinstance(named, str) else scheme}:{text}')}"
    return ""


def _content(value: Mapping[str, Any], name: str, *, in_time: bool = False) -> Iterator[str]:
    parts = NAME_PARTS if name == "name" else ADDRESS_PARTS if name == "addr" else ()
    if isinstance(text := value.get("#", value.get("text") if parts else None), str):
        yield _escape(text)
    for part in parts:
        yield from (f"<{part}>{_escape(text)}</{part}>" for text in value.get(part) or () if isinstance(text, str))
    for key, found in value.items():
        if key == "narrative" and isinstance(found, str):
            yield f"<text>{_narrative(found)}</text>"
        elif key == "value_type":
            yield from _value(value)
        elif isinstance(found, list) and key not in parts and key not in _VALUES:
            yield from (_element(key, one, in_time=in_time) for one in found if isinstance(one, Mapping))


def _value(value: Mapping[str, Any]) -> Iterator[str]:
    kind = value.get("value_type")
    if not isinstance(kind, str):
        return
    typed = f"<value xsi:type={quoteattr(kind)}"
    number, unit, text = (value.get(f"value_{name}") for name in ("number", "unit", "text"))
    if isinstance(flavor := value.get("value_null"), str):
        yield f"{typed} nullFlavor={quoteattr(flavor)}/>"
    elif isinstance(number, str):
        of_unit = f" unit={quoteattr(unit)}" if isinstance(unit, str) else ""
        yield f"{typed} value={quoteattr(number)}{of_unit}/>"
    elif isinstance(text, str):
        yield f'<value xsi:type="ST">{_escape(text)}</value>'
    elif isinstance(flag := value.get("value_bool"), str):
        yield f"{typed} value={quoteattr(flag)}/>"
    elif found := next((v for key in _VALUES if isinstance(v := value.get(key), list)), None):
        yield from (_element("value", one, kind=kind) for one in found if isinstance(one, Mapping))
    else:
        yield f'{typed} nullFlavor="MSK"/>'


def _escape(text: str) -> str:
    return escape(_ILLEGAL.sub("", text))


def _narrative(markup: str) -> str:
    """Return the narrative with CDA's elements in the place of XHTML's."""
    found = _DIV.fullmatch(markup)
    return _TAG.sub(_as_strucdoc, found[1]) if found else _escape(markup)


def _as_strucdoc(found: re.Match[str]) -> str:
    closing, name, attributes, empty = found.groups()
    if name == "ol":
        return "</list>" if closing else '<list listType="ordered">'
    own = STRUCDOC.get(name)
    return f"<{closing}{own}{attributes}{empty}>" if own else ""
