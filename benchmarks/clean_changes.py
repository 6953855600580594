"""Numbers and words of clean clinical text that a profile changes, and how many of them become others.

    python -m benchmarks.clean_changes [TEXTS.jsonl ...] [--profile hips] [--detectors patterns,student] [--limit 300]
        [--show 20] [--json]

TEXTS: lines of {"id", "text"} without identifiers; by default benchmarks/data/shorthand.jsonl. A number or word is
changed if a span that touches it left as something else, and made up if that is no tag.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from pathlib import Path

from benchmarks.common import Figure, tell, workplace
from redactor.assemble.facade import Redactor
from redactor.engine import Redacted

SHORTHAND = Path(__file__).parent / "data" / "shorthand.jsonl"
TOKENS = {"numbers": re.compile(r"\d+(?:[.,]\d+)*"), "words": re.compile(r"[^\W\d_]{2,}")}
_TAG = re.compile(r"\[[A-Z_]+\]")


def counts(text: str, out: Redacted) -> tuple[Counter[str], list[str]]:
    """How many numbers and words there are, are changed and are made up; and the changes, for people."""
    found: Counter[str] = Counter()
    for kind, pattern in TOKENS.items():
        tokens = [m.span() for m in pattern.finditer(text)]
        found[kind] += len(tokens)
        for span, new in zip(out.spans, out.replacements, strict=True):
            if new != text[span.start : span.end]:
                touched = sum(span.start < end and start < span.end for start, end in tokens)
                found[f"{kind} changed"] += touched
                found[f"{kind} made up"] += 0 if _TAG.fullmatch(new) else touched
    shown = [
        f"{text[max(0, s.start - 30) : s.start]}>>{text[s.start : s.end]}<<{text[s.end : s.end + 30]} -> {new}"
        for s, new in zip(out.spans, out.replacements, strict=True)
        if new != text[s.start : s.end]
    ]
    return found, shown


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.clean_changes")
    parser.add_argument("texts", nargs="*", type=Path)
    parser.add_argument("--profile", default="hips")
    parser.add_argument("--detectors", default="patterns,student")
    parser.add_argument("--limit", type=int, default=300)
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    told = parser.parse_args()
    figures: list[Figure] = []
    shown: list[str] = []
    with workplace(profile=told.profile, detectors=tuple(told.detectors.split(","))) as (_, settings):
        redactor = Redactor(**settings.model_dump(include={"home", "keyring", "profile", "detectors"}))
        for path in told.texts or [SHORTHAND]:
            total: Counter[str] = Counter()
            lines = path.read_text(encoding="utf-8").splitlines()
            step = max(1, len(lines) // told.limit)  # spread over the file
            for i, line in enumerate(lines[::step][: told.limit]):
                text = json.loads(line)["text"]
                found, changes = counts(text, redactor.text(text, patient=f"p{i}"))
                total += found
                shown += changes
            for kind in TOKENS:
                for what in ("changed", "made up"):
                    name = f"{kind} {what}, {path.stem}"
                    figures.append(Figure(name, total[f"{kind} {what}"], kind, note=f"of {total[kind]:,}"))
    tell(figures)
    for line in shown[: told.show]:
        print(line.replace("\n", "/"))


if __name__ == "__main__":
    main()
