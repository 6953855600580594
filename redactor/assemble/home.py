"""This module gives the paths of a home and the scope of a site."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from redactor.keys import Keyring
from redactor.keys.keyring_file import keyring_path
from redactor.policy.profiles import Profile, load_profile
from redactor.settings import Settings
from schemas.documents.approvals import Approvals


def known_values_path(settings: Settings) -> Path:
    """Return the path of the store of known values in a home."""
    return settings.home / "known.db"


def known_head_path(settings: Settings) -> Path | None:
    """Return the head file of the known values: the one that settings name, else one beside a keyring that is a
    file.
    """
    return settings.known_head or _beside_keyring(settings, "known")


def index_path(settings: Settings) -> Path:
    """Return the path of the embedded index of stand-ins in a home."""
    return settings.home / "stand-ins.db"


def answers_path(settings: Settings) -> Path:
    """Return the path of the stored LLM answers in a home."""
    return settings.home / "llm.db"


def service_ledger_path(settings: Settings) -> Path:
    """Return the folder of a home with the LLM tokens that `redactor serve` has spent."""
    return settings.home / "service-llm"


def default_state(settings: Settings, keyring: Keyring, source: Path | None, out: Path) -> Path:
    """Return the default state folder of a run, under home and named by a keyed hash of input and output paths."""
    paths = [str(p.resolve()) for p in (source, out) if p is not None]
    return settings.home / "runs" / keyring.internal("journal").token("state", *paths)[:16]


def new_state(settings: Settings) -> Path:
    """Return the path of a new state folder under home, for a run whose paths do not tell it from others."""
    return settings.home / "runs" / secrets.token_hex(8)


def open_approvals(settings: Settings, keyring: Keyring, profile: Profile | None = None) -> Approvals:
    """Open the approvals of a home with their head file.

    As many people have to approve as the settings, their profile, or `profile` asks for, whichever is most. Raises
    ProfileError if the profile of the settings cannot be read.
    """
    asked = [load_profile(settings.profile, settings.profile_dirs), *([profile] if profile is not None else [])]
    people = max(settings.approvers, *(one.approvers for one in asked))
    named = settings.approvals_head is not None
    head = approvals_head_path(settings)
    return Approvals(settings.home, keyring, head, head_is_named=named, people=people)


def approvals_head_path(settings: Settings) -> Path | None:
    """Return the head file of the approvals: the one that settings name, else one beside a keyring that is a file."""
    return settings.approvals_head or _beside_keyring(settings, "approvals")


def access_head_path(settings: Settings) -> Path | None:
    """Return the head file of the log of who asked for originals: the one that settings name, else one beside a keyring
    that is a file.
    """
    return settings.access_head or _beside_keyring(settings, "access")


def unwritable_heads(settings: Settings) -> list[str]:
    """Return the names of the settings that should name a head file, because the default one cannot be written."""
    heads = {"approvals_head": approvals_head_path(settings), "known_head": known_head_path(settings)}
    return [
        name for name, head in heads.items() if head is None or not (head.exists() or os.access(head.parent, os.W_OK))
    ]


def _beside_keyring(settings: Settings, suffix: str) -> Path | None:
    keys = keyring_path(settings.keyring)
    return keys.with_name(f"{keys.name}.{suffix}") if keys is not None else None


def pseudonym_recipient(settings: Settings) -> str:
    """Return the recipient under which pseudonyms are derived for the profile. Raises ProfileError."""
    return load_profile(settings.profile, settings.profile_dirs).dates.pseudonym_recipient(settings.recipient)


def site_scope(settings: Settings) -> str:
    """Return the scope of values that belong to the whole source: clinicians, organisations, places."""
    return f"site:{settings.source}"
