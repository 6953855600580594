"""A resource inside a resource (contained, Parameters): walked by its own schema, in the scope of the outer one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from schemas.engine.compiled_schema import Branch
from schemas.engine.records import Reason, RecordError
from schemas.engine.walk import Handler, Walker
from schemas.engine.walk_state import Omit, WalkState


def inner_resource_handler(is_restricted: Callable[[Mapping[str, Any]], bool]) -> Handler:
    """The handler of resources inside resources. is_restricted: whether a resource's security labels withhold it."""

    def walk_inner_resource(
        walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int
    ) -> dict[str, Any] | Omit:
        """Walk the inner resource. A restricted one raises RecordError for the whole record."""
        if is_restricted(value):
            raise RecordError(Reason.RESTRICTED, node.path)
        return walker.resource(walker.schema_of(value, state), value, state, depth + 1)

    return walk_inner_resource
