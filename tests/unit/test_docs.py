"""Every path that a Markdown file names exists, from the root of the repository or from the file's own folder.

Every module that a docstring, a comment or a page names exists too.
"""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

from tests.each_row import each_row

ROOT = Path(__file__).parents[2]
SKIPPED = frozenset({".venv", ".git", "node_modules", "CHANGELOG.md"})  # a changelog may name what is gone
PAGES = sorted(p for p in ROOT.rglob("*.md") if not SKIPPED & set(p.relative_to(ROOT).parts))
FOLDERS = "redactor|relex|schemas|streams|corpus|tests|benchmarks|docs"
PATH = re.compile(rf"(?:{FOLDERS})/[\w./*-]*")
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)\s]*)?\)")
LINK_TO_HEADING = re.compile(r"\]\(([^)#:\s]*\.md)?#([^)\s]+)\)")


def _paths(text: str) -> set[str]:
    """Paths in backticks, without the commands around them. Blocks of code are left out."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    spans = re.findall(r"`([^`]+)`", prose)
    return {word for span in spans for word in span.split() if PATH.fullmatch(word)}


@each_row("page", PAGES)
def test_paths_and_links_of_a_page_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    missing = sorted(p for p in _paths(text) if not any(list(base.glob(p.rstrip("/"))) for base in (ROOT, page.parent)))
    broken = sorted(link for link in LINK.findall(text) if not (page.parent / link).exists())
    assert (missing, broken) == ([], [])


def _headings(page: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@each_row("page", PAGES)
def test_headings_that_a_page_links_to_exist(page: Path) -> None:
    links = LINK_TO_HEADING.findall(page.read_text("utf-8"))
    targets = [((page.parent / name).resolve() if name else page, anchor) for name, anchor in links]
    assert [f"{p.name}#{anchor}" for p, anchor in targets if p.exists() and anchor not in _headings(p)] == []


def test_the_index_of_decisions_lists_each_record_with_its_status() -> None:
    folder = ROOT / "docs" / "adr"
    records = {p.name: p.read_text("utf-8") for p in folder.glob("0*.md")}
    rows = re.findall(r"^\| .*\? \| \[(\d{4})\]\((\S+)\) \| (.+) \|$", (folder / "README.md").read_text("utf-8"), re.M)
    assert sorted(name for _, name, _ in rows) == sorted(records)
    for number, name, status in rows:
        assert name.startswith(number)
        said = records[name].partition("\nStatus: ")[2].partition("\n\n")[0]
        assert status == "accepted" or status.startswith(("amended by ", "superseded by "))
        assert [later for later in re.findall(r"\d{4}", status) if f"({later}-" not in said] == []


def test_a_missing_path_is_seen() -> None:
    text = "`redactor/gone.py` and `python -m x redactor/gone/*.json`\n```\nredactor/block.py\n```\n"
    assert _paths(text) == {"redactor/gone.py", "redactor/gone/*.json"}


MODULE = re.compile(r"(?<![\w./:@-])(?:relex|redactor|schemas|streams|corpus)(?:\.[a-z_]\w*){2,}")
SOURCES = sorted(
    p for folder in FOLDERS.split("|") for p in (ROOT / folder).rglob("*.py") if not SKIPPED & set(p.parts)
)


def _exists(name: str) -> bool:
    """Whether a dotted name is a package, a module, or begins with a module that holds the next word."""
    at = ROOT
    for part in name.split("."):
        if (at / part).is_dir():
            at /= part
            continue
        module = (at / part).with_suffix(".py")
        if module.exists():
            return True
        init = at / "__init__.py"
        return init.exists() and re.search(rf"\b{part}\b", init.read_text("utf-8")) is not None
    return True


def _prose(source: str) -> str:
    """The comments and strings of several lines: where modules are named without being imported."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    kept = (t for t in tokens if t.type == tokenize.COMMENT or (t.type == tokenize.STRING and '"""' in t.string))
    return "\n".join(t.string for t in kept)


def test_modules_that_prose_names_exist() -> None:
    missing = []
    for path in (*PAGES, *SOURCES):
        text = path.read_text("utf-8")
        found = {name for name in MODULE.findall(text) if not _exists(name)}
        if found and path.suffix == ".py":  # few sources need the slow look at their comments and strings
            found &= set(MODULE.findall(_prose(text)))
        missing += [f"{path.relative_to(ROOT)}: {name}" for name in sorted(found)]
    assert missing == []


def test_a_missing_module_is_seen() -> None:
    assert _exists("redactor.run.output") and _exists("redactor.lexicon.check_digits.luhn")
    assert not _exists("redactor.synth.notes")
    assert _prose('x = "redactor.a.b"  # redactor.c.d\n').strip() == "# redactor.c.d"
