"""This module concludes from an observation of a stream what waits for what, and what a person does about it.

One observation cannot tell a slow process from a stuck one: where processes run, records count as flowing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from schemas.engine.records import Reason
from streams.observation import Exporter, Observation, Partition, Process, Queue
from streams.processes import ENDED, FAILED, ProcessStatus

_UNSEEN = Reason.PATIENT_UNSEEN.value
_RETENTION_LEFT = 0.25  # of the retention; with less left, a person is told
_JOIN = 180.0  # seconds after which a process that runs is in its group


@dataclass(frozen=True, slots=True)
class Finding:
    """Holds one finding about a stream. code: for machines. do: what a person does; "" if nothing helps."""

    stage: str
    code: str
    text: str
    do: str = ""
    needs_person: bool = False


def findings(seen: Observation) -> list[Finding]:
    """Returns what waits for what, by stage, in the order of the flow."""
    found = [*_disks(seen), *_router(seen), *_ingest(seen), *_known(seen), *_workers(seen)]
    for exporter in seen.exporters:
        found += _exporter(seen, exporter)
    if not seen.exporters and any(p.next for p in seen.raw.partitions):
        found.append(
            _person(
                "exporter",
                "no-exporter",
                "records are processed, and this home knows no exporter",
                "start one: redactor streams export OUT; or name its state: redactor streams status --state DIR",
            )
        )
    return found


def _person(stage: str, code: str, text: str, do: str) -> Finding:
    return Finding(stage, code, text, do, True)


def _disks(seen: Observation) -> Iterator[Finding]:
    told: set[str] = set()
    for process in seen.processes:
        for folders, percent in process.status.disks.items():
            if process.runs and folders not in told:
                told.add(folders)
                yield _person(
                    "disk",
                    "disk-nearly-full",
                    f"the file system of {folders} is {percent} % full, says {process.status.name}",
                    "free space: docs/guide/sizing.md says what grows and what may go; redactor streams compact, which "
                    "packs a state, needs its exporter stopped",
                )


# -- a topic and its group


def _queue(seen: Observation, queue: Queue, stage: str, what: str, who: str, command: str) -> Iterator[Finding]:
    if queue.deleted:
        yield _person(
            stage,
            "lost",
            f"Kafka deleted {queue.deleted:,} {what} before a {who} took them",
            f"ingest or send them again, then go on without them: {command} --skip-lost",
        )
    if not queue.waiting:
        return
    alive = queue.alive
    served = {n for m in alive for n in m.partitions}
    if queue.is_rebalancing:
        yield Finding(stage, "rebalance", f"{queue.waiting:,} {what} wait while partitions are handed to {who}s")
        return
    without = [p for p in queue.partitions if p.waiting and p.number not in served]
    left = sum(p.waiting for p in without)
    if without and alive:
        yield Finding(
            stage,
            "takeover",
            f"{_partitions(without)}: {left:,} {what} wait until another {who} takes them "
            "over, 30 seconds after theirs ended",
        )
    elif without:
        waiting = f"{_partitions(without)}: {left:,} {what}"
        yield _without_members(seen, ungrouped_processes(seen, queue, who), stage, who, waiting, command)
    if served and queue.waiting > left:
        yield Finding(stage, "working", f"{queue.waiting - left:,} {what} wait; {_number(len(alive), who)} at work")


def ungrouped_processes(seen: Observation, queue: Queue, kind: str) -> list[Process]:
    """Returns the running processes of this home that are not in their consumer group.

    They have not joined it yet, or Kafka has heard nothing of them for a session.
    """
    members = {member.name for member in queue.members}
    return [p for p in _processes_of_kind(seen, kind) if p.runs and p.status.name not in members]


def _without_members(
    seen: Observation, outside: Sequence[Process], stage: str, who: str, what: str, command: str
) -> Finding:
    if not outside:
        return _person(stage, f"no-{who}", f"{what} wait for a {who}; none is running", f"start one: {command}")
    names = " and ".join(p.status.name for p in outside)
    if any(p.status.phase == "kafka-away" or seen.at - p.status.since < _JOIN for p in outside):
        return Finding(stage, f"{who}-joining", f"{what} wait until {names} joins the group of {who}s")
    return _person(
        stage,
        f"{who}-stuck",
        f"{what} wait for {names}, which runs and does not answer Kafka",
        f"end it, with kill -9 if need be: nothing is lost; then start one: {command}",
    )


def _deadline(seen: Observation, oldest: float | None, stage: str, what: str) -> Iterator[Finding]:
    """Yield a warning where Kafka will soon delete messages that wait."""
    if oldest is None:
        return
    left = oldest + seen.retention - seen.at
    if left < _RETENTION_LEFT * seen.retention:
        when = f"in {duration(left)}" if left > 0 else "at any moment"
        yield _person(
            stage,
            "retention",
            f"Kafka deletes {what} {when}",
            "let them be taken before, or raise streams.retention_days and the topics' retention.ms",
        )


# -- the stages


def _router(seen: Observation) -> Iterator[Finding]:
    if seen.router is not None:
        yield from _queue(seen, seen.router, "router", "messages of ehr.in.v1", "router", "redactor streams router")
    yield from _phases(seen, "router")
    yield from _ended(seen, "router", "router")


def _ingest(seen: Observation) -> Iterator[Finding]:
    yield from _phases(seen, "ingest")
    for process in _processes_of_kind(seen, "ingest"):
        status = process.status
        if process.runs and status.phase in ("known-values", "records"):
            yield Finding("ingest", "publishing", f"{status.name} is publishing {status.phase.replace('-', ' ')}")
        elif _died(process):
            yield _person(
                "ingest",
                "ingest-ended",
                f"{status.name} ended {_ago(seen, status)} before it was done",
                "run the same command again; it goes on where it was",
            )


def _known(seen: Observation) -> Iterator[Finding]:
    writers = [p for p in _processes_of_kind(seen, "known-writer") if p.runs]
    failed = [p for p in _processes_of_kind(seen, "known-writer") if not p.runs and p.status.phase == FAILED]
    if failed and not writers:
        yield _person(
            "known values",
            "known-failed",
            f"reading them ended with an error {_ago(seen, failed[-1].status)}, and no worker of this home goes on",
            "start a worker and read its message",
        )
    for writer in writers:
        if writer.status.phase == "disk-full":
            yield _person(
                "known values",
                "disk-full",
                "the disk of this home is full; known values cannot be stored",
                "free space; workers go on by themselves",
            )
        if writer.status.phase == "known-locked":
            yield Finding(
                "known values", "known-locked", "another process of this home writes known.db; workers wait for it"
            )
        if writer.status.phase == "answers-away":
            yield _person(
                "known values",
                "answers-away",
                "the answers of LLMs of this home (llm.db) cannot be written, and a patient is to be forgotten there",
                "free the disk or end the process that locks it; workers go on by themselves",
            )
    if seen.known.position is not None and seen.known.position > seen.known.end:
        yield _person(
            "known values",
            "known-ahead",
            "this home has read more known values than the topic holds: it was created again",
            "remove known.db from home and its head beside the keyring (known_head), so that the topic is read from "
            "its beginning, and start the workers again",
        )
    if skipped := seen.known.skipped:
        yield _person(
            "known values",
            "forged",
            f"{skipped:,} messages of phi.known.v1, from offset {seen.known.first_skipped:,} on, were not written "
            "under this keyring, or erase a second time; nothing of them is used. This home keeps what it knows; one "
            "that is set up later may lack values, links and erasures that they took the place of",
            "check who may write to the topic, ingest the sources again, and forget again whom this stream forgot; "
            "then redactor streams skipped --forget",
        )
    behind = seen.known.behind
    if behind and writers:
        wait = "; records wait until it has them" if seen.raw.waiting else ""
        yield Finding(
            "known values", "known-behind", f"this home is {behind:,} known values behind and reads them{wait}"
        )


def _workers(seen: Observation) -> Iterator[Finding]:
    yield from _queue(seen, seen.raw, "workers", "records", "worker", "redactor streams worker")
    yield from _deadline(seen, seen.raw.oldest, "workers", "records that no worker has taken")
    yield from _phases(seen, "worker")
    for process in _processes_of_kind(seen, "worker"):
        status = process.status
        if process.runs and status.phase == "service-away":
            index = f" at {seen.index}" if seen.index else ""
            yield _person(
                "workers",
                "index-away",
                f"{status.name} waits for the index of stand-ins{index}, which does "
                f"not answer since {duration(seen.at - status.since)}",
                "start it, and check relex.index; workers go on by themselves",
            )
        if process.runs and status.canaries is not None and status.canaries.alarm:
            recall = ", ".join(f"{e} {status.canaries.recall[e]:.2f}" for e in status.canaries.alarm)
            yield _person(
                "workers",
                "canary-alarm",
                f"{status.name} finds too little in canaries, with a recall of {recall}",
                "check detectors, disabled_rules, the model, and what was updated; records may leave with identifiers",
            )
    yield from _ended(seen, "worker", "workers")


def _exporter(seen: Observation, exporter: Exporter) -> Iterator[Finding]:
    if exporter.problem:
        yield _person(
            "exporter",
            "state-unreadable",
            f"the journal in {exporter.state} cannot be read: {exporter.problem}",
            "name the state of an exporter, and run this command as its user",
        )
        return
    if exporter.is_ahead:
        yield _person(
            "exporter",
            "exporter-ahead",
            f"the exporter of {exporter.state} has taken more than the topics hold: they were created again, and it "
            "would take new records for duplicates",
            "give it a new --state and an empty OUT",
        )
    status = exporter.process.status if exporter.process is not None else None
    if exporter.gone:
        yield _person(
            "exporter",
            "lost",
            f"up to {exporter.gone:,} processed records can no longer be exported: their "
            "envelopes were deleted or never came",
            "ingest them again, then go on without them: redactor streams export OUT --skip-lost",
        )
    oldest = min((p.oldest for p in exporter.deid if p.oldest is not None), default=None)
    yield from _deadline(seen, oldest, "exporter", "envelopes that the exporter has not taken")
    waits = exporter.waiting - exporter.gone
    open_records = f"{exporter.open_records:,} records of an open delivery"
    if exporter.runs:
        assert status is not None
        if status.phase == "kafka-away":
            yield Finding("exporter", "kafka-away", _waits_for_kafka("the exporter", seen, status))
        if waits > 0:
            yield Finding("exporter", "exporting", f"{waits:,} processed records are on their way to the exporter")
        if exporter.open_records:
            yield Finding("exporter", "open-delivery", f"{open_records} wait until it is closed")
    elif waits > 0 or exporter.open_records:
        what = [f"{waits:,} processed records"] * (waits > 0) + [open_records] * bool(exporter.open_records)
        ended = f"; it ended with an error {_ago(seen, status)}" if status and status.phase == FAILED else ""
        yield _person(
            "exporter",
            "exporter-ended",
            f"{' and '.join(what)} wait for the exporter, which is not running{ended}",
            "start it again: redactor streams export OUT",
        )
    if exporter.forged:
        yield _person(
            "exporter",
            "forged",
            f"{exporter.forged:,} messages of deid.v1 were not written under this keyring; nothing of them is used",
            "check who may write to the topic",
        )
    if exporter.lost:
        yield Finding("exporter", "given-up", f"{exporter.lost:,} lost records were given up with --skip-lost")
    if exporter.read_otherwise:
        yield Finding(
            "exporter",
            "read-otherwise",
            f"{exporter.read_otherwise:,} released records would be read otherwise by now: they hold a year that "
            "shows an age over 89 since",
            "tell the recipient; or deliver all of it again: ingest it under another streams.prefix, and export with a "
            "new --state into an empty OUT",
        )
    held = dict(exporter.held)
    if unseen := held.pop(_UNSEEN, 0):
        text = f"{unseen:,} records wait in quarantine for the known values of their patients"
        do = (
            "send the patients' own records; they then leave by themselves, except those that name a patient without an"
            f" id (redactor quarantine list --state {exporter.state} shows a field under where). If they were sent, "
            "give ingests and routers the profile, source and recipient of the workers, and ingest the same files "
            "again; those of a drop folder lie in done"
        )
        yield Finding("exporter", "patient-unseen", text, do)
    if held:
        by_reason = ", ".join(f"{reason} {n:,}" for reason, n in sorted(held.items()))
        yield Finding(
            "exporter",
            "quarantined",
            f"{sum(held.values()):,} records are in quarantine: {by_reason}",
            f"see redactor quarantine list --state {exporter.state}",
        )


# -- processes


def _phases(seen: Observation, kind: str) -> Iterator[Finding]:
    for process in _processes_of_kind(seen, kind):
        if process.runs and process.status.phase == "kafka-away":
            stage = "workers" if kind == "worker" else kind
            yield Finding(stage, "kafka-away", _waits_for_kafka(process.status.name, seen, process.status))


def _ended(seen: Observation, kind: str, stage: str) -> Iterator[Finding]:
    for process in filter(_died, _processes_of_kind(seen, kind)):
        text = f"{process.status.name} ended unexpectedly {_ago(seen, process.status)}"
        yield Finding(stage, f"{kind}-ended", text, "see its last message, and start it again")


def _waits_for_kafka(who: str, seen: Observation, status: ProcessStatus) -> str:
    return f"{who} has waited for Kafka since {duration(seen.at - status.since)}; it tries again within 30 seconds"


def _processes_of_kind(seen: Observation, kind: str) -> list[Process]:
    return [p for p in seen.processes if p.status.kind == kind]


def _died(process: Process) -> bool:
    return not process.runs and process.status.phase != ENDED


# -- words


def _ago(seen: Observation, status: ProcessStatus) -> str:
    return f"{duration(seen.at - status.since)} ago" if status.phase == FAILED else "without a message"


def _partitions(partitions: Sequence[Partition]) -> str:
    numbers = ", ".join(str(p.number) for p in partitions)
    return f"partition{'s' if len(partitions) > 1 else ''} {numbers}"


def _number(count: int, what: str) -> str:
    return f"{count} {what} is" if count == 1 else f"{count} {what}s are"


def duration(seconds: float) -> str:
    """Writes seconds for people: "40 s", "12 min", "7 h", "3 days"."""
    if seconds < 120:
        return f"{max(0, seconds):.0f} s"
    if seconds < 7200:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.0f} h" if seconds < 172_800 else f"{seconds / 86_400:.0f} days"
