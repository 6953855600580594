"""Households whose patients' records are in different partitions, processed on two hosts with one OpenSearch."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.records import build_harvester, build_registry
from redactor.assemble.runs import build_stream
from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.settings import Settings, StreamsSettings, load_settings
from schemas.engine.records import Outcome
from streams.forget import catch_up
from streams.known_topic import KnownMessage, KnownMessages
from streams.publish import RecordKeys, build_record_keys
from streams.sealed import partition_of
from streams.sender import Message, Sender
from streams.topics import KNOWN, create_topics, name_of
from tests.integration.opensearch_kit import Bench

pytestmark = [pytest.mark.services, pytest.mark.slow]
Json = dict[str, Any]


def _patient(name: str, given: str, **more: Any) -> Json:
    return {"resourceType": "Patient", "id": name, "name": [{"given": [given], "family": "Featherstonehaugh"}], **more}


def _note(name: str, patient: str, text: str) -> Json:
    return {
        "resourceType": "Communication", "id": name, "status": "completed",
        "subject": {"reference": f"Patient/{patient}"}, "payload": [{"contentString": text}],
    }  # fmt: skip


# Anselma is Brunhild's mother, which Brunhild's chart says; Cunegund is tied to Brunhild by a link of her own record.
FIRST = [
    _patient("anselma", "Anselma", birthDate="1961-02-03"),
    _patient("brunhild", "Brunhild", birthDate="1990-05-06"),
]
SECOND = [
    {
        "resourceType": "RelatedPerson", "id": "r1", "patient": {"reference": "Patient/brunhild"},
        "name": [{"given": ["Anselma"], "family": "Featherstonehaugh"}], "birthDate": "1961-02-03",
        "relationship": [{"text": "mother"}],
    },
    {
        "resourceType": "RelatedPerson", "id": "r2", "patient": {"reference": "Patient/anselma"},
        "name": [{"given": ["Brunhild"], "family": "Featherstonehaugh"}], "birthDate": "1990-05-06",
    },
    _patient("cunegund", "Cunegund", link=[{"other": {"reference": "Patient/brunhild"}, "type": "seealso"}]),
]  # fmt: skip
NOTES = [
    _note("n1", "anselma", "Seen with her daughter Brunhild Featherstonehaugh. Anselma is well."),
    _note("n2", "brunhild", "Mother Anselma Featherstonehaugh and Cunegund Featherstonehaugh called."),
    _note("n3", "cunegund", "Brunhild Featherstonehaugh came, Anselma Featherstonehaugh did not."),
]
RECORDS = [*FIRST, *SECOND, *NOTES]


def _raw(record: Json) -> RawRecord:
    return RawRecord(json.dumps(record).encode(), f"1:{record['id']}")


def _settings(home: Path, keyring: Path, streams: StreamsSettings, bench: Bench) -> Settings:
    return load_settings(
        profile="hips", detectors=("patterns", "known"), keyring=str(keyring), home=home, as_of="2026-01-01",
        streams=streams.model_dump(), relex={"index": bench.url, "index_name": bench.name},
    )  # fmt: skip


def _publish(settings: Settings, keyring: Keyring, scans: list[list[Json]]) -> list[KnownMessage]:
    """The known values of each scan, and a join after it. Gives the messages."""
    topic = name_of(settings.streams, KNOWN)
    made, sent = KnownMessages(keyring, topic), []
    harvester = build_harvester(settings, keyring, build_registry(settings, keyring))
    for number, records in enumerate(scans):
        sent += [
            *made.from_harvest(harvester.harvest(list(map(_raw, records)))),
            made.join(b"%d %d" % (len(scans), number)),
        ]
    _send(settings, keyring, sent)
    return sent


def _send(settings: Settings, keyring: Keyring, messages: list[KnownMessage]) -> None:
    topic = name_of(settings.streams, KNOWN)
    made = KnownMessages(keyring, topic)
    with Sender(settings.streams) as sender:
        sender.send(topic, [Message(m.key, made.seal(m), 0) for m in messages])
        sender.flush()


def _on_two_hosts(homes: list[Settings], keyring: Keyring) -> None:
    """Process each record on the host of its partition, and then all on both: the same comes out."""
    for home in homes:
        catch_up(home, keyring)
    hosts = [build_stream(home).processor() for home in homes]
    keys = _keys(homes[0], keyring)
    partitions = [partition_of(keys.key_of(_raw(record)), 3) for record in RECORDS]
    assert len({p for p, r in zip(partitions, RECORDS, strict=True) if r["resourceType"] == "Patient"}) > 1
    first = [hosts[p % 2].process([_raw(r)])[0] for p, r in zip(partitions, RECORDS, strict=True)]
    assert {d.outcome for d in first} == {Outcome.RELEASED}
    for host in hosts:
        assert [d.payload for d in host.process(list(map(_raw, RECORDS)))] == [d.payload for d in first]
    released = {r["id"]: json.loads(d.payload or b"") for r, d in zip(RECORDS, first, strict=True)}
    assert not any(name in str(released) for name in ("Featherston", "Anselma", "Brunhild", "Cunegund"))
    names = {p: released[p]["name"][0] for p in ("anselma", "brunhild", "cunegund")}
    texts = {n: released[n]["payload"][0]["contentString"] for n in ("n1", "n2", "n3")}
    for text, mentioned in (("n1", ("brunhild",)), ("n2", ("anselma", "cunegund")), ("n3", ("brunhild", "anselma"))):
        for name in mentioned:
            assert f"{names[name]['given'][0]} {names[name]['family']}" in texts[text]
    assert released["r1"]["name"][0] == names["anselma"]


def _keys(settings: Settings, keyring: Keyring) -> RecordKeys:
    return build_record_keys(settings, keyring, build_registry(settings, keyring))


def _keyring_of_three_partitions(path: Path, streams: StreamsSettings, bench: Bench) -> Keyring:
    """One under which the patients are in different partitions."""
    while True:
        keyring = Keyring.generate()
        keyring.save(path, overwrite=True)
        keys = _keys(_settings(path.parent / "none", path, streams, bench), keyring)
        of_hosts = {partition_of(keys.key_of(_raw(p)), 3) % 2 for p in (*FIRST, SECOND[-1])}
        if len(of_hosts) == 2:
            return keyring


@pytest.mark.parametrize("compacted", [False, True])
def test_households_agree_across_partitions_and_hosts(
    streams: StreamsSettings, bench: Bench, tmp_path: Path, compacted: bool
) -> None:
    """compacted: one host is set up after the links were sent again and compaction has moved them behind joins."""
    path = tmp_path / "keys.json"
    keyring = _keyring_of_three_partitions(path, streams, bench)
    asyncio.run(create_topics(streams))
    homes = [_settings(tmp_path / name, path, streams, bench) for name in ("one", "two")]
    sent = _publish(homes[0], keyring, [FIRST, FIRST + SECOND])
    if compacted:
        sent += _publish(homes[0], keyring, [FIRST[:1], SECOND[1:], FIRST])
        last = {m.key: at for at, m in enumerate(sent)}
        left = [m for at, m in enumerate(sent) if last[m.key] == at]
        later = streams.model_copy(update={"prefix": f"{streams.prefix}later."})
        asyncio.run(create_topics(later))
        homes[1] = _settings(tmp_path / "two", path, later, bench)
        _send(homes[1], keyring, left)
    _on_two_hosts(homes, keyring)
