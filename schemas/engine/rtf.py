"""Reads the text of an RTF document, and writes a text as an RTF document.

RTF 1.9.1 is read for its text only and written back as a minimal document that holds it.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r"\\([a-zA-Z]{1,32})(-?[0-9]{1,10})? ?"  # a control word
    r"|\\'([0-9a-fA-F]{2})"  # a byte of the code page
    r"|\\(.)"  # a control symbol
    r"|([{}])"
    r"|[\r\n]+"
    r"|([^\\{}\r\n]+)",
    re.DOTALL,
)
# Destinations whose content is not text of the document.
_HIDDEN_DESTINATION_NAMES = """
fonttbl colortbl stylesheet info pict object themedata colorschememapping latentstyles datastore xmlnstbl listtable
listoverridetable rsidtbl generator filetbl revtbl fldinst bkmkstart bkmkend pgptbl objdata objclass
"""
_HIDDEN_DESTINATIONS = frozenset(_HIDDEN_DESTINATION_NAMES.split())
_TEXT_OF_WORD = {
    "par": "\n", "line": "\n", "sect": "\n", "page": "\n", "row": "\n", "softline": "\n",
    "column": "\n", "nestrow": "\n", "nestcell": "\t",
    "tab": "\t", "cell": "\t", "emdash": "—",
    "endash": "–", "bullet": "•", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
    "emspace": " ", "enspace": " ",
}  # fmt: skip
# Those that Python decodes. A name that it does not know would cost a search of its modules, and memory for ever.
_CODE_PAGES = frozenset({
    154, 273, 367, 424, 437, 500, 720, 737, 775, 819, 850, 852, 855, 856, 857, 858, 860, 861, 862, 863, 864, 865, 866,
    869, 874, 875, 932, 936, 949, 950, 1006, 1026, 1051, 1125, 1140, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257,
    1258, 1361, 65001,
})  # fmt: skip
_SLICE = 65_536  # characters that are written at once
_MAX_DEPTH = 10_000  # groups in groups
MAX_TEXT = 8 * 1024 * 1024  # characters
_TEXT_OF_SYMBOL = {"~": "\u00a0", "_": "-", "\\": "\\", "{": "{", "}": "}", "\r": "\n", "\n": "\n"}


@dataclass(slots=True)
class _Group:
    r"""The state of a {group}: where its text goes, whether it is hidden or deleted, how many fallback characters
    follow a \u (\ucN).
    """

    out: list[str]
    hidden: bool = False
    fallback: int = 1
    deleted: bool = False


class _Reader:
    """Collects the text of a document; `pending` holds bytes of the code page, decoded together, `to_skip` the fallback
    left.
    """

    def __init__(self) -> None:
        self.out: list[str] = []
        self.footnotes: list[list[str]] = []  # each beside the sentence that it stands in
        self.length = 0
        self.pending = bytearray()
        self.codec = "cp1252"
        self.groups = [_Group(self.out)]
        self.to_skip = 0

    def add_text(self, text: str) -> None:
        self.flush()
        if self.to_skip:
            cut = min(self.to_skip, len(text))
            self.to_skip -= cut
            text = text[cut:]
        self._show(text)

    def _show(self, text: str) -> None:
        group = self.groups[-1]
        if not group.hidden and not group.deleted:
            group.out.append(text)
            self.length += len(text)

    def add_byte(self, value: int) -> None:
        if self.to_skip:
            self.to_skip -= 1
        elif not self.groups[-1].hidden:
            self.pending.append(value)

    def flush(self) -> None:
        if self.pending:
            self._show(self.pending.decode(self.codec, "replace"))
            self.pending.clear()

    def control_word(self, name: str, number: int | None) -> None:
        group = self.groups[-1]
        if name == "u" and number is not None:
            self.flush()
            self._show(chr(number % 65536))
            self.to_skip = group.fallback
            return
        if name == "uc":
            group.fallback = max(0, min(number or 0, 8))
        elif name == "ansicpg" and number is not None:
            self.codec = codecs.lookup(f"cp{number}").name if number in _CODE_PAGES else "cp1252"
        elif name in _HIDDEN_DESTINATIONS:
            group.hidden = True
        elif name == "deleted":  # by a tracked change
            self.flush()
            group.deleted = number != 0
        elif name == "footnote":
            self.flush()
            group.out = []
            self.footnotes.append(group.out)
        elif name in _TEXT_OF_WORD:
            self.add_text(_TEXT_OF_WORD[name])

    def brace(self, which: str) -> bool:
        """Open or close a group; return False for a closing brace without an opening one, and beyond _MAX_DEPTH."""
        self.flush()
        self.to_skip = 0
        if which == "{":
            if len(self.groups) > _MAX_DEPTH:
                return False
            outer = self.groups[-1]
            self.groups.append(_Group(outer.out, outer.hidden, outer.fallback, outer.deleted))
        elif len(self.groups) > 1:
            self.groups.pop()
        else:
            return False
        return True


def read_rtf(source: str) -> str | None:
    """Return the text of an RTF document, or None when it is not RTF, is malformed, holds raw binary data or too much
    text.
    """
    if not source.lstrip().startswith("{\\rtf"):
        return None
    reader = _Reader()
    for found in _TOKEN.finditer(source):
        name, number, byte, symbol, brace, text = found.groups()
        if name is not None:
            if name == "bin":
                return None
            reader.control_word(name, int(number) if number else None)
        elif byte is not None:
            reader.add_byte(int(byte, 16))
        elif symbol == "*":
            reader.groups[-1].hidden = True
        elif symbol is not None:
            reader.add_text(_TEXT_OF_SYMBOL.get(symbol, ""))
        elif brace is not None:
            if not reader.brace(brace):
                return None
        elif text is not None:
            reader.add_text(text)
        if reader.length > MAX_TEXT:
            return None
    reader.flush()
    whole = "\n".join("".join(text) for text in (reader.out, *filter(None, reader.footnotes)))
    # A character beyond 16 bits is written as two \u, a surrogate pair.
    return whole.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def write_rtf(text: str) -> str:
    """Return a minimal RTF document that holds the text: one font, paragraphs, no metadata."""
    body = "".join(_escaped(text[i : i + _SLICE]) for i in range(0, len(text), _SLICE))
    return "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Arial;}}\\f0 " + body + "}"


def _escaped(text: str) -> str:
    body: list[str] = []
    for ch in text:
        if ch in "\\{}":
            body.append("\\" + ch)
        elif ch == "\n":
            body.append("\\par\n")
        elif ch == "\t":
            body.append("\\tab ")
        elif ch.isascii():
            body.append(ch)
        else:
            raw = ch.encode("utf-16-le", "replace")
            units = [int.from_bytes(raw[i : i + 2], "little") for i in range(0, len(raw), 2)]
            body.extend(f"\\u{u - 65536 if u > 32767 else u}?" for u in units)
    return "".join(body)
