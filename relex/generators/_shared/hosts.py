"""Hosts in mail and web addresses: their names, IP addresses, and stand-ins in the example domains of RFC 2606."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from relex.generators._shared.syllables import syllable_words
from relex.parts import Kind, Part
from relex.prf import KeyedChoice
from relex.text_forms import folded

IPV4 = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\d)")
IPV6 = re.compile(r"(?<![\w:.])(?:[0-9A-Fa-f]{0,4}:){2,7}(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9A-Fa-f]{0,4})(?![\w:])")
_SERVICE_WORDS = """
www mail webmail smtp ftp sftp my mychart myhealth portal patient patients secure connect login pay ehr emr files vpn
apps app remote api fhir pacs images schedule appointments forms research intranet
"""
_SERVICE_LABELS = frozenset(_SERVICE_WORDS.split())
_TOP_LEVELS = {"org": "org", "edu": "org", "gov": "org", "mil": "org", "net": "net"}
_DOTS = re.compile(r"\s*(?:\[dot\]|\(dot\)|\sdot\s|\.)\s*", re.I)


def host_pieces(text: str) -> Iterator[str | Part]:
    """A host: labels of services in front ("www") stay, the rest is a DOMAIN part; an IP address is an IP part."""
    if IPV4.fullmatch(text) or IPV6.fullmatch(text.strip("[]")):
        yield from ip_pieces(text)
        return
    labels = text.split(".")
    at = 0
    while at < len(labels) - 2 and labels[at].lower() in _SERVICE_LABELS:
        at += 1
    head = "".join(f"{label}." for label in labels[:at])
    if head:
        yield head
    domain = text[len(head) :]
    name = ".".join(filter(None, _DOTS.split(folded(domain))))
    yield Part(Kind.DOMAIN, name or domain, domain)


def ip_pieces(text: str) -> Iterator[str | Part]:
    """An IP address as a part; brackets around it stay."""
    inner = text.strip("[]")
    start = text.index(inner)
    if start:
        yield text[:start]
    try:
        address = ipaddress.ip_address(inner).compressed
    except ValueError:
        address = folded(inner)
    yield Part(Kind.IP, address, inner)
    if start + len(inner) < len(text):
        yield text[start + len(inner) :]


def domain_candidates(name: str, choice: KeyedChoice) -> Iterator[str]:
    """Sub-domains of example.com, .org and .net; the top level is the most similar one."""
    labels = name.split(".")
    top = next((_TOP_LEVELS[label] for label in reversed(labels[1:]) if label in _TOP_LEVELS), "com")
    for label in syllable_words(choice, "domain", name):
        yield f"{label}.example.{top}"


def render_domain(surface: str, standin: str) -> str:
    """With dots as the original writes them ("[dot]"), in capitals where it is."""
    dots = [dot for dot in _DOTS.findall(surface) if dot != "."]
    text = standin.replace(".", dots[0]) if dots else standin
    return text.upper() if surface.isupper() else text
