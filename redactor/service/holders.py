"""This module tells who asks: the holder of a token of the service, or of a JSON Web Token of an issuer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from redactor.service.oidc import OidcChecker
from redactor.service.tokens import Checker, RightTokens, Role, tokens_path
from redactor.settings import Settings


class Holder(Protocol):
    """Who asks.

    name: that of a token, or `oidc:` and a subject. id: that of a token, or the name of a subject. roles: the strongest
    first.
    """

    @property
    def name(self) -> str: ...

    @property
    def id(self) -> str: ...

    @property
    def roles(self) -> tuple[Role, ...]: ...


class HolderChecker(Protocol):
    """A holder checker tells whose a token is; `Checker` says what its methods do."""

    def refresh(self) -> None: ...

    def remembered(self, given: str) -> Holder | None: ...

    async def check(self, given: str) -> Holder | None: ...


class EitherChecker:
    """A checker of tokens of the service and of JSON Web Tokens, which their form tells apart."""

    def __init__(self, tokens: Checker, oidc: OidcChecker) -> None:
        self._tokens, self._oidc = tokens, oidc

    def refresh(self) -> None:
        """Read the tokens of the service again if they have changed. Raises as `Checker.refresh` does."""
        self._tokens.refresh()

    def remembered(self, given: str) -> Holder | None:
        """Return the holder of a token that was right before. Raises as `Checker.remembered` does."""
        return self._oidc.remembered(given) if _is_web_token(given) else self._tokens.remembered(given)

    async def check(self, given: str) -> Holder | None:
        """Return the holder of a token, or None. Raises as `Checker.check` and `OidcChecker.check` do."""
        return await (self._oidc.check(given) if _is_web_token(given) else self._tokens.check(given))


def build_checker(settings: Settings, told: Callable[[BaseException], None], right: RightTokens) -> HolderChecker:
    """Return the checker of tokens, and of the issuer if one is set. Raises as `Checker` does.

    told: is told why the keys of the issuer cannot be fetched. right: tokens that were right at other workers.
    """
    tokens = Checker(tokens_path(settings), right, is_required=settings.oidc is None)
    return tokens if settings.oidc is None else EitherChecker(tokens, OidcChecker(settings.oidc, told))


def _is_web_token(given: str) -> bool:
    return given.count(".") == 2
