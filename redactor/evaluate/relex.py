"""Measure the quality of stand-ins by rules: the metrics of RedactOR A.7, and AIMI's stability (experiment 2).

None of these metrics measures privacy: a text that is left unchanged scores best. They complement the tests for leaks.
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
from redactor.evaluate.bootstrap import ratio_intervals
from redactor.evaluate.figures import evaluate_documents
from redactor.evaluate.relex_pairs import (
    EMPTY_RATE,
    Category,
    Pair,
    Rate,
    Rewritten,
    Row,
    Score,
    category_of,
    rates_by_name,
    score_pairs,
)
from redactor.evaluate.relex_rules import aligned_name_tokens, attribute_rules, coherence_rules
from redactor.evaluate.spans import COVERED_SHARE, Document, Labelled, with_reading
from redactor.lexicon.nicknames import may_be_one_name, root_of
from redactor.text import Note, Reading, Span
from relex.identity.name_tokens import Token
from relex.identity.name_tokens import TokenKind as Word
from relex.text_forms import folded

__all__ = [
    "Consistency", "Judge", "Pair", "Rate", "ReadNotes", "Rewritten", "Score", "Spread", "Stability", "coherence",
    "consistency", "preservation", "stability",
]  # fmt: skip

ReadNotes = Callable[[Sequence[Note]], Sequence[Reading]]
"""A function that reads notes, such as Detector.detect or Engine.read."""


class Judge(Protocol):
    """A judge says how well each stand-in fits its text, from 0 to 1, or None if undecided. A model can be a judge."""

    def __call__(self, pairs: Sequence[Pair]) -> Sequence[float | None]: ...


# --- Entity preservation rate (A.7) -----------------------------------------------------------------------------------


def preservation(notes: Sequence[Rewritten], read: ReadNotes) -> Score:
    """Return the share of stand-ins that keep their original's role and all of its attributes.

    The role is kept if the detectors, reading without known values, find an identifier of the same category in the
    place of the stand-in as in the place of the original; the rule applies only if they find the original.
    `relex_rules` defines the attributes. A pair to which no rule applies is not counted.
    """
    old = read([Note(f"{n.id}/old", n.original) for n in notes])
    new = read([Note(f"{n.id}/new", n.text) for n in notes])
    judged = []
    for note, before, after in zip(notes, old, new, strict=True):
        for pair, span, place in note.pairs():
            role = _covers(after.spans, place) if _covers(before.spans, span) else None
            rules = {"role": role, **attribute_rules(pair)}
            known_rules = [holds for holds in rules.values() if holds is not None]
            judged.append((pair, float(all(known_rules)) if known_rules else None, rules))
    return score_pairs(judged)


def _covers(spans: Iterable[Span], place: Span) -> bool:
    """Tell whether spans of the place's category cover 80 % of the place; never for an empty place."""
    covered = np.zeros(place.end - place.start, dtype=bool)
    for s in spans:
        if s.start < place.end and place.start < s.end and category_of(s.entity) is category_of(place.entity):
            covered[max(0, s.start - place.start) : s.end - place.start] = True
    return bool(len(covered) and covered.sum() >= COVERED_SHARE * len(covered))


# --- Contextual coherence score (A.7) ---------------------------------------------------------------------------------


def coherence(pairs: Sequence[Pair], judge: Judge | None = None) -> Score:
    """Return the mean over pairs of the share of rules of `relex_rules` that hold, or of the judge's scores.

    The rates by rule are those of the rules in both cases.
    """
    rules = [coherence_rules(pair) for pair in pairs]
    values = [_share_of_rules(r) for r in rules] if judge is None else judge(pairs)
    return score_pairs(zip(pairs, values, rules, strict=True))


def _share_of_rules(rules: dict[str, bool | None]) -> float | None:
    known_rules = [holds for holds in rules.values() if holds is not None]
    return sum(known_rules) / len(known_rules) if known_rules else None


# --- Replacement consistency (A.7) ------------------------------------------------------------------------------------

_INITIALS = frozenset({"initial", "family initial"})
_SITE_WIDE = frozenset({Entity.HOSPITAL, Entity.PHARMACY, Entity.DIAGNOSTIC_LABS, Entity.ORGANIZATION})


@dataclass(frozen=True, slots=True)
class Consistency:
    """How consistent the stand-ins are. Intervals resample scopes.

    same: the share of mention pairs of one original with the same stand-in. across: the same over pairs in different
    documents. distinct: the share of originals whose stand-ins no other original of their scope has. categories: `same`
    by category.
    """

    same: Rate
    across: Rate
    distinct: Rate
    categories: dict[str, Rate]


def consistency(pairs: Iterable[Pair]) -> Consistency:
    """Measure whether mentions of one original agree, and whether different originals get different stand-ins.

    An original is a part of a name (a nickname counts as its name), a day, or else a value without case and separators.
    Its scope is the subject, or the site for organisations and for values without a patient. Initials are too few to
    have different stand-ins; those of clinicians, of other people and of family names are separate originals.
    """
    mentions: dict[tuple[str, Category, str], Counter[tuple[str, str]]] = defaultdict(Counter)
    roles: dict[tuple[str, Category, str], set[str]] = defaultdict(set)
    for pair in pairs:
        scope = "" if pair.subject is None or pair.entity in _SITE_WIDE else f"subject {pair.subject}"
        for role, original, standin in canonical_parts(pair):
            mentions[scope, pair.category, original][pair.document, standin] += 1
            roles[scope, pair.category, original].add(role)
    rows: list[Row] = []
    bearers: dict[tuple[str, Category, str, str], set[str]] = defaultdict(set)
    for (scope, category, original), found in mentions.items():
        agree, total = _count_agreeing_pairs(category, found)
        here = [
            _count_agreeing_pairs(category, Counter({k: n for k, n in found.items() if k[0] == d}))
            for d in {d for d, _ in found}
        ]
        rows += [(scope, "same", agree, total), (scope, f"category {category}", agree, total)]
        rows.append((scope, "across", agree - sum(a for a, _ in here), total - sum(t for _, t in here)))
        for _, standin in found:
            for role in roles[scope, category, original] - _INITIALS:
                bearers[scope, category, role, standin].add(original)
    shared = {
        (scope, category, one)
        for (scope, category, _, _), originals in bearers.items()
        for one in originals
        if any(not _is_same_value(category, one, other) for other in originals)
    }
    rows += [(key[0], "distinct", float(key not in shared), 1) for key in mentions if not roles[key] <= _INITIALS]
    found_rates = rates_by_name(rows)
    return Consistency(
        found_rates.get("same", EMPTY_RATE),
        found_rates.get("across", EMPTY_RATE),
        found_rates.get("distinct", EMPTY_RATE),
        {name.removeprefix("category "): rate for name, rate in found_rates.items() if name.startswith("category ")},
    )


def canonical_parts(pair: Pair) -> tuple[tuple[str, str, str], ...]:
    """Return (role, original, stand-in) of each part in canonical form.

    A name whose words do not match those of the stand-in one to one is a single part. An incomplete date has no parts.
    """
    if pair.category is Category.NAME:
        old, new = aligned_name_tokens(pair)
        if old and len(old) == len(new):
            clinician = pair.entity is Entity.DOCTOR
            return tuple(_name_part(a, b, clinician) for a, b in zip(old, new, strict=True))
    if pair.category is Category.DATE:
        days = [dates.parse_day(v) for v in (pair.original, pair.standin)]
        if days[0] is None:
            return ()
        return (("day", days[0].isoformat(), days[1].isoformat() if days[1] else folded(pair.standin)),)
    return ((pair.category, _without_separators(pair.original), _without_separators(pair.standin)),)


def _name_part(old: Token, new: Token, clinician: bool) -> tuple[str, str, str]:
    if old.kind is Word.INITIAL:
        return "initial", f"{'clinician' if clinician else 'given'} {old.key}", new.key
    if old.kind is Word.FAMILY_INITIAL:
        return "family initial", f"family {old.key}", new.key
    return "family" if old.kind is Word.FAMILY else "given", root_of(old.key), new.key


def _is_same_value(category: Category, a: str, b: str) -> bool:
    """Tell whether both are one value or forms of one given name."""
    return a == b or (category is Category.NAME and may_be_one_name(a, b))


def _without_separators(value: str) -> str:
    plain = folded(value)
    return "".join(c for c in plain if c.isalnum()) or plain


def _count_agreeing_pairs(category: Category, found: Counter[tuple[str, str]]) -> tuple[int, int]:
    """Return the number of pairs of mentions with one stand-in, and of all pairs. Forms of one given name count as
    one.
    """
    by_standin: Counter[str] = Counter()
    for (_, standin), n in sorted(found.items(), key=lambda item: item[0]):
        by_standin[next((s for s in by_standin if _is_same_value(category, s, standin)), standin)] += n
    return sum(comb(n, 2) for n in by_standin.values()), comb(by_standin.total(), 2)


# --- Stability (AIMI, experiment 2) -----------------------------------------------------------------------------------

_UNJUDGED_LABEL = "ASIDE"


@dataclass(frozen=True, slots=True)
class Spread:
    """A figure over versions. low, high: the 95 % interval of the mean, resampling versions. sd: that of the sample."""

    mean: float
    sd: float
    low: float
    high: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Stability:
    """How well detectors find the stand-ins regardless of type, and the typed recall by category."""

    versions: int
    recall: Spread
    precision: Spread
    f1: Spread
    typed_recall: dict[str, Spread]


def stability(versions: Iterable[Sequence[Rewritten]], read: ReadNotes) -> Stability:
    """Measure how well the detectors find the stand-ins in several versions of the same notes, each made with other
    keys.

    A stand-in is found if 80 % of it is covered (redactor.evaluate.spans). Versions are read one at a time. Raises
    ValueError if there is no version.
    """
    figures: dict[str, list[float]] = defaultdict(list)
    count = 0
    for notes in versions:
        count += 1
        readings = read([Note(n.id, n.text) for n in notes])
        report = evaluate_documents(
            [_as_document(n, r) for n, r in zip(notes, readings, strict=True)], mapped={_UNJUDGED_LABEL: None}
        )
        figures["recall"].append(report.recall.value)
        figures["precision"].append(report.precision.value)
        figures["f1"].append(report.f1)
        for category, by in report.by_label.items():
            figures[f"typed {category}"].append(by["typed_recall"].value)
    if not count:
        raise ValueError("stability needs at least one version")
    spreads = {name: _spread_of(values) for name, values in sorted(figures.items())}
    return Stability(
        count,
        spreads["recall"],
        spreads["precision"],
        spreads["f1"],
        {name.removeprefix("typed "): s for name, s in spreads.items() if name.startswith("typed ")},
    )


def _as_document(note: Rewritten, reading: Reading) -> Document:
    gold = [
        Labelled(p.start, p.end, _UNJUDGED_LABEL if p.entity in note.unjudged else p.entity.value) for p in note.places
    ]
    return with_reading(Document(note.id, note.text, tuple(gold), ()), reading)


def _spread_of(values: Sequence[float]) -> Spread:
    """Return the spread over the versions in which the figure is defined."""
    holds = np.array([v for v in values if v == v], dtype=np.float64)
    if not len(holds):
        return Spread(*[float("nan")] * 6)
    low, high = ratio_intervals(holds[:, None], np.ones((len(holds), 1)))
    sd = float(holds.std(ddof=1)) if len(holds) > 1 else 0.0
    return Spread(float(holds.mean()), sd, float(low[0]), float(high[0]), float(holds.min()), float(holds.max()))
