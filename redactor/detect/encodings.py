"""Find stretches of a text that stand for other text, and what they stand for.

Encoded are escapes of URLs, JSON, HTML and mail, hexadecimal and base64, and words spelled letter by letter ("I s o l d
e"). A stretch counts only if it decodes to printable text, so that numbers and words which merely look encoded stay.
Nothing is unpacked: the decoded text is never longer than the stretch.

Misread are words in which a scanner took letters for digits: "Gi1burn" reads as Gilburn, "Pat1ent" as Patient. A word
counts if it has capitals and small letters as words have, and ends with a letter. In capitals, or with a digit in
front, it looks like a code or a quantity ("CYP2D6", "5days"): it counts only where it then is a name of the lists.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
import unicodedata
from collections.abc import Generator, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, islice, product
from typing import NamedTuple

import re2

from redactor.lexicon import medicine, names
from redactor.lexicon.vocabulary import is_word


class Replacement(NamedTuple):
    """A replacement says that text[start:end] reads as `new`.

    whole: whether the range is one encoded block; otherwise its characters were encoded one by one.
    """

    start: int
    end: int
    new: str
    whole: bool = False


_WIDTH = {"url": 3, "mail": 3, "bytes": 4, "utf16": 6, "octal": 4}  # characters of an encoded byte or unit
_MIN_LETTERS = 3  # fewest letters of a decoded block
_MIN_BLOCK = 8  # characters of base64 between separators
_NAMES = re.compile(r"[A-Z][a-z]+(?:[ ,.-]{1,2}[A-Z][a-z]*)*")
_UNREADABLE = frozenset(("Cc", "Cs", "Co", "Cn"))  # control characters, surrogates, what is not assigned
_SEPARATORS = re.compile(r"[-_/+]")
_HEX_PAIR = re.compile("[0-9A-Fa-f]{2}")

_ESCAPES = re.compile(
    r"(?P<url>(?:%[0-9A-Fa-f]{2})+)"
    r"|(?P<mail>(?:=[0-9A-F]{2}){2,})"
    r"|(?P<utf16>(?:[\\%]u[0-9A-Fa-f]{4})+)"
    r"|(?P<point>\\u\{[0-9A-Fa-f]{1,6}\}|\\U[0-9A-Fa-f]{8})"
    r"|(?P<bytes>(?:\\x[0-9A-Fa-f]{2})+)"
    r"|(?P<octal>(?:\\[01][0-7]{2})+)"
    r"|(?P<hl7>\\X(?:[0-9A-Fa-f]{2})+\\)"
    r"|(?P<control>(?:\\[nrt])+(?=[A-Z0-9]))"
    r"|(?P<html>&(?:#[0-9]{2,7};?|#[xX][0-9A-Fa-f]{2,6};?|[A-Za-z][A-Za-z0-9]{1,31};))"
    r"|(?P<plus>(?<=[a-z])\+(?=[A-Z][a-z]))"
)
_PAIRS = re.compile(
    r"(?<![0-9A-Za-z])(?:0x)?(?:[0-9A-Fa-f]{2}){1,4}(?:[ :,-]{1,2}(?:0x)?(?:[0-9A-Fa-f]{2}){1,4}){2,}(?![0-9A-Za-z])"
)
_WORD = re.compile(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/_-]+={0,2}")
_HEX_GROUP = re.compile("(?:0x)?((?:[0-9A-Fa-f]{2})+)")
_HEX, _NOT_HEX = re.compile(r"(?:0x)?[0-9A-Fa-f]{2}(?:[ :,-]{0,2}(?:0x)?[0-9A-Fa-f]{2})*"), re.compile("[^0-9A-Fa-f]")


def _byte_pattern(pattern: str) -> re2._Regexp[bytes]:
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    return re2.compile(pattern.encode("ascii"), options)


_MAY_BE_ESCAPE = _byte_pattern(
    r"%u?[0-9A-Fa-f]{2}|(?:=[0-9A-F]{2}){2}|\\[uUxXnrt01]|&(?:#[0-9xX]|[A-Za-z]+;)|[a-z]\+[A-Z][a-z]"
)
# Long words, of which blocks are the ones that mix capitals, small letters and digits, and pairs of hexadecimal digits.
_MAY_BE_BLOCK = _byte_pattern(
    r"[A-Za-z0-9+/_-]{12,}|[A-Za-z0-9+/]{6,}=|\b(?:0x)?[0-9A-Fa-f]{8}"
    r"|(?:\b(?:0x)?(?:[0-9A-Fa-f]{2}){1,4}[ :,-]{1,2}){2}"
)


# One letter after another, with the same one to three characters between them.
_SPELLED = re.compile(r"(?<![^\W_])[^\W\d_]([^\w]{1,3}|_)[^\W\d_](?:\1[^\W\d_]){2,}(?![^\W_])")
_VOWELS = frozenset("aeiouyAEIOUY")
_LONGEST_LIST = 4  # letters
_MAY_BE_SPELLED = _byte_pattern(  # "?" stands for a letter of another script
    r"(?:^|[^A-Za-z0-9])[A-Za-z?](?:[^A-Za-z0-9]{1,3}[A-Za-z?]){3}(?:$|[^A-Za-z0-9])"
)


def find_encoded(text: str) -> list[Replacement]:
    """Return the encoded stretches of a text with their decoded text, in order and without overlaps."""
    narrow = text.encode("ascii", "replace")  # one byte a character
    found = [*_decoded_escapes(text)] if _MAY_BE_ESCAPE.search(narrow) else []
    found.extend(_decoded_blocks(text, narrow))
    if _MAY_BE_SPELLED.search(narrow):
        # A letter beside an escape is part of a longer word: the last of "Okon&#106;o é à ü" begins none.
        edges = {edge for r in found for edge in (r.start, r.end)}
        found.extend(r for r in _spelled_words(text) if edges.isdisjoint((r.start, r.end)))
    if len(found) < 2:
        return found
    found.sort(key=lambda r: (r.start, -r.end))
    out: list[Replacement] = []
    for r in found:
        if not out or r.start >= out[-1].end:
            out.append(r)
    return out


def _spelled_words(text: str) -> Iterator[Replacement]:
    for match in _SPELLED.finditer(text):
        letters = match[0][:: len(match[1]) + 1]
        is_list = "," in match[1] and letters.isupper() and len(letters) <= _LONGEST_LIST  # "vitamins A, D, E, K"
        if not is_list and (not letters.isascii() or not _VOWELS.isdisjoint(letters)):
            yield Replacement(match.start(), match.end(), letters if letters.isupper() else letters.title(), whole=True)


def _decoded_escapes(text: str) -> Iterator[Replacement]:
    for match in _ESCAPES.finditer(text):
        kind, raw = match.lastgroup or "", match[0]
        new = _unescape(kind, raw)
        if new and new != raw and all(map(_is_readable, new)):
            yield from _by_character(kind, match, new)


def _by_character(kind: str, match: re.Match[str], new: str) -> Iterator[Replacement]:
    """Yield one replacement for each character of a run, where each byte of the run is written in the same width."""
    width = _WIDTH.get(kind, 0)
    sizes = [len(ch.encode("utf-16-be")) // 2 if kind == "utf16" else len(ch.encode("utf-8", "replace")) for ch in new]
    units = len(match[0]) // width if width else 0
    if units != sum(sizes):
        sizes = [1] * len(new)  # the bytes are of a code page
    if units != sum(sizes):
        yield Replacement(match.start(), match.end(), new)
        return
    at = match.start()
    for ch, size in zip(new, sizes, strict=True):
        yield Replacement(at, at + size * width, ch)
        at += size * width


def _unescape(kind: str, raw: str) -> str:
    if kind == "html":
        return html.unescape(raw).replace("\xa0", " ") if raw not in ("&lt;", "&gt;", "&amp;", "&quot;") else raw
    if kind == "plus":
        return " "
    if kind == "control":
        return "\n" * (len(raw) // 2)
    if kind == "utf16":
        units = b"".join(int(u, 16).to_bytes(2, "big") for u in re.findall("u([0-9A-Fa-f]{4})", raw))
        return units.decode("utf-16-be", "replace")
    if kind == "point":
        point = int(raw.strip("\\uU{}"), 16)
        return chr(point) if point < 0x110000 and not 0xD800 <= point < 0xE000 else ""
    if kind == "octal":
        return _decoded_text(bytes(int(n, 8) for n in raw[1:].split("\\")), "utf-8", "cp1252") or ""
    pairs = _HEX_PAIR.findall(raw.replace("X", "").replace("x", ""))
    return _decoded_text(bytes.fromhex("".join(pairs)), "utf-8", "cp1252") or ""


def _decoded_blocks(text: str, narrow: bytes) -> Iterator[Replacement]:
    end = 0
    for possible in _MAY_BE_BLOCK.finditer(narrow):
        start = possible.start()
        if start < end:
            continue
        if pairs := _PAIRS.match(text, start):
            end = pairs.end()
            yield from _from_pairs(text, start, end)
            continue
        raw = text[start : possible.end()]
        if raw.isalpha() and (raw.islower() or raw.isupper() or raw.istitle()):
            continue  # a word
        word = _WORD.match(text, start)
        if word is not None:
            end = word.end()
            yield from _from_word(word[0], start)


def _from_pairs(text: str, start: int, end: int) -> Iterator[Replacement]:
    """Yield the text within a row of hexadecimal numbers, which may have other numbers around it."""
    groups = [(g.start(), g.end(), bytes.fromhex(g[1])) for g in _HEX_GROUP.finditer(text, start, end)]
    for is_text, row in groupby(groups, lambda g: min(g[2]) >= 0x20):
        if is_text and not (yield from _from_row(text, (held := list(row)))):
            for is_ascii, part in groupby(held, lambda g: g[2].isascii()):
                if is_ascii:
                    yield from _from_row(text, list(part))


def _from_row(text: str, row: Sequence[tuple[int, int, bytes]]) -> Generator[Replacement, None, bool]:
    start, end = row[0][0], row[-1][1]
    new = _from_hex(text[start:end])
    if new:
        yield Replacement(start, end, f" {new} ", True)
    return bool(new)


def _from_word(word: str, start: int) -> Iterator[Replacement]:
    if new := _from_base64(word) or _from_hex(word):
        yield Replacement(start, start + len(word), f" {new} ", True)
        return
    at = 0
    for piece in _SEPARATORS.split(word):  # a path, or a list of blocks
        if new := _from_base64(piece) or _from_hex(piece):
            yield Replacement(start + at, start + at + len(piece), f" {new} ", True)
        at += len(piece) + 1


def _from_hex(raw: str) -> str | None:
    digits = _NOT_HEX.sub("", raw.replace("0x", ""))
    if len(digits) < _MIN_BLOCK or len(digits) % 2 or not _HEX.fullmatch(raw):
        return None
    new = _decoded_text(bytes.fromhex(digits))
    if new is None or not _is_text(new) or (digits.isdigit() and not _NAMES.fullmatch(new)):
        return None
    return new


def _from_base64(raw: str) -> str | None:
    bare = raw.rstrip("=")
    if len(raw) < _MIN_BLOCK or len(bare) % 4 == 1 or bare.islower() or bare.isupper() or not bare.strip("0123456789"):
        return None
    if bare.isalpha() and bare.istitle():
        return None  # a word
    try:
        data = base64.b64decode(bare.replace("-", "+").replace("_", "/") + "=" * (-len(bare) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None
    new = _decoded_text(data)
    return new if new and _is_text(new) else None


def _decoded_text(data: bytes, *codecs: str) -> str | None:
    """Return the bytes as printable text, or None."""
    if data[1::2].count(0) > len(data) // 4:
        codecs = ("utf-16-le",)
    elif data[::2].count(0) > len(data) // 4:
        codecs = ("utf-16-be",)
    for codec in codecs or ("utf-8",):
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            continue
        if text and all(map(_is_readable, text)):
            return text
    return None


def _is_readable(ch: str) -> bool:
    return ch in "\t\n\r" or unicodedata.category(ch) not in _UNREADABLE


def _is_text(text: str) -> bool:
    """Return whether a decoded block is text: at least a third of it letters, spaces and digits, as in JSON."""
    letters = sum(ch.isalpha() for ch in text)
    return letters >= _MIN_LETTERS and 3 * sum(ch.isalnum() or ch in " \t\r\n" for ch in text) >= len(text)


_LETTERS_OF_DIGIT = {"0": "o", "1": "li", "3": "e", "4": "ah", "5": "s", "6": "bg", "8": "b"}
_CACHE = 16_384
_MOST_READINGS = 16
_FEWEST_LETTERS, _MOST_DIGITS = 3, 3
_LONGEST_MISREAD = 32
_WORDY = 4  # letters of a word that ends before a digit: "Rocephin1g"
_UNITS = frozenset("g mg mcg kg ml l x h hr d wk mo cm mm u units tab tabs cap caps puff puffs and of in".split())  # noqa: SIM905

_MAY_BE_MISREAD: re2._Regexp[bytes] = re2.compile(
    rb"[A-Z][a-z]{0,30}[0134568]{1,2}[A-Za-z]|[A-Z][0134568][A-Z]|[0134568][a-z]{3}"
)
_MISREAD_TOKEN = re.compile(rf"(?<![\w@/\\#=%&.+*])[A-Za-z0134568]{{4,{_LONGEST_MISREAD}}}(?![\w@/\\=%&*])")


def misread_words(text: str) -> list[Replacement]:
    """Return the words with digits for letters and the reading of each, in order and without overlaps.

    A reading is as long as its word.
    """
    found: list[Replacement] = []
    end = 0
    for m in _MAY_BE_MISREAD.finditer(text.encode("ascii", "replace")):  # one byte a character
        start = m.start()
        if start < end:
            continue
        while start > end and text[start - 1].isalnum() and m.start() - start < _LONGEST_MISREAD:
            start -= 1
        token = _MISREAD_TOKEN.match(text, start)
        if token and (reading := _reading_of(token[0])):
            found.append(Replacement(*token.span(), reading))
            end = token.end()
    return found


@lru_cache(maxsize=_CACHE)
def _reading_of(token: str) -> str | None:
    """Return what a word with digits reads as, or None for a code or a quantity."""
    digits = sum(map(str.isdigit, token))
    if not 0 < digits <= _MOST_DIGITS or len(token) - digits < max(_FEWEST_LETTERS, digits) or token[-1].isdigit():
        return None
    if token.lower() in medicine.terms():
        return None
    readings = list(_possible_words(token))
    listed = next((r for r in readings if _is_listed_name(r.lower())), None)
    if not token[0].isupper() or not all(c.isdigit() or c.islower() for c in token[1:]):
        is_written_so = token.upper() == token or (token[0].isdigit() and token[1:] == token[1:].lower())
        return listed if is_written_so else None
    known = listed or next((r for r in readings if is_word(r.lower())), None)
    return known or (None if _is_word_with_number(token) else readings[0])


def _possible_words(token: str) -> Iterator[str]:
    """Yield the words that a word with digits may be, in the case in which it is written."""
    upper = token.upper() == token
    for letters in islice(product(*(_LETTERS_OF_DIGIT.get(c, c) for c in token)), _MOST_READINGS):
        word = "".join(letters)
        yield word.upper() if upper else word.capitalize()


def _is_listed_name(word: str) -> bool:
    return word in names.given() or word in names.family()


def _is_word_with_number(token: str) -> bool:
    """Return whether a number stands between two words: "Rocephin1g", "Day3of"."""
    head, tail = re.split("[0-9].*[0-9]|[0-9]", token, maxsplit=1)
    return (len(head) >= _WORDY and is_word(head.lower())) or tail in _UNITS
