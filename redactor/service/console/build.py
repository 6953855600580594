"""This module lists the pages of the console, and opens it for a service."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from redactor.keys import Keyring
from redactor.service.console import audit, compare, forget, job_pages, live, quarantine, recordings, schemas, start
from redactor.service.console.app import ConsoleApp
from redactor.service.console.background import Background
from redactor.service.console.jobs import Jobs
from redactor.service.console.pages import Console
from redactor.service.console.ring import Ring
from redactor.service.console.schemas import Findings
from redactor.service.console.sessions import Ended, Sessions
from redactor.service.console.sign_in import SignIn
from redactor.service.holders import Holders
from redactor.service.metrics import Metrics
from redactor.service.review.routes import ReviewPages
from redactor.service.tokens import Lockout
from redactor.settings import Settings

_MOST_FINDINGS = 32  # of drafts
_MOST_REVIEWS = 2  # open at a time; each has an engine
PAGES = (
    *start.PAGES, *live.PAGES, *quarantine.PAGES, *schemas.PAGES, *compare.PAGES, *recordings.PAGES, *forget.PAGES,
    *audit.PAGES, *job_pages.PAGES,
)  # fmt: skip
"""These are all pages, in the order of the navigation."""


def open_console(
    settings: Settings,
    metrics: Metrics,
    holders: Holders,
    lockout: Lockout,
    told: Callable[[BaseException], None],
    remedies: Mapping[str, str],
) -> ConsoleApp:
    """Return the console of a service; see ConsoleApp and Console. holders: those of the gate. Raises KeyringError."""
    navigation = [page for page in PAGES if page.title]
    keyring = Keyring.load(settings.keyring)
    ring, jobs = Ring(metrics, settings, told), Jobs(settings.home, told)
    reviews = Background("console-reviews", _MOST_REVIEWS, ReviewPages.close)
    findings = Background[Findings]("console-findings", _MOST_FINDINGS)
    console = Console(settings, keyring, ring, jobs, remedies, navigation, reviews, findings)
    sessions, ended = Sessions(keyring), Ended(settings.home / "console" / "ended.json")
    sign_in = None
    if settings.oidc is not None and settings.oidc.client_id is not None and holders.oidc is not None:
        sign_in = SignIn(settings.oidc, holders.oidc, keyring, sessions, ended, told)
    return ConsoleApp(console, PAGES, sessions, ended, holders.tokens, sign_in, lockout, told)
