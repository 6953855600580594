"""`redactor llm batch submit`, `status`, `collect` and `drop` against a fake of a provider, over real HTTP.

The client is that of the openai package. The fake gives wrong, doubled, huge, cut and foreign answers, refuses, and
kills the command.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from redactor.llm import batches as llm_batches
from tests.conftest import Command
from tests.unit.llm.fake_provider import FakeProvider, failed
from tests.unit.llm.scripted_server import Reply, error
from tests.unit.run.test_llm_run import NOTES, Desk, clear_all, desk  # noqa: F401

NAMES = (b"Marlowe", b"Hadley", b"Juniper")


class Office:
    """A person at a desk with a provider."""

    def __init__(self, of: Desk, command: Command, keyring: Path, provider: FakeProvider) -> None:
        self.desk, self._command, self._keyring, self.provider = of, command, keyring, provider

    def env(self, **llm: Any) -> dict[str, str]:
        told = {"base_url": self.provider.url, "model": "m", "ask_above": 0.001, "ask_below": 0.6,
                "deadline_seconds": 3, "prices": {"asked": 1000, "answered": 2000}, **llm}  # fmt: skip
        home = str(self.desk.root / "home")
        return {"REDACTOR_LLM": json.dumps(told), "REDACTOR_KEYRING": str(self._keyring), "REDACTOR_HOME": home}

    def __call__(self, *args: str, stdin: str | None = None, **llm: Any) -> subprocess.CompletedProcess[str]:
        given = [*args, str(self.desk.root / "in")] if args[0] in ("submit", "collect") else [*args]
        done = self._command("llm", "batch", *given, env=self.env(**llm), stdin=stdin)
        assert not [name for name in NAMES if name.decode() in done.stdout + done.stderr]
        return done

    def ok(self, *args: str, code: int = 0, **llm: Any) -> Any:
        done = self(*args, "--json", **llm)
        assert done.returncode == code, done.stderr
        return json.loads(done.stdout)

    def submit(self) -> Any:
        return self.ok("submit", "--yes")

    def killed_in(self, what: str, *args: str) -> None:
        """Run a command in a process of its own, which the provider kills when it has done what was asked of it."""
        command = [sys.executable, "-m", "redactor", "llm", "batch", *args]
        process: list[subprocess.Popen[bytes]] = []

        def kill(done: str) -> None:
            if done == what:
                os.kill(process[0].pid, signal.SIGKILL)
                process[0].wait()

        self.provider.hostile.after = kill
        process.append(subprocess.Popen(command, env=os.environ | self.env(), stderr=subprocess.DEVNULL))
        assert process[0].wait(60) == -signal.SIGKILL
        self.provider.hostile.after = lambda _: None

    def home(self) -> bytes:
        return b"".join(p.read_bytes() for p in (self.desk.root / "home").rglob("*") if p.is_file())


@pytest.fixture
def office(desk: Desk, in_process: Command, keyring_path: Path) -> Iterator[Office]:  # noqa: F811
    with FakeProvider(clear_all) as provider:
        yield Office(desk, in_process, keyring_path, provider)


def test_answers_of_a_batch_are_found_by_the_run_and_nothing_stays_at_the_provider(office: Office) -> None:
    sent = office.submit()
    assert (sent["batches_submitted"], sent["requests_submitted"]) == (1, len(NOTES))
    asked, answered = sent["tokens_asked"], sent["tokens_answered"]
    assert sent["cost"] == pytest.approx((asked * 1000 + answered * 2000) / 1_000_000 / 2)
    ((name, content),) = office.provider.files.values()
    assert re.fullmatch("redactor-[0-9a-f]{16}.jsonl", name) and any(n in content for n in NAMES)
    assert not [n for n in NAMES if n in office.home()]
    unwritten = office.desk.root / "b.jsonl"
    assert office("write", str(office.desk.root / "in"), str(unwritten)).returncode == 0
    assert not unwritten.exists(), "its questions are in a batch"
    assert office.ok("status")[0] | {"batch": ""} == {
        "batch": "", "status": "completed", "requests": 3, "answered": 3, "failed": 0
    }  # fmt: skip
    counts = office.ok("collect")
    assert (counts["batches_ended"], counts["batches_open"], counts["used"], counts["failed"]) == (1, 0, 3, {})
    assert not office.provider.files and len(office.provider.deleted) == 2
    assert office.ok("status") == [] and office.submit()["requests_submitted"] == 0
    done = office.desk.run("out", "http://127.0.0.1:9/v1")
    assert done.outcomes == {"released": 3} and done.second["cleared"] == done.second["asked"] > 0
    assert not [n for n in NAMES if n in office.home()]


def test_nothing_is_sent_without_yes_and_the_cost_is_told_before(office: Office) -> None:
    done = office("submit", stdin="n\n")
    assert done.returncode == 2 and "nothing was sent" in done.stderr and "at half of llm.prices" in done.stderr
    assert office("submit", stdin="").returncode == 2
    assert not office.provider.files and not any(n in seen.body for n in NAMES for seen in office.provider.seen)
    assert office("submit", stdin="y\n").returncode == 0 and len(office.provider.batches) == 1


def test_only_hosts_of_the_settings_get_anything(office: Office) -> None:
    done = office("submit", "--yes", base_url="https://llm.example/v1")
    assert done.returncode == 2 and "allow_hosts" in done.stderr
    office.submit()
    with FakeProvider(clear_all) as other:
        for command in ("status", "collect", "drop"):
            args = (command, "--yes") if command == "drop" else (command,)
            done = office(*args, base_url=other.url)
            assert done.returncode == 2 and "another address" in done.stderr
        assert not other.seen
    assert office.ok("collect")["used"] == 3
    assert {seen.headers.get("authorization") for seen in office.provider.seen} == {None}


@pytest.mark.slow
@pytest.mark.parametrize("what", ["POST /files", "POST /batches"])
def test_a_kill_before_the_id_is_noted_submits_nothing_twice(office: Office, what: str) -> None:
    """The provider has done what was asked, and the command is killed before it knows."""
    office.killed_in(what, "submit", str(office.desk.root / "in"), "--yes")
    assert len(office.provider.files) == 1 and not [n for n in NAMES if n in office.home()]
    office.submit()
    assert len(office.provider.batches) == 1 and len(office.provider.files) == 1
    assert office.ok("collect")["used"] == 3 and not office.provider.files


@pytest.mark.slow
def test_a_kill_while_files_are_deleted_is_made_good(office: Office) -> None:
    office.submit()
    office.killed_in("DELETE /files/ID", "collect", str(office.desk.root / "in"))
    assert len(office.provider.files) == 1
    assert office.ok("status") == [] and not office.provider.files
    assert office.desk.run("out", "http://127.0.0.1:9/v1").outcomes == {"released": 3}
    assert office.submit()["requests_submitted"] == 0


@pytest.mark.slow
def test_a_model_with_another_name_for_the_limit_is_asked_by_it(office: Office) -> None:
    def newer(request: dict[str, Any]) -> Reply:
        return clear_all(request) if "max_tokens" not in request else error(400, "use max_completion_tokens")

    office.provider.script = newer
    office.submit()
    ((_, content),) = office.provider.files.values()
    assert all("max_completion_tokens" in json.loads(one)["body"] for one in content.splitlines())
    office.provider.script = clear_all
    assert office.ok("collect")["used"] == 3


def test_a_batch_that_was_not_made_is_made_of_the_same_file_and_told(office: Office) -> None:
    office.provider.hostile.faults["POST /batches"] = [error(500)]
    done = office("submit", "--yes")
    assert done.returncode == 2 and "HTTP 500" in done.stderr and "repeat the command" in done.stderr
    assert office("status").returncode == 2
    done = office("submit", "--yes")
    assert done.returncode == 0 and "lists no batch of its file: it is submitted now" in done.stderr
    assert len(office.provider.files) == len(office.provider.batches) == 1


@pytest.mark.slow
def test_where_nothing_is_listed_a_person_decides(office: Office) -> None:
    office.provider.hostile.lists = False
    office.provider.hostile.faults["POST /batches"] = [Reply(cut="at once")]
    assert office("submit", "--yes").returncode == 2
    again = office("submit", "--yes")
    assert again.returncode == 2 and "does not list batches" in again.stderr and not office.provider.batches
    assert office.ok("drop", "--yes")["dropped"] == 1 and not office.provider.files
    assert office.submit()["requests_submitted"] == 3


def test_a_batch_that_never_ends_is_dropped_in_two_steps(office: Office) -> None:
    office.provider.hostile.ends_as = "in_progress"
    office.submit()
    assert office.ok("status", code=1)[0]["status"] == "in_progress"
    counts = office.ok("collect", code=1)
    assert (counts["batches_open"], counts["used"]) == (1, 0) and office.provider.files
    assert office("drop", stdin="n\n").returncode == 2
    assert office.ok("drop", "--yes", code=1)["cancelling"] == 1
    assert office.ok("drop", "--yes")["dropped"] == 1
    assert not office.provider.files and office.submit()["requests_submitted"] == 3


@pytest.mark.slow
def test_a_failed_batch_is_told_and_its_questions_are_free(office: Office) -> None:
    office.provider.hostile.ends_as = "failed"
    office.provider.hostile.codes = ("token_limit_exceeded", "Marlowe")
    office.submit()
    done = office("collect")
    assert done.returncode == 0 and "more tokens wait in batches" in done.stderr and not office.provider.files
    assert office.submit()["requests_submitted"] == 3


def test_an_expired_batch_gives_what_it_has(office: Office) -> None:
    office.provider.hostile.ends_as = "expired"
    office.provider.hostile.spoil = lambda lines: lines[:1]
    office.provider.hostile.errors = lambda asked: [
        {
            "custom_id": asked[1]["custom_id"],
            "response": None,
            "error": {"code": "batch_expired", "message": "Marlowe"},
        },
        failed(asked[2], 400),
    ]
    office.submit()
    counts = office.ok("collect")
    assert counts["used"] == 1 and counts["failed"] == {"HTTP 400": 1, "expired": 1}
    assert not office.provider.files
    done = office.desk.run("out", "http://127.0.0.1:9/v1", on_outage="quarantine")
    assert done.outcomes == {"quarantined": 2, "released": 1}
    assert office.submit()["requests_submitted"] == 2


def swap(lines: list[dict[str, Any]]) -> list[Any]:
    """The answer of each request under the id of the next one."""
    ids = [line["custom_id"] for line in lines]
    return [line | {"custom_id": id} for line, id in zip(lines, [*ids[1:], ids[0]], strict=True)]


def test_an_answer_of_another_note_clears_nothing(office: Office) -> None:
    office.provider.hostile.spoil = swap
    office.submit()
    counts = office.ok("collect")
    assert (counts["used"], counts["useless"], counts["missing"]) == (0, 3, 0)
    done = office.desk.run("out", "http://127.0.0.1:9/v1", on_unsure="redact")
    assert "cleared" not in done.second and done.second["unsure"] == done.second["asked"]
    assert office.submit()["requests_submitted"] == 0, "what was paid for and is useless is left to the run"


@pytest.mark.slow
def test_hostile_results_count_for_nothing(office: Office) -> None:
    office.provider.hostile.spoil = lambda lines: [
        lines[0], lines[1], lines[1] | {"response": {"status_code": 200, "body": {"choices": []}}},
        lines[2] | {"custom_id": "a" * 32}, "{not json", "[]", "7", {"custom_id": 7}, '{"custom_id": "' , "",
    ]  # fmt: skip
    office.submit()
    counts = office.ok("collect")
    assert counts["used"] == 1 and counts["failed"] == {"no answer": 1, "several answers": 1}
    assert counts["foreign_results"] == 6
    assert office.desk.run("out", "http://127.0.0.1:9/v1", on_outage="quarantine").outcomes == {
        "quarantined": 2, "released": 1
    }  # fmt: skip
    assert office.submit()["requests_submitted"] == 2


@pytest.mark.slow
def test_an_answer_is_read_from_the_batch_of_its_question_alone(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large input is split. Of two batches each also answers the questions of the other."""
    monkeypatch.setattr(llm_batches, "MOST_REQUESTS", 2)
    assert office.submit()["batches_submitted"] == 2
    assert sorted(len(content.splitlines()) for _, content in office.provider.files.values()) == [1, 2]
    given: list[dict[str, Any]] = []

    def add_others(lines: list[dict[str, Any]]) -> list[Any]:
        given.extend(lines)
        return list(given)

    office.provider.hostile.spoil = add_others
    counts = office.ok("collect")
    assert counts["used"] == 3 and counts["foreign_results"] > 0 and counts["failed"] == {}
    assert not office.provider.files


@pytest.mark.slow
@pytest.mark.parametrize("huge", ["file", "line"])
def test_a_huge_file_is_not_read(office: Office, huge: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if huge == "line":
        monkeypatch.setattr(llm_batches, "_MOST_LINE", 1_000)
    office.provider.hostile.content = lambda content: content * 1_000 if huge == "file" else b"x" * 2_000
    office.submit()
    done = office("collect")
    assert done.returncode == 2 and ("larger than it can be" in done.stderr or "line above" in done.stderr)
    assert len(office.provider.files) == 2, "they stay until a person decides"
    office.provider.hostile.content = lambda content: content
    assert office.ok("collect")["used"] == 3


@pytest.mark.slow
def test_a_file_that_breaks_off_is_read_again(office: Office) -> None:
    office.submit()
    full = {"content-length": "5000"}
    office.provider.hostile.faults["GET /files/ID/content"] = [Reply(headers=full, body=b'{"custom_id"', cut="in body")]
    assert office.ok("collect")["used"] == 3


@pytest.mark.slow
def test_answers_that_no_question_of_in_needs_stay_at_the_provider(office: Office) -> None:
    office.submit()
    done = office("collect", model="another")
    assert done.returncode == 2 and "3 of 3 answers of batch" in done.stderr and len(office.provider.files) == 2
    assert office.ok("collect")["used"] == 3 and not office.provider.files


@pytest.mark.slow
def test_a_batch_that_the_provider_does_not_know(office: Office) -> None:
    office.submit()
    office.provider.batches.clear()
    done = office("collect")
    assert done.returncode == 2 and "does not know batch" in done.stderr
    assert office.ok("drop", "--yes")["dropped"] == 1
    assert not office.provider.files and office.submit()["requests_submitted"] == 3


@pytest.mark.slow
def test_a_record_of_home_that_was_changed_stops(office: Office) -> None:
    office.submit()
    (record,) = (office.desk.root / "home" / "llm-batches").iterdir()
    assert record.stat().st_mode & 0o777 == 0o600
    record.write_bytes(record.read_bytes()[:-1] + b"x")
    done = office("collect")
    assert done.returncode == 2 and "is damaged" in done.stderr


@pytest.mark.slow
def test_records_are_encrypted_anew_when_keys_are_rotated(office: Office) -> None:
    office.submit()
    (record,) = (office.desk.root / "home" / "llm-batches").iterdir()
    before = record.read_bytes()
    env = office.env()
    assert office._command("keys", "rotate", str(office._keyring), env=env).returncode == 0
    done = office._command("index", "rotate-keys", env=env)
    assert done.returncode == 0, done.stderr
    assert record.read_bytes().partition(b"\0")[0] != before.partition(b"\0")[0]
    assert office.ok("collect")["used"] == 3


@pytest.mark.slow
def test_several_processes_write_and_read_one_batch(office: Office) -> None:
    sent = office.ok("submit", "--yes", "--workers", "2")
    assert sent["requests_submitted"] == 3 and office.ok("collect", "--workers", "2")["used"] == 3
    left = {path.name for path in (office.desk.root / "home").iterdir() if "batch" in path.name}
    assert left == {"llm-batches", ".llm-batch.lock"}


def test_help_has_examples(in_process: Command) -> None:
    for command in ("submit", "status", "drop"):
        assert "Example: redactor llm batch" in in_process("llm", "batch", command, "--help").stdout
