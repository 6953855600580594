"""Build the docs site: add the pages that the code makes, and the files outside docs/ that pages link to."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

import mermaidx
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from docs.site.reference import PAGES, ROOT, links

_OUTSIDE = "repository"
"""Files outside docs/ that pages link to stand in this folder of the site."""
_FOR_DEVELOPERS = ("adr/", "architecture", f"{_OUTSIDE}/")
_LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\])\(([^)#:\s]+)(#[^)\s]*)?\)")
_CODE = re.compile(r"<code>([^<]*)</code>")
# No link is put into these; code behind an anchor is what the anchor is for.
_KEPT = re.compile(r"(<pre\b.*?</pre>|<h\d\b.*?</h\d>|<a\b.*?</a>(?:<code>.*?</code>)?)", re.DOTALL)
_ROW = re.compile(r"^\|.*$", re.MULTILINE)
_CODE_IN_ROW = re.compile(r"`[^`]*`")
_DRAWINGS = "assets/javascripts/mermaid.min.js"


def _of_site(path: str) -> str:
    """Return the place in the site of a path of the repository."""
    return path.removeprefix("docs/") if path.startswith("docs/") else f"{_OUTSIDE}/{path}"


def _of_repository(page: str) -> str:
    """Return the path in the repository of a place in the site."""
    return page.removeprefix(f"{_OUTSIDE}/") if page.startswith(f"{_OUTSIDE}/") else f"docs/{page}"


def _targets(path: str) -> Iterator[str]:
    """Yield the paths of the repository that a page of it links to."""
    for _, link, _ in _LINK.findall((ROOT / path).read_text("utf-8")):
        yield posixpath.normpath(posixpath.join(posixpath.dirname(path), link))


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages, the library that draws, and each file outside docs/ that a page links to."""
    for place, make in PAGES.items():
        files.append(File.generated(config, place, content=make()))
    script = Path(mermaidx.__file__).parent / "assets" / "mermaid.js"
    files.append(File.generated(config, _DRAWINGS, abs_src_path=str(script)))
    waiting = [_of_repository(f.src_uri) for f in files.documentation_pages() if f.generated_by is None]
    added: set[str] = set()
    while waiting:
        for target in _targets(waiting.pop()):
            if not target.startswith(("docs/", "..")) and target not in added and (ROOT / target).is_file():
                added.add(target)
                files.append(File.generated(config, _of_site(target), abs_src_path=str(ROOT / target)))
                waiting += [target] if target.endswith(".md") else []
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point links at the places of their targets in the site. A folder of code has none, and is only named.

    Search shows pages for those who change the code behind the others.
    """
    if page.file.src_uri.startswith(_FOR_DEVELOPERS):
        page.meta.setdefault("search", {"boost": 0.2})
    if page.file.src_uri in PAGES:
        return markdown
    here = posixpath.dirname(_of_repository(page.file.src_uri))

    def moved(match: re.Match[str]) -> str:
        text, link, anchor = match.groups()
        target = posixpath.normpath(posixpath.join(here, link))
        if (ROOT / target).is_dir():
            return text[1:-1]
        place = posixpath.relpath(_of_site(target), posixpath.dirname(page.file.src_uri))
        return f"{text}({place}{anchor or ''})"

    return _ROW.sub(_with_plain_bars, _LINK.sub(moved, markdown))


def _with_plain_bars(row: re.Match[str]) -> str:
    """Return a row of a table with bars in code as this Markdown wants them: without the backslash of GitHub's."""
    return _CODE_IN_ROW.sub(lambda code: code[0].replace("\\|", "|"), row[0])


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Link what pages write as code to its place in the reference: commands, settings, entities, reasons."""
    known = links()
    here = posixpath.dirname(page.file.dest_uri)

    def linked(match: re.Match[str]) -> str:
        place = known.get(match[1])
        return f'<a href="{posixpath.relpath(place, here or ".")}">{match[0]}</a>' if place else match[0]

    parts = _KEPT.split(html)
    parts[::2] = [_CODE.sub(linked, part) for part in parts[::2]]
    return "".join(parts)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Load the library that draws, where a page has a drawing; the theme would load it from another host."""
    if '<pre class="mermaid">' not in output:
        return output
    script = posixpath.relpath(_DRAWINGS, posixpath.dirname(page.file.dest_uri) or ".")
    return output.replace("</head>", f'<script src="{script}"></script></head>', 1)
