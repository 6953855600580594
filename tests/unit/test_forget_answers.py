"""Forgetting a patient erases what LLMs answered about the patient's texts; rotation re-encrypts it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.home import answers_path
from redactor.assemble.llm_access import open_answers
from redactor.errors import AnswersMismatchError, AnswersUnavailableError
from redactor.keys import Keyring
from redactor.llm.cache import Entry
from redactor.run.state.forgotten import Erasure
from redactor.settings import LlmSettings
from redactor.steward import forget, index_admin
from redactor.steward.retractions import NAME
from tests.unit.relex.workspace import Workspace, empty, person

__all__ = ["empty"]
COUPLE = (
    person("p1", "Zorbatine", "Fairweather", phone="617-555-8812", link="p2"),
    person("p2", "Quillon", "Fairweather", phone="617-555-9934"),
)
LLM = LlmSettings(base_url="http://127.0.0.1:1/v1", model="m")


def key(name: str) -> bytes:
    return name.encode().ljust(32, b".")


def answer(desk: Workspace, **subjects: str | None) -> None:
    """Store an answer about each subject, under its name."""
    answers = open_answers(desk.settings(), desk.keyring, create=True)
    assert answers is not None
    with closing(answers):
        answers.add([Entry(key(name), subject, name.encode()) for name, subject in subjects.items()])


def answered(desk: Workspace, *names: str) -> set[str]:
    answers = open_answers(desk.settings(), desk.keyring, create=False)
    assert answers is not None
    with closing(answers):
        return {value.decode() for value in answers.get([key(name) for name in names]).values()}


def test_answers_about_the_patient_go_and_those_about_strangers_stay(empty: Workspace) -> None:
    answer(empty, hers=empty.token("p1"), other=empty.token("p9"), nobody=None)
    path = answers_path(empty.settings())
    with closing(sqlite3.connect(path)) as db:
        (blob,) = db.execute("SELECT answer FROM answers WHERE key=?", (key("hers"),)).fetchone()
    assert blob in empty.bytes_of(path)
    done = empty.forget("p1")
    assert done.found and done.retractions[0].erased == {
        "stand-ins": 0,
        "answers": 1,
        "known": 0,
        "recordings": 0,
        "lookup": 0,
        "marks": 0,
        "copies": 0,
        "quarantine": 0,
    }
    assert answered(empty, "hers", "other", "nobody") == {"other"}
    assert blob not in empty.bytes_of(path)
    again = empty.forget("p1")
    assert not again.found
    answer(empty, hers=empty.token("p1"))  # a record that comes again is read again
    assert answered(empty, "hers") == {"hers"}


def test_texts_of_the_household_may_name_the_patient(empty: Workspace) -> None:
    empty.redactor().learn((*COUPLE, person("p9", "Ulric", "Stone", phone="617-555-0301")))
    answer(empty, **{p: empty.token(p) for p in ("p1", "p2", "p9")})
    done = empty.forget("p1")
    assert answered(empty, "p1", "p2", "p9") == {"p9"}
    assert done.retractions[0].erased["answers"] == 1  # those about the patient's own texts


def test_answers_of_every_epoch_and_recipient_go(empty: Workspace) -> None:
    answer(empty, first=empty.token("p1"), apart=empty.token("p1", recipient="registry"))
    Keyring.change(empty.root / "keys.json", Keyring.next_epoch)
    answer(empty, second=empty.token("p1"))
    done = empty.forget("p1", recipients=["registry"])
    assert answered(empty, "first", "second", "apart") == set()
    assert [r.erased["answers"] for r in done.retractions] == [1, 1, 1]


def test_an_attempt_that_an_earlier_version_began_is_completed(empty: Workspace) -> None:
    answer(empty, hers=empty.token("p1"))
    empty.home.mkdir(exist_ok=True)
    line = f'{{"subject": "{empty.token("p1")}", "status": "started", "erased": {{"stand-ins": 2, "known": 1}}}}\n'
    (empty.home / NAME).write_text(line)
    assert empty.forget("p1").retractions[0].erased == {
        "stand-ins": 2,
        "answers": 1,
        "known": 1,
        "recordings": 0,
        "lookup": 0,
        "marks": 0,
        "copies": 0,
        "quarantine": 0,
    }


def test_a_crash_after_the_answers_is_made_good(empty: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    answer(empty, hers=empty.token("p1"))

    def crash(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as m:
        m.setattr(forget, "_erase_known_values", crash)
        with pytest.raises(KeyboardInterrupt):
            empty.forget("p1")
    done = empty.forget("p1")
    assert done.found and done.retractions[0].erased["answers"] == 1


def test_answers_that_cannot_be_erased_keep_it_from_being_called_done(
    empty: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(empty, hers=empty.token("p1"))
    monkeypatch.setattr("redactor.files.sqlite._BUSY_SECONDS", 0.05)
    with closing(sqlite3.connect(answers_path(empty.settings()), isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        with pytest.raises(AnswersUnavailableError, match="locked"):
            empty.forget("p1")
        writer.execute("ROLLBACK")
    assert {x["status"] for x in empty.lines()} == {"started"}
    Keyring.generate().save(empty.root / "other.json")
    with pytest.raises(AnswersMismatchError):
        forget.forget(empty.settings(), Keyring.load(empty.root / "other.json"), "p1")
    assert empty.forget("p1").found


def test_through_a_stream_nothing_is_stored_of_the_patient_any_more(empty: Workspace) -> None:
    """Also where no LLM has answered yet: a worker may be about to store the first answer."""
    settings = empty.settings().model_copy(update={"llm": LLM})
    told: list[Erasure] = []
    forget.forget(settings, empty.keyring, "p1", publish=told.append)
    answer(empty, hers=empty.token("p1"), other=empty.token("p2"))
    assert len(told) == 1 and answered(empty, "hers", "other") == {"other"}


def test_rotation_covers_answers(empty: Workspace, tmp_path: Path) -> None:
    assert index_admin.rotate(empty.settings(), empty.keyring, None, ())["answers"] == 0
    assert not answers_path(empty.settings()).exists()
    answer(empty, hers=empty.token("p1"), other=None)
    new = Keyring.change(empty.root / "keys.json", Keyring.rotated)
    assert index_admin.rotate(empty.settings(), new, None, ())["answers"] == 2
    assert index_admin.rotate(empty.settings(), new, None, ())["answers"] == 0
    alone = Keyring(new._pseudonym, [new._current])
    alone.save(empty.root / "keys.json", overwrite=True)
    assert answered(empty, "hers", "other") == {"hers", "other"}
