"""The command `redactor streams status` shows where records are, and what they wait for."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from redactor.cli.common import require_kafka_client
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.errors import BrokerUnavailableError
from redactor.run.signals import stop_on_signal
from redactor.settings import Settings, load_settings

if TYPE_CHECKING:
    from streams.observation import Exporter, Observation, Process, Queue
    from streams.status import Finding

_SECONDS_BETWEEN_LOOKS = 2.0  # between two looks with --watch
_CLEAR_SCREEN = "\x1b[2J\x1b[H"


@guarded
def status(
    state: Annotated[
        list[Path] | None,
        typer.Option(help="State of an exporter that has another home; repeatable. Those of this home are found."),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Look again every two seconds, until a signal.")] = False,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Show where records are, and what waits for what. It only reads, and needs no keyring.

    Exit code 0: all flows, or nothing is to be done. 1: something waits for a person. 2: Kafka cannot be asked.
    """
    if watch and json:
        fail("--watch is for people; for machines call --json repeatedly")
    settings = load_settings()
    if watch:
        with stop_on_signal() as stop:
            _watch(settings, state or (), stop)
        return
    seen, found = _observe(settings, state or ())
    if json:
        print_json(status_as_json(seen, found))
    else:
        _print_status(seen, found)
    if any(f.needs_person for f in found):
        raise typer.Exit(1)


def _observe(settings: Settings, states: Sequence[Path]) -> tuple[Observation, list[Finding]]:
    with require_kafka_client():
        from streams.observe import observe
        from streams.status import findings
    seen = asyncio.run(observe(settings, states))
    return seen, findings(seen)


def _watch(settings: Settings, states: Sequence[Path], stop: threading.Event) -> None:
    while not stop.is_set():
        try:
            seen, found = _observe(settings, states)
        except BrokerUnavailableError as e:
            console().print(str(e), soft_wrap=True)
        else:
            if sys.stdout.isatty():
                sys.stdout.write(_CLEAR_SCREEN)
            _print_status(seen, found)
        stop.wait(_SECONDS_BETWEEN_LOOKS)


# -- for machines


def status_as_json(seen: Observation, found: Sequence[Finding]) -> dict[str, Any]:
    """Return the observation and its findings as JSON. Times are Unix times, durations are seconds."""
    from dataclasses import asdict

    from msgspec import to_builtins

    return {
        "at": seen.at,
        "needs_person": any(f.needs_person for f in found),
        "findings": [asdict(f) for f in found],
        "router": _queue_json(seen, seen.router) if seen.router is not None else None,
        "processes": [
            {"kind": p.status.kind, "name": p.status.name, "runs": p.runs, "phase": p.status.phase,
             "since": p.status.since,
             "canaries": to_builtins(p.status.canaries)}
            for p in seen.processes
        ],
        "known_values": {"end": seen.known.end, "position": seen.known.position, "behind": seen.known.behind,
                         "skipped": seen.known.skipped},
        "workers": _queue_json(seen, seen.raw),
        "exporters": [_exporter_json(e) for e in seen.exporters],
    }  # fmt: skip


def _queue_json(seen: Observation, queue: Queue) -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "held": queue.held,
        "waiting": queue.waiting,
        "deleted_unread": queue.deleted,
        "oldest": queue.oldest,
        "kafka_deletes_in": None if queue.oldest is None else queue.oldest + seen.retention - seen.at,
        "rebalancing": queue.is_rebalancing,
        "partitions": [asdict(p) | {"waiting": p.waiting} for p in queue.partitions],
        "members": [asdict(m) for m in queue.members],
    }


def _exporter_json(exporter: Exporter) -> dict[str, Any]:
    return {
        "state": exporter.state,
        "problem": exporter.problem,
        "runs": exporter.runs,
        "phase": exporter.process.status.phase if exporter.process is not None else None,
        "waiting": exporter.waiting,
        "taken": {str(n): offset for n, offset in exporter.taken.items()},
        "untaken": {str(n): count for n, count in exporter.untaken.items()},
        "envelopes": {str(p.number): {"position": p.next, "end": p.end} for p in exporter.deid},
        "open_delivery": {
            "records": exporter.open_records, "bytes": exporter.open_bytes, "since": exporter.opened
        },
        "deliveries": exporter.deliveries,
        "outcomes": dict(exporter.outcomes),
        "quarantined": dict(exporter.held),
        "lost": exporter.lost,
        "read_otherwise": exporter.read_otherwise,
        "gone": exporter.gone,
        "forged": exporter.forged,
    }  # fmt: skip


# -- for people


def _print_status(seen: Observation, found: Sequence[Finding]) -> None:
    rows = [*_router_rows(seen), *_process_rows(seen, "ingest"), *_worker_rows(seen)]
    for exporter in seen.exporters:
        rows += _exporter_rows(seen, exporter)
    print_table("Stream", ("stage", "process", "waiting", "oldest", "state"), rows)
    _print_partitions(seen)
    if not found:
        typer.echo("Nothing waits.")
    for finding in found:
        mark = "!" if finding.needs_person else "-"
        typer.echo(
            f"{mark} {finding.stage}: {finding.text}"
            + (f". {finding.do[:1].upper()}{finding.do[1:]}" if finding.do else "")
        )


def _router_rows(seen: Observation) -> list[tuple[str, ...]]:
    if seen.router is None:
        return []
    return [_queue_row(seen, "router", seen.router, "router"), *_process_rows(seen, "router")]


def _worker_rows(seen: Observation) -> list[tuple[str, ...]]:
    known = seen.known
    read = (
        "no copy in this home" if known.position is None else f"this home has read {known.position:,} of {known.end:,}"
    )
    return [
        ("known values", "", f"{known.behind:,}" if known.position is not None else "", "", read),
        _queue_row(seen, "workers", seen.raw, "worker"),
        *_process_rows(seen, "worker"),
    ]


def _queue_row(seen: Observation, stage: str, queue: Queue, kind: str) -> tuple[str, ...]:
    from streams.status import ungrouped_processes

    counts = [f"{len(queue.alive)} running"] * bool(queue.alive)
    if missing := ungrouped_processes(seen, queue, kind):
        counts.append(f"{len(missing)} not in the group")
    state = f"{', '.join(counts) or 'none running'}; Kafka holds {queue.held:,} records"
    return stage, "", f"{queue.waiting:,}", _duration_since(seen, queue.oldest), state


def _process_rows(seen: Observation, kind: str) -> list[tuple[str, ...]]:
    from streams.processes import ENDED

    found = [p for p in seen.processes if p.status.kind == kind and (p.runs or p.status.phase != ENDED)]
    stage = {"worker": "workers"}.get(kind, kind)
    return [(stage, p.status.name, "", "", _process_state(seen, p)) for p in found]


def _process_state(seen: Observation, process: Process) -> str:
    from streams.status import duration

    since = duration(seen.at - process.status.since)
    if not process.runs:
        return f"does not run; last: {process.status.phase}"
    return f"{process.status.phase}, for {since}{_canary_state(process)}"


def _canary_state(process: Process) -> str:
    """Return what follows the phase of a worker that reads canaries."""
    canaries = process.status.canaries
    if canaries is None:
        return ""
    failed = f", {canaries.failed:,} failed" if canaries.failed else ""
    lowest = min(canaries.recall.items(), key=lambda item: item[1], default=None)
    recall = f", lowest recall {lowest[1]:.2f} ({lowest[0]})" if lowest is not None else ""
    return f"; canaries: {canaries.read:,} read{failed}{recall}"


def _exporter_rows(seen: Observation, exporter: Exporter) -> list[tuple[str, ...]]:
    process = exporter.process
    state = "not running" if process is None or not process.runs else _process_state(seen, process)
    states = [state, f"{exporter.deliveries:,} deliveries"]
    if exporter.open_records:
        age = f", {_duration_since(seen, exporter.opened)} old" if exporter.opened else ""
        states.append(f"open: {exporter.open_records:,} records, {exporter.open_bytes:,} bytes{age}")
    states += [f"{name} {n:,}" for name, n in exporter.outcomes.items()]
    if exporter.lost:
        states.append(f"lost {exporter.lost:,}")
    oldest = min((p.oldest for p in exporter.deid if p.oldest is not None), default=None) if exporter.waiting else None
    return [("exporter", exporter.state, f"{exporter.waiting:,}", _duration_since(seen, oldest), "; ".join(states))]


def _duration_since(seen: Observation, since: float | None) -> str:
    from streams.status import duration

    return "" if since is None else duration(seen.at - since)


def _print_partitions(seen: Observation) -> None:
    """Print the partitions of phi.raw.v1 in which records wait."""
    owner = {n: m.name or m.host for m in seen.raw.alive for n in m.partitions}
    rows = []
    for p in seen.raw.partitions:
        untaken = [e.untaken.get(p.number, 0) for e in seen.exporters]
        if p.waiting or any(untaken):
            untaken_text = " ".join(f"{n:,}" for n in untaken)
            rows.append(
                (
                    str(p.number),
                    f"{p.waiting:,}",
                    _duration_since(seen, p.oldest),
                    owner.get(p.number, "nobody"),
                    untaken_text,
                )
            )
    if rows:
        columns = ("partition", "for workers", "oldest", "assigned to", "for the exporter")
        print_table("Waiting records of phi.raw.v1", columns, rows)
