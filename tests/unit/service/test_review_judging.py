"""Marks of fields, marks that are taken back, two people at once, a forgotten patient, and the review as JSON."""

from __future__ import annotations

import html
import json
import re
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble import runs
from redactor.entities import Entity
from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.state.review_marks import (
    MARKS,
    FieldMark,
    MarkStore,
    RecordMarks,
    SpanMark,
    forget_marks,
    rotate_marks,
)
from redactor.service.review import readings
from tests.conftest import Command
from tests.unit.service.review_kit import NOTE, PLANTED, Page, environment, served, write_input

KEYS = Keyring.generate()
SPAN = SpanMark(0, 3, 9, Entity.PERSON, "wrong")
FIELD = FieldMark("/name/0/family", Entity.PERSON, "missed")


def places(shown: str) -> dict[str, str]:
    """The places of the fields of a page, with the class of each."""
    found = re.findall(r'class="([^"]+)"[^>]* data-place="([^"]+)"', shown)
    return {html.unescape(place): told for told, place in found}


def test_fields_are_marked_and_marks_are_taken_back(page: Page) -> None:
    key = page.key_of("type=Patient&outcome=released")
    before = places(page.get(f"/records/{key}"))
    family, gender, line = "/name/0/family", "/gender", "/address/0/line/0"
    assert before[family].startswith("hit") and before[gender] == "value" and before["/address/0/state"] == "value"
    told: list[dict[str, Any]] = [
        {"verdict": "wrong", "place": family},
        {"verdict": "missed", "place": gender, "entity": "PERSON"},
        {"verdict": "right", "place": line},
        {"verdict": "right"},
    ]
    assert [page.mark(key, **form) for form in told] == [303] * 4
    after = places(page.get(f"/records/{key}"))
    assert ["v-" + v in after[p] for p, v in ((family, "wrong"), (gender, "missed"), (line, "right"))] == [True] * 3
    found = page.get("/findings")
    rows = re.findall(r"<tr><td>([^<]*)</td><th scope=\"row\">([^<]*)</th><td>(\w+)</td>", found)
    assert ("Patient", "name.family", "wrong") in rows and ("Patient", "gender", "missed") in rows
    shares = re.search(r"precision of fields</th>\s*<td class=\"number\">(0\.\d+)", found)
    assert shares is not None
    for form in told[:3]:
        assert page.mark(key, **{**form, "verdict": "none"}) == 303
    assert page.mark(key, verdict="none") == 303
    assert places(page.get(f"/records/{key}")) == before and "looked at</span>" not in page.get(f"/records/{key}")
    bad: list[dict[str, Any]] = [
        {"verdict": "wrong", "place": gender},  # it was kept
        {"verdict": "missed", "place": "/name", "entity": "PERSON"},
        {"verdict": "missed", "place": "/name/7/family", "entity": "PERSON"},
        {"verdict": "missed", "place": gender, "entity": "<b>"},
        {"verdict": "wrong", "text": 0, "start": 0, "end": 1, "entity": "PERSON"},  # no span
        {"verdict": "missed"},
        {"verdict": "none", "text": "x", "start": 0, "end": 1},
    ]
    assert [page.mark(key, **form) for form in bad] == [400] * len(bad)
    assert page.mark(page.key_of("reason=no-schema"), verdict="right") == 409  # nothing tells whom to forget


def test_who_asks_from_another_page_or_sends_too_much_is_refused(page: Page) -> None:
    key = page.key_of("type=Patient")
    sites = {"cross-site": 403, "same-site": 403, "same-origin": 200, "none": 200}
    assert {s: page.ask("GET", f"/records/{key}", **{"Sec-Fetch-Site": s}).status for s in sites} == sites
    assert page.ask("POST", f"/records/{key}/marks", "verdict=right&x=" + "y" * 100_000).status == 413
    token = page.address.partition("?")[2]
    assert page.ask("GET", f"//evil.example/?{token}").headers["location"] == "/evil.example/"


def test_marks_of_two_people_at_once_are_all_kept(tmp_path: Path) -> None:
    def mark(first: int) -> None:
        with closing(MarkStore(tmp_path, KEYS)) as store:
            for i in range(first, 60, 2):
                store.change("r", (), lambda m, i=i: m.having(SpanMark(0, i, i + 1, Entity.PERSON, "missed")))  # type: ignore[misc]

    MarkStore(tmp_path, KEYS).close()
    both = [threading.Thread(target=mark, args=(first,)) for first in (0, 1)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    with closing(MarkStore(tmp_path, KEYS)) as store:
        assert sorted(m.start for m in store.get("r").spans) == list(range(60))


def _bytes(state: Path) -> bytes:
    return b"".join(p.read_bytes() for p in sorted(state.glob(f"{MARKS}*")))


def test_forgetting_erases_the_marks_of_a_patient_from_the_bytes(tmp_path: Path) -> None:
    assert forget_marks(tmp_path, KEYS, ["s1"]) == rotate_marks(tmp_path, KEYS) == 0
    assert not (tmp_path / MARKS).exists()
    with closing(MarkStore(tmp_path, KEYS)) as store:
        store.change("r1", ["s1", "s9"], lambda m: m.having(SPAN).having(FIELD))
        store.change("r2", ["s2"], lambda m: RecordMarks(m.marks, True))
        held = dict(store._db.execute("SELECT record_id, data FROM marks").fetchall())
        assert all(data in _bytes(tmp_path) for data in held.values())
        assert forget_marks(tmp_path, KEYS, ["s9"]) == 1
        after = _bytes(tmp_path)
        assert held["r1"] not in after and b"r1" not in after and held["r2"] in after
        assert list(store.all()) == ["r2"]
        with pytest.raises(RunError, match="start it again"):  # an open page holds the patient's record in memory
            store.change("r1", ["s1"], lambda m: m.having(SPAN))
    with closing(MarkStore(tmp_path, KEYS)) as store:
        store.change("r2", ["s2"], lambda m: RecordMarks())  # nothing is left to say of it
        assert store.all() == {}
    assert rotate_marks(tmp_path, KEYS.rotated()) == 0
    with closing(MarkStore(tmp_path, KEYS)) as store:
        store.change("r3", ["s3"], lambda m: m.having(SPAN))
    assert rotate_marks(tmp_path, KEYS.rotated()) == 1
    with pytest.raises(RunError, match="as this keyring left them"):
        MarkStore(tmp_path, Keyring.generate())
    db = sqlite3.connect(tmp_path / MARKS)
    db.execute("DELETE FROM marks")
    db.commit()
    db.close()
    with pytest.raises(RunError, match="as this keyring left them"):
        MarkStore(tmp_path, KEYS.rotated())


@pytest.fixture
def own(tmp_path: Path, keyring_path: Path, called: Command) -> tuple[Path, dict[str, str]]:
    write_input(tmp_path / "in")
    env = environment(tmp_path, keyring_path)
    assert called("run", tmp_path / "in", tmp_path / "out", env=env).returncode == 1
    return tmp_path, env


def test_what_is_marked_of_a_patient_is_gone_after_forget(
    own: tuple[Path, dict[str, str]], keyring_path: Path, called: Command
) -> None:
    folder, env = own
    with served(env, folder / "in", folder / "out", "--sample", "500") as (page, _):
        keys = [page.key_of(f) for f in ("type=Patient", "type=records/notesTable", "type=Bundle")]
        assert [page.mark(key, verdict="right") for key in keys] == [303] * 3
        (state,) = (folder / "home" / "runs").iterdir()
        with closing(MarkStore(state, Keyring.load(str(keyring_path)))) as store:
            told = {marks.subjects for marks in store.all().values()}
        assert len(told) == 2 and () in told  # a Bundle is of nobody, and holds no span
        done = called("index", "forget", "--subject", "q1", "--yes", "--json", env=env)
        assert done.returncode == 0 and '"marks": 2' in done.stdout, done.stdout + done.stderr
        answer = page.ask("POST", f"/records/{keys[0]}/marks", "verdict=right")
        assert answer.status == 500 and "start it again" in answer.text  # type: ignore[attr-defined]
    with closing(MarkStore(state, Keyring.load(str(keyring_path)))) as store:
        assert len(store.all()) == 1


# --- as JSON, and once ----------------------------------------------------------------------------------------------


def test_json_states_records_spans_and_figures(reviewed: Path, keyring_path: Path, called: Command) -> None:
    env = environment(reviewed, keyring_path)
    access = reviewed / "home" / "access.jsonl"

    def opened() -> int:
        return access.read_text().count('"review-json"') if access.exists() else 0

    args = ("review", reviewed / "in", reviewed / "out", "--sample", "500", "--json")
    done = called(*args, env=env)
    assert done.returncode == 0 and opened() == 0, done.stderr
    assert [v for v in (*PLANTED, "q1_letter", "bold") if v in done.stdout] == []
    told = json.loads(done.stdout)
    assert len(told["records"]) == 17 and told["settings_of_the_run"] and told["records_of_the_run"] == 17
    note = next(r for r in told["records"] if r["type"] == "records/notesTable" and len(r["spans"]) > 5)
    phone = next(s for s in note["spans"] if s["entity"] == "TELEPHONE_NUMBER")
    assert phone["detectors"] == ["patterns"] and phone["rules"][0].startswith("patterns:") and "start" not in phone
    assert {r["reason"] for r in told["records"]} >= {"no-schema", "malformed-json", "restricted-by-label"}

    full = json.loads(called(*args, "--originals", env=env).stdout)
    assert opened() == 17
    note = next(r for r in full["records"] if NOTE in r["texts"] and r["type"] == "records/notesTable")
    phone = next(s for s in note["spans"] if s["entity"] == "TELEPHONE_NUMBER")
    assert NOTE[phone["start"] : phone["end"]] == phone["old"] == "(650) 555-0134"
    measured = [r["result"]["valueQuantity"] for r in full["records"] if "valueQuantity" in (r["result"] or ())]
    assert {quantity["value"] for quantity in measured} == {1.5}
    patient = next(r for r in full["records"] if r["type"] == "Patient")
    family = next(f for f in patient["fields"] if f["place"] == "/name/0/family")
    assert family["old"] == "Quillfeather" and family["new"] == patient["result"]["name"][0]["family"]
    for more in (("--terminal", "1"), ("--html", reviewed / "no.html")):
        assert called(*args, *more, env=env).returncode == 2


def test_a_file_reads_each_record_once_with_one_engine(
    reviewed: Path, keyring_path: Path, tmp_path: Path, called: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = {"read": 0, "build_engine": 0, "build_registry": 0}
    process = readings.RecordProcessor.process

    def counted(self: Any, raws: Any) -> Any:
        counts["read"] += len(raws)
        return process(self, raws)

    def once(name: str) -> None:
        built = getattr(runs, name)

        def build(*args: Any, **more: Any) -> Any:
            counts[name] += 1
            return built(*args, **more)

        monkeypatch.setattr(runs, name, build)

    monkeypatch.setattr(readings.RecordProcessor, "process", counted)
    once("build_engine")
    once("build_registry")
    args = ("review", reviewed / "in", reviewed / "out", "--sample", "500", "--html", tmp_path / "all.html")
    assert called(*args, env=environment(reviewed, keyring_path)).returncode == 0
    assert counts == {"read": 17, "build_engine": 1, "build_registry": 1}


# --- refused, and told ----------------------------------------------------------------------------------------------


def test_a_review_refuses_what_would_mislead(
    reviewed: Path, keyring_path: Path, tmp_path: Path, called: Command
) -> None:
    env = environment(reviewed, keyring_path)
    args = ("review", reviewed / "in", reviewed / "out", "--sample", "1", "--html")
    within = called(*args, reviewed / "in" / "x.html", env=env)
    assert within.returncode == 2 and "lies in IN" in within.stderr and not (reviewed / "in" / "x.html").exists()
    other = called(*args, tmp_path / "x.html", env=env | {"REDACTOR_RECIPIENT": "university"})
    assert other.returncode == 2 and "made for the recipient enclave" in other.stderr


def test_a_review_says_what_it_does_with_an_llm(reviewed: Path, keyring_path: Path, called: Command) -> None:
    env = environment(reviewed, keyring_path)
    env["REDACTOR_LLM"] = json.dumps(
        {"base_url": "http://127.0.0.1:9/v1", "model": "m", "token_budget": 5000, "deadline_seconds": 0.1}
    )
    done = called("review", reviewed / "in", reviewed / "out", "--sample", "1", "--json", env=env)
    told = " ".join(done.stderr.split())
    assert done.returncode == 0 and "answers that home keeps are used again" in told, told
    assert "this machine, for 5,000 tokens at most" in told


def test_no_control_character_reaches_the_terminal(tmp_path: Path, keyring_path: Path, called: Command) -> None:
    (tmp_path / "in").mkdir()
    text = "Seen by \x1b]0;owned\x07\x1b[2J\x9b31m\u202e Tel. (650) 555-0134 \x00 and \r more"
    note = {
        "resourceType": "Observation",
        "id": "o1",
        "status": "final",
        "code": {"text": "x"},
        "note": [{"text": text}],
    }
    (tmp_path / "in" / "a.ndjson").write_text(json.dumps(note) + "\n")
    env = environment(tmp_path, keyring_path)
    assert called("run", tmp_path / "in", tmp_path / "out", env=env).returncode == 0
    done = called("review", tmp_path / "in", tmp_path / "out", "--terminal", "1", env=env)
    assert "owned" in done.stdout
    assert [c for c in "\x1b\x07\x9b\u202e\x00\r" if c in done.stdout] == []


def test_a_long_text_comes_in_parts_and_its_marks_keep_their_places(
    tmp_path: Path, keyring_path: Path, called: Command
) -> None:
    (tmp_path / "in").mkdir()
    text = "The patient was well. " * 10_000 + "Call (650) 555-0134."
    note = {"resourceType": "Observation", "id": "o1", "status": "final", "code": {"text": "x"}}
    (tmp_path / "in" / "a.ndjson").write_text(json.dumps(note | {"note": [{"text": text}]}) + "\n")
    env = environment(tmp_path, keyring_path)
    assert called("run", tmp_path / "in", tmp_path / "out", env=env).returncode == 0
    with served(env, tmp_path / "in", tmp_path / "out") as (page, _):
        key = page.key_of("")
        shown = [page.get(f"/records/{key}?part={part}") for part in ("", "1", "2", "99999", "-1", "x")]
        told = [re.findall(r"Part (\d) of 3", one) for one in shown]
        assert told == [["1"], ["2"], ["3"], ["3"], ["1"], ["1"]]
        pieces = [re.findall(r'<span data-start="(\d+)">([^<]*)', one) for one in shown[:3]]
        assert all(text.startswith(piece, int(at)) for own in pieces for at, piece in own)
        start = text.index("(650)")
        assert [f'data-start="{start}"' in one for one in shown[:3]] == [False, False, True]
        assert sum(len(piece) for own in pieces for _, piece in own) == len(text) - len("(650) 555-0134")
