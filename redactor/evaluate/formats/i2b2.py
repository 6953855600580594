"""Read and write XML of i2b2 2014: a file for each text, with TEXT and, in TAGS, an element for each span."""

from __future__ import annotations

from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from redactor.errors import EvaluationError
from redactor.evaluate.formats.annotated import Annotated, Mark
from redactor.evaluate.formats.xml_guards import check_for_xml, refuse_doctype
from redactor.evaluate.spans import Document, Labelled

# The elements of the 2014 corpus, for the labels of its guidelines (Stubbs and Uzuner 2015, table 1).
_ELEMENTS = {
    "NAME": ("PATIENT", "DOCTOR", "USERNAME"),
    "PROFESSION": ("PROFESSION",),
    "LOCATION": ("ROOM", "DEPARTMENT", "HOSPITAL", "ORGANIZATION", "STREET", "CITY", "STATE", "COUNTRY", "ZIP",
                 "LOCATION-OTHER"),
    "AGE": ("AGE",),
    "DATE": ("DATE",),
    "CONTACT": ("PHONE", "FAX", "EMAIL", "URL", "IPADDR"),
    "ID": ("SSN", "MEDICALRECORD", "HEALTHPLAN", "ACCOUNT", "LICENSE", "VEHICLE", "DEVICE", "BIOID", "IDNUM"),
}  # fmt: skip
_ELEMENT_OF = {label: element for element, labels in _ELEMENTS.items() for label in labels}


def read_i2b2(data: bytes, name: str, place: str) -> Annotated:
    """Return the document of a file. Annotations repeat their text. Raises EvaluationError."""
    reader = _I2b2()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = refuse_doctype
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.add
    try:
        parser.Parse(data, True)
        marks = [
            Mark((Labelled(int(d["start"]), int(d["end"]), d.get("TYPE") or tag),), d.get("text"))
            for tag, d in reader.tags
        ]
    except (expat.ExpatError, LookupError, ValueError):  # of an encoding, too
        raise EvaluationError(
            f"{place} is no XML of i2b2 2014: it needs TEXT, in TAGS elements with start, end and TYPE, and no DOCTYPE"
        ) from None
    if not reader.has_text:
        raise EvaluationError(f"{place} has no TEXT; gold in XML is that of i2b2 2014, or of UIMA (.xmi)")
    return Annotated(place, name, "".join(reader.pieces), tuple(marks))


class _I2b2:
    """This class collects the text and the tags while expat reads."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.has_text = False
        self._path: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self._path[-1:] == ["TAGS"]:
            self.tags.append((name, attributes))
        self._path.append(name)
        self.has_text |= name == "TEXT"

    def end(self, _: str) -> None:
        self._path.pop()

    def add(self, data: str) -> None:
        if self._path[-1:] == ["TEXT"]:
            self.pieces.append(data)


def write_i2b2(document: Document, place: str) -> dict[str, bytes]:
    """Return the file of a document, by its suffix. Raises EvaluationError if XML cannot hold the text."""
    check_for_xml(document, place)
    # A parser makes a line feed of a carriage return, unless it is a reference, which CDATA cannot hold.
    text = document.text.replace("]]>", "]]]]><![CDATA[>").replace("\r", "]]>&#13;<![CDATA[")
    tags = [
        f"<{_ELEMENT_OF.get(s.label, 'PHI')} id=\"P{n}\" start=\"{s.start}\" end=\"{s.end}\""
        f" text={_attribute(document.text[s.start : s.end])} TYPE={_attribute(s.label)} comment=\"\" />\n"
        for n, s in enumerate(document.gold)
    ]  # fmt: skip
    whole = (
        '<?xml version="1.0" encoding="UTF-8" ?>\n<deIdi2b2>\n<TEXT><![CDATA['
        f"{text}]]></TEXT>\n<TAGS>\n{''.join(tags)}</TAGS>\n</deIdi2b2>\n"
    )
    return {".xml": whole.encode()}


def _attribute(value: str) -> str:
    return quoteattr(value, {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
