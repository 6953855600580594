"""Measure what de-identification takes away from clinical text, or makes up, by the facts of a text before and after.

Facts are compared as counted sets of a text: replacements move offsets, and a fact that is kept keeps its characters. A
changed dose counts as a lost and a made-up fact.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from redactor.detect.facts import measures
from redactor.detect.guard import is_only_a_word
from redactor.evaluate.figures import Figure, ratio_figures
from redactor.lexicon.words import plain

_WORD = re.compile(r"[^\W\d_]{3,}")
_UNIT = re.compile(r"[A-Za-zµμ%°][\w/%µμ°.]*$")
_ICD_10 = re.compile(r"(?<![\w.])[A-TV-Z]\d[0-9A-Z]\.[0-9A-Z]{1,4}(?![\w.])")
_LOINC = re.compile(r"(?i:loinc)[\s:#(]{1,4}(\d{1,7}-\d)(?!\d)")
_SNOMED = re.compile(r"(?i:snomed(?:[ -]ct)?)[\s:#(]{1,4}(\d{6,18})(?!\d)")
Facts = Iterator[tuple[int, int, str]]
"""The start and end of each fact, and the text that is compared."""


@dataclass(frozen=True, slots=True)
class TextPair:
    """A text before and after de-identification. identifiers: the (start, end) ranges of `before` that must change."""

    id: str
    before: str
    after: str
    identifiers: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """A fact that is gone, or that only the text after holds. at: its place in the text that holds it."""

    id: str
    kind: str
    fact: str
    at: tuple[int, int]
    made_up: bool


@dataclass(frozen=True, slots=True)
class UtilityReport:
    """The facts that texts lost or gained.

    lost: by kind the share of the facts before that are gone, with 95 % intervals over texts. made_up: by kind the
    number of facts that only the texts after hold.
    """

    texts: int
    lost: dict[str, Figure]
    made_up: dict[str, int]
    changes: tuple[Change, ...]


def compare_texts(pairs: Iterable[TextPair]) -> UtilityReport:
    """Compare all texts."""
    rows: list[list[tuple[int, int]]] = []
    made_up: Counter[str] = Counter()
    changes: list[Change] = []
    for pair in pairs:
        row = []
        for kind, find in KINDS.items():
            before = _outside_identifiers(find(pair.before), pair.identifiers)
            after = list(find(pair.after))
            gone = _missing_facts(pair.id, kind, before, after, made_up=False)
            # Stand-ins are words and may look like codes; only measurements and units are surely facts in the new text.
            new = (
                _missing_facts(pair.id, kind, after, list(find(pair.before)), made_up=True)
                if kind in _KINDS_BY_FORM
                else []
            )
            row.append((len(gone), len(before)))
            made_up[kind] += len(new)
            changes += [*gone, *new]
        rows.append(row)
    counts = np.array(rows, dtype=np.float64).reshape(len(rows), len(KINDS), 2)
    lost = ratio_figures(counts[:, :, 0], counts[:, :, 1], (1,) * len(KINDS)) if rows else []
    return UtilityReport(
        len(rows), dict(zip(KINDS, lost, strict=False)), {k: made_up[k] for k in _KINDS_BY_FORM}, tuple(changes)
    )


def _find_measurements(text: str) -> Facts:
    for start, end in measures(text):
        yield start, end, " ".join(text[start:end].split())


def _find_units(text: str) -> Facts:
    for start, end in measures(text):
        if unit := _UNIT.search(text[start:end]):
            yield start + unit.start(), end, unit[0]


def _find_codes(text: str) -> Facts:
    for m in _ICD_10.finditer(text):
        yield m.start(), m.end(), m[0]
    for pattern in (_LOINC, _SNOMED):
        for m in pattern.finditer(text):
            yield m.start(1), m.end(1), m[1]


def _find_words(text: str) -> Facts:
    """Yield words of prose and medicine that are nobody's name."""
    for m in _WORD.finditer(text):
        if is_only_a_word(plain(m[0])):
            yield m.start(), m.end(), m[0]


KINDS: dict[str, Callable[[str], Facts]] = {
    "doses, vital signs, results": _find_measurements,
    "units": _find_units,
    "codes": _find_codes,
    "words": _find_words,
}
_KINDS_BY_FORM = ("doses, vital signs, results", "units")


def _outside_identifiers(facts: Facts, identifiers: tuple[tuple[int, int], ...]) -> list[tuple[int, int, str]]:
    """Return the facts that touch no identifier."""
    ranges = sorted(identifiers)
    out = []
    i = 0
    for start, end, fact in sorted(facts):
        while i < len(ranges) and ranges[i][1] <= start:
            i += 1
        if i == len(ranges) or end <= ranges[i][0]:
            out.append((start, end, fact))
    return out


def _missing_facts(
    id_: str, kind: str, facts: list[tuple[int, int, str]], other_facts: list[tuple[int, int, str]], *, made_up: bool
) -> list[Change]:
    """Return the facts of one text that the other lacks, as often as it lacks them."""
    left = Counter(fact for _, _, fact in other_facts)
    out = []
    for start, end, fact in facts:
        left[fact] -= 1
        if left[fact] < 0:
            out.append(Change(id_, kind, fact, (start, end), made_up))
    return out
