"""The displays that standards publish, by what they name, and the fields and units that records have.

They identify nobody. Left out: names of countries, states and towns, of companies, committees and peoples' governments;
years; and what is no text a record would show.
"""

from __future__ import annotations

import csv
import gzip
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from corpus.engine.cast import Split, held_out
from redactor.detect.patterns import gazetteer
from redactor.lexicon import words

SYSTEMS, FIELDS, UNITS = "hl7_code_systems.json.gz", "OMOP_CDMv5.4_Field_Level.csv", "ucum_codes.json"
DISPLAY = "display"
"""The key of all displays together."""
_OF: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "route": ("v3-RouteOfAdministration", "v2-0162"),
        "specimen": ("v2-0487", "v2-0070", "v3-SpecimenType"),
        "site": ("v2-0550", "v2-0163", "v3-ActSite"),
        "drugform": ("v3-orderableDrugForm",),
        "method": ("v3-ObservationMethod", "v2-0488"),
        "service": ("service-type", "v2-0074", "v2-0496", "ex-benefitcategory"),
        "reason": ("v3-ActReason", "appointment-cancellation-reason"),
        "additive": ("v2-0371",),
        "vaccine": ("v3-VaccineType",),
        "tooth": ("ADAUniversalToothDesignationSystem",),
        "interpretation": ("v3-ObservationInterpretation",),
        "package": ("medicationknowledge-package-type",),
    }
)
# Countries, tribal governments, companies, committees; codes without words.
_LEFT_OUT = frozenset({"v3-hl7Realm", "v3-TribalEntityUS", "v3-VaccineManufacturer", "hl7-work-group", "v2-0227"})
_LONGEST = 100  # characters
_WORD = re.compile(r"[^\W\d_]{3,}")
_YEAR = re.compile(r"\b(?:1[89]|20)\d\d\b")
_CAPITALIZED = re.compile(r"\b[A-Z][\w'’]*(?: [A-Z][\w'’]*)*")
_NO_DISPLAY = re.compile(r"%s|\*\*|[<>{}$]|(?i:deprecated|retired|inactive|ballot|\bhl7\b)")


class Terminology:
    """The displays of a folder by what they name (`DISPLAY` for all), its units and its fields of records.

    Files that are missing leave their part empty. split: "unseen" holds a tenth of the texts, "train" the others.
    """

    def __init__(self, folder: Path, split: Split = "train") -> None:
        systems = _systems(folder / SYSTEMS)
        parts: dict[str, Iterable[str]] = {
            part: (text for name in names for text in systems.get(name, ())) for part, names in _OF.items()
        }
        parts[DISPLAY] = (text for name, texts in systems.items() if name not in _LEFT_OUT for text in texts)
        parts["omop"] = _fields(folder / FIELDS)
        parts["ucum"] = _units(folder / UNITS)
        self.texts: Mapping[str, tuple[str, ...]] = MappingProxyType(
            {
                part: tuple(sorted({t for t in texts if held_out(t) is (split == "unseen")}))
                for part, texts in parts.items()
            }
        )

    def __bool__(self) -> bool:
        return bool(self.texts[DISPLAY])


def _systems(path: Path) -> Mapping[str, list[str]]:
    """The displays of each code system, by the last part of its address."""
    if not path.exists():
        return {}
    with gzip.open(path, "rb") as file:
        systems: dict[str, dict[str, str]] = msgspec.json.decode(file.read())
    return {
        url.rpartition("/")[2]: [text for display in codes.values() if _is_shown(text := " ".join(display.split()))]
        for url, codes in systems.items()
    }


def _is_shown(display: str) -> bool:
    if len(display) > _LONGEST or not _WORD.search(display) or _YEAR.search(display) or _NO_DISPLAY.search(display):
        return False
    return not any(_is_place(m[0]) for m in _CAPITALIZED.finditer(display))


def _is_place(capitalized: str) -> bool:
    """Whether a run of capitalised words is, or holds, a country or a state, or is a town and no word."""
    large = gazetteer.place_entities()
    key = words.plain(capitalized)
    if key in large or any(word in large for word in key.split()):
        return True
    return key in gazetteer.cities() and not words.is_ordinary(key)


def _fields(path: Path) -> list[str]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [name for row in csv.DictReader(file) for name in (row["cdmFieldName"].strip('"'), row["cdmTableName"])]


def _units(path: Path) -> list[str]:
    if not path.exists():
        return []
    known: Any = msgspec.json.decode(path.read_bytes())
    return [
        prefix + unit["code"]
        for unit in known["units"]
        for prefix in ("", *(("m", "u", "k", "n") if unit["metric"] else ()))
    ]
