"""This module finishes the batches of a partition in order while they are processed at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from aiokafka import TopicPartition

from streams.batches import SourceRecord
from streams.envelope import Envelope

Process = Callable[[list[SourceRecord]], Coroutine[Any, Any, list[Envelope]]]
Send = Callable[[TopicPartition, Sequence[SourceRecord], Sequence[Envelope]], Coroutine[Any, Any, None]]
_Processing = tuple[list[SourceRecord], asyncio.Task[list[Envelope]]]


class Lane:
    """Finishes the batches of one partition in order, while it is assigned; the batches are processed at the
    same time.

    following: offset behind the last record that was read. process, send: of the session. processed: is set with each
    batch that is processed.
    """

    def __init__(
        self, place: TopicPartition, following: int, process: Process, send: Send, processed: asyncio.Event
    ) -> None:
        self.following = following
        self._place, self._process, self._send, self._processed = place, process, send, processed
        self._batches: asyncio.Queue[_Processing] = asyncio.Queue()
        self._tasks: set[asyncio.Task[list[Envelope]]] = set()
        self._task = asyncio.create_task(self._finish_all())

    @property
    def processing(self) -> int:
        """Returns the number of batches that are being processed."""
        return len(self._tasks)

    def add(self, batch: list[SourceRecord]) -> None:
        task = asyncio.create_task(self._process(batch))
        self._tasks.add(task)
        task.add_done_callback(self._note_processed)
        self._batches.put_nowait((batch, task))

    def _note_processed(self, task: asyncio.Task[list[Envelope]]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # asyncio prints what nobody has asked for, and the lane may have ended
        self._processed.set()

    def failure(self) -> BaseException | None:
        return self._task.exception() if self._task.done() and not self._task.cancelled() else None

    async def idle(self) -> None:
        """Returns when every batch is committed; after a failure it never does."""
        await self._batches.join()

    async def end(self) -> None:
        for task in (self._task, *self._tasks):
            task.cancel()
        await asyncio.gather(self._task, *self._tasks, return_exceptions=True)

    async def _finish_all(self) -> None:
        waiting: _Processing | None = None
        while True:
            ready = [waiting or await self._batches.get()]
            waiting = None
            await ready[0][1]
            # One commit for all that is processed: small batches come faster than commits are answered.
            while waiting is None and not self._batches.empty():
                waiting = self._batches.get_nowait()
                if _has_succeeded(waiting[1]):
                    ready.append(waiting)
                    waiting = None
            records = [record for batch, _ in ready for record in batch]
            await self._send(self._place, records, [e for _, task in ready for e in task.result()])
            for _ in ready:
                self._batches.task_done()


def _has_succeeded(task: asyncio.Task[list[Envelope]]) -> bool:
    return task.done() and not task.cancelled() and task.exception() is None
