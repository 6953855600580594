"""Intervals: all dates of one patient's records, in fields and in notes, move by one whole number of weeks.

The patient is the one to whom the record belongs. A mother's birth date in her son's record moves with his dates, so
that the two records cannot be joined by it.
"""

from __future__ import annotations

import base64
import datetime as dt
import html
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


# Everybody knows where such dates stand in the true calendar, so that a shifted one shows the shift.
_ADMINISTRATIVE = re.compile(
    r"\.(?:lastUpdated|issued|created|recorded|expirationDate|manufactureDate|enteredDate|paymentDate|when)$"
    r"|^(?:Coverage|InsurancePlan)\.period\.|\.(?:servicePeriod|benefitPeriod)\."
    r"|\.(?:address|name|telecom|identifier)\.(?:[0-9]+\.)?period\.|^Consent\.(?:dateTime|provision\.period)|payment\.date$"
)


def structured_shifts(pairs: list[Pair]) -> tuple[dict[str, Counter[dt.timedelta]], list[str], Counter[str]]:
    """Returns the shifts of full dates by patient, what is wrong (without values), and the counts by precision."""
    shifts: dict[str, Counter[dt.timedelta]] = defaultdict(Counter)
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
            elif (moved := _moved(old, str(new))) is None:
                wrong.append(f"{where}: not the precision or the zone that it should have")
            else:
                seen["instant" if "T" in old else "day"] += 1
                shifts[owner][moved] += 1
    for owner, counts in shifts.items():
        if len(counts) > 1:
            wrong.append(f"{len(counts)} shifts within the records of one patient, {sum(counts.values())} dates")
        if any(not moved or moved % dt.timedelta(weeks=1) for moved in counts):
            wrong.append("a shift is nothing, or no whole number of weeks")
        assert owner.startswith("Patient/")
    for owner, old, new, where in partial:
        seen["month"] += 1
        if owner in shifts and new not in _months(old, next(iter(shifts[owner]))):
            wrong.append(f"{where}: a month moved otherwise than the days")
    return dict(shifts), wrong, seen


def _imputed(old: str) -> str | None:
    """The month or year that a first stands for; None for any other date."""
    if old[8:10] != "01":
        return None
    return old[:4] if old[5:7] in ("01", "07") else old[:7]


def _moved(old: str, new: str) -> dt.timedelta | None:
    if not _FHIR.fullmatch(new):
        return None
    if "T" not in old:
        return dt.date.fromisoformat(new) - dt.date.fromisoformat(old) if len(new) == len(old) else None
    if not new.endswith(("Z", "+00:00")):
        return None
    return dt.datetime.fromisoformat(new) - dt.datetime.fromisoformat(old)


def _months(month: str, moved: dt.timedelta) -> set[str]:
    """The months into which a day of this month can have moved."""
    first = dt.date.fromisoformat(f"{month}-01")
    days = (first + dt.timedelta(days=n) for n in range(31))
    return {f"{d + moved:%Y-%m}" for d in days if d.month == first.month}


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


def text_shifts(
    pairs: list[Pair], gold: list[Gold], shifts: dict[str, Counter[dt.timedelta]]
) -> tuple[list[str], Counter[str]]:
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
        moved = next(iter(shifts[owner]))
        expected = Counter(d + moved for d in full_dates(plain(before)))
        found = Counter(full_dates(plain(after)))
        seen["moved"] += (expected & found).total()
        seen["masked"] += (expected - found).total()
        if found - expected:
            wrong.append(f"{p.kind}.{path}: {(found - expected).total()} dates moved otherwise than the fields")
    return wrong, seen
