"""Forgetting a patient through phi.known.v1, over a real Kafka: in every home, and in the topic itself."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from redactor.assemble.home import answers_path, known_values_path
from redactor.assemble.records import record_keys
from redactor.detect.known.search_keys import indexed
from redactor.entities import Entity, Role
from redactor.errors import BrokerUnavailableError
from redactor.keys import Keyring
from redactor.llm.cache import AnswerCache, Entry
from redactor.run.contracts import PATIENT, HarvestBatch, PersonClue, PersonValues
from redactor.run.state.households import Household
from redactor.run.state.known_store import KnownStore
from redactor.settings import Settings, StreamsSettings
from redactor.steward import forget
from redactor.text import KnownValue
from schemas.harvest.results import ClueKind
from streams import forget as stream_forget
from streams.known_topic import AddLink, AddValue, Gone, KnownMessage, KnownMessages
from streams.sealed import Sealer
from streams.sender import Message, Sender
from streams.topics import KNOWN, create_topics, name_of
from tests.integration.stream_kit import read_all

pytestmark = pytest.mark.services
KEYRING = Keyring.generate()


def _settings(home: Path, streams: StreamsSettings) -> Settings:
    return Settings(home=home, streams=streams)


def _scope(patient: str) -> str:
    return record_keys(Settings(), KEYRING).subject(patient)


def _name(text: str) -> KnownValue:
    return KnownValue(text, Entity.PERSON, Role.PATIENT)


ADA, BO, CY = map(_scope, ("ada", "bo", "cy"))
DAUGHTER = b"daughter"


def _values(scope: str, person: bytes, *names: str) -> PersonValues:
    values = [_name(n) for n in names]
    return PersonValues(scope, person, values, list(map(indexed, values)))


def _clue(scope: str, person: bytes, key: bytes) -> PersonClue:
    return PersonClue(scope, person, ClueKind.IDENTIFIER, key * 16, b"h" * 8)


# Ada is a child in Bo's chart; Ada ties Cy to them. Ada has two clues of one key, with other hints.
BATCHES = [
    HarvestBatch(
        [_values(ADA, PATIENT, "Ada Featherstone", "Ada F."), _values(BO, PATIENT, "Bo Featherstone")],
        [_clue(ADA, PATIENT, b"1"), _clue(ADA, PATIENT, b"1")._replace(hint=bytes(8)), _clue(BO, DAUGHTER, b"1")],
    ),
    HarvestBatch(
        [_values(BO, DAUGHTER, "Ada"), _values(CY, PATIENT, "Cy Featherstone")],
        [_clue(ADA, PATIENT, b"2"), _clue(CY, PATIENT, b"2")],
    ),
]


class Topic:
    def __init__(self, streams: StreamsSettings) -> None:
        self.streams, self.name = streams, name_of(streams, KNOWN)
        self.made = KnownMessages(KEYRING, self.name)

    def send(self, messages: Sequence[KnownMessage]) -> None:
        with Sender(self.streams) as sender:
            sender.send(self.name, [Message(m.key, self.made.seal(m), 0) for m in messages])
            sender.flush()

    def fill(self) -> None:
        for n, batch in enumerate(BATCHES):
            self.send([*self.made.from_harvest(batch), self.made.join(b"%d" % n)])

    def forge(self) -> None:
        """What somebody else may write. Nobody is stopped by it, and it says nothing of anybody."""
        other = KnownMessages(Keyring.generate(), self.name)
        stray = [m._replace(key=b"stray-%d" % n) for n, m in enumerate(other.from_harvest(BATCHES[0]))]
        with Sender(self.streams) as sender:
            sender.send(self.name, [Message(b"x", b"Doe^John", 0), *(Message(m.key, other.seal(m), 0) for m in stray)])
            sender.flush()

    def compacted(self) -> list[tuple[bytes, bytes]]:
        """What compaction leaves: of each key the last message, in the order of offsets; sealed."""
        last = {m.key: m for m in asyncio.run(read_all(self.streams, KNOWN, 1))}
        found = [(m.key or b"", m.value or b"") for m in sorted(last.values(), key=lambda m: m.offset)]
        return [(key, value) for key, value in found if key != b"x" and not key.startswith(b"stray-")]


@pytest.fixture
def topic(streams: StreamsSettings) -> Topic:
    asyncio.run(create_topics(streams))
    return Topic(streams)


def _forget(settings: Settings, patient: str) -> forget.Forgotten:
    stream_forget.catch_up(settings, KEYRING)
    return forget.forget(settings, KEYRING, patient, publish=lambda e: stream_forget.publish(settings, KEYRING, e))


def _held(home: Path, streams: StreamsSettings) -> tuple[dict[str, set[str]], list[Household], list[tuple[str, ...]]]:
    """What a home that follows the topic knows."""
    settings = _settings(home, streams)
    stream_forget.catch_up(settings, KEYRING)
    with KnownStore.open(known_values_path(settings), KEYRING, read_only=True) as store:
        charts = (ADA, BO, CY)
        values = {s: {v.value for v in store.values_of_chart(s)} for s in charts}
        return values, [store.household(s) for s in charts[1:]], [store.members(s) for s in charts]


def test_every_home_and_the_topic_forget(topic: Topic, tmp_path: Path) -> None:
    topic.forge()
    topic.fill()
    topic.forge()
    before, households, members = _held(tmp_path / "other", topic.streams)
    assert before[ADA] == {"Ada Featherstone", "Ada F."} and before[BO] == {"Bo Featherstone", "Ada"}
    assert len(members[0]) == 3
    answers = AnswerCache(answers_path(_settings(tmp_path / "other", topic.streams)), KEYRING)
    answers.add([Entry(scope.encode(), scope, b"x") for scope in (ADA, "stranger")])
    done = _forget(_settings(tmp_path / "home", topic.streams), "ada")
    assert done.found and done.retractions[0].erased["known"] == 3

    after = _held(tmp_path / "other", topic.streams)
    assert answers.get([ADA.encode(), b"stranger"]) == {b"stranger": b"x"}
    answers.close()
    assert after[0] == {ADA: set(), BO: {"Bo Featherstone"}, CY: {"Cy Featherstone"}}
    assert after[1] == households, "those who stay keep the names under which they have stand-ins"
    assert after[2] == [(ADA,), *[tuple(sorted((BO, CY)))] * 2]
    assert _held(tmp_path / "home", topic.streams) == _held(tmp_path / "new", topic.streams) == after

    left = [topic.made.open(*m) for m in topic.compacted()]
    assert not any(isinstance(c, AddValue) and (c.scope == ADA or c.person == DAUGHTER) for c in left)
    assert not any(isinstance(c, AddLink) and (c.clue.scope == ADA or c.clue.person == DAUGHTER) for c in left)
    assert sum(isinstance(c, Gone) for c in left) == 3 + 4

    # A home that is set up after compaction, and values of hers that come late or are sent again.
    clean = _republished(topic)
    assert _held(tmp_path / "compacted", clean.streams) == after
    for one in (topic, clean):
        one.send([*one.made.from_harvest(BATCHES[0]), one.made.join(b"late")])
        late = _held(tmp_path / f"late{one.name}", one.streams)
        assert late[0][ADA] == set() and late[2][0] == (ADA,)


def _republished(topic: Topic) -> Topic:
    """A topic with what compaction leaves of another. Values are bound to a topic, and are sealed again."""
    settings = topic.streams.model_copy(update={"prefix": f"{topic.streams.prefix}again."})
    asyncio.run(create_topics(settings))
    again, opened = Topic(settings), Sealer(KEYRING).open
    bodies = [KnownMessage(key, opened(topic.name, key, sealed)) for key, sealed in topic.compacted()]
    again.send(bodies)
    return again


@pytest.mark.parametrize("step", ["first erasure", "empty messages", "last erasure", "home"])
def test_a_broken_attempt_is_completed(
    topic: Topic, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    topic.fill()
    settings = _settings(tmp_path / "home", topic.streams)

    class Broken(Sender):
        sends = 0

        def send(self, topic: str, messages: Sequence[Message]) -> None:
            Broken.sends += 1
            if Broken.sends == ["first erasure", "empty messages"].index(step) + 1:
                raise BrokerUnavailableError("Kafka does not take the messages")
            super().send(topic, messages)

        def send_last(self, topic: str, message: Message) -> int:
            raise BrokerUnavailableError("Kafka does not take the messages")

    async def away(*args: object) -> None:
        raise BrokerUnavailableError("Kafka does not answer")

    with monkeypatch.context() as broken:
        if step == "home":
            broken.setattr(stream_forget, "_follow", away)
            with pytest.raises(BrokerUnavailableError):
                stream_forget.catch_up(settings, KEYRING)
            assert not (tmp_path / "home").exists()
            broken.undo()
            stream_forget.catch_up(settings, KEYRING)
            broken.setattr(stream_forget, "_follow", away)
        else:
            broken.setattr(stream_forget, "Sender", Broken)
            if step == "last erasure":
                broken.setattr(Broken, "send", Sender.send)
            stream_forget.catch_up(settings, KEYRING)
        with pytest.raises(BrokerUnavailableError, match="repeat the command"):
            forget.forget(settings, KEYRING, "ada", publish=lambda e: stream_forget.publish(settings, KEYRING, e))
    _held(tmp_path / "home", topic.streams)  # meanwhile a worker follows the topic
    done = _forget(settings, "ada")
    assert done.found and done.retractions[0].status == "done"
    for home in ("home", "new"):
        values, _, members = _held(tmp_path / home, topic.streams)
        assert values == {ADA: set(), BO: {"Bo Featherstone"}, CY: {"Cy Featherstone"}} and len(members[1]) == 2
    left = [topic.made.open(*m) for m in topic.compacted()]
    assert not any(isinstance(c, AddValue) and (c.scope == ADA or c.person == DAUGHTER) for c in left)
    assert _held(tmp_path / "compacted", _republished(topic).streams) == _held(tmp_path / "home", topic.streams)


def test_a_patient_of_whom_nothing_is_known_yet_is_forgotten_too(topic: Topic, tmp_path: Path) -> None:
    assert not _forget(_settings(tmp_path / "home", topic.streams), "ada").found
    topic.fill()
    values, _, members = _held(tmp_path / "home", topic.streams)
    assert values[ADA] == set() and values[CY] == {"Cy Featherstone"} and members[0] == (ADA,)


def test_without_kafka_nothing_is_erased(tmp_path: Path) -> None:
    streams = StreamsSettings(servers="127.0.0.1:1", prefix="x.", partitions=1, replication=1)
    with pytest.raises(BrokerUnavailableError, match="cannot be reached"):
        stream_forget.catch_up(_settings(tmp_path / "home", streams), KEYRING)
    assert not (tmp_path / "home").exists()
