"""Splits mail and web addresses into names, hosts and paths, and makes up host names.

"jane.doe82@mgh.org" has the stand-ins of Jane and of Doe, of 82, and of the domain.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from relex.generators._shared.contact_pieces import PAGE_WORDS, NameReader
from relex.generators._shared.numbers import number_pieces
from relex.generators._shared.phone_parser import split_phones
from relex.generators._shared.spelling import base_characters, canonical
from relex.parts import Kind, Part
from relex.prf import KeyedChoice
from relex.text_forms import folded

# --- Made-up words ----------------------------------------------------------------------------------------------------

_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"
_SYLLABLES = len(_CONSONANTS) * len(_VOWELS)
_SPACE = _SYLLABLES**4
_STRIDE = 7_368_787
_CANDIDATES = 256


def syllable_words(choice: KeyedChoice, *values: str) -> Iterator[str]:
    """Yield 256 pronounceable words of four open syllables each; the choice depends on `values`."""
    at = choice.integer(_SPACE, *values)
    for step in range(_CANDIDATES):
        rest, out = (at + step * _STRIDE) % _SPACE, ""
        for _ in range(4):
            rest, syllable = divmod(rest, _SYLLABLES)
            out += _CONSONANTS[syllable // len(_VOWELS)] + _VOWELS[syllable % len(_VOWELS)]
        yield out


# --- Hosts ------------------------------------------------------------------------------------------------------------

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
    """Yield the pieces of a host: labels of services in front ("www") stay, the rest is a DOMAIN part, an IP address an
    IP part.
    """
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
    """Yield an IP address as a part; brackets around it stay."""
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
    """Yield sub-domains of example.com, .org and .net (RFC 2606) under the most similar top level."""
    labels = name.split(".")
    top = next((_TOP_LEVELS[label] for label in reversed(labels[1:]) if label in _TOP_LEVELS), "com")
    for label in syllable_words(choice, "domain", name):
        yield f"{label}.example.{top}"


def render_domain(surface: str, standin: str) -> str:
    """Return the stand-in with dots as the original writes them ("[dot]"), in capitals where the original is."""
    dots = [dot for dot in _DOTS.findall(surface) if dot != "."]
    text = standin.replace(".", dots[0]) if dots else standin
    return text.upper() if surface.isupper() else text


# --- Mail and web addresses -------------------------------------------------------------------------------------------

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
    """Yield mail addresses and the text around them: local parts as names, domains as DOMAIN parts, a query
    as a path.
    """
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
    """Yield a URL as pieces: scheme and port stay, the host is a DOMAIN or IP part; mailto: and tel: as what
    follows.
    """
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
    """Yield path, query and fragment: page words stay; names, numbers and unknown words are parts."""
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
    """Turn a word of a path that is nobody's name into a PATH part, not a HANDLE."""
    if isinstance(item, Part) and item.kind is Kind.HANDLE:
        return Part(Kind.PATH, canonical(item.surface), item.surface)
    return item
