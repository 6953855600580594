"""The degrees behind a name are told from words, treatments and other people's roles."""

from __future__ import annotations

import re

from redactor.detect.found_names import degrees_behind
from redactor.lexicon.titles import role_class, role_class_of
from schemas.fhir_build.codes import PASSING
from tests.each_row import each_row

_NAME = re.compile(r"(?:Dr\. )?(?:J\. K\. |Jane |John )?Roe(?: III)?")


@each_row(
    ("text", "behind"),
    [
        ("Jane Roe, MD, FACS on rounds", ", MD, FACS"),
        ("Jane Roe, M.D., Ph.D. saw her", ", M.D., Ph.D."),
        ("Jane Roe MD PhD\nNext line", " MD PhD"),
        ("Jane Roe (RN) called", " (RN)"),
        ("Jane Roe, PA-C was here", ", PA-C"),
        ("Jane Roe, FNP-BC.", ", FNP-BC"),
        ("Jane Roe, MS, CCC-SLP", ", MS, CCC-SLP"),
        ("John Roe III, DO, MPH.", ", DO, MPH"),
        ("John Roe, Jr., MD said", ", Jr., MD"),
        ("Jane Roe, PT was here", ", PT"),
        ("Jane Roe, PT", ", PT"),
        ("Dr. Jane Roe, DO\nNext", ", DO"),
        ("Dr. Roe, PT to evaluate", ""),
        ("Dr. Roe, RN to call", ""),
        ("Dr. Roe, MD, PT to evaluate", ", MD"),
        ("Dr. Roe, PT/INR today", ""),
        ("Dr. Roe DO NOT resuscitate", ""),
        ("Jane Roe DO NOT resuscitate", ""),
        ("Dr. Roe. PT notes", ""),
        ("Jane Roe, Md Anderson", ""),
        ("Jane Roe, MDMA", ""),
        ("Jane Roe, J.D.", ""),
        ("Jane Roe", ""),
    ],
)
def test_degrees_behind_a_name(text: str, behind: str) -> None:
    name = _NAME.match(text)
    assert name is not None
    assert text[name.end() : degrees_behind(text, 0, name.end())] == behind


def test_a_letter_of_a_degree_that_was_taken_for_an_initial() -> None:
    text = "J. K. Roe, M.D. signed"
    assert text[: degrees_behind(text, 0, len("J. K. Roe, M"))] == "J. K. Roe, M.D."


def test_no_degree_behind_the_limit_counts() -> None:
    text = "Jane Roe, BSN, RN. Ana Lopez"
    assert text[: degrees_behind(text, 0, len("Jane Roe"), text.index("RN"))] == "Jane Roe, BSN"


@each_row(
    ("degrees", "role"),
    [
        (("do", "mph"), "MD"), (("mbbs",), "MD"), (("phd", "md"), "MD"), (("bsn", "rn"), "RN"), (("lpn",), "RN"),
        (("dnp", "rn"), "NP"), (("crna",), "NP"), (("pac",), "PA"), (("phd",), "PhD"), (("facs", "mba"), ""), ((), ""),
    ],
)  # fmt: skip
def test_degrees_say_one_role(degrees: tuple[str, ...], role: str) -> None:
    assert role_class_of(degrees) == role


def test_the_classes_are_degrees_that_a_name_may_have_in_fhir() -> None:
    classes = {role_class(d) for d in ("md", "dds", "pharmd", "pa", "np", "rn", "pt", "lcsw", "phd")}
    assert "" not in classes and len(classes) == 9
    assert classes <= set(PASSING["HumanName.suffix"]["enum"])
