"""An exporter whose configuration changes: a new segment of the same delivery, and records that are read again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from redactor.errors import RunError
from redactor.policy.profiles import ReleaseVoice
from redactor.run.contracts import RawRecord
from redactor.run.output import delivery, manifest, segments
from redactor.run.output.delivery import DeliveryOutput
from redactor.run.output.verification import verify
from redactor.run.state.journal import Journal
from redactor.run.state.quarantine import QuarantineStore
from redactor.run.state.segments import Segments
from schemas.engine.records import Outcome, Reason
from streams.deliveries import ExportConfig
from streams.export import Exporter, Message
from streams.rereading import Rereading
from tests.audit_kit import audit_lines
from tests.unit.streams.export_kit import (
    KEYRING,
    METADATA,
    KilledError,
    config,
    delivered,
    feed,
    kill_at,
    message,
    record,
)

A, B = "a" * 64, "b" * 64
OTHER = replace(
    METADATA, profile="p@2", profile_digest="2", key_id="p2-x", detectors={"known": "1"}, as_of="2027-01-01",
    reduced={"detectors": ["known"]}, release_voice=ReleaseVoice("Dr. B", "consent"),
)  # fmt: skip
CONFIGURATIONS = {A: METADATA, B: OTHER}


def under(folder: Path, fingerprint: str, **more: object) -> ExportConfig:
    return config(folder, fingerprint=fingerprint, metadata=CONFIGURATIONS[fingerprint], **more)


def read(folder: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "out" / name).read_bytes())
    return found


def sent(order: str) -> list[Message]:
    """Records n0, n1, ... by workers of these configurations, "a" or "b"."""
    return [message(n, record(f"n{n}"), fp=c * 64) for n, c in enumerate(order)]


def test_each_segment_states_what_made_its_files(tmp_path: Path) -> None:
    everything = sent("aabba")
    with Exporter(under(tmp_path, A)) as exporter:
        feed(exporter, everything[:1])
        exporter.deliveries.deliver()
        feed(exporter, everything[:2])  # stays in the open delivery
    with Exporter(under(tmp_path, B)) as exporter:
        feed(exporter, everything[:4])
    with Exporter(under(tmp_path, A)) as exporter:
        assert exporter.deliveries.began_segment == 3
        feed(exporter, everything)
        exporter.deliveries.finish()
    with Exporter(under(tmp_path, A)) as exporter:
        assert exporter.deliveries.began_segment == 0
    assert not verify(tmp_path / "out", KEYRING, None).faults
    found = [read(tmp_path, name) for name in ("manifest-00001.json", "manifest-00002.json", "manifest.json")]
    assert [one["profile"]["name"] for one in found] == ["p@1", "p@2", "p@1"]
    assert [one["as_of"] for one in found] == [None, "2027-01-01", None]
    assert [one["key"] for one in found] == [METADATA.key_id, "p2-x", METADATA.key_id]
    assert found[1]["reduced"] == {"detectors": ["known"]} and "reduced" not in found[2]
    assert found[1]["profile"]["release_voice"] == {"by": "Dr. B", "basis": "consent"}
    names = [[f["name"] for f in one["files"]] for one in found]
    assert names == [
        ["records-00001.ndjson", "records-00002.ndjson"],
        ["records-00003.ndjson"],
        ["records-00004.ndjson"],
    ]
    assert found[2]["records"] == 5 and found[2]["outcomes"] == {"released": 5}
    audit = [json.loads(line) for line in audit_lines(tmp_path / "state")]
    assert [entry["profile"] for entry in audit] == ["digest", "digest", "2", "2", "digest"]


def test_schemas_belong_to_their_segment(tmp_path: Path) -> None:
    def of(n: int, schema: str, c: str) -> Message:
        return message(n, structs.replace(record(f"n{n}"), schema=schema), fp=c * 64)

    with Exporter(under(tmp_path, A)) as exporter:
        feed(exporter, [of(0, "one", "a")])
    with Exporter(under(tmp_path, B)) as exporter:
        feed(exporter, [of(1, "two", "b")])
        exporter.deliveries.finish()
    assert [s["name"] for s in read(tmp_path, "manifest-00001.json")["schemas"]] == ["one"]
    assert [s["name"] for s in read(tmp_path, "manifest.json")["schemas"]] == ["two"]


def test_a_segment_without_files_is_not_closed(tmp_path: Path) -> None:
    for c in (A, B, A, B):
        with Exporter(under(tmp_path, c)) as exporter:
            exporter.deliveries.finish()
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["manifest.json"]
    assert read(tmp_path, "manifest.json")["profile"]["name"] == "p@2"


@pytest.mark.parametrize("changed", [{"recipient": "other"}, {"source": "other"}, {"profile": "q@1"}])
def test_another_claim_is_refused_and_changes_nothing(tmp_path: Path, changed: dict[str, str]) -> None:
    with Exporter(under(tmp_path, A)) as exporter:
        feed(exporter, sent("a"))
    other = config(tmp_path, fingerprint=B, metadata=replace(METADATA, **changed))
    with pytest.raises(RunError, match=next(iter(changed))), Exporter(other):
        pass
    assert not delivered(tmp_path)
    with Exporter(under(tmp_path, A)) as exporter:
        exporter.deliveries.finish()
    assert list(delivered(tmp_path)) == ["records-00001.ndjson"]


STEPS: dict[str, tuple[Any, str]] = {
    "commit": (Journal, "commit"),
    "create": (delivery, "create_new"),
    "finish": (Journal, "finish_file"),
    "discard": (DeliveryOutput, "discard"),
    "closing": (Segments, "begin_closing"),
    "create-segment": (segments, "create_new"),
    "close": (Segments, "close"),
    "closed": (segments, "discard"),
    "change": (Journal, "change_configuration"),
    "manifest": (manifest, "overwrite_head"),
}


@pytest.mark.parametrize("then", [A, B], ids=["back", "on"])
@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
@pytest.mark.parametrize("step", STEPS)
def test_a_kill_while_the_configuration_changes_is_completed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, step: str, before: bool, then: str
) -> None:
    """Also if the next process has the first configuration again."""
    with Exporter(under(tmp_path, A)) as exporter:
        feed(exporter, sent("a"))
    with monkeypatch.context() as patched:
        kill_at(patched, STEPS[step], 1, before)
        with pytest.raises(KilledError), Exporter(under(tmp_path, B)):
            pass
    order = "a" + then[0]
    with Exporter(under(tmp_path, then)) as exporter:
        feed(exporter, sent(order))
        exporter.deliveries.finish()
    assert not verify(tmp_path / "out", KEYRING, None).faults
    assert not [p for p in (tmp_path / "out").iterdir() if p.name.startswith(".")]
    made: dict[str, str] = {}
    for path in sorted((tmp_path / "out").glob("manifest*.json")):
        told = json.loads(path.read_bytes())
        made |= {f["name"]: told["profile"]["name"] for f in told["files"]}
    # Of two records of one configuration, both may leave in one file.
    assert made.pop("records-00001.ndjson") == "p@1" and set(made.values()) <= {CONFIGURATIONS[then].profile}
    assert sum(map(len, delivered(tmp_path).values())) == 2 and (made or then == A)


def test_what_has_no_content_keeps_its_own_reason(tmp_path: Path) -> None:
    large = structs.replace(record("x", outcome=Outcome.QUARANTINED, payload=None), reason=Reason.TOO_LARGE)
    empty = RawRecord(b"", "1:1", error=Reason.TOO_LARGE)
    with Exporter(under(tmp_path, A)) as exporter:
        exporter.commit(exporter.take([message(0, large, fp=B)]), {(0, 0): empty})
        store = QuarantineStore(tmp_path / "state", KEYRING, create=False)
        assert [e.reason for e in store.kept()] == ["too-large"]
        store.close()


def test_a_forged_message_stays_one_under_any_configuration(tmp_path: Path) -> None:
    forged = structs.replace(record("f", outcome=Outcome.QUARANTINED, payload=None), reason=Reason.FORGED)
    with Exporter(under(tmp_path, A)) as exporter:
        exporter.commit(exporter.take([message(0, forged, fp=B)]), {})
        assert exporter.outcomes() == {"quarantined": 1}
    (entry,) = map(json.loads, audit_lines(tmp_path / "state"))
    assert entry["reason"] == "forged-message"


# -- when records go again


def test_records_go_at_the_start_and_then_for_a_sign_of_the_own_configuration() -> None:
    rereading, old = Rereading(), {0: "old", 1: "old"}
    assert rereading.may_go(0, None) and rereading.may_go(1, old)
    rereading.went([0, 1], old)
    rereading.note(0, is_own=False)  # the old worker had it once more
    assert not rereading.may_go(0, old) and not rereading.may_go(1, old) and not rereading.may_go(0, None)
    rereading.note(1, is_own=True)
    assert rereading.may_go(1, old) and not rereading.may_go(0, old)
    rereading.went([1], old)
    assert rereading.may_go(0, {0: "new"}) and rereading.may_go(1, {0: "new"})  # another worker, and none
    rereading.went([0, 1], {0: "new"})
    assert not rereading.may_go(0, {0: "new"}) and not rereading.may_go(1, {0: "new"})


def test_a_partition_whose_workers_were_not_known_is_tried_when_they_are() -> None:
    rereading = Rereading()
    rereading.went([0], None)
    assert not rereading.may_go(0, None) and rereading.may_go(0, {0: "any"})


def test_entries_go_by_partition(tmp_path: Path) -> None:
    held = [message(n, record(f"n{p}{n}"), partition=p, fp=B) for p in (0, 1) for n in (0, 1)]
    with Exporter(under(tmp_path, A)) as exporter:
        feed(exporter, held)
        entries = exporter.held.entries
        assert entries.exist_of_other_configuration()
        assert entries.of_other_configuration([2], 10) == ["00002-00000001", "00002-00000002"]
        assert entries.of_other_configuration([1, 2], 3) == ["00001-00000001", "00001-00000002", "00002-00000001"]
        entries.mark_sent(dict.fromkeys(entries.of_other_configuration([1, 2], 10), 5))
        assert not entries.exist_of_other_configuration()
