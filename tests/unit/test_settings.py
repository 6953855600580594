"""Settings files that cannot be used are refused, never ignored."""

from __future__ import annotations

from pathlib import Path

import pytest

from redactor.errors import SettingsError
from redactor.settings import load_settings


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REDACTOR_CONFIG", raising=False)
    return tmp_path


def test_without_a_file_the_defaults_hold() -> None:
    assert load_settings().disabled_rules == ()


def test_a_folder_in_place_of_the_file_is_refused(folder: Path) -> None:
    (folder / "redactor.toml").mkdir()
    with pytest.raises(SettingsError, match="not a file"):
        load_settings()


def test_a_dangling_link_in_place_of_the_file_is_refused(folder: Path) -> None:
    (folder / "redactor.toml").symlink_to("nowhere")
    with pytest.raises(SettingsError, match="not a file"):
        load_settings()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'keyring = "a"\nx = [', "not TOML .at"),
        (b'\xef\xbb\xbfkeyring = "a"', "not TOML .at line 1"),
        (b'x = "\xff"', "not UTF-8"),
    ],
)
def test_a_broken_file_is_named_with_the_place_of_the_fault(folder: Path, content: bytes, said: str) -> None:
    (folder / "redactor.toml").write_bytes(content)
    with pytest.raises(SettingsError, match=f"redactor.toml is {said}"):
        load_settings()


def test_variables_of_the_project_that_are_no_settings_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDACTOR_SERVICES", "somewhere")
    assert load_settings().disabled_rules == ()
    monkeypatch.setenv("REDACTOR_SERVICE", "somewhere")
    with pytest.raises(SettingsError, match="REDACTOR_SERVICE is not a setting"):
        load_settings()


@pytest.mark.parametrize("name", ["RECIPIENT", "SOURCE", "PROFILE", "RELEX__USER", "RELEX__PASSWORD"])
def test_text_that_is_not_utf_8_is_refused(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(f"REDACTOR_{name}", "\udcff\udcfe")
    with pytest.raises(SettingsError, match="UTF-8"):
        load_settings()
