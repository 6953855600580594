"""Intervals: the dates of one patient's records, in fields and in notes, move by a whole number of weeks that drifts
along the life, and each episode of events by up to three days more. Within an episode intervals are exact, and the
order of days stays.

The patient is the one to whom the record belongs. A mother's birth date in her son's record moves with his dates, so
that the two records cannot be joined by it.
"""

from __future__ import annotations

import base64
import datetime as dt
import html
import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from tests.leak.links import paired_leaves, patients
from tests.leak.reading import Gold, Json, Pair

DATES = ("DATE", "BIRTH_DATE_TIME", "DEATH_DATE_TIME")
_FHIR = re.compile(r"\d{4}-\d\d(?:-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?)?")
_MONTHS = [f"{dt.date(2001, month, 1):%B}" for month in range(1, 13)]
_NAMES = {m: i for i, m in enumerate(_MONTHS, 1)} | {m[:3]: i for i, m in enumerate(_MONTHS, 1)}
_NAMES |= {m.upper(): i for m, i in _NAMES.items()}
_MONTH = "(" + "|".join(sorted(_NAMES, key=len, reverse=True)) + ")"
# Full dates as the synthetic notes write them, to (year, month, day). American order except with dots.
_FULL: list[tuple[re.Pattern[str], str]] = [
    (re.compile(r"(?<![\d/.-])(\d{4})-(\d\d)-(\d\d)(?![\d/-])"), "ymd"),
    (re.compile(r"(?<![\d/.-])(\d{1,2})/(\d{1,2})/(\d{4})(?![\d/-])"), "mdy"),
    (re.compile(r"(?<![\d/.-])(\d\d)-(\d\d)-(\d{4})(?![\d/-])"), "mdy"),
    (re.compile(r"(?<![\d/.-])(\d\d)\.(\d\d)\.(\d{4})(?![\d/-])"), "dmy"),
    (re.compile(rf"\b(\d\d?)[ -]{_MONTH}[ -](\d{{4}})\b"), "dmy"),
    (re.compile(rf"\b{_MONTH} (\d\d?)(?:st|nd|rd|th)?, (\d{{4}})\b"), "mdy"),
]


JITTER, DRIFT = 3, 24  # days, and weeks within a life; of the shipped profiles
_GAP, _LONG, _STAY = 40, 90, 3  # days: of an episode, of one that ends at the next pause, and that are no pause
WEEK = dt.timedelta(weeks=1)
CLOCK = dt.timedelta(minutes=29)
Moves = dict[dt.date, dt.date]
# Everybody knows where such dates stand in the true calendar, so that a shifted one shows the shift.
_ADMINISTRATIVE = re.compile(
    r"\.(?:lastUpdated|issued|created|recorded|expirationDate|manufactureDate|enteredDate|paymentDate|when)$"
    r"|^(?:Coverage|InsurancePlan)\.period\.|\.(?:servicePeriod|benefitPeriod)\."
    r"|\.(?:address|name|telecom|identifier)\.(?:[0-9]+\.)?period\.|^Consent\.(?:dateTime|provision\.period)|payment\.date$"
)


def structured_moves(pairs: list[Pair]) -> tuple[dict[str, Moves], list[str], Counter[str]]:
    """Returns where each day went by patient, what is wrong (without values), and the counts by precision."""
    moves: dict[str, Moves] = defaultdict(dict)
    clocks: dict[str, set[dt.timedelta]] = defaultdict(set)
    events: dict[str, set[dt.date]] = defaultdict(set)
    partial: list[tuple[str, str, str, str]] = []
    wrong: list[str] = []
    seen: Counter[str] = Counter()
    for p, owner in zip(pairs, patients(pairs), strict=True):
        if p.result is None:
            continue
        for path, old, new in paired_leaves(p.source, p.result):
            if not (isinstance(old, str) and _FHIR.fullmatch(old)):
                continue
            where = f"{p.kind}.{'.'.join(str(k) for k in path)}"
            if _ADMINISTRATIVE.search(where):
                seen["administrative"] += 1
                if new is not None:
                    wrong.append(f"{where}: a date of administration left")
            elif new is None:
                # A relative's birth date that another chart of the household has is withheld: their shifts differ.
                of_relative = path[-1] == "birthDate" and p.kind == "RelatedPerson"
                seen["relative's birth" if of_relative else "absent"] += 1
            elif owner is None:
                seen["nobody's"] += 1
                if len(str(new)) > 4:
                    wrong.append(f"{where}: a date of no single patient stands in the output")
            elif path[-1] == "birthDate" and (held := _imputed(old)) is not None:
                seen["imputed"] += 1
                if len(str(new)) != len(held):
                    wrong.append(f"{where}: a birth on a first left with another precision")
            elif len(old) == len("2024-03"):
                partial.append((owner, old, str(new), where))
            elif "T" not in old and len(str(new)) < len(old) and old.endswith("-01"):
                seen["imputed"] += 1
            elif not _keeps_form(old, str(new)):
                wrong.append(f"{where}: not the precision or the zone that it should have")
            else:
                seen["instant" if "T" in old else "day"] += 1
                day, moved = dt.date.fromisoformat(old[:10]), dt.date.fromisoformat(str(new)[:10])
                if moves[owner].setdefault(day, moved) != moved:
                    wrong.append(f"{where}: one day of a patient went to two days")
                if path[-1] != "birthDate":
                    events[owner].add(day)
                if "T" in old and (clock := _clock(str(new)) - _clock(old)) and not _near_midnight(old):
                    clocks[owner].add(clock)
    for owner, moved_to in moves.items():
        assert owner.startswith("Patient/")
        wrong.extend(_wrong_moves(moved_to, sorted(events[owner])))
        if len(clocks[owner]) > 1 or any(abs(clock) > CLOCK for clock in clocks[owner]):
            wrong.append("the times of a patient moved by several amounts, or by too much")
    for owner, old, new, where in partial:
        seen["month"] += 1
        if owner in moves and new not in _months(old, moves[owner]):
            wrong.append(f"{where}: a month moved otherwise than the days")
    return dict(moves), wrong, seen


def weeks(moves: Moves, day: dt.date) -> dt.timedelta:
    """The whole weeks by which a day of a patient moved, without its jitter."""
    moved = moves[day] - day
    return moved - moved % WEEK


def _wrong_moves(moves: Moves, events: list[dt.date]) -> Iterator[str]:
    days = sorted(moves)
    if all(moves[day] == day for day in days):
        yield "a shift is nothing"
    if any((moves[day] - day) % WEEK > dt.timedelta(days=JITTER) for day in days):
        yield "a shift is no whole number of weeks and a jitter"
    drifts = [weeks(moves, day) for day in days]
    if max(drifts) - min(drifts) > 2 * DRIFT * WEEK:
        yield "a life drifted too far"
    for one, other in itertools.pairwise(days):
        if moves[one] >= moves[other]:
            yield "two days changed their order"
    began = min(events, default=dt.date.min)
    for one, other in itertools.pairwise(events):
        apart = (other - one).days
        steps = abs(weeks(moves, other) - weeks(moves, one)) // WEEK
        # The drift is that of the beginnings of the two episodes, of which the first goes on until `one`.
        if steps > 1 + (apart + _GAP + _LONG) * 2 * DRIFT / 728:
            yield "a life drifted too fast"
        if moves[one] - one == moves[other] - other:
            continue
        if apart <= _STAY or (apart <= _GAP and (other - began).days <= _LONG):
            yield "two days of one episode moved by different amounts"
        began = other


def _steps(least: dt.timedelta, most: dt.timedelta) -> Iterator[dt.timedelta]:
    while least <= most:
        yield least
        least += WEEK


def _clock(value: str) -> dt.timedelta:
    hours, minutes, seconds = value[11:19].split(":")
    return dt.timedelta(hours=int(hours), minutes=int(minutes), seconds=int(seconds))


def _near_midnight(value: str) -> bool:
    clock = _clock(value)
    return clock < CLOCK + dt.timedelta(minutes=1) or clock > dt.timedelta(days=1) - CLOCK - dt.timedelta(minutes=1)


def _imputed(old: str) -> str | None:
    """The month or year that a first stands for; None for any other date."""
    if old[8:10] != "01":
        return None
    return old[:4] if old[5:7] in ("01", "07") else old[:7]


def _keeps_form(old: str, new: str) -> bool:
    """Whether a day is a day, and a time one without a zone of a place."""
    if not _FHIR.fullmatch(new):
        return False
    return len(new) == len(old) if "T" not in old else new.endswith("Z")


def _months(month: str, moves: Moves) -> set[str]:
    """The months into which the middle of this month can have moved, by how the days nearest to it did."""
    middle = dt.date.fromisoformat(f"{month}-15")
    nearest = min(moves, key=lambda day: abs(day - middle))
    steps = 1 + int((abs((nearest - middle).days) + _GAP + _LONG) * 2 * DRIFT / 728)
    return {f"{middle + weeks(moves, nearest) + n * WEEK:%Y-%m}" for n in range(-steps, steps + 1)}


def text_of(record: Json, path: str) -> str | None:
    """The text at a path of the gold, an attachment decoded by its charset; None if there is none."""
    node: Any = record
    for key in re.findall(r"[^.\[\]]+", path):
        parent = node
        if isinstance(node, list):
            node = node[int(key)] if int(key) < len(node) else None
        else:
            node = node.get(key) if isinstance(node, dict) else None
    if isinstance(node, str) and path.endswith("attachment.data"):
        kind = str(parent.get("contentType", ""))
        charset = re.search(r"charset=\"?([\w-]+)", kind)
        return base64.b64decode(node).decode(charset[1] if charset else "utf-8", "replace")
    return node if isinstance(node, str) else None


def plain(text: str) -> str:
    """The text without the XHTML and RTF markup that can separate the parts of a date."""
    return html.unescape(re.sub(r"<[^>]*>", " ", text)).replace("\\par", " ")


def full_dates(text: str) -> Iterator[dt.date]:
    """Dates with day, month and four-digit year."""
    for pattern, order in _FULL:
        for found in pattern.finditer(text):
            parts = dict(zip(order, found.groups(), strict=True))
            month = _NAMES.get(parts["m"]) or int(parts["m"])
            try:
                yield dt.date(int(parts["y"]), month, int(parts["d"]))
            except ValueError:
                continue


def text_shifts(pairs: list[Pair], gold: list[Gold], moves: dict[str, Moves]) -> tuple[list[str], Counter[str]]:
    """Check that every full date in a released text is a date of the source text, moved as its patient's fields moved.

    Dates that were masked whole are counted but not judged, since they reveal nothing.
    """
    owners = {(p.file, p.name): (p, owner) for p, owner in zip(pairs, patients(pairs), strict=True)}
    texts = {(g.file, g.record, g.path) for g in gold if g.start is not None and g.entity in DATES}
    wrong: list[str] = []
    seen: Counter[str] = Counter()
    for file, record, path in sorted(texts):
        p, owner = owners[file, record]
        if p.result is None or owner is None:
            continue
        before, after = text_of(p.source, path), text_of(p.result, path)
        if after is None or before is None:
            seen["text withheld"] += 1
            continue
        written = list(full_dates(plain(before)))
        expected = Counter(moves[owner][d] for d in written if d in moves[owner])
        found = Counter(full_dates(plain(after)))
        seen["moved"] += (expected & found).total()
        # A day that no field has is an episode of its own.
        elsewhere = [d for d in written if d not in moves[owner]]
        drifts = {weeks(moves[owner], day) for day in moves[owner]}
        least, most = min(drifts) - DRIFT * WEEK, max(drifts) + DRIFT * WEEK
        shifts = [w + dt.timedelta(days=n) for w in _steps(least, most) for n in range(JITTER + 1)]
        others = {d + shift for d in elsewhere for shift in shifts}
        alone = [d for d in (found - expected).elements() if d in others]
        seen["moved alone"] += len(alone)
        seen["masked"] += (expected - found).total() + len(elsewhere) - len(alone)
        if n := (found - expected).total() - len(alone):
            wrong.append(f"{p.kind}.{path}: {n} dates moved otherwise than the fields")
    return wrong, seen
