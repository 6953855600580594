"""How a name reads: from a word on, or back from one, as far as the words still look like parts of a name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from redactor.detect.patterns.rule import Doc, Word, wordset
from redactor.lexicon import names as name_lists
from redactor.lexicon import words as word_lists

PARTICLES = wordset(
    "de del della der den des di da dos das du d la las le les los van von vom zu zum zur ten ter te af av bin ibn "
    "bint al el ul abu ben st san santa mac mc ap y und"
)
TITLES = frozenset(
    ["dr", "drs", "mr", "mrs", "ms", "prof", "doctor", "professor", "mister", "dra", "sra", "herr", "frau"]
)
# what stands before an apostrophe in I'm, don't, it's, let's
_CONTRACTED = wordset(
    "i you he she it we they that there here what who where when how let don doesn didn won wouldn couldn shouldn can "
    "isn aren wasn weren hasn haven hadn ain y"
)
SUFFIXES = frozenset(["jr", "sr", "ii", "iii", "iv"])
# Labels of the next field, which often stand right after a name: "Jane Roe  DOB: ..."
LABELS = frozenset(
    ["DOB", "MRN", "SSN", "DOS", "DOA", "DOD", "DOV", "HCN", "NPI", "DEA", "CSN", "ACCT", "PCP", "MR", "ID"]
)
_MAX_WORDS = 5
_CACHE = 32_768  # words, which recur from text to text
_GAPS = frozenset([" ", "  ", "-", "\u00a0"])


@dataclass(frozen=True, slots=True)
class Run:
    """Words [first, last] of a doc that form a name; start and end are its offsets in the folded text."""

    first: int
    last: int
    start: int
    end: int


def gap(doc: Doc, i: int) -> str:
    """What stands between word i and the next one; a long gap is cut after four characters."""
    w = doc.words
    if i + 1 >= len(w):
        return "\n"
    return doc.text[w[i].end : min(w[i + 1].start, w[i].end + 4)]


def initial(word: Word) -> bool:
    """A single capital."""
    return len(word.text) == 1 and word.text.isupper()


def capital(word: Word) -> bool:
    """Written as a name is: Smith, McDonald, O'Neil, SMITH."""
    return word.text[0].isupper() or (word.text[0] in "dl" and "'" in word.text[1:2] and word.text[2:3].isupper())


def base(word: Word) -> str:
    """The form to look up: lower case, no diacritics, no possessive."""
    return _base(word.lower)


@lru_cache(maxsize=_CACHE)
def _base(lower: str) -> str:
    return word_lists.plain(lower.removesuffix("'s"))


def end_of(word: Word) -> int:
    """Where it ends without a possessive 's."""
    return word.end - (2 if word.lower.endswith("'s") else 0)


def is_word(word: Word) -> bool:
    """Whether it is a word of ordinary or clinical prose; of a hyphenated one, whether all its parts are."""
    return _is_word(word.lower)


@lru_cache(maxsize=_CACHE)
def _is_word(lower: str) -> bool:
    text = _base(lower)
    known = word_lists.words()
    if "'" in text and text.partition("'")[0] in _CONTRACTED:
        return True
    return text in known or ("-" in text and all(part in known or len(part) < 3 for part in text.split("-")))


def never(word: Word) -> bool:
    """Whether it is no name in any context: function words, headings, drugs, titles."""
    return _never(word.lower)


@lru_cache(maxsize=_CACHE)
def _never(lower: str) -> bool:
    text = _base(lower)
    return text in word_lists.clinical() or text in TITLES or text.partition("'")[0] in _CONTRACTED


def forward(doc: Doc, i: int, *, loose: bool = False, lower: bool = False, limit: int = _MAX_WORDS) -> Run | None:
    """The name that starts at word i, if one does.

    loose: its first word may be an ordinary word ("Dr. Young"), since a cue stands before it. lower: lower case is
    accepted where the word is no ordinary one ("dr. smith").
    """
    words = doc.words
    last = -1
    j = i
    named = False
    while j < len(words) and j - i < limit:
        word = words[j]
        if j > i:
            between = gap(doc, j - 1)
            after_initial = initial(words[j - 1]) and between in (". ", ".", " ", ".  ")
            if between not in _GAPS and not after_initial:
                if between in (", ", " ,") and word.lower in SUFFIXES:
                    last = j
                break
        if word.lower in PARTICLES and not (word.text[0].isupper() and named is False and j > i):
            if not _particle_leads(doc, j, lower):
                break
            j += 1
            continue
        if word.lower in SUFFIXES and named:
            last = j
            break
        if doc.text[word.end : word.end + 1].isdigit():
            break  # the letters of a code
        if initial(word):
            if word.text == "I" and gap(doc, j)[:1] != ".":
                break
            last = j
            j += 1
            continue
        if not _part(word, first=not named, loose=loose, lower=lower, before=words[j - 1] if j > i else None):
            break
        named = True
        last = j
        if word.lower.endswith("'s"):
            break
        j += 1
    if last < 0 or not named:
        return None
    return Run(i, last, words[i].start, end_of(words[last]))


def _particle_leads(doc: Doc, j: int, lower: bool) -> bool:
    for k in range(j + 1, min(j + 3, len(doc.words))):
        if gap(doc, k - 1) not in (" ", "-", ". "):
            return False
        word = doc.words[k]
        if word.lower not in PARTICLES:
            return (capital(word) or lower) and not is_word(word)
    return False


def _part(word: Word, *, first: bool, loose: bool, lower: bool, before: Word | None) -> bool:
    if len(word.text) < 2 or word.text in LABELS or never(word):
        return False
    text = base(word)
    if not capital(word):
        return (
            lower
            and len(text) > 2
            and not is_word(word)
            and (text in name_lists.family() or text in name_lists.given())
        )
    if not is_word(word):
        return True
    if first:
        return loose
    # a surname that is a word ("Mary Young", "J. Brown") after a given name or an initial
    return (
        text in name_lists.family()
        and before is not None
        and (base(before) in name_lists.given() or (initial(before) and not word.text.isupper()))
    )


def backward(doc: Doc, i: int) -> Run | None:
    """The name that ends at word i, if one does: "Jane Q. Smith", as it stands before a credential."""
    words = doc.words
    j = i
    while j >= 0 and i - j < _MAX_WORDS:
        word = words[j]
        if j < i:
            between = gap(doc, j)
            if between not in _GAPS and not (initial(word) and between in (". ", ".")):
                break
        if word.lower in PARTICLES and j < i:
            j -= 1
            continue
        if not initial(word) and (
            not capital(word) or len(word.text) < 2 or never(word) or (is_word(word) and not is_listed(word))
        ):
            break
        j -= 1
    first = j + 1
    while first <= i and words[first].lower in PARTICLES and not words[first].text[0].isupper():
        first += 1
    if first > i or initial(words[i]) or all(is_word(w) for w in words[first : i + 1]):
        return None
    return Run(first, i, words[first].start, words[i].end)


def is_listed(word: Word) -> bool:
    """Whether it is on the list of given names or of surnames."""
    text = base(word)
    return text in name_lists.given() or text in name_lists.family()


def word_at(doc: Doc, offset: int) -> int | None:
    """The index of the first word that starts at or within two characters behind an offset."""
    words = doc.words
    low, high = 0, len(words)
    while low < high:
        mid = (low + high) // 2
        if words[mid].start < offset:
            low = mid + 1
        else:
            high = mid
    return low if low < len(words) and words[low].start <= offset + 2 else None
