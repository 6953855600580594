"""Stand-ins by an LLM as settings switch them on: the real client, and answers that stay in home."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.llm_access import open_llm_access
from redactor.assemble.replacers import build_replacer
from redactor.settings import Settings, load_settings
from redactor.text import Mention
from tests.unit.llm.scripted_server import Reply, ScriptedServer, answer
from tests.unit.relex.test_by_llm import AMBIGUOUS, JOB, KNOWN, PROFILE, RING

MENTIONS = [AMBIGUOUS, JOB]


def script(request: Mapping[str, Any]) -> Reply:
    content = json.loads(request["messages"][-1]["content"])
    said = [
        {"id": q["id"], "choice": q["choices"][0]["id"] if "staff" in q["choices"][0]["who"] else q["choices"][1]["id"]}
        if "choices" in q
        else {"id": q["id"], "replacement": "machinist"}
        for q in content["questions"]
    ]
    return answer({"answers": said})


def settings(home: Path, url: str, **llm: Any) -> Settings:
    home.mkdir(exist_ok=True)
    if not (home / "keys.json").exists():
        RING.save(home / "keys.json")
    endpoint = {"base_url": url, "model": "scripted", "deadline_seconds": 5}
    return load_settings(home=home, keyring=str(home / "keys.json"), llm={**endpoint, **llm})


def replaced(told: Settings, mentions: list[Mention] = MENTIONS) -> list[str]:
    assert told.llm is not None
    asking = open_llm_access(told, told.llm, RING)
    return build_replacer(told, RING, PROFILE, None, KNOWN, asking).replace(mentions)


def test_stand_ins_by_an_llm_are_off_by_default(tmp_path: Path) -> None:
    with ScriptedServer(script) as server:
        assert replaced(settings(tmp_path, server.url))[1] == "[OCCUPATION]"
    assert server.seen == []


def test_answers_stay_in_home(tmp_path: Path) -> None:
    with ScriptedServer(script) as server:
        first = replaced(settings(tmp_path, server.url, standins=True))
    assert first[1] == "machinist" and len(server.seen) == 2
    with ScriptedServer(lambda request: pytest.fail("asked again")) as server:
        assert replaced(settings(tmp_path, server.url, standins=True)) == first
    assert server.seen == []
    stored = b"".join(p.read_bytes() for p in tmp_path.glob("llm.db*"))
    assert b"machinist" not in stored and b"truck" not in stored


def test_an_endpoint_that_is_down_leaves_the_rules(tmp_path: Path) -> None:
    with ScriptedServer(script) as server:
        rules = replaced(settings(tmp_path / "a", server.url))
    assert replaced(settings(tmp_path / "a", server.url, standins=True)) == rules
