"""This module notes who opened an original: one line of JSON for each opening, in `access.ndjson` of the state.

The file stands beside the audit, which a resumed run cuts back to what its journal knows; nothing cuts this file.
"""

from __future__ import annotations

import datetime as dt
import os
import pwd
from collections.abc import Iterable
from pathlib import Path

import msgspec

from redactor.files.own_files import open_own

ACCESS = "access.ndjson"


def note_access(state: Path, what: str, record_ids: Iterable[str]) -> None:
    """Append a line for each record, durable when this returns: the user of the system, the time in UTC, the record id.

    what: how the original was opened, such as "review". Raises OSError or RunError, after which no original may be
    shown.
    """
    who, now = user_name(), dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
    lines = (msgspec.json.encode({"opened": record, "by": who, "at": now, "how": what}) for record in record_ids)
    with os.fdopen(open_own(state / ACCESS, os.O_WRONLY | os.O_CREAT | os.O_APPEND), "ab") as file:
        file.write(b"".join(line + b"\n" for line in lines))
        file.flush()
        os.fsync(file.fileno())


def user_name() -> str:
    """Return the name of the user of the system who runs this process, or the number of one without a name."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())
