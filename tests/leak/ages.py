"""No age over 89 is released, and no date from which one follows (45 CFR 164.514(b)(2)(i)(C))."""

from __future__ import annotations

import re
from collections import Counter

from tests.leak import search
from tests.leak.reading import Gold, Pair

_LIMIT = 89
_DOOR = r"(?:\b(?:Unit|Apt\.|Suite|Box|PSC) |#){0}\b"
_JOINED = re.compile(r"[0-9A-Za-z]+(?:[-/][0-9A-Za-z]+)+")
_MONTH = rf"(?:\d\d?|{search.MONTHS.pattern.removeprefix('(?i)')})"
_DATE = re.compile(rf"(?i)\d{{4}}[-/]{_MONTH}[-/]\d\d(?:T\d\d)?|(?:\d\d?[-/])?{_MONTH}[-/]\d\d(?:\d\d)?")


def surviving_ages(
    pairs: list[Pair], gold: list[Gold], as_of: str, *, shift_years: int = 1
) -> tuple[list[str], Counter[str]]:
    """Find released ages over 89 and birth years that imply one. Returns the places, and the number of values searched
    by entity.

    as_of: the day on which the run judges ages, ISO 8601. shift_years: the largest distance of a shifted year from
    the true one. An age or year counts as released if it occurs more often in the output than in the input (search.py
    does the same for names).
    """
    spans = search.spans_of(gold, set())
    by_record = {(p.file, p.name): p for p in pairs}
    wrong: list[str] = []
    seen: Counter[str] = Counter()
    for g in gold:
        pair = by_record[g.file, g.record]
        if pair.result is None:
            continue
        forms = _age(g) if g.entity == "AGE" else _years(g, as_of, shift_years) if "BIRTH" in g.entity else []
        if forms:
            seen[g.entity] += 1
        for form in forms:
            before, after = search.count_forms(pair, form, spans)
            if form == "90":  # the form that replaces them
                after -= sum(text.count("90+") for _, text in search.places(pair.result))
            # Only additional occurrences count: a blood pressure of 150/96 must not hide an age of 96.
            in_others = [
                sum(count_in_other_numbers(text, form, g.entity) for _, text in search.places(record))
                for record in (pair.source, pair.result)
            ]
            after -= max(0, in_others[1] - in_others[0])
            if after > before:
                wrong.append(f"{pair.kind or 'row'}.{g.path}: {g.entity}")
    return wrong, seen


def count_in_other_numbers(text: str, form: str, entity: str) -> int:
    """Count the occurrences of the form inside another number. Keys are random, so a stand-in may contain the form
    anywhere.

    These are house numbers, and groups that hyphens or slashes join to more digits (a member number, a UUID). A year
    inside a date counts as a year all the same.
    """
    found = len(re.findall(_DOOR.format(form), text))
    for token in _JOINED.finditer(text):
        groups = re.split("[-/]", token[0])
        more = any(c.isdigit() for group in groups if group != form for c in group)
        if more and (entity == "AGE" or not _DATE.fullmatch(token[0])):
            found += groups.count(form)
    return found


def _age(g: Gold) -> list[str]:
    number = re.match(r"\d+", g.value)
    return [number[0]] if number and int(number[0]) > _LIMIT and "mo" not in g.value else []


def _years(g: Gold, as_of: str, shift_years: int) -> list[str]:
    year = re.search(r"(?<!\d)(?:18|19|20)\d\d(?!\d)", g.value)
    if year is None or int(as_of[:4]) - int(year[0]) <= _LIMIT + 1:
        return []
    return [str(int(year[0]) + n) for n in range(-shift_years, shift_years + 1)]
