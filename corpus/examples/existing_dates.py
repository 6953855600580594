"""Finds dates, years, times of day and ages in a real note, in digits and as they are spoken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from corpus.examples.finding import Found
from redactor import dates
from redactor.detect.patterns import Patterns
from redactor.entities import Entity
from redactor.sample.marked import Near
from redactor.text import Note, Span

_PATTERNS = Patterns()

_ONES = "(?:one|two|three|four|five|six|seven|eight|nine)"
_TENS = "(?:ten|eleven|twelve|\\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
_AGE_UNIT = re.compile(
    r"(?: and (?:a|one)[ -]half)?"
    r"(?:[ -]{0,2}(?:years?|yrs?\.?|months?|weeks?|days?)(?:[ -]{1,2}(?:old|of age))?|[ -]?(?:y/?o|y\.o\.|yo))\b",
    re.I,
)
_MORE = re.compile(r"\.?\d| and (?:\w+ty|\d)|, \w+ \w+\.| pounds| percent")
# The answer to a question for an age, in words
_ASKED = re.compile(
    rf"(?:how old|(?:your|his|her|patient's) age)[^\n]*\n[^\n]*?\b(?P<age>{_TENS}(?:[ -]{_ONES})?|{_ONES}|\d{{1,2}})\b",
    re.I,
)
_NUMBER_WORDS = re.compile(rf"{_TENS}(?:[ -]{_ONES})?\b", re.I)
# A number that may be an age, judging by the text before it
_MAYBE_AGE = re.compile(
    rf"\b(?:was|is|am|turned|she's|he's|i'm|other was|one was) (?:about |around )?(?P<age>{_TENS}(?:[ -]{_ONES})?)\b"
    r"|\b(?:other|one|she|he|who|sister|brother|mother|father|son|daughter) (?:is|was) (?P<digits>\d{1,2})(?=[.,;]\s)"
    r"|\b(?:ages? |ages? of |aged )\d{1,3}(?:,| and|,? or| to)? ?(?P<second>\d{1,3}(?: years old)?)\b",
    re.I,
)
_DIED = re.compile(
    r"\b(?:died|passed away|death)\b[^.\n]{0,40} at (?P<age>\d{1,3})(?=[.,;)]|\s(?:of|from|with|due|and|to)\b)"
)
_MONTH_YEAR = re.compile(
    r"\b(?:until|till|since|in|of|by|from|to|late|early|mid|through) (?P<when>(?:0?[1-9]|1[0-2])/\d{2})(?![\d/])",
    re.I,
)
_BIRTHDAY = re.compile(r"\b(?P<age>(?:\w+ty[ -])?(?:\w+(?:th|st|nd|rd)|second|first)) birthday\b", re.I)
_OLD = re.compile(r"\b[\w-]{1,15} (?:years?|months?|weeks?)[ -]old\b", re.I)
_MONTH = re.compile(r"(?:January|February|March|April|May|June|July|August|September|October|November|December)$", re.I)
_YEAR = re.compile(
    r"(?<![\w/.-])(?:1[6-9]\d\d|20[0-4]\d)(?![\w/-]|['’]s\b|\.\d| ?(?:mg|iu|mcg|ml|cc|units|kcal|calories|k)\b)", re.I
)
_YEAR_CUE = re.compile(
    r"\b(?:in|since|of|from|until|by|early|late|around|about|year|summer|fall|spring|winter)[ ]$", re.I
)
_SPOKEN_YEAR = re.compile(
    rf"\b(?:two thousand(?:(?: and)? (?:{_TENS}(?:[ -]{_ONES})?|{_ONES}))?|nineteen {_TENS}(?:[ -]{_ONES})?"
    rf"|twenty (?:oh {_ONES}|{_TENS}(?:[ -]{_ONES})?)|(?:O|oh|zero) {_ONES})\b",
    re.I,
)
_SURE_YEAR = re.compile(r"two thousand |nineteen |twenty (?:oh|\w+teen)", re.I)
_CLOCK = re.compile(
    r"(?<![\d:/.])(?:[01]?\d|2[0-3]):[0-5]\d(?: ?[ap]\.?m\b\.?)?(?![\d:/])|\b(?:1[0-2]|[1-9]) ?[ap]\.?m\b\.?", re.I
)


def times(text: str) -> Iterator[Found]:
    """Dates, years, times of day and ages only; they may overlap, and are not ordered by certainty."""
    return times_among(text, _PATTERNS.detect([Note("", text)])[0].spans)


def times_among(text: str, spans: Iterable[Span]) -> Iterator[Found]:
    """The same for a text that the patterns have already read."""
    for d in dates.find(text):
        value = text[d.start : d.end]
        month = _MONTH.match(value) is not None
        if not d.weak or month:
            spoken = _SPOKEN_YEAR.search(text, d.end, min(len(text), d.end + 40))
            if spoken and text[d.end : spoken.start()] in (" ", ", ", " of ", ", of "):
                yield Found(d.start, spoken.end(), Entity.DATE)
            yield Found(d.start, d.end, Entity.DATE)
        elif _YEAR.fullmatch(value):
            yield Found(d.start, d.end, Near.YEAR)
        else:
            yield Found(d.start, d.end, None)
    for m in _CLOCK.finditer(text):
        titre = m[0].startswith("1:") and not m[0].lower().endswith(("m", "."))
        yield Found(m.start(), m.end(), None if titre else Near.CLOCK)
    for m in _YEAR.finditer(text):
        yield Found(m.start(), m.end(), Near.YEAR if _YEAR_CUE.search(text, max(0, m.start() - 9), m.start()) else None)
    for m in _SPOKEN_YEAR.finditer(text):
        cued = _YEAR_CUE.search(text, max(0, m.start() - 9), m.start()) and _SURE_YEAR.match(m[0])
        yield Found(m.start(), m.end(), Near.YEAR if cued else None)
    for s in spans:
        if s.entity is Entity.AGE:
            words = _NUMBER_WORDS.match(text, s.start)
            end = max(s.end, words.end()) if words else s.end  # "seven" of "seventy nine"
            unit = _AGE_UNIT.match(text, end)
            weight = unit is None and (text[s.start : end].endswith("hundred") or _MORE.match(text, end))
            sure = s.strength == "strong" and not weight
            yield Found(s.start, unit.end() if unit else end, Entity.AGE if sure else None)
    for m in _OLD.finditer(text):
        yield Found(m.start(), m.end(), None)
    for m in _MAYBE_AGE.finditer(text):
        yield Found(*m.span(m.lastgroup or 0), None)
    for m in _MONTH_YEAR.finditer(text):
        yield Found(*m.span("when"), None)
    for m in _BIRTHDAY.finditer(text):
        yield Found(*m.span("age"), None)
    for m in _DIED.finditer(text):
        yield Found(*m.span("age"), Entity.AGE)
    for m in _ASKED.finditer(text):
        yield Found(*m.span("age"), None)
