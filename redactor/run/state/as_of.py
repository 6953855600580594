"""This module encrypts the day on which a run judges ages, so that the state can keep it.

If settings do not give the day, it is the newest date of the input. Together with the newest date of a release it tells
the date shift of the patient who has it; nobody may learn it from a state or an audit without the keyring.
"""

from __future__ import annotations

import datetime as dt

from redactor.errors import KeyringError, RunError
from redactor.keys import Keyring
from redactor.run.contracts import RunMetadata

_PURPOSE = "as-of"


def seal_as_of(keyring: Keyring, day: dt.date | None) -> str:
    """Encrypt the day into the text that a journal keeps; "" stands for no day."""
    return "" if day is None else keyring.encrypt(_PURPOSE, day.isoformat().encode()).hex()


def open_as_of(keyring: Keyring, kept: str | None) -> dt.date | None:
    """Decrypt the day that `seal_as_of` encrypted.

    Raises RunError for a journal of an earlier version, which kept it in clear.
    """
    if not kept:
        return None
    try:
        return dt.date.fromisoformat(keyring.decrypt(_PURPOSE, bytes.fromhex(kept)).decode("ascii"))
    except (KeyringError, ValueError):
        raise RunError(
            "the state holds the day on which ages are judged in a form that this version and keyring cannot read; set "
            "REDACTOR_KEYRING to the run's, or start again with a new --state and an empty OUT"
        ) from None


def stated_as_of(keyring: Keyring, metadata: RunMetadata, day: dt.date | None) -> str | None:
    """Return the day as the audit states it: the day of the settings, or a keyed digest of a day that was derived."""
    if metadata.as_of is not None or day is None:
        return metadata.as_of
    return f"derived:{keyring.internal(_PURPOSE).token(day.isoformat())}"
