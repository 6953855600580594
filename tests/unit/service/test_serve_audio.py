"""`POST /v1/audio` over real HTTP: transcripts, sound, what is held back, and that nothing of a recording stays."""

from __future__ import annotations

import email
import email.policy
import io
import json
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.unit.service.serve_kit import Answer, Service, environment, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")
pytest.importorskip("av")
pytest.importorskip("httpx")

from redactor.client import RedactorClient
from tests.unit.audio.scripted import Scripted, lines

PROGRAM = Path(__file__).parent / "scripted_serve.py"
SAID = "hello Tarquil Vexholm is fine today and takes two tablets"
SIDECAR = {"recording_id": "c-77", "patient_id": "p1", "patient_name": "Tarquil Vexholm", "date": "2026-03-04"}
NAMES = ("Tarquil", "Vexholm", "c-77", "p1.wav")
VOICE = {
    "profile": "voices", "version": "1", "default": "tag",
    "release_voice": {"by": "the board", "basis": "consent of all who speak"},
}  # fmt: skip


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return Scripted(lines(SAID)).record(tmp_path_factory.mktemp("sound"), 6.0).read_bytes()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("audio")


@pytest.fixture(scope="module")
def env(folder: Path, keyring_path: Path) -> dict[str, str]:
    (folder / "opt-out.txt").write_text("p9\n")
    return environment(folder, keyring_path) | {
        "SCRIPTED": str(folder),
        "REDACTOR_AUDIO__MODEL": "scripted",
        "REDACTOR_AUDIO__ATTEMPTS": "2",
    }


@pytest.fixture(scope="module")
def service(folder: Path, env: dict[str, str]) -> Iterator[Service]:
    with served(folder, env, {}, "--no-tokens", program=(str(PROGRAM),)) as found:
        yield found


def form(parts: Mapping[str, bytes | str], boundary: str = "x-y") -> bytes:
    body = b""
    for name, content in parts.items():
        body += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="p1.wav"\r\n\r\n'.encode()
        body += (content if isinstance(content, bytes) else content.encode()) + b"\r\n"
    return body + f"--{boundary}--\r\n".encode()


def send(service: Service, body: bytes, kind: str = "multipart/form-data; boundary=x-y", **more: str) -> Answer:
    return service.ask("POST", "/v1/audio", body, Content_Type=kind, **more)


def left_in_spool(folder: Path) -> list[Path]:
    """What requests have left: files below the folders of the processes."""
    return list((folder / "home" / "service-spool").glob("*/*"))


def eventually(holds: Callable[[], bool]) -> None:
    for _ in range(3000):
        if holds():
            return
        time.sleep(0.01)
    raise AssertionError("it does not come to hold")


def test_a_transcript_comes_back_without_the_names_of_the_sidecar(service: Service, sound: bytes, folder: Path) -> None:
    answer = send(service, form({"recording": sound, "sidecar": json.dumps(SIDECAR)}))
    found = answer.json()
    assert answer.status == 200 and answer.headers["content-type"] == "application/json"
    assert found["outcome"] == "released" and "sound" not in found
    assert found["transcript"]["text"] == "hello [PERSON] is fine today and takes two tablets"
    ((start, end),) = found["transcript"]["muted"]
    assert start < 1.4 and end > 2.1
    assert found["sidecar"]["patient_name"] == "[PERSON]" and found["sidecar"]["patient_id"] != "p1"
    assert not any(name.encode() in answer.body for name in NAMES)
    assert left_in_spool(folder) == []


def test_a_subject_names_the_patient_whose_known_values_are_searched_for(service: Service, sound: bytes) -> None:
    first = send(service, form({"recording": sound, "sidecar": json.dumps(SIDECAR)})).json()
    found = send(service, form({"subject": "p1", "recording": sound})).json()
    assert found["transcript"]["text"] == first["transcript"]["text"]
    assert found["sidecar"] == {"patient_id": first["sidecar"]["patient_id"]}
    nobody = send(service, form({"recording": sound, "subject": " "})).json()
    assert nobody["outcome"] == "released" and "sidecar" not in nobody


def test_the_client_sends_recordings(service: Service, sound: bytes, tmp_path: Path) -> None:
    (tmp_path / "Vexholm.wav").write_bytes(sound)
    with RedactorClient(f"http://127.0.0.1:{service.port}") as client:
        found = client.audio(tmp_path / "Vexholm.wav", sidecar=SIDECAR, sound_to=tmp_path / "out.wav")
        assert found.transcript is not None and found.transcript["text"].startswith("hello [PERSON] is fine")
        assert found.sidecar is not None and found.sidecar["patient_name"] == "[PERSON]"
        assert client.audio(tmp_path / "Vexholm.wav", subject="p1").sidecar == {
            "patient_id": found.sidecar["patient_id"]
        }
    assert not (tmp_path / "out.wav").exists()  # no voice leaves


def test_what_a_command_would_quarantine_is_quarantined_with_its_reason(service: Service, sound: bytes) -> None:
    german = json.dumps(SIDECAR | {"language": "de-AT"})
    cases: list[tuple[dict[str, bytes | str], str]] = [
        ({"recording": b""}, "damaged-media"),
        ({"recording": b"no sound at all, Vexholm"}, "unsupported-media"),
        ({"recording": sound[: len(sound) // 2]}, "damaged-media"),
        ({"recording": sound, "sidecar": german}, "unsupported-language"),
        ({"recording": sound, "sidecar": "no json Vexholm"}, "malformed-json"),
        ({"recording": sound, "sidecar": '["Vexholm"]'}, "not-an-object"),
        ({"recording": sound, "sidecar": '{"a":1,"a":2}'}, "duplicate-keys"),
        ({"recording": sound, "sidecar": '{"Vexholm":1}'}, "unknown-field"),
        ({"recording": sound, "sidecar": '{"resourceType":"Patient"}'}, "unsupported-resource-type"),
        ({"recording": sound, "sidecar": ""}, "malformed-json"),
    ]
    for parts, reason in cases:
        answer = send(service, form(parts))
        found = answer.json()
        assert (answer.status, found["outcome"], found["reason"]) == (200, "quarantined", reason), (parts.keys(), found)
        assert found.keys() <= {"outcome", "reason", "where"} and b"Vexholm" not in answer.body


def test_a_body_that_is_no_such_form_is_refused(service: Service, sound: bytes, folder: Path) -> None:
    whole = form({"recording": b"x"})
    twice = whole.removesuffix(b"--x-y--\r\n") + whole
    cases = [
        (b"", 400, "malformed-form"),
        (b"Vexholm", 400, "malformed-form"),
        (whole[:-8], 400, "malformed-form"),
        (whole.replace(b"\r\n\r\n", b"\r\n" + b"X: " + b"y" * 10_000 + b"\r\n\r\n", 1), 400, "malformed-form"),
        (form({}), 422, "wrong-parts"),
        (form({"subject": "p1"}), 422, "wrong-parts"),
        (form({"recording": b"x", "Vexholm": "1"}), 422, "wrong-parts"),
        (form({"recording": b"x", "subject": "p1", "sidecar": "{}"}), 422, "wrong-parts"),
        (twice, 422, "wrong-parts"),
        (whole.replace(b'name="recording"; ', b""), 422, "wrong-parts"),
        (form({"recording": b"x", "subject": b"\xff"}), 400, "bad-encoding"),
        (form({"recording": b"x", "subject": "p" * 1025}), 413, "too-large"),
        (form({"recording": b"x", "sidecar": "x" * (1 << 20) + "x"}), 413, "too-large"),
    ]
    answers = [send(service, body) for body, _, _ in cases]
    assert [(a.status, a.code) for a in answers] == [(status, code) for _, status, code in cases]
    assert send(service, whole, "multipart/form-data").code == "malformed-form"
    assert send(service, whole, "multipart/form-data; boundary=" + "x" * 71).code == "malformed-form"
    assert send(service, whole, "application/json").code == "content-type"
    assert service.ask("POST", "/v1/audio?subject=p1", whole, Content_Type="multipart/form-data").code == "query"
    assert left_in_spool(folder) == [] and not any(name in service.told() for name in NAMES)


@pytest.mark.slow
def test_a_recording_that_ends_its_process_is_held(service: Service, sound: bytes, folder: Path) -> None:
    (folder / "die").touch()
    try:
        found = send(service, form({"recording": sound})).json()
    finally:
        (folder / "die").unlink()
    assert found == {"outcome": "quarantined", "reason": "internal-error", "where": "worker-died"}
    assert send(service, form({"recording": sound})).json()["outcome"] == "released"
    assert service.ask("POST", "/v1/text", {"text": "Stable."}).status == 200


def test_texts_are_answered_while_a_recording_is_heard_and_a_client_that_goes_is_forgotten(
    service: Service, sound: bytes, folder: Path
) -> None:
    (folder / "hears").unlink(missing_ok=True)
    (folder / "wait").touch()
    try:
        gone = []
        for _ in range(2):  # the first is being heard, the second waits
            connection = service.connect()
            headers = {"Content-Type": "multipart/form-data; boundary=x-y"}
            connection.request("POST", "/v1/audio", form({"recording": sound}), headers)
            gone.append(connection)
            eventually((folder / "hears").exists)
        assert service.ask("POST", "/v1/text", {"text": "Stable."}).status == 200
        eventually(lambda: len(left_in_spool(folder)) == 2)
        for connection in gone:
            connection.close()
        eventually(lambda: len(left_in_spool(folder)) == 1)
    finally:
        (folder / "wait").unlink()
    eventually(lambda: left_in_spool(folder) == [])
    assert send(service, form({"recording": sound})).json()["outcome"] == "released"


def test_a_recording_with_a_key_is_heard_once(service: Service, sound: bytes, folder: Path) -> None:
    parts: dict[str, bytes | str] = {"recording": sound, "sidecar": json.dumps(SIDECAR)}
    first = send(service, form(parts), Idempotency_Key="a1")
    assert first.status == 200 and first.json()["outcome"] == "released"
    (folder / "hears").unlink()
    again = send(service, form(parts, "another"), "multipart/form-data; boundary=another", Idempotency_Key="a1")
    assert again.headers["idempotent-replayed"] == "true" and again.body == first.body  # each try has a boundary
    assert not (folder / "hears").exists()
    for other in (
        {"recording": sound + b"\0", "sidecar": json.dumps(SIDECAR)},
        {"recording": sound, "sidecar": json.dumps(SIDECAR | {"patient_id": "p2"})},
        {"recording": sound},
        {"recording": sound, "subject": "p1"},
    ):
        answer = send(service, form(other), Idempotency_Key="a1")
        assert (answer.status, answer.code) == (422, "idempotency-key-reused")
    assert service.ask("POST", "/v1/text", {"text": "Stable."}, Idempotency_Key="a1").code == "idempotency-key-reused"
    assert send(service, b"no form", Idempotency_Key="a2").code == "malformed-form"
    assert send(service, form({"recording": b"x"}), Idempotency_Key="a2").json()["reason"] == "unsupported-media"
    assert not (folder / "hears").exists() and left_in_spool(folder) == []


def test_a_recording_that_is_being_heard_is_not_heard_twice(service: Service, sound: bytes, folder: Path) -> None:
    (folder / "hears").unlink(missing_ok=True)
    (folder / "wait").touch()
    with ThreadPoolExecutor(1) as pool:
        try:
            first = pool.submit(send, service, form({"recording": sound}), Idempotency_Key="a3")
            eventually((folder / "hears").exists)
            answer = send(service, form({"recording": sound}), Idempotency_Key="a3")
            assert (answer.status, answer.code) == (409, "idempotency-in-progress") and answer.headers["retry-after"]
        finally:
            (folder / "wait").unlink()
        assert first.result().status == 200
    assert send(service, form({"recording": sound}), Idempotency_Key="a3").headers["idempotent-replayed"] == "true"


def test_metrics_count_recordings_and_neither_they_nor_the_log_hold_a_name(service: Service, sound: bytes) -> None:
    send(service, form({"recording": sound, "sidecar": json.dumps(SIDECAR)}))
    send(service, form({"recording": b"Vexholm"}))
    metrics = service.ask("GET", "/metrics").body.decode()
    assert 'redactor_outcomes_total{outcome="quarantined",reason="unsupported-media"}' in metrics
    assert 'redactor_requests_total{method="POST",route="/v1/audio",status="200"}' in metrics
    assert not any(name in service.told() + metrics for name in NAMES) and "Traceback" not in service.told()


def test_a_faulty_sidecar_has_its_own_reason_where_there_is_an_opt_out_too(
    tmp_path: Path, env: dict[str, str], sound: bytes
) -> None:
    own = env | {"SCRIPTED": str(tmp_path), "REDACTOR_HOME": str(tmp_path / "home")}
    (tmp_path / "opt-out.txt").write_text("p9\n")
    own["REDACTOR_OPT_OUT"] = str(tmp_path / "opt-out.txt")
    with served(tmp_path, own, {}, "--no-tokens", program=(str(PROGRAM),)) as service:
        for sidecar, reason in (
            ("no json Vexholm", "malformed-json"),
            ('["Vexholm"]', "not-an-object"),
            ('{"patient_id":"p1","patient_id":"p2"}', "duplicate-keys"),
            ('{"Vexholm":1}', "unknown-field"),
            ('{"resourceType":"Patient","id":"p1"}', "unsupported-resource-type"),
            ("{}", "no-patient"),
            ('{"recording_id":"r1"}', "no-patient"),
        ):
            answer = send(service, form({"recording": sound, "sidecar": sidecar}))
            assert (answer.json()["outcome"], answer.json()["reason"]) == ("quarantined", reason)
            assert b"Vexholm" not in answer.body
        assert send(service, form({"recording": sound})).json() == {"outcome": "quarantined", "reason": "no-patient"}


@pytest.mark.slow
def test_nothing_stays_after_a_kill_and_the_files_are_the_owners_alone(
    tmp_path: Path, env: dict[str, str], sound: bytes
) -> None:
    own = env | {"SCRIPTED": str(tmp_path), "REDACTOR_HOME": str(tmp_path / "home")}
    (tmp_path / "wait").touch()
    killed = served(tmp_path, own, {}, "--no-tokens", program=(str(PROGRAM),))
    with pytest.raises(AssertionError), killed as service:  # its exit code is that of the kill
        connection = service.connect()
        connection.request(
            "POST", "/v1/audio", form({"recording": sound}), {"Content-Type": "multipart/form-data; boundary=x-y"}
        )
        eventually((tmp_path / "hears").exists)
        (request,) = left_in_spool(tmp_path)
        content = (request / "recording").read_bytes()
        assert (request / "recording").stat().st_mode & 0o777 == 0o600
        modes = [path.stat().st_mode & 0o777 for path in (request, *request.parents[:2])]
        service.process.kill()
        service.process.wait()
        connection.close()
    assert left_in_spool(tmp_path) == [request] and content == sound and modes == [0o700] * 3
    (tmp_path / "wait").unlink()
    opted_out = {"REDACTOR_OPT_OUT": str(tmp_path / "opt-out.txt")}
    (tmp_path / "opt-out.txt").write_text("p9\n")
    with served(tmp_path, own | opted_out, {}, "--no-tokens", program=(str(PROGRAM),)) as service:
        assert left_in_spool(tmp_path) == []
        for subject, told in (
            ("p9", {"outcome": "withheld", "reason": "opted-out"}),
            ("", {"outcome": "quarantined", "reason": "no-patient"}),
            ("NULL", {"outcome": "quarantined", "reason": "no-patient"}),
        ):
            assert send(service, form({"recording": sound, "subject": subject})).json() == told
        assert send(service, form({"recording": sound, "subject": "p1"})).json()["outcome"] == "released"
    left = list((tmp_path / "home" / "service-spool").iterdir())
    assert [path.name for path in left] == ["place-0"] and not left[0].read_bytes()  # the lock of a place


@pytest.mark.slow
def test_sound_leaves_where_the_profile_lets_voices_leave(
    tmp_path: Path, env: dict[str, str], sound: bytes, called: Command
) -> None:
    (tmp_path / "voices.json").write_text(json.dumps(VOICE))
    own = env | {"SCRIPTED": str(tmp_path), "REDACTOR_HOME": str(tmp_path / "home")}
    done = called("schema", "approve", tmp_path / "voices.json", "--profile", "--by", "A. Reviewer", env=own)
    assert done.returncode == 0, done.stderr
    options = ("--no-tokens", "--profile", str(tmp_path / "voices.json"))
    with served(tmp_path, own, {}, *options, program=(str(PROGRAM),)) as service:
        answer = send(service, form({"recording": sound, "sidecar": json.dumps(SIDECAR)}))
        with RedactorClient(f"http://127.0.0.1:{service.port}") as client:
            sent = client.audio(io.BytesIO(sound), sidecar=SIDECAR, sound_to=tmp_path / "sent.wav")
    assert answer.headers["content-length"] == str(len(answer.body))
    head = f"Content-Type: {answer.headers['content-type']}\r\n\r\n".encode()
    result, file = email.message_from_bytes(head + answer.body, policy=email.policy.HTTP).iter_parts()
    found, muted = json.loads(result.get_content()), file.get_content()
    assert found["outcome"] == "released" and found["sound"] == file.get_content_type() == "audio/wav"
    (tmp_path / "muted.wav").write_bytes(muted)
    assert sent.outcome == "released" and (tmp_path / "sent.wav").read_bytes() == muted
    assert "Vexholm" not in heard_in(tmp_path / "muted.wav") and "tablets" in heard_in(tmp_path / "muted.wav")


def heard_in(path: Path) -> list[str]:
    from audio.listen import listen
    from tests.unit.audio.scripted import options

    heard = listen(path, Scripted(lines(SAID)), options())
    return [word.text for voices in heard.voices for word in voices.words]


@pytest.mark.parametrize(
    ("name", "model", "told"),
    [
        ("no-audio", "scripted", (501, "audio-not-installed")),
        pytest.param("plain", "", (501, "audio-not-configured"), marks=pytest.mark.slow),
        pytest.param("plain", "no-folder", (503, "audio-unavailable"), marks=pytest.mark.slow),
    ],
)
def test_without_packages_or_a_model_it_says_so_and_answers_texts(
    name: str, model: str, told: tuple[int, str], tmp_path: Path, env: dict[str, str], sound: bytes
) -> None:
    (tmp_path / name).mkdir()
    own = env | {
        "SCRIPTED": str(tmp_path / name),
        "REDACTOR_HOME": str(tmp_path / "home"),
        "REDACTOR_AUDIO__MODEL": model,
    }
    program = (str(PROGRAM),) if name == "no-audio" else ("-m", "redactor")
    with served(tmp_path, own, {}, "--no-tokens", program=program) as service:
        for _ in range(2):
            answer = send(service, form({"recording": sound}))
            assert (answer.status, answer.code) == told
        assert service.ask("POST", "/v1/text", {"text": "Stable."}).status == 200
        assert ("audio.model" in service.told()) == (name == "plain")


@pytest.mark.slow
def test_all_workers_together_have_as_many_recordings_as_the_settings_say(
    tmp_path: Path, env: dict[str, str], sound: bytes
) -> None:
    own = env | {"SCRIPTED": str(tmp_path), "REDACTOR_SERVICE__RECORDINGS": "1"}
    (tmp_path / "wait").touch()
    body = form({"recording": sound})
    with served(tmp_path, own, {}, "--no-tokens", "--workers", "2", program=(str(PROGRAM),)) as two:
        with ThreadPoolExecutor(1) as pool:
            first = pool.submit(send, two, body)
            eventually((tmp_path / "hears").exists)
            for _ in range(8):  # whichever worker answers
                refused = send(two, body)
                assert (refused.status, refused.code) == (429, "busy") and refused.headers["retry-after"] == "10"
            (tmp_path / "wait").unlink()
            assert first.result().json()["outcome"] == "released"
        assert send(two, body).json()["outcome"] == "released"
