"""Tell what stands behind a name that was found (degrees, years of birth), and which words the names consist of.

The detectors leave degrees outside of a name. "Dr. Roe, PT to evaluate" is no physical therapist: a degree that is also
a word, a treatment or somebody else's role counts where the words end, or before a degree that is neither. No detector
sees a year of birth behind a name: patterns know no names that the student or the records give, and to the student a
year in brackets is one of publication.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from redactor.entities import NAMES, Entity
from redactor.lexicon import wordlists
from redactor.lexicon.titles import AMBIGUOUS_CREDENTIALS, CREDENTIALS, DEGREES, FAMILY_PARTICLES
from redactor.lexicon.words import word_set
from redactor.text import KnownValue, Note, Span
from redactor.unicode_fold import fold

_WRITTEN = sorted({*CREDENTIALS, *map(str.upper, DEGREES)}, key=lambda word: (-len(word), word))
_DEGREE = re.compile(rf"({'|'.join(_WRITTEN)}|Ph\.? ?D\.?|(?:[A-Z]\.){{2,4}}|[A-Z]\.[A-Z])(-(?:C|BC|SLP))?(?![^\W_])")
_BEFORE = re.compile(r",?[^\S\n]{1,2}\(?|,|[^\S\n]?\(")
_SUFFIX = re.compile(r",?[^\S\n](?:[JS]r\.?|I{2,3}|IV)(?![^\W_])")
_END = re.compile(r"[^\S\n]*(?:\Z|[\n.;:)\]])")
_TITLED = re.compile(r"(?:dr|doctor|prof|professor)\b", re.IGNORECASE)
_DEGREES = frozenset(word.lower() for word in _WRITTEN)
# Behind a doctor these are roles of somebody else, or what somebody does.
_ROLES = AMBIGUOUS_CREDENTIALS | word_set(
    "rn np lpn lvn cna aprn arnp crna cnm cns slp ccc emt cma rrt rdn rph pac dpt otr lcsw msw"
)


def degrees_behind(text: str, start: int, end: int, limit: int | None = None) -> int:
    """Return the end of the degrees behind the name text[start:end], or `end` where no degree follows.

    The first letter of "M.D." may have been taken for the last of the name. limit: no degree behind this offset counts.
    """
    limit = len(text) if limit is None else limit
    if text[end - 2 : end - 1] in (" ", ",") and text[end - 1].isupper() and text[end : end + 1] == ".":
        dotted = _DEGREE.match(text, end - 1)
        if dotted is not None and _degree_key(dotted) in _DEGREES:
            return degrees_behind(text, start, dotted.end(), limit)
    titled = _TITLED.match(text, start, end) is not None
    at = sure = end
    suffix = _SUFFIX.match(text, at)
    if suffix is not None:
        at = suffix.end()
    while (before := _BEFORE.match(text, at)) is not None:
        degree = _DEGREE.match(text, before.end())
        key = "" if degree is None else _degree_key(degree)
        if degree is None or key not in _DEGREES or degree.end() > limit:
            break
        at = degree.end()
        is_plain = not degree[2] and key in (_ROLES if titled else AMBIGUOUS_CREDENTIALS)
        is_apart = not titled and before[0].startswith(",") and _sentence_goes_on(text, at)
        if not is_plain or is_apart or _END.match(text, at):
            sure = at
    return sure + (text[sure : sure + 1] == ")" and "(" in text[end:sure])


def _sentence_goes_on(text: str, at: int) -> bool:
    """Return whether words of a sentence follow, and no name that the capitals could belong to: "Roe, PT, was"."""
    return re.match(r",?[^\S\n][a-z]", text[at : at + 3]) is not None


def _degree_key(degree: re.Match[str]) -> str:
    return "".join(c for c in degree[1].lower() if c.isalpha())


_YEAR = r"((?:18|19|20)[0-9]{2})"
_YEAR_BEHIND = re.compile(
    rf"(?:['’]s)?(?:"
    rf"\s?[(\[]\s?(?:\*|b\.|born)?\s?{_YEAR}\s?(?:[-–]\s?(?:[0-9]{{4}}|present|now|living)?\s?)?[)\]]"
    rf"|,?\s?\*\s?{_YEAR}"
    rf"|,?\s?[(\[]?(?:m|f|male|female),?\s{_YEAR}"  # the sex between them
    rf"|(?:\s?\|\s?|\t\s?|,){_YEAR}(?=\s?(?:[|\t,]|$))"  # the cells of a table
    rf")(?![\w/-])",
    re.IGNORECASE | re.MULTILINE,
)
_YEAR_SOURCES = ("beside-name",)


def years_beside_names(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """Yield years of birth behind the names among the spans: "Jane (1926)", "Erika Brandt, *1923"."""
    for s in spans:
        if s.entity in NAMES and (found := _YEAR_BEHIND.match(text, s.end)):
            start, end = found.span(found.lastindex or 0)
            yield Span(start, end, Entity.BIRTH_DATE_TIME, None, "strong", _YEAR_SOURCES)


_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST_WORD = 3  # a state's code is no name


def name_words(note: Note, spans: Iterable[Span]) -> frozenset[str]:
    """Return the folded words of the names and streets that are known of the subject or found in the note.

    The particles of names are left out, and words such as "street" and "north". spans: of the note, resolved.
    """
    texts = [text for known in note.known for text in _named_texts(known)]
    texts += [note.text[s.start : s.end] for s in spans if s.entity in NAMES or s.entity is Entity.STREET]
    plain = FAMILY_PARTICLES | wordlists.word_set("places", "type") | wordlists.word_set("places", "direction")
    return frozenset(words_of(" ".join(texts)) - plain)


def words_of(text: str, shortest: int = _SHORTEST_WORD) -> set[str]:
    """Return the folded words of so many letters and more."""
    return {word for word in _WORD.findall(fold(text, caseless=True).text) if len(word) >= shortest}


def _named_texts(known: KnownValue) -> Iterator[str]:
    if known.entity in NAMES or known.entity is Entity.STREET:
        yield known.value
    elif known.entity is Entity.ADDRESS:
        yield from (text for name, text in known.parts if name == "line")
