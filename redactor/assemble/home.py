"""The paths of a home, and the scope of a site."""

from __future__ import annotations

import os
from pathlib import Path

from redactor.keys import Keyring
from redactor.keys.keyring_file import keyring_path
from redactor.policy.profiles import load_profile
from redactor.settings import Settings
from schemas.documents.approvals import Approvals


def known_values_path(settings: Settings) -> Path:
    """The store of known values of a home."""
    return settings.home / "known.db"


def known_head_path(settings: Settings) -> Path | None:
    """The file of heads of known values: where settings place it, else beside a keyring that is a file."""
    return settings.known_head or _beside_keyring(settings, "known")


def index_path(settings: Settings) -> Path:
    """The embedded index of stand-ins of a home."""
    return settings.home / "stand-ins.db"


def answers_path(settings: Settings) -> Path:
    """The answers of LLMs of a home."""
    return settings.home / "llm.db"


def default_state(settings: Settings, keyring: Keyring, source: Path | None, out: Path) -> Path:
    """The state folder of a run for which none is given: under home, named by a keyed hash of source and out."""
    paths = [str(p.resolve()) for p in (source, out) if p is not None]
    return settings.home / "runs" / keyring.internal("journal").token("state", *paths)[:16]


def approvals_of(settings: Settings, keyring: Keyring) -> Approvals:
    """The approvals of a home, with their head where settings place it, else beside a keyring that is a file."""
    named = settings.approvals_head is not None
    return Approvals(settings.home, keyring, approvals_head_path(settings), head_is_named=named)


def approvals_head_path(settings: Settings) -> Path | None:
    """The file of heads of approvals: where settings place it, else beside a keyring that is a file."""
    return settings.approvals_head or _beside_keyring(settings, "approvals")


def heads_not_kept(settings: Settings) -> list[str]:
    """The settings that should name a file: nothing apart from home can remember what they stand for."""
    heads = {"approvals_head": approvals_head_path(settings), "known_head": known_head_path(settings)}
    return [
        name for name, head in heads.items() if head is None or not (head.exists() or os.access(head.parent, os.W_OK))
    ]


def _beside_keyring(settings: Settings, suffix: str) -> Path | None:
    keys = keyring_path(settings.keyring)
    return keys.with_name(f"{keys.name}.{suffix}") if keys is not None else None


def pseudonym_recipient(settings: Settings) -> str:
    """The recipient as pseudonyms are derived for it under the profile. Raises ProfileError."""
    return load_profile(settings.profile, settings.profile_dirs).dates.pseudonym_recipient(settings.recipient)


def site_scope(settings: Settings) -> str:
    """The scope of values that belong to the whole source: clinicians, organisations, places."""
    return f"site:{settings.source}"
