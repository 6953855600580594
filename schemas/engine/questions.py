"""Tells what question a value answers: for an age, a date of birth, another date, a position on the map, or somebody's
name.

A number alone does not say what it is. The code or text of an Observation, the text of a questionnaire's item, the url
of an extension and the name of a column do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum, auto
from functools import lru_cache
from typing import Any

from redactor.entities import Entity
from schemas.engine.key_names import KeyCategory, key_meaning


class Question(Enum):
    """The question that a value answers, where that decides whether a number may pass."""

    OTHER = auto()
    AGE = auto()
    BIRTH = auto()
    DATE = auto()
    POSITION = auto()
    NAME = auto()


# LOINC and SNOMED CT. Age: as such, reported, estimated, calculated, at death, at a specimen. Position: latitude and
# longitude of the residence.
_AGES = (
    "30525-0", "21611-9", "21612-7", "29553-5", "63900-5", "35659-2", "39016-1", "62296-9", "424144002", "397669002",
    "445518008", "105727008",
)  # fmt: skip
_CODES: dict[str, Question] = {
    **dict.fromkeys(_AGES, Question.AGE),
    **dict.fromkeys(("21112-8", "63047-5", "184099003"), Question.BIRTH),
    **dict.fromkeys(("42130-5", "42131-3"), Question.POSITION),
}
_CODE_KEYS = ("code", "measure", "type")  # of an Observation or Group.characteristic, a Goal.target, a Task.input

_CODE_BREAKS = re.compile(r"[\s|:^,;/]+")
_AGE = re.compile(r"(?i)\b(?:age|ages|aged|how old|years old|alter)\b")
# "BMI percentile per age and sex", "age-related", "bone age": not how old somebody is in years.
_OTHER_AGE = re.compile(
    r"(?i)\b(?:per|for|by|and|gestational|bone|brain|mental|developmental|conceptional|menstrual|fetal)[ -]age\b"
    r"|\bage[ -](?:related|adjusted|appropriate|specific|groups?|matched|associated|bands?|normed)\b"
)
_UNIT_OF_AGE = re.compile(r"(?i)\b(months?|weeks?|days?|hours?)\b")
_BIRTH = re.compile(
    r"(?i)\b(?:date|day|month|year|time) of (?:the )?birth\b|\bbirth ?-?(?:date|day|month|year|time)s?\b|\bd\.?o\.?b\b"
    r"|\b(?:when|which year|what (?:year|day|date))\b.{0,24}\bborn\b|\bgeburts(?:datum|tag|jahr)\b"
)
_NAMES = frozenset({"name", "names", "surname", "surnames", "forename", "forenames", "lastname", "firstname"})
# Beside a word for names: whose, and which. Of a drug, a file or an organism no name is asked for here.
_PERSON_WORD_LIST = """
patient patients mother mothers father fathers spouse spouses wife wifes husband husbands child childs baby parent
parents guardian guardians proband contact contacts caregiver caregivers next of kin emergency person your full his
her their the s legal preferred previous former maiden birth married first last given family middle and or in at
please print what is
"""
_PERSON_WORDS = frozenset(_PERSON_WORD_LIST.split())
_LETTERS = re.compile(r"[^\W\d_]+")
_DATE = re.compile(r"(?i)\b(?:dates?|timestamp|epoch|unix time)\b|\bwhen (?:did|was|were)\b")
_POSITION = re.compile(
    r"(?i)\b(?:latitude?|longitude?|lat[/, -]+(?:lon|lng|long)|breitengrad|längengrad|position on the map"
    r"|(?:home|patient|residence)[ _-](?:lat|lon|lng|long)"
    r"|gps[ -](?:coordinates?|location|position|lat|lon|reading|fix|track)"
    r"|geo-?(?:location|code|coordinates?|position)s?|geographic(?:al)? (?:coordinates?|position|location)"
    r"|(?:map|home|residence|address) coordinates?)\b"
)


@lru_cache(maxsize=16_384)
def question_in_text(text: str) -> Question:
    """Return the question in a question's text or a code's display."""
    if len(text) > 1000:
        text = text[:1000]
    if _POSITION.search(text):
        return Question.POSITION
    if _BIRTH.search(text):
        return Question.BIRTH
    if _AGE.search(text) and not _OTHER_AGE.search(text):
        return Question.AGE
    if _asks_name(text):
        return Question.NAME
    return Question.DATE if _DATE.search(text) else Question.OTHER


def _asks_name(text: str) -> bool:
    words = _LETTERS.findall(text.lower())
    return not _NAMES.isdisjoint(words) and _NAMES.union(_PERSON_WORDS).issuperset(words)


@lru_cache(maxsize=16_384)
def question_of_key(key: str) -> Question:
    """Return the question in the name of a column, or in the last segment of an extension's url."""
    meaning = key_meaning(key.removeprefix("patient-"))
    if meaning.category is KeyCategory.POSITION:
        return Question.POSITION
    if meaning.entity is Entity.AGE:
        return Question.AGE
    if meaning.entity is Entity.BIRTH_DATE_TIME:
        return Question.BIRTH
    return Question.DATE if meaning.category is KeyCategory.TIME else Question.OTHER


@lru_cache(maxsize=16_384)
def names_concept(key: str) -> bool:
    """Tell whether a column holds ids of public concepts (OMOP), which are codes of a terminology."""
    return key_meaning(key).category is KeyCategory.CONCEPT


def question_of_object(value: Mapping[str, Any]) -> Question | None:
    """Return the question that an object asks by its code, text, link id or name, or None when it asks nothing."""
    for key in _CODE_KEYS:
        if key in value:
            return _asked_by_concept(value[key])
    text, link_id = value.get("text"), value.get("linkId")
    if isinstance(link_id, str) and (found := _CODES.get(link_id.strip("/"))) is not None:
        return found
    if isinstance(text, str):
        return question_in_text(text)
    name = value.get("name")
    return question_of_key(name) if isinstance(name, str) else None


@lru_cache(maxsize=16_384)
def question_of_source(text: str) -> Question | None:
    """Return the question in the source's code or name ("30525-0", "LOINC:30525-0", "AGE_AT_VISIT"), or None."""
    found = next((_CODES[code] for code in _CODE_BREAKS.split(text) if code in _CODES), None)
    found = found or question_in_text(text.replace("_", " "))
    return None if found is Question.OTHER else found


def unit_of_age(value: Mapping[str, Any]) -> str | None:
    """Return the unit in which an object asks for an age ("Age in months"), or None where it names none."""
    texts = [text for key in _CODE_KEYS if key in value for text in _codes_and_texts(value[key])[1]]
    if isinstance(text := value.get("text"), str):
        texts.append(text)
    return next((found[1].lower() for text in texts if (found := _UNIT_OF_AGE.search(text))), None)


def _asked_by_concept(concept: Any) -> Question:
    """Return the question of a concept: of a code first, then of the text and the displays, else OTHER."""
    codes, texts = _codes_and_texts(concept)
    for code in codes:
        if code in _CODES:
            return _CODES[code]
    return next((asked for text in texts if (asked := question_in_text(text)) is not Question.OTHER), Question.OTHER)


def _codes_and_texts(concept: Any) -> tuple[list[str], list[str]]:
    """Return the codes of a CodeableConcept, and its text and displays; any JSON is accepted."""
    codes: list[str] = []
    texts: list[str] = []
    for node in concept if isinstance(concept, list) else (concept,):
        if not isinstance(node, dict):
            continue
        if isinstance(text := node.get("text"), str):
            texts.append(text)
        codings = node.get("coding")
        for coding in codings if isinstance(codings, list) else (codings,):
            if isinstance(coding, dict):
                if isinstance(code := coding.get("code"), str):
                    codes.append(code)
                if isinstance(display := coding.get("display"), str):
                    texts.append(display)
    return codes, texts
