"""Resources a second and core of the record engine, without notes.

    python -m benchmarks.records [--turns 5] [--json]

Two figures: with a detector that finds nothing (parsing, digests, the walk, pseudonyms, date shifts, encoding), and
with the real ones, which read the displays, texts and narratives of the same resources. The input is taken `turns`
times, each with ids of its own, behind one turn to warm up; rates are per second of CPU time in one process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from benchmarks.common import Clock, Figure, argument, fresh, structured_lines, tell, workplace
from redactor.assemble import build_applier, build_run, make_harvester, make_processor, record_keys
from redactor.engine import Engine
from redactor.keys import Keyring
from redactor.policy import TagReplacer, load_profile
from redactor.run.contracts import RawRecord
from redactor.run.pool import prepared
from redactor.run.worker import RecordProcessor
from redactor.settings import Settings
from redactor.text import Note, Reading
from schemas.records import Outcome

_BATCH = 500
_AIM = 5_000


class _Nothing:
    """A detector that reads nothing and finds nothing."""

    name = "nothing"
    version = "1"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        return [Reading()] * len(notes)


def _bare(settings: Settings) -> RecordProcessor:
    keyring = Keyring.load(settings.keyring)
    keys = record_keys(settings, keyring)
    replacer = TagReplacer(load_profile(settings.profile), keyring, settings.recipient)
    return RecordProcessor(build_applier(settings, keyring, Engine([_Nothing()], replacer), None, keys), keys)


def _measured(make: Callable[[], RecordProcessor], turns: list[list[list[RawRecord]]]) -> Clock:
    """The clock over all turns but the first. The processor is built as a worker of a run builds it."""
    processor = cast(RecordProcessor, prepared(make))
    clock = Clock()
    for number, batches in enumerate(turns):
        for batch in batches:
            with (clock if number else Clock()).running():
                done = processor.process(batch)
            if any(d.outcome is Outcome.QUARANTINED for d in done):
                raise RuntimeError("a record was quarantined: a rate over failures says nothing")
    return clock


def _batches(lines: list[bytes], turn: int) -> list[list[RawRecord]]:
    raws = [RawRecord(fresh(line, turn), f"1:{i}") for i, line in enumerate(lines, 1)]
    return [raws[i : i + _BATCH] for i in range(0, len(raws), _BATCH)]


def main() -> None:
    figures = []
    with workplace() as (folder, settings):
        named, lines = structured_lines(folder)
        turns = [_batches(lines, turn) for turn in range(argument("turns", 5) + 1)]
        n = len(lines) * (len(turns) - 1)
        note = f"{named}, {n:,} resources of {sum(map(len, lines)) // len(lines)} bytes"
        clock = _measured(partial(_bare, settings), turns)
        figures.append(Figure("record engine, no detectors", n / clock.cpu, "resources/s/core", _AIM, note=note))
        _, hooks = build_run(settings, None, folder / "out")
        harvester = make_harvester(settings)
        learning = Clock()
        for batches in turns:
            for batch in batches:
                with learning.running():
                    hooks.on_harvest(harvester.harvest(batch))
        clock = _measured(partial(make_processor, settings, None), turns)
        figures.append(Figure("record engine, patterns and known", n / clock.cpu, "resources/s/core", _AIM, note=note))
        rate = len(lines) * len(turns) / learning.cpu
        figures.append(Figure("first pass", rate, "resources/s/core", note="parse, harvest and store"))
    tell(figures)


if __name__ == "__main__":
    main()
