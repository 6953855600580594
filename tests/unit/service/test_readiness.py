"""What a worker needs and does not find has a code of its own, and is looked at every other second at most."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("argon2")
pytest.importorskip("fastapi")

from redactor.errors import NotInForceError
from redactor.policy.profiles import load_profile
from redactor.service import readiness
from redactor.service.holders import build_checker
from redactor.service.readiness import Readiness
from redactor.service.refusals import MESSAGES
from redactor.service.tokens import RightTokens, Role, add_token
from redactor.settings import RelexSettings, Settings

HIPS = load_profile("hips")


@pytest.fixture
def settings(tmp_path: Path, keyring_path: Path) -> Settings:
    keyring = tmp_path / "keyring.json"
    shutil.copy(keyring_path, keyring)
    (tmp_path / "home").mkdir()
    return Settings(home=tmp_path / "home", keyring=str(keyring))


def missing(settings: Settings, told: Callable[[BaseException], None] = lambda _: None) -> str:
    return asyncio.run(Readiness(settings, HIPS, None, told, lambda: None).missing())


@pytest.mark.parametrize(
    ("harm", "code"),
    [
        (lambda s: None, ""),
        (lambda s: Path(s.keyring or "").unlink(), "keyring-unreadable"),
        (lambda s: Path(s.keyring or "").write_text("Vexholm"), "keyring-unreadable"),
        (lambda s: s.home.rmdir(), "home-unwritable"),
    ],
)
def test_each_thing_that_is_missing_has_a_code(settings: Settings, harm: Callable[[Settings], None], code: str) -> None:
    harm(settings)
    assert missing(settings) == code and (not code or code in MESSAGES)


def test_what_is_no_longer_in_force_is_named(settings: Settings) -> None:
    def withdrawn() -> None:
        raise NotInForceError("profile-not-approved", "approve it")

    told: list[BaseException] = []
    found = Readiness(settings, HIPS, None, told.append, withdrawn)
    assert asyncio.run(found.missing()) == "profile-not-approved" in MESSAGES and str(told.pop()) == "approve it"


def test_the_cause_is_told_with_its_remedy(settings: Settings) -> None:
    told: list[BaseException] = []
    Path(settings.keyring or "").chmod(0o644)
    assert missing(settings, told.append) == "keyring-unreadable" and "chmod 600" in str(told.pop())
    Path(settings.keyring or "").chmod(0o600)
    path = settings.home / "service-tokens.json"
    add_token(path, "ehr", Role.SUBMIT)
    found = Readiness(
        settings,
        HIPS,
        build_checker(settings, told.append, RightTokens(settings.home, b"k")),
        told.append,
        lambda: None,
    )
    kept = path.read_bytes()
    for harm, remedy in ((path.unlink, "tokens add"), (lambda: path.write_text("damaged"), "remove it")):
        assert asyncio.run(found.missing()) == "" and not told
        harm()
        assert [asyncio.run(found.missing()) for _ in range(2)] == ["tokens-unreadable"] * 2
        assert all(remedy in str(error) for error in told)
        told.clear()
        path.write_bytes(kept)
        path.chmod(0o600)


def test_a_disk_that_is_full(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=(64 << 20) - 1))
    assert missing(settings) == "home-full"


def test_an_index_that_does_not_answer_counts_under_a_profile_that_needs_it(settings: Settings) -> None:
    pytest.importorskip("opensearchpy")
    away = settings.model_copy(update={"relex": RelexSettings(index="http://127.0.0.1:1")})
    assert missing(away) == "index-unreachable"
    tags = Readiness(away, load_profile("hipaa-safe-harbor"), None, lambda _: None, lambda: None)
    assert asyncio.run(tags.missing()) == ""


def test_it_looks_again_after_a_while_only(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Readiness(settings, HIPS, None, lambda _: None, lambda: None)

    async def ask() -> list[str]:
        told = [await found.missing()]
        settings.home.rmdir()
        told.append(await found.missing())
        monkeypatch.setattr(readiness, "_LOOK_SECONDS", 0.0)
        return [*told, await found.missing()]

    assert asyncio.run(ask()) == ["", "", "home-unwritable"]
