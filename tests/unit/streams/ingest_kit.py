"""An ingest without a broker: a sender that keeps what it was given, and can go away."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from redactor.errors import BrokerUnavailableError
from redactor.keys import Keyring
from redactor.run.contracts import FileReason
from redactor.run.intake.files import InputFile
from redactor.run.pool import Pool
from redactor.settings import Settings, StreamsSettings
from schemas.engine.records import Reason
from streams.ingest import Ingest, State
from streams.known_topic import Change, KnownMessages
from streams.raw_topic import RawMessage, RawMessages
from streams.sender import Message, Sender
from streams.sinks import Notes, PlainFolder, Sink
from streams.topics import KNOWN, RAW, name_of


@dataclass
class Topics:
    """Two topics, and the connections to them.

    fail_after: messages after which Kafka goes away, once each. waiting: topics of messages that are not acknowledged.
    """

    log: list[tuple[str, Message]] = field(default_factory=list)
    fail_after: list[int] = field(default_factory=list)
    senders: int = 0
    waiting: list[str] = field(default_factory=list)

    def __enter__(self) -> Self:
        self.senders += 1
        self.waiting.clear()
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        return None

    def send(self, topic: str, messages: Sequence[Message]) -> None:
        if topic.endswith(RAW):
            assert KNOWN not in self.waiting, "a record was sent before its known values were acknowledged"
        self.waiting.append(topic[-len(KNOWN) :])
        for message in messages:
            if self.fail_after and len(self.log) >= self.fail_after[0]:
                self.fail_after.pop(0)
                raise BrokerUnavailableError("away")
            self.log.append((topic, message))

    def flush(self) -> None:
        self.waiting.clear()

    def send_last(self, topic: str, message: Message) -> int:
        assert not self.waiting, "a join was sent before its links were acknowledged"
        self.send(topic, [message])
        self.waiting.clear()
        return sum(t == topic for t, _ in self.log) - 1


class Stop(threading.Event):
    """Is set after a number of waits, so that no test waits for ever."""

    def __init__(self, waits: int = 100) -> None:
        super().__init__()
        self._waits = waits

    def wait(self, timeout: float | None = None) -> bool:
        self._waits -= 1
        if self._waits < 0:
            self.set()
        return self.is_set()


@dataclass
class Bench:
    """A folder, a home, and topics."""

    folder: Path
    settings: Settings
    keyring: Keyring
    topics: Topics = field(default_factory=Topics)
    states: list[State] = field(default_factory=list)
    stop: Stop = field(default_factory=Stop)
    check: Callable[[], None] = lambda: None

    @classmethod
    def make(cls, tmp_path: Path, **settings: object) -> Bench:
        keyring, where = Keyring.generate(), tmp_path / "keys.json"
        keyring.save(where)
        streams = StreamsSettings(servers="localhost:1", partitions=3, max_record_bytes=64 * 1024)
        made = Settings.model_validate(
            {"home": tmp_path / "home", "keyring": str(where), "streams": streams, "batch_records": 3, **settings}
        )
        (tmp_path / "in").mkdir()
        return cls(tmp_path / "in", made, keyring)

    def sink(self, state: str = "state") -> PlainFolder:
        notes = Notes.from_settings(self.settings, self.keyring)
        return PlainFolder(self.folder, self.settings.home / state, self.keyring.internal("content-number"), notes)

    def ingest(self, sink: Sink | None = None) -> Ingest:
        """Run once."""
        with sink or self.sink() as opened, Pool(1, 1 << 20, self.stop) as pool:
            made = Ingest(
                self.settings, self.keyring, opened, pool, self.stop, self.states.append,
                sender=lambda: cast(Sender, self.topics), check=self.check,
            )  # fmt: skip
            finish = opened.finish

            def finish_acknowledged(file: InputFile, fault: Reason | FileReason | None) -> None:
                assert not self.topics.waiting, "a file was finished before its records were acknowledged"
                finish(file, fault)

            opened.finish = finish_acknowledged  # type: ignore[method-assign]
            made.run()
        return made

    def known(self) -> list[Change]:
        topic = name_of(self.settings.streams, KNOWN)
        messages = KnownMessages(self.keyring, topic)
        return [messages.open(m.key, m.value) for t, m in self.topics.log if t == topic]

    def raws(self) -> list[RawMessage]:
        topic = name_of(self.settings.streams, RAW)
        messages = RawMessages(self.keyring, topic, self.settings.streams.max_record_bytes)
        return [messages.decode(m.key, m.value) for t, m in self.topics.log if t == topic]
