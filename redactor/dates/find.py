"""Find dates in clinical free text, and tell them from doses, scores, ratios and versions.

Four linear scans (google-re2 over UTF-8) propose candidates, and the context decides on each. After a rejected
candidate the scan resumes at the next number or word; long chains of numbers are skipped as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import re2

from redactor.dates import holidays
from redactor.dates.grammar import BARE_SCAN, CUED_SCAN, STRONG_SCAN, YEAR


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date at text[start:end].

    weak: the form is ambiguous, so that it may be something else than a date. holiday: it is the name of a holiday.
    """

    start: int
    end: int
    weak: bool
    holiday: bool = False


_SURROGATES: Final = re.compile("[\ud800-\udfff]")
_WIDE: Final = re.compile("[^\\x00-\\x7f]")
_FOUR_DIGIT_YEAR: Final = re.compile(YEAR)
_NUMBER_CHAIN: Final = re.compile(r"[0-9/.\-]*")
_NEXT_TOKEN: Final = re.compile(r"[0-9]+|[A-Za-z]+|.", re.DOTALL)
_FULL_IN_CHAIN: Final = re.compile(
    rf"(?<![0-9])(?:[0-9]{{1,2}}[/-][0-9]{{1,2}}[/-]{YEAR}|{YEAR}[/-][0-9]{{1,2}}[/-][0-9]{{1,2}})(?![0-9])"
)
_TWO_DIGIT_YEAR: Final = re.compile(r"([0-9]{1,2})([-.])[ \t\r\n]?([0-9]{1,2})[-.][ \t\r\n]?[0-9]{2}(?![0-9])")
# A unit excludes a date. The words of _SCORE_BEHIND follow scores and fractions, and may follow dates with a cue.
_UNIT_BEHIND: Final = re.compile(
    r"[ \t\r\n]{0,2}-?(?:%|(?:tabs?|tablets?|caps?|capsules?|pills?|cups?|packs?|puffs?|units?|drops?|teaspoons?|tsp|"
    r"tbsp|mg|mcg|g|kg|ml|kcal|lbs?|mm|cm|mmhg|inch|inches|ft|feet|miles|hours?|hrs?|minutes?|mins?|days?|weeks?|wks?|"
    r"months?|yrs?|years?)(?![A-Za-z0-9]))",
    re.IGNORECASE,
)
_SCORE_BEHIND: Final = re.compile(
    r"[ \t]{0,2}-?(?:ppd|doses?|strength|power|motor|murmur|systolic|diastolic|sem|hsm|pain|l|cc|points?|systems?|"
    r"of|the|full|bilat(?:erally)?|throughout|in all|times|x|ns|normal saline|criteria|correct|items?|positive|"
    r"negative|ratio|scale|score|reflexes|pulses|visits?|sessions?|cores?|nodes?)(?![A-Za-z0-9])",
    re.IGNORECASE,
)


def _word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_WORDS: Final = re.compile("[a-z]+(?:/[a-z]+)?")
_SCORE_WORDS: Final = _word_set(
    """pain strength strengths motor bp score scored scale grade graded power pulse pulses reflex reflexes rated rates
    rating dtr dtrs gleason apgar apgars murmur gcs mmse moca severity intensity vision acuity va v/a od os ou ratio
    version ver stage oriented muscle systolic week weeks wk wks ga nyha vas nrs phq gad nihss extremity extremities ph
    size needle blade mac ett ballard bishop cervix effacement room apt unit suite"""
)
_DATE_CUES: Final = _word_set(
    """on since date dated until till before after due seen visit admit admitted admission discharge discharged
    scheduled appt appointment followup up f/u fu collected drawn start started starting began dos dob doa dod lmp edd
    edc surgery performed signed resulted reported through thru last next return returned rtc onset expires exp sent
    received completed ended ending effective culture cultures xray ray ct mri echo lab labs ekg ecg note today
    yesterday tomorrow around circa by"""
)
_LAST_CUE: Final = re.compile(r"([a-z]+(?:/[a-z]+)?)\.?[ \t]?[:(]?[ \t]{0,2}$")
_ENTRY_BEHIND: Final = re.compile(r"[ \t]?[:-][ \t]|[ \t]+[A-Z]")
_CONTEXT_BEFORE: Final = 48  # characters of context before a candidate


def find(text: str) -> list[FoundDate]:
    """Return all dates in a text, in order and without overlaps; strong forms take precedence over weak ones.

    Impossible dates ("02/30/2024") are returned, too. The time is linear in the length of the text.
    """
    if not text.isascii():
        text = _SURROGATES.sub("?", text)
    raw = text.encode()
    offsets = None if len(raw) == len(text) else _character_offsets(text)
    found: list[FoundDate] = []
    for pattern, judge in _SCANS:
        found.extend(_scan(pattern, raw, offsets, text, judge))
    return _without_overlaps(found)


def _character_offsets(text: str) -> list[int]:
    """Return the character index of each byte of the UTF-8 text and of its end."""
    out: list[int] = []
    at = 0
    for wide in _WIDE.finditer(text):
        i = wide.start()
        out.extend(range(at, i))
        out.extend([i] * len(wide[0].encode()))
        at = i + 1
    out.extend(range(at, len(text) + 1))
    return out


def _without_overlaps(found: list[FoundDate]) -> list[FoundDate]:
    """Resolve overlaps: strong forms before weak ones, then longer before shorter, then earlier before later."""
    found.sort(key=lambda f: (f.start, f.end))
    out: list[FoundDate] = []
    for item in found:
        if out and item.start < out[-1].end:
            last = out[-1]
            if (last.weak, last.start - last.end) > (item.weak, item.start - item.end):
                out[-1] = item
            continue
        out.append(item)
    return out


_Judgement = Callable[[str, int, int], FoundDate | None]


def _scan(
    pattern: re2._Regexp, raw: bytes, offsets: list[int] | None, text: str, judge: _Judgement
) -> Iterator[FoundDate]:
    pos, size = 0, len(raw)
    while pos < size:
        hit = pattern.search(raw, pos)
        if hit is None:
            return
        b_start, b_end = hit.span()
        start, end = (b_start, b_end) if offsets is None else (offsets[b_start], offsets[b_end])
        date = judge(text, start, end)
        if date is not None:
            yield date
            pos = b_end
            continue
        chain = _NUMBER_CHAIN.match(text, start)
        chain_end = chain.end() if chain else start
        if chain_end - start > 8:
            if judge is _judge_full:
                yield from (FoundDate(*m.span(), weak=False) for m in _FULL_IN_CHAIN.finditer(text, start, chain_end))
            pos = b_start + chain_end - start  # a chain is ASCII, so that bytes equal characters
        else:
            token = _NEXT_TOKEN.match(text, start)
            pos = b_start + (len(token.group().encode()) if token else 1)


def _is_in_chain(text: str, start: int, end: int) -> bool:
    """Tell whether the candidate is part of a longer chain of numbers ("1.2.3.4")."""
    if start > 1 and text[start].isdigit() and text[start - 1] in "./-" and text[start - 2].isdigit():
        return True
    return end + 1 < len(text) and text[end - 1].isdigit() and text[end] in "./-" and text[end + 1].isdigit()


def _splits_token(text: str, start: int, end: int) -> bool:
    """Tell whether the candidate splits a number or a word."""
    if start and text[start].isdigit() and text[start - 1].isdigit():
        return True
    if end == len(text):
        return False
    last, after = text[end - 1], text[end]
    return (last.isdigit() and after.isdigit()) or (last.isalpha() and after.isalpha())


def _judge_full(text: str, start: int, end: int) -> FoundDate | None:
    if _splits_token(text, start, end):
        return None
    value = text[start:end]
    year = _FOUR_DIGIT_YEAR.search(value)
    letters = any(c.isalpha() for c in value)
    if year and end - start > 7:
        dotted = "." in (text[start - 1 : start], text[end : end + 1])
        if dotted and _is_in_chain(text, start, end):
            return None
        compact = value[:8].isdigit()
        glued = text[start - 1 : start].isalpha() or text[end : end + 1].isalpha()
        return FoundDate(start, end, weak=compact and glued)
    if _is_in_chain(text, start, end) or _UNIT_BEHIND.match(text, end):
        return None
    if letters:
        numbers = _NUMBERS.findall(value)
        if not year and len(numbers) == 1 and int(numbers[0]) > 31:
            return None
        lower_may = year is None and value.islower() and "may" in value
        if lower_may and _MAY_AS_VERB.search(value):
            return None
        return FoundDate(start, end, weak=lower_may)
    parts = _TWO_DIGIT_YEAR.match(value)
    if parts is None:
        return FoundDate(start, end, weak=False)
    if text[start - 1 : start].isalpha() or not _could_be_month_and_day(int(parts[1]), int(parts[3])):
        return None
    return FoundDate(start, end, weak=parts[2] == ".")


def _could_be_month_and_day(a: int, b: int) -> bool:
    return (1 <= a <= 12 and 1 <= b <= 31) or (1 <= b <= 12 and 1 <= a <= 31)


def _judge_month_day(text: str, start: int, end: int) -> FoundDate | None:
    """Accept a month and day without a year, unless the context indicates a score, a fraction or a dose."""
    if _splits_token(text, start, end) or _is_in_chain(text, start, end):
        return None
    if text[start - 1 : start].isalpha() or text[end : end + 1] == "/" or text[end : end + 1].isalpha():
        return None
    numbers = [int(n) for n in _NUMBERS.findall(text, start, end)]
    if not _could_be_month_and_day(numbers[0], numbers[1]) or _UNIT_BEHIND.match(text, end):
        return None
    before = text[max(0, start - _CONTEXT_BEFORE) : start].lower()
    if not _has_cue(before):
        if numbers[0] > 12 or _SCORE_BEHIND.match(text, end) or _number_precedes(before):
            return None
        score = numbers[1] in _DENOMINATORS and numbers[0] <= numbers[1] and len(numbers) == 2
        if score and not (_ENTRY_BEHIND.match(text, end) and _starts_line(before, start)):
            return None
        sentence = before[max(before.rfind(c) for c in "\n;.") + 1 :]
        if not _SCORE_WORDS.isdisjoint(_WORDS.findall(sentence)):
            return None
    return FoundDate(start, end, weak=True)


def _has_cue(before: str) -> bool:
    cue = _LAST_CUE.search(before[-16:])
    return (cue is not None and cue[1] in _DATE_CUES) or before.endswith(("as of ", "week of "))


def _number_precedes(before: str) -> bool:
    """Tell whether a number or a sign directly precedes the candidate: "38 2/7", "+2/4", "#3/4"."""
    last = before[-1:]
    return (last != "" and last in "$#+*/=<>~.'") or before.rstrip(" \t-")[-1:].isdigit()


def _starts_line(before: str, start: int) -> bool:
    head = before.rstrip(" \t-*(")
    return head.endswith("\n") or (head == "" and start <= len(before))


def _judge_cued(text: str, start: int, end: int) -> FoundDate | None:
    """Accept a year or a month after a cue word; the cue is not part of the date."""
    value = text[start:end]
    year = _YEAR_PART.search(value)
    if year is None:
        month = _LAST_LETTERS.search(value)
        return FoundDate(start + month.start(), end, weak=True) if month else None
    start, end = start + year.start(), start + year.end()
    if _splits_token(text, start, end) or _is_in_chain(text, start, end) or _UNIT_BEHIND.match(text, end):
        return None
    if text[end : end + 1].isalpha() or text[start - 1 : start].isalpha():  # "the 1990s"
        return None
    ends = _NUMBERS.findall(year.group())
    if len(ends) == 2 and int(ends[1]) <= (int(ends[0]) if len(ends[1]) == len(ends[0]) else int(ends[0][-2:])):
        return None
    return FoundDate(start, end, weak=True)


def _judge_holiday(_text: str, start: int, end: int) -> FoundDate | None:
    return FoundDate(start, end, weak=False, holiday=True)


_MAY_AS_VERB: Final = re.compile(r"(?:^|[^f])[ \t\r\n]+may$")  # "4 may need", but "4th of may"
_NUMBERS: Final = re.compile("[0-9]+")
_YEAR_PART: Final = re.compile("'?[0-9].*[0-9]", re.DOTALL)
_LAST_LETTERS: Final = re.compile("[A-Za-z]+$")
_DENOMINATORS: Final = frozenset((2, 3, 4, 5, 6, 7, 8, 10))
_SCANS: Final = (
    (STRONG_SCAN, _judge_full),
    (BARE_SCAN, _judge_month_day),
    (CUED_SCAN, _judge_cued),
    (holidays.SCAN, _judge_holiday),
)
