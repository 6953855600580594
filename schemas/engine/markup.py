"""Reads the visible text of XHTML and HTML as one string for the detectors, and writes it back as well-formed markup.

Inline elements do not separate words ("<b>Jo</b>hn" is John); block elements do. What a FHIR narrative may not hold
(comments, scripts, styles, most attributes, unknown elements, entities of a DTD) is left out, so the output is
well-formed for any input (https://hl7.org/fhir/R4/narrative.html).
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass

from redactor.engine import Redacted
from schemas.engine.records import Reason, RecordError

XHTML = "http://www.w3.org/1999/xhtml"

_INLINE = (
    "a abbr acronym b bdo big cite code dfn em font i kbd label q s samp small span strike strong sub sup tt u var"
)
_BLOCK = """
address article blockquote body caption center col colgroup dd details div dl dt fieldset figure footer form h1 h2 h3 h4
h5 h6 head header html li main nav ol p pre section summary table tbody td tfoot th thead title tr ul
"""
_VOID_NAMES = "br hr col"
_CELLS = frozenset({"td", "th"})
_ELEMENTS = frozenset(_INLINE.split()) | frozenset(_BLOCK.split()) | frozenset(_VOID_NAMES.split())
# Elements that are shown apart from the words around them, but that no narrative may hold.
_CONTROLS = """
button datalist dialog dir frameset hgroup legend listing menu optgroup option output plaintext search select textarea
xmp
"""
_BREAKS = frozenset(_BLOCK.split()) | frozenset(_CONTROLS.split()) | {"br", "hr"}
_START_TAGS = {name: f"<{name}>" for name in _ELEMENTS}
_END_TAGS = {name: f"</{name}>" for name in _ELEMENTS}
_VOID = frozenset(_VOID_NAMES.split())
_HTML_ONLY_NAMES = """
html head body title main nav section article header footer form fieldset figure label details summary address
"""
_HTML_ONLY = frozenset(_HTML_ONLY_NAMES.split())
# Elements whose content is not shown to a reader.
_HIDDEN = frozenset({"script", "style", "template", "object", "svg", "math", "iframe", "noscript"})
_SAFE_VALUE = re.compile(r"[0-9]{1,3}%?|left|right|center|justify|top|middle|bottom|baseline|row|col")
_SAFE_ATTRIBUTES = frozenset(
    {"colspan", "rowspan", "border", "cellpadding", "cellspacing", "align", "valign", "width", "scope", "start"}
)
_ATTRIBUTE = re.compile(r"""([A-Za-z]{1,20})\s{0,9}=\s{0,9}(?:"([^"]{0,20})"|'([^']{0,20})')""")
_TAG = re.compile(r"/?([A-Za-z][A-Za-z0-9:_-]{0,40})")
_MAX_TAG = 20_000  # characters; a longer "tag" is text, which bounds the search for the end of each unclosed tag
MAX_MARKUP = 8 * 1024 * 1024  # characters; they take up to 100 times as many bytes while they are read
_OPENING = re.compile(r"<(?=[^\W_]|[/!?])")  # "<" before anything else is text
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Markup:
    """Parsed markup: the shown text, and in order the pieces, markup to copy or a (start, end) range of the text."""

    text: str
    pieces: tuple[str | tuple[int, int], ...]

    def render(self, redacted: Redacted) -> str:
        """Return the markup with its spans replaced; the replacement of a span over several text nodes goes into the
        first.
        """
        out: list[str] = []
        spans = list(zip(redacted.spans, redacted.replacements, strict=True))
        first = 0
        shown = -1
        for piece in self.pieces:
            if isinstance(piece, str):
                out.append(piece)
                continue
            at, end = piece
            while first < len(spans) and spans[first][0].end <= at:
                first += 1
            i = first
            while i < len(spans) and spans[i][0].start < end:
                span, new = spans[i]
                if span.start > at:
                    out.append(_escape(self.text[at : span.start]))
                if i > shown:
                    out.append(_escape(new))
                    shown = i
                at = min(max(span.end, at), end)
                i += 1
            out.append(_escape(self.text[at:end]))
        return "".join(out)


def _escape(text: str) -> str:
    return html.escape(_ILLEGAL.sub("", text), quote=False)


class _Builder:
    """Collects text and well-formed markup; with `root` the result is one XHTML div, as a narrative is."""

    def __init__(self, root: bool) -> None:
        self.root = root
        self.pieces: list[str | tuple[int, int]] = [f'<div xmlns="{XHTML}">'] if root else []
        self.texts: list[str] = []
        self.length = 0
        self.open: list[str] = []
        self.seen_root = not root
        self.hidden: str | None = None

    def text(self, raw: str, *, literal: bool = False) -> None:
        if not raw or self.hidden:
            return
        shown = raw if literal else _unescape(raw)
        self.texts.append(shown)
        before = self.pieces[-1] if self.pieces else ""
        if not isinstance(before, str) and before[1] == self.length:
            self.pieces[-1] = before[0], self.length + len(shown)
        else:
            self.pieces.append((self.length, self.length + len(shown)))
        self.length += len(shown)
        if shown.strip():
            self.seen_root = True

    def tag(self, body: str) -> None:
        """Add a tag, given the text between the angle brackets."""
        found = _TAG.match(body)
        if found is None:
            return
        name = found[1].lower()
        closing = body.startswith("/")
        if self.hidden:
            if closing and name == self.hidden:
                self.hidden = None
            return
        if name in _HIDDEN:
            if not closing and not body.endswith("/"):
                self.hidden = name
            return
        if name in _BREAKS:
            self.texts.append("\t" if name in _CELLS else "\n")
            self.length += 1
        if name not in _ELEMENTS or (self.root and name in _HTML_ONLY):
            if name in _BREAKS:
                self.pieces.append("\n")  # else the words that were read apart would stand together
            return
        if closing:
            self._close(name)
        else:
            self._start(name, body[found.end() :])

    def _start(self, name: str, rest: str) -> None:
        """Write a start tag; the root div is written already."""
        if not self.seen_root:
            self.seen_root = True
            if name == "div":
                return  # the narrative's own div, which is already written
        attributes = "".join(_attributes(rest))
        if name in _VOID or rest.endswith("/"):
            self.pieces.append(f"<{name}{attributes}/>" if name in _VOID else f"<{name}{attributes}></{name}>")
            return
        self.open.append(name)
        self.pieces.append(f"<{name}{attributes}>" if attributes else _START_TAGS[name])

    def _close(self, name: str) -> None:
        if name not in self.open[-200:]:
            return
        while self.open:
            last = self.open.pop()
            self.pieces.append(_END_TAGS[last])
            if last == name:
                return

    def done(self) -> Markup:
        while self.open:
            self.pieces.append(_END_TAGS[self.open.pop()])
        if self.root:
            self.pieces.append("</div>")
        return Markup("".join(self.texts), tuple(self.pieces))


def _attributes(rest: str) -> Sequence[str]:
    found = {}
    for name, double, single in _ATTRIBUTE.findall(rest):
        value = (double or single).lower()
        if name.lower() in _SAFE_ATTRIBUTES and _SAFE_VALUE.fullmatch(value):
            found[name.lower()] = value
    return [f' {name}="{value}"' for name, value in found.items()]


def _unescape(raw: str) -> str:
    if "&" not in raw:
        return raw
    try:
        return html.unescape(raw)
    except ValueError:  # a character reference of thousands of digits
        return raw


def _tag_end(source: str, start: int) -> int:
    """Return the index of the ">" that ends the tag at source[start] ("<"), or -1 when no tag starts there."""
    at, limit = start + 1, min(len(source), start + _MAX_TAG)
    while at < limit:
        ch = source[at]
        if ch == ">":
            return at
        if ch == "<":
            return -1
        if ch in "\"'":
            close = source.find(ch, at + 1, limit)
            # An unmatched quote is an apostrophe; the tag then ends at the next bracket.
            at = close + 1 if close >= 0 else at + 1
            continue
        at += 1
    return -1


def _skip(source: str, at: int) -> tuple[int, str] | None:
    """Return (end, text) of the comment, CDATA section, declaration or processing instruction at source[at]."""
    for opening, closing in (("<!--", "-->"), ("<![CDATA[", "]]>"), ("<!", ">"), ("<?", ">")):
        if source.startswith(opening, at):
            end = source.find(closing, at + len(opening))
            if end < 0:
                return len(source), source[at + len(opening) :] if opening == "<![CDATA[" else ""
            return end + len(closing), source[at + len(opening) : end] if opening == "<![CDATA[" else ""
    return None


def read(source: str, *, root: bool) -> Markup:
    """Read markup, well-formed or not; with `root` the result is one XHTML div, as Narrative.div must be.

    Raises RecordError, TOO_LARGE, above MAX_MARKUP characters.
    """
    if len(source) > MAX_MARKUP:
        raise RecordError(Reason.TOO_LARGE, "markup")
    builder = _Builder(root)
    at = 0
    while at < len(source):
        opening = _OPENING.search(source, at)
        if opening is None:
            builder.text(source[at:])
            break
        bracket = opening.start()
        builder.text(source[at:bracket])
        following = source[bracket + 1 : bracket + 2]
        if following in ("!", "?") and (skipped := _skip(source, bracket)):
            at, inside = skipped
            builder.text(inside, literal=True)
            continue
        end = _tag_end(source, bracket) if following.isalpha() or following == "/" else -1
        if end < 0:
            builder.text("<", literal=True)
            at = bracket + 1
            continue
        builder.tag(source[bracket + 1 : end].rstrip())
        at = end + 1
    return builder.done()
