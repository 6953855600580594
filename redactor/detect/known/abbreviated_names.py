"""Find known names that are written short: initials as signatures, and names that a full stop cuts short ("Dietl.").

Initials count after a sentence or a closing formula, after "Pt", and at the end of a note. Two letters are weak
evidence, and the initials of a whole staff cover half of all pairs of letters. So initials count only in capitals and
only where people sign; those of a site's staff only at the end of the text.

A name that is cut short counts only if it is of the subject or its household, has four letters or more, and its full
stop ends the text or a part of it: elsewhere the full stop may end a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import compress, count

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
_END_OF_LINE = re.compile(r"[.,]?\s*\n")
_LENGTHS = (2, 3)
_LONGEST_FOOT = 80  # characters that may follow a clinician's initials: the numbers and times of a dictation


def initials_forms(known: KnownValue) -> frozenset[str]:
    """Return the folded initials with which a person may sign: first and last, all given names and last, all words."""
    parts = known.parts or split_name(known.value)
    given = [u[0] for role, text in parts if role in GIVEN for u in name_words(text) if u[0].isalpha()]
    words = [u for role, text in parts if role in FAMILY for u in name_words(text.replace("-", " ")) if u[0].isalpha()]
    if not given or not words:
        return frozenset()
    all_last = "".join(w[0] for w in words)
    last = next((w[0] for w in words if w not in FAMILY_PARTICLES), all_last[0])
    persons_by_initials = {given[0] + last, given[0] + all_last[0], given[0] + all_last, "".join(given) + last}
    return frozenset(m for m in persons_by_initials if len(m) in _LENGTHS)


def follows_closing(text: SearchText, i: int) -> bool:
    r"""Return whether words[i] follows a closing formula: "Thanks,\nWill"."""
    return i > 0 and text.words[i - 1] in _CLOSINGS and _AFTER_A_CLOSING.fullmatch(text.gaps[i]) is not None


def find_initials(
    text: SearchText, persons_by_initials: Mapping[str, frozenset[int]], *, for_subject: bool
) -> Iterable[tuple[int, frozenset[int]]]:
    """Yield the index and persons of each word that is a signature by initials. for_subject: as for `find_names`."""
    if persons_by_initials.keys().isdisjoint(text.words):
        return
    is_signature = _is_signed_by_subject if for_subject else _is_dictation_initials
    for i in compress(count(), map(persons_by_initials.__contains__, text.words)):
        if _is_short_capital(text, i) and is_signature(text, i):
            yield i, persons_by_initials[text.words[i]]


def subject_signatures(text: SearchText) -> Iterator[int]:
    """Yield indices of the words that the subject may have signed with."""
    return (i for i in range(len(text.words)) if _is_short_capital(text, i) and _is_signed_by_subject(text, i))


def _is_short_capital(text: SearchText, i: int) -> bool:
    return len(text.words[i]) in _LENGTHS and text.written(i).isupper()


def _is_signed_by_subject(text: SearchText, i: int) -> bool:
    if i and text.gaps[i] == " " and text.words[i - 1] in _PATIENT and not text.written(i - 1).isupper():
        return True
    if i == 0 or not _ends_line(text, i):
        return False
    return follows_closing(text, i) or bool(
        _AFTER_A_SENTENCE.fullmatch(text.gaps[i]) or _NEW_LINE.fullmatch(text.gaps[i])
    )


def _is_dictation_initials(text: SearchText, i: int) -> bool:
    """Return whether words[i] is in a line of initials at the end of the text.

    The initials are those of the author, or of author and typist: JS; JS/mt.
    """
    if i == 0 or text.offsets[-1] - text.offsets[2 * i + 1] > _LONGEST_FOOT:
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
    return i + 1 == len(text.words) or _END_OF_LINE.match(text.gaps[i + 1]) is not None


SHORTEST_CLIPPED = 4  # letters
_END_OF_PART = re.compile(r"\.(?:\s*[\n/;|)\]].*|,.*|\s*-\s.*)?", re.DOTALL)


def clippable_words(known: KnownValue) -> Iterator[str]:
    """Yield the folded words of a name that may be cut short."""
    for role, text in known.parts or split_name(known.value):
        if role in GIVEN or role in FAMILY:
            for word in name_words(text):
                if SHORTEST_CLIPPED < len(word) <= LONGEST_FUZZY and word.isalpha() and not is_unspaced(word):
                    yield word


def clipped_words(text: SearchText) -> Iterator[int]:
    """Yield indices of the words that may be cut short."""
    last = len(text.words) - 1
    for i in [at - 1 for at, gap in enumerate(text.gaps) if gap and gap[0] == "." and at]:
        word, after = text.words[i], text.gaps[i + 1]
        if len(word) < SHORTEST_CLIPPED or not word.isalpha() or not text.capital(i):
            continue
        if (i == last or _END_OF_PART.fullmatch(after)) and not is_ordinary(word):
            yield i
