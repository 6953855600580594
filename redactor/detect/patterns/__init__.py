"""Find identifiers by rules with checksums, context words and word lists over the folded text, in linear time."""

from redactor.detect.patterns.catalogue import RuleDescription, describe_rules, rule_names
from redactor.detect.patterns.detector import Patterns

__all__ = ["Patterns", "RuleDescription", "describe_rules", "rule_names"]
