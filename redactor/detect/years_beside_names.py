"""Years of birth behind a name that was found: "Jane (1926)", "Erika Brandt, *1923", "G. Thorne, F, 1926".

No detector sees them: patterns know no names that the student or the records give, and to the student a year in
brackets is one of publication.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from redactor.entities import NAMES, Entity
from redactor.text import Span

_YEAR = r"((?:18|19|20)[0-9]{2})"
_BEHIND = re.compile(
    rf"(?:['’]s)?(?:"
    rf"\s?[(\[]\s?(?:\*|b\.|born)?\s?{_YEAR}\s?(?:[-–]\s?(?:[0-9]{{4}}|present|now|living)?\s?)?[)\]]"
    rf"|,?\s?\*\s?{_YEAR}"
    rf"|,?\s?[(\[]?(?:m|f|male|female),?\s{_YEAR}"  # the sex between them
    rf"|(?:\s?\|\s?|\t\s?|,){_YEAR}(?=\s?(?:[|\t,]|$))"  # the cells of a table
    rf")(?![\w/-])",
    re.IGNORECASE | re.MULTILINE,
)
_SOURCES = ("beside-name",)


def years_beside_names(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """Those behind the names among the spans."""
    for s in spans:
        if s.entity in NAMES and (found := _BEHIND.match(text, s.end)):
            start, end = found.span(found.lastindex or 0)
            yield Span(start, end, Entity.BIRTH_DATE_TIME, None, "strong", _SOURCES)
