"""Gives single fields of records the actions that a profile names by path, such as "Patient.address.city".

A path begins with the resource type or the data type of the record, and names every key on the way without the places
in arrays. It changes only fields under the rule mask: a literal rule, a forced action and a text for the detectors stay
what the schema says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from redactor.entities import DATES, DEMOGRAPHICS, ORGANISATIONS, PLACES, STAFF_ROLES, Entity, Role
from redactor.errors import ProfileError
from redactor.text import Action
from schemas.engine.compiled_schema import LITERAL, Branch, CompiledSchema, Leaf, Node, Rule, node_at

_KEPT = PLACES | DATES | DEMOGRAPHICS | ORGANISATIONS | {Entity.AGE, Entity.LOCATION}


def may_have(action: Action, entity: Entity | None, role: Role | None) -> bool:
    """Tell whether a path may give a field of this entity and role the action: what identifies a patient or a relative
    is never kept.
    """
    return action is not Action.KEEP or entity in _KEPT or role in STAFF_ROLES


class PathActions:
    """The actions of a profile by path, put into compiled schemas.

    `shifts` tells whether the profile shifts dates: a true date or year beside shifted ones would show the shift.
    """

    def __init__(self, paths: Iterable[tuple[str, Action]], *, shifts: bool) -> None:
        self._by_type: dict[str, dict[tuple[str, ...], Action]] = {}
        for path, action in paths:
            record_type, *keys = path.split(".")
            self._by_type.setdefault(record_type, {})[tuple(keys)] = action
        self._shifts = shifts

    @property
    def types(self) -> Iterable[str]:
        """The resource types and data types that the paths begin with."""
        return self._by_type.keys()

    def of(self, schema: CompiledSchema) -> CompiledSchema:
        """Return the schema with the actions of its paths. Raises ProfileError for a path that may not have its
        action; paths that the schema lacks are left out.
        """
        root = schema.root
        for keys, action in self._by_type.get(root.path, {}).items():
            root = self._changed(root, keys, action, (root.path, *keys)) or root
        return schema if root is schema.root else replace(schema, root=root)

    def check(self, schemas: Sequence[CompiledSchema]) -> None:
        """Raise ProfileError for a path that none of the schemas has, or that may not have its action."""
        for record_type, wanted in self._by_type.items():
            own = [self.of(schema) for schema in schemas if schema.root.path == record_type]
            for keys in wanted:
                if all(node_at(schema.root, keys) is None for schema in own):
                    path = ".".join((record_type, *keys))
                    raise ProfileError(
                        f"paths: no schema has the field {path}; a path is a resource type or dataType and the keys "
                        "from there: see redactor schema show"
                    )

    def _changed(self, branch: Branch, keys: tuple[str, ...], action: Action, path: tuple[str, ...]) -> Branch | None:
        """Return a copy of the branch with the action at the end of the keys, or None without such a field.

        Datatypes are shared by all fields that have them, so that each branch on the way is a copy.
        """
        child = branch.children.get(keys[0])
        changed: Node | None = None
        if len(keys) == 1 and child is not None:
            problem = self._problem(child, action)
            if problem or not isinstance(child, Leaf):
                raise ProfileError(f"paths: {'.'.join(path)} {problem}")
            changed = replace(child, action=action)
        elif isinstance(child, Branch):
            changed = self._changed(child, keys[1:], action, path)
        return None if changed is None else replace(branch, children={**branch.children, keys[0]: changed})

    def _problem(self, node: Node, action: Action) -> str:
        """Return why a field may not have the action, and what to do, or ""."""
        if isinstance(node, Branch):
            return "is an object; name the fields in it"
        if node.rule in LITERAL or node.rule is Rule.DROP:
            return f"is under the literal rule {node.rule}, which no profile changes; change the schema"
        if node.rule is not Rule.MASK:
            return f"is under the rule {node.rule}, which a path does not change; only fields under mask have actions"
        if self._shifts and node.entity in DATES and action not in (Action.TAG, Action.HASH):
            return f"is a date, and a date under {action} beside shifted dates would show the shift; use tag"
        if not may_have(action, node.entity, node.role):
            return "identifies a patient or a relative, whose identifiers are never kept"
        return ""
