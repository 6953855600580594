"""The state folder that a command means, and names from it for a terminal."""

from __future__ import annotations

from pathlib import Path

from redactor.cli.messages import fail
from redactor.files.own_files import check_own_folder
from redactor.settings import Settings


def find_state(settings: Settings, given: Path | None, holding: str) -> Path:
    """The state that was given, or the only one under home with a file named `holding`.

    Raises RunError where others own it or may write to it.
    """
    if given is not None:
        check_own_folder(given, "the state")
        return given
    found = sorted(p.parent for p in (settings.home / "runs").glob(f"*/{holding}"))
    if len(found) != 1:
        which = f"{len(found)} runs" if found else "no run"
        fail(f"{which} under home; give the state of the run with --state DIR (redactor run prints it)")
    return found[0]


def printable(path: str) -> str:
    """A path for the terminal: without control characters, and bytes that are not UTF-8 as escapes."""
    text = path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
