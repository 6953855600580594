"""Which fields of a flat record had a value that did not leave, by their place in the schema, for the run's summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from schemas.engine.compiled_schema import Branch

_EMPTY: tuple[Any, ...] = (None, "", [], {})


def emptied_fields(root: Branch, before: Mapping[str, Any], after: Mapping[str, Any]) -> Counter[str]:
    """The fields of the schema whose value was left out, each once. Fields without a rule are counted elsewhere.

    before, after: the record as it came and as it leaves. Arrays are not compared item by item.
    """
    found: Counter[str] = Counter()
    waiting = [(root, before, after)]
    while waiting:
        branch, old, new = waiting.pop()
        for key, value in old.items():
            node = branch.children.get(key)
            if node is None or value in _EMPTY:
                continue
            left = new.get(key)
            if left in _EMPTY:
                found[node.path] += 1
            elif isinstance(node, Branch) and isinstance(value, dict) and isinstance(left, dict):
                waiting.append((node, value, left))
    return found
