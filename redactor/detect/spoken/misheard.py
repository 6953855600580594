"""Known names that a recogniser heard as other words: Ostrander as "os turn their", Achebe as "achibi".

Words are compared by their consonants, with voiced and voiceless ones alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from redactor.entities import NAMES, Entity
from redactor.lexicon import medicine
from redactor.lexicon.words import is_ordinary, plain
from redactor.text import KnownValue, Span

MISHEARD = "known-sound"
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_NOT_A_LETTER = re.compile(r"[^a-z]")
_LONGEST = 3  # words that a name is heard as
_SHORTEST_NAME = 5  # letters
_CODE, _CODE_OF_WORDS = 4, 5  # consonants that are shared with a name; more if all words are ordinary
_LENGTHS = 2  # letters that they may have more or less
_NEAR = 20  # characters between the first and the last word, blanks included, beyond those of the name
_CACHE = 65_536

_SPELLINGS = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"^kn", "n"), (r"^wr", "r"), (r"mb$", "m"), (r"ph", "f"), (r"gh(?=t)", ""), (r"tch|cz|sch|sh|ch|tj|dg", "C"),
        (r"th", "t"), (r"ck|qu|q", "k"), (r"x", "ks"), (r"c(?=[eiy])|z", "s"), (r"c", "k"), (r"j", "C"), (r"b", "p"),
        (r"d", "t"), (r"g", "k"), (r"v", "f"), (r"[hwy]", ""),
    )
)  # fmt: skip
_VOWELS = re.compile(r"[aeiou]+")
_DOUBLED = re.compile(r"(.)\1+")


def find_misheard(text: str, known: Sequence[KnownValue]) -> Iterator[Span]:
    """Where words of a transcript sound like a name among the known values of its patient, and are written otherwise.

    A single word of English or of medicine is never taken for a name: "pain" stays where Payne is the patient.
    """
    names = _names(known)
    if not names:
        return
    words = [(m.group(), m.start(), m.end()) for m in _WORD.finditer(text)]
    plains = [_NOT_A_LETTER.sub("", plain(word)) for word, _, _ in words]
    for i in range(len(words)):
        for n in range(1, min(_LONGEST, len(words) - i) + 1):
            heard = "".join(plains[i : i + n])
            if found := _match(heard, plains[i : i + n], names):
                start, end = words[i][1], words[i + n - 1][2]
                if end - start <= len(heard) + _NEAR:
                    yield Span(start, end, found, None, "strong", (MISHEARD,))


def _names(known: Sequence[KnownValue]) -> dict[str, dict[str, Entity]]:
    """Code -> name -> what it is."""
    out: dict[str, dict[str, Entity]] = {}
    for value in known:
        if value.entity not in NAMES:
            continue
        for part in [part for _, part in value.parts] or [value.value]:
            for word in _WORD.findall(part):
                name = _NOT_A_LETTER.sub("", plain(word))
                if len(name) >= _SHORTEST_NAME:
                    out.setdefault(_code(name), {})[name] = value.entity
    return out


def _match(heard: str, words: Sequence[str], names: dict[str, dict[str, Entity]]) -> Entity | None:
    code = _code(heard)
    alike = names.get(code)
    if alike is None or not alike.keys().isdisjoint(words):  # as written the known values find it
        return None
    ordinary = all(_is_word(word) for word in words)
    if (ordinary and len(words) == 1) or len(code.removeprefix("A")) < (_CODE_OF_WORDS if ordinary else _CODE):
        return None
    for name, entity in alike.items():
        if abs(len(name) - len(heard)) <= _LENGTHS:
            return entity
    return None


@lru_cache(maxsize=_CACHE)
def _is_word(word: str) -> bool:
    lists = (medicine.drugs, medicine.organisms, medicine.genes, medicine.words, medicine.instruments, medicine.eponyms)
    return is_ordinary(word) or any(word in entries() for entries in lists)


@lru_cache(maxsize=_CACHE)
def _code(word: str) -> str:
    """The consonants of a word, each for all that sound like it; "A" for a vowel at the beginning."""
    sound = word
    for pattern, instead in _SPELLINGS:
        sound = pattern.sub(instead, sound)
    start = "A" if _VOWELS.match(sound) else ""
    return start + _DOUBLED.sub(r"\1", _VOWELS.sub("", sound))
