"""Properties of dates: a shift moves every form by the same number of days, keeps the form, and can be found again."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.dates import Move, find, parse_day, shift_fhir, shift_text, year_of
from redactor.dates.calendar_words import ordinal_suffix

Render = Callable[[dt.date], str]


def _strf(form: str) -> Render:
    return lambda d: d.strftime(form)


def _loose(form: str) -> Render:
    """strftime without zero padding."""
    return lambda d: re.sub(r"(?<![0-9])0([0-9])(?![0-9])", r"\1", d.strftime(form))


FRENCH = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
SPANISH = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
FORMATS: dict[str, Render] = {
    **{f: _strf(f) for f in ("%m/%d/%Y", "%m-%d-%Y", "%d.%m.%Y", "%Y-%m-%d", "%Y/%m/%d", "%Y%m%d")},
    **{f: _strf(f) for f in ("%d-%b-%Y", "%d%b%Y", "%m/%d/%y", "%m-%d-%y", "%d%b%y")},
    **{f: _strf(f) for f in ("%m/%d/%Y %H:%M", "%Y-%m-%dT00:00:00", "%m/ %d/%Y")},
    **{"loose " + f: _loose(f) for f in ("%m/%d/%Y", "%B %d, %Y", "%d %B %Y", "%b. %d, %Y")},
    **{f: _loose(f) for f in ("%A, %B %d, %Y", "%a %m/%d/%Y", "%B\n%d, %Y")},
    "upper": lambda d: f"{d:%d%b%Y}".upper(),
    "MONTH": lambda d: f"{d:%B} {d.day}, {d.year}".upper(),
    "ordinal": lambda d: f"{d:%B} {d.day}{ordinal_suffix(d.day)}, {d.year}",
    "of": lambda d: f"{d.day}{ordinal_suffix(d.day)} of {d:%B}, {d.year}",
    "fr": lambda d: f"{d.day} {FRENCH.split()[d.month - 1]} {d.year}",
    "es": lambda d: f"{d.day} de {SPANISH.split()[d.month - 1]} de {d.year}",
}  # fmt: skip
# Two-digit years stand for 1940 to 2039 without a reference; the margins leave room for the shift.
DAYS = st.dates(dt.date(1942, 1, 1), dt.date(2037, 12, 31))
WEEKS = st.integers(-52, 52)
FORMS = st.sampled_from(sorted(FORMATS))


@settings(max_examples=400)
@given(FORMS, DAYS, WEEKS)
def test_a_shift_moves_any_form_by_its_days_and_back(form: str, day: dt.date, weeks: int) -> None:
    text = FORMATS[form](day)
    moved = shift_text(text, 7 * weeks)
    assert moved is not None
    assert parse_day(moved) == day + dt.timedelta(weeks=weeks)
    back = shift_text(moved, -7 * weeks)
    # Information that a form does not show (the padding of 10/12) cannot be restored.
    assert back is not None
    assert _unpadded(back) == _unpadded(text)
    assert parse_day(moved).weekday() == day.weekday()  # type: ignore[union-attr]


def _unpadded(text: str) -> str:
    return re.sub(r"(?<![0-9:T])0(?=[0-9](?:[^0-9]|$))", "", text)


@settings(max_examples=300)
@given(FORMS, DAYS, WEEKS)
def test_shifted_dates_are_rendered_as_written_dates(form: str, day: dt.date, weeks: int) -> None:
    later = day + dt.timedelta(weeks=weeks)
    moved = shift_text(FORMATS[form](day), 7 * weeks)
    assert moved is not None
    assert _unpadded(moved) == _unpadded(FORMATS[form](later))


@settings(max_examples=300)
@given(FORMS, FORMS, DAYS, DAYS, WEEKS)
def test_intervals_are_preserved_across_forms(one: str, two: str, a: dt.date, b: dt.date, weeks: int) -> None:
    moved = [parse_day(shift_text(FORMATS[f](d), 7 * weeks) or "") for f, d in ((one, a), (two, b))]
    assert moved[0] is not None and moved[1] is not None
    assert moved[1] - moved[0] == b - a


@settings(max_examples=400)
@given(
    FORMS, DAYS, st.sampled_from(["", "Seen ", "DOB: ", "(", "é\n"]), st.sampled_from(["", ".", ", well", ")", "\n"])
)
def test_a_rendering_is_found_whole(form: str, day: dt.date, before: str, after: str) -> None:
    text = FORMATS[form](day)
    found = find(before + text + after)
    assert [(f.start, f.end, f.weak) for f in found][:1] == [(len(before), len(before) + len(text), False)]
    assert len(found) == 1


@settings(max_examples=200)
@given(st.dates(dt.date(1901, 1, 1), dt.date(2098, 12, 31)), WEEKS)
def test_partial_dates_keep_their_precision(day: dt.date, weeks: int) -> None:
    later = dt.date(day.year, day.month, 15) + dt.timedelta(weeks=weeks)
    assert shift_text(f"{day:%m/%Y}", 7 * weeks) == f"{later:%m/%Y}"
    assert shift_text(f"{day:%B %Y}", 7 * weeks) == f"{later:%B %Y}"
    assert shift_fhir(f"{day:%Y-%m}", 7 * weeks) == f"{later:%Y-%m}"
    year = (dt.date(day.year, 7, 1) + dt.timedelta(weeks=weeks)).year
    assert shift_text(f"{day.year}", 7 * weeks) == str(year) == shift_fhir(f"{day.year}", 7 * weeks)


MOMENTS = st.datetimes(dt.datetime(1900, 1, 1), dt.datetime(2100, 1, 1))
ZONES = st.integers(-14 * 60, 14 * 60)


@settings(max_examples=300)
@given(MOMENTS, MOMENTS, ZONES, ZONES, WEEKS)
def test_fhir_intervals_by_the_clock_on_the_wall_are_preserved(
    a: dt.datetime, b: dt.datetime, za: int, zb: int, weeks: int
) -> None:
    after = []
    for moment, zone in ((a, za), (b, zb)):
        text = moment.replace(tzinfo=dt.timezone(dt.timedelta(minutes=zone))).isoformat(timespec="microseconds")
        moved = shift_fhir(text, 7 * weeks)
        assert moved is not None and moved.endswith("Z")
        after.append(dt.datetime.fromisoformat(moved))
    assert after[1] - after[0] == b.replace(microsecond=0) - a.replace(microsecond=0)


@given(st.lists(st.datetimes(dt.datetime(2000, 1, 1), dt.datetime(2001, 1, 1)), max_size=8), st.integers(-1740, 1740))
def test_a_moved_clock_keeps_the_order_and_the_day(moments: list[dt.datetime], clock: int) -> None:
    moments = sorted(m.replace(microsecond=0) for m in moments)
    move = Move(lambda day: 7, lambda day: 7, clock)
    moved = [dt.datetime.fromisoformat(shift_fhir(f"{m.isoformat()}-05:00", move) or "") for m in moments]
    timed = [(m, n) for m, n in zip(moments, moved, strict=True) if m.time() != dt.time()]
    assert [n for _, n in timed] == sorted(n for _, n in timed)
    assert all(n.date() == m.date() + dt.timedelta(days=7) for m, n in zip(moments, moved, strict=True))
    assert all(abs((n.replace(tzinfo=None) - m).total_seconds() - 7 * 86_400) <= 1740 for m, n in timed)


@settings(max_examples=300)
@given(st.text(alphabet="0123456789/-. :,'amryMARchistheof\n19é", max_size=60))
def test_any_text_reads_without_error(text: str) -> None:
    end = 0
    for found in find(text):
        assert end <= found.start < found.end <= len(text)
        end = found.end
        value = text[found.start : found.end]
        shift_text(value, 7)
        year_of(value)
