"""Says of the numbers in samples of flat records what a run does with them, field by field.

A number of a table can be a measurement, an age, a date, a position or the number of a person. So a run does more with
it than the rule says, and a reviewer should know before approving.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from schemas.engine.compiled_schema import Branch, CompiledSchema, Leaf, Rule
from schemas.engine.passing import identifies_by_column
from schemas.engine.primitives import NUMERIC, is_valid, json_number, scalar_text

_FATES = {
    Rule.PASS: "leaves, unless it is a known value of the patient, household or site",
    Rule.HASH: "replaced by a keyed token",
    Rule.AUTODEID: "read as free text",
    Rule.SHIFT: "a date: shifted by the subject's weeks",
    Rule.GENERALIZE: "replaced by a coarser form",
    Rule.DROP: "dropped",
}


@dataclass(frozen=True, slots=True)
class NumberFate:
    """What a run does with the numbers of a field: its rule in words, how many values the samples have, and how many
    of these are left out for their form (seven digits or more without a pattern, a position, an age of 90 years or
    more, a date as a number, or not of the pattern or type).
    """

    path: str
    rule: str
    fate: str
    values: int
    left_out: int


def number_fates(schema: CompiledSchema, samples: Iterable[Mapping[str, Any]]) -> list[NumberFate]:
    """Return the fates of numbers, by path; none for FHIR, whose datatypes say what a number is."""
    if schema.fhir is not None:
        return []
    leaves: dict[str, Leaf] = {}
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for sample in samples:
        for path, leaf, value in _values(schema.root, sample, schema.root.path):
            if _is_number(leaf, value):
                leaves[path] = leaf
                counts[path][0] += 1
                passes = has_form(leaf, value) and not identifies(leaf, value)
                counts[path][1] += leaf.rule is Rule.PASS and not passes
    return [
        NumberFate(path, leaves[path].rule.value, _fate(leaves[path]), n, left_out)
        for path, (n, left_out) in sorted(counts.items())
    ]


def _fate(leaf: Leaf) -> str:
    masked = f"replaced as the profile says for {leaf.entity.value if leaf.entity else 'its entity'}"
    return _FATES.get(leaf.rule, masked)


def _values(branch: Branch, sample: Any, path: str) -> Iterator[tuple[str, Leaf, Any]]:
    if not isinstance(sample, Mapping):
        return
    for key, value in sample.items():
        node = branch.children.get(key)
        for one in value if isinstance(value, list) else (value,):
            if isinstance(node, Branch):
                yield from _values(node, one, f"{path}.{key}")
            elif node is not None:
                yield f"{path}.{key}", node, one


def _is_number(leaf: Leaf, value: Any) -> bool:
    text = scalar_text(value)
    return bool(text and text.strip()) and (leaf.format in NUMERIC or not isinstance(value, str))


def has_form(leaf: Leaf, value: Any) -> bool:
    """Tell whether a number or boolean of a flat record has the type and pattern of its field; a string may hold it, as
    in tables of text.
    """
    if isinstance(value, str):
        value = json_number(value) if leaf.format == "decimal" else value
    elif leaf.enum is not None:
        return False
    text = scalar_text(value) or str(value).lower()
    return is_valid(leaf.format, value, is_flat=True) and (leaf.check is None or leaf.check(text) is not False)


def identifies(leaf: Leaf, value: Any) -> bool:
    """Tell whether a run withholds a number of a flat record for its length or its column's name."""
    number = scalar_text(value) if leaf.format in NUMERIC else None
    return number is not None and identifies_by_column(leaf, number)
