"""Checks occupations that an LLM proposes as replacements: plain English words that tell nothing of the original."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

from rapidfuzz.distance import OSA

from redactor.lexicon import medicine, names, words
from relex.identity.people import Context
from relex.text_forms import folded, match_case

_MAX_CHARACTERS = 40
_MAX_WORDS = 3
_SHAPE = re.compile(r"[a-z]+(?:[ -][a-z]+)*")
_PLAIN = re.compile(r"[A-Za-z]+(?:[ '/-]{1,2}[A-Za-z]+)*")
_WORD = re.compile(r"[^\W\d_]+")
_MAX_SHORT_WORD = 3  # letters; a word as short says nothing of the original
_SAME_START = 5  # letters that words of one stem share: carpenter, carpentry
_MIN_SIMILARITY = 0.7  # OSA similarity from which two words are spellings of one

_OCCUPATIONS = words.word_set(
    """
    accountant actor administrator adviser aide analyst announcer appraiser architect archivist artist assembler
    assistant attendant auctioneer auditor author baker banker barber bartender beautician beekeeper biologist
    blacksmith boilermaker bookkeeper bricklayer broker builder butcher butler buyer cabinetmaker caregiver
    caretaker carpenter cashier caterer chauffeur chef chemist cleaner clerk coach cobbler collector composer
    contractor cook coordinator counselor courier curator custodian dancer dealer decorator designer detective
    developer dishwasher dispatcher dressmaker driver economist editor electrician engineer engraver estimator
    farmer firefighter fisherman florist foreman forester gardener geologist glazier grocer groundskeeper guard
    guide hairdresser handyman homemaker housekeeper illustrator inspector installer instructor interpreter
    investigator janitor jeweler journalist judge laborer landscaper lawyer lecturer librarian locksmith logger
    machinist manager mason mechanic merchant metalworker meteorologist miller miner musician negotiator officer
    operator organizer packer painter paralegal paver photographer pilot plasterer plumber porter potter printer
    producer programmer publisher rancher realtor receptionist repairer reporter researcher retired roofer
    sailor salesman salesperson saleswoman scientist sculptor seamstress secretary shipbuilder shoemaker
    shopkeeper singer sociologist soldier stagehand statistician steward student supervisor surveyor tailor
    teacher technician telemarketer teller tiler toolmaker trader trainer translator treasurer tutor undertaker
    unemployed upholsterer valet vendor waiter waitress warehouseman watchmaker weaver welder winemaker
    woodworker worker writer
    """
)


def may_be_sent(value: str, context: Context, avoid: Sequence[frozenset[str]]) -> bool:
    """Tell whether a mention consists of words alone, is short, and holds no known value of the household or
    the site.
    """
    if len(value) > _MAX_CHARACTERS or _PLAIN.fullmatch(value) is None:
        return False
    return not any(_is_known(word, context, avoid) for word in _words(value))


def accepted_occupation(
    proposal: object, original: str, context: Context, avoid: Sequence[frozenset[str]]
) -> str | None:
    """Return the proposal in lower case, or None if it must not be used.

    An accepted proposal ends with a listed occupation. No word is a name, a medical term or a known value, nor like a
    word of the original.
    """
    if not isinstance(proposal, str) or len(proposal) > _MAX_CHARACTERS:
        return None
    text = proposal.strip().lower()
    found = list(_words(text))
    if _SHAPE.fullmatch(text) is None or len(found) > _MAX_WORDS or found[-1] not in _OCCUPATIONS:
        return None
    if not all(_is_plain(word) for word in found) or any(_is_known(w, context, avoid) for w in (text, *found)):
        return None
    if any(_are_alike(a, b) for a, b in product(found, _words(original))):
        return None
    return text


def in_case_of(original: str, text: str) -> str:
    """Return the text in the case of the original: capitals, a first capital, or lower case."""
    return match_case(original, text.capitalize() if original[:1].isupper() else text)


def _words(text: str) -> Iterator[str]:
    return (folded(word) for word in _WORD.findall(text))


def _is_plain(word: str) -> bool:
    if word in _OCCUPATIONS:
        return True
    is_told = word in words.clinical() or word in medicine.terms()
    is_name = names.usual(word) or words.is_mostly_name(word)
    return words.is_ordinary(word) and not is_told and not is_name


def _is_known(word: str, context: Context, avoid: Sequence[frozenset[str]]) -> bool:
    """Tell whether a word is in a known value, or a name of somebody at the site, however many people the site has."""
    return len(word) > _MAX_SHORT_WORD and (word in context.site or any(word in some for some in avoid))


def _are_alike(a: str, b: str) -> bool:
    if a == b:
        return True
    if min(len(a), len(b)) <= _MAX_SHORT_WORD:
        return False
    same_start = len(a) > _SAME_START <= len(b) and a[:_SAME_START] == b[:_SAME_START]
    return same_start or a in b or b in a or OSA.normalized_similarity(a, b) >= _MIN_SIMILARITY
