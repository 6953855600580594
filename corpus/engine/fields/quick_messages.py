"""Contents of quick messages: text abbreviations, loose times and figures, tags, emoji, initials.

{txi:role} is a person of the note by two letters, written the same all over it, and {txmail:role} their address.
{txabbr}, {txclin}, {txfig}, {txhash} and {txemo} identify nobody; {txhour} and {txspan} are times of day and spans of
them as people type them, {txdoor} the number of a house that stands alone, {txteam} a tag that holds a place's name,
{txw} somebody by a name that is a word, {txborn} the patient's birth date with loose separators, {txkid} the age of a
small patient, {txturn:7} an age to come.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import patient, people
from corpus.engine.fields.spellings import initial
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample.marked import Marked, Near, Piece, join, mark
from redactor.sample.people import ascii_letters_of

_SPEAK = words("quick_messages", "speak")
_CLINICAL = words("quick_messages", "clinical")
_FIGURES = words("quick_messages", "figures")
_TAGS = (
    "#grateful", "#NHSheroes", "#nurselife", "#MedTwitter", "#T1D", "#nightshift", "#FOAMed", "#NursesWeek",
    "#ThankYouNHS", "#Type1", "#cancersucks", "#EDlife", "#blessed", "#MondayMood", "#backpain", "#IVF", "#IBD",
    "#OTlife", "#zebrastrong", "#mentalhealthmatters", "#sepsis", "#WorldDiabetesDay", "#fyp", "#chronicillness",
    "#getvaccinated", "#SpoonieLife", "#tbt", "#ScrubLife", "#dialysis", "#donatelife", "#wheresmybloods", "#rude",
)  # fmt: skip
_SIGNS = (
    "👍",
    "😂",
    "🙏",
    "❤️",
    "🎉",
    "😅",
    "🤒",
    "💉",
    "🩺",
    "✅",
    "👀",
    "🤷‍♀️",
    "😭",
    "💔",
    "🕊",
    "x",
    "xx",
    "xo",
    ":)",
    ";)",
    ":-/",
    "🥴",
)
_WORDS = words("quick_messages", "words")
_TAG_SHAPES = ("#Team{}", "#{}Strong", "#{}Nurses", "#Love{}", "#{}ED", "#{}Family", "#Proud{}", "#{}")
_DOORS = ("no {}", "no. {}", "number {}", "No {}", "house {}", "flat {}", "apt {}", "#{}")


def _letters(c: Cast, spec: str) -> Piece:
    who = people.person(c, spec)
    given, family = who.name.given or who.name.family, who.name.family
    shape = c.once(
        "texts initials", lambda: c.pick(("{}{}", "{}{}", "{}{}", "{}{}", "{}.{}.", "{}.{}", "{} {}", "{}/{}"))
    )
    pair = shape.format(initial(given), initial(family))
    small = c.once("texts small initials", lambda: c.chance(0.18))
    return mark((pair.lower() if small else pair).strip(" ./"), who.entity)


def _mail(c: Cast, spec: str) -> Piece:
    who = people.person(c, spec)
    entity = Entity.EMAIL
    given, family = (
        re.sub(r"[^a-z]", "", ascii_letters_of(x).lower()) or "desk"
        for x in (who.name.given or who.name.family, who.name.family)
    )
    staff = who.entity is Entity.DOCTOR
    domain = c.once(f"texts domain {staff or spec}", lambda: c.say("{dremail}" if staff else "{email}").text)
    found = re.search(r"@([\w.-]+\.[A-Za-z]+)$", domain)
    domain = found[1].lower() if found else "gmail.com"
    shape = c.once(
        "texts mail", lambda: c.pick(("{g}.{f}", "{i}{f}", "{f}{i}", "{g}", "{i}.{f}", "{g}_{f}", "{f}.{g}"))
    )
    return c.once(f"texts mail {spec}", lambda: mark(f"{shape.format(g=given, f=family, i=given[0])}@{domain}", entity))


def _abbr(words: tuple[str, ...]) -> Field:
    """spec "lower" for small letters."""

    def field(c: Cast, spec: str) -> Piece:
        text = c.pick(words)
        return text.lower() if spec == "lower" or c.chance(0.25) else text

    return field


def _clock(text: str) -> Marked:
    return mark(text, Near.CLOCK)


def _hour(c: Cast, _: str) -> Piece:
    """5ish, half 3, 8.10, quarter past 2, 0715, noonish."""
    a, b = c.rng.randint(6, 12), c.rng.randint(1, 9)
    minute = c.pick(("00", "05", "10", "15", "20", "30", "40", "45"))
    return _clock(c.pick((
        f"{b}ish", f"{a}.{minute}", f"{b}.{minute}", f"half {b}", f"{b}pm", f"quarter {c.pick(('past', 'to'))} {b}",
        f"{a:02d}{minute}", f"{b} o'clock", f"{a}:{minute}", f"{b}pm ish", f"{a:02d}{minute}hrs", f"{b}p",
        c.pick(("noon", "noonish", "midday", "midnight", "MN")), f"ten {c.pick(('past', 'to', 'after'))} {b}",
    )))  # fmt: skip


def _span(c: Cast, _: str) -> Piece:
    """9 til 4, 8-5, 7a-7p, 10.30-2, 12 to 1."""
    a, b = c.rng.randint(6, 12), c.rng.randint(1, 9)
    if c.chance(0.3):
        first, last = c.pick((("7a", "7p"), ("7p", "7a"), ("11p", "7a"), ("3", "11"), ("0700", "1930"), ("19.30", "8")))
        return join(_clock(first), c.pick(("-", "-", " to ")), _clock(last))
    minute = c.pick(("", "", "", ".30", ":30", ".15"))
    tail = c.pick(("", "", "p", "pm"))
    head = c.pick(("", "", "a", "am")) if tail else ""
    between = c.pick((" til ", " to ", "-", "-", " - ", " till ", "–", " thru "))
    return join(_clock(f"{a}{minute}{head}"), between, _clock(f"{b}{tail}"))


def _door(c: Cast, _: str) -> Piece:
    """A house number without its street; the word before it is outside the mark."""
    number = str(c.rng.randint(1, 240)) + c.pick(("", "", "", "a", "b"))
    before, after = c.pick(_DOORS).split("{}")
    return join(before, mark(number, Entity.ADDRESS), after)


def _team(c: Cast, _: str) -> Piece:
    place = re.sub(r"\W", "", c.say(c.pick(("{shorty:cap}", "{town}", "{pt:given}", "{nurse:given}"))).text) or "Mercy"
    return join("#", mark(c.pick(_TAG_SHAPES)[1:].format(place), Entity.USERNAME))


def _worded(c: Cast, spec: str) -> Piece:
    """A new person whose name is a word or a short form, often in lower case. spec: dr, pt or cap."""
    text = c.draw(lambda: c.pick(_WORDS))
    entity = {"dr": Entity.DOCTOR, "pt": Entity.PATIENT}.get(spec, Entity.PERSON)
    return mark(text.lower() if spec != "cap" and c.chance(0.5) else text, entity)


def _born(c: Cast, _: str) -> Piece:
    d = patient.birth(c)
    short = d.year % 100
    shapes = (
        f"{d.month} {d.day} {short:02d}", f"{d.month:02d} {d.day:02d} {d.year}", f"{d.month}.{d.day}.{short:02d}",
        f"{d:%b} {d.day} {d.year}".lower(), f"{d.day} {d:%b} {short:02d}".lower(), f"{d.month}/{d.day}/{short:02d}",
        f"{d:%m%d%Y}", f"{d:%d%m}{short:02d}", f"{d.day}.{d.month}.{d.year}", f"{d:%B} {d.day} {d.year}",
    )  # fmt: skip
    return mark(c.pick(shapes), Entity.BIRTH_DATE_TIME)


def _kid(c: Cast, _: str) -> Piece:
    """The patient's age where a parent types it: 6yo, 6 yr old, age 6; babies in weeks or months."""
    held = patient.days(c)
    if held < 120:
        text = f"{max(held // 7, 1)} {c.pick(('weeks', 'wks', 'wk'))} old"
        return mark(text, Entity.AGE)
    if held < 730:
        return mark(f"{held // 30}{c.pick((' months', 'mo', ' mos', 'm', ' mth'))} old", Entity.AGE)
    n = patient.age(c)
    return mark(
        c.pick(
            (f"{n}yo", f"{n} yo", f"{n}y/o", f"{n} yr old", f"{n}yr old", f"{n} year old", f"{n}-year-old", f"{n}YO")
        ),
        Entity.AGE,
    )


def _turning(c: Cast, spec: str) -> Piece:
    """The age at the patient's next birthday, or the number given."""
    return mark(spec or str(patient.age(c) + 1), Entity.AGE)


FIELDS: Mapping[str, Field] = MappingProxyType({
    "txi": _letters,
    "txmail": _mail,
    "txabbr": _abbr(_SPEAK),
    "txclin": _abbr(_CLINICAL),
    "txfig": lambda c, _: c.pick(_FIGURES),
    "txhash": lambda c, _: c.pick(_TAGS),
    "txemo": lambda c, _: c.pick(_SIGNS),
    "txhour": _hour,
    "txspan": _span,
    "txdoor": _door,
    "txteam": _team,
    "txw": _worded,
    "txborn": _born,
    "txkid": _kid,
    "txturn": _turning,
})  # fmt: skip
