"""`redactor serve` over real HTTP: what each route answers, who may ask it, and that bad input is never repeated."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.unit.service.serve_kit import NDJSON, NOTE, PLANTED, Answer, Service, environment, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")
PATIENT = b'{"resourceType":"Patient","id":"q1","name":[{"family":"Vexholm","given":["Tarquilla"]}]}'
ROLES = ("submit", "review", "approve", "admin")
POSTS = ("/v1/text", "/v1/texts", "/v1/detect", "/v1/records")
GETS = ("/v1/profiles", "/v1/entities", "/metrics", "/openapi.json")
OPEN = ("/health", "/ready")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path, called: Command) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("served")
    env = environment(folder, keyring_path)
    tokens = {}
    for role in ROLES:
        done = called("serve", "tokens", "add", f"the-{role}", "--role", role, env=env)
        assert done.returncode == 0, done.stderr
        tokens[role] = done.stdout.strip()
    with served(folder, env, tokens) as found:
        yield found


def post(service: Service, path: str, token: str | None = "submit") -> Answer:
    """Ask a route for something that it can answer."""
    if path == "/v1/records":
        return service.ask("POST", path, PATIENT, token=token, Content_Type=NDJSON)
    return service.ask(
        "POST", path, {"texts": [{"text": NOTE}]} if path == "/v1/texts" else {"text": NOTE}, token=token
    )


def holds_phi(text: str | bytes) -> list[str]:
    shown = text if isinstance(text, str) else text.decode("utf-8", "replace")
    return [value for value in PLANTED if value in shown]


def test_a_text_comes_back_de_identified_with_the_counts_of_its_spans(service: Service) -> None:
    answer = service.ask("POST", "/v1/text", {"text": NOTE, "subject": "q7", "profile": "hipaa-safe-harbor"})
    found = answer.json()
    assert answer.status == 200 and not holds_phi(found["text"].replace("Tarquilla Vexholm", ""))
    assert found["text"].endswith("on 2024. Mail [EMAIL].") and found["entities"]["DOCTOR"] == 1
    assert answer.headers["cache-control"] == "no-store" and "server" not in answer.headers


def test_texts_have_an_outcome_each(service: Service) -> None:
    texts = [{"text": "Seen by Dr. Emily Quillstrand.", "subject": "q7"}, {"text": ""}, {"text": "Stable."}]
    found = service.ask("POST", "/v1/texts", {"texts": texts}).json()["texts"]
    assert [one["outcome"] for one in found] == ["released"] * 3
    assert [one["text"] for one in found] == ["Seen by Dr. [PERSON].", "", "Stable."]
    assert service.ask("POST", "/v1/texts", {"texts": []}).json() == {"texts": []}


def test_spans_have_offsets_labels_and_scores_and_no_text(service: Service) -> None:
    note = "😀 Dr. Emily Quillstrand called."
    answer = service.ask("POST", "/v1/detect", {"text": note})
    (span,) = answer.json()["spans"]
    assert note[span["start"] : span["end"]] == "Emily Quillstrand" and span["label"] == "DOCTOR"
    assert "patterns" in span["source"] and span["score"] is None and not holds_phi(answer.body)


def test_records_are_answered_line_by_line_and_a_withheld_one_by_its_reason_alone(service: Service) -> None:
    deep = b'{"resourceType":"Patient","x":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    lines = (
        PATIENT, b"", b"no json Vexholm", b'["Vexholm"]', b'{"resourceType":"Vexholm"}', b'{"a":1,"a":"Vexholm"}', deep,
        b'{"resourceType":"Patient","name":"Vexholm"}', b'"\xff Vexholm"', b'{"dataType":"Vexholm"}', PATIENT + b"\r",
        b'{"resourceType":"Bundle","entry":[{"resource":{"resourceType":"Patient","id":"Vexholm"}}]}',
    )  # fmt: skip
    answer = service.records(b"\n".join(lines))
    found = answer.lines()
    assert answer.status == 200 and answer.headers["content-type"] == NDJSON
    assert [row["line"] for row in found] == [1, *range(3, 13)]  # blank lines are no records
    assert [row["outcome"] == "released" for row in found] == [True, *[False] * 8, True, False]
    assert found[0]["record"]["name"] == [{"family": "[PERSON]", "given": ["[PERSON]"]}]
    reasons = [row["reason"] for row in found if row["outcome"] == "quarantined"]
    assert reasons == [
        "malformed-json", "not-an-object", "no-schema", "duplicate-keys", "too-deep", "wrong-type",
        "bad-encoding", "no-schema", "unsupported-resource-type",
    ]  # fmt: skip
    assert all("record" not in row for row in found if row["outcome"] != "released") and not holds_phi(answer.body)


def test_records_leave_as_a_run_lets_them_leave(
    service: Service, tmp_path: Path, keyring_path: Path, called: Command
) -> None:
    (tmp_path / "in.ndjson").write_bytes(PATIENT + b"\n")
    done = called("run", tmp_path / "in.ndjson", tmp_path / "out", env=environment(tmp_path, keyring_path))
    assert done.returncode == 0, done.stderr
    (line,) = (tmp_path / "out" / "records-00001.ndjson").read_text("utf-8").splitlines()
    assert service.records(PATIENT).lines()[0]["record"] == json.loads(line)


def test_a_long_body_of_records_is_answered_although_the_client_reads_late(service: Service) -> None:
    rows = [b'{"resourceType":"Patient","id":"p%d","gender":"female"}' % n for n in range(2000)]
    found = service.records(b"\n".join(rows) + b"\n").lines()
    assert [row["line"] for row in found] == list(range(1, 2001))
    assert {row["outcome"] for row in found} == {"released"} and len({row["record"]["id"] for row in found}) == 2000


def test_a_record_that_is_too_large_does_not_end_the_stream(service: Service) -> None:
    large = b'{"resourceType":"Patient","id":"' + b"x" * (9 << 20) + b'"}'
    found = service.records(large + b"\n" + PATIENT).lines()
    assert [(row["line"], row.get("reason")) for row in found] == [(1, "too-large"), (2, None)]


def test_pages_are_served_only_where_they_were_asked_for(service: Service) -> None:
    for path in ("/console", "/console/", "/console/login", "/console/static/console.css"):
        assert service.ask("GET", path, token="admin").status == 404
        assert service.ask("GET", path, token="admin", Origin="http://127.0.0.1").status == 403


def test_profile_and_entities_are_told(service: Service) -> None:
    (profile,) = service.ask("GET", "/v1/profiles").json()["profiles"]
    assert profile["name"] == "hipaa-safe-harbor"
    actions = {row["entity"]: row["action"] for row in service.ask("GET", "/v1/entities").json()["entities"]}
    assert actions["PERSON"] == "tag" and actions["DATE"] == "generalize"


@pytest.mark.parametrize("role", [*ROLES, None, "rdt_00000000_" + "A" * 43])
def test_a_role_opens_its_routes_and_no_other(service: Service, role: str | None) -> None:
    refused = {None: 401, "rdt_00000000_" + "A" * 43: 401}.get(role)
    posts = refused or (200 if role in ("submit", "admin") else 403)
    assert [post(service, path, role).status for path in POSTS] == [posts] * 4
    assert [service.ask("GET", path, token=role).status for path in GETS] == [refused or 200] * 4
    assert [service.ask("GET", path, token=role).status for path in OPEN] == [200, 200]
    assert service.ask("GET", "/v1/nothing", token=role).status == (refused or 404)
    if refused:
        answer = post(service, "/v1/text", role)
        assert answer.code == "unauthorized" and answer.headers["www-authenticate"] == "Bearer"


def test_openapi_has_every_route_with_an_example_of_each_body(service: Service) -> None:
    told = service.ask("GET", "/openapi.json").json()
    assert set(told["paths"]) == {*POSTS, *GETS, *OPEN} - {"/openapi.json"}
    for path, methods in told["paths"].items():
        ((method, route),) = methods.items()
        assert method == ("post" if path in POSTS else "get")
        bodies = [route["requestBody"]] if path in POSTS else []
        for body in (*bodies, *route["responses"].values()):
            assert all("example" in content for content in body["content"].values()), path
        assert ("security" in route) == (path not in OPEN)
        if path in POSTS and path != "/v1/records":
            example = route["requestBody"]["content"]["application/json"]["example"]
            answer = service.ask("POST", path, example)
            shown = route["responses"]["200"]["content"]["application/json"]["example"]
            assert answer.status == 200 and answer.json().keys() == shown.keys()
    assert all(schema["$ref"].rpartition("/")[2] in told["components"]["schemas"] for schema in _refs(told))


def _refs(node: object) -> Iterator[dict[str, str]]:
    if isinstance(node, dict):
        if "$ref" in node:
            yield node
        for value in node.values():
            yield from _refs(value)
    elif isinstance(node, list):
        for value in node:
            yield from _refs(value)


def test_a_body_that_is_not_as_described_is_refused_and_not_repeated(service: Service) -> None:
    deep = b'{"text":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    cases = [
        (b"Vexholm", 400, "malformed-json"),
        (b"", 400, "malformed-json"),
        (b'{"text":"Vexholm"', 400, "malformed-json"),
        (b'{"text":"\xffVexholm"}', 400, "bad-encoding"),
        (b'{"text":"\\ud800Vexholm"}', 400, "bad-encoding"),
        (b'{"text":"Vexholm","text":"x"}', 400, "duplicate-keys"),
        (deep, 400, "too-deep"),
        (b'["Vexholm"]', 400, "not-an-object"),
        (b'{"text":77120934}', 422, "wrong-type"),
        (b'{"text":null}', 422, "wrong-type"),
        (b"{}", 422, "wrong-type"),
        (b'{"text":"x","Vexholm":1}', 422, "wrong-type"),
        (b'{"text":"x","subject":77120934}', 422, "wrong-type"),
        (b'{"text":"x","profile":"Vexholm"}', 409, "other-profile"),
        (b'{"text":"x","profile":"limited-dataset"}', 409, "other-profile"),
    ]
    for path in ("/v1/text", "/v1/detect"):
        answers = [service.ask("POST", path, body) for body, _, _ in cases]
        assert [(a.status, a.code) for a in answers] == [(status, code) for _, status, code in cases]
        assert not holds_phi(b"".join(a.body for a in answers))
    many = {"texts": [{"text": "x"}] * 1001}
    assert service.ask("POST", "/v1/texts", many).code == "wrong-type"
    assert service.ask("POST", "/v1/texts", {"texts": ["Vexholm"]}).code == "wrong-type"


def test_sizes_forms_and_origins_are_bounded(service: Service) -> None:
    packed = gzip.compress(b'{"text":"' + b"x" * 10_000_000 + b'"}')
    large = b'{"text":"' + b"x" * (1 << 20) + b'"}'
    text = {"text": "x"}
    cases = [
        (service.ask("POST", "/v1/text", packed, Content_Encoding="gzip"), 415, "content-encoding"),
        (service.records(packed, Content_Encoding="gzip"), 415, "content-encoding"),
        (service.ask("POST", "/v1/text", large), 413, "too-large"),
        (service.ask("POST", "/v1/text", text, Content_Length=str(10**12)), 413, "too-large"),
        (service.ask("POST", "/v1/text", text, Content_Type="text/plain"), 415, "content-type"),
        (service.ask("POST", "/v1/text", text, Content_Type=None), 415, "content-type"),
        (service.ask("POST", "/v1/records", PATIENT), 415, "content-type"),
        (service.ask("POST", "/v1/text", text, Host="evil.example"), 421, "other-host"),
        (service.ask("GET", "/health", Host="evil.example"), 421, "other-host"),
        (service.ask("POST", "/v1/text", text, Origin="http://127.0.0.1"), 403, "browser"),
        (service.ask("GET", "/v1/entities", Sec_Fetch_Site="same-origin"), 403, "browser"),
        (service.ask("PUT", "/v1/text", text), 405, "method-not-allowed"),
        (service.ask("GET", "/v1/text"), 405, "method-not-allowed"),
        (service.ask("POST", "/health", text), 405, "method-not-allowed"),
        (service.ask("POST", "/v1/profiles", b"Vexholm", Content_Type=None), 405, "method-not-allowed"),
        (service.ask("POST", "/v1/Vexholm?Vexholm=1", text), 404, "no-such-route"),
        (service.ask("GET", "/docs"), 404, "no-such-route"),
    ]
    assert [(a.status, a.code) for a, _, _ in cases] == [(status, code) for _, status, code in cases]


def test_a_body_without_a_length_is_bounded_too(service: Service) -> None:
    head = (
        f"POST /v1/text HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\n"
        f"Authorization: Bearer {service.tokens['submit']}\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    ).encode()
    body = b'{"text":"' + b"x" * (1 << 20) + b'"}'
    got = service.raw(head + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))
    assert got.startswith(b"HTTP/1.1 413") and b'"code":"too-large"' in got


def _hostile(port: int, token: str) -> Iterator[bytes]:
    """Requests that no client sends: 100 of them."""
    head = f"Host: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n".encode()
    json_head = head + b"Content-Type: application/json\r\n"
    ndjson = head + b"Content-Type: application/x-ndjson\r\n"
    paths = (
        b"/../../etc/passwd", b"//v1/text", b"/v1//text", b"/v1/text/", b"/v1/text/../text", b"/V1/TEXT", b"/v1/%74ext",
        b"/v1/text%00", b"/v1/text?token=Vexholm", b"/v1/text#x", b"http://evil.example/v1/text", b"/%2e%2e/%2e%2e/x",
        b"/v1/text;a=b", b"*", b"/\xff", b"/" + b"a" * 70_000, b"/static/app.py", b"/v1/records?Vexholm", b"", b"?",
    )  # fmt: skip
    yield from (b"GET " + path + b" HTTP/1.1\r\n" + head + b"\r\n" for path in paths)
    methods = (b"TRACE", b"CONNECT", b"OPTIONS", b"HEAD", b"DELETE", b"PATCH", b"VEXHOLM", b"get", b"P\x00ST", b"")
    yield from (method + b" /v1/text HTTP/1.1\r\n" + head + b"\r\n" for method in methods)
    bodies = (
        b"[" * 1000, b"{" * 1000, b'{"text":' + b"1" * 5000 + b"}", b'{"text":1e999}', b'{"text":NaN}', b"\x00" * 100,
        b'{"text":{"text":"Vexholm"}}', b'{"text":["Vexholm"]}', b'{"text":true}', b'\xef\xbb\xbf{"text":"x"}',
        b"\xff\xfe{\x00", b'{"text":"\\u0000Vexholm"}', b'{"__proto__":{},"text":"x"}', b"null", b"true", b'""', b"-",
        b'{"texts":{}}', b'{"texts":[[]]}', b'{"texts":[null]}', b'{"text":"x","subject":""}',
        b'{"text":"x","subject":"\\u0000"}', b'{"text":"' + "é".encode() * 1000 + b'"}', b'{"text":"\\ud83d\\ude00"}',
        b"<xml/>", b"text=Vexholm", b'{"text":"x","subject":{"a":1}}', b"{'text':'Vexholm'}", b'{"TEXT":"Vexholm"}',
        b"\n\n\n",
    )  # fmt: skip
    sized = (b"Content-Length: %d\r\n\r\n" % len(body) + body for body in bodies)
    yield from (b"POST /v1/text" + b" HTTP/1.1\r\n" + json_head + rest for rest in sized)
    for body in (
        b"\x00\n\x01\n", b"{}\n{}\n", b"\r\r\r", b"[]\n" * 100, b'{"resourceType":null}',
        b'{"resourceType":[]}', b'{"resourceType":{"a":"Vexholm"}}', b'{"id":"Vexholm"}', b"\xff" * 1000, b"1\n" * 500,
        b'{"resourceType":"Patient","id":' + b"9" * 5000 + b"}", b'{"dataType":"../../Vexholm"}',
        b'{"resourceType":"Patient","contained":[{"resourceType":"Patient","name":1}]}',
    ):  # fmt: skip
        yield b"POST /v1/records HTTP/1.1\r\n" + ndjson + b"Content-Length: %d\r\n\r\n" % len(body) + body
    headers = (
        b"Content-Length: -1\r\n", b"Content-Length: 1\r\nContent-Length: 2\r\n", b"Content-Length: Vexholm\r\n",
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", b"Transfer-Encoding: gzip, chunked\r\n", b"Vexholm\r\n",
        b"Content-Encoding: br\r\n", b"X: " + b"Vexholm" * 20_000 + b"\r\n", b"X: y\r\n" * 20_000, b"X\x00Y: 1\r\n",
        b"Expect: 100-continue\r\nContent-Length: 99\r\n", b"Upgrade: websocket\r\nConnection: Upgrade\r\n",
        b"Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n", b"Cookie: token=Vexholm\r\n", b" X: folded\r\n",
        b"Authorization: Bearer Vexholm\r\n", b"Host: evil.example\r\n", b"Transfer-Encoding: chunked\r\n",
    )  # fmt: skip
    yield from (b"POST /v1/text HTTP/1.1\r\n" + json_head + header + b"\r\n" for header in headers)
    chunks = (b"zz\r\nVexholm\r\n", b"ffffffffffffffff\r\nx", b"5\r\nVex", b"0\r\nVexholm: 1\r\n\r\n", b"-1\r\n\r\n")
    yield from (
        b"POST /v1/text HTTP/1.1\r\n" + json_head + b"Transfer-Encoding: chunked\r\n\r\n" + chunk for chunk in chunks
    )
    yield from (b"\x16\x03\x01\x02\x00\x01Vexholm", b"GET / HTTP/9.9\r\n\r\n", b"GET /\r\n\r\n", b"\r\n" * 1000)


def test_a_hundred_hostile_requests_get_no_500_and_the_process_lives(service: Service) -> None:
    requests = list(_hostile(service.port, service.tokens["submit"]))
    assert len(requests) == 100
    for request in requests:
        got = service.raw(request)
        assert not got.startswith(b"HTTP/1.1 5") and b"Vexholm" not in got, (request[:200], got)
    assert post(service, "/v1/text").status == 200 and service.process.poll() is None


def test_no_phi_stands_in_log_and_metrics(service: Service) -> None:
    """Runs after the others of this file, which have sent what may not stand there."""
    post(service, "/v1/text")
    metrics = service.ask("GET", "/metrics").body.decode()
    assert 'redactor_requests_total{method="POST",route="/v1/text",status="200"}' in metrics
    assert 'redactor_outcomes_total{outcome="released",reason=""}' in metrics
    assert not holds_phi(metrics) and not holds_phi(service.told())
    assert not any(token in service.told() + metrics for token in service.tokens.values())
    assert "Traceback" not in service.told() and "error" not in service.told()


def test_a_token_that_is_removed_is_refused_at_once_and_guesses_lock_only_guessers_out(
    tmp_path: Path, keyring_path: Path, in_process: Command
) -> None:
    env = environment(tmp_path, keyring_path)
    tokens = {}
    for name in ("kept", "gone"):
        done = in_process("serve", "tokens", "add", name, "--role", "submit", "--json", env=env)
        tokens[name] = json.loads(done.stdout)["token"]
    with served(tmp_path, env, tokens) as service:
        assert [post(service, "/v1/detect", name).status for name in tokens] == [200, 200]
        assert in_process("serve", "tokens", "remove", "gone", env=env).returncode == 0
        assert [post(service, "/v1/detect", name).status for name in tokens] == [200, 401]
        guesses = [service.ask("GET", "/v1/entities", token=f"rdt_{n:08x}_{'x' * 43}") for n in range(10)]
        assert [a.status for a in guesses] == [401] * 9 + [429]
        assert guesses[-1].code == "locked-out" and 0 < int(guesses[-1].headers["retry-after"]) <= 60
        assert post(service, "/v1/detect", "kept").status == 200
        (tmp_path / "home" / "service-tokens.json").write_text("Vexholm")
        answer = post(service, "/v1/detect", "kept")
        assert (answer.status, answer.code) == (503, "tokens-unreadable")
        assert service.ask("GET", "/ready", token=None).status == 503
        assert service.ask("GET", "/health", token=None).status == 200
        assert not holds_phi(service.told())
    assert (tmp_path / "home" / "service-tokens.json").stat().st_mode & 0o077 == 0
