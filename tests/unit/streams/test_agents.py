"""What a router publishes of messages, and in which order, whatever goes away meanwhile."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from redactor.errors import StoppedError
from redactor.run.contracts import RawRecord
from redactor.run.harvester import RecordHarvester
from redactor.run.pool import isolate_failures
from schemas.engine.records import Reason
from streams import agents
from streams.agents import Prepared, Router, preparation_stage
from streams.ehr_topic import EhrMessage
from streams.known_topic import AddLink, AddValue, Day, Join
from streams.publish import BundleFates, RecordKeys, RecordMessages
from streams.sender import Sender
from streams.topics import KNOWN, RAW
from tests.unit.streams.ingest_kit import Bench, Stop

PLANTED = "Quillfeather"
PATIENTS = [
    {"resourceType": "Patient", "id": f"p{n}", "name": [{"family": f"{PLANTED}{n}", "given": ["Ada"]}]}
    for n in range(3)
]
NOTE = {"resourceType": "Observation", "id": "o1", "subject": {"reference": "Patient/p0"}}


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench.make(tmp_path)


@pytest.fixture
def phases() -> list[str]:
    return []


@pytest.fixture
def router(bench: Bench, phases: list[str]) -> Iterator[Router]:
    made = router_of(bench, phases.append)
    yield made
    made.close()


def router_of(bench: Bench, report: Callable[[str], None]) -> Router:
    bench.stop = Stop()
    made = preparation_stage(bench.settings, None)
    call = partial(isolate_failures, made.work, made.build())
    return Router(
        bench.settings, bench.keyring, call, bench.stop, report, sender=lambda: cast(Sender, bench.topics)
    )  # fmt: skip


def of(*values: object, start: int = 0) -> list[EhrMessage]:
    return [
        EhrMessage(0, n, value if value is None or isinstance(value, bytes) else json.dumps(value).encode())
        for n, value in enumerate(values, start)
    ]


def test_known_values_and_one_join_come_before_the_records_of_a_batch(bench: Bench, router: Router) -> None:
    router.route(of(NOTE, *PATIENTS, b"{broken"))
    topics = [topic for topic, _ in bench.topics.log]
    assert topics == sorted(topics, key=[KNOWN, RAW].index)
    known = bench.known()
    assert any(isinstance(c, AddValue) for c in known) and any(isinstance(c, AddLink) for c in known)
    assert [isinstance(c, Join) for c in known] == [False] * (len(known) - 1) + [True]
    assert [r.known for r in bench.raws()] == [len(known) - 1] * 5
    assert not bench.topics.waiting
    done = router.routed
    assert (done.messages, done.records, done.unread, done.harvest_failed) == (5, 5, 0, 1)
    assert done.known == len(known) - 1


def test_a_newer_day_comes_before_the_records_that_bring_it(bench: Bench, router: Router) -> None:
    """A day that is not newer is not sent again, and a batch without anything new needs the last one."""

    def seen(n: int, day: str) -> dict[str, Any]:
        return NOTE | {"id": f"o{n}", "effectiveDateTime": day}

    router.route(of(*PATIENTS, seen(1, "2028-03-04"), seen(2, "2028-01-01")))
    before = len(bench.known())
    router.route(of(seen(3, "2028-03-04"), seen(4, "2020-01-01"), start=5))
    assert len(bench.known()) == before and {r.known for r in bench.raws()} == {before - 1}
    router.route(of(seen(5, "2028-03-05"), PATIENTS[0], start=7))
    days = [(n, c.day) for n, c in enumerate(bench.known()) if isinstance(c, Day)]
    assert [day for _, day in days] == [dt.date(2028, 3, 4), dt.date(2028, 3, 5)]
    assert [r.known for r in bench.raws()][-2:] == [days[-1][0]] * 2 == [before] * 2


def test_a_batch_without_anything_new_needs_the_last_join(bench: Bench, router: Router) -> None:
    router.route(of(*PATIENTS))
    before = len(bench.known())
    router.route(of(PATIENTS[0], NOTE, b"", start=3))
    assert len(bench.known()) == before and {r.known for r in bench.raws()} == {before - 1}
    router.route(of(PATIENTS[0] | {"id": "p9"}, start=6))
    assert len(bench.known()) > before and bench.raws()[-1].known == len(bench.known()) - 1


def test_the_first_batch_has_a_position_though_it_names_nobody(bench: Bench, router: Router) -> None:
    router.route(of(b"<a/>"))
    assert bench.known() == [Join()] and [r.known for r in bench.raws()] == [0]


def test_known_values_come_again_after_a_while(bench: Bench, router: Router, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their patient may have been forgotten meanwhile."""
    router.route(of(PATIENTS[0]))
    before = len(bench.known())
    monkeypatch.setattr(agents, "_REMEMBERED_SECONDS", -1.0)
    router.route(of(PATIENTS[0], start=1))
    assert len(bench.known()) == 2 * before


def test_joins_that_compaction_keeps_are_bounded_by_links(
    bench: Bench, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agents, "_REMEMBERED_SECONDS", -1.0)
    staff = {"resourceType": "Practitioner", "id": "d1", "name": [{"family": PLANTED}]}
    for n in range(10):
        router.route(of(PATIENTS[n % 3], start=2 * n))
        router.route(of(staff | {"id": f"d{n}"}, start=2 * n + 1))
    sent = [m.key for topic, m in bench.topics.log if topic.endswith(KNOWN)]
    changes = list(zip(sent, bench.known(), strict=True))
    kept = [c for n, (key, c) in enumerate(changes) if key not in sent[n + 1 :]]
    assert sum(isinstance(c, Join) for _, c in changes) > 10
    assert sum(isinstance(c, Join) for c in kept) == len(PATIENTS) + 1
    links = [n for n, c in enumerate(kept) if isinstance(c, AddLink)]
    assert links and all(any(isinstance(c, Join) for c in kept[n + 1 : n + 4]) for n in links)


def test_a_patients_records_share_a_partition_and_keep_their_order(bench: Bench, router: Router) -> None:
    versions = [PATIENTS[0] | {"gender": gender} for gender in ("male", "female", "other")]
    router.route(of(versions[0], *PATIENTS[1:], NOTE, versions[1]))
    router.route(of(versions[2], start=5))
    sent = [(m.partition, r.raw.data) for (t, m), r in zip(bench.topics.log[-6:], bench.raws(), strict=False) if t]
    raws = [r.raw for r in bench.raws()]
    of_first = [raw for raw in raws if b'"p0"' in raw.data or b"Patient/p0" in raw.data]
    places = {m.partition for (t, m) in bench.topics.log if t.endswith(RAW) and m.key == _key_of(bench, of_first[0])}
    assert len(sent) == 6 and len(places) == 1
    assert [json.loads(raw.data).get("gender") for raw in of_first] == ["male", None, "female", "other"]
    assert len({_key_of(bench, raw) for raw in of_first}) == 1


def _key_of(bench: Bench, raw: RawRecord) -> bytes:
    keys = [m.key for t, m in bench.topics.log if t.endswith(RAW)]
    return keys[[r.raw.position for r in bench.raws()].index(raw.position)]


def test_entries_of_a_restricted_bundle_carry_its_fate(bench: Bench, router: Router) -> None:
    label = {"security": [{"system": "http://terminology.hl7.org/CodeSystem/v3-Confidentiality", "code": "V"}]}
    entry = {"resource": PATIENTS[0], "request": {"method": "PUT", "url": "Patient/p0"}}
    bundle = {"resourceType": "Bundle", "type": "batch", "meta": label, "entry": [entry]}
    router.route(of(bundle, bundle | {"meta": {}}, PATIENTS[1]))
    fates = [(r.raw.part, r.raw.blocked and r.raw.blocked[0]) for r in bench.raws()]
    assert fates == [("bundle", None), ("entry", "withheld"), ("bundle", None), ("entry", None), ("record", None)]


def test_everything_is_sent_again_after_kafka_was_away(bench: Bench, phases: list[str]) -> None:
    whole = Bench(bench.folder, bench.settings, bench.keyring)
    router_of(whole, lambda _: None).route(of(NOTE, *PATIENTS))
    bench.topics.fail_after = [0, 2, len(whole.topics.log)]
    made = router_of(bench, phases.append)
    made.route(of(NOTE, *PATIENTS))
    assert phases == ["kafka-away"] * 3 + ["routing"] and bench.topics.senders == 4
    assert {r.raw.position for r in bench.raws()} == {r.raw.position for r in whole.raws()}
    positions = {r.known for r in bench.raws()}
    assert all(isinstance(bench.known()[n], Join) for n in positions)
    assert made.routed.records == 4


def test_nothing_counts_as_sent_before_its_acknowledgement(bench: Bench, router: Router) -> None:
    """After a fault between values and join the values are sent again."""
    bench.topics.fail_after = [1]
    router.route(of(*PATIENTS))
    names = [c.value.value for c in bench.known() if isinstance(c, AddValue)]
    assert {name for name in names if PLANTED in name}
    assert isinstance(bench.known()[-1], Join)


def test_a_signal_ends_the_wait_for_kafka(bench: Bench, router: Router) -> None:
    bench.topics.fail_after = [0] * 5
    bench.stop.set()
    with pytest.raises(StoppedError):
        router.route(of(NOTE))
    assert router.routed.records == 0


@pytest.mark.parametrize(
    ("owner", "name"),
    [(RecordHarvester, "harvest"), (RecordKeys, "key_of"), (BundleFates, "carried_by"), (RecordMessages, "encode_all")],
)
def test_no_content_of_a_message_raises(
    bench: Bench, router: Router, monkeypatch: pytest.MonkeyPatch, owner: type, name: str
) -> None:
    """Whatever breaks on one record: it goes with an error, or without known values, and the others as they are."""
    working = getattr(owner, name)

    def broken(self: object, raws: Any, *args: Any) -> Any:
        for raw in [raws] if isinstance(raws, RawRecord) else raws:
            if b"poison" in raw.data:
                raise RecursionError(PLANTED)
        return working(self, raws, *args)

    monkeypatch.setattr(owner, name, broken)
    router.route(of(PATIENTS[0], PATIENTS[1] | {"poison": True}, PATIENTS[2]))
    raws = [r.raw for r in bench.raws()]
    assert len(raws) == 3 and raws[0].error is raws[2].error is None
    if name != "harvest":
        assert (raws[1].error, raws[1].where) == (Reason.INTERNAL, "RecursionError")
    assert {len(c.value.value) > 0 for c in bench.known() if isinstance(c, AddValue)} == {True}


@pytest.mark.parametrize(("broken", "error"), [("worker-died", Reason.INTERNAL), ("timed-out", Reason.TIMED_OUT)])
def test_a_message_that_ends_the_process_goes_unread_and_the_others_as_they_are(
    bench: Bench, broken: str, error: Reason
) -> None:
    """The pool tries each message alone then. The record has the number that it would have had."""
    messages = of(PATIENTS[0], {"resourceType": "Bundle", "type": "batch", "entry": []}, NOTE, None, PATIENTS[1])
    whole = router_of(bench, lambda _: None)
    expected = whole.prepare(messages)
    made = router_of(bench, lambda _: None)
    inner = made._call

    def call(raws: Sequence[RawRecord]) -> list[Prepared | str]:
        return [broken if b"Bundle" in raw.data else inner([raw])[0] for raw in raws]

    made._call = call
    found = made.prepare(messages)
    assert found.raws[1] == RawRecord(messages[1].value or b"", expected.raws[1].position, error=error, where=broken)
    assert [found.raws[0], *found.raws[2:]] == [expected.raws[0], *expected.raws[2:]]
    assert len(found.keys) == len(expected.keys) - 1 and found.harvest_failed == expected.harvest_failed + 1
    assert {m.key for m in found.known} == {m.key for m in expected.known}
    made.route(messages)
    assert [(r.raw.error, r.raw.where) for r in bench.raws()][1] == (error, broken)
    assert made.routed.unread == 2 and made.routed.records == 5


def test_a_signal_while_messages_are_prepared_ends_the_batch(bench: Bench, router: Router) -> None:
    def stopped(_: object) -> list[Prepared | str]:
        raise StoppedError("stopped")

    router._call = stopped
    with pytest.raises(StoppedError):
        router.route(of(NOTE))
    assert not bench.topics.log


def test_a_record_over_the_limit_of_the_topic_goes_without_its_content(bench: Bench, router: Router) -> None:
    router.route(of({"dataType": "clinicalRecord", "note": "x" * 70_000}, NOTE))
    assert [(r.raw.error, r.raw.data == b"") for r in bench.raws()] == [(Reason.TOO_LARGE, True), (None, False)]


def test_what_is_prepared_depends_on_the_messages_alone(bench: Bench) -> None:
    one, two = (router_of(replace(bench), lambda _: None) for _ in range(2))
    messages = of(NOTE, *PATIENTS, b"<a/>", None)
    two.prepare(of(PATIENTS[2], start=90))
    assert one.prepare(messages) == two.prepare(messages)
