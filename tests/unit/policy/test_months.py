"""A month and a year in a note, under each level of dates: the table of docs/guide/dates.md."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

from redactor.dates import shift_text
from redactor.entities import Entity
from redactor.keys import Keyring
from redactor.policy.profiles import load_profile, parse_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import Mention
from tests.each_row import each_row

RING = Keyring.generate()
PAGE = (Path(__file__).parents[3] / "docs" / "guide" / "dates.md").read_text("utf-8")
WRITTEN = dt.date(2024, 6, 1)


def under(profile: str, value: str) -> str:
    tags = TagReplacer(load_profile(profile), RING, "lab", as_of=dt.date(2026, 1, 1))
    return tags.replace([Mention(value, Entity.DATE, "s1", date=WRITTEN)])[0]


def table() -> list[list[str]]:
    section = PAGE.split("### Months and years")[1].split("###")[0]
    rows = [[c.strip() for c in line.split("|")[1:-1]] for line in section.splitlines() if line.startswith("| ")]
    return rows[1:]


@each_row(("value", "years", "shifted", "tag", "kept"), table())
def test_the_table_of_the_page_on_dates(value: str, years: str, shifted: str, tag: str, kept: str) -> None:
    assert under("hipaa-safe-harbor", value) == years
    assert shift_text(value, 70, reference=WRITTEN) == shifted
    assert under("redactor", value) == tag
    assert under("limited-dataset", value) == kept


@each_row("level", ["intervals", "visits", "far"])
def test_a_month_never_leaves_unshifted_where_dates_shift(level: str) -> None:
    profile = parse_profile({"profile": "p", "version": "1", "default": "tag", "dates": {"level": level}})
    tags = TagReplacer(profile, RING, "lab", as_of=dt.date(2026, 1, 1))
    for subject in range(20):
        (got,) = tags.replace([Mention("March 2024", Entity.DATE, f"s{subject}", date=WRITTEN)])
        months = (got == "[DATE]") or re.fullmatch(r"[A-Z][a-z]+ [0-9]{4}", got)
        assert months, got


def test_the_table_has_rows() -> None:
    assert len(table()) == 7
