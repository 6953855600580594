"""One run and one page for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.unit.service import serve_kit
from tests.unit.service.console_kit import add_tokens
from tests.unit.service.review_kit import Page, environment, served, write_input
from tests.unit.service.serve_kit import Service


@pytest.fixture(scope="session")
def reviewed(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path, called: Command) -> Path:
    """A folder with `in`, `out` and `home` of a finished run."""
    folder = tmp_path_factory.mktemp("reviewed")
    write_input(folder / "in")
    done = called("run", folder / "in", folder / "out", env=environment(folder, keyring_path))
    assert done.returncode == 1, done.stderr
    return folder


@pytest.fixture(scope="session")
def page(reviewed: Path, keyring_path: Path) -> Iterator[Page]:
    pytest.importorskip("starlette")
    env = environment(reviewed, keyring_path)
    with served(env, reviewed / "in", reviewed / "out", "--sample", "500") as (found, _):
        yield found


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path, called: Command) -> Iterator[Service]:
    """A service with a console and a token of each role, over a home without runs; `log` stands beside home."""
    pytest.importorskip("fastapi")
    pytest.importorskip("argon2")
    folder = tmp_path_factory.mktemp("desk")
    env = serve_kit.environment(folder, keyring_path)
    with serve_kit.served(folder, env, add_tokens(called, env), "--console") as found:
        yield found
