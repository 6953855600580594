"""This module de-identifies data frames of pandas and polars through a `Redactor`, without importing either library.

What nothing names is not in the result. Columns of texts are read by the detectors, the column of patients leaves as
pseudonyms, and other columns leave only if `keep` names them. With a schema, its rules decide about every column.
"""

from __future__ import annotations

import datetime as dt
import warnings
from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from numbers import Integral, Number, Real
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from redactor.errors import SettingsError

if TYPE_CHECKING:
    from redactor.engine import Redacted
    from schemas.engine.records import RecordOut

_LIBRARIES = ("pandas", "polars")
_MISSING_TYPES = frozenset({"NAType", "NaTType"})  # pandas.NA and pandas.NaT
_NO_ID = "an id of a patient is neither a text nor a whole number"
_NUMPY_TIMES = frozenset({"datetime64", "timedelta64"})


def is_missing(value: object) -> bool:
    """Return whether a value stands for none: None, NaN and NaT of any library, or pandas.NA."""
    if value is None or type(value).__name__ in _MISSING_TYPES:
        return True
    may_be_nan = isinstance(value, Number) or type(value).__name__ in _NUMPY_TIMES
    return may_be_nan and bool(value != value)  # NaN and NaT equal nothing


def patient_id(value: object, nobody: Container[str] = ()) -> str | None:
    """Return the id of a patient as records write it, or None for a missing one.

    A whole number may stand in a column of floats, because pandas turns a column of integers with a gap into one.
    nobody: ids that stand for no patient, folded as `RecordPseudonyms.nobody` are.
    """
    if is_missing(value):
        return None
    if isinstance(value, bool):
        raise TypeError(_NO_ID)
    if isinstance(value, Integral):  # numpy's too
        value = int(value)
    elif isinstance(value, Real) and float(value).is_integer():
        value = int(float(value))
    if not isinstance(value, str | int):
        raise TypeError(_NO_ID)
    written = str(value)
    return None if written.strip().casefold() in nobody else written


def day_of(value: object) -> dt.date | None:
    """Return the day of a date or a time, or None for a missing one."""
    if is_missing(value):
        return None
    if isinstance(value, dt.datetime):
        return value.date()
    if not isinstance(value, dt.date):
        raise TypeError("a date is a text; turn the column into dates first: pandas.to_datetime, polars' str.to_date")
    return value


class Texts(Protocol):
    """It de-identifies texts as `Redactor.texts` does."""

    def __call__(
        self, texts: Iterable[Any], *, patients: Iterable[Any] | None, dates: Iterable[Any] | None
    ) -> list[Any]: ...


def redact_columns(
    frame: Any,
    texts: Texts,
    pseudonym: Callable[[str], str],
    nobody: Container[str],
    *,
    text: Sequence[str],
    patient: str | None,
    date: str | None,
    keep: Sequence[str],
) -> Any:
    """Return a new frame with the columns of `text` de-identified, `patient` as pseudonyms, and those of `keep`.

    pseudonym: gives the pseudonym of a patient's id. nobody: ids that stand for no patient, and leave as missing
    values. A text that could not be read in full is missing in the result, and a warning counts such texts. Raises
    ValueError for columns that the frame lacks or that are named twice, and for an index that may hold identifiers;
    TypeError for anything but a frame, and for values that are no texts.
    """
    columns = _columns(frame)
    own = [*text, *(() if patient is None else (patient,))]
    if len({*own, *keep}) != len([*own, *keep]):
        raise ValueError("a column is named twice in text, patient and keep; each column has one way out")
    _check_index(frame, keep)
    kept = [name for name in keep if name in columns or name not in _index_names(frame)]
    if missing := [name for name in (*own, *kept, *(() if date is None else (date,))) if name not in columns]:
        raise ValueError(f"the frame has no column {missing[0]!r}")
    if not own:
        raise ValueError("name the columns to de-identify: text=[...], or a schema")
    patients = None if patient is None else [patient_id(one, nobody) for one in frame[patient].to_list()]
    dates = None if date is None else [day_of(day) for day in frame[date].to_list()]
    replaced: dict[str, list[Any]] = {}
    for name in text:
        try:
            found = texts(frame[name].to_list(), patients=patients, dates=dates)
        except TypeError as error:
            raise TypeError(f"in the column {name!r} {error}") from None
        replaced[name] = [_released(one) for one in found]
        if unread := sum(1 for one in found if not is_missing(one) and not one.complete):
            _warn(f"{unread} of {len(found)} texts of the column {name!r} could not be read in full and are missing")
    if patient is not None and patients is not None:
        replaced[patient] = [None if one is None else pseudonym(one) for one in patients]
    wanted = {*own, *kept}
    return _built(frame, [name for name in columns if name in wanted], replaced, same_type={*text})


def redact_rows(frame: Any, records: Callable[[list[dict[str, Any]]], Iterable[RecordOut]]) -> Any:
    """Return a new frame of the released rows, with the columns that the schema of `records` lets leave.

    Rows that are not released are left out, and a warning counts them by reason. A column keeps its type where the
    type of its values stays. Raises ValueError for an index that may hold identifiers, TypeError for anything but a
    frame.
    """
    columns = _columns(frame)
    _check_index(frame, ())
    cells = {name: frame[name].to_list() for name in columns}
    rows = [
        {name: None if is_missing(value) else value for name, value in zip(columns, row, strict=True)}
        for row in zip(*cells.values(), strict=True)
    ]
    outs = list(records(rows))
    released = [out.data if out.reason is None and out.data is not None else None for out in outs]
    if why := Counter(out.reason.value for out in outs if out.reason is not None):
        counts = ", ".join(f"{reason} {n}" for reason, n in sorted(why.items()))
        _warn(f"{sum(why.values())} of {len(rows)} rows are not released and left out: {counts}")
    leaving = [name for name in columns if any(row is not None and name in row for row in released)]
    values = {name: [_cell(row.get(name)) for row in released if row is not None] for name in leaving}
    same = {name for name in leaving if _types(values[name]) <= _types(cells[name])}
    return _built(frame, leaving, values, same_type=same, rows=[row is not None for row in released])


def _released(one: Redacted | Any) -> Any:
    """Return the text of a result, None if it was not read in full; what is missing stays."""
    return one if is_missing(one) else one.text if one.complete else None


def _cell(value: object) -> object:
    return msgspec.json.decode(value) if isinstance(value, msgspec.Raw) else value  # a number as it was written


def _types(values: Iterable[object]) -> set[type]:
    return {type(value) for value in values if not is_missing(value)}


def _warn(message: str) -> None:
    warnings.warn(message, UserWarning, stacklevel=4)


# -- the two libraries


def _library(frame: Any) -> str:
    """Return the library of a data frame. Raises TypeError for anything else."""
    owners = {(c.__module__.partition(".")[0], c.__name__) for c in type(frame).__mro__}
    found = next((name for name in _LIBRARIES if (name, "DataFrame") in owners), None)
    if found is None:
        raise TypeError("this is no DataFrame of pandas or polars; of a LazyFrame, give the result of collect()")
    return found


def _columns(frame: Any) -> list[Any]:
    _library(frame)
    columns = list(frame.columns)
    if len({*columns}) != len(columns):
        raise ValueError("two columns of the frame have one name; rename one of them")
    return columns


def _index_names(frame: Any) -> list[Any]:
    """Return the names of the index; [] if it only numbers the rows, from 0.

    pandas makes a RangeIndex of any column of numbers with equal gaps, of two ids of patients too.
    """
    if _library(frame) == "polars":
        return []
    index = frame.index
    numbers = type(index).__name__ == "RangeIndex" and index.name is None and (index.start, index.step) == (0, 1)
    return [] if numbers else list(index.names)


def _check_index(frame: Any, keep: Sequence[str]) -> None:
    """Raise ValueError for an index of values unless `keep` names it, since it may hold ids of patients."""
    if any(name is None or name not in keep for name in _index_names(frame)):
        raise ValueError(
            "the index of the frame holds values, which may be identifiers: number the rows anew with "
            "reset_index(drop=True), or give the index a name with rename_axis and name it in keep"
        )


def _built(
    frame: Any,
    columns: Sequence[Any],
    replaced: dict[Any, list[Any]],
    *,
    same_type: set[Any],
    rows: list[bool] | None = None,
) -> Any:
    """Return a new frame of these columns, in this order. rows: which rows stay; all if None."""
    build = _built_by_polars if _library(frame) == "polars" else _built_by_pandas
    return build(frame, columns, replaced, same_type, rows)


def _built_by_pandas(
    frame: Any, columns: Sequence[Any], replaced: dict[Any, list[Any]], same_type: set[Any], rows: list[bool] | None
) -> Any:
    out = frame[list(columns)].copy() if rows is None else frame.loc[rows, list(columns)].copy()
    out.attrs = {}  # free notes about the frame
    for name, values in replaced.items():
        dtype = frame[name].dtype
        if name not in same_type:
            out[name] = type(frame[name])(values, index=out.index)
        elif type(dtype).__name__ == "CategoricalDtype":
            out[name] = type(frame[name])(values, index=out.index).astype("category")  # of the new values alone
        else:
            try:
                out[name] = type(frame[name])(values, index=out.index, dtype=dtype)
            except (TypeError, ValueError):  # the type, such as int64, has no missing value
                out[name] = type(frame[name])(values, index=out.index)
    return out


def _built_by_polars(
    frame: Any, columns: Sequence[Any], replaced: dict[Any, list[Any]], same_type: set[Any], rows: list[bool] | None
) -> Any:
    out = frame.select(columns)
    if rows is not None:
        out = out.filter(rows) if columns else out.clear()
    series = type(frame[columns[0]]) if columns else None
    for name, values in replaced.items():
        assert series is not None
        dtype = frame[name].dtype
        fixed = name in same_type and type(dtype).__name__ != "Enum" and not str(dtype).startswith("Enum")
        out = out.with_columns(series(name, values, dtype=dtype if fixed else None, strict=False))
    return out


def refuse_opt_out(opt_out: object) -> None:
    """Raise SettingsError if a list of patients is set whose records are withheld: it cannot be applied to texts."""
    if opt_out is not None:
        raise SettingsError(
            "the setting opt_out is set, and texts of a frame cannot be compared with it: give the frame's schema "
            "(schema=...), or leave the rows of these patients out and unset opt_out"
        )
