"""A Kafka node of one's own, on free ports of loopback, which a test may kill."""

from __future__ import annotations

import random
import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "services"))  # its scripts import each other as siblings

import kafka
import service

ServiceError = service.ServiceError
# A node that was killed comes back when its last session is over.
_QUICK = "broker.session.timeout.ms=6000\nbroker.heartbeat.interval.ms=1000\nlog.retention.check.interval.ms=2000\n"
_JVM = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")  # it lives for seconds


@dataclass(frozen=True)
class OwnKafka:
    """A running node. servers: of each listener. logs: the folder of its topics."""

    node: service.Service
    servers: Mapping[str, str]
    logs: Path

    def kill(self) -> None:
        service.kill(self.node)

    def start(self) -> None:
        service.start(self.node)


def free_ports(count: int) -> list[int]:
    """Ports below those of outgoing connections, which would take them while the node is down."""
    found: list[int] = []
    for port in random.sample(range(20_000, 30_000), 200):
        with socket.socket() as probe:
            try:
                probe.bind((service.HOST, port))
            except OSError:
                continue
        found.append(port)
        if len(found) == count:
            return found
    raise ServiceError("no free ports between 20,000 and 30,000")


@contextmanager
def own_kafka(folder: Path, others: tuple[str, ...] = (), more: str = "") -> Iterator[OwnKafka]:
    """A node while the context lasts. others: more listeners. more: lines of server.properties.

    Raises ServiceError where Java or the jars of `make services` are missing.
    """
    home = service.beside(kafka.KAFKA, folder)
    port, controller, *rest = free_ports(2 + len(others))
    ports = dict(zip(others, rest, strict=True))
    node = kafka.kafka(port, controller, home, ports, _QUICK + more, _JVM)
    servers = {name: f"{service.HOST}:{at}" for name, at in {"PLAINTEXT": port, **ports}.items()}
    made = OwnKafka(node, servers, home / "node" / "logs")
    try:
        made.start()
        yield made
    finally:
        with suppress(ServiceError):
            service.kill(node)  # its data is thrown away
