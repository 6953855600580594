"""Run the command line with bytes on stdin, in a fork or in a process of its own, and look for what may not be said."""

import os
import subprocess
import sys
import tempfile
import traceback
import warnings
from collections.abc import Sequence
from pathlib import Path

from redactor import Keyring
from redactor.cli import main

PHI = ("vexholm", "tarquil", "1950-02", "mrn-7741", "617-555-0142")


def environment(folder: Path, **more: str) -> dict[str, str]:
    keys = folder / "keys.json"
    if not keys.exists():
        Keyring.generate().save(keys)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("REDACTOR_")}
    own = {"KEYRING": str(keys), "HOME": str(folder / "home"), "AS_OF": "2025-06-30", "MAX_RECORD_BYTES": "20000"}
    return {**kept, **{f"REDACTOR_{name}": value for name, value in own.items()}, "COLUMNS": "200", **more}


COMMAND = [sys.executable, "-P", "-c", "from redactor.cli import main; main()"]


def started(folder: Path, *arguments: str, **streams: object) -> "subprocess.Popen[bytes]":
    environ = environment(folder, **streams.pop("environ", {}))  # type: ignore[arg-type]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.Popen([*COMMAND, *arguments], cwd=folder, env=environ, **pipes)  # type: ignore[call-overload,no-any-return]


def piped(folder: Path, given: bytes, *arguments: str, **environ: str) -> tuple[int, bytes, str]:
    """Run a command in a fork of this process, which has the modules already, and return code, stdout and stderr."""
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        stdin.write(given)
        stdin.seek(0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # a process with threads forks
            child = os.fork()
        if not child:
            _become(folder, (stdin.fileno(), out.fileno(), err.fileno()), arguments, environment(folder, **environ))
        _, status = os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        return os.waitstatus_to_exitcode(status), out.read(), err.read().decode()


def _become(folder: Path, files: tuple[int, int, int], arguments: Sequence[str], environ: dict[str, str]) -> None:
    code: object = 70
    try:
        for number, file in enumerate(files):
            os.dup2(file, number)
        sys.stdin = os.fdopen(0, encoding="utf-8")
        sys.stdout = os.fdopen(1, "w", encoding="utf-8")
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", buffering=1)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environ)
        sys.argv = ["redactor", *arguments]
        try:
            main()
            code = 0
        except SystemExit as end:
            code = end.code or 0
        except BaseException:
            traceback.print_exc()
            code = 1
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code if isinstance(code, int) else 1)


def faults(out: bytes, err: str) -> list[str]:
    said = [f"{word!r} on stdout" for word in PHI if word in out.decode().lower()]
    said += [f"{word!r} on stderr" for word in PHI if word in err.lower()]
    return said + ["a traceback"] * ("Traceback" in err)
