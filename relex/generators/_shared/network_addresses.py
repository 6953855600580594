"""Hosts, network addresses and hardware addresses: examples, as the registries keep them for documents.

RFC 2606 (example.com, .org, .net), RFC 5737 and RFC 3849 (addresses), RFC 2544 (addresses for benchmarks, of which
there are enough for a site), IEEE 802 (the bit of local administration).
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from relex.generators._shared.spelling import canonical, rendered
from relex.generators._shared.usernames import syllables
from relex.generators.identifiers import standins
from relex.parts import Kind, Part, folded
from relex.prf import KeyedChoice

IPV4 = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\d)")
IPV6 = re.compile(r"(?<![\w:.])(?:[0-9A-Fa-f]{0,4}:){2,7}(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9A-Fa-f]{0,4})(?![\w:])")
_NETS = ("192.0.2", "198.51.100", "203.0.113", *(f"198.{b}.{c}" for b in (18, 19) for c in range(256)))
_HOSTS = 254
_NET6 = 0x2001_0DB8 << 96
_SERVED = """
www mail webmail smtp ftp sftp my mychart myhealth portal patient patients secure connect login pay ehr emr files vpn
apps app remote api fhir pacs images schedule appointments forms research intranet
"""
_SERVICES = frozenset(_SERVED.split())
_TOPS = {"org": "org", "edu": "org", "gov": "org", "mil": "org", "net": "net"}
_DOTS = re.compile(r"\s*(?:\[dot\]|\(dot\)|\sdot\s|\.)\s*", re.I)
_MAC = 12
_GROUP = 4


def host(text: str) -> Iterator[str | Part]:
    """A host's name: what it serves stays, the rest is a domain; an address is one."""
    if IPV4.fullmatch(text) or IPV6.fullmatch(text.strip("[]")):
        yield from address(text)
        return
    labels = text.split(".")
    at = 0
    while at < len(labels) - 2 and labels[at].lower() in _SERVICES:
        at += 1
    head = "".join(f"{label}." for label in labels[:at])
    if head:
        yield head
    told = text[len(head) :]
    name = ".".join(filter(None, _DOTS.split(folded(told))))
    yield Part(Kind.DOMAIN, name or told, told)


def domains(name: str, choice: KeyedChoice) -> Iterator[str]:
    """Sub-domains of the example domains, the top level as alike as they have it."""
    labels = name.split(".")
    top = next((_TOPS[label] for label in reversed(labels[1:]) if label in _TOPS), "com")
    for label in syllables(choice, "domain", name):
        yield f"{label}.example.{top}"


def render_domain(surface: str, standin: str) -> str:
    """With the dots found, when they are written out."""
    dots = [dot for dot in _DOTS.findall(surface) if dot != "."]
    text = standin.replace(".", dots[0]) if dots else standin
    return text.upper() if surface.isupper() else text


def address(text: str) -> Iterator[str | Part]:
    """An address of the net."""
    inner = text.strip("[]")
    start = text.index(inner)
    if start:
        yield text[:start]
    try:
        told = ipaddress.ip_address(inner).compressed
    except ValueError:
        told = folded(inner)
    yield Part(Kind.IP, told, inner)
    if start + len(inner) < len(text):
        yield text[start + len(inner) :]


def addresses(told: str, choice: KeyedChoice) -> Iterator[str]:
    """Addresses of the nets for documents, of the version found."""
    if ":" in told:
        for step in range(256):
            low = choice.number(1 << 64, "ipv6", told, str(step))
            got = ipaddress.IPv6Address(_NET6 | low).compressed
            if got != told:
                yield got
        return
    start = choice.number(len(_NETS) * _HOSTS, "ipv4", told)
    for step in range(len(_NETS) * _HOSTS):
        net, at = divmod((start + step) % (len(_NETS) * _HOSTS), _HOSTS)
        if (got := f"{_NETS[net]}.{at + 1}") != told:
            yield got


def render_address(surface: str, standin: str) -> str:
    """An address of version 6 in full where no "::" stands in the original, with zeros in front where it has them."""
    if ":" not in standin:
        return standin
    groups = surface.split(":")
    text = standin
    if "::" not in surface:
        text = ipaddress.IPv6Address(standin).exploded
        if any(0 < len(group) < _GROUP for group in groups) or not any(group[:1] == "0" for group in groups):
            text = ":".join(group.lstrip("0") or "0" for group in text.split(":"))
    return text.upper() if surface.isupper() else text


def macs(told: str, choice: KeyedChoice) -> Iterator[str]:
    """Hexadecimal digits; of 48 bits, addresses that are administered locally. Anything else is permuted."""
    if len(told) > 2 * _MAC or any(c not in "0123456789ABCDEF" for c in told):
        yield from standins(told, choice.bound("mac"))
        return
    for step in range(256):
        at = choice.number(16 ** len(told), "mac", told, str(step))
        if len(told) == _MAC:
            at = at & ~(3 << 40) | 2 << 40
        got = f"{at:0{len(told)}X}"
        if got != told:
            yield got


def mac(text: str) -> Part:
    """A hardware address in any of its notations."""
    return Part(Kind.MAC, canonical(text), text)


def render_mac(surface: str, standin: str) -> str:
    """With the separators found; in capitals where the original has letters and none of them is small."""
    text = rendered(surface, standin)
    return text if any(c.isupper() for c in surface) else text.lower()
