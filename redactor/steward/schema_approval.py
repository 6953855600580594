"""This module approves schemas, profiles and drafts, for the command line and the console alike."""

from __future__ import annotations

import datetime as dt
from contextlib import suppress
from dataclasses import dataclass

from redactor.assemble.home import open_approvals
from redactor.errors import ApprovalError, ProfileError, RunError, SchemaError
from redactor.keys import Keyring
from redactor.policy.profiles import Profile, load_profile
from redactor.settings import Settings
from redactor.steward.schema_drafts import changing, place_of, put_into_use
from schemas.documents.approvals import Appended, Kind
from schemas.documents.registry import Registry
from schemas.engine.compiled_schema import CompiledSchema
from schemas.engine.path_actions import PathActions

_LONGEST = 2000  # characters of a reason


@dataclass(frozen=True, slots=True)
class Given:
    """An approval that was given.

    is_waiting: another person has to approve the document too before it counts. appended: None where the document was
    approved before, and a draft of it was only put into use.
    """

    document: Profile | CompiledSchema
    by: str
    at: str
    is_waiting: bool
    appended: Appended | None


def current_document(name: str, kind: Kind, settings: Settings) -> Profile | CompiledSchema:
    """Return the present content of a profile or schema. Raises ProfileError or SchemaError."""
    if kind == "profile":
        return load_profile(name, settings.profile_dirs)
    return Registry(settings.schema_folders).compiled(name)


def current_time() -> str:
    """Return the time (UTC) in ISO 8601."""
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")


def approve(
    settings: Settings,
    keyring: Keyring,
    kind: Kind,
    name: str,
    by: str,
    reason: str = "",
    *,
    keep: bool = False,
    digest: str | None = None,
) -> Given:
    """Approve the present content of a schema or profile; see `Approvals.approve`.

    digest: of the content that the person has looked at; None approves what is there. Raises ApprovalError,
    ProfileError, SchemaError; RunError if the content has changed.
    """
    document = current_document(name, kind, settings)
    if digest is not None and document.digest != digest:
        raise RunError("the document has changed since you looked at it: look at it again")
    if isinstance(document, Profile) and document.paths:
        paths = PathActions(document.paths, shifts=document.shifts_dates)
        Registry(settings.schema_folders, paths=paths).check()
    return _given(settings, keyring, kind, document, by, reason, keep=keep)


def approve_draft(
    settings: Settings, keyring: Keyring, name: str, by: str, reason: str, digest: str | None = None
) -> Given:
    """Approve a draft of a schema; once it is approved by as many people as needed, it is moved to where runs find it.

    digest: as in `approve`. After a crash in between the same call by anybody puts an approved draft into use. Raises
    ApprovalError, SchemaError, RunError.
    """
    with changing(settings, name, digest) as draft:
        if draft.schema is None:
            raise SchemaError(f"the draft is no schema: {draft.fault}")
        place_of(settings, draft)
        if open_approvals(settings, keyring).approved("schema", draft.digest):
            given = Given(draft.schema, by.strip(), current_time(), False, None)
        else:
            given = _given(settings, keyring, "schema", draft.schema, by, reason)
        if not given.is_waiting:
            put_into_use(settings, draft)
        return given


def _given(
    settings: Settings,
    keyring: Keyring,
    kind: Kind,
    document: Profile | CompiledSchema,
    by: str,
    reason: str,
    *,
    keep: bool = False,
) -> Given:
    by, reason, at = by.strip(), _checked(reason), current_time()
    if not by:
        raise ApprovalError("an approval needs the name of the person who gives it: --by PERSON")
    approvals = open_approvals(settings, keyring, document if isinstance(document, Profile) else None)
    appended = approvals.approve(
        kind, document.name, document.version, document.digest, by, at, reason=reason, keep=keep
    )
    return Given(document, by, at, not approvals.approved(kind, document.digest), appended)


def named(settings: Settings, keyring: Keyring, kind: Kind, name: str) -> tuple[str, str]:
    """Return the name whose approvals a person means, and the digest of its present document, or "" without one.

    Raises RunError if there is no such document, and none of that name was ever approved.
    """
    with suppress(SchemaError, ProfileError):
        document = current_document(name, kind, settings)
        return document.name, document.digest
    if not any((e["kind"], e["name"]) == (kind, name) for e in open_approvals(settings, keyring).entries()):
        raise RunError(f"there is no {kind} of this name, and none was approved; see redactor schema list")
    return name, ""


def withdraw(
    settings: Settings, keyring: Keyring, kind: Kind, of: tuple[str, str], by: str, reason: str = ""
) -> tuple[str, Appended]:
    """Withdraw all approvals of a name, and return when. of: as `named` returns it. Raises ApprovalError."""
    at, approvals = current_time(), open_approvals(settings, keyring)
    return at, approvals.withdraw(kind, *of, by.strip(), at, reason=_checked(reason))


def _checked(reason: str) -> str:
    if len(reason.strip()) > _LONGEST:
        raise ApprovalError(f"a reason has {_LONGEST:,} characters at most")
    return reason.strip()
