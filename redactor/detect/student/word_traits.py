"""Tell what the lexicon knows of a word and what the layout says of a text: traits that the model reads beside the
pieces.

A model that reads pieces alone takes "FOLFOX" or "Na" beside a name for more of the name. The lists say that one is a
drug and the other an analyte; that no list holds a word tells a name among clinical words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntFlag
from functools import cache, lru_cache

from redactor.lexicon import medicine, names, places, titles, vocabulary, wordlists, words

_CACHE = 131_072
_LONGEST = 40  # characters of a word that is looked up
_FREQUENT_GIVEN, _FREQUENT_FAMILY = 0.02, 0.005  # percent of people
_CITY = 100_000  # people
_SHORT, _TABULAR_LINES, _TABULAR_WORDS, _CASELESS = 25, 3, 8, 20


class Trait(IntFlag):
    """A trait is a bit of the model's input. The order is part of the model: `features.FEATURES` names it."""

    COMMON = 1 << 0  # frequent in notes, whether a name or not
    PROSE = 1 << 1
    ENGLISH = 1 << 2  # in any list of words, with any ending
    FREQUENT_GIVEN = 1 << 3
    GIVEN = 1 << 4
    FREQUENT_FAMILY = 1 << 5
    FAMILY = 1 << 6
    DRUG = 1 << 7
    ORGANISM = 1 << 8
    GENE = 1 << 9  # analytes, too
    INSTRUMENT = 1 << 10
    ABBREVIATION = 1 << 11
    CLINICAL = 1 << 12
    TERM_PART = 1 << 13  # a word of a term of several
    EPONYM = 1 << 14
    UNIT = 1 << 15
    SCHEDULE = 1 << 16  # routes and frequencies
    CITY = 1 << 17
    PLACE = 1 << 18
    REGION = 1 << 19  # states and countries
    STREET = 1 << 20
    ORGANISATION = 1 << 21
    TITLE = 1 << 22
    KIN = 1 << 23
    CREDENTIAL = 1 << 24
    CALENDAR = 1 << 25
    UNLISTED = 1 << 26  # letters that no list holds
    FIELD = 1 << 27  # of the text: a field of a record that holds a clinical term
    SHORT = 1 << 28
    TABULAR = 1 << 29
    CASELESS = 1 << 30


TRAITS = len(Trait)
OF_NAMES = (
    Trait.FREQUENT_GIVEN | Trait.GIVEN | Trait.FREQUENT_FAMILY | Trait.FAMILY | Trait.CITY | Trait.PLACE | Trait.REGION
)
"""Training hides these traits of some identifiers, so that the model does not rely on the lists of names."""

_UNITS = words.word_set(
    "mg mcg ug g gm gram grams kg ng pg l ml dl ul fl cc cm mm m km in inch inches ft lb lbs oz meq mmol umol mol "
    "mosm iu u unit units mmhg cmh2o kpa bpm hz kcal cal gy tab tabs tablet tablets cap caps capsule capsules "
    "puff puffs drop drops gtt gtts patch percent sec secs min mins h hr hrs hour hours d day days wk wks week "
    "weeks mo mos month months y yr yrs yo year years hpf lpf cells copies beats breaths fr french ga gauge "
    "degrees celsius db ms v w j"
)
_SCHEDULES = words.word_set(
    "po iv im sc sq subq subcut subcutaneous sl pr pv npo ng og gt peg ivp ivpb ivf io it ih inh neb nebs topical "
    "intranasal oral orally rectal od os ou ad as au bid tid qid qd qod qhs hs qam qpm qac ac pc prn stat daily "
    "nightly weekly monthly bd tds qds om on mane nocte q2h q3h q4h q6h q8h q12h q24h q1h q48h qweek qmonth "
    "qshift once twice thrice"
)
_CALENDAR = words.word_set(
    "january february march april may june july august september october november december jan feb mar apr jun "
    "jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu "
    "thur thurs fri sat sun christmas easter thanksgiving halloween ramadan passover diwali hanukkah"
)


@lru_cache(maxsize=_CACHE)
def traits_of(word: str) -> int:
    """Return the traits of a word as it is written, without those of texts; 0 where it holds a digit or no letter."""
    if len(word) > _LONGEST or not any(map(str.isalpha, word)):
        return 0
    key = words.plain(word)
    found = 0
    for trait, holds in _membership_tests():
        if holds(key):
            found |= trait
    found |= _name_traits(key)
    if not found and word.isalpha():
        found = Trait.UNLISTED
    return int(found)


def traits_of_text(text: str, is_field: bool) -> int:
    """Return what a text is as traits of all of its pieces: a field, short, tabular, without case."""
    found = Trait.FIELD if is_field else Trait(0)
    lines = [line for line in text.splitlines() if line.strip()]
    count = len(text.split())
    if len(lines) <= 1 and count < _SHORT:
        found |= Trait.SHORT
    if len(lines) >= _TABULAR_LINES and count < _TABULAR_WORDS * len(lines):
        found |= Trait.TABULAR
    if len(text) >= _CASELESS and (text == text.lower() or text == text.upper()):
        found |= Trait.CASELESS
    return int(found)


def _name_traits(key: str) -> int:
    as_given, as_family = names.shares(key)
    found = 0
    if as_given:
        found |= Trait.FREQUENT_GIVEN if as_given >= _FREQUENT_GIVEN else Trait.GIVEN
    if as_family:
        found |= Trait.FREQUENT_FAMILY if as_family >= _FREQUENT_FAMILY else Trait.FAMILY
    return found


@cache
def _membership_tests() -> tuple[tuple[Trait, Callable[[str], bool]], ...]:
    held: dict[Trait, frozenset[str]] = {
        Trait.COMMON: words.common_words(),
        Trait.PROSE: words.words(),
        Trait.DRUG: medicine.drugs(),
        Trait.ORGANISM: medicine.organisms(),
        Trait.GENE: medicine.genes(),
        Trait.INSTRUMENT: medicine.instruments(),
        Trait.ABBREVIATION: medicine.abbreviations(),
        Trait.CLINICAL: medicine.words() | words.clinical(),
        Trait.TERM_PART: vocabulary.parts_of_terms(),
        Trait.EPONYM: medicine.eponyms() | words.eponyms(),
        Trait.UNIT: _UNITS,
        Trait.SCHEDULE: _SCHEDULES,
        Trait.CITY: frozenset(_cities()),
        Trait.PLACE: places.us_places(),
        Trait.REGION: vocabulary.regions() | {code.lower() for code in places.STATES},
        Trait.STREET: wordlists.word_set("places", "type"),
        Trait.ORGANISATION: wordlists.word_set("organisations", "kind") | wordlists.word_set("organisations", "firm"),
        Trait.TITLE: titles.DOCTOR_TITLES | titles.NON_DOCTOR_TITLES | titles.CLINICIANS,
        Trait.KIN: titles.KIN,
        Trait.CREDENTIAL: titles.CREDENTIAL_KEYS,
        Trait.CALENDAR: _CALENDAR,
    }
    return (*((trait, entries.__contains__) for trait, entries in held.items()), (Trait.ENGLISH, vocabulary.is_word))


def _cities() -> Iterator[str]:
    for population, _, name in places.city_rows():
        if int(population) < _CITY:
            return
        yield places.place_key(name)
