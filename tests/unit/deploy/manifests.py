"""What the files of docs/deploy and the compose file say, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "docs" / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
MANIFESTS = sorted((DEPLOY / "kubernetes").glob("*.yaml"))
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))
OWN = {name: made for name, made in COMPOSE["services"].items() if made.get("profiles") == ["redactor"]}
"""The services of the compose file that run Redactor."""


def objects(kind: str | None = None) -> list[dict[str, Any]]:
    found = [made for path in MANIFESTS for made in yaml.safe_load_all(path.read_text("utf-8"))]
    return [made for made in found if kind in (None, made["kind"])]


def pods() -> Iterator[tuple[str, dict[str, Any]]]:
    for made in objects():
        if "template" in made.get("spec", {}):
            yield f"{made['kind']}/{made['metadata']['name']}", made["spec"]["template"]["spec"]
        elif made["kind"] == "Pod":
            yield f"Pod/{made['metadata']['name']}", made["spec"]
