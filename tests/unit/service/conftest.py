"""One run and one page for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.unit.service.review_kit import Page, environment, served, write_input


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
