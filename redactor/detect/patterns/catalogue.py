"""List all rules of the patterns detector, for users and for the setting that disables some of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import NamedTuple

from redactor.detect.patterns import (
    ages,
    contacts,
    dates,
    demographics,
    devices,
    identifiers,
    local_codes,
    organisations,
    people,
    places,
    short_texts,
    streets,
)
from redactor.detect.patterns.rule import CodedRule, Rule
from redactor.entities import Entity
from redactor.text import Strength

# Each has RULES and find(doc).
MODULES: tuple[ModuleType, ...] = (
    identifiers, local_codes, devices, contacts, dates, ages, people, streets, places, organisations, demographics,
)  # fmt: skip
SHORT_TEXT_MODULES: tuple[ModuleType, ...] = (short_texts,)  # apply where `short_texts.applies` says so


class RuleDescription(NamedTuple):
    """A description presents a rule to users.

    context: what must occur in the text for the rule to apply: literals in lower case, separated by "|", or a
    description for a CodedRule; empty where only the shape decides. strength: of a span; a check may lower it to weak.
    check: empty if the rule has none.
    """

    name: str
    entities: tuple[Entity, ...]
    strength: Strength
    context: str
    check: str


def describe_rules() -> Iterator[RuleDescription]:
    """Yield descriptions of all rules, by module, in the order in which they are written."""
    for module in (*MODULES, *SHORT_TEXT_MODULES):
        for rule in module.RULES:
            yield _describe(rule)


@cache
def rule_names() -> frozenset[str]:
    """Return the names of all rules."""
    return frozenset(rule.name for module in (*MODULES, *SHORT_TEXT_MODULES) for rule in module.RULES)


def _describe(rule: Rule | CodedRule) -> RuleDescription:
    if isinstance(rule, CodedRule):
        return RuleDescription(rule.name, rule.entities, rule.strength, rule.context, rule.check)
    entities = tuple(dict.fromkeys([*(entity for _, entity in rule.groups), *rule.also]))
    check = rule.check.__name__.strip("_").replace("_", " ") if rule.check is not None else ""
    return RuleDescription(rule.name, entities, rule.strength, rule.context, check)
