"""Two profiles for one recipient: who lays the releases side by side joins nobody, and learns no shift."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.facade import Redactor

PATIENT = {"resourceType": "Patient", "id": "p1", "name": [{"family": "Quillfeather", "given": ["Ada"]}]}
VISIT = {
    "resourceType": "Encounter", "id": "e1", "status": "finished", "subject": {"reference": "Patient/p1"},
    "class": {"code": "AMB"}, "period": {"start": "2021-03-09T10:00:00-05:00"},
}  # fmt: skip


def profiles(folder: Path) -> list[str]:
    shift = {"DATE": "shift", "BIRTH_DATE_TIME": "shift", "DEATH_DATE_TIME": "shift"}
    made: dict[str, dict[str, Any]] = {"weeks": {"actions": shift}, "far": {"dates": {"level": "far"}}}
    for name, document in made.items():
        text = json.dumps({"profile": name, "version": "1", "default": "surrogate", **document})
        (folder / f"{name}.json").write_text(text)
    return ["hips", "hipaa-safe-harbor", "limited-dataset", *made]


def test_releases_under_two_levels_of_dates_share_no_id_name_or_shift(
    tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("redactor.assemble.facade.approved_profile", lambda s, k: _load(s))
    released: dict[str, list[str]] = {}
    for name in profiles(tmp_path):
        redactor = Redactor(
            profile=name, keyring=str(keyring_path), home=tmp_path / "home", profile_dirs=[str(tmp_path)],
            detectors=["patterns", "known"],
        )  # fmt: skip
        redactor.learn([PATIENT, VISIT])
        patient, visit = (redactor.record(r) for r in (PATIENT, VISIT))
        start = visit["period"].get("start", name)
        family = patient.get("name", [{}])[0].get("family", name)
        released[name] = [patient["id"], visit["id"], start, family]
    # Levels that shift nothing release what is true of one patient in both: the ids of the two may be equal.
    shifting = {k: v for k, v in released.items() if k not in ("hipaa-safe-harbor", "limited-dataset")}
    for (one, mine), (other, theirs) in itertools.combinations(released.items(), 2):
        if one in shifting or other in shifting:
            assert not set(mine) & set(theirs), (one, other)


def _load(settings: Any) -> Any:
    from redactor.policy.profiles import load_profile

    return load_profile(settings.profile, settings.profile_dirs)
