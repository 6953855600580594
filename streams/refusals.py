"""This module tells why a server of Kafka refuses a client: TLS, a certificate, a login, or a right that is missing.

aiokafka's clients report all of these as "unable to bootstrap", and so does a closed port.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from typing import Any

from aiokafka.client import MetadataRequest
from aiokafka.conn import collect_hosts, create_conn
from aiokafka.errors import (
    ClusterAuthorizationFailedError,
    GroupAuthorizationFailedError,
    IllegalSaslStateError,
    KafkaConnectionError,
    KafkaError,
    SaslAuthenticationFailed,
    TopicAuthorizationFailedError,
    UnsupportedSaslMechanismError,
)

from redactor.errors import BrokerRefusedError

_SECONDS = 3.0  # for each server
_TLS_ALERT = 0x15  # the first byte of a record that ends a TLS handshake
_NO_TLS = "speaks no TLS; set streams.tls = false, or name the port of its TLS listener in streams.servers"
_RIGHTS: dict[type[KafkaError], str] = {
    TopicAuthorizationFailedError: "on the topics",
    GroupAuthorizationFailedError: "on the consumer group",
    ClusterAuthorizationFailedError: "to write the topics",  # of a producer that may write none
}


def raise_if_refused(error: BaseException) -> None:
    """Raises BrokerRefusedError for an error that says that Kafka refuses this client."""
    if isinstance(error, BrokerRefusedError):
        raise error
    for kind, place in _RIGHTS.items():
        if isinstance(error, kind):
            raise BrokerRefusedError(
                f"Kafka does not grant streams.user a right {place} that this command needs; docs/guide/services.md "
                "lists the rights"
            ) from None


async def refusal(options: Mapping[str, Any]) -> str | None:
    """Returns why a server refuses the client and which setting to change; None if no server gives a reason.

    options: keyword arguments for a client of aiokafka. A server that is away, starting or ending gives no reason.
    """
    given = {name: value for name, value in options.items() if name != "bootstrap_servers"}
    for host, port, _ in collect_hosts(options["bootstrap_servers"]):
        try:
            async with asyncio.timeout(_SECONDS):
                reason = await _reason(host, port, given)
        except TimeoutError:
            continue
        if reason is not None:
            return f"Kafka at {host}:{port} {reason}"
    return None


async def _reason(host: str, port: int, options: Mapping[str, Any]) -> str | None:
    try:
        connection = await create_conn(host, port, **options)
    except ssl.SSLCertVerificationError as e:
        return f"has a certificate that is not trusted ({e.verify_message}); check streams.ca_certs and streams.servers"
    except SaslAuthenticationFailed:
        return "refuses the login; check streams.user and its password, and streams.mechanism"
    except UnsupportedSaslMechanismError:
        return f"does not offer the login {options['sasl_mechanism']}; set streams.mechanism to one that it offers"
    except IllegalSaslStateError:
        return "asks for no login; remove streams.mechanism, or name the port of its SASL listener in streams.servers"
    except KafkaConnectionError as e:
        return _reason_of_closing(e.__cause__)
    except (OSError, KafkaError):
        return _NO_TLS if "ssl_context" in options and await _answers_without_tls(host, port) else None
    try:
        await connection.send(MetadataRequest([]))
    except KafkaConnectionError as e:
        if "sasl_mechanism" not in options and isinstance(e.__cause__, asyncio.IncompleteReadError):
            return "asks for a login; set streams.mechanism, streams.user and a password"
        return _reason_of_closing(e.__cause__)
    finally:
        await connection.close()
    return None


def _reason_of_closing(cause: BaseException | None) -> str | None:
    if isinstance(cause, ssl.SSLError):
        return "does not accept the certificate of this client; check streams.client_cert and streams.client_key"
    # A client without TLS takes the first four bytes of the server's alert for the length of an answer.
    if isinstance(cause, asyncio.IncompleteReadError) and (cause.expected or 0) >> 24 == _TLS_ALERT:
        return "speaks TLS; set streams.tls = true"
    return None


async def _answers_without_tls(host: str, port: int) -> bool:
    try:
        await (await create_conn(host, port)).close()
    except (OSError, KafkaError):
        return False
    return True
