"""The command line in forks of a process that has imported it and compiled the schemas, for tests that start it often.

Usage: python warm_command.py ARGS of a first command, run here. Then, for each line of JSON on stdin, {"args", "env",
"stderr"}: a fork runs the command as a process of its own. Its pid and then its exit code are lines on stdout. A fork
that has ended stays a zombie until the next line, so that nobody else has its pid.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import select
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any


class Forked:
    """A command in a fork. The same methods as those of subprocess.Popen."""

    def __init__(self, parent: subprocess.Popen[bytes], stderr: Path) -> None:
        self._parent, self._stderr = parent, stderr
        self._pid = int(self._line())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None and select.select([self._parent.stdout], [], [], 0)[0]:
            self.returncode = int(self._line())
        return self.returncode

    def kill(self) -> None:
        os.kill(self._pid, 9)

    def communicate(self, timeout: float | None = None) -> tuple[bytes, bytes]:
        if self.returncode is None:
            if not select.select([self._parent.stdout], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("redactor", timeout or 0)
            self.poll()
        return b"", self._stderr.read_bytes()

    def _line(self) -> bytes:
        assert self._parent.stdout is not None
        return self._parent.stdout.readline()


class WarmCommand:
    """Starts commands as forks of one process, one after the other."""

    def __init__(self, first: list[str], env: Mapping[str, str], stderr: Path) -> None:
        """first: the arguments of a command that imports what the others need."""
        args = [sys.executable, __file__, *first]
        self._stderr = stderr
        with stderr.open("wb") as written:
            self._parent = subprocess.Popen(
                args, env=dict(env), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=written, bufsize=0
            )
        assert self._parent.stdout is not None
        assert self._parent.stdout.readline() == b"ready\n", stderr.read_text("utf-8")

    def start(self, args: list[str], env: Mapping[str, str]) -> Forked:
        told = {"args": args, "env": dict(env), "stderr": str(self._stderr)}
        assert self._parent.stdin is not None
        self._parent.stdin.write(json.dumps(told).encode() + b"\n")
        return Forked(self._parent, self._stderr)

    def close(self) -> None:
        self._parent.communicate(timeout=30)


def _serve(first: list[str]) -> None:
    from redactor.cli import main

    sys.argv = ["redactor", *first]
    with contextlib.redirect_stdout(sys.stderr), contextlib.suppress(SystemExit):
        main()
    gc.collect()
    gc.freeze()
    print("ready", flush=True)
    ended = 0
    for line in sys.stdin:
        if ended:
            os.waitpid(ended, 0)
        told = json.loads(line)
        pid = os.fork()
        if not pid:
            _become(told)
            main()
        print(pid, flush=True)
        status = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        assert status is not None
        print(status.si_status if status.si_code == os.CLD_EXITED else -status.si_status, flush=True)
        ended = pid


def _become(told: dict[str, Any]) -> None:
    """Arguments, environment and files of the command."""
    os.environ.clear()
    os.environ.update(told["env"])
    sys.argv = ["redactor", *told["args"]]
    null, err = os.open(os.devnull, os.O_RDWR), os.open(told["stderr"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for descriptor, file in ((null, 0), (null, 1), (err, 2)):
        os.dup2(descriptor, file)


if __name__ == "__main__":
    _serve(sys.argv[1:])
