"""Drop spans of a transcript that do not count, and find known names that a recogniser misheard.

The student learnt from written text: it takes "e k g" for a person and "five six" for an age, but not EKG and 56. A
recogniser hears Ostrander as "os turn their" and Achebe as "achibi": words are compared with known names by their
consonants, with voiced and voiceless ones alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec.structs import replace

from redactor.detect.readable import DECODED
from redactor.detect.spoken.view import SPOKEN, SpokenView, spoken_view
from redactor.detect.spoken.words import ENGLISH
from redactor.entities import NAMES, Entity
from redactor.lexicon import medicine
from redactor.lexicon.words import is_ordinary, plain, word_set
from redactor.text import STUDENT, KnownValue, Span

_UNSURE = 0.5  # score below which the student alone is not believed about a short number or a label
_STUDENT_SOURCES = frozenset({STUDENT, DECODED})  # sources of what the student found in the transcript
_STUDENT_OR_VIEW = _STUDENT_SOURCES | {SPOKEN}
_SHORT_NUMBER = re.compile(r"[0-9]{1,2}(?: [0-9])?|[0-9]+\.[0-9]+")
_GRID = frozenset({SPOKEN, "patterns:street-grid"})
_TEST = re.compile(r"[0-9]+ [A-Z]{3,4} [0-9]+")  # "26 PTT 31"
_COUNTED, _STEP = 4, 10  # the fewest numbers and the greatest step of somebody who counts
_BEFORE_NAMES = re.compile(r"(?i:\b(?:mister|missus|miss|doctor|nurse|mrs?|ms|dr|names?|named|called|i'm|am)\W+)\Z")
_BEFORE = 12  # characters
_IDENTIFYING_AGE = 89  # years: an age above it identifies
_NUMBERED = frozenset({
    Entity.TELEPHONE_NUMBER, Entity.FAX_NUMBER, Entity.EMAIL, Entity.URL, Entity.ID, Entity.MEDICAL_RECORD_NUMBER,
    Entity.ZIP,
})  # fmt: skip


def drop_doubtful_speech(text: str, spans: Iterable[Span]) -> list[Span]:
    """Return the spans of a transcript without those that only the student found and that the written form contradicts.

    These are spans over words that the view writes in another way, and short numbers and labels ("extension", "at") of
    which the student is unsure.
    """
    view = spoken_view(text)
    return [
        _with_whole_numbers(view, s)
        for s in spans
        if not (_STUDENT_OR_VIEW.issuperset(s.sources) and _is_doubtful(text, view, s))
        and not (_GRID.issuperset(s.sources) and _TEST.fullmatch(view.written(s.start, s.end)))
    ]


def _with_whole_numbers(view: SpokenView, s: Span) -> Span:
    """Return the span with all of a number that it cuts: of "eighty two" nothing stays."""
    start, end = view.whole(s.start, s.end)
    return s if (start, end) == (s.start, s.end) else replace(s, start=start, end=end)


def _is_doubtful(text: str, view: SpokenView, s: Span) -> bool:
    if _STUDENT_SOURCES.issuperset(s.sources) and view.rewrites(s.start, s.end):
        return True
    if _is_counting(view.written(s.start, s.end)):
        return True
    if s.score is None or s.score >= _UNSURE:
        return False
    value = view.written(s.start, s.end)
    if _is_answer(value) and not _BEFORE_NAMES.search(text[max(0, s.start - _BEFORE) : s.start]):
        return True
    if _SHORT_NUMBER.fullmatch(value):
        return not (s.entity is Entity.AGE and float(value.split()[0]) > _IDENTIFYING_AGE)
    return s.entity in _NUMBERED and value.isalpha()


def _is_counting(value: str) -> bool:
    """Return whether somebody counts beyond nine, in equal steps, up or down."""
    words = value.split()
    if len(words) < _COUNTED or not all(word.isdecimal() for word in words):
        return False
    numbers = [int(word) for word in words]
    steps = {b - a for a, b in pairwise(numbers)}
    return max(numbers) > 9 and len(steps) == 1 and 0 < abs(steps.pop()) <= _STEP


def _is_answer(value: str) -> bool:
    """Return whether the value consists of words of a listener: "okay", "uh huh"."""
    words = value.lower().split()
    return bool(words) and all(word in ENGLISH.fillers or (word,) in ENGLISH.interruptions for word in words)


MISHEARD = "known-sound"
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_NOT_A_LETTER = re.compile(r"[^a-z]")
_MOST_WORDS = 3  # words that a name is heard as
_SHORTEST_NAME = 5  # letters
_LEAST_CONSONANTS, _LEAST_OF_WORDS = 4, 5  # consonants that are shared with a name; more if all words are ordinary
_LENGTH_DIFFERENCE = 2  # letters that they may have more or less
_MORE_CHARACTERS = 20  # characters between the first and the last word, blanks included, beyond those of the name
_CACHE = 65_536

_CUE_BEFORE = 4  # words between a cue of names and a name
_NAME_CUES = (
    ENGLISH.name_cues
    | frozenset(ENGLISH.titles)
    | word_set("miss ms doctor dr nurse patient calling speaking called this")
)
_ACTS = word_set(
    "is was has had will would wants wanted says said came comes takes took denies reports feels called calls"
)
_NO_SUBJECT = word_set("a an the this that how so too as very my your his her its of no what which some any")

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
    """Yield where words of a transcript sound like a known name of its patient and are written otherwise.

    A single word of English or of medicine is never taken for a name: "pain" stays where Payne is the patient.
    """
    for start, end, entity, _ in _heard_names(text, _names_by_sound(known)):
        yield Span(start, end, entity, None, "strong", (MISHEARD,))
    yield from _ordinary_names(text, known)


def _ordinary_names(text: str, known: Sequence[KnownValue]) -> Iterator[Span]:
    """Yield known names that are ordinary words too ("price", "long") where a cue of names stands shortly before, or
    somebody does something: transcripts have no capitals, and words between may be misheard.
    """
    of_names = (value for value in known if value.entity in NAMES)
    found = ((plain(word), value.entity) for value in of_names for word in _WORD.findall(value.value))
    names = {word: entity for word, entity in found if is_ordinary(word)}
    if not names:
        return
    words = [(plain(m.group()), m.start(), m.end()) for m in _WORD.finditer(text)]
    for i, (word, start, end) in enumerate(words):
        if (entity := names.get(word)) is None:
            continue
        before = [w for w, _, _ in words[max(0, i - _CUE_BEFORE) : i]]
        acts = i + 1 < len(words) and words[i + 1][0] in _ACTS and not (before and before[-1] in _NO_SUBJECT)
        if acts or not _NAME_CUES.isdisjoint(before):
            yield Span(start, end, entity, None, "strong", (MISHEARD,))


class KnownNames:
    """Known names of people, to be put in the place of the words that sound like them, so that a name that was misheard
    gets the stand-in of the name.
    """

    def __init__(self, known: Sequence[KnownValue]) -> None:
        self._by_sound = _names_by_sound(known)
        self._people = [{plain(part): part for _, part in v.parts} for v in known if v.entity in NAMES and v.parts]

    def in_place_of(self, value: str) -> str:
        """Return a name of a transcript as it is known, or as it is.

        Beside another name of the same person, a word with the same consonants is enough: "lily" of "lily kowalski" is
        the known Lulu Kowalski.
        """
        pieces: list[str] = []
        at = 0
        for start, end, _, name in sorted(_heard_names(value, self._by_sound), key=lambda found: (found[0], -found[1])):
            if start >= at:
                pieces += (value[at:start], name)
                at = end
        named = "".join([*pieces, value[at:]])
        words = list(_WORD.finditer(named))
        for parts in self._people:
            unlike = [word for word in words if plain(word.group()) not in parts]
            if len(unlike) == 1 < len(words):
                sound = _sound_code(plain(unlike[0].group()))
                alike = [part for key, part in parts.items() if _sound_code(key) == sound]
                return named[: unlike[0].start()] + alike[0] + named[unlike[0].end() :] if len(alike) == 1 else named
        return named


def _heard_names(text: str, names: _Names) -> Iterator[tuple[int, int, Entity, str]]:
    """Yield the ranges whose words sound like a known name, with its entity and the name as it is known."""
    if not names:
        return
    words = [(m.group(), m.start(), m.end()) for m in _WORD.finditer(text)]
    plains = [_NOT_A_LETTER.sub("", plain(word)) for word, _, _ in words]
    for i in range(len(words)):
        for n in range(1, min(_MOST_WORDS, len(words) - i) + 1):
            heard = "".join(plains[i : i + n])
            if found := _matching_name(heard, plains[i : i + n], names):
                start, end = words[i][1], words[i + n - 1][2]
                if end - start <= len(heard) + _MORE_CHARACTERS:
                    yield start, end, *found


_Names = dict[str, dict[str, tuple[Entity, str]]]


def _names_by_sound(known: Sequence[KnownValue]) -> _Names:
    """Return the entity and the spelling of the known names, by the code of their sound and their letters."""
    out: _Names = {}
    for value in known:
        if value.entity not in NAMES:
            continue
        for part in [part for _, part in value.parts] or [value.value]:
            for word in _WORD.findall(part):
                name = _NOT_A_LETTER.sub("", plain(word))
                if len(name) >= _SHORTEST_NAME:
                    out.setdefault(_sound_code(name), {})[name] = value.entity, word
    return out


def _matching_name(heard: str, words: Sequence[str], names: _Names) -> tuple[Entity, str] | None:
    code = _sound_code(heard)
    alike = names.get(code)
    if alike is None or not alike.keys().isdisjoint(words):  # as written the known values find it
        return None
    ordinary = all(_is_word(word) for word in words)
    if (ordinary and len(words) == 1) or len(code.removeprefix("A")) < (
        _LEAST_OF_WORDS if ordinary else _LEAST_CONSONANTS
    ):
        return None
    for name, found in alike.items():
        if abs(len(name) - len(heard)) <= _LENGTH_DIFFERENCE:
            return found
    return None


@lru_cache(maxsize=_CACHE)
def _is_word(word: str) -> bool:
    lists = (medicine.drugs, medicine.organisms, medicine.genes, medicine.words, medicine.instruments, medicine.eponyms)
    return is_ordinary(word) or any(word in entries() for entries in lists)


@lru_cache(maxsize=_CACHE)
def _sound_code(word: str) -> str:
    """Return the consonants of a word, each for all that sound like it; "A" stands for a vowel at the beginning."""
    sound = word
    for pattern, instead in _SPELLINGS:
        sound = pattern.sub(instead, sound)
    start = "A" if _VOWELS.match(sound) else ""
    return start + _DOUBLED.sub(r"\1", _VOWELS.sub("", sound))
