"""Stand-ins across the patients of a household: `redactor.evaluate.households` over a folder of records and gold.

    python -m benchmarks.households [FOLDER] [--detectors patterns,known,student] [--show 20]

Without FOLDER it writes 40 households itself. Prints the report as JSON, then as many faults as --show says.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from benchmarks.common import workplace
from benchmarks.household_records import write_households
from redactor.evaluate.households import measure_households


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.households")
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--detectors", default="patterns,known,student")
    parser.add_argument("--show", type=int, default=0)
    told = parser.parse_args()
    with workplace(profile="hips", detectors=tuple(told.detectors.split(","))) as (place, settings):
        if told.folder is None:
            write_households(place / "households")
        report = asdict(measure_households(told.folder or place / "households", settings))
    faults = report.pop("faults")
    print(json.dumps(report, indent=1))
    for fault in faults[: told.show]:
        print(fault)


if __name__ == "__main__":
    main()
