"""Classes of patients that are alike, worked by hand, and what of them is not shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import pytest

from redactor.evaluate.release_card.classes import measure_classes
from redactor.evaluate.release_card.shown import Person, Shown


def people(*groups: tuple[int, str]) -> Shown:
    """So many patients of each year of birth, and of nothing else."""
    found = Shown()
    for n, year in groups:
        for _ in range(n):
            found.people[f"Patient/{len(found.people)}"] = Person(births={year})
    return found


@pytest.mark.parametrize(
    ("groups", "figures"),
    [
        ([(5, "1950"), (10, "1960"), (11, "1970")], (3, 5, 0, 15)),
        ([(4, "1950"), (1, "1955"), (12, "1960")], (3, "<5", 5, 5)),
        # How many classes there are, and how many more patients are in those under 11, would tell how many.
        ([(4, "1950"), (12, "1960")], ("withheld", "<5", "<5", "withheld")),
        ([(3, "1950"), (8, "1960")], ("withheld", "<5", "<5", "withheld")),
        # Of six patients with five in a class one is left.
        ([(1, "1950"), (5, "1960")], ("withheld", "withheld", "withheld", "withheld")),
        ([(9, "1950")], ("withheld", "withheld", "withheld", "withheld")),
    ],
)
def test_figures_of_one_quasi_identifier(groups: list[tuple[int, str]], figures: tuple[object, ...]) -> None:
    row = measure_classes(people(*groups), None, name_codes=False).rows[0]
    assert (row.classes, row.smallest, row.under_5, row.under_11) == figures
    assert (row.under_5_share is None) == isinstance(row.under_5, str)


@pytest.mark.parametrize(
    ("groups", "bands"),
    [
        ([(1, "a"), (1, "b"), (1, "c"), (1, "d"), (1, "e"), (25, "f")],
         [("1", 5), ("2-4", 0), ("5-10", 0), ("11-24", 0), ("25 or more", 25)]),
        # Two single patients beside nine in classes of three: together they are enough.
        ([(1, "a"), (1, "b"), (3, "c"), (3, "d"), (3, "e")],
         [("1-4", 11), ("5-10", 0), ("11-24", 0), ("25 or more", 0)]),
        ([(3, "a"), (6, "b"), (11, "c")], [("1-4", "<5"), ("5 or more", "all but <5")]),
        ([(1, "a"), (8, "b")], []),
    ],
)  # fmt: skip
def test_no_band_gives_away_single_patients(groups: list[tuple[int, str]], bands: list[tuple[str, object]]) -> None:
    found = measure_classes(people(*groups), None, name_codes=False).bands
    assert [(band.sizes, band.patients) for band in found] == bands
    assert sum(band.share or 0 for band in found) <= 1
    assert all(isinstance(band.patients, int) == (band.share is not None) for band in found)


def _sizes(patients: int, most: int) -> Iterator[tuple[int, ...]]:
    """All ways to divide patients into classes."""
    if not patients:
        yield ()
    for first in range(min(patients, most), 0, -1):
        for others in _sizes(patients - first, first):
            yield (first, *others)


@pytest.mark.parametrize("patients", range(5, 19))
def test_no_figure_tells_one_number_below_five(patients: int) -> None:
    """Whatever is shown of a release, two or more numbers of patients in classes under 5 fit, if one to four are."""
    fitting: dict[object, set[int]] = defaultdict(set)
    for sizes in _sizes(patients, patients):
        found = measure_classes(people(*((n, str(i)) for i, n in enumerate(sizes))), None, name_codes=False)
        fitting[found.rows[0], found.bands].add(sum(n for n in sizes if n < 5))
    assert all(len(small) > 1 for small in fitting.values() if small & {1, 2, 3, 4})


def test_what_few_patients_lack_is_not_told() -> None:
    shown = people((9, "1950"))
    for n in range(3):
        shown.people[f"Patient/old-{n}"] = Person(sexes={"female"})
    found = measure_classes(shown, None, name_codes=False)
    assert found.patients == 12
    assert found.shown["year of birth"] == "all but <5"
    assert found.shown["sex"] == "<5"
    assert found.shown["race or ethnicity"] == 0
    assert measure_classes(people((3, "1950")), None, name_codes=False).shown["sex"] == 0


def test_stand_ins_and_shifted_dates_are_left_out_of_the_last_row() -> None:
    shown = Shown()
    for n in range(10):
        places = {("MA", f"{n:03d}")}
        shown.people[f"Patient/{n}"] = Person(births={str(1940 + n)}, sexes={"male"}, places=places)
    rows = measure_classes(shown, frozenset({"birth", "zip"}), name_codes=False).rows
    assert (rows[0].over, rows[0].classes) == ("year of birth, sex", 10)
    assert (rows[-1].over, rows[-1].classes) == ("of all these, what is true", 1)
    assert (rows[-1].smallest, rows[-1].under_5, rows[-1].under_11) == (10, 0, 10)
    assert len(measure_classes(shown, frozenset(), name_codes=False).rows) == 4


def test_a_year_that_was_shifted_counts_to_five_years() -> None:
    shown = people((3, "1950"), (2, "1954"), (5, "1955"))
    rows = measure_classes(shown, frozenset({"year"}), name_codes=False).rows
    assert (rows[0].classes, rows[-1].classes, rows[-1].smallest) == (3, 2, 5)


def test_a_rare_code_parts_its_patient_and_is_named_only_if_asked() -> None:
    shown = people((6, "1950"), (11, "1960"))
    shown.codes = 9
    shown.rare = {("ICD-10-CM", "G30.9"): {"Patient/0"}, ("", "local-7"): {"Patient/1", "Patient/2"}}
    found = measure_classes(shown, None, name_codes=False)
    assert [row.classes for row in found.rows] == [2, 2, 2, 4]
    assert (found.rows[3].under_5, found.rows[3].under_11) == (6, 6)
    rare = found.rare
    assert (rare.codes, rare.under_5, rare.under_11, rare.patients, rare.named) == (9, 2, 2, "<5", None)
    assert measure_classes(shown, None, name_codes=True).rare.named == (("ICD-10-CM", "G30.9"),)


@pytest.mark.parametrize(
    ("code", "is_named"),
    [
        (("ICD-10-CM", "E11.9"), True), (("ICD-10", "I10"), True), (("ICD-9", "250.00"), True),
        (("ICD-10-PCS", "0DTJ4ZZ"), True), (("SNOMED CT", "44054006"), True), (("SNOMED", "38341003"), True),
        (("CPT", "99213"), True), (("HCPCS", "J0170"), True), (("LOINC", "4548-4"), True),
        (("SNOMED CT", "44054007"), False), (("ICD-10-CM", "Wilson"), False), (("ICD-10", "MRN 00417733"), False),
        (("CPT", "see Dr. Wilson"), False), (("", "G30.9"), False),
    ],
)  # fmt: skip
def test_only_what_has_the_form_of_its_terminology_is_named(code: tuple[str, str], is_named: bool) -> None:
    shown = people((12, "1950"))
    shown.rare = {code: {"Patient/0"}}
    assert measure_classes(shown, None, name_codes=True).rare.named == ((code,) if is_named else ())
