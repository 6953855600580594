"""This module prints a few records before and after in a terminal, with colours and without a page."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from redactor.service.review.opened import Facts, Match, Opened, Review
from redactor.service.review.readings import ReadText
from redactor.service.review.view import Row, field_rows, group_of, text_views
from schemas.engine.records import Outcome

_COLOURS = {
    "name": "red", "place": "green", "date": "blue", "contact": "magenta", "organisation": "yellow",
    "demographic": "bright_magenta", "number": "cyan",
}  # fmt: skip
_LONGEST = 400  # characters of a text
_ROWS = 5
_TEXTS = 1


def print_records(review: Review, count: int, *, has_originals: bool) -> None:
    """Print released records, those with the most entities of different kinds first, one of each type while there are.

    Each opened original is noted as on the page.
    """
    console = Console(markup=False, highlight=False, soft_wrap=False)
    for facts in _telling(list(review.facts.values()), count):
        key = facts.drawn.key
        opened = review.show(key, "review-terminal") if has_originals else review.result(key)
        console.print(_table(opened, has_originals=has_originals))


def _telling(facts: list[Facts], count: int) -> list[Facts]:
    released = [f for f in facts if f.drawn.outcome == Outcome.RELEASED.value and f.match is Match.SAME]
    ranked = sorted(released, key=lambda f: (-len(f.detectors), -len(f.entities)))
    first: dict[str, Facts] = {}
    for one in ranked:
        first.setdefault(one.drawn.type, one)
    chosen = [*first.values(), *(f for f in ranked if first[f.drawn.type] is not f)]
    return chosen[:count]


def _table(opened: Opened, *, has_originals: bool) -> Table:
    table = Table(title=opened.facts.drawn.type, title_justify="left", show_lines=True, expand=True)
    table.add_column("field", ratio=1, overflow="fold")
    if has_originals:
        table.add_column("before", ratio=3, overflow="fold")
    table.add_column("after", ratio=3, overflow="fold")
    read = opened.read
    assert read is not None
    texts = text_views(read, None)
    rows = field_rows(opened.original, opened.left, read, texts, lambda path: "")
    told = [r for r in rows if r.state == "replaced" and r.text is None and group_of(r.entity) != "number"]
    for row in told[:_ROWS]:
        sides = (_cell(row, row.old), _cell(row, row.new)) if has_originals else (_cell(row, row.new),)
        table.add_row(_shown(row.key), *sides)
    for view in sorted(texts, key=lambda t: -sum(p.entity != "" for p in t.pieces))[:_TEXTS]:
        text = read.texts[view.number]
        sides = (_text(text, before=True), _text(text, before=False))
        table.add_row("text", *(sides if has_originals else sides[1:]))
    return table


def _cell(row: Row, value: str | None) -> Text:
    return Text(_shown((value or "")[:_LONGEST]), style=_COLOURS[group_of(row.entity)])


def _text(text: ReadText, *, before: bool) -> Text:
    """Return the beginning of a text with its spans, or what replaces them, in colour."""
    found, at, whole = Text(), 0, text.note.text
    for span, new in zip(text.redacted.spans, text.redacted.replacements, strict=True):
        found.append(_shown(whole[at : span.start]))
        found.append(
            _shown(whole[span.start : span.end] if before else new), style=f"bold {_COLOURS[group_of(span.entity)]}"
        )
        at = span.end
        if len(found) > _LONGEST:
            break
    else:
        found.append(_shown(whole[at : at + _LONGEST]))
    found.truncate(_LONGEST, overflow="ellipsis")
    return found


def _shown(text: str) -> str:
    """Return a text without control characters, which would steer the terminal."""
    return "".join(c if c.isprintable() or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in text)
