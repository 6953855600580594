"""Real servers of a model whose weights are random: nothing they answer may break what asks them."""

from __future__ import annotations

import json
import urllib.request
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.services import random_llm
from tests.services.random_llm import Served

VERDICTS = {
    "type": "object",
    "additionalProperties": False,
    "required": ["answers"],
    "properties": {
        "answers": {
            "type": "array",
            "maxItems": 8,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["id", "identifier"],
                "properties": {"id": {"enum": ["q1", "q2", "q3"]}, "identifier": {"type": "boolean"}},
            },
        }
    },
}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a model. Without the packages that serve it the tests are skipped with a warning."""
    if missing := random_llm.missing():
        why = f"NOT TESTED against servers of LLMs: {', '.join(missing)} not installed; make setup"
        warnings.warn(why, stacklevel=1)
        pytest.skip(why)
    folder = tmp_path_factory.mktemp("llm") / "model"
    assert 100_000 < random_llm.make_model(folder) < 110_000
    return folder


@pytest.fixture(scope="module")
def heedless(model: Path) -> Iterator[Served]:
    """A server that ignores the schema of a request."""
    with random_llm.transformers_serve(model) as served:
        yield served


@pytest.fixture(scope="module")
def guided(model: Path) -> Iterator[Served]:
    """A server whose answers have the form of the request, and random content."""
    with random_llm.guided_serve(model) as served:
        yield served


def post(served: Served, content: str, most: int, schema: dict[str, Any]) -> dict[str, Any]:
    form = {"type": "json_schema", "json_schema": {"name": "verdicts", "strict": True, "schema": schema}}
    body = {"model": served.model, "messages": [{"role": "user", "content": content}], "temperature": 0}
    body |= {"max_tokens": most, "response_format": form}
    headers = {"content-type": "application/json"}
    asked = urllib.request.Request(f"{served.url}/chat/completions", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(asked) as response:
        return dict(json.load(response))


def test_transformers_serve_ignores_the_schema_and_takes_any_length(heedless: Served) -> None:
    answered = post(heedless, "The patient was seen. " * 600, 20, VERDICTS)
    assert answered["usage"]["prompt_tokens"] > 2048  # what the model was made for
    with pytest.raises(ValueError):
        json.loads(answered["choices"][0]["message"]["content"])


def test_guided_answers_have_the_form_and_contradict_each_other(guided: Served) -> None:
    with ThreadPoolExecutor(16) as pool:
        answered = list(pool.map(lambda n: post(guided, f"Note {n}", 400, VERDICTS), range(64)))
    texts = [a["choices"][0]["message"]["content"] for a in answered if a["choices"][0]["finish_reason"] == "stop"]
    given = [json.loads(text)["answers"] for text in texts]
    assert len(given) > 50
    said = [{(a["id"], a["identifier"]) for a in answers} for answers in given]
    assert any({("q1", True), ("q1", False)} <= pairs for pairs in said)
    assert any(len(answers) > len(pairs) for answers, pairs in zip(given, said, strict=True))
