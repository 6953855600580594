"""Hard negatives: what a student marks in text that names nobody.

Every passage in which it marks something becomes an example without identifiers. Nobody has annotated real notes, and
most that a student marks in them is right. A passage of one counts only where `existing_identifiers` finds nothing, not
even a possible identifier, and where the lists prove of every mark that it is a term of medicine or a thing named so.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Protocol

from corpus.engine.cast import Split
from corpus.examples import existing_identifiers
from corpus.examples.clinical_fields import ClinicalFields
from corpus.examples.density import density
from corpus.examples.existing_names import SPEAKER
from corpus.examples.mixture import generated, is_held_out
from corpus.examples.terminology import Terminology
from redactor.distill.examples import CLINICAL_FIELD, Example
from redactor.distill.note_sources import read_notes
from redactor.entities import NAMES, Entity
from redactor.lexicon import medicine, names, words
from redactor.text import Doubt, Note, Reading, Span

_TOGETHER = 64  # texts read at a time
_WIDEST = 300  # characters of a passage, where one sentence is not longer
_SPLIT: Split = "train"
_END = re.compile(r"(?<=[.!?])\s+|\n+")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_AFTER = re.compile(r"['’]?s? ?(\w+)?")
_PROVEN = frozenset({*NAMES, Entity.CITY, Entity.USERNAME, Entity.ID})
"""What a term of medicine can be taken for. Nothing proves that a word is no day, no age or no organisation (CVS)."""


class _Reader(Protocol):
    def detect(self, notes: Sequence[Note]) -> list[Reading]: ...


def mined(texts: Iterable[Example], student: _Reader, least: float) -> Iterator[Example]:
    """The passages in which the student marks something with the probability `least` or more, as negatives.

    texts: without identifiers, except perhaps in their masked ranges: a passage that touches one is left out.
    Look-alikes keep their labels. The student's `doubt` must not be above `least`.
    """
    source = iter(texts)
    while chunk := list(islice(source, _TOGETHER)):
        for text, reading in zip(chunk, student.detect([Note(t.id, t.text) for t in chunk]), strict=True):
            marks = _marked(reading, least)
            if text.source == "injected":
                doubtful = [(m.start, m.end) for m in marks if not _is_term(text.text, m)]
                text = replace(text, masked=(*text.masked, *doubtful))
            at = -1
            for m in marks:
                first, last = _passage(text, m.start, m.end)
                if first < at or any(a < last and first < b for a, b in text.masked):
                    continue
                at = last
                yield _cut(text, first, last)


def tallied(
    sources: Mapping[str, Iterable[Example]], student: _Reader, least: float, found: Counter[str]
) -> Iterator[Example]:
    """What is mined from each source in turn, each text once. found: gets the number of examples by source."""
    seen: set[str] = set()
    for source, texts in sources.items():
        for one in mined(texts, student, least):
            if one.text not in seen:
                seen.add(one.text)
                found[source] += 1
                yield one


def published(terminology: Path) -> Iterator[Example]:
    """Every text of the terminology, a field each."""
    texts = sorted({t for part in Terminology(terminology, _SPLIT).texts.values() for t in part})
    return (_plain(f"display-{i}", t) for i, t in enumerate(texts))


def clean_fields(terminology: Path, seed: int, count: int) -> Iterator[Example]:
    """The clinical fields that name nobody, of `count` that are made."""
    fields = ClinicalFields(terminology, _SPLIT)
    made = (
        fields.example(f"field-{seed}-{i}", random.Random(f"mine {seed} {i}")) for i in range(count if fields else 0)
    )
    return (e for e in made if not e.spans)


def clean_notes(seed: int, count: int) -> Iterator[Example]:
    """The generated notes that hold no identifier, of `count` that are made."""
    return (e for e in generated(seed, count, _SPLIT) if density(e) == 0.0)


def real_notes(notes: Path) -> Iterator[Example]:
    """Real notes; known and possible identifiers are masked. Raises NotesError as `read_notes` does."""
    for note in read_notes(notes):
        if not is_held_out(note):
            found = tuple((f.start, f.end) for f in existing_identifiers.find(note.text))
            speech = bool(SPEAKER.search(note.text)) or note.fields.get("kind") == "dialogue"
            yield Example(f"real-{note.id}", "dialogue" if speech else "note", "injected", note.text, (), found)


def _plain(id: str, text: str) -> Example:
    return Example(id, CLINICAL_FIELD, "field", text, ())


def _marked(reading: Reading, least: float) -> list[Span | Doubt]:
    spans: list[Span | Doubt] = [s for s in reading.spans if s.score is not None and s.score >= least]
    return sorted([*spans, *(d for d in reading.doubts if d.score >= least)], key=lambda m: m.start)


def _is_term(text: str, m: Span | Doubt) -> bool:
    """Whether each word of a mark is a word of medicine and no name, or an eponym before what it names."""
    value = text[m.start : m.end]
    found = [words.plain(w) for w in _WORD.findall(value)]
    after = _AFTER.match(text, m.end)
    named = (after[1] or "") if after else ""
    if m.entity not in _PROVEN or not found or any(c.isdigit() for c in value):
        return False
    return all(
        (w in medicine.terms() and w not in medicine.frequent_names() and not _is_name(w))
        or (w.removesuffix("'s") in medicine.eponyms() and words.plain(named) in words.EPONYMOUS)
        for w in found
    )


def _is_name(word: str) -> bool:
    return word in names.given() or word in names.family()


def _passage(text: Example, start: int, end: int) -> tuple[int, int]:
    """The sentence of a mark, widened by its neighbours while they fit in and hold nothing masked."""
    borders = [(0, 0), *(m.span() for m in _END.finditer(text.text)), (len(text.text),) * 2]
    first = max(i for i, (_, after) in enumerate(borders) if after <= start)
    last = min(i for i, (before, _) in enumerate(borders) if before >= end)

    def fits(a: int, b: int) -> bool:
        at, to = borders[a][1], borders[b][0]
        return to - at <= _WIDEST and not any(m < to and at < n for m, n in text.masked)

    while first > 0 and fits(first - 1, last):
        first -= 1
    while last < len(borders) - 1 and fits(first, last + 1):
        last += 1
    return borders[first][1], borders[last][0]


def _cut(text: Example, first: int, last: int) -> Example:
    spans = tuple((a - first, b - first, label) for a, b, label in text.spans if first <= a and b <= last)
    return Example(f"mined-{text.id}-{first}", text.kind, "mined", text.text[first:last], spans)
