"""Fixtures of the leak tests: the sample sink, released once per profile by the command line, and a small sink."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from redactor.detect.student import Student
from redactor.text import Reading
from schemas.engine.apply import Applier
from tests.conftest import Command
from tests.leak.passing import passing_applier
from tests.leak.reading import Gold, Release, read_gold

PROFILES = ("hipaa-safe-harbor", "hips", "redactor")
Run = Callable[..., Release]


@pytest.fixture(scope="module")
def applier(tmp_path_factory: pytest.TempPathFactory) -> Applier:
    """A record engine on which only what passes is on trial."""
    return passing_applier(tmp_path_factory.mktemp("schemas"))


@pytest.fixture(scope="session")
def run_redactor(called: Command, keyring_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs `redactor run` over a folder with its own home. The summary must agree with the manifest.

    The student reads no text twice for these runs: what it finds depends on the text and its kind alone, whatever the
    profile.
    """
    read: dict[tuple[str, bool, str], Reading] = {}
    readings = Student._readings

    def read_once(student: Student, is_field: bool, todo: list[str]) -> Iterator[tuple[str, Reading]]:
        version = student.version
        unread = [text for text in todo if (version, is_field, text) not in read]
        read.update(((version, is_field, text), reading) for text, reading in readings(student, is_field, unread))
        return ((text, read[version, is_field, text]) for text in todo)

    def run(
        source: Path, profile: str, *, workers: int = 1, expect: int = 0, home: Path | None = None, **settings: str
    ) -> Release:
        place = tmp_path_factory.mktemp("run")
        release = Release(source, place / "out", place / "state", keyring_path)
        env = {f"REDACTOR_{name.upper()}": value for name, value in settings.items()}
        env |= {"REDACTOR_KEYRING": str(keyring_path), "REDACTOR_HOME": str(home or place / "home")}
        options = ("--profile", profile, "--workers", workers, "--state", release.state, "--json")
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(Student, "_readings", read_once)
            done = called("run", source, release.out, *options, env=env)
        assert done.returncode == expect, done.stderr
        summary = json.loads(done.stdout)
        untold = summary["outcomes"].pop("withheld", 0)  # the recipient is not told of it
        assert summary["records"] - untold == release.manifest["records"]
        assert summary["outcomes"] == release.manifest["outcomes"]
        return release

    return run


class Releases(dict[str, Release]):
    """The sink as each profile releases it, made when it is first asked for."""

    def __init__(self, make: Callable[[str], Release]) -> None:
        self._make = make

    def __missing__(self, profile: str) -> Release:
        self[profile] = release = self._make(profile)
        return release


@pytest.fixture(scope="session")
def releases(sink: Path, run_redactor: Run) -> Releases:
    """The whole sink under each profile."""
    return Releases(lambda profile: run_redactor(sink / "records", profile))


@pytest.fixture(scope="session")
def gold(sink: Path) -> list[Gold]:
    return read_gold(sink)


@pytest.fixture(scope="session")
def small_sink(tmp_path_factory: pytest.TempPathFactory, called: Command) -> Path:
    """Six patients, for tests that need several runs."""
    out = tmp_path_factory.mktemp("small")
    done = called("sample", out, "--patients", "6", "--seed", "8")
    assert done.returncode == 0, done.stderr
    return out
