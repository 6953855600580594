"""What is said in the dialogues, with PHI of all types that are spoken. Every name and number is invented."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

_PASSAGE = re.compile(r"\{(\w+)=([^}]*)\}")


@dataclass(frozen=True, slots=True)
class Line:
    """speaker: 0 asks, 1 answers. phi: (first word, word after the last, entity)."""

    speaker: int
    text: str
    phi: tuple[tuple[int, int, str], ...]


def _words(text: str) -> list[str]:
    return text.split()


def _phrases(text: str) -> list[str]:
    return text.split(", ")


_FIRST = _words("Margaret John Susan David Linda Robert Karen James Alice Peter Laura Michael Emily Thomas Helen Frank")
_LAST = _words("Harper Parker Miller Brown Taylor Wilson Walker Morgan Cooper Bennett Foster Coleman Graham Fisher")
_DIGITS = _words("oh one two three four five six seven eight nine")
_TENS = _words("twenty thirty forty fifty sixty seventy eighty ninety")
_MONTHS = _words("January February March April May June July August September October November December")
_DAYS = _words("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth")
_STREETS = _phrases("Willow Lane, Oak Street, Garden Avenue, River Road, Maple Drive, Church Street, Park Avenue")
_CITIES = _words("Springfield Boston Denver Cleveland Portland Dallas Houston Memphis")
_HOSPITALS = _phrases("Mercy Hospital, Grace Hospital, Lincoln Memorial Hospital, Union Hospital")

_TALK = (
    (0, "tell me about the chest pain"),
    (1, "it started two days ago when I was climbing the stairs"),
    (0, "does the pain go to your left arm"),
    (1, "no but I feel short of breath at night"),
    (0, "do you take any medicine for your blood pressure"),
    (1, "yes I take one small white pill every morning"),
    (0, "we will do a blood test and look at your heart"),
    (1, "thank you that sounds good to me"),
    (0, "please take the new tablets with food twice a day"),
    (1, "I had some water and went back to bed"),
)

_ASKED = (
    ("good morning can you tell me your full name please", "my name is {PATIENT=NAME}"),
    ("and what is your date of birth", "I was born on {BIRTH_DATE_TIME=DATE}"),
    ("where do you live now", "I live at {STREET=STREET} in {CITY=CITY}"),
    ("what is the best number to reach you", "you can call me at {TELEPHONE_NUMBER=PHONE}"),
    ("do you have the number of your insurance card", "yes the member number is {HEALTH_PLAN_ID=DIGITS8}"),
    ("can you read me your medical record number", "my medical record number is {MEDICAL_RECORD_NUMBER=DIGITS7}"),
    ("and your social security number please", "it is {SSN_OR_TAXPAYER=DIGITS9}"),
    ("who is your family doctor", "I see doctor {DOCTOR=NAME} at {HOSPITAL=HOSPITAL}"),
    ("what is your email address", "it is {EMAIL=MAIL}"),
    ("who should we call for you", "please call my sister {PERSON=NAME} in {CITY=CITY}"),
    ("when were you here the last time", "I was here on {DATE=DATE}"),
    ("and what is your zip code", "my zip code is {ZIP=DIGITS5}"),
    ("how old are you now", "I am {AGE=AGE}"),
)


def script(seed: int, asked: int = 6, talk: int = 4) -> list[Line]:
    """A dialogue of `asked` questions for PHI with their answers, and `talk` lines that hold none."""
    draw = random.Random(seed)
    pairs = draw.sample(_ASKED, asked)
    rest = draw.sample(_TALK, talk)
    lines = []
    for index, (question, answer) in enumerate(pairs):
        lines += [_line(0, question, draw), _line(1, answer, draw)]
        lines += [_line(*rest[at], draw) for at in range(index, talk, asked)]
    lines.append(_line(0, "doctor {DOCTOR=NAME} will see you at {HOSPITAL=HOSPITAL} on {DATE=DATE}", draw))
    return lines


def _line(speaker: int, template: str, draw: random.Random) -> Line:
    words: list[str] = []
    phi = []
    at = 0
    for found in _PASSAGE.finditer(template):
        words += template[at : found.start()].split()
        value = _value(found[2], draw).split()
        phi.append((len(words), len(words) + len(value), found[1]))
        words += value
        at = found.end()
    words += template[at:].split()
    return Line(speaker, " ".join(words), tuple(phi))


def _value(kind: str, draw: random.Random) -> str:
    if kind.startswith("DIGITS"):
        return " ".join(_digits(int(kind[6:]), draw))
    return {
        "NAME": lambda: f"{draw.choice(_FIRST)} {draw.choice(_LAST)}",
        "DATE": lambda: f"{draw.choice(_MONTHS)} {draw.choice(_DAYS)} nineteen {draw.choice(_TENS)} {_digit(draw)}",
        "STREET": lambda: f"{draw.choice(_TENS)} {_digit(draw)} {draw.choice(_STREETS)}",
        "CITY": lambda: draw.choice(_CITIES),
        "HOSPITAL": lambda: draw.choice(_HOSPITALS),
        "PHONE": lambda: " ".join([*_digits(3, draw), "five five five", "oh one", *_digits(2, draw)]),
        "MAIL": lambda: f"{draw.choice(_FIRST)} dot {draw.choice(_LAST)} at example dot com",
        "AGE": lambda: f"ninety {_digit(draw)}",
    }[kind]()


def _digit(draw: random.Random) -> str:
    return draw.choice(_DIGITS[1:])


def _digits(count: int, draw: random.Random) -> Iterator[str]:
    return (draw.choice(_DIGITS) for _ in range(count))
