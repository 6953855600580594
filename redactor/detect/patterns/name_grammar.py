"""Tell how far a personal name extends that begins or ends at a given word."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter

from redactor.detect.patterns.rule import Doc, Word
from redactor.lexicon import names as name_lists
from redactor.lexicon import words as word_lists
from redactor.lexicon.nicknames import is_abbreviation
from redactor.lexicon.words import word_set

PARTICLES = word_set(
    "de del della der den des di da dos das du d la las le les los van von vom zu zum zur ten ter te af av bin ibn "
    "bint al el ul abu ben st san santa mac mc ap y und"
)
TITLES = frozenset(
    ["dr", "drs", "mr", "mrs", "ms", "prof", "doctor", "professor", "mister", "dra", "sra", "herr", "frau"]
)
# the part before the apostrophe in I'm, don't, it's, let's
_BEFORE_APOSTROPHE = word_set(
    "i you he she it we they that there here what who where when how let don doesn didn won wouldn couldn shouldn can "
    "isn aren wasn weren hasn haven hadn ain y"
)
SUFFIXES = frozenset(["jr", "sr", "ii", "iii", "iv"])
# Labels of the next field, which often stand right after a name: "Jane Roe  DOB: ..."
LABELS = frozenset(
    ["DOB", "MRN", "SSN", "DOS", "DOA", "DOD", "DOV", "HCN", "NPI", "DEA", "CSN", "ACCT", "PCP", "MR", "ID"]
)
_MAX_WORDS = 5
_CACHE = 32_768  # words; they recur from text to text
_GAPS = frozenset([" ", "  ", "-", "\u00a0"])


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A name match covers words first to last (inclusive) of a doc; start and end are offsets in the folded text."""

    first: int
    last: int
    start: int
    end: int


def gap_after(doc: Doc, i: int) -> str:
    """Return the text between word i and the next word, at most four characters of it."""
    w = doc.words
    if i + 1 >= len(w):
        return "\n"
    return doc.text[w[i].end : min(w[i + 1].start, w[i].end + 4)]


def is_initial(word: Word) -> bool:
    """Return whether the word is a single capital letter."""
    return len(word.text) == 1 and word.text.isupper()


def _is_abbreviated(word: Word) -> bool:
    """Return whether a full stop may follow the word within a name: an initial, or "Wm"."""
    return is_initial(word) or (word.text[0].isupper() and is_abbreviation(word.lower))


def is_capitalised(word: Word) -> bool:
    """Return whether the word is capitalised as names are: Smith, McDonald, O'Neil, SMITH."""
    return word.text[0].isupper() or (word.text[0] in "dl" and "'" in word.text[1:2] and word.text[2:3].isupper())


def end_without_possessive(word: Word) -> int:
    """Return the end offset of the word without a possessive 's."""
    return word.end - (2 if word.lower.endswith("'s") else 0)


def is_word(word: Word) -> bool:
    """Return whether the word is one of ordinary or clinical prose, or all parts of a hyphenated word are."""
    return _is_word(word.key)


@lru_cache(maxsize=_CACHE)
def _is_word(text: str) -> bool:
    known = word_lists.words()
    if "'" in text and text.partition("'")[0] in _BEFORE_APOSTROPHE:
        return True
    return text in known or ("-" in text and all(part in known or len(part) < 3 for part in text.split("-")))


def is_never_name(word: Word) -> bool:
    """Return whether the word is no name in any context: function words, headings, drugs, titles."""
    return _is_never_name(word.key)


@lru_cache(maxsize=_CACHE)
def _is_never_name(text: str) -> bool:
    return text in word_lists.clinical() or text in TITLES or text.partition("'")[0] in _BEFORE_APOSTROPHE


def name_from(
    doc: Doc, i: int, *, word_allowed: bool = False, lower_allowed: bool = False, limit: int = _MAX_WORDS
) -> NameMatch | None:
    """Return the name that starts at word i, or None.

    word_allowed: whether the first word may be an ordinary word ("Dr. Young"), because a cue precedes it.
    lower_allowed: whether lower case is accepted unless the word is an ordinary one ("dr. smith").
    """
    words = doc.words
    last = -1
    j = i
    named = False
    while j < len(words) and j - i < limit:
        word = words[j]
        if j > i:
            between = gap_after(doc, j - 1)
            after_initial = _is_abbreviated(words[j - 1]) and between in (". ", ".", " ", ".  ")
            if between not in _GAPS and not after_initial:
                if between in (", ", " ,") and word.lower in SUFFIXES:
                    last = j
                break
        if word.lower in PARTICLES and not (word.text[0].isupper() and named is False and j > i):
            if not _particle_precedes_name(doc, j, lower_allowed):
                break
            j += 1
            continue
        if word.lower in SUFFIXES and named:
            last = j
            break
        if doc.text[word.end : word.end + 1].isdigit():
            break  # the letters of a code
        if is_initial(word):
            if word.text == "I" and gap_after(doc, j)[:1] != ".":
                break
            last = j
            j += 1
            continue
        if not _is_part_of_name(
            word,
            first=not named,
            word_allowed=word_allowed,
            lower_allowed=lower_allowed,
            before=words[j - 1] if j > i else None,
        ):
            break
        named = True
        last = j
        if word.lower.endswith("'s"):
            break
        j += 1
    if last < 0 or not named:
        return None
    return NameMatch(i, last, words[i].start, end_without_possessive(words[last]))


def _particle_precedes_name(doc: Doc, j: int, lower_allowed: bool) -> bool:
    for k in range(j + 1, min(j + 3, len(doc.words))):
        if gap_after(doc, k - 1) not in (" ", "-", ". "):
            return False
        word = doc.words[k]
        if word.lower not in PARTICLES:
            return (is_capitalised(word) or lower_allowed) and not is_word(word)
    return False


def _is_part_of_name(word: Word, *, first: bool, word_allowed: bool, lower_allowed: bool, before: Word | None) -> bool:
    if len(word.text) < 2 or word.text in LABELS or is_never_name(word):
        return False
    text = word.key
    if not is_capitalised(word):
        return (
            lower_allowed
            and len(text) > 2
            and not is_word(word)
            and (text in name_lists.family() or text in name_lists.given())
        )
    if not is_word(word):
        return True
    if first:
        return word_allowed
    # a surname that is a word ("Mary Young", "J. Brown") after a given name or an initial
    return (
        text in name_lists.family()
        and before is not None
        and (before.key in name_lists.given() or (is_initial(before) and not word.text.isupper()))
    )


def name_up_to(doc: Doc, i: int) -> NameMatch | None:
    """Return the name that ends at word i, such as "Jane Q. Smith" before a credential, or None."""
    words = doc.words
    j = i
    while j >= 0 and i - j < _MAX_WORDS:
        word = words[j]
        if j < i:
            between = gap_after(doc, j)
            if between not in _GAPS and not (_is_abbreviated(word) and between in (". ", ".")):
                break
        if word.lower in PARTICLES and j < i:
            j -= 1
            continue
        if not is_initial(word) and (
            not is_capitalised(word)
            or len(word.text) < 2
            or is_never_name(word)
            or (is_word(word) and not is_listed(word))
        ):
            break
        j -= 1
    first = j + 1
    while first <= i and words[first].lower in PARTICLES and not words[first].text[0].isupper():
        first += 1
    if first > i or is_initial(words[i]) or all(is_word(w) for w in words[first : i + 1]):
        return None
    return NameMatch(first, i, words[first].start, words[i].end)


def is_listed(word: Word) -> bool:
    """Return whether the word is on the list of given names or of surnames."""
    text = word.key
    return text in name_lists.given() or text in name_lists.family()


def word_at(doc: Doc, offset: int) -> int | None:
    """Return the index of the first word that starts at an offset or up to two characters after it, or None."""
    words = doc.words
    i = bisect_left(words, offset, key=attrgetter("start"))
    return i if i < len(words) and words[i].start <= offset + 2 else None
