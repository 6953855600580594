"""This module keeps the store of known values whole and current: a change counts in whole or not at all, and what
older keys encrypted is encrypted again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from redactor.run.state.known_entries import Entries


class Renewing(Protocol):
    """A part of a store that can re-encrypt what older keys encrypted, and tells how many rows those were."""

    def renew(self) -> int: ...


class _Store(Protocol):
    _held: bool  # by a transaction, whose end rolls back

    def _roll_back(self) -> None: ...


S = TypeVar("S", bound=_Store)
P = ParamSpec("P")
R = TypeVar("R")


def whole(change: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Let a change of a store that fails roll back all that is not committed.

    With a full disk any statement can fail. Values without their search keys or numbers would not be searched for, and
    would not be added again.
    """

    @wraps(change)
    def run(store: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return change(store, *args, **kwargs)
        except BaseException:
            if not store._held:
                store._roll_back()
            raise

    return run


def rotate(entries: Entries, others: Iterable[Renewing], begin: Callable[[], None], commit: Callable[[], None]) -> int:
    """Re-encrypt what older keys encrypted, in several transactions, and return how many rows changed."""
    changed = 0
    last: tuple[bytes, bytes] | None = (b"", b"")
    while last is not None:
        begin()
        renewed, last = entries.renew(last)
        commit()
        changed += renewed
    begin()
    changed += sum(other.renew() for other in others)
    commit()
    return changed
