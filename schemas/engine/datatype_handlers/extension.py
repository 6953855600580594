"""Walks Extension: a publisher's url stays, and the name at its end says what a string or date under it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from redactor.entities import Entity, Role
from schemas.engine.compiled_schema import LITERAL, Branch, Leaf, Rule, rule_of
from schemas.engine.key_names import KeyCategory, key_meaning
from schemas.engine.token_check import Unread, Verdict, check_path
from schemas.engine.walk import Handler, Walker
from schemas.engine.walk_state import OMIT, Omit, WalkState

# Relative urls of the extensions inside a publisher's extension, such as "ombCategory".
_INNER_URL = re.compile(r"[A-Za-z][A-Za-z\-]{0,40}")


def extension_handler(check_url: Callable[[str], Verdict]) -> Handler:
    """Return the handler of Extension; `check_url` decides whether a url is a publisher's."""

    def check(url: str, is_inner: bool) -> Verdict:
        """is_inner: inside a publisher's extension, where urls may be relative."""
        return check_path(url) if is_inner and _INNER_URL.fullmatch(url) else check_url(url)

    def walk_extension(
        walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int
    ) -> dict[str, Any] | Omit:
        """Pass or hash the url, and walk the value by it. An extension that keeps only its url is omitted."""
        url = value.get("url")
        outer = state.in_known_extension
        verdict = isinstance(url, str) and check(url, outer)
        known = verdict is not False
        overrides: dict[str, Any] = {}
        if isinstance(url, str) and rule_of(node, "url") in LITERAL:
            if known and rule_of(node, "url") is Rule.PASS:
                overrides["url"] = url
                state.rules.append(Rule.PASS)
            else:
                overrides["url"] = walker.references.keys.uri(url)
                state.hashed = True
                state.rules.append(Rule.HASH)
        leaf = node.children.get("valueString")
        if "valueString" in value and isinstance(url, str) and isinstance(leaf, Leaf) and leaf.rule is Rule.AUTODEID:
            named = _entity_of_url(url)
            if named is not None:
                overrides["valueString"] = walker.override(leaf, Rule.MASK, *named)
        if isinstance(url, str) and _is_birth_url(url):
            for key in ("valueDateTime", "valueDate"):
                leaf = node.children.get(key)
                if isinstance(leaf, Leaf) and leaf.rule is Rule.MASK:
                    overrides[key] = walker.override(leaf, Rule.MASK, Entity.BIRTH_DATE_TIME, leaf.role)
        state.in_known_extension = known
        out = walker.fields(node, value, state, depth, overrides=overrides)
        if isinstance(verdict, Unread) and isinstance(url, str) and out.get("url") == url:
            state.read_token(verdict, out, "url", None, walker.references.keys.uri(url))
        state.in_known_extension = outer
        return out if any(key != "url" for key in out) else OMIT

    return walk_extension


@lru_cache(maxsize=4096)
def _entity_of_url(url: str) -> tuple[Entity, Role | None] | None:
    """Return the entity and role of a string under the url, or None: ".../patient-mothersMaidenName" is a person."""
    name = url.rstrip("/").rpartition("/")[2]
    if name.startswith(("humanname-", "iso21090-EN")):
        return Entity.PERSON, None
    meaning = key_meaning(name.removeprefix("patient-"))
    if meaning.category is KeyCategory.SENSITIVE and meaning.entity is not None:
        return meaning.entity, meaning.role
    return (meaning.entity or Entity.ID, meaning.role) if meaning.category is KeyCategory.IDENTIFIER else None


@lru_cache(maxsize=4096)
def _is_birth_url(url: str) -> bool:
    """Tell whether a date under the url is a date of birth: ".../patient-birthTime"."""
    return key_meaning(url.rstrip("/").rpartition("/")[2].removeprefix("patient-")).entity is Entity.BIRTH_DATE_TIME
