"""Stand-ins by an LLM as settings switch them on: the real client, and answers that stay in home."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.llm_access import open_llm_access
from redactor.assemble.replacers import build_replacer
from redactor.policy.profiles import load_profile
from redactor.settings import Settings, load_settings
from tests.unit.llm.scripted_server import Reply, ScriptedServer, answer
from tests.unit.relex.test_by_llm import AMBIGUOUS, KNOWN, RING

HIPS = load_profile("hips")


def script(request: Mapping[str, Any]) -> Reply:
    content = json.loads(request["messages"][-1]["content"])
    said = [
        {"id": q["id"], "choice": q["choices"][0]["id"] if "staff" in q["choices"][0]["who"] else q["choices"][1]["id"]}
        for q in content["questions"]
    ]
    return answer({"answers": said})


def settings(home: Path, url: str, **llm: Any) -> Settings:
    home.mkdir(exist_ok=True)
    if not (home / "keys.json").exists():
        RING.save(home / "keys.json")
    endpoint = {"base_url": url, "model": "scripted", "deadline_seconds": 5}
    return load_settings(home=home, keyring=str(home / "keys.json"), llm={**endpoint, **llm})


def replaced(told: Settings) -> list[str]:
    """The stand-in of an ambiguous name under the shipped profile hips."""
    assert told.llm is not None
    asking = open_llm_access(told, told.llm, RING)
    return build_replacer(told, RING, HIPS, None, KNOWN, asking).replace([AMBIGUOUS])


def test_stand_ins_by_an_llm_are_off_by_default(tmp_path: Path) -> None:
    with ScriptedServer(script) as server:
        replaced(settings(tmp_path, server.url))
    assert server.seen == []


def test_answers_stay_in_home(tmp_path: Path) -> None:
    rules = replaced(settings(tmp_path / "rules", "http://127.0.0.1:9/v1"))
    with ScriptedServer(script) as server:
        first = replaced(settings(tmp_path / "llm", server.url, standins=True))
    assert first != rules and len(server.seen) == 1
    with ScriptedServer(lambda request: pytest.fail("asked again")) as server:
        assert replaced(settings(tmp_path / "llm", server.url, standins=True)) == first
    assert server.seen == []
    stored = b"".join(p.read_bytes() for p in (tmp_path / "llm").glob("llm.db*"))
    assert stored and b"Smith" not in stored


def test_an_endpoint_that_is_down_leaves_the_rules(tmp_path: Path) -> None:
    with ScriptedServer(script) as server:
        rules = replaced(settings(tmp_path / "a", server.url))
    assert replaced(settings(tmp_path / "a", server.url, standins=True, deadline_seconds=0.3)) == rules
