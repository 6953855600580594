"""This module opens Office documents (ZIP files of XML): no bomb, no DTD, no deep nesting gets through."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from redactor.run.contracts import FileReason
from redactor.run.intake.files import is_bomb
from redactor.run.intake.formats.refusals import RefusedError

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_MAX_PARTS = 20_000
_MAX_DEPTH = 256  # elements within elements; documents of Word nest some 60 deep
_IS_ENCRYPTED = 1  # a flag of ZIP
CONTENT_TYPES = "[Content_Types].xml"


class Package:
    """A package gives the parts of an Office document. old: the reason if it has the form before 2007.

    Raises RefusedError, here and in every method.
    """

    def __init__(self, data: bytes, old: FileReason) -> None:
        if data.startswith(_OLE):
            raise RefusedError(FileReason.ENCRYPTED if _ENCRYPTED_PACKAGE in data else old)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
            raise RefusedError(FileReason.UNREADABLE) from None
        parts = self._zip.infolist()
        if len(parts) > _MAX_PARTS or is_bomb(sum(p.file_size for p in parts), len(data)):
            raise RefusedError(FileReason.BOMB)
        if any(p.flag_bits & _IS_ENCRYPTED for p in parts):
            raise RefusedError(FileReason.ENCRYPTED)
        self.names = {p.filename for p in parts}
        if CONTENT_TYPES not in self.names:
            raise RefusedError(FileReason.UNREADABLE)

    def xml(self, name: str) -> Element:
        """Return the root of a part; tags and attributes are without their namespaces."""
        return parse(self.read(name))

    def parts_of(self, *kinds: str) -> Iterator[str]:
        """Yield the names of the parts whose content type ends in one of the kinds, in the order of the kinds."""
        types = [(e.get("PartName", "").lstrip("/"), e.get("ContentType", "")) for e in self.xml(CONTENT_TYPES)]
        for kind in kinds:
            yield from (name for name, content in sorted(types) if content.endswith(kind) and name in self.names)

    def check_xml(self) -> None:
        """Refuse a package of which a part has a DTD: a library would expand its entities."""
        for name in self.names:
            if name.lower().endswith((".xml", ".rels", ".vml")):
                check_prologue(self.read(name))

    def read(self, name: str) -> bytes:
        """Return the bytes of a part."""
        try:
            return self._zip.read(name)
        except (KeyError, OSError, EOFError, zlib.error, zipfile.BadZipFile, NotImplementedError, RuntimeError):
            raise RefusedError(FileReason.UNREADABLE) from None


def parse(data: bytes) -> Element:
    """Return the root of XML without a DTD, without namespaces. Raises RefusedError."""
    builder = TreeBuilder()
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _MAX_DEPTH:
            raise RefusedError(FileReason.BOMB)
        builder.start(_local(name), {_local(key): value for key, value in attributes.items()})

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(_local(name))

    parser = _parser()
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = builder.data
    try:
        parser.Parse(data, True)
        return builder.close()
    except (expat.ExpatError, ValueError, LookupError, AssertionError):
        raise RefusedError(FileReason.UNREADABLE) from None


def scan(data: bytes, start: Callable[[str, dict[str, str]], None]) -> None:
    """Call `start` with the tag, its namespace and a blank before its name, and the attributes of each element of XML
    without a DTD. Raises RefusedError.
    """
    parser = _parser()
    parser.StartElementHandler = start
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError):
        raise RefusedError(FileReason.UNREADABLE) from None


class _RootSeen(Exception):  # noqa: N818 - ends the parsing, and is no error
    pass


def check_prologue(data: bytes) -> None:
    """Raise RefusedError if XML has a DTD, or does not begin with an element."""

    def stop(*_: object) -> None:
        raise _RootSeen

    parser = _parser()
    parser.StartElementHandler = stop
    try:
        parser.Parse(data, True)
    except _RootSeen:
        return
    except (expat.ExpatError, ValueError, LookupError):
        pass
    raise RefusedError(FileReason.UNREADABLE)


def _parser() -> expat.XMLParserType:
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse
    return parser


def _refuse(*_: object) -> None:
    raise RefusedError(FileReason.UNREADABLE, "dtd")


def _local(name: str) -> str:
    return name.rpartition(" ")[2]
