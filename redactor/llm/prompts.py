"""Prompts: one Markdown file each in redactor/prompts. The hash of a file is the version of its prompt."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Prompt:
    """Instructions to an LLM. version: 16 hexadecimal digits that change whenever the text does."""

    name: str
    instructions: str
    version: str


@cache
def load(name: str) -> Prompt:
    """The prompt in redactor/prompts/NAME.md. Raises FileNotFoundError: names of prompts are in our code alone."""
    text = (files("redactor") / "prompts" / f"{name}.md").read_text(encoding="utf-8").replace("\r\n", "\n").strip()
    return Prompt(name, text, hashlib.sha256(text.encode()).hexdigest()[:16])
