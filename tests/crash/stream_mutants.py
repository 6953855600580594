"""Mutants of the streams: each breaks one promise of ADR 0021, and a test must fail for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Patch = Callable[[Any, str, Any], None]
"""As `setattr`: in a process for good, in a test by monkeypatch."""


def commit_before_acks(patch: Patch) -> None:
    from streams import worker

    real = worker._Session.send

    async def send(self: Any, place: Any, batch: Any, envelopes: Any) -> None:
        await self._consumer.commit({place: batch[-1].offset + 1})
        await real(self, place, batch, envelopes)

    patch(worker._Session, "send", send)


def take_any_offset(patch: Patch) -> None:
    from streams import envelope

    def judge(self: Any, partition: int, offset: int) -> envelope.Verdict:
        self._next[partition] = max(offset + 1, self.next_offset(partition))
        return envelope.Verdict.NEXT

    patch(envelope.SourceMarks, "judge", judge)


def no_record_id_check(patch: Patch) -> None:
    from streams import held

    patch(held.Settling, "refuse_duplicate", lambda self, envelope, done: done)


def records_before_known_acks(patch: Patch) -> None:
    """Records are sent first, and need no position."""
    from streams import ingest
    from streams.raw_topic import NO_POSITION

    publish = ingest.Ingest._publish_known
    records = ingest.Ingest._publish_records

    waiting: list[Any] = []

    def known_later(self: Any, *args: Any) -> int:
        waiting[:] = args
        return NO_POSITION

    def records_first(self: Any, *args: Any) -> None:
        records(self, *args)
        publish(self, *waiting)

    patch(ingest.Ingest, "_publish_known", known_later)
    patch(ingest.Ingest, "_publish_records", records_first)


def router_commits_before_acks(patch: Patch) -> None:
    from streams import routing

    real = routing._Session._check_gaps

    async def commit_first(self: Any, n: int, start: int, offsets: Any) -> None:
        await real(self, n, start, offsets)
        await self._commit({n: offsets[-1] + 1})

    patch(routing._Session, "_check_gaps", commit_first)


def router_sends_records_first(patch: Patch) -> None:
    from streams.agents import Router
    from streams.raw_topic import NO_POSITION

    def publish(self: Any, prepared: Any) -> int:
        if self._sender is None:
            self._sender = self._new_sender().__enter__()
        messages, unread = self._encode(prepared, NO_POSITION)
        self._sender.send(self._raw_topic, messages)
        self._sender.flush()
        self._publish_known(self._sender, prepared.known, prepared.newest)
        return int(unread)

    patch(Router, "_publish", publish)


def no_day_of_events(patch: Patch) -> None:
    """Producers do not say how far the stream has come."""
    from streams.known_sender import KnownSender

    real = KnownSender.join
    patch(KnownSender, "join", lambda self, sender, newest: real(self, sender, None))


class _Hasty:
    """A replica that nobody waits for."""

    def __init__(self, replica: Any) -> None:
        self._replica = replica

    def __getattr__(self, name: str) -> Any:
        return getattr(self._replica, name)

    async def wait_for(self, known: int) -> None:
        return None


def no_wait_for_position(patch: Patch) -> None:
    from streams import worker

    real = worker._Session.process

    async def process(self: Any, batch: Any) -> Any:
        self._replica = _Hasty(self._replica)
        return await real(self, batch)

    patch(worker._Session, "process", process)


MUTANTS: dict[str, Callable[[Patch], None]] = {
    "commit-before-acks": commit_before_acks,
    "any-offset": take_any_offset,
    "no-record-id-check": no_record_id_check,
    "records-before-known-acks": records_before_known_acks,
    "router-commits-before-acks": router_commits_before_acks,
    "router-sends-records-first": router_sends_records_first,
    "no-wait-for-position": no_wait_for_position,
    "no-day-of-events": no_day_of_events,
}
