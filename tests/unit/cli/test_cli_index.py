"""`redactor index`: what it shows, what it refuses, and that it never reveals who was forgotten."""

from __future__ import annotations

import gc
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from redactor import Redactor
from redactor.assemble.home import index_path, known_values_path
from redactor.assemble.runs import build_run
from redactor.cli.root import app
from redactor.keys import Keyring
from redactor.run.runner import run
from redactor.run.state.known_store import KnownStore
from redactor.run.state.quarantine import QuarantineStore
from redactor.settings import load_settings
from redactor.steward import index_admin
from redactor.steward.retractions import KINDS
from relex.index import Entry

runner = CliRunner()
PATIENT = "zx-4711"
RECORD: dict[str, Any] = {
    "resourceType": "Patient",
    "id": PATIENT,
    "name": [{"given": ["Zorbatine"], "family": "Fairweather"}],
    "telecom": [{"system": "phone", "value": "617-555-8812"}],
}
BROKEN = {"resourceType": "Observation", "id": "o1", "status": [1], "subject": {"reference": f"Patient/{PATIENT}"}}


@pytest.fixture(scope="module")
def after_a_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home after a run under hips: one patient, one quarantined record of theirs."""
    root = tmp_path_factory.mktemp("index")
    Keyring.generate().save(root / "keys.json")
    (root / "in").mkdir()
    (root / "in" / "a.ndjson").write_text(f"{json.dumps(RECORD)}\n{json.dumps(BROKEN)}\n", "utf-8")
    settings = load_settings(
        profile="hips", detectors=("patterns", "known"), keyring=str(root / "keys.json"), home=root / "home"
    )
    run(*build_run(settings, root / "in", root / "out"))
    gc.collect()  # closes the index: files beside an open database vanish while they are copied
    return root


@pytest.fixture
def home(after_a_run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(after_a_run, tmp_path / "desk")
    monkeypatch.chdir(tmp_path / "desk")
    for name, value in (("KEYRING", "keys.json"), ("HOME", "home"), ("DETECTORS", '["patterns","known"]')):
        monkeypatch.setenv(f"REDACTOR_{name}", value)
    return tmp_path / "desk" / "home"


def call(*args: str, code: int = 0, stdin: str | None = None) -> Result:
    done = runner.invoke(app, ["index", *args], input=stdin)
    assert done.exit_code == code, done.output
    return done


def test_stats_count_and_show_nothing_else(home: Path) -> None:
    told = json.loads(call("stats", "--json").stdout)
    assert told.keys() == {"store", "rosters", "entries", "retired", "bytes"}
    assert (told["store"], told["rosters"], told["entries"], told["retired"]) == ("embedded", 1, 3, 0)
    assert "embedded" in call("stats").stdout


@pytest.mark.parametrize("args", [("stats",), ("export", "map.jsonl")])
def test_without_an_index_the_message_says_where_to_look(home: Path, args: tuple[str, ...]) -> None:
    index_path(load_settings()).unlink()
    done = call(*args, code=2)
    assert "REDACTOR_HOME" in done.stderr
    assert not index_path(load_settings()).exists() and not Path("map.jsonl").exists()


def test_export_writes_every_entry_for_the_owner_alone(home: Path) -> None:
    done = call("export", "map.jsonl", "--json")
    assert json.loads(done.stdout) == {"path": "map.jsonl", "entries": 3}
    assert "originals" in done.stderr
    path = Path("map.jsonl")
    assert path.stat().st_mode & 0o777 == 0o600
    lines = [json.loads(x) for x in path.read_text("utf-8").splitlines()]
    assert all(x.keys() == {"recipient", "epoch", "scope", "kind", "original", "standin"} for x in lines)
    assert {x["original"] for x in lines} == {"zorbatine", "fairweather", "6175558812"}
    assert {(x["recipient"], x["epoch"]) for x in lines} == {("enclave (dates: visits)", 1)}
    assert len({x["scope"] for x in lines}) == 1
    out = json.loads(next(Path("out").glob("records-*")).read_text("utf-8").splitlines()[0])
    name = next(x["standin"] for x in lines if x["original"] == "fairweather")
    assert out["name"][0]["family"] == name


def test_export_names_the_scope_of_clinicians_by_their_site(home: Path) -> None:
    doctor = {"resourceType": "Practitioner", "id": "d1", "name": [{"given": ["Quillon"], "family": "Brandywine"}]}
    made = Redactor("hips")
    made.learn([doctor])
    made.record(doctor)
    call("export", "map.jsonl")
    lines = [json.loads(x) for x in Path("map.jsonl").read_text("utf-8").splitlines()]
    assert {x["scope"] for x in lines if x["original"] in ("quillon", "brandywine")} == {"site:default"}


@pytest.mark.parametrize("out", ["keys.json", "out/map.jsonl", "out/deeper/map.jsonl", "link"])
def test_export_never_overwrites_and_never_goes_where_a_release_is(home: Path, out: str) -> None:
    Path("out/deeper").mkdir()
    Path("link").symlink_to("nowhere")
    keys = Path("keys.json").read_bytes()
    call("export", out, code=2)
    assert Path("keys.json").read_bytes() == keys and not Path("nowhere").exists()
    assert not list(Path("out").rglob("*map*"))


def test_an_interrupted_export_leaves_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(entry: Entry) -> dict[str, object]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(index_admin, "_line", breaks)
    before = sorted(Path().iterdir())
    call("export", "map.jsonl", code=3)
    assert sorted(Path().iterdir()) == before


def test_rotation_renews_every_store_and_changes_no_stand_in(home: Path) -> None:
    call("export", "before.jsonl")
    old = Keyring.load("keys.json")
    old.rotated().save(Path("keys.json"), overwrite=True)
    changed = json.loads(call("rotate-keys", "--json").stdout)
    assert changed["stand-ins"] == changed["known"] == 1 and changed["quarantine"] == 1
    assert json.loads(call("rotate-keys", "--json").stdout) == dict.fromkeys(changed, 0)
    call("export", "after.jsonl")
    assert Path("before.jsonl").read_bytes() == Path("after.jsonl").read_bytes()
    # Nothing is left under the old key: a keyring with only the new key reads everything.
    data = json.loads(Path("keys.json").read_text("utf-8"))
    data["encryption"] = data["encryption"][-1:]
    del data["checksum"]
    Path("keys.json").write_text(json.dumps(data), "utf-8")
    new = Keyring.load("keys.json")
    call("export", "new.jsonl")
    with KnownStore.open(known_values_path(load_settings()), new, read_only=True) as store:
        assert list(store.all_values())
    (state,) = (home / "runs").iterdir()
    quarantine = QuarantineStore(state, new, create=False)
    assert json.loads(quarantine.show(quarantine.list()[0].id)) == BROKEN
    quarantine.close()


def test_forget_reports_counts_and_never_the_patient(home: Path) -> None:
    done = call("forget", "--subject", PATIENT, "--by", "A. Steward", "--yes", "--json")
    told = json.loads(done.stdout)
    # What left under a level of dates has pseudonyms of its own; the settings' profile comes first.
    assert [r["recipient"] for r in told["retractions"]] == ["enclave", "enclave (dates: visits)"]
    assert told["found"] and {k: sum(r["erased"][k] for r in told["retractions"]) for k in KINDS} == {
        "stand-ins": 3,
        "answers": 0,
        "known": 2,
        "recordings": 0,
        "quarantine": 1,
        "lookup": 1,
        "marks": 0,
        "copies": 0,
    }
    assert PATIENT not in done.output
    again = call("forget", "--subject", PATIENT, "--yes", code=1)
    assert "nothing was stored" in again.stderr and PATIENT not in again.output
    assert len([x for x in (home / "retractions.jsonl").read_text().splitlines() if '"done"' in x]) == 3


def test_forget_shows_people_what_is_left_to_do(home: Path) -> None:
    done = call("forget", "--subject", PATIENT, "--yes")
    assert "retractions.jsonl" in done.stderr and "opt_out" in done.stderr and "stand-ins" in done.stdout


def test_forget_shows_people_what_is_left_to_do_in_the_home_of_a_stream(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("redactor.cli.index._stream_publisher", lambda *_: lambda _: None)
    monkeypatch.setenv("REDACTOR_STREAMS__SERVERS", "127.0.0.1:1")
    done = call("forget", "--subject", PATIENT, "--yes")
    assert "retractions.jsonl" in done.stderr and "opt_out" not in done.stderr
    assert "repeat the command" in done.stderr and "drop folders" in done.stderr


def test_forget_erases_nothing_while_the_kafka_of_the_settings_is_away(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDACTOR_STREAMS__SERVERS", "127.0.0.1:1")
    done = call("forget", "--subject", PATIENT, "--yes", code=2)
    assert "Kafka cannot be reached" in done.stderr and PATIENT not in done.output
    monkeypatch.delenv("REDACTOR_STREAMS__SERVERS")
    call("forget", "--subject", PATIENT, "--yes")


@pytest.mark.parametrize(("answer", "code"), [("n\n", 2), ("", 2), ("y\n", 0)])
def test_forget_asks_first(home: Path, answer: str, code: int) -> None:
    call("forget", "--subject", PATIENT, code=code, stdin=answer)
    assert (home / "retractions.jsonl").exists() == (code == 0)
    assert json.loads(call("stats", "--json").stdout)["entries"] == (0 if code == 0 else 3)


def test_the_id_can_come_through_a_pipe(home: Path) -> None:
    call("forget", "--subject", "-", code=2, stdin=f"{PATIENT}\n")  # then nobody can answer
    call("forget", "--subject", "-", "--yes", code=2, stdin="\n")
    call("forget", "--subject", "-", "--yes", stdin=f"{PATIENT}\n")


def test_store_details_are_shown(home: Path) -> None:
    Keyring.generate().save(Path("keys.json"), overwrite=True)
    assert "keyring" in call("stats", code=2).stderr


def test_every_command_has_an_example() -> None:
    for name in ("stats", "export", "rotate-keys", "forget"):
        done = runner.invoke(app, ["index", name, "--help"])
        assert done.exit_code == 0 and f"redactor index {name}" in done.output


def test_forget_says_that_a_stream_withholds_an_id_of_which_nothing_is_known(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("redactor.cli.index._stream_publisher", lambda *_: lambda _: None)
    monkeypatch.setenv("REDACTOR_STREAMS__SERVERS", "127.0.0.1:1")
    done = call("forget", "--subject", "mistyped", "--yes", code=1)
    assert "the stream withholds records of this id" in done.stderr and "mistyped" not in done.output
