"""A worker's session without a broker: acks before commits, order within a partition, waits, and what stops it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from aiokafka.errors import KafkaTimeoutError

from redactor.errors import EndpointRefusedError, ForgedMessageError, MissingKeyError, RunError, TopicError
from redactor.keys import Keyring
from redactor.run.contracts import Processed, RawRecord
from schemas.engine.records import Outcome, Reason
from streams import worker
from streams.batches import BatchProcessor
from streams.worker import work
from tests.unit.streams.worker_kit import CONFIG, DEID, KEYRING, RAW, Broker, Consumer, Replica, broker, released, run

__all__ = ["broker"]


def test_every_offset_has_an_envelope_in_the_order_of_its_partition(broker: Broker) -> None:
    broker.add(11, 0)
    broker.add(7, 1)
    done = threading.Lock()
    calls = [0]

    def uneven(raws: Sequence[RawRecord]) -> list[Processed | str]:
        with done:
            calls[0] += 1
            slow = calls[0] % 3 == 1
        if slow:
            threading.Event().wait(0.05)
        return released(raws)

    run(uneven)
    for partition, count in ((0, 11), (1, 7)):
        assert [o for p, o in broker.sent if p == partition] == list(range(count))
        assert broker.committed[partition] == count


def test_an_offset_is_committed_after_the_acks_of_all_envelopes_before_it(broker: Broker) -> None:
    broker.add(6)

    async def late(partition: int, offset: int) -> None:
        await asyncio.sleep(0.02 * (3 - offset % 3))

    broker.ack = late
    run()
    acknowledged: set[int] = set()
    for event in broker.events:
        what, _, offset = event.replace(":", " ").split()
        if what == "ack":
            acknowledged.add(int(offset))
        else:
            assert set(range(int(offset))) <= acknowledged
    assert broker.committed == {0: 6}


def test_what_is_processed_while_a_batch_is_slow_is_committed_with_it(broker: Broker) -> None:
    broker.add(12)
    first = threading.Event()

    def slow(raws: Sequence[RawRecord]) -> list[Processed | str]:
        is_first = raws[0].position == "1:0"
        if is_first:
            first.wait(5)
        elif raws[0].position == "1:3":
            threading.Timer(0.05, first.set).start()
        return released(raws)

    run(slow)
    commits = [e for e in broker.events if e.startswith("commit")]
    assert broker.sent == [(0, n) for n in range(12)] and len(commits) < 6 and commits[0] != "commit 0:2"


def test_few_batches_are_in_progress_at_a_time(broker: Broker) -> None:
    broker.add(60)
    commits: list[int] = []

    def look(raws: Sequence[RawRecord]) -> list[Processed | str]:
        commits.append(int(raws[0].position[2:]) - broker.committed.get(0, 0))
        threading.Event().wait(0.02)
        return released(raws)

    run(look)
    assert max(commits) < 30 and broker.committed == {0: 60}


def test_without_an_ack_nothing_is_committed_and_the_records_are_sent_again(broker: Broker) -> None:
    broker.add(4)
    failures = [KafkaTimeoutError(), KafkaTimeoutError()]

    async def fail(partition: int, offset: int) -> None:
        if offset == 1 and failures:
            assert not broker.committed
            raise failures.pop()

    broker.ack = fail
    phases = run()
    assert "kafka-away" in phases and broker.committed == {0: 4}
    assert broker.sent.count((0, 1)) == 3 and broker.sent[-2:] == [(0, 2), (0, 3)]


def test_a_service_that_is_away_is_waited_for(broker: Broker) -> None:
    broker.add(3)
    calls = [0]

    def away(raws: Sequence[RawRecord]) -> list[Processed | str]:
        calls[0] += 1
        if calls[0] < 5:
            return [Processed(Outcome.QUARANTINED, "x", "r", reason=Reason.SERVICE_UNAVAILABLE) for _ in raws]
        return released(raws)

    assert "service-away" in run(away)
    assert broker.sent == [(0, 0), (0, 1), (0, 2)]


def test_an_llm_that_refuses_every_request_ends_the_worker_which_goes_on_at_the_same_record(broker: Broker) -> None:
    """A person has to act. What was sent before is committed, and nothing of the batch is."""
    broker.add(9)
    refuses = True

    def process(raws: Sequence[RawRecord]) -> list[Processed | str]:
        if refuses and raws[0].position != "1:0":
            raise EndpointRefusedError("HTTP 401")
        return released(raws)

    with pytest.raises(EndpointRefusedError, match="HTTP 401"):
        run(process)
    sent = len(broker.sent)
    assert sent < 9 and broker.committed.get(0, 0) == sent
    refuses = False
    run(process)
    assert broker.sent == [(0, n) for n in range(9)] and broker.committed[0] == 9


def test_a_record_waits_for_the_known_values_that_it_needs(broker: Broker) -> None:
    broker.add(2, known=4)
    replica = Replica()
    seen: list[int] = []

    def look(raws: Sequence[RawRecord]) -> list[Processed | str]:
        seen.append(replica.position)
        return released(raws)

    async def bounded() -> None:
        made: Any = replica
        task = asyncio.create_task(
            work(CONFIG, BatchProcessor(look, KEYRING, "f"), made, threading.Event(), lambda _: None)
        )
        await asyncio.sleep(0.1)
        assert not seen and not broker.sent
        replica.position = 4
        await asyncio.sleep(0.1)
        assert not seen
        replica.position = 5
        async with asyncio.timeout(20):
            await task

    asyncio.run(bounded())
    assert seen and set(seen) == {5}


def test_partitions_pause_while_too_many_bytes_are_in_flight(broker: Broker) -> None:
    broker.add(40, size=400)
    most = [0]

    def slow(raws: Sequence[RawRecord]) -> list[Processed | str]:
        most[0] = max(most[0], max(int(raw.position.partition(":")[2]) for raw in raws))
        threading.Event().wait(0.01)
        return released(raws)

    run(slow)
    assert broker.was_paused and not broker.paused and broker.committed == {0: 40}


def test_under_another_keyring_nothing_counts(broker: Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_PROOF", 0.05)
    broker.add(3, keyring=Keyring.generate())
    with pytest.raises(ForgedMessageError, match="REDACTOR_KEYRING"):
        run()
    assert not broker.sent and not broker.committed


def test_forged_messages_alone_do_not_stop_a_worker_whose_known_values_prove_its_keyring(broker: Broker) -> None:
    broker.add(5, keyring=Keyring.generate())
    replica = Replica()
    replica.position = 1
    run(replica=replica)
    assert broker.committed == {0: 5} and len(broker.sent) == 5


def test_a_keyring_that_was_not_rotated_stops_the_worker_before_a_record_counts_as_forged(broker: Broker) -> None:
    broker.add(2)
    broker.add(1, keyring=KEYRING.rotated())
    with pytest.raises(MissingKeyError, match="present keyring"):
        run()
    assert broker.committed.get(0, 0) <= 2


def test_a_forged_message_among_others_is_quarantined(broker: Broker) -> None:
    broker.add(4)
    broker.messages[0][2].value = b"PHI of John"
    run()
    assert broker.committed == {0: 4} and [o for _, o in broker.sent] == [0, 1, 2, 3]


def test_records_that_kafka_deleted_before_they_were_read_are_counted(broker: Broker) -> None:
    broker.add(6)
    broker.first = 4
    broker.committed[0] = 1
    with pytest.raises(RunError, match="processed: 3"):
        run()
    assert not broker.sent
    run(config=replace(CONFIG, skip_lost=True))
    assert broker.sent == [(0, 4), (0, 5)]


def test_records_that_kafka_deleted_with_all_behind_them_are_counted(broker: Broker) -> None:
    """No message comes that would show the gap, and --drain would wait for them."""
    broker.add(6)
    broker.first = 6
    broker.committed[0] = 1
    with pytest.raises(RunError, match="processed: 5"):
        run()
    assert broker.committed == {0: 1}
    run(config=replace(CONFIG, skip_lost=True))
    assert broker.committed == {0: 6} and not broker.sent


def test_a_new_group_over_an_old_topic_has_lost_records_too(broker: Broker) -> None:
    broker.add(6)
    broker.first = 2
    with pytest.raises(RunError, match="processed: 2"):
        run()


def test_records_that_were_read_before_a_rebalance_are_read_again(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes while the worker asks where another partition begins. Nothing is taken for lost."""
    monkeypatch.setattr(worker, "_REVOKED", 0.01)
    broker.messages[1] = []  # stands before the other partition in what is read
    broker.add(9, 0)
    rebalanced = threading.Event()

    def held(raws: Sequence[RawRecord]) -> list[Processed | str]:
        rebalanced.wait(10)
        return released(raws)

    async def rebalance(consumer: Consumer, partition: int) -> None:
        if partition == 0 and not broker.messages[1]:
            broker.add(3, 1)
            monkeypatch.setitem(consumer._at, 1, 0)
        elif partition == 1 and not rebalanced.is_set():
            await consumer.rebalance()
            rebalanced.set()

    broker.asked = rebalance
    run(held, config=replace(CONFIG, processes=4))
    assert rebalanced.is_set() and broker.committed == {0: 9, 1: 3}
    assert {p: [o for q, o in broker.sent if q == p] for p in (0, 1)} == {0: list(range(9)), 1: [0, 1, 2]}


def test_a_stop_ends_the_worker(broker: Broker) -> None:
    broker.add(2)
    stop = threading.Event()

    async def until_stopped() -> None:
        made: Any = Replica()
        endless = replace(CONFIG, drain=False)
        task = asyncio.create_task(work(endless, BatchProcessor(released, KEYRING, "f"), made, stop, lambda _: None))
        while broker.committed.get(0) != 2:
            await asyncio.sleep(0.01)
        assert not task.done()
        stop.set()
        async with asyncio.timeout(10):
            await task

    asyncio.run(until_stopped())


@pytest.mark.parametrize("topic", [RAW, "phi.known.v1", DEID])
def test_a_topic_that_was_created_again_ends_the_worker_and_nothing_is_sent(broker: Broker, topic: str) -> None:
    broker.add(2)

    def replace_topic(raws: Sequence[RawRecord]) -> list[Processed | str]:
        broker.ids[topic] = "2"
        return released(raws)

    with pytest.raises(TopicError, match="start the worker again"):
        run(replace_topic)
    assert not broker.sent and not broker.committed


def test_an_idle_worker_notices_that_its_topic_was_created_again(broker: Broker) -> None:
    broker.messages[0] = []
    threading.Timer(0.2, lambda: broker.ids.update({RAW: "2"})).start()
    with pytest.raises(TopicError):
        run(config=replace(CONFIG, drain=False))


def test_known_values_of_another_topic_are_not_used(broker: Broker) -> None:
    broker.add(2)
    replica = Replica()
    replica.topic = "2"
    with pytest.raises(TopicError):
        run(replica=replica)
    assert not broker.sent


def test_an_idle_worker_tells_that_kafka_is_away_and_that_it_is_back(broker: Broker) -> None:
    broker.messages[0] = []
    stop = threading.Event()
    phases: list[str] = []

    async def idle() -> None:
        made: Any = Replica()
        endless = replace(CONFIG, drain=False)
        task = asyncio.create_task(work(endless, BatchProcessor(released, KEYRING, "f"), made, stop, phases.append))
        await asyncio.sleep(0.1)
        assert phases == []
        for broker.away, phase in ((True, "kafka-away"), (False, "working")):
            while phases[-1:] != [phase]:
                await asyncio.sleep(0.01)
        stop.set()
        await task

    async def bounded() -> None:
        async with asyncio.timeout(10):
            await idle()

    asyncio.run(bounded())
