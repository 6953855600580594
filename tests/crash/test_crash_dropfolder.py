"""A reader of a drop folder is killed in the middle of its moves: nothing is lost, nothing finished comes again."""

from __future__ import annotations

import hashlib
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from redactor.keys import Keyring

ROOT = Path(__file__).parents[2]
KILLS = 5
FILES = 40  # before each start
PATIENCE = 60.0  # seconds; far more than any of this takes


@pytest.mark.parametrize("seed", [1])
def test_a_killed_reader_loses_nothing_and_doubles_nothing(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    drop, ledger = tmp_path / "drop", tmp_path / "ledger"
    drop.mkdir()
    ledger.touch()
    Keyring.generate().save(tmp_path / "keys.json")
    command = [sys.executable, "-m", "tests.crash.drop_child", str(drop), str(tmp_path / "state")]
    command += [str(tmp_path / "keys.json"), str(ledger)]
    dropped: Counter[str] = Counter()
    for turn in range(KILLS + 1):
        for n in range(FILES):
            content = f"{chance.randrange(KILLS * FILES)}"  # some come twice
            (drop / f"{turn}-{n}.part").write_text(content)
            (drop / f"{turn}-{n}.part").rename(drop / f"{n % 10}.{turn}-{n}.json")
            dropped[content] += 1
        if turn == KILLS:
            (tmp_path / "stop").touch()
        before = ledger.stat().st_size
        lines = chance.randrange(1, 50)  # of the ledger, after which it is killed
        with subprocess.Popen(command, cwd=ROOT) as child:
            end = time.monotonic() + PATIENCE
            try:
                while turn < KILLS and ledger.read_bytes()[before:].count(b"\n") < lines:
                    assert time.monotonic() < end and child.poll() is None
                    time.sleep(0.002)
                if turn == KILLS:
                    assert child.wait(PATIENCE) == 0
            finally:
                child.kill()

    said = [line.split() for line in ledger.read_text().splitlines() if line != "start"]
    ended: set[str] = set()
    numbers: dict[str, str] = {}
    for what, number, digest in said:
        assert numbers.setdefault(digest, number) == number  # of the content, over all restarts
        if what == "handed" and int(number) % 5:
            assert digest not in ended  # what was finished never comes again
        if what == "ended":
            ended.add(digest)
    assert len(set(numbers.values())) == len(numbers)
    assert set(numbers) == {hashlib.sha256(c.encode()).hexdigest() for c in dropped}
    own = (drop / "done", drop / "failed")
    assert Counter(p.read_text() for end in own for p in end.rglob("*") if p.is_file() and p.parent != end) == dropped
    reasons = {p.name.removesuffix(".json") for p in own[1].glob("*.json")}
    assert {p.name for p in own[1].iterdir() if p.is_dir()} == reasons
    assert not list((drop / "processing").iterdir())
    assert {p.name for p in drop.iterdir()} == {"processing", "done", "failed", ".redactor.lock"}
