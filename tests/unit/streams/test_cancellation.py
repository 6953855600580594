"""A worker that is cancelled ends, also if a batch is done at the same moment.

`asyncio.wait_for` of Python 3.11 drops a cancellation that comes when what it waits for is done; `asyncio.timeout` does
not.
"""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from streams.worker import _Session


@pytest.mark.parametrize("turns", range(4))
def test_a_batch_that_ends_does_not_swallow_the_cancellation(turns: int) -> None:
    session: Any = SimpleNamespace(
        processed=asyncio.Event(), _processing=lambda: 2, _config=SimpleNamespace(processes=1)
    )

    async def cancelled() -> None:
        waiting = asyncio.create_task(_Session._is_busy(session))
        await asyncio.sleep(0.01)
        session.processed.set()
        for _ in range(turns):
            await asyncio.sleep(0)
        if waiting.done():
            return
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(cancelled())
