"""Find demographics behind a cue: occupation, race, ethnicity, marital status, number of children."""

from __future__ import annotations

from collections.abc import Iterator

from redactor.detect.patterns.rule import Doc, Rule, Rules, scan
from redactor.entities import Entity
from redactor.text import Span

_RACES = (
    r"white|black|caucasian|african[- ]american|asian|native american|american indian|alaska native|"
    r"pacific islander|native hawaiian|middle eastern|multiracial|biracial|mixed race"
)
_VALUE = r"([A-Za-z][A-Za-z /'-]{1,40}[A-Za-z])"

RULES = (
    Rule(
        "occupation-phrase",
        Entity.OCCUPATION,
        (
            r"(?i:\b(?:work(?:s|ed|ing) as|employed as|job as|career as|profession is|occupation is|"
            r"retired as)\s{1,2}(?:an? |the )?)([A-Za-z][A-Za-z-]{2,24}(?: [A-Za-z-]{3,20})?)"
        ),
        "work|employed|job as|career|profession|occupation|retired",
        strength="weak",
        digits=False,
    ),
    Rule(
        "occupation-labelled",
        Entity.OCCUPATION,
        r"(?i:\b(?:occupation|profession|job title)\s{0,2}[:=]\s{0,3})" + _VALUE,
        "occupation|profession|job title",
        digits=False,
    ),
    Rule("race-labelled", Entity.RACE, r"(?i:\brace(?:/ethnicity)?\s{0,2}[:=]\s{0,3})" + _VALUE, "race", digits=False),
    Rule(
        "race-with-person",
        Entity.RACE,
        rf"(?i:\b({_RACES})\s(?:male|female|man|woman|gentleman|lady|boy|girl))\b",
        "male|man|lady|boy|girl",
        strength="weak",
        digits=False,
    ),
    Rule(
        "ethnicity-labelled",
        Entity.ETHNICITY,
        r"(?i:\bethnicity\s{0,2}[:=]\s{0,3})" + _VALUE,
        "ethnicity",
        digits=False,
    ),
    Rule(
        "marital-status-labelled",
        Entity.MARITAL_STATUS,
        r"(?i:\bmarital status\s{0,2}(?:[:=]|is)\s{0,3})" + _VALUE,
        "marital",
        digits=False,
    ),
    Rule(
        "children-labelled", Entity.PARENTHOOD, r"(?i:\bnumber of children\s{0,2}[:=]\s{0,3})([0-9]{1,2})", "children"
    ),
)
_SEARCHED = Rules(RULES)


def find(doc: Doc) -> Iterator[Span]:
    """Yield demographics behind a label or a phrase."""
    return scan(doc, _SEARCHED)
