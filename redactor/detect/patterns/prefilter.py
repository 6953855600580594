"""Tell in one pass over a text which of several expressions match in it somewhere."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import re2

_MAX_MEM = 32 * 1024 * 1024  # bytes of an automaton; beyond the limit re2 is slower, with equal results


def options() -> re2.Options:
    """Return the re2 options of the expressions of rules, which read bytes of one character each."""
    wanted = re2.Options()
    wanted.encoding = re2.Options.Encoding.LATIN1
    wanted.max_mem = _MAX_MEM
    wanted.log_errors = False
    return wanted


class Prefilter:
    """Search for several expressions together.

    Expressions that look alike share states of the automaton, others multiply them, and each state costs time when a
    text first leads to it: the rules of one module make a good prefilter, those of all modules one that takes six times
    as long on new texts.
    """

    def __init__(self, patterns: Sequence[str]) -> None:
        self._patterns = patterns
        self._automaton: re2.Set | None = None

    def matching(self, text: bytes) -> Collection[int]:
        """Return the indices of the expressions that match somewhere in a text, in any order.

        Raises re2.error for an invalid expression.
        """
        if not self._patterns:
            return ()
        if self._automaton is None:
            self._automaton = self._compiled()
        found = self._automaton.Match(text) or ()
        every = len(self._patterns)
        # Out of memory, re2 says that nothing matches, not even the expression that matches everywhere.
        return [i for i in found if i < every] if every in found else range(every)

    def _compiled(self) -> re2.Set:
        automaton = re2.Set.SearchSet(options())
        for pattern in (*self._patterns, ""):
            automaton.Add(pattern.encode("ascii"))
        automaton.Compile()
        return automaton
