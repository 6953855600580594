"""The gates of the rules: literals of which a text must hold one before a rule is worth its automaton."""

from __future__ import annotations

from collections.abc import Iterable

import ahocorasick_rs


class Gates:
    """The literals of all rules, searched for in one pass over a text; by number, in the order in which they came."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._letters: dict[str, int] = {}  # single characters would match all over: they are looked up in a set
        self._longer: list[int] = []
        self._automaton: ahocorasick_rs.AhoCorasick | None = None

    def add(self, literals: Iterable[str]) -> frozenset[int]:
        """The numbers of these lower-case literals."""
        self._automaton = None
        return frozenset(self._numbers.setdefault(literal, len(self._numbers)) for literal in literals)

    def open(self, lower: str) -> set[int]:
        """The numbers of the literals that occur in a text in lower case."""
        automaton = self._automaton or self._made()
        longer = self._longer
        found = {longer[i] for i, _, _ in automaton.find_matches_as_indexes(lower, overlapping=True)}
        letters = self._letters
        found.update(letters[ch] for ch in letters.keys() & set(lower))
        return found

    def _made(self) -> ahocorasick_rs.AhoCorasick:
        self._letters = {literal: n for literal, n in self._numbers.items() if len(literal) == 1}
        longer = [literal for literal in self._numbers if len(literal) > 1]
        self._longer = [self._numbers[literal] for literal in longer]
        self._automaton = ahocorasick_rs.AhoCorasick(longer, store_patterns=False)
        return self._automaton


GATES = Gates()
