"""The client in forked processes, and over TLS."""

from __future__ import annotations

import datetime as dt
import os
import ssl
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from redactor.llm.contract import Answer, Failure
from tests.unit.llm.client_kit import GOOD, ask, client
from tests.unit.llm.scripted_server import ScriptedServer, answer


def test_a_forked_process_opens_connections_of_its_own() -> None:
    with ScriptedServer(lambda asked: answer(GOOD)) as server, client(server.url) as llm:
        assert ask(llm) == [Answer(GOOD)]
        pid = os.fork()
        if not pid:
            code = 1
            try:
                code = 0 if ask(llm) == [Answer(GOOD)] else 2
                llm.close()
            finally:
                os._exit(code)
        assert os.waitpid(pid, 0)[1] == 0
        assert ask(llm) == [Answer(GOOD)]
    assert server.connections == 2


def _certified(folder: Path) -> ssl.SSLContext:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "key.pem").write_bytes(key.private_bytes(*plain))
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
    return context


def test_a_certificate_that_the_system_does_not_trust_gets_nothing(tmp_path: Path) -> None:
    with ScriptedServer(lambda asked: answer(GOOD), tls=_certified(tmp_path)) as server:
        with client(server.url.replace("127.0.0.1", "localhost")) as llm:
            assert ask(llm) == [Answer(None, Failure.DOWN)]
        assert not server.seen


def test_a_certificate_that_the_system_trusts_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedServer(lambda asked: answer(GOOD), tls=_certified(tmp_path)) as server:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
        monkeypatch.setenv("SSLKEYLOGFILE", str(tmp_path / "secrets"))
        with client(server.url.replace("127.0.0.1", "localhost")) as llm:
            assert ask(llm) == [Answer(GOOD)]
        with client(server.url) as llm:  # the certificate has another name
            assert ask(llm) == [Answer(None, Failure.DOWN)]
    assert len(server.seen) == 1
    assert not any(line.startswith("CLIENT_") for line in _lines(tmp_path / "secrets"))  # what decrypts the requests


def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []
