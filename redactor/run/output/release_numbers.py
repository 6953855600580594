"""This module numbers releases: it keeps the last number of a sender, and the highest that a verifier has seen.

Each manifest has a number under its signature, higher than all earlier ones from one source to one recipient, so that
an older release in the place of a newer one is noticed. The sender's home keeps the last number and the content that it
was given to, the verifier's home the highest number of each sender.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from redactor.errors import RunError
from redactor.files.atomic_file import locked, read_heads, write_heads
from redactor.files.own_files import make_own_folder

_GIVEN = "releases.json"
_SEEN = "verified.json"


def give_number(home: Path | None, place: str, content: str, before: int) -> int:
    """Return the number of a release: that of the last one if the content is the same, else the next.

    place: a keyed hash of source and recipient. content: a keyed hash of the manifest without its number, so that the
    same run gives the same bytes. before: the last number of this state, which may be above those of a home that was
    lost. home: None counts in the state alone. Raises RunError.
    """
    if home is None:
        return before + 1
    make_own_folder(home)
    path = home / _GIVEN
    with locked(path):
        given = _read(
            path,
            lambda head: type(head["number"]) is int and type(head["content"]) is str,
            "restore it from a backup, or remove it: numbers of releases then begin anew, and recipients have to "
            f"remove {_SEEN} of their homes",
        )
        last = given.get(place, {"number": 0, "content": ""})
        if last["content"] == content and last["number"] >= before:
            return int(last["number"])
        number = max(int(last["number"]), before) + 1
        write_heads(path, given | {place: {"number": number, "content": content}})
    return number


def highest_seen(home: Path, sender: str) -> tuple[int, str]:
    """Return the highest verified number of this sender and the mac of its manifest, or 0 and "" if there is none.

    Raises RunError for a damaged file.
    """
    try:
        found = _seen(home / _SEEN).get(sender)
    except OSError:
        return 0, ""
    return (int(found["number"]), str(found["mac"])) if found is not None else (0, "")


def remember(home: Path, sender: str, number: int, mac: str) -> bool:
    """Store a verified number unless a higher one is stored; return False if home cannot be written."""
    path = home / _SEEN
    try:
        make_own_folder(home)
        with locked(path):
            seen = _seen(path)
            if sender not in seen or seen[sender]["number"] < number:
                write_heads(path, seen | {sender: {"number": number, "mac": mac}})
    except OSError:
        return False
    return True


def _seen(path: Path) -> dict[str, Any]:
    return _read(
        path,
        lambda head: type(head["number"]) is int and type(head["mac"]) is str,
        "restore it from a backup, or remove it: older releases are then not noticed until a newer one was verified",
    )


def _read(path: Path, is_sound: Callable[[Any], bool], remedy: str) -> dict[str, Any]:
    try:
        return read_heads(path, is_sound)
    except FileNotFoundError:
        return {}
    except ValueError:
        raise RunError(f"{path.name} of home is damaged; {remedy}") from None
