"""Stand-ins of what people are reached by: numbers and addresses that nobody has.

They are fictitious on purpose and look it: no mail, call or click that follows from a released record reaches anybody.
An address is taken apart, so that "jane.doe82@mgh.org" has the stand-ins of Jane and of Doe, of 82, and of the domain.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from redactor.entities import Entity
from redactor.text import Mention
from relex.generators._shared import network_addresses, phones, usernames
from relex.generators._shared.spelling import bare, canonical, is_silent, rendered
from relex.generators._shared.usernames import Reader
from relex.generators.identifiers import number, standins
from relex.parts import Context, Kind, Part, Pieces
from relex.prf import KeyedChoice

_E = Entity
_AT = re.compile(r"(?: {0,2}(?:\[at\]|\(at\)|[@\uff20\ufe6b])[ \r\n]{0,3})|(?<=\S) at (?=\S)", re.I)
_DOMAIN = re.compile(
    r"[^\s@<>,;:/?#()\[\]\"']+(?: ?(?:\[dot\]|\(dot\)| dot ) ?[^\s@<>,;:/?#()\[\]\"']+| \. [^\s@<>,;:/?#()\[\]\"']+)*",
    re.I,
)
_LOCAL_STOPS = frozenset(' \t\n\r@\uff20\ufe6b<>,;:()[]"/')
_NET_WORDS = frozenset(["ip", "ipv", "address", "addr", "host", "port", "from", "to", "and", "or", "src", "dst"])
_URL = re.compile(
    r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]{1,20}://)?(?:[^\s/@?#]{0,256}@)?(?P<host>[^\s/?#:@]{1,256})(?P<port>:\d{1,5}(?!\d))?"
)
_UUID = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
_STEP = re.compile(r"%[0-9A-Fa-f]{2}|[^\W_]+|[\W_]")
_LONGEST = 1_024  # characters; what is longer is one opaque value
_MOST = 100  # steps of a path, signs between them included


class Contacts:
    """Telephones, mail and web addresses, user names, addresses of the net."""

    entities = frozenset({
        _E.TELEPHONE_NUMBER, _E.FAX_NUMBER, _E.EMAIL, _E.URL, _E.IP_ADDRESS, _E.MAC_ADDRESS, _E.USERNAME,
    })  # fmt: skip
    kinds = frozenset({Kind.PHONE, Kind.DOMAIN, Kind.HANDLE, Kind.PATH, Kind.IP, Kind.MAC})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """By the entity. The level is the site's where all people that an address names are the site's alone."""
        value, reader = mention.value, Reader(context)
        if len(value) > _LONGEST:
            found = number(value)
        elif mention.entity in (_E.TELEPHONE_NUMBER, _E.FAX_NUMBER):
            found = _phones(value, reader)
        elif mention.entity is _E.EMAIL:
            found = _web(value, reader) if "/" in value and not _AT.search(value) else _mail(value, reader)
        elif mention.entity is _E.URL:
            found = _web(value, reader)
        elif mention.entity is _E.IP_ADDRESS:
            found = _addresses(value, reader)
        elif mention.entity is _E.MAC_ADDRESS and canonical(value):
            found = _mac(value)
        else:
            found = reader.read(value)
        items = tuple(found)
        if (told := canonical(value)) and not any(isinstance(item, Part) for item in items):
            items = tuple(number(value))
        elif not told and not all(map(is_silent, value)):
            items = (Part(Kind.HANDLE, unicodedata.normalize("NFKC", value), value),)
        return Pieces(items, reader.level())

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Fictitious ones; see phones, nets and handles."""
        told = part.canonical
        if part.kind is Kind.PHONE:
            return phones.candidates(told, part.subkind, choice)
        if part.kind is Kind.DOMAIN:
            return network_addresses.domains(told, choice)
        if part.kind is Kind.IP:
            return network_addresses.addresses(told, choice)
        if part.kind is Kind.MAC:
            return network_addresses.macs(told, choice)
        if part.kind is Kind.PATH:
            return standins(told, choice.bound("path"))
        return usernames.candidates(told, choice)

    def render(self, part: Part, standin: str) -> str:
        """In the spelling found. Names of people as addresses have them."""
        if part.kind is Kind.DOMAIN:
            return network_addresses.render_domain(part.surface, standin)
        if part.kind is Kind.IP:
            return network_addresses.render_address(part.surface, standin)
        if part.kind is Kind.MAC:
            return network_addresses.render_mac(part.surface, standin)
        if part.kind is Kind.PATH and part.surface[0] == "%":
            return standin.lower()  # an escaped letter: what it stood for is gone
        if part.kind is Kind.HANDLE:
            return usernames.render(part, standin)
        if part.kind in (Kind.GIVEN, Kind.FAMILY, Kind.LETTER):
            return usernames.addressed(part, standin)
        return rendered(part.surface, standin)


def _phones(value: str, reader: Reader) -> Iterator[str | Part]:
    at = 0
    for start, end in phones.chunks(value):
        yield from reader.read(value[at:start], usernames.SIGNS)
        yield from phones.number(value[start:end])
        at = end
    yield from reader.read(value[at:], usernames.SIGNS if at else frozenset())


def _mail(value: str, reader: Reader) -> Iterator[str | Part]:
    at = 0
    for sign in _AT.finditer(value):
        start = sign.start()
        while start > at and value[start - 1] not in _LOCAL_STOPS:
            start -= 1
        domain = _DOMAIN.match(value, sign.end())
        if domain is None or start < at:
            continue
        yield from reader.read(value[at:start])
        yield from reader.read(value[start : sign.start()])
        yield sign[0]
        name = domain[0].rstrip(".")
        yield from network_addresses.host(name)
        at = sign.end() + len(name)
    yield from _path(value[at:], reader) if value[at : at + 1] == "?" else reader.read(value[at:])


def _web(value: str, reader: Reader) -> Iterator[str | Part]:
    lead = len(value) - len(value.lstrip(" \t\r\n<([\"'"))
    if lead:
        yield value[:lead]
    rest = value[lead:]
    found = _URL.match(rest)
    scheme = found["scheme"] if found else None
    if rest[:4].lower() == "urn:" or found is None:
        yield from _path(rest, reader)
    elif not scheme and ("@" in rest.split("/")[0] or rest[:7].lower() == "mailto:"):
        yield from _mail(rest, reader)
    elif not scheme and "." not in found["host"]:
        yield from _phones(rest, reader) if rest[:4].lower() == "tel:" else _path(rest, reader)
    else:
        if scheme:
            yield scheme
        start, end = found.span("host")
        if user := rest[len(scheme or "") : start]:
            yield from reader.read(user)
        name = found["host"].rstrip(".,;")
        yield from network_addresses.host(name) if name else ()
        port = found["port"] if len(name) == end - start else None
        if port:
            yield port
        yield from _path(rest[start + len(name) + len(port or "") :], reader)


def _path(text: str, reader: Reader) -> Iterator[str | Part]:
    """Path, query and fragment: page words, names, numbers, and what says nothing to us."""
    at = 0
    for found in _UUID.finditer(text):
        yield from _steps(text[at : found.start()], reader)
        yield from number(found[0])
        at = found.end()
    yield from _steps(text[at:], reader)


def _steps(text: str, reader: Reader) -> Iterator[str | Part]:
    tokens = _STEP.findall(text)
    if "".join(tokens) != text or len(tokens) > _MOST:
        yield from number(text)
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
            yield from map(_opaque, reader.read(token, usernames.PAGES))
        elif bare(token[0]):
            yield from number(token)
        else:
            yield from reader.read(token)


def _opaque(item: str | Part) -> str | Part:
    if isinstance(item, Part) and item.kind is Kind.HANDLE:
        return Part(Kind.PATH, canonical(item.surface), item.surface)
    return item


def _addresses(value: str, reader: Reader) -> Iterator[str | Part]:
    at = 0
    spans = sorted(
        {m.span() for regex in (network_addresses.IPV4, network_addresses.IPV6) for m in regex.finditer(value)}
    )
    for start, end in spans:
        if start < at:
            continue
        yield from _beside_address(value[at:start], reader)
        yield from network_addresses.address(value[start:end])
        at = end
    if at:
        yield from _beside_address(value[at:], reader)
    elif canonical(value):
        first = next(i for i, c in enumerate(value) if not is_silent(c) or bare(c))
        if first:
            yield value[:first]
        yield Part(Kind.IP, canonical(value), value[first:])
    elif value:
        yield value


def _beside_address(text: str, reader: Reader) -> Iterator[str | Part]:
    """What stands beside an address: the length of a net's prefix and a port stay."""
    found = re.match(r"(?:/\d{1,3}|:\d{1,5})(?![\w.])", text)
    if found:
        yield found[0]
    yield from reader.read(text[found.end() if found else 0 :], _NET_WORDS)


def _mac(value: str) -> Iterator[str | Part]:
    first = next(i for i, c in enumerate(value) if bare(c))
    last = next(i for i in range(len(value), 0, -1) if bare(value[i - 1]))
    if first:
        yield value[:first]
    yield network_addresses.mac(value[first:last])
    if last < len(value):
        yield value[last:]
