"""Two profiles for one recipient: who lays the releases side by side joins nobody, and learns no shift."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

from redactor.assemble.facade import Redactor
from tests.conftest import Command

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
    tmp_path: Path, keyring_path: Path, in_process: Command
) -> None:
    released: dict[str, list[str]] = {}
    home = {"home": tmp_path / "home", "keyring": str(keyring_path), "profile_dirs": [str(tmp_path)]}
    env = {"REDACTOR_HOME": str(home["home"]), "REDACTOR_KEYRING": str(keyring_path)}
    for name in profiles(tmp_path):
        if (tmp_path / f"{name}.json").exists():
            approve = ("schema", "approve", name, "--profile", "--by", "the board")
            done = in_process(*approve, env=env | {"REDACTOR_PROFILE_DIRS": json.dumps([str(tmp_path)])})
            assert done.returncode == 0, done.stderr
        redactor = Redactor(profile=name, detectors=["patterns", "known"], **home)
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
