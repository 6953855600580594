"""Reads a CDA document as a record that the engine can walk; `cda_write` turns the record back into XML.

An element is an object: its attributes have keys with "@", and its children stand in lists by their names, in the order
of the document. Names, addresses, codes, times and values are objects whose keys are those of their parts, since the
parts have rules of their own. Comments and processing instructions are left out. A document type declaration is
refused, and with it every entity that a document declares, so that nothing outside of the document is read.
"""

from __future__ import annotations

import html
import re
from typing import Any
from xml.parsers import expat

from schemas.engine.records import Reason, RecordError
from schemas.exchange.cda_fields import (
    ADDRESS_PARTS,
    ENDS,
    NAME_PARTS,
    NARRATIVE,
    SCHEMES,
    SYSTEMS,
    TIMES,
    V3,
    XSI,
)
from schemas.exchange.hl7v2_text import to_iso

Json = dict[str, Any]
SCHEMA = "cda/ClinicalDocument"
_MAX_DEPTH = 90
_SSN = "2.16.840.1.113883.4.1"
_CODED_VALUES = frozenset({"CD", "CE", "CV", "CO", "CS"})
_TEXT_VALUES = frozenset({"ST", "ED"})
_TIME_VALUES = frozenset({"TS", "IVL_TS", "PIVL_TS", "EIVL_TS"})
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,30})(?:\.[0-9]{1,60})?|\.[0-9]{1,60}")
_ATTRIBUTES = frozenset({"border", "colspan", "rowspan", "align", "valign", "width", "scope"})


class Element:
    """An element of XML: its name, attributes and content, as expat gives them."""

    __slots__ = ("attributes", "content", "name")

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        self.name, self.attributes = name, attributes
        self.content: list[Element | str] = []

    @property
    def children(self) -> list[Element]:
        """Return the elements in it."""
        return [c for c in self.content if isinstance(c, Element)]

    @property
    def text(self) -> str:
        """Return the text directly in it, without surrounding white space."""
        return "".join(c for c in self.content if isinstance(c, str)).strip()

    def text_of_all(self) -> str:
        """Return the text in it and below it."""
        return "".join(c if isinstance(c, str) else c.text_of_all() for c in self.content)


def read_document(data: bytes) -> Json:
    """Return the record of a document. Raises RecordError: MALFORMED_MESSAGE, BAD_ENCODING or TOO_DEEP."""
    root = _parse(data)
    if root.name != "ClinicalDocument":
        raise RecordError(Reason.MALFORMED_MESSAGE, "ClinicalDocument")
    record: Json = {"document": _object(root, "")}
    roles = [role for target in root.children if target.name == "recordTarget" for role in target.children]
    if len(roles) > 1:
        raise RecordError(Reason.MALFORMED_MESSAGE, "several-patients")
    ids = [child.attributes for role in roles for child in role.children if child.name == "id"]
    numbers = [a for a in ids if a.get("root") != _SSN and "nullFlavor" not in a]
    patient = next((a["extension"] for a in numbers if a.get("extension")), None)
    patient = patient or next((a["root"] for a in numbers if a.get("root")), None)
    if patient:
        record["patient_id"] = patient.strip()
    times = (child.attributes.get("value", "") for child in root.children if child.name == "effectiveTime")
    if day := next(filter(None, times), ""):
        record["document_date"] = to_iso(day)
    return record


# --- XML --------------------------------------------------------------------------------------------------------------


def _parse(data: bytes) -> Element:
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    open_elements: list[Element] = [Element("", {})]

    def refuse(*_: object) -> int:
        raise RecordError(Reason.MALFORMED_MESSAGE, "document-type")

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(open_elements) > _MAX_DEPTH:
            raise RecordError(Reason.TOO_DEEP, "ClinicalDocument")
        named = {_name(key, is_attribute=True): value for key, value in attributes.items()}
        element = Element(_name(name), named)
        open_elements[-1].content.append(element)
        open_elements.append(element)

    def end(_: str) -> None:
        open_elements.pop()

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = lambda text: open_elements[-1].content.append(text)
    try:
        parser.Parse(data, True)
    except expat.ExpatError as e:
        is_encoding = e.code in (expat.errors.codes[expat.errors.XML_ERROR_UNKNOWN_ENCODING],
                                 expat.errors.codes[expat.errors.XML_ERROR_INCORRECT_ENCODING])  # fmt: skip
        raise RecordError(Reason.BAD_ENCODING if is_encoding else Reason.MALFORMED_MESSAGE, "xml") from None
    except (ValueError, LookupError):  # an encoding that Python does not know, or that is no encoding of bytes
        raise RecordError(Reason.BAD_ENCODING, "xml") from None
    return open_elements[0].children[0]


def _name(qualified: str, *, is_attribute: bool = False) -> str:
    """Return the local name of HL7's own elements and attributes, and of xsi:type; any other keeps its namespace."""
    namespace, _, local = qualified.rpartition(" ")
    if namespace in ("" if is_attribute else V3, V3) or (
        is_attribute and namespace == XSI and local in ("type", "nil")
    ):
        return local
    return f"{namespace}:{local}"


# --- Elements ---------------------------------------------------------------------------------------------------------


def _object(element: Element, parent: str, *, in_time: bool = False) -> Json:
    """Return the object of an element whose datatype its name tells, else of its attributes and children."""
    name = element.name
    if name == "name":
        return _parts(element, NAME_PARTS)
    if name == "addr":
        return _parts(element, ADDRESS_PARTS)
    if name == "telecom":
        return _telecom(element)
    if name == "originalText" or name == "title" or (name == "text" and parent != "section"):
        return _text(element)
    in_time = name in TIMES or (in_time and name in ENDS)
    out: Json = {}
    for key, value in element.attributes.items():
        if key == "schemaLocation" or key.endswith(":schemaLocation"):
            continue
        out[f"@{key}"] = to_iso(value) if in_time and key == "value" else value
    if "@codeSystem" in out:
        _take_coding(out)
    for child in element.children:
        if child.name == "value" and name not in ("low", "high"):
            _take_value(out, child)
        elif name == "section" and child.name == "text":
            out.setdefault("narrative", f"<div>{_narrative(child)}</div>")
        else:
            out.setdefault(child.name, []).append(_object(child, name, in_time=in_time))
    if name == "observation" and (asked := _question(element)):
        out["asked"] = asked
    if text := element.text:
        out["#"] = text
    return out


def _parts(element: Element, parts: tuple[str, ...]) -> Json:
    out: Json = {f"@{key}": value for key, value in element.attributes.items()}
    for child in element.children:
        if child.name in parts:
            if text := child.text_of_all().strip():
                out.setdefault(child.name, []).append(text)
        elif child.name == "validTime" or child.name in TIMES:
            out.setdefault(child.name, []).append(_object(child, element.name, in_time=True))
        elif text := child.text_of_all().strip():
            out.setdefault("other", []).append(text)
    if (text := element.text) and any(map(str.isalnum, text)):
        out["text"] = text
    return out


def _telecom(element: Element) -> Json:
    out: Json = {f"@{key}": value for key, value in element.attributes.items() if key != "value"}
    value = element.attributes.get("value", "").strip()
    scheme, colon, rest = value.partition(":")
    key = SCHEMES.get(scheme.lower()) if colon else None
    if key is not None:
        out |= {"scheme": scheme.lower(), key: rest}
    elif value:
        out["email" if "@" in value else "phone"] = value
    return out


def _text(element: Element) -> Json:
    """Return a text within an element, or the attachment that it encodes; what is compressed has a key that no rule
    names.
    """
    out: Json = {}
    attributes = element.attributes
    is_plain = attributes.get("representation", "TXT") == "TXT" and "compression" not in attributes
    is_plain = is_plain and attributes.get("mediaType", "text/plain").lower().startswith("text/plain")
    is_base64 = attributes.get("representation") == "B64" and "compression" not in attributes
    if (text := element.text_of_all().strip()) and is_base64:
        out["attachment"] = {"contentType": attributes.get("mediaType", "text/plain"), "data": text}
    elif text:
        out["#" if is_plain else "encoded"] = text
    if any(child.name == "reference" for child in element.children):
        out["reference"] = "#"
    if "nullFlavor" in attributes:
        out["@nullFlavor"] = attributes["nullFlavor"]
    return out


def _take_coding(out: Json) -> None:
    """Move a code of a published system with its display into an object of its own."""
    found = SYSTEMS.get(out["@codeSystem"])
    if found is None or "@code" not in out:
        return
    del out["@codeSystem"]
    out.pop("@codeSystemName", None)
    coding = {"system": found[0], "code": out.pop("@code")}
    if "@displayName" in out:
        coding["display"] = out.pop("@displayName")
    out["coding"] = coding


def _question(element: Element) -> str:
    codes = [child.attributes for child in element.children if child.name == "code"]
    return " ".join(v for a in codes for k in ("code", "displayName") if (v := a.get(k)))


def _take_value(out: Json, child: Element) -> None:
    """Add the value of an observation by its type; of several values the first alone has keys with a rule."""
    kind = child.attributes.get("type", "").rpartition(":")[2]
    attributes = child.attributes
    if any(key.startswith("value") for key in out):
        out.setdefault("further", []).append(kind)
    elif attributes.get("nullFlavor") and not child.content:
        out |= {"value_type": kind, "value_null": attributes["nullFlavor"]}
    elif kind in ("PQ", "INT", "REAL", "MO"):
        number = attributes.get("value", "")
        key = "value_number" if _NUMBER.fullmatch(number) else "value_text"
        out |= {"value_type": kind, key: number}
        if "unit" in attributes:
            out["value_unit"] = attributes["unit"]
        if child.content:
            out["value_translations"] = "#"
    elif kind in _TEXT_VALUES:
        text = _text(child)
        out |= {"value_type": kind} | ({"value_text": text["#"]} if "#" in text else {"value_encoded": kind})
    elif kind == "BL":
        out |= {"value_type": kind, "value_bool": attributes.get("value", "")}
    elif kind in _CODED_VALUES:
        out |= {"value_type": kind, "value_coded": [_object(child, "observation")]}
    elif kind in _TIME_VALUES:
        child.name = "effectiveTime"
        out |= {"value_type": kind, "value_time": [_object(child, "observation")]}
    elif kind == "IVL_PQ":
        out |= {"value_type": kind, "value_range": [_object(child, "observation")]}
    elif kind == "RTO_PQ_PQ" or kind == "RTO":
        out |= {"value_type": kind, "value_ratio": [_object(child, "observation")]}
    else:
        out["value_unread"] = kind


# --- Narrative --------------------------------------------------------------------------------------------------------


def _narrative(element: Element) -> str:
    """Return the narrative of a section as XHTML; what XHTML has no element for is read as what stands in it."""
    out = []
    for part in element.content:
        if isinstance(part, str):
            out.append(html.escape(part, quote=False))
            continue
        name = NARRATIVE.get(part.name, "span")
        if part.name == "list" and part.attributes.get("listType") == "ordered":
            name = "ol"
        given = [(k, v) for k, v in part.attributes.items() if k in _ATTRIBUTES]
        attributes = "".join(f' {k}="{html.escape(v)}"' for k, v in given)
        if name in ("br", "col"):
            out.append(f"<{name}{attributes}/>")
        else:
            out.append(f"<{name}{attributes}>{_narrative(part)}</{name}>")
    return "".join(out)
