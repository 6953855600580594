"""The settings file is trusted like a key: whose it is, which it was, and what it weakens are checked and told."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from redactor.errors import SettingsError
from redactor.settings import load_settings
from tests.conftest import Command


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REDACTOR_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.mark.parametrize("mode", [0o666, 0o664, 0o646])
def test_a_file_that_others_may_write_is_refused(folder: Path, mode: int) -> None:
    file = folder / "redactor.toml"
    file.write_text('source = "a"\n')
    file.chmod(mode)
    with pytest.raises(SettingsError, match="chmod go-w"):
        load_settings()
    file.chmod(0o644)
    assert load_settings().source == "a"


@pytest.mark.parametrize("link", [False, True])
def test_a_file_or_link_of_another_user_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch, link: bool) -> None:
    file = folder / "redactor.toml"
    if link:
        (folder / "ours.toml").write_text('source = "a"\n')
        file.symlink_to(folder / "ours.toml")
    else:
        file.write_text('source = "a"\n')
    assert load_settings().source == "a"
    if os.geteuid() == 0:
        os.chown(file, 4711, -1, follow_symlinks=False)
    else:
        other = os.geteuid() + 1
        monkeypatch.setattr(os, "geteuid", lambda: other)
    with pytest.raises(SettingsError, match="another user"):
        load_settings()


@pytest.mark.parametrize("name", ["REDACTOR_KEYRING", "redactor_keyring", "REDACTOR_STREAMS__PASSWORD"])
def test_no_variable_of_ours_is_the_key_of_an_endpoint(folder: Path, name: str) -> None:
    (folder / "redactor.toml").write_text(
        f'[llm]\nbase_url = "http://localhost:1/v1"\nmodel = "m"\napi_key_env = "{name}"\n'
    )
    with pytest.raises(SettingsError, match=r"llm.api_key_env .*another variable"):
        load_settings()


# -- the command line


@pytest.fixture
def source(folder: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REDACTOR_KEYRING", str(keyring_path))
    monkeypatch.setenv("REDACTOR_AS_OF", "2026-01-01")
    path = folder / "in.ndjson"
    path.write_text(json.dumps({"resourceType": "Patient", "id": "p1"}) + "\n")
    return path


def _manifest(out: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((out / "manifest.json").read_bytes())
    return found


def test_a_run_says_which_file_it_read_and_what_that_weakens(source: Path, folder: Path, in_process: Command) -> None:
    (folder / "redactor.toml").write_text(
        'detectors = ["patterns", "known"]\ndisabled_rules = ["us-phone"]\n[site]\nallow = ["Planted Term"]\n'
    )
    done = in_process("run", source, folder / "out", "--state", folder / "state", "--json")
    assert done.returncode == 0, done.stderr
    assert str(folder / "redactor.toml") in done.stderr
    assert "warning" in done.stderr and "student" in done.stderr
    assert "us-phone" in done.stderr and "1 term" in done.stderr and "Planted" not in done.stderr
    told = {"detectors": ["student"], "disabled_rules": ["us-phone"], "allowed_terms": 1}
    summary = json.loads(done.stdout)
    assert summary["reduced"] == told and summary["settings_file"] == str(folder / "redactor.toml")
    assert _manifest(folder / "out")["reduced"] == told
    assert json.loads((folder / "state" / "audit.ndjson").read_bytes().splitlines()[0])["reduced"] == told


def test_a_run_under_the_defaults_warns_of_nothing(source: Path, folder: Path, in_process: Command) -> None:
    done = in_process("run", source, folder / "out", "--json")
    assert done.returncode == 0, done.stderr
    assert "warning" not in done.stderr and "no settings file" in done.stderr
    assert "reduced" not in _manifest(folder / "out")


def test_with_the_keyring_in_the_environment_a_run_says_what_cannot_be_known(
    source: Path, folder: Path, keyring_path: Path, in_process: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDACTOR_KEYRING", keyring_path.read_text())

    def told(out: str) -> str:
        done = in_process("run", source, folder / out, "--json")
        assert done.returncode == 0, done.stderr
        return " ".join(done.stderr.split())

    assert "cannot be known; name files in the settings approvals_head and known_head" in told("out")
    monkeypatch.setenv("REDACTOR_KNOWN_HEAD", str(folder / "heads"))
    first = told("out2")
    assert "name files in the settings approvals_head" in first and "and known_head" not in first
    assert "heads, which known_head names, is not there" in first
    monkeypatch.setenv("REDACTOR_APPROVALS_HEAD", str(folder / "approvals"))
    assert "warning" not in told("out3")
    for file in (folder / "heads", *(folder / "home").glob("known.db*")):
        file.unlink()  # home begins anew, as nobody else can see
    assert "heads, which known_head names, is not there" in told("out4")


@pytest.mark.parametrize("place", ["before", "behind", "joined", "variable"])
def test_another_file_can_be_named(
    source: Path, folder: Path, in_process: Command, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    (folder / "redactor.toml").write_text('detectors = ["nonsense"]\n')
    ours = folder / "ours.toml"
    ours.write_text('detectors = ["known"]\n')
    run = ["run", source, folder / "out", "--json"]
    args = {
        "before": ["--config", ours, *run],
        "behind": [*run, "--config", ours],
        "joined": [*run, f"--config={ours}"],
        "variable": run,
    }[place]
    if place == "variable":
        monkeypatch.setenv("REDACTOR_CONFIG", str(ours))
    done = in_process(*args)
    assert done.returncode == 0, done.stderr
    assert str(ours) in done.stderr
    assert os.environ.get("REDACTOR_CONFIG") == (str(ours) if place == "variable" else None)


def test_a_named_file_that_is_missing_stops_the_start(source: Path, folder: Path, in_process: Command) -> None:
    done = in_process("run", source, folder / "out", "--config", folder / "nowhere.toml")
    assert done.returncode == 2 and "--config" in done.stderr
    assert not (folder / "out").exists()
