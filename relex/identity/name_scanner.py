"""Splits a written name into words and tells titles, suffixes, credentials and particles from names.

Names with carets are read by position. DICOM and HL7 v2 write FAMILY^GIVEN^MIDDLE^SUFFIX^PREFIX^DEGREE; HL7 puts a
person's number in front where a field holds staff, DICOM swaps prefix and suffix. "~" separates names of the same kind,
"=" the same name in other scripts, "&" parts of a component. The scan is linear in the length of the text and needs no
known people.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from redactor.lexicon import names as name_lists
from redactor.lexicon import titles as title_words
from relex.identity.name_tokens import ScannedName, Token, TokenKind, with_kind

_NUMBER = re.compile(r"[A-Za-z]{0,5}[0-9][0-9A-Za-z.\-]*")
_LABELS = frozenset(["patient", "pt"])
_SUFFIX, _AUTHORITY = 3, 6  # components: the first that holds no name, and the first that holds no degree
_TYPE_CODES = frozenset(["l", "npi", "d", "iso", "legal"])


def assign_components(value: str, words: Sequence[Token]) -> list[Token]:
    """Return the words of a name with carets; the group is the name's number, the segment the component's."""
    out: list[Token] = []
    start = group = 0
    for name in re.split("[~=]", value):
        end = start + len(name)
        inside = [t for t in words if start <= t.start < end]
        offset = _first_component(name)
        for t in inside:
            component = value.count("^", start, t.start) - offset
            glued = bool(out) and value[out[-1].end : t.start] in name_lists.HYPHENS
            out.append(Token(t.start, t.end, t.key, _kind_in_component(t, component), group, max(component, 0), glued))
        start, group = end + 1, group + 1
    return out


def _first_component(name: str) -> int:
    """Return which component holds the family name: empty ones, a label or a number may stand before it."""
    parts = [part.strip() for part in name.split("^")]
    first = 0
    while first < len(parts) - 2 and not parts[first]:
        first += 1
    if first < len(parts) - 1 and (
        parts[first].lower() in _LABELS or _NUMBER.fullmatch(parts[first].partition("&")[0]) is not None
    ):
        first += 1
    return first


def _kind_in_component(t: Token, component: int) -> TokenKind:
    """Return the kind of a word in a component; NAME and INITIAL are classified later."""
    if component < 0:
        return TokenKind.TITLE if t.key in _LABELS else TokenKind.NUMBER
    if component >= _SUFFIX:
        if t.key in title_words.SUFFIXES:
            return TokenKind.SUFFIX
        if t.key in title_words.NAME_PREFIXES:
            return TokenKind.TITLE
        if t.key in title_words.CREDENTIAL_KEYS:
            return TokenKind.CREDENTIAL
        if component >= _AUTHORITY and t.key in _TYPE_CODES:
            return TokenKind.SUFFIX
        if component >= _AUTHORITY and t.key in title_words.PARTICLES:
            return TokenKind.PARTICLE
    return t.kind


_CACHE = 32_768
# Given names when they come first, in capitals and without a title: "Von Miller", "Son Nguyen".
_GIVEN_PARTICLES = frozenset(["von", "des", "santa", "der", "della", "les", "het", "ter", "zu", "dal"])
_GIVEN_TITLES = frozenset(["son"])
_NEVER_CREDENTIALS = frozenset(["ms", "pt", "pts"])  # in front of a name
_LEVELS = frozenset(["c", "bc"])  # of a credential: certified, board certified
_NAMED_BEHIND = 6  # words examined behind a title


@lru_cache(maxsize=4096)
def _char_class(c: str) -> str:
    """Return a letter for a character's class (word, apostrophe, hyphen, space, break), or the character."""
    if c in name_lists.APOSTROPHES:
        return "a"
    if c in name_lists.HYPHENS:
        return "h"
    if c in ".,":
        return c
    if c in "，、،﹐":
        return ","
    if c in ";/|&+；\\":
        return "b"
    if c in '"“”„«»「」()（）[]':
        return "q"
    if c.isspace():
        return "s"
    if unicodedata.category(c)[0] == "M" or unicodedata.category(c) == "Cf":
        return "w"
    return "w" if any(x.isalnum() for x in unicodedata.normalize("NFKC", c)) else "o"


_WORD = re.compile("w+(?:aw+)*")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_SPOKEN_COMMA = re.compile(r"(?<=\s)comma(?=\s)")
_ABBREVIATED_PARTICLE = re.compile(r"(?<![^\W\d_])v ?[./] ?d\b\.?(?= ?[^\W\d_])")  # v.d. Berg, v/d Berg


def _with_spoken_commas(value: str, shape: str) -> str:
    """Return the shape with the commas that a dictation spells out: "Doe comma John"."""
    if "comma" in value:
        for m in _SPOKEN_COMMA.finditer(value):
            shape = shape[: m.start()] + "," * (m.end() - m.start()) + shape[m.end() :]
    return shape


@lru_cache(maxsize=_CACHE)
def scan_name(value: str, side: TokenKind | None = None) -> ScannedName:
    """Return the words of a name, in order; `side` is FAMILY or GIVEN where a field says so, and then no word is a
    title.
    """
    shape = _with_spoken_commas(value, "".join(map(_char_class, value)))
    words = _split_words(value, shape)
    carets = "^" in value
    if carets:
        tokens = assign_components(value, words)
    else:
        tokens = _assign_groups(value, shape, words)
        for i, token in enumerate(tokens):
            if token.kind is TokenKind.NAME and _is_title(value, shape, tokens, i, side):
                tokens[i] = with_kind(token, TokenKind.TITLE)
        _mark_suffixes_and_credentials(value, shape, tokens)
    _mark_particles(value, tokens, side is TokenKind.FAMILY or carets)
    titles = [t.key for t in tokens if t.kind is TokenKind.TITLE and t.key not in title_words.LEADING_WORDS]
    clinician = any(t in title_words.CLINICIAN_TITLES for t in titles) or any(
        t.kind is TokenKind.CREDENTIAL for t in tokens
    )
    named = (value[t.start : t.end] for t in tokens if t.kind in (TokenKind.NAME, TokenKind.PARTICLE))
    mixed = any(not text.isupper() for text in named if len(text) > 1)
    return ScannedName(value, tuple(tokens), titles[0] if titles else "", clinician, mixed, carets)


def _split_words(value: str, shape: str) -> list[Token]:
    """Split a value into words; a possessive ending and a Han honorific are separate words, "Mc Donald" is one."""
    out: list[Token] = []
    at = 0
    for particle in _ABBREVIATED_PARTICLE.finditer(value) if "v" in value else ():
        _split_plain_words(out, value, shape, at, particle.start())
        out.append(Token(particle.start(), particle.end(), "vd", TokenKind.PARTICLE))
        at = particle.end()
    _split_plain_words(out, value, shape, at, len(value))
    return out


def _split_plain_words(out: list[Token], value: str, shape: str, at: int, limit: int) -> None:
    for found in _WORD.finditer(shape, at, limit):
        start, end = found.span()
        if end - start > 2 and shape[end - 2] == "a" and value[end - 1] in "sS":
            _append_word(out, value, shape, start, end - 2)
            out.append(Token(end - 2, end, "s", TokenKind.POSSESSIVE))
        elif name_lists.unspaced(value[start:end]):
            tail = next((len(t) for t in title_words.CJK_TITLES if value.endswith(t, start + 1, end)), 0)
            _append_word(out, value, shape, start, end - tail)
            if tail:
                out.append(Token(end - tail, end, value[end - tail : end], TokenKind.TITLE))
        else:
            _append_word(out, value, shape, start, end)


def _append_word(out: list[Token], value: str, shape: str, start: int, end: int) -> None:
    """Append a word, joining "Mc" and "O" with the word behind."""
    key = name_lists.canonical(value[start:end])
    if not key:
        return
    last = out[-1] if out else None
    gap = shape[last.end : start] if last else ""
    if (
        last
        and last.kind in (TokenKind.NAME, TokenKind.INITIAL)
        and gap in ("s", "as")
        and _is_first_half(last.key, key, gap)
    ):
        out[-1] = Token(last.start, end, last.key + key, TokenKind.NAME)
        return
    kind = TokenKind.NAME
    if key.isdigit():
        kind = TokenKind.NUMBER
    elif len(key) == 1 and not name_lists.unspaced(key):
        kind = TokenKind.PARTICLE if key == "t" and shape[start - 1 : start] == "a" else TokenKind.INITIAL
    elif last is not None and not value[start:end].istitle() and shape.find("w", end) > 0:
        if key in title_words.BIRTH_NAME_MARKERS:
            kind = TokenKind.BORN
        elif key in title_words.JOINERS:
            kind = TokenKind.JOINER
    out.append(Token(start, end, key, kind))


def _is_first_half(prefix: str, key: str, gap: str) -> bool:
    """Tell whether a word is the first half of the next: Mc Donald, O' Neil, and O Neil if that is the more common
    name.
    """
    if len(key) < 3:
        return False
    if prefix == "mc" or (prefix in ("o", "d") and gap == "as"):
        return True
    return prefix in ("o", "mac") and name_lists.shares(prefix + key)[1] > name_lists.shares(key)[1]


def _assign_groups(value: str, shape: str, words: list[Token]) -> list[Token]:
    """Return the words with the numbers of their person and segment."""
    out: list[Token] = []
    group = segment = at = 0
    born = False
    for t in words:
        gap = shape[at : t.start]
        if t.kind is TokenKind.JOINER or "b" in gap or ("ss" in gap and _BLANK_LINE.search(value, at, t.start)):
            group, segment, born = group + 1, 0, False
        elif "," in gap:
            segment += 1
        glued = bool(out) and gap == "h"
        quoted = t.start > 0 and shape[t.start - 1] in "qa" and t.end < len(shape) and shape[t.end] in "qa"
        quoted = quoted and t.kind is TokenKind.NAME and (shape[t.start - 1] == "q" or t.start > 1)
        out.append(Token(t.start, t.end, t.key, t.kind, group, segment, glued, quoted, born))
        born = born or t.kind is TokenKind.BORN
        at = t.end
    return out


def is_abbreviated_title(value: str, t: Token) -> bool:
    """Tell whether a full stop makes a word a title: Dr., Mrs."""
    return t.key in title_words.ABBREVIATED_TITLES and value[t.end : t.end + 1] == "."


def _is_title(value: str, shape: str, tokens: list[Token], i: int, side: TokenKind | None) -> bool:
    """Tell whether a word before a name is a title; a word alone is a title only if it cannot be a name."""
    t = tokens[i]
    if (
        t.key not in title_words.NAME_PREFIXES
        or t.quoted
        or t.glued
        or not value[t.start : t.end].replace(".", "").isalpha()
    ):
        return False
    if is_abbreviated_title(value, t) and i + 1 < len(tokens):
        return True
    if i and tokens[i - 1].kind is not TokenKind.TITLE:
        before = tokens[i - 1]
        if before.kind is not TokenKind.JOINER and (before.group, before.segment) == (t.group, t.segment):
            return False
    if (
        len(t.key) < 4
        and t.key not in _NEVER_CREDENTIALS
        and t.key in title_words.CREDENTIAL_KEYS
        and not value[t.start : t.end].isupper()
    ):
        return False
    following = tokens[i + 1] if i + 1 < len(tokens) else None
    if following is None or following.group != t.group or following.kind is TokenKind.JOINER:
        return side is None and t.key in title_words.UNAMBIGUOUS_TITLES
    if t.key in _GIVEN_TITLES and value[t.start].isupper() and _is_given(tokens, i):
        return False
    gap = shape[t.end : following.start]
    return "," not in gap and "h" not in gap and following.kind is not TokenKind.POSSESSIVE


def _is_given(tokens: list[Token], i: int) -> bool:
    """Tell whether a possible title is a given name because only a family name follows; not so in "Son Michael"."""
    t = tokens[i]
    if i and tokens[i - 1].group == t.group and tokens[i - 1].key not in title_words.UNAMBIGUOUS_TITLES | {"patient"}:
        return False
    behind = [x.key for x in tokens[i + 1 : i + _NAMED_BEHIND] if (x.group, x.segment) == (t.group, t.segment)]
    named = [
        key
        for n, key in enumerate(behind)
        if not n or key not in title_words.CREDENTIAL_KEYS | title_words.SUFFIXES | {"s"}
    ]
    if any(key in title_words.VIETNAMESE for key in named):
        return True
    given, family = name_lists.shares(named[0])
    return len(named) == 1 and given <= family


def _mark_suffixes_and_credentials(value: str, shape: str, tokens: list[Token]) -> None:
    """Mark suffixes and credentials, never a person's first word; capitals, dots and position tell them from names."""
    heads: dict[int, list[int]] = {}  # per person the indices of the words before
    named: set[int] = set()  # people with a whole word before
    caps = not any(t.kind is TokenKind.NAME and len(t.key) > 1 and not value[t.start : t.end].isupper() for t in tokens)
    i = 0
    while i < len(tokens):
        t = tokens[i]
        head = heads.setdefault(t.group, [])
        end = i + 1
        if head and t.kind in (TokenKind.NAME, TokenKind.INITIAL, TokenKind.NUMBER) and not t.quoted:
            end = _dotted_end(shape, tokens, i)
            kind = _suffix_or_credential(value, tokens, i, head if t.group in named else [], caps)
            if end - i > 1 and t.group in named:
                run = "".join(x.key for x in tokens[i:end])
                kind, end = (TokenKind.CREDENTIAL, end) if run in title_words.CREDENTIAL_KEYS else (kind, i + 1)
            else:
                end = i + 1
            if kind is not None:
                for j in range(i, end):
                    tokens[j] = with_kind(tokens[j], kind)
                i = end
                continue
        if t.kind in (TokenKind.NAME, TokenKind.INITIAL):
            head.append(i)
            if t.kind is TokenKind.NAME:
                named.add(t.group)
        i = end


def _dotted_end(shape: str, tokens: list[Token], i: int) -> int:
    """Return the end of a run of words that are separated by dots only: M.D., Ph.D."""
    end = i + 1
    while end < len(tokens) and shape[tokens[end - 1].end : tokens[end].start] == "." and end - i < 5:
        end += 1
    return end


def _suffix_or_credential(value: str, tokens: list[Token], i: int, head: list[int], caps: bool) -> TokenKind | None:
    """Return SUFFIX or CREDENTIAL at the end of a name, else None; `head` holds the words before, [] if only
    initials.
    """
    t = tokens[i]
    text = value[t.start : t.end]
    if t.key in title_words.TRAILING_WORDS and text.islower():
        return TokenKind.SUFFIX
    if t.key in title_words.SUFFIXES and (len(t.key) > 2 or text.isupper() or t.key in ("jr", "sr")):
        return TokenKind.SUFFIX
    if text.lower() in ("2nd", "3rd"):
        return TokenKind.SUFFIX
    if t.glued and tokens[i - 1].kind is TokenKind.CREDENTIAL and t.key in _LEVELS:
        return TokenKind.CREDENTIAL  # PA-C, FNP-BC
    if t.kind is not TokenKind.NAME or t.glued or t.key not in title_words.CREDENTIAL_KEYS or not head:
        return None
    if t.key not in title_words.AMBIGUOUS_CREDENTIALS:
        written = text.isupper() or sum(c.isupper() for c in text) > 1
        apart = not caps or len(head) > 1 or tokens[head[-1]].segment < t.segment or not name_lists.usual(t.key)
        return TokenKind.CREDENTIAL if written and apart else None
    if not text.isupper():
        return None
    if not caps:
        return TokenKind.CREDENTIAL
    after = tokens[head[0]].segment == tokens[head[-1]].segment < t.segment
    return TokenKind.CREDENTIAL if after and len(head) > 1 else None


def _mark_particles(value: str, tokens: list[Token], sure: bool) -> None:
    """Mark particles, which stand before another word of the name; some are names when they come first in capitals."""
    titled = {t.group for t in tokens if t.kind is TokenKind.TITLE}
    places: dict[tuple[int, int], list[int]] = {}
    for i, t in enumerate(tokens):
        if t.kind in (TokenKind.NAME, TokenKind.INITIAL):
            places.setdefault((t.group, t.segment), []).append(i)
    inverted = {group for group, segment in places if segment and (group, 0) in places}
    for (group, segment), at in places.items():
        if len(at) > 2 and (
            tokens[at[0]].key in title_words.VIETNAMESE or tokens[at[-1]].key in title_words.VIETNAMESE
        ):
            continue  # Nguyen Van Minh
        if group in inverted and segment:
            at = _without_trailing_particles(value, tokens, at)
        family = sure or group in titled or (group in inverted and segment == 0)
        for n in range(len(at) - 2, -1, -1):
            t, following = tokens[at[n]], tokens[at[n + 1]]
            lower = value[t.start].islower() or following.kind is TokenKind.PARTICLE
            if n == 0 and not lower and not family and t.key in _GIVEN_PARTICLES and _precedes_family_name(tokens, at):
                continue
            is_unambiguous = lower or (
                following.kind is not TokenKind.INITIAL
                and (n or family or t.key not in title_words.PARTICLES_THAT_ARE_NAMES)
            )
            if is_unambiguous and _is_particle(value[t.start : t.end], t, n == 0):
                tokens[at[n]] = with_kind(t, TokenKind.PARTICLE)


def _without_trailing_particles(value: str, tokens: list[Token], at: list[int]) -> list[int]:
    """Mark the particles at the end (Berg, Vincent van den) and return the words before them."""
    while len(at) > 1 and value[tokens[at[-1]].start].islower() and tokens[at[-1]].key in title_words.PARTICLES:
        tokens[at[-1]] = with_kind(tokens[at[-1]], TokenKind.PARTICLE)
        at = at[:-1]
    return at


def _precedes_family_name(tokens: list[Token], at: list[int]) -> bool:
    """Tell whether only a family name follows the first word, or a given name and more: "Des Smith", "Des Ann
    Smith".
    """
    given, family = name_lists.shares(tokens[at[1]].key)
    return given > family or all(tokens[i].glued for i in at[2:])


def _is_particle(text: str, t: Token, first: bool) -> bool:
    if t.key not in title_words.PARTICLES or t.quoted:
        return False
    if len(t.key) == 1:
        return t.key in ("y", "e", "i") and text.islower() and not first
    return text.isascii() or not any(unicodedata.combining(c) for c in unicodedata.normalize("NFD", text))
