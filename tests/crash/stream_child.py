"""`redactor ARGS` with what a crash test does to it: pauses at critical points, a mutant, a full disk.

Usage: python -m tests.crash.stream_child [--pause POINT:TURN:SECONDS:MARK] [--session-ms N] [--mutant NAME]
    [--file-limit BYTES] [--parent PID] -- ARGS

It ends with its parent. In front of its nth turn at the point the process creates the file MARK, and sleeps.
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
from pathlib import Path
from typing import Any

from redactor.run.signals import end_with_parent
from tests.crash.stream_mutants import MUTANTS

# What a process is about to do when it pauses.
POINTS = {
    # ingest
    "send-known-join": ("streams.sender", "Sender.send_last"),  # values are acknowledged, and no record is sent
    "send-records": ("streams.ingest", "Ingest._publish_records"),  # known values are there, and no record is
    "await-record-acks": ("streams.ingest", "Ingest._finish"),
    "journal-file": ("streams.sinks", "PlainFolder.finish"),  # acknowledged, and not journaled
    "move-file": ("streams.sinks", "DropSink.finish"),
    # router
    "await-acks": ("streams.sender", "Sender.flush"),  # of known values at its odd turns, of records at the even ones
    "commit-messages": ("streams.app", "FaustSource.commit"),  # acknowledged, and not committed
    # worker
    "apply-known": ("streams.known_replica", "KnownReplica._commit"),
    "send-envelopes": ("aiokafka", "AIOKafkaProducer.send_batch"),
    "commit-offset": ("aiokafka", "AIOKafkaConsumer.commit"),  # acknowledged, and not committed
    # exporter
    "write-part": ("redactor.run.output.delivery", "DeliveryOutput.write"),
    "commit-journal": ("redactor.run.state.journal", "Journal.commit"),
    "create-file": ("redactor.run.output.delivery", "DeliveryOutput.seal"),  # journaled as read, and not in OUT
    "journal-delivery": ("redactor.run.state.journal", "Journal.finish_file"),  # in OUT, and not journaled
    "discard-part": ("redactor.run.output.delivery", "DeliveryOutput.discard"),
    "create-segment": ("redactor.run.output.segments", "create_new"),  # its deliveries are journaled as closed
    "journal-segment": ("redactor.run.state.segments", "Segments.close"),  # in OUT, and not journaled
    "change-configuration": ("redactor.run.state.journal", "Journal.change_configuration"),  # its segment is closed
    "write-manifest": ("redactor.run.output.manifest", "overwrite_head"),
}


def _owner(point: tuple[str, str]) -> tuple[Any, str]:
    module, dotted = point
    owner: Any = importlib.import_module(module)
    *parts, name = dotted.split(".")
    for part in parts:
        owner = getattr(owner, part)
    return owner, name


def pause_at(point: str, turn: int, seconds: float, mark: Path) -> None:
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
                await asyncio.sleep(seconds)
            return await real(*args, **kwargs)

        setattr(owner, name, paused_async)
    else:

        @functools.wraps(real)
        def paused(*args: Any, **kwargs: Any) -> Any:
            if is_turn():
                time.sleep(seconds)
            return real(*args, **kwargs)

        setattr(owner, name, paused)


def _shorten_sessions(milliseconds: int, is_router: bool) -> None:
    if is_router:
        from streams import app  # loads Faust

        app._SESSION, app._HEARTBEAT = milliseconds / 1000, milliseconds / 6000
    else:
        from streams import worker

        worker._SESSION_MS, worker._HEARTBEAT_MS = milliseconds, milliseconds // 6


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pause", action="append", default=[])
    parser.add_argument("--session-ms", type=int)
    parser.add_argument("--mutant", choices=MUTANTS)
    parser.add_argument("--file-limit", type=int)
    parser.add_argument("--parent", type=int)
    at = argv.index("--")
    options = parser.parse_args(argv[:at])
    end_with_parent(options.parent)
    if options.file_limit is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (options.file_limit, resource.RLIM_INFINITY))
    if options.session_ms is not None:
        _shorten_sessions(options.session_ms, is_router="router" in argv[at:])
    if options.mutant is not None:
        MUTANTS[options.mutant](setattr)
    for pause in options.pause:
        point, turn, seconds, mark = pause.split(":", 3)
        pause_at(point, int(turn), float(seconds), Path(mark))
    sys.argv = ["redactor", *argv[at + 1 :]]
    from redactor.cli import main as command

    command()


if __name__ == "__main__":
    main(sys.argv[1:])
