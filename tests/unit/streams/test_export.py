"""The exporter without a broker: what leaves, in which order, and what does not."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.output.verification import verify
from redactor.run.state.journal import Journal
from redactor.run.state.quarantine import QuarantineStore
from schemas.engine.records import Outcome, Reason
from streams.envelope import Envelope, Envelopes
from streams.export import Exporter, Message
from tests.audit_kit import audit_lines
from tests.unit.streams.export_kit import (
    FINGERPRINT,
    KEY,
    KEYRING,
    METADATA,
    TOPIC,
    config,
    delivered,
    feed,
    message,
    messages,
    record,
)


def export(folder: Path, sent: list[Message], **more: object) -> dict[str, list[bytes]]:
    with Exporter(config(folder, **more)) as exporter:
        feed(exporter, sent)
        exporter.deliveries.finish()
    return delivered(folder)


def line(name: str, version: int = 1) -> bytes:
    return record(name, version).payload or b""


def test_records_leave_in_the_order_of_their_ids_and_deletions_apart(tmp_path: Path) -> None:
    gone = record("x", outcome=Outcome.DELETED, payload=b'{"resourceType":"Bundle"}')
    found = export(tmp_path, messages([record("c"), gone, record("a"), record("b")]))
    assert found == {
        "records-00001.ndjson": [line("a"), line("b"), line("c")],
        "deleted-00001.ndjson": [b'{"resourceType":"Bundle"}'],
    }
    assert not verify(tmp_path / "out", KEYRING, None).faults
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_bytes())
    assert manifest["outcomes"] == {"deleted": 1, "released": 3} and manifest["known_values"] == "seen"
    assert [p.name for p in (tmp_path / "out").iterdir() if p.name.startswith(".")] == []


def test_versions_of_a_resource_stay_together_the_latest_last(tmp_path: Path) -> None:
    found = export(tmp_path, messages([record("m", 9), record("z"), record("m", 2), record("a"), record("m", 5)]))
    assert found["records-00001.ndjson"] == [line("a"), line("m", 9), line("m", 2), line("m", 5), line("z")]


def test_a_record_behind_the_deletion_of_its_resource_leaves_with_the_next_delivery(tmp_path: Path) -> None:
    gone = record("x", 2, Outcome.DELETED, b"{}")
    for size, name in ((3, "a"), (1, "b")):  # in one batch, and in several
        folder = tmp_path / name
        with Exporter(config(folder)) as exporter:
            feed(exporter, messages([record("x", 1), gone, record("x", 3), record("y")]), size)
            exporter.deliveries.finish()
        assert delivered(folder) == {
            "deleted-00001.ndjson": [b"{}"],
            "records-00001.ndjson": [line("x", 1)],
            "records-00002.ndjson": [line("x", 3), line("y")],
        }


def test_a_deletion_in_the_open_delivery_is_remembered_by_the_next_process(tmp_path: Path) -> None:
    sent = messages([record("x", 2, Outcome.DELETED, b"{}"), record("x", 3)])
    with Exporter(config(tmp_path)) as exporter:
        feed(exporter, sent[:1])
    assert export(tmp_path, sent) == {"deleted-00001.ndjson": [b"{}"], "records-00002.ndjson": [line("x", 3)]}


def test_a_duplicate_offset_and_one_too_high_are_not_taken(tmp_path: Path) -> None:
    a, b, c = (record(n) for n in "abc")
    order = [(0, a), (2, c), (0, record("forged-late")), (1, b), (1, b), (2, c)]
    sent = [message(offset, done, read=n) for n, (offset, done) in enumerate(order)]
    assert export(tmp_path, sent) == {"records-00001.ndjson": [line("a"), line("b"), line("c")]}


def test_a_record_id_that_left_before_does_not_leave_again(tmp_path: Path) -> None:
    sent = [*messages([record("a"), record("b"), record("a")]), message(0, record("b"), partition=1)]
    assert export(tmp_path, sent) == {"records-00001.ndjson": [line("a"), line("b")]}
    sent.append(message(3, record("a")))
    found = export(tmp_path, sent)
    assert list(found) == ["records-00001.ndjson"]
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_bytes())
    assert manifest["outcomes"] == {"duplicate": 3, "released": 2}


def test_messages_without_the_keyring_release_nothing(tmp_path: Path) -> None:
    envelope = Envelope(0, 0, -1, FINGERPRINT, record("forged"))
    own = message(0, record("a"))
    forged = [
        Message(0, 0, KEY, Envelopes(Keyring.generate(), TOPIC).encode(KEY, envelope)),
        Message(0, 1, KEY, Envelopes(KEYRING, "other.deid.v1").encode(KEY, envelope)),
        Message(0, 2, b"other", own.value),
        Message(0, 3, KEY, (own.value or b"")[:-1] + b"x"),
        Message(0, 4, KEY, None),
        Message(1, 0, KEY, own.value),  # copied into another partition
        message(0, record("b"), partition=7),
    ]
    with Exporter(config(tmp_path)) as exporter:
        assert exporter.take(forged[:6]) == [] and exporter.take(forged[6:]) == []
        assert exporter.forged == 7
        exporter.commit(exporter.take([own]), {})
        exporter.deliveries.finish()
    assert delivered(tmp_path) == {"records-00001.ndjson": [line("a")]}


def test_what_workers_of_another_configuration_made_is_quarantined_and_shown(tmp_path: Path) -> None:
    sent = [message(0, record("a"), fp="0" * 64), message(1, record("b"))]
    sent.append(message(2, replace(record("c", outcome=Outcome.QUARANTINED, payload=None), reason=Reason.NO_SCHEMA)))
    assert export(tmp_path, sent) == {"records-00001.ndjson": [line("b")]}
    store = QuarantineStore(tmp_path / "state", KEYRING, create=False)
    found = store.list("held")
    assert [(e.id, e.reason, e.record_id) for e in found] == [
        ("00001-00000001", "other-configuration", "id-a-1"),
        ("00001-00000003", "no-schema", "id-c-1"),
    ]
    assert b"Featherstonehaugh 0" in store.show("00001-00000001")
    assert store.purge() == 2
    store.close()
    assert b"Featherstonehaugh" not in b"".join(audit_lines(tmp_path / "state"))


def test_a_payload_that_the_topic_no_longer_holds_leaves_the_header(tmp_path: Path) -> None:
    with Exporter(config(tmp_path)) as exporter:
        exporter.commit(exporter.take([message(0, record("a"), fp="0" * 64)]), {})
    store = QuarantineStore(tmp_path / "state", KEYRING, create=False)
    assert [(e.position, e.bytes) for e in store.list()] == [("0:0", 0)]
    store.close()


def test_heads_of_bundles_and_records_that_stay_write_no_line(tmp_path: Path) -> None:
    head = replace(record("b", payload=None), resource_type="Bundle")
    withheld = record("w", outcome=Outcome.WITHHELD, payload=None)
    assert export(tmp_path, messages([head, withheld])) == {}
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_bytes())
    assert (manifest["outcomes"], manifest["reasons"], manifest["types"], manifest["records"]) == ({}, {}, {}, 0)


def test_a_delivery_is_closed_by_its_size_or_the_age_of_its_first_record(tmp_path: Path) -> None:
    now = [0.0]
    with Exporter(config(tmp_path, delivery_bytes=60), lambda: now[0]) as exporter:
        exporter.commit(exporter.take([message(0, record("a"))]), {})
        assert not delivered(tmp_path)
        exporter.commit(exporter.take([message(1, record("b"))]), {})
        assert list(delivered(tmp_path)) == ["records-00001.ndjson"]
        exporter.commit(exporter.take([message(2, record("c"))]), {})
        now[0] = 59.0
        exporter.deliveries.deliver_if_due()
        assert len(delivered(tmp_path)) == 1
        now[0] = 60.0
        exporter.deliveries.deliver_if_due()
        now[0] = 500.0
        exporter.deliveries.deliver_if_due()  # nothing to deliver
    assert list(delivered(tmp_path)) == ["records-00001.ndjson", "records-00002.ndjson"]
    assert not list((tmp_path / "state").glob("*.part"))[2:]


@pytest.mark.parametrize(
    "planted",
    [
        "",
        "[]",
        '{"format":"redactor-manifest/4","mac":[1],"signature":""}',
        '{"format":"redactor-manifest/4","mac":"\\ud800","signature":"","files":[]}',
        '{"format":"redactor-manifest/4","mac":"x","signature":"","files":[{"name":"\\ud800"}]}',
        f'{{"format":"redactor-manifest/4","mac":"x","signature":"","records":{1 << 80}}}',
        '{"format":"redactor-manifest/4","mac":"x","signature":"","records":1e999}',
        '{"format":"redactor-manifest/4","mac":"x","signature":"","files":[{"name":"records-00009.ndjson"}]}',
    ],
)
def test_a_manifest_that_the_recipient_wrote_stops_nothing(tmp_path: Path, planted: str) -> None:
    sent = messages([record("a"), record("b")])
    export(tmp_path, sent[:1])
    (tmp_path / "out" / "manifest.json").write_text(planted)
    assert "records-00002.ndjson" in export(tmp_path, sent)


def test_what_is_in_out_is_never_looked_at_again(tmp_path: Path) -> None:
    """The recipient takes files away, or writes others."""
    sent = messages([record("a"), record("b")])
    export(tmp_path, sent[:1])
    (tmp_path / "out" / "records-00001.ndjson").unlink()
    (tmp_path / "out" / "manifest.json").write_text("{}")
    (tmp_path / "out" / "notes.txt").write_text("x")
    assert export(tmp_path, sent) == {"records-00002.ndjson": [line("b")]}


def test_a_state_that_is_older_than_the_manifest_delivers_nothing_again(tmp_path: Path) -> None:
    """The recipient has taken the files away, as it may; a copy of the state is as old as a backup."""
    sent = messages([record("a"), record("b")])
    export(tmp_path, sent[:1])
    shutil.copytree(tmp_path / "state", tmp_path / "backup")
    export(tmp_path, sent)
    for path in (tmp_path / "out").glob("records-*"):
        path.unlink()
    manifest = (tmp_path / "out" / "manifest.json").read_bytes()
    with pytest.raises(RunError, match="restored from a backup"):
        export(tmp_path, sent, state=tmp_path / "backup")
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["manifest.json"]
    assert (tmp_path / "out" / "manifest.json").read_bytes() == manifest
    export(tmp_path, sent)


def test_lost_records_are_counted_and_skipped_on_demand(tmp_path: Path) -> None:
    sent = [message(0, record("a")), message(4, record("e"), read=1), message(5, record("f"), read=2)]
    with Exporter(config(tmp_path)) as exporter:
        feed(exporter, sent)
        assert exporter.lost(0, 6) == 3 and exporter.lost(0, 1) == 0 and exporter.lost(1, 0) == 0
        assert exporter.position(0) == 1 and exporter.next_offset(0) == 1
        exporter.skip_lost(0, 6)
        feed(exporter, sent)
        exporter.deliveries.finish()
    assert delivered(tmp_path) == {"records-00001.ndjson": [line("a"), line("e"), line("f")]}
    with Exporter(config(tmp_path)) as exporter:
        assert exporter.next_offset(0) == 6 and exporter.position(0) == 3


def test_a_run_and_an_exporter_do_not_share_a_state(tmp_path: Path) -> None:
    export(tmp_path, messages([record("a")]))
    journal = Journal(tmp_path / "state", KEYRING)
    with pytest.raises(RunError, match="share a state"):
        journal.begin(f"stream {FINGERPRINT}", [], METADATA)
    journal.close()


def test_another_keyring_does_not_go_on_with_a_state(tmp_path: Path) -> None:
    export(tmp_path, messages([record("a")]))
    with pytest.raises(RunError), Exporter(config(tmp_path, keyring=Keyring.generate())):
        pass


def test_two_exporters_do_not_share_a_state(tmp_path: Path) -> None:
    with Exporter(config(tmp_path)), pytest.raises(RunError, match="is using this state"), Exporter(config(tmp_path)):
        pass


def test_a_folder_in_use_is_refused_by_a_new_state(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "records-00001.ndjson").write_text("{}")
    with pytest.raises(RunError, match="empty folder"), Exporter(config(tmp_path)):
        pass


def test_metadata_of_the_stream_is_in_the_audit(tmp_path: Path) -> None:
    export(tmp_path, messages([record("a")]))
    (entry,) = map(json.loads, audit_lines(tmp_path / "state"))
    assert entry["at"] == "0:0" and entry["detectors"] == METADATA.detectors and entry["record"] == "id-a-1"
    assert json.loads((tmp_path / "out" / "manifest.json").read_bytes())["as_of"] is None  # no day was reached
