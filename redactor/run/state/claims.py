"""This module compares what the one manifest of OUT says of all its files with what a later start would release."""

from __future__ import annotations

from redactor.errors import RunError
from redactor.keys import DerivedKey
from redactor.run.contracts import RunMetadata

_PARTS = ("profile", "recipient", "source", "epoch of the keyring")
_REMEDIES = ("give its --profile", "set `recipient` back", "set `source` back", "set the epoch back")


def claims_of(key: DerivedKey, metadata: RunMetadata) -> str:
    """Return a token for each of profile, recipient, source and epoch, to be kept in the state."""
    values = (metadata.profile_digest, metadata.recipient, metadata.source, metadata.key_id)
    return " ".join(key.token("claims", name, value) for name, value in zip(_PARTS, values, strict=True))


def check_claims(before: str | None, now: str) -> None:
    """Raise RunError, which names what differs, unless the claims are those of the state."""
    if before == now:
        return
    pairs = zip((before or "").split(" "), now.split(" "), strict=False)
    other = [number for number, (old, new) in enumerate(pairs) if old != new]
    named = " and ".join(f"another {_PARTS[number]}" for number in other)
    remedies = ", ".join(_REMEDIES[number] for number in other)
    raise RunError(
        f"what this state holds was processed under {named}, and what is released later must be made alike: "
        f"{remedies}, or name a new --state and an empty OUT"
    )
