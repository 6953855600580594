"""From what tools answered to figures: check spans, convert labels, score with the scorer of `redactor evaluate`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from benchmarks.peers.tools import Answers
from redactor.entities import DATES, FROM_SHIELD, INFO, NAMES, Entity
from redactor.evaluate.figures import Figure, Report, evaluate_documents, ratio_figures
from redactor.evaluate.label_maps import known_label
from redactor.evaluate.spans import IGNORED, Document, Labelled, category_of_label

_E = Entity
# A tool that claims the entity on the left is asked for those on the right, and for nothing that is wider.
_CLAIMED: dict[Entity, frozenset[Entity]] = {
    **dict.fromkeys(NAMES, NAMES),
    **dict.fromkeys(DATES, DATES),
    _E.LOCATION: frozenset({_E.LOCATION, _E.CITY, _E.COUNTY, _E.STATE, _E.COUNTRY}),
    _E.STREET: frozenset({_E.STREET, _E.ADDRESS}),
    _E.TELEPHONE_NUMBER: frozenset({_E.TELEPHONE_NUMBER, _E.FAX_NUMBER}),
}
_NAME = INFO[_E.PERSON].shield
_CATEGORIES = {*FROM_SHIELD, *(info.shield for info in INFO.values())}


@dataclass(slots=True)
class Faults:
    """What was wrong with the answers of a tool, in numbers.

    failed: texts on which it failed, by the type of its exception. unanswered: texts that were left when its process
    had died. Both count as texts in which nothing was found. differing: texts of which another reading found something
    else; the first is scored. outside, empty, reversed: spans that are left out, because
    they do not lie in the text (or have no whole numbers as offsets) or hold nothing. in_bytes, in_utf16: spans whose
    offsets count UTF-8 bytes or UTF-16 units and were converted. other_text: spans that the tool says have another text
    than their offsets tell; the offsets are scored. unknown: spans by label that no map has; they count without a type.
    no_identifier: spans by label that means no identifier; they are left out.
    """

    failed: Counter[str] = field(default_factory=Counter)
    unanswered: int = 0
    differing: int = 0
    outside: int = 0
    empty: int = 0
    reversed: int = 0
    in_bytes: int = 0
    in_utf16: int = 0
    other_text: int = 0
    unknown: Counter[str] = field(default_factory=Counter)
    no_identifier: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of a tool on a set. rate: kilobytes of text (1,024 characters) per second of CPU time."""

    report: Report
    rate: Figure
    faults: Faults


@dataclass(frozen=True, slots=True)
class ClaimedRow:
    """Figures over the gold that a tool says it finds; what other gold covers counts neither way.

    ours: recall of this project's configurations on the same gold.
    """

    report: Report
    ours: tuple[Figure, ...]


def score(gold: Sequence[Document], answers: Answers) -> Row:
    """Score the answers of a tool against gold whose labels are converted (`with_categories`)."""
    faults = Faults()
    documents = [_answered(d, answers, faults) for d in gold]
    read = [(len(d.text), answers.rows[d.id]["cpu"]) for d in gold if d.id in answers.rows]
    counts = np.array(read, dtype=np.float64).reshape(len(read), 2)
    (rate,) = ratio_figures(counts[:, :1], counts[:, 1:], [1e6 / 1024])
    return Row(_report(documents), rate, faults)


def score_claimed(gold: Sequence[Document], answers: Answers, ours: Sequence[Answers]) -> ClaimedRow | None:
    """Score a tool, and this project's configurations, on the gold that the tool claims. None if it claims none of it.

    gold: with the labels that the set has.
    """
    claimed = claimed_entities(answers.claims)
    kept = [_relabelled(d, lambda label: (e := entity_of_label(label)) is not None and e in claimed) for d in gold]
    if not any(s.label != IGNORED for d in kept for s in d.gold):
        return None
    reports = [_report([_answered(d, a, Faults()) for d in kept]) for a in (answers, *ours)]
    return ClaimedRow(reports[0], tuple(r.recall for r in reports[1:]))


def with_categories(gold: Sequence[Document]) -> list[Document]:
    """Return the documents with categories in place of labels."""
    return [_relabelled(d, lambda _: True) for d in gold]


def category(label: str) -> str:
    """Return the category by which types are compared: SHIELD's, with one for the names of patients and of staff."""
    found = category_of_label(label)
    return _NAME if found == INFO[_E.DOCTOR].shield else found


def entity_of_label(label: str) -> Entity | None:
    """Return the entity that a label means, or None."""
    if (known := known_label(label)) is None or known[0] is None:
        return None
    return FROM_SHIELD[known[0]] if known[0] in FROM_SHIELD else Entity(known[0])


def claimed_entities(claims: Iterable[str]) -> frozenset[Entity]:
    """Return the entities for which a tool is asked that says it finds these labels."""
    entities = (entity_of_label(label) for label in claims)
    return frozenset[Entity]().union(*(_CLAIMED.get(e, {e}) for e in entities if e is not None))


def _report(documents: Sequence[Document]) -> Report:
    """Return the figures without what names single spans."""
    report = evaluate_documents(documents, mapped={IGNORED: None})
    return replace(report, missed=(), false=(), confusion={}, causes=())


def _relabelled(d: Document, keeps: Callable[[str], bool]) -> Document:
    gold = tuple(Labelled(s.start, s.end, category(s.label) if keeps(s.label) else IGNORED) for s in d.gold)
    return Document(d.id, d.text, gold, (), d.group)


def _answered(d: Document, answers: Answers, faults: Faults) -> Document:
    """Return the document with the spans of a tool, after they have been checked."""
    row = answers.rows.get(d.id)
    if row is None:
        faults.unanswered += 1
    elif "error" in row:
        faults.failed[row["error"]] += 1
    faults.differing += bool(row and row.get("differs"))
    spans = () if row is None else row.get("spans", ())
    found = [placed for told in spans if (placed := _placed(d.text, told, faults)) is not None]
    return Document(d.id, d.text, d.gold, tuple(_outermost(found)), d.group)


def _placed(text: str, told: Sequence[Any], faults: Faults) -> tuple[Labelled, float] | None:
    """Return a span with its score if it can be scored, and count what is wrong with it."""
    start, end, label, probability, said = told
    target = category(label)
    if target == IGNORED:
        faults.no_identifier[label] += 1
        return None
    if not (isinstance(start, int) and isinstance(end, int)):
        faults.outside += 1
        return None
    if said and text[max(0, start) : max(0, end)] != said:
        start, end = _converted(text, start, end, said, faults)
    if start == end:
        faults.empty += 1
    elif start > end:
        faults.reversed += 1
    elif start < 0 or end > len(text):
        faults.outside += 1
    else:
        if target not in _CATEGORIES:
            faults.unknown[label] += 1
        return Labelled(start, end, target), 0.0 if probability is None else probability
    return None


def _converted(text: str, start: int, end: int, said: str, faults: Faults) -> tuple[int, int]:
    """Return the offsets in characters if they count something else, by the text that the tool says the span has."""
    for encoding, unit, name in (("utf-8", 1, "in_bytes"), ("utf-16-le", 2, "in_utf16")):
        raw = text.encode(encoding, "surrogatepass")
        if 0 <= start < end and raw[start * unit : end * unit] == said.encode(encoding, "surrogatepass"):
            setattr(faults, name, getattr(faults, name) + 1)
            at = len(raw[: start * unit].decode(encoding, "surrogatepass"))
            return at, at + len(said)
    faults.other_text += 1
    return start, end


def _outermost(found: Iterable[tuple[Labelled, float]]) -> list[Labelled]:
    """Return the spans that lie in no other; of equal ones, that with the higher score, then that told first.

    A tool masks a stretch of text once, whatever number of its rules matched there.
    """
    kept: list[Labelled] = []
    for span, _ in sorted(found, key=lambda f: (f[0].start, -f[0].end, -f[1])):
        if not kept or span.end > kept[-1].end:
            kept.append(span)
    return kept
