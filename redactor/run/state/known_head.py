"""The heads of stores of known values, kept apart from home: the name of each home's store, and its commits.

Whoever can write to a home, but not beside the keyring, cannot remove the store or put an older one back: values of
earlier runs would no longer be searched for.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from redactor.atomic_file import locked
from redactor.errors import RunError
from redactor.head_files import read_heads, write_heads
from redactor.keys import Keyring


class KnownHead:
    """The head of one store, in a JSON file, by default beside the keyring: {place: {"store", "commits"}}.

    place: a keyed hash of the path of the store, as it is given: a link could be turned elsewhere.
    """

    def __init__(self, file: Path, store: Path, keyring: Keyring) -> None:
        self._file = file
        self._place = keyring.internal("known-seal").digest("store", str(store.absolute())).hex()

    def check(self, store: str, commits: int) -> bool:
        """Raise RunError unless this is the store that was seen last, or a later state of it. False: no head yet."""
        head = self._heads().get(self._place)
        if head is None:
            return False
        if head["store"] != store or commits < head["commits"]:
            raise RunError(
                "the known values of home (known.db) are not those that the keyring remembers: values of earlier runs "
                f"are missing; restore known.db from a backup, or remove {self._file.name}, which lies beside the "
                "keyring or where known_head places it, to go on without them"
            )
        return True

    def put(self, store: str, commits: int) -> None:
        """Keep the head, where it can be written. It never goes back."""
        if not os.access(self._file.parent, os.W_OK):
            return
        with locked(self._file):
            heads = self._heads()
            before = heads.get(self._place)
            if before is None or before["store"] != store or before["commits"] < commits:
                heads[self._place] = {"store": store, "commits": commits}
                write_heads(self._file, heads)

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
