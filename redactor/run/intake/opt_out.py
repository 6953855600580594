"""The list of patients who opted out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from redactor.errors import SettingsError
from redactor.files.paths import read_regular
from redactor.run.intake.patient_ids import listed_id, listed_identifier


def read_opt_out(path: Path | None) -> dict[int, str]:
    """What each line says, by its number; lines that begin with # are comments. Raises SettingsError."""
    if path is None:
        return {}
    try:
        text = read_regular(path)[0].decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise SettingsError("opt_out: the file cannot be read as UTF-8") from None
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return {n: line.strip() for n, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("#")}


def opted_out(
    listed: dict[int, str], subject: Callable[[str], str], identifier: Callable[[str, str], str]
) -> dict[str, tuple[int, ...]]:
    """The lines by the token of whom they name.

    A line counts as written, as the id that it means, and as that in capital and in small letters: to withhold a
    patient whose id differs in case alone does less harm than to release one. One with a bar is an identifier, too.
    subject: the token of a patient's id. identifier: the scope of a system and a value.
    """
    found: dict[str, tuple[int, ...]] = {}
    for number, written in listed.items():
        meant = listed_id(written)
        tokens = {subject(p) for p in (written, meant, meant.lower(), meant.upper()) if p and meant}
        system, value = listed_identifier(written) or ("", "")
        tokens |= {identifier(system, v) for v in (value, value.lower(), value.upper()) if v}
        for token in tokens:
            found[token] = (*found.get(token, ()), number)
    return found
