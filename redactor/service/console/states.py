"""This module finds the states under home that have a quarantine, and opens one for a page.

In addresses a state stands as a keyed hash, since its folder may have any name.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from redactor.errors import RedactorError
from redactor.run.state.quarantine import QuarantineStore
from redactor.run.state.run_facts import RunFacts, read_facts
from redactor.service.console.pages import Asked, Console, NotFoundError


@dataclass(frozen=True)
class State:
    """A state with a quarantine. key: in addresses. facts: None if its journal cannot be read."""

    key: str
    path: Path
    facts: RunFacts | None


def states(console: Console, most: int) -> list[State]:
    """Return the states, the latest first: of the `most` whose quarantine was changed last."""
    paths = sorted((console.settings.home / "runs").glob("*/quarantine.db"), key=lambda p: -p.stat().st_mtime_ns)
    found = [_state(console, path.parent) for path in paths[:most]]
    return sorted(found, key=lambda s: (s.facts.began if s.facts is not None else "", s.path.name), reverse=True)


def state_of(asked: Asked) -> State:
    """Return the state that an address names. Raises NotFoundError."""
    for path in (asked.console.settings.home / "runs").glob("*/quarantine.db"):
        if key_of(asked.console, path.parent) == asked.params["state"]:
            return _state(asked.console, path.parent)
    raise NotFoundError


@contextmanager
def opened(console: Console, state: State) -> Iterator[QuarantineStore]:
    """Open the quarantine of a state for reading. Raises RunError."""
    with closing(QuarantineStore(state.path, console.keyring, read_only=True)) as store:
        yield store


def key_of(console: Console, path: Path) -> str:
    """Return how a state is named in addresses."""
    return console.keyring.internal("console").token("state", path.name)[:16]


def _state(console: Console, path: Path) -> State:
    facts = None
    with suppress(RedactorError, sqlite3.DatabaseError):
        facts = read_facts(path, console.keyring)
    return State(key_of(console, path), path, facts)
