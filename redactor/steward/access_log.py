"""This module keeps the log of who asked for originals in home/access.jsonl, one line per command and without PHI.

A line is durable before anything is shown. Nothing reads it back; it is for a privacy office.
"""

from __future__ import annotations

import datetime as dt
import os
import pwd
from pathlib import Path

from redactor.steward.append_log import append_line

NAME = "access.jsonl"


def log_access(home: Path, command: str, reason: str, **facts: object) -> None:
    """Append who asks now, by the user of the operating system, with the reason and what was asked for.

    facts: pseudonyms, names of files in OUT and counts, never an original value. Raises OSError, RunError.
    """
    time = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
    append_line(home / NAME, {"time": time, "by": _user(), "command": command, "reason": reason, **facts})


def _user() -> str:
    """Return the name of the real user, or the number of one without a name; variables, which anybody can set, do not
    count.
    """
    uid = os.getuid()
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"uid {uid}"
