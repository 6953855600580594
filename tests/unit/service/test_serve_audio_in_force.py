"""`POST /v1/audio` goes by the list of opt_out and the approvals as they are, before a recording is heard and after."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.unit.service.serve_kit import Answer, Service, environment, eventually, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")
pytest.importorskip("av")

from tests.unit.audio.scripted import Scripted, lines

PROGRAM = Path(__file__).parent / "scripted_serve.py"
SAID = "hello Tarquil Vexholm is fine today and takes two tablets"
WITHHELD = {"outcome": "withheld", "reason": "opted-out"}
SCHEMA = "records/recording"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return Scripted(lines(SAID)).record(tmp_path_factory.mktemp("sound"), 6.0).read_bytes()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("audio-in-force")


@pytest.fixture(scope="module")
def env(folder: Path, keyring_path: Path) -> dict[str, str]:
    return environment(folder, keyring_path) | {
        "SCRIPTED": str(folder),
        "REDACTOR_AUDIO__MODEL": "scripted",
        "REDACTOR_OPT_OUT": str(folder / "opt-out.txt"),
    }


@pytest.fixture(scope="module")
def service(folder: Path, env: dict[str, str], sound: bytes) -> Iterator[Service]:
    """A service whose process that hears has read the list, of which p1 is no part."""
    (folder / "opt-out.txt").write_text("p9\n")
    with served(folder, env, {}, "--no-tokens", program=(str(PROGRAM),)) as found:
        assert send(found, sound).json()["outcome"] == "released"
        yield found


@pytest.fixture(autouse=True)
def listed(folder: Path) -> Path:
    path = folder / "opt-out.txt"
    if path.is_dir():
        path.rmdir()
    path.write_text("p9\n")
    return path


def send(service: Service, sound: bytes, patient: str = "p1") -> Answer:
    parts = {"recording": sound, "sidecar": json.dumps({"recording_id": "c1", "patient_id": patient}).encode()}
    body = b"".join(
        f'--x-y\r\nContent-Disposition: form-data; name="{name}"; filename="a"\r\n\r\n'.encode() + content + b"\r\n"
        for name, content in parts.items()
    )
    kind = "multipart/form-data; boundary=x-y"
    return service.ask("POST", "/v1/audio", body + b"--x-y--\r\n", Content_Type=kind)


def sent_while(service: Service, sound: bytes, folder: Path, change: Callable[[], object]) -> Answer:
    """The answer to a recording during whose hearing something changes."""
    (folder / "hears").unlink(missing_ok=True)
    (folder / "wait").touch()
    with ThreadPoolExecutor(1) as pool:
        try:
            answer = pool.submit(send, service, sound)
            assert eventually((folder / "hears").exists)
            change()
        finally:
            (folder / "wait").unlink()
        return answer.result()


def test_a_list_that_has_changed_counts_for_the_next_recording(
    service: Service, sound: bytes, folder: Path, listed: Path
) -> None:
    listed.write_text("p9\np1\n")
    assert send(service, sound).json() == WITHHELD
    assert send(service, sound, "p2").json()["outcome"] == "released"
    listed.write_text("p1\n")
    assert send(service, sound, "p9").json()["outcome"] == "released"  # the process that hears reads it, too
    (folder / "hears").unlink()
    assert send(service, sound).json() == WITHHELD and not (folder / "hears").exists()


def test_who_opts_out_while_the_recording_is_heard_counts(
    service: Service, sound: bytes, folder: Path, listed: Path
) -> None:
    answer = sent_while(service, sound, folder, lambda: listed.write_text("Patient/p1\n"))
    assert answer.json() == WITHHELD and b"hello" not in answer.body


def test_nothing_is_released_while_the_list_cannot_be_read(
    service: Service, sound: bytes, folder: Path, listed: Path
) -> None:
    def harm() -> None:
        listed.unlink()
        listed.mkdir()

    for answer in (sent_while(service, sound, folder, harm), send(service, sound)):
        assert (answer.status, answer.code) == (503, "withdrawals-unreadable")
        assert answer.headers["retry-after"] and b"hello" not in answer.body
    listed.rmdir()
    listed.write_text("p9\n")
    assert send(service, sound).json()["outcome"] == "released"


def test_the_schema_of_sidecars_is_withdrawn_and_approved_again(
    service: Service, sound: bytes, folder: Path, env: dict[str, str], called: Command
) -> None:
    def change(action: str, name: str, *more: str) -> None:
        done = called("schema", action, name, *more, "--by", "A. Steward", env=env)
        assert done.returncode == 0, done.stderr

    held = {"outcome": "quarantined", "reason": "schema-approval-withdrawn", "where": SCHEMA}
    assert sent_while(service, sound, folder, lambda: change("withdraw", SCHEMA)).json() == held
    assert send(service, sound).json()["outcome"] == "quarantined"
    change("approve", SCHEMA)
    assert send(service, sound).json()["outcome"] == "released"
    answer = sent_while(service, sound, folder, lambda: change("withdraw", "hipaa-safe-harbor", "--profile"))
    assert (answer.status, answer.code) == (503, "profile-not-approved")
    change("approve", "hipaa-safe-harbor", "--profile")
    assert send(service, sound).json()["outcome"] == "released"
