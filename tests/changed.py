"""Runs the unit tests of changed files, those that name the fewest other modules first, until the time is over.

`make check` calls it before a push. What the time leaves over is left to `make test`, and counted.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OF_EVERY_CHANGE = ("tests/unit/test_docs.py", "tests/unit/test_architecture.py")
MOST_FILES = 60  # to collect more takes longer than a minute leaves
_PACKAGES = ("audio", "redactor", "relex", "schemas", "streams", "corpus", "benchmarks", "tests")
_IMPORT = re.compile(rf"^\s*(?:from|import) ((?:{'|'.join(_PACKAGES)})[\w.]*)(?: import (.+))?", re.MULTILINE)


def changed_files(base: str) -> list[str]:
    """Paths below the root that differ from where the branch left `base`, with what is not committed yet."""
    diff = ("diff", "--name-only", "--merge-base", base)
    return sorted({*_git(*diff), *_git("ls-files", "--others", "--exclude-standard")})


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(("git", "-C", str(ROOT), *arguments), check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def unit_tests() -> dict[str, str]:
    """The text of each file of unit tests, by its path."""
    return {str(p.relative_to(ROOT)): p.read_text("utf-8") for p in sorted((ROOT / "tests/unit").rglob("test_*.py"))}


def nearest(changed: Iterable[str], tests: Mapping[str, str]) -> list[str]:
    """The files of tests to run, nearest first.

    A changed file of tests is the nearest. Then come those that import a changed module, by how few files import this
    module. A changed file that no test imports (a profile, a data file) is tested by the tests of the folder around it.
    """
    imported = {path: _imports(text) for path, text in tests.items()}
    users = Counter(module for modules in imported.values() for module in modules)
    near = dict.fromkeys(OF_EVERY_CHANGE, 0)
    for path in changed:
        if path in tests:
            near[path] = 0
            continue
        module = next((m for m in map(_module, (path, *map(str, Path(path).parents))) if m in users), None)
        for test, modules in imported.items():
            if module in modules:
                near[test] = min(near.get(test, sys.maxsize), users[module])
    return sorted((test for test in near if test in tests), key=lambda test: (near[test], test))


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imports(text: str) -> set[str]:
    """Modules that a text imports, with all packages around them; a name behind `import` may be a module, too."""
    found: set[str] = set()
    for module, names in _IMPORT.findall(text):
        whole = [module, *(f"{module}.{name}" for name in re.findall(r"\w+", names))]
        found.update(".".join(w.split(".")[:n]) for w in whole for n in range(2, w.count(".") + 2))
    return found


class _Until:
    """Leaves out the tests that would begin after an instant of the monotonic clock, and counts them."""

    def __init__(self, end: float) -> None:
        self._end, self.left = end, 0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self) -> bool | None:
        if time.monotonic() < self._end:
            return None
        self.left += 1
        return True


def main(arguments: list[str] | None = None) -> int:
    """0 if no test failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", default="main", help="the branch that changes are told from")
    parser.add_argument("--seconds", type=float, default=30.0, help="no test begins later")
    given = parser.parse_args(arguments)
    budget = _Until(time.monotonic() + given.seconds)
    files = nearest(changed_files(given.base), unit_tests())
    code = pytest.main(["-n0", "-m", "not slow and not services", *files[:MOST_FILES]], plugins=[budget])
    further = len(files[MOST_FILES:])
    print(f"left to make test: {budget.left} tests of {len(files) - further} files, and {further} further files")
    return 0 if code == pytest.ExitCode.NO_TESTS_COLLECTED else int(code)


if __name__ == "__main__":
    sys.exit(main())
