"""Every package of the base install may be used commercially, and the lock files hold what pyproject.toml asks for."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import distribution

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.each_row import each_row
from tests.unit.base_packages import ROOT, base_packages

PERMISSIVE = re.compile(
    r"MIT|BSD|Apache|ISC|PSF|Python Software Foundation|Python-2\.0|MPL[- ]?2|Mozilla Public License 2|Unlicense|0BSD|"
    r"Zlib|CC0|HPND|BlueOak|CNRI",
    re.IGNORECASE,
)
COPYLEFT = re.compile(r"\b[AL]?GPL|GNU|General Public License|SSPL|Commons Clause|Non-?Commercial|CC-BY-NC|BUSL", re.I)


def licence(package: str) -> str:
    about = distribution(package).metadata
    stated = [about.get("License-Expression") or "", *(c for c in about.get_all("Classifier") or [] if "License" in c)]
    # Without both, the first line of a licence text.
    return "; ".join(filter(None, stated)) or (about.get("License") or "").strip().partition("\n")[0]


@each_row("package", sorted(base_packages()))
def test_a_package_of_the_base_install_may_be_used_commercially(package: str) -> None:
    stated = licence(package)
    choices = [part for part in re.split(r"\bOR\b|;", stated) if PERMISSIVE.search(part) and not COPYLEFT.search(part)]
    assert choices, f"{package}: {stated!r} is no permissive licence"
    assert "OR" in stated or not COPYLEFT.search(stated), f"{package}: {stated!r}"


@pytest.mark.parametrize(
    ("lock", "extras"),
    [
        ("base", ()),
        (
            "dev",
            (
                "dev",
                "audio",
                "client",
                "docs",
                "evaluate",
                "fhir",
                "formats",
                "llm",
                "mcp",
                "parquet",
                "relex",
                "review",
                "service",
                "streams",
                "telemetry",
                "train",
            ),
        ),
    ],
)
def test_the_lock_file_holds_every_requirement_with_hashes(lock: str, extras: tuple[str, ...]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    text = (ROOT / "requirements" / f"{lock}.txt").read_text()
    locked = dict(re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE))
    wanted = [*project["dependencies"], *(r for e in extras for r in project["optional-dependencies"][e])]
    for requirement in map(Requirement, wanted):
        assert requirement.specifier.contains(locked[canonicalize_name(requirement.name)]), requirement.name
    assert all("--hash=sha256:" in entry for entry in re.split(r"\n(?=[\w.-]+==)", text))
    assert "index-url" not in text


def test_both_lock_files_agree() -> None:
    base, dev = (
        set(re.findall(r"^([\w.-]+==\S+)", (ROOT / "requirements" / f"{lock}.txt").read_text(), re.MULTILINE))
        for lock in ("base", "dev")
    )
    assert base <= dev
