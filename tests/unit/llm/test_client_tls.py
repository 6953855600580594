"""The client over TLS: a certificate that is wrong gets nothing, and stops what asks."""

from __future__ import annotations

import datetime as dt
import ipaddress
import ssl
from dataclasses import dataclass
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from redactor.errors import EndpointRefusedError
from redactor.llm.contract import Answer
from tests.unit.llm.client_kit import DOWN, GOOD, ask, client
from tests.unit.llm.scripted_server import ScriptedServer, answer

_LOOPBACK = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))


@dataclass(frozen=True)
class Issued:
    """A server's certificate, and what stands in it. days: from when and until when it is valid, from now."""

    names: tuple[x509.GeneralName, ...] = (x509.DNSName("localhost"), _LOOPBACK)
    days: tuple[float, float] = (-1, 1)
    by_itself: bool = False
    trusted: bool = True


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def served_with(folder: Path, issued: Issued, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """The server's side of TLS. The system trusts the issuer where `issued` says so."""
    now = dt.datetime.now(dt.UTC)
    own, authority = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    root = (
        x509.CertificateBuilder(_name("authority"), _name("authority"), authority.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=9))
        .not_valid_after(now + dt.timedelta(days=9))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(authority, hashes.SHA256())
    )
    certificate = (
        x509.CertificateBuilder(_name("server" if issued.by_itself else "authority"), _name("server"), own.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + dt.timedelta(days=issued.days[0]))
        .not_valid_after(now + dt.timedelta(days=issued.days[1]))
        .add_extension(x509.SubjectAlternativeName(issued.names), critical=False)
        .sign(own if issued.by_itself else authority, hashes.SHA256())
    )
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    (folder / "key.pem").write_bytes(own.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain))
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(pem))
    (folder / "authority.pem").write_bytes(root.public_bytes(pem))
    if issued.trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(folder / "authority.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
    return context


@pytest.mark.parametrize(
    ("issued", "why"),
    [
        (Issued(names=(x509.DNSName("elsewhere.invalid"),)), "is that of another"),
        (Issued(names=(x509.DNSName("127.0.0.1"),)), "is that of another address"),
        (Issued(days=(-3, -1)), "has expired"),
        (Issued(days=(1, 3)), "is not valid yet"),
        (Issued(by_itself=True), "is self-signed"),
        (Issued(trusted=False), "is signed by an authority that this system does not trust"),
    ],
    ids=["name", "address as a name", "expired", "not yet", "self-signed", "authority"],
)
def test_a_wrong_certificate_gets_nothing_and_says_why(
    issued: Issued, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tls = served_with(tmp_path, issued, monkeypatch)
    with ScriptedServer(lambda asked: answer(GOOD), tls=tls) as server, client(server.url) as llm:
        for _ in range(2):
            with pytest.raises(EndpointRefusedError, match=f"certificate of the LLM's endpoint {why}") as raised:
                ask(llm)
            assert "elsewhere" not in str(raised.value)  # what it says is the other side's
    assert not server.seen
    assert server.connections == 1


def test_a_certificate_that_the_system_trusts_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSLKEYLOGFILE", str(tmp_path / "secrets"))
    tls = served_with(tmp_path, Issued(), monkeypatch)
    with ScriptedServer(lambda asked: answer(GOOD), tls=tls) as server, client(server.url) as llm:
        assert ask(llm) == [Answer(GOOD)]
    assert len(server.seen) == 1
    secrets = (tmp_path / "secrets").read_text() if (tmp_path / "secrets").exists() else ""
    assert "CLIENT_" not in secrets  # what decrypts the requests


def test_an_endpoint_that_speaks_no_tls_is_down() -> None:
    with ScriptedServer(lambda asked: answer(GOOD)) as server:
        with client(server.url.replace("http:", "https:")) as llm:
            assert ask(llm) == [DOWN]
        assert not server.seen
