"""Format-preserving permutation: a number goes to another of its shape, and no two of a shape to the same.

A plan says what a number and its stand-in have in common: the alphabet of each place, the schemes that it satisfies.
The numbers of a plan are counted (mixed radix), the keyed permutation of the count is walked until it gives a number
of the same plan: a bijection of the plan's numbers, whatever the plan is.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby, islice, pairwise
from math import prod
from string import ascii_uppercase, digits

from redactor.lexicon.check_digits import DEA, IBAN, NPI, ROUTING, ROUTING_STARTS, VIN, Scheme, schemes_of
from relex.generators._shared.number_labels import WITHIN
from relex.generators._shared.spelling import bare
from relex.prf import KeyedChoice

BLOCK = 64  # characters that are permuted together; what is longer goes block by block
_STEPS = 1_024  # of a walk within one plan
_TELLING = 5  # digits from which on a number needs not the letters that systems put in it
_FEW = 10  # letters that make an alphabet

# Capitals of a script, where its Unicode block holds more than what people write with.
_SCRIPTS = ((0x391, 0x3A9), (0x410, 0x42F), (0x5D0, 0x5EA), (0x627, 0x64A), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3))
_MBI = "ACDEFGHJKMNPQRTUVWXY"
_COUNTRIES = (
    " AD AE AT AU BA BE BG BR CA CH CL CN CO CR CY CZ DE DK DO EE ES FI FR GB GR GT HK HR HU ID IE IL IN IS IT JP KR "
    "KW LB LI LT LU LV MC MT MX MY NG NL NO NZ PA PE PH PK PL PR PT QA RO RS RU SA SE SG SI SK TH TR TW UA US VN ZA "
)
_SERIES = "EHVW"  # letters that systems put before every number of theirs, with eight to ten digits
_CARDS = (("4",), ("51", "52", "53", "54", "55"), ("34", "37"), ("6011",), ("65",),
          tuple(map(str, range(2221, 2721))))  # fmt: skip


class Alphabet:
    """What can stand at a place: tokens of one width. Equal alphabets are one object."""

    __slots__ = ("index", "tokens", "width")

    def __init__(self, tokens: tuple[str, ...]) -> None:
        self.tokens = tokens
        self.width = len(tokens[0])
        self.index = {token: i for i, token in enumerate(tokens)}


@dataclass(frozen=True, slots=True)
class Plan:
    """fields: the places of a number's body in order. schemes: what it satisfies, the first is completed.

    marks: bands that it lies in, beyond what its fields say.
    """

    fields: tuple[Alphabet, ...]
    schemes: tuple[Scheme, ...] = ()
    marks: tuple[Alphabet, ...] = ()

    @property
    def size(self) -> int:
        """How many bodies the alphabets have."""
        return prod([len(field.tokens) for field in self.fields])

    def count(self, number: str) -> int:
        """The number's place among them."""
        body = self.schemes[0].body(number) if self.schemes else number
        at = start = 0
        for field in self.fields:
            end = start + field.width
            at = at * len(field.tokens) + field.index[body[start:end]]
            start = end
        return at

    def number(self, at: int) -> str | None:
        """The number of a place; None where no check digit completes the body."""
        out: list[str] = []
        for field in reversed(self.fields):
            at, token = divmod(at, len(field.tokens))
            out.append(field.tokens[token])
        out.reverse()
        body = "".join(out)
        return self.schemes[0].complete(body) if self.schemes else body


def permuted(number: str, choice: KeyedChoice) -> Iterator[str]:
    """Stand-ins of a number in its canonical form, of its plan, never the number itself; none where it is alone."""
    if len(number) > BLOCK:
        yield from _long(number, choice)
        return
    plan = plan_of(number)
    size = plan.size
    if size < 2:
        return
    start = plan.count(number)
    shape = _shape(plan.schemes[0].body(number) if plan.schemes else number)
    for at in islice(choice.others(size, start, "number", shape), _STEPS):
        got = plan.number(at)
        if got is not None and plan_of(got) == plan:
            yield got


def _long(number: str, choice: KeyedChoice) -> Iterator[str]:
    """Block by block, each under a key of the whole."""
    whole = choice.bound("long number", number)
    blocks = [number[i : i + BLOCK] for i in range(0, len(number), BLOCK)]
    plans = [Plan(tuple(_places(block))) for block in blocks]
    sizes = [plan.size for plan in plans]
    counts = [plan.count(block) for plan, block in zip(plans, blocks, strict=True)]
    for turn in range(256):
        told = (
            plan.number(whole.permute(size, at, str(turn), str(i)))
            for i, (plan, size, at) in enumerate(zip(plans, sizes, counts, strict=True))
        )
        text = "".join(block for block in told if block is not None)
        if text != number:
            yield text


@lru_cache(maxsize=8_192)
def plan_of(number: str) -> Plan:
    """The plan of at most 64 letters and digits in canonical form: a function of the number alone."""
    schemes = schemes_of(number)
    if number.isascii() and number.isdigit():
        return Plan(_of_digits(number, schemes), schemes, _band(number) if ROUTING in schemes else ())
    return Plan(_of_letters(number, schemes), schemes)


# --- digits alone


def _of_digits(number: str, schemes: tuple[Scheme, ...]) -> tuple[Alphabet, ...]:
    """Check digits are the last of such numbers."""
    rest = number[:-1] if schemes else number
    if schemes and schemes[0] is ROUTING:
        starts = tuple(start for start in ROUTING_STARTS if (start < "10") is (rest < "1"))
        return (_tokens(starts), *_free(len(rest) - 2))
    if band := _band(number):
        return (*band, _serials() if not schemes else _thousand())
    if schemes and schemes[0] is NPI:
        return (_tokens((rest[0],)), *_free(len(rest) - 1))
    if schemes and 13 <= len(number) <= 19:
        for starts in _CARDS:
            if number.startswith(starts):
                return (_tokens(starts), *_free(len(rest) - len(starts[0])))
    return tuple(_run(number, len(rest)))


def _run(run: str, used: int) -> Iterator[Alphabet]:
    """A run of digits of which the first `used` are to be told: zeros in front stay, as does a year's century."""
    n = len(run)
    most = n - 3 if n > 3 else 1 if n == 3 else 0
    zeros = min(n - len(run.lstrip("0")), most)
    if zeros:
        yield _tokens(("0" * zeros,))
    if zeros < most:
        if not zeros and n >= 6 and "2000" <= run[:4] < "2030":
            yield _fives(run[:4])
            yield from _free(used - 4)
        else:
            yield _tokens(tuple(digits[1:]))
            yield from _free(used - zeros - 1)
    else:
        yield from _free(used - zeros)


def _band(number: str) -> tuple[Alphabet, ...]:
    """Area and group of what can be a social security number, within the band of the like; () where it can be none.

    Bands: areas given out by place until 2011 (those with zeros in front apart), areas given out since, areas of ITINs
    (never those of SSNs); groups to 49 and from 50 on, since only the latter are ITINs'.
    """
    if len(number) != 9 or number[5:] == "0000" or number[3:5] == "00" or number[:3] in ("000", "666"):
        return ()
    return _areas()[number[:3]], _groups()[number[3] >= "5"]


@cache
def _areas() -> dict[str, Alphabet]:
    later = {*range(734, 750), *range(773, 900)}
    bands: dict[int, list[str]] = {}
    for area in range(1, 1000):
        if area != 666:
            band = 4 if area >= 900 else 3 if area in later else (area >= 10) + (area >= 100)
            bands.setdefault(band, []).append(f"{area:03d}")
    return {area: alphabet for band in bands.values() for alphabet in (_tokens(tuple(band)),) for area in band}


@cache
def _groups() -> tuple[Alphabet, Alphabet]:
    return _tokens(tuple(f"{g:02d}" for g in range(1, 50))), _tokens(tuple(f"{g:02d}" for g in range(50, 100)))


@cache
def _serials() -> Alphabet:
    return _tokens(tuple(f"{serial:04d}" for serial in range(1, 10_000)))


@cache
def _fives(year: str) -> Alphabet:
    """The five years of two or four digits among which one lies."""
    first = int(year) - int(year) % 5
    return _tokens(tuple(str(first + i) for i in range(5)))


@cache
def _thousand() -> Alphabet:
    return _tokens(tuple(f"{n:03d}" for n in range(1000)))


@cache
def _free(count: int) -> tuple[Alphabet, ...]:
    """Decimal digits, three at a time."""
    return (_thousand(),) * (count // 3) + (_tokens(tuple(digits)),) * (count % 3)


# --- letters among them


def _of_letters(number: str, schemes: tuple[Scheme, ...]) -> tuple[Alphabet, ...]:
    main = schemes[0] if schemes else None
    body = main.body(number) if main else number
    if main is IBAN:
        return (_tokens((body[:2],)), *(_sorted(c, ascii_uppercase) for c in body[2:]))
    if main is VIN:
        maker = _tokens(tuple("12345")) if body[0] in "12345" else _sorted(body[0], _VIN_LETTERS)
        return (maker, *(_sorted(c, _VIN_LETTERS) for c in body[1:]))
    if main is DEA:
        first = "ABFM" if body[0] in "ABFM" else ascii_uppercase
        return (_tokens(tuple(first)), _tokens(tuple(ascii_uppercase)), *_run(number[2:], len(body) - 2))
    if number.isascii():
        if _is_uuid(number):
            variant = _sorted(number[16], "AB") if number[16] in "AB" else _tokens(("8", "9"))
            return (*(_hex(c) for c in number[:12]), _tokens((number[12],)), *(_hex(c) for c in number[13:16]), variant,
                    *(_hex(c) for c in number[17:]))  # fmt: skip
        if _is_mbi(number):
            return (_tokens(tuple(digits[1:])), *(_sorted(c, _MBI) for c in number[1:]))
        if _is_bic(number):
            branch = [_tokens(("XXX",))] if number[8:] == "XXX" else [_sorted(c, ascii_uppercase) for c in number[8:]]
            return (*(_sorted(c, ascii_uppercase) for c in number[:4]), _tokens((number[4:6],)),
                    *(_sorted(c, ascii_uppercase) for c in number[6:8]), *branch)  # fmt: skip
        if _is_hexadecimal(number):
            return tuple(_hex(c) for c in number)
    return tuple(_places(number))


def _places(number: str) -> Iterator[Alphabet]:
    """Letters to letters of their script, runs of digits to runs of digits; years ("S24-1234") to years near them."""
    if 9 <= len(number) <= 11 and number[0] in _SERIES and number[1:].isdigit() and number.isascii():
        yield _tokens((number[0],))
        number = number[1:]
    told = sum(c in digits for c in number) >= _TELLING
    for is_digit, group in groupby(number, lambda c: c in digits):
        run = "".join(group)
        if is_digit and len(run) != 3 and "15" <= run[:2] < "30":
            year = run[: 4 if len(run) >= 6 and "2000" <= run[:4] < "2030" else 2]
            yield _fives(year)
            yield from _free(len(run) - len(year))
        elif is_digit:
            yield from _run(run, len(run))
        elif told and run in WITHIN:
            yield _tokens((run,))
        else:
            yield from (script(c) for c in run)


_VIN_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"


def _is_uuid(number: str) -> bool:
    return (
        len(number) == 32
        and all(c in "0123456789ABCDEF" for c in number)
        and number[12] in "12345678"
        and number[16] in "89AB"
    )


def _is_mbi(number: str) -> bool:
    return (
        len(number) == 11
        and number[0] in digits[1:]
        and all(c in (_MBI if kind == "A" else digits if kind == "N" else _MBI + digits)
                for c, kind in zip(number[1:], "AXNAXNAANN", strict=True))
    )  # fmt: skip


def _is_hexadecimal(number: str) -> bool:
    """Eight characters or more, letters and digits in turn: what a single series letter before a number is not."""
    groups = sum(a.isdigit() != b.isdigit() for a, b in pairwise(number))
    return len(number) >= 8 and groups >= 3 and all(c in "0123456789ABCDEF" for c in number)


def _is_bic(number: str) -> bool:
    return len(number) in (8, 11) and number[:6].isalpha() and f" {number[4:6]} " in _COUNTRIES


def _sorted(ch: str, letters: str) -> Alphabet:
    """A digit's alphabet is the digits, a letter's the letters."""
    return _tokens(tuple(digits)) if ch in digits else _tokens(tuple(letters))


def _hex(ch: str) -> Alphabet:
    return _sorted(ch, "ABCDEF")


def _shape(body: str) -> str:
    return "".join(["9" if c in digits else "A" if c.isascii() else "Z" for c in body])


@lru_cache(maxsize=8_192)
def script(ch: str) -> Alphabet:
    """The letters of a canonical character's script and sort, itself among them."""
    if ch.isascii():
        return _tokens(tuple(ascii_uppercase))
    code = ord(ch)
    category = unicodedata.category(ch)
    for first, last in (*_SCRIPTS, (code & ~0xFF, code | 0xFF), (code & ~0xFFF, code | 0xFFF)):
        if first <= code <= last:
            found = _letters(first, last, category)
            if ch in found.index and len(found.tokens) >= _FEW:
                return found
    return _tokens((ch,))


@lru_cache(maxsize=256)
def _letters(first: int, last: int, category: str) -> Alphabet:
    """Characters of a range that stand for themselves in canonical forms; one that is none stands for the empty set."""
    found = tuple(c for c in map(chr, range(first, last + 1)) if unicodedata.category(c) == category and bare(c) == c)
    return _tokens(found or (chr(first),))


@cache
def _tokens(tokens: tuple[str, ...]) -> Alphabet:
    return Alphabet(tokens)
