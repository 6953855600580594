"""This module renders pages: the list, one record, what was found so far, and a whole sample as one file."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from redactor.entities import Entity
from redactor.run.state.review_marks import RecordMarks
from redactor.service.review.opened import Match, Opened, Review
from redactor.service.review.view import (
    GROUPS,
    PART,
    Row,
    TextView,
    field_rows,
    group_of,
    part_of,
    result_rows,
    text_views,
)
from schemas.engine.records import Outcome

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
STATIC = {"review.css": "text/css", "review.js": "text/javascript"}
PHI = "This page shows originals. It is protected health information: do not copy, print or forward it."


@cache
def _environment() -> Environment:
    found = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    add_words(found)
    return found


def add_words(environment: Environment) -> None:
    """Add to an environment what the templates of the review use beside values."""
    environment.filters["exact"] = _exact
    environment.globals |= {"group_of": group_of, "entities": [e.value for e in Entity], "phi": PHI}


def _exact(text: str) -> Markup:
    """Return a text as HTML of as many characters: a parser drops NUL, and makes one line feed of CR and LF."""
    return escape(text.replace("\0", "\N{REPLACEMENT CHARACTER}")).replace("\r", Markup("&#13;"))


def static(name: str) -> str:
    """Return the text of a file of STATIC."""
    return (HERE / "static" / name).read_text("utf-8")


def render(template: str, **values: Any) -> str:
    """Return a page."""
    return _environment().get_template(template).render(**values)


@dataclass(frozen=True, slots=True)
class RecordView:
    """A `RecordView` is a record as a template shows it.

    banner: what a person must know of the comparison, or "". legend: entities by colour, with their numbers.
    has_original: whether the left column is shown. part, parts: which part of long texts is shown, from 0, and how many
    there are.
    """

    opened: Opened
    texts: Sequence[TextView]
    rows: Sequence[Row]
    banner: str
    legend: Mapping[str, Mapping[str, int]]
    has_original: bool
    raw: str
    marks: RecordMarks
    part: int = 0
    parts: int = 1

    @property
    def missed(self) -> list[Any]:
        """These are the marks of what was missed in texts."""
        return [m for m in self.marks.spans if m.verdict == "missed"]


def record_view(
    review: Review, opened: Opened, marks: RecordMarks, remedies: Mapping[str, str], part: int | None = None
) -> RecordView:
    """Return a record with its original.

    remedies: what a person can do about a reason. part: the part of long texts, from 0; None for all of them.
    """
    read = opened.read
    texts = text_views(read, review.explain) if read is not None else []
    schema = read.done.schema if read is not None else ""
    rows = field_rows(opened.original, opened.left, read, texts, lambda path: review.rule(schema, path))
    raw = opened.raw.decode("utf-8", "replace") if opened.original is None else ""
    legend, parts = _legend(texts, rows), 1
    if part is not None:
        parts = max((-(-text.pieces[-1].end // PART) for text in texts if text.pieces), default=1)
        part = min(part, parts - 1)
        texts = [part_of(text, part) for text in texts]
    banner = _banner(opened, remedies)
    return RecordView(opened, texts, rows, banner, legend, True, raw, marks, part or 0, parts)


def result_view(opened: Opened) -> RecordView:
    """Return what left of a record, and nothing else of it."""
    read, left = opened.read, opened.left or {}
    if opened.facts.match is not Match.SAME or read is None or opened.original is None:
        return RecordView(opened, (), result_rows(left, None), "", {}, False, "", RecordMarks())
    texts = text_views(read, None)
    both = field_rows(opened.original, opened.left, read, texts, lambda path: "")
    texts = [t for t in texts if any(p.entity for p in t.pieces)]
    rows = result_rows(left, both, texts)
    return RecordView(opened, texts, rows, "", _legend(texts, rows), False, "", RecordMarks())


def _banner(opened: Opened, remedies: Mapping[str, str]) -> str:
    drawn = opened.facts.drawn
    found = []
    if opened.facts.match is Match.DIFFERS:
        found.append(
            "De-identified again, this record does not become what OUT holds: settings, home or IN have changed since "
            "the run. Spans and reasons below are those of today."
        )
    elif opened.facts.match is Match.UNREAD:
        found.append("IN does not hold this record any more, or it cannot be read.")
    if drawn.outcome != Outcome.RELEASED.value:
        where = f" at {drawn.where}" if drawn.where else ""
        found.append(f"{drawn.outcome}{f': {drawn.reason}' if drawn.reason else ''}{where}.")
        found += [remedies[drawn.reason]] if drawn.reason in remedies else []
    return " ".join(found)


def _legend(texts: Sequence[TextView], rows: Sequence[Row]) -> dict[str, dict[str, int]]:
    counts = Counter(p.entity for t in texts for p in t.pieces if p.entity)
    counts.update(r.entity for r in rows if r.entity)
    legend: dict[str, dict[str, int]] = {}
    for group in (*GROUPS, "number"):
        if members := {e: n for e, n in sorted(counts.items()) if group_of(e) == group}:
            legend[group] = members
    return legend


def one_file(review: Review, views: Iterable[RecordView], count: int, *, has_originals: bool) -> Iterator[str]:
    """Yield the records, in pieces, as one page that needs no other file and no network. count: of the records."""
    script, style = static("review.js"), static("review.css")
    hashes = {name: _source_hash(text) for name, text in (("script", script), ("style", style))}
    found = _environment().get_template("review/file.html")
    return found.generate(
        review=review,
        views=views,
        count=count,
        has_originals=has_originals,
        script=script,
        style=style,
        hashes=hashes,
        base="",
        form_token="",
    )


def _source_hash(text: str) -> str:
    """Return the hash by which a content security policy names an inline script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
