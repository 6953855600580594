"""Whose identifiers are: the patients who have each, among the entries of the known values (ADR 0047).

What was harvested has the scope of the identifier and a reference to the Patient. Beside it, under the patient, stands
the scope, so that a patient who is forgotten takes the identifiers along. All is encrypted as known values are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from redactor.entities import Entity, Role
from redactor.run.contracts import PATIENT
from redactor.run.state.forgotten import Forgotten
from redactor.run.state.known_entries import Entries, load
from redactor.text import KnownValue

_OF_PATIENT = "identifiers of:"
_HOLDER = "holder"


def holder(reference: str, *tokens: str) -> KnownValue:
    """What the scope of an identifier holds of a patient who has it.

    reference: as `schemas.engine.patient_identifiers.Holders` gives it. tokens: of the patient's id, and of the id
    that the crosswalk has for it.
    """
    return KnownValue(reference, Entity.ID, Role.PATIENT, tuple((_HOLDER, token) for token in dict.fromkeys(tokens)))


def tokens_of(value: KnownValue) -> frozenset[str]:
    """The tokens of a patient who has an identifier; none of any other known value."""
    return frozenset(token for name, token in value.parts if name == _HOLDER)


class Identifiers:
    """The caller begins and ends transactions.

    changes: gives a number that changes with every change of the database.
    """

    def __init__(self, entries: Entries, forgotten: Forgotten, changes: Callable[[], int]) -> None:
        self._entries, self._forgotten, self.changes = entries, forgotten, changes

    def add(self, scope: str, holders: Sequence[KnownValue]) -> None:
        """Add patients who have the identifier of a scope. That of one who was forgotten for good is forgotten, too."""
        tokens = {token for value in holders for token in tokens_of(value)}
        if any(token in self._forgotten for token in tokens):
            self._forgotten.add_scope(scope)
            return
        self._entries.add(scope, [self._entries.prepare(scope, value, PATIENT) for value in holders])
        for token in tokens:
            theirs = _OF_PATIENT + token
            self._entries.add(theirs, [self._entries.prepare(theirs, holder(scope, token), PATIENT)])

    def holders(self, scope: str) -> frozenset[str]:
        """References to the Patients that have the identifier."""
        return frozenset(value.value for value in self._held(scope))

    def of(self, token: str) -> tuple[str, ...]:
        """The scopes of a patient's identifiers, sorted."""
        return tuple(sorted({value.value for value in self._held(_OF_PATIENT + token)}))

    def alone(self, token: str) -> tuple[str, ...]:
        """The same of those that no other patient has."""
        return tuple(s for s in self.of(token) if all(token in tokens_of(value) for value in self._held(s)))

    def forget(self, token: str) -> None:
        """No longer know which identifiers a patient has."""
        for scope in self.of(token):
            held = self._entries.read(scope, everything=True)
            self._entries.erase(scope, [stored for stored in held if token in tokens_of(load(stored.data))])
        self._entries.forget(_OF_PATIENT + token)

    def _held(self, scope: str) -> list[KnownValue]:
        return [load(stored.data) for stored in self._entries.read(scope, everything=True)]
