"""The server that tests of LLMs talk to."""

from __future__ import annotations

import json
import urllib.request

from tests.unit.llm.scripted_server import ScriptedServer, answer, question


def test_it_answers_as_scripted_and_tells_what_it_saw() -> None:
    asked = {"model": "scripted", "messages": [{"role": "user", "content": "Who?"}]}
    with ScriptedServer(lambda request: answer({"asked": question(request)})) as server:
        post = urllib.request.Request(f"{server.url}/chat/completions", json.dumps(asked).encode())
        with urllib.request.urlopen(post) as response:
            content = json.load(response)["choices"][0]["message"]["content"]
        with urllib.request.urlopen(f"{server.url}/models") as response:
            assert [model["id"] for model in json.load(response)["data"]] == ["scripted"]
    assert json.loads(content) == {"asked": "Who?"}
    assert [seen.json for seen in server.asked] == [asked]
