"""Find the borders that no identifier crosses: paragraphs, table cells, elements, lines with a label, affiliations.

A person and an institution in one span, "Dr. X of Y Hospital", are two mentions.
"""

from __future__ import annotations

import re

from redactor.entities import NAMES, ORGANISATIONS, Entity

_ELEMENTS = (
    "br|p|b|i|u|em|strong|td|tr|th|li|ul|ol|dl|dt|dd|div|span|table|tbody|thead|h[1-6]|pre|hr|font|body|html|section"
    "|paragraph|content|item|list|caption|title|text|given|family|name|prefix|suffix|value|note"
)
# Tags without attributes: an attribute may hold an identifier.
_TAGS = rf"(?:<(?:/[A-Za-z][A-Za-z0-9:]{{0,30}}|(?i:{_ELEMENTS}))[ ]?/?>\s{{0,8}})"
_WHITE = r"(?:(?<![^\S\n])[^\S\n]+)?"  # whole or not at all, so that a long run is read once
_BORDER = re.compile(
    rf"{_TAGS}+"
    rf"|{_WHITE}\n[^\S\n]*\n\s*"  # a blank line
    rf"|{_WHITE}[|\t]+[^\S\n|]*"  # a cell
)
_LABELLED_LINE = re.compile(rf"{_WHITE}\n(?=[^\S\n]*[A-Za-z][A-Za-z /&().'-]{{0,40}}:(?!/))")
# "20 MG Oral Tablet. Dr. Barron"
_TITLED_SENTENCE = re.compile(r"(?<=[^\W\d_]{3})\.[ \t]+(?=(?:Dr|Mr|Mrs|Ms|Prof)\b\.?[ \t])")
_SIGNS = frozenset("\n\t|<")


def borders(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the ranges of the borders within text[start:end], in order."""
    found = [m.span() for m in _TITLED_SENTENCE.finditer(text, start, end)]
    if _SIGNS.isdisjoint(text[start:end]):
        return found
    found += [m.span() for m in _BORDER.finditer(text, start, end)]
    found += [m.span() for m in _LABELLED_LINE.finditer(text, start, min(len(text), end + 48)) if m.end() <= end]
    return sorted(found)


def ranges_between(start: int, end: int, cuts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return what is left of a range between the cuts, which are in order and may overlap."""
    out = []
    at = start
    for low, high in cuts:
        if low > at:
            out.append((at, low))
        at = max(at, high)
    if at < end:
        out.append((at, end))
    return out


_INSTITUTION = (
    r"(?i:hospitals?|clinics?|cent(?:er|re)|medical|health(?:care)?|institute|infirmary|hospice|university|practice"
    r"|associates|pharmacy|laborator(?:y|ies)|rehab(?:ilitation)?)"
)
TITLE = r"(?i:(dr|doctor|prof)|mr|mrs|ms|miss|mx)\.?[ \t]"
_TITLE = re.compile(TITLE)
_JOINT = re.compile(r"[ \t]+(?:of|at|from|with|@)[ \t]+(?:the[ \t]+)?|,[ \t]+(?:of[ \t]+|at[ \t]+)?(?:the[ \t]+)?")
_AT = re.compile(r"[ \t]+at[ \t]+(?:the[ \t]+)?")
_IS_INSTITUTION = re.compile(rf"\b{_INSTITUTION}\b")
_INSTITUTIONS = ORGANISATIONS | {Entity.LOCATION}
_LONGEST_AFFILIATION = 200


def split_person_from_institution(text: str, start: int, end: int, entity: Entity) -> list[tuple[int, int, Entity]]:
    """Return the range with its entity, or the ranges and entities of a person and of an institution in it.

    With a title in front, any joint ends the person. Without one, only " at " does, and only in a span of a name.
    """
    whole = [(start, end, entity)]
    if (entity not in NAMES and entity not in _INSTITUTIONS) or end - start > _LONGEST_AFFILIATION:
        return whole
    title = _TITLE.match(text, start, end)
    if title is None and entity not in NAMES:
        return whole
    for joint in (_JOINT if title else _AT).finditer(text, title.end() if title else start, end):
        person, place = text[start : joint.start()], text[joint.end() : end]
        if not place[:1].isupper() or not _IS_INSTITUTION.search(place) or _IS_INSTITUTION.search(person):
            continue
        who = entity if entity in NAMES else Entity.DOCTOR if title and title[1] else Entity.PERSON
        where = entity if entity in _INSTITUTIONS else Entity.HOSPITAL
        return [(start, joint.start(), who), (joint.end(), end, where)]
    return whole
