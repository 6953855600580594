"""`redactor audio` with a judge of gaps: what stays audible only because it was cleared."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble import hearing, recordings
from tests.conftest import Command
from tests.unit.audio.scripted import Line, LoudVoice, Scripted, lines
from tests.unit.detect.cascade.canary_kit import hidden_id
from tests.unit.llm.scripted_server import Reply, ScriptedServer, answer, error, question

_SAID = lines("the cough started after it rained and then it got mumble much worse after climbing some stairs at home")
_MUMBLED = next(line for line in _SAID if line.text == "mumble")


def _heard(line: Line) -> Line:
    return replace(line, probability=0.1) if line is _MUMBLED else line


@pytest.fixture
def audio(tmp_path: Path, keyring_path: Path, in_process: Command, monkeypatch: pytest.MonkeyPatch) -> Any:
    scripted = Scripted([_heard(line) for line in _SAID])
    monkeypatch.setattr(recordings, "open_recognizer", lambda *_: scripted)
    monkeypatch.setattr(hearing, "VoiceDetector", LoudVoice)
    (tmp_path / "in").mkdir()
    scripted.record(tmp_path / "in", 10.0)

    def run(judge: str, **env: str) -> Any:
        fixed = {"REDACTOR_KEYRING": str(keyring_path), "REDACTOR_HOME": str(tmp_path / "home")}
        fixed |= {"REDACTOR_DETECTORS": '["patterns", "known"]', "REDACTOR_AUDIO__JUDGE": judge}
        out = tmp_path / f"out-{judge}"
        args = ("audio", tmp_path / "in", out, "--state", tmp_path / f"state-{judge}", "--json")
        done = in_process(*args, env=fixed | env)
        if done.returncode == 2:
            return done.stderr
        assert done.returncode == 0, done.stderr
        (transcript,) = out.glob("*/transcript.json")
        manifest = json.loads((out / "manifest.json").read_bytes())
        return [m["step"] for m in json.loads(transcript.read_bytes())["mutes"]], manifest["detectors"]

    return run


def _says(verdict: str) -> Any:
    def reply(request: dict[str, Any]) -> Reply:
        form = request["response_format"]["json_schema"]["schema"]["properties"]["answers"]["items"]
        ids = form["properties"]["id"]["enum"]
        verdicts = dict.fromkeys(ids, verdict) | {hidden_id(question(request)): "phi"}
        said = [{"id": id, "verdict": given, "entity": "NONE"} for id, given in verdicts.items()]
        return answer({"answers": said}, usage=(70, 7))

    return reply


def test_every_gap_is_muted_without_a_judge(audio: Any) -> None:
    mutes, detectors = audio("mute")
    assert mutes == ["gap"]
    assert not [name for name in detectors if "gap" in name]


def test_rules_keep_a_gap_in_ordinary_talk(audio: Any) -> None:
    mutes, detectors = audio("rules")
    assert mutes == []
    assert detectors["gap-rules"] == "1"


@pytest.mark.parametrize(("verdict", "mutes"), [("not_phi", []), ("phi", ["gap"]), ("unsure", ["gap"])])
def test_an_llm_keeps_the_gaps_that_it_clears(verdict: str, mutes: list[str], audio: Any) -> None:
    with ScriptedServer(_says(verdict)) as server:
        found, detectors = audio("llm", REDACTOR_LLM__BASE_URL=server.url, REDACTOR_LLM__MODEL="m")
    assert found == mutes
    assert "gap-judge" in detectors


def test_an_endpoint_that_refuses_everything_stops_the_command_which_goes_on(audio: Any, tmp_path: Path) -> None:
    with ScriptedServer(lambda request: error(401)) as server:
        told = audio("llm", REDACTOR_LLM__BASE_URL=server.url, REDACTOR_LLM__MODEL="m")
    assert "HTTP 401" in told and "[llm] api_key_env" in told
    assert not list((tmp_path / "out-llm").glob("*/transcript.json"))
    with ScriptedServer(_says("not_phi")) as server:
        found, _ = audio("llm", REDACTOR_LLM__BASE_URL=server.url, REDACTOR_LLM__MODEL="m")
    assert found == []


def test_an_llm_as_judge_needs_an_llm(audio: Any) -> None:
    assert "llm.base_url" in audio("llm")
