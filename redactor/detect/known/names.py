"""Parse written names of people, and generate the surface forms of their parts.

Only parts are searched for; `context` joins adjacent parts, so that "Doe, John A.", "J. A. Doe" and "John Doe" need no
surface forms. Other spellings (transliterations, the other gender's form, plurals, letters misread) are searched for in
the notes of a subject only: at a site, somebody else's name is too often another spelling.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from redactor.detect.known.search_text import NO_BREAKS, Fit, Form, Needs, compact, is_unspaced
from redactor.entities import Entity
from redactor.lexicon import names as name_lists
from redactor.lexicon import words as word_lists
from redactor.lexicon.nicknames import related_forms
from redactor.lexicon.spelling_variants import listed_spellings
from redactor.lexicon.titles import (
    AMBIGUOUS_CREDENTIALS,
    DEGREES,
    FAMILY_PARTICLES,
    RECORD_SUFFIXES,
    RECORD_TITLES,
    TRAILING_WORDS,
)
from redactor.lexicon.words import is_common, is_ordinary, word_set
from redactor.text import KnownValue
from redactor.unicode_fold import fold

_JOINED_PARTICLES = tuple("mac mc fitz van von den der ter de di da du la le el al st o d l".split())  # noqa: SIM905
_LATIN = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d",
     "þ": "th", "ı": "i", "ñ": "ny"}
)  # fmt: skip
_LATIN_SHORT = str.maketrans({"ø": "o", "æ": "a", "œ": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "t", "ı": "i"})
_NAME_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_CARET_NUMBER = re.compile(r"[A-Za-z]{0,5}[0-9][0-9A-Za-z.\-]*")
_NAME_SEPARATOR = re.compile(r"[\s,;()\"“”]+")
_RARE_LENGTH = 4
_MIN_HALF = 3  # letters of each half of a double given name
# Surnames, and what notes say is present, regular or resolving.
_WORDS_FOR_FINDINGS = word_set(
    "rash cough pain hurt burns falls chin hand foot head heart face back blood pulse stone mole drain walker nail "
    "bone temple beard neck breath skin lung brain fever"
)
_HARDLY_EVER = 0.002  # percent; of a word that so few have as a name, a capital and a verb say nothing
_FREQUENT = 0.05  # percent; a name this frequent is meant even where it is a word, too
_GLUED_LENGTH = 5
_FUZZY_LENGTH = 4
LONGEST_FUZZY = 32  # a longer word is no name but a text in the wrong field
_CLIPPED, _CLIPPED_FROM = 4, 6
_CACHED = 16_384  # parts of names, which a household's members share and staff have in common

GIVEN = frozenset({"given", "middle", "first", "nickname"})
FAMILY = frozenset({"family", "last", "own-name", "maiden"})


def split_name(text: str) -> tuple[tuple[str, str], ...]:
    """Return the (role, text) parts of a written name.

    "Doe, John A." and "Dr. John A. Doe" both give given John, given A., family Doe. Titles and degrees are dropped,
    suffixes kept as such. The last word is the family name, with the particles before it ("van der Berg"), unless there
    is a comma; a single word is a family name. () if nothing is left. Carets separate the parts of DICOM and HL7 names.
    """
    if "^" in text:
        return _split_carets(text)
    head, comma, tail = text.partition(",")
    left, right = _name_tokens(head), _name_tokens(tail)
    suffixes = [("suffix", w) for w in (*left, *right) if _lookup_form(w) in RECORD_SUFFIXES]
    left = [w for w in left if _lookup_form(w) not in RECORD_SUFFIXES]
    right = [w for w in right if _lookup_form(w) not in RECORD_SUFFIXES]
    if _are_degrees(right, left):
        right = []
    if comma and left and right:
        return (*(("given", w) for w in right), ("family", " ".join(left)), *suffixes)
    words = left or right
    if not words:
        return ()
    at = len(words) - 1
    while at > 1 and _lookup_form(words[at - 1]) in FAMILY_PARTICLES and len(_lookup_form(words[at - 1])) > 1:
        at -= 1
    return (*(("given", w) for w in words[:at]), ("family", " ".join(words[at:])), *suffixes)


def _split_carets(text: str) -> tuple[tuple[str, str], ...]:
    """Return the parts of "1234^DOE^JOHN^Q^JR^DR^MD": a number, family, given and other names, then suffix and title.

    Repetitions (~) and other scripts (=) are further names of the same person.
    """
    found: list[tuple[str, str]] = []
    for written in re.split("[~=]", text):
        parts = [part.partition("&")[0].strip() for part in written.split("^")]
        while len(parts) > 1 and not any(c.isalpha() for c in parts[0]):
            parts.pop(0)
        if len(parts) > 1 and (_CARET_NUMBER.fullmatch(parts[0]) or parts[0].lower() in ("patient", "pt")):
            parts.pop(0)
        family = " ".join(_NAME_SEPARATOR.split(parts[0])).strip()
        found.extend(("given", w) for part in parts[1:3] for w in _NAME_SEPARATOR.split(part) if w)
        if family:
            found.append(("family", family))
        found.extend(("suffix", part) for part in parts[3:5] if _lookup_form(part) in RECORD_SUFFIXES)
    return tuple(dict.fromkeys(found))


def _lookup_form(word: str) -> str:
    return fold(word, caseless=True).text.replace(".", "").replace("-", "").strip("'")


def _name_tokens(text: str) -> list[str]:
    """Return the words of a written name without titles, degrees and words such as "family"."""
    words = [w for w in _NAME_SEPARATOR.split(text) if any(ch.isalnum() for ch in w)]
    while words and _lookup_form(words[0]) in RECORD_TITLES and (len(words) > 1):
        words.pop(0)
    # Degrees are told from names ("Do", "Ma") by their capitals; in a name all in capitals, by what remains.
    kept = [w for i, w in enumerate(words) if not (i and _lookup_form(w) in DEGREES and w.isupper())]
    while len(kept) > 1 and kept[-1] in TRAILING_WORDS:  # "Doe family"
        kept.pop()
    return words if len(kept) == 1 and len(words) == 2 and words[0].isupper() and "." not in words[1] else kept


def _are_degrees(words: list[str], name: list[str]) -> bool:
    """Return whether the words behind the comma are degrees: "Ann Lee, MD".

    In "GARCIA LOPEZ, MA" and "Wong, Do" a given name is as likely.
    """
    if not words or not name or not all(_lookup_form(w) in DEGREES and sum(map(str.isupper, w)) > 1 for w in words):
        return False
    full = len(name) > 1 and not all(w.isupper() for w in name)
    return full or not all(_lookup_form(w) in AMBIGUOUS_CREDENTIALS for w in words)


def needs_alone(word: str, *, site: bool) -> Needs:
    """Return the context that a part of a name needs to count without other parts. word: compact."""
    if is_unspaced(word):
        return Needs.FREE if len(word) > 1 else Needs.CUE
    if len(word) == 1 or (len(word) == 2 and word_lists.is_prose(word)):
        return Needs.SHORT_WORD
    if len(word) <= 2:
        return Needs.CUE
    if is_common(word):
        label = word in _WORDS_FOR_FINDINGS or max(name_lists.shares(word)) < _HARDLY_EVER
        return Needs.LABEL if label else Needs.CUE
    if word in word_lists.words() or word in word_lists.clinical():
        share = max(name_lists.shares(word))
        if share < _HARDLY_EVER:
            return Needs.LABEL
        return Needs.CAPITAL if share > _FREQUENT and not site else Needs.CUE  # Anderson, Wells; Chin, Falls
    if word_lists.is_dictionary_name(word):
        # A large staff has nearly every word among its names.
        return Needs.CUE if site else Needs.CAPITAL if word_lists.is_mostly_name(word) else Needs.TITLE
    if len(word) < _RARE_LENGTH:
        return Needs.TITLE
    return Needs.CAPITAL if site else Needs.FREE


@lru_cache(maxsize=_CACHED)
def name_words(text: str) -> tuple[str, ...]:
    """Return the folded words of a name part; an apostrophe belongs to its word."""
    return tuple(_NAME_WORD.findall(fold(text, caseless=True).text))


def _spellings(text: str) -> list[str]:
    """Return the part as written, and with special letters transliterated (Müller, Mueller)."""
    lowered = text.lower()
    if lowered.isascii():
        return [text]
    return list(dict.fromkeys((text, lowered.translate(_LATIN), lowered.translate(_LATIN_SHORT))))


def _with_particle_break(word: str, breaks: frozenset[int]) -> frozenset[int]:
    """Return the breaks, and one after each particle that is often joined to the name: Mc Donald, O'Neil."""
    found = set(breaks)
    at = 0
    while True:
        particle = next((p for p in _JOINED_PARTICLES if word.startswith(p, at) and len(word) >= at + len(p) + 3), "")
        if not particle:
            return frozenset(found)
        at += len(particle)
        found.add(at)


def _double_name_breaks(word: str) -> frozenset[int]:
    """Return the offsets at which a given name in one word splits into two: Anne Marie, Min-jun."""
    given = name_lists.given()
    return frozenset(
        at for at in range(_MIN_HALF, len(word) - _MIN_HALF + 1) if word[:at] in given and word[at:] in given
    )


def initials_of(known: KnownValue) -> frozenset[str]:
    """Return the first letters of the given names, folded."""
    parts = known.parts or split_name(known.value)
    return frozenset(u[0] for role, text in parts if role in GIVEN for u in name_words(text) if u[0].isalpha())


def name_forms(known: KnownValue, person: int, *, site: bool) -> Iterator[Form]:
    """Yield the surface forms of the parts of a name. person: number of the name in its set."""
    parts = known.parts or split_name(known.value)
    firsts: list[str] = []
    lasts: list[str] = []
    entity = known.entity
    for role, text in parts:
        if role not in GIVEN and role not in FAMILY:
            continue
        core, forms = _part_forms(text, role in GIVEN, site)
        for f in forms:
            yield Form(f.text, entity, f.needs, f.breaks, Fit.AT_BREAKS, f.strong, person)
        (firsts if role in GIVEN else lasts).append(core)
    if firsts and lasts:
        yield from _username_forms(firsts[0], lasts[0], entity, person, site=site)


class _PartForm(NamedTuple):
    """A part form is a surface form of a part of a name, independent of whose name it is."""

    text: str
    needs: Needs
    breaks: frozenset[int] = NO_BREAKS
    strong: bool = True


@lru_cache(maxsize=_CACHED)
def _part_forms(text: str, given: bool, site: bool) -> tuple[str, tuple[_PartForm, ...]]:
    """Return the compact text of a part of a name, and its forms in all spellings."""
    forms = (form for spelling in _spellings(text) for form in _forms_of_spelling(spelling, given, site))
    return compact(text)[0], tuple(dict.fromkeys(forms))


def _forms_of_spelling(text: str, given: bool, site: bool) -> Iterator[_PartForm]:
    found = name_words(text)
    whole, breaks = compact(text)
    meant = [u for u in found if (u not in FAMILY_PARTICLES and len(u) > 1) or is_unspaced(u)]
    if not meant:  # Lê, Đỗ, Ben, the surname O: particles and single letters are names where nothing else is
        meant = [u for u in found if len(u) > 1 or not given]
    if len(found) > 1 and len(whole) > 1:
        each_needs = [needs_alone(compact(u)[0], site=site) for u in meant]
        needs = min((*each_needs, Needs.CAPITAL)) if meant else Needs.CUE
        yield _PartForm(whole, needs, breaks)
    for unit in meant:
        word, inner = compact(unit)
        breaks_inside = _with_particle_break(word, inner)
        if given and not inner and len(word) >= 2 * _MIN_HALF:
            breaks_inside |= _double_name_breaks(word)
        yield _PartForm(word, needs_alone(word, site=site), breaks_inside)
        core = word.rstrip("0123456789")
        if core != word and len(core) > 1:
            yield _PartForm(core, needs_alone(core, site=site), _with_particle_break(core, NO_BREAKS))
        if not site:
            for spelled, needs, where in _other_spellings(core, given=given):
                yield _PartForm(spelled, needs, where, strong=False)
        if given and not site:
            for nick in related_forms(core):
                yield _PartForm(nick, needs_alone(nick, site=site), strong=False)
            if len(core) >= _CLIPPED_FROM and core.isalpha():  # Ibra for Ibrahim; "cath" is also a clinical word
                yield _PartForm(core[:_CLIPPED], Needs.CUE, strong=False)


def _username_forms(first: str, last: str, entity: Entity, person: int, *, site: bool) -> Iterator[Form]:
    """Yield names without a space, as in user names: johndoe, doejohn, jdoe."""
    made = [first + last, last + first]
    if not site:
        made.append(first[:1] + last)
    for text in made:
        if len(text) >= _GLUED_LENGTH and not is_ordinary(text):
            inner = NO_BREAKS if text.isascii() and text.isalpha() else compact(text)[1]
            yield Form(text, entity, Needs.FREE, inner, Fit.AT_BREAKS, person=person)


def fuzzy_parts(known: KnownValue) -> Iterator[str]:
    """Yield parts of the name that are looked for with one letter wrong."""
    for role, text in known.parts or split_name(known.value):
        if role in GIVEN or role in FAMILY:
            for unit in name_words(text):
                word = compact(unit)[0].rstrip("0123456789")
                if not _FUZZY_LENGTH <= len(word) <= LONGEST_FUZZY or not word.isalpha():
                    continue
                if not is_common(word) and not is_unspaced(word):
                    yield word


_LONG_SPELLING = 6  # letters; a spelling this long needs only a capital
_MIN_PLURAL = 3
_MIN_MISREAD = 6
_MISREAD_LETTERS = (("o", "0"), ("i", "1"), ("l", "1"), ("s", "5"), ("m", "rn"))
_GENITIVES = ("ov", "ova", "ev", "eva")


def _other_spellings(name: str, *, given: bool) -> Iterator[tuple[str, Needs, frozenset[int]]]:
    """Yield (compact text, needs, breaks) of other spellings of a compact part of a name."""
    if not (name.isascii() and name.isalpha()):
        return
    for other in dict.fromkeys((*listed_spellings(name), *_by_latin_rules(name))):
        if len(other) > 2 and other != name:
            yield (
                other,
                Needs.CAPITAL if len(other) >= _LONG_SPELLING and not is_common(other) else Needs.BESIDE,
                _prefix_break(other),
            )
    if not given and len(name) >= _MIN_PLURAL:
        plural = f"{name}es" if name[-1] in "sxz" or name.endswith(("ch", "sh")) else f"{name}s"
        yield plural, Needs.PLURAL, _prefix_break(plural)
    if len(name) >= _MIN_MISREAD:
        yield from _misread_forms(name)


def _prefix_break(other: str) -> frozenset[int]:
    """Return the breaks of a spelling: O'Neill, Mac Donald, M'Donald."""
    lead = next((lead for lead in ("mac", "mc", "m", "o") if other.startswith(lead) and len(other) > len(lead) + 3), "")
    return frozenset({len(lead)}) if lead else frozenset()


def _by_latin_rules(name: str) -> Iterator[str]:
    """Yield Slavic surnames as German, French and Polish records write them: Iwanowa, Petroff."""
    if name.endswith(_GENITIVES):
        yield name.replace("v", "w")
        if name[-1] == "v":
            yield f"{name[:-1]}ff"


def _misread_forms(name: str) -> Iterator[tuple[str, Needs, frozenset[int]]]:
    """Yield the name with one letter as a scanner may read it; a digit is a word of its own in a text."""
    for letter, seen in _MISREAD_LETTERS:
        at = name.find(letter)
        while at >= 0:
            breaks = frozenset({at, at + 1} - {0, len(name)}) if seen.isdigit() else frozenset[int]()
            yield f"{name[:at]}{seen}{name[at + 1 :]}", Needs.FREE, breaks
            at = name.find(letter, at + 1)
