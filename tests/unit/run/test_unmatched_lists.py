"""A line of the opt-out list or the crosswalk that names nobody is told by its number, never by what it holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.runs import build_run
from redactor.keys import Keyring
from redactor.run.contracts import Summary
from redactor.run.intake.patient_lists import listed_id, read_crosswalk
from redactor.run.runner import run
from redactor.settings import Settings, load_settings
from redactor.steward.forget import forget
from tests.conftest import Command
from tests.unit.golden_pseudonyms import keyring


class Desk:
    def __init__(self, root: Path) -> None:
        self.root, self.runs = root, 0
        keyring(2).save(root / "keys.json")
        self.source = root / "in.ndjson"
        patients = [{"resourceType": "Patient", "id": f"P{n}", "birthDate": "1980-05-17"} for n in (1, 2, 3)]
        seen = {"resourceType": "Observation", "status": "final", "code": {"text": "x"}, "id": "o"}
        of = {"subject": {"reference": "Patient/P2"}}
        self.source.write_text("".join(json.dumps(r) + "\n" for r in (*patients, seen | of)))

    def settings(self, **more: Any) -> Settings:
        told = {"keyring": str(self.root / "keys.json"), "home": self.root / "home", "detectors": ("known",)}
        return load_settings(**told, as_of="2026-01-01", **more)

    def listed(self, text: str) -> Path:
        (self.root / "listed").write_text(text)
        return self.root / "listed"

    def run(self, **more: Any) -> Summary:
        self.runs += 1
        out = self.root / f"out{self.runs}"
        return run(*build_run(self.settings(**more), self.source, out, self.root / f"state{self.runs}"))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.mark.parametrize(
    "line",
    ["P2", " P2\t", "P2,", "P2;", '"P2"', "'P2',", "Patient/P2", "Patient/P2,", "https://ehr.example/r4/Patient/P2",
     "Patient/P2/_history/7", "p2", "\ufeffP2"],
)  # fmt: skip
def test_an_id_is_found_however_the_list_writes_it(desk: Desk, line: str) -> None:
    s = desk.run(opt_out=desk.listed(f"# who opted out\n\n{line}\r\n"))
    assert (s.outcomes, s.unmatched) == ({"released": 2, "withheld": 2}, {})


def test_a_urn_is_an_id() -> None:
    assert listed_id("urn:uuid:0b1e") == "0b1e"


def test_lines_that_match_nothing_are_told_by_their_numbers(desk: Desk) -> None:
    s = desk.run(opt_out=desk.listed("P1\n# P7\nP-22\n\nPatient/P2\n,\nP9\n"))
    assert s.outcomes == {"released": 1, "withheld": 3}
    assert s.unmatched == {"opt_out": [3, 6, 7]}


def test_a_crosswalk_takes_references_and_tells_its_unmatched_lines(desk: Desk) -> None:
    table = desk.root / "x.csv"
    table.write_text('from,to\nPatient/P2, P1 \n"P3,",Patient/P1\nMRN-7,P1\nP1,P1\n')
    assert desk.run(crosswalk=table).unmatched == {"crosswalk": [4]}
    assert desk.run(crosswalk=table, opt_out=desk.listed("P1")).outcomes == {"withheld": 4}


def test_a_line_of_the_crosswalk_that_the_name_of_a_note_follows_is_matched(desk: Desk) -> None:
    desk.source = desk.root / "in"
    desk.source.mkdir()
    (desk.source / "M7_note.txt").write_text("Seen today.")
    (desk.root / "x.csv").write_text("mrn,id\nM7,P1\nM8,P2\n")
    names = {"name_pattern": "(?P<patient>[A-Z0-9]+)_.*"}
    assert desk.run(crosswalk=desk.root / "x.csv", notes=names).unmatched == {"crosswalk": [3]}


def test_ids_of_a_crosswalk_that_are_written_like_references_keep_their_meaning(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("from,to\nPatient/1,Patient/2\n")
    table = read_crosswalk(tmp_path / "x.csv")
    assert table == {"Patient/1": "2", "1": "2", "Patient/2": "2"}


def test_forget_takes_a_reference(desk: Desk) -> None:
    desk.run()
    settings = desk.settings()
    assert not forget(settings, Keyring.load(settings.keyring), "Patient/P7").found
    assert forget(settings, Keyring.load(settings.keyring), " Patient/P2,").found


@pytest.mark.parametrize("piped", [False, True])
def test_the_command_says_which_lines_and_exits_with_1(
    desk: Desk, in_process: Command, monkeypatch: pytest.MonkeyPatch, piped: bool
) -> None:
    for name in ("keyring", "home", "detectors"):
        value = getattr(desk.settings(), name)
        monkeypatch.setenv(f"REDACTOR_{name.upper()}", json.dumps(value) if name == "detectors" else str(value))
    monkeypatch.setenv("REDACTOR_AS_OF", "2026-01-01")
    monkeypatch.setenv("REDACTOR_OPT_OUT", str(desk.listed("P2\nP-2222\n")))
    stdin = desk.source.read_text() if piped else None
    source: str | Path = "-" if piped else desk.source
    done = in_process("run", source, desk.root / "out", "--state", desk.root / "state", "--json", stdin=stdin)
    assert done.returncode == 1, done.stderr
    assert json.loads(done.stdout)["unmatched"] == {"opt_out": [2]}
    again = in_process("run", source, desk.root / "out", "--state", desk.root / "state", stdin=stdin)
    assert again.returncode == 1
    assert "line 2 of opt_out" in " ".join(again.stderr.split())
    assert "2222" not in done.stderr + done.stdout + again.stderr
