"""Permutes numbers within their format: same shape, and different stand-ins for different numbers.

A plan says what a number and its stand-in have in common: the alphabet of each position and the check-digit schemes.
The numbers of a plan are ranked (mixed radix). The keyed permutation of the ranks is walked until it gives a number of
the same plan, which is a bijection of the plan's numbers.
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
from relex.generators._shared.spelling import base_characters
from relex.prf import KeyedChoice

# Before a number, separated or not; not part of the number.
LABELS = (
    "MRN|MR|ACCT|ACC|ACCESSION|ACCOUNT|AC|FIN|CSN|ID|PATIENT|PAT|PT|INS|DL|REF|ORD|ORDER|ENC|ENCOUNTER|VISIT|VN|VIS|"
    "CLM|CLAIM|WC|POLICY|POL|MEMBER|MEM|GROUP|GRP|RX|SN|SERIAL|LIC|CDL|STUDY|SUBJECT|SUBJ|SUB|DOC|IMG|SCAN|CASE|INC|"
    "EMP|UNIT|NPI|DEA|SSN|EIN|TIN|ITIN|AUTH|REQ|SPEC|SPC|TX|RES|IRB|JOB|PM|PO|WO|CERT|RAD|CT|XR|NM|SP|CY|US|UA|BX|PAP|"
    "LOT|UDI|DI|PASSPORT|LICENSE|LICENCE|PLATE|VIN|IBAN|NUMBER|NUM|NO|NR"
)
# Inside a number: courts, police, laboratories, licensed professions.
WITHIN = frozenset(LABELS.split("|")) | frozenset((
    "CV", "CR", "CPS", "SW", "DR", "JV", "FA", "PR", "JD", "PB", "MH", "CP", "MC", "CF", "GA", "CVS", "CRS", "JT",
    "ME", "PD", "SO", "FD", "IR", "JC", "BC", "HHS", "SU", "CG", "PAP", "BM", "NG", "FC", "EC", "HS", "TB", "BLK",
    "MD", "DO", "RN", "PA", "LCSW", "MA", "TL", "WDL", "SUBJ", "ER", "IP", "OP", "EP", "VF", "TR", "TS", "BLE",
))  # fmt: skip


BLOCK_SIZE = 64  # characters that are permuted together; longer numbers are permuted block by block
_MAX_STEPS = 1_024  # of a walk within one plan
_MIN_DIGITS_WITH_LABELS = 5  # digits; a number with as many is unique without the letters that systems put in it
_MIN_SCRIPT_LETTERS = 10  # letters that make an alphabet

# Capitals of scripts whose Unicode block holds more than the letters in use.
_SCRIPTS = ((0x391, 0x3A9), (0x410, 0x42F), (0x5D0, 0x5EA), (0x627, 0x64A), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3))
_MBI = "ACDEFGHJKMNPQRTUVWXY"
_BIC_COUNTRIES = (
    " AD AE AT AU BA BE BG BR CA CH CL CN CO CR CY CZ DE DK DO EE ES FI FR GB GR GT HK HR HU ID IE IL IN IS IT JP KR "
    "KW LB LI LT LU LV MC MT MX MY NG NL NO NZ PA PE PH PK PL PR PT QA RO RS RU SA SE SG SI SK TH TR TW UA US VN ZA "
)
_SERIES_LETTERS = "EHVW"  # letters that systems put before all of their numbers, which have eight to ten digits
_CARD_PREFIXES = (("4",), ("51", "52", "53", "54", "55"), ("34", "37"), ("6011",), ("65",),
          tuple(map(str, range(2221, 2721))))  # fmt: skip


class Alphabet:
    """The tokens allowed at a position, all of one width; equal alphabets are one object."""

    __slots__ = ("index", "tokens", "width")

    def __init__(self, tokens: tuple[str, ...]) -> None:
        self.tokens = tokens
        self.width = len(tokens[0])
        self.index = {token: i for i, token in enumerate(tokens)}


@dataclass(frozen=True, slots=True)
class NumberPlan:
    """Describes what a number and its stand-ins have in common.

    `fields` are the alphabets of the number's body. `schemes` are the check-digit schemes that it satisfies; the first
    is completed. `ssn_bands` are bands that the number lies in, in addition to its fields.
    """

    fields: tuple[Alphabet, ...]
    schemes: tuple[Scheme, ...] = ()
    ssn_bands: tuple[Alphabet, ...] = ()

    @property
    def size(self) -> int:
        """Return the number of bodies that the alphabets allow."""
        return prod([len(field.tokens) for field in self.fields])

    def rank(self, number: str) -> int:
        """Return the rank of a number among the plan's numbers."""
        body = self.schemes[0].body(number) if self.schemes else number
        at = start = 0
        for field in self.fields:
            end = start + field.width
            at = at * len(field.tokens) + field.index[body[start:end]]
            start = end
        return at

    def unrank(self, at: int) -> str | None:
        """Return the number of a rank, or None if no check digit completes the body."""
        out: list[str] = []
        for field in reversed(self.fields):
            at, token = divmod(at, len(field.tokens))
            out.append(field.tokens[token])
        out.reverse()
        body = "".join(out)
        return self.schemes[0].complete(body) if self.schemes else body


def permuted(number: str, choice: KeyedChoice) -> Iterator[str]:
    """Yield other numbers of the same plan as a number in canonical form; none if it is the only one."""
    if len(number) > BLOCK_SIZE:
        yield from _permuted_in_blocks(number, choice)
        return
    plan = plan_of(number)
    size = plan.size
    if size < 2:
        return
    start = plan.rank(number)
    body = plan.schemes[0].body(number) if plan.schemes else number
    shape = "".join(["9" if c in digits else "A" if c.isascii() else "Z" for c in body])
    for at in islice(choice.cycle(size, start, "number", shape), _MAX_STEPS):
        got = plan.unrank(at)
        if got is not None and plan_of(got) == plan:
            yield got


def _permuted_in_blocks(number: str, choice: KeyedChoice) -> Iterator[str]:
    """Yield permutations of a long number block by block, each under a key that depends on the whole number."""
    whole = choice.derive("long number", number)
    blocks = [number[i : i + BLOCK_SIZE] for i in range(0, len(number), BLOCK_SIZE)]
    plans = [NumberPlan(tuple(_alphabets(block))) for block in blocks]
    sizes = [plan.size for plan in plans]
    counts = [plan.rank(block) for plan, block in zip(plans, blocks, strict=True)]
    for turn in range(256):
        permuted_blocks = (
            plan.unrank(whole.permute(size, at, str(turn), str(i)))
            for i, (plan, size, at) in enumerate(zip(plans, sizes, counts, strict=True))
        )
        text = "".join(block for block in permuted_blocks if block is not None)
        if text != number:
            yield text


@lru_cache(maxsize=8_192)
def plan_of(number: str) -> NumberPlan:
    """Return the plan of a number of at most 64 letters and digits in canonical form, which depends on the
    number only.
    """
    schemes = schemes_of(number)
    if number.isascii() and number.isdigit():
        return NumberPlan(
            _of_digits(number, schemes), schemes, _ssn_area_and_group(number) if ROUTING in schemes else ()
        )
    return NumberPlan(_of_letters(number, schemes), schemes)


# --- digits alone


def _of_digits(number: str, schemes: tuple[Scheme, ...]) -> tuple[Alphabet, ...]:
    """Return the alphabets of a number of digits alone; its check digit is the last digit."""
    rest = number[:-1] if schemes else number
    if schemes and schemes[0] is ROUTING:
        starts = tuple(start for start in ROUTING_STARTS if (start < "10") is (rest < "1"))
        return (_shared_alphabet(starts), *_free_digits(len(rest) - 2))
    if band := _ssn_area_and_group(number):
        return (*band, _ssn_serials() if not schemes else _three_digits())
    if schemes and schemes[0] is NPI:
        return (_shared_alphabet((rest[0],)), *_free_digits(len(rest) - 1))
    if schemes and 13 <= len(number) <= 19:
        for starts in _CARD_PREFIXES:
            if number.startswith(starts):
                return (_shared_alphabet(starts), *_free_digits(len(rest) - len(starts[0])))
    return tuple(_digit_run(number, len(rest)))


def _digit_run(run: str, used: int) -> Iterator[Alphabet]:
    """Yield the alphabets of the first `used` digits of a run: leading zeros and the century of a year are kept."""
    n = len(run)
    most = n - 3 if n > 3 else 1 if n == 3 else 0
    zeros = min(n - len(run.lstrip("0")), most)
    if zeros:
        yield _shared_alphabet(("0" * zeros,))
    if zeros < most:
        if not zeros and n >= 6 and "2000" <= run[:4] < "2030":
            yield _five_years(run[:4])
            yield from _free_digits(used - 4)
        else:
            yield _shared_alphabet(tuple(digits[1:]))
            yield from _free_digits(used - zeros - 1)
    else:
        yield from _free_digits(used - zeros)


def _ssn_area_and_group(number: str) -> tuple[Alphabet, ...]:
    """Return area and group of a possible social security number, each within its band; () for other numbers.

    Bands are areas assigned by place until 2011 (separate for leading zeros), areas assigned since, areas of ITINs
    (never of SSNs); groups up to 49 and from 50, because only the latter occur in ITINs.
    """
    if len(number) != 9 or number[5:] == "0000" or number[3:5] == "00" or number[:3] in ("000", "666"):
        return ()
    return _ssn_areas()[number[:3]], _ssn_groups()[number[3] >= "5"]


@cache
def _ssn_areas() -> dict[str, Alphabet]:
    later = {*range(734, 750), *range(773, 900)}
    bands: dict[int, list[str]] = {}
    for area in range(1, 1000):
        if area != 666:
            band = 4 if area >= 900 else 3 if area in later else (area >= 10) + (area >= 100)
            bands.setdefault(band, []).append(f"{area:03d}")
    return {area: alphabet for band in bands.values() for alphabet in (_shared_alphabet(tuple(band)),) for area in band}


@cache
def _ssn_groups() -> tuple[Alphabet, Alphabet]:
    return _shared_alphabet(tuple(f"{g:02d}" for g in range(1, 50))), _shared_alphabet(
        tuple(f"{g:02d}" for g in range(50, 100))
    )


@cache
def _ssn_serials() -> Alphabet:
    return _shared_alphabet(tuple(f"{serial:04d}" for serial in range(1, 10_000)))


@cache
def _five_years(year: str) -> Alphabet:
    """Return the block of five years, of two or four digits, that a year lies in."""
    first = int(year) - int(year) % 5
    return _shared_alphabet(tuple(str(first + i) for i in range(5)))


@cache
def _three_digits() -> Alphabet:
    return _shared_alphabet(tuple(f"{n:03d}" for n in range(1000)))


@cache
def _free_digits(count: int) -> tuple[Alphabet, ...]:
    """Return alphabets of any decimal digits, three at a time."""
    return (_three_digits(),) * (count // 3) + (_shared_alphabet(tuple(digits)),) * (count % 3)


# --- letters among them


def _of_letters(number: str, schemes: tuple[Scheme, ...]) -> tuple[Alphabet, ...]:
    """Return the alphabets of a number with letters, by its scheme or its form."""
    main = schemes[0] if schemes else None
    body = main.body(number) if main else number
    if main is IBAN:
        return (_shared_alphabet((body[:2],)), *(_digits_or(c, ascii_uppercase) for c in body[2:]))
    if main is VIN:
        maker = _shared_alphabet(tuple("12345")) if body[0] in "12345" else _digits_or(body[0], _VIN_LETTERS)
        return (maker, *(_digits_or(c, _VIN_LETTERS) for c in body[1:]))
    if main is DEA:
        first = "ABFM" if body[0] in "ABFM" else ascii_uppercase
        return (
            _shared_alphabet(tuple(first)),
            _shared_alphabet(tuple(ascii_uppercase)),
            *_digit_run(number[2:], len(body) - 2),
        )
    if number.isascii():
        if _is_uuid(number):
            variant = _digits_or(number[16], "AB") if number[16] in "AB" else _shared_alphabet(("8", "9"))
            return (
                *map(_hex_digits, number[:12]), _shared_alphabet((number[12],)), *map(_hex_digits, number[13:16]),
                variant, *map(_hex_digits, number[17:]),
            )  # fmt: skip
        if _is_mbi(number):
            return (_shared_alphabet(tuple(digits[1:])), *(_digits_or(c, _MBI) for c in number[1:]))
        if _is_bic(number):
            branch = (
                [_shared_alphabet(("XXX",))]
                if number[8:] == "XXX"
                else [_digits_or(c, ascii_uppercase) for c in number[8:]]
            )
            return (*(_digits_or(c, ascii_uppercase) for c in number[:4]), _shared_alphabet((number[4:6],)),
                    *(_digits_or(c, ascii_uppercase) for c in number[6:8]), *branch)  # fmt: skip
        if _is_hexadecimal(number):
            return tuple(_hex_digits(c) for c in number)
    return tuple(_alphabets(number))


def _alphabets(number: str) -> Iterator[Alphabet]:
    """Yield letters of the script for letters and digits for digits; years ("S24-1234") become years close to them."""
    if 9 <= len(number) <= 11 and number[0] in _SERIES_LETTERS and number[1:].isdigit() and number.isascii():
        yield _shared_alphabet((number[0],))
        number = number[1:]
    has_enough_digits = sum(c in digits for c in number) >= _MIN_DIGITS_WITH_LABELS
    for is_digit, group in groupby(number, lambda c: c in digits):
        run = "".join(group)
        if is_digit and len(run) != 3 and "15" <= run[:2] < "30":
            year = run[: 4 if len(run) >= 6 and "2000" <= run[:4] < "2030" else 2]
            yield _five_years(year)
            yield from _free_digits(len(run) - len(year))
        elif is_digit:
            yield from _digit_run(run, len(run))
        elif has_enough_digits and run in WITHIN:
            yield _shared_alphabet((run,))
        else:
            yield from (script_letters(c) for c in run)


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
    """Tell whether eight or more hexadecimal characters alternate between letters and digits, unlike a series letter
    and a number.
    """
    groups = sum(a.isdigit() != b.isdigit() for a, b in pairwise(number))
    return len(number) >= 8 and groups >= 3 and all(c in "0123456789ABCDEF" for c in number)


def _is_bic(number: str) -> bool:
    return len(number) in (8, 11) and number[:6].isalpha() and f" {number[4:6]} " in _BIC_COUNTRIES


def _digits_or(ch: str, letters: str) -> Alphabet:
    """Return the alphabet of digits for a digit, of the letters for a letter."""
    return _shared_alphabet(tuple(digits)) if ch in digits else _shared_alphabet(tuple(letters))


def _hex_digits(ch: str) -> Alphabet:
    return _digits_or(ch, "ABCDEF")


@lru_cache(maxsize=8_192)
def script_letters(ch: str) -> Alphabet:
    """Return the letters of a canonical character's script and category, including itself."""
    if ch.isascii():
        return _shared_alphabet(tuple(ascii_uppercase))
    code = ord(ch)
    category = unicodedata.category(ch)
    for first, last in (*_SCRIPTS, (code & ~0xFF, code | 0xFF), (code & ~0xFFF, code | 0xFFF)):
        if first <= code <= last:
            found = _letters_of_range(first, last, category)
            if ch in found.index and len(found.tokens) >= _MIN_SCRIPT_LETTERS:
                return found
    return _shared_alphabet((ch,))


@lru_cache(maxsize=256)
def _letters_of_range(first: int, last: int, category: str) -> Alphabet:
    """Return the characters of a range that are their own canonical form, or the first character if none is."""
    found = tuple(
        c for c in map(chr, range(first, last + 1)) if unicodedata.category(c) == category and base_characters(c) == c
    )
    return _shared_alphabet(found or (chr(first),))


@cache
def _shared_alphabet(tokens: tuple[str, ...]) -> Alphabet:
    """Return the one object of an alphabet."""
    return Alphabet(tokens)
