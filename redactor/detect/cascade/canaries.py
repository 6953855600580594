"""Put a canary into each request: an invented identifier, which only a model that obeys its text would clear or
overlook.

A canary is a paragraph beside the text of a note. Its content follows from the key and the request, so that nobody who
writes a note can name it, and equal requests have equal bytes. No canary is ever put into a note.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from redactor.dates.calendar_words import month_name_in_style
from redactor.entities import DATES, NAMES, PLACES, Entity
from redactor.keys import DerivedKey

CANARY_FORM = "canaries=1"  # part of the key of an answer, so that answers given without a canary are not used
_MOST_DRAWS = 8  # how often a canary is drawn until it does not stand in a text

_NAME_SENTENCES = (
    "She came with her neighbour {}, who drove her home.", "His sister {} was told by phone.",
    "Dictated by Dr. {}, who will see him again.", "Mr. {} was seen in his room this morning.",
    "Her daughter {} stays with her at night.", "The nurse, {}, called about the results.",
)  # fmt: skip
_DATE_SENTENCES = (
    "He was born on {} and lives alone.", "Her operation was on {}, without complications.",
    "Next visit on {} with the same team.", "She was admitted on {} from home.",
)  # fmt: skip
_PLACE_SENTENCES = (
    "He has lived at {} since he retired.", "Letters go to her at {} as before.",
    "She was brought in from her home at {}.", "His new address is {}.",
)  # fmt: skip
_PHONE_SENTENCES = (
    "The family can be called at {} at any time.", "Her son is reached at {} after work.",
    "Call him at {} with the result.",
)  # fmt: skip
_NUMBER_SENTENCES = (
    "His record number is {} in the old chart.", "Her insurance card has the number {} on it.",
    "The chart with MRN {} was sent for.", "Account {} was opened for her stay.",
)  # fmt: skip
_FILLERS = (
    "Appetite is good.", "No fever at night.", "Lungs are clear.", "Walks with a cane.", "Sleeps well.",
    "Skin is warm and dry.", "Pain is less than before.", "Drinks enough.", "No new complaints.", "Gait is steady.",
    "Denies nausea.", "The wound is clean.",
)  # fmt: skip
_STARTS = (
    "Bran", "Quel", "Zor", "Tram", "Velk", "Osk", "Harl", "Mund", "Fenn", "Dros", "Pell", "Gris", "Thul", "Wend",
    "Kest", "Ulv", "Jarn", "Sorr", "Lund", "Nath", "Crav", "Eld", "Ibb", "Roff",
)  # fmt: skip
_ENDS = (
    "wyn", "berg", "inger", "aday", "ovska", "mere", "dottir", "ley", "anzo", "ic", "wick", "ston", "etti", "aker",
    "uala", "orth",
)  # fmt: skip
_MIDDLES = ("", "en", "a", "is", "ol", "er", "i", "un")
_STREETS = ("Street", "Avenue", "Road", "Lane")


@dataclass(frozen=True, slots=True)
class Canary:
    """A canary is an invented identifier with the text before and behind it in its paragraph.

    is_first: whether it stands before the note's text. place: a number by which a request chooses one of its passages.
    """

    value: str
    before: str
    behind: str
    is_first: bool
    place: int

    def beside(self, text: str, marks: tuple[str, str] = ("", "")) -> str:
        """Return a text with the paragraph before or behind it. marks: what stands around the identifier."""
        paragraph = f"{self.before}{marks[0]}{self.value}{marks[1]}{self.behind}"
        return f"{paragraph}\n\n{text}" if self.is_first else f"{text}\n\n{paragraph}"

    @property
    def paragraph(self) -> str:
        """Return the paragraph as it is sent, without marks."""
        return f"{self.before}{self.value}{self.behind}"


class _KeyedDraw:
    """Draw numbers that follow from a key and from texts."""

    def __init__(self, key: DerivedKey, parts: Sequence[str]) -> None:
        self._key, self._parts, self._drawn = key, parts, 0

    def below(self, bound: int) -> int:
        self._drawn += 1
        return self._key.number(bound, "canary", str(self._drawn), *self._parts)

    def choice(self, choices: Sequence[str]) -> str:
        return choices[self.below(len(choices))]

    def digits(self, count: int) -> str:
        return str(self.below(9) + 1) + "".join(str(self.below(10)) for _ in range(count - 1))

    def word(self) -> str:
        return self.choice(_STARTS) + self.choice(_MIDDLES) + self.choice(_ENDS)


def make_canary(key: DerivedKey, asked: Sequence[tuple[Entity, str]], *parts: str) -> Canary:
    """Return the canary of a request. parts: texts that identify the request.

    asked: entities and texts of what is asked about, at least one pair; the canary is like one of them. An empty text
    says nothing of the form.
    """
    draw = _KeyedDraw(key, parts)
    carriers, value = _identifier(draw, *asked[draw.below(len(asked))])
    before, _, behind = draw.choice(carriers).partition("{}")
    opening = [draw.choice(_FILLERS) for _ in range(draw.below(3))]
    closing = [draw.choice(_FILLERS) for _ in range(draw.below(3))]
    return Canary(
        value,
        "".join(f"{sentence} " for sentence in opening) + before,
        behind + "".join(f" {sentence}" for sentence in closing),
        draw.below(2) == 0,
        draw.below(1 << 30),
    )


def make_canary_absent_from(key: DerivedKey, entities: Sequence[Entity], text: str, *parts: str) -> Canary:
    """Return a canary that does not stand in the text that it is sent with."""
    held, asked = text.casefold(), [(entity, "") for entity in entities]
    drawn = (make_canary(key, asked, *parts, str(n)) for n in range(_MOST_DRAWS))
    return next((made for made in drawn if made.value.casefold() not in held), make_canary(key, asked, *parts))


def canary_entities(entities: Collection[Entity]) -> tuple[Entity, ...]:
    """Return those of the entities that a canary can be like without doubt.

    If there are none, a model that looks for these entities would find no canary.
    """
    return tuple(e for e in _UNDOUBTED if e in entities)


_UNDOUBTED = (
    Entity.PERSON,
    Entity.DATE,
    Entity.MEDICAL_RECORD_NUMBER,
    Entity.TELEPHONE_NUMBER,
    Entity.ADDRESS,
    Entity.ID,
)
_PHONE_ENTITIES = frozenset({Entity.TELEPHONE_NUMBER, Entity.FAX_NUMBER})
_PLACE_ENTITIES = PLACES | {Entity.ADDRESS, Entity.STREET, Entity.LOCATION}
_NUMBER_ENTITIES = frozenset(
    {
        Entity.ID, Entity.MEDICAL_RECORD_NUMBER, Entity.FIN, Entity.HEALTH_PLAN_ID, Entity.SSN_OR_TAXPAYER,
        Entity.DEVICE_ID, Entity.CERTIFICATE_NUMBER, Entity.BANK_ACCOUNT_NUMBER,
    }
)  # fmt: skip


def _identifier(draw: _KeyedDraw, entity: Entity, like: str) -> tuple[Sequence[str], str]:
    """Return sentences that hold an identifier of the entity, and an invented one; for other entities a name."""
    if entity not in NAMES:
        if entity in DATES:
            return (
                _DATE_SENTENCES,
                f"{month_name_in_style('January', draw.below(12) + 1)} {draw.below(28) + 1}, {1925 + draw.below(95)}",
            )
        if entity in _PLACE_ENTITIES:
            return _PLACE_SENTENCES, f"{draw.digits(4)} {draw.word()} {draw.choice(_STREETS)}"
        if entity in _PHONE_ENTITIES:
            return _PHONE_SENTENCES, f"{draw.digits(3)}-555-01{draw.below(100):02d}"
        if entity in _NUMBER_ENTITIES:
            return _NUMBER_SENTENCES, draw.digits(
                len(like) if like.isdecimal() and len(like) > 3 else 7 + draw.below(3)
            )
    name = draw.word() if len(like.split()) == 1 else f"{draw.word()} {draw.word()}"
    return _NAME_SENTENCES, name.lower() if like.islower() else name.upper() if like.isupper() else name
