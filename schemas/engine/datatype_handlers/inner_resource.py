"""A resource inside a resource (contained, Parameters): walked by its own schema, in the scope of the outer one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from schemas.engine.compiled_schema import CONTAINED, Branch, CompiledSchema, Leaf, Rule
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
        schema = walker.schema_of(value, state)
        outer = state.resource_type, state.owner
        state.resource_type = schema.resource_type
        if node.path.endswith(".contained"):
            schema = _contained(schema)
        elif isinstance(value.get("id"), str):
            state.owner = f"{schema.resource_type}/{value['id']}"
        out = walker.resource(schema, value, state, depth + 1)
        state.resource_type, state.owner = outer
        return out

    return walk_inner_resource


@lru_cache(maxsize=512)
def _contained(schema: CompiledSchema) -> CompiledSchema:
    """The schema for a contained resource, whose id is local to the record and named by "#id" alone."""
    leaf = schema.root.children.get("id")
    if not isinstance(leaf, Leaf) or leaf.rule is not Rule.HASH:
        return schema
    children = {**schema.root.children, "id": replace(leaf, id_class=CONTAINED)}
    return replace(schema, root=replace(schema.root, children=children))
