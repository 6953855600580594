"""No answer of a batch that was paid for is lost without a word: each is used, useless, or stays at the provider."""

from __future__ import annotations

import base64
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from redactor.llm.cache import AnswerCache
from redactor.llm.submission import Submission
from tests.unit.detect.cascade.canary_kit import hidden_entity
from tests.unit.llm.fake_provider import failed
from tests.unit.llm.scripted_server import Reply, answer, question
from tests.unit.run.test_llm_batch_provider import Office, clear_all, office  # noqa: F401
from tests.unit.run.test_llm_run import NOTES, desk  # noqa: F401

NOBODY = "http://127.0.0.1:9/v1"


def part_of(of: Office, name: str, *numbers: int) -> Path:
    """A folder with these records of IN."""
    rows = (of.desk.root / "in" / "o.ndjson").read_text().splitlines()
    (of.desk.root / name).mkdir()
    (of.desk.root / name / "o.ndjson").write_text("\n".join(rows[n] for n in numbers))
    return of.desk.root / name


def collect(of: Office, source: Path, **llm: Any) -> subprocess.CompletedProcess[str]:
    return of._command("llm", "batch", "collect", str(source), "--json", env=of.env(**llm))


def die_in(of: Office, monkeypatch: pytest.MonkeyPatch, where: type, method: str) -> None:
    """Collect, and die where a method is called."""

    def die(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(where, method, die)
        assert of("collect").returncode != 0


def test_answers_of_notes_that_in_does_not_hold_stay_until_they_are_collected(office: Office) -> None:  # noqa: F811
    one, others = part_of(office, "one", 0), part_of(office, "others", 1, 2)
    office.submit()
    done = collect(office, one)
    assert done.returncode == 2 and json.loads(done.stdout)["used"] == 1
    assert "2 of 3 answers of batch" in done.stderr and "notes that this IN does not hold" in done.stderr
    assert len(office.provider.files) == 2 and len(office.ok("status")) == 1
    done = collect(office, one)
    assert done.returncode == 2 and "2 of 3 answers of batch" in done.stderr, "that the first is used is not forgotten"
    assert office.submit()["requests_submitted"] == 0
    done = collect(office, others)
    assert done.returncode == 0 and json.loads(done.stdout)["used"] == 2, done.stderr
    assert not office.provider.files and office.ok("status") == []
    assert office.desk.run("out", NOBODY).outcomes == {"released": 3}


def test_a_collect_that_was_killed_before_it_stored_is_made_good(
    office: Office,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    office.submit()
    die_in(office, monkeypatch, AnswerCache, "add")
    done = collect(office, part_of(office, "one", 0))
    assert done.returncode == 2 and "2 of 3 answers" in done.stderr
    assert office.ok("collect")["used"] == 3 and not office.provider.files
    assert office.desk.run("out", NOBODY).outcomes == {"released": 3}


def test_a_collect_that_was_killed_once_it_stored_is_made_good(
    office: Office,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Home has the answers, so that no run asks for them again, and the record of the batch does not tell of it."""
    office.submit()
    die_in(office, monkeypatch, Submission, "close")
    assert not [n for n in (b"Marlowe", b"Hadley", b"Juniper") if n in office.home()]
    done = collect(office, part_of(office, "one", 0))
    assert done.returncode == 2 and "3 of 3 answers" in done.stderr, "another IN does not make them good"
    assert office.ok("collect")["used"] == 3 and not office.provider.files
    left = {path.name for path in (office.desk.root / "home").iterdir() if "batch" in path.name}
    assert left == {"llm-batches", ".llm-batch.lock"}
    assert office.desk.run("out", NOBODY).outcomes == {"released": 3}


def test_answers_that_are_all_doubled_or_failed_end_a_batch_and_free_its_questions(office: Office) -> None:  # noqa: F811
    office.provider.hostile.spoil = lambda lines: [*lines, *lines]
    office.submit()
    counts = office.ok("collect")
    assert (counts["used"], counts["missing"], counts["failed"]) == (0, 3, {"several answers": 3})
    assert not office.provider.files and office.submit()["requests_submitted"] == 3
    office.provider.hostile.spoil = lambda lines: [failed(line, 500) for line in lines]
    counts = office.ok("collect")
    assert (counts["missing"], counts["failed"]) == (3, {"HTTP 500": 3}) and not office.provider.files
    assert office.submit()["requests_submitted"] == 3


def test_answers_that_the_provider_counts_and_does_not_give_are_waited_for(office: Office) -> None:  # noqa: F811
    office.submit()
    office.provider.hostile.content = lambda content: b""
    done = office("collect")
    assert done.returncode == 2 and "counts 3 answers of batch" in done.stderr and "not used" not in done.stderr
    office.provider.hostile.content = lambda content: content
    assert office.ok("collect")["used"] == 3 and not office.provider.files


def test_useless_answers_are_told_apart(office: Office) -> None:  # noqa: F811
    def spoiled(lines: list[dict[str, Any]]) -> list[Any]:
        lines[0]["response"]["body"]["choices"][0]["finish_reason"] = "length"
        return lines[:2]

    office.provider.hostile.spoil = spoiled
    office.submit()
    counts = office.ok("collect")
    assert [counts[name] for name in ("results", "used", "useless", "missing")] == [2, 1, 1, 1]
    assert office.submit()["requests_submitted"] == 1


def test_what_was_paid_for_and_is_useless_is_in_no_batch_after_a_drop(office: Office) -> None:  # noqa: F811
    def cut(lines: list[dict[str, Any]]) -> list[Any]:
        for line in lines:
            line["response"]["body"]["choices"][0]["finish_reason"] = "length"
        return lines

    office.provider.hostile.spoil = cut
    office.submit()
    done = collect(office, part_of(office, "one", 0))
    assert done.returncode == 2 and json.loads(done.stdout)["useless"] == 1
    assert office.ok("drop", "--yes")["dropped"] == 1 and not office.provider.files
    assert office.submit()["requests_submitted"] == 2


def test_what_a_budget_holds_back_is_told(office: Office) -> None:  # noqa: F811
    done = office("submit", "--yes", "--json", token_budget=100)
    assert done.returncode == 0 and "token_budget holds back 3 requests" in done.stderr
    assert json.loads(done.stdout)["held_back"] == len(NOTES) and not office.provider.batches


def test_a_pass_waits_for_the_questions_of_its_note(office: Office) -> None:  # noqa: F811
    """A pass sees open questions as masks: a first pass that is asked beside them would fit nothing once answered."""

    def find_nothing(request: dict[str, Any]) -> Reply:
        is_pass = request.get("response_format", {}).get("json_schema", {}).get("name") == "extract"
        return answer({"entities": [hidden_entity(question(request))]}) if is_pass else clear_all(request)

    office.provider.script = find_nothing

    def prompts() -> list[set[str]]:
        made = [[json.loads(one)["body"] for one in content.splitlines()] for content in office.provider.made]
        return [{body["response_format"]["json_schema"]["name"] for body in bodies} for bodies in made]

    rows = [json.loads(row) for row in (office.desk.root / "in" / "o.ndjson").read_text().splitlines()]
    for row in rows:
        row |= {"resourceType": "DocumentReference", "type": {"text": "Discharge summary"}}
        text = row.pop("note")[0]["text"]
        del row["code"]
        data = base64.b64encode(text.encode()).decode()
        row |= {"status": "current", "content": [{"attachment": {"contentType": "text/plain", "data": data}}]}
    (office.desk.root / "in" / "o.ndjson").write_text("\n".join(map(json.dumps, rows)))
    always = {"always": ["discharge summary"], "passes": 1}
    office.ok("submit", "--yes", **always)
    assert prompts() == [{"judge"}]
    assert office.ok("collect", **always)["used"] > 0
    sent = office.ok("submit", "--yes", **always)
    assert sent["requests_submitted"] == 3 and prompts() == [{"judge"}, {"extract"}]
    assert (
        office.ok("collect", **always)["used"] == 3 and office.ok("submit", "--yes", **always)["batches_submitted"] == 0
    )
    done = office.desk.run("out", NOBODY, **always)
    assert done.outcomes == {"released": 3} and done.spent is not None and done.spent.requests == 0


def test_a_home_of_another_keyring_is_told_before_anything_is_written(office: Office, tmp_path: Path) -> None:  # noqa: F811
    office.desk.run("out", NOBODY, on_outage="redact")
    home = office.desk.root / "home"
    (home / "llm.db").unlink(missing_ok=True)
    other = tmp_path / "other.json"
    assert office._command("keys", "init", str(other)).returncode == 0
    for command in ("status", "collect", "submit", "drop"):
        args = [command, *([str(office.desk.root / "in")] if command in ("collect", "submit") else [])]
        done = office._command("llm", "batch", *args, env=office.env() | {"REDACTOR_KEYRING": str(other)})
        assert done.returncode == 2 and "they belong to another keyring" in done.stderr, command
    assert not (home / "llm.db").exists()
