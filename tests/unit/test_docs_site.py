"""The docs site builds, its links lead somewhere, it needs no other host, and its reference is complete."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from pydantic import BaseModel

from redactor.entities import Entity
from redactor.run.contracts import REASONS
from redactor.settings import Settings
from redactor.settings_faults import models_in
from redactor.settings_meanings import MEANINGS
from tests.each_row import each_row
from tests.unit.service.browser import CHROMIUM

ROOT = Path(__file__).parents[2]
TROUBLES = (ROOT / "docs" / "guide" / "troubleshooting.md").read_text("utf-8")
_PACKAGES = ("audio", "redactor", "relex", "schemas", "streams")
_LOADED = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}


def settings(model: type[BaseModel] = Settings, within: str = "") -> set[str]:
    """The names of all settings and tables, keys of entries of lists included."""
    fields = model.model_fields.items()
    deeper = (settings(inner, f"{within}{name}.") for name, f in fields for inner in models_in(f.annotation))
    return {within + name for name, _ in fields}.union(*deeper)


class _Page(HTMLParser):
    """The links, loaded files and anchors of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            elif (tag, name) in _LOADED and value:
                self.loaded.append(value)
            elif (tag, name) == ("a", "href") and value:
                self.links.append(value)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if find_spec("mkdocs") is None or find_spec("material") is None:
        pytest.skip("the extra docs is not installed: pip install -e '.[docs]'")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def site(folder: Path) -> dict[Path, _Page]:
    return {path: _Page(path.read_text("utf-8")) for path in folder.rglob("*.html")}


@pytest.mark.slow
def test_no_link_is_broken(site: dict[Path, _Page]) -> None:
    assert len(site) > 90
    broken = []
    for path, page in site.items():
        for link in (*page.links, *page.loaded):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or path.name == "404.html":
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file() or (parts.fragment and unquote(parts.fragment) not in site[target].anchors):
                broken.append((path.name, link))
    assert broken == []


@pytest.mark.slow
def test_nothing_is_loaded_from_another_host(folder: Path, site: dict[Path, _Page]) -> None:
    from_elsewhere = {url for page in site.values() for url in page.loaded if urlsplit(url).netloc}
    assert from_elsewhere == set()
    styles = "".join(path.read_text("utf-8") for path in folder.rglob("*.css"))
    assert re.findall(r"url\([\"']?(?:https?:)?//[^)]*\)|@import", styles) == []


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="needs the Debian package chromium")
def test_search_and_drawings_work_in_a_browser_without_a_network(folder: Path, tmp_path: Path) -> None:
    found = shown(folder / "index.html", "?q=quarantine", tmp_path)
    assert found.count('class="md-search-result__item"') > 5
    drawing = shown(folder / "architecture.html", "", tmp_path)
    assert ('<div class="mermaid"' in drawing, '<pre class="mermaid"' in drawing) == (True, False)


def shown(page: Path, query: str, profile: Path) -> str:
    """The page as it stands once its scripts have run, in a browser that reaches no host."""
    done = subprocess.run(
        [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}", "--dump-dom",
         "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=20000", f"file://{page}{query}"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


@pytest.mark.slow
def test_every_command_setting_entity_and_reason_is_in_the_reference(site: dict[Path, _Page]) -> None:
    anchors = {path.name: page.anchors for path, page in site.items() if path.parent.name == "reference"}
    listed = subprocess.run([sys.executable, "-c", _COMMANDS], cwd=ROOT, capture_output=True, text=True, check=True)
    named = [line.replace(" ", "-") for line in listed.stdout.splitlines()]
    assert len(named) > 50
    assert [name for name in named if name not in anchors["commands.html"]] == []
    tables = {name.rpartition(".")[0] for name in settings()} - {"site.always_redact", "site.allow", "site.patterns"}
    assert sorted(settings() - tables - anchors["settings.html"]) == []
    assert [entity.value for entity in Entity if entity.value not in anchors["entities.html"]] == []
    assert [code for code in REASONS if code not in anchors["reasons.html"]] == []


# What Typer itself says of the commands, not what the reference asks of it.
_COMMANDS = """
from importlib import import_module
from redactor.cli.root import COMMANDS
import typer
for name in COMMANDS:
    command = typer.main.get_command(import_module(f"redactor.cli.{name}").app)
    print(f"redactor {name}", *(f"redactor {name} {inner}" for inner in getattr(command, "commands", ())), sep="\\n")
"""


def test_every_setting_has_a_meaning() -> None:
    assert {*MEANINGS} == settings()
    assert [name for name, told in MEANINGS.items() if not re.fullmatch(r"[A-Z].*\.", told)] == []


def _strings() -> Iterator[str]:
    """Every string of the code, with a mark in the place of a value."""
    for package in _PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value
                elif isinstance(node, ast.JoinedStr):
                    yield "".join(str(part.value) if isinstance(part, ast.Constant) else "\0" for part in node.values)


def messages() -> list[str]:
    """The messages that the page quotes: the first cells of its tables, which hold one piece of code."""
    rows = re.findall(r"^\| `([^`]+ [^`]+)` \| ", TROUBLES, re.MULTILINE)
    assert len(rows) > 30
    return rows


def test_every_message_of_the_page_on_troubles_is_in_the_code() -> None:
    strings = "\1".join(_strings())
    parts = {message: [re.escape(p.strip()) for p in message.split("...") if p.strip()] for message in messages()}
    assert [message for message, found in parts.items() if not re.search("[^\1]*?".join(found), strings)] == []


def test_every_reason_of_the_page_on_troubles_exists() -> None:
    cells = re.findall(r"^\| ((?:`[a-z-]+`(?:, )?)+) \| ", TROUBLES, re.MULTILINE)
    named = re.findall(r"`([a-z-]+)`", " ".join(cells))
    assert len(named) > 8
    assert [name for name in named if name not in REASONS] == []


def test_every_measured_figure_of_the_page_on_sizing_is_in_the_benchmarks() -> None:
    page = (ROOT / "docs" / "guide" / "sizing.md").read_text("utf-8")
    known = (ROOT / "docs" / "benchmarks.md").read_text("utf-8") + page.split("## Measure your own")[1]
    measured = re.findall(r"^\| [^|]+ \| ([^|]*\d[^|]*) \| ", page, re.MULTILINE)
    assert len(measured) > 15
    figures = {figure for cell in measured for figure in re.findall(r"\d[\d,.]*", cell)}
    assert [figure for figure in sorted(figures) if not re.search(rf"(?<![\d.,]){re.escape(figure)}\b", known)] == []


def _keys(module: str, functions: set[str]) -> set[str]:
    """The texts that are keys in the dicts which functions of a module make, and what the functions assign by key."""
    found: set[str] = set()
    for function in ast.walk(ast.parse((ROOT / module).read_text("utf-8"))):
        if not isinstance(function, ast.FunctionDef) or function.name not in functions:
            continue
        for node in ast.walk(function):
            keys = node.keys if isinstance(node, ast.Dict) else ()
            written = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
            for key in (*keys, node.slice) if written else keys:
                if isinstance(key, ast.Constant):
                    found.add(key.value)
    return found


@each_row(
    "title, module, functions",
    [
        (
            "manifest.json",
            "redactor/run/output/manifest.py",
            {"stated_configuration", "_content", "_counted", "_signed_manifest"},
        ),
        ("Segments of a stream", "redactor/run/output/segments.py", {"_stated"}),
        ("audit.ndjson", "redactor/run/state/audit.py", {"__init__", "entry", "_tail"}),
    ],
)
def test_every_member_of_manifest_and_audit_is_described(title: str, module: str, functions: set[str]) -> None:
    page = (ROOT / "docs" / "reference" / "manifest.md").read_text("utf-8")
    first = re.findall(r"^\| (`.*?) \| ", page.split(f"## {title}\n")[1].split("\n## ")[0], re.MULTILINE)
    described = {part for cell in first for name in re.findall(r"`([^`]+)`", cell) for part in name.split(".")}
    assert described == _keys(module, functions)
