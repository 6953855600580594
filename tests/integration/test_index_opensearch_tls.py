"""The index in a real OpenSearch over real TLS: trusted servers, accepted users, and messages for the others."""

from __future__ import annotations

import base64
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.replacers import open_index
from redactor.errors import IndexUnavailableError, SettingsError
from redactor.keys import Keyring
from redactor.settings import Settings
from relex.index import Entry, Roster
from tests.conftest import Command
from tests.integration.opensearch_edge import CUT, Answer, Edge, Request, edge, error
from tests.integration.opensearch_kit import COUNTY, MERCY, Bench
from tests.integration.tls_kit import HERE, Authority
from tests.unit.relex.index_contract import HOME, SCOPE

pytestmark = [pytest.mark.services, pytest.mark.slow]

USER, PASSWORD = "redactor", "pä/ss:wörd@?#%1ł"
IN_ADDRESS = "p%C3%A4%2Fss%3Aw%C3%B6rd%40%3F%23%251%C5%82"
SECRETS = (PASSWORD, IN_ADDRESS, "p%C3", "pä", "wörd", "1ł")


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("tls"), "hospital")


@pytest.fixture
def secure(opensearch_url: str, authority: Authority) -> Iterator[Edge]:
    with edge(opensearch_url, authority.server()) as found:
        yield found


def guard(network: Edge, user: str = USER, password: str = PASSWORD) -> None:
    """Accept only this user and password."""
    wanted = "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()

    def plan(request: Request) -> Answer | None:
        brought = {name.lower(): value for name, value in request.headers.items()}.get("authorization")
        return None if brought == wanted else error(401, "security_exception")

    network.plan = plan


def with_password(url: str, password: str = IN_ADDRESS) -> str:
    return url.replace("://", f"://{USER}:{password}@")


# -- success


@pytest.mark.parametrize("host", HERE)
def test_entries_and_rosters_over_tls(
    bench: Bench, keys: Keyring, secure: Edge, authority: Authority, host: str
) -> None:
    index = bench.open(keys, secure.url.replace("127.0.0.1", host), ca_certs=str(authority.path))
    assert index.create([MERCY, COUNTY]) == [MERCY, COUNTY]
    roster = Roster(HOME, (Entry(HOME, "family", "doe", "Chang"),))
    assert index.put([roster]) == [True]
    index.refresh()
    assert MERCY in index.similar(SCOPE, "hospital", "mercy")
    index.close()
    plain = bench.open(keys)
    assert plain.get([(SCOPE, "hospital", "mercy")]) == [MERCY]
    assert plain.rosters([HOME])[0].entries == roster.entries
    plain.close()


def test_an_authority_that_the_system_knows_needs_no_ca_certs(
    bench: Bench, keys: Keyring, secure: Edge, authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.path))
    index = bench.open(keys, secure.url)
    assert index.create([MERCY]) == [MERCY]
    index.close()


# -- user and password


def test_a_password_in_the_address(bench: Bench, keys: Keyring, secure: Edge, authority: Authority) -> None:
    guard(secure)
    index = bench.open(keys, with_password(secure.url), ca_certs=str(authority.path))
    assert index.create([MERCY]) == [MERCY]
    index.close()


def test_a_password_in_settings_takes_precedence_over_the_address(
    bench: Bench, keys: Keyring, secure: Edge, authority: Authority, tmp_path: Path
) -> None:
    guard(secure)
    relex: dict[str, Any] = {"index": secure.url, "index_name": bench.name, "ca_certs": authority.path}
    for more in ({}, {"index": with_password(secure.url, "other")}):
        settings = Settings(home=tmp_path, relex={**relex, "user": USER, "password": PASSWORD, **more})
        index = open_index(settings, keys)
        assert index.create([MERCY]) == [MERCY]
        index.close()


@pytest.mark.parametrize("user", [None, USER, "somebody"])
def test_a_refused_user_gets_a_message_without_the_password(
    bench: Bench, keys: Keyring, secure: Edge, authority: Authority, tmp_path: Path, user: str | None
) -> None:
    guard(secure, password="another")
    relex = {"index": secure.url, "index_name": bench.name, "ca_certs": authority.path, "user": user}
    settings = Settings(home=tmp_path, relex={**relex, "password": None if user is None else PASSWORD})
    with pytest.raises(SettingsError, match="check user, password") as told:
        open_index(settings, keys)
    assert not [secret for secret in SECRETS if secret in str(told.value)]
    assert len(secure.seen) == 1, "a second try would be refused too, and may lock the user out"


def test_a_user_refused_midway_gets_a_message(bench: Bench, keys: Keyring, secure: Edge, authority: Authority) -> None:
    index = bench.open(keys, with_password(secure.url), ca_certs=str(authority.path))
    guard(secure, password="changed meanwhile")
    with pytest.raises(IndexUnavailableError, match="check user, password") as told:
        index.create([MERCY])
    assert not [secret for secret in SECRETS if secret in str(told.value)]
    index.close()


def test_the_command_shows_no_password(
    bench: Bench, secure: Edge, authority: Authority, keyring_path: Path, command: Command, tmp_path: Path
) -> None:
    guard(secure, password="another")
    env = {
        "REDACTOR_HOME": str(tmp_path), "REDACTOR_KEYRING": str(keyring_path), "REDACTOR_RELEX__INDEX_NAME": bench.name,
        "REDACTOR_RELEX__CA_CERTS": str(authority.path),
    }  # fmt: skip
    half = secure.url.replace("://", f"://{USER}:{PASSWORD}@")  # not percent-encoded, parsed as host and path
    for url, says in ((with_password(secure.url), "check user, password"), (half, "%2F")):
        done = command("index", "stats", env={**env, "REDACTOR_RELEX__INDEX": url})
        assert done.returncode == 2 and says in " ".join(done.stderr.split())
        assert not [secret for secret in SECRETS if secret in done.stdout + done.stderr]


# -- untrusted servers


@dataclass(frozen=True, slots=True)
class UntrustedServer:
    """An untrusted server and the message about it. known: whether ca_certs names its authority."""

    server: Callable[[Authority], ssl.SSLContext]
    says: str
    known: bool = True


UNTRUSTED_SERVERS = {
    "unknown authority": UntrustedServer(lambda a: a.server(), "not trusted; set ca_certs", known=False),
    "other host": UntrustedServer(lambda a: a.server(("search.hospital.example", "127.0.0.2")), "for another host"),
    "expired": UntrustedServer(lambda a: a.server(days=-1), "expired.*renew"),
}


@pytest.mark.parametrize("host", HERE)
@pytest.mark.parametrize("server_name", UNTRUSTED_SERVERS)
def test_an_untrusted_server_receives_no_request(
    bench: Bench, keys: Keyring, authority: Authority, tmp_path: Path, server_name: str, host: str
) -> None:
    untrusted = UNTRUSTED_SERVERS[server_name]
    stranger = Authority(tmp_path, "stranger")
    for ca_certs in (str(authority.path),) if untrusted.known else (None, str(stranger.path)):
        with edge(bench.url, untrusted.server(authority)) as network:
            url = with_password(network.url.replace("127.0.0.1", host))
            with pytest.raises(IndexUnavailableError, match=untrusted.says) as told:
                bench.open(keys, url, ca_certs=ca_certs, timeout_s=20)
            assert network.seen == [] and network.connections == 1, "no request, and no second try"
        assert not [secret for secret in SECRETS if secret in str(told.value)]


def test_a_certificate_that_goes_bad_midway(bench: Bench, keys: Keyring, authority: Authority) -> None:
    served = authority.server()
    with edge(bench.url, served) as network:
        index = bench.open(keys, network.url, ca_certs=str(authority.path), timeout_s=20)
        served.load_cert_chain(authority.certificate(days=-1))
        network.plan = lambda _: CUT
        network.seen.clear()
        with pytest.raises(IndexUnavailableError, match="expired"):
            index.create([MERCY])
        assert len(network.seen) == 1, "over the connection that stood"
        index.close()


# -- http:// and https:// confused


def test_https_where_no_tls_is_spoken(bench: Bench, keys: Keyring, network: Edge, authority: Authority) -> None:
    """For the edge and for OpenSearch itself."""
    for url in (network.url, bench.url):
        secured = with_password(url.replace("http://", "https://"))
        with pytest.raises(IndexUnavailableError, match="speaks no TLS") as told:
            bench.open(keys, secured, ca_certs=str(authority.path), timeout_s=20)
        assert not [secret for secret in SECRETS if secret in str(told.value)]
    assert network.seen == [] and network.connections == 1


def test_http_where_tls_is_spoken(bench: Bench, keys: Keyring, secure: Edge) -> None:
    url = with_password(secure.url.replace("https://", "http://"))
    with pytest.raises(IndexUnavailableError, match="https://") as told:
        bench.open(keys, url, timeout_s=0.3)
    assert not [secret for secret in SECRETS if secret in str(told.value)]
    assert secure.seen == []


@pytest.mark.parametrize("answer", [b"\x15\x03\x03\x00\x02\x02\x50", b"HTTP/1.0 400 Bad Request\r\n\r\nwants TLS"])
def test_a_server_that_requires_tls_is_asked_once(bench: Bench, keys: Keyring, answer: bytes) -> None:
    with answering(answer) as (url, count), pytest.raises(IndexUnavailableError, match="https://"):
        bench.open(keys, url, timeout_s=20)
    assert len(count) == 1


@contextmanager
def answering(answer: bytes) -> Iterator[tuple[str, list[bytes]]]:
    """A server that answers every request with these bytes, and the number of requests."""
    asked: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                connection, _ = server.accept()
                with connection:
                    if not (request := connection.recv(1 << 16)):
                        return
                    asked.append(request)
                    connection.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}", asked
        finally:
            socket.create_connection(server.getsockname()).close()
            thread.join()
