"""What a run takes away from notes: input and output matched with the keyring of the run."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.conftest import Command

DOSES = "doses, vital signs, results"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, called: Command, keyring_path: Path) -> Path:
    """A folder with notes "in", what a run released of them "out", and its "state"."""
    home = tmp_path_factory.mktemp("notes")
    folder = home / "in"
    (folder / "ward").mkdir(parents=True)
    (folder / "quartermain.txt").write_text("Zebulon Quartermain. BP 120/80, lasix 20 mg daily.")
    (folder / "ward" / "2.txt").write_text("Seen by Dr. Hale. K 4.1, metoprolol 40 mg.")
    (folder / "ward" / "3.html").write_text("<p>Seen by Dr. Pell.</p><p>SpO2 96%, <b>edema</b></p>")
    (folder / "bad.txt").write_bytes(b"\xff\xfe\x00\xd8broken")
    done = called(
        "run", folder, home / "out", "--state", home / "state", "--profile", "redactor", env=env(keyring_path, home)
    )
    assert done.returncode == 1, done.stderr  # one was quarantined
    return home


def env(keyring: Path | None, folder: Path) -> dict[str, str]:
    held = {} if keyring is None else {"REDACTOR_KEYRING": str(keyring)}
    site = {"REDACTOR_SITE": '{"always_redact": ["metoprolol"]}'}
    return {"REDACTOR_DETECTORS": '["patterns"]', "REDACTOR_HOME": str(folder / "home"), **site, **held}


def test_notes_are_matched_though_one_was_withheld(home: Path, called: Command, keyring_path: Path) -> None:
    given = ("evaluate", "utility", home / "in", home / "out", "--audit", home / "state" / "audit.ndjson")
    done = called(*given, "--json", env=env(keyring_path, home))
    told = json.loads(done.stdout)["notes"]
    assert told["texts"] == 3
    assert (told["lost"][DOSES]["above"], told["lost"][DOSES]["below"]) == (0, 5)
    assert told["lost"]["words"]["above"] > 0
    done = called(*given, "--show", "5", env=env(keyring_path, home))
    assert ">>metoprolol<<" in " ".join(done.stderr.split())


def test_a_withheld_note_needs_the_audit(home: Path, called: Command, keyring_path: Path) -> None:
    done = called("evaluate", "utility", home / "in", home / "out", env=env(keyring_path, home))
    assert done.returncode == 2
    assert "3 of 4 notes" in done.stderr and "--audit" in done.stderr


def test_what_may_not_be_of_one_run_is_refused(home: Path, tmp_path: Path, called: Command, keyring_path: Path) -> None:
    audit = ("--audit", home / "state" / "audit.ndjson")
    done = called("evaluate", "utility", home / "in", home / "out", *audit, env=env(None, home))
    assert done.returncode == 2 and "set REDACTOR_KEYRING to that of the run" in done.stderr
    out, other = tmp_path / "out", tmp_path / "in"
    shutil.copytree(home / "out", out)
    shutil.copytree(home / "in", other)
    (other / "ward" / "2.txt").write_text("Seen by Dr. Hale. K 4.2, metoprolol 40 mg.")
    done = called("evaluate", "utility", other, out, *audit, env=env(keyring_path, home))
    assert done.returncode == 2 and "OUT was not made of IN as it is now" in " ".join(done.stderr.split())
    (out / "records-00001.txt").write_text("K 4.1")
    done = called("evaluate", "utility", home / "in", out, *audit, env=env(keyring_path, home))
    assert done.returncode == 2 and "records-00001.txt" in done.stderr


@pytest.mark.parametrize("beside", ["a.ndjson", "readme.log"])
def test_notes_are_reported_beside_other_files(
    beside: str, tmp_path: Path, called: Command, keyring_path: Path
) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    (folder / "note.txt").write_text("Seen by Dr. Hale. K 4.1, metoprolol 40 mg.")
    record = {"resourceType": "Observation", "id": "1", "valueQuantity": {"value": 1.1, "unit": "mg/dL"}}
    (folder / beside).write_text(json.dumps(record) + "\n" if beside == "a.ndjson" else "about")
    done = called(
        "run", folder, out, "--state", tmp_path / "s", "--profile", "redactor", env=env(keyring_path, tmp_path)
    )
    assert (out / "records-00001.txt").exists() or (out / "records-00002.txt").exists(), done.stderr
    done = called("evaluate", "utility", folder, out, "--json", env=env(keyring_path, tmp_path))
    told = json.loads(done.stdout)
    assert told["notes"]["texts"] == 1
    assert told.get("records") == (1 if beside == "a.ndjson" else None)
