"""This module connects clients to Kafka: the options that consumers, producers and admin clients share, and retries."""

from __future__ import annotations

import asyncio
import logging
import ssl
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from aiokafka import AIOKafkaConsumer
from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.errors import KafkaError

from redactor.errors import BrokerRefusedError, BrokerUnavailableError, SettingsError
from redactor.settings import StreamsSettings
from streams.refusals import raise_if_refused, refusal

# Without a handler Python prints warnings of a library to stderr, among the messages of the command line.
logging.getLogger("aiokafka").addHandler(logging.NullHandler())

REQUEST_MS = 60_000  # a broker under load answers NotLeader and NotEnoughReplicas for a while; clients retry
_PAUSES = (1.0, 2.0, 5.0, 15.0, 30.0)  # seconds, while a service is away
ASK, ANSWER = 5.0, 10.0  # seconds between questions whether Kafka is there, and for an answer
_LOOK, _ENDING = 0.2, 1.0  # seconds between looks whether to stop, and to end then
_BATCH_BYTES, _LINGER_MS = 256 * 1024, 5
_OVERHEAD = 64 * 1024  # bytes of key, headers, seal and envelope around a record


def client_options(streams: StreamsSettings) -> dict[str, Any]:
    """Returns keyword arguments for a client of aiokafka. Raises SettingsError; the message shows no password."""
    if streams.servers is None:
        raise SettingsError('streams.servers is not set; name Kafka\'s servers, for example "kafka.example:9092"')
    protocol = ("SASL_" if streams.mechanism else "") + ("SSL" if streams.tls else "PLAINTEXT")
    options: dict[str, Any] = {
        "bootstrap_servers": streams.servers,
        "security_protocol": protocol,
        "request_timeout_ms": REQUEST_MS,
    }
    if streams.tls:
        options["ssl_context"] = _tls(streams)
    if streams.mechanism:
        options["sasl_mechanism"] = streams.mechanism
        options["sasl_plain_username"] = streams.user
        options["sasl_plain_password"] = _password(streams)
    return options


def largest_message(streams: StreamsSettings) -> int:
    """Returns the bytes of a message that may hold the largest record: zstd can add to data that it cannot
    compress.
    """
    return streams.max_record_bytes + streams.max_record_bytes // 128 + _OVERHEAD


def producer_options(streams: StreamsSettings) -> dict[str, Any]:
    """Returns keyword arguments for a producer: idempotent, with each message on all in-sync copies before it counts as
    sent.

    Producers are never transactional, so that the offsets of a topic have no gaps.
    """
    return client_options(streams) | {
        "enable_idempotence": True,
        "acks": "all",
        "max_request_size": largest_message(streams),
        "max_batch_size": _BATCH_BYTES,
        "linger_ms": _LINGER_MS,
    }


def retry_pause(tries: int) -> float:
    """Returns the seconds to wait before another try. tries: number of tries that have failed since the first."""
    return _PAUSES[min(tries, len(_PAUSES) - 1)]


async def pause(stop: threading.Event, tries: int) -> None:
    """Waits `retry_pause(tries)` seconds, or until `stop` is set."""
    left = retry_pause(tries)
    while left > 0 and not stop.is_set():
        await asyncio.sleep(min(left, 0.2))
        left -= 0.2


async def run_until_stopped(stop: threading.Event, session: Coroutine[Any, Any, None]) -> None:
    """Runs a session to its end; once `stop` is set it has a second to end by itself, and is cancelled then.

    A consumer that rejoins its group does not return before the other members have joined, whatever its time limit.
    Nothing is lost when a session is cancelled: what is not committed comes again.
    """
    task = asyncio.ensure_future(session)
    while not task.done() and not stop.is_set():
        await asyncio.wait([task], timeout=_LOOK)
    for _ in range(3):  # the first cancellation ends what waits, the second an end that waits, too
        await asyncio.wait([task], timeout=_ENDING)
        if task.done():
            break
        task.cancel()
    if task.done() and not task.cancelled():
        task.result()


class Consumer(AIOKafkaConsumer):  # type: ignore[misc]  # aiokafka has no types
    """Extends aiokafka's consumer, so that it can be stopped while the broker is away. It commits no offset by itself.

    start: where a partition without a valid offset is read from; "none" raises.
    """

    def __init__(self, streams: StreamsSettings, *, start: str = "none", **options: Any) -> None:
        super().__init__(**client_options(streams), enable_auto_commit=False, auto_offset_reset=start, **options)

    async def stop(self) -> None:
        """Stops the consumer and its client.

        aiokafka cancels its fetches; a fetch that rests after an error lets the cancellation out to the caller.
        """
        task = asyncio.current_task()
        asked = task.cancelling() if task is not None else 0
        try:
            await super().stop()
        except asyncio.CancelledError:
            await self._client.close()
            if task is not None and task.cancelling() > asked:
                raise


def _tls(streams: StreamsSettings) -> ssl.SSLContext:
    """Builds the TLS context; certificates and host names are always verified."""
    try:
        context = ssl.create_default_context(cafile=streams.ca_certs)
    except (OSError, ssl.SSLError):
        raise SettingsError("streams.ca_certs cannot be read as a PEM file of certificates") from None
    if streams.client_cert is not None and streams.client_key is not None:
        try:
            # The empty password keeps OpenSSL from asking for one on the terminal.
            context.load_cert_chain(streams.client_cert, streams.client_key, password="")
        except (OSError, ssl.SSLError):
            raise SettingsError(
                "streams.client_cert and streams.client_key cannot be read: a PEM certificate and its key, without a "
                "passphrase"
            ) from None
    return context


def _password(streams: StreamsSettings) -> str:
    if streams.password is not None:
        return streams.password.get_secret_value()
    assert streams.password_file is not None  # the settings have one of both
    try:
        password = streams.password_file.read_text("utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError):
        raise SettingsError("streams.password_file cannot be read as UTF-8 text") from None
    if not password:
        raise SettingsError("streams.password_file is empty; write the password into it")
    return password


@asynccontextmanager
async def admin(streams: StreamsSettings) -> AsyncIterator[AIOKafkaAdminClient]:
    """Yields a connected admin client. Raises SettingsError, and BrokerRefusedError or BrokerUnavailableError, also for
    errors of the block.
    """
    options = client_options(streams)
    client = AIOKafkaAdminClient(**options)
    try:
        try:
            await client.start()
        except (KafkaError, OSError) as e:
            if (reason := await refusal(options)) is not None:
                raise BrokerRefusedError(reason) from None
            raise BrokerUnavailableError(
                f"Kafka cannot be reached ({type(e).__name__}); check that it runs, and streams.servers"
            ) from None
        yield client
    except (KafkaError, OSError) as e:
        raise_if_refused(e)
        raise BrokerUnavailableError(f"Kafka does not answer ({type(e).__name__}); check that it runs") from None
    finally:
        await client.close()


WAIT = 60.0  # seconds; a wrong address looks the same as a broker that is starting
_MOST_TRIES = 2  # for the length of pauses


async def wait_for_kafka(
    streams: StreamsSettings, stop: threading.Event, is_away: Callable[[], None], seconds: float
) -> bool:
    """Waits until Kafka answers, at most for this number of seconds; returns False if `stop` was set.

    After a reboot services come up in any order. If Kafka does not answer in time, the caller's first question says
    what is wrong. is_away: called after the first try that failed. Raises SettingsError, and BrokerRefusedError without
    a wait.
    """
    until = time.monotonic() + seconds
    tries = 0
    while not stop.is_set():
        try:
            async with asyncio.timeout(ANSWER), admin(streams):
                return True
        except BrokerRefusedError:
            raise
        except (BrokerUnavailableError, TimeoutError):
            if time.monotonic() >= until:
                return True
        if not tries:
            is_away()
        await pause(stop, min(tries, _MOST_TRIES))
        tries += 1
    return False
