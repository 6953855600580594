"""The heads of stores of known values, kept apart from home: the name of each home's store, and its commits.

Whoever can write to a home, but not beside the keyring, cannot remove the store or put an older one back: values of
earlier runs would no longer be searched for. The store in turn has a mark, under its seal, for each file that keeps its
head: a file that was removed or emptied is missed.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from redactor.errors import RunError
from redactor.files.atomic_file import locked
from redactor.files.head_files import read_heads, write_heads
from redactor.keys import Keyring
from redactor.run.state import known_versions
from redactor.run.state.sealed_sqlite import SealedDatabase


class KnownHead:
    """The head of one store, in a JSON file, by default beside the keyring: {place: {"store", "commits"}}.

    place: a keyed hash of the path of the store, as it is given: a link could be turned elsewhere. mark: of this file
    and place, for the store.
    """

    def __init__(self, file: Path, store: Path, keyring: Keyring) -> None:
        self._file = file
        key = keyring.internal("known-seal")
        self._place = key.digest("store", str(store.absolute())).hex()
        self.mark = key.digest("head", self._place, str(file.absolute())).hex()

    def check(self, store: str, commits: int, *, is_marked: bool) -> None:
        """Raise RunError unless this is the store that was seen last, or a later state of it; or there is no head yet.

        is_marked: the store has the mark of this file.
        """
        head = self._heads().get(self._place)
        if head is None:
            if not is_marked:
                return
            raise RunError(
                f"{self._file.name}, the head of known values, which lies beside the keyring or where known_head "
                f"places it, was removed or emptied: values of earlier runs may be missing from known.db; restore "
                f"{self._file.name} from a backup, or name another file in known_head to go on with known.db as it is, "
                "or remove known.db and run over all input again"
            )
        if head["store"] != store or commits < head["commits"]:
            raise RunError(
                "the known values of home (known.db) are not those that the keyring remembers: values of earlier runs "
                f"are missing; restore known.db from a backup, or remove {self._file.name}, which lies beside the "
                "keyring or where known_head places it, to go on without them"
            )

    def keep(self, sealed: SealedDatabase) -> None:
        """Keep the head of the store, where it can be written, and mark the store."""
        if not self._put(sealed.name, sealed.commits) or known_versions.is_marked(sealed.db, self.mark):
            return
        with sealed.transaction() as db:  # after the head: a mark without one locks out
            known_versions.set_mark(db, self.mark)
        self._put(sealed.name, sealed.commits)

    def _put(self, store: str, commits: int) -> bool:
        """Keep the head. It never goes back. False where it cannot be written."""
        if not os.access(self._file.parent, os.W_OK):
            return False
        with locked(self._file):
            heads = self._heads()
            before = heads.get(self._place)
            if before is None or before["store"] != store or before["commits"] < commits:
                heads[self._place] = {"store": store, "commits": commits}
                write_heads(self._file, heads)
        return True

    def _heads(self) -> dict[str, Any]:
        try:
            return read_heads(self._file, lambda head: type(head["store"]) is str and type(head["commits"]) is int)
        except FileNotFoundError:
            return {}
        except OSError as e:
            raise RunError(f"{self._file.name}, the head of known values, cannot be read ({e.strerror})") from None
        except ValueError:
            raise RunError(
                f"{self._file.name}, the head of known values, is damaged; restore it from a backup, or remove it"
            ) from None
