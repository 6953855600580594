"""Word lists of `values/data`: text files of sections, "# name" and then its items between semicolons or on lines."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def _sections(file: str) -> dict[str, tuple[str, ...]]:
    held: dict[str, list[str]] = {}
    name = ""
    for line in files("redactor.synth.values").joinpath("data", file).read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            name = line[2:].strip()
            held[name] = []
        else:
            held[name] += (item for part in line.split(";") if (item := part.strip()))
    return {name: tuple(items) for name, items in held.items()}


def section(file: str, name: str) -> tuple[str, ...]:
    """The items of a section. Raises KeyError where the file has no such section."""
    return _sections(file)[name]
