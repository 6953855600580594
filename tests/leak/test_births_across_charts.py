"""The attack on the shifts of two charts: one person's birth date in both, whose difference narrows both shifts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from redactor.assemble.runs import build_run
from redactor.run.runner import run
from redactor.settings import load_settings
from tests.unit import golden_pseudonyms

Json = dict[str, Any]
_MOTHER, _FATHER, _AUNT = "1986-02-11", "1984-09-30", "1979-12-24"


def _person(kind: str, name: str, given: str, **more: Any) -> Json:
    phone = [{"system": "phone", "value": "508-555-1234"}]
    return {
        "resourceType": kind,
        "id": name,
        "name": [{"family": "Kovalik", "given": [given]}],
        "telecom": phone,
        **more,
    }


def _records() -> list[Json]:
    first, second = ({"patient": {"reference": f"Patient/{p}"}} for p in ("kid1", "kid2"))
    seen = {"resourceType": "Observation", "status": "final", "code": {"text": "Weight"}}
    return [
        _person("Patient", "mother", "Theresa", birthDate=_MOTHER),
        _person("Patient", "kid1", "Fiona", birthDate="2015-05-05"),
        _person("Patient", "kid2", "Maeve", birthDate="2015-05-05"),
        _person("RelatedPerson", "r1", "Theresa", **first, birthDate=_MOTHER),
        _person("RelatedPerson", "r2", "Declan", **first, birthDate=_FATHER),
        _person("RelatedPerson", "r3", "Declan", **second, birthDate=_FATHER),
        _person("RelatedPerson", "r4", "Irene", **second, birthDate=_AUNT),
        _person("RelatedPerson", "r5", "Fiona", **second, birthDate="2015-05-05"),
        {"resourceType": "FamilyMemberHistory", "id": "f", "status": "completed", **first, "bornDate": _MOTHER,
         "name": "Theresa", "relationship": {"text": "mother"}},
        seen | {"id": "o", "subject": first["patient"], "effectiveDateTime": "2024-03-03T10:00:00Z"},
    ]  # fmt: skip


def test_a_relatives_birth_date_is_released_in_one_chart_only(tmp_path: Path) -> None:
    golden_pseudonyms.keyring(2).save(tmp_path / "keys.json")
    (tmp_path / "in.ndjson").write_text("\n".join(map(json.dumps, _records())), "utf-8")
    settings = load_settings(
        profile="hips", home=tmp_path / "home", keyring=str(tmp_path / "keys.json"), detectors=("patterns", "known")
    )
    run(*build_run(settings, tmp_path / "in.ndjson", tmp_path / "out"))
    lines = [x for path in (tmp_path / "out").glob("records-*") for x in path.read_text("utf-8").splitlines()]
    released = [json.loads(x) for x in lines]
    assert len(released) == len(_records())
    births = [r["birthDate"] for r in released if "birthDate" in r]
    patients = [r["birthDate"] for r in released if r["resourceType"] == "Patient" and "birthDate" in r]
    assert len(patients) == 3 and len(births) == 4, "patients keep theirs, and the aunt hers, who is in one chart"
    assert not any("bornDate" in r for r in released)
