"""Clinicians' names as one given and one family name, whatever they have.

How many names somebody has, their hyphens and particles, and the degrees behind them tell one clinician of a hospital
from the others. A degree becomes the class of the role (`redactor.lexicon.titles`), the strongest of several.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from redactor.lexicon.names import HYPHENS
from redactor.lexicon.titles import TRAILING_WORDS, role_class, role_class_of
from relex.identity.name_parser import ParsedName
from relex.identity.name_tokens import Token, TokenKind, with_kind
from relex.parts import Kind, Part

_GIVEN = (TokenKind.GIVEN, TokenKind.INITIAL)
_FAMILY = (TokenKind.FAMILY, TokenKind.FAMILY_INITIAL)
_DROPPED = frozenset({*_GIVEN, *_FAMILY, TokenKind.PARTICLE, TokenKind.BORN})
_CARETS = frozenset("^~=&")
# Signs around a word that go with it.
_AROUND = str.maketrans("", "", ".\"'“”„«»()（）[]" + "".join(HYPHENS))


@dataclass(frozen=True, slots=True)
class _Word:
    """A word with what is written for it; None: it goes."""

    start: int
    end: int
    item: str | Part | None


def simple_items(
    parsed: ParsedName, groups: Container[int], part_of: Callable[[Token], Part | None]
) -> Iterator[str | Part]:
    """The pieces of a name: of each person in `groups` one given and one family name, the others as they are."""
    value, at = parsed.value, 0
    carets = "^" in value
    gone: _Word | None = None  # what goes, from its first to its last word
    for word in _words(parsed, groups, part_of):
        if word.item is None:
            gone = word if gone is None else _Word(gone.start, word.end, None)
            continue
        between = value[at : word.start]
        if gone is not None and carets:
            between = "".join(c for c in between if c in _CARETS)
        elif gone is not None:
            between = _between(value[at : gone.start], value[gone.end : word.start], first=at == 0)
            if not between and value[at : gone.start] and value[word.start].isalnum() and at:
                between = " "  # a hyphen that went with a word
        if between:
            yield between
        yield word.item
        at, gone = word.end, None
    behind = value[at:]
    if gone is not None and carets:
        behind = "".join(c for c in behind if c in _CARETS)
    elif gone is not None:
        behind = _behind(value[at : gone.start], value[gone.end :])
    if behind:
        yield behind


def _words(parsed: ParsedName, groups: Container[int], part_of: Callable[[Token], Part | None]) -> Iterator[_Word]:
    for number, some in groupby(parsed.tokens, key=lambda t: t.group):
        tokens = [_as_degree(parsed.value, t) for t in some]
        if number not in groups:
            for t in tokens:
                part = part_of(t)
                end = t.end if part is None else t.start + len(part.surface)
                yield _Word(t.start, end, parsed.value[t.start : end] if part is None else part)
            continue
        kept = {id(t) for t in kept_names(tokens)}
        strongest = role_of(parsed.value, tokens)
        for run, degree in _degrees(parsed.value, tokens, whole=True):
            t = run[0]
            if t.kind is TokenKind.CREDENTIAL:
                item = strongest if strongest and role_class(degree) == strongest else None
                strongest = "" if item else strongest
                yield _Word(t.start, _end_of_dotted(parsed.value, run), item)
            elif t.kind is TokenKind.TITLE and (title := role_class(t.key)):
                yield _Word(t.start, t.end, title)
            elif id(t) in kept or t.kind is TokenKind.NUMBER:
                part = part_of(t)
                if part is not None:
                    yield _Word(t.start, t.start + len(part.surface), _in_one_word(part))
            elif t.kind in _DROPPED or (t.kind is TokenKind.SUFFIX and t.key not in TRAILING_WORDS):
                yield _Word(t.start, t.end, None)
            else:
                yield _Word(t.start, t.end, parsed.value[t.start : t.end])


def _as_degree(value: str, t: Token) -> Token:
    """A degree in brackets, which is read like a nickname, as a degree."""
    is_degree = t.quoted and role_class(t.key) and value[t.start : t.end].isupper()
    return with_kind(t, TokenKind.CREDENTIAL) if is_degree else t


def kept_names(tokens: Sequence[Token]) -> list[Token]:
    """The given and the family name that stay of a person's words, in order."""
    kept = (_first(tokens, _GIVEN), _first(tokens, _FAMILY))
    return sorted((t for t in kept if t is not None), key=lambda t: t.start)


def role_of(value: str, tokens: Sequence[Token]) -> str:
    """The class of role that the degrees among a person's words say; "" for none."""
    return role_class_of(degree for _, degree in _degrees(value, tokens))


def _first(tokens: Sequence[Token], kinds: tuple[TokenKind, TokenKind]) -> Token | None:
    """The name to keep: a whole one before an initial, and before a nickname or a name of birth."""
    some = [t for t in tokens if t.kind in kinds]
    return min(some, key=lambda t: (t.quoted or t.born, kinds.index(t.kind)), default=None)


def _degrees(value: str, tokens: Sequence[Token], whole: bool = False) -> Iterator[tuple[list[Token], str]]:
    """The words of each degree with its letters: "M.D." has two. whole: the other words too, each alone, with ""."""
    runs: list[list[Token]] = []
    for t in tokens:
        last = runs[-1][-1] if runs else None
        joined = last is not None and t.kind is last.kind is TokenKind.CREDENTIAL
        if joined and last is not None and value[last.end : t.start] in (".", *HYPHENS):
            runs[-1].append(t)
        else:
            runs.append([t])
    for run in runs:
        is_degree = run[0].kind is TokenKind.CREDENTIAL
        if whole or is_degree:
            yield run, _letters(run) if is_degree else ""


def _letters(run: Sequence[Token]) -> str:
    """The letters of a degree without its level: "FNP-BC" is an FNP, and "PA-C" a PA."""
    joined = "".join(t.key for t in run)
    return joined if role_class(joined) else run[0].key


def _end_of_dotted(value: str, run: Sequence[Token]) -> int:
    """The end of a degree with its full stop: M.D."""
    end = run[-1].end
    dotted = any(value[a.end : b.start] == "." for a, b in pairwise(run))
    return end + (dotted and value[end : end + 1] == ".")


def _in_one_word(part: Part) -> Part:
    """A given name that is written as one word, so that its stand-in is."""
    text = part.surface
    if part.kind is not Kind.GIVEN or HYPHENS.isdisjoint(text):
        return part
    joined = "".join(c for c in text if c not in HYPHENS)
    return replace(part, surface=joined if joined.isupper() else joined.capitalize())


def _between(before: str, behind: str, *, first: bool) -> str:
    """What separates two words that stay, in the place of words between them.

    before, behind: what separated them from these. first: before is the beginning of the name.
    """
    dot = "." if before.startswith(".") else ""  # of an initial, or of a title
    signs = [text for text in (behind.translate(_AROUND), before.translate(_AROUND)) if text.strip()]
    if signs:
        return dot + signs[0]
    if first and not before:
        return ""
    return dot + (" " if any(map(str.isspace, before + behind)) else "")


def _behind(before: str, behind: str) -> str:
    """What is written at the end in place of words that go. before, behind: as for `_between`."""
    dot = "." if before.startswith(".") else ""
    rest = behind.removeprefix(".")
    if "(" in before:
        rest = rest.removeprefix(")")
    return dot + rest
