"""Settings files that cannot be used are refused, never ignored."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from redactor.errors import SettingsError
from redactor.settings import AudioSettings, StreamsSettings, load_settings
from tests.each_row import each_row


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REDACTOR_CONFIG", raising=False)
    return tmp_path


def test_without_a_file_the_defaults_hold() -> None:
    assert load_settings().disabled_rules == ()


def test_a_folder_in_place_of_the_file_is_refused(folder: Path) -> None:
    (folder / "redactor.toml").mkdir()
    with pytest.raises(SettingsError, match="not a file"):
        load_settings()


def test_a_dangling_link_in_place_of_the_file_is_refused(folder: Path) -> None:
    (folder / "redactor.toml").symlink_to("nowhere")
    with pytest.raises(SettingsError, match="not a file"):
        load_settings()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'keyring = "a"\nx = [', "not TOML .at"),
        (b'\xef\xbb\xbfkeyring = "a"', "not TOML .at line 1"),
        (b'x = "\xff"', "not UTF-8"),
    ],
)
def test_a_broken_file_is_named_with_the_place_of_the_fault(folder: Path, content: bytes, said: str) -> None:
    (folder / "redactor.toml").write_bytes(content)
    with pytest.raises(SettingsError, match=f"redactor.toml is {said}"):
        load_settings()


def test_variables_of_the_project_that_are_no_settings_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDACTOR_SERVICES", "somewhere")
    assert load_settings().disabled_rules == ()
    monkeypatch.setenv("REDACTOR_SERVER", "somewhere")
    with pytest.raises(SettingsError, match="REDACTOR_SERVER is not a setting"):
        load_settings()


@pytest.mark.parametrize("name", ["RECIPIENT", "SOURCE", "PROFILE", "RELEX__USER", "RELEX__PASSWORD"])
def test_text_that_is_not_utf_8_is_refused(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(f"REDACTOR_{name}", "\udcff\udcfe")
    with pytest.raises(SettingsError, match="UTF-8"):
        load_settings()


def stream(**given: object) -> StreamsSettings:
    return load_settings(streams=given).streams


SECRET = "gr8secret!"


@each_row(
    ("given", "said"),
    [
        ({"servers": "kafka"}, "host:port"),
        ({"servers": ""}, "host:port"),
        ({"servers": "a:9092,,b:9092"}, "host:port"),
        ({"servers": "a:70000"}, "host:port"),
        ({"servers": "a:0"}, "host:port"),
        ({"servers": f"https://user:{SECRET}@kafka:9092"}, "host:port"),
        ({"ca_certs": "ca.pem"}, "tls = true"),
        ({"client_cert": "c.pem", "tls": True}, "client_key"),
        ({"user": "redactor", "password": SECRET}, "mechanism"),
        ({"mechanism": "SCRAM-SHA-512", "user": "redactor"}, "password_file"),
        ({"mechanism": "SCRAM-SHA-512", "password": SECRET}, "user"),
        ({"mechanism": "SCRAM-SHA-512", "user": "r", "password": SECRET, "password_file": "p"}, "one of them"),
        ({"mechanism": "GSSAPI", "user": "r", "password": SECRET}, "streams.mechanism"),
        ({"mechanism": "PLAIN", "user": "r", "password": SECRET, "servers": "localhost:1,kafka:1"}, "tls = true"),
        ({"mechanism": "PLAIN", "user": "r", "password": SECRET + "\udcff", "tls": True}, "UTF-8"),
        ({"prefix": "north hospital/"}, "streams.prefix"),
        ({"partitions": 0}, "streams.partitions"),
        ({"retention_days": 0}, "streams.retention_days"),
        ({"replication": 0}, "streams.replication"),
        ({"hold_hours": -1}, "streams.hold_hours"),
        ({"max_record_bytes": 1 << 20, "in_flight_bytes": 1 << 19}, "in_flight_bytes"),
        ({"topics": "x"}, "streams.topics"),
    ],
)
def test_stream_settings_that_cannot_be_used_are_named_and_never_repeated(given: dict[str, object], said: str) -> None:
    with pytest.raises(SettingsError, match=re.escape(said)) as caught:
        stream(**given)
    assert SECRET not in str(caught.value) and str(caught.value).startswith("settings cannot be used: streams")


def test_stream_settings_that_can_be_used() -> None:
    assert stream(servers="a.example:9092, [::1]:9093").servers == "a.example:9092,[::1]:9093"
    assert stream(mechanism="PLAIN", user="r", password=SECRET, servers="127.0.0.1:1,[::1]:2,localhost:3").user == "r"
    assert stream(mechanism="SCRAM-SHA-256", user="r", password_file="p").password_file == Path("p")
    assert stream().servers is None


def test_the_password_of_streams_is_in_no_text_made_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDACTOR_STREAMS__PASSWORD", SECRET)
    settings = load_settings(streams={"mechanism": "SCRAM-SHA-512", "user": "redactor"})
    assert settings.streams.password is not None and settings.streams.password.get_secret_value() == SECRET
    assert SECRET not in repr(settings) + str(settings) + settings.model_dump_json()


@each_row(
    ("given", "said"),
    [
        ({"margin": 0.09}, "audio.margin"),
        ({"margin": 0.51}, "audio.margin"),
        ({"margin": "nan"}, "audio.margin"),
        ({"languages": []}, "audio.languages"),
        ({"languages": ["English"]}, "audio.languages"),
        ({"languages": ["en\n"]}, "audio.languages"),
        ({"judge": "ask"}, "audio.judge"),
        ({"filling": "beep"}, "audio.filling"),
        ({"device": "mps"}, "audio.device"),
        ({"sidecar_seconds": -1}, "audio.sidecar_seconds"),
        ({"attempts": 0}, "audio.attempts"),
        ({"model": "a\0b"}, "audio.model"),
        ({"modell": "x"}, "audio.modell"),
    ],
)
def test_audio_settings_that_cannot_be_used_are_named(given: dict[str, object], said: str) -> None:
    with pytest.raises(SettingsError, match=re.escape(said)):
        load_settings(audio=given)


def test_audio_settings_that_change_what_leaves() -> None:
    usual = AudioSettings().of_output()
    assert AudioSettings(model="a", device="cuda", sidecar_seconds=1, attempts=9).of_output() == usual
    assert AudioSettings(margin=0.3).of_output() != usual
    assert AudioSettings(languages=("de",)).of_output() != usual
    assert AudioSettings(allow_demo_asr=True).of_output() != usual
