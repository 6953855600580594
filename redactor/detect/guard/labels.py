"""Words that stand beside an identifier and are no part of it: labels and function words."""

from __future__ import annotations

import re

from redactor.entities import Entity
from redactor.lexicon.titles import FAMILY_PARTICLES, RECORD_SUFFIXES, RECORD_TITLES
from redactor.lexicon.words import word_set

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
# What the label alone, directly before such a value, cannot be: anybody's name.
LABEL_OF = {
    "MAC": E.MAC_ADDRESS,
    "IP": E.IP_ADDRESS,
    "SSN": E.SSN_OR_TAXPAYER,
    "MRN": E.MEDICAL_RECORD_NUMBER,
    "DOB": E.BIRTH_DATE_TIME,
}
LEADING_SHORTHAND = re.compile(r"(?:enc\.|encl\.|A/P|a/p|s/p|h/o|w/|cc:)[ \t:]*(?=\S)")
