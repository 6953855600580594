"""Write the tags of a profile: those of the entities, or the profile's own texts, numbered within a note.

A text of a profile may hold two placeholders: `{entity}`, the type of the value, and `{n}`, which numbers the values
that get the same text within one note. Equal values, without regard to case, accents and white space, have the same
number. A value of a field stands in no note, and its tag has no number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from redactor.entities import NAMES, Entity
from redactor.text import Mention
from redactor.unicode_fold import fold

DEFAULT = "default"
_LONGEST = 40  # characters of a text as the profile has it
_SIGNS = frozenset(" []()<>{}_*#.:/+–—■█-")
_FORMULA = "=+-@"  # a spreadsheet computes a cell that begins so
_PLACEHOLDER = re.compile(r"\{(?:entity|n)\}")
_NUMBER = re.compile(r"[ _#.:/–—-]*\{n\}")
# What a page could take for an element of HTML is one of these names, none of which does anything on a page.
_ANGLES = re.compile(rf"<(?:\{{entity\}}|{'|'.join(Entity)})(?:{_NUMBER.pattern})?>")
_SUBSTITUTES = ("***", "###")  # no value stands within both


class TagText(str):
    """A tag with a text of the profile's own. A typed field never holds one, even if it has the form of a value."""

    __slots__ = ()


def read_tag_texts(given: object) -> dict[Entity, str]:
    """Read the field "tag_texts" of a profile: texts by entity, and `default` for all others.

    The text of PERSON is that of all names without their own. Raises ValueError that names the wrong text.
    """
    if not isinstance(given, dict) or not given:
        raise ValueError('tag_texts must name texts by entity, such as {"PERSON": "[NAME]", "default": "[{entity}]"}')
    for name, text in given.items():
        if name != DEFAULT:
            entity_named(name, "tag_texts")
        if problem := _problem(text):
            raise ValueError(f"tag_texts.{name} {problem}")
    own = {Entity(name): str(text) for name, text in given.items() if name != DEFAULT}
    named = dict.fromkeys(NAMES, own[Entity.PERSON]) if Entity.PERSON in own else {}
    rest = dict.fromkeys(Entity, str(given[DEFAULT])) if DEFAULT in given else {}
    return rest | named | own


def entity_named(name: str, field: str) -> Entity:
    """Return the entity of a name in a field of a profile. Raises ValueError that names the nearest one."""
    if name not in Entity.__members__:
        from difflib import get_close_matches  # an error alone needs it

        near = get_close_matches(name.upper(), list(Entity.__members__), n=1, cutoff=0.6)
        hint = f"did you mean {near[0]}? " if near else ""
        raise ValueError(f"{field} names no entity: {name}; {hint}redactor entities lists all")
    return Entity[name]


def _problem(text: object) -> str:
    """Return what is wrong with a text and what to do, or ""."""
    if not isinstance(text, str) or not text.strip() or text != text.strip():
        return "must be a text without blanks around it"
    if len(text) > _LONGEST:
        return f"must have at most {_LONGEST} characters; shorten it"
    plain = _PLACEHOLDER.sub("", text)
    if "{" in plain or "}" in plain:
        return "may hold the placeholders {entity} and {n} and no other braces"
    if any(not (c.isalpha() or c in _SIGNS) for c in plain):
        return "may hold letters, blanks and []()<>_*#.:/+-■█, but no digits, quotes, control or other characters"
    if text[0] in _FORMULA:
        return f"may not begin with one of {_FORMULA}: a spreadsheet would compute it; put it in brackets"
    if text.count("{n}") > 1 or not _NUMBER.sub("", text):
        return "may hold {n} once, and must hold more than that"
    if set(_ANGLES.sub("", text)) & set("<>"):
        return (
            "may have <> only around the name of an entity, which no page runs: <{entity}>, <PERSON_{n}>; use [] else"
        )
    return ""


class TagWriter:
    """This writer gives the tags of the mentions of one call. Numbers begin anew in each note.

    labels: the name of each entity's type. texts: those of the profile by entity; others have the label in brackets.
    """

    def __init__(self, labels: Mapping[Entity, str], texts: Mapping[Entity, str]) -> None:
        self._plain = {e: f"[{label}]" for e, label in labels.items()}
        self._texts = {e: text.replace("{entity}", labels[e]) for e, text in texts.items()}

    def begin(self) -> Callable[[Mention], str]:
        """Return the function that gives the tag of a mention; the mentions of a note must come in their order."""
        if not self._texts:
            return lambda mention: self._plain[mention.entity]
        numbers: dict[tuple[str, str], dict[str, int]] = {}

        def tag(m: Mention) -> str:
            text = self._texts.get(m.entity) or self._plain[m.entity]
            value = " ".join(fold(m.value, caseless=True).text.split())
            if "{n}" in text and not m.note:
                text = _NUMBER.sub("", text)
            elif "{n}" in text:
                of_text = numbers.setdefault((m.note, text), {})
                text = text.replace("{n}", str(of_text.setdefault(value, len(of_text) + 1)))
            return TagText(next(t for t in (text, *_SUBSTITUTES) if not _holds(t, value)))

        return tag


def _holds(tag: str, value: str) -> bool:
    """Tell whether a tag shows a folded value, such as the surname Person in `[PERSON]`."""
    return bool(value) and value in fold(tag, caseless=True).text
