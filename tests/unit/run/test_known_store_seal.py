"""A store of known values that was changed without its keyring, or that its head does not know, is refused."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from redactor.entities import Entity, Role
from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.state import known_database
from redactor.run.state.known_database import KnownHead
from redactor.run.state.known_store import KnownStore
from redactor.text import KnownValue

KEYS = Keyring.generate()
DOE = KnownValue("John Doe", Entity.PATIENT, Role.PATIENT, (("given", "John"), ("family", "Doe")))
MRN = KnownValue("12345678", Entity.MEDICAL_RECORD_NUMBER)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "known.sqlite"


def change(path: Path, statement: str) -> None:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute(statement)
    db.close()


@pytest.mark.parametrize(
    "statement",
    ["DROP TABLE seal", "DELETE FROM seal", "DELETE FROM chart"],
)
def test_a_store_that_is_not_as_the_keyring_left_it_is_refused(path: Path, statement: str) -> None:
    with KnownStore.open(path, KEYS) as store:
        store.add("a", [DOE, MRN])
    change(path, statement)
    with pytest.raises(RunError, match="or were changed"):
        KnownStore.open(path, KEYS)
    if "chart" not in statement:
        with pytest.raises(RunError, match="or were changed"):
            KnownStore.open(path, KEYS, read_only=True)


def test_another_keyring_is_refused(path: Path) -> None:
    KnownStore.open(path, KEYS).close()
    for read_only in (False, True):
        with pytest.raises(RunError, match="another keyring"):
            KnownStore.open(path, Keyring.generate(), read_only=read_only)


def test_a_seal_that_is_changed_between_two_commits_is_refused(path: Path) -> None:
    with KnownStore.open(path, KEYS) as store:
        store.add("a", [DOE])
        store.flush()
        change(path, "UPDATE seal SET sum=zeroblob(32)")
        with pytest.raises(RunError, match="changed without the keyring"):
            store.add("a", [MRN])


def test_a_store_that_is_gone_older_or_another_is_refused_by_its_head(path: Path, tmp_path: Path) -> None:
    head = tmp_path / "keyring.json.known"
    KnownStore.open(path, KEYS, head_file=head).close()
    empty = path.read_bytes()
    with KnownStore.open(path, KEYS, head_file=head) as store:
        store.add("a", [DOE])
    full = path.read_bytes()
    with KnownStore.open(tmp_path / "other.db", KEYS) as store:
        store.add("a", [DOE, MRN])
    for data in (empty, (tmp_path / "other.db").read_bytes(), b"", None):
        path.unlink(missing_ok=True)
        if data is not None:
            path.write_bytes(data)
        with pytest.raises(RunError, match="to go on without them"):
            KnownStore.open(path, KEYS, head_file=head)
        assert path.exists() == (data is not None)
    path.write_bytes(full)
    with KnownStore.open(path, KEYS, head_file=head) as store:
        assert store.get("a") == (DOE,)
    assert head.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("forgotten", ["{}", '{"x": {"store": "", "commits": 0}}', None])
@pytest.mark.parametrize("state", ["empty", "older", "present"])
def test_a_head_that_was_removed_or_emptied_is_missed(
    path: Path, tmp_path: Path, forgotten: str | None, state: str
) -> None:
    head = tmp_path / "heads"
    states = {}
    for name, values in (("empty", []), ("older", [DOE]), ("present", [MRN])):
        with KnownStore.open(path, KEYS, head_file=head) as store:
            store.add("a", values)
        states[name] = path.read_bytes()
    path.write_bytes(states[state])
    head.unlink() if forgotten is None else head.write_text(forgotten)
    for read_only_folder in (False, True):
        with pytest.MonkeyPatch.context() as patched:
            if read_only_folder:
                patched.setattr(known_database.os, "access", lambda *_: False)
            with pytest.raises(RunError, match="restore heads"):
                KnownStore.open(path, KEYS, head_file=head)


def test_another_file_for_the_head_takes_the_store_as_it_is(path: Path, tmp_path: Path) -> None:
    """So an older store that was restored on purpose is taken, and one that had no head before."""
    KnownStore.open(path, KEYS).close()
    heads = [tmp_path / "first", tmp_path / "second"]
    for head in heads:
        with KnownStore.open(path, KEYS, head_file=head) as store:
            store.add("a", [DOE])
    for head in heads:
        head.unlink()
        with pytest.raises(RunError, match="restore"):
            KnownStore.open(path, KEYS, head_file=head)


def test_a_crash_between_the_mark_and_the_head_locks_nobody_out(path: Path, tmp_path: Path) -> None:
    head = tmp_path / "head"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(KnownHead, "_put", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            KnownStore.open(path, KEYS, head_file=head)
    with KnownStore.open(path, KEYS, head_file=head) as store:
        assert store.get("a") == ()


def test_where_no_head_can_be_kept_none_is_missed(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_database.os, "access", lambda *_: False)
    for _ in range(2):
        KnownStore.open(path, KEYS, head_file=tmp_path / "head").close()
    assert not (tmp_path / "head").exists()


def test_a_head_of_another_process_does_not_go_back(path: Path, tmp_path: Path) -> None:
    head = tmp_path / "keyring.json.known"
    with KnownStore.open(path, KEYS, head_file=head) as first:
        first.add("a", [DOE])
        first.join()
        with KnownStore.open(path, KEYS, head_file=head) as second:
            second.add("a", [MRN])
        kept = head.read_bytes()
    assert head.read_bytes() == kept


@pytest.mark.parametrize(
    "data", ["", "[]", "{", '{"x": 1}', '{"x": {"store": 1, "commits": 1}}', '{"x": {"store": ""}}']
)
def test_a_damaged_head_is_refused(path: Path, tmp_path: Path, data: str) -> None:
    head = tmp_path / "keyring.json.known"
    head.write_text(data)
    with pytest.raises(RunError, match="is damaged"):
        KnownStore.open(path, KEYS, head_file=head)


def test_a_head_that_is_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "head")
    with pytest.raises(RunError, match="head of known values"):
        KnownStore.open(tmp_path / "known.db", Keyring.generate(), head_file=tmp_path / "head")
