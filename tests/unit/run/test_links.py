"""No link is followed out of IN, state, home or OUT, and folders that others may write to stop the start."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from redactor.errors import RunError, SettingsError
from redactor.files.sqlite import connect
from redactor.keys import Keyring
from redactor.run.contracts import FileReason
from redactor.run.intake.files import list_inputs
from redactor.run.intake.raw_records import Reader
from redactor.run.runner import run
from redactor.settings import load_settings
from tests.conftest import Command
from tests.crash.crash_child import callbacks, config
from tests.unit.run.test_runner import KEYS, Bench, bench, ndjson

__all__ = ["bench"]  # the fixture
LIMIT = 1 << 20


@pytest.fixture
def keys(bench: Bench) -> Path:
    path = bench.root / "keys.json"
    Keyring.generate().save(path)
    return path


@pytest.mark.parametrize("name", ["lock", "records-00001.part", "records-00001.whole", "audit.ndjson", "journal.db"])
def test_a_link_in_the_state_stops_the_run_and_what_it_leads_to_stays(bench: Bench, keys: Path, name: str) -> None:
    before = keys.read_bytes()
    bench.put("a.ndjson", ndjson({"id": "1", "v": "a"}))
    bench.state.mkdir()
    (bench.state / name).symlink_to(keys)
    with pytest.raises(RunError, match="link"):
        bench.run()
    assert keys.read_bytes() == before


def test_a_pipe_in_place_of_the_lock_is_not_waited_for(bench: Bench) -> None:
    bench.put("a.ndjson", ndjson({"id": "1", "v": "a"}))
    bench.state.mkdir()
    os.mkfifo(bench.state / "lock")
    with pytest.raises(RunError, match="lock"):
        bench.run()


def test_a_hard_link_in_place_of_a_part_is_left_alone(bench: Bench, keys: Path) -> None:
    before = keys.read_bytes()
    bench.put("a.ndjson", ndjson({"id": "1", "v": "a"}))
    bench.state.mkdir()
    for name in ("lock", "records-00001.part", "deleted-00001.part"):
        (bench.state / name).hardlink_to(keys)
    assert bench.run().outcomes == {"released": 1}
    assert keys.read_bytes() == before


@pytest.mark.parametrize("name", [".manifest.json.part", "released-00001.ndjson", "manifest.json"])
def test_a_link_in_out_is_not_written_through(bench: Bench, keys: Path, name: str) -> None:
    before = keys.read_bytes()
    bench.put("a.ndjson", ndjson({"id": "1", "v": "a"}))
    bench.run()
    (bench.out / name).unlink(missing_ok=True)
    (bench.out / name).symlink_to(keys)
    with pytest.raises(RunError):
        bench.run()
    assert keys.read_bytes() == before


def test_a_database_is_not_opened_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "a.db").symlink_to(tmp_path / "elsewhere.db")
    with pytest.raises(RunError, match="a link"):
        connect(tmp_path / "a.db")
    assert not (tmp_path / "elsewhere.db").exists()


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o722])
def test_a_state_that_others_may_write_to_stops_the_start(bench: Bench, mode: int) -> None:
    bench.put("a.ndjson", ndjson({"id": "1", "v": "a"}))
    bench.state.mkdir()
    bench.state.chmod(mode)
    with pytest.raises(RunError, match="chmod go-w"):
        bench.run()


def test_a_quarantine_in_a_state_that_others_may_write_to_is_not_listed(
    bench: Bench, keys: Path, in_process: Command
) -> None:
    bench.state.mkdir()
    bench.state.chmod(0o777)
    env = {"REDACTOR_KEYRING": str(keys), "REDACTOR_HOME": str(bench.root / "home")}
    done = in_process("quarantine", "list", "--state", bench.state, env=env)
    assert done.returncode == 2 and "chmod go-w" in done.stderr


@pytest.mark.parametrize("mode", [0o777, 0o775])
def test_a_home_that_others_may_write_to_stops_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    home.chmod(mode)
    monkeypatch.setenv("REDACTOR_HOME", str(home))
    with pytest.raises(SettingsError, match=r"home.*chmod go-w"):
        load_settings()
    home.chmod(0o755)
    assert load_settings().home == home


def test_a_home_or_state_of_another_user_stops_the_start(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    home = bench.root / "home"
    home.mkdir()
    bench.state.mkdir()
    monkeypatch.setenv("REDACTOR_HOME", str(home))
    ours = os.geteuid()
    if ours == 0:
        os.chown(home, 4711, -1)
        os.chown(bench.state, 4711, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: ours + 1)
    with pytest.raises(SettingsError, match="another user"):
        load_settings()
    bench.put("a.ndjson", ndjson({"id": "1", "v": "a"}))
    with pytest.raises(RunError, match="another user"):
        bench.run()


# -- the input


def test_links_in_the_input_are_refused_and_counted(bench: Bench, keys: Path) -> None:
    bench.put("a.ndjson", ndjson({"id": "1", "v": "a"}))
    (bench.source / "p1.txt").symlink_to(keys)
    (bench.source / "b.ndjson").symlink_to(bench.source / "a.ndjson")
    (bench.source / "folder").symlink_to(bench.root)
    (bench.source / "nowhere.csv").symlink_to("nowhere")
    s = bench.run()
    assert s.outcomes == {"released": 1, "quarantined": 4}
    assert s.reasons == {"link": 4}


def test_follow_links_reads_what_links_to_files_lead_to(bench: Bench) -> None:
    (bench.root / "elsewhere.ndjson").write_bytes(ndjson({"id": "2", "v": "b"}))
    (bench.source / "b.ndjson").symlink_to(bench.root / "elsewhere.ndjson")
    (bench.source / "folder").symlink_to(bench.root)
    settings = config(bench.source, bench.out, bench.state, KEYS, follow_links=True)
    s = run(settings, callbacks())
    assert (s.outcomes, s.reasons) == ({"released": 1, "quarantined": 1}, {"link": 1})


@pytest.mark.parametrize("swapped", ["folder", "file"])
@pytest.mark.parametrize("suffix", ["txt", "ndjson", "parquet"])
def test_what_became_a_link_after_the_listing_is_not_read(tmp_path: Path, swapped: str, suffix: str) -> None:
    source, secret = tmp_path / "in", tmp_path / "secret"
    (source / "f").mkdir(parents=True)
    secret.mkdir()
    for folder in (source / "f", secret):
        if suffix == "parquet":
            pq.write_table(pa.table({"a": [1]}), folder / f"x.{suffix}")
        else:
            (folder / f"x.{suffix}").write_text(json.dumps({"a": folder.name}))
    (file,) = list_inputs(source)
    assert [r.error for r in Reader(file, LIMIT).records()] == [None]
    if swapped == "folder":
        (source / "f").rename(tmp_path / "before")
        (source / "f").symlink_to(secret)
    else:
        (source / "f" / f"x.{suffix}").unlink()
        (source / "f" / f"x.{suffix}").symlink_to(secret / f"x.{suffix}")
    assert [r.error for r in Reader(file, LIMIT).records()] == [FileReason.UNREADABLE]


def test_a_file_that_the_user_names_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "a.ndjson").write_bytes(ndjson({"a": 1}))
    (tmp_path / "b.ndjson").symlink_to(tmp_path / "a.ndjson")
    (file,) = list_inputs(tmp_path / "b.ndjson")
    assert [r.error for r in Reader(file, LIMIT).records()] == [None]
