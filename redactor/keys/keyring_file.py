"""This module reads and writes the keyring as JSON, in a file or in an environment variable.

The JSON is {"format": "redactor-keyring/2", "pseudonym": [{"id", "epoch", "format", "secret"}, ...], "encryption":
[{"id", "secret"}, ...], "checksum": ...}. A secret is 32 random bytes in base64; the last key of each list is current.
The checksum is SHA-256 over the other members in canonical JSON. It guards against damage, which would change every
pseudonym, not against an attacker. Older keyrings without a checksum are read, too.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from redactor.errors import KeyringError
from redactor.files.paths import is_path, read_regular

FORMAT = "redactor-keyring/2"
PSEUDONYM_FORMAT = 2  # of new pseudonym keys
SECRET_BYTES = 32
_READABLE = ("redactor-keyring/1", FORMAT)
_MEMBERS = frozenset({"format", "pseudonym", "encryption"})
_ID = re.compile(r"[!-~]{1,64}")  # encrypted data begins with the id of its key and a NUL
_MAX_FILE_BYTES = 1 << 20
_MAX_SHOWN_NAME = 40  # characters; a secret in base64 has 44
_NEITHER_FILE_NOR_JSON = (
    "the keyring setting is neither a file nor JSON (its value is not shown, since it may be a secret); "
    "set REDACTOR_KEYRING to the path of a keyring or to its JSON"
)


@dataclass(frozen=True, slots=True)
class Key:
    """A key is one secret of a keyring. Only pseudonym keys use epoch and format."""

    id: str
    secret: bytes = field(repr=False)
    epoch: int = 0
    format: int = PSEUDONYM_FORMAT


def write(pseudonym: Sequence[Key], encryption: Sequence[Key]) -> bytes:
    """Return the JSON of a keyring with its checksum."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "pseudonym": [{"id": k.id, "epoch": k.epoch, "format": k.format, "secret": _b64(k.secret)} for k in pseudonym],
        "encryption": [{"id": k.id, "secret": _b64(k.secret)} for k in encryption],
    }
    return json.dumps(data | {"checksum": _checksum(data)}, indent=2).encode() + b"\n"


def read(source: str | Path | None) -> tuple[list[Key], list[Key]]:
    """Return the pseudonym keys and the encryption keys of a file, or of the JSON itself, in quotes or not.

    Raises KeyringError.
    """
    if source is None or not str(source).strip():
        raise KeyringError("no keyring is set; make one with: redactor keys init PATH, then set REDACTOR_KEYRING=PATH")
    text = _unquoted(str(source))
    if not text.startswith("{"):
        text = _read_file(Path(text).expanduser())
    try:
        return _parse(json.loads(text, object_pairs_hook=_without_duplicate_keys))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as e:
        raise KeyringError(
            f"the keyring is damaged or of another version ({type(e).__name__}); restore it from a backup"
        ) from None


def keyring_path(source: str | Path | None) -> Path | None:
    """Return the file that a keyring setting names, with links followed, or None if the setting is the JSON itself or
    empty.
    """
    text = _unquoted(str(source or ""))
    return None if not text or text.startswith("{") else resolved(Path(text))


def file_to_change(given: str | Path) -> Path:
    """Return the path of a keyring file that is to be written.

    Raises KeyringError for the JSON of a keyring or for no path.
    """
    text = _unquoted(str(given))
    if text.startswith("{"):
        raise KeyringError(
            "a keyring held in the environment cannot be rotated: write its JSON to a file of mode 0600, rotate that, "
            "and put the new JSON in its place (the argument is the path of a file; it is not shown)"
        )
    if not is_path(text):
        raise KeyringError(_NEITHER_FILE_NOR_JSON)
    return Path(text).expanduser()


def resolved(path: Path) -> Path:
    """Return the path with links followed. Raises KeyringError if the path cannot be used."""
    try:
        return path.expanduser().resolve()
    except (OSError, RuntimeError, ValueError) as e:
        raise KeyringError(f"the path of the keyring cannot be used ({type(e).__name__})") from None


def _unquoted(text: str) -> str:
    """Return the value of an environment variable without the quotes that `docker --env-file` and others leave around
    it.
    """
    text = text.strip().lstrip("\ufeff")
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        inner = text[1:-1].strip()
        return inner.replace('\\"', '"') if inner.startswith('{\\"') else inner
    return text


def _read_file(path: Path) -> str:
    """Return the text of a keyring file that only its owner can read. Raises KeyringError."""
    if not _may_be_shown(path):
        raise KeyringError(_NEITHER_FILE_NOR_JSON)
    try:
        data, found = read_regular(path, _MAX_FILE_BYTES)
        _check_private(path, found)
        return data.decode()
    except (OSError, ValueError) as e:
        fault = e.strerror if isinstance(e, OSError) else "not UTF-8"
        raise KeyringError(
            f"the keyring {path} cannot be read ({fault}); if you have one, give its full path in "
            f"REDACTOR_KEYRING; if not, make one with: redactor keys init {path}"
        ) from None


def _may_be_shown(path: Path) -> bool:
    """Return whether a setting is certainly a path: no message may show part of a damaged keyring or a bare secret."""
    try:
        return is_path(path) and (path.exists() or (path.parent.is_dir() and len(path.name) <= _MAX_SHOWN_NAME))
    except (OSError, ValueError):
        return False


def _check_private(path: Path, found: os.stat_result) -> None:
    """Raise KeyringError if other users can read or change a keyring file.

    The group may read a file that another user owns: secrets are mounted into containers that way, with a fixed mode.
    """
    if os.name != "posix":
        return
    ours = found.st_uid == os.geteuid()
    if found.st_mode & (0o077 if ours else 0o027):
        raise KeyringError(
            f"the keyring {path} is open to other users (mode {stat.S_IMODE(found.st_mode):04o}); whoever read it can "
            f"undo every pseudonym. Close it: chmod 600 {path}; if others had access: redactor keys new-epoch {path}"
        )


def _parse(data: Any) -> tuple[list[Key], list[Key]]:
    """Return pseudonym and encryption keys of decoded JSON.

    Raises ValueError, KeyError, TypeError or AttributeError for anything that this module would not have written.
    """
    if "checksum" in data and data.pop("checksum") != _checksum(data):
        raise ValueError("checksum")
    if data["format"] not in _READABLE or not data.keys() <= _MEMBERS:
        raise ValueError("format")
    pseudonym = [Key(_id(k), _secret(k), k["epoch"], k.get("format", 1)) for k in data["pseudonym"]]
    encryption = [Key(_id(k), _secret(k)) for k in data["encryption"]]
    for number, key in enumerate(pseudonym, start=1):
        if (type(key.epoch), key.epoch) != (int, number):
            raise ValueError("epoch")
        if type(key.format) is not int or key.format not in (1, 2):
            raise ValueError("format")
    for keys in (pseudonym, encryption):
        if len({k.id for k in keys}) != len(keys):
            raise ValueError("id")
    return pseudonym, encryption


def _without_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key twice")
    return found


def _checksum(data: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _id(key: dict[str, Any]) -> str:
    name = key["id"]
    if type(name) is not str or not _ID.fullmatch(name):
        raise ValueError("id")
    return name


def _secret(key: dict[str, Any]) -> bytes:
    raw = base64.b64decode(key["secret"], validate=True)
    if len(raw) != SECRET_BYTES or _b64(raw) != key["secret"]:
        raise ValueError("secret")
    return raw


def _b64(secret: bytes) -> str:
    return base64.b64encode(secret).decode("ascii")
