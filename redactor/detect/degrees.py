"""The degrees behind the name of a clinician: where what replaces the name takes them along.

The detectors leave them outside of a name. "Dr. Roe, PT to evaluate" is no physical therapist: what is also a word, a
treatment or somebody else's role counts where the words end, or before a degree that is neither.
"""

from __future__ import annotations

import re

from redactor.lexicon.titles import AMBIGUOUS_CREDENTIALS, CREDENTIALS, DEGREES
from redactor.lexicon.words import word_set

_WRITTEN = sorted({*CREDENTIALS, *map(str.upper, DEGREES)}, key=lambda word: (-len(word), word))
_DEGREE = re.compile(rf"({'|'.join(_WRITTEN)}|Ph\.? ?D\.?|(?:[A-Z]\.){{2,4}}|[A-Z]\.[A-Z])(-(?:C|BC|SLP))?(?![^\W_])")
_BEFORE = re.compile(r",?[^\S\n]{1,2}\(?|,|[^\S\n]?\(")
_SUFFIX = re.compile(r",?[^\S\n](?:[JS]r\.?|I{2,3}|IV)(?![^\W_])")
_END = re.compile(r"[^\S\n]*(?:\Z|[\n.;:)\]])")
_TITLED = re.compile(r"(?:dr|doctor|prof|professor)\b", re.IGNORECASE)
_DEGREES = frozenset(word.lower() for word in _WRITTEN)
# Roles of somebody else, and what they do, where they follow a doctor.
_ROLES = AMBIGUOUS_CREDENTIALS | word_set(
    "rn np lpn lvn cna aprn arnp crna cnm cns slp ccc emt cma rrt rdn rph pac dpt otr lcsw msw"
)


def degrees_behind(text: str, start: int, end: int, limit: int | None = None) -> int:
    """The end of the degrees behind the name text[start:end], or its own end where none are.

    The first letter of "M.D." may have been taken for the last of the name. limit: no degree behind it counts.
    """
    limit = len(text) if limit is None else limit
    if text[end - 2 : end - 1] in (" ", ",") and text[end - 1].isupper() and text[end : end + 1] == ".":
        dotted = _DEGREE.match(text, end - 1)
        if dotted is not None and _key(dotted) in _DEGREES:
            return degrees_behind(text, start, dotted.end(), limit)
    titled = _TITLED.match(text, start, end) is not None
    at = sure = end
    suffix = _SUFFIX.match(text, at)
    if suffix is not None:
        at = suffix.end()
    while (before := _BEFORE.match(text, at)) is not None:
        degree = _DEGREE.match(text, before.end())
        key = "" if degree is None else _key(degree)
        if degree is None or key not in _DEGREES or degree.end() > limit:
            break
        at = degree.end()
        is_plain = not degree[2] and key in (_ROLES if titled else AMBIGUOUS_CREDENTIALS)
        is_apart = not titled and before[0].startswith(",") and _goes_on(text, at)
        if not is_plain or is_apart or _END.match(text, at):
            sure = at
    return sure + (text[sure : sure + 1] == ")" and "(" in text[end:sure])


def _goes_on(text: str, at: int) -> bool:
    """Whether words of a sentence follow, and no sign or name that the capitals could belong to: "Roe, PT, was"."""
    return re.match(r",?[^\S\n][a-z]", text[at : at + 3]) is not None


def _key(degree: re.Match[str]) -> str:
    return "".join(c for c in degree[1].lower() if c.isalpha())
