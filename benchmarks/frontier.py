"""Show what each tier costs and finds: patterns, known values, the student, and an LLM's questions and passes.

    python -m benchmarks.frontier [SET ...] [--price-in 0.15] [--price-out 1.25] [--json]

A SET is a file of `benchmarks/data`; the three handwritten ones by default, pooled. Known values are what a
registration would give: the first name of a patient in the gold, once a document. A fake endpoint answers; it knows
the gold and errs in a share of its answers (`benchmarks.oracle`), so that its figures are a bound. Passes read every
note whole, twice at most, after the questions. Costs are for 1,000 notes of 1 KB: CPU seconds of reading after a first
use, without the endpoint's own; tokens by our own estimate, which errs upward; and dollars at prices for a million
tokens (by default those of SHIELD, appendix E).
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.oracle import Oracle, oracle_cascade
from redactor.assemble.detectors import build_detectors
from redactor.detect.cascade.cascade import Cascade
from redactor.detect.cascade.questions import Limits
from redactor.engine import read_all
from redactor.entities import Entity
from redactor.evaluate.figures import Figure, evaluate_documents
from redactor.evaluate.gold_files import read_gold
from redactor.evaluate.spans import Document, category_of_label, with_reading
from redactor.settings import load_settings
from redactor.text import KnownValue, Note

_DATA = Path(__file__).parent / "data"
_SETS = ("handwritten.jsonl", "handwritten-2.jsonl", "handwritten-3.jsonl")
_ERRORS = (0.0, 0.05, 0.2)
_NOTE = 1_000  # characters
_PASSES = 2  # the default of llm.passes


@dataclass(frozen=True, slots=True)
class Tier:
    """Detectors, the share of errors of the endpoint (None without one), and passes over every note."""

    name: str
    detectors: tuple[str, ...]
    errors: float | None = None
    passes: int = 0


_TIERS = (
    Tier("patterns", ("patterns",)),
    Tier("+ known values", ("patterns", "known")),
    Tier("+ student", ("patterns", "known", "student")),
    *(Tier(f"+ questions, {e:.0%} errors", ("patterns", "known", "student"), e) for e in _ERRORS),
    *(Tier(f"+ passes, {e:.0%} errors", ("patterns", "known", "student"), e, _PASSES) for e in _ERRORS),
)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("sets", nargs="*", default=_SETS)
    parser.add_argument("--price-in", type=float, default=0.15)
    parser.add_argument("--price-out", type=float, default=1.25)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    documents = [replace(d, id=f"{name}:{d.id}") for name in given.sets for d in read_gold(_DATA / name)]
    notes = sum(len(d.text) for d in documents) / _NOTE
    for tier in _TIERS:
        found, seconds, oracle = _read(documents, tier)
        report = evaluate_documents(found)
        dollars = (oracle.asked * given.price_in + oracle.answered * given.price_out) / 1e6
        row = {
            "tier": tier.name,
            "recall": _shown(report.recall),
            "precision": _shown(report.precision),
            "whole": _shown(report.whole),
            "leaked_characters_per_1000_words": round(report.leaked.value, 1),
            "cpu_seconds": round(seconds / notes * 1000, 1),
            "requests": round(oracle.requests / notes * 1000),
            "tokens_asked": round(oracle.asked / notes * 1000),
            "tokens_answered": round(oracle.answered / notes * 1000),
            "dollars": round(dollars / notes * 1000, 2),
        }
        print(json.dumps(row) if given.json else "  ".join(f"{k} {v}" for k, v in row.items()), flush=True)


def _read(documents: Sequence[Document], tier: Tier) -> tuple[list[Document], float, Oracle]:
    """Return the documents with what the tier finds, its CPU seconds, and the endpoint with what it was asked."""
    llm = {} if tier.errors is None else {"llm": {"base_url": "http://localhost", "model": "oracle"}}
    detectors = build_detectors(load_settings(detectors=tier.detectors, **llm))
    oracle = Oracle({d.id: d.gold for d in documents}, tier.errors or 0, {d.text: d.gold for d in documents})
    second: Cascade | None = None
    if tier.errors is not None:
        second = oracle_cascade(oracle, Limits(0.01, 0.6, (), 0.1), tier.passes)
    read_all(detectors, [Note("", "Seen by Dr. Vexholm.")])
    hints = {"llm": "always"} if tier.passes else {}
    notes = [Note(d.id, d.text, d.id, known=_registered(d), hints=hints) for d in documents]
    begun = time.process_time()
    readings = read_all(detectors, notes, second=second)
    seconds = time.process_time() - begun - oracle.cpu
    return list(map(with_reading, documents, readings)), seconds, oracle


def _registered(d: Document) -> tuple[KnownValue, ...]:
    names = [d.text[s.start : s.end] for s in d.gold if category_of_label(s.label) == "PATIENT"]
    return tuple(KnownValue(name, Entity.PATIENT) for name in names[:1])


def _shown(figure: Figure) -> str:
    return f"{figure.value * 100:.1f} ({figure.low * 100:.1f} to {figure.high * 100:.1f})"


if __name__ == "__main__":
    main()
