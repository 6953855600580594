"""Names written short: initials as signatures, and names that a full stop cuts short."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from redactor.detect.known.names import FAMILY, GIVEN, LONGEST_FUZZY, name_words, split_name
from redactor.detect.known.search_text import SearchText, is_unspaced
from redactor.lexicon.titles import FAMILY_PARTICLES
from redactor.lexicon.words import is_ordinary, word_set
from redactor.text import KnownValue

_CLOSINGS = word_set("thanks thank thx you best regards sincerely love cheers wishes yours respectfully gratefully")
_PATIENT = word_set("pt patient client")
_AFTER_A_SENTENCE = re.compile(r"[^\w,]*[.!?)\]][\"'\u201d\u2019)]*\s+(?:[-~]{1,2}\s?)?")
_NEW_LINE = re.compile(r"[^\w/]*\n[\s>*]*(?:[-~/]{1,2}\s?)?")
_AFTER_A_CLOSING = re.compile(r"[,!.]?\s+(?:[-~]{1,2}\s?)?")
_SLASH = re.compile(r" ?/ ?")
_ENDS = re.compile(r"[.,]?\s*\n")
_LENGTHS = (2, 3)
_FOOT = 80  # characters that may follow a clinician's initials: the numbers and times of a dictation


def initials_forms(known: KnownValue) -> frozenset[str]:
    """The initials of a name, folded: first and last, all given names and last, all words."""
    parts = known.parts or split_name(known.value)
    given = [u[0] for role, text in parts if role in GIVEN for u in name_words(text) if u[0].isalpha()]
    words = [u for role, text in parts if role in FAMILY for u in name_words(text.replace("-", " ")) if u[0].isalpha()]
    if not given or not words:
        return frozenset()
    all_last = "".join(w[0] for w in words)
    last = next((w[0] for w in words if w not in FAMILY_PARTICLES), all_last[0])
    made = {given[0] + last, given[0] + all_last[0], given[0] + all_last, "".join(given) + last}
    return frozenset(m for m in made if len(m) in _LENGTHS)


def follows_closing(text: SearchText, i: int) -> bool:
    """Whether words[i] follows a closing formula: "Thanks,\\nWill"."""
    return i > 0 and text.words[i - 1] in _CLOSINGS and _AFTER_A_CLOSING.fullmatch(text.gaps[i]) is not None


def find_initials(
    text: SearchText, made: Mapping[str, frozenset[int]], *, own: bool
) -> Iterable[tuple[int, frozenset[int]]]:
    """Index and persons of each word that is a signature by initials. own: as for `find_names`."""
    if made.keys().isdisjoint(text.words):
        return
    signed = _signed_by_subject if own else _dictation_initials
    for i, word in enumerate(text.words):
        if word in made and _is_short_capital(text, i) and signed(text, i):
            yield i, made[word]


def subject_signatures(text: SearchText) -> Iterator[int]:
    """Indices of the words that the subject may have signed with."""
    return (i for i in range(len(text.words)) if _is_short_capital(text, i) and _signed_by_subject(text, i))


def _is_short_capital(text: SearchText, i: int) -> bool:
    return len(text.words[i]) in _LENGTHS and text.written(i).isupper()


def _signed_by_subject(text: SearchText, i: int) -> bool:
    if i and text.gaps[i] == " " and text.words[i - 1] in _PATIENT and not text.written(i - 1).isupper():
        return True
    if i == 0 or not _ends_line(text, i):
        return False
    return follows_closing(text, i) or bool(
        _AFTER_A_SENTENCE.fullmatch(text.gaps[i]) or _NEW_LINE.fullmatch(text.gaps[i])
    )


def _dictation_initials(text: SearchText, i: int) -> bool:
    """Whether it is a line of initials at the end of the text, of the author or of author and typist: JS; JS/mt."""
    if i == 0 or text.offsets[-1] - text.offsets[2 * i + 1] > _FOOT:
        return False
    first = last = i
    if _SLASH.fullmatch(text.gaps[i]):
        first = i - 1
    elif i + 1 < len(text.words) and _SLASH.fullmatch(text.gaps[i + 1]):
        last = i + 1
    if not _ends_line(text, last) or any(not 1 < len(text.words[k]) < 4 for k in (first, last)):
        return False
    if first < i and " " in text.gaps[i]:
        return True  # "Ana Orban MD / JS": author and typist
    return first > 0 and _NEW_LINE.fullmatch(text.gaps[first]) is not None


def _ends_line(text: SearchText, i: int) -> bool:
    """Whether words[i] is the last of its line."""
    return i + 1 == len(text.words) or _ENDS.match(text.gaps[i + 1]) is not None


SHORTEST_CLIPPED = 4  # letters
_END = re.compile(r"\.(?:\s*[\n/;|)\]].*|,.*|\s*-\s.*)?", re.DOTALL)


def clipped_from(known: KnownValue) -> Iterator[str]:
    """The folded words of a name that may be cut short."""
    for role, text in known.parts or split_name(known.value):
        if role in GIVEN or role in FAMILY:
            for word in name_words(text):
                if SHORTEST_CLIPPED < len(word) <= LONGEST_FUZZY and word.isalpha() and not is_unspaced(word):
                    yield word


def clipped_words(text: SearchText) -> Iterator[int]:
    """Indices of the words that may be cut short."""
    last = len(text.words) - 1
    for i in [at - 1 for at, gap in enumerate(text.gaps) if gap and gap[0] == "." and at]:
        word, after = text.words[i], text.gaps[i + 1]
        if len(word) < SHORTEST_CLIPPED or not word.isalpha() or not text.capital(i):
            continue
        if (i == last or _END.fullmatch(after)) and not is_ordinary(word):
            yield i
