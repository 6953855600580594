"""How good stand-ins are: the metrics of RedactOR A.7 and AIMI's stability (its experiment 2), by rules.

None of them measures privacy: a text that was left alone keeps, fits and agrees best. They stand beside leak tests.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import comb
from typing import Protocol

import numpy as np

from redactor import dates
from redactor.entities import Entity
from redactor.evaluate.bootstrap import ratios
from redactor.evaluate.relex_attributes import attributes, words_of
from redactor.evaluate.relex_coherence import coherent
from redactor.evaluate.relex_pairs import NOTHING, Pair, Rate, Rewritten, Row, Score, Sort, rates, scored, sort_of
from redactor.evaluate.spans import COVERED, Document, Labelled, evaluate
from redactor.lexicon.nicknames import may_be_one_name, root_of
from redactor.text import Note, Reading, Span
from relex.identity.name_scanner import Token
from relex.identity.name_scanner import TokenKind as Word
from relex.text_forms import folded

__all__ = [
    "Consistency",
    "Judge",
    "Pair",
    "Rate",
    "Read",
    "Rewritten",
    "Score",
    "Spread",
    "Stability",
    "coherence",
    "consistency",
    "preservation",
    "stability",
]

Read = Callable[[Sequence[Note]], Sequence[Reading]]
"""Detector.detect, or Engine.read"""


class Judge(Protocol):
    """Says how well each stand-in reads where it stands, in [0, 1]; None: it cannot tell. A model can be one."""

    def __call__(self, pairs: Sequence[Pair]) -> Sequence[float | None]: ...


# --- Entity preservation rate (A.7) -----------------------------------------------------------------------------------


def preservation(notes: Sequence[Rewritten], read: Read) -> Score:
    """The share of stand-ins that keep their original's role and all of its attributes.

    role: where the detectors find an identifier of the sort at the original's place, reading the note as it was and
    without known values, they find one of that sort at the stand-in's place. Attributes: `relex_attributes`. A pair to
    which no rule applies is not counted.
    """
    old = read([Note(f"{n.id}/old", n.original) for n in notes])
    new = read([Note(f"{n.id}/new", n.text) for n in notes])
    judged = []
    for note, before, after in zip(notes, old, new, strict=True):
        for pair, span, place in note.pairs():
            role = _finds(after.spans, place) if _finds(before.spans, span) else None
            rules = {"role": role, **attributes(pair)}
            told = [held for held in rules.values() if held is not None]
            judged.append((pair, float(all(told)) if told else None, rules))
    return scored(judged)


def _finds(spans: Iterable[Span], place: Span) -> bool:
    """Whether spans of its sort cover 80 % of a place, which may be empty: then nothing does."""
    covered = np.zeros(place.end - place.start, dtype=bool)
    for s in spans:
        if s.start < place.end and place.start < s.end and sort_of(s.entity) is sort_of(place.entity):
            covered[max(0, s.start - place.start) : s.end - place.start] = True
    return bool(len(covered) and covered.sum() >= COVERED * len(covered))


# --- Contextual coherence score (A.7) ---------------------------------------------------------------------------------


def coherence(pairs: Sequence[Pair], judge: Judge | None = None) -> Score:
    """The mean over pairs of the share of rules of `relex_coherence` that hold; or of what the judge says.

    The rates by rule are the rules' own in either case.
    """
    rules = [coherent(pair) for pair in pairs]
    values = [_share(r) for r in rules] if judge is None else judge(pairs)
    return scored(zip(pairs, values, rules, strict=True))


def _share(rules: dict[str, bool | None]) -> float | None:
    told = [held for held in rules.values() if held is not None]
    return sum(told) / len(told) if told else None


# --- Replacement consistency (A.7) ------------------------------------------------------------------------------------

_INITIALS = frozenset({"initial", "family initial"})
_SITE_WIDE = frozenset({Entity.HOSPITAL, Entity.PHARMACY, Entity.DIAGNOSTIC_LABS, Entity.ORGANIZATION})


@dataclass(frozen=True, slots=True)
class Consistency:
    """same: of all pairs of mentions of one original, the share with one stand-in; across: of those in two documents.

    distinct: the share of originals whose stand-ins no other original of their scope has. sorts: `same` by sort.
    Intervals draw scopes.
    """

    same: Rate
    across: Rate
    distinct: Rate
    sorts: dict[str, Rate]


def consistency(pairs: Iterable[Pair]) -> Consistency:
    """How well mentions of one original agree, and how well originals stay apart.

    An original is a part of a name (a nickname is its name), a day, or else a value without case and separators. Its
    scope is the subject, for organisations the site; what stands in nobody's record is the site's. Initials are too few
    to stay apart; those of clinicians, of other people and of family names are originals of their own.
    """
    mentions: dict[tuple[str, Sort, str], Counter[tuple[str, str]]] = defaultdict(Counter)
    roles: dict[tuple[str, Sort, str], set[str]] = defaultdict(set)
    for pair in pairs:
        scope = "" if pair.subject is None or pair.entity in _SITE_WIDE else f"subject {pair.subject}"
        for role, original, standin in parts_of(pair):
            mentions[scope, pair.sort, original][pair.document, standin] += 1
            roles[scope, pair.sort, original].add(role)
    rows: list[Row] = []
    bearers: dict[tuple[str, Sort, str, str], set[str]] = defaultdict(set)
    for (scope, sort, original), found in mentions.items():
        agree, total = _agreeing(sort, found)
        here = [_agreeing(sort, Counter({k: n for k, n in found.items() if k[0] == d})) for d in {d for d, _ in found}]
        rows += [(scope, "same", agree, total), (scope, f"sort {sort}", agree, total)]
        rows.append((scope, "across", agree - sum(a for a, _ in here), total - sum(t for _, t in here)))
        for _, standin in found:
            for role in roles[scope, sort, original] - _INITIALS:
                bearers[scope, sort, role, standin].add(original)
    shared = {
        (scope, sort, one)
        for (scope, sort, _, _), originals in bearers.items()
        for one in originals
        if any(not _one_name(sort, one, other) for other in originals)
    }
    rows += [(key[0], "distinct", float(key not in shared), 1) for key in mentions if not roles[key] <= _INITIALS]
    told = rates(rows)
    return Consistency(
        told.get("same", NOTHING),
        told.get("across", NOTHING),
        told.get("distinct", NOTHING),
        {name.removeprefix("sort "): rate for name, rate in told.items() if name.startswith("sort ")},
    )


def parts_of(pair: Pair) -> tuple[tuple[str, str, str], ...]:
    """(role, original, stand-in) of each part that can be told from its original, in canonical form.

    A name whose words do not match its stand-in's one to one is one part; a date that is no full day is none.
    """
    if pair.sort is Sort.NAME:
        old, new = words_of(pair.original), words_of(pair.standin)
        if old and len(old) == len(new):
            clinician = pair.entity is Entity.DOCTOR
            return tuple(_word(a, b, clinician) for a, b in zip(old, new, strict=True))
    if pair.sort is Sort.DATE:
        days = [dates.parse_day(v) for v in (pair.original, pair.standin)]
        if days[0] is None:
            return ()
        return (("day", days[0].isoformat(), days[1].isoformat() if days[1] else folded(pair.standin)),)
    return ((pair.sort, _compact(pair.original), _compact(pair.standin)),)


def _word(old: Token, new: Token, clinician: bool) -> tuple[str, str, str]:
    if old.kind is Word.INITIAL:
        return "initial", f"{'clinician' if clinician else 'given'} {old.key}", new.key
    if old.kind is Word.FAMILY_INITIAL:
        return "family initial", f"family {old.key}", new.key
    return "family" if old.kind is Word.FAMILY else "given", root_of(old.key), new.key


def _one_name(sort: Sort, a: str, b: str) -> bool:
    """Whether both are one value, or forms of one given name."""
    return a == b or (sort is Sort.NAME and may_be_one_name(a, b))


def _compact(value: str) -> str:
    plain = folded(value)
    return "".join(c for c in plain if c.isalnum()) or plain


def _agreeing(sort: Sort, found: Counter[tuple[str, str]]) -> tuple[int, int]:
    """Of all pairs of mentions, those with one stand-in, and all. Forms of one given name are one."""
    by_standin: Counter[str] = Counter()
    for (_, standin), n in sorted(found.items(), key=lambda item: item[0]):
        by_standin[next((s for s in by_standin if _one_name(sort, s, standin)), standin)] += n
    return sum(comb(n, 2) for n in by_standin.values()), comb(by_standin.total(), 2)


# --- Stability (AIMI, experiment 2) -----------------------------------------------------------------------------------

_ASIDE = "ASIDE"


@dataclass(frozen=True, slots=True)
class Spread:
    """A figure over versions. low, high: 95 % interval of its mean, versions drawn again; sd: of a sample."""

    mean: float
    sd: float
    low: float
    high: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Stability:
    """Detection of the stand-ins, type-blind, and the recall of each category with its type."""

    versions: int
    recall: Spread
    precision: Spread
    f1: Spread
    typed_recall: dict[str, Spread]


def stability(versions: Iterable[Sequence[Rewritten]], read: Read) -> Stability:
    """How well the detectors find the stand-ins, in each of several versions of the same notes under other keys.

    A stand-in is found when 80 % of it is covered (redactor.evaluate.spans). Versions are taken one at a time. Raises
    ValueError without one.
    """
    figures: dict[str, list[float]] = defaultdict(list)
    count = 0
    for notes in versions:
        count += 1
        readings = read([Note(n.id, n.text) for n in notes])
        report = evaluate([_document(n, r) for n, r in zip(notes, readings, strict=True)], mapped={_ASIDE: None})
        figures["recall"].append(report.recall.value)
        figures["precision"].append(report.precision.value)
        figures["f1"].append(report.f1)
        for category, by in report.by_label.items():
            figures[f"typed {category}"].append(by["typed_recall"].value)
    if not count:
        raise ValueError("stability needs at least one version")
    spreads = {name: _spread(values) for name, values in sorted(figures.items())}
    return Stability(
        count,
        spreads["recall"],
        spreads["precision"],
        spreads["f1"],
        {name.removeprefix("typed "): s for name, s in spreads.items() if name.startswith("typed ")},
    )


def _document(note: Rewritten, reading: Reading) -> Document:
    gold = [Labelled(p.start, p.end, _ASIDE if p.entity in note.aside else p.entity.value) for p in note.places]
    found = [Labelled(s.start, s.end, s.entity.value) for s in reading.spans]
    return Document(note.id, note.text, tuple(gold), tuple(found))


def _spread(values: Sequence[float]) -> Spread:
    """Of the versions in which there was something to count."""
    held = np.array([v for v in values if v == v], dtype=np.float64)
    if not len(held):
        return Spread(*[float("nan")] * 6)
    low, high = ratios(held[:, None], np.ones((len(held), 1)))
    sd = float(held.std(ddof=1)) if len(held) > 1 else 0.0
    return Spread(float(held.mean()), sd, float(low[0]), float(high[0]), float(held.min()), float(held.max()))
