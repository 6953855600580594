"""docs/architecture.md names places of the tree that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
_PATH = re.compile(r"`([\w./-]+(?:/|\.py|\.md))`")


def test_every_path_exists() -> None:
    named = set(_PATH.findall(PAGE))
    assert len(named) > 50
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_every_line_of_the_table_names_a_place() -> None:
    rows = [line for line in PAGE.split("## Where is ...?")[1].splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 25
    assert [row for row in rows if not _PATH.search(row)] == []


def test_every_package_is_named() -> None:
    packages = [
        *(ROOT / "redactor").glob("*/__init__.py"),
        *(ROOT / name / "__init__.py" for name in ("relex", "schemas")),
    ]
    folders = [f"{p.parent.relative_to(ROOT).as_posix()}/" for p in packages]
    assert len(folders) > 10
    assert [folder for folder in folders if folder not in PAGE] == []
