"""The client against a server that does all that servers do wrong."""

from __future__ import annotations

import gzip
import json
import sys
import threading
import time
from dataclasses import replace
from typing import Any

import pytest

from redactor.errors import SettingsError
from redactor.llm import exchange
from redactor.llm.contract import Answer, Failure
from redactor.llm.ledger import Usage
from tests.each_row import each_row
from tests.unit.llm.client_kit import DOWN, GOOD, PHI, Book, ask, client, request
from tests.unit.llm.scripted_server import Reply, ScriptedServer, answer, error, in_turn, question, text

UNSURE = Answer(None, Failure.UNSURE)
INTERNAL = Answer(None, Failure.INTERNAL)


def test_an_answer_comes_with_everything_that_was_asked_for() -> None:
    book = Book()
    with ScriptedServer(lambda asked: answer(GOOD, usage=(321, 12))) as server, client(server.url, book) as llm:
        assert ask(llm) == [Answer(GOOD)]
        counts = llm.counts()
    sent = server.asked[0].json
    assert (sent["model"], sent["temperature"], sent["max_tokens"]) == ("scripted", 0, 100)
    assert isinstance(sent["seed"], int)
    assert [m["role"] for m in sent["messages"]] == ["system", "user"]
    form = sent["response_format"]["json_schema"]
    assert form["strict"] is True
    assert form["schema"]["additionalProperties"] is False
    assert form["schema"]["properties"]["answers"]["items"]["required"] == ["id", "clear"]
    assert (counts.requests, counts.sent, counts.asked, counts.answered, counts.unsaid) == (1, 1, 321, 12, 0)
    assert book.settled == [(book.reserved[0], Usage(321, 12))]
    assert book.reserved[0] > 100


def test_many_requests_fly_together_and_are_answered_in_order() -> None:
    barrier = threading.Barrier(8)

    def script(asked: dict[str, Any]) -> Reply:
        return answer({"answers": [{"id": question(asked), "clear": True}]})

    with ScriptedServer(script) as server, client(server.url, max_in_flight=3) as llm:
        found: dict[int, list[Answer]] = {}

        def work(n: int) -> None:
            barrier.wait()
            found[n] = llm.ask([request("a1"), request("b2")]).result(60)

        threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    for answers in found.values():
        assert [a.data and a.data["answers"][0]["id"] for a in answers] == ["a1", "b2"]
    assert server.most_at_once <= 3
    assert server.connections <= 3
    assert len(server.asked) == 16


def test_no_requests_have_no_answers() -> None:
    with client("http://127.0.0.1:9/v1") as llm:
        assert llm.ask([]).result(60) == []


@each_row(
    "content",
    [
        "",
        " ",
        "{}",
        "[]",
        "null",
        "I cannot say.",
        '{"answers": [{"id": "a1", "clear": tr',
        '{"answers": [{"id": "zz", "clear": true}]}',
        '{"answers": [{"id": "a1", "clear": "yes"}]}',
        '{"answers": [{"id": "a1"}]}',
        '{"answers": "a1"}',
        "[" * 100_000,
        '{"a":' * 20_000,
        json.dumps({"answers": [{"id": "a1", "clear": True}] * 5}),
        '{"answers": [{"id": "a1", "clear": true, "clear": false}]}',
        None,
    ],
)
def test_an_answer_that_cannot_be_used_is_repaired_once(content: str | None) -> None:
    with ScriptedServer(lambda asked: text(content)) as server, client(server.url) as llm:
        assert ask(llm, request(most_tokens=5_000)) == [UNSURE]
        assert llm.counts().repairs == 1
    assert len(server.asked) == 2
    with ScriptedServer(in_turn(text(content), answer(GOOD))) as server, client(server.url) as llm:
        assert ask(llm, request(most_tokens=5_000)) == [Answer(GOOD)]
    again = server.asked[1].json["messages"]
    assert len(again) == (2 if content is None else 4)
    assert content is None or "JSON Schema" in again[3]["content"]


@pytest.mark.parametrize(
    "content",
    [
        f"```json\n{json.dumps(GOOD)}\n```",
        f"Here you are:\n\n{json.dumps(GOOD, indent=1)}\n\nI hope that this helps.",
        f"<think>Is {{it}}? {json.dumps({'answers': []})}</think>{json.dumps(GOOD)}",
        '{"answers": [{"id": "a1", "clear": true,},],}',
        '{"answers": [{"id": "A1", "CLEAR": true, "why": "x"}], "other": 1}',
    ],
    ids=["fences", "prose", "thoughts", "commas", "case"],
)
def test_what_stands_around_an_answer_costs_no_second_request(content: str) -> None:
    with ScriptedServer(lambda asked: text(content)) as server, client(server.url) as llm:
        assert ask(llm) == [Answer(GOOD)]
    assert len(server.asked) == 1


@each_row(
    ("reply", "failure"),
    [
        (text(None, refusal="I cannot help with that."), Failure.UNSURE),
        (text("", finish="content_filter"), Failure.UNSURE),
        (text(json.dumps(GOOD), finish="length"), Failure.CUT),
        (text('{"answers": [', usage=(50, 100)), Failure.CUT),
        (answer(GOOD, usage=(8_100, 100)), Failure.TOO_LONG),
        (error(413), Failure.TOO_LONG),
        (error(400, "This model's maximum context length is 4096 tokens."), Failure.TOO_LONG),
    ],
)
def test_what_is_final_is_asked_once(reply: Reply, failure: Failure) -> None:
    with ScriptedServer(lambda asked: reply) as server, client(server.url) as llm:
        assert ask(llm) == [Answer(None, failure)]
        assert llm.counts().failures == {failure: 1}
    assert len(server.asked) == 1


@each_row(
    "body",
    [
        b"",
        b"{}",
        b"[]",
        b"<html>gateway</html>",
        b'{"choices": []}',
        json.dumps({"choices": [{"message": {"content": json.dumps(GOOD)}}] * 2}).encode(),
        b'{"choices": [{"message": {"content": 5}}]}',
        b'{"choices": [{"message": {"content": "\\ud800"}}]}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"choices": [{"message": {"content": "{}"}}], "usage": {"prompt_tokens": 1e400}}',
    ],
)
def test_a_reply_that_is_no_completion_is_asked_for_twice(body: bytes) -> None:
    with ScriptedServer(lambda asked: Reply(body=body)) as server, client(server.url, book := Book()) as llm:
        assert ask(llm) == [UNSURE]
        assert llm.counts().unsaid == 2
    assert len(server.asked) == 2
    assert [used for _, used in book.settled] == [None, None]


@pytest.mark.parametrize(
    ("reply", "reached"),
    [
        (error(500), True),
        (error(503), True),
        (error(429), True),
        (Reply(before=5), False),
        (Reply(body=b"x" * 100, within=5), False),
        (Reply(cut="at once"), False),
        (Reply(body=b"x" * 100, cut="in body"), False),
    ],
    ids=["500", "503", "429", "stall", "stall in body", "dropped", "dropped in body"],
)
def test_what_may_pass_is_retried_and_then_given_up(reply: Reply, reached: bool) -> None:
    stalls = {"first_byte_seconds": 0.2} if reply.before or reply.within else {}
    with ScriptedServer(lambda asked: reply) as server, client(server.url, book := Book(), **stalls) as llm:
        assert ask(llm) == [DOWN]
        assert llm.counts().retries == 2
    assert len(server.asked) == 3
    assert [used for _, used in book.settled] == [Usage(0, 0) if reached else None] * 3
    with ScriptedServer(in_turn(reply, answer(GOOD))) as server, client(server.url, **stalls) as llm:
        assert ask(llm) == [Answer(GOOD)]


def test_nobody_listens() -> None:
    with ScriptedServer(lambda asked: answer(GOOD)) as server:
        url = server.url
    with client(url, book := Book()) as llm:
        assert ask(llm) == [DOWN]
    assert [used for _, used in book.settled] == [Usage(0, 0)] * 3


def test_a_wait_beyond_the_deadline_is_not_waited_for() -> None:
    reply = error(429, retry_after="3600")
    with ScriptedServer(lambda asked: reply) as server, client(server.url, deadline_seconds=60) as llm:
        assert ask(llm) == [DOWN]
    assert len(server.asked) == 1


_FAR, _PAST = "Fri, 31 Dec 9999 23:59:59 GMT", "Wed, 21 Oct 2015 07:28:00 GMT"


@each_row(
    ("header", "tries"),
    [
        ("999999999", 1),
        ("999999999.999999999", 1),
        (_FAR, 1),
        ("Fri, 31 Dec 9999 23:59:59 -0000", 1),
        ("0", 3),
        ("-1", 3),
        ("-99999999999", 3),
        (_PAST, 3),
        ("Thu, 01 Jan 0001 00:00:00 GMT", 3),
        ("inf", 3),
        ("nan", 3),
        ("1e308", 3),
        ("9" * 5_000, 3),
        ("0x10", 3),
        ("1, 2", 3),
        ("soon", 3),
    ],
)
def test_a_wait_that_is_no_plausible_time_neither_stalls_nor_breaks(header: str, tries: int) -> None:
    with ScriptedServer(lambda asked: error(429, retry_after=header)) as server, client(server.url) as llm:
        assert ask(llm) == [DOWN]
        assert not llm.counts().defects
    assert len(server.asked) == tries


def test_a_wait_within_the_deadline_is_waited_for() -> None:
    with ScriptedServer(in_turn(error(429, retry_after="0.05"), answer(GOOD))) as server, client(server.url) as llm:
        assert ask(llm) == [Answer(GOOD)]
    assert len(server.asked) == 2


@pytest.mark.parametrize(("request_seconds", "deadline_seconds", "tries"), [(0.3, 60, 3), (60, 0.5, 1)])
def test_a_body_that_drips_ends_with_the_try(request_seconds: float, deadline_seconds: float, tries: int) -> None:
    settings = {"request_seconds": request_seconds, "deadline_seconds": deadline_seconds, "first_byte_seconds": 5}
    reply = Reply(body=b" ", repeat=None, within=0.02)
    with ScriptedServer(lambda asked: reply) as server, client(server.url, **settings) as llm:
        assert ask(llm) == [DOWN]
    assert len(server.asked) == tries


@pytest.mark.parametrize("repeat", [1_600, None])
def test_a_huge_reply_is_not_read(repeat: int | None) -> None:
    reply = Reply(body=b"x" * 65_536, repeat=repeat)
    with ScriptedServer(lambda asked: reply) as server, client(server.url) as llm:
        assert ask(llm) == [UNSURE]
    assert len(server.asked) == 2


@pytest.mark.parametrize("status", [400, 500])
def test_a_huge_error_is_not_read(status: int) -> None:
    def script(asked: dict[str, Any]) -> Reply:
        return Reply(status, body=b"x" * 65_536, repeat=1_600) if PHI in question(asked) else answer(GOOD)

    with ScriptedServer(script) as server, client(server.url) as llm:
        assert ask(llm) == [Answer(None, Failure.REFUSED) if status == 400 else DOWN]
    assert len([seen for seen in server.asked if PHI in question(seen.json)]) == 3


def test_a_compressed_reply_is_not_unpacked() -> None:
    good = answer(GOOD)
    reply = Reply(headers={"content-encoding": "gzip"}, body=gzip.compress(good.body))
    with ScriptedServer(lambda asked: reply) as server, client(server.url) as llm:
        assert ask(llm) == [UNSURE]
    assert server.asked[0].headers["accept-encoding"] == "identity"


@pytest.mark.parametrize("accepted", [{"json_object"}, set()])
def test_a_format_that_is_refused_is_not_sent_again(accepted: set[str]) -> None:
    def script(asked: dict[str, Any]) -> Reply:
        if asked.get("response_format", {}).get("type", "none") in accepted | {"none"}:
            return text(f"Sure:\n```\n{json.dumps(GOOD)}\n```")
        return error(400, "response_format is not supported")

    with ScriptedServer(script) as server, client(server.url, max_in_flight=1) as llm:
        assert ask(llm) == [Answer(GOOD)]
        first = len(server.asked)
        assert ask(llm) == [Answer(GOOD)]
        assert ask(llm, replace(request(), prompt="extract")) == [Answer(GOOD)]
    assert first == 4 - len(accepted)  # with the question that shows that the endpoint takes others
    assert len(server.asked) == first + 2
    assert "JSON Schema" in server.asked[-1].json["messages"][0]["content"]


def test_a_request_that_is_refused_in_every_format_leaves_the_format_as_it_is() -> None:
    def script(asked: dict[str, Any]) -> Reply:
        return error(400) if "bad" in question(asked) else answer(GOOD)

    with ScriptedServer(script) as server, client(server.url) as llm:
        assert ask(llm, request("bad")) == [Answer(None, Failure.REFUSED)]
        assert ask(llm) == [Answer(GOOD)]
    assert server.asked[-1].json["response_format"]["type"] == "json_schema"


def test_the_other_name_of_the_limit_is_learned() -> None:
    def script(asked: dict[str, Any]) -> Reply:
        return error(400, "Use 'max_completion_tokens' instead.") if "max_tokens" in asked else answer(GOOD)

    with ScriptedServer(script) as server, client(server.url) as llm:
        assert ask(llm) == [Answer(GOOD)]
        assert ask(llm) == [Answer(GOOD)]
    assert len(server.asked) == 3


def test_what_does_not_fit_the_context_is_not_sent() -> None:
    with ScriptedServer(lambda asked: answer(GOOD)) as server, client(server.url, context_tokens=1_024) as llm:
        assert ask(llm, request("1" * 900)) == [Answer(None, Failure.TOO_LONG)]
        assert ask(llm, request(most_tokens=1_000)) == [Answer(None, Failure.TOO_LONG)]
    assert not server.seen


def test_what_the_budget_does_not_allow_is_not_sent() -> None:
    with ScriptedServer(lambda asked: answer(GOOD)) as server, client(server.url, Book(600)) as llm:
        assert ask(llm) == [Answer(GOOD)]
        assert ask(llm) == [Answer(None, Failure.BUDGET)]
    assert len(server.asked) == 1


def test_retries_and_repairs_are_reserved_too() -> None:
    script = in_turn(error(500), text("no", usage=None), answer(GOOD))
    with ScriptedServer(script) as server, client(server.url, book := Book()) as llm:
        assert ask(llm) == [Answer(GOOD)]
    assert [used for _, used in book.settled] == [Usage(0, 0), None, Usage(100, 10)]
    assert [estimate for estimate, _ in book.settled] == book.reserved
    assert len(server.asked) == 3


def test_an_endpoint_that_is_down_is_left_alone() -> None:
    with ScriptedServer(lambda asked: error(500)) as server, client(server.url, max_in_flight=1) as llm:
        assert ask(llm, *[request()] * 30) == [DOWN] * 30
    assert len(server.asked) == 4 * 3


def test_a_closed_client_answers_that_it_is_down() -> None:
    with ScriptedServer(lambda asked: Reply(before=30)) as server:
        with client(server.url, deadline_seconds=60) as llm:
            waiting = llm.ask([request(), request()])
            while not server.asked:
                time.sleep(0.005)
        assert waiting.result(60) == [DOWN, DOWN]
        assert llm.ask([request()]).result(60) == [DOWN]
        llm.close()


def test_without_the_package_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(SettingsError, match=r"pip install 'clinical-redactor\[llm\]'"), client("http://127.0.0.1:9/v1"):
        pass


def test_a_ledger_that_breaks_sends_nothing() -> None:
    class Broken(Book):
        def reserve(self, estimate: int) -> bool:
            raise OSError(28, PHI)

    with ScriptedServer(lambda asked: answer(GOOD)) as server, client(server.url, Broken()) as llm:
        assert ask(llm) == [INTERNAL]
        assert llm.counts().defects == {"OSError": 1}
        assert PHI not in repr(llm.counts())
    assert not server.seen


def test_a_defect_is_told_apart_from_an_endpoint_that_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(*args: object) -> None:
        raise TypeError(PHI)

    monkeypatch.setattr(exchange, "Exchange", opened)
    with client("http://127.0.0.1:9/v1") as llm:
        assert ask(llm, request(), request()) == [INTERNAL, INTERNAL]
        assert llm.counts().defects == {"TypeError": 1}
        assert PHI not in repr(llm.counts())
