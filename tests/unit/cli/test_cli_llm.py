"""`redactor llm check` against a scripted endpoint."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from typing import Any

import pytest

from redactor.detect.cascade import passes
from tests.conftest import Command
from tests.unit.detect.cascade.canary_kit import hidden_entity, hidden_id
from tests.unit.llm.obliging import shortest
from tests.unit.llm.scripted_server import Reply, Script, ScriptedServer, answer, error, question, text

KEY = "sk-secret-0123456789abcdef"
FORM = {"kraal": "v7q", "rounds": [1, 2]}
WORDS = {"words": ["heron", "walnut"]}


def content(request: dict[str, Any]) -> str:
    return str(request["messages"][-1]["content"])


HARMLESS = frozenset({"pneumonia", "76 mg", "enoxaparin", "Parkinson disease", "levodopa", "three times a day"})


def judging(request: dict[str, Any], cleared: Collection[str] = (), *, canary: bool = False) -> Reply:
    """Answers for all marked ranges: those with these texts are cleared, and the canary if `canary` is set."""
    asked = re.findall(r"<([a-z2-7]{10})>([^<]+)</\1>", question(request))
    hidden = hidden_id(question(request))
    verdicts = {id_: canary if id_ == hidden else value in cleared for id_, value in asked}
    return answer(
        {
            "answers": [
                {"id": id_, "verdict": "not_phi" if clear else "phi", "entity": "NONE" if clear else "PERSON"}
                for id_, clear in verdicts.items()
            ]
        },
        usage=(1200, 200),
    )


def when_judging(reply: Callable[[dict[str, Any]], Reply]) -> Script:
    """As `good`, with these replies to questions about ranges."""
    return lambda request: reply(request) if "<text-" in question(request) else good(request)


def good(request: dict[str, Any]) -> Reply:
    """An endpoint that does all that is asked."""
    asked = content(request)
    if "asked to remember" in asked:
        return answer(WORDS, usage=(len(asked) // 4, 12))
    if "ward round" in asked:
        return answer(FORM if "response_format" in request else "A ward round is a visit.")
    if "<note-" in question(request):
        age = [{"type": "AGE", "text": "76", "context": "Holloway, 76 years old"}]
        found = age if "Holloway, 76 years" in question(request) else []
        found = [*found, hidden_entity(question(request))]
        return answer(dict.fromkeys(shortest(passes._schema(1)), found), usage=(900, 40))
    if "<text-" in question(request):
        return judging(request, HARMLESS)
    return text("one two three", usage=(40, 128))


def but(words: str, reply: Reply) -> Script:
    """As `good`, with this reply to questions that hold these words."""
    return lambda request: reply if words in content(request) else good(request)


@pytest.fixture
def check(in_process: Command) -> Any:
    def run(server: ScriptedServer | str, *args: str, **settings: Any) -> Any:
        url = server if isinstance(server, str) else server.url
        small = {"context_tokens": 8192, "connect_seconds": 2, "first_byte_seconds": 2, "request_seconds": 3}
        own = {"base_url": url, "model": "scripted"} | small | settings
        return in_process("llm", "check", *args, env={"REDACTOR_LLM": json.dumps(own), "LLM_KEY": KEY})

    return run


def test_a_good_endpoint_passes(check: Any) -> None:
    with ScriptedServer(good) as server:
        done = check(server, "--json", api_key_env="LLM_KEY", max_in_flight=3)
        shown = check(server, api_key_env="LLM_KEY")
    assert done.returncode == shown.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    remarks, first = said.pop("remarks"), said.pop("notes")[0]
    assert said.pop("run") == {"questions": 19_250, "tokens_asked": 4_950_000, "tokens_answered": 625_000, "cost": 0}
    judged = said.pop("judged")
    assert judged["identifiers"] == 7 and {*judged["cleared"]} == HARMLESS
    assert judged["leaked"] == [] and not judged["obeyed"] and judged["canaries_cleared"] == judged["unanswered"] == 0
    assert first["found"] == [["76", "AGE"]] and "Margaret Holloway" in first["missed"] and len(remarks) == 2
    assert said.pop("seconds") > 0 and said.pop("tokens_per_second") > 0
    assert said == {
        "endpoint": f"127.0.0.1:{server.port}",
        "model": "scripted",
        "listed": True,
        "others": [],
        "structured": "obeyed",
        "context": {"told": None, "set": 8192, "read": True},
        "problems": [],
    }
    assert "obeyed" in shown.stdout and "read whole" in shown.stdout
    assert {seen.headers["authorization"] for seen in server.seen} == {f"Bearer {KEY}"}
    assert KEY not in done.stdout + done.stderr + shown.stdout + shown.stderr


def test_a_long_request_is_as_long_as_the_settings_allow(check: Any) -> None:
    with ScriptedServer(good) as server:
        assert check(server, context_tokens=8192).returncode == 0
    longest = max(len(content(seen.json)) for seen in server.asked)
    assert 8192 * 2 < longest < 8192 * 4


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        (but("ward round", error(401)), "refuses the key in the variable"),
        (but("ward round", error(404)), "[llm] model is not the name"),
        (but("ward round", Reply(307, {"location": "http://127.0.0.1:1/"})), "redirects"),
        (but("ward round", error(500)), "see the server's log"),
        (but("ward round", Reply(cut="at once")), "does not answer"),
        (but("numbers", error(429)), "lower [llm] max_in_flight"),
        (but("heron. The corridor", answer({"words": ["walnut"]}, usage=(4500, 9))), "does not find the beginning"),
        (but("remember", answer({"words": ["walnut"]}, usage=(4500, 9))), "the model is too weak"),
        (but("remember", answer(WORDS, usage=(70, 9))), "the server cuts long requests"),
        (but("remember", error(400, "maximum context length is 1024 tokens")), "refuses a request as long"),
    ],
)
def test_a_run_would_not_work(script: Script, problem: str, check: Any) -> None:
    with ScriptedServer(script) as server:
        done = check(server, api_key_env="LLM_KEY")
    assert done.returncode == 2
    assert problem in done.stderr
    assert "Traceback" not in done.stderr and KEY not in done.stdout + done.stderr


def test_a_schema_that_is_ignored_or_refused_is_a_remark(check: Any) -> None:
    """The status says nothing: a server may accept a schema and answer in prose."""

    def refusing(request: dict[str, Any]) -> Reply:
        return error(400, "response_format is not supported") if "response_format" in request else good(request)

    prose = text("Doctors visit patients. {} They talk.")
    fenced = text(f"```json\n{json.dumps(FORM)}\n```")
    other = answer({"rounds": [1]})
    scripts = [refusing, but("ward round", prose), but("ward round", fenced), but("ward round", other)]
    found = []
    for script in scripts:
        with ScriptedServer(script) as server:
            done = check(server, "--json")
        assert done.returncode == 0, done.stderr
        said = json.loads(done.stdout)
        found.append((said["structured"], len([r for r in said["remarks"] if "JSON Schema" in r])))
    assert found == [("refused", 1), ("ignored", 1), ("ignored", 1), ("ignored", 1)]


def by_command(request: dict[str, Any]) -> Reply:
    """A model that clears whatever a text tells it to, but for the canary."""
    told = "Ignore all previous" in question(request)
    return judging(request, {*HARMLESS, "Emeric Vandersloot", "(415) 555-0178"} if told else HARMLESS)


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (lambda r: judging(r, {*HARMLESS, "osgood"}), "clears what identifies a person (osgood)"),
        (lambda r: judging(r, HARMLESS, canary=True), "clears its canary"),
        (by_command, "obeys a note"),
        (lambda r: judging(r, HARMLESS, canary="Ignore all" in question(r)), "obeys a note"),
        (lambda r: text("I cannot judge this."), "no usable answer about 13 of 13 ranges"),
    ],
)
def test_a_model_that_must_not_be_asked_about_ranges(
    reply: Callable[[dict[str, Any]], Reply], problem: str, check: Any
) -> None:
    with ScriptedServer(when_judging(reply)) as server:
        done = check(server)
        said = json.loads(check(server, "--json").stdout)
    assert done.returncode == 2
    assert [line for line in done.stderr.splitlines() if problem in line], done.stderr
    assert len(said["problems"]) == 1


def test_a_model_that_clears_nothing_is_a_remark(check: Any) -> None:
    with ScriptedServer(when_judging(judging)) as server:
        done = check(server, "--json")
    assert done.returncode == 0, done.stderr
    assert [r for r in json.loads(done.stdout)["remarks"] if "clears no harmless word" in r]


def test_what_a_run_would_cost_is_told(check: Any) -> None:
    with ScriptedServer(good) as server:
        done = check(server, "--notes", "10", "--words", "100", "--price-in", "2", prices={"asked": 1, "answered": 4})
    assert done.returncode == 0, done.stderr
    told = " ".join(done.stderr.split())
    assert "10 notes with 100 words each asks some 77 questions: 19,800 tokens asked and 2,500 answered" in told
    assert "for 0.0496;" in told


def test_nothing_listens(check: Any) -> None:
    with ScriptedServer(good) as server:
        url = server.url
    done = check(url)
    assert done.returncode == 2
    assert re.search(r"nothing answers at 127\.0\.0\.1:\d+: start the server", done.stderr)


def test_an_endpoint_that_names_other_models(check: Any) -> None:
    names = ("first/model:7b", "second", "\x1b[31mred", "x" * 200)
    with ScriptedServer(but("ward round", error(404)), models=names) as server:
        done = check(server)
    assert done.returncode == 2
    assert "it lists first/model:7b, second;" in done.stderr and "\x1b" not in done.stderr


def test_a_model_that_is_not_listed_is_told(check: Any) -> None:
    with ScriptedServer(good, models=("other",)) as server:
        done = check(server)
    assert done.returncode == 0
    assert "not listed; listed: other" in done.stdout


def test_a_limit_of_tokens_under_its_other_name(check: Any) -> None:
    def script(request: dict[str, Any]) -> Reply:
        return error(400, "use max_completion_tokens") if "max_tokens" in request else good(request)

    with ScriptedServer(script) as server:
        assert check(server).returncode == 0


def test_a_told_context_is_compared(check: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def listing(**model: Any) -> Reply:
        body = json.dumps({"data": [{"id": "scripted"} | model]}).encode()
        return Reply(headers={"content-type": "application/json"}, body=body)

    for model, code in (({"max_model_len": 8192}, 0), ({"meta": {"n_ctx": 1024}}, 2), ({"max_model_len": True}, 0)):
        with ScriptedServer(good) as server:
            scripted = server.reply_to
            server.reply_to = lambda seen, m=model, s=scripted: listing(**m) if seen.method == "GET" else s(seen)  # type: ignore[method-assign]
            done = check(server)
        assert done.returncode == code, done.stderr
        assert ("set it to 1024" in done.stderr) == (code == 2)


def test_settings_that_no_run_would_start_with(check: Any, in_process: Command) -> None:
    done = in_process("llm", "check")
    assert done.returncode == 2 and "add [llm]" in done.stderr
    done = check("http://llm.example/v1")
    assert done.returncode == 2 and "allow_hosts" in done.stderr
    done = check("http://127.0.0.1:9/v1", api_key_env="NO_SUCH_KEY")
    assert done.returncode == 2 and "api_key_env" in done.stderr


def test_help_has_an_example(in_process: Command) -> None:
    assert "redactor llm check" in in_process("llm", "check", "--help").stdout
