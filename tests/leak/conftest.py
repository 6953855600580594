"""Fixtures of the leak tests: the sample sink, released once per profile by the command line, and a small sink."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from schemas.engine.apply import Applier
from tests.leak.passing import passing_applier
from tests.leak.reading import Gold, Release, read_gold

PROFILES = ("hipaa-safe-harbor", "hips", "redactor")
Run = Callable[..., Release]


@pytest.fixture(scope="module")
def applier(tmp_path_factory: pytest.TempPathFactory) -> Applier:
    """A record engine on which only what passes is on trial."""
    return passing_applier(tmp_path_factory.mktemp("schemas"))


@pytest.fixture(scope="session")
def run_redactor(command, keyring_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:  # type: ignore[no-untyped-def]
    """Runs `redactor run` over a folder with its own home. The summary must agree with the manifest."""

    def run(
        source: Path, profile: str, *, workers: int = 1, expect: int = 0, home: Path | None = None, **settings: str
    ) -> Release:
        place = tmp_path_factory.mktemp("run")
        release = Release(source, place / "out", place / "state")
        env = {f"REDACTOR_{name.upper()}": value for name, value in settings.items()}
        env |= {"REDACTOR_KEYRING": str(keyring_path), "REDACTOR_HOME": str(home or place / "home")}
        done = command(
            "run", source, release.out, "--profile", profile, "--workers", workers, "--state", release.state, "--json",
            env=env,
        )  # fmt: skip
        assert done.returncode == expect, done.stderr
        summary = json.loads(done.stdout)
        assert summary["records"] == release.manifest["records"]
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
def small_sink(tmp_path_factory: pytest.TempPathFactory, command) -> Path:  # type: ignore[no-untyped-def]
    """Six patients, for tests that need several runs."""
    out = tmp_path_factory.mktemp("small")
    done = command("sample", out, "--patients", "6", "--seed", "8")
    assert done.returncode == 0, done.stderr
    return out
