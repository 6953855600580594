"""An attacker who can write to the state and OUT, without the keyring: nothing that was held back leaves."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from redactor.errors import RedactorError, RunError
from redactor.keys import Keyring
from redactor.run.contracts import Progress
from redactor.run.output.manifest import MANIFEST
from redactor.run.output.verification import verify
from redactor.run.release import release
from redactor.run.runner import run
from redactor.run.state.quarantine import QuarantineStore
from tests.crash.crash_child import METADATA, callbacks, config, make
from tests.leak.state_changes import changes, flips

KEYS = Keyring.generate()
FLIPS = 80  # of each file
DATABASES = ("journal.db", "quarantine.db")


class Home:
    """A finished run: one record released, a Bundle held with its entries, two records held, one let go since."""

    def __init__(self, root: Path) -> None:
        self.source, self.state, self.out = root / "in", root / "state", root / "out"

    def make(self) -> None:
        self.source.mkdir(parents=True)
        entries = [{"resource": {"resourceType": "Patient", "id": f"p{i}", "bad": i == 1}} for i in range(3)]
        bundle = {"resourceType": "Bundle", "type": "collection", "entry": entries}
        rows = [{"id": "1"}, {"id": "2", "bad": True}, {"id": "3", "bad": True}, {**bundle, "bad": True}]
        (self.source / "a.ndjson").write_bytes(b"".join(json.dumps(r).encode() + b"\n" for r in rows))
        run(config(self.source, self.out, self.state, KEYS), callbacks())

    def release(self) -> tuple[str, ...]:
        return tuple(release(config(None, self.out, self.state, KEYS), make).released)

    def resume(self) -> None:
        run(config(self.source, self.out, self.state, KEYS), callbacks())

    def in_out(self) -> dict[str, bytes]:
        return {p.name: p.read_bytes() for p in sorted(self.out.iterdir())}


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Home:
    home = Home(tmp_path_factory.mktemp("original"))
    home.make()
    assert home.release() == ()
    return home


@pytest.fixture
def copy(original: Home, tmp_path: Path) -> Callable[[], Home]:
    """Makes a fresh copy of the run."""

    def fresh() -> Home:
        for folder in ("state", "out", "in"):
            shutil.rmtree(tmp_path / folder, ignore_errors=True)
            shutil.copytree(original.source.parent / folder, tmp_path / folder, copy_function=shutil.copy2)
        return Home(tmp_path)

    return fresh


@pytest.mark.slow  # every column and row; the bytes of the file are changed in make test
@pytest.mark.parametrize("name", DATABASES)
def test_a_changed_column_or_row_ends_in_a_refusal(name: str, original: Home, copy: Callable[[], Home]) -> None:
    """An attack on a payload alone is found when somebody reads it; until then the entry stays held."""
    tried = refused = 0
    for change in changes(original.state / name):
        home = copy()
        if not change.apply(home.state / name):
            continue
        before = home.in_out()
        for attempt in (home.release, home.resume):
            try:
                attempt()
            except RedactorError:
                refused += 1
        assert home.in_out() == before, change
        tried += 1
    assert tried > 100 and refused > 1.8 * tried


@pytest.mark.parametrize("name", [*DATABASES, "audit.ndjson"])
def test_a_changed_byte_releases_nothing_that_was_held(name: str, original: Home, copy: Callable[[], Home]) -> None:
    for data in flips((original.state / name).read_bytes(), FLIPS):
        home = copy()
        before = home.in_out()
        (home.state / name).write_bytes(data)
        with suppress(RedactorError):
            home.release()
        with suppress(RedactorError):
            home.resume()
        assert home.in_out() == before


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value in JSON, objects and lists too."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ()):
        yield (*path, key)
        yield from leaves(inner, (*path, key))


def with_change(data: bytes, path: tuple[Any, ...], change: Callable[[Any, Any], None]) -> bytes:
    copied = json.loads(data)
    at = copied
    for key in path[:-1]:
        at = at[key]
    change(at, path[-1])
    return json.dumps(copied).encode()


def replace_value(at: Any, key: Any) -> None:
    at[key] = at[key] + 1 if isinstance(at[key], int) else f"{at[key]}0"


def set_null(at: Any, key: Any) -> None:
    at[key] = None if at[key] is not None else 0


def remove(at: Any, key: Any) -> None:
    del at[key]


def test_a_changed_field_of_the_manifest_is_found(copy: Callable[[], Home]) -> None:
    out = copy().out
    file, public = out / MANIFEST, KEYS.public_key(METADATA.recipient)
    data = file.read_bytes()
    told = list(leaves(json.loads(data)))
    assert len(told) > 20
    for path in told:
        for change in (replace_value, set_null, remove):
            file.write_bytes(with_change(data, path, change))
            # Each seal is checked by those who can check it.
            assert path == ("signature",) or not is_intact(out, KEYS, None), (path, change)
            assert path == ("mac",) or not is_intact(out, None, public), (path, change)
    file.write_bytes(data)
    assert is_intact(out, KEYS, public)


def test_a_changed_byte_of_a_released_file_is_found(copy: Callable[[], Home]) -> None:
    out = copy().out
    files = [f for f in sorted(out.iterdir()) if f.name != MANIFEST]
    for file in files:
        data = file.read_bytes()
        for changed in flips(data, FLIPS):
            file.write_bytes(changed)
            assert not is_intact(out, KEYS, None)
        file.write_bytes(data)
    assert files and is_intact(out, KEYS, None)


def is_intact(out: Path, keyring: Keyring | None, key: str | None) -> bool:
    try:
        return not verify(out, keyring, key).faults
    except RedactorError:
        return False


def test_the_state_of_another_run_is_refused(copy: Callable[[], Home], tmp_path: Path) -> None:
    home, second = copy(), Home(tmp_path / "second")
    second.make()
    before = home.in_out()
    shutil.copy(second.state / "quarantine.db", home.state / "quarantine.db")
    with pytest.raises(RedactorError, match="another keyring, run"):
        home.release()
    assert home.in_out() == before


def test_released_records_that_wait_in_the_state_of_a_killed_run_are_checked(tmp_path: Path) -> None:
    """They are in the clear, and the manifest would vouch for what was put in their place."""
    home = Home(tmp_path)
    home.source.mkdir()
    (home.source / "a.ndjson").write_bytes(b"".join(b'{"id":"%d"}\n' % i for i in range(3)))

    def stop(progress: Progress) -> None:
        if progress.records == 2:
            raise ZeroDivisionError

    def resume(report: Callable[[Progress], None] | None = None) -> None:
        run(config(home.source, home.out, home.state, KEYS, batch_records=1), callbacks(), report)

    with pytest.raises(ZeroDivisionError):
        resume(stop)
    (part,) = home.state.glob("records-*.part")
    data = part.read_bytes()
    assert data
    for changed in flips(data, FLIPS):
        part.write_bytes(changed)
        with pytest.raises(RedactorError, match="were changed"):
            resume()
    assert not home.in_out()
    part.write_bytes(data)
    resume()
    assert is_intact(home.out, KEYS, None) and len(home.in_out()) == 2


def _gone(path: Path) -> None:
    path.unlink()


def _emptied(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("with_wal", [True, False])
@pytest.mark.parametrize("how", [_gone, _emptied])
@pytest.mark.parametrize("name", DATABASES)
def test_a_database_that_is_gone_is_not_begun_anew(
    name: str, how: Callable[[Path], None], with_wal: bool, copy: Callable[[], Home]
) -> None:
    home = copy()
    how(home.state / name)
    for wal in home.state.glob(f"{name}-*") if with_wal else ():
        wal.unlink()
    before, journal_there = home.in_out(), (home.state / name).exists()
    for command in (home.resume, home.release, home.resume):
        with pytest.raises(RunError):
            command()
        assert home.in_out() == before
        assert (home.state / name).exists() is journal_there


@pytest.mark.parametrize("names", [DATABASES, ("journal.db", "quarantine.db", "lock")])
def test_a_state_of_which_only_the_audit_is_left_is_not_begun_anew(
    names: tuple[str, ...], copy: Callable[[], Home]
) -> None:
    home = copy()
    audit = (home.state / "audit.ndjson").read_bytes()
    for name in names:
        (home.state / name).unlink()
    shutil.rmtree(home.out)
    for command in (home.resume, home.release):
        with pytest.raises(RunError):
            command()
    assert (home.state / "audit.ndjson").read_bytes() == audit


def test_a_quarantine_of_the_start_of_the_run_is_not_taken_for_the_present_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    home = Home(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(QuarantineStore, "add", killed)
        with pytest.raises(KeyboardInterrupt):
            home.make()
    early = (home.state / "quarantine.db").read_bytes()
    home.resume()
    (home.state / "quarantine.db").write_bytes(early)
    for command in (home.resume, home.release):
        with pytest.raises(RunError, match="older copy"):
            command()
