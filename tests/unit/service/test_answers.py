"""Stored answers: claims of living and dead workers, expiry, size, and what a file of another kind does."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")

from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.service import answers
from redactor.service.answers import Answer, AnswerStore, Claim, Conflict
from redactor.service.idempotency import Repeats
from redactor.service.metrics import Metrics

KEYS = Keyring.generate()
ANSWER = Answer(200, ((b"content-type", b"application/json"),), b'{"text":"Tarquilla Vexholm"}')


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def opened(
    home: Path, keys: Keyring = KEYS, clock: Clock | None = None, scope: str = "a", state: Callable[[], str] = str
) -> AnswerStore:
    return AnswerStore(home, keys, scope, state, 1.0, clock or Clock())


def claim(store: AnswerStore, key: str = "k", body: bytes = b"b", holder: str = "h", route: str = "/r") -> Any:
    return store.claim(holder, key, route, body)


def test_a_key_has_one_answer_by_token_and_configuration_and_one_request(tmp_path: Path) -> None:
    store = opened(tmp_path)
    mine = claim(store)
    assert claim(store) is Conflict.IN_PROGRESS
    for other in ({"body": b"c"}, {"route": "/s"}, {"body": b"", "route": "/rb"}):
        assert claim(store, **other) is Conflict.KEY_REUSED  # type: ignore[arg-type]
    assert store.keep(mine, ANSWER) == ANSWER
    assert claim(store) == ANSWER == claim(opened(tmp_path))
    assert claim(store, body=b"c") is Conflict.KEY_REUSED
    assert isinstance(claim(store, holder="other"), Claim) and isinstance(claim(store, key="K"), Claim)
    assert isinstance(claim(opened(tmp_path, scope="another profile")), Claim)


def test_answers_and_claims_of_another_state_are_destroyed(tmp_path: Path) -> None:
    states = ["one"]
    mine, other = (opened(tmp_path, state=lambda: states[0], scope=scope) for scope in "ab")
    mine.keep(claim(mine), ANSWER)
    going = claim(other, "going")
    states[0] = "two"
    new = claim(mine)
    assert isinstance(new, Claim) and other.keep(going, ANSWER) == ANSWER  # it is sent, and not stored
    states[0] = "one"
    assert isinstance(claim(mine), Claim) and isinstance(claim(other, "going"), Claim)
    db = sqlite3.connect(tmp_path / "service-answers.db")
    assert db.execute("SELECT count(*), count(answer) FROM answer").fetchone() == (2, 0)
    db.close()


def test_a_claim_that_is_given_up_is_free_even_for_another_request(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.release(claim(store))
    assert isinstance(claim(store, body=b"c"), Claim)


def test_answers_expire_and_the_oldest_go_first_where_there_are_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    store = opened(tmp_path, clock=clock)
    for n in range(5):
        clock.now += 1
        store.keep(claim(store, str(n)), ANSWER)
    waiting = claim(store, "waiting")
    monkeypatch.setattr(answers, "_CLEAN_SECONDS", -1.0)
    monkeypatch.setattr(answers, "_MOST_BYTES", 3500)
    monkeypatch.setattr(answers, "_DELETED", 1)
    assert claim(store, "4") == ANSWER
    assert claim(store, "waiting") is Conflict.IN_PROGRESS
    assert isinstance(claim(store, "0"), Claim)
    clock.now += 3600
    assert isinstance(claim(store, "4"), Claim)
    assert store.keep(waiting, ANSWER) == ANSWER  # its row was removed, and it is sent all the same
    db = sqlite3.connect(tmp_path / "service-answers.db")
    assert db.execute("SELECT count(*) FROM answer WHERE answer IS NOT NULL").fetchone() == (0,)
    db.close()


def test_nothing_of_request_or_answer_stands_in_home(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.keep(claim(store, key="Quillstrand", body=b"Borvanna" * 50, holder="Zeldrine"), ANSWER)
    for file in tmp_path.iterdir():
        assert file.stat().st_mode & 0o077 == 0
        assert not any(w in file.read_bytes() for w in (b"Quillstrand", b"Borvanna", b"Vexholm", b"Zeldrine"))


def test_an_answer_that_cannot_be_opened_is_computed_again(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.keep(claim(store), ANSWER)
    db = sqlite3.connect(tmp_path / "service-answers.db", isolation_level=None)
    db.execute("UPDATE answer SET answer=zeroblob(300)")
    db.close()
    again = claim(store)
    assert isinstance(again, Claim) and store.keep(again, ANSWER) == ANSWER == claim(store)
    assert isinstance(claim(opened(tmp_path, Keyring.generate())), Claim)


def test_a_file_that_is_no_database_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "service-answers.db").write_bytes(b"Vexholm" * 1000)
    with pytest.raises(RunError, match=r"service-answers\.db of home is damaged; remove it"):
        opened(tmp_path)


def hold(home: Path, keys: Keyring, told: Any) -> None:
    store = opened(home, keys)
    mine = claim(store)
    told.send("claimed")
    told.recv()
    told.send(store.keep(mine, Answer(200, (), b"of the other")))


def test_a_claim_lives_as_long_as_its_worker(tmp_path: Path) -> None:
    """And of two workers that think that they have it, the first one to answer decides."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    other = context.Process(target=hold, args=(tmp_path, KEYS, there))
    other.start()
    assert here.recv() == "claimed"
    store = opened(tmp_path)
    assert claim(store) is Conflict.IN_PROGRESS
    os.kill(other.pid or 0, signal.SIGSTOP)  # a worker that is stopped lives
    assert claim(store) is Conflict.IN_PROGRESS
    os.kill(other.pid or 0, signal.SIGKILL)
    other.join()
    mine = claim(store)
    assert isinstance(mine, Claim)
    late = opened(tmp_path)
    late._worker = 1  # as if the lock of the first one had not been seen
    taken = late.claim("h", "k2", "/r", b"b")
    assert isinstance(taken, Claim)
    again = claim(store, "k2")
    assert isinstance(again, Claim) and store.keep(again, ANSWER) == ANSWER
    assert late.keep(taken, Answer(200, (), b"second")) == ANSWER


def test_an_answer_beyond_the_bound_is_sent_whole_and_not_stored(tmp_path: Path) -> None:
    asked: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        asked.append(scope["redactor.claim"])
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"6")]})
        for n in range(3):
            await send({"type": "http.response.body", "body": b"xy", "more_body": n < 2})

    repeats = Repeats(opened(tmp_path), Metrics(), lambda e: None)

    def answered(key: str, most: int | None) -> tuple[list[Any], bytes]:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {"type": "http", "path": "/r", "headers": [], "principal": "h"}
        asyncio.run(repeats.answer(app, scope, key, b"b", None, send, most))  # type: ignore[arg-type]
        return sent[0]["headers"], b"".join(message["body"] for message in sent[1:])

    for _ in range(2):
        assert answered("large", 5) == ([(b"content-length", b"6")], b"xyxyxy")
    assert len(asked) == 2 and len({*asked}) == 1  # each try is the same claim
    for headers, most in (([], 6), ([(b"idempotent-replayed", b"true")], None)):
        assert answered("small", most) == ([(b"content-length", b"6"), *headers], b"xyxyxy")
    assert len(asked) == 3 and len({*asked}) == 2
