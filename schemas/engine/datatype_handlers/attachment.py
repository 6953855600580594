"""Walks Attachment and Binary: data that can be read is a text for the detectors; any other data is withheld."""

from __future__ import annotations

from typing import Any

from schemas.engine import attachments
from schemas.engine.compiled_schema import Branch, Leaf, Rule, rule_of
from schemas.engine.walk import Walker
from schemas.engine.walk_state import OMIT, WalkState


def walk_attachment(
    walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int
) -> dict[str, Any]:
    """Defer the text of readable data, withhold other data, and hash the url."""
    # Size and digest describe the original.
    overrides: dict[str, Any] = {key: OMIT for key in ("size", "hash") if rule_of(node, key) not in (None, Rule.DROP)}
    content_type, data, url = value.get("contentType"), value.get("data"), value.get("url")
    content_type = content_type if isinstance(content_type, str) else None
    leaf = node.children.get("data")
    readable = None
    withheld = False
    if data is not None and isinstance(leaf, Leaf) and leaf.rule is Rule.AUTODEID:
        overrides["data"] = OMIT
        readable = attachments.read(content_type, data) if isinstance(data, str) else None
        withheld = readable is None
    if content_type is not None and rule_of(node, "contentType") is Rule.PASS:
        released_type = readable.content_type if readable else attachments.bare_type(content_type)
        overrides["contentType"] = OMIT if released_type is None else released_type
        state.rules.append(Rule.PASS)
        if released_type is None:
            state.omit("not-allowed")
    if isinstance(url, str) and url and rule_of(node, "url") is Rule.HASH:
        references = walker.references
        new = references.contained(url, state.owner) if url.startswith("#") else references.reference(url)
        overrides["url"] = state.rewritten[url] = new
        state.hashed = True
        state.rules.append(Rule.HASH)
    out = walker.fields(node, value, state, depth, overrides=overrides)
    if withheld:
        state.omit("attachment-withheld")
        state.mark_absent(out, "data", None)
        if not state.is_flat:
            out.setdefault("_data", {})  # holds the absent reason later; without it an empty object would be dropped
    elif readable is not None and isinstance(leaf, Leaf):
        state.rules.append(leaf.rule)
        out["data"] = walker.defer_text(readable.text, state, out, "data", None, readable.write, leaf.by_llm)
    return out
