"""Words of a name that are written together or apart, told by the known names: Vandenberg, Annemarie, Min Jun.

"Vandenberg" is the particle "Vanden" and the family name Berg where somebody called Van den Berg is known, "Anne-Marie"
two given names where records have two, and "Min Jun" one where they have Min-jun.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from redactor.lexicon import names as name_lists
from redactor.lexicon import titles as title_words
from relex.identity.known_names import KnownNames
from relex.identity.name_tokens import ScannedName, Token, TokenKind

_MAX_RUN = 4  # words that are one name
_MAX_SPELLED = 20  # letters of a name that are written apart: R O S S
_MIN_SPELLED = 3
_MIN_JOINED = 5  # letters of a name that words together may be
_BETWEEN = frozenset(" -'’‐‑–\u00a0\t\n")
_WORDS = (TokenKind.NAME, TokenKind.PARTICLE, TokenKind.INITIAL)
_PLURALS_IN_ES = ("ses", "xes", "zes", "ches", "shes")
_OF_A_FAMILY = frozenset(["the", "both", "all"])


def with_known_boundaries(found: ScannedName, known: KnownNames) -> ScannedName:
    """The words with the boundaries of the known names. The same object where nothing changes."""
    tokens = [*_split_words(found, _joined_words(found, known), known)]
    return found if tokens == list(found.tokens) else replace(found, tokens=tuple(tokens))


def _joined_words(found: ScannedName, known: KnownNames) -> Iterator[Token]:
    """Runs of words that together are one known name become one word."""
    tokens = found.tokens
    i = 0
    while i < len(tokens):
        end = _end_of_joined(found, i, known) if tokens[i].kind in _WORDS else i + 1
        if end - i > 1:
            key = "".join(t.key for t in tokens[i:end])
            yield replace(tokens[i], end=tokens[end - 1].end, key=key, kind=TokenKind.NAME, glued=tokens[i].glued)
        else:
            yield tokens[i]
        i = end


def _end_of_joined(found: ScannedName, i: int, known: KnownNames) -> int:
    tokens = found.tokens
    key = tokens[i].key
    best = i + 1
    spelled = tokens[i].kind is TokenKind.INITIAL
    for j in range(i + 1, min(i + (_MAX_SPELLED if spelled else _MAX_RUN), len(tokens))):
        t, before = tokens[j], tokens[j - 1]
        if t.kind not in _WORDS or (t.group, t.segment) != (tokens[i].group, tokens[i].segment):
            break
        if not _BETWEEN.issuperset(found.value[before.end : t.start]):
            break
        key += t.key
        spelled = spelled and t.kind is TokenKind.INITIAL
        if len(key) >= (_MIN_SPELLED if spelled else _MIN_JOINED) and known.is_one_name(key, t.key):
            best = j + 1
    return best


def _split_words(found: ScannedName, tokens: Iterator[Token], known: KnownNames) -> Iterator[Token]:
    """Words that are several known names, or a plural, become several words."""
    before: Token | None = None
    for t in tokens:
        if t.glued and before is not None and _are_two_given_names(before, t, known):
            yield replace(t, glued=False)  # Anne-Marie, where records have Anne Marie
        elif t.kind is TokenKind.NAME and len(t.key) >= _MIN_JOINED - 1:
            split = list(_pieces(found, t, known.joined(t.key)))
            if split and split[-1].end == t.end:
                yield from split
            elif (base := _singular(found, t, known)) is not None:
                yield replace(t, end=t.start + base, key=name_lists.canonical(found.value[t.start : t.start + base]))
                yield Token(t.start + base, t.end, "s", TokenKind.POSSESSIVE, t.group, t.segment)
            else:
                yield t
        else:
            yield t
        before = t


def _are_two_given_names(before: Token, t: Token, known: KnownNames) -> bool:
    pieces = known.joined(before.key + t.key)
    return [key for key, _ in pieces] == [before.key, t.key] and known.side(t.key) is TokenKind.GIVEN


def _pieces(found: ScannedName, t: Token, pieces: tuple[tuple[str, TokenKind], ...]) -> Iterator[Token]:
    """The pieces of a word, by offsets in the value; nothing where its letters do not match one to one."""
    text = found.value[t.start : t.end]
    at = t.start
    for key, kind in pieces:
        end = _after_letters(text, at - t.start, len(key))
        if end is None:
            return
        yield Token(at, t.start + end, key, kind, t.group, t.segment, t.glued and at == t.start, t.quoted, t.born)
        at = t.start + end


def _after_letters(text: str, start: int, letters: int) -> int | None:
    """The offset behind so many letters; characters without a letter of their own belong to the one before."""
    at = start
    while letters > 0:
        if at >= len(text):
            return None
        width = len(name_lists.canonical(text[at]))
        if width > letters:
            return None
        letters -= width
        at += 1
    while at < len(text) and not name_lists.canonical(text[at]):
        at += 1
    return at


def _singular(found: ScannedName, t: Token, known: KnownNames) -> int | None:
    """The length of the family name in a plural: "the Harrisons", "the Harrisons' house"; None for another word."""
    text = found.value[t.start : t.end]
    if text[-1] not in "sS" or len(text) < _MIN_JOINED - 1:
        return None
    spoken_of = found.tokens[0].key in _OF_A_FAMILY
    base, plural = name_lists.canonical(text[:-1]), name_lists.shares(t.key)[1]
    if not plural and known.is_plural(t.key, base):
        return len(text) - 1  # "the" is no part of the mention
    if not plural and t.key.endswith(_PLURALS_IN_ES) and known.is_plural(t.key, t.key[:-2]):
        return len(text) - 2  # Hutchinses
    owned = found.value[t.end : t.end + 1] in name_lists.APOSTROPHES and found.value[t.end : t.end + 1] != ""
    if not spoken_of and not owned:
        return None
    if known.contains(base):
        return len(text) - 1
    if t.key.endswith("es") and known.contains(t.key[:-2]):
        return len(text) - 2  # the Joneses
    listed = name_lists.shares(base)[1]
    return len(text) - 1 if spoken_of and listed > plural and base not in title_words.PARTICLES else None
