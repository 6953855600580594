"""The root lists every command without importing one."""

from __future__ import annotations

import gc
import resource
import subprocess
import sys
from functools import partial
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest
import typer
from typer.testing import CliRunner

import redactor.cli
from redactor.cli.root import COMMANDS, app, load_command

HEAVY = {
    "pydantic",
    "pyarrow",
    "onnxruntime",
    "numpy",
    "cryptography",
    "faker",
    "rich",
    "msgspec",
    "re2",
    "schemas",
    "relex",
    "streams",
    "aiokafka",
}


def imported(*args: str) -> set[str]:
    """Names of the modules that a call of the command line imports."""
    code = (
        "import sys\nfrom redactor.cli import main\nsys.argv[1:] = sys.stdin.read().split()\n"
        "try:\n    main()\nexcept SystemExit:\n    print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=" ".join(args), capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


def test_the_root_lists_every_module_that_is_a_command() -> None:
    modules = {p.stem for p in Path(redactor.cli.__file__).parent.glob("*.py")} - {"__init__", "root"}
    commands = {m for m in modules if isinstance(getattr(import_module(f"redactor.cli.{m}"), "app", None), typer.Typer)}
    assert commands == set(COMMANDS)


def test_the_root_shows_the_docstring_of_each_command_module() -> None:
    for name, text in COMMANDS.items():
        assert load_command(name).help.split("\n\n")[0] == text


def test_help_lists_the_commands_and_runs_none() -> None:
    told = CliRunner().invoke(app, ["--help"])
    assert told.exit_code == 0
    assert all(name in told.stdout for name in COMMANDS)


def test_an_unknown_command_is_a_usage_error_with_a_proposal() -> None:
    told = CliRunner().invoke(app, ["txt"])
    assert told.exit_code == 2
    assert "text" in told.output


def test_the_version_loads_no_heavy_library() -> None:
    loaded = imported("--version")
    assert "typer" in loaded
    assert not loaded & HEAVY


def test_help_imports_no_command() -> None:
    loaded = imported("--help")
    assert not {m for m in loaded if m.startswith("redactor.cli.")} - {"redactor.cli.root"}


def completed(words: str, shell: str = "bash") -> list[str]:
    env = {"_REDACTOR_COMPLETE": f"complete_{shell}", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    return CliRunner().invoke(app, prog_name="redactor", env=env).stdout.split()


def test_a_shell_completes_commands_their_commands_and_options() -> None:
    assert completed("redactor verif") == ["verify"]
    assert {*COMMANDS} <= {*completed("redactor ")}
    assert {"list", "show", "infer", "approve"} <= {*completed("redactor schema ")}
    assert completed("redactor run --prof") == ["--profile"]
    assert completed("redactor --show-comp") == ["--show-completion"]


def test_the_script_of_a_shell_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    for shell in ("bash", "zsh", "fish"):
        told = CliRunner().invoke(app, ["--show-completion", shell], prog_name="redactor")
        assert told.exit_code == 0 and "_REDACTOR_COMPLETE=complete_" in told.stdout


def test_the_collector_is_switched_on_again_once_a_command_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []
    names = ("freeze", "enable")
    collector = {name: partial(called.append, name) for name in names} | {"isenabled": lambda: False}
    collector["set_threshold"] = lambda *_: called.append("set_threshold")
    monkeypatch.setattr("redactor.cli.root.gc", SimpleNamespace(**collector))
    load_command("keys")
    assert called == ["freeze", "set_threshold", "enable"]


def test_one_command_does_not_import_another() -> None:
    assert not imported("keys", "--help") & {f"redactor.cli.{name}" for name in COMMANDS if name != "keys"}


def test_no_core_file_is_written() -> None:
    before = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (before[1], before[1]))
    try:
        with pytest.raises(SystemExit), patch.object(sys, "argv", ["redactor", "--version"]):
            redactor.cli.main()
        assert resource.getrlimit(resource.RLIMIT_CORE)[0] == 0
        assert gc.isenabled()
    finally:
        resource.setrlimit(resource.RLIMIT_CORE, before)
