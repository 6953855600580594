"""What home and provider hold of batches, whatever step a kill interrupts. Real HTTP, no engine."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from redactor.errors import EndpointRefusedError
from redactor.keys import DerivedKey, Keyring
from redactor.llm import batches
from redactor.llm.batch_records import BatchRecords, Questions
from redactor.llm.batches import SealedLines, Written, in_batches, read_requests, sort_results
from redactor.llm.cache import AnswerCache
from redactor.llm.provider import Provider
from redactor.llm.retries import Pace
from redactor.llm.submission import Submission
from redactor.settings import LlmSettings
from tests.unit.llm.fake_provider import FakeProvider, failed
from tests.unit.llm.scripted_server import Reply, error, text

KEYRING = Keyring.generate()


class Killed(BaseException):
    """Nothing of the package catches it, as nothing catches a kill."""


def line(id: str) -> bytes:
    form = {"type": "json_schema", "json_schema": {"name": "judge", "schema": {"type": "object"}}}
    body = {"messages": [{"role": "user", "content": f"Vexholm {id}"}], "response_format": form, "max_tokens": 50}
    return json.dumps({"custom_id": id, "body": body}).encode() + b"\n"


class Home:
    def __init__(self, root: Path, fake: FakeProvider) -> None:
        self.root, self.fake = root, fake
        self.told: list[tuple[str, bool]] = []
        self.answers: set[str] = set()

    def round(self, *, collects: bool = True) -> None:
        """What `submit` and `collect` do, over three questions."""
        lines = SealedLines(self.root / "lines")
        lines.append(line(id) for id in ("a", "b", "c"))
        settings = LlmSettings(base_url=self.fake.url, model="m", deadline_seconds=5)
        with closing(AnswerCache(self.root / "llm.db", KEYRING)) as answers:
            records = BatchRecords(self.root, KEYRING)
            questions = Questions(answers, DerivedKey(b"k" * 32), records)
            with Provider(settings, Pace(tries=2, first_delay=0.01, longest_delay=0.02)) as provider:
                submission = Submission(provider, records, questions, lambda *told: self.told.append(told))
                submission.resume(sends=True)
                for requests in in_batches(questions.new_among(read_requests(lines).values())):
                    submission.send(requests, lines)
                if not collects:
                    return
                submission.resume()
                for record, state in list(submission.states()):
                    if state is not None and state.ended and (got := submission.fetch(record, state)):
                        self.answers |= set(got.sorted.good)
                        submission.close(got, set(got.sorted.good))

    def asked(self) -> Counter[str]:
        """How often each question was in a batch that the provider made."""
        return Counter(json.loads(one)["custom_id"] for content in self.fake.made for one in content.splitlines())

    @property
    def records(self) -> list[Path]:
        return list((self.root / "llm-batches").iterdir()) if (self.root / "llm-batches").exists() else []


@pytest.fixture
def fake() -> Iterator[FakeProvider]:
    with FakeProvider(lambda _: text("yes")) as provider:
        yield provider


def dying(step: int, when: str, patched: pytest.MonkeyPatch) -> Callable[[], bool]:
    """Kill the process before or after its n-th step at the provider or in home. Returns whether it came to that."""
    done = Counter[str]()

    def wrap(of: type, name: str) -> None:
        real = getattr(of, name)

        def call(*args: Any, **more: Any) -> Any:
            done["steps"] += 1
            if done["steps"] == step and when == "before":
                raise Killed
            result = real(*args, **more)
            if done["steps"] == step:
                raise Killed
            return result

        patched.setattr(of, name, call)

    for name in ("upload", "create", "content", "delete"):
        wrap(Provider, name)
    for name in ("save", "remove"):
        wrap(BatchRecords, name)
    wrap(Questions, "hold")
    return lambda: done["steps"] >= step


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_kill_at_any_step_asks_nothing_twice(when: str, tmp_path: Path, fake: FakeProvider) -> None:
    kills = 0
    for step in range(1, 100):
        home = Home(tmp_path / str(step), fake)
        home.root.mkdir()
        fake.made.clear()
        with pytest.MonkeyPatch.context() as patched:
            died = dying(step, when, patched)
            try:
                home.round()
            except Killed:
                kills += 1
            came = died()
        home.round()
        home.round()
        assert home.asked() == Counter("abc"), step
        assert home.answers == set("abc") and not home.records, step
        assert not fake.files, step
        told = [said for said, is_problem in home.told if is_problem]
        assert told == [] and len(home.told) <= 1, step
        if not came:
            break
    assert kills == step - 1 > 10


def test_a_kill_in_the_second_of_two_batches(
    tmp_path: Path, fake: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "MOST_REQUESTS", 2)
    home = Home(tmp_path, fake)
    with pytest.MonkeyPatch.context() as patched:
        dying(8, "after", patched)  # the upload of the second one
        with pytest.raises(Killed):
            home.round()
    assert home.asked() == Counter("ab") and len(fake.files) == 2
    home.round()
    assert home.asked() == Counter("abc") and home.answers == set("abc") and not fake.files


def test_a_key_that_is_revoked_between_upload_and_batch(tmp_path: Path, fake: FakeProvider) -> None:
    home = Home(tmp_path, fake)
    fake.hostile.faults["POST /batches"] = [error(401)]
    with pytest.raises(EndpointRefusedError, match="HTTP 401"):
        home.round()
    home.round()
    assert home.asked() == Counter("abc") and not fake.files and not home.records


def test_files_that_cannot_be_deleted_are_tried_again(tmp_path: Path, fake: FakeProvider) -> None:
    home = Home(tmp_path, fake)
    fake.hostile.faults["DELETE /files/ID"] = [error(500), error(500), error(500), error(500)]
    home.round()
    assert "HTTP 500" in home.told[0][0] and home.told[0][1] and len(fake.files) == 2 and home.answers == set("abc")
    home.round(collects=False)
    assert home.told[1][1] and len(fake.files) == 2
    home.round()
    assert not fake.files and home.asked() == Counter("abc")


def test_one_batch_that_cannot_be_read_does_not_hold_others(
    tmp_path: Path, fake: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "MOST_REQUESTS", 2)
    home = Home(tmp_path, fake)
    fake.hostile.faults["GET /files/ID/content"] = [Reply(body=b"x", repeat=None)]
    home.round()
    assert len(home.answers) in (1, 2) and len(home.records) == 1
    home.round()
    assert home.answers == set("abc") and home.asked() == Counter("abc")


def test_a_state_of_a_batch_of_another_file_is_not_read(tmp_path: Path, fake: FakeProvider) -> None:
    home = Home(tmp_path, fake)
    told = {"id": "batch-1", "status": "completed", "input_file_id": "file-9", "output_file_id": "file-1"}
    fake.hostile.faults["GET /batches/ID"] = [Reply(body=json.dumps(told).encode())]
    home.round()
    assert "of another file" in home.told[0][0] and not home.answers and fake.files
    home.round()
    assert home.answers == set("abc")


def written(size: int) -> Written:
    return Written("x", 0, size, "judge", 1, 1)


def test_batches_keep_to_both_limits() -> None:
    assert [len(b) for b in in_batches([written(1)] * 50_001)] == [50_000, 1]
    assert [len(b) for b in in_batches([written(95_000_000)] * 3)] == [2, 1]
    assert [len(b) for b in in_batches([written(95_000_000), written(95_000_001), written(5)])] == [1, 2]
    assert list(in_batches([])) == []


def test_sealed_lines_hold_nothing_in_clear_and_come_back_by_place(tmp_path: Path) -> None:
    lines = SealedLines(tmp_path / "x")
    lines.append([b"Marlowe", b"", b"Hadley" * 100_000])
    places = [place for place, _ in lines]
    assert [one for _, one in lines] == [b"Marlowe", b"", b"Hadley" * 100_000]
    assert list(lines.at([places[2], places[0]])) == [b"Hadley" * 100_000, b"Marlowe"]
    stored = (tmp_path / "x").read_bytes()
    assert b"Marlowe" not in stored and b"Hadley" not in stored and (tmp_path / "x").stat().st_mode & 0o777 == 0o600


def test_results_are_sorted_by_what_counts() -> None:
    def good(id: object) -> bytes:
        return json.dumps({"custom_id": id, "response": {"status_code": 200, "body": {}}, "error": None}).encode()

    lost = json.dumps({"custom_id": "d", "response": None, "error": {"code": "batch_expired"}}).encode()
    lines = [good("a"), good("b"), good("b"), json.dumps(failed({"custom_id": "c"}, 429)).encode(), lost, good("z")]
    lines += [b'{"custom_id": "e", "response": []}', good(7), b"\xff", b"[" * 100_000, b"null", b" \n"]
    lines += [json.dumps(failed({"custom_id": "a2"}, 400)).encode(), good("a2")]
    sorted_ = sort_results(lines, {"a", "b", "c", "d", "e", "f", "a2"})
    assert sorted_.good == {"a": good("a")}
    assert sorted_.failed == {"several answers": 2, "HTTP 429": 1, "expired": 1, "malformed": 1, "no answer": 1}
    assert sorted_.foreign == 5
