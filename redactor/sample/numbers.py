"""Invent numbers that identify a person, a clinician or a thing, well-formed including their check digits."""

from __future__ import annotations

import random
import string

from redactor.lexicon.area_codes import MAIN_CODES
from redactor.lexicon.check_digits import NPI_ISSUER, dea_digit, gtin_digit, luhn_digit, vin_digit

# Areas that the SSA had not assigned when it stopped assigning by area (June 2011): such numbers are well-formed, and
# nobody born earlier has one. 9xx are never SSNs (groups 50 and up would be ITINs).
_SSN_AREAS = (*range(734, 750), *range(773, 900))

_VIN_CHARACTERS = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789"


def random_uuid(rng: random.Random) -> str:
    """Draw a version 4 UUID."""
    h = f"{rng.getrandbits(128):032x}"
    return f"{h[:8]}-{h[8:12]}-4{h[13:16]}-{'89ab'[int(h[16], 16) & 3]}{h[17:20]}-{h[20:]}"


def random_digits(rng: random.Random, n: int) -> str:
    """Draw n decimal digits, the first of which is not 0."""
    return str(rng.randrange(10 ** (n - 1), 10**n))


def fill_pattern(rng: random.Random, shape: str) -> str:
    """Fill a shape such as "MRN-#######" or "@@##": # is a digit, @ a capital letter."""
    out = [
        rng.choice(string.digits) if c == "#" else rng.choice(string.ascii_uppercase) if c == "@" else c for c in shape
    ]
    return "".join(out)


def ssn(rng: random.Random) -> str:
    """Draw a social security number that was never issued, with dashes."""
    area = rng.choice(_SSN_AREAS) if rng.random() < 0.85 else rng.randrange(900, 1000)
    return f"{area}-{rng.randrange(1, 50):02d}-{rng.randrange(1, 10000):04d}"


def npi(rng: random.Random) -> str:
    """Draw a National Provider Identifier: ten digits, Luhn over the issuer prefix 80840."""
    body = "1" + random_digits(rng, 8)
    return body + luhn_digit(NPI_ISSUER + body)


def dea(rng: random.Random, family: str) -> str:
    """Draw a DEA registration number: two letters, six digits, a check digit."""
    letter = family[0].upper() if family[0].isascii() and family[0].isalpha() else "X"
    d = random_digits(rng, 6)
    return f"{rng.choice('ABFM')}{letter}{d}{dea_digit(d)}"


def card_number(rng: random.Random) -> str:
    """Draw the number of a payment card, valid by Luhn, in groups of four."""
    body = "4" + "".join(rng.choice(string.digits) for _ in range(14))
    whole = body + luhn_digit(body)
    return " ".join(whole[i : i + 4] for i in range(0, 16, 4))


def vin(rng: random.Random) -> str:
    """Draw a vehicle identification number with its check digit (49 CFR 565.15)."""
    chars = [rng.choice(_VIN_CHARACTERS) for _ in range(17)]
    chars[0] = rng.choice("12345")
    chars[8] = vin_digit("".join(chars[:8] + chars[9:]))
    return "".join(chars)


def phone_digits(rng: random.Random, state: str) -> str:
    """Draw a ten-digit North American number of the state; one in ten is a fictional 555-01xx."""
    area = rng.choice(MAIN_CODES.get(state, (212,)))
    if rng.random() < 0.1:
        return f"{area}55501{rng.randrange(100):02d}"
    exchange = rng.randrange(220, 999)
    if exchange % 100 == 11 or exchange == 555:
        exchange += 1
    return f"{area}{exchange}{rng.randrange(10000):04d}"


def ip_address(rng: random.Random) -> str:
    """Draw an IPv4 address as a portal would log it."""
    first = rng.choice((10, 24, 67, 73, 98, 172, 174, 192))
    return f"{first}.{rng.randrange(1, 255)}.{rng.randrange(1, 255)}.{rng.randrange(1, 255)}"


def device_identifier(rng: random.Random) -> str:
    """Draw a device identifier (GTIN-14) with its check digit."""
    body = "0" + random_digits(rng, 12)
    return body + gtin_digit(body)
