"""This module builds the engine for text from the detectors of the settings and the replacer of the profile."""

from __future__ import annotations

import datetime as dt
import functools
from typing import TYPE_CHECKING

from redactor.assemble.detectors import build_detectors, site_terms
from redactor.assemble.home import open_approvals
from redactor.assemble.replacers import build_replacer
from redactor.detect import Detector
from redactor.detect.known import SiteKnown
from redactor.detect.site_terms import AllowedTerms
from redactor.engine import Engine
from redactor.entities import Entity
from redactor.errors import SettingsError
from redactor.keys import Keyring
from redactor.policy.profiles import SHIPPED, Profile, load_profile
from redactor.settings import Settings
from redactor.text import Action
from schemas.documents.approvals import Approvals, claimed_status

if TYPE_CHECKING:
    from redactor.assemble.llm_access import Asking
    from redactor.llm.contract import Counts
    from redactor.llm.ledger import Ledger
    from relex.identity.context import KnownValues


def approved_profile(settings: Settings, keyring: Keyring) -> Profile:
    """Return the profile of the settings. Raises SettingsError unless it is shipped or approved with this keyring.

    Raises ApprovalError if the approvals of home are invalid.
    """
    profile = load_profile(settings.profile, settings.profile_dirs)
    if told := unapproved(settings, profile, open_approvals(settings, keyring)):
        raise SettingsError(told)
    return profile


def unapproved(settings: Settings, profile: Profile, approvals: Approvals) -> str:
    """Return why nothing may leave under a profile, or ""."""
    status = approvals.status("profile", profile.digest)
    if status == "approved" or (status == "none" and profile.digest in _shipped_profiles()):
        return ""
    what = "is not approved" if status == "none" else f"was approved once, but its approval is {status}"
    what = "waits for the approval of a second person" if status == "waiting" else what
    return (
        f"profile {profile.name} {what}; review it, then: redactor schema approve {settings.profile} "
        "--profile --by NAME --reason TEXT"
    )


def keyless_profile(settings: Settings) -> Profile:
    """Return the profile of the settings for a user without a keyring.

    Raises SettingsError unless the profile is shipped.

    Approvals cannot be checked without their keyring. Unchecked approvals can only forbid a profile.
    """
    profile = load_profile(settings.profile, settings.profile_dirs)
    claimed = claimed_status(settings.home, "profile", profile.digest)
    if profile.digest not in _shipped_profiles() or claimed not in ("none", "approved"):
        raise SettingsError(
            f"whether profile {profile.name} is approved can be checked only with the keyring that signs the approvals "
            "of home: set REDACTOR_KEYRING to it"
        )
    return profile


@functools.cache
def _shipped_profiles() -> frozenset[str]:
    return frozenset(load_profile(p.stem).digest for p in SHIPPED.glob("*.json"))


def build_engine(
    settings: Settings,
    keyring: Keyring,
    profile: Profile,
    as_of: dt.date | None,
    site: SiteKnown | None = None,
    student: Detector | None = None,
    known: KnownValues | None = None,
    ledger: Ledger | None = None,
    *,
    asking: Asking | None = None,
    drift: bool = False,
    counts: Counts | None = None,
) -> Engine:
    """Build the engine: detectors, resolver, the LLM cascade if configured, and the replacer of the profile.

    site: known values of the source. student: an already loaded model. known: known people and places for stand-ins.
    ledger, asking, counts: as in `open_llm_access`. drift: as in `build_student`.
    """
    allowed = AllowedTerms(site_terms(settings).allow)
    second = access = None
    if settings.llm is not None:
        from redactor.assemble.llm_access import (
            build_cascade,  # loads what asks LLMs
            open_llm_access,
        )

        access = open_llm_access(settings, settings.llm, keyring, ledger, asking=asking, counts=counts)
        second = build_cascade(settings, settings.llm, access, keyring, allowed)
    replacer = build_replacer(settings, keyring, profile, as_of, known, access)
    gets_standins = profile.action(Entity.DOCTOR) is Action.SURROGATE
    return Engine(
        build_detectors(settings, site, student, drift), replacer, allowed, second,
        with_degrees=gets_standins, held=profile.held_entities,
    )  # fmt: skip
