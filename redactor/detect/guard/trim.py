"""Cut off the ends of a span what its entity cannot hold: labels, function words, punctuation."""

from __future__ import annotations

import re

from redactor.entities import DATES, DEMOGRAPHICS, NAMES, ORGANISATIONS, WORDED, Entity
from redactor.lexicon.names import shares
from redactor.lexicon.titles import FAMILY_PARTICLES, RECORD_SUFFIXES, RECORD_TITLES
from redactor.lexicon.words import clinical, is_prose, word_set

E = Entity

# Without "an" and "will", which are names of people too.
FUNCTION_WORDS = word_set(
    "a and as at but by for from had has have her his if in into is its of on or our over per since than that the "
    "their then this to under until via was were who with your"
)
# In small letters these are neither a name nor a particle of one in any language; the others may be: "kim on".
NEVER_NAMES = word_set("of at by with the from for and was is has had were this that who")

KEPT_IN_NAMES = frozenset(FAMILY_PARTICLES | RECORD_TITLES | RECORD_SUFFIXES) | word_set("nee née aka md do rn np pa")

_IDENTIFIER_LABEL = (
    r"SSN|SS ?#|MRN|MR ?#|DOB|D\.O\.B\.?|DOD|NPI|DEA|FIN|CSN|UDI|IMEI|VIN|ICD|RTC|"
    r"[Aa]cct|ACCT|[Aa]ccount|ACCOUNT|[Pp]olicy|POLICY|[Mm]ember|MEMBER|ID|[Ss]erial|SERIAL|SN|S/N|[Ll]ot|LOT|"
    r"[Rr]ecord|RECORD|[Cc]ase|CASE|[Aa]ccession|ACCESSION|[Ll]icense|[Pp]assport|[Ii]nsurance|INSURANCE"
)
_CONTACT_LABEL = (
    r"[Tt]el|TEL|[Tt]elephone|TELEPHONE|[Pp]h|PH|[Pp]hone|PHONE|[Ff]ax|FAX|[Cc]ell|CELL|[Mm]obile|MOBILE|[Pp]ager|PAGER|"
    r"[Ee]-?mail|EMAIL|E-MAIL|IP|MAC|[Cc]all|[Hh]ome|[Ww]ork"
)
LABEL_WORDS = rf"{_IDENTIFIER_LABEL}|{_CONTACT_LABEL}"
_NUMBER_WORD = r"(?:[Nn]umber|NUMBER|[Nn]o\.?|NO\.?|[Nn]um|#|[Aa]ddress|ADDRESS)"
# Before a number, parted from it by a space, colon or "#": "MRN-12" and "ID12" are identifiers.
LEADING_LABEL = re.compile(rf"(?:{LABEL_WORDS})(?: ?{_NUMBER_WORD})?(?: ?[:#=]+[ \t]*|\.?[ \t]+)(?=\S)")
VALUE_BEHIND = re.compile(r"[ \t]*[:#]|[ \t]*[#(+]?[ \t]*[0-9]|[ \t]*[0-9A-Fa-f]{2}[:-]")
ONLY_LABEL = re.compile(rf"(?:{LABEL_WORDS})(?: ?{_NUMBER_WORD})?[.:#]?")
ONLY_SHORTHAND = re.compile(r"encl?\.?|A/P|[Pp]t\.?")
# A label directly before a value of its entity is nobody's name.
LABEL_OF = {
    "MAC": E.MAC_ADDRESS,
    "IP": E.IP_ADDRESS,
    "SSN": E.SSN_OR_TAXPAYER,
    "MRN": E.MEDICAL_RECORD_NUMBER,
    "DOB": E.BIRTH_DATE_TIME,
}
LEADING_SHORTHAND = re.compile(r"(?:enc\.|encl\.|A/P|a/p|s/p|h/o|w/|cc:)[ \t:]*(?=\S)")


PLACES = WORDED - NAMES - ORGANISATIONS  # without ZIP codes, with addresses
_UNTRIMMED = DEMOGRAPHICS | {E.EMAIL, E.URL, E.USERNAME, E.VEHICLE_LICENSE_PLATE_US}
_PUNCTUATION = " \t\r\n,;:|*•"
_PUNCTUATION_BEFORE = f"{_PUNCTUATION}."
_FIRST_WORD = re.compile(r"([^\W\d_]+)[ \t]+(?=\S)")
_AGE_LABEL = re.compile(r"age[ \t]*:[ \t]*(?=\S)", re.IGNORECASE)
_LAST_WORD = re.compile(r"[ \t,;]+([^\W\d_]+)$")
POSSESSED = re.compile(r"['’]s[ \t]+[A-Z]\.?$")  # "Mrs Roe's K": no initial stands behind a name that owns something
_INSIDE = word_set("of and the for at in")  # words within the names of institutions
_RARE = 0.001  # percent of people: so rare a surname in small letters is the word
_END = 80  # characters that are read at the end of a span
_ROUNDS = 8


def is_trimmed(entity: Entity) -> bool:
    """Return whether spans of the entity are trimmed; e-mail addresses, URLs and demographics are not."""
    return entity not in _UNTRIMMED


def trim(text: str, start: int, end: int, entity: Entity, joined: bool = False) -> tuple[int, int]:
    """Return the range without what the entity cannot hold at its ends; an empty range where nothing is left.

    joined: whether another span stands directly behind. The words between two halves of a name stay.
    """
    for _ in range(_ROUNDS):
        before = start, end
        while start < end and text[start] in _PUNCTUATION_BEFORE:
            start += 1
        while end > start and text[end - 1] in _PUNCTUATION:
            end -= 1
        start = _start_behind_label(text, start, end, entity)
        end = _end_before_word(text, start, end, entity, joined)
        if (start, end) == before:
            break
    return start, end


def _start_behind_label(text: str, start: int, end: int, entity: Entity) -> int:
    if entity in WORDED:
        return start
    if entity is E.AGE:
        m = _AGE_LABEL.match(text, start, end)
        return m.end() if m else start
    m = LEADING_LABEL.match(text, start, end) or LEADING_SHORTHAND.match(text, start, end)
    if m and _has_digit(text[m.end() : min(end, m.end() + 400)]):
        return m.end()
    m = _FIRST_WORD.match(text, start, end)
    if m and m[1] in _function_words(entity) and _has_digit(text[m.end() : min(end, m.end() + 400)]):
        return m.end()
    return start


def _end_before_word(text: str, start: int, end: int, entity: Entity, joined: bool) -> int:
    low = max(start, end - _END)
    tail = text[low:end]
    possessed = POSSESSED.search(tail) if entity in NAMES else None
    if possessed is not None and low + possessed.start() > start:
        return low + possessed.start()
    m = _LAST_WORD.search(tail)
    if m is None or not m[1].islower() or low + m.start() <= start:
        return end
    if joined and (entity in NAMES or entity in PLACES or (entity in ORGANISATIONS and m[1] in _INSIDE)):
        return end
    if entity is E.AGE or not _is_foreign_word(m[1], text[max(start, low) : low + m.start()], entity):
        return end
    return low + m.start()


def _is_foreign_word(word: str, rest: str, entity: Entity) -> bool:
    """Return whether a word in small letters at the end of a span, behind the rest, does not belong to its entity."""
    if entity not in WORDED:
        return word in _function_words(entity)
    if not any(c.isupper() for c in rest):  # a text in small letters
        return word in NEVER_NAMES
    if word in FUNCTION_WORDS:
        return True
    if entity not in NAMES or word in KEPT_IN_NAMES:
        return False
    return is_only_a_word(word)


def _function_words(entity: Entity) -> frozenset[str]:
    """Return the words that may be cut off: of dates all function words; elsewhere "as" may be part of a number."""
    return FUNCTION_WORDS if entity in DATES else NEVER_NAMES


def is_only_a_word(word: str) -> bool:
    """Return whether a folded word is a word of prose and nobody's name."""
    return word in clinical() or (is_prose(word) and max(shares(word)) < _RARE)


def _has_digit(value: str) -> bool:
    return any(c.isdigit() for c in value)
