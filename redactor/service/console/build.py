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
from redactor.service.metrics import Metrics
from redactor.service.review.routes import ReviewPages
from redactor.service.tokens import Checker, Lockout, tokens_path
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
    lockout: Lockout,
    told: Callable[[BaseException], None],
    remedies: Mapping[str, str],
) -> ConsoleApp:
    """Return the console of a service, for the tokens of home; see ConsoleApp and Console.

    Raises KeyringError, and as `Checker` does.
    """
    navigation = [page for page in PAGES if page.title]
    keyring = Keyring.load(settings.keyring)
    ring, jobs = Ring(metrics, settings, told), Jobs(settings.home, told)
    reviews = Background("console-reviews", _MOST_REVIEWS, ReviewPages.close)
    findings = Background[Findings]("console-findings", _MOST_FINDINGS)
    console = Console(settings, keyring, ring, jobs, remedies, navigation, reviews, findings)
    return ConsoleApp(console, PAGES, Checker(tokens_path(settings)), lockout, told)
