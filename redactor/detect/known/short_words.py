"""Decide when short parts of names count that are words as well: Do, So, An, He, No.

Beside another part of the same name they count. Alone they count only behind a title and in the few other places where
a capital can mean nothing but a name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol, TypeVar

from redactor.detect.known.abbreviated_names import follows_closing
from redactor.detect.known.search_text import Needs, SearchText
from redactor.lexicon.titles import AMBIGUOUS_CREDENTIALS, DEGREES, FAMILY_PARTICLES, UNABBREVIATED_TITLES
from redactor.lexicon.words import is_common, word_set

_TITLES = word_set("mr mrs ms mx miss mister dr doctor prof professor mme mlle madame herr frau dame rev nurse")
_ONLY_TITLES = word_set("mrs mx dr prof mme mlle")  # in capitals MR and MS are medical abbreviations
_GREETINGS = word_set("dear hi hello")
_LABELS = word_set("patient pt name")
_BEFORE_A_NAME = _TITLES | _LABELS | _GREETINGS | word_set("for with by to from and")
# A single letter behind one of these is no initial: hepatitis B, vitamin D.
_BEFORE_LETTERS = word_set(
    "hepatitis vitamin influenza flu type group class grade stage factor option plan phase zone part section protein "
    "troponin coombs appendix figure table panel arm cohort"
)
_REPLIES = word_set("no oh so ah eh ha ok uh um me he she it us we my go up do is")
_NO_INITIAL = word_set("i a")
_BEHIND_SUBSTANCES = word_set(
    "level levels concentration concentrations carbonate citrate chloride sulfate sulphate enema swallow contrast "
    "study studies toxicity therapy tube tubes suction mg mcg ml mmol meq ion ions ratio"
)
_AFTER_A_TITLE = re.compile(r"\.?[ \t]{0,2}")
_FIELD = re.compile(r"[ \t]{0,2}:[ \t]{0,4}")
_END_OF_FIELD = re.compile(r"[ \t]*[\r\n;,|()]")
_END_OF_LINE = re.compile(r"[ \t]*[\r\n;|]")
_END_OF_INITIAL = re.compile(r"\.?[ \t]*[\r\n;,|()/]")
_BETWEEN_INITIALS = re.compile(r"\.?[ \t]?")
_COMMA = re.compile(r"[ \t]?,[ \t]{0,2}")
_JOINT = re.compile(r"[\^_.]")
_SIDE_BY_SIDE = re.compile(r",?[ \t]")
_MIDDLE_NAMES = word_set("van thi")
_SHORT = 2  # letters


class Hit(Protocol):
    """A hit says that words[i:j] may be part of a name."""

    i: int
    j: int
    needs: Needs
    key: str


H = TypeVar("H", bound=Hit)


def is_bare_particle(hit: Hit) -> bool:
    """Return whether a surname is also a short particle. In capitals it is an abbreviation as well: LE, DU."""
    return hit.j - hit.i == 1 and len(hit.key) <= _SHORT and hit.key in FAMILY_PARTICLES


def counts_alone(text: SearchText, hit: Hit, *, for_subject: bool) -> bool:
    """Return whether a capitalised short word is a name: "Mr. So", "Name: So", "Dear So,", "seen by So"."""
    i, j, words = hit.i, hit.j, text.words
    before, gap, after = words[i - 1] if i else "", text.gaps[i], text.gaps[j]
    if after[:1] in ("'", "-") and words[j : j + 1] != ["s"]:
        return False  # O'Neil, So-and-so
    if len(hit.key) == 1 and after.startswith(".") and j < len(words) and text.capital(j):
        return False  # Dr. E. Smith
    if hit.key == "i":
        return False
    if before in _TITLES and _AFTER_A_TITLE.fullmatch(gap):
        sentence_ended = "." in gap and before in UNABBREVIATED_TITLES
        in_capitals = len(hit.key) > 1 and text.written(i).isupper()
        return not sentence_ended and (not in_capitals or before in _ONLY_TITLES or "." in gap)
    if before == "name" and _FIELD.fullmatch(gap):
        return _ends_field(_END_OF_FIELD, text, j)
    if before in ("patient", "pt") and _FIELD.fullmatch(gap):
        return hit.key not in _REPLIES and _ends_field(_END_OF_LINE, text, j)
    if before in _GREETINGS and gap == " ":
        return after.startswith((",", "\n", ":"))
    if for_subject and follows_closing(text, i):
        return "\n" in gap and (j == len(words) or "\n" in after)
    if j < len(words) and after == ", " and words[j] in DEGREES - AMBIGUOUS_CREDENTIALS:
        return text.written(j).isupper() and not text.written(i).isupper()
    return False


def _ends_field(end: re.Pattern[str], text: SearchText, j: int) -> bool:
    """Return whether a field ends before words[j], or the text does."""
    return end.match(text.gaps[j]) is not None or (j == len(text.words) and not text.gaps[j].strip())


def _is_named_next(text: SearchText, i: int) -> bool:
    """Return whether a title, a greeting or a preposition is before words[i]."""
    return i > 0 and text.words[i - 1] in _BEFORE_A_NAME and text.gaps[i] == " "


def has_initial(text: SearchText, hit: Hit, i: int, j: int) -> bool:
    """Return whether the initials that words[i:j] add to a short word are its person's.

    They are in "H. Do" and "Do, H.", and never in "vitamin D. Do" or "So I said".
    """
    words = text.words
    if _is_named_next(text, i) and (text.written(i - 1).islower() or not text.written(hit.i).isupper()):
        return True
    if i < hit.i:
        gaps = text.gaps[i + 1 : hit.i + 1]
        if not all(map(_BETWEEN_INITIALS.fullmatch, gaps)) or (words[i] in _NO_INITIAL and "." not in gaps[0]):
            return False
        if "." not in gaps[-1] and text.written(hit.i).isupper():
            return False
        if i and not text.capital(i - 1) and words[i - 1] not in _BEFORE_A_NAME and text.gaps[i] == " ":
            return False
        return not (i and words[i - 1] in _BEFORE_LETTERS)
    if words[hit.j] in _NO_INITIAL and not text.gaps[hit.j + 1].startswith("."):
        return False
    if _ends_field(_END_OF_INITIAL, text, j) and not (text.gaps[j].startswith(".") and j < len(words)):
        return True
    return text.gaps[j].startswith(".") and (j == len(words) or text.capital(j))


def is_joined(text: SearchText, a: Hit, b: Hit) -> bool:
    """Return whether two parts of a name may belong together as far as short words go."""
    gaps = text.gaps[a.j : b.i + 1]
    if "/" in gaps and len(a.key) <= _SHORT and len(b.key) <= _SHORT:
        return False  # Na/Li
    begins_a_line = any("\n" in gap and "," not in gap for gap in gaps)
    if not begins_a_line or b.needs is not Needs.SHORT_WORD:
        return True
    return _ends_field(_END_OF_FIELD, text, b.j) or _is_named_next(text, a.i)


def is_middle_name(text: SearchText, k: int) -> bool:
    """Return whether words[k] is a Vietnamese middle name, which records often leave out: Le Van Hung."""
    return text.words[k] in _MIDDLE_NAMES and text.capital(k)


def is_name_in_small_letters(text: SearchText, chain: Sequence[Hit]) -> bool:
    """Return whether parts of a name without capitals are a name: "le_hung", "mr do hope", never "hope so"."""
    gaps = text.gaps[chain[0].j : chain[-1].j]
    words = [hit for hit in chain if hit.needs is Needs.SHORT_WORD or is_common(hit.key)]
    if all(map(_JOINT.fullmatch, gaps)):
        return len(words) < len(chain)
    lengths = [len(hit.key) for hit in chain]  # two short parts are "na li" as well
    if not words and min(lengths) <= _SHORT < max(lengths) and all(map(_SIDE_BY_SIDE.fullmatch, gaps)):
        return True
    return is_titled(text, chain[0].i)


def without_stray_words(text: SearchText, chain: list[H]) -> list[H]:
    """Return the parts of one name without short words that stand beside them by chance: "mary so", "I HOPE SO"."""
    if all(hit.needs is not Needs.SHORT_WORD for hit in chain):
        return chain
    first, last = chain[0], chain[-1]
    before = text.words[first.i - 1] if first.i else ""
    labelled = before in _LABELS and not text.capital(first.i - 1) and text.gaps[first.i] == " "
    words = all(hit.needs is Needs.SHORT_WORD or is_common(hit.key) for hit in chain)
    inverted = _COMMA.fullmatch(text.gaps[first.j]) and (text.capital(first.i) or not words)
    if labelled or is_titled(text, first.i) or inverted:
        return chain
    if any(_is_in_small_letters(text, hit) for hit in (first, last)):
        return [hit for hit in chain if not _is_in_small_letters(text, hit)]
    if words and _is_in_capitals(text, chain):
        return []
    return chain


def is_titled(text: SearchText, i: int) -> bool:
    """Return whether a title, or "name" with or without a colon, is before words[i]."""
    if not i:
        return False
    gap = text.gaps[i]
    if text.words[i - 1] == "name":
        return gap == " " or _FIELD.fullmatch(gap) is not None
    return text.words[i - 1] in _TITLES - UNABBREVIATED_TITLES and _AFTER_A_TITLE.fullmatch(gap) is not None


def _is_in_small_letters(text: SearchText, hit: Hit) -> bool:
    return hit.needs is Needs.SHORT_WORD and not text.capital(hit.i)


def _is_in_capitals(text: SearchText, chain: Sequence[Hit]) -> bool:
    """Return whether a name stands in a line in capitals, where capitals say nothing."""
    i, j = chain[0].i, chain[-1].j
    if not all(text.written(k).isupper() for k in range(i, j)):
        return False
    near = (*range(max(0, i - 2), i), *range(j, min(len(text.words), j + 2)))
    beside = [k for k in near if len(text.words[k]) > 1 and text.words[k].isalpha()]
    return any(text.written(k).isupper() for k in beside)


def is_measured(text: SearchText, j: int) -> bool:
    """Return whether words[j] shows that a substance or a tube precedes: Li level, Ba swallow, Ng tube."""
    return j < len(text.words) and (text.words[j][0].isdigit() or text.words[j] in _BEHIND_SUBSTANCES)
