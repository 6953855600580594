"""This module stores which patients have which identifier, among the entries of the known values (ADR 0047).

The scope of an identifier holds a reference to each Patient that has it. The scope of the patient in turn holds the
scope of the identifier, so that a forgotten patient takes the identifiers along. All is encrypted like known values.
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
    """Return the known value that says, in the scope of an identifier, that a patient has the identifier.

    reference: as `schemas.engine.patient_identifiers.Holders` gives it. tokens: those of the patient's id and of the id
    that the crosswalk has for it.
    """
    return KnownValue(reference, Entity.ID, Role.PATIENT, tuple((_HOLDER, token) for token in dict.fromkeys(tokens)))


def tokens_of(value: KnownValue) -> frozenset[str]:
    """Return the tokens of a patient who has an identifier; none for any other known value."""
    return frozenset(token for name, token in value.parts if name == _HOLDER)


class Identifiers:
    """An `Identifiers` reads and writes the holders of identifiers. The caller begins and ends transactions.

    changes: gives a number that changes with every change of the database.
    """

    def __init__(self, entries: Entries, forgotten: Forgotten, changes: Callable[[], int]) -> None:
        self._entries, self._forgotten, self.changes = entries, forgotten, changes

    def add(self, scope: str, holders: Sequence[KnownValue]) -> list[str]:
        """Add patients who have the identifier of a scope, and return the tokens of those for whom it is new.

        If one of them was forgotten for good, the scope is forgotten too.
        """
        tokens = {token for value in holders for token in tokens_of(value)}
        if any(token in self._forgotten for token in tokens):
            self._forgotten.add_scope(scope)
            return []
        self._entries.add(scope, [self._entries.prepare(scope, value, PATIENT) for value in holders])
        return [token for token in tokens if self._add_to(_OF_PATIENT + token, holder(scope, token))]

    def _add_to(self, scope: str, value: KnownValue) -> int:
        return self._entries.add(scope, [self._entries.prepare(scope, value, PATIENT)])

    def holders(self, scope: str) -> frozenset[str]:
        """Return references to the Patients that have the identifier."""
        return frozenset(value.value for value in self._values_of(scope))

    def scopes_of(self, token: str) -> tuple[str, ...]:
        """Return the scopes of a patient's identifiers, sorted."""
        return tuple(sorted({value.value for value in self._values_of(_OF_PATIENT + token)}))

    def has(self, token: str) -> bool:
        """Return whether a patient's own record gives an identifier. A number that others give does not count."""
        return self._entries.count(_OF_PATIENT + token) > 0

    def exclusive_scopes(self, token: str) -> tuple[str, ...]:
        """Return the scopes of the identifiers that this patient alone has."""
        return tuple(s for s in self.scopes_of(token) if all(token in tokens_of(value) for value in self._values_of(s)))

    def forget(self, token: str) -> None:
        """Erase which identifiers a patient has."""
        for scope in self.scopes_of(token):
            held = self._entries.read(scope, everything=True)
            self._entries.erase(scope, [stored for stored in held if token in tokens_of(load(stored.data))])
        self._entries.forget(_OF_PATIENT + token)

    def _values_of(self, scope: str) -> list[KnownValue]:
        return [load(stored.data) for stored in self._entries.read(scope, everything=True)]
