"""This module tells when jobs and stored answers no longer count: after an opt-out, an erasure, or the withdrawal of an
approval.
"""

from __future__ import annotations

import hashlib
from contextlib import closing

from redactor.assemble.home import known_values_path, open_approvals
from redactor.files.paths import Version, read_regular, version_of
from redactor.files.sqlite import connect_read_only
from redactor.keys import Keyring
from redactor.run.state.known_database import is_being_made
from redactor.settings import Settings
from redactor.steward.retractions import NAME
from schemas.documents.approvals import followed


class Withdrawals:
    """This object reads the list of the setting opt_out, the approvals, and what each `redactor index forget` leaves in
    home.

    Threads may share it.
    """

    def __init__(self, settings: Settings, keyring: Keyring) -> None:
        self._approvals = open_approvals(settings, keyring)
        self._list, self._log = settings.opt_out, settings.home / NAME
        self._known = known_values_path(settings)
        self._read: tuple[Version, str] | None = None  # the list, and the digest of its content

    def state(self) -> str:
        """Return what another list, an erasure here, one that a stream tells, and the withdrawal of an approval change,
        at once in all processes.

        Raises OSError for a list that cannot be read, sqlite3.Error, and NotInForceError.
        """
        with followed():
            withdrawals = self._approvals.withdrawals()
        return f"{self._of_list()} {version_of(self._log)} {self._of_streams()} {withdrawals}"

    def _of_list(self) -> str:
        if self._list is None:
            return ""
        seen = version_of(self._list)
        if (read := self._read) is not None and read[0] == seen:
            return read[1]
        digest = hashlib.sha256(read_regular(self._list)[0]).hexdigest()
        self._read = None if seen is None else (seen, digest)
        return digest

    def _of_streams(self) -> int:
        """Return how many rows tell of patients who were forgotten for good; they are never removed."""
        if not self._known.exists() or is_being_made(self._known):
            return 0
        with closing(connect_read_only(self._known)) as db:
            return int(db.execute("SELECT count(*) FROM forgotten").fetchone()[0])
