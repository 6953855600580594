"""Makes stand-ins for IP and MAC addresses from ranges reserved for documentation, benchmarks and local use.

RFC 5737 and RFC 3849 (documentation), RFC 2544 (benchmarks, which has enough addresses for a site), IEEE 802 (the bit
of local administration).
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from redactor.entities import Entity
from redactor.text import Mention
from relex.generators._shared.contact_pieces import NameReader, contact_pieces
from relex.generators._shared.numbers import number_candidates
from relex.generators._shared.spelling import base_characters, canonical, in_spelling_of, is_space_or_punctuation
from relex.generators._shared.web_pieces import IPV4, IPV6, ip_pieces
from relex.identity.people import Context
from relex.parts import Kind, Part, Pieces
from relex.prf import KeyedChoice

_NETS = ("192.0.2", "198.51.100", "203.0.113", *(f"198.{b}.{c}" for b in (18, 19) for c in range(256)))
_HOSTS = 254
_IPV6_NET = 0x2001_0DB8 << 96
_IPV6_GROUP = 4  # digits
_MAC_DIGITS = 12
_WORDS_BESIDE = frozenset(["ip", "ipv", "address", "addr", "host", "port", "from", "to", "and", "or", "src", "dst"])


class NetworkAddresses:
    """Replaces IP addresses of both versions and MAC addresses."""

    entities = frozenset({Entity.IP_ADDRESS, Entity.MAC_ADDRESS})
    kinds = frozenset({Kind.IP, Kind.MAC})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """Split addresses off as parts; prefix lengths, ports and words such as "host" stay."""
        if mention.entity is Entity.IP_ADDRESS:
            return contact_pieces(mention, context, _split_ip)
        return contact_pieces(mention, context, _split_mac)

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Yield addresses that nobody has, of the version found."""
        return (_mac_candidates if part.kind is Kind.MAC else _ip_candidates)(part.canonical, choice)

    def render(self, part: Part, standin: str) -> str:
        """Return the stand-in in the notation found."""
        return (_render_mac if part.kind is Kind.MAC else _render_ip)(part.surface, standin)


# --- IP addresses ---------------------------------------------------------------------------------------------------


def _split_ip(value: str, reader: NameReader) -> Iterator[str | Part]:
    at = 0
    for start, end in sorted({m.span() for regex in (IPV4, IPV6) for m in regex.finditer(value)}):
        if start < at:
            continue
        yield from _beside_address(value[at:start], reader)
        yield from ip_pieces(value[start:end])
        at = end
    if at:
        yield from _beside_address(value[at:], reader)
    elif canonical(value):
        first = next(i for i, c in enumerate(value) if not is_space_or_punctuation(c) or base_characters(c))
        if first:
            yield value[:first]
        yield Part(Kind.IP, canonical(value), value[first:])
    elif value:
        yield value


def _beside_address(text: str, reader: NameReader) -> Iterator[str | Part]:
    """Yield the pieces of the text behind an address, where a prefix length and a port stay."""
    found = re.match(r"(?:/\d{1,3}|:\d{1,5})(?![\w.])", text)
    if found:
        yield found[0]
    yield from reader.read(text[found.end() if found else 0 :], _WORDS_BESIDE)


def _ip_candidates(address: str, choice: KeyedChoice) -> Iterator[str]:
    if ":" in address:
        for step in range(256):
            low = choice.integer(1 << 64, "ipv6", address, str(step))
            candidate = ipaddress.IPv6Address(_IPV6_NET | low).compressed
            if candidate != address:
                yield candidate
        return
    start = choice.integer(len(_NETS) * _HOSTS, "ipv4", address)
    for step in range(len(_NETS) * _HOSTS):
        net, at = divmod((start + step) % (len(_NETS) * _HOSTS), _HOSTS)
        if (candidate := f"{_NETS[net]}.{at + 1}") != address:
            yield candidate


def _render_ip(surface: str, standin: str) -> str:
    """Return all eight groups of IPv6 unless the original has "::", with leading zeros where the original has them."""
    if ":" not in standin:
        return standin
    groups = surface.split(":")
    text = standin
    if "::" not in surface:
        text = ipaddress.IPv6Address(standin).exploded
        if any(0 < len(group) < _IPV6_GROUP for group in groups) or not any(group[:1] == "0" for group in groups):
            text = ":".join(group.lstrip("0") or "0" for group in text.split(":"))
    return text.upper() if surface.isupper() else text


# --- MAC addresses --------------------------------------------------------------------------------------------------


def _split_mac(value: str, reader: NameReader) -> Iterator[str | Part]:
    if not canonical(value):
        yield from reader.read(value)
        return
    first = next(i for i, c in enumerate(value) if base_characters(c))
    last = next(i for i in range(len(value), 0, -1) if base_characters(value[i - 1]))
    if first:
        yield value[:first]
    yield Part(Kind.MAC, canonical(value[first:last]), value[first:last])
    if last < len(value):
        yield value[last:]


def _mac_candidates(digits: str, choice: KeyedChoice) -> Iterator[str]:
    """Yield hexadecimal digits; 48 bits become a locally administered address, and other values are permuted."""
    if len(digits) > 2 * _MAC_DIGITS or any(c not in "0123456789ABCDEF" for c in digits):
        yield from number_candidates(digits, choice.derive("mac"))
        return
    for step in range(256):
        at = choice.integer(16 ** len(digits), "mac", digits, str(step))
        if len(digits) == _MAC_DIGITS:
            at = at & ~(3 << 40) | 2 << 40
        candidate = f"{at:0{len(digits)}X}"
        if candidate != digits:
            yield candidate


def _render_mac(surface: str, standin: str) -> str:
    """Return the stand-in with the separators found, in capitals unless the original has no capital letter."""
    text = in_spelling_of(surface, standin)
    return text if any(c.isupper() for c in surface) else text.lower()
