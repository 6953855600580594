"""An attacker who can write to the approvals of home, without the keyring: nothing else becomes approved."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from redactor.assemble.engines import approved_profile
from redactor.assemble.home import known_values_path, open_approvals
from redactor.assemble.runs import worker_engines
from redactor.errors import ApprovalError
from redactor.keys import Keyring
from redactor.policy.profiles import load_profile
from redactor.run.state.known_store import KnownStore
from redactor.settings import Settings
from schemas.documents.approvals import Approvals
from schemas.engine.records import RecordIn
from tests.conftest import PROOF

KEYS = Keyring.generate()
BITS = (1, 0x20, 0xFF)


def attacks(data: bytes) -> Iterator[bytes]:
    """Each field changed, removed and exchanged; lines removed, repeated and reordered; each byte changed."""
    lines = data.splitlines(keepends=True)
    entries = [json.loads(line) for line in lines]
    for n, entry in enumerate(entries):
        for name, value in entry.items():
            others = {f"{value}0", "", *(e[name] for e in entries)} - {value}
            changed = [*({**entry, name: other} for other in sorted(others)), {**entry, name: None}, {**entry, name: 1}]
            changed += [{k: v for k, v in entry.items() if k != name}, {**entry, "more": ""}]
            for c in changed:
                yield b"".join((*lines[:n], json.dumps(c).encode() + b"\n", *lines[n + 1 :]))
    for count in range(len(lines) + 2):
        for some in permutations((*lines, lines[0]), count):
            yield b"".join(some)
    for at in range(len(data)):
        for bits in BITS if PROOF else BITS[at % 3 : at % 3 + 1]:
            yield data[:at] + bytes([data[at] ^ bits]) + data[at + 1 :]
        yield data[:at]


@pytest.mark.parametrize("with_head", [True, False])
def test_a_changed_file_approves_nothing_else(tmp_path: Path, with_head: bool) -> None:
    """Without a head the file may lack its last lines; the approvals that are left were given."""
    head = tmp_path / "keys.json.approvals" if with_head else None
    made = Approvals(tmp_path / "home", KEYS, head)
    made.approve("schema", "records/visit", "1.0", "d1", "Ada", "2026-01-01T00:00:00Z")
    made.approve("profile", "mine", "2", "d2", "Bob", "2026-01-02T00:00:00Z")
    made.withdraw("schema", "records/visit", "d1", "Ada", "2026-01-03T00:00:00Z")
    right, file, refused = made.entries(), tmp_path / "home" / "approvals.jsonl", 0
    data = file.read_bytes()
    for attack in attacks(data):
        file.write_bytes(attack)
        try:
            found = Approvals(tmp_path / "home", KEYS, head).entries()
        except ApprovalError:
            refused += 1
        else:
            assert found == right or (not with_head and found == right[: len(found)])
    assert refused > 1_000


def test_a_changed_head_is_refused_or_changes_nothing(tmp_path: Path) -> None:
    head = tmp_path / "keys.json.approvals"
    Approvals(tmp_path / "home", KEYS, head).approve("schema", "s", "1.0", "d1", "Ada", "2026-01-01T00:00:00Z")
    data = head.read_bytes()
    for at in range(len(data)):
        head.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        try:
            assert Approvals(tmp_path / "home", KEYS, head).status("schema", "d1") == "approved"
        except ApprovalError:
            continue


def test_a_profile_that_is_edited_after_its_approval_keeps_no_more_fields(tmp_path: Path) -> None:
    KEYS.save(tmp_path / "keys.json")
    profile = {"profile": "ours", "version": "1", "default": "tag"}
    path = tmp_path / "ours.json"
    path.write_text(json.dumps(profile))
    settings = Settings(
        home=tmp_path / "home", keyring=str(tmp_path / "keys.json"), profile=str(path), detectors=("patterns",)
    )
    document = load_profile(settings.profile)
    open_approvals(settings, KEYS).approve("profile", "ours", "1", document.digest, "Ada", "2026-01-01T00:00:00Z")
    approved = approved_profile(settings, KEYS)
    KnownStore.open(known_values_path(settings), KEYS).close()
    path.write_text(json.dumps(profile | {"paths": {"Patient.address.city": "keep"}}))
    engines = worker_engines(settings, None, profile=approved)
    record = {"resourceType": "Patient", "id": "p1", "address": [{"city": "Vexholm"}]}
    (out,) = engines.records.apply([RecordIn(record, "1:1")])
    engines.store.close()
    assert out.data is not None and out.data["address"][0]["city"] == "[CITY]"
