"""The copy of known values that a host keeps, over a real Kafka."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from aiokafka import AIOKafkaProducer

from redactor.assemble.home import known_values_path, site_scope
from redactor.detect.known.search_keys import indexed
from redactor.detect.known.search_text import SearchText
from redactor.entities import Entity
from redactor.errors import ForgedMessageError, MissingKeyError, TopicError
from redactor.keys import Keyring
from redactor.run.contracts import PATIENT, HarvestBatch, PersonValues
from redactor.run.state import known_entries, site_tables
from redactor.run.state.forgotten import Erasure
from redactor.run.state.known_store import KnownStore
from redactor.settings import Settings, StreamsSettings
from redactor.text import KnownValue
from streams import known_replica, known_topic
from streams.connection import producer_options
from streams.known_replica import KnownReplica
from streams.known_topic import KnownMessage, KnownMessages
from streams.observe import observe
from streams.processes import read_processes, stream_name
from streams.status import findings
from streams.topics import KNOWN, create_topics, name_of
from tests.unit.run.disk_kit import fill, small_disk

pytestmark = pytest.mark.services
KEYRING = Keyring.generate()


def _values(*names: str, scope: str = "a") -> HarvestBatch:
    values = [KnownValue(name, Entity.PERSON) for name in names]
    return HarvestBatch([PersonValues(scope, PATIENT, values, list(map(indexed, values)))])


class Topic:
    def __init__(self, streams: StreamsSettings) -> None:
        self.streams, self.name = streams, name_of(streams, KNOWN)
        self.made = KnownMessages(KEYRING, self.name)

    async def send(self, messages: Sequence[KnownMessage]) -> int:
        """Gives the offset of the last one."""
        return await self.send_sealed([(m.key, self.made.seal(m)) for m in messages])

    async def send_sealed(self, messages: Sequence[tuple[bytes, bytes | None]]) -> int:
        async with AIOKafkaProducer(**producer_options(self.streams)) as producer:
            for key, value in messages:
                sent = await producer.send_and_wait(self.name, value, key=key, partition=0)
        return int(sent.offset)


def _settings(home: Path, streams: StreamsSettings) -> Settings:
    return Settings(home=home, streams=streams)


def _names(settings: Settings, scope: str = "a") -> set[str]:
    with KnownStore.open(known_values_path(settings), KEYRING, read_only=True) as store:
        return {v.value for v in store.values_of_chart(scope)}


def test_a_record_waits_for_its_position_and_a_host_goes_on_where_it_stopped(
    streams: StreamsSettings, tmp_path: Path
) -> None:
    async def follow() -> None:
        await create_topics(streams)
        topic, settings = Topic(streams), _settings(tmp_path, streams)
        first = await topic.send([*topic.made.from_harvest(_values("Ada", "Bo")), topic.made.join(b"1")])
        async with asyncio.timeout(60), KnownReplica(settings, KEYRING).running() as replica:
            await replica.wait_for(-1)
            await replica.wait_for(first)
            assert _names(settings) == {"Ada", "Bo"} and replica.position == first + 1 == 3
            waiting = asyncio.create_task(replica.wait_for(first + 2))
            await asyncio.sleep(0.3)
            assert not waiting.done()
            second = await topic.send([*topic.made.from_harvest(_values("Cy")), topic.made.join(b"2")])
            await waiting
            assert _names(settings) == {"Ada", "Bo", "Cy"}
        forgotten = await topic.send([topic.made.erasure(Erasure(b"1" * 16, ("a",)))])
        last = await topic.send([*topic.made.from_harvest(_values("Di", scope="b")), topic.made.join(b"3")])
        async with asyncio.timeout(60), KnownReplica(settings, KEYRING).running() as replica:
            assert replica.position in (second + 1, forgotten + 1, last + 1)
            await replica.wait_for(last)
            assert (_names(settings), _names(settings, "b")) == (set(), {"Di"})
        fresh = _settings(tmp_path / "new", streams)
        async with asyncio.timeout(60), KnownReplica(fresh, KEYRING).running() as replica:
            await replica.wait_for(last)
            assert (_names(fresh), _names(fresh, "b")) == (set(), {"Di"})

    asyncio.run(follow())


def test_one_process_of_a_host_writes_and_another_takes_over(streams: StreamsSettings, tmp_path: Path) -> None:
    async def follow() -> None:
        await create_topics(streams)
        topic, settings = Topic(streams), _settings(tmp_path, streams)
        first = await topic.send([*topic.made.from_harvest(_values("Ada")), topic.made.join(b"1")])
        async with asyncio.timeout(60), KnownReplica(settings, KEYRING).running() as other:
            async with KnownReplica(settings, KEYRING).running() as replica:
                await asyncio.gather(replica.wait_for(first), other.wait_for(first))
                assert replica.is_writer != other.is_writer
            second = await topic.send([*topic.made.from_harvest(_values("Bo")), topic.made.join(b"2")])
            await other.wait_for(second)
            assert other.is_writer and _names(settings) == {"Ada", "Bo"}

    asyncio.run(follow())


def test_forged_messages_are_skipped_counted_and_told_on_every_host(streams: StreamsSettings, tmp_path: Path) -> None:
    """A record that waits for the position of a skipped message goes on, and no host loses what it knows."""

    async def follow() -> None:
        await create_topics(streams)
        topic, hosts = Topic(streams), [_settings(tmp_path / name, streams) for name in ("one", "other")]
        ada, bo = topic.made.from_harvest(_values("Ada", "Bo"))
        erasure = topic.made.erasure(Erasure(b"1" * 16, ("b",)))
        foreign = KnownMessages(Keyring.generate(), topic.name)
        forged: list[tuple[bytes, bytes | None]] = [
            (b"stray", b"PID|1||Quimby"),  # before anything genuine
            (ada.key, foreign.seal(ada)),
            (ada.key, topic.made.seal(bo)),
            (ada.key, topic.made.seal(ada)[:-1] + b"\0"),
            (bo.key, None),
        ]
        await topic.send_sealed(forged[:1])
        await topic.send([ada, erasure])
        await topic.send_sealed(forged[1:])
        await topic.send([topic.made.join(b"1")])
        await topic.send([erasure])  # sent again by somebody else
        for settings in hosts:
            async with asyncio.timeout(60), KnownReplica(settings, KEYRING).running() as replica:
                await replica.wait_until_opened()
                await replica.wait_for(8)
                assert _names(settings) >= {"Ada"}
                if settings is hosts[0]:
                    await replica.wait_for(await topic.send_sealed([(b"stray", foreign.seal(bo))]))  # in its own commit
                    await topic.send([bo])
                await replica.wait_for(10)
                assert _names(settings) == {"Ada", "Bo"}
        for settings in hosts:
            with KnownStore.open(known_values_path(settings), KEYRING, read_only=True) as store:
                told = [(m.position, m.reason) for m in store.skipped.messages(topic.name)]
            assert told == [(0, "forged"), *((n, "forged") for n in range(3, 7)), (8, "repeated"), (9, "forged")]
            seen = await observe(settings, ())
            assert (seen.known.skipped, seen.known.first_skipped) == (7, 0)
            assert {f.code: f.needs_person for f in findings(seen)}["forged"]

    asyncio.run(follow())


def test_a_home_under_another_keyring_stops_at_its_start(streams: StreamsSettings, tmp_path: Path) -> None:
    async def follow() -> None:
        await create_topics(streams)
        topic, settings = Topic(streams), _settings(tmp_path, streams)
        await topic.send_sealed([(b"stray", b"x")])
        last = await topic.send([*topic.made.from_harvest(_values("Ada")), topic.made.join(b"1")])
        async with asyncio.timeout(60), KnownReplica(settings, Keyring.generate()).running() as replica:
            with pytest.raises(ForgedMessageError, match="check REDACTOR_KEYRING"):
                await replica.wait_for(last)
            assert replica.position == 0

    asyncio.run(follow())


def test_a_home_whose_keyring_was_not_rotated_stops_until_it_is(streams: StreamsSettings, tmp_path: Path) -> None:
    async def follow() -> None:
        await create_topics(streams)
        topic, settings, rotated = Topic(streams), _settings(tmp_path, streams), KEYRING.rotated()
        first = await topic.send([*topic.made.from_harvest(_values("Ada"))])
        async with asyncio.timeout(60), KnownReplica(settings, KEYRING).running() as replica:
            await replica.wait_for(first)
            topic.made = KnownMessages(rotated, topic.name)
            last = await topic.send([*topic.made.from_harvest(_values("Bo"))])
            with pytest.raises(MissingKeyError, match="present keyring"):
                await replica.wait_for(last)
            assert replica.position == first + 1
        async with asyncio.timeout(60), KnownReplica(settings, rotated).running() as replica:
            await replica.wait_for(last)
        with KnownStore.open(known_values_path(settings), rotated, read_only=True) as store:
            assert {v.value for v in store.values_of_chart("a")} == {"Ada", "Bo"}

    asyncio.run(follow())


def test_a_topic_that_was_created_again_is_refused(streams: StreamsSettings, tmp_path: Path) -> None:
    async def follow() -> None:
        await create_topics(streams)
        settings = _settings(tmp_path, streams)
        with (
            KnownStore.open(known_values_path(settings), KEYRING) as store,
            store.transaction(name_of(streams, KNOWN), 9),
        ):
            pass
        async with asyncio.timeout(60), KnownReplica(settings, KEYRING).running() as replica:
            with pytest.raises(TopicError, match=r"(?i)remove known\.db"):
                await replica.wait_for(9)

    asyncio.run(follow())


def test_a_full_disk_is_waited_out(streams: StreamsSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def follow() -> None:
        await create_topics(streams)
        topic, settings = Topic(streams), _settings(tmp_path, streams)
        first = await topic.send([*topic.made.from_harvest(_values("Ada")), topic.made.join(b"1")])
        full = sqlite3.OperationalError("database or disk is full")
        full.sqlite_errorcode, full.sqlite_errorname = sqlite3.SQLITE_FULL, "SQLITE_FULL"
        apply, failures = known_replica.apply, [full, full]

        def fail_twice(store: known_topic.Store, changes: Iterable[known_topic.Change]) -> list[int]:
            if failures:
                raise failures.pop()
            return apply(store, changes)

        monkeypatch.setattr(known_replica, "apply", fail_twice)
        monkeypatch.setattr(known_replica, "_RETRY", 0.2)
        async with asyncio.timeout(60), KnownReplica(settings, KEYRING).running() as replica:
            waiting = asyncio.create_task(replica.wait_for(first))
            told, stream = "", stream_name(streams)
            while told != "disk-full":
                told = "".join(status.phase for status, _ in read_processes(settings.home, stream))
                await asyncio.sleep(0.01)
            assert replica.position == 0
            await waiting
            assert _names(settings) == {"Ada"}

    asyncio.run(follow())


# No space at all, and space that ends within a transaction; the others end elsewhere and take the same way.
@pytest.mark.parametrize(
    ("left", "is_new"),
    [
        (0, False),
        pytest.param(100_000, False, marks=pytest.mark.slow),
        pytest.param(0, True, marks=pytest.mark.slow),
        (9_000, True),
    ],
)
def test_a_home_that_fills_up_is_read_on_when_space_is_freed(
    streams: StreamsSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: int, is_new: bool
) -> None:
    """The head of the store lies beside the keyring, and must not know more commits than the store has."""
    keys = tmp_path / "keys.json"
    KEYRING.save(keys)
    settings = _settings(tmp_path / "home", streams).model_copy(update={"keyring": str(keys)})
    monkeypatch.setattr(known_replica, "_RETRY", 0.2)
    monkeypatch.setattr(known_replica, "_CREATION", 0.2)

    async def follow() -> None:
        await create_topics(streams)
        topic = Topic(streams)
        names = [f"Name{n}" for n in range(500)]
        (tmp_path / "home").mkdir()
        with small_disk(tmp_path / "home", 1 << 23):
            if not is_new:
                head = keys.with_name("keys.json.known")
                KnownStore.open(known_values_path(settings), KEYRING, head_file=head).close()
            other = fill(tmp_path / "home", left)
            last = await topic.send([*topic.made.from_harvest(_values(*names)), topic.made.join(b"1")])
            for _ in range(2):  # the second process goes on where the first was ended
                async with asyncio.timeout(60), KnownReplica(settings, KEYRING).running() as replica:
                    waiting = asyncio.create_task(replica.wait_for(last))
                    await asyncio.sleep(1)
                    assert not waiting.done()
                    waiting.cancel()
            other.unlink()
            async with asyncio.timeout(60), KnownReplica(settings, KEYRING).running() as replica:
                await replica.wait_for(last)
                assert _names(settings) >= set(names)

    asyncio.run(follow())


def test_a_host_packs_its_site_and_readers_find_what_came_since(
    streams: StreamsSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = _settings(tmp_path, streams)
    site = site_scope(settings)
    monkeypatch.setattr(site_tables, "FEW", 2)
    monkeypatch.setattr(known_replica, "FEW", 2)
    monkeypatch.setattr(known_replica, "_LARGEST", 3)
    monkeypatch.setattr(known_entries, "MAX_OF_SITE", 1)

    def found(store: KnownStore) -> int:
        held = store.site_values(site)
        assert held is not None
        return len(
            held.find(SearchText.from_text("Ada Abara, Bo Brandt, Cy Cordova, Di Dubois, Ed Eriksen, Flo Faruqi"))
        )

    def packed(store: KnownStore) -> int:
        return int(store._db.execute("SELECT count(*) FROM site_table WHERE part=0").fetchone()[0])

    async def follow() -> None:
        await create_topics(streams)
        topic = Topic(streams)
        staff = _values("Ada Abara", "Bo Brandt", "Cy Cordova", "Di Dubois", scope=site)
        first = await topic.send([*topic.made.from_harvest(staff)])
        async with asyncio.timeout(60), KnownReplica(settings, KEYRING).running() as replica:
            await replica.wait_for(first)
            with KnownStore.open(known_values_path(settings), KEYRING, read_only=True) as reader:
                assert found(reader) == 4
                while not packed(reader):
                    await asyncio.sleep(0.02)
                more = _values("Ed Eriksen", "Flo Faruqi", scope=site)
                await replica.wait_for(await topic.send([*topic.made.from_harvest(more)]))
                assert found(reader) == 6

    asyncio.run(follow())
