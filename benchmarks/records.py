"""Resources per second and core of the record engine, without notes.

    python -m benchmarks.records [--turns 3] [--times 3] [--json]

The record engine is measured with a detector that finds nothing (parsing, digests, the walk, pseudonyms, dates,
encoding) and with the real detectors, which read the displays, texts and narratives of the same resources. The first
pass and a whole run (`--workers 1`: both passes, intake, audit, journal, output) are measured too. The input is
repeated `turns` times, each time with new ids and patients, in the order of a bulk export, after one turn as warm-up.
Rates are per second of CPU time in one process, the best of `times`, since other load slows a core too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from benchmarks.common import Clock, Figure, argument, exported, structured_lines, tell, workplace
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
    replacer = TagReplacer(load_profile(settings.profile), keyring, settings.recipient)
    return RecordProcessor(build_applier(settings, keyring, Engine([_Nothing()], replacer), None, keys), keys)


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


def main() -> None:
    turns, times = argument("turns", 3), argument("times", 3)
    with workplace() as (folder, settings):
        named, once = structured_lines(folder)
        lines = list(exported(once, range(1, turns + 1)))
        warm, batches = _batches(once), _batches(lines)
        n = len(lines)
        source = folder / "in.ndjson"
        source.write_bytes(b"\n".join(lines) + b"\n")
        rounds = []
        for i in range(times):
            fresh_home = settings.model_copy(update={"home": folder / f"home{i}"})
            learning, whole = Clock(), Clock()
            _, callbacks = build_run(fresh_home, None, folder / "unused")
            harvester = make_harvester(fresh_home)
            for batch in (*warm, *batches):
                with learning.running():
                    callbacks.on_harvest(harvester.harvest(batch))
            bare = _seconds(partial(_bare, fresh_home), warm, batches)
            real = _seconds(partial(make_processor, fresh_home, None), warm, batches)
            with whole.running():
                run(*build_run(fresh_home, source, folder / f"out{i}"))
            rounds.append((bare, real, learning.cpu, whole.cpu))
        bare, real, learnt, all_of_it = (min(seconds) for seconds in zip(*rounds, strict=True))
    note = f"{named}, {n:,} resources of {sum(map(len, lines)) // n} bytes, best of {times}"
    unit = "resources/s/core"
    tell(
        [
            Figure("record engine, no detectors", n / bare, unit, _AIM, note=note),
            Figure("record engine, patterns and known values", n / real, unit, _AIM),
            Figure("first pass", (n + len(once)) / learnt, unit, note="parse, harvest and store"),
            Figure("whole run of one process", n / all_of_it, unit, _AIM, note="both passes, files in, files out"),
        ]
    )


if __name__ == "__main__":
    main()
