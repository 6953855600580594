"""The lists of Faker (MIT) that `redactor sample` draws from: names by origin, jobs, kinds of streets, ZIP codes."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from faker.providers.address.en_US import Provider as UsAddress
from faker.providers.job import Provider as Job

from redactor.lexicon.world_names import LOCALES


def sample_lists() -> str:
    """A line a list, as `data_files.table` reads it."""
    lists: dict[str, Iterable[str]] = {}
    for locale, *_ in LOCALES:
        people = _people(locale)
        lists[f"{locale} female"] = _latin(people.first_names_female)
        lists[f"{locale} male"] = _latin(people.first_names_male)
        lists[f"{locale} family"] = _latin(people.last_names)
    japanese = _people("ja_JP")
    lists["zh_CN family"] = _latin(_people("zh_CN").last_romanized_names)
    lists["ja_JP female"] = _latin(japanese.first_romanized_names_female)
    lists["ja_JP male"] = _latin(japanese.first_romanized_names)
    lists["ja_JP family"] = _latin(japanese.last_romanized_names)
    lists["jobs"] = [job.split(",")[0].lower() for job in Job.jobs]
    lists["street suffixes"] = UsAddress.street_suffixes
    lists["ZIP codes"] = [f"{state} {low} {high}" for state, (low, high) in sorted(UsAddress.states_postcode.items())]
    return "".join("\t".join((name, *values)) + "\n" for name, values in lists.items())


def _people(locale: str) -> Any:
    return import_module(f"faker.providers.person.{locale}").Provider


def _latin(values: Iterable[str]) -> list[str]:
    """Those in Latin script, in order."""
    return sorted({v for v in values if v.strip() and all(ord(c) < 0x250 or c in "’ʻ" for c in v)})
