"""Other systems than the tests' own: Windows is refused in words, macOS lacks some of Linux, Python may be too old."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Command

ROOT = Path(__file__).parents[2]
WINDOWS = "import sys; sys.platform = 'win32'; sys.modules.update(fcntl=None, resource=None); "
# Read by every Python at its start, and so by workers. What Linux has in these modules and macOS lacks:
MACOS = """
import fcntl, os
for module, names in {
    os: "sched_getaffinity sched_setaffinity memfd_create eventfd posix_fallocate fdatasync pipe2 copy_file_range "
    "splice O_PATH O_TMPFILE O_DIRECT getrandom pidfd_open",
    fcntl: "F_SETLEASE F_GETLEASE F_NOTIFY F_SETSIG F_GETSIG F_ADD_SEALS",
}.items():
    for name in names.split():
        vars(module).pop(name, None)
"""


def refused(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", WINDOWS + code], capture_output=True, text=True, check=False)


def test_on_windows_the_command_says_that_it_does_not_run_there() -> None:
    done = refused("from redactor.cli import main; main()")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: Redactor does not run on Windows") and done.stderr.count("\n") == 1
    assert "WSL 2" in done.stderr


def test_on_windows_the_library_says_that_it_does_not_run_there() -> None:
    last = refused("from redactor import Redactor").stderr.splitlines()[-1]
    assert last.startswith("ImportError: Redactor does not run on Windows")


def test_a_run_needs_nothing_that_macos_lacks(command: Command, keyring_path: Path, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(MACOS)
    (tmp_path / "in").mkdir()
    for name in ("a", "b"):
        (tmp_path / "in" / f"{name}.ndjson").write_text('{"resourceType":"Patient","id":"p","gender":"female"}\n')
    done = command(
        "run", tmp_path / "in", tmp_path / "out", "--workers", "2", "--json",
        env={
            "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]),
            "REDACTOR_KEYRING": str(keyring_path),
            "REDACTOR_HOME": str(tmp_path / "home"),
        },
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert '"female"' in "".join(p.read_text() for p in (tmp_path / "out").rglob("*.ndjson"))


@pytest.mark.parametrize(
    ("python", "first"),
    [
        ("", "Redactor needs Python 3.11 or later; there is no python3:"),
        ("[ $1 = -V ] && echo Python 3.9.18; exit 1", "Redactor needs Python 3.11 or later; python3 is Python 3.9.18:"),
        ('case "$2" in *venv*) exit 1;; esac', "Redactor needs the venv module, which python3 lacks:"),
        ('[ $1 = -m ] && cp -R fake/. "a venv"; exit 0', "The packages of its lock cannot be installed:"),
    ],
)
def test_the_first_line_says_what_an_environment_lacks(python: str, first: str, tmp_path: Path) -> None:
    def program(path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    program(tmp_path / "bin" / "rm", 'exec /bin/rm "$@"')
    program(tmp_path / "fake" / "installer" / "bin" / "python", "echo ERROR: no index; exit 1")
    if python:
        program(tmp_path / "bin" / "python3", f"PATH=/bin:/usr/bin\n{python}")
    done = subprocess.run(
        ["/bin/sh", ROOT / "requirements" / "environment.sh", "python3", "a venv", "its lock"],
        env={"PATH": str(tmp_path / "bin")},  # no uv
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1 and done.stderr.startswith(first), done.stderr
    assert not (tmp_path / "a venv" / "installer").exists()
