"""Count how many patients of a release are alike: equivalence classes over what OUT shows of them (k-anonymity).

Counts of one to four patients are not shown, nor what would give one of them away by a difference.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from redactor.evaluate.release_card.shown import RARE, Code, Person, Shown
from schemas.engine import code_forms

LEAST = 5
"""A smaller number of patients is shown as a bound alone."""
BELOW = "<5"
_NEAR = 5  # years: what is left of a year of birth that a shift may have moved by two in either direction
NEAR_ALL = "all but <5"
HIDDEN = "withheld"
Count = int | str
"""A number of patients or classes, or the text in place of a number that is not shown."""
_BANDS = ((1, 1), (2, 4), (5, 10), (11, 24), (25, None))
_CODE_FORMS: Mapping[str, code_forms.Form] = {
    "ICD-10": code_forms.icd10, "ICD-10-CM": code_forms.icd10, "ICD-10-PCS": code_forms.icd10_pcs,
    "ICD-9": code_forms.icd9, "ICD-9-CM": code_forms.icd9, "SNOMED": code_forms.snomed, "SNOMED CT": code_forms.snomed,
    "CPT": code_forms.cpt, "HCPCS": code_forms.cpt, "LOINC": code_forms.loinc,
}  # fmt: skip
_Key = Callable[[str, Person], Hashable]


@dataclass(frozen=True, slots=True)
class ClassFigures:
    """The classes over some quasi-identifiers.

    over: what these are. classes: how many there are. smallest: the patients of the smallest class. under_5, under_11:
    the patients in smaller classes. under_5_share, under_11_share: these as shares of all, from 0 to 1; None where the
    number is not shown.
    """

    over: str
    classes: Count
    smallest: Count
    under_5: Count
    under_11: Count
    under_5_share: float | None
    under_11_share: float | None


@dataclass(frozen=True, slots=True)
class Band:
    """The patients in classes of a range of sizes. share: of all patients; None where the number is not shown."""

    sizes: str
    patients: Count
    share: float | None


@dataclass(frozen=True, slots=True)
class RareCodes:
    """Codes of conditions, procedures, drugs and reasons for visits that few patients of the release have.

    codes: all codes. under_5, under_11: those that fewer patients have. patients: who has one of fewer than 11. named:
    codes of fewer than 11 patients in published terminologies, if they were asked for.
    """

    codes: int
    under_5: int
    under_11: int
    patients: Count
    named: tuple[Code, ...] | None


@dataclass(frozen=True, slots=True)
class Anonymity:
    """What k-anonymity says of a release.

    patients: those of whom OUT shows a record. shown: of how many it shows each quasi-identifier. rows: the classes
    over more and more of them; if some are not true of the patient, a last row is over the others. bands: the
    distribution over the last row.
    """

    patients: int
    shown: Mapping[str, Count]
    rows: tuple[ClassFigures, ...]
    bands: tuple[Band, ...]
    rare: RareCodes


def measure_classes(shown: Shown, untrue: frozenset[str] | None, *, name_codes: bool) -> Anonymity:
    """Return the classes over what OUT shows.

    untrue: those of "birth", "state" and "zip" that hold no value of the patient, or "year" for a birth date that was
    shifted by a year or two at most; None if unknown.
    name_codes: whether rare codes are named.
    """
    people = shown.people
    rare_of: dict[str, list[Code]] = defaultdict(list)
    for code in sorted(shown.rare):
        for subject in shown.rare[code]:
            rare_of[subject].append(code)
    keys = _keys(people.values(), rare_of, untrue)
    sizes = {title: Counter(key(s, p) for s, p in people.items()) for title, key in keys.items()}
    rows = tuple(_figures(title, list(found.values()), len(people)) for title, found in sizes.items())
    named = None
    if name_codes:
        named = tuple(code for code in sorted(shown.rare) if _has_form_of_its_system(*code))
    rare = RareCodes(
        shown.codes,
        sum(len(patients) < LEAST for patients in shown.rare.values()),
        len(shown.rare),
        protected(len(rare_of), len(people)),
        named,
    )
    return Anonymity(
        len(people),
        {title: protected(sum(map(has, people.values())), len(people)) for title, has in _HAS.items()},
        rows,
        _bands([n for found in list(sizes.values())[-1:] for n in found.values()], len(people)),
        rare,
    )


def _has_form_of_its_system(system: str, code: str) -> bool:
    """Return whether a code can be one of its terminology. A field for codes may hold something else, as a number of a
    patient.
    """
    return system in _CODE_FORMS and bool(_CODE_FORMS[system](code))


_HAS: Mapping[str, Callable[[Person], bool]] = {
    "year of birth": lambda p: bool(p.births),
    "birth date to the day": lambda p: bool(p.birth_days),
    "sex": lambda p: bool(p.sexes),
    "state or ZIP code": lambda p: bool(p.places),
    "ZIP code of five digits": lambda p: bool(p.zips),
    "race or ethnicity": lambda p: bool(p.groups),
}


def _keys(
    people: Iterable[Person], rare_of: Mapping[str, Sequence[Code]], untrue: frozenset[str] | None
) -> dict[str, _Key]:
    keys: dict[str, _Key] = {
        "year of birth, sex": lambda s, p: _sorted_sets(p.births, p.sexes),
        "and state, ZIP3": lambda s, p: _sorted_sets(p.births, p.sexes, p.places),
        "and race, ethnicity": lambda s, p: _sorted_sets(p.births, p.sexes, p.places, p.groups),
        "and rare codes": lambda s, p: (
            _sorted_sets(p.births, p.sexes, p.places, p.groups),
            tuple(rare_of.get(s, ())),
        ),
    }
    if any(p.birth_days or p.zips for p in people):
        keys["and day of birth, whole ZIP code"] = lambda s, p: (
            _sorted_sets(p.births, p.sexes, p.places, p.groups, p.birth_days, p.zips),
            tuple(rare_of.get(s, ())),
        )
    if untrue:
        keys["of all these, what is true"] = partial(_true_key, rare_of, untrue)
    return keys


def _true_key(rare_of: Mapping[str, Sequence[Code]], untrue: frozenset[str], subject: str, person: Person) -> Hashable:
    places = {("" if "state" in untrue else state, "" if "zip" in untrue else zip3) for state, zip3 in person.places}
    births = person.births
    if "birth" in untrue:
        births = set()
    elif "year" in untrue:
        births = {str(int(year) // _NEAR * _NEAR) for year in births}
    days = person.birth_days if untrue.isdisjoint({"birth", "year"}) else set[str]()
    zips = set[str]() if "zip" in untrue else person.zips
    return _sorted_sets(births, person.sexes, places, person.groups, days, zips), tuple(rare_of.get(subject, ()))


def _sorted_sets(*sets: set[str] | set[tuple[str, str]]) -> Hashable:
    return tuple(tuple(sorted(map(str, s))) for s in sets)


def _figures(over: str, sizes: Sequence[int], patients: int) -> ClassFigures:
    under_5 = sum(n for n in sizes if n < LEAST)
    if patients < 2 * LEAST:  # with five in one class the number of the others would be known
        return ClassFigures(over, HIDDEN, HIDDEN, HIDDEN, HIDDEN, None, None)
    if 0 < under_5 < LEAST:  # how many classes they are in, or how many more are in classes under 11, would tell it
        return ClassFigures(over, HIDDEN, BELOW, BELOW, HIDDEN, None, None)
    under_11 = sum(n for n in sizes if n < RARE)
    return ClassFigures(
        over, len(sizes), protected(min(sizes)), under_5, under_11, under_5 / patients, under_11 / patients
    )


def protected(n: int, of: int | None = None) -> Count:
    """Return a number of patients, unless it, or what it leaves of all, describes single ones."""
    if 0 < n < LEAST:
        return BELOW
    return NEAR_ALL if n and of is not None and 0 < of - n < LEAST else n


def _share(n: Count, of: int) -> float | None:
    return None if isinstance(n, str) or not of else n / of


def _bands(sizes: Sequence[int], patients: int) -> tuple[Band, ...]:
    """Return the distribution of patients over the sizes of their classes, as far as `_figures` shows any."""
    counts = [sum(n for n in sizes if low <= n <= (high or n)) for low, high in _BANDS]
    if patients < 2 * LEAST:
        return ()
    if 0 < sum(counts[:2]) < LEAST:
        return Band("1-4", BELOW, None), Band("5 or more", NEAR_ALL, None)
    titles = [
        str(low) if low == high else f"{low} or more" if high is None else f"{low}-{high}" for low, high in _BANDS
    ]
    if any(0 < n < LEAST for n in counts[:2]):
        counts[:2], titles[:2] = [sum(counts[:2])], ["1-4"]
    return tuple(Band(title, n, _share(n, patients)) for title, n in zip(titles, counts, strict=True))
