"""Files that jobs fetch by URL: which addresses are opened, what is refused, and what a job makes of the files."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from pydantic import TypeAdapter, ValidationError

from redactor.service.fhir import sources
from redactor.service.fhir.sources import SourceError, Sources
from redactor.service_settings import FhirSettings
from tests.unit.llm.test_client_tls import Issued, served_with
from tests.unit.service.fhir_kit import PATIENT, POLICY, outcome, parameters, post, valid
from tests.unit.service.file_host import LINE, Handler
from tests.unit.service.serve_kit import PLANTED, Answer, Service, environment, eventually, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    Handler.asked, Handler.dripped = [], []
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_only_what_stands_below_a_prefix_as_it_is_written_is_allowed() -> None:
    found = Sources(["https://files.example/export/", "http://127.0.0.1:8080/"])
    for url in (
        "https://files.example/export/Patient.ndjson",
        "https://files.example:443/export/a/b-1_2~.ndjson",
        "http://127.0.0.1:8080/a",
    ):
        assert found.allows(url), url
    for url in (
        "http://files.example/export/a",
        "https://files.example:8443/export/a",
        "https://files.example/exports/a",
        "https://files.example/export",
        "https://files.example/export/",
        "https://files.example/Export/a",
        "https://FILES.example/export/a",
        "https://files.example./export/a",
        "https://evil.example/export/a",
        "https://files.example.evil.example/export/a",
        "https://user@files.example/export/a",
        "https://user:secret@files.example/export/a",
        "https://files.example@evil.example/export/a",
        "https://files.example\\@evil.example/export/a",
        "https://files.example/export/../a",
        "https://files.example/export/./a",
        "https://files.example/export/..",
        "https://files.example/export/%2e%2e/a",
        "https://files.example/export//a",
        "https://files.example/export/a?token=x",
        "https://files.example/export/a#b",
        "https://files.example/export/a b",
        "https://files.example/export/a\r\nHost: x",
        "https://files.example/export/ä",
        "https://files.example/export/a\n",
        "//files.example/export/a",
        "file:///export/a",
        "ftp://files.example/export/a",
        "http://127.1:8080/a",
        "http://2130706433:8080/a",
        "http://0.0.0.0:8080/a",
        "http://[::1]:8080/a",
        "http://localhost:8080/a",
        "http://127.0.0.1/a",
        "http://127.0.0.1:08080a/a",
        "",
    ):
        assert not found.allows(url), url
    assert not Sources([]) and not Sources([]).allows("https://files.example/export/a")


def test_a_setting_that_says_less_than_it_seems_is_refused() -> None:
    check = TypeAdapter(FhirSettings).validate_python
    for url in (
        "https://files.example/",
        "https://files.example:8443/Export/a/",
        "http://localhost:80/",
        "http://[::1]/a/",
    ):
        assert check({"sources": [url]}).sources == (url,) and Sources([url])
    for url in (
        "https://files.example", "https://files.example/export", "http://files.example/", "https://*/", "https:///",
        "https://u@files.example/", "https://files.example/a?b/", "https://files.example/../", "HTTPS://files.example/",
        "https://Files.example/", "https://files.example/%41/", "https://files.example//", "https://files.example:0/",
        "https://files.example/a b/", "http://10.0.0.1/",
    ):  # fmt: skip
        with pytest.raises(ValidationError):
            check({"sources": [url]})


def test_a_host_is_resolved_once_and_must_be_public(monkeypatch: pytest.MonkeyPatch) -> None:
    resolved: list[str] = []
    connected: list[str] = []
    addresses: list[str] = []

    def resolve(host: str, port: int, **_: Any) -> list[Any]:
        resolved.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    def connect(address: tuple[str, int], timeout: float) -> socket.socket:
        connected.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)

    def tried(url: str, *given: str) -> str:
        addresses[:] = given
        prefixes = ("https://files.example/", "https://10.1.2.3/", "http://localhost/", "https://[fd00::1]/")
        (found,) = Sources(prefixes).fetch([url])
        assert isinstance(found, SourceError)
        return found.code

    inside = (
        "127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0", "fd00::1", "ff02::1", "::ffff:10.0.0.1",
        "fec0::1", "100::1", "64:ff9b::a00:1", "64:ff9b:1::a00:1", "2002:a00:1::", "::10.0.0.1", "2001::1",
    )  # fmt: skip
    for address in inside:
        assert tried("https://files.example/a", address) == "source-not-public", address
        assert tried("https://files.example/a", "93.184.216.34", address) == "source-not-public"
    assert tried("https://files.example/a") == "source-not-public"
    assert tried("http://localhost/a", "10.0.0.1") == "source-not-public"
    assert connected == []
    for url, address in (
        ("https://files.example/a", "93.184.216.34"),
        ("https://10.1.2.3/a", "10.1.2.3"),
        ("https://[fd00::1]/a", "fd00::1"),
        ("http://localhost/a", "127.0.0.1"),
    ):
        resolved.clear()
        assert tried(url, address) == "source-unreachable" and connected.pop() == address and len(resolved) == 1


def test_what_a_host_may_send_is_bounded(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MOST_BYTES", 1 << 20)
    found = Sources([f"{host}/"])
    for name, expected in (
        ("patients", LINE),
        ("chunked", LINE),
        ("moved", "source-refused"),
        ("gone", "source-refused"),
        ("brotli", "source-refused"),
        ("bomb", "source-too-large"),
        ("large", "source-too-large"),
        ("cut", "source-incomplete"),
        ("cut-gzip", "source-incomplete"),
        ("two-in-gzip", "source-incomplete"),
        ("endless", "source-incomplete"),
        ("two-lengths", "source-incomplete"),
        ("length-and-chunks", "source-incomplete"),
        ("cut-chunks", "source-unreachable"),
        ("no-gzip", "source-unreachable"),
    ):
        (one,) = found.fetch([f"{host}/{name}"])
        assert (one.code if isinstance(one, SourceError) else one) == expected, name
    for size in (0, 1, 65_535, 65_536, 65_537, 131_072, 700_001, 1 << 20):
        assert list(found.fetch([f"{host}/sized.{size}"])) == [b"x" * size]
    assert not any(path.startswith("/inside") for path in Handler.asked)
    monkeypatch.setattr(sources, "MOST_BYTES", len(LINE) + 5)
    two = list(found.fetch([f"{host}/patients", f"{host}/patients"]))  # in sum
    assert two[0] == LINE and isinstance(two[1], SourceError) and two[1].code == "source-too-large"


def test_a_host_that_drips_is_left(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "_FILE_SECONDS", 0.5)
    (one,) = Sources([f"{host}/"]).fetch([f"{host}/slow"])
    assert isinstance(one, SourceError) and one.code == "source-too-slow"
    monkeypatch.setattr(sources, "_JOB_SECONDS", 0.0)
    (one,) = Sources([f"{host}/"]).fetch([f"{host}/patients"])
    assert isinstance(one, SourceError) and one.code == "source-too-slow"


@pytest.mark.parametrize(
    ("issued", "is_taken"),
    [(Issued(), True), (Issued(trusted=False), False), (Issued(names=(x509.DNSName("elsewhere.invalid"),)), False)],
    ids=["right", "authority", "name"],
)
def test_a_host_must_show_a_certificate_of_its_name(
    issued: Issued, is_taken: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tls = served_with(tmp_path, issued, monkeypatch)
    Handler.asked = before = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"https://127.0.0.1:{server.server_address[1]}/"
        (one,) = Sources([base]).fetch([f"{base}patients"])
        server.shutdown()
    assert one == LINE if is_taken else isinstance(one, SourceError) and one.code == "source-unreachable"
    assert before == ["/patients"] * is_taken


# --- Over HTTP --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path, host: str) -> Iterator[Service]:
    env = environment(tmp_path_factory.mktemp("sources"), keyring_path)
    env |= {"REDACTOR_FHIR__SOURCES": json.dumps([f"{host}/export/"])}
    with served(tmp_path_factory.mktemp("log"), env, {}, "--no-tokens") as found:
        yield found


def urls(*given: str, policy: str | None = POLICY) -> dict[str, Any]:
    """The parameters of $de-identify as DARTS writes those of files."""
    files = [
        {"name": "data", "part": [
            {"name": "resourceType", "valueCode": "Patient"}, {"name": "resourceUrl", "valueUrl": url},
        ]}
        for url in given
    ]  # fmt: skip
    listed = {"resourceType": "Parameters", "parameter": [{"name": "format", "valueCode": "fhir+ndjson"}, *files]}
    return parameters(None, policy, {"name": "identifiableDataFileUrls", "resource": listed})


def done(service: Service, answer: Answer) -> Any:
    assert answer.status == 202, answer
    path = answer.headers["content-location"].removeprefix(f"http://127.0.0.1:{service.port}")
    while (answer := service.ask("GET", path)).status == 202:
        time.sleep(0.05)
    assert answer.status == 200, answer
    lists = answer.json()
    return {
        file["type"]: service.ask("GET", f"{path}/{file['url'].rpartition('/')[2]}").lines()
        for key in ("output", "error")
        for file in lists[key]
    }


def test_a_job_reads_files_as_one_release(service: Service, host: str) -> None:
    sent = urls(f"{host}/export/conditions.ndjson", f"{host}/export/patients.ndjson")
    found = done(service, post(service, sent, Prefer="respond-async"))
    (patient,), (condition,) = found["Patient"], found["Condition"]
    assert condition["subject"]["reference"] == f"Patient/{patient['id']}"
    assert not any(value in json.dumps(found) for value in PLANTED)  # by names of the file that came later
    told = [
        (issue["issue"][0]["details"]["coding"][0]["code"], issue["issue"][0]["expression"])
        for issue in found["OperationOutcome"]
    ]
    assert told == [
        ("unsupported-resource-type", ["data[0].line[3]"]),
        ("wrong-type", ["data[0].line[5]"]),
        ("malformed-json", ["data[0].line[6]"]),
    ]


def test_the_definition_of_the_operation_names_the_parameter(service: Service) -> None:
    found = valid(service.ask("GET", "/fhir/OperationDefinition/de-identify").json())["parameter"]
    least = {one["name"]: one["min"] for one in found if one["use"] == "in"}
    assert least == {"identifiableData": 0, "identifiableDataFileUrls": 0, "policy": 1}


def test_a_job_that_is_deleted_leaves_its_host(service: Service, host: str) -> None:
    before = len(Handler.dripped)
    begun = post(service, urls(f"{host}/export/slow"), Prefer="respond-async")
    assert eventually(lambda: Handler.asked[-1:] == ["/export/slow"])
    path = begun.headers["content-location"].removeprefix(f"http://127.0.0.1:{service.port}")
    assert service.ask("DELETE", path).status == 202
    assert done(service, post(service, urls(f"{host}/export/patients"), Prefer="respond-async"))["Patient"]
    assert eventually(lambda: len(Handler.dripped) > before) and Handler.dripped[-1] < 300  # of 600


def test_nothing_is_released_where_a_file_is_missing(service: Service, host: str) -> None:
    sent = urls(f"{host}/export/patients.ndjson", f"{host}/export/moved.ndjson")
    found = done(service, post(service, sent, Prefer="respond-async"))
    assert found.keys() == {"OperationOutcome"}
    told = [issue["issue"][0]["details"]["coding"][0]["code"] for issue in found["OperationOutcome"]]
    assert told == ["source-missing", "source-refused"]
    assert not any(path.startswith("/inside") for path in Handler.asked)


def test_what_is_no_such_request_opens_nothing(service: Service, host: str) -> None:
    before = list(Handler.asked)
    good = f"{host}/export/patients.ndjson"
    for url in (f"{host}/patients.ndjson", f"{host}/export/../patients.ndjson", f"{good}?Vexholm", "https://x/Vexholm"):
        answer = post(service, urls(good, url), Prefer="respond-async")
        assert (answer.status, outcome(answer)) == (422, "source-not-allowed")
    both = urls(good)
    both["parameter"].append({"name": "identifiableData", "resource": PATIENT})
    other = urls(good)
    other["parameter"][-1]["resource"]["parameter"][0]["valueCode"] = "csv"
    more = urls(good)
    more["parameter"][-1]["resource"]["parameter"].append({"name": "key", "valueString": "Vexholm"})
    part = urls(good)
    part["parameter"][-1]["resource"]["parameter"][1]["part"].append({"name": "token", "valueString": "Vexholm"})
    for sent, code in (
        (both, "repeated-parameter"),
        (other, "wrong-type"),
        (more, "unknown-parameter"),
        (part, "wrong-type"),
        (urls(), "no-resource"),
        (urls(*[good] * 101), "too-many-files"),
        (urls(good, policy=None), "no-policy"),
        (urls(good, policy="hips"), "other-policy"),
    ):
        assert outcome(post(service, sent, Prefer="respond-async")) == code
    assert outcome(post(service, urls(good))) == "urls-need-a-job"
    assert Handler.asked == before and not any(value in service.told() for value in PLANTED)
