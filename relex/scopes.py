"""Names of scopes. A stand-in is the same throughout its scope.

A scope belongs to a recipient and an epoch of the keyring, so that releases to two recipients share no stand-in.
"""

from __future__ import annotations

from enum import StrEnum

_BETWEEN = "\x1f"


class Level(StrEnum):
    """The reach of a stand-in: one household, one site (the source), or all sources."""

    HOUSEHOLD = "household"
    SITE = "site"
    GLOBAL = "global"


def scope_name(recipient: str, epoch: int, level: Level, name: str) -> str:
    """name: for a household the token of the subject that names it, for a site its source, else ""."""
    return _BETWEEN.join((recipient, str(epoch), level.value, name))


def scope_parts(scope: str) -> tuple[str, int, Level, str]:
    """The inverse of scope_name."""
    recipient, epoch, level, name = scope.rsplit(_BETWEEN, 3)
    return recipient, int(epoch), Level(level), name
