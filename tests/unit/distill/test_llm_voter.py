"""An LLM as a voter, over HTTP: its readings become shares of labels, are kept, and are asked for once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

torch = pytest.importorskip("torch", reason="NOT TESTED: torch is absent (extra `train`)")
pytest.importorskip("openai", reason="NOT TESTED: openai is absent (extra `llm`)")

from redactor.cli.root import app  # noqa: E402
from redactor.distill.llm_voter import LlmVoter, label_of_span  # noqa: E402
from redactor.distill.teacher import Ballot, Vote  # noqa: E402
from redactor.entities import Entity  # noqa: E402
from redactor.errors import LabelsError  # noqa: E402
from redactor.keys import DerivedKey  # noqa: E402
from redactor.llm.cache import MemoryAnswers  # noqa: E402
from redactor.llm.client import Client  # noqa: E402
from redactor.llm.ledger import MemoryLedger  # noqa: E402
from redactor.settings import LlmPrices, LlmSettings  # noqa: E402
from redactor.text import Span  # noqa: E402
from tests.each_row import each_row  # noqa: E402
from tests.unit.detect.cascade.canary_kit import hidden_entity  # noqa: E402
from tests.unit.distill import tiny_models as kit  # noqa: E402
from tests.unit.llm.scripted_server import Reply, ScriptedServer, answer, error, question  # noqa: E402

runner = CliRunner()
KEY = DerivedKey(b"k" * 32)
TEXTS = ["seen by Anna in clinic today", "Boris with cough since visit", "no change since visit"]


def names(request: dict[str, Any]) -> Reply:
    """A model that finds Anna in every draw, and Boris in odd ones."""
    found = [
        {"type": "PATIENT", "text": name, "context": name}
        for name in ("Anna", "Boris", "Clara", "Dimitri", "Elena", "Farid")
        if name in question(request) and (name != "Boris" or request["seed"] % 2)
    ]
    return answer({"entities": [*found, hidden_entity(question(request))]})


class _Model:
    """Replies by a function that a test may change."""

    def __init__(self) -> None:
        self.reply = names

    def __call__(self, request: dict[str, Any]) -> Reply:
        return self.reply(request)


@pytest.fixture
def model() -> _Model:
    return _Model()


@pytest.fixture
def server(model: _Model) -> Iterator[ScriptedServer]:
    with ScriptedServer(model) as running:
        yield running


def settings_for(server: ScriptedServer, **changes: Any) -> LlmSettings:
    return LlmSettings(base_url=server.url, model="scripted", passes=1, deadline_seconds=2, **changes)


def voters(server: ScriptedServer, number: int, answers: MemoryAnswers | None = None, **changes: Any) -> list[LlmVoter]:
    settings = settings_for(server, **changes)
    ledger = MemoryLedger(settings.token_budget)
    client = Client(settings, ledger)
    kept = MemoryAnswers() if answers is None else answers
    return [LlmVoter(client, kept, ledger, KEY, settings, 0.7, draw) for draw in range(1, number + 1)]


def test_the_share_of_readings_is_the_share_of_the_label(server: ScriptedServer) -> None:
    ballot = Ballot(voters(server, 4))
    taught = ballot.teach(TEXTS, kit.tokenizer())
    anna, boris, none = (t.rows.max(axis=0)[1:].max() for t in taught)
    assert (anna, boris, none) == (1.0, 0.5, 0.0)
    assert len(set(ballot.about)) == 4 and "temperature 0.7 drawn 1" in ballot.about[0]
    assert {r.json["temperature"] for r in server.asked} == {0.7}
    assert sorted({r.json["seed"] for r in server.asked}) == [1, 2, 3, 4] and len(server.asked) == 12


def test_tokens_and_cost_are_told_and_cached_answers_cost_nothing(server: ScriptedServer) -> None:
    answers, prices = MemoryAnswers(), LlmPrices(asked=1, answered=10)
    (voter,) = voters(server, 1, answers, prices=prices)
    first = voter.vote(TEXTS)
    assert sum(v.tokens for v in first) == 3 * 110 and sum(v.cost for v in first) == pytest.approx(3 * 200e-6)
    assert all(v.tokens > 0 for v in first)
    (again,) = voters(server, 1, answers, prices=prices)
    second = again.vote(TEXTS)
    assert [v.spans for v in second] == [v.spans for v in first]
    assert [(v.tokens, v.cost) for v in second] == [(0, 0.0)] * 3 and len(server.asked) == 3
    assert voter.vote([]) == [] and [v.tokens for v in voter.vote([""])] == [0]


def test_a_reading_that_is_not_sure_counts_only_where_none_is(server: ScriptedServer, model: _Model) -> None:
    lost = [{"type": "PATIENT", "text": "Zacharias Quux", "context": "by Zacharias Quux"}]

    def replies(request: dict[str, Any]) -> Reply:
        return answer({"entities": lost}) if request["seed"] == 2 else names(request)

    model.reply = replies
    sure, unsure = (v.vote(TEXTS[:1])[0] for v in voters(server, 2))
    assert sure.sure and sure.spans and not unsure.sure and not unsure.spans
    (both,) = Ballot(voters(server, 2)).teach(TEXTS[:1], kit.tokenizer())
    assert both.rows.max(axis=0)[1:].max() == 1.0
    model.reply = lambda request: answer({"entities": lost})
    (none,) = Ballot(voters(server, 2)).teach(TEXTS[:1], kit.tokenizer())
    assert none.rows[:, 0].min() == 1.0


@pytest.mark.parametrize("changes", [{}, {"token_budget": 10}])
def test_a_model_that_does_not_answer_ends_the_labelling(
    server: ScriptedServer, model: _Model, changes: dict[str, Any]
) -> None:
    model.reply = lambda request: error(503)
    with pytest.raises(LabelsError, match="repeat the command") as raised:
        voters(server, 1, **changes)[0].vote(TEXTS)
    assert "Anna" not in str(raised.value)


def test_only_what_the_student_learns_is_asked_for(server: ScriptedServer, model: _Model) -> None:
    voter = voters(server, 1)[0]
    race = {"type": "RACE", "text": "clinic", "context": "in clinic"}
    model.reply = lambda r: answer({"entities": [race, hidden_entity(question(r))]})
    assert voter.vote(TEXTS[:1]) == [Vote((), 110, 0.0)]
    asked = server.asked[0].json["messages"][0]["content"]
    assert "PATIENT" in asked and "MARITAL_STATUS, PARENTHOOD" not in asked.rpartition("Report these types")[2]


@each_row(
    ("found", "entity", "label"),
    [
        ("2019", Entity.DATE, "YEAR"),
        ("14:30", Entity.DATE, "CLOCK"),
        ("0730 hrs", Entity.DATE, "CLOCK"),
        ("room 412B", Entity.LOCATION, "ROOM"),
        ("Bed 3", Entity.ID, "ROOM"),
        ("3/2019", Entity.DATE, "DATE"),
        ("2019", Entity.ID, "ID"),
        ("Bedford", Entity.CITY, "CITY"),
        ("room by the lake", Entity.LOCATION, "LOCATION"),
    ],
)
def test_look_alikes_are_votes_for_their_own_class(found: str, entity: Entity, label: str) -> None:
    text = f"on {found} ok"
    assert label_of_span(text, Span(3, 3 + len(found), entity)) == label


def _label(place: Path, out: str, *more: object) -> Result:
    given = ["distill", "label", place / "in.jsonl", place / out, "--encoder", place / "encoder", *more]
    return runner.invoke(app, [str(part) for part in given])


@pytest.fixture
def place(tmp_path: Path, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch) -> Path:
    kit.encoder(tmp_path / "encoder")
    rows = [{"id": str(i), "text": text, "kind": "note"} for i, text in enumerate(TEXTS)]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    llm = json.dumps({"base_url": server.url, "model": "scripted", "passes": 1, "deadline_seconds": 2})
    monkeypatch.setenv("REDACTOR_LLM", llm)
    monkeypatch.setenv("REDACTOR_HOME", str(tmp_path / "home"))
    return tmp_path


def test_labels_by_readings_of_an_llm(place: Path, server: ScriptedServer) -> None:
    done = _label(place, "labels.jsonl", "--llm-voter", 4, "--json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["labelled"] == 3 and told["tokens"] == 12 * 110 and len(told["voters"]) == 4
    lines = [json.loads(line) for line in (place / "labels.jsonl").read_text().splitlines()[1:]]
    assert [sorted({s for row in line["shares"] for s in row}) for line in lines] == [[1000], [500], []]
    assert _label(place, "table.jsonl", "--llm-voter", 1).stdout.startswith("Labelled by an LLM, 1 times")


def test_an_interrupted_labelling_goes_on_and_asks_nothing_twice(
    place: Path, server: ScriptedServer, model: _Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = place / "keys.json"
    assert runner.invoke(app, ["keys", "init", str(keys)]).exit_code == 0
    monkeypatch.setenv("REDACTOR_KEYRING", str(keys))
    model.reply = lambda request: names(request) if request["seed"] < 3 else error(401)
    stopped = _label(place, "labels.jsonl", "--llm-voter", 3)
    assert stopped.exit_code == 2 and "HTTP 401" in stopped.stderr and "repeat the command" in stopped.stderr
    assert "Anna" not in stopped.output and not (place / "labels.jsonl").exists()
    model.reply, asked = names, len(server.asked)
    assert _label(place, "labels.jsonl", "--llm-voter", 3).exit_code == 0
    assert len(server.asked) == asked + 3  # the third reading alone
    assert _label(place, "again.jsonl", "--llm-voter", 3).exit_code == 0 and len(server.asked) == asked + 3
    labels = [[json.loads(line)["shares"] for line in (place / f).read_text().splitlines()[1:]]
              for f in ("labels.jsonl", "again.jsonl")]  # fmt: skip
    assert labels[0] == labels[1]


def test_what_cannot_be_asked_ends_before_anything_is_sent(
    place: Path, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "--llm-voter" in _label(place, "x.jsonl").stderr
    monkeypatch.setenv("REDACTOR_LLM__NEVER", '[" Note."]')
    never = _label(place, "x.jsonl", "--llm-voter", 1)
    assert never.exit_code == 2 and "never" in never.stderr
    monkeypatch.delenv("REDACTOR_LLM__NEVER")
    monkeypatch.setenv("REDACTOR_LLM__ENTITIES", '["COLOUR"]')
    assert _label(place, "x.jsonl", "--llm-voter", 1).exit_code == 2
    monkeypatch.delenv("REDACTOR_LLM__ENTITIES")
    monkeypatch.delenv("REDACTOR_LLM")
    unset = _label(place, "x.jsonl", "--llm-voter", 1)
    assert unset.exit_code == 2 and "[llm]" in unset.stderr and not server.seen
