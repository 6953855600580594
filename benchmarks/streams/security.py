"""What TLS and logins cost a record: sent and read, on a broker of one's own with every listener."""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
import time
from pathlib import Path

from benchmarks.common import Figure, argument
from benchmarks.streams.place import Place, place
from streams.connection import Consumer
from streams.sender import Message, Sender
from streams.topics import RAW, name_of, partitions_of
from tests.crash.own_kafka import OwnKafka, own_kafka
from tests.integration.tls_kit import Authority

_SECRET = "gr8secret!"
_CHUNK = 500
_VALUE = b"x" * 1_200


def _listeners(authority: Authority) -> str:
    login = "org.apache.kafka.common.security"
    of = "listener.name.sasl_ssl"
    lines = [
        "sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-512",
        f'{of}.plain.sasl.jaas.config={login}.plain.PlainLoginModule required user_redactor="{_SECRET}";',
        f"{of}.scram-sha-512.sasl.jaas.config={login}.scram.ScramLoginModule required;",
        "listener.name.mutual.ssl.client.auth=required",
        "listener.name.mutual.ssl.truststore.type=PEM",
        f"listener.name.mutual.ssl.truststore.location={authority.path}",
    ]
    for name in ("ssl", "sasl_ssl", "mutual"):
        keys = f"listener.name.{name}.ssl.keystore"
        lines += [f"{keys}.type=PEM", f"{keys}.location={authority.certificate()}"]
    return "\n".join(lines) + "\n"


def _add_scram_user(kafka: OwnKafka) -> None:
    command = ["java", "-cp", f"{kafka.logs.parents[1]}/lib/*", "kafka.admin.ConfigCommand"]
    command += ["--bootstrap-server", kafka.servers["PLAINTEXT"], "--alter", "--entity-type", "users"]
    command += ["--entity-name", "redactor", "--add-config", f"SCRAM-SHA-512=[password={_SECRET}]"]
    subprocess.run(command, check=True, capture_output=True)


def _send(here: Place, records: int) -> float:
    """CPU seconds of a producer."""
    begun = time.process_time()
    with Sender(here.streams) as sender:
        for n in range(0, records, _CHUNK):
            some = [Message(b"key", _VALUE, i % here.streams.partitions) for i in range(n, n + _CHUNK)]
            sender.send(name_of(here.streams, RAW), some)
        sender.flush()
    return time.process_time() - begun


async def _read(here: Place, records: int) -> float:
    """CPU seconds of a consumer."""
    begun, seen = time.process_time(), 0
    consumer = Consumer(here.streams, start="earliest")
    try:
        await consumer.start()
        consumer.assign(partitions_of(here.streams, RAW))
        while seen < records:
            seen += sum(map(len, (await consumer.getmany(timeout_ms=500)).values()))
    finally:
        await consumer.stop()
    return time.process_time() - begun


def figures() -> list[Figure]:
    records = argument("records", 50_000) // _CHUNK * _CHUNK
    found: list[Figure] = []
    plain: tuple[float, float] | None = None
    with tempfile.TemporaryDirectory(prefix="redactor-bench-kafka-") as name:
        folder = Path(name)
        authority = Authority(folder, "authority")
        client = authority.certificate()
        (folder / "password").write_text(_SECRET)
        tls: dict[str, object] = {"tls": True, "ca_certs": authority.path}
        login = {"user": "redactor", "password_file": folder / "password", **tls}
        kinds: dict[str, tuple[str, dict[str, object]]] = {
            "plaintext": ("PLAINTEXT", {}),
            "TLS": ("SSL", tls),
            "SASL_SSL with PLAIN": ("SASL_SSL", {"mechanism": "PLAIN", **login}),
            "SASL_SSL with SCRAM-SHA-512": ("SASL_SSL", {"mechanism": "SCRAM-SHA-512", **login}),
            "TLS with a certificate of the client": ("MUTUAL", {"client_cert": client, "client_key": client, **tls}),
        }
        with own_kafka(folder / "kafka", ("SSL", "SASL_SSL", "MUTUAL"), _listeners(authority)) as kafka:
            _add_scram_user(kafka)
            for kind, (listener, settings) in kinds.items():
                with place({"servers": kafka.servers[listener], **settings}) as here:
                    taken = _send(here, records) / records * 1e6, asyncio.run(_read(here, records)) / records * 1e6
                plain = plain or taken
                for what, cost, base in zip(("send", "read"), taken, plain, strict=True):
                    note = f"{records:,} records of {len(_VALUE):,} bytes; {cost / base:.2f} of plaintext"
                    found.append(Figure(f"{what} over {kind}", cost, "us a record", note=note))
    return found
