"""A run that asks an LLM: what it spends, what it remembers, and what it does without answers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.runs import build_run
from redactor.cli.run_summary import print_summary, summary_as_json
from redactor.errors import EndpointRefusedError, RunError, SettingsError
from redactor.run.contracts import Summary
from redactor.run.output.manifest import RELEASED
from redactor.run.runner import run
from redactor.settings import LlmPrices, load_settings
from tests.conftest import Command
from tests.unit.detect.cascade.canary_kit import hidden_id
from tests.unit.llm.scripted_server import Reply, ScriptedServer, answer, error, question, text

NOTES = (
    "Pt seen with Marlowe, doing well on the new regimen, will call Okafor re: labs.",
    "Discussed w/ Hadley at length; the Whitcombe paperwork is pending, follow up in spring.",
    "Reports that Juniper drove her in from Tillbrook, ambulates independently.",
)

NOBODY = "http://127.0.0.1:9/v1"  # nobody answers there


def clear_all(request: dict[str, Any]) -> Reply:
    """Whatever is asked about is no identifier, but for the canary. A plain question gets a plain answer."""
    if "response_format" not in request:
        return text("yes")
    hidden = hidden_id(question(request))
    form = request["response_format"]["json_schema"]["schema"]["properties"]["answers"]["items"]
    ids = form["properties"]["id"]["enum"]
    return answer(
        {"answers": [{"id": i, "verdict": "phi" if i == hidden else "not_phi", "entity": "NONE"} for i in ids]},
        usage=(70, 7),
    )


class Desk:
    def __init__(self, root: Path, keyring: Path) -> None:
        self.root, self._keyring = root, keyring
        (root / "in").mkdir()
        rows = [
            {"resourceType": "Observation", "id": f"o{n}", "status": "final", "subject": {"reference": f"Patient/p{n}"},
             "code": {"text": "note"}, "note": [{"text": text}]}
            for n, text in enumerate(NOTES)
        ]  # fmt: skip
        (root / "in" / "o.ndjson").write_text("\n".join(map(json.dumps, rows)))

    def run(
        self, name: str, url: str, workers: int = 1, home: str = "home", batch_records: int | None = None, **more: Any
    ) -> Summary:
        asked = {"ask_above": 0.001, "ask_below": 0.6, "deadline_seconds": 0.3 if url == NOBODY else 60}
        llm = {"base_url": url, "model": "m", **asked, **more}
        records = batch_records or (1 if workers > 1 else 500)
        settings = load_settings(keyring=str(self._keyring), home=self.root / home, llm=llm, batch_records=records)
        config, callbacks = build_run(settings, self.root / "in", self.root / name, self.root / f"{name}-state",
                                      workers=workers)  # fmt: skip
        return run(config, callbacks)

    def files(self, name: str) -> dict[str, bytes]:
        return {p.name: p.read_bytes() for p in sorted((self.root / name).iterdir())}


@pytest.fixture
def desk(tmp_path: Path, keyring_path: Path) -> Desk:
    return Desk(tmp_path, keyring_path)


def test_answers_are_paid_for_once_and_repeat_without_the_endpoint(desk: Desk) -> None:
    with ScriptedServer(clear_all) as server:
        first = desk.run("first", server.url)
        asked = len(server.seen)
    assert first.outcomes == {"released": 3} and first.second["asked"] == first.second["cleared"] > 0
    assert first.spent is not None and (first.spent.requests, first.spent.asked) == (asked, 70 * asked)
    again = desk.run("again", server.url, workers=2)
    assert again.spent is not None and again.spent.requests == 0
    assert desk.files("first") == desk.files("again"), "from the cache, by two workers, in other batches"
    with ScriptedServer(clear_all) as other:
        desk.run("elsewhere", other.url, workers=2, home="other")
        assert {r.json["messages"][-1]["content"] for r in other.seen} and len(other.seen) == asked


def test_without_an_endpoint_all_that_is_doubted_is_redacted_and_told(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = desk.run("out", NOBODY)
    assert gone.outcomes == {"released": 3} and not gone.reasons
    assert summary_as_json(gone, LlmPrices())["llm_share"] == 1
    print_summary(gone, LlmPrices())
    told = " ".join(capsys.readouterr().err.split())
    assert "records that depend on the LLM │ 3 of 3 (100%)" in told
    assert "since the LLM gave no answer: 3 (llm-down 3)" in told
    assert gone.second == {
        "records": 3, "redacted": 3, "llm-down": 3, "asked": gone.second["asked"], "unsure": gone.second["asked"]
    }  # fmt: skip
    released = b"".join(desk.files("out").values())
    assert not [n for n in (b"Marlowe", b"Okafor", b"Hadley", b"Juniper") if n in released]


def test_without_an_endpoint_texts_with_questions_are_quarantined_where_settings_say_so(desk: Desk) -> None:
    gone = desk.run("out", NOBODY, on_outage="quarantine")
    assert gone.outcomes == {"quarantined": 3} and gone.reasons == {"incomplete-reading": 3}
    assert gone.second["llm-down"] == 3
    lines = (desk.root / "out-state" / "audit.ndjson").read_text().splitlines()
    assert {json.loads(line)["where"] for line in lines} == {"llm-down"}


def test_open_questions_become_spans_where_settings_say_so(desk: Desk) -> None:
    with ScriptedServer(lambda request: text("I cannot say.")) as server:
        done = desk.run("out", server.url, on_unsure="redact")
    assert done.second["llm-unsure"] == done.second["redacted"] == 3
    assert done.outcomes == {"released": 3} and done.second["unsure"] == done.second["asked"]
    released = b"".join(desk.files("out").values())
    assert not [n for n in (b"Marlowe", b"Okafor", b"Hadley", b"Juniper") if n in released]


class Mended:
    """An endpoint that answers `answered` questions, then refuses everything until it is mended."""

    def __init__(self, status: int, answered: int = 0) -> None:
        self.status, self.left = status, answered
        self.is_mended = False

    def __call__(self, request: dict[str, Any]) -> Reply:
        if self.is_mended:
            return clear_all(request)
        if self.left and "response_format" in request:
            self.left -= 1
            return clear_all(request)
        return error(self.status, f"quoted: {question(request)}")


# With two workers, each of which loads the student, in make slow.
@pytest.mark.parametrize(
    ("status", "workers"), [pytest.param(401, 2, marks=pytest.mark.slow), (404, 1), (307, 1), (400, 1)]
)
def test_an_endpoint_that_refuses_everything_stops_the_run_which_resumes(desk: Desk, status: int, workers: int) -> None:
    with ScriptedServer(script := Mended(status)) as server:
        with pytest.raises(EndpointRefusedError, match=f"HTTP {status}") as raised:
            desk.run("out", server.url, workers, batch_records=1)
        assert "Marlowe" not in str(raised.value) and "quoted" not in str(raised.value)
        assert len(server.seen) <= 4 * workers
        assert not desk.files("out") and not (desk.root / "out-state" / "audit.ndjson").read_bytes()
        script.is_mended = True
        done = desk.run("out", server.url, batch_records=1)
        whole = desk.run("whole", server.url)
    assert done.outcomes == whole.outcomes == {"released": 3} and not done.reasons
    assert desk.files("out") == desk.files("whole")


def test_a_key_that_is_revoked_stops_the_run_behind_what_was_answered(desk: Desk) -> None:
    with ScriptedServer(script := Mended(401, answered=1)) as server:
        with pytest.raises(EndpointRefusedError):
            desk.run("out", server.url, batch_records=1, max_in_flight=1)
        audit = (desk.root / "out-state" / "audit.ndjson").read_text().splitlines()
        assert [json.loads(line)["outcome"] for line in audit] == ["released"]
        script.is_mended, asked = True, len(server.seen)
        done = desk.run("out", server.url, batch_records=1)
        again = len(server.seen) - asked
        whole = desk.run("whole", server.url)
    assert done.outcomes == whole.outcomes == {"released": 3} and not done.reasons
    assert again == 2, "of three notes, one had its answer"
    assert desk.files("out") == desk.files("whole")


def test_another_model_is_set_where_the_first_is_not_known(desk: Desk) -> None:
    """The model is of the configuration; a run that has committed nothing begins anew with another."""

    def script(request: dict[str, Any]) -> Reply:
        return clear_all(request) if request["model"] == "right" else error(404)

    with ScriptedServer(script) as server:
        with pytest.raises(EndpointRefusedError, match="model is not a name that it knows"):
            desk.run("out", server.url, model="wrong")
        assert desk.run("out", server.url, model="right").outcomes == {"released": 3}
        with pytest.raises(RunError, match="another configuration"):
            desk.run("out", server.url, model="wrong")


def test_one_text_that_is_refused_stops_nothing(desk: Desk) -> None:
    def script(request: dict[str, Any]) -> Reply:
        return error(400, "content_filter") if "paperwork" in question(request) else clear_all(request)

    with ScriptedServer(script) as server:
        done = desk.run("out", server.url)
    assert done.outcomes == {"released": 2, "quarantined": 1}
    audit = (desk.root / "out-state" / "audit.ndjson").read_text().splitlines()
    assert {json.loads(line)["where"] for line in audit} == {"", "llm-refused"}


def test_an_endpoint_that_dies_in_mid_run_leaves_what_it_answered_and_redacts_the_rest(desk: Desk) -> None:
    class Dies:
        left = 1

        def __call__(self, request: dict[str, Any]) -> Reply:
            self.left -= 1
            gone = Reply(cut="at once") if self.left % 2 else Reply(body=b"x" * 100, cut="in body")
            return clear_all(request) if self.left >= 0 else gone

    with ScriptedServer(Dies()) as server:
        dying = {"batch_records": 1, "max_in_flight": 1, "deadline_seconds": 1}
        done = desk.run("out", server.url, **dying)
        asked = len(server.seen)
        held = desk.run("held", server.url, **dying, on_outage="quarantine")
    assert asked > 3
    assert done.outcomes == {"released": 3} and done.second["redacted"] == done.second["llm-down"] == 2
    assert held.outcomes == {"released": 1, "quarantined": 2} and held.second["llm-down"] == 2
    with ScriptedServer(clear_all) as server:
        desk.run("whole", server.url)
    lines = {name: b"".join(desk.files(name).values()) for name in ("out", "whole")}
    for word in (b"Whitcombe", b"Tillbrook", b"Okafor", b"Juniper"):
        assert lines["out"].count(word) <= lines["whole"].count(word)
    assert lines["out"].count(b"[") > lines["whole"].count(b"[")


def test_what_an_outage_held_is_released_when_the_endpoint_answers_again(
    desk: Desk, keyring_path: Path, in_process: Command
) -> None:
    """A release that the endpoint refuses leaves the entries held."""
    desk.run("out", NOBODY, on_outage="quarantine")
    refuses = True
    with ScriptedServer(lambda request: error(403) if refuses else clear_all(request)) as server:
        llm = {"base_url": server.url, "model": "m", "ask_above": 0.001, "on_outage": "quarantine"}
        env = {"KEYRING": str(keyring_path), "HOME": str(desk.root / "home"), "LLM": json.dumps(llm)}
        command = ("quarantine", "release", desk.root / "out", "--all", "--state", desk.root / "out-state", "--json")
        given = {f"REDACTOR_{name}": value for name, value in env.items()}
        stopped = in_process(*command, env=given)
        assert stopped.returncode == 2 and "HTTP 403" in stopped.stderr
        refuses = False
        done = in_process(*command, env=given)
        assert done.returncode == 0, done.stderr
    assert (desk.root / "out" / RELEASED).read_bytes().count(b"\n") == 3


def test_a_budget_that_is_spent_sends_nothing_and_says_so(desk: Desk) -> None:
    with ScriptedServer(clear_all) as server:
        summary = desk.run("out", server.url, token_budget=100)
        assert not server.seen
    assert summary.second["llm-budget"] == 3 and summary.spent is not None and summary.spent.refused > 0


def test_a_remote_endpoint_is_named_in_manifest_and_audit(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLM_KEY", "secret-of-the-llm")
    where = {"allow_hosts": ["llm.invalid"], "allow_remote": True, "api_key_env": "LLM_KEY", "never": ["x"]}
    desk.run("out", "https://llm.invalid/v1", ask_above=1.0, ask_below=0.0, **where)
    manifest = json.loads((desk.root / "out" / "manifest.json").read_bytes())
    assert manifest["llm_host"] == "llm.invalid:443"
    audit = (desk.root / "out-state" / "audit.ndjson").read_text()
    assert all(json.loads(line)["llm_host"] == "llm.invalid:443" for line in audit.splitlines())
    assert "secret-of-the-llm" not in audit + json.dumps(manifest)


def test_a_context_in_which_a_chunk_does_not_fit_stops_the_start_and_says_what_it_needs(desk: Desk) -> None:
    """At 4,096 tokens each chunk was halved again and again: a text of 100 KB took 1,415 requests."""
    told = r"context_tokens is 4,096, and 256 words \(llm.chunk_words\) .* need (\d),(\d+): raise it, .* or lower"
    with ScriptedServer(clear_all) as server:
        with pytest.raises(SettingsError, match=told) as raised:
            desk.run("out", server.url, context_tokens=4_096)
        assert not server.seen
        needed = int("".join(re.search(told, str(raised.value)).groups()))  # type: ignore[union-attr]
        with pytest.raises(SettingsError):
            desk.run("out", server.url, context_tokens=needed - 1)
        assert desk.run("out", server.url, context_tokens=needed).outcomes == {"released": 3}
        with pytest.raises(SettingsError, match="64 words"):
            desk.run("small", server.url, context_tokens=4_096, chunk_words=64)
        assert desk.run("small", server.url, context_tokens=5_120, chunk_words=64).outcomes == {"released": 3}
