"""Runs every command of the guide, page by page, in an empty folder, as a reader would type them."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [*sorted((ROOT / "docs" / "guide").glob("*.md")), ROOT / "README.md"]
_MAKES_FILES = ("printf", "cat", "mkdir")  # files of a page for its later commands, and quotations of what they wrote
_BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def commands(page: Path) -> list[str]:
    blocks = _BLOCK.findall(page.read_text("utf-8"))
    return [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ ")]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_every_command_of_a_page_runs(page: Path, tmp_path: Path) -> None:
    env = {k: v for k, v in os.environ.items() if not k.startswith("REDACTOR_")}
    env["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{env['PATH']}"
    for line in commands(page):
        words = shlex.split(line, comments=True)
        if words[0] == "export":
            env.update(pair.split("=", 1) for pair in words[1:])
        elif "redactor" in words or words[0] in _MAKES_FILES:
            done = subprocess.run(
                ["bash", "-c", line], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
            )
            allowed = (0,) if words[0] in _MAKES_FILES else (0, 1)
            assert done.returncode in allowed, f"{line}\n{done.stderr}"
        else:
            assert words[0] in ("make", "pip", "python3", "git", "source", "uv"), f"unknown command: {line}"


def test_the_guide_has_pages_with_commands() -> None:
    assert sum(len(commands(p)) for p in PAGES) > 20
