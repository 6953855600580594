"""This module says whether a worker can answer, and if not, which of its needs is missing."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import Callable

from redactor.assemble.replacers import check_index
from redactor.errors import NotInForceError, RedactorError
from redactor.keys import Keyring
from redactor.policy.profiles import Profile
from redactor.service.holders import HolderChecker
from redactor.settings import Settings

_LOOK_SECONDS = 2.0  # between looks: /ready needs no token, and must not become load for others
_INDEX_SECONDS = 2.0  # for the index of stand-ins to answer
_LEAST_FREE = 64 << 20  # bytes of home


class Readiness:
    """A readiness looks at what the worker of an engine needs: that the engine itself is built is taken for granted.

    profile: of the engine. checker: None where no tokens are asked for. told: is told why something cannot be
    read or does not answer. in_force: raises NotInForceError where nothing may leave.
    """

    def __init__(
        self,
        settings: Settings,
        profile: Profile,
        checker: HolderChecker | None,
        told: Callable[[BaseException], None],
        in_force: Callable[[], None],
    ) -> None:
        self._settings, self._profile, self._checker, self._told = settings, profile, checker, told
        self._in_force = in_force
        self._lock, self._found, self._looked = asyncio.Lock(), "", float("-inf")

    async def missing(self) -> str:
        """Return the code of what is missing, a key of `refusals.MESSAGES`, or "" if the worker can answer."""
        if self._checker is not None:
            try:
                self._checker.refresh()
            except (OSError, RedactorError) as e:
                self._told(e)
                return "tokens-unreadable"
        async with self._lock:
            if time.monotonic() - self._looked >= _LOOK_SECONDS:
                self._found = await asyncio.to_thread(self._look)
                self._looked = time.monotonic()
            return self._found

    def _look(self) -> str:
        try:
            Keyring.load(self._settings.keyring)
        except (OSError, RedactorError) as e:
            self._told(e)
            return "keyring-unreadable"
        try:
            self._in_force()
        except NotInForceError as e:
            self._told(e)
            return e.code
        home = self._settings.home
        if not os.access(home, os.W_OK | os.X_OK):
            return "home-unwritable"
        if shutil.disk_usage(home).free < _LEAST_FREE:
            return "home-full"
        try:
            check_index(self._settings, self._profile, _INDEX_SECONDS)
        except (OSError, RedactorError) as e:
            self._told(e)
            return "index-unreachable"
        return ""
