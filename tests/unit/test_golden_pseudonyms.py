"""Golden vectors: what a fixed keyring derives stays the same for ever, in both formats of pseudonym keys."""

from __future__ import annotations

import json

import pytest

from tests.unit.golden_pseudonyms import BLOB, FILE, keyring, vectors

GOLDEN = json.loads(FILE.read_text("utf-8"))


@pytest.mark.parametrize("pseudonym_format", [1, 2])
def test_a_fixed_keyring_derives_what_it_always_did(pseudonym_format: int) -> None:
    """A failure means that a site's next release no longer joins its last one. See tests/unit/golden_pseudonyms.py."""
    assert vectors(pseudonym_format) == GOLDEN[str(pseudonym_format)]


def test_what_was_encrypted_is_still_read() -> None:
    assert keyring(2).decrypt("quarantine", BLOB, b"context") == b"golden"


def test_the_formats_differ_in_ids_and_in_nothing_else() -> None:
    old, new = GOLDEN["1"], GOLDEN["2"]
    differing = {name for name in old if old[name] != new[name]}
    ids = {"id", "id of a class with separators", "identifier without a system", "bare id", "contained"}
    assert differing == ids | {"canonical", "references"}
