"""The embedded index: the contract, what its file shows, and what its failures are called."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from redactor.keys import Keyring
from relex.index.embedded import EmbeddedIndex
from tests.unit.index_kit import CHECKS, Check, Store


def _open(path: Path, keyring: Keyring) -> EmbeddedIndex:
    return EmbeddedIndex.open(path, keyring)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "index.sqlite"


@pytest.mark.parametrize("check", CHECKS, ids=lambda c: c.__name__)
def test_contract(check: Check, path: Path) -> None:
    check(Store(partial(_open, path)))
