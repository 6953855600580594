"""What the shipped detectors find in transcripts as recognisers write them: lower case, unpunctuated, numbers in words.

    python -m benchmarks.speech [--show] [--json]

Over benchmarks/data/speech.jsonl. recall: of the identifiers, those of which every word is covered; hesitations and
words such as "of" need not be. false alarms: spans in utterances without identifiers. joined: the utterances as one
transcript without a pause. --show prints the misses and false alarms of all but the held-out half.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.common import Figure, tell
from redactor.detect import Detector
from redactor.detect.known import Known
from redactor.detect.patterns import Patterns
from redactor.detect.student import Student
from redactor.engine import read_all
from redactor.text import Note, Span, TextKind

_DATA = Path(__file__).parent / "data" / "speech.jsonl"
_WORD = re.compile(r"[\w'-]+")
_UNSAID = frozenset({"the", "uh", "um", "and", "of", "at", "in", "a", "on", "space"})
_RECALL, _FALSE = 0.95, 10.0  # aims of held-out utterances


@dataclass(frozen=True, slots=True)
class Utterance:
    """gold: (start, end, type) of its identifiers."""

    text: str
    half: str
    gold: tuple[tuple[int, int, str], ...]


def utterances() -> list[Utterance]:
    """All of them, in the order of the file."""
    rows = map(json.loads, _DATA.read_text("utf-8").splitlines())
    return [
        Utterance(r["text"], r["half"], tuple((s["start"], s["end"], s["label"]) for s in r["spans"])) for r in rows
    ]


def joined(parts: Iterable[Utterance]) -> Utterance:
    """The utterances as one."""
    text = ""
    gold: list[tuple[int, int, str]] = []
    for part in parts:
        gold += ((len(text) + a, len(text) + b, label) for a, b, label in part.gold)
        text += part.text + " "
    return Utterance(text, "joined", tuple(gold))


def _is_found(text: str, start: int, end: int, spans: Sequence[Span]) -> bool:
    words = [(start + m.start(), start + m.end()) for m in _WORD.finditer(text[start:end]) if m[0] not in _UNSAID]
    return all(any(s.start <= a and b <= s.end for s in spans) for a, b in words)


def measure(detectors: Sequence[Detector], said: Sequence[Utterance], name: str, *, show: bool) -> list[Figure]:
    """Recall and false alarms."""
    readings = read_all(detectors, [Note(str(i), u.text, kind=TextKind.SPEECH) for i, u in enumerate(said)])
    total, found = Counter[str](), Counter[str]()
    false = words = 0
    for u, reading in zip(said, readings, strict=True):
        for a, b, label in u.gold:
            hit = _is_found(u.text, a, b, reading.spans)
            total[label] += 1
            found[label] += hit
            if show and not hit:
                print(f"missed {label}: {u.text[a:b]}")
        if not u.gold:
            words += len(u.text.split())
            false += len(reading.spans)
            for s in reading.spans if show else ():
                print(f"false {s.entity}: {u.text[s.start : s.end]}")
    held = name == "held out"
    by_type = ", ".join(f"{label.lower()} {found[label]}/{total[label]}" for label in sorted(total))
    figures = [Figure(f"{name}: recall", found.total() / total.total(), "", _RECALL if held else None, note=by_type)]
    if words:
        aim = _FALSE if held else None
        per_1000 = 1_000 * false / words
        figures.append(
            Figure(f"{name}: false alarms", per_1000, "per 1,000 words", aim, less=True, note=f"{false} in {words}")
        )
    return figures


def main() -> None:
    """Measure and print."""
    show = "--show" in sys.argv
    detectors: list[Detector] = [Patterns(), Known(), Student(threads=2)]
    said = utterances()
    halves = {"seen": "seen", "hard": "hard", "held-out": "held out"}
    figures: list[Figure] = []
    for half, name in halves.items():
        part = [u for u in said if u.half == half]
        figures += measure(detectors, part, name, show=show and half != "held-out")
    figures += measure(detectors, [joined(u for u in said if u.half != "held-out")], "joined", show=False)
    tell(figures)


if __name__ == "__main__":
    main()
