"""Runs tables from a folder, for tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from redactor.assemble.runs import build_run
from redactor.run.contracts import Summary
from redactor.run.runner import run
from redactor.settings import load_settings


class Desk:
    """Runs tables from a folder under the rules and known values alone."""

    def __init__(self, root: Path, keyring: Path) -> None:
        self.root, self.keyring, self.source, self.schemas = root, keyring, root / "in", root / "schemas"
        self.source.mkdir()
        self.schemas.mkdir()
        self.runs = 0

    def run(self, profile: str = "hipaa-safe-harbor", **settings: Any) -> Summary:
        self.runs += 1
        made = load_settings(
            profile=profile, keyring=str(self.keyring), home=self.root / "home", detectors=["patterns", "known"],
            schema_dirs=[str(self.schemas)], **settings,
        )  # fmt: skip
        self.out = self.root / f"out{self.runs}"
        self.state = self.root / f"state{self.runs}"
        return run(*build_run(made, self.source, self.out, self.state), lambda step: None)

    def rows(self, name: str = "records-00001.csv") -> list[str]:
        return (self.out / name).read_text("utf-8").splitlines()
