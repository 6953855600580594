"""Any interleaving of producers, scans and restarts hands out each content exactly once, in its final form."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections import Counter
from pathlib import Path
from typing import TextIO

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from redactor.keys import Keyring
from redactor.run.dropfolder import Claim, DropFolder
from schemas.engine.records import Reason

KEY = Keyring.generate().internal("drop-folder")
SETTLE = 10.0
MEMORY = Path("/dev/shm")  # where it is there: syncs cost nothing in it
names = st.sampled_from(["a.json", "b.json", "sub/a.json", "a.part", "ü\n.json"])
words = st.sampled_from(["", "one ", "two ", "three "])


class DropFolderMachine(RuleBasedStateMachine):
    """Producers work by path until a file is claimed, or through a file that they hold open for as long as they like.

    closed: the contents that producers have closed and not deleted or replaced since, as often as they did.
    """

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.temporary = tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)
        self.path = Path(self.temporary.name) / "drop"
        (self.path / "sub").mkdir(parents=True)
        self.writers: list[tuple[TextIO, str]] = []
        self.closed: Counter[str] = Counter()
        self.claims: list[Claim] = []
        self.finished: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()

    @initialize(limit=st.integers(1, 3))
    def start(self, limit: int) -> None:
        self.limit = limit
        self.folder = self.opened()

    def opened(self) -> DropFolder:
        return DropFolder(self.path, self.path.parent / "state", KEY, SETTLE, lambda: self.now, self.limit)

    def is_written(self, path: Path) -> bool:
        return path.exists() and any(os.path.samestat(path.stat(), os.fstat(w.fileno())) for w, _ in self.writers)

    def gone(self, path: Path) -> None:
        """The producer takes back what is at the path."""
        if path.exists() and not self.is_written(path):
            self.closed[path.read_text()] -= 1

    # -- producers

    @rule(name=names, word=words)
    def write(self, name: str, word: str) -> None:
        """Write anew, or on to what is there."""
        path = self.path / name
        if not self.is_written(path):
            self.gone(path)
            with path.open("a") as file:
                file.write(word)
            self.closed[path.read_text()] += 1

    @rule(name=names, word=words)
    def begin(self, name: str, word: str) -> None:
        path = self.path / name
        if not path.exists():
            file = path.open("w")
            file.write(word)
            file.flush()
            self.writers.append((file, word))

    @precondition(lambda self: self.writers)
    @rule(word=words, is_last=st.booleans())
    def go_on(self, word: str, is_last: bool) -> None:
        file, before = self.writers.pop(0)
        file.write(word)
        file.flush()
        if is_last:
            file.close()
            self.closed[before + word] += 1
        else:
            self.writers.append((file, before + word))

    @rule(old=names, new=names)
    def rename(self, old: str, new: str) -> None:
        source, target = self.path / old, self.path / new
        if old != new and source.exists() and not self.is_written(target):
            self.gone(target)
            source.rename(target)

    @rule(name=names)
    def delete(self, name: str) -> None:
        path = self.path / name
        if not self.is_written(path):
            self.gone(path)
            path.unlink(missing_ok=True)

    # -- the reader

    @rule(seconds=st.sampled_from([0.0, SETTLE / 2, SETTLE]))
    def scan(self, seconds: float) -> None:
        self.now += seconds
        for claim in self.folder.scan():
            assert hashlib.sha256(claim.path.read_bytes()).hexdigest() == claim.digest
            self.claims.append(claim)

    @precondition(lambda self: self.claims)
    @rule(word=words)
    def write_on_after_the_claim(self, word: str) -> None:
        path = self.claims[0].path
        self.closed[path.read_text()] -= 1
        with path.open("a") as file:
            file.write(word)
        self.closed[path.read_text()] += 1

    @precondition(lambda self: self.claims)
    @rule(is_bad=st.booleans())
    def settle_one(self, is_bad: bool) -> None:
        claim = self.claims.pop(0)
        content = claim.path.read_text()
        is_same = hashlib.sha256(content.encode()).hexdigest() == claim.digest
        if is_bad:
            assert self.folder.fail(claim, Reason.INTERNAL) is is_same
        else:
            assert self.folder.finish([claim]) == ([] if is_same else [claim])
        if is_same:
            (self.failed if is_bad else self.finished)[content] += 1

    @rule()
    def restart(self) -> None:
        self.claims.clear()
        self.folder.__exit__(None, None, None)
        self.folder = self.opened()

    @invariant()
    def nothing_twice(self) -> None:
        assert all(n == 1 for n in self.finished.values())

    def teardown(self) -> None:
        try:
            if hasattr(self, "folder"):
                self.come_to_rest()
        finally:
            for file, _ in self.writers:
                file.close()
            self.temporary.cleanup()

    def come_to_rest(self) -> None:
        """Producers close and rename what they hold, and the reader finishes all that comes."""
        while self.writers:
            self.go_on("", True)
        with contextlib.suppress(FileNotFoundError):
            (self.path / "a.part").rename(self.path / "z.json")
        try:
            while True:
                self.scan(0)
                self.scan(SETTLE)
                if not self.claims and not self.folder.pending.waiting:
                    break
                while self.claims:
                    self.settle_one(False)
        finally:
            self.folder.__exit__(None, None, None)
        ends = {end: [p for p in (self.path / end).rglob("*") if p.is_file()] for end in ("done", "failed")}
        done = Counter(p.read_text() for p in ends["done"])
        failed = Counter(p.read_text() for p in ends["failed"] if p.parent != self.path / "failed")
        assert done + failed == +self.closed
        assert failed == self.failed and set(done) == set(self.finished)
        self.nothing_twice()
        assert not list((self.path / "processing").iterdir())


TestDropFolder = DropFolderMachine.TestCase
TestDropFolder.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
