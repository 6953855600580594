"""The rules that a schema gives to the fields of an object."""

from __future__ import annotations

from schemas.engine.compiled_schema import Branch, Leaf, Rule

SENSITIVE = frozenset({Rule.MASK, Rule.SHIFT, Rule.GENERALIZE})
LITERAL = frozenset({Rule.PASS, Rule.HASH})


def rule_of(node: Branch, key: str) -> Rule | None:
    """The rule of a single-valued primitive field; None for any other field."""
    child = node.children.get(key)
    return child.rule if isinstance(child, Leaf) and not child.is_array else None
