"""docs/architecture.md and its pages agree with the tree: paths exist, modules are named, the drawing shows imports."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path, PurePath

from tests.each_row import each_row

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
PAGES = {p.stem: p.read_text("utf-8") for p in sorted((ROOT / "docs" / "architecture").glob("*.md"))}
DRAWING = PAGE.split("```mermaid")[1].split("```")[0]
_PATH = re.compile(r"`([\w./*-]+(?:/|\.py|\.md))`")
_NODE = re.compile(r'(\w+)\["([^<"]+)<br>')
_ARROW = re.compile(r'^ *(\w+)(?:\[".*?"\])? --> (\w+)', re.MULTILINE)
_STEP = re.compile(r"^\d\. ", re.MULTILINE)
_PACKAGES = ("audio", "redactor", "relex", "schemas", "streams", "corpus")
_WITHOUT_A_NAME = frozenset({"__init__.py", "__main__.py"})  # the folder is named


def _modules() -> Iterator[PurePath]:
    for path in chain.from_iterable((ROOT / package).rglob("*.py") for package in _PACKAGES):
        module = path.relative_to(ROOT)
        if "tests" not in module.parts and module.name not in _WITHOUT_A_NAME:
            yield module


def test_every_path_exists() -> None:
    named = set(_PATH.findall("".join((PAGE, *PAGES.values()))))
    assert len(named) > 400
    assert [path for path in sorted(named) if not any(ROOT.glob(path.rstrip("/")))] == []


def test_every_module_is_named() -> None:
    """By its path, or by `folder/*.py` where a row says what every module of the folder is."""
    named = [path for page in PAGES.values() for path in _PATH.findall(page) if path.endswith(".py")]
    exact, patterns = set(named), [path for path in named if "*" in path]
    unnamed = [str(m) for m in _modules() if str(m) not in exact and not any(m.match(p) for p in patterns)]
    assert sorted(unnamed) == []


@each_row("name", PAGES)
def test_a_page_has_a_drawing_a_way_in_five_steps_a_table_and_recipes(name: str) -> None:
    page = PAGES[name]
    assert f"(architecture/{name}.md)" in PAGE
    assert page.count("```mermaid") == 1
    assert len(_STEP.findall(page.split("\n## The way of ")[1].split("\n## ")[0])) == 5
    rows = [line for line in page.split("## Where is ...?")[1].splitlines() if line.startswith("| ")]
    rows = [row for row in rows if not row.startswith("| Looking for ")]
    assert [row for row in rows if not _PATH.search(row) and ".md)" not in row] == []
    assert "\n### " in page.split("\n## Recipes\n")[1]


def nodes() -> dict[str, str]:
    """A path of the tree (a folder or a module) -> the node of the drawing that shows it."""
    return {path.rstrip("/"): node for node, paths in _NODE.findall(DRAWING) for path in paths.split()}


def node_of(module: str, shown: dict[str, str]) -> str | None:
    parts = module.split(".")
    name = "/".join(parts[:2]) if parts[0] == "redactor" else parts[0]
    return shown.get(name) or shown.get(f"{name}.py")


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in _PACKAGES:
            whole = node.module == "redactor"
            yield from (f"redactor.{alias.name}" for alias in node.names) if whole else (node.module,)


def imports(shown: dict[str, str]) -> set[tuple[str, str]]:
    """Which node imports which, by the code; tests aside."""
    found = set()
    for path in chain.from_iterable((ROOT / package).rglob("*.py") for package in _PACKAGES):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        importer = node_of(module, shown)
        if importer is None or "tests" in path.relative_to(ROOT).parts:
            continue
        for name in imported(path):
            target = node_of(name, shown)
            assert target is not None, f"{name} stands in no node of the drawing"
            if target != importer:
                found.add((importer, target))
    return found


def below(node: str, arrows: set[tuple[str, str]]) -> set[str]:
    direct = {target for importer, target in arrows if importer == node}
    return direct.union(*(below(target, arrows) for target in direct))


def test_the_drawing_shows_the_imports_and_no_other() -> None:
    shown = nodes()
    arrows = set(_ARROW.findall(DRAWING))
    real = imports(shown)
    assert arrows - real == set()
    assert {(a, b) for a, b in real if b not in below(a, arrows)} == set()
