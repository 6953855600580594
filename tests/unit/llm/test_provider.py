"""The client of a provider's batch API over real HTTP, against one that refuses, stalls and gives malformed replies."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from redactor.errors import EndpointRefusedError, RunError
from redactor.llm.provider import Provider
from redactor.llm.retries import Pace
from redactor.settings import LlmSettings
from tests.unit.llm.client_kit import PHI
from tests.unit.llm.fake_provider import FakeProvider
from tests.unit.llm.scripted_server import Reply, error, text

REQUEST = b'{"custom_id":"a","body":{}}\n'
FORM = "does not answer as a batch API does"


@pytest.fixture
def fake() -> Iterator[FakeProvider]:
    with FakeProvider(lambda _: text("yes")) as provider:
        yield provider


@contextmanager
def client(fake: FakeProvider, **settings: Any) -> Iterator[Provider]:
    made = LlmSettings(base_url=fake.url, model="m", **({"deadline_seconds": 20} | settings))  # type: ignore[arg-type]
    with Provider(made, Pace(tries=3, first_delay=0.01, longest_delay=0.02)) as provider:
        yield provider


def failure(of: Callable[[], object], kind: type[RunError] = RunError) -> str:
    with pytest.raises(kind) as caught:
        of()
    assert PHI not in str(caught.value)
    return str(caught.value)


def test_a_batch_from_upload_to_deletion(fake: FakeProvider) -> None:
    with client(fake) as provider:
        file = provider.upload("redactor-1.jsonl", REQUEST)
        assert fake.files[file] == ("redactor-1.jsonl", REQUEST)
        batch = provider.create(file)
        state = provider.state(batch)
        assert state is not None and (state.status, state.file, state.ended) == ("completed", file, True)
        (output,) = state.results
        assert json.loads(provider.content(output, 10_000) or b"")["custom_id"] == "a"
        provider.delete(file)
        provider.delete(file)
        assert provider.content(file, 10) is None and provider.state("batch-7") is None
    assert {seen.headers["user-agent"] for seen in fake.seen} == {"clinical-redactor"}
    names = {name for seen in fake.seen for name in seen.headers}
    assert names <= {"host", "accept", "accept-encoding", "content-type", "content-length", "connection", "user-agent",
                     "x-stainless-raw-response"}  # fmt: skip


def test_a_model_is_asked_how_it_names_the_limit_of_an_answer() -> None:
    def newer(request: dict[str, Any]) -> Reply:
        return error(400, "use max_completion_tokens") if "max_tokens" in request else text("yes")

    for script, name in (
        (newer, "max_completion_tokens"),
        (lambda _: text("yes"), "max_tokens"),
        (lambda _: error(404), "max_tokens"),
    ):
        with FakeProvider(script) as fake, client(fake) as provider:
            assert provider.limit_name() == name


def test_the_key_of_the_settings_is_sent_and_never_shown(fake: FakeProvider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLM_KEY", "sk-secret")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-another")
    monkeypatch.setenv("OPENAI_ORG_ID", "another")
    with client(fake, api_key_env="LLM_KEY") as provider:
        provider.create(provider.upload("redactor-1.jsonl", REQUEST))
        fake.hostile.faults["POST /files"] = [error(401, "sk-secret")]
        said = failure(lambda: provider.upload("redactor-1.jsonl", REQUEST), EndpointRefusedError)
    assert {seen.headers["authorization"] for seen in fake.seen} == {"Bearer sk-secret"}
    assert "does not accept the key in the variable" in said and "sk-" not in said
    assert not [seen for seen in fake.seen if "openai-organization" in seen.headers]


def test_lists_are_read_to_their_end_and_files_are_found_by_name(fake: FakeProvider) -> None:
    with client(fake) as provider:
        files = [provider.upload(f"redactor-{n % 5}.jsonl", REQUEST) for n in range(7)]
        batches = [provider.create(file) for file in files]
        assert provider.files_named("redactor-1.jsonl") == [files[1], files[6]]
        assert provider.batches_of(files[5]) == [batches[5]] and provider.batches_of("file-99") == []
        fake.hostile.lists = False
        assert provider.files_named("redactor-1.jsonl") is None and provider.batches_of(files[5]) is None


def test_a_list_without_an_end_is_left(fake: FakeProvider) -> None:
    page = {"data": [{"id": "file-1", "filename": "x"}], "has_more": True}
    fake.hostile.faults["GET /files"] = [Reply(body=json.dumps(page).encode()) for _ in range(1_000)]
    with client(fake) as provider:
        assert provider.files_named("redactor-1.jsonl") is None


@pytest.mark.parametrize(
    ("status", "advice"),
    [(401, "asks for a key"), (403, "asks for a key"), (307, "real address"), (400, "limits of your account"),
     (413, "limits of your account"), (404, "no batch API"), (405, "no batch API"), (500, "is down"), (503, "is down")],
)  # fmt: skip
def test_a_refused_upload_is_told_by_its_status_and_not_repeated(fake: FakeProvider, status: int, advice: str) -> None:
    fake.hostile.faults["POST /files"] = [error(status, PHI, location="http://127.0.0.1:9/v1/files")]
    with client(fake) as provider:
        kind = EndpointRefusedError if status in (401, 403, 307) else RunError
        said = failure(lambda: provider.upload("redactor-1.jsonl", REQUEST), kind)
    assert f"HTTP {status}" in said and advice in said and "repeat the command" in said
    assert len(fake.seen) == 1


@pytest.mark.parametrize("what", ["upload", "create"])
def test_what_makes_something_is_not_repeated_when_its_reply_is_lost(fake: FakeProvider, what: str) -> None:
    with client(fake) as provider:
        file = provider.upload("redactor-1.jsonl", REQUEST)
        fake.hostile.faults = {p: [Reply(cut="at once")] for p in ("POST /files", "POST /batches")}
        before = len(fake.seen)
        call = {"upload": lambda: provider.upload("redactor-2.jsonl", REQUEST), "create": lambda: provider.create(file)}
        assert "does not answer" in failure(call[what])
        assert len(fake.seen) == before + 1


def test_a_busy_provider_is_asked_again_when_it_says(fake: FakeProvider) -> None:
    fake.hostile.faults["POST /files"] = [error(429, retry_after="0.1"), error(429)]
    fake.hostile.faults["DELETE /files/ID"] = [error(503), Reply(cut="at once")]
    with client(fake) as provider:
        provider.delete(provider.upload("redactor-1.jsonl", REQUEST))
        assert not fake.files and len(fake.deleted) == 1
        fake.hostile.faults["POST /files"] = [error(429, retry_after="3600")]
        said = failure(lambda: provider.upload("redactor-1.jsonl", REQUEST))
    assert "HTTP 429" in said and "asks to wait 3,600 seconds" in said


@pytest.mark.parametrize("status", [201, 202])
def test_other_statuses_of_success_count(fake: FakeProvider, status: int) -> None:
    fake.hostile.faults["POST /files"] = [Reply(status, body=b'{"id": "file-8"}')]
    with client(fake) as provider:
        assert provider.upload("redactor-1.jsonl", REQUEST) == "file-8"


@pytest.mark.parametrize(
    "body", [b"{", b"[]", b'{"id": 7}', b'{"id": "../models"}', b'{"id": ""}', b"\xff", b"", b"[" * 100_000]
)
def test_a_reply_of_another_form(fake: FakeProvider, body: bytes) -> None:
    fake.hostile.faults = {p: [Reply(body=body)] for p in ("POST /files", "GET /files", "GET /batches/ID")}
    with client(fake) as provider:
        assert FORM in failure(lambda: provider.upload("redactor-1.jsonl", REQUEST))
        assert FORM in failure(lambda: provider.files_named("x"))
        assert FORM in failure(lambda: provider.state("batch-1"))


def test_a_state_of_another_batch_and_ids_that_lead_elsewhere(fake: FakeProvider) -> None:
    told = {"id": "batch-1", "status": "completed", "input_file_id": "file-1"}
    odd = [told | {"id": "batch-2"}, told | {"output_file_id": "x/../../models"}]
    fake.hostile.faults["GET /batches/ID"] = [Reply(body=json.dumps(one).encode()) for one in odd]
    with client(fake) as provider:
        for _ in odd:
            assert FORM in failure(lambda: provider.state("batch-1"))
        strange = told | {"status": PHI, "request_counts": {"completed": -3}}
        fake.hostile.faults["GET /batches/ID"] = [Reply(body=json.dumps(strange).encode())]
        state = provider.state("batch-1")
    assert state is not None and (state.status, state.completed, state.ended) == ("unknown", 0, False)


def test_a_file_that_is_larger_than_allowed_is_not_read(fake: FakeProvider) -> None:
    with client(fake) as provider:
        file = provider.upload("redactor-1.jsonl", b"x" * 1_000)
        assert "larger than it can be" in failure(lambda: provider.content(file, 999))
        fake.hostile.faults["GET /files/ID/content"] = [Reply(body=b"x", repeat=None)]
        assert "larger than it can be" in failure(lambda: provider.content(file, 999))
        assert provider.content(file, 1_000) == b"x" * 1_000


def test_a_stalled_provider_is_left(fake: FakeProvider) -> None:
    fake.hostile.faults["POST /files"] = [Reply(before=30)]
    with client(fake, first_byte_seconds=0.2) as provider:
        assert "does not answer" in failure(lambda: provider.upload("redactor-1.jsonl", REQUEST))
