"""An attacker who can write to home, without the keyring: no known value is taken out of the search."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from redactor import Redactor
from redactor.cli.root import app
from redactor.detect.known.search_keys import text_keys
from redactor.detect.known.search_text import SearchText
from redactor.entities import Entity, Role
from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.contracts import PATIENT, PersonClue
from redactor.run.state import site_tables
from redactor.run.state.known_store import KnownStore
from redactor.run.state.skipped import FORGED, Skips
from redactor.text import KnownValue
from schemas.harvest.results import ClueKind
from tests.leak.state_changes import changes, flips

KEYS = Keyring.generate()
SITE = "site:x"
FLIPS = 600
DOE = KnownValue("John Doe", Entity.PATIENT, Role.PATIENT, (("given", "John"), ("family", "Doe")))
ROE = KnownValue("Jane Roe", Entity.PERSON, Role.RELATIVE, (("given", "Jane"), ("family", "Roe")))
MRN = KnownValue("12345678", Entity.MEDICAL_RECORD_NUMBER)
ORBAN = KnownValue("Ana Orban", Entity.DOCTOR, Role.CLINICIAN, (("given", "Ana"), ("family", "Orban")))
VIDAL = KnownValue("Leo Vidal", Entity.DOCTOR, Role.CLINICIAN, (("given", "Leo"), ("family", "Vidal")))
NOTE = "John Doe and Jane Roe, 12345678, saw Ana Orban and Leo Vidal."


@pytest.fixture(scope="module", autouse=True)
def _packs_all() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(site_tables, "FEW", 0)
        yield


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with rows in every table: two households that became one, and a packed site."""
    path = tmp_path_factory.mktemp("known") / "known.db"
    with KnownStore.open(path, KEYS) as store:
        for scope, values, key in (("a", [DOE, MRN], b"1"), ("b", [ROE], b"2")):
            store.add(scope, values)
            store.add(f"{scope}2", [KnownValue(f"8877{scope}", Entity.MEDICAL_RECORD_NUMBER)])
            store.add_clues(_tie(key, scope, f"{scope}2"))
        store.join()
        store.add_clues(_tie(b"3", "a", "b"))
        store.join()
        with store.transaction("phi.known.v1", 7):
            store.add(SITE, [ORBAN, VIDAL])
        with store.transaction("other.phi.known.v1", 8):
            store.pack_site(SITE)
            skips = Skips()
            for n in range(5):
                skips.add(n, FORGED, n, b"key", b"value")
            store.skipped.note("phi.known.v1", True, skips)
        assert store.household("a").former_names and store.site_values(SITE) is not None
    return path


def _tie(key: bytes, *scopes: str) -> list[PersonClue]:
    return [PersonClue(scope, PATIENT, ClueKind.LINK, key, bytes(8)) for scope in scopes]


def answers(path: Path, head_file: Path | None = None) -> list[object]:
    """What the store says of everything that a run asks it. Raises RunError where it refuses."""
    search = SearchText.from_text(NOTE)
    with KnownStore.open(path, KEYS, head_file=head_file) as store:
        found: list[object] = []
        for scope in ("a", "b", "a2", "b2", SITE):
            found += [store.get(scope), store.values_of_chart(scope), store.members(scope), store.household(scope)]
            found += [store.keyed(scope).select(text_keys(search)), store.households.namesakes([scope])]
        found += map(store.position, ("phi.known.v1", "other.phi.known.v1"))
        site = store.site_values(SITE)
        found.append(None if site is None else [(s.start, s.end, s.entity) for s in site.find(search)])
        return found


@pytest.mark.slow  # every column and row; the bytes of the file are changed in make test
def test_a_changed_column_or_row_is_refused(original: Path, tmp_path: Path) -> None:
    path, tried = tmp_path / "known.db", dict[str, int]()
    for change in changes(original):
        shutil.copy(original, path)
        if change.apply(path):
            with pytest.raises(RunError, match="restore known"):
                KnownStore.open(path, KEYS)
            tried[change.table] = tried.get(change.table, 0) + 1
    held = {"entry", "chart", "reading", "skipped", "site_table", "site_value"}
    held |= {"household", "former", "clue", "scope_version", "topic"}
    assert tried.keys() == {*held, "seal"}
    assert min(tried.values()) >= 5 and sum(tried.values()) > 150


def test_a_changed_byte_is_refused_or_changes_nothing(original: Path, tmp_path: Path) -> None:
    path, right, refused = tmp_path / "known.db", answers(original), 0
    for data in flips(original.read_bytes(), FLIPS):
        path.write_bytes(data)
        try:
            assert answers(path) == right
        except RunError:
            refused += 1
        for log in ("known.db-wal", "known.db-shm"):
            (tmp_path / log).unlink(missing_ok=True)
    assert refused > FLIPS / 4  # others fall into free space


def test_a_changed_log_is_refused_or_changes_nothing(original: Path, tmp_path: Path) -> None:
    """The last commits of a process that was killed stand in the log. A changed frame ends it."""
    head, log = tmp_path / "keys.json.known", "known.db-wal"
    live = tmp_path / "live" / "known.db"
    live.parent.mkdir()
    shutil.copy(original, live)
    store = KnownStore.open(live, KEYS, head_file=head)
    store.add("a", [KnownValue("Zed Zorn", Entity.PATIENT, Role.PATIENT)])
    store.join()
    data, logged, kept = live.read_bytes(), (live.parent / log).read_bytes(), head.read_bytes()
    right = answers(live, head)
    store.close()
    refused = 0
    for changed in (logged, b"", *flips(logged, 40)):
        live.write_bytes(data)
        (live.parent / log).write_bytes(changed)
        (live.parent / "known.db-shm").unlink(missing_ok=True)
        head.write_bytes(kept)
        try:
            assert answers(live, head) == right
        except RunError:
            refused += 1
    assert 10 < refused < 42


# -- whole commands

PATIENT_RECORD = {"resourceType": "Patient", "id": "zx-4711", "name": [{"given": ["Zorbatine"], "family": "Quillwick"}]}
NOTED = {
    "resourceType": "Observation", "id": "o1", "status": "final", "code": {"text": "Visit"},
    "subject": {"reference": "Patient/zx-4711"}, "valueString": "quillwick felt better today",
}  # fmt: skip


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs: over a patient, and over notes of that patient, one of which is held."""
    root = tmp_path_factory.mktemp("finished")
    (root / "keys").mkdir()
    KEYS.save(root / "keys" / "keys.json")
    for name, records in (("ehr", [PATIENT_RECORD]), ("notes", [NOTED, {**NOTED, "id": "o2", "status": [1]}])):
        (root / name).mkdir()
        (root / name / "a.ndjson").write_text("".join(json.dumps(r) + "\n" for r in records))
    return root


def call(root: Path, *args: str, keyring: str = "keys/keys.json") -> int:
    settings = {"KEYRING": keyring, "HOME": "home", "DETECTORS": '["patterns","known"]'}
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(root)
        for name, value in settings.items():
            patched.setenv(f"REDACTOR_{name}", value)
        done = CliRunner().invoke(app, args)
    if done.exit_code == 2:
        assert "restore known.db from a backup" in " ".join(done.stderr.split()), done.output
    return done.exit_code


@pytest.mark.parametrize("attack", ["delete", "remove", "older"])
def test_no_command_releases_a_note_with_fewer_known_values(finished: Path, tmp_path: Path, attack: str) -> None:
    root = tmp_path / "root"
    shutil.copytree(finished, root)
    known = root / "home" / "known.db"
    KnownStore.open(known, KEYS, head_file=root / "keys" / "keys.json.known").close()
    older = known.read_bytes()
    assert call(root, "run", "ehr", "out1") == 0
    assert call(root, "run", "notes", "out2", "--state", "state") == 1
    released = "".join(p.read_text() for p in (root / "out2").iterdir())
    assert "felt better" in released and "quillwick" not in released
    if attack == "delete":
        db = sqlite3.connect(known, isolation_level=None)
        db.execute("DELETE FROM chart")
        db.close()
    else:
        for file in known.parent.glob("known.db*"):
            file.unlink()
        if attack == "older":
            known.write_bytes(older)
    assert call(root, "run", "notes", "out3") == 2
    assert call(root, "quarantine", "release", "out2", "--all", "--state", "state") == 2
    assert not list(root.glob("out3/records*")) and released == "".join(
        p.read_text() for p in (root / "out2").iterdir()
    )
    with pytest.raises(RunError):
        Redactor(keyring=root / "keys" / "keys.json", home=root / "home").record(NOTED)


@pytest.mark.parametrize("attack", ["remove", "older"])
def test_without_a_head_a_run_still_goes_on_only_with_its_known_values(
    finished: Path, tmp_path: Path, attack: str
) -> None:
    """A keyring in the environment: the journal remembers the known values that its run began with."""
    root, keyring = tmp_path / "root", (finished / "keys" / "keys.json").read_text()
    shutil.copytree(finished, root)
    known = root / "home" / "known.db"
    KnownStore.open(known, KEYS).close()
    older = known.read_bytes()
    assert call(root, "run", "ehr", "out1", "--state", "state1", keyring=keyring) == 0
    assert call(root, "run", "notes", "out2", "--state", "state2", keyring=keyring) == 1
    for file in known.parent.glob("known.db*"):
        file.unlink()
    if attack == "older":
        known.write_bytes(older)
    release = ("quarantine", "release", "out2", "--all", "--state", "state2")
    assert call(root, *release, keyring=keyring) == 2
    assert call(root, "run", "notes", "out2", "--state", "state2", keyring=keyring) == 2
    assert not list(root.rglob("*.known"))
