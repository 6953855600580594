"""This module reads the text of Word documents (.docx): what a reader of the printed page sees, and nothing else.

Deleted and hidden text, comments, properties, field codes, alternative texts, macros, pictures and embedded objects are
left out. The format is that of ECMA-376, part 1, chapter 17.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from redactor.run.contracts import FileReason
from redactor.run.intake.formats.office_package import Package
from redactor.run.intake.formats.refusals import Document, RefusedError

_MAIN = ("wordprocessingml.document.main+xml", "word.document.macroEnabled.main+xml")
_HEADER, _FOOTER = "wordprocessingml.header+xml", "wordprocessingml.footer+xml"
_NOTES = ("wordprocessingml.footnotes+xml", "wordprocessingml.endnotes+xml")
_STYLES = "wordprocessingml.styles+xml"
# Properties, deleted and moved text, codes of fields, and embedded objects.
_SKIPPED = frozenset(
    "pPr rPr sdtPr sdtEndPr tblPr tblPrEx tblGrid trPr tcPr sectPr smartTagPr customXmlPr del moveFrom delText "  # noqa: SIM905
    "delInstrText instrText ffData fldData binData object OLEObject altChunk".split()
)
_CHARACTERS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "sym": " "}
_OFF = frozenset({"0", "false", "off"})
_MAX_FIELDS = 256  # within one another; Word writes 20


def read(data: bytes) -> Document:
    """Return the text of a document: headers, body, footnotes, endnotes, footers. Raises RefusedError."""
    package = Package(data, FileReason.WORD_PROCESSOR)
    mains = list(package.parts_of(*_MAIN))
    if not mains:
        raise RefusedError(FileReason.UNREADABLE)
    styles = next(package.parts_of(_STYLES), None)
    hidden = frozenset() if styles is None else _hidden_styles(package.xml(styles))
    names = [*package.parts_of(_HEADER), *mains, *package.parts_of(*_NOTES), *package.parts_of(_FOOTER)]
    found: dict[str, None] = {}  # sections repeat their headers
    withheld = 0  # files of another format whose text Word puts in their place when it opens the document
    for name in names:
        root = package.xml(name)
        withheld += sum(1 for _ in root.iter("altChunk"))
        if text := _text(root, hidden):
            found[text] = None
    if not found:
        raise RefusedError(FileReason.ATTACHMENTS if withheld else FileReason.NO_TEXT)
    return Document("\n\n".join(found), [(FileReason.ATTACHMENTS, str(withheld))] if withheld else [])


def _text(root: Element, hidden: frozenset[str]) -> str:
    walk = _Walk(hidden)
    walk.each(root, is_hidden=False)
    return "\n".join(walk.lines).strip()


def _hidden_styles(root: Element) -> frozenset[str]:
    """Return the ids of the styles that hide their text, also by the style on which they are based."""
    own = {e.get("styleId", ""): (_vanishes(e.find("rPr")), _value(e.find("basedOn"))) for e in root.iter("style")}
    hidden = set()
    for style in own:
        at, seen = style, set[str]()
        while at in own and at not in seen:
            seen.add(at)
            vanishes, based_on = own[at]
            if vanishes is not None:
                if vanishes:
                    hidden.add(style)
                break
            at = based_on
    return frozenset(hidden)


def _field_kind(mark: Element) -> str:
    return mark.get("fldCharType", "")


def _fields_end_here(paragraph: Element) -> bool:
    """Return whether each field of a paragraph begins and ends in it."""
    open_fields = 0
    for mark in paragraph.iter("fldChar"):
        open_fields += {"begin": 1, "end": -1}.get(_field_kind(mark), 0)
        if open_fields < 0:
            return False
    return not open_fields


def _written(e: Element) -> str:
    return "".join(t.text or "" for t in e.iter("t"))


def _value(e: Element | None) -> str:
    return "" if e is None else e.get("val", "")


def _vanishes(properties: Element | None) -> bool | None:
    """Return whether properties of text hide it; None if they do not say."""
    if properties is None:
        return None
    told = [e for e in properties if e.tag in ("vanish", "specVanish")]
    return any(_value(e) not in _OFF for e in told) if told else None


class _Walk:
    """A walk collects the lines of a part. hidden: ids of styles that hide text."""

    def __init__(self, hidden: frozenset[str]) -> None:
        self._hidden = hidden
        self.lines: list[str] = []
        self._line: list[str] = []
        self._cells: list[str] = []
        self._style = False  # whether the style of the paragraph hides its text
        self._codes: list[bool] | None = None  # of each open field of a paragraph: whether this is its code

    def each(self, elements: Iterable[Element], *, is_hidden: bool) -> None:
        for e in elements:
            self._visit(e, is_hidden)

    def _visit(self, e: Element, is_hidden: bool) -> None:
        if e.tag in _SKIPPED:
            return
        if e.tag == "t":
            if not is_hidden and not any(self._codes or ()):
                self._line.append(e.text or "")
        elif e.tag in _CHARACTERS:
            self._line.append("" if is_hidden else _CHARACTERS[e.tag])
        elif e.tag == "fldChar":
            self._field(e)
        elif e.tag == "p":
            self._paragraph(e, is_hidden)
        elif e.tag == "r":
            self.each(e, is_hidden=is_hidden or self._is_hidden_run(e))
        elif e.tag == "tr":
            self._row(e, is_hidden)
        elif e.tag == "tc":
            self._cell(e, is_hidden)
        elif e.tag == "AlternateContent":
            self._alternative(e, is_hidden)
        else:
            self.each(e, is_hidden=is_hidden)

    def _paragraph(self, e: Element, is_hidden: bool) -> None:
        """Add the line of a paragraph. Text boxes hold paragraphs within one, whose lines come first."""
        outer, self._line = self._line, []
        style, self._style = self._style, _value(e.find("pPr/pStyle")) in self._hidden
        # A field that begins or ends in another paragraph must not hide what stands between.
        codes, self._codes = self._codes, [] if _fields_end_here(e) else None
        self.each(e, is_hidden=is_hidden)
        self.lines.append("".join(self._line))
        self._line, self._style, self._codes = outer, style, codes

    def _field(self, mark: Element) -> None:
        """Note where a field begins, its result begins, and it ends; the result of a field in a code is not seen."""
        kind = _field_kind(mark)
        if self._codes is None:
            return
        if kind == "begin":
            if len(self._codes) == _MAX_FIELDS:
                raise RefusedError(FileReason.BOMB)
            self._codes.append(True)
        elif kind == "separate" and self._codes:
            self._codes[-1] = False
        elif kind == "end" and self._codes:
            self._codes.pop()

    def _is_hidden_run(self, e: Element) -> bool:
        properties = e.find("rPr")
        own = _vanishes(properties)
        if own is not None:
            return own
        return self._style or (properties is not None and _value(properties.find("rStyle")) in self._hidden)

    def _row(self, e: Element, is_hidden: bool) -> None:
        properties = e.find("trPr")
        if properties is not None and any(_value(p) not in _OFF for p in properties if p.tag in ("del", "hidden")):
            return
        outer, self._cells = self._cells, []
        self.each(e, is_hidden=is_hidden)
        self.lines.append("\t".join(self._cells))
        self._cells = outer

    def _cell(self, e: Element, is_hidden: bool) -> None:
        if e.find("tcPr/cellDel") is not None:
            return
        outer, self.lines = self.lines, []
        self.each(e, is_hidden=is_hidden)
        self._cells.append("\n".join(self.lines))
        self.lines = outer

    def _alternative(self, e: Element, is_hidden: bool) -> None:
        """Read the choice for new programs, and the fallback for old ones where it does not repeat the choice.

        Word shows the fallback of a choice that it does not know.
        """
        before = len(self.lines), len(self._line)
        read = None
        for tag in ("Choice", "Fallback"):
            for form in e.findall(tag):
                if read is not None and (tag == "Choice" or _written(form) in read):
                    continue
                self.each(form, is_hidden=is_hidden)
                if (len(self.lines), len(self._line)) != before:
                    read = _written(form)
