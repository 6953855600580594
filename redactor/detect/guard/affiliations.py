"""A person and an institution in one span, "Dr. X of Y Hospital": two mentions."""

from __future__ import annotations

import re

from redactor.entities import NAMES, Entity

_INSTITUTION = (
    r"(?i:hospitals?|clinics?|cent(?:er|re)|medical|health(?:care)?|institute|infirmary|hospice|university|practice"
    r"|associates|pharmacy|laborator(?:y|ies)|rehab(?:ilitation)?)"
)
TITLE = r"(?i:(dr|doctor|prof)|mr|mrs|ms|miss|mx)\.?[ \t]"
_TITLE = re.compile(TITLE)
_JOINT = re.compile(r"[ \t]+(?:of|at|from|with|@)[ \t]+(?:the[ \t]+)?|,[ \t]+(?:of[ \t]+|at[ \t]+)?(?:the[ \t]+)?")
_AT = re.compile(r"[ \t]+at[ \t]+(?:the[ \t]+)?")
_IS_INSTITUTION = re.compile(rf"\b{_INSTITUTION}\b")
_INSTITUTIONS = frozenset(
    {Entity.HOSPITAL, Entity.PHARMACY, Entity.DIAGNOSTIC_LABS, Entity.ORGANIZATION, Entity.LOCATION}
)
_LONGEST = 200


def split_person_from_institution(text: str, start: int, end: int, entity: Entity) -> list[tuple[int, int, Entity]]:
    """The range and its entity, or those of the person and of the institution.

    With a title in front, any joint ends the person. Without one, only " at " does, and only in a span of a name.
    """
    whole = [(start, end, entity)]
    if (entity not in NAMES and entity not in _INSTITUTIONS) or end - start > _LONGEST:
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
