"""What clients are told of the servers, and which faults of the settings are found before a connection is tried."""

from __future__ import annotations

import asyncio
import ssl
import threading
import tomllib
from contextlib import suppress
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from redactor.errors import BrokerUnavailableError, RunError, SettingsError
from redactor.settings import StreamsSettings
from streams import connection
from streams.connection import Consumer, admin, client_options, largest_message, producer_options, run_until_stopped
from tests.each_row import each_row

SECRET = "gr8secret!"
ROOT = Path(__file__).parents[3]


def streams(**given: object) -> StreamsSettings:
    return StreamsSettings(**{"servers": "kafka.example:9092", **given})  # type: ignore[arg-type]


def test_without_servers_the_message_names_the_setting() -> None:
    with pytest.raises(SettingsError, match=r"streams\.servers"):
        client_options(StreamsSettings())


def test_every_producer_is_idempotent_and_none_is_transactional() -> None:
    given = streams(max_record_bytes=4096)
    options = producer_options(given)
    assert options["enable_idempotence"] is True and options["acks"] == "all"
    assert "transactional_id" not in options and options["max_request_size"] == largest_message(given)


@each_row(
    ("given", "protocol"),
    [
        ({}, "PLAINTEXT"),
        ({"tls": True}, "SSL"),
        ({"mechanism": "SCRAM-SHA-512", "user": "r", "password": SECRET}, "SASL_PLAINTEXT"),
        ({"mechanism": "PLAIN", "user": "r", "password": SECRET, "tls": True}, "SASL_SSL"),
    ],
)
def test_the_protocol_follows_from_tls_and_mechanism(given: dict[str, object], protocol: str) -> None:
    options = client_options(streams(**given))
    assert options["security_protocol"] == protocol
    assert options["bootstrap_servers"] == "kafka.example:9092"
    assert options.get("sasl_plain_password") == given.get("password")


def test_certificates_and_host_names_are_verified() -> None:
    context = client_options(streams(tls=True))["ssl_context"]
    assert context.verify_mode is ssl.CERT_REQUIRED and context.check_hostname


def test_a_password_file_may_end_in_a_line_break(tmp_path: Path) -> None:
    file = tmp_path / "password"
    given = {"mechanism": "SCRAM-SHA-512", "user": "r", "password_file": file}
    file.write_text(f"{SECRET}\n")
    assert client_options(streams(**given))["sasl_plain_password"] == SECRET
    for content in (b"", b"\n", b"\xff\xfe"):
        file.write_bytes(content)
        with pytest.raises(SettingsError, match="password_file"):
            client_options(streams(**given))
    file.unlink()
    with pytest.raises(SettingsError, match="password_file"):
        client_options(streams(**given))


@pytest.mark.parametrize("given", [{"ca_certs": "f"}, {"client_cert": "f", "client_key": "f"}])
@pytest.mark.parametrize("content", [None, SECRET])
def test_certificates_that_cannot_be_read_are_named(tmp_path: Path, given: dict[str, str], content: str | None) -> None:
    if content is not None:
        (tmp_path / "f").write_text(content)
    files = {name: tmp_path / file for name, file in given.items()}
    with pytest.raises(SettingsError, match=f"streams.{next(iter(given))}") as caught:
        client_options(streams(tls=True, **files))
    assert SECRET not in str(caught.value)


def test_a_server_that_does_not_answer_is_named_by_its_setting(capfd: pytest.CaptureFixture[str]) -> None:
    async def connect() -> None:
        async with admin(streams(servers="127.0.0.1:9")):
            raise AssertionError

    with pytest.raises(BrokerUnavailableError, match=r"streams\.servers"):
        asyncio.run(connect())
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("codec", ["snappy", "lz4", "zstd"])
def test_the_install_with_streams_can_read_what_engines_compress(codec: str) -> None:
    # aiokafka reads gzip alone without packages of its extras; a router would wait for Kafka for ever.
    needed = {r.name for r in map(Requirement, requires("aiokafka") or []) if _is_of_extra(r, codec)}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert needed and needed <= {Requirement(r).name for r in project["optional-dependencies"]["streams"]}


def _is_of_extra(requirement: Requirement, extra: str) -> bool:
    marker = requirement.marker
    return marker is not None and marker.evaluate({"extra": extra}) and not marker.evaluate({"extra": ""})


class _RestingFetcher:
    """Closes as aiokafka's does while a fetch that failed waits to be tried again."""

    async def close(self) -> None:
        fetch = asyncio.create_task(asyncio.sleep(60))
        await asyncio.sleep(0)
        fetch.cancel()
        await fetch


async def _stopped_while_a_fetch_rests() -> Consumer:
    consumer = Consumer(streams(servers="127.0.0.1:1"))
    consumer._fetcher = _RestingFetcher()
    await consumer.stop()
    return consumer


def test_a_consumer_stops_while_a_failed_fetch_waits() -> None:
    consumer = asyncio.run(_stopped_while_a_fetch_rests())
    assert consumer._closed
    assert not consumer._enable_auto_commit


def test_a_cancelled_stop_stays_cancelled() -> None:
    async def cancel() -> None:
        stop = asyncio.create_task(_stopped_while_a_fetch_rests())
        await asyncio.sleep(0)
        stop.cancel()
        await stop

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancel())


def test_a_session_that_waits_for_ever_ends_with_the_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_ENDING", 0.05)
    stop = threading.Event()
    ended: list[str] = []

    async def session() -> None:
        try:
            stop.set()
            await asyncio.Event().wait()
        finally:
            ended.append("closed")
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()  # as a consumer that waits for its group

    async def run() -> None:
        async with asyncio.timeout(10):
            await run_until_stopped(stop, session())

    asyncio.run(run())
    assert ended == ["closed"]


@pytest.mark.parametrize("is_stopped", [False, True])
def test_what_a_session_raises_is_raised_also_after_a_stop(is_stopped: bool) -> None:
    stop = threading.Event()

    async def session() -> None:
        if is_stopped:
            stop.set()
        raise RunError("lost")

    with pytest.raises(RunError, match="lost"):
        asyncio.run(run_until_stopped(stop, session()))
