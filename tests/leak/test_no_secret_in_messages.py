"""No command, and no error of any kind, prints a piece of the keyring that stands in the environment."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import CliRunner

from redactor.cli.root import COMMANDS
from redactor.cli.root import app as root
from redactor.errors import KeyringError
from redactor.keys import Keyring

PIECE = 10  # characters of a secret
RECORD = '{"resourceType":"Patient","id":"p1","name":[{"family":"Smith"}]}\n'


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("keys") / "keys.json"
    Keyring.generate().next_epoch().rotated().save(path)
    return json.dumps(json.loads(path.read_text()))


def pieces(text: str) -> set[str]:
    data = json.loads(text)
    secrets = [k["secret"] for k in (*data["pseudonym"], *data["encryption"])]
    return {s[i : i + PIECE] for s in secrets for i in range(len(s) - PIECE + 1)}


def spoiled(text: str) -> Iterator[str]:
    """The keyring in an environment variable: whole, and in the ways in which it gets damaged there."""
    data = json.loads(text)
    first = data["pseudonym"][0]["secret"]
    yield from (text, f"'{text}'", json.dumps(text), text[:-5], text[20:], "\\" + text, f"REDACTOR_KEYRING={text}")
    del data["checksum"]
    yield from (first, f"{first}.json", json.dumps(data["pseudonym"]), json.dumps(data | {"format": first}))
    yield json.dumps(data | {"pseudonym": [{**data["pseudonym"][0], "epoch": first}]})
    yield json.dumps(data | {"encryption": [{**data["encryption"][0], "secret": first + "*"}]})
    yield json.dumps(data | {"encryption": [{"id": first}]})


def calls(folder: Path) -> Iterator[list[str]]:
    """Most commands, most of them in a way that fails."""
    records, missing, out = str(folder / "a.ndjson"), str(folder / "none"), str(folder / "out")
    yield from (
        ["run", records, out, "--state", str(folder / "state")],
        ["run", missing, out],
        ["run", records, records],
    )
    yield ["run", records, str(folder / "out2"), "--profile", "nobody"]
    yield from (["text", "Mr. Smith was seen"], ["text", "x", "--profile", missing], ["detect", records, out])
    yield from (["verify", out], ["verify", missing], ["verify", out, "--public-key", "x"])
    yield from (["keys", "show", records], ["keys", "rotate", missing], ["keys", "public", records])
    yield from (["schema", "approve", "nothing", "--by", "A"], ["schema", "list"], ["schema", "lint", missing])
    yield from (["quarantine", "list", "--state", missing], ["quarantine", "release", out, "--all", "--state", missing])
    yield from (["index", "stats"], ["index", "rotate-keys"], ["index", "forget", "p1"], ["index", "export"])
    yield from (["evaluate", "parrot", missing], ["evaluate", "gold", missing], ["sample", records])


def test_no_command_prints_a_piece_of_the_keyring(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.ndjson").write_text(RECORD)
    runner, secret, failed = CliRunner(), pieces(text), 0
    commands = {name: import_module(f"redactor.cli.{name}").app for name in COMMANDS}
    for value in spoiled(text):
        env = {
            "REDACTOR_KEYRING": value, "REDACTOR_HOME": str(tmp_path / "home"), "REDACTOR_DETECTORS": '["patterns"]'
        }  # fmt: skip
        for name, *args in calls(tmp_path):
            done = runner.invoke(commands[name], args, env=env)
            assert done.exception is None or isinstance(done.exception, SystemExit), (name, args[:1])
            failed += done.exit_code == 2
            shown = done.output + caplog.text
            assert not any(piece in shown for piece in secret), (name, args[:1])
    assert failed > 150


def test_the_messages_of_a_spoiled_keyring_say_what_to_do(text: str) -> None:
    told = set()
    for value in spoiled(text):
        try:
            Keyring.load(value)
        except KeyringError as e:
            told.add(str(e))
    assert len(told) > 3
    assert all("REDACTOR_KEYRING" in t or "restore" in t for t in told), told


def with_the_keyring_for_a_path(text: str, folder: Path) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Commands with a keyring in place of a path, and settings that are paths and hold one."""
    records = str(folder / "a.ndjson")
    for name in ("init", "rotate", "new-epoch", "show", "public"):
        yield ["keys", name, text[:-3]], {}
    for name in ("init", "rotate", "new-epoch"):
        yield ["keys", name, text], {}
    yield ["run", text, "out"], {}
    yield ["run", records, text], {}
    yield ["run", records, "out", "--state", text], {}
    yield ["run", records, "out", "--profile", text], {}
    yield ["verify", text], {}
    yield ["quarantine", "list", "--state", text], {}
    yield ["quarantine", "release", text, "--all"], {}
    yield ["sample", text], {}
    yield ["index", "export", text], {}
    yield ["schema", "lint", text], {}
    for name in (
        "HOME",
        "CROSSWALK",
        "OPT_OUT",
        "STUDENT",
        "APPROVALS_HEAD",
        "KNOWN_HEAD",
        "PROFILE",
        "RELEX__CA_CERTS",
    ):
        yield ["run", records, "out"], {f"REDACTOR_{name}": text}
    for name in ("SCHEMA_DIRS", "PROFILE_DIRS"):
        yield ["run", records, "out"], {f"REDACTOR_{name}": json.dumps([text])}
    yield ["text", "x"], {"REDACTOR_CONFIG": text}


def test_a_keyring_in_place_of_a_path_is_refused_and_leaves_no_trace(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.ndjson").write_text(RECORD)
    Keyring.generate().save(tmp_path / "keys.json")
    env = {"REDACTOR_KEYRING": "keys.json", "REDACTOR_HOME": "home", "REDACTOR_DETECTORS": '["patterns"]'}
    runner, secret = CliRunner(), pieces(text)
    for (name, *args), more in with_the_keyring_for_a_path(text, tmp_path):
        done = runner.invoke(import_module(f"redactor.cli.{name}").app, args, env=env | more)
        assert (done.exit_code, done.exception.__class__) == (2, SystemExit), (name, args[:1], more.keys(), done.output)
        shown = done.output + caplog.text + "".join(map(str, tmp_path.rglob("*")))
        assert not any(piece in shown for piece in secret), (name, args[:1], more.keys())
        assert "unexpected" not in shown
    told = runner.invoke(import_module("redactor.cli.keys").app, ["rotate", text]).output
    assert "a keyring held in the environment cannot be rotated" in told


def test_an_argument_that_is_not_utf_8_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, *args in (
        ["schema", "approve", "x", "--by", "\udcff\udcfe"],
        ["schema", "withdraw", "x", "--by", "\udcff"],
        ["text", "\udcff"],
        ["keys", "public", "keys.json", "--recipient", "\udcff"],
    ):
        done = CliRunner().invoke(import_module(f"redactor.cli.{name}").app, args)
        assert done.exit_code == 2 and "UTF-8" in done.output, (args, done.output)


def test_an_argument_too_many_is_not_repeated(text: str) -> None:
    first = json.loads(text)["pseudonym"][0]["secret"]
    for given in (text, first, json.dumps(text)):
        for args in (
            [given],
            ["--" + given],
            ["keys", given],
            ["keys", "init", "a", given],
            ["keys", "init", "--" + given],
            ["run", "a", "b", given],
            ["run", "a", "b", "--workers", given],
            ["sample", "a", "--patients", given],
        ):
            done = CliRunner().invoke(root, args)
            shown = "".join(c for c in done.output if c.isalnum() or c in "+/=")  # words are wrapped in a frame
            assert done.exit_code == 2 and not any(piece in shown for piece in pieces(text)), args[:1]
    assert "No such command 'rum'" in CliRunner().invoke(root, ["rum"]).output
