"""Table-driven tests: one test tries every row of a table and tells of each row that fails."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from _pytest.outcomes import OutcomeException

Test = Callable[..., None]


def each_row(names: str | Sequence[str], rows: Iterable[Any]) -> Callable[[Test], Test]:
    """Return a decorator after which one test runs once for each row, with the row's values as the arguments `names`.

    A row is a tuple of values, or the value itself where `names` is one name. All rows are tried: the errors of those
    that fail are raised together, each with a note of its row, and a skip counts as an error. pytest.mark.parametrize
    makes a test of each row instead, which takes a hundred times as long; it stays where a row needs a fixture of its
    own (tmp_path, monkeypatch), a mark or a name.
    """
    arguments = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    table = [tuple(row) for row in rows] if len(arguments) > 1 else [(row,) for row in rows]
    assert table, f"no row of {arguments}: the test would hold nothing"
    assert all(len(row) == len(arguments) for row in table), f"rows of other lengths than {arguments}"

    def table_driven(test: Test) -> Test:
        @functools.wraps(test)
        def try_every_row(*instance: Any, **fixtures: Any) -> None:
            errors: list[BaseException] = []
            for row in table:
                try:
                    test(*instance, **fixtures, **dict(zip(arguments, row, strict=True)))
                except (Exception, OutcomeException) as error:
                    error.add_note(f"row: {', '.join(f'{n}={v!r}' for n, v in zip(arguments, row, strict=True))}")
                    errors.append(error)
            if errors:
                raise BaseExceptionGroup(f"{len(errors)} of {len(table)} rows fail", errors)

        signature = inspect.signature(test)
        fixtures = [parameter for name, parameter in signature.parameters.items() if name not in arguments]
        assert len(fixtures) + len(arguments) == len(signature.parameters), f"{test.__name__} lacks one of {arguments}"
        try_every_row.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return try_every_row

    return table_driven
