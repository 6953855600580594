"""A real Kafka on loopback without Docker: python tests/services/kafka.py start | stop | status

Needs Java 17 or newer, and Maven the first time (about 50 MB of jars into $REDACTOR_SERVICES, by default
~/.cache/redactor/services). For development and tests alone: one node, no password, no TLS.
"""

from __future__ import annotations

import base64
import socket
import struct
import subprocess
import sys
import uuid
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

# A sibling: the folder of a script is the first place where Python looks.
from service import HOST, Service, ServiceError, main

PORT, CONTROLLER = 9202, 9203
FORMAT_SECONDS = 120.0
_METADATA = 3
LOGGING = """\
rootLogger.level=WARN
rootLogger.appenderRef.console.ref=console
appender.console.type=Console
appender.console.name=console
appender.console.layout.type=PatternLayout
appender.console.layout.pattern=[%d] %p %m (%c)%n
"""
NODE = """\
# Broker and controller in one process, on loopback and nothing else.
process.roles=broker,controller
node.id=1
controller.listener.names=CONTROLLER
inter.broker.listener.name=PLAINTEXT
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT,SSL:SSL,\
    SASL_SSL:SASL_SSL,MUTUAL:SSL
# One node: nothing is replicated.
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=4
default.replication.factor=1
min.insync.replicas=1
# A topic is what `redactor streams init` makes of it, never what a client's first request does.
auto.create.topics.enable=false
# The tests' consumers come and go: no wait before the first assignment, short sessions allowed.
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=1000
# Under load a node that misses its own heartbeats is fenced, and answers NotLeader and NotEnoughReplicas.
# A node that was killed is not registered again until its last session is over.
broker.session.timeout.ms=20000
broker.heartbeat.interval.ms=2000
initial.broker.registration.timeout.ms=110000
controller.quorum.election.timeout.ms=30000
controller.quorum.fetch.timeout.ms=60000
controller.quorum.request.timeout.ms=30000
"""


def _request(api: int, version: int, body: bytes = b"") -> bytes:
    """A request of Kafka's protocol with a header of version 1: api, version, correlation id, no client id."""
    payload = struct.pack(">hhih", api, version, 1, -1) + body
    return struct.pack(">i", len(payload)) + payload


def answers(port: int) -> bool:
    """Whether a broker answers that knows itself: the metadata of no topic, which lists one broker."""
    try:
        with socket.create_connection((HOST, port), timeout=5) as connection:
            connection.sendall(_request(_METADATA, 1, struct.pack(">i", 0)))
            size, _, brokers = struct.unpack(">iii", _exactly(connection, 12))
            return bool(size > 0 and brokers > 0)
    except (OSError, EOFError):
        return False


def _exactly(connection: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = connection.recv(size - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def _listeners(port: int, controller: int, others: Mapping[str, int]) -> str:
    clients = ",".join(f"{name}://{HOST}:{at}" for name, at in {"PLAINTEXT": port, **others}.items())
    return f"""\
controller.quorum.voters=1@{HOST}:{controller}
listeners={clients},CONTROLLER://{HOST}:{controller}
advertised.listeners={clients}
"""


def command(settings: str, jvm: Sequence[str], home: Path, java: str) -> Sequence[str]:
    """Java's arguments; configuration and, the first time, the formatted log folder are written first."""
    (home / "node").mkdir(parents=True, exist_ok=True)
    file, logging, logs = (home / "node" / name for name in ("server.properties", "log4j2.properties", "logs"))
    file.write_text(f"{settings}log.dirs={logs}\n", "utf-8")
    logging.write_text(LOGGING, "utf-8")
    common = (f"-Dlog4j2.configurationFile={logging}", "-cp", f"{home}/lib/*")
    if not (logs / "meta.properties").is_file():
        tool = (java, "-Xmx256m", *jvm, *common, "kafka.tools.StorageTool")
        arguments = [*tool, "format", "-t", _cluster_id(), "-c", str(file)]
        try:
            subprocess.run(arguments, stdout=subprocess.DEVNULL, check=True, timeout=FORMAT_SECONDS)
        except subprocess.SubprocessError as e:
            raise ServiceError(f"the log folder {logs} cannot be formatted ({type(e).__name__})") from None
    return ("-Xms256m", "-Xmx512m", *jvm, *common, "kafka.Kafka", str(file))


def _cluster_id() -> str:
    """A random UUID as Kafka writes it: 22 letters of base64, the first of which is no dash."""
    return "r" + base64.urlsafe_b64encode(uuid.uuid4().bytes).decode()[1:22]


def kafka(
    port: int = PORT,
    controller: int = CONTROLLER,
    home: Path | None = None,
    others: Mapping[str, int] | None = None,
    more: str = "",
    jvm: Sequence[str] = (),
) -> Service:
    """A node. home: its folder, made by `beside`. others: ports of listeners for SASL_PLAINTEXT or SSL. more: lines of
    server.properties. jvm: options of Java.
    """
    settings = NODE + _listeners(port, controller, others or {}) + more
    ports = (port, controller, *(others or {}).values())
    url = f"{HOST}:{port}"
    return Service("Kafka", url, ports, partial(answers, port), partial(command, settings, jvm), 120, home)


KAFKA = kafka()

if __name__ == "__main__":
    sys.exit(main(KAFKA, __doc__))
