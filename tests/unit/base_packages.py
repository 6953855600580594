"""The packages of the base install, as the environment of the tests has them."""

from __future__ import annotations

import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]


def base_packages() -> set[str]:
    """The installed packages that the base install needs, with what they need in turn."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    todo, found = [Requirement(r) for r in project["dependencies"]], set[str]()
    while todo:
        wanted = todo.pop()
        name = canonicalize_name(wanted.name)
        if name in found:
            continue
        try:
            needs = distribution(name).requires or []
        except PackageNotFoundError:
            continue  # of another platform or Python
        found.add(name)
        extras = ["", *wanted.extras]
        todo.extend(
            need
            for need in map(Requirement, needs)
            if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in extras)
        )
    return found
