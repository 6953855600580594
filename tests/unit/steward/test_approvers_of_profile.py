"""A profile asks for two people: for itself, and for schemas under which records are released with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.home import open_approvals
from redactor.errors import ApprovalError, ProfileError
from redactor.keys import Keyring
from redactor.policy.profiles import load_profile, parse_profile
from redactor.settings import Settings, load_settings
from redactor.steward.schema_approval import approve, named, withdraw

STRICT = {"profile": "strict", "version": "1", "default": "tag", "approvers": 2}
SCHEMA = {
    "title": "records/visit", "version": "1", "subject": [], "dataType": "visit",
    "properties": {"ward": {"type": "string", "rule": "drop"}},
}  # fmt: skip


class Site:
    """A home with the profile `strict`, and a schema that nobody has approved."""

    def __init__(self, root: Path) -> None:
        self.root, self.keys = root, root / "keys" / "keys.json"
        self.keyring = Keyring.generate()
        self.keyring.save(self.keys)
        self.put("strict", STRICT)
        place = root / "home" / "schemas" / "records"
        place.mkdir(parents=True)
        (place / "visit.json").write_text(json.dumps(SCHEMA))

    def put(self, name: str, document: dict[str, Any]) -> None:
        (self.root / f"{name}.json").write_text(json.dumps(document))

    def settings(self, profile: str = "strict", **more: Any) -> Settings:
        given = {"home": self.root / "home", "keyring": str(self.keys), "profile_dirs": [self.root]}
        return load_settings(profile=profile, **given, **more)

    def approve(self, by: str, profile: str = "strict", reason: str = "read", **more: Any) -> bool:
        """Approve the schema; whether it waits for another person."""
        return approve(self.settings(profile, **more), self.keyring, "schema", "records/visit", by, reason).is_waiting

    def status(self, profile: str = "strict", **more: Any) -> str:
        digest = named(self.settings(), self.keyring, "schema", "records/visit")[1]
        return open_approvals(self.settings(profile, **more), self.keyring).status("schema", digest)


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


def test_a_schema_counts_under_a_profile_that_asks_for_two_once_two_have_approved_it(site: Site) -> None:
    with pytest.raises(ApprovalError, match="two people"):
        site.approve("Ada", reason="")
    assert site.approve("Ada") and site.status() == "waiting"
    with pytest.raises(ApprovalError, match="another person"):
        site.approve("ada ")
    assert not site.approve("Ben") and site.status() == "approved"


def test_an_approval_under_another_profile_is_the_first_of_two(site: Site) -> None:
    """One person is enough for the profile of every day; the same schema waits under the strict one."""
    assert not site.approve("Ada", "hipaa-safe-harbor")
    assert (site.status("hipaa-safe-harbor"), site.status()) == ("approved", "waiting")
    with pytest.raises(ApprovalError, match="another person"):
        site.approve("Ada")
    assert not site.approve("Ben")
    assert (site.status("hipaa-safe-harbor"), site.status()) == ("approved", "approved")


def test_a_first_approval_under_the_strict_profile_counts_nowhere_alone(site: Site) -> None:
    assert site.approve("Ada") and site.status("hipaa-safe-harbor") == "waiting"


@pytest.mark.parametrize(("home", "profile", "people"), [(1, 1, 1), (1, 2, 2), (2, 1, 2), (2, 2, 2)])
def test_the_greater_number_counts(site: Site, home: int, profile: int, people: int) -> None:
    site.put("own", STRICT | {"profile": "own", "approvers": profile})
    assert open_approvals(site.settings("own", approvers=home), site.keyring).people == people


def test_a_profile_that_asks_for_two_is_approved_by_two_whatever_profile_is_set(site: Site) -> None:
    for by, waits in (("Ada", True), ("Ben", False)):
        given = approve(site.settings("hipaa-safe-harbor"), site.keyring, "profile", "strict", by, "read")
        assert given.is_waiting is waits
    digest = load_profile("strict", [site.root]).digest
    assert open_approvals(site.settings(), site.keyring).approved("profile", digest)


def test_one_person_withdraws_with_a_reason(site: Site) -> None:
    site.approve("Ada")
    site.approve("Ben")
    settings = site.settings()
    of = named(settings, site.keyring, "schema", "records/visit@1")
    withdraw(settings, site.keyring, "schema", of, "Cem", " wrong ward ")
    last = open_approvals(settings, site.keyring).entries()[-1]
    assert (site.status(), last["by"], last["reason"]) == ("withdrawn", "Cem", "wrong ward")
    with pytest.raises(ApprovalError, match="2,000"):
        withdraw(settings, site.keyring, "schema", of, "Cem", "x" * 2001)


def test_a_profile_that_cannot_be_read_lets_nobody_approve(site: Site) -> None:
    site.put("strict", {"profile": "strict"})
    with pytest.raises(ProfileError):
        site.approve("Ada")


@pytest.mark.parametrize("given", [0, 3, -1, True, 2.0, "2", None, [2]])
def test_another_number_of_people_is_refused(given: Any) -> None:
    with pytest.raises(ProfileError, match="approvers must be 1 or 2"):
        parse_profile(STRICT | {"approvers": given})
