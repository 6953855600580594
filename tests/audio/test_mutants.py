"""Each mutant of tests/audio/mutants.py makes a named test fail, which passes without it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.audio.mutants import MUTANTS, VARIABLE

ROOT = Path(__file__).parents[2]
NAMED = {
    "no-growth": "test_redact.py::test_a_word_that_was_cut_is_muted_where_it_was_spoken",
    "no-gaps": "test_find.py::test_what_was_not_surely_heard_is_marked_and_not_written",
    "one-channel-muted": "test_redact.py::test_phi_on_one_channel_is_muted_on_all",
    "packets-copied": "test_redact.py::test_phi_is_muted_and_everything_else_is_heard",
    "proof-skipped": "test_redact.py::test_a_file_with_one_channel_muted_is_not_let_through",
}


def run(tests: list[str], mutant: str = "") -> subprocess.CompletedProcess[str]:
    named = [f"tests/unit/audio/{test}" for test in tests]
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "tests.audio.mutants", *named],
        env={**os.environ, VARIABLE: mutant},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_named_test_passes_without_a_mutant() -> None:
    assert run(sorted(set(NAMED.values()))).returncode == 0


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_mutant_fails_its_test(mutant: str) -> None:
    done = run([NAMED[mutant]], mutant)
    assert done.returncode == 1, done.stdout
