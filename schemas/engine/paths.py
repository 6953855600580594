"""Values at a path of keys in parsed JSON, and all objects in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def values_at(data: Any, path: tuple[str, ...]) -> Iterator[Any]:
    """Every value at a path of keys. An array at any step, the last included, contributes each of its items."""
    at = data
    for i, key in enumerate(path):
        if type(at) is not dict:
            return _through_arrays(at, path[i:])
        if key not in at:
            return iter(())
        at = at[key]
    return _through_arrays(at, ()) if isinstance(at, list) else iter((at,))


def _through_arrays(data: Any, path: tuple[str, ...]) -> Iterator[Any]:
    if isinstance(data, list):
        for item in data:
            yield from _through_arrays(item, path)
    elif not path:
        yield data
    elif isinstance(data, Mapping) and path[0] in data:
        yield from _through_arrays(data[path[0]], path[1:])


def objects_in(data: Any) -> Iterator[dict[str, Any]]:
    """Every object in the data, itself included."""
    waiting: list[Any] = [data]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting.extend(node)
        elif isinstance(node, dict):
            yield node
            waiting.extend(node.values())
