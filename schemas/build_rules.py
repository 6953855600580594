"""The rules that the generators of HL7 v2, CDA and OMOP documents share, and how a document is written."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Json = dict[str, Any]
TEXT: Json = {"type": "string", "rule": "autoDeID"}
CODED: Json = {
    "system": {"type": "string", "format": "uri", "rule": "passThrough"},
    "code": {"type": "string", "format": "code", "rule": "passThrough"},
    "display": TEXT,
}
"""The fields of a Coding, whose terminology decides about the code."""


def passing(pattern: str, json_type: str = "string") -> Json:
    """Return the rule that lets pass what has the pattern."""
    return {"type": json_type, "rule": "passThrough", "pattern": pattern}


def masked(entity: str, role: str | None = None, **more: Any) -> Json:
    """Return the rule of a value for which the profile says what takes its place."""
    return {"type": "string", "rule": "mask", "entity": entity} | ({"role": role} if role else {}) | more


def hashed(id_class: str, entity: str = "ID", role: str | None = None, *, known: bool = False) -> Json:
    """Return the rule of an id, which can be a number, a name, or both. known: texts are searched for it."""
    found: Json = {"type": "string", "rule": "hash", "entity": entity, "idClass": id_class}
    return found | ({"role": role} if role else {}) | ({} if known else {"known": False})


def render(document: Json) -> str:
    """Return a document as its file holds it."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def write_document(module: str, name: str, make_document: Callable[[], Json]) -> None:
    """Write a document into the folder that the command line names."""
    if len(sys.argv) != 2:
        sys.stderr.write(f"usage: python -m {module} OUT\n")
        sys.exit(2)
    (Path(sys.argv[1]) / name).write_text(render(make_document()), "utf-8")
