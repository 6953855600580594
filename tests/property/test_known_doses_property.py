"""Whatever a site's streets, numbers and names are: no dose of three hundred orders is part of what is found."""

from __future__ import annotations

from itertools import product

from hypothesis import example, given, settings
from hypothesis import strategies as st

from redactor.detect.known import Known, SiteKnown
from redactor.engine import read_all
from redactor.entities import Entity, Role
from redactor.text import KnownValue, Note

DRUGS = (
    "metformin",
    "Lisinopril",
    "WARFARIN",
    "heparin",
    "Vancomycin",
    "insulin",
    "morphine",
    "stress test",
    "NS",
    "ASA",
)
DOSES = (
    "500 mg PO BID",
    "10 MG Oral daily",
    "5 units SC q8h",
    "1.5 mg/kg IV",
    "1 tablet by mouth daily",
    "40 mg po qd",
)
FRAMES = ("{}.", "Give {} now.", "Test: {}", "May take {} in ED.", "- {}")
ORDERS = [frame.format(f"{drug} {dose}") for frame, drug, dose in product(FRAMES, DRUGS, DOSES)]
WORDS = st.sampled_from(
    (
        "P", "O", "PO", "IV", "IM", "Test", "TEST", "Oral", "Tablet", "Tab", "Mg", "MG", "Unit", "Units", "Daily",
        "Dose", "May", "Ed", "ED", "ICU", "OR", "Ms", "RN", "Elm", "Oak", "Main", "Ward", "Mouth",
    )
)  # fmt: skip
NUMBERS = st.one_of(st.integers(1, 1_000).map(str), st.sampled_from(("1.5", "500", "10", "40")))
LINES = st.lists(st.one_of(WORDS, NUMBERS, st.sampled_from(("Box", "Street", "Ave", "Road"))), min_size=2, max_size=5)
IDS = st.builds("{}{}{}".format, WORDS, st.sampled_from(("", "-", " ")), NUMBERS)


def _values(lines: list[list[str]], ids: list[str], names: list[tuple[str, str]]) -> tuple[KnownValue, ...]:
    return (
        *(KnownValue(" ".join(x), Entity.ADDRESS, None, (("line", " ".join(x)),)) for x in lines),
        *(KnownValue(x, Entity.ID) for x in ids),
        *(
            KnownValue(f"{g} {f}", Entity.DOCTOR, Role.CLINICIAN, (("given", g), ("family", f)))
            for g, f in names
        ),
    )  # fmt: skip


@settings(max_examples=15, deadline=None)
@example([["P", "O", "Box", "4"]], ["TEST1", "500 MG", "10MG"], [("Po", "Oral")])
@example([["1.5", "Box"], ["40", "Unit", "4"]], [], [])
@example([["P", "P"], ["Test", "1.5"]], [], [])
@given(
    st.lists(LINES, max_size=3), st.lists(st.one_of(IDS, NUMBERS), max_size=4),
    st.lists(st.tuples(WORDS, WORDS), max_size=2),
)  # fmt: skip
def test_no_dose_changes(lines: list[list[str]], ids: list[str], names: list[tuple[str, str]]) -> None:
    values = _values(lines, ids, names)
    notes = [Note(str(i), order, "s", known=values) for i, order in enumerate(ORDERS)]
    for detectors in ((Known(),), (Known(SiteKnown(values)),)):
        for note, reading in zip(notes, read_all(detectors, notes), strict=True):
            dose = next(d for d in DOSES if d in note.text)
            start = note.text.index(dose)
            assert all(s.end <= start or start + len(dose) <= s.start for s in reading.spans), (
                note.text,
                reading.spans,
            )
