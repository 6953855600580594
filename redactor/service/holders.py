"""This module tells who asks: the holder of a token of the service, or of a JSON Web Token of an issuer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from redactor.service.tokens import Checker, RightTokens, Role, tokens_path
from redactor.settings import Settings

if TYPE_CHECKING:
    from redactor.service.oidc import OidcChecker


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


@dataclass(frozen=True)
class Holders:
    """A checker of tokens of the service and of JSON Web Tokens, which their form tells apart.

    oidc: None where no issuer is set.
    """

    tokens: Checker
    oidc: OidcChecker | None

    def refresh(self) -> None:
        """Read the tokens of the service again if they have changed. Raises as `Checker.refresh` does."""
        self.tokens.refresh()

    def remembered(self, given: str) -> Holder | None:
        """Return the holder of a token that was right before. Raises as `Checker.remembered` does."""
        return (self._issued(given) or self.tokens).remembered(given)

    async def check(self, given: str) -> Holder | None:
        """Return the holder of a token, or None. Raises as `Checker.check` and `OidcChecker.check` do."""
        return await (self._issued(given) or self.tokens).check(given)

    def _issued(self, given: str) -> OidcChecker | None:
        return self.oidc if given.count(".") == 2 else None


def build_checker(settings: Settings, told: Callable[[BaseException], None], right: RightTokens) -> Holders:
    """Return the checker of tokens, and of the issuer if one is set. Raises as `Checker` does.

    told: is told why the keys of the issuer cannot be fetched. right: tokens that were right at other workers.
    """
    tokens = Checker(tokens_path(settings), right, is_required=settings.oidc is None)
    if settings.oidc is None:
        return Holders(tokens, None)
    from redactor.service.oidc import OidcChecker

    return Holders(tokens, OidcChecker(settings.oidc, told))
