"""Tells the canary of a request from the text of the note that it is sent with, by its sentences."""

from __future__ import annotations

import re

from redactor.detect.cascade import canaries

_SENTENCES = (
    *canaries._NAME_SENTENCES,
    *canaries._DATE_SENTENCES,
    *canaries._PLACE_SENTENCES,
    *canaries._PHONE_SENTENCES,
    *canaries._NUMBER_SENTENCES,
)
_FILLER = "|".join(map(re.escape, canaries._FILLERS))
_CARRIERS = "|".join("(.+?)".join(map(re.escape, s.split("{}"))) for s in _SENTENCES)
_PARAGRAPH = re.compile(f"(?:(?:{_FILLER}) )*(?:{_CARRIERS})(?: (?:{_FILLER}))*", re.DOTALL)


def parted(text: str) -> tuple[str, str]:
    """The text without the canary's paragraph, and the canary. Raises AssertionError where there is none."""
    first, _, rest = text.partition("\n\n")
    before, _, last = text.rpartition("\n\n")
    for paragraph, note in ((first, rest), (last, before)):
        match = _PARAGRAPH.fullmatch(paragraph)
        if match is not None:
            return note, next(value for value in match.groups() if value is not None)
    raise AssertionError("a request without a canary")


def hidden_id(content: str) -> str:
    """The id of the canary among those of a request with questions."""
    for fenced in _FENCED.findall(content):
        for paragraph in (fenced.partition("\n\n")[0], fenced.rpartition("\n\n")[2]):
            ids = _TAG.findall(paragraph)
            if len(ids) == 1 and _PARAGRAPH.fullmatch(_TAGS.sub("", paragraph)):
                return str(ids[0])
    raise AssertionError("a request without a canary")


def hidden_entity(content: str) -> dict[str, str]:
    """The canary of a request for a pass, as an answer lists it."""
    (fenced,) = _FENCED.findall(content)
    _, value = parted(fenced)
    return {"type": "ID", "text": value, "context": value}


_FENCED = re.compile(r"<(?:text|note)-[a-z2-7]{10}>\n(.*?)\n</(?:text|note)-[a-z2-7]{10}>", re.DOTALL)
_TAG = re.compile(r"<([a-z2-7]{10})>")
_TAGS = re.compile(r"</?[a-z2-7]{10}>")
