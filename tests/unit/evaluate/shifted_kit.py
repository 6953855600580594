"""Releases for the attack on dates: records whose dates are moved directly, so that no engine withholds anything."""

from __future__ import annotations

import base64
import datetime as dt
import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from redactor.dates import find, shift_fhir, shift_text, utc_fhir
from redactor.evaluate.date_attack.release import subject_of_record

Json = dict[str, Any]
Move = Callable[[str], str | None]
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T.*)?")
_BOOKKEEPING = ("lastUpdated", "issued", "expirationDate")


def read(root: Path) -> list[Json]:
    """All records of a sink's NDJSON."""
    return [json.loads(line) for path in sorted(root.glob("*.ndjson")) for line in path.read_text("utf-8").splitlines()]


def draw_shifts(records: Iterable[Json], seed: int, weeks: int = 52) -> dict[str, int]:
    """Days by subject: whole weeks within +-weeks, never zero."""
    rng = random.Random(seed)
    subjects = sorted({s for r in records if (s := subject_of_record(r)) is not None})
    return {s: 7 * rng.choice([w for w in range(-weeks, weeks + 1) if w]) for s in subjects}


def released(
    records: Iterable[Json],
    out: Path,
    shifts: Mapping[str, int],
    *,
    withheld: bool = False,
    jitter: int = 0,
    drift: int = 0,
    gap: int = 3,
    episode: int = 90,
) -> Path:
    """Write the records with all of their dates moved.

    withheld: bookkeeping is left out, as `hips` does. jitter: each episode of a subject's days moves by 0 to so many
    days of its own beside the shift, and working days stay working days. drift: so many weeks at most, linear between
    amounts that are drawn for every 104 weeks. gap, episode: days, as in the date policy.
    """  # fmt: skip
    records = list(records)
    apart = _jitters(records, jitter, drift, gap, episode) if jitter or drift else {}
    out.mkdir(parents=True)
    files: dict[str, list[str]] = {}
    for record in records:
        subject = subject_of_record(record) or ""
        own, days = apart.get(subject, {}), shifts.get(subject, 0)
        texts = next(_days(record), dt.date.min)  # move as the record does
        moved = _moved(
            record,
            lambda day, own=own, days=days, texts=texts: days + own.get(day if day > dt.date.min else texts, 0),
            record["resourceType"],
            withheld,
        )
        files.setdefault(record["resourceType"], []).append(json.dumps(moved))
    for number, lines in enumerate(files.values(), 1):
        (out / f"records-{number:05d}.ndjson").write_text("\n".join(lines) + "\n")
    return out


def _jitters(records: list[Json], most: int, drift: int, gap: int, episode: int) -> dict[str, dict[dt.date, int]]:
    """Days by subject and true day."""
    days: dict[str, set[dt.date]] = defaultdict(set)
    for record in records:
        days[subject_of_record(record) or ""].update(_days(record))
    rng, found = random.Random("jitter"), {}
    for subject, own in days.items():
        moves: dict[dt.date, int] = {}
        last, start = None, dt.date.min
        knots = [rng.uniform(-drift, drift) for _ in range(500)]
        phase = rng.randrange(728)
        for day in sorted(own):
            apart = (day - last).days if last is not None else 0
            if last is None or apart > gap or (apart > 3 and (day - start).days > episode):
                start = day
                kept = [j for j in range(most + 1) if ((day + dt.timedelta(j)).weekday() < 5) == (day.weekday() < 5)]
                move = rng.choice(kept)
            knot, since = divmod(start.toordinal() - dt.date(1900, 1, 1).toordinal() + phase, 728)
            weeks = (knots[knot] * (728 - since) + knots[knot + 1] * since) // 728
            moves[day] = move + 7 * int(weeks)
            last = day
        found[subject] = moves
    return found


def _days(node: Any) -> Iterator[dt.date]:
    if isinstance(node, dict):
        for value in node.values():
            yield from _days(value)
    elif isinstance(node, list):
        for value in node:
            yield from _days(value)
    elif isinstance(node, str) and _DATE.fullmatch(node):
        yield dt.date.fromisoformat(node[:10])


def _moved(node: Any, by: Callable[[dt.date], int], path: str, withheld: bool) -> Any:
    if isinstance(node, dict):
        if isinstance(node.get("data"), str) and str(node.get("contentType", "")).startswith("text/"):
            text = base64.b64decode(node["data"]).decode()
            return node | {"data": base64.b64encode(moved_text(text, by(dt.date.min)).encode()).decode()}
        return {
            key: _moved(value, by, f"{path}.{key}", withheld)
            for key, value in node.items()
            if not (withheld and (key in _BOOKKEEPING or f"{path}.{key}" == "Coverage.period"))
        }
    if isinstance(node, list):
        return [_moved(value, by, path, withheld) for value in node]
    if isinstance(node, str) and _DATE.fullmatch(node):
        return moved_date(node, by(dt.date.fromisoformat(node[:10])))
    return node


def moved_date(value: str, days: int) -> str | None:
    """A FHIR date moved by days, its time in UTC."""
    utc = utc_fhir(value)
    return None if utc is None else shift_fhir(utc, days)


def moved_text(text: str, days: int) -> str:
    """A text with its dates moved as the engine moves them."""
    out, last = [], 0
    for found in find(text):
        value = text[found.start : found.end]
        out += [text[last : found.start], shift_text(value, days) or value]
        last = found.end
    return "".join(out) + text[last:]
