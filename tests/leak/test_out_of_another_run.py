"""A run and a release write only into the OUT of their own state: nothing of another run is replaced or lost."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run import runner
from redactor.run.output import folder, manifest
from redactor.run.release import release
from redactor.run.runner import run
from redactor.run.state.journal import Journal
from tests.crash.crash_child import METADATA, callbacks, config, make

KEYS = Keyring.generate()


class Site:
    """A run of the same configuration over an input of its own."""

    def __init__(
        self, root: Path, name: str, records: list[object], file: str = "a.ndjson", recipient: str = ""
    ) -> None:
        self.source, self.out, self.state = root / f"in{name}", root / f"out{name}", root / f"state{name}"
        self.source.mkdir()
        lines = [json.dumps(r) for r in records] if file != "a.csv" else ["id", *(str(i) for i in range(len(records)))]
        (self.source / file).write_text("\n".join([*lines, ""]))
        self.metadata = replace(METADATA, recipient=recipient) if recipient else METADATA

    def run(self, out: Path | None = None) -> None:
        made = replace(config(self.source, out or self.out, self.state, KEYS), metadata=self.metadata)
        run(made, callbacks())

    def release(self, out: Path | None = None) -> tuple[str, ...]:
        made = replace(config(None, out or self.out, self.state, KEYS), metadata=self.metadata)
        return tuple(release(made, make).released)


def content(out: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in sorted(out.iterdir())}


@pytest.mark.parametrize("command", ["release", "run"])
@pytest.mark.parametrize("recipient", ["", "other"])
@pytest.mark.parametrize("records", [[{"id": "1"}], [{"id": "1", "bad": True}], []])
def test_a_state_that_has_released_nothing_leaves_the_out_of_another_alone(
    tmp_path: Path, command: str, recipient: str, records: list[object]
) -> None:
    mine = Site(tmp_path, "A", records)
    mine.run()
    other = Site(tmp_path, "B", [{"id": "n", "bad": True}], recipient=recipient)
    other.run()
    before = content(mine.out)
    with pytest.raises(RunError, match="OUT"):
        other.release(mine.out) if command == "release" else other.run(mine.out)
    assert content(mine.out) == before
    mine.run()
    assert content(mine.out) == before
    other.run()
    assert other.release() == ()


@pytest.mark.parametrize("keep", ["records-00001.ndjson", "deleted-00001.ndjson", "released-00001.ndjson"])
def test_files_without_a_manifest_are_not_taken_for_this_runs(tmp_path: Path, keep: str) -> None:
    other = Site(tmp_path, "B", [{"id": "n", "bad": True}])
    other.run()
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / keep).write_bytes(b'{"id":"1"}\n')
    with pytest.raises(RunError, match="OUT"):
        other.run(foreign)
    assert content(foreign) == {keep: b'{"id":"1"}\n'}


def test_an_older_manifest_of_this_run_is_not_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = Site(tmp_path, "A", [{"id": "1"}, {"id": "2", "bad": True}])
    mine.run()
    (path,) = tmp_path.glob("outA/manifest.json")
    before = path.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(manifest, "write", lambda *_: None)
        mine.release()
    assert path.read_bytes() == before
    mine.run()
    mine.release()


@pytest.mark.parametrize("at", ["before", "after"])
def test_a_kill_around_the_manifest_does_not_lock_a_run_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    mine = Site(tmp_path, "A", [{"id": "1"}])
    write = manifest.write_atomic

    def killed(path: Path, data: bytes) -> None:
        if at == "after":
            write(path, data)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(manifest, "write_atomic", killed)
        with pytest.raises(KeyboardInterrupt):
            mine.run()
    mine.run()
    assert json.loads((mine.out / "manifest.json").read_bytes())["records"] == 1


@pytest.mark.parametrize("file", ["a.ndjson", "a.csv", "a.json"])
def test_a_file_that_is_ready_replaces_no_other_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    """A run that was killed before it moved a file into OUT resumes in another folder, which holds one of that name."""
    mine = Site(tmp_path, "A", [{"id": "1"}], file)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(folder, "move", killed)
        with pytest.raises(KeyboardInterrupt):
            mine.run()
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    name = f"records-00001.{ {'a.ndjson': 'ndjson', 'a.csv': 'csv', 'a.json': 'json'}[file] }"
    (foreign / name).write_bytes(b"another run's\n")
    with pytest.raises(RunError, match="OUT"):
        mine.run(foreign)
    assert content(foreign) == {name: b"another run's\n"}
    mine.run()
    assert (mine.out / name).is_file()


def test_a_file_of_the_same_size_without_a_manifest_is_not_taken_for_this_runs(tmp_path: Path) -> None:
    mine, other = Site(tmp_path, "A", [{"id": "1"}]), Site(tmp_path, "B", [{"id": "2"}])
    for site in (mine, other):
        site.run()
    (mine.out / "manifest.json").unlink()
    before = content(mine.out)
    with pytest.raises(RunError, match="OUT"):
        other.run(mine.out)
    assert content(mine.out) == before
    mine.run()


def test_two_runs_that_begin_in_one_empty_folder_do_not_replace_each_others_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, other = Site(tmp_path, "A", [{"id": "1", "bad": True}]), Site(tmp_path, "B", [{"id": "2", "bad": True}])
    check = runner.check_out

    def meanwhile(out: Path, journal: Journal) -> None:
        check(out, journal)
        monkeypatch.undo()
        other.run(mine.out)

    monkeypatch.setattr(runner, "check_out", meanwhile)
    with pytest.raises(RunError, match="OUT"):
        mine.run()
    before = content(mine.out)
    other.run(mine.out)
    assert content(mine.out) == before
