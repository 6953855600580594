"""Write other dates in the form in which a value was written."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable

from redactor.dates.calendar_words import (
    month_name_in_style,
    ordinal_suffix,
    ordinal_word_in_style,
    weekday_name_in_style,
)
from redactor.dates.parse import DateParts, Field, ParsedDates

_PADDABLE_FORMS = frozenset(
    {"numeric", "weekday", "us_month", "numeric_range", "numeric_range_first", "us_month_range", "bare"}
)
_PADDABLE_FORMS |= {"bare_range"}
_YEAR_FIRST = re.compile(r"\s*[0-9]{4}")
_PADDED = re.compile(r"(?<![0-9])0[1-9](?=[/-])|(?<=[/-])0[1-9](?![0-9])")
_UNPADDED = re.compile(r"(?<![0-9])[1-9](?=[/-])|(?<=[/-])[1-9](?![0-9])")


def padding_of(values: Iterable[str]) -> bool | None:
    """Tell whether most dates of a note are written 03/04 (True) or 3/4 (False); None if no date shows it."""
    padded = unpadded = 0
    for value in values:
        if not _YEAR_FIRST.match(value):
            padded += _PADDED.search(value) is not None
            unpadded += _UNPADDED.search(value) is not None
    return padded > unpadded if padded or unpadded else None


def render(parsed: ParsedDates, days: list[dt.date], note_pads: bool | None = None) -> str:
    """Write the value with other dates in the same form.

    note_pads: whether the other dates of the note are zero-padded. The digits of the value itself do not always show
    the style: "12/19" looks alike in both, and "09/04" in its place beside "9/12" would show that the original had two
    digits.
    """
    edits: list[Field] = []
    pads = _pads_numbers(parsed) if note_pads is None or parsed.form not in _PADDABLE_FORMS else note_pads
    for date, old, new in zip(parsed.dates, parsed.days, days, strict=True):
        for name, (start, end, text) in date.fields.items():
            edits.append((start, end, _render_field(parsed, date, name, text, old, new, pads)))
    if len(days) == 2:
        edits.extend(_diverging_parts(parsed, days))
    out: list[str] = []
    last = 0
    for start, end, text in sorted(edits):
        out += (parsed.value[last:start], text)
        last = end
    return "".join(out) + parsed.value[last:]


def _pads_numbers(parsed: ParsedDates) -> bool:
    """Tell whether numbers below 10 are zero-padded where the replaced number does not show it."""
    numbers = [d.fields[n][2] for d in parsed.dates for n in ("m", "d") if n in d.fields]
    if any(len(n) == 1 for n in numbers):
        return False
    if any(n.startswith("0") for n in numbers):
        return True
    if all("mon" not in d.fields for d in parsed.dates):
        return True
    # "10-MAR-2024" is written by software, which pads; "10 March 2024" by people.
    return any(
        "mon" in d.fields and "ord" not in d.fields and "-" in _marks_around_month(parsed, d) for d in parsed.dates
    )


def _marks_around_month(parsed: ParsedDates, date: DateParts) -> str:
    """Return the marks around the month's name: "." after it, "-" for any other mark and for a missing gap."""
    start, end, _ = date.fields["mon"]
    before, after = parsed.value[start - 1 : start], parsed.value[end : end + 1]
    return ("-" if before and not before.isspace() else "") + (
        "." if after == "." else "-" if after in "-/" and after else ""
    )


def _is_abbreviated(parsed: ParsedDates, date: DateParts) -> bool:
    """Tell whether "May" is an abbreviation here, by another month of the value or by the marks around it."""
    others = [d.fields["mon"][2] for d in parsed.dates if d is not date and "mon" in d.fields]
    if others:
        return len(others[0]) == 3 and others[0].lower() != "may"
    return _marks_around_month(parsed, date) != ""


def _render_field(
    parsed: ParsedDates, date: DateParts, name: str, text: str, old: dt.date, new: dt.date, pads: bool
) -> str:
    match name:
        case "y":
            if len(text) == 4:
                return f"{new.year:04d}"
            return ("'" if text.startswith("'") else "") + f"{new.year % 100:02d}"
        case "m" | "d":
            number = new.month if name == "m" else new.day
            zero = text.startswith("0") or (len(text) == 2 and pads)
            return f"{number:02d}" if zero else str(number)
        case "dw":
            return ordinal_word_in_style(text, new.day)
        case "mon":
            start = date.fields["mon"][0]
            german = re.search(r"[0-9]\.[ \t\r\n]*$", parsed.value[:start]) is not None
            return month_name_in_style(text, new.month, short=_is_abbreviated(parsed, date), german=german)
        case "ord":
            if text.lower() in ("st", "nd", "rd", "th"):
                suffix = ordinal_suffix(new.day)
                return suffix.upper() if text.isupper() else suffix
            return text if text == "." or new.day == old.day else ""
        case "wd":
            return text if (new - old).days % 7 == 0 else weekday_name_in_style(text, new.weekday())
        case "q":
            return str((new.month + 2) // 3)
        case _:
            return _season_name(text, new.month)


def _season_name(model: str, month: int) -> str:
    name = ("winter", "spring", "summer", "autumn" if model.lower() == "autumn" else "fall")[month % 12 // 3]
    return name.upper() if model.isupper() else name.capitalize() if model[0].isupper() else name


def _diverging_parts(parsed: ParsedDates, days: list[dt.date]) -> list[Field]:
    """Insert the parts that a range stated once and that its moved ends no longer share."""
    first, second = parsed.dates
    edits: list[Field] = []
    named = first.fields.get("mon") or second.fields.get("mon")
    tail = ""  # inserted after the first date
    if days[0].month != days[1].month:
        if first.day is not None and not {"m", "mon"} & first.fields.keys() and named:
            tail = f" {month_name_in_style(named[2], days[0].month)}"
        if second.day is not None and not {"m", "mon"} & second.fields.keys():
            at = second.fields["d"][0]
            edits.append((at, at, f"{month_name_in_style(named[2], days[1].month)} " if named else f"{days[1].month}/"))
    if days[0].year != days[1].year and first.year is not None:
        between = "/" if named is None else ", " if parsed.form == "month_day_range" else " "
        if "y" not in first.fields:
            tail += f"{between}{_render_field(parsed, second, 'y', second.fields['y'][2], days[0], days[0], False)}"
        elif "y" not in second.fields:
            end = max(f[1] for f in second.fields.values())
            edits.append((end, end, f"{between}{days[1].year}"))
    if tail:
        end = max(f[1] for f in first.fields.values())
        edits.append((end, end, tail))
    return edits
