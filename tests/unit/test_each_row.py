"""A table-driven test fails where any of its rows does, and says which."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.each_row import each_row


def errors_of(test: Callable[..., None], **fixtures: object) -> list[str]:
    with pytest.raises(BaseExceptionGroup) as caught:
        test(**fixtures)
    return [f"{type(error).__name__} {' '.join(error.__notes__)}" for error in caught.value.exceptions]


def test_every_row_is_tried_and_those_that_fail_are_told() -> None:
    tried: list[int] = []

    @each_row("number", range(4))
    @each_row("text, length", [("a", 1), ("bc", 2)])
    def test(number: int, text: str, length: int, limit: int) -> None:
        tried.append(number)
        assert len(text) == length
        assert number < limit

    test(limit=4)
    assert tried == [0, 0, 1, 1, 2, 2, 3, 3]
    assert errors_of(test, limit=2) == ["ExceptionGroup row: number=2", "ExceptionGroup row: number=3"]
    assert len(tried) == 16


def test_a_row_that_skips_or_fails_by_itself_counts() -> None:
    @each_row("act", [pytest.skip, pytest.fail, print])
    def test(act: Callable[[str], None]) -> None:
        act("now")

    assert [error.split()[0] for error in errors_of(test)] == ["Skipped", "Failed"]


def test_a_table_without_rows_or_with_crooked_ones_is_refused() -> None:
    def test(a: int, b: int) -> None: ...

    for names, rows in (("a", []), ("a, b", [(1, 2), (3,)]), ("c", [1])):
        with pytest.raises(AssertionError):
            each_row(names, rows)(test)


@each_row("number", [1, 2])
def test_fixtures_come_beside_the_row(number: int, keyring_path: object) -> None:
    assert number and keyring_path


class TestOfAClass:
    @each_row("number", [1, 2])
    def test_the_instance_comes_first(self, number: int) -> None:
        assert isinstance(self, TestOfAClass) and number
