"""This module turns a record of the sample into what a page shows: texts in pieces, fields in rows, and no markup."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from redactor.detect.steps import Change
from redactor.entities import DATES, DEMOGRAPHICS, NAMES, PLACES, Entity
from redactor.service.review.readings import Explained, ReadRecord, ReadText, dropped_spans, reasons_of
from redactor.service.review.records import Json
from redactor.text import Mention, Span
from schemas.engine import json_codec
from schemas.engine.walk_state import DATA_ABSENT

MAX_ROWS = 3_000
"""A record shows this many fields at most."""
PART = 100_000
"""A page shows this many characters of a text at a time; a browser takes long over more."""
_CONTACTS = frozenset({
    Entity.EMAIL, Entity.TELEPHONE_NUMBER, Entity.FAX_NUMBER, Entity.IP_ADDRESS, Entity.MAC_ADDRESS, Entity.URL,
})  # fmt: skip
_ORGANISATIONS = frozenset({Entity.HOSPITAL, Entity.PHARMACY, Entity.DIAGNOSTIC_LABS, Entity.ORGANIZATION})
GROUPS = {
    "name": NAMES | {Entity.USERNAME},
    "place": PLACES,
    "date": DATES,
    "contact": _CONTACTS,
    "organisation": _ORGANISATIONS,
    "demographic": DEMOGRAPHICS,
}
"""Entities by the colour that they have; all others have that of a number."""
_SHORT = 60  # characters; a longer text is shown by itself, also where nothing was found in it
_ABSENT = object()


def group_of(entity: str) -> str:
    """Return the name of the colour of an entity."""
    return next((name for name, members in GROUPS.items() if entity in members), "number")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece is a stretch of a text.

    old and new: what stands there in the original and in the result. entity: "" where nothing is replaced. considered:
    whether something was found there and dropped, or doubted. why: sentences for a person.
    """

    start: int
    end: int
    old: str
    new: str
    entity: str = ""
    considered: bool = False
    why: tuple[str, ...] = ()

    @property
    def group(self) -> str:
        """This is the name of the colour."""
        return group_of(self.entity)


@dataclass(frozen=True, slots=True)
class TextView:
    """A `TextView` is a text of a record in pieces. number: from 0, among the texts of the record."""

    number: int
    pieces: Sequence[Piece]


@dataclass(frozen=True, slots=True)
class Row:
    """A row shows one field, or the head of an object or array.

    old and new: None where the field is absent, or for a head. state: "head", "kept", "replaced", "left-out" or
    "added". text: the number of the text that the field holds, or None. place: the field in the original, as a JSON
    pointer; "" for a head and for what the original does not have.
    """

    depth: int
    key: str
    old: str | None
    new: str | None
    state: str
    entity: str = ""
    why: str = ""
    text: int | None = None
    place: str = ""

    @property
    def group(self) -> str:
        """This is the name of the colour."""
        return group_of(self.entity) if self.entity else ""


def text_views(read: ReadRecord, explain: Callable[[ReadText], Explained] | None) -> list[TextView]:
    """Return the texts of a record that are shown by themselves: where something was found, and long ones.

    explain: None leaves out why.
    """
    found = []
    for number, text in enumerate(read.texts):
        explained = explain(text) if explain is not None else Explained((), ())
        dropped = dropped_spans(text.redacted.spans, explained)
        if text.redacted.spans or dropped or len(text.note.text) > _SHORT:
            found.append(TextView(number, list(_pieces(text, explained.changes, dropped))))
    return found


def _pieces(text: ReadText, changes: Sequence[Change], dropped: Sequence[tuple[int, int, str]]) -> Iterator[Piece]:
    whole, spans = text.note.text, text.redacted.spans
    reasons = reasons_of(spans, changes)
    marked = [
        Piece(s.start, s.end, whole[s.start : s.end], new, s.entity.value, why=(*_why(s, whole, new), *why))
        for s, new, why in zip(spans, text.redacted.replacements, reasons, strict=True)
    ]
    marked += [Piece(a, b, whole[a:b], whole[a:b], considered=True, why=(why,)) for a, b, why in dropped]
    at = 0
    for piece in sorted(marked, key=lambda p: p.start):
        if at < piece.start:
            yield Piece(at, piece.start, whole[at : piece.start], whole[at : piece.start])
        yield piece
        at = piece.end
    if at < len(whole):
        yield Piece(at, len(whole), whole[at:], whole[at:])


def part_of(view: TextView, part: int) -> TextView:
    """Return a part of a text, from 0. A span stands in the part where it begins."""
    start, end = part * PART, (part + 1) * PART
    found = []
    for piece in view.pieces:
        if piece.entity or piece.considered:
            found += [piece] if start <= piece.start < end else []
        elif piece.start < end and start < piece.end:
            a, b = max(piece.start, start), min(piece.end, end)
            text = piece.old[a - piece.start : b - piece.start]
            found.append(Piece(a, b, text, text))
    return TextView(view.number, found)


def _why(span: Span, whole: str, new: str) -> Iterator[str]:
    score = f", score {span.score:.2f}" if span.score is not None else ""
    yield f"{span.entity.value}, found by {' and '.join(span.sources) or 'a rule'} ({span.strength}{score})"
    if new == whole[span.start : span.end]:
        yield "the profile keeps it"


class _Fields:
    """This class walks an original and what left in parallel, and gathers rows."""

    def __init__(
        self, read: ReadRecord | None, shown: Sequence[TextView], rule: Callable[[Sequence[str]], str]
    ) -> None:
        self.rows: list[Row] = []
        self._rule = rule
        self._mentions: dict[tuple[str, str], tuple[Mention, str]] = {}
        self._texts: dict[str, list[int]] = {}
        if read is not None:
            for mention, new in read.values:
                self._mentions.setdefault((mention.where.rpartition(".")[2], mention.value), (mention, new))
            for view in shown:
                self._texts.setdefault(read.texts[view.number].note.text, []).append(view.number)

    def add(self, path: tuple[str, ...], depth: int, key: str, old: Any, new: Any, place: str) -> None:
        if len(self.rows) >= MAX_ROWS:
            return
        if isinstance(old, dict) or isinstance(new, dict):
            self._head(depth, key, old, new)
            before, after = (x if isinstance(x, dict) else {} for x in (old, new))
            for name in dict.fromkeys((*before, *after)):
                if _says_absent(name, before, after):
                    continue
                was, now = before.get(name, _ABSENT), after.get(name, _ABSENT)
                self.add((*path, name), depth + 1, name, was, now, place + pointer(name))
        elif isinstance(old, list) or isinstance(new, list):
            self._head(depth, key, old, new)
            items = [x if isinstance(x, list) else [] for x in (old, new)]
            for i in range(max(map(len, items))):
                was, now = (x[i] if i < len(x) else _ABSENT for x in items)
                self.add(path, depth + 1, f"{i + 1}", was, now, f"{place}/{i}")
        else:
            self._leaf(path, depth, key, old, new, place)

    def _head(self, depth: int, key: str, old: Any, new: Any) -> None:
        state = "added" if old is _ABSENT else "left-out" if new is _ABSENT else "head"
        self.rows.append(Row(depth, key, None, None, state))

    def _leaf(self, path: tuple[str, ...], depth: int, key: str, old: Any, new: Any, place: str) -> None:
        before, after = _shown(old), _shown(new)
        mention, _ = self._mentions.get((path[-1] if path else key, before or ""), (None, ""))
        numbers = self._texts.get(before or "")
        text = (numbers.pop(0) if len(numbers) > 1 else numbers[0]) if numbers else None
        if before is None:
            state = "added"
        elif after is None:
            state = "left-out"
        else:
            state = "kept" if before == after else "replaced"
        entity = mention.entity.value if mention is not None else ""
        if state == "replaced" and text is None and not entity:
            entity = Entity.ID.value  # a pseudonym
        why = "" if state == "added" else self._rule(path)
        if mention is not None:
            why = f"{entity}, {why}" + (", and the profile keeps it" if state == "kept" else "")
        of = "" if state == "added" else entity
        marked = "" if before is None or text is not None else place  # a text has marks of its own
        self.rows.append(Row(depth, key, before, after, state, of, why, text, marked))


def pointer(name: str) -> str:
    """Return the step of a JSON pointer to a member of an object."""
    return f"/{name.replace('~', '~0').replace('/', '~1')}"


def _shown(value: Any) -> str | None:
    if value is _ABSENT or value is None:
        return None
    return value if isinstance(value, str) else json_codec.encode(value).decode()


def _says_absent(name: str, before: Json, after: Json) -> bool:
    """Return whether a field of FHIR only says that the primitive beside it was left out, which its own row shows."""
    return name[:1] == "_" and name not in before and after.get(name) == {"extension": [DATA_ABSENT]}


def field_rows(
    original: Json | None,
    left: Json | None,
    read: ReadRecord | None,
    shown: Sequence[TextView],
    rule: Callable[[Sequence[str]], str],
) -> list[Row]:
    """Return the fields of a record side by side, MAX_ROWS at most; none of an original that is no object.

    left: None if nothing left. shown: the texts that are shown by themselves. rule: says what the schema does at a
    path.
    """
    if original is None:
        return []
    fields = _Fields(read, shown, rule)
    for name in dict.fromkeys((*original, *(left or {}))):
        if _says_absent(name, original, left or {}):
            continue
        new = _ABSENT if left is None else left.get(name, _ABSENT)
        fields.add((name,), 0, name, original.get(name, _ABSENT), new, pointer(name))
    return fields.rows


def result_rows(left: Json, rows: Sequence[Row] | None, texts: Sequence[TextView] = ()) -> list[Row]:
    """Return the fields of a result alone.

    rows: those of `field_rows`, for the colours of what was replaced; None leaves colours out. texts: those that are
    shown by themselves.
    """
    if rows is not None:
        numbers = {view.number for view in texts}
        return [
            Row(
                r.depth,
                r.key,
                None,
                r.new,
                r.state,
                r.entity if r.state == "replaced" else "",
                text=r.text if r.text in numbers else None,
            )
            for r in rows
            if r.state != "left-out"
        ]
    plain = field_rows(left, left, None, (), lambda path: "")
    return [Row(r.depth, r.key, None, r.new, r.state) for r in plain]
