"""What the console computes in the background: one at a time, kept for a while, and begun again after a failure."""

from __future__ import annotations

import threading

import pytest

from redactor.service.console.background import Background


def finished(background: Background[str], key: str, work: object = None) -> str:
    while True:
        found = background.value(key, work or (lambda: key))  # type: ignore[arg-type]
        if found is not None:
            return found


def test_a_value_is_computed_once_and_the_oldest_is_ended_in_its_thread() -> None:
    ended: list[tuple[str, int]] = []
    threads: list[int] = []
    background = Background[str]("test", 2, lambda value: ended.append((value, threading.get_ident())))

    def work() -> str:
        threads.append(threading.get_ident())
        return "a"

    assert finished(background, "a", work) == finished(background, "a", work) == "a" and len(threads) == 1
    assert background.run(threading.get_ident) == threads[0]
    finished(background, "b")
    finished(background, "a", work)
    finished(background, "c")  # b is the oldest
    background.close()
    assert ended == [("b", threads[0]), ("a", threads[0]), ("c", threads[0])]


def test_a_failure_is_told_once_and_the_work_begins_again() -> None:
    background = Background[str]("test", 2)

    def fails() -> str:
        raise ValueError("once")

    with pytest.raises(ValueError, match="once"):
        finished(background, "a", fails)
    assert finished(background, "a") == "a"
    background.close()


def test_short_work_does_not_wait_for_long_work_and_closing_does() -> None:
    background, go = Background[str]("test", 2), threading.Event()
    assert background.value("a", lambda: str(go.wait(30))) is None
    assert background.value("b", lambda: "b") is None and background.run(lambda: 1) is None
    go.set()
    assert finished(background, "a") == "True" and finished(background, "b") == "b"
    assert background.run(lambda: 1) == 1
    background.close()
