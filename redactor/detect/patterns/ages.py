"""Find ages of people, in digits and words, but no gestational ages, durations and doses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactor.detect.patterns.rule import Doc, Rule, Rules, digits_of, scan
from redactor.entities import Entity
from redactor.text import Span

_ONES = r"one|two|three|four|five|six|seven|eight|nine"
_TENS = r"twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_WORDS = (
    rf"(?:{_ONES}|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:{_TENS})"
    rf"(?:[- ](?:{_ONES}))?|(?:one |a )?hundred(?: and)?(?: (?:{_ONES}))?)"
)
_FRACTION = r"(?: ?[1-7]/[2-8])?"
_NUMBER = rf"(?:[0-9]{{1,3}}(?:\.[0-9])?{_FRACTION}|{_WORDS})"
_TO = r"-|to|or|\+|plus"  # between two numbers: a range or a sum
_UNIT = r"(?:years?|yrs?\.?|months?|mos?\.?|weeks?|wks?\.?|days?)"
_AS_AGE = r"(?:^|[^0-9A-Za-z./-])"
# Ages over 89, which must not be released: also found as a bare number after a name, where lower numbers are not.
_VERY_OLD = r"(9[0-9]|1[01][0-9])"
_NAMED = r"\b[A-Z][A-Za-z'-]*[a-z]"
_NUMBERS = re.compile(r"[0-9]+")


def _up_to_125(value: str) -> bool:
    return all(int(number) <= 125 for number in _NUMBERS.findall(value))


def _years_up_to_120(value: str) -> bool:
    digits = digits_of(value)
    return bool(digits) and int(digits) <= 120


RULES = (
    Rule(
        "age-years-old",
        Entity.AGE,
        rf"(?i:{_AS_AGE}({_NUMBER}(?: ?(?:{_TO}) ?{_NUMBER})?[ -]{{0,2}}{_UNIT}[ -]{{0,2}}old)\b)",
        "old",
        check=_up_to_125,
        digits=False,
    ),
    Rule(
        "age-year-abbreviation",
        Entity.AGE,
        (
            rf"(?i:{_AS_AGE}((?:[0-9]{{1,3}} ?\+ ?)?[0-9]{{1,3}}{_FRACTION}[ -]{{0,2}}"
            rf"(?:y\.?/?o\.?|yo[mfwbg]|y/o[mfwbg]?|yr-?old|yr old|y\.o\.))(?:$|[^A-Za-z0-9]))"
        ),
        "y",
        check=_up_to_125,
    ),
    Rule(
        "age-infant",
        Entity.AGE,
        (
            rf"(?i:{_AS_AGE}([0-9]{{1,2}}[ -]{{0,2}}(?:m/?o|mos? old|d/o|w/o|do|wk old)) (?:old|male|"
            rf"female|boy|girl|infant|baby|child|m|f))\b"
        ),
        "m|d|w",
        check=_up_to_125,
    ),
    Rule(
        "age-with-sex",
        Entity.AGE,
        (
            rf"{_AS_AGE}([0-9]{{2,3}}(?: ?[MF]|(?: year)? (?i:male|female|man|woman|gentleman|lady)"
            rf"))(?:$|[^A-Za-z0-9/])"
        ),
        "m|f|woman|lady|gentle",
        check=_years_up_to_120,
    ),
    Rule(
        "sex-with-age",
        Entity.AGE,
        rf"{_AS_AGE}(?i:[MF]|male|female)[ ,/]{{1,2}}([0-9]{{2,3}})(?:$|[ ,.;)](?:$|[^0-9%]))",
        "m|f",
        strength="weak",
        check=_years_up_to_120,
    ),
    Rule(
        "age-labelled",
        Entity.AGE,
        (
            rf"(?i:\b(?:age|aged|ages|age at (?:onset|diagnosis|death|presentation)|age of|age is|"
            rf"current age|pt age|patient age)\b(?: (?:of|is|was|at))?\s{{0,2}}[:=]?\s{{0,3}}(?:about |"
            rf"around |approximately |approx\.? |~ ?)?({_NUMBER}(?: ?(?:{_TO}|and) ?{_NUMBER})?(?:[ -]{{0,2}}(?"
            rf":{_UNIT}|y|m|mo)\b)?))"
        ),
        "age",
        check=_up_to_125,
        digits=False,
    ),
    Rule(
        "age-predicate",
        Entity.AGE,
        (
            rf"(?i:\b(?:turn|turned|turning|turns|(?:he|she|they|i|patient) (?:is|was|am)(?: (?:now|"
            rf"currently|only|about|around|just))?|(?:i|he|she)'[ms](?: (?:now|currently|only|about|"
            rf"just))?|died at(?: age)?|deceased at(?: age)?|passed away at(?: age)?|since the age of|"
            rf"by age|at age|until age) ({_NUMBER}(?: ?(?:\+|plus) ?{_NUMBER})?)(?: {_UNIT})?)"
            rf"(?:$|[.,;!?)]|\s(?i:years?\b|and|now|old|when|with|but|who|from|of age))"
        ),
        "turn| is | was |'m|'s| am |died|dece|passed|age",
        check=_up_to_125,
        digits=False,
    ),
    Rule(
        "age-decade",
        Entity.AGE,
        (
            r"(?i:\b(?:in (?:his|her|their|my|your) (?:(?:early|mid|late|mid to late|early to mid|"
            r"mid-to-late)[ -])?(?:to[ -])?)((?:[0-9]0'?s|twenties|thirties|forties|fifties|sixties|"
            r"seventies|eighties|nineties|teens)))\b"
        ),
        "in h|in their|in my|in your",
        digits=False,
    ),
    Rule(
        "old-age-after-name",
        Entity.AGE,
        rf"(?:{_NAMED}|\b[A-Z'-]{{2,}},? [A-Z'-]{{2,}})\.? \({_VERY_OLD}\)",
        "(9|(10|(11",
    ),
    Rule(
        "old-age-in-years",
        Entity.AGE,
        rf"(?i:{_AS_AGE}((?:{_VERY_OLD}{_FRACTION}|[1-9][0-9] ?(?:\+|plus) ?[0-9]{{1,2}})[ -]?(?:years?|yrs?|y))\b)",
        "y",
    ),
    Rule("old-age-with-sex", Entity.AGE, rf"\({_VERY_OLD} ?/ ?[MF]\)", "(9|(10|(11"),
    Rule("old-age-in-list", Entity.AGE, rf"{_NAMED}, {_VERY_OLD}(?:\)|, [a-z]{{3}})", ", 9|, 10|, 11"),
    Rule(
        "age-of-age",
        Entity.AGE,
        rf"(?i:\b({_NUMBER}[ -]{{0,2}}{_UNIT} of age)\b)",
        "of age",
        check=_up_to_125,
        digits=False,
    ),
    Rule(
        "age-noun",
        Entity.AGE,
        r"(?i:\b((?:super)?centenarian|nonagenarian|octogenarian|septuagenarian|sexagenarian)s?\b)",
        "enarian",
        digits=False,
    ),
    Rule(
        "age-of-relative",
        Entity.AGE,
        (
            rf"(?i:\b(?:mother|father|mom|dad|sister|brother|son|daughter|wife|husband|sibling|aunt|"
            rf"uncle|grandmother|grandfather|child|boy|girl|male|female|patient|who is)\s?[,(]\s?(?:age )"
            rf"?({_NUMBER}))\s?(?:[,);]|$)"
        ),
        (
            "mother|father|mom|dad|sister|brother|son|daughter|wife|husband|sibling|aunt|uncle|"
            "child|boy|girl|male|patient|who is"
        ),
        check=_up_to_125,
        digits=False,
    ),
)
_SEARCHED = Rules(RULES)


def find(doc: Doc) -> Iterator[Span]:
    """Yield ages of people."""
    return scan(doc, _SEARCHED)
