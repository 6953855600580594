"""Decides whether a string passes by its form, and how it is compared with the known values."""

from __future__ import annotations

from schemas.engine.compiled_schema import Leaf
from schemas.engine.number_rules import column_identifies, text_identifies
from schemas.engine.passed_values import Comparable, comparable_code, comparable_number, comparable_text
from schemas.engine.primitives import NUMERIC, is_valid, json_number
from schemas.engine.questions import names_concept

_NOT_COMPARED = frozenset({"uri", "url", "oid", "uuid", "canonical", "time", "boolean"})
_SAMPLES = "SampledData.data"  # its handler has them compared as a series


def judge_string(leaf: Leaf, value: str, is_flat: bool) -> tuple[bool, Comparable | None]:
    """Return whether a string passes by its form, and its readings, which depend on the leaf and the string alone."""
    value = json_number(value) if is_flat and leaf.format == "decimal" else value
    if not is_valid(leaf.format, value, is_flat=is_flat) or not (leaf.check is None or leaf.check(value)):
        return False, None
    if leaf.format in NUMERIC:
        passes = not identifies_by_column(leaf, value)
        return passes, comparable_code(value) if names_concept(leaf.column) else comparable_number(value)
    if leaf.format in _NOT_COMPARED or leaf.path == _SAMPLES:
        return True, None
    if leaf.check is None and leaf.format in ("string", "markdown", "code", "id") and text_identifies(value):
        return False, None
    return True, comparable_code(value) if is_flat and names_concept(leaf.column) else comparable_text(value)


def identifies_by_column(leaf: Leaf, number: str) -> bool:
    """Tell whether a number of a flat record identifies by its column and form."""
    return column_identifies(leaf.column, number, is_labelled=leaf.check is not None)
