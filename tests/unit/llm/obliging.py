"""A script of an endpoint that answers in the form that is asked for, clears nothing, and finds canaries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.unit.detect.cascade.canary_kit import hidden_entity
from tests.unit.llm.scripted_server import Reply, answer, question, text

REMEMBERED = ("heron", "walnut")  # what `redactor llm check` asks to remember


def oblige(request: Mapping[str, Any]) -> Reply:
    """The shortest answer that fits the schema; of ids that are asked about, one answer for each."""
    content = question(request)
    usage = (len(content) // 4 + 1, 20)
    if "asked to remember" in content:
        return answer({"words": list(REMEMBERED)}, usage=usage)
    form = request.get("response_format", {}).get("json_schema")
    if form is None:
        return text("One, two, three.", usage=usage)
    data = shortest(form["schema"])
    if "entities" in data:
        data["entities"] = [hidden_entity(content)]
    return answer(data, usage=usage)


def shortest(schema: Mapping[str, Any]) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema["type"]
    if kind == "object":
        return {name: shortest(one) for name, one in schema["properties"].items()}
    if kind == "array":
        ids = schema["items"].get("properties", {}).get("id", {}).get("enum", ())
        return [shortest(schema["items"]) | {"id": id} for id in ids]
    return {"string": "", "boolean": True, "integer": 1, "number": 1}[kind]
