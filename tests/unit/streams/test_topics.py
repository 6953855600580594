"""What the topics are to be, by the settings. Against a real Kafka: tests/integration/test_stream_topics.py."""

from __future__ import annotations

from redactor.settings import StreamsSettings
from streams.topics import Topic, name_of, topics


def by_name(streams: StreamsSettings) -> dict[str, Topic]:
    return {topic.name: topic for topic in topics(streams)}


def test_records_and_envelopes_have_as_many_partitions_and_known_values_one() -> None:
    found = by_name(StreamsSettings(partitions=7))
    assert {name: t.partitions for name, t in found.items()} == {
        "ehr.in.v1": 7, "phi.raw.v1": 7, "phi.known.v1": 1, "deid.v1": 7,
    }  # fmt: skip


def test_known_values_are_compacted_and_everything_else_is_deleted_by_age_alone() -> None:
    for name, topic in by_name(StreamsSettings(retention_days=2)).items():
        if name == "phi.known.v1":
            assert topic.config["cleanup.policy"] == "compact" and "retention.ms" not in topic.config
        else:
            assert topic.config["cleanup.policy"] == "delete"
            assert (topic.config["retention.ms"], topic.config["retention.bytes"]) == ("172800000", "-1")


def test_no_topic_counts_on_clocks_of_producers_or_on_a_leader_that_lacks_records() -> None:
    for replication, in_sync in ((1, "1"), (2, "1"), (3, "2")):
        for topic in topics(StreamsSettings(replication=replication)):
            assert topic.config["message.timestamp.type"] == "LogAppendTime"
            assert topic.config["unclean.leader.election.enable"] == "false"
            assert topic.config["min.insync.replicas"] == in_sync


def test_the_largest_record_fits_even_if_it_cannot_be_compressed() -> None:
    streams = StreamsSettings(max_record_bytes=1024 * 1024)
    assert all(int(t.config["max.message.bytes"]) > 1024 * 1024 + 60_000 for t in topics(streams))


def test_the_prefix_stands_before_every_name() -> None:
    streams = StreamsSettings(prefix="north.")
    assert all(t.name.startswith("north.") for t in topics(streams)) and name_of(streams, "deid.v1") == "north.deid.v1"


def test_the_topic_of_integration_engines_may_have_settings_of_its_own() -> None:
    assert [name for name, topic in by_name(StreamsSettings()).items() if topic.is_shared] == ["ehr.in.v1"]
