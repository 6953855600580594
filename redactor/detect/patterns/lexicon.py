"""Names of people, words that are none, and what is known of both: the lists behind the rules on people and places.

Given names and surnames: the US census lists of `names` and, for other origins, Faker's locales. `data/words.txt`
holds words that stand in lower case in ordinary and clinical prose (drawn from HL7 FHIR's descriptions, CC0; Faker's
word list, MIT; wikigold, BTC, WNUT-17, SEC contracts and aci-bench, MTS-Dialog, primock57, all CC BY);
`data/clinical.txt` drugs, specialties, headings and function words; `data/eponyms.txt` people who name a disease, a
sign or a device.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import names

_LOCALES = (
    "cs_CZ", "da_DK", "de_AT", "de_CH", "de_DE", "en_GB", "en_IE", "en_IN", "en_KE", "en_NG", "en_NZ", "en_US",
    "es_AR", "es_CO", "es_ES", "es_MX", "et_EE", "fi_FI", "fr_CH", "fr_FR", "ga_IE", "ha_NG", "hr_HR", "hu_HU",
    "id_ID", "ig_NG", "is_IS", "it_IT", "lt_LT", "lv_LV", "nl_BE", "nl_NL", "no_NO", "pl_PL", "pt_BR", "pt_PT",
    "ro_RO", "sk_SK", "sl_SI", "sv_SE", "tr_TR", "tw_GH", "vi_VN", "yo_NG", "zu_ZA",
)  # fmt: skip
_GIVEN = ("first_names", "first_names_male", "first_names_female", "first_names_unisex")
_FAMILY = ("last_names", "last_names_male", "last_names_female", "last_names_unisex")
# Given names of the census below this share (percent) are as often typing errors as names
_RARE = 0.004


def _data(name: str) -> frozenset[str]:
    return frozenset(files(__package__).joinpath("data", name).read_text("utf-8").split())


def plain(word: str) -> str:
    """A word in lower case without diacritics: the form in which the lists hold it."""
    if word.isascii():
        return word.lower()
    return "".join(c for c in unicodedata.normalize("NFKD", word.lower()) if not unicodedata.combining(c))


@cache
def words() -> frozenset[str]:
    """Words of ordinary and clinical prose."""
    return _data("words.txt") | clinical()


@cache
def clinical() -> frozenset[str]:
    """Drugs, specialties, headings, function words: never a name, whatever the lists of names say."""
    return _data("clinical.txt")


@cache
def eponyms() -> frozenset[str]:
    """Surnames that name a disease, a sign or a device as often as a person."""
    return _data("eponyms.txt")


def _census(kind: str, rare: float) -> set[str]:
    lines = Path(names.FILES[kind]).read_text("ascii").splitlines()
    fields = (line.split() for line in lines if line.strip())
    return {f[0].lower() for f in fields if float(f[1]) >= rare}


@cache
def _faker(fields: tuple[str, ...]) -> frozenset[str]:
    out: set[str] = set()
    for locale in _LOCALES:
        provider = import_module(f"faker.providers.person.{locale}").Provider
        for field in fields:
            # mostly "Anna", now and then two names; a locale may lack a field
            for value in getattr(provider, field, ()):
                out.update(plain(part) for part in str(value).split())
    return frozenset(name for name in out if len(name) > 1 and name.replace("-", "").replace("'", "").isalpha())


@cache
def given() -> frozenset[str]:
    """Given names, those that are words too among them."""
    return frozenset(_census("first:male", 0) | _census("first:female", 0) | _faker(_GIVEN)) - clinical()


@cache
def family() -> frozenset[str]:
    """Surnames, those that are words too among them."""
    return frozenset(_census("last", 0) | _faker(_FAMILY)) - clinical()


@cache
def plain_given() -> frozenset[str]:
    """Given names that are nothing else: no word, no eponym, and not so rare that they are mostly misspellings."""
    common = _census("first:male", _RARE) | _census("first:female", _RARE) | _faker(_GIVEN)
    return frozenset(n for n in common if len(n) > 2) - words() - eponyms()


@cache
def plain_family() -> frozenset[str]:
    """Common surnames that are nothing else."""
    return frozenset(_census("last", 0.003)) - words() - eponyms()
