"""Every path that a Markdown file names exists, from the root of the repository or from the file's own folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SKIPPED = frozenset({".venv", ".git", "node_modules", "CHANGELOG.md"})  # a changelog may name what is gone
PAGES = sorted(p for p in ROOT.rglob("*.md") if not SKIPPED & set(p.relative_to(ROOT).parts))
FOLDERS = "redactor|relex|schemas|corpus|tests|benchmarks|docs"
PATH = re.compile(rf"(?:{FOLDERS})/[\w./*-]*")
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)\s]*)?\)")


def _paths(text: str) -> set[str]:
    """Paths in backticks, without the commands around them. Blocks of code are left out."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    spans = re.findall(r"`([^`]+)`", prose)
    return {word for span in spans for word in span.split() if PATH.fullmatch(word)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_paths_and_links_of_a_page_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    missing = sorted(p for p in _paths(text) if not any(list(base.glob(p.rstrip("/"))) for base in (ROOT, page.parent)))
    broken = sorted(link for link in LINK.findall(text) if not (page.parent / link).exists())
    assert (missing, broken) == ([], [])


def test_a_missing_path_is_seen() -> None:
    text = "`redactor/gone.py` and `python -m x redactor/gone/*.json`\n```\nredactor/block.py\n```\n"
    assert _paths(text) == {"redactor/gone.py", "redactor/gone/*.json"}
