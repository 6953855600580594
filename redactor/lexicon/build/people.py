"""Build tables of names from the US census in `names` (public domain) and the locales of Faker (MIT)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any

import names
from faker.providers.address.en_US import Provider as UsAddress
from faker.providers.job import Provider as Job

from redactor.lexicon.names import CensusList, canonical
from redactor.lexicon.words import plain
from redactor.lexicon.world_names import LOCALES, world_names

_CENSUS_FILES: dict[CensusList, str] = {"female": "first:female", "male": "first:male", "family": "last"}
# Locales whose names the patterns know.
_LOCALES = (
    "cs_CZ", "da_DK", "de_AT", "de_CH", "de_DE", "en_GB", "en_IE", "en_IN", "en_KE", "en_NG", "en_NZ", "en_US",
    "es_AR", "es_CO", "es_ES", "es_MX", "et_EE", "fi_FI", "fr_CH", "fr_FR", "ga_IE", "ha_NG", "hr_HR", "hu_HU",
    "id_ID", "ig_NG", "is_IS", "it_IT", "lt_LT", "lv_LV", "nl_BE", "nl_NL", "no_NO", "pl_PL", "pt_BR", "pt_PT",
    "ro_RO", "sk_SK", "sl_SI", "sv_SE", "tr_TR", "tw_GH", "vi_VN", "yo_NG", "zu_ZA",
)  # fmt: skip
_GIVEN = ("first_names", "first_names_male", "first_names_female", "first_names_unisex")
_FAMILY = ("last_names", "last_names_male", "last_names_female", "last_names_unisex")
# Countries whose streets stand-ins are named for people.
_STREET_LOCALES = {"fr": "fr_FR", "es": "es_ES", "it": "it_IT", "de": "de_DE"}


def census(part: CensusList) -> str:
    """Return a line for each share in percent, then the names that have it, in the census's order."""
    lines = Path(names.FILES[_CENSUS_FILES[part]]).read_text("ascii").splitlines()
    rows = [line.split() for line in lines if line.strip()]
    groups = groupby(rows, lambda row: row[1])
    return "".join(f"{share} {' '.join(row[0].lower() for row in group)}\n" for share, group in groups)


def world_given() -> str:
    """Return words of given names in many countries."""
    return _one_a_line(_words_of_fields(_GIVEN))


def world_family() -> str:
    """Return words of surnames in many countries."""
    return _one_a_line(_words_of_fields(_FAMILY))


def _provider(locale: str) -> Any:
    return import_module(f"faker.providers.person.{locale}").Provider


def _words_of_fields(fields: tuple[str, ...]) -> frozenset[str]:
    out: set[str] = set()
    for locale in _LOCALES:
        for field in fields:
            # mostly "Anna", now and then two names; a locale may lack a field
            for value in getattr(_provider(locale), field, ()):
                out.update(plain(part) for part in str(value).split())
    return frozenset(name for name in out if len(name) > 1 and name.replace("-", "").replace("'", "").isalpha())


@cache
def _world_by_sex() -> tuple[frozenset[str], frozenset[str]]:
    origins = [origin for origin, _ in world_names()]
    female = frozenset(canonical(name) for origin in origins for name in origin.female)
    male = frozenset(canonical(name) for origin in origins for name in origin.male)
    return female, male


def world_women() -> str:
    """Return canonical given names that the sample's origins give only to women."""
    female, male = _world_by_sex()
    return _one_a_line(female - male)


def world_men() -> str:
    """Return canonical given names that the sample's origins give only to men."""
    female, male = _world_by_sex()
    return _one_a_line(male - female)


def street_surnames() -> dict[tuple[str, str], list[str]]:
    """Return surnames of one word by language."""
    lists = {language: _provider(locale).last_names for language, locale in _STREET_LOCALES.items()}
    return {(language, ""): sorted({str(n) for n in found if " " not in str(n)}) for language, found in lists.items()}


def _one_a_line(values: Iterable[str]) -> str:
    return "\n".join(sorted(values)) + "\n"


def sample_lists() -> str:
    """Return the lists that `redactor sample` draws from: names by origin, jobs, kinds of streets, ZIP codes.

    Each list is a line, as `data_files.table` reads it.
    """
    lists: dict[str, Iterable[str]] = {}
    for locale, *_ in LOCALES:
        people = _provider(locale)
        lists[f"{locale} female"] = _latin(people.first_names_female)
        lists[f"{locale} male"] = _latin(people.first_names_male)
        lists[f"{locale} family"] = _latin(people.last_names)
    japanese = _provider("ja_JP")
    lists["zh_CN family"] = _latin(_provider("zh_CN").last_romanized_names)
    lists["ja_JP female"] = _latin(japanese.first_romanized_names_female)
    lists["ja_JP male"] = _latin(japanese.first_romanized_names)
    lists["ja_JP family"] = _latin(japanese.last_romanized_names)
    lists["jobs"] = [job.split(",")[0].lower() for job in Job.jobs]
    lists["street suffixes"] = UsAddress.street_suffixes
    lists["ZIP codes"] = [f"{state} {low} {high}" for state, (low, high) in sorted(UsAddress.states_postcode.items())]
    return "".join("\t".join((name, *values)) + "\n" for name, values in lists.items())


def _latin(values: Iterable[str]) -> list[str]:
    """Return the values in Latin script, in order."""
    return sorted({v for v in values if v.strip() and all(ord(c) < 0x250 or c in "’ʻ" for c in v)})
