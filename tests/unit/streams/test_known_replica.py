"""What stops the writer of known values, and what it waits for."""

from __future__ import annotations

import asyncio
import errno
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from aiokafka.errors import KafkaConnectionError

from redactor.assemble.home import answers_path, known_values_path
from redactor.assemble.llm_access import open_answers
from redactor.errors import AnswersUnavailableError, RunError
from redactor.keys import Keyring
from redactor.llm.cache import AnswerCache, Entry
from redactor.run.state.forgotten import Erasure, Heir
from redactor.run.state.known_store import KnownStore
from redactor.settings import LlmSettings, Settings, StreamsSettings
from streams import known_replica
from streams.known_opening import KnownOpening
from streams.known_replica import KnownReplica
from streams.known_topic import KnownMessages
from streams.processes import read_processes, stream_name
from streams.topics import KNOWN, name_of

STREAMS = StreamsSettings(servers="kafka.example:9092")


def sqlite_error(name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("x")
    error.sqlite_errorname, error.sqlite_errorcode = name, getattr(sqlite3, name)
    return error


class Store:
    def __init__(self, error: Exception | None) -> None:
        self._error = error

    def open(self, *_: Any, **__: Any) -> Store:
        if self._error is not None:
            raise self._error
        return self

    def position(self, _: str) -> int:
        return 0

    def close(self) -> None: ...


def phase(home: Path, monkeypatch: pytest.MonkeyPatch, store: Store) -> str:
    """The phase in which a replica with this store waits. Raises what has stopped it."""

    async def follow() -> str:
        replica = KnownReplica(Settings(home=home, streams=STREAMS), Keyring.generate())
        async with asyncio.timeout(10), replica.running():
            while True:
                replica.check()
                for status, _ in read_processes(home, stream_name(STREAMS)):
                    if status.phase not in ("starting", "reading", "ended", "failed"):
                        return status.phase
                await asyncio.sleep(0.01)

    monkeypatch.setattr(known_replica, "KnownStore", store)
    return asyncio.run(follow())


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.ENOSPC, "x"), "disk-full"),
        (OSError(errno.EDQUOT, "x"), "disk-full"),
        (OSError(errno.EFBIG, "x"), "disk-full"),
        (sqlite_error("SQLITE_FULL"), "disk-full"),
        (sqlite_error("SQLITE_BUSY"), "known-locked"),
        (sqlite_error("SQLITE_BUSY_SNAPSHOT"), "known-locked"),
        (sqlite_error("SQLITE_LOCKED"), "known-locked"),
        (AnswersUnavailableError("x"), "answers-away"),
    ],
)
def test_what_ends_by_itself_is_waited_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:
    assert phase(tmp_path, monkeypatch, Store(error)) == told


@pytest.mark.parametrize(
    "error",
    [
        PermissionError(errno.EACCES, "x"),
        OSError(errno.EROFS, "x"),
        OSError(errno.EIO, "x"),
        sqlite_error("SQLITE_PERM"),
        sqlite_error("SQLITE_CANTOPEN"),
        sqlite_error("SQLITE_IOERR_WRITE"),
    ],
)
def test_a_home_that_cannot_be_used_ends_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    with pytest.raises(RunError, match="check the permissions and the disk of home"):
        phase(tmp_path, monkeypatch, Store(error))


@pytest.mark.parametrize("error", [KafkaConnectionError(), ConnectionResetError(), socket.gaierror()])
def test_a_connection_that_fails_is_waited_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def away(*_: Any) -> Any:
        raise error

    monkeypatch.setattr(KnownReplica, "_consumer", away)
    assert phase(tmp_path, monkeypatch, Store(None)) == "kafka-away"


@pytest.mark.parametrize("name", ["SQLITE_ERROR", "SQLITE_CORRUPT"])
def test_an_error_of_the_data_itself_stops_the_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with pytest.raises(sqlite3.OperationalError):
        phase(tmp_path, monkeypatch, Store(sqlite_error(name)))


@pytest.mark.parametrize("llm", [None, LlmSettings(base_url="http://127.0.0.1:1/v1", model="m")])
def test_a_home_that_reads_an_erasure_erases_its_answers(tmp_path: Path, llm: LlmSettings | None) -> None:
    keyring = Keyring.generate()
    settings = Settings(home=tmp_path, streams=STREAMS, llm=llm)
    subjects = {"ada": "ada", "bo": "bo", "cy": "cy", "di": "di", "stranger": "stranger", "nobody": None}
    if llm is None:  # else a worker has stored none yet
        with closing(AnswerCache(answers_path(settings), keyring)) as answers:
            answers.add([Entry(key.encode(), subject, b"x") for key, subject in subjects.items()])
    topic = name_of(STREAMS, KNOWN)
    made = KnownMessages(keyring, topic)
    erasure = Erasure(b"1" * 16, ("ada",), False, ("bo",), (("cy", b"daughter"),), (), (Heir("di", "di", "di"),))
    message = made.erasure(erasure)
    replica = KnownReplica(settings, keyring)
    with KnownStore.open(known_values_path(settings), keyring) as store:
        record: Any = type("Record", (), {"key": message.key, "value": made.seal(message), "offset": 0, "timestamp": 0})
        opening = KnownOpening(keyring, topic)
        replica._commit(store, opening, [record], True, "id")
        assert store.position(topic) == 1
    found = open_answers(settings, keyring, create=False)
    assert found is not None
    with closing(found) as answers:
        keys = [key.encode() for key in subjects]
        assert set(answers.get(keys)) == ({b"stranger"} if llm is None else set())
        answers.add([Entry(key.encode(), subject, b"y") for key, subject in subjects.items()])
        assert set(answers.get(keys)) == {*keys} - {b"ada"}
