"""`redactor ARGS` with what a crash test does to it: pauses at critical points, a mutant, a full disk.

Usage: python -m tests.crash.stream_child [--pause POINT:TURN:MARK] [--session-ms N] [--mutant NAME]
    [--file-limit BYTES] -- ARGS

At its nth turn the process writes the file MARK in front of the point, and sleeps until it is killed or PAUSE_SECONDS
have passed.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import importlib
import inspect
import resource
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PAUSE_SECONDS = 60.0
# What a process is about to do when it pauses.
POINTS = {
    # ingest
    "send-known-join": ("streams.sender", "Sender.send_last"),  # values are acknowledged, and no record is sent
    "send-records": ("streams.ingest", "Ingest._publish_records"),  # known values are there, and no record is
    "await-record-acks": ("streams.ingest", "Ingest._finish"),
    "journal-file": ("streams.sinks", "PlainFolder.finish"),  # acknowledged, and not journaled
    "move-file": ("streams.sinks", "DropSink.finish"),
    # worker
    "apply-known": ("streams.known_replica", "KnownReplica._commit"),
    "send-envelope": ("aiokafka", "AIOKafkaProducer.send"),
    "commit-offset": ("aiokafka", "AIOKafkaConsumer.commit"),  # acknowledged, and not committed
    # exporter
    "write-part": ("redactor.run.output.delivery", "DeliveryOutput.write"),
    "commit-journal": ("redactor.run.state.journal", "Journal.commit"),
    "create-file": ("redactor.run.output.delivery", "DeliveryOutput.seal"),  # journaled as read, and not in OUT
    "journal-delivery": ("redactor.run.state.journal", "Journal.finish_file"),  # in OUT, and not journaled
    "discard-part": ("redactor.run.output.delivery", "DeliveryOutput.discard"),
    "write-manifest": ("redactor.run.output.manifest", "replace"),
}


def _owner(point: tuple[str, str]) -> tuple[Any, str]:
    module, dotted = point
    owner: Any = importlib.import_module(module)
    *parts, name = dotted.split(".")
    for part in parts:
        owner = getattr(owner, part)
    return owner, name


def pause_at(point: str, turn: int, mark: Path) -> None:
    owner, name = _owner(POINTS[point])
    real = getattr(owner, name)
    turns, lock = [0], threading.Lock()

    def is_turn() -> bool:
        with lock:
            turns[0] += 1
            if turns[0] == turn:
                mark.touch()
                return True
            return False

    if inspect.iscoroutinefunction(real):

        @functools.wraps(real)
        async def paused_async(*args: Any, **kwargs: Any) -> Any:
            if is_turn():
                await asyncio.sleep(PAUSE_SECONDS)
            return await real(*args, **kwargs)

        setattr(owner, name, paused_async)
    else:

        @functools.wraps(real)
        def paused(*args: Any, **kwargs: Any) -> Any:
            if is_turn():
                time.sleep(PAUSE_SECONDS)
            return real(*args, **kwargs)

        setattr(owner, name, paused)


# -- mutants: each breaks one promise of ADR 0021


def commit_before_acks() -> None:
    from streams import worker

    real = worker._Session.send

    async def send(self: Any, place: Any, batch: Any, envelopes: Any) -> None:
        await self._consumer.commit({place: batch[-1].offset + 1})
        await real(self, place, batch, envelopes)

    worker._Session.send = send  # type: ignore[method-assign]


def take_any_offset() -> None:
    from streams import accept

    def judge(self: Any, partition: int, offset: int) -> accept.Verdict:
        self._next[partition] = max(offset + 1, self.next_offset(partition))
        return accept.Verdict.NEXT

    accept.SourceMarks.judge = judge  # type: ignore[method-assign]


def no_record_id_check() -> None:
    from streams import export

    export.refuse_duplicate = lambda commit, prior, done: done


def records_before_known_acks() -> None:
    """Records are sent first, and need no position."""
    from streams import ingest
    from streams.raw_topic import NO_POSITION

    publish = ingest.Ingest._publish_known
    records = ingest.Ingest._publish_records

    def known_later(self: Any, sender: Any, files: Any, keys: Any) -> int:
        return NO_POSITION

    def records_first(self: Any, sender: Any, files: Any, known: int, keys: Any, left: Any) -> None:
        records(self, sender, files, known, keys, left)
        publish(self, sender, files, keys)

    ingest.Ingest._publish_known = known_later  # type: ignore[method-assign]
    ingest.Ingest._publish_records = records_first  # type: ignore[method-assign]


def no_wait_for_position() -> None:
    from streams.known_replica import KnownReplica

    async def at_once(self: Any, known: int) -> None:
        return None

    KnownReplica.wait_for = at_once  # type: ignore[method-assign]


MUTANTS: dict[str, Callable[[], None]] = {
    "commit-before-acks": commit_before_acks,
    "any-offset": take_any_offset,
    "no-record-id-check": no_record_id_check,
    "records-before-known-acks": records_before_known_acks,
    "no-wait-for-position": no_wait_for_position,
}


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pause", action="append", default=[])
    parser.add_argument("--session-ms", type=int)
    parser.add_argument("--mutant", choices=MUTANTS)
    parser.add_argument("--file-limit", type=int)
    at = argv.index("--")
    options = parser.parse_args(argv[:at])
    if options.file_limit is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (options.file_limit, resource.RLIM_INFINITY))
    if options.session_ms is not None:
        from streams import worker

        worker._SESSION_MS, worker._HEARTBEAT_MS = options.session_ms, options.session_ms // 6
    if options.mutant is not None:
        MUTANTS[options.mutant]()
    for pause in options.pause:
        point, turn, mark = pause.split(":", 2)
        pause_at(point, int(turn), Path(mark))
    sys.argv = ["redactor", *argv[at + 1 :]]
    from redactor.cli import main as command

    command()


if __name__ == "__main__":
    main(sys.argv[1:])
