"""Mail and web addresses taken apart: names, hosts, paths.

"jane.doe82@mgh.org" has the stand-ins of Jane and of Doe, of 82, and of the domain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from relex.generators._shared.hosts import host_pieces
from relex.generators._shared.name_reader import PAGE_WORDS, NameReader
from relex.generators._shared.numbers import number_pieces
from relex.generators._shared.phone_parser import split_phones
from relex.generators._shared.spelling import base_characters, canonical
from relex.parts import Kind, Part

AT_SIGN = re.compile(r"(?: {0,2}(?:\[at\]|\(at\)|[@\uff20\ufe6b])[ \r\n]{0,3})|(?<=\S) at (?=\S)", re.I)
_DOMAIN = re.compile(
    r"[^\s@<>,;:/?#()\[\]\"']+(?: ?(?:\[dot\]|\(dot\)| dot ) ?[^\s@<>,;:/?#()\[\]\"']+| \. [^\s@<>,;:/?#()\[\]\"']+)*",
    re.I,
)
_ENDS_LOCAL_PART = frozenset(' \t\n\r@\uff20\ufe6b<>,;:()[]"/')
_URL = re.compile(
    r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]{1,20}://)?(?:[^\s/@?#]{0,256}@)?(?P<host>[^\s/?#:@]{1,256})(?P<port>:\d{1,5}(?!\d))?"
)
_UUID = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
_PATH_TOKEN = re.compile(r"%[0-9A-Fa-f]{2}|[^\W_]+|[\W_]")
_MAX_PATH_TOKENS = 100


def split_mail(value: str, reader: NameReader) -> Iterator[str | Part]:
    """Mail addresses and the text around them: local parts as names, domains as DOMAIN parts, a query as a path."""
    at = 0
    for sign in AT_SIGN.finditer(value):
        start = sign.start()
        while start > at and value[start - 1] not in _ENDS_LOCAL_PART:
            start -= 1
        domain = _DOMAIN.match(value, sign.end())
        if domain is None or start < at:
            continue
        yield from reader.read(value[at:start])
        yield from reader.read(value[start : sign.start()])
        yield sign[0]
        name = domain[0].rstrip(".")
        yield from host_pieces(name)
        at = sign.end() + len(name)
    yield from _split_path(value[at:], reader) if value[at : at + 1] == "?" else reader.read(value[at:])


def split_url(value: str, reader: NameReader) -> Iterator[str | Part]:
    """A URL: scheme and port stay, the host is a DOMAIN or IP part; mailto: and tel: as what they hold."""
    lead = len(value) - len(value.lstrip(" \t\r\n<([\"'"))
    if lead:
        yield value[:lead]
    rest = value[lead:]
    found = _URL.match(rest)
    scheme = found["scheme"] if found else None
    if rest[:4].lower() == "urn:" or found is None:
        yield from _split_path(rest, reader)
    elif not scheme and ("@" in rest.split("/")[0] or rest[:7].lower() == "mailto:"):
        yield from split_mail(rest, reader)
    elif not scheme and "." not in found["host"]:
        yield from split_phones(rest, reader) if rest[:4].lower() == "tel:" else _split_path(rest, reader)
    else:
        if scheme:
            yield scheme
        start, end = found.span("host")
        if user := rest[len(scheme or "") : start]:
            yield from reader.read(user)
        name = found["host"].rstrip(".,;")
        yield from host_pieces(name) if name else ()
        port = found["port"] if len(name) == end - start else None
        if port:
            yield port
        yield from _split_path(rest[start + len(name) + len(port or "") :], reader)


def _split_path(text: str, reader: NameReader) -> Iterator[str | Part]:
    """Path, query and fragment: page words stay; names, numbers and unknown words are parts."""
    at = 0
    for found in _UUID.finditer(text):
        yield from _split_path_tokens(text[at : found.start()], reader)
        yield from number_pieces(found[0])
        at = found.end()
    yield from _split_path_tokens(text[at:], reader)


def _split_path_tokens(text: str, reader: NameReader) -> Iterator[str | Part]:
    tokens = _PATH_TOKEN.findall(text)
    if "".join(tokens) != text or len(tokens) > _MAX_PATH_TOKENS:
        yield from number_pieces(text)
        return
    for i, token in enumerate(tokens):
        if token[0] == "%" and len(token) > 1:
            if int(token[1:], 16) < 0x80 and not chr(int(token[1:], 16)).isalnum():
                yield token
            else:
                yield Part(Kind.PATH, canonical(token), token)
        elif len(token) == 1 and tokens[max(0, i - 1) : i + 2] in (["/", token], ["/", token, "/"]):
            yield token
        elif token.isalpha() and token.isascii():
            yield from map(_path_part, reader.read(token, PAGE_WORDS))
        elif base_characters(token[0]):
            yield from number_pieces(token)
        else:
            yield from reader.read(token)


def _path_part(item: str | Part) -> str | Part:
    """A word of a path that is nobody's name is a PATH part, not a HANDLE."""
    if isinstance(item, Part) and item.kind is Kind.HANDLE:
        return Part(Kind.PATH, canonical(item.surface), item.surface)
    return item
