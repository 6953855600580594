"""The tests of the streams fail for each mutant that breaks a promise of ADR 0021.

tests/crash/test_crash_mutants.py shows what becomes of records then, over a real broker.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.stream_mutants import MUTANTS
from tests.property import test_stream_acceptance
from tests.unit.streams import test_agents, test_export, test_ingest, test_routing, test_worker
from tests.unit.streams.ingest_kit import Bench

broker = test_worker.broker


def _mutate(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    MUTANTS[name](monkeypatch.setattr)


def test_a_commit_before_the_acks_is_found(monkeypatch: pytest.MonkeyPatch, broker: test_worker.Broker) -> None:
    _mutate(monkeypatch, "commit-before-acks")
    with pytest.raises(AssertionError):
        test_worker.test_an_offset_is_committed_after_the_acks_of_all_envelopes_before_it(broker)


def test_an_exporter_that_takes_any_offset_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _mutate(monkeypatch, "any-offset")
    with pytest.raises(AssertionError):
        test_export.test_a_duplicate_offset_and_one_too_high_are_not_taken(tmp_path)
    with pytest.raises(AssertionError):
        test_stream_acceptance.test_each_offset_is_taken_once_and_in_order()


def test_an_exporter_that_does_not_look_at_record_ids_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _mutate(monkeypatch, "no-record-id-check")
    with pytest.raises(AssertionError):
        test_export.test_a_record_id_that_left_before_does_not_leave_again(tmp_path)


def test_records_that_are_sent_before_their_known_values_are_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _mutate(monkeypatch, "records-before-known-acks")
    with pytest.raises(AssertionError):
        test_ingest.test_nothing_is_lost_while_kafka_comes_and_goes(Bench.make(tmp_path), [])


def test_a_worker_that_does_not_wait_for_known_values_is_found(
    monkeypatch: pytest.MonkeyPatch, broker: test_worker.Broker
) -> None:
    _mutate(monkeypatch, "no-wait-for-position")
    with pytest.raises(AssertionError):
        test_worker.test_a_record_waits_for_the_known_values_that_it_needs(broker)


def test_a_router_that_commits_before_its_acks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_routing.routing, "_POLL", 0.01)
    _mutate(monkeypatch, "router-commits-before-acks")
    with pytest.raises(AssertionError):
        test_routing.test_every_message_is_routed_once_and_then_committed(monkeypatch)


def test_a_router_that_sends_records_first_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _mutate(monkeypatch, "router-sends-records-first")
    bench = Bench.make(tmp_path)
    made = test_agents.router_of(bench, lambda _: None)
    with pytest.raises(AssertionError):
        test_agents.test_known_values_and_one_join_come_before_the_records_of_a_batch(bench, made)


def test_a_producer_that_says_no_day_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _mutate(monkeypatch, "no-day-of-events")
    with pytest.raises(AssertionError):
        test_ingest.test_the_newest_day_comes_before_all_records_and_each_needs_it(Bench.make(tmp_path))
