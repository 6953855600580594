"""The prefilter of the rules: a rule's automaton runs only on a text that holds one of the rule's literals."""

from __future__ import annotations

from collections.abc import Iterable

import ahocorasick_rs


class LiteralPrefilter:
    """The literals of all rules, numbered in order of registration and searched for in one pass over a text."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._letters: dict[str, int] = {}  # single characters occur nearly everywhere: looked up in a set instead
        self._longer: list[int] = []
        self._automaton: ahocorasick_rs.AhoCorasick | None = None

    def add(self, literals: Iterable[str]) -> frozenset[int]:
        """Register lower-case literals. Returns their numbers."""
        self._automaton = None
        return frozenset(self._numbers.setdefault(literal, len(self._numbers)) for literal in literals)

    def present(self, lower: str) -> set[int]:
        """The numbers of the literals that occur in a lower-case text."""
        automaton = self._automaton or self._build()
        longer = self._longer
        found = {longer[i] for i, _, _ in automaton.find_matches_as_indexes(lower, overlapping=True)}
        letters = self._letters
        found.update(letters[ch] for ch in letters.keys() & set(lower))
        return found

    def _build(self) -> ahocorasick_rs.AhoCorasick:
        self._letters = {literal: n for literal, n in self._numbers.items() if len(literal) == 1}
        longer = [literal for literal in self._numbers if len(literal) > 1]
        self._longer = [self._numbers[literal] for literal in longer]
        self._automaton = ahocorasick_rs.AhoCorasick(longer, store_patterns=False)
        return self._automaton


PREFILTER = LiteralPrefilter()
