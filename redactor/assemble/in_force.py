"""This module tells, in a process that runs on, whether what lets data leave still does: approvals, the opt-out list.

Each look costs little: a file is read again only when it has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from pathlib import Path

from redactor.assemble.engines import unapproved
from redactor.assemble.home import open_approvals
from redactor.errors import NotInForceError, SettingsError
from redactor.files.paths import Version, version_of
from redactor.keys import Keyring
from redactor.policy.profiles import Profile
from redactor.settings import Settings
from schemas.documents.approvals import followed


class OptOutInForce:
    """This filter contains what `opt_out_filter` contains, by the list as its file is at each question.

    read: builds that filter. A file that cannot be read any more raises NotInForceError: then nobody is released.
    """

    def __init__(self, path: Path, read: Callable[[], Container[str]]) -> None:
        self._path, self._read = path, read
        self._seen: Version | None = None
        self._filter: Container[str] = frozenset()

    def __contains__(self, subject: object) -> bool:
        return subject in self._current()

    def __bool__(self) -> bool:
        return bool(self._current())

    def _current(self) -> Container[str]:
        try:
            seen = version_of(self._path)
        except OSError:
            seen = None  # `read` says why
        if seen is None or seen != self._seen:
            try:
                self._filter = self._read()
            except SettingsError as e:
                raise NotInForceError("withdrawals-unreadable", str(e)) from None
            self._seen = seen
        return self._filter


class ProfileInForce:
    """This object tells whether a profile, which was approved when the process began, still is."""

    def __init__(self, settings: Settings, keyring: Keyring, profile: Profile) -> None:
        self._settings, self._profile = settings, profile
        self._approvals = open_approvals(settings, keyring, profile)

    def check(self) -> None:
        """Raise NotInForceError unless the profile is approved still, or again."""
        with followed():
            told = unapproved(self._settings, self._profile, self._approvals)
        if told:
            raise NotInForceError("profile-not-approved", told)


def release_check(settings: Settings, keyring: Keyring, profile: Profile) -> Callable[[], None]:
    """Return what raises NotInForceError unless the profile is approved and the list of opt_out can be read.

    It is for requests that have not begun: what reads texts and records asks for itself.
    """
    from redactor.run.intake.patient_lists import read_opt_out

    of_profile, path = ProfileInForce(settings, keyring, profile), settings.opt_out
    listed = None if path is None else OptOutInForce(path, lambda: frozenset(read_opt_out(path).values()))

    def check() -> None:
        of_profile.check()
        _ = bool(listed)

    return check
