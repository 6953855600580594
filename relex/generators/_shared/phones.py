"""Telephone numbers: who can be called stays roughly where they were, and nobody can be called.

North America: another area code of the same state and 555-01xx, which is kept for fiction. The line hangs on the last
seven digits, so that "734-1234" agrees with "(617) 734-1234". Elsewhere the country code stays, with the ranges that
regulators keep for fiction in Britain, Australia, France and Germany, and with 555 before the line in the others.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from redactor.lexicon.area_codes import like
from relex.generators._shared.number_permutation import permuted
from relex.parts import Kind, Part
from relex.prf import KeyedChoice

EXTENSION = "ext"  # sub of numbers of up to six digits: extensions, pagers

_CHUNK = re.compile(r"\+?\d(?:[^\w,;|#\n+]{0,4}\d|_\d)*")
_VANITY = re.compile(r"(?:[-. ]?[A-Z]{3,8}){1,2}(?:[-. ]?\d{1,4})?(?![^\W_])")
_GROUPS = ("ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ")
_KEYS = {c: str(key) for key, group in enumerate(_GROUPS, 2) for c in group}
_SHORT, _LOCAL, _NATIONAL, _LONGEST = 6, 7, 10, 16
_LINES = 100
_WIDE = "17"
_PAIRS = re.compile(r"2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]")
# Country -> what a national number begins with, and what is kept for fiction there (Ofcom, ACMA, ARCEP, BNetzA).
_FICTION = {
    "44": (("7", "7700900"), ("20", "2079460"), ("80", "808157"), ("", "1632960")),
    "61": (("4", "491570"), ("2", "25550"), ("3", "35550"), ("7", "75550"), ("8", "85550")),
    "33": (("1", "19900"), ("2", "26191"), ("3", "35301"), ("4", "46571"), ("5", "53649"), ("", "63998")),
    "49": (("1", "17139200"), ("40", "4066969"), ("69", "6990009"), ("89", "8999998"), ("", "3023125")),
}


def chunks(value: str) -> Iterator[tuple[int, int]]:
    """Where numbers stand: digits with at most a few signs between them, and letters that stand for digits."""
    if sum(c.isdecimal() for c in value) in (_NATIONAL, _NATIONAL + 1):
        value = value.replace("\n", " ")  # one number, over the end of a line
    at = 0
    while found := _CHUNK.search(value, at):
        end = found.end()
        if (
            _count(found[0]) <= _SHORT
            and (letters := _VANITY.match(value, end))
            and _count(value[found.start() : letters.end()]) in (_LOCAL, _NATIONAL, _NATIONAL + 1)
        ):
            end = letters.end()
        yield found.start(), end
        at = end


def _count(text: str) -> int:
    return sum(c.isalnum() for c in text)


def number(chunk: str) -> Iterator[str | Part]:
    """A chunk as what stays (an international prefix) and what is called; an extension that follows is apart."""
    told = [(i, _KEYS[c] if c in _KEYS else str(unicodedata.decimal(c))) for i, c in enumerate(chunk) if c.isalnum()]
    digits = "".join(d for _, d in told)
    start, end, country = _parsed(chunk, digits, [i for i, _ in told])
    first = told[start][0]
    after = told[end - 1][0] + 1
    if first:
        yield chunk[:first]
    yield _part(country + digits[start:end], chunk[first:after])
    if end < len(told):
        then = told[end][0]
        if then > after:
            yield chunk[after:then]
        yield _part(digits[end:], chunk[then:])


def _part(canonical: str, surface: str) -> Part:
    return Part(Kind.PHONE, canonical, surface, EXTENSION if len(canonical) <= _SHORT else "")


def _parsed(chunk: str, digits: str, places: list[int]) -> tuple[int, int, str]:
    """Which digits are the subscriber's, from and to, and "+" with the country's where it is another."""
    n = len(digits)
    abroad = 0 if chunk[0] == "+" else 2 if digits[:2] == "00" else 3 if digits[:3] == "011" else -1
    if abroad >= 0 and n - abroad > _LOCAL:
        rest = digits[abroad:]
        if rest[0] == "1" and n - abroad > _NATIONAL:
            return abroad + 1, min(n, abroad + 1 + _NATIONAL), ""
        code = 1 if rest[0] in _WIDE else 2 if _PAIRS.match(rest) else 3
        start = abroad + code
        trunk = digits[start] == "0" and chunk[places[start] - 1] == "("
        return start + trunk, n, "+" + rest[:code]
    if digits[0] != "0" and _NATIONAL <= n <= _LONGEST:
        start = int(digits[0] == "1" and n > _NATIONAL)
        return start, start + _NATIONAL, ""
    return 0, n, ""


def candidates(canonical: str, subkind: str, choice: KeyedChoice) -> Iterator[str]:
    """Digits in place of those of a part: as many as it has, without the country's."""
    code = 0
    if canonical[0] == "+":
        code = 2 if canonical[1] in _WIDE else 3 if _PAIRS.match(canonical, 1) else 4
    if subkind == EXTENSION or len(canonical) - code > _LONGEST:
        yield from permuted(canonical[code:], choice.bound("phone"))
    elif code:
        yield from _foreign(canonical, canonical[1:code], canonical[code:], choice)
    elif len(canonical) == _NATIONAL and canonical[0] != "0":
        yield from _american(canonical, choice)
    elif len(canonical) == _LOCAL:
        line = choice.number(_LINES, "line", canonical)
        yield from _others((f"55501{(line + step) % _LINES:02d}" for step in range(_LINES)), canonical)
        yield from _others((f"5550{rest:03d}" for rest in range(200, 1000)), canonical)
    elif canonical[0] == "0":
        country = "44" if len(canonical) > _NATIONAL else "61" if canonical[1] in "48" else "33"
        for told in _foreign(canonical, country, canonical[1:], choice):
            yield "0" + told
    else:
        yield from _foreign(canonical, "", canonical, choice)


def _others(told: Iterator[str], canonical: str) -> Iterator[str]:
    return (number for number in told if number != canonical)


def _american(canonical: str, choice: KeyedChoice) -> Iterator[str]:
    line = choice.number(_LINES, "line", canonical[3:])
    for codes in like(canonical[:3]):
        if codes:
            area = choice.number(len(codes), "area", canonical)
            for step in range(len(codes) * _LINES):
                turn, at = divmod(step, len(codes))
                told = f"{codes[(area + at) % len(codes)]}55501{(line + turn) % _LINES:02d}"
                if told != canonical:
                    yield told


def _foreign(canonical: str, country: str, national: str, choice: KeyedChoice) -> Iterator[str]:
    n = len(national)
    for begins, fiction in _FICTION.get(country, ()):
        if national.startswith(begins) and n >= len(fiction) + 2:
            break
    else:
        fiction = ""
    head = 0 if fiction else max(0, n - _LOCAL)
    size = 10 ** (n - len(fiction) if fiction else head + max(0, n - head - 3))
    start = choice.number(size, "abroad", canonical)
    for step in range(min(size, 512)):
        at = (start + step * 7_919) % size
        if fiction:
            told = f"{fiction}{at:0{n - len(fiction)}d}"
        else:
            rest = f"{at:0{n - 3}d}"
            told = f"{_not_zero(rest[:head])}555{rest[head:]}"
        if told != national:
            yield told


def _not_zero(head: str) -> str:
    return str(1 + int(head[0]) % 9) + head[1:] if head else ""
