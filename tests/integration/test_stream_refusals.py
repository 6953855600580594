"""A Kafka that refuses a client is told apart from one that is away, and the message names the setting to change."""

from __future__ import annotations

import asyncio
import threading
import uuid
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from aiokafka.protocol.admin import CreateAclsRequest

from redactor.errors import BrokerRefusedError, BrokerUnavailableError
from redactor.settings import StreamsSettings
from streams.connection import admin, wait_for_kafka
from streams.topics import DEID, EHR_IN, KNOWN, RAW
from tests.crash.own_kafka import OwnKafka, ServiceError, own_kafka
from tests.crash.stream_harness import Stream
from tests.each_row import each_row
from tests.integration.tls_kit import Authority

pytestmark = [pytest.mark.services, pytest.mark.slow]

SECRET = "gr8secret!"
WRONG = "wr0ngSecret!"
PLAIN = {"mechanism": "PLAIN", "user": "redactor"}
SCRAM = {"mechanism": "SCRAM-SHA-512", "user": "redactor"}


_TOPIC, _GROUP = 2, 3
_READ, _WRITE, _DESCRIBE, _DESCRIBE_CONFIGS = 3, 4, 8, 10
_LITERAL, _ALLOW = 3, 3
_WORKERS, _ROUTERS = "workers.v1", "routers.v1"
# The rights of docs/guide/services.md, by command, beside Describe and DescribeConfigs on topics.
_RIGHTS: dict[str, list[tuple[int, str, int]]] = {
    "ingest": [(_TOPIC, RAW, _WRITE), (_TOPIC, KNOWN, _WRITE), (_TOPIC, KNOWN, _READ)],
    "router": [
        (_TOPIC, EHR_IN, _READ), (_GROUP, _ROUTERS, _READ),
        (_TOPIC, RAW, _WRITE), (_TOPIC, KNOWN, _WRITE), (_TOPIC, KNOWN, _READ),
    ],
    "worker": [(_TOPIC, RAW, _READ), (_TOPIC, KNOWN, _READ), (_TOPIC, DEID, _WRITE), (_GROUP, _WORKERS, _READ)],
    "export": [
        (_TOPIC, RAW, _READ), (_TOPIC, KNOWN, _READ), (_TOPIC, DEID, _READ), (_TOPIC, RAW, _WRITE),
        (_GROUP, _WORKERS, _DESCRIBE),
    ],
    "status": [(_GROUP, _WORKERS, _DESCRIBE), (_GROUP, _ROUTERS, _DESCRIBE)],
}  # fmt: skip


class Refusing(NamedTuple):
    kafka: OwnKafka
    files: dict[str, Path]


def _listeners(authority: Authority) -> str:
    lines = [
        "sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-512",
        "authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
        "super.users=User:ANONYMOUS",  # who comes without a login: the broker itself, and who grants the rights
    ]
    users = " ".join(f'user_{name}="{SECRET}"' for name in ("redactor", *_RIGHTS))
    for name in ("sasl_plaintext", "sasl_ssl"):
        login = "org.apache.kafka.common.security"
        of = f"listener.name.{name}"
        lines += [
            f"{of}.plain.sasl.jaas.config={login}.plain.PlainLoginModule required {users};",
            f"{of}.scram-sha-512.sasl.jaas.config={login}.scram.ScramLoginModule required;",
        ]
    for name in ("ssl", "sasl_ssl", "mutual"):
        keys = f"listener.name.{name}.ssl.keystore"
        lines += [f"{keys}.type=PEM", f"{keys}.location={authority.certificate()}"]
    trusted = "listener.name.mutual.ssl"
    lines += [
        f"{trusted}.client.auth=required",
        f"{trusted}.truststore.type=PEM",
        f"{trusted}.truststore.location={authority.path}",
    ]
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def refusing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Refusing]:
    folder = tmp_path_factory.mktemp("tls")
    authority = Authority(folder, "authority")
    files = {"authority": authority.path, "other": Authority(folder, "other").path}
    others = ("SASL_PLAINTEXT", "SSL", "SASL_SSL", "MUTUAL")
    try:
        with own_kafka(tmp_path_factory.mktemp("kafka"), others, _listeners(authority)) as kafka:
            yield Refusing(kafka, files)
    except ServiceError as e:
        warnings.warn(f"NOT TESTED against a Kafka that refuses clients: {e}", stacklevel=1)
        pytest.skip(str(e))


async def _connect(streams: StreamsSettings) -> None:
    async with admin(streams):
        pass


@each_row(
    ("listener", "given", "told"),
    [
        ("SSL", {}, "speaks TLS; set streams.tls"),
        ("SASL_SSL", {}, "speaks TLS; set streams.tls"),
        ("SASL_SSL", SCRAM | {"password": WRONG}, "speaks TLS; set streams.tls"),
        ("PLAINTEXT", {"tls": True}, "speaks no TLS"),
        ("SASL_PLAINTEXT", {"tls": True}, "speaks no TLS"),
        ("SASL_PLAINTEXT", SCRAM | {"password": WRONG, "tls": True}, "speaks no TLS"),
        ("SASL_PLAINTEXT", {}, "asks for a login; set streams.mechanism"),
        ("SASL_SSL", {"tls": True, "ca_certs": "authority"}, "asks for a login; set streams.mechanism"),
        ("PLAINTEXT", PLAIN | {"password": WRONG}, "asks for no login; remove streams.mechanism"),
        ("SASL_PLAINTEXT", PLAIN | {"password": WRONG}, "refuses the login; check streams.user and its password"),
        ("SASL_PLAINTEXT", SCRAM | {"password": WRONG}, "refuses the login; check streams.user and its password"),
        ("SASL_SSL", PLAIN | {"password": WRONG, "tls": True, "ca_certs": "authority"}, "refuses the login"),
        ("SASL_PLAINTEXT", SCRAM | {"mechanism": "SCRAM-SHA-256", "password": WRONG}, "does not offer the login"),
        ("SSL", {"tls": True, "ca_certs": "other"}, "certificate that is not trusted"),
        ("SSL", {"tls": True}, "certificate that is not trusted"),
        ("MUTUAL", {"tls": True, "ca_certs": "authority"}, "certificate of this client; check streams.client_cert"),
    ],
)
def test_a_refusal_names_the_setting(refusing: Refusing, listener: str, given: dict[str, object], told: str) -> None:
    at = refusing.kafka.servers[listener]
    named = {name: refusing.files[str(value)] for name, value in given.items() if name == "ca_certs"}
    streams = StreamsSettings.model_validate({"servers": at, **given, **named})
    with pytest.raises(BrokerRefusedError) as caught:
        asyncio.run(wait_for_kafka(streams, threading.Event(), lambda: None, 60))
    assert told in str(caught.value) and at in str(caught.value)
    assert WRONG not in str(caught.value)


@each_row(
    ("listener", "given"),
    [
        ("PLAINTEXT", {}),
        ("SSL", {"tls": True, "ca_certs": "authority"}),
        ("SASL_PLAINTEXT", PLAIN | {"password": SECRET}),
        ("SASL_SSL", PLAIN | {"password": SECRET, "tls": True, "ca_certs": "authority"}),
    ],
)
def test_the_right_settings_connect(refusing: Refusing, listener: str, given: dict[str, object]) -> None:
    named = {name: refusing.files[str(value)] for name, value in given.items() if name == "ca_certs"}
    asyncio.run(
        _connect(StreamsSettings.model_validate({"servers": refusing.kafka.servers[listener], **given, **named}))
    )


@pytest.mark.parametrize("servers", ["127.0.0.1:9", "nobody.invalid:9092"])
def test_a_server_that_is_away_refuses_nothing(servers: str) -> None:
    with pytest.raises(BrokerUnavailableError, match=r"cannot be reached .* streams\.servers") as caught:
        asyncio.run(_connect(StreamsSettings(servers=servers)))
    assert not isinstance(caught.value, BrokerRefusedError)


async def _grant(streams: StreamsSettings, user: str, rights: Iterable[tuple[int, str, int]]) -> None:
    async with admin(streams) as client:
        for kind, name, operation in rights:
            whole = streams.prefix + name
            right = CreateAclsRequest(kind, whole, _LITERAL, f"User:{user}", "*", operation, _ALLOW)
            await client._send_request(right)


def test_a_missing_right_is_told_apart_from_a_broker_that_is_away(
    refusing: Refusing, tmp_path: Path, keyring_path: Path
) -> None:
    servers = refusing.kafka.servers
    given = {"prefix": f"rights-{uuid.uuid4().hex}.", "partitions": 2, "replication": 1}
    granting = StreamsSettings.model_validate({"servers": servers["PLAINTEXT"], **given})
    (tmp_path / "password").write_text(SECRET)
    (tmp_path / "ehr").mkdir()
    (tmp_path / "ehr" / "a.ndjson").write_text('{"resourceType": "Patient", "id": "1"}\n')
    Stream(tmp_path, keyring_path, granting).create()

    def stream(user: str) -> Stream:
        login = {"servers": servers["SASL_PLAINTEXT"], "mechanism": "PLAIN", "password_file": tmp_path / "password"}
        return Stream(tmp_path, keyring_path, StreamsSettings.model_validate({**login, **given, "user": user}))

    commands = {
        "ingest": ("ingest", tmp_path / "ehr"),
        "router": ("router", "--drain"),
        "worker": ("worker", "--drain"),
        "export": stream("export").export_args("--drain"),
        "status": ("status",),
    }

    def told(step: str, *names: str) -> dict[str, str]:
        found = {}
        for name in names:
            stream("redactor").run(f"{step}-{name}", f"home-{name}", commands[name], codes=(2,))
            found[name] = " ".join(stream("redactor").told(f"{step}-{name}").split())
        return found

    def grant(user: str, *rights: tuple[int, str, int]) -> None:
        asyncio.run(_grant(granting, user, rights))

    topic, group = "a right on the topics", "a right on the consumer group"
    topics = (EHR_IN, RAW, KNOWN, DEID)
    assert all(topic in said for said in told("none", *commands).values())
    grant("redactor", *((_TOPIC, name, _DESCRIBE) for name in topics))
    assert "needs the right DescribeConfigs" in told("describe", "status")["status"]
    grant("redactor", *((_TOPIC, name, _DESCRIBE_CONFIGS) for name in topics))
    said = told("configs", *commands)
    assert group in said["status"] and "right to write the topics" in said["ingest"]
    assert all("grant streams.user a right" in said[name] for name in ("worker", "router", "export")), said
    grant("redactor", *((_TOPIC, name, right) for name in topics for right in (_READ, _WRITE)))
    assert all(group in said for said in told("topics", "worker", "router").values())
    for name, rights in _RIGHTS.items():  # these are enough
        describe = [(_TOPIC, t, _DESCRIBE) for t in topics]
        configs = [(_TOPIC, t, _DESCRIBE_CONFIGS) for t in topics if t != EHR_IN]
        grant(name, *describe, *configs, *rights)
        stream(name).run(f"all-{name}", f"home-{name}", commands[name], codes=(0, 1))  # status has a finding
