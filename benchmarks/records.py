"""Resources per second and core of the record engine, without notes.

    python -m benchmarks.records [--turns 3] [--times 3] [--json]

The record engine is measured with a detector that finds nothing (parsing, digests, the walk, pseudonyms, dates,
encoding) and with the real detectors, which read the displays, texts and narratives of the same resources. The first
pass and a whole run (`--workers 1`: both passes, intake, audit, journal, output) are measured too, the run also over
the same resources in Bundles, one for each patient as Synthea writes them. "Without the start" is what the turns after
the first one cost. The input is repeated `turns` times (at least 2), each time with new ids and patients, in the order
of a bulk export, after one turn as warm-up. Rates are per second of CPU time in one process, the best of `times`, since
other load slows a core too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

from benchmarks.common import Clock, Figure, argument, exported, fresh, structured_lines, tell, workplace
from redactor.assemble.records import build_applier, record_keys
from redactor.assemble.runs import build_run, make_harvester, make_processor
from redactor.engine import Engine
from redactor.keys import Keyring
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.run.contracts import RawRecord
from redactor.run.pool import build_frozen
from redactor.run.runner import run
from redactor.run.worker import RecordProcessor
from redactor.settings import Settings
from redactor.text import Note, Reading
from schemas.engine.records import Outcome

_BATCH = 500
_AIM = 5_000
Batches = list[list[RawRecord]]


class _Nothing:
    """A detector that finds nothing."""

    name = "nothing"
    version = "1"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        return [Reading()] * len(notes)


def _bare(settings: Settings) -> RecordProcessor:
    keyring = Keyring.load(settings.keyring)
    keys = record_keys(settings, keyring)
    profile = load_profile(settings.profile)
    engine = Engine([_Nothing()], TagReplacer(profile, keyring, settings.recipient))
    return RecordProcessor(build_applier(settings, keyring, profile, engine, None, keys), keys)


def _seconds(make: Callable[[], RecordProcessor], warm: Batches, batches: Batches) -> float:
    """CPU seconds over the batches. The processor is built as in a worker of a run."""
    processor = cast(RecordProcessor, build_frozen(make))
    for batch in warm:
        processor.process(batch)
    clock = Clock()
    for batch in batches:
        with clock.running():
            done = processor.process(batch)
        if any(d.outcome is Outcome.QUARANTINED for d in done):
            raise RuntimeError("a record was quarantined: a rate over failures says nothing")
    return clock.cpu


def _batches(lines: list[bytes]) -> Batches:
    raws = [RawRecord(line, f"1:{i}") for i, line in enumerate(lines, 1)]
    return [raws[i : i + _BATCH] for i in range(0, len(raws), _BATCH)]


def _pointed(value: Any, urns: dict[str, str]) -> Any:
    """The value with references to the entries of its Bundle by their urn."""
    if isinstance(value, dict):
        return {k: urns.get(v, v) if k == "reference" else _pointed(v, urns) for k, v in value.items()}
    return [_pointed(item, urns) for item in value] if isinstance(value, list) else value


def _write_bundles(folder: Path, lines: Iterable[bytes], turn: int) -> None:
    """A transaction for each patient, on many lines, and one for what is nobody's."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        resource = json.loads(fresh(line, turn))
        whose = (resource.get("subject") or resource.get("patient") or {}).get("reference", "site")
        name = resource["id"] if resource["resourceType"] == "Patient" else whose.rpartition("/")[2]
        groups.setdefault(name, []).append(resource)
    for n, resources in enumerate(groups.values()):
        urns = {f"{r['resourceType']}/{r['id']}": f"urn:uuid:{r['id']}" for r in resources}
        entries = [
            {
                "fullUrl": f"urn:uuid:{r['id']}",
                "resource": _pointed(r, urns),
                "request": {"method": "POST", "url": r["resourceType"]},
            }
            for r in resources
        ]
        bundle = {"resourceType": "Bundle", "type": "transaction", "entry": entries}
        (folder / f"{turn}-{n}.json").write_text(json.dumps(bundle, indent=2))


def _whole(settings: Settings, source: Path, home: Path) -> float:
    """CPU seconds of a run in a fresh home."""
    clock = Clock()
    with clock.running():
        summary = run(
            *build_run(settings.model_copy(update={"home": home}), source, home.with_name(f"{home.name}-out"))
        )
    if summary.outcomes.get("quarantined"):
        raise RuntimeError("a record was quarantined: a rate over failures says nothing")
    return clock.cpu


def main() -> None:
    turns, times = max(2, argument("turns", 3)), argument("times", 3)
    with workplace() as (folder, settings):
        named, once = structured_lines(folder)
        lines = list(exported(once, range(1, turns + 1)))
        warm, batches = _batches(once), _batches(lines)
        n = len(lines)
        source = folder / "in.ndjson"
        source.write_bytes(b"\n".join(lines) + b"\n")
        first, bundles, first_bundles = folder / "first.ndjson", folder / "bundles", folder / "first"
        first.write_bytes(b"\n".join(exported(once, range(1, 2))) + b"\n")
        for part, n_turns in ((bundles, turns), (first_bundles, 1)):
            part.mkdir()
            for turn in range(1, n_turns + 1):
                _write_bundles(part, once, turn)
        rounds = []
        for i in range(times):
            fresh_home = settings.model_copy(update={"home": folder / f"home{i}"})
            learning = Clock()
            _, callbacks = build_run(fresh_home, None, folder / "unused")
            harvester = make_harvester(fresh_home)
            for batch in (*warm, *batches):
                with learning.running():
                    callbacks.on_harvest(harvester.harvest(batch))
            bare = _seconds(partial(_bare, fresh_home), warm, batches)
            real = _seconds(partial(make_processor, fresh_home, None), warm, batches)
            inputs = (source, first, bundles, first_bundles)
            runs = [_whole(settings, path, folder / f"run{i}-{k}") for k, path in enumerate(inputs)]
            rounds.append((bare, real, learning.cpu, *runs))
        bare, real, learnt, *whole = (min(seconds) for seconds in zip(*rounds, strict=True))
    note = f"{named}, {n:,} resources of {sum(map(len, lines)) // n} bytes, best of {times}"
    unit = "resources/s/core"
    tell(
        [
            Figure("record engine, no detectors", n / bare, unit, _AIM, note=note),
            Figure("record engine, patterns and known values", n / real, unit, _AIM),
            Figure("first pass", (n + len(once)) / learnt, unit, note="parse, harvest and store"),
            Figure("whole run of one process", n / whole[0], unit, _AIM, note="both passes, files in, files out"),
            Figure("the same without the start", (n - len(once)) / (whole[0] - whole[1]), unit, note="more turns"),
            Figure("whole run over Bundles", n / whole[2], unit),
            Figure("the same without the start", (n - len(once)) / (whole[2] - whole[3]), unit, note="more turns"),
        ]
    )


if __name__ == "__main__":
    main()
