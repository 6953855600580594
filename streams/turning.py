"""This module counts the released records that a later day would have read otherwise, in the journal of an exporter.

The day on which workers judge ages moves. A record that left with a birth year leaves nothing of it from the ninetieth
birthday on; what left before stays with the recipient, and a person is to know how much that is. The days are sealed:
the newest one, and how many records turn on which later day, at most one number for each day up to 2048. The count of
those that have turned is in the clear, and says nothing of when.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter

import msgspec

from redactor.errors import KeyringError, RunError
from redactor.keys import Keyring
from redactor.run.state.as_of import open_as_of, seal_as_of
from redactor.run.state.journal import Journal

READ_OTHERWISE = "read_otherwise"
"""The journal holds the number of records that have turned under this key."""
_NEWEST, _LATER = "as_of", "turning"
_PURPOSE = "turning"


class TurningRecords:
    """Counts by the first day on which a released record would be read otherwise. Each commit takes `changes`."""

    def __init__(self, keyring: Keyring, journal: Journal) -> None:
        self._keyring = keyring
        self._newest = open_as_of(keyring, journal.get(_NEWEST))
        self._turned = int(journal.get(READ_OTHERWISE) or 0)
        self._later = self._open(journal.get(_LATER))
        self._changed: set[str] = set()

    def note_day(self, as_of: dt.date | None) -> None:
        """Notes the day on which a record was judged; the newest one counts."""
        if as_of is None or (self._newest is not None and as_of <= self._newest):
            return
        self._newest = as_of
        self._changed.add(_NEWEST)
        if due := [day for day in self._later if day <= as_of.toordinal()]:
            self._turned += sum(self._later.pop(day) for day in due)
            self._changed |= {_LATER, READ_OTHERWISE}

    def note_released(self, turns: dt.date | None) -> None:
        """Counts a record that leaves. turns: the first day on which it would be read otherwise."""
        if turns is None:
            return
        if self._newest is not None and turns <= self._newest:
            self._turned += 1
            self._changed.add(READ_OTHERWISE)
        else:
            self._later[turns.toordinal()] += 1
            self._changed.add(_LATER)

    def changes(self) -> dict[str, str]:
        """Returns what the journal is to hold of what was noted since the last call."""
        changed, self._changed = self._changed, set()
        values = {_NEWEST: self._sealed_day, READ_OTHERWISE: lambda: str(self._turned), _LATER: self._sealed_counts}
        return {key: values[key]() for key in sorted(changed)}

    def _sealed_day(self) -> str:
        return seal_as_of(self._keyring, self._newest)

    def _sealed_counts(self) -> str:
        return self._keyring.encrypt(_PURPOSE, msgspec.msgpack.encode(self._later)).hex()

    def _open(self, kept: str | None) -> Counter[int]:
        try:
            opened = self._keyring.decrypt(_PURPOSE, bytes.fromhex(kept)) if kept else b"\x80"
        except (KeyringError, ValueError):
            raise RunError(
                "the state holds days that this version and keyring cannot read; set REDACTOR_KEYRING to the stream's"
            ) from None
        return Counter(msgspec.msgpack.decode(opened, type=dict[int, int]))
