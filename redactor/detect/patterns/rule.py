"""What the families share: a text prepared once, rules over it, and hits in offsets of the folded text.

Rules are google-re2 expressions (linear time). They run over a shadow of the text that has one ASCII byte for each
character (letters without their diacritics), so that offsets need no mapping and classes like [A-Z] stay small and
complete. A rule stands behind literals of which one must occur in lower case (one search a note for those of all
rules), so that most rules cost nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import re2

from redactor.detect.patterns.prefilter import GATES
from redactor.entities import Entity
from redactor.text import Span, Strength

SOURCE = ("patterns",)
_MAX_MEM = 32 * 1024 * 1024  # bytes that an expression's automaton may grow to; beyond, re2 is slower, not wrong

# Words with inner apostrophes and hyphens. Possessive quantifiers never give back a character: one linear pass.
_WORD = re.compile(r"[^\W\d_]++(?:['-][^\W\d_]++)*+")


class Word(NamedTuple):
    """A word of the folded text with its offsets there. lower: its lower-case form."""

    start: int
    end: int
    text: str
    lower: str


class _Shadow(dict[int, str]):
    """The ASCII character that stands for another one, by code point; filled as characters occur."""

    def __missing__(self, code: int) -> str:
        ch = chr(code)
        got = ch if code < 0x80 else _ascii(ch)
        self[code] = got
        return got


def _ascii(ch: str) -> str:
    category = unicodedata.category(ch)
    if category == "Mn":
        return "'"  # a combining mark is part of the word that it stands in
    if category == "Lo" or category[0] != "L":
        return "~"  # scripts without capitals, Chinese among them, have no rules here and part words from numbers
    first = unicodedata.normalize("NFKD", ch)[0]
    letter = first if first.isascii() else "x"
    return letter.upper() if category in ("Lu", "Lt") else letter.lower()


_shadow = _Shadow()


class Doc:
    """A folded text, with what the rules need of it computed once and only when asked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.shadow = text if text.isascii() else text.translate(_shadow)
        self.lower = self.shadow.lower()
        self.data = self.shadow.encode("ascii")

    @cached_property
    def has_digit(self) -> bool:
        """Whether an ASCII digit occurs."""
        return any(d in self.text for d in "0123456789")

    @cached_property
    def words(self) -> list[Word]:
        """The words in order."""
        return [Word(*m.span(), m[0], m[0].lower()) for m in _WORD.finditer(self.text)]

    @cached_property
    def _open(self) -> set[int]:
        return GATES.open(self.lower)

    def may_hold(self, rule: Rule) -> bool:
        """False where the rule surely finds nothing: no digit, none of its literals."""
        if rule.digits and not self.has_digit:
            return False
        return not rule.literals or not rule.literals.isdisjoint(self._open)


def compiled(pattern: str) -> Any:
    """A re2 expression over shadows; it is ASCII, since they are."""
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.max_mem = _MAX_MEM
    options.log_errors = False
    return re2.compile(pattern.encode("ascii"), options)


@dataclass(frozen=True, slots=True)
class Rule:
    """An expression and what it finds.

    Each named group is a span of the entity that the group is called (a trailing digit aside); without named groups
    group 1, or else the whole match, is a span of `entity`. gate: literals of which one must occur, parted by "|".
    digits: the text must hold one. check: judges the span's text; False drops it, "weak" or "strong" sets its strength.
    """

    entity: Entity
    pattern: str
    gate: str = ""
    strength: Strength = "strong"
    check: Callable[[str], bool | Strength] | None = None
    digits: bool = True
    literals: frozenset[int] = field(init=False, repr=False, compare=False)
    regex: Any = field(init=False, repr=False, compare=False)
    groups: tuple[tuple[int, Entity], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        regex = compiled(self.pattern)
        named = tuple((i, Entity(name.decode("ascii").rstrip("0123456789"))) for name, i in regex.groupindex.items())
        object.__setattr__(self, "literals", GATES.add(self.gate.split("|")) if self.gate else frozenset())
        object.__setattr__(self, "regex", regex)
        object.__setattr__(self, "groups", named or ((1 if regex.groups else 0, self.entity),))


def scan(doc: Doc, rules: Iterable[Rule]) -> Iterator[Span]:
    """What the rules find, in offsets of the folded text."""
    for rule in rules:
        if not doc.may_hold(rule):
            continue
        for m in rule.regex.finditer(doc.data):
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
                yield hit(start, end, entity, strength)


def hit(start: int, end: int, entity: Entity, strength: Strength = "strong") -> Span:
    """A span of this detector, in offsets of the folded text."""
    return Span(start, end, entity, None, strength, SOURCE)


def wordset(text: str) -> frozenset[str]:
    """The words of a text that space parts."""
    return frozenset(text.split())


def digits_of(value: str) -> str:
    """The ASCII digits of a value."""
    return "".join(c for c in value if "0" <= c <= "9")
