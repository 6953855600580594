"""A drop folder with a clock of its own, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from redactor.keys import Keyring
from redactor.run.dropfolder import Claim, DropFolder

KEY = Keyring.generate().internal("drop-folder")
SETTLE = 10.0
NAME = "Synthia Exampleworth 1931-04-12.ndjson"


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Box:
    """A drop folder with its clock."""

    def __init__(self, root: Path) -> None:
        self.root, self.path, self.state = root, root / "drop", root / "state"
        self.path.mkdir()
        self.clock = Clock()
        self.folder = self.opened()

    def opened(self, max_claims: int = 100) -> DropFolder:
        return DropFolder(self.path, self.state, KEY, SETTLE, self.clock, max_claims)

    def close(self) -> None:
        self.folder.__exit__(None, None, None)

    def restart(self, max_claims: int = 100) -> None:
        self.close()
        self.folder = self.opened(max_claims)

    def put(self, name: str, content: str = "x") -> Path:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        return path

    def scan(self, after: float = 0.0) -> list[Claim]:
        self.clock.now += after
        return self.folder.scan()

    def settled(self) -> list[Claim]:
        """What is handed out when nothing changes for the settling time."""
        return [*self.scan(), *self.scan(SETTLE)]

    def finish(self) -> list[tuple[str, str]]:
        """Finish everything that comes; the names and contents."""
        seen = []
        while claims := self.settled():
            seen += [(c.name, c.path.read_text()) for c in claims]
            assert self.folder.finish(claims) == []
        return seen

    def below(self, folder: str) -> list[tuple[str, str]]:
        """Names, without the folder of each file, and contents."""
        top = self.path / folder
        files = [p for p in top.rglob("*") if p.is_file() and p.parent != top]
        return sorted((p.relative_to(top).as_posix().partition("/")[2], p.read_text()) for p in files)


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    made = Box(tmp_path)
    yield made
    made.close()
