"""Where requests may go."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from redactor.errors import SettingsError
from redactor.llm.endpoints import endpoint_from_settings
from redactor.settings import LlmSettings
from tests.each_row import each_row

KEY = "sk-Zebulon"


def settings(base_url: str, **more: object) -> LlmSettings:
    return LlmSettings(base_url=base_url, model="m", **more)  # type: ignore[arg-type]


@each_row(
    ("url", "base_url", "host"),
    [
        ("http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1", "127.0.0.1:8000"),
        ("http://127.0.0.1", "http://127.0.0.1:80", "127.0.0.1:80"),
        ("http://127.9.9.9/v1/", "http://127.9.9.9:80/v1", "127.9.9.9:80"),
        ("http://localhost:11434/v1", "http://localhost:11434/v1", "localhost:11434"),
        ("https://LOCALHOST/v1", "https://localhost:443/v1", "localhost:443"),
        ("http://[::1]:8000/v1", "http://[::1]:8000/v1", "[::1]:8000"),
        ("http://[0:0:0:0:0:0:0:1]/v1", "http://[::1]:80/v1", "[::1]:80"),
    ],
)
def test_this_machine_needs_no_leave(url: str, base_url: str, host: str) -> None:
    found = endpoint_from_settings(settings(url))
    assert (found.base_url, found.host, found.remote, found.headers) == (base_url, host, False, {})


@pytest.mark.parametrize(
    ("addresses", "refused"),
    [
        (["127.0.0.1"], False),
        (["::1", "127.0.0.1"], False),
        (["::1%lo"], False),
        (["192.0.2.2"], True),
        (["127.0.0.1", "192.0.2.2"], True),
        (["fd00::2"], True),
        (["::ffff:192.0.2.2"], True),
    ],
)
def test_localhost_is_this_machine(monkeypatch: pytest.MonkeyPatch, addresses: list[str], refused: bool) -> None:
    def resolve(host: str, port: int, **_: Any) -> list[Any]:
        assert host == "localhost"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    if refused:
        with pytest.raises(SettingsError, match=r"127\.0\.0\.1"):
            endpoint_from_settings(settings("http://localhost:8000/v1"))
    else:
        assert not endpoint_from_settings(settings("http://LocalHost:8000/v1")).remote


def test_a_localhost_that_nobody_knows_can_be_sent_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def resolve(*_: Any, **__: Any) -> list[Any]:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    assert not endpoint_from_settings(settings("http://localhost:8000/v1")).remote


@each_row(
    "url",
    [
        "http://localhost.evil.com/v1",
        "http://127.0.0.1.evil.com/v1",
        "http://127.0.0.1.nip.io/v1",
        "http://localhost-evil/v1",
        "http://localhosts/v1",
        "http://0.0.0.0:8000/v1",
        "http://[::]/v1",
        "http://[::ffff:10.0.0.1]/v1",
        "http://[::ffff:127.0.0.1]/v1",
        "http://[fe80::1]/v1",
        "http://10.0.0.1/v1",
        "http://169.254.169.254/latest",
        "http://vllm:8000/v1",
        "https://api.openai.com/v1",
    ],
)
def test_other_machines_need_leave_and_https(url: str) -> None:
    assert endpoint_from_settings(
        settings(url.replace("http:", "https:"), allow_remote=True, allow_hosts=_hosts(url))
    ).remote
    for more in ({}, {"allow_remote": True}, {"allow_hosts": _hosts(url)}):
        with pytest.raises(SettingsError, match="allow_") as e:
            endpoint_from_settings(settings(url.replace("http:", "https:"), **more))
        assert _hosts(url)[0] not in str(e.value)
    if url.startswith("http:"):
        with pytest.raises(SettingsError, match="https"):
            endpoint_from_settings(settings(url, allow_remote=True, allow_hosts=_hosts(url)))


def _hosts(url: str) -> tuple[str]:
    host = url.split("/")[2]
    return (host if host.startswith("[") else host.split(":")[0],)


@each_row(
    "url",
    [
        "",
        "127.0.0.1:8000/v1",
        "//127.0.0.1/v1",
        "ftp://127.0.0.1/v1",
        "unix:///var/run/llm.sock",
        "http+unix://%2Fvar%2Frun%2Fllm.sock/v1",
        "http://user:Zebulon@127.0.0.1/v1",
        "http://127.0.0.1@evil.com/v1",
        "http://127.0.0.1:80@evil.com/v1",
        "http://evil.com\\@127.0.0.1/v1",
        "http://127.0.0.1\\.evil.com/v1",
        "http://127.0.0.1#@evil.com/",
        "http://127.0.0.1?@evil.com/",
        "http://127.0.0.1 .evil.com/",
        "http://127.0.0.1\n.evil.com/",
        "http://127.0.0.1\t/v1",
        "http://127.0.0.1\n",
        "http://127.0.0.1./v1",
        "http://localhost./v1",
        "http://127.1/v1",
        "http://127.0.1/v1",
        "http://2130706433/v1",
        "http://0x7f000001/v1",
        "http://0x7f.1/v1",
        "http://0177.0.0.1/v1",
        "http://127.0.0.01/v1",
        "http://127.0.0.1.1/v1",
        "http://127.0.0.256/v1",
        "http://%31%32%37.0.0.1/v1",
        "http://localhos%74/v1",
        "http://[::1%25lo]/v1",
        "http://[::1%lo]/v1",
        "http://[127.0.0.1]/v1",
        "http://[v1.x]/v1",
        "http://::1/v1",
        "http://[::1/v1",
        "http://ⅼocalhost/v1",
        "http://１２７.0.0.1/v1",
        "http://127。0。0。1/v1",
        "http://127.0.0.1:0/v1",
        "http://127.0.0.1:99999/v1",
        "http://127.0.0.1:٨٠/v1",
        "http://127.0.0.1:-80/v1",
        "http://127.0.0.1:80:80/v1",
        "http://127.0.0.1/v1?key=Zebulon%20",
        "http://127.0.0.1/v 1",
        "http://a..b/v1",
        "http://.b/v1",
        "HTTP://127.0.0.1/v1",
    ],
)
def test_what_two_parsers_may_read_in_two_ways_is_refused(url: str) -> None:
    with pytest.raises(SettingsError, match="base_url") as e:
        endpoint_from_settings(settings(url, allow_remote=True, allow_hosts=("evil.com", "127.0.0.1", url)))
    assert "Zebulon" not in str(e.value)
    assert "evil" not in str(e.value)


@each_row(
    ("allowed", "may"),
    [
        ("llm.example.org", True),
        ("LLM.Example.org", True),
        ("llm.example.org:8443", True),
        ("llm.example.org:443", False),
        ("example.org", False),
        (".example.org", False),
        ("*.example.org", False),
        ("*", False),
        ("", False),
        ("https://llm.example.org:8443", False),
        ("llm.example.org.evil.com", False),
    ],
)
def test_only_the_host_itself_is_allowed(allowed: str, may: bool) -> None:
    given = settings("https://llm.example.org:8443/v1", allow_remote=True, allow_hosts=("other", allowed))
    if may:
        assert endpoint_from_settings(given).remote
    else:
        with pytest.raises(SettingsError, match="allow_hosts"):
            endpoint_from_settings(given)


def test_a_key_comes_from_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    given = settings("http://127.0.0.1/v1", api_key_env="LLM_KEY")
    monkeypatch.setenv("LLM_KEY", f" {KEY}\n")
    found = endpoint_from_settings(given)
    assert found.headers == {"authorization": f"Bearer {KEY}"}
    assert KEY not in repr(found)
    for wrong in ("", " ", f"{KEY} {KEY}", f"{KEY}\r\nx: y", f"{KEY}é"):
        monkeypatch.setenv("LLM_KEY", wrong)
        with pytest.raises(SettingsError, match="api_key_env") as e:
            endpoint_from_settings(given)
        assert KEY not in str(e.value)
    monkeypatch.delenv("LLM_KEY")
    with pytest.raises(SettingsError, match="is not set"):
        endpoint_from_settings(given)


@each_row("given", [KEY, "sk_Zebulon", "", "A=B", "Ä"])
def test_a_key_in_the_place_of_its_variable_is_not_shown(given: str) -> None:
    with pytest.raises(SettingsError, match="api_key_env") as e:
        endpoint_from_settings(settings("http://127.0.0.1/v1", api_key_env=given))
    assert "Zebulon" not in str(e.value)
