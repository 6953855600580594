"""A release shows one given and one family name of each clinician, the same in records, displays and notes."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

import pytest

from redactor.assemble.runs import build_run
from redactor.run.runner import run
from redactor.settings import load_settings
from tests.leak.test_households import keyring

NOTE = """Seen by Dr. Mary-Ann K. van den Berg-Smith, MD, FACS on rounds. Dr. Berg-Smith agrees.
M. K. Berg-Smith, M.D. signed. VAN DEN BERG-SMITH, MARY-ANN K., MD
Attending: 4711^VAN DEN BERG-SMITH^MARY-ANN^K^^DR^MD
Cosigned by John Q. Public III, DO, MPH. Dr. Public, PT to evaluate gait. INR 2.4 by Dr. Public, PT/INR weekly.
Nurse: Ana Maria de la Cruz Lopez, BSN, RN
Ana Lopez, RN, called.
"""
_PRACTITIONERS = {
    "d1": {"family": "van den Berg-Smith", "given": ["Mary-Ann", "K."], "prefix": ["Dr."], "suffix": ["MD", "FACS"]},
    "d2": {"family": "Public", "given": ["John", "Q."], "suffix": ["III", "DO", "MPH"]},
    "d3": {"family": "de la Cruz Lopez", "given": ["Ana", "Maria"], "suffix": ["BSN", "RN"]},
}


def records() -> list[dict[str, Any]]:
    staff = [{"resourceType": "Practitioner", "id": k, "name": [name]} for k, name in _PRACTITIONERS.items()]
    display = "Mary-Ann K. van den Berg-Smith, MD, FACS"
    patient = {
        "resourceType": "Patient", "id": "p1", "name": [{"family": "Carter", "given": ["Ruth", "Ann"]}],
        "generalPractitioner": [{"reference": "Practitioner/d1", "display": display}],
    }  # fmt: skip
    document = {
        "resourceType": "DocumentReference", "id": "n1", "status": "current", "subject": {"reference": "Patient/p1"},
        "author": [{"reference": "Practitioner/d2", "display": "Public, John Q., III, DO"}],
        "content": [{"attachment": {"contentType": "text/plain", "data": base64.b64encode(NOTE.encode()).decode()}}],
    }  # fmt: skip
    return [*staff, patient, document]


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Mapping[str, Any]]:
    """The records of a run under hips by what they were."""
    folder = tmp_path_factory.mktemp("clinicians")
    (folder / "in").mkdir()
    (folder / "in" / "all.ndjson").write_text("\n".join(map(json.dumps, records())), "utf-8")
    settings = load_settings(
        profile="hips", home=folder / "home", keyring=keyring(1), detectors=("patterns", "known", "student")
    )
    run(*build_run(settings, folder / "in", folder / "out", workers=1))
    lines = [json.loads(x) for p in (folder / "out").glob("records-*") for x in p.read_text("utf-8").splitlines()]
    by_kind: dict[str, Any] = {r["resourceType"]: r for r in lines}
    roles = {r["name"][0].get("suffix", [""])[0]: r for r in lines if r["resourceType"] == "Practitioner"}
    nurse = roles["RN"]["name"][0]
    doctors = [r["name"][0] for r in lines if r["resourceType"] == "Practitioner" and r is not roles["RN"]]
    titled = next(name for name in doctors if "prefix" in name)
    other = next(name for name in doctors if "prefix" not in name)
    return {"smith": titled, "public": other, "lopez": nurse, **by_kind}


def whole(name: Mapping[str, Any]) -> tuple[str, str]:
    (given,) = name["given"]
    assert given.isalpha() and name["family"].isalpha() and "_given" not in name and "_suffix" not in name
    return given, name["family"]


def test_records_have_one_given_name_and_the_class_of_role(released: Mapping[str, Mapping[str, Any]]) -> None:
    assert [released[who]["suffix"] for who in ("smith", "public", "lopez")] == [["MD"], ["MD"], ["RN"]]
    assert len({whole(released[who]) for who in ("smith", "public", "lopez")}) == 3


def test_displays_agree_with_records(released: Mapping[str, Mapping[str, Any]]) -> None:
    given, family = whole(released["smith"])
    assert released["Patient"]["generalPractitioner"][0]["display"] == f"{given} {family}, MD"
    given, family = whole(released["public"])
    assert released["DocumentReference"]["author"][0]["display"] == f"{family}, {given}, MD"


def test_notes_agree_with_records_in_their_own_grammar(released: Mapping[str, Mapping[str, Any]]) -> None:
    text = base64.b64decode(released["DocumentReference"]["content"][0]["attachment"]["data"]).decode("utf-8")
    given, family = whole(released["smith"])
    assert text.startswith(
        f"Seen by Dr. {given} {family}, MD on rounds. Dr. {family} agrees.\n{given[0]}. {family}, MD "
    )
    assert f"{family.upper()}, {given.upper()}, MD\n" in text
    assert f"^{family.upper()}^{given.upper()}^^^DR^MD\n" in text
    given, family = whole(released["public"])
    assert f"Cosigned by {given} {family}, MD. Dr. {family}, PT to evaluate gait." in text
    assert f"INR 2.4 by Dr. {family}, PT/INR weekly." in text
    given, family = whole(released["lopez"])
    assert f"Nurse: {given} {family}, RN\n{given} {family}, RN, called." in text


def test_the_patient_keeps_both_given_names(released: Mapping[str, Mapping[str, Any]]) -> None:
    assert len(released["Patient"]["name"][0]["given"]) == 2
