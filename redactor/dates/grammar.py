"""Define the written forms of dates as regular expressions with named fields.

Fields: wd weekday; y, m, d year, month and day in digits; a, b two numbers whose order the context decides; mon the
name of a month; ord an ordinal suffix; dw a day as an ordinal word; q quarter; season. A trailing 2 marks the second
date of a range; the two dates share what only one of them states. Each form is used twice: to parse a value (`re`, full
match), and, without names and joined with the others, to scan a text in linear time (google-re2, longest match).
"""

from __future__ import annotations

import re
from typing import Final

import re2

from redactor.dates.calendar_words import MONTH_PATTERN, ORDINAL_PATTERN, WEEKDAY_PATTERN

S: Final = r"[ \t\r\n]"
YEAR: Final = r"(?:1[89]|2[01])[0-9]{2}"
_N: Final = r"[0-9]{1,2}"
_GAP: Final = rf"{S}{{1,3}}"
_ORD: Final = r"(?:st|nd|rd|th)"
_TIME: Final = (
    rf"(?:(?:T|,?{S}{{1,2}}(?:at{S}|@{S}?)?|{S}?@{S}?)"
    r"(?:(?:[01]?[0-9]|2[0-4]):[0-5][0-9](?::[0-6][0-9](?:[.,][0-9]{1,9})?)?(?: ?[ap]\.?m\b)?"
    r"|(?:1[0-2]|0?[1-9]) ?[ap]\.?m\b|(?:[01][0-9]|2[0-4])[0-5][0-9] ?(?:h|hrs?|hours)\b)"
    r"(?: ?(?:Z\b|(?:UTC|GMT)[+-][0-9]{2}:?[0-9]{2}\b|UTC\b|GMT\b|[ECMP][SD]?T\b|[+-][0-9]{2}:?[0-9]{2}\b))?)?"
)
_WD: Final = rf"(?:\b(?P<wd>{WEEKDAY_PATTERN})\b\.?,?{_GAP}(?:the{S})?)?"
_MON: Final = rf"(?P<mon>{MONTH_PATTERN})\.?"
_MON2: Final = rf"(?P<mon2>{MONTH_PATTERN})\.?"
_TO: Final = rf"(?:{S}?(?:-|/|&){S}?|{S}(?:to|through|thru|until|till|and|or){S})"
_DASH: Final = rf"(?:{S}?-{S}?|{S}(?:to|through|thru|until|till|and){S})"
_Y: Final = rf"(?P<y>{YEAR})"
_Y2: Final = rf"(?P<y2>{YEAR})"
_SHORT_Y: Final = r"(?P<y_q>'[0-9]{2})"
_AFTER_DAY: Final = rf"(?:{S}?,{S}{{0,2}}(?:of{S}|in{S})?|{_GAP}(?:of{S})?|[-/.])"
_OF: Final = rf"(?:\.?{_GAP}(?:(?:day{S})?of{S}|de{S}|di{S}|d[ou]{S})?|[-/.])?"
_AFTER_MON: Final = rf"(?:{S}?,{S}{{0,2}}|{_GAP}(?:of{S}|del?{S}|do{S})?|[-/.])?"

# Expressions by name. The scan takes the longest match, the parser the first form that matches the whole value.
STRONG: Final[dict[str, str]] = {
    "iso": rf"{_WD}{_Y}(?:-(?P<m>{_N})-|/(?P<m_s>{_N})/|\.(?P<m_p>{_N})\.)(?P<d>{_N}){_TIME}",
    "numeric": (
        rf"{_WD}(?P<a>{_N})(?:/{S}?(?P<b>{_N})/(?P<y>[0-9]{{4}}|'?[0-9]{{2}})"
        rf"|{S}?/{S}?(?P<b_s>{_N}){S}?/{S}{{0,2}}(?P<y_s>{YEAR})"
        rf"|-(?P<b_d>{_N})-(?P<y_d>{YEAR}|[0-9]{{2}})|[-/](?P<b_m>{_N})[-/](?P<y_m>{YEAR})"
        rf"|{S}-{S}(?P<b_w>{_N}){S}-{S}(?P<y_w>{YEAR})"
        rf"|\.{S}?(?P<b_p>{_N})\.{S}?(?P<y_p>{YEAR}|[0-9]{{2}})){_TIME}"
    ),
    "weekday": rf"\b(?P<wd>{WEEKDAY_PATTERN})\b\.?,?{_GAP}(?P<a>{_N})/(?P<b>{_N}){_TIME}",
    "compact": (
        r"(?P<y>(?:19|20)[0-9]{2})(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12][0-9]|3[01])"
        r"(?:T?[0-2][0-9][0-5][0-9](?:[0-5][0-9](?:\.[0-9]{1,6})?)?(?:Z|[+-][0-9]{4})?)?"
    ),
    "month_day": (
        rf"{_WD}\b{_MON}(?:{_GAP}(?:the{S})?|[-/.]|,{S}?)(?P<d>{_N})(?P<ord>{_ORD})?"
        rf"(?:{_AFTER_DAY}(?:{_Y}|(?P<y_q>'[0-9]{{2}}))|[-/](?P<y_d>[0-9]{{2}}))?{_TIME}"
    ),
    "month_day_tight": rf"\b{_MON}(?P<d>{_N})(?P<ord>{_ORD})?,?{S}?{_Y}{_TIME}",
    "day_month": (
        rf"{_WD}(?P<d>{_N})(?P<ord>{_ORD}|er|o)?{_OF}{_MON}"
        rf"(?:{_AFTER_MON}(?:{_Y}|(?P<y_q>'?[0-9]{{2}})))?{_TIME}"
    ),
    "year_month_day": rf"{_Y}(?:[-/.]|,?{_GAP}){_MON}(?:[-/.]|{_GAP})(?P<d>{_N})(?P<ord>{_ORD})?{_TIME}",
    "month_year": rf"\b{_MON}(?:,?{_GAP}(?:of{S}|del?{S})?|,|[-/.])?(?:{_Y}|(?P<y_q>'[0-9]{{2}}))",
    "year_month": rf"{_Y}(?:[-/]|{S}){_MON}",
    "iso_month": rf"{_Y}[-/](?P<m>0[1-9]|1[0-2])",
    "us_month": rf"(?P<m>{_N})/{_Y}|(?P<m_d>0[1-9]|1[0-2])-(?P<y_d>{YEAR})",
    "numeric_range": (
        rf"(?P<a>{_N})/(?P<b>{_N})(?:/(?P<y>{YEAR}|[0-9]{{2}}))?{_DASH}"
        rf"(?:(?P<a2>{_N})/(?P<b2>{_N})/(?P<y2>{YEAR}|[0-9]{{2}})|(?P<b2_s>{_N})/(?P<y2_s>{YEAR}))"
    ),
    "numeric_range_first": rf"(?P<a>{_N})/(?P<b>{_N})/(?P<y>{YEAR}|[0-9]{{2}}){_DASH}(?P<a2>{_N})/(?P<b2>{_N})",
    "us_month_range": rf"(?P<m>{_N})/{_Y}{_DASH}(?P<m2>{_N})/{_Y2}",
    # This form has no fields, so that a list of days is found and never shifted.
    "day_list": (
        rf"\b(?:{MONTH_PATTERN})\.?{_GAP}{_N}{_ORD}?(?:,{S}?{_N}{_ORD}?){{1,6}},?{S}(?:and|&|or){S}{_N}{_ORD}?"
        rf"(?:,?{S}{YEAR})?"
    ),
    "month_day_word": rf"{_WD}\b{_MON}{_GAP}(?:the{S})?(?P<dw>{ORDINAL_PATTERN})\b(?:,?{_GAP}{_Y})?{_TIME}",
    "day_word_month": rf"{_WD}\b(?P<dw>{ORDINAL_PATTERN}){_GAP}(?:day{S})?(?:of{S})?{_MON}(?:,?{_GAP}{_Y})?{_TIME}",
    "month_day_range": (
        rf"\b{_MON}(?:{_GAP}|[-/.])(?P<d>{_N})(?P<ord>{_ORD})?(?:,{S}?{_Y})?{_TO}"
        rf"(?:{_MON2}{_GAP})?(?P<d2>{_N})(?P<ord2>{_ORD})?(?:(?:{S}?,{S}{{0,2}}|{_GAP}){_Y2})?"
    ),
    "day_month_range": (
        rf"(?P<d>{_N})(?P<ord>{_ORD}|\.)?(?:{_GAP}(?:of{S})?{_MON}(?:,?{_GAP}{_Y})?)?{_TO}"
        rf"(?P<d2>{_N})(?P<ord2>{_ORD}|\.)?{_GAP}(?:of{S}|de{S})?{_MON2}(?:,?{_GAP}(?:de{S})?{_Y2})?"
    ),
    "month_range": rf"\b{_MON}(?:,?{_GAP}{_Y})?{_TO}{_MON2}(?:,?{_GAP}{_Y2})",
    "quarter": (
        rf"\bq(?P<q>[1-4])(?:,?{S}|[-/])?(?:(?:of|in){S})?(?:{_Y}|{_SHORT_Y})|(?P<y_p>{YEAR})[-/ ]?q(?P<q_p>[1-4])\b"
    ),
    "season": rf"\b(?P<season>spring|summer|fall|autumn|winter),?{_GAP}(?:(?:of|in){S})?(?:{_Y}|{_SHORT_Y})",
}
WEAK: Final[dict[str, str]] = {
    "bare": rf"(?P<a>{_N})/(?P<b>{_N})",
    "bare_range": rf"(?P<a>{_N})/(?P<b>{_N}){_DASH}(?:(?P<a2>{_N})/)?(?P<b2>{_N})",
    "spaced": r"(?P<a>[0-9]{2}) (?P<b>[0-9]{2}) (?P<y>(?:19|20)[0-9]{2})",
}
# These forms are found only after a cue; the date begins at the first digit or month.
CUED: Final[dict[str, str]] = {
    "year_range": rf"(?P<y>(?:19|20)[0-9]{{2}}|'[0-9]{{2}})(?:/|{_DASH})(?P<y2>(?:19|20)[0-9]{{2}}|'?[0-9]{{2}})",
    "year": rf"(?P<y>{YEAR}|'[0-9]{{2}})",
    "month": rf"{_MON}",
}
_YEAR_CUES: Final = (
    r"in|since|from|until|till|year|years|yr|circa|ca\.?|approximately|approx\.?|around|about|early|late|mid|class of|"
    r"dated|diagnosed|born|by|before|after|during|through|thru|between|as of|dob|yob|year of birth|prior to|throughout|"
    r"end of|beginning of|summer of|back in|onset|died|deceased|graduated|retired|married|surgery|seen|copyright|b\."
)
_MONTH_CUES: Final = (
    r"in|since|from|until|till|by|early|late|mid|last|this|next|during|through|end of|beginning of|middle of|before|"
    r"after"
)
_CERTAIN_MONTHS: Final = "January|February|July|September|October|November|December"
_CAPITAL_MONTHS: Final = rf"{_CERTAIN_MONTHS}|March|April|May|June|August"
_CUED_SCAN: Final = (
    rf"(?i:\b(?:{_YEAR_CUES})(?:{S}{{0,3}}[:(=~-]{S}{{0,3}}|{S}{{1,2}}))(?i:the{S}|early{S}|late{S}|mid{S}?-?|about{S}|around{S}){{0,2}}"
    rf"(?:(?:19|20)[0-9]{{2}}|'[0-9]{{2}})(?:{S}?-{S}?(?:(?:19|20)[0-9]{{2}}|'[0-9]{{2}})|"
    rf"{S}(?i:to|through|thru|until|and){S}(?:19|20)[0-9]{{2}})?"
    rf"|\((?:19|20)[0-9]{{2}}\)|(?:19|20)[0-9]{{2}}/(?:19|20)[0-9]{{2}}|(?:19|20)[0-9]{{2}}{S}?-{S}?(?:(?:19|20)[0-9]{{2}}|[0-9]{{2}})"
    rf"|(?i:\b(?:{_MONTH_CUES})(?:{S}|-)(?:(?:early|late|mid)(?:{S}|-))?(?:the month of{S})?)"
    rf"(?:{_CAPITAL_MONTHS})\b"
    rf"|\b(?:{_CERTAIN_MONTHS})\b"
)
_NAMED: Final = re.compile(r"\(\?P<\w+>")


def scan_pattern(*expressions: str, any_case: bool = True) -> re2._Regexp:
    """Compile expressions to one re2 pattern over UTF-8 bytes that matches the longest alternative without captures."""
    options = re2.Options()
    options.longest_match = True
    options.never_capture = True
    options.case_sensitive = not any_case
    options.max_mem = 64 << 20
    joined = "|".join(f"(?:{_NAMED.sub('(?:', e)})" for e in expressions)
    return re2.compile(joined.encode(), options)


def parse_patterns(forms: dict[str, str]) -> list[tuple[str, re.Pattern[str]]]:
    """Compile the forms to patterns that match whole values, by name and in order."""
    return [(name, re.compile(expression, re.IGNORECASE)) for name, expression in forms.items()]


STRONG_SCAN: Final = scan_pattern(*STRONG.values())
BARE_SCAN: Final = scan_pattern(*WEAK.values())
CUED_SCAN: Final = scan_pattern(_CUED_SCAN, any_case=False)
