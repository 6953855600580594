"""Partitions that are added to the topics of a stream that is delivered, over a real Kafka."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from aiokafka.admin import NewPartitions
from typer.testing import CliRunner

from redactor.assemble.runs import build_stream
from redactor.cli.root import app
from redactor.errors import RunError, TopicError
from redactor.run.output.verification import verify
from redactor.settings import Settings, StreamsSettings
from streams.connection import admin
from streams.growing import Grown, grow_topics
from streams.topic_ids import SameTopics
from streams.topics import DEID, RAW, check_topics, found_partitions, name_of
from tests.integration.test_stream_configuration import Changing
from tests.integration.test_stream_deletions import applied, weight
from tests.integration.test_stream_hold import Bench, note

pytestmark = [pytest.mark.services, pytest.mark.slow]
PATIENTS = range(8)


def patient(n: int) -> dict[str, Any]:
    return {"resourceType": "Patient", "id": f"p{n}", "name": [{"family": f"Quimby{n}"}]}


def deletion(*numbers: int) -> dict[str, Any]:
    entries = [{"request": {"method": "DELETE", "url": f"Observation/o{n}"}} for n in numbers]
    return {"resourceType": "Bundle", "id": f"b{numbers[0]}", "type": "batch", "entry": entries}


def with_partitions(settings: Settings, n: int) -> Settings:
    return settings.model_copy(update={"streams": settings.streams.model_copy(update={"partitions": n})})


def grow(bench: Bench, n: int) -> Grown:
    """Kafka lists a worker for 30 seconds after it ended."""
    state = bench.folder / "state"
    end = time.monotonic() + 90
    while True:
        try:
            return asyncio.run(grow_topics(with_partitions(bench.settings, n), [state] if state.is_dir() else []))
        except TopicError as e:
            if "of other hosts" not in str(e) or time.monotonic() > end:
                raise
            time.sleep(1)


def go_on(bench: Bench, n: int) -> None:
    bench.settings = with_partitions(bench.settings, n)
    bench.parts = build_stream(bench.settings)


def test_a_stream_goes_on_with_more_partitions(streams: StreamsSettings, tmp_path: Path) -> None:
    bench = Bench(streams, tmp_path)
    bench.ingest(*map(patient, PATIENTS), *(weight(n, 50 + n) for n in PATIENTS), deletion(7))
    bench.ingest(note("late", "late Zorbatine Quimby was seen."))
    with pytest.raises(TopicError, match="wait for a worker"):
        grow(bench, 5)
    bench.work()
    with pytest.raises(TopicError, match="knows no exporter"):
        grow(bench, 5)
    bench.export()
    bench.ingest(patient(9))
    bench.work()
    with pytest.raises(TopicError, match="1 processed records wait for the exporter"):
        grow(bench, 5)
    before = bench.export()
    assert before["quarantined"] == 1 and before["deleted"] == 1
    with pytest.raises(TopicError, match="takes none away"):
        grow(bench, 2)
    with pytest.raises(TopicError, match="init --grow"):
        asyncio.run(check_topics(with_partitions(bench.settings, 5).streams))

    grown = grow(bench, 5)
    assert set(grown.topics.values()) == {(3, 5)} and len(grown.topics) == 2 and len(grown.checked) == 3
    assert grow(bench, 5).topics == {}
    with pytest.raises(TopicError, match="5 partitions and must have 3"):
        bench.export()
    go_on(bench, 5)
    bench.ingest(*(weight(n, 70 + n) for n in PATIENTS if n != 7), deletion(1, 2))
    bench.ingest(weight(2, 92))
    name = [{"family": "Quimby", "given": ["Zorbatine"]}]
    bench.ingest({"resourceType": "Patient", "id": "late", "name": name})
    bench.work()
    bench.export()
    bench.work()  # the note that was held, from its old partition
    after = bench.export()
    assert "quarantined" not in after and after["deleted"] == 3
    assert sorted(applied(tmp_path / "out").values()) == [70, 73, 74, 75, 76, 92]
    assert "Quimby" not in bench.texts()["late"]
    assert not verify(tmp_path / "out", bench.keyring, None).faults
    go_on(bench, 3)
    with pytest.raises((RunError, TopicError), match="partitions"):
        bench.export()


def test_a_process_that_still_runs_with_fewer_partitions_ends(streams: StreamsSettings, tmp_path: Path) -> None:
    bench = Changing(streams, tmp_path)
    bench.ingest(patient(0))
    bench.work()
    bench.export()
    with pytest.raises(TopicError, match="partitions by now"), bench.exporting("a"):
        same = SameTopics(streams, (RAW, DEID), "")
        assert set(grow(bench, 4).topics) == {name_of(streams, RAW), name_of(streams, DEID)}
        threading.Event().wait(8)  # the process looks every five seconds
        with pytest.raises(TopicError, match="partitions by now"):
            asyncio.run(_check(streams, same))


async def _check(streams: StreamsSettings, same: SameTopics) -> None:
    async with admin(streams) as client:
        await same.check(client._client)


def test_a_call_that_was_interrupted_is_completed(streams: StreamsSettings, tmp_path: Path) -> None:
    bench = Bench(streams, tmp_path)
    _alter(streams, DEID, 5)
    bench.ingest(patient(0))  # which looks at other topics
    with pytest.raises(TopicError, match=r"deid\.v1 has 5 partitions by now"):
        bench.work()
    with pytest.raises(TopicError, match="have 5 partitions now, but 1 records were published meanwhile"):
        grow(bench, 5)
    go_on(bench, 5)
    bench.work()
    assert bench.export() == {"released": 1}
    _alter(streams, RAW, 6)
    with pytest.raises(TopicError, match="an administrator gives"):
        grow(bench, 6)


def _alter(streams: StreamsSettings, topic: str, partitions: int) -> None:
    async def alter() -> None:
        async with admin(streams) as client:
            await client.create_partitions({name_of(streams, topic): NewPartitions(partitions)})
        while (await found_partitions(streams, (topic,))) != {name_of(streams, topic): partitions}:
            await asyncio.sleep(0.1)

    asyncio.run(alter())


def test_a_worker_that_kafka_knows_is_named(streams: StreamsSettings, tmp_path: Path) -> None:
    bench = Changing(streams, tmp_path)
    with bench.working("a", "elsewhere"):
        threading.Event().wait(15)
        with pytest.raises(TopicError, match="1 workers of other hosts"):
            asyncio.run(grow_topics(with_partitions(bench.settings, 4), []))


def test_the_command_says_what_it_checked(
    streams: StreamsSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench(streams, tmp_path)
    for name in ("servers", "prefix", "replication"):
        monkeypatch.setenv(f"REDACTOR_STREAMS__{name.upper()}", str(getattr(streams, name)))
    monkeypatch.setenv("REDACTOR_STREAMS__PARTITIONS", "4")
    monkeypatch.setenv("REDACTOR_HOME", str(bench.settings.home))
    done = CliRunner().invoke(app, ["streams", "init", "--grow", "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["grown"] == {name_of(streams, RAW): [3, 4], name_of(streams, DEID): [3, 4]} and told["checked"]
    again = CliRunner().invoke(app, ["streams", "init", "--grow"])
    assert again.exit_code == 0 and "already" in again.output
