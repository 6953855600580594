"""`make check` runs the tests that are nearest to what changed."""

from __future__ import annotations

from tests.changed import OF_EVERY_CHANGE, nearest, unit_tests

TESTS = dict.fromkeys(OF_EVERY_CHANGE, "") | {
    "tests/unit/test_near.py": "from redactor.detect.resolver import resolve\nfrom redactor import text\n",
    "tests/unit/test_far.py": "def test() -> None:\n    from redactor.text import Span\n",
    "tests/unit/test_profiles.py": "from redactor.policy.profiles import Profile\n",
}


def _near(*changed: str) -> list[str]:
    return [path for path in nearest(changed, TESTS) if path not in OF_EVERY_CHANGE]


def test_a_module_is_tested_by_what_imports_it() -> None:
    assert _near("redactor/detect/resolver.py") == ["tests/unit/test_near.py"]
    assert _near("redactor/text.py") == ["tests/unit/test_far.py", "tests/unit/test_near.py"]


def test_the_nearest_tests_come_first() -> None:
    changed = ("redactor/text.py", "redactor/detect/resolver.py", "tests/unit/test_profiles.py")
    assert _near(*changed) == ["tests/unit/test_profiles.py", "tests/unit/test_near.py", "tests/unit/test_far.py"]


def test_a_file_that_is_no_module_is_tested_with_its_folder() -> None:
    assert _near("redactor/policy/shipped/hips.json") == ["tests/unit/test_profiles.py"]
    assert _near("docs/guide/keys.md") == []


def test_every_change_is_held_against_the_documents() -> None:
    assert set(OF_EVERY_CHANGE) <= set(nearest([], unit_tests()))
