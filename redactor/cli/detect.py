"""The command `redactor detect` finds spans in a file of notes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import msgspec
import typer

from redactor.assemble.detectors import build_detectors
from redactor.cli.messages import announce_stdin, console, counted, fail, guarded, print_json, print_table
from redactor.detect.patterns import describe_rules
from redactor.detect.steps import OPTIONAL, Change
from redactor.engine import explain_all, read_all
from redactor.entities import Entity
from redactor.files.atomic_file import atomic
from redactor.settings import load_settings
from redactor.text import KnownValue, Note, Reading, Span

app = typer.Typer(add_completion=False)
_NOTES_PER_BATCH = 256
_FORM = (
    'each line of IN.jsonl is a note, such as {"id": "n1", "text": "Seen on Monday."}; for a text in a file of'
    " its own: redactor text --file FILE"
)
_PIPE = Path("-")


@app.command(epilog="Example: redactor detect notes.jsonl spans.jsonl --detectors patterns,known,student")
@guarded
def detect(
    source: Annotated[
        Path | None,
        typer.Argument(metavar="IN.jsonl", help='Lines of {"id", "text", "subject"?, "known"?}; - for stdin.'),
    ] = None,
    target: Annotated[
        Path | None, typer.Argument(metavar="OUT.jsonl", help='Lines of {"id", "spans": [...]}; - for stdout.')
    ] = None,
    detectors: Annotated[str | None, typer.Option(help="Comma-separated; by default patterns,known,student.")] = None,
    list_rules: Annotated[
        bool, typer.Option("--list-rules", help="List the rules of the detector `patterns`, and read nothing.")
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help='Add "steps": what each step did to which span, and why.')
    ] = False,
    without: Annotated[str | None, typer.Option(help="Comma-separated steps to leave out, to measure them.")] = None,
    json: Annotated[
        bool, typer.Option("--json", help="The counts (on stderr where OUT.jsonl is -), or the rules, as JSON.")
    ] = False,
) -> None:
    """Find spans in a file of notes. Offsets are characters; the notes themselves are not written.

    A pipe is read 256 lines at a time: their spans are written before the next lines are read.

    The source of a span names the detectors that found it and, after a colon, the rule: patterns:us-phone. The setting
    `disabled_rules` switches rules off.
    """
    if list_rules:
        _list_rules(frozenset(load_settings().disabled_rules), json)
        return
    if source is None or target is None:
        fail("name IN.jsonl and OUT.jsonl, or give --list-rules")
    settings = load_settings(detectors=None if detectors is None else tuple(detectors.split(",")))
    left_out = frozenset(without.split(",")) if without else frozenset[str]()
    if unknown := left_out - OPTIONAL:
        fail(f"no step {', '.join(sorted(unknown))} can be left out; these can: {', '.join(sorted(OPTIONAL))}")
    found = build_detectors(settings)
    notes = bad = 0
    if _PIPE not in (source, target) and target.exists() and target.samefile(source):
        fail("OUT.jsonl is IN.jsonl and would overwrite it; choose another file")
    with _input(source) as lines, _output(target) as out:
        for batch in _batches(enumerate(lines, start=1)):
            bare = [(line, raw.removeprefix(b"\xef\xbb\xbf") if line == 1 else raw) for line, raw in batch]
            parsed = [(line, _parse_note(raw)) for line, raw in bare if raw.strip()]
            readable = [n for _, n in parsed if n is not None]
            resolved = iter(
                explain_all(found, readable, without=left_out)
                if explain
                else [(reading, []) for reading in read_all(found, readable, without=left_out)]
            )
            for line, note in parsed:
                if note is None:
                    bad += 1
                    out.write(msgspec.json.encode({"line": line, "error": "no JSON object with id and text"}) + b"\n")
                    continue
                notes += 1
                reading, changes = next(resolved)
                row = _note_row(note, reading) | ({"steps": list(map(_change_row, changes))} if explain else {})
                out.write(msgspec.json.encode(row) + b"\n")
            out.flush()
    if json:
        print_json({"notes": notes, "unreadable": bad}, err=target == _PIPE)
    else:
        console().print(f"{counted(notes, 'note')} read, {counted(bad, 'line')} unreadable")
        if bad:
            console().print(_FORM, soft_wrap=True)
    if bad:
        raise typer.Exit(1)


def _input(source: Path) -> AbstractContextManager[BinaryIO]:
    if source != _PIPE:
        return source.open("rb")
    announce_stdin("notes, a line of JSON each")
    return nullcontext(sys.stdin.buffer)


@contextmanager
def _output(target: Path) -> Iterator[BinaryIO]:
    """Give stdout, or a file that appears whole."""
    if target == _PIPE:
        yield sys.stdout.buffer
        return
    with atomic(target) as part, part.open("wb") as out:
        yield out


def _list_rules(disabled: frozenset[str], json: bool) -> None:
    rules = list(describe_rules())
    if json:
        print_json(
            [r._asdict() | {"entities": [e.value for e in r.entities], "disabled": r.name in disabled} for r in rules]
        )
    else:
        columns = ("rule", "entity", "strength", "context", "check")
        names = (f"{r.name} (disabled)" if r.name in disabled else r.name for r in rules)
        rows = [(name, ", ".join(r.entities), *r[2:]) for name, r in zip(names, rules, strict=True)]
        print_table("Rules of the patterns detector", columns, rows)


def _batches(lines: Iterator[tuple[int, bytes]]) -> Iterator[list[tuple[int, bytes]]]:
    while batch := list(islice(lines, _NOTES_PER_BATCH)):
        yield batch


def _parse_note(raw: bytes) -> Note | None:
    """Return the note of a line; None if the line holds no note."""
    try:
        data = msgspec.json.decode(raw)
        known = tuple(_parse_known_value(k) for k in data.get("known") or ())
        subject = data.get("subject")
        return Note(
            str(data["id"]), _checked_text(data["text"]), None if subject is None else str(subject), known=known
        )
    except (msgspec.DecodeError, UnicodeDecodeError, KeyError, ValueError, TypeError, AttributeError, RecursionError):
        return None


def _checked_text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("text")
    return value


def _parse_known_value(value: Any) -> KnownValue:
    if isinstance(value, str):
        return KnownValue(value, Entity.PERSON)
    return KnownValue(_checked_text(value["value"]), Entity(value.get("entity") or value.get("label") or "PERSON"))


def _note_row(note: Note, reading: Reading) -> dict[str, Any]:
    return {"id": note.id, "spans": list(map(_span_row, reading.spans))} | (
        {} if reading.complete else {"complete": False}
    )


def _span_row(s: Span) -> dict[str, Any]:
    return {"start": s.start, "end": s.end, "label": s.entity.value, "score": s.score, "source": "+".join(s.sources)}


def _change_row(change: Change) -> dict[str, Any]:
    """Return a change as JSON: `before` is null where the step added the span, `after` where the step dropped it."""
    before, after = (None if s is None else _span_row(s) for s in (change.before, change.after))
    return {"step": change.step, "reason": change.reason, "before": before, "after": after}
