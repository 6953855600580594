"""Work counted in instructions of the interpreter, which are the same on every machine. C code counts as one."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

TIMES = 4
BOUND = 6.0
"""Above the growth of linear work over a text TIMES as long, which is 4, and below that of quadratic work, 16."""


def operations(run: Callable[[], object]) -> int:
    """The instructions that a call takes."""
    count = 0

    def local(_: FrameType, event: str, __: Any) -> Any:
        nonlocal count
        count += event == "opcode"
        return local

    def called(frame: FrameType, _: str, __: Any) -> Any:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return local

    before = sys.gettrace()
    sys.settrace(called)
    try:
        run()
    finally:
        sys.settrace(before)
    return count


def growth(run: Callable[[str], object], make: Callable[[int], str], length: int) -> float:
    """How much more work a text takes that is TIMES as long. make: gives a text of a length."""
    run(make(length // 5))  # what is loaded or remembered once
    short, long = make(length), make(TIMES * length)
    return operations(lambda: run(long)) / operations(lambda: run(short))


@contextmanager
def ending() -> Iterator[None]:
    """Fails what would not end within a minute of CPU time, as an expression that tries every way to divide a word."""

    def late(*_: object) -> None:
        raise AssertionError("it does not end")

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, 60)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
