"""`redactor serve` at its limits: TLS, too much at a time, slow and vanishing clients, removed tokens, the end."""

from __future__ import annotations

import datetime as dt
import http.client
import ipaddress
import json
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.conftest import Command
from tests.unit.service.serve_kit import NDJSON, NOTE, PLANTED, Service, environment, eventually, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")
ROW = b'{"resourceType":"Patient","id":"q1","gender":"female"}\n'


def certificate(folder: Path, password: bytes | None = None) -> tuple[Path, Path]:
    """A certificate of 127.0.0.1 that signs itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "redactor test")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .sign(key, hashes.SHA256())
    )
    closed = serialization.BestAvailableEncryption(password) if password else serialization.NoEncryption()
    cert_path, key_path = folder / "cert.pem", folder / f"key{bool(password)}.pem"
    cert_path.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    key_path.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, closed))
    return cert_path, key_path


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path) -> dict[str, str]:
    return environment(tmp_path_factory.mktemp("limited"), keyring_path) | {
        "REDACTOR_MAX_TEXT_CHARS": "1000",
        "REDACTOR_SERVICE__REQUESTS": "8",
    }


@pytest.fixture(scope="module")
def tokens(env: dict[str, str], called: Command) -> dict[str, str]:
    return {"submit": called("serve", "tokens", "add", "a", "--role", "submit", env=env).stdout.strip()}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, env: dict[str, str], tokens: dict[str, str]) -> Iterator[Service]:
    with served(tmp_path_factory.mktemp("log"), env, tokens) as found:
        yield found


def test_headers_have_at_most_64_kib(service: Service) -> None:
    def status(size: int) -> bytes:
        head = b"GET /v1/schemas?schema=x HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nX: " % service.port
        return service.raw(head + b"y" * (size - len(head) - 4) + b"\r\n\r\n").split(b" ")[1]

    assert {status(60_000), status(64 << 10)} == {b"401"}
    assert {status(size) for size in ((64 << 10) + 1, 66_000, 75_000, 90_000, 200_000)} == {b"400"}


class Stream:
    """A request with records whose body is sent piece by piece."""

    def __init__(self, service: Service) -> None:
        self.connection = service.connect()
        self.connection.putrequest("POST", "/v1/records")
        self.connection.putheader("Authorization", f"Bearer {service.tokens['submit']}")
        self.connection.putheader("Content-Type", NDJSON)
        self.connection.putheader("Transfer-Encoding", "chunked")
        self.connection.endheaders()

    def send(self, data: bytes) -> None:
        self.connection.send(b"%x\r\n%s\r\n" % (len(data), data) if data else b"0\r\n\r\n")

    def answer(self) -> http.client.HTTPResponse:
        return self.connection.getresponse()

    def close(self) -> None:
        self.connection.close()


def test_a_text_that_is_too_long_is_not_read_and_not_returned(service: Service) -> None:
    long = {"text": "Vexholm " * 200}
    for path in ("/v1/text", "/v1/detect"):
        answer = service.ask("POST", path, long)
        assert (answer.status, answer.code) == (422, "text-too-long") and b"Vexholm" not in answer.body
    found = service.ask("POST", "/v1/texts", {"texts": [long, {"text": "Stable."}]}).json()["texts"]
    assert found == [{"outcome": "quarantined", "reason": "text-too-long"}, {"outcome": "released", "text": "Stable."}]
    metrics = service.ask("GET", "/metrics").body.decode()
    assert 'redactor_outcomes_total{outcome="quarantined",reason="text-too-long"} 3.0' in metrics


def test_records_are_answered_while_others_arrive(service: Service) -> None:
    with ExitStack() as stack:
        stream = Stream(service)
        stack.callback(stream.close)
        stream.send(ROW * 64)
        answer = stream.answer()
        first = [json.loads(answer.readline()) for _ in range(64)]
        assert [row["line"] for row in first] == list(range(1, 65))
        stream.send(ROW)
        stream.send(b"")
        assert [row["line"] for row in map(json.loads, answer.read().splitlines())] == [65]


def test_the_borders_of_batches_depend_on_the_body_alone(service: Service) -> None:
    """A record of a Patient counts for the notes around it, however the bytes arrive."""
    whole = service.records(ROW * 130).body
    with ExitStack() as stack:
        stream = Stream(service)
        stack.callback(stream.close)
        for at in range(0, len(ROW) * 130, 97):
            stream.send((ROW * 130)[at : at + 97])
        stream.send(b"")
        assert stream.answer().read() == whole


def test_more_streams_than_it_accepts_are_told_to_come_back(service: Service) -> None:
    with ExitStack() as stack:
        streams = [Stream(service) for _ in range(4)]
        for stream in streams:
            stack.callback(stream.close)
            stream.send(ROW * 64)
            answer = stream.answer()  # it is being answered
            assert answer.status == 200
        refused = service.records(ROW)
        assert (refused.status, refused.code) == (429, "busy") and int(refused.headers["retry-after"]) >= 1
        assert service.ask("POST", "/v1/text", {"text": "Stable."}).status == 200
        assert service.ask("GET", "/health", token=None).status == 200
    assert _eventually_accepted(service)


def _eventually_accepted(service: Service) -> bool:
    return any(service.records(ROW).status == 200 for _ in range(1000))


def test_more_requests_than_it_accepts_are_told_to_come_back(service: Service) -> None:
    head = (
        f"POST /v1/text HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {service.tokens['submit']}\r\nContent-Length: 18\r\nExpect: 100-continue\r\n\r\n"
    ).encode()
    with ExitStack() as stack:
        waiting = [stack.enter_context(socket.create_connection(("127.0.0.1", service.port))) for _ in range(8)]
        for one in waiting:
            one.sendall(head)
            assert one.recv(100).startswith(b"HTTP/1.1 100")  # its body is waited for
        refused = service.ask("POST", "/v1/text", {"text": "Stable."})
        assert (refused.status, refused.code) == (429, "busy")
        for one in waiting:
            one.sendall(b'{"text":"Stable."}')
        assert all(one.recv(1000).startswith(b"HTTP/1.1 200") for one in waiting)
    assert service.ask("POST", "/v1/text", {"text": "Stable."}).status == 200


def test_clients_that_disappear_leave_a_service_that_answers(service: Service) -> None:
    for _ in range(10):
        stream = Stream(service)
        stream.send(ROW * 100 + b'{"resourceType":"Vexholm')
        stream.close()
    assert _eventually_accepted(service)
    assert "error" not in service.told() and "Vexholm" not in service.told()


def test_a_token_that_is_removed_in_mid_stream_ends_the_stream_with_an_error(
    tmp_path: Path, keyring_path: Path, in_process: Command
) -> None:
    env = environment(tmp_path, keyring_path)
    token = in_process("serve", "tokens", "add", "a", "--role", "submit", env=env).stdout.strip()
    with served(tmp_path, env, {"submit": token}) as service, ExitStack() as stack:
        stream = Stream(service)
        stack.callback(stream.close)
        stream.send(ROW * 64)
        answer = stream.answer()
        assert all(json.loads(answer.readline())["outcome"] == "released" for _ in range(64))
        assert in_process("serve", "tokens", "remove", "a", env=env).returncode == 0
        stream.send(ROW * 64)
        (last,) = answer.read().splitlines()
        assert json.loads(last)["error"]["code"] == "unauthorized"


def test_nothing_of_a_patient_who_opted_out_or_is_not_named_leaves(tmp_path: Path, keyring_path: Path) -> None:
    (tmp_path / "opt-out.txt").write_text("q1\n")
    env = environment(tmp_path, keyring_path) | {"REDACTOR_OPT_OUT": str(tmp_path / "opt-out.txt")}
    with served(tmp_path, env, {}, "--no-tokens") as service:
        rows = service.records(ROW + ROW.replace(b"q1", b"q2")).lines()
        assert rows[0] == {"line": 1, "outcome": "withheld", "reason": "opted-out"}
        assert rows[1]["outcome"] == "released"
        for subject, code in (("q1", "opted-out"), (None, "no-patient"), ("", "no-patient"), ("NULL", "no-patient")):
            answer = service.ask("POST", "/v1/text", {"text": NOTE, "subject": subject})
            assert (answer.status, answer.code) == (422, code)
        items = [{"text": "Stable.", "subject": subject} for subject in ("q1", "q2", None)]
        assert service.ask("POST", "/v1/texts", {"texts": items}).json()["texts"] == [
            {"outcome": "withheld", "reason": "opted-out"},
            {"outcome": "released", "text": "Stable."},
            {"outcome": "quarantined", "reason": "no-patient"},
        ]
        assert service.ask("POST", "/v1/detect", {"text": NOTE}).status == 200


def test_a_signal_lets_requests_end_and_accepts_no_other(
    tmp_path: Path, keyring_path: Path, in_process: Command
) -> None:
    env = environment(tmp_path, keyring_path)
    with served(tmp_path, env, {"submit": ""}, "--no-tokens") as service, ExitStack() as stack:
        stream = Stream(service)
        stack.callback(stream.close)
        stream.send(ROW * 64)
        answer = stream.answer()
        answer.readline()
        service.process.send_signal(signal.SIGTERM)
        with pytest.raises(OSError):
            for _ in range(1000):
                service.ask("GET", "/health", token=None)
        stream.send(ROW)
        stream.send(b"")
        rows = [json.loads(line) for line in answer.read().splitlines()]
        assert rows[-1]["line"] == 65 and rows[-1]["outcome"] == "released"
        assert service.process.wait(60) == 0
    assert "every program and every user of this machine" in service.told() and "stopped" in service.told()


def test_tls_and_tokens_open_another_address_and_hide_both(
    tmp_path: Path, env: dict[str, str], tokens: dict[str, str]
) -> None:
    cert, key = certificate(tmp_path)
    options = ("--host", "0.0.0.0", "--tls-cert", str(cert), "--tls-key", str(key))
    with served(tmp_path, env, tokens, *options, ca=cert) as service:
        assert service.ask("POST", "/v1/text", {"text": NOTE}).status == 200
        assert service.ask("POST", "/v1/text", {"text": NOTE}, Host="redactor.example").status == 200
        assert service.ask("POST", "/v1/text", {"text": NOTE}, token=None).code == "unauthorized"
        assert b"200 OK" not in service.raw(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert not any(value in service.told() for value in PLANTED)


@pytest.mark.slow
def test_slow_headers_and_slow_bodies_end(service: Service) -> None:
    address = ("127.0.0.1", service.port)
    with socket.create_connection(address) as silent, socket.create_connection(address) as slow:
        slow.sendall(b"GET /health HTTP/1.1\r\n")
        silent.settimeout(60)
        slow.settimeout(60)
        assert slow.recv(100) == b"" and silent.recv(100) == b""
    with socket.create_connection(address, timeout=120) as body:
        body.sendall(
            f"POST /v1/text HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {service.tokens['submit']}\r\nContent-Length: 18\r\n\r\n{{".encode()
        )
        assert body.recv(1000).startswith(b"HTTP/1.1 408")
    with ExitStack() as stack:
        stream = Stream(service)
        stack.callback(stream.close)
        stream.send(ROW)
        assert json.loads(stream.answer().read())["error"]["code"] == "too-slow"


@contextmanager
def taken_port() -> Iterator[str]:
    """A port that is taken, so that a service that should not start ends in any case."""
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        yield str(taken.getsockname()[1])


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ((), "nobody may use the service yet"),
        (("--no-tokens", "--host", "0.0.0.0"), "beyond loopback"),
        (("--no-tokens", "--host", "::"), "beyond loopback"),
        (("--no-tokens", "--host", "127.0.0.1.evil.example"), "--host is no address"),
        (("--no-tokens", "--tls-cert", "cert.pem"), "belong together"),
        (("--no-tokens", "--tls-cert", "none.pem", "--tls-key", "none.pem"), "cannot be used"),
        (("--no-tokens", "--tls-cert", "cert.pem", "--tls-key", "keyTrue.pem"), "without a password"),
        (("--no-tokens", "--host", "0.0.0.0", "--tls-cert", "cert.pem", "--tls-key", "keyTrue.pem"), "beyond loopback"),
        (("--no-tokens", "--profile", "none", "--port", "0"), "none"),
    ],
)
def test_it_does_not_start_where_it_would_be_open(
    options: tuple[str, ...], told: str, tmp_path: Path, keyring_path: Path, in_process: Command
) -> None:
    certificate(tmp_path, b"secret")
    with taken_port() as port:
        done = in_process("serve", "--port", port, *options, env=environment(tmp_path, keyring_path), cwd=tmp_path)
    assert done.returncode == 2 and told in done.stderr, done.stderr


def test_tokens_without_tls_open_no_other_address(
    env: dict[str, str], tokens: dict[str, str], in_process: Command
) -> None:
    with taken_port() as port:
        done = in_process("serve", "--port", port, "--host", "0.0.0.0", env=env)
    assert done.returncode == 2 and "beyond loopback" in done.stderr


def test_what_makes_a_worker_not_ready_stands_in_the_log_once(
    tmp_path: Path, keyring_path: Path, called: Command
) -> None:
    keyring = tmp_path / "keyring.json"
    keyring.write_bytes(keyring_path.read_bytes())
    keyring.chmod(0o600)
    env = environment(tmp_path, keyring)
    token = called("serve", "tokens", "add", "a", "--role", "submit", env=env).stdout.strip()
    with served(tmp_path, env, {"submit": token}) as service:
        (tmp_path / "home" / "service-tokens.json").unlink()
        for _ in range(12):
            answers = service.ask("GET", "/ready", token=None), service.ask("GET", "/v1/profiles")
            assert [(a.status, a.code) for a in answers] == [(503, "tokens-unreadable")] * 2
        token = called("serve", "tokens", "add", "a", "--role", "submit", env=env).stdout.strip()
        assert service.ask("GET", "/v1/profiles", token=token).status == 200  # nobody was locked out
        keyring.chmod(0o644)
        assert eventually(lambda: service.ask("GET", "/ready").status == 503)
        assert service.ask("GET", "/ready").code == "keyring-unreadable"
        log = service.told()
        assert log.count("tokens add NAME") == 1 and log.count("chmod 600") == 1
