"""A look at a text without a keyring, in a home whose approvals only their keyring can check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from redactor import Redactor
from redactor.assemble.home import open_approvals
from redactor.errors import SettingsError
from redactor.keys import Keyring
from redactor.policy.profiles import SHIPPED, load_profile
from redactor.settings import load_settings
from schemas.documents.approvals import Approvals
from tests.conftest import Command

AT = "2026-01-01T00:00:00Z"
NOTE = "SSN 536-22-8712"
QUICK = {"keyless": True, "detectors": ("patterns",)}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def approvals(home: Path) -> Approvals:
    return open_approvals(load_settings(home=home), Keyring.generate())


def own_profile(folder: Path) -> Path:
    path = folder / "mine.json"
    document = json.loads((SHIPPED / "limited-dataset.json").read_text())
    path.write_text(json.dumps({**document, "profile": "mine"}))
    return path


def test_what_needs_no_approval_needs_no_keyring(home: Path, approvals: Approvals, in_process: Command) -> None:
    approvals.approve("schema", "records/visit", "1", "d1", "Ada", AT)
    assert Redactor(home=home, **QUICK).text(NOTE).text == "SSN [SSN_OR_TAXPAYER]"
    done = in_process("text", NOTE, env={"REDACTOR_HOME": str(home)})
    assert (done.returncode, done.stdout.strip()) == (0, "SSN [SSN_OR_TAXPAYER]"), done.stderr


def test_what_needs_an_approval_asks_for_the_keyring_that_signed_it(
    home: Path, approvals: Approvals, tmp_path: Path, in_process: Command
) -> None:
    mine = own_profile(tmp_path)
    approvals.approve("profile", "mine", "1", load_profile(str(mine)).digest, "Ada", AT)
    with pytest.raises(SettingsError, match="REDACTOR_KEYRING"):
        Redactor(home=home, profile=str(mine), **QUICK)
    done = in_process("text", NOTE, "--profile", str(mine), env={"REDACTOR_HOME": str(home)})
    assert done.returncode == 2
    assert "REDACTOR_KEYRING" in done.stderr and "remove" not in done.stderr


def test_a_shipped_profile_that_was_withdrawn_is_refused_without_its_keyring_too(
    home: Path, approvals: Approvals
) -> None:
    profile = load_profile("limited-dataset")
    approvals.approve("profile", profile.name, "1", profile.digest, "Ada", AT)
    assert Redactor(home=home, profile="limited-dataset", **QUICK).text(NOTE).text == "SSN [SSN_OR_TAXPAYER]"
    approvals.withdraw("profile", "limited-dataset", profile.digest, "Ada", AT)
    with pytest.raises(SettingsError, match="REDACTOR_KEYRING"):
        Redactor(home=home, profile="limited-dataset", **QUICK)
    assert Redactor(home=home, **QUICK).text(NOTE).text == "SSN [SSN_OR_TAXPAYER]"


@pytest.mark.parametrize("line", [b"x\n", b"[1]\n", b'{"kind": ["profile"]}\n', b"\xff\n", b"[" * 100_000 + b"\n"])
def test_approvals_that_cannot_be_read_are_left_to_the_keyring(home: Path, line: bytes) -> None:
    home.mkdir()
    (home / "approvals.jsonl").write_bytes(line)
    with pytest.raises(SettingsError, match="REDACTOR_KEYRING"):
        Redactor(home=home, **QUICK)


def test_another_keyring_is_told_which_one_to_set(home: Path, approvals: Approvals, keyring_path: Path) -> None:
    approvals.approve("schema", "records/visit", "1", "d1", "Ada", AT)
    with pytest.raises(Exception, match="set REDACTOR_KEYRING to the keyring that signed them"):
        Redactor(home=home, keyring=keyring_path)
