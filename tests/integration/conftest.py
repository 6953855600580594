"""The services that tests marked `services` need: their addresses, and the warning if they are missing."""

from __future__ import annotations

import asyncio
import os
import urllib.request
import uuid
import warnings
from collections.abc import Iterator

import pytest
from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.errors import KafkaError
from opensearchpy import OpenSearch

from redactor.keys import Keyring
from redactor.settings import StreamsSettings
from tests.integration.opensearch_edge import Edge, edge
from tests.integration.opensearch_kit import Bench
from tests.integration.stream_kit import delete_topics, own_settings

KAFKA = os.environ.get("REDACTOR_STREAMS__SERVERS", "127.0.0.1:9202")
OPENSEARCH = os.environ.get("REDACTOR_OPENSEARCH_URL", "http://127.0.0.1:9201")  # no test sees the variable itself


@pytest.fixture(scope="session")
def opensearch_url() -> str:
    """A real OpenSearch. Without one the tests that use it are skipped with a warning."""
    try:
        with urllib.request.urlopen(
            f"{OPENSEARCH}/_cluster/health?wait_for_status=yellow&timeout=20s", timeout=30
        ) as told:
            told.read()
    except OSError:
        why = "NOT TESTED against OpenSearch, which does not answer: make services, or set REDACTOR_OPENSEARCH_URL"
        warnings.warn(why, stacklevel=1)
        pytest.skip(why)
    return OPENSEARCH


async def _answers(servers: str) -> None:
    admin = AIOKafkaAdminClient(bootstrap_servers=servers, request_timeout_ms=20_000)
    try:
        await admin.start()
        await admin.list_topics()
    finally:
        await admin.close()


@pytest.fixture(scope="session")
def kafka_servers() -> str:
    """A real Kafka. Without one the tests that use it are skipped with a warning."""
    try:
        asyncio.run(_answers(KAFKA))
    except (KafkaError, OSError):
        why = "NOT TESTED against Kafka, which does not answer: make services, or set REDACTOR_STREAMS__SERVERS"
        warnings.warn(why, stacklevel=1)
        pytest.skip(why)
    return KAFKA


@pytest.fixture
def streams(kafka_servers: str) -> Iterator[StreamsSettings]:
    """Settings whose topics are deleted after the test."""
    made = own_settings(kafka_servers)
    yield made
    delete_topics(made)


@pytest.fixture
def bench(opensearch_url: str) -> Iterator[Bench]:
    client = OpenSearch(hosts=[opensearch_url])
    name = f"test-{uuid.uuid4().hex}"
    yield Bench(opensearch_url, name, client)
    client.indices.delete(index=f"{name}*", params={"expand_wildcards": "all"})
    client.close()


@pytest.fixture
def keys() -> Keyring:
    return Keyring.generate()


@pytest.fixture
def network(opensearch_url: str) -> Iterator[Edge]:
    with edge(opensearch_url) as found:
        yield found
