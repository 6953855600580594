"""Define what the rule modules share: a text prepared once, rules, and spans in offsets of the folded text.

Expressions are in google-re2 syntax (linear time). They run over a transliteration of the text to one ASCII byte per
character (letters without their diacritics), so that offsets need no mapping and classes like [A-Z] stay small and
complete. One pass over a text tells which rules of a module match in it at all, and only these are run. A rule with
context literals runs only on a text in which one of them occurs, in lower case.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from itertools import accumulate, compress, count
from typing import Any, NamedTuple

import re2

from redactor.detect.patterns.prefilter import Prefilter, options
from redactor.entities import Entity
from redactor.lexicon.words import plain
from redactor.text import Span, Strength

DETECTOR = "patterns"
_CACHE = 32_768  # words; they recur from text to text

_DIGIT = re.compile("[0-9]")
# Words with inner apostrophes and hyphens. Possessive quantifiers do not backtrack: one linear pass. Whether a letter
# follows is asked first: before Python 3.11.5 the sign of a turn that fails stays in the match (gh-106052).
_WORD = re.compile(r"([^\W\d_]++(?:(?=['-][^\W\d_])['-][^\W\d_]++)*+)")
_WORD_OF_ASCII = re.compile(r"([A-Za-z]++(?:(?=['-][A-Za-z])['-][A-Za-z]++)*+)")


class Word(NamedTuple):
    """A word of the folded text has its offsets there.

    lower: its lower-case form. key: the form to look up in word lists, without diacritics and possessive 's.
    """

    start: int
    end: int
    text: str
    lower: str
    key: str


_word: Callable[[tuple[int, int, str, str, str]], Word] = partial(
    tuple.__new__, Word
)  # faster than a call of the class


@lru_cache(maxsize=_CACHE)
def _key(lower: str) -> str:
    return plain(lower.removesuffix("'s"))


class _AsciiTable(dict[int, str]):
    """Translate code points to ASCII for `str.translate`; the table is filled lazily."""

    def __missing__(self, code: int) -> str:
        ch = chr(code)
        got = ch if code < 0x80 else _to_ascii(ch)
        self[code] = got
        return got


def _to_ascii(ch: str) -> str:
    category = unicodedata.category(ch)
    if category == "Mn":
        return "'"  # a combining mark is part of its word
    if category == "Lo" or category[0] != "L":
        return "~"  # scripts without capitals, such as Chinese, have no rules and separate words from numbers
    first = unicodedata.normalize("NFKD", ch)[0]
    letter = first if first.isascii() else "x"
    return letter.upper() if category in ("Lu", "Lt") else letter.lower()


_ascii_table = _AsciiTable()


class Doc:
    """A doc holds a folded text and what rules need of it, computed on demand. off: names of disabled rules."""

    def __init__(self, text: str, off: frozenset[str] = frozenset()) -> None:
        self.text = text
        self.off = off
        self.ascii = text if text.isascii() else text.translate(_ascii_table)
        self.lower = self.ascii.lower()
        self.ascii_bytes = self.ascii.encode("ascii")

    @cached_property
    def has_digit(self) -> bool:
        """Return whether an ASCII digit occurs."""
        return _DIGIT.search(self.text) is not None

    @cached_property
    def words(self) -> list[Word]:
        """Return the words in order."""
        parts = (_WORD_OF_ASCII if self.ascii is self.text else _WORD).split(self.text)  # a gap, a word, a gap, ...
        texts, ends = parts[1::2], list(accumulate(map(len, parts)))
        lower = list(map(str.lower, texts))
        return list(map(_word, zip(ends[0::2], ends[1::2], texts, lower, map(_key, lower), strict=False)))

    @cached_property
    def lower_words(self) -> list[str]:
        """The words in lower case."""
        return [lower for _, _, _, lower, _ in self.words]

    @cached_property
    def capitalised(self) -> list[int]:
        """Return the indices of the words that begin with a capital."""
        return [i for i, (_, _, text, _, _) in enumerate(self.words) if text[0].isupper()]

    def indices(self, words: frozenset[str]) -> Iterator[int]:
        """Yield the indices of the words that are among some words in lower case."""
        return compress(count(), map(words.__contains__, self.lower_words))

    def may_match(self, rule: Rule) -> bool:
        """Return False, by a cheap check, only if the rule matches nowhere in the text or is disabled."""
        if rule.name in self.off or (rule.digits and not self.has_digit):
            return False
        return not rule.literals or any(literal in self.lower for literal in rule.literals)


def compiled(pattern: str) -> Any:
    """Return the pattern as a re2 expression over bytes of the ASCII transliteration."""
    return re2.compile(pattern.encode("ascii"), options())


@dataclass(frozen=True)
class Rule:
    """A rule finds spans by an expression, context words and a check.

    Rule("badge", Entity.ID, r"(?i:badge) ([0-9]{4,6})", "badge")

    name: unique, in kebab case; users see it in the sources of spans and list it in the setting `disabled_rules`.
    pattern: each named group is a span; group names are entity names, trailing digits are ignored. Without named
    groups, group 1 or else the whole match is a span of `entity`. context: words, parts of words or punctuation, in
    lower case and separated by "|", of which one must occur in the text. strength: of a span. check: judges the span's
    text; False drops it, "weak" or "strong" overrides the strength. digits: whether the text must hold a digit. also:
    other entities that the surrounding code may assign.
    """

    name: str
    entity: Entity
    pattern: str
    context: str = ""
    strength: Strength = "strong"
    check: Callable[[str], bool | Strength] | None = None
    digits: bool = True
    also: tuple[Entity, ...] = ()

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """Return the sources of the spans of the rule."""
        return (f"{DETECTOR}:{self.name}",)

    @cached_property
    def literals(self) -> tuple[str, ...]:
        """Return the literals of the context."""
        return tuple(self.context.split("|")) if self.context else ()

    @cached_property
    def regex(self) -> Any:
        """Return the compiled expression. Most texts need few of them."""
        return compiled(self.pattern)

    @cached_property
    def groups(self) -> tuple[tuple[int, Entity], ...]:
        """Return the groups of the expression that are spans, with their entities."""
        regex = self.regex
        named = tuple((i, Entity(name.decode("ascii").rstrip("0123456789"))) for name, i in regex.groupindex.items())
        return named or ((1 if regex.groups else 0, self.entity),)


@dataclass(frozen=True, slots=True)
class CodedRule:
    """A coded rule is written as code. context and check describe it in words, for the list of rules."""

    name: str
    entities: tuple[Entity, ...]
    context: str
    check: str
    strength: Strength = "strong"
    sources: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sources", (f"{DETECTOR}:{self.name}",))


class Rules:
    """Search for the rules of a module together."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        every = tuple(rules)
        # The rules for a text without a digit, and the rules for a text with one.
        self._rules = (tuple(rule for rule in every if not rule.digits), every)
        self._prefilters = [Prefilter([rule.pattern for rule in some]) for some in self._rules]

    def matching(self, doc: Doc) -> list[Rule]:
        """Return the rules that match in a text, in their order. Without a digit, rules that need one are left out."""
        rules = self._rules[doc.has_digit]
        found = self._prefilters[doc.has_digit].matching(doc.ascii_bytes)
        return [rules[i] for i in sorted(found) if doc.may_match(rules[i])]


def scan(doc: Doc, rules: Rules) -> Iterator[Span]:
    """Yield the spans that the rules find, in offsets of the folded text."""
    for rule in rules.matching(doc):
        for m in rule.regex.finditer(doc.ascii_bytes):
            for group, entity in rule.groups:
                start, end = m.span(group)
                if start < 0 or start == end:
                    continue
                strength = rule.strength
                if rule.check is not None:
                    verdict = rule.check(doc.text[start:end])
                    if verdict is False:
                        continue
                    if verdict is not True:
                        strength = verdict
                yield span_of(rule, start, end, entity, strength)


def span_of(rule: Rule | CodedRule, start: int, end: int, entity: Entity, strength: Strength = "strong") -> Span:
    """Return a span found by a rule, in offsets of the folded text."""
    return Span(start, end, entity, None, strength, rule.sources)


def enabled(doc: Doc, spans: Iterable[Span]) -> Iterable[Span]:
    """Return the spans without those of disabled rules."""
    return (s for s in spans if s.sources[0].partition(":")[2] not in doc.off) if doc.off else spans


def digits_of(value: str) -> str:
    """Return the ASCII digits of a value."""
    return "".join(c for c in value if "0" <= c <= "9")
