"""This module keeps the log of who asked for originals in home/access.jsonl, one line per command and without PHI.

A line is durable before anything is shown. Nothing reads it back; it is for a privacy office.
"""

from __future__ import annotations

import datetime as dt
import os
import pwd
from collections.abc import Mapping
from pathlib import Path

from redactor.errors import NO_SPACE, RunError
from redactor.steward.append_log import append_lines

NAME = "access.jsonl"


def log_access(home: Path, command: str, reason: str, *asked: Mapping[str, object]) -> None:
    """Append a line for each thing that was asked for: who asks now, by the user of the operating system, and why.

    asked: pseudonyms, names of files in OUT and counts, never an original value. Raises OSError, RunError.
    """
    time = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
    who = {"time": time, "by": _user(), "command": command, "reason": reason}
    try:
        append_lines(home / NAME, *({**who, **facts} for facts in asked))
    except OSError as e:
        if e.errno in NO_SPACE:
            raise
        told = os.strerror(e.errno or 0)
        raise RunError(f"{NAME} in home cannot be written, so that nothing is shown or done: {told}") from e


def _user() -> str:
    """Return the name of the real user, or the number of one without a name; variables, which anybody can set, do not
    count.
    """
    uid = os.getuid()
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"uid {uid}"
