"""What levels of dates cost a study: readmissions that change sides, intervals off by days, and the order of visits.

    python -m benchmarks.date_costs [--patients 200] [--seed 77]

The patients are those of `redactor sample --calendar`. What the levels keep from whom: `redactor evaluate dates`.
"""

from __future__ import annotations

import argparse
import datetime as dt
import itertools
import json
import statistics
import tempfile
from collections import defaultdict
from pathlib import Path

from redactor.keys import Keyring
from redactor.policy.date_levels import DateLevel, DatePolicy
from redactor.policy.date_shift import DateShift
from redactor.sample import write_sink

Stay = tuple[dt.date, dt.date]
_VISITS = (  # jitter, drift, gap, episode
    (3, 0, 3, 365), (7, 0, 7, 365), (14, 0, 14, 365), (28, 0, 28, 365), (3, 12, 10, 365),
    (3, 12, 40, 90), (3, 20, 40, 90), (3, 22, 40, 90), (3, 24, 40, 90), (3, 26, 40, 90), (3, 24, 30, 90),
)  # fmt: skip
POLICIES = [DatePolicy(DateLevel.INTERVALS)] + [
    DatePolicy(DateLevel.VISITS, jitter, drift, 0, gap, longest) for jitter, drift, gap, longest in _VISITS
]
_READMITTED = 30  # days


def stays(records: Path) -> dict[str, list[Stay]]:
    """The encounters of each patient, in order."""
    found: dict[str, list[Stay]] = defaultdict(list)
    for line in (records / "Encounter.ndjson").read_text("utf-8").splitlines():
        encounter = json.loads(line)
        start = encounter["period"]["start"][:10]
        end = encounter["period"].get("end", start)[:10]
        found[encounter["subject"]["reference"]].append((dt.date.fromisoformat(start), dt.date.fromisoformat(end)))
    return {patient: sorted(own) for patient, own in found.items()}


def costs(found: dict[str, list[Stay]], policy: DatePolicy) -> list[float]:
    """Readmissions within 30 days that change sides (share), how far intervals between neighbouring visits are off
    (median, 95th percentile) and how far whole lives are (median), in days, and visits that changed their order.
    """
    days = {patient: tuple(sorted({f"{day}T" for stay in own for day in stay})) for patient, own in found.items()}
    shift = DateShift(Keyring.generate().pseudonym("shift", "costs"), 52, policy, days.__getitem__)
    within = changed = order = 0
    off, whole = [], []
    for patient, own in found.items():
        move = shift.move(patient).day
        for (_, before), (after, _) in itertools.pairwise(own):
            true, released = (after - before).days, (move(after) - move(before)).days
            within += true <= _READMITTED
            changed += (true <= _READMITTED) != (released <= _READMITTED)
            order += (true <= 0) != (released <= 0)
            off.append(abs(released - true))
        whole.append(abs((move(own[-1][0]) - move(own[0][0])) - (own[-1][0] - own[0][0])).days)
    most = sorted(off)[int(0.95 * len(off))]
    return [changed / within, statistics.median(off), most, statistics.median(whole), order]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--patients", type=int, default=200)
    parser.add_argument("--seed", type=int, default=77)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        write_sink(Path(folder) / "ehr", given.patients, given.seed, calendar=True)
        found = stays(Path(folder) / "ehr" / "records")
    named = "readmissions changed | off, median | off, 95 % | whole life | order"
    print(f"| level | jitter | drift | gap | episode | {named} |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for policy in POLICIES:
        changed, median, most, whole, order = costs(found, policy)
        moved = f"`{policy.level}` | {policy.jitter_days} days | {policy.drift_weeks} weeks"
        moved += f" | {policy.gap_days} days | {policy.episode_days} days"
        print(f"| {moved} | {changed:.1%} | {median:.0f} | {most:.0f} | {whole:.0f} | {order:.0f} |")


if __name__ == "__main__":
    main()
