"""Clinical facts that come out of a record unchanged, and planted identifiers that do not.

    python -m benchmarks.facts [--profile hips] [--detectors patterns,known,student] [--show 20]

benchmarks/data/rich-resources.jsonl: FHIR resources with `facts` (JSON pointers, RFC 6901, and the value that must be
there) and `identifiers` (strings that must not). A fact is kept if the released resource has the same value there.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

from benchmarks.common import Figure, tell, workplace
from redactor.assemble.facade import Redactor
from schemas.engine import json_codec
from schemas.engine.records import Outcome

DATA = Path(__file__).parent / "data" / "rich-resources.jsonl"
_GONE = object()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.facts")
    parser.add_argument("--profile", default="hipaa-safe-harbor")
    parser.add_argument("--detectors", default="patterns,known,student")
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    told = parser.parse_args()
    lines = DATA.read_bytes().splitlines()
    cases = [_exact(line) for line in lines]
    kept: Counter[str] = Counter()
    total: Counter[str] = Counter()
    wrong: list[str] = []
    survived: list[str] = []
    held = 0
    with workplace(profile=told.profile, detectors=tuple(told.detectors.split(","))) as (_, settings):
        redactor = Redactor(**settings.model_dump(include={"home", "keyring", "profile", "detectors"}))
        resources = [json.loads(line)["resource"] for line in lines]
        redactor.learn(resources)
        for case, out in zip(cases, redactor.records(resources), strict=True):
            total[case["kind"]] += len(case["facts"])
            if out.outcome is not Outcome.RELEASED:
                held += 1
                wrong.append(f"{case['id']}: {out.reason} at {out.where}")
                continue
            text = json_codec.encode(out.data).decode()
            found = _exact(text)
            for fact in case["facts"]:
                got = _at(found, fact["pointer"])
                if got == fact["value"] and type(got) is type(fact["value"]):
                    kept[case["kind"]] += 1
                else:
                    was = "nothing" if got is _GONE else repr(got)
                    wrong.append(f"{case['id']} {fact['pointer']}: {fact['value']!r} became {was}")
            survived.extend(f"{case['id']}: {value!r}" for value in case["identifiers"] if value in text)
    figures = [
        Figure(f"facts kept, {kind}", 100 * kept[kind] / n, "%", note=f"{n}") for kind, n in sorted(total.items())
    ]
    figures.append(Figure("facts kept", 100 * kept.total() / total.total(), "%", 99.5, note=f"{total.total():,}"))
    figures.append(Figure("resources held back", held, "resources", note=f"of {len(cases)}"))
    planted = sum(len(case["identifiers"]) for case in cases)
    figures.append(Figure("planted identifiers that survived", len(survived), "values", note=f"of {planted}"))
    tell(figures)
    for line in (*wrong, *survived)[: told.show]:
        print(line)


def _exact(line: bytes | str) -> Any:
    """Numbers with a fraction as tuples of their digits, so that 1.0, 1.00 and "1.0" differ."""
    return json.loads(line, parse_float=lambda text: Decimal(text).as_tuple())


def _at(value: Any, pointer: str) -> Any:
    for key in pointer.split("/")[1:]:
        key = key.replace("~1", "/").replace("~0", "~")
        try:
            value = value[int(key)] if isinstance(value, list) else value[key]
        except (KeyError, IndexError, ValueError, TypeError):
            return _GONE
    return value


if __name__ == "__main__":
    main()
