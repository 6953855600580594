"""Find dates as `redactor.dates` does, and years of birth without a day: "YOB 1926", "b. 1926", "(1926-)", "born in
'26".

The words before a date tell a date of birth or death. A year alone looks like any other number, and the student takes
it for one. Behind words that announce a birth it is none, and it tells who is over 89.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactor import dates
from redactor.dates.calendar_words import MONTH_PATTERN
from redactor.detect.patterns.rule import CodedRule, Doc, compiled, span_of
from redactor.entities import Entity
from redactor.text import Span

_DATE = CodedRule(
    "date",
    (Entity.DATE, Entity.BIRTH_DATE_TIME, Entity.DEATH_DATE_TIME),
    context="born, DOB, died, date of death and the like before the date tell birth and death",
    check="a day, month, year or holiday of the calendar; weak where the form is ambiguous",
)

_WINDOW = 40  # characters before a date in which a cue of birth or death is looked for
_BIRTH = compiled(
    r"(?i:(?:\b[dy]\.? ?o\.? ?b\b\.?|\bborn\b|\bbirth ?-?(?:date|day|year|yr)\b|\b(?:date|year|yr) of birth\b|"
    r"\bbdate\b|\bbday\b|\bnacimiento\b|"
    r"\bgeboren\b|\bnee? le\b)[^0-9\n]{0,16}(?:\b(?:on|in|is|was)\b)?[\s:=(\"-]{0,6}$|\bb\.\s{0,2}$)"
)
_DEATH = compiled(
    r"(?i:(?:\bdied\b|\bdeceased\b|\bdate of death\b|\bd\.? ?o\.? ?d\b\.?|\bpassed away\b|"
    r"\bexpired\b|\btime of death\b|"
    r"\bdeath date\b|\bpronounced(?: dead)?\b)[^0-9\n]{0,16}(?:\b(?:on|in|at|is|was)\b)?[\s:=(\"-]{0,6}$)"
)


_BIRTH_YEAR = CodedRule(
    "birth-year",
    (Entity.BIRTH_DATE_TIME,),
    context='DOB, YOB, born, year of birth, "b." and the like before a year; a relative or a name before "(1926-"',
    check="a year from 1800 to 2099, in words too, or two digits; no weight, time or list",
)
_OPEN_YEARS = CodedRule(
    "open-years",
    (Entity.DATE,),
    context='a year with an open end in brackets: "(1926-)"',
    check="a year from 1800 to 2099",
)
RULES = (_DATE, _BIRTH_YEAR, _OPEN_YEARS)

_WINDOW_OF_B = 80  # characters before a "b." in which a list is looked for
_BEHIND_YEAR = 12  # characters behind a year that may say that it is none
_NEAR_AGE = 24  # characters behind two digits in which an age is looked for
_FULL_YEAR = r"(?:18|19|20)[0-9]{2}"
_SHORT = r"(?:\b|_)d\.? ?o\.? ?b\b\.?|(?:\b|_)y\.? ?o\.? ?b\b\.?"
_LABEL = (
    rf"{_SHORT}|(?:\b|_)dob[ _-]?(?:date|year|yr)\b"
    r"|(?:\b|_)(?:date|year|yr\.?|day)[ _-]of[ _-]birth\b|(?:\b|_)(?:year|yr\.?)[ _-]born\b"
    r"|(?:\b|_)birth[ _-]?(?:date|day|year|yr|dt)(?:[ _-]?(?:year|yr))?\b|(?:\b|_)b(?:date|day)\b"
)
_WORDS = (
    r"\bborn\b|\bbirth\b|\bgeb\.|\bgeboren\b|\bgeburtsjahr\b|\bjahrgang\b|\bnacid[oa]\b|\bnacimiento\b|\bnee? en\b"
    r"|\bnaissance\b"
)
# What stands between a word of birth and the year: signs, what is said of dates that are known in part, and what stands
# for a day and a month that are not ("XX/XX/", "unk-unk-").
_GAP = (
    r"(?:[\s:=()\[\]\",'~|<>/\\_*?#.-]|\b(?:on|in|is|was|or|of|about|around|circa|approx|approximate(?:ly)?|early|late|mid|the"
    r"|exact|dates?|days?|months?|md|year|yr|only|ca?|est|estimated|probabl[ey]|prob|possibl[ey]|poss|perhaps|maybe|presum\w*"
    r"|likely|sometime|way|back|before|after|partial|not|un|unk|unkn|unknown|uncertain|known|recorded|given|stated|reported|file"
    r"|available|patient|pt|per)\b|\b[xd]{1,4}\b|\bm{2,3}\b|\b00?(?:[/.-]|\b)){0,24}"
)
_AFTER_WORDS = compiled(rf"(?i:(?:{_LABEL}|{_WORDS}){_GAP}({_FULL_YEAR}(?:'?s)?|'[0-9]{{2}}))")
# "Nineteen thirty-three", "nineteen oh six", "eighteen ninety-nine", "two thousand and one".
_UNITS = "one|two|three|four|five|six|seven|eight|nine"
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_TEENS = "ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
_SPELLED = (
    rf"(?:eighteen|nineteen|twenty)[ -](?:hundred(?:[ -]and)?[ -])?"
    rf"(?:(?:{_TENS})(?:[ -](?:{_UNITS}))?|{_TEENS}|(?:oh?|aught|ought)[ -](?:{_UNITS})|hundred)"
    rf"|two[ -]thousand(?:[ -]and)?(?:[ -](?:{_UNITS}|{_TEENS}|twenty(?:[ -](?:{_UNITS}))?))?"
)
_CENTURIES = ("eighteen", "nineteen", "twenty", "thousand")
_SPELLED_AFTER = compiled(rf"(?i:(?:{_LABEL}|{_WORDS}|\bb\.){_GAP}({_SPELLED})\b)")
_BEFORE_BORN = compiled(rf"(?i:({_FULL_YEAR})[ -]born\b)")
# Two digits count beside the label, or behind what stands for a day and a month.
_MASKED_DAY = r"(?:(?:[x*?_#-]{1,4}|00?|unk)[/.-]){2}"
_AFTER_LABEL = compiled(
    rf"(?i:(?:(?:{_LABEL})\s{{0,3}}[:=(]\s{{0,3}}|(?:{_SHORT})\s{{1,3}})(?:{_MASKED_DAY})?([0-9]{{2}}))"
)
_AFTER_B = compiled(rf"(?i:\b(b[.:]?) ?(?:(?:ca?|circa|about)\.? )?({_FULL_YEAR}|'[0-9]{{2}}))")
_LIFE = compiled(rf"(?i:\(({_FULL_YEAR}) ?(-(?: ?(?:{_FULL_YEAR}|present|now|living))?)? ?\))")

_RELATIVE = (
    r"(?:mother|father|mom|dad|mum|brother|sister|siblings?|twin|son|daughter|wife|husband|spouse|partner|parent|"
    r"(?:great-?)?grand(?:mother|father|parent|ma|pa)|aunt|uncle|cousin|child|patient|pt)"
)
_BEFORE_B = re.compile(rf"(?:[(\[]|\b{_RELATIVE}\)?[,:]?)\s?$", re.IGNORECASE)
_NOT_BEFORE_B = re.compile(
    r"\b(?:vit(?:amin)?|hep(?:atitis)?|types?|group|grp|strep\w*|influenza|flu|stage|class|grade|part|section|step|plan|"
    r"item|ward|unit|room|apt|cell|lymphoma)s?\.? ?$",
    re.IGNORECASE,
)
_LISTED = re.compile(r"(?:^|[\s(])a[.):]|(?:^|\n)[ \t]*$", re.IGNORECASE)  # or "b." begins a line
_PERSON = re.compile(rf"\b(?i:{_RELATIVE})(?: [A-Z][A-Za-z.'-]*){{0,3}}[,:]? ?$")
_TIME_OF = re.compile(r"\b(?:time|hour) of $", re.IGNORECASE)
_OTHER_NUMBER = re.compile(r"[0-9]|[/.,:-][0-9]|[A-Za-z]")
_UNIT = re.compile(
    r"\s{0,2}(?:g|gms?|grams?|kg|mc?g|lbs?|oz|ml|cc|h|hrs?|hours?|wks?|weeks?|days?|mins?|minutes?|units?|iu|k?cal\w*"
    r"|ada)\b",
    re.IGNORECASE,
)
_DAY = re.compile(rf"\s?[/.\-:,']?\s?(?:[0-9]|(?:{MONTH_PATTERN})\b)|(?:st|nd|rd|th)\b", re.IGNORECASE)
_AGE = re.compile(r"\bage\b\s{0,2}[:=]?\s{0,2}([0-9]{1,3})(?![0-9])", re.IGNORECASE)
_OLDEST = 89
_RANGE = re.compile(rf"-{_FULL_YEAR}(?![0-9])")


def find(doc: Doc) -> Iterator[Span]:
    """Yield dates and times that name a day, a month, a year or a holiday, then years of birth."""
    if _DATE.name not in doc.off:
        yield from _dates(doc)
    yield from _birth_years(doc)


def _dates(doc: Doc) -> Iterator[Span]:
    for found in dates.find(doc.text):
        before = doc.ascii_bytes[max(0, found.start - _WINDOW) : found.start]
        entity = (
            Entity.BIRTH_DATE_TIME
            if _BIRTH.search(before)
            else Entity.DEATH_DATE_TIME
            if _DEATH.search(before)
            else Entity.DATE
        )
        yield span_of(_DATE, found.start, found.end, entity, "weak" if found.weak else "strong")


def _birth_years(doc: Doc) -> Iterator[Span]:
    """Yield years of birth, in offsets of the folded text."""
    if _BIRTH_YEAR.name not in doc.off and any(century in doc.lower for century in _CENTURIES):
        for m in _SPELLED_AFTER.finditer(doc.ascii_bytes):
            yield span_of(_BIRTH_YEAR, m.start(1), m.end(1), Entity.BIRTH_DATE_TIME)
    if not doc.has_digit:
        return
    if _BIRTH_YEAR.name not in doc.off:
        yield from (span_of(_BIRTH_YEAR, start, end, Entity.BIRTH_DATE_TIME) for start, end in _cued_birth_years(doc))
    yield from _bracketed_years(doc)


def _cued_birth_years(doc: Doc) -> Iterator[tuple[int, int]]:
    text, raw = doc.ascii, doc.ascii_bytes
    for m in _AFTER_WORDS.finditer(raw):
        start, end = m.span(1)
        if _is_year(text, end) and not _TIME_OF.search(text, max(0, m.start() - _BEHIND_YEAR), m.start()):
            yield start, end
    for m in _BEFORE_BORN.finditer(raw):
        start, end = m.span(1)
        if not text[start - 1 : start].isalnum():
            yield start, end
    for m in _AFTER_LABEL.finditer(raw):
        start, end = m.span(1)
        # Beside an age up to 89, two digits are no year, or a year that tells no more than the age.
        young = _AGE.search(text, end, end + _NEAR_AGE)
        if (
            _is_year(text, end)
            and not _DAY.match(text, end, end + _BEHIND_YEAR)
            and (young is None or int(young[1]) > _OLDEST)
        ):
            yield start, end
    for m in _AFTER_B.finditer(raw):
        start, end = m.span(2)
        before = text[max(0, m.start() - _WINDOW_OF_B) : m.start()]
        dotted = m.end(1) - m.start(1) > 1
        is_whole = not before.strip() and not text[end:].strip()
        listed = _NOT_BEFORE_B.search(before) or (_LISTED.search(before) and not is_whole)
        if _is_year(text, end) and not listed and (dotted or _BEFORE_B.search(before)):
            yield start, end


def _bracketed_years(doc: Doc) -> Iterator[Span]:
    """Yield years in brackets: of a life behind a person, or with an open end."""
    for m in _LIFE.finditer(doc.ascii_bytes):
        start, end = m.span(1)
        person = _PERSON.search(doc.ascii[max(0, m.start() - _WINDOW_OF_B) : m.start()])
        if person is not None and _BIRTH_YEAR.name not in doc.off:
            yield span_of(_BIRTH_YEAR, start, end, Entity.BIRTH_DATE_TIME)
        elif m[2] is not None and not m[2][1:].strip()[:1].isdigit() and _OPEN_YEARS.name not in doc.off:
            yield span_of(_OPEN_YEARS, start, end, Entity.DATE)


def _is_year(text: str, end: int) -> bool:
    """Return whether no other number, date or quantity goes on behind the year. A range of years may."""
    if _RANGE.match(text, end):
        return True
    return not _OTHER_NUMBER.match(text, end) and not _UNIT.match(text, end, end + _BEHIND_YEAR)
