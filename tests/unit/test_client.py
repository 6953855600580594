"""RedactorClient against a server that answers as a test says: retries, keys, batches, and what is never sent."""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("httpx")

from redactor import client as module
from redactor.client import RecordResult, RedactorClient
from redactor.errors import RequestRefusedError, ServiceUnavailableError

DONE = b'{"text":"Dr. [PERSON]","entities":{"DOCTOR":1}}'
NOTE = "Dr. Tarquilla Vexholm"


@dataclass
class Reply:
    """status: 0 ends the connection without an answer."""

    status: int = 200
    body: bytes = DONE
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "application/json"})


@dataclass
class Asked:
    path: str
    headers: dict[str, str]
    body: bytes


class Server:
    """replies: the next answers; the last of them is repeated. An answer to records is made of the request."""

    def __init__(self) -> None:
        self.replies: list[Reply] = []
        self.asked: list[Asked] = []
        self.delays: list[float] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                if self.headers.get("transfer-encoding") == "chunked":
                    while size := int(self.rfile.readline(), 16):
                        body += self.rfile.read(size)
                        self.rfile.readline()
                    self.rfile.readline()
                server.asked.append(Asked(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                reply = server.replies.pop(0) if len(server.replies) > 1 else server.replies[0]
                if not reply.status:
                    self.close_connection = True
                    return
                answer = reply.body or b"".join(
                    b'{"line":%d,"outcome":"released","record":%s}\n' % (n, line)
                    for n, line in enumerate(body.splitlines(), 1)
                )
                self.send_response(reply.status)
                for name, value in {"Content-Length": str(len(answer)), **reply.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(answer)

            def do_GET(self) -> None:
                self.do_POST()

            def log_message(self, *_: object) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}"
        threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True).start()

    def answers(self, *replies: Reply) -> None:
        self.replies[:] = replies

    @property
    def keys(self) -> list[str | None]:
        return [asked.headers.get("idempotency-key") for asked in self.asked]

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    found = Server()
    monkeypatch.setattr(module.time, "sleep", found.delays.append)
    yield found
    found.close()


@pytest.fixture
def client(server: Server) -> Iterator[RedactorClient]:
    with RedactorClient(server.url, "rdt_secret") as found:
        yield found


def error(status: int, code: str, **headers: str) -> Reply:
    body = json.dumps({"error": {"code": code, "message": "it says so"}}).encode()
    return Reply(status, body, {name.replace("_", "-"): value for name, value in headers.items()})


def test_a_busy_service_is_asked_again_after_the_time_it_asks_for_under_the_same_key(
    server: Server, client: RedactorClient
) -> None:
    server.answers(error(429, "busy", Retry_After="7"), error(503, "timed-out", Retry_After="10"), Reply(0), Reply())
    assert client.text(NOTE, subject="p1").text == "Dr. [PERSON]"
    assert len({*server.keys}) == 1 and server.keys[0] and len(server.asked) == 4
    assert [asked.body for asked in server.asked] == [server.asked[0].body] * 4
    assert server.delays[0] >= 7 and server.delays[1] >= 10 and server.delays[2] < 10
    client.text(NOTE)
    assert server.keys[-1] not in (None, server.keys[0])


@pytest.mark.parametrize(
    ("reply", "status", "code"),
    [
        (error(422, "incomplete-reading"), 422, "incomplete-reading"),
        (error(409, "other-profile"), 409, "other-profile"),
        (error(429, "locked-out", Retry_After="30"), 429, "locked-out"),
        (error(503, "service-unavailable", Retry_After="3600"), 503, "service-unavailable"),
        (Reply(502, b"<html>Vexholm</html>"), 502, "unknown"),
        (Reply(302, b"", {"Location": "http://127.0.0.1:9/"}), 302, "unknown"),
        (Reply(500, b'{"error":"Vexholm"}'), 500, "unknown"),
    ],
)
def test_what_no_repetition_helps_is_told_at_once(
    reply: Reply, status: int, code: str, server: Server, client: RedactorClient
) -> None:
    server.answers(reply)
    with pytest.raises(RequestRefusedError) as refused:
        client.text(NOTE)
    assert (refused.value.status, refused.value.code, len(server.asked)) == (status, code, 1)
    assert "Vexholm" not in str(refused.value) and "secret" not in str(refused.value)


def test_a_service_that_stays_busy_or_away_is_given_up(server: Server, client: RedactorClient) -> None:
    server.answers(error(429, "busy", Retry_After="0"))
    with pytest.raises(RequestRefusedError, match="busy"):
        client.text(NOTE)
    assert len(server.asked) == 5
    server.answers(Reply(0))
    with pytest.raises(ServiceUnavailableError) as away:
        client.text(NOTE)
    assert len(server.asked) == 10 and "Vexholm" not in str(away.value)
    server.answers(Reply(200, b"[]"))
    with pytest.raises(ServiceUnavailableError):
        client.text(NOTE)


def test_a_key_that_is_in_use_is_waited_for_and_one_that_is_refused_is_left_out(
    server: Server, client: RedactorClient
) -> None:
    server.answers(error(409, "idempotency-in-progress", Retry_After="1"), Reply())
    assert client.text(NOTE).entities == {"DOCTOR": 1} and len({*server.keys}) == 1
    server.asked.clear()
    server.answers(error(413, "idempotency-length"), Reply(body=b""))
    assert [row.outcome for row in client.records([{"a": 1}])] == ["released"]
    assert server.keys[0] is not None and server.keys[1] is None


def test_records_go_in_the_batches_of_the_service_and_are_read_as_they_are_sent(
    server: Server, client: RedactorClient
) -> None:
    server.answers(Reply(body=b""))
    read = 0

    def given() -> Iterator[dict[str, int]]:
        nonlocal read
        for n in range(200):
            read += 1
            yield {"n": n}

    found = client.records(given(), schema="records/notesTable")
    assert next(found) == RecordResult(1, "released", {"n": 0}) and read == 64
    assert [(row.line, row.record) for row in found] == [(n + 1, {"n": n}) for n in range(1, 200)]
    assert [len(asked.body.splitlines()) for asked in server.asked] == [64, 64, 64, 8]
    assert {asked.path for asked in server.asked} == {"/v1/records?schema=records%2FnotesTable"}
    assert len({*server.keys}) == 4
    server.asked.clear()
    large = ['{"a":"' + "1" * 100_000 + '"}'] * 3
    assert len(list(client.records(large))) == 3
    assert [len(asked.body.splitlines()) for asked in server.asked] == [2, 1]
    assert list(client.records([])) == []


def test_a_batch_without_each_answer_is_no_result(server: Server, client: RedactorClient) -> None:
    line = b'{"line":1,"outcome":"released","record":{}}\n'
    for body in (line, line + line, line + b'{"line":3,"outcome":"released"}\n', line + b"no json\n"):
        server.answers(Reply(body=body))
        with pytest.raises(ServiceUnavailableError):
            list(client.records([{}, {}]))
    server.asked.clear()
    server.answers(Reply(body=line + b'{"error":{"code":"too-slow","message":""}}\n'), Reply(body=b""))
    assert len(list(client.records([{}, {}]))) == 2 and len({*server.keys}) == 1
    server.answers(Reply(body=b'{"error":{"code":"unauthorized","message":""}}\n'))
    with pytest.raises(RequestRefusedError, match="unauthorized"):
        list(client.records([{}]))


def test_records_keep_their_digits_and_stay_on_one_line(server: Server, client: RedactorClient) -> None:
    server.answers(Reply(body=b""))
    given: list[Any] = ['{\n "a":\r\n1.00}', b'{"a":1E+2}', {"a": Decimal("1.50")}]
    found = list(client.records(given))
    assert server.asked[0].body == b'{  "a":  1.00}\n{"a":1E+2}\n{"a":1.50}\n'
    assert [str(row.record and row.record["a"]) for row in found] == ["1.00", "1E+2", "1.50"]
    for empty in ("", b" \n", "\r"):
        with pytest.raises(ValueError, match="empty"):
            list(client.records([empty]))


def test_many_texts_are_several_requests_in_order(
    server: Server, client: RedactorClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_TEXTS_BYTES", 100)
    one = b'{"outcome":"released","text":"x"}'
    server.answers(Reply(body=b'{"texts":[%s,%s]}' % (one, one)), Reply(body=b'{"texts":[%s]}' % one))
    found = client.texts(["a" * 20, "b" * 20, "c" * 90], subjects=["p1", None, "p3"])
    assert [item.text for item in found] == ["x"] * 3
    sent = [json.loads(asked.body)["texts"] for asked in server.asked]
    assert [[item["text"][0] for item in items] for items in sent] == [["a", "b"], ["c"]]
    with pytest.raises(ValueError, match="one subject for each text"):
        client.texts(["a", "b"], subjects=["p1"])


@pytest.mark.parametrize(
    "url", ["http://redactor.example", "http://10.0.0.7:8443", "ftp://127.0.0.1", "127.0.0.1:1", ""]
)
def test_nothing_is_sent_in_the_clear_beyond_this_machine(url: str) -> None:
    with pytest.raises(ValueError, match="TLS"):
        RedactorClient(url, "rdt_secret")


@pytest.mark.parametrize(
    "url",
    [
        "https://redactor.example?x=1", "http://127.0.0.1:1/?x", "http://127.0.0.1:1?", "https://redactor.example#x",
        "https://u:p@redactor.example", "http://127.0.0.1:x", "https://a b\n",
    ],
)  # fmt: skip
def test_an_address_with_more_than_a_place_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="url"):
        RedactorClient(url)


@pytest.mark.parametrize("token", ["", "a\n", "a b", "é", "a\x00", "\udcff", "a\r\nX: y"])
def test_what_is_no_token_is_refused_and_not_repeated(token: str) -> None:
    with pytest.raises(ValueError, match="a token has visible ASCII") as refused:
        RedactorClient("http://127.0.0.1:1", token)
    assert not token or token not in str(refused.value)


NAN, BIG = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda c: c.texts(["a", "b"], subjects=["p"]), "one subject for each text"),
        (lambda c: c.texts(["a"], subjects=["p", None]), "one subject for each text"),
        (lambda c: c.text("Vexholm \ud800"), "surrogate"),
        (lambda c: c.text("a", subject="Vexholm \udfff"), "surrogate"),
        (lambda c: c.text("a", profile="Vexholm \udfff"), "surrogate"),
        (lambda c: c.detect("Vexholm \ud800"), "surrogate"),
        (lambda c: c.texts(["a"] * 2000 + ["Vexholm \ud800"]), "surrogate"),
        (lambda c: c.texts(["a"], profile="Vexholm \ud800"), "surrogate"),
        (lambda c: list(c.records([{"a": "Vexholm \ud800"}])), "surrogate"),
        (lambda c: list(c.records([{"Vexholm \ud800": 1}])), "surrogate"),
        (lambda c: list(c.records(['{"a":"Vexholm \ud800"}'])), "surrogate"),
        (lambda c: list(c.records([{"a": 1}], schema="\ud800")), "surrogate"),
        (lambda c: c.schema("\ud800"), "surrogate"),
        (lambda c: c.audio(io.BytesIO(b"x"), subject="Vexholm \ud800"), "surrogate"),
        (lambda c: c.audio(io.BytesIO(b"x"), sidecar={"n": "Vexholm \ud800"}), "surrogate"),
        (lambda c: c.audio(io.BytesIO(b"x"), sidecar={"n": NAN}), "NaN"),
        (lambda c: list(c.records([{"name": "Vexholm", "a": NAN}])), "NaN"),
        (lambda c: list(c.records([{"a": [1, {"b": (BIG,)}]}])), "NaN"),
        (lambda c: list(c.records([{"a": {"b": -BIG}}])), "NaN"),
        (lambda c: list(c.records([{"a": Decimal("NaN")}])), "NaN"),
        (lambda c: list(c.records([{"a": Decimal("-Infinity")}])), "NaN"),
    ],
)
def test_what_would_arrive_as_something_else_is_refused_before_it_is_sent(
    server: Server, client: RedactorClient, call: Callable[[RedactorClient], object], told: str
) -> None:
    with pytest.raises(ValueError, match=told) as refused:
        call(client)
    assert server.asked == [] and type(refused.value) is ValueError
    assert "Vexholm" not in str(refused.value)


def test_null_and_words_like_numbers_are_sent(server: Server, client: RedactorClient) -> None:
    server.answers(Reply(body=b""))
    given = {"a": None, "b": "NaN and Infinity", "c": [None, "null"], "d": Decimal("1.10"), "e": 2.5}
    list(client.records([given]))
    sent = json.loads(server.asked[0].body, parse_float=Decimal)
    assert sent == {**given, "e": Decimal("2.5")} and str(sent["d"]) == "1.10"


def test_neither_proxies_nor_passwords_of_the_environment_are_used(
    server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login a password b\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    server.answers(Reply())
    with RedactorClient(server.url) as client:
        client.text(NOTE)
    assert "authorization" not in server.asked[0].headers
    assert "secret" not in repr(RedactorClient(server.url, "rdt_secret"))


def form(result: bytes, sound: bytes) -> bytes:
    head = b'--x\r\nContent-Disposition: form-data; name="%s"\r\nContent-Length: %d\r\n\r\n'
    parts = ((b"result", result), (b"sound", sound))
    return b"\r\n".join(head % (name, len(content)) + content for name, content in parts) + b"\r\n--x--\r\n"


HEARD = b'{"outcome":"released","transcript":{"text":"hello"},"sound":"audio/flac"}'
SOUND = b"\r\n\r\n--x\r\n" * 20_000


def test_sound_goes_to_a_new_file_and_a_recording_is_sent_again_from_its_beginning(
    server: Server, client: RedactorClient, tmp_path: Path
) -> None:
    answer = Reply(200, form(HEARD, SOUND), {"Content-Type": "multipart/form-data; boundary=x"})
    server.answers(error(429, "busy", Retry_After="0"), answer)
    recording = io.BytesIO(b"sound" * 50_000)
    recording.seek(7)
    found = client.audio(recording, sidecar={"patient_id": "p1"}, sound_to=tmp_path / "out.flac")
    assert found.transcript == {"text": "hello"} and (tmp_path / "out.flac").read_bytes() == SOUND
    bodies = [asked.body for asked in server.asked]
    assert all(b"sound" * 50_000 in body for body in bodies)
    assert b'{"patient_id":"p1"}' in bodies[1] and {*server.keys} == {None}
    with pytest.raises(FileExistsError):
        client.audio(recording, sound_to=tmp_path / "out.flac")
    assert len(server.asked) == 2
    assert client.audio(recording).sound == "audio/flac"  # the sound is left


def test_a_name_of_a_file_is_not_sent(server: Server, client: RedactorClient, tmp_path: Path) -> None:
    (tmp_path / "Vexholm.wav").write_bytes(b"sound")
    server.answers(Reply(200, b'{"outcome":"quarantined","reason":"damaged-media"}'))
    found = client.audio(tmp_path / "Vexholm.wav", subject="p1")
    assert (found.outcome, found.reason) == ("quarantined", "damaged-media")
    assert b"Vexholm" not in server.asked[0].body and b"p1" in server.asked[0].body


@pytest.mark.parametrize("cut", [10, 150, 400])
def test_a_sound_that_ends_early_leaves_no_file(
    cut: int, server: Server, client: RedactorClient, tmp_path: Path
) -> None:
    body = form(HEARD, SOUND)
    server.answers(Reply(200, body[:cut], {"Content-Type": "multipart/form-data; boundary=x"}))
    with pytest.raises(ServiceUnavailableError):
        client.audio(io.BytesIO(b"x"), sound_to=tmp_path / "out.flac")
    assert list(tmp_path.iterdir()) == []


def test_a_closed_port_is_told(server: Server) -> None:
    with RedactorClient("http://127.0.0.1:9", tries=1) as client, pytest.raises(ServiceUnavailableError):
        client.entities()
