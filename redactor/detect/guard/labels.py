"""Words that stand beside an identifier and are no part of it: labels, headings, roles, function words."""

from __future__ import annotations

import re

from redactor.entities import Entity
from redactor.lexicon.titles import CLINICIANS, FAMILY_PARTICLES, KIN, RECORD_SUFFIXES, RECORD_TITLES
from redactor.lexicon.words import word_set

E = Entity

# Without "an" and "will", which are names of people too.
FUNCTION_WORDS = word_set(
    "a and as at but by for from had has have her his if in into is its of on or our over per since than that the "
    "their then this to under until via was were who with your"
)
# In small letters these are neither a name nor a particle of one in any language; the others may be: "kim on".
NEVER_NAMES = word_set("of at by with the from for and was is has had were this that who")

# Before a name; in capitals "PT" are initials too.
ROLE_WORDS = r"(?:Pt|pt|Pts|pts)\.?|[Pp]atient|PATIENT|[Nn]eonate|NEONATE|[Ii]nfant|INFANT|[Cc]lient|CLIENT"
LEADING_ROLES = re.compile(rf"(?:{ROLE_WORDS})[ \t]+(?=\S)")
# Before an institution: "Provider at Mercy Hospital".
LEADING_STAFF = re.compile(
    r"(?i:provider|physician|clinician|patient|pt|nurse|staff|doctor|surgeon|hospitali[sz]ed|admitted|seen)"
    r"[ \t]+(?:at|from|of)[ \t]+(?:the[ \t]+)?(?=[A-Z])"
)
ROLES = frozenset(KIN | CLINICIANS) | word_set("patient pt pts client neonate infant nurse")
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
# Behind a name, before what follows it in the text. "Alec Home" and "LEE MAC" are names: these need a colon.
TRAILING_LABEL = re.compile(
    r"[ \t,;(]+(?:SSN|MRN|DOB|D\.O\.B\.?|NPI|DEA|[Tt]el|TEL|[Tt]elephone|[Pp]hone|PHONE|[Ff]ax|FAX|[Aa]cct|ACCT)"
    r"\.?[ \t]*[:#]?[ \t]*$"
)
TRAILING_LABEL_BEFORE_COLON = re.compile(rf"[ \t,;(]+(?:{_CONTACT_LABEL})\.?$")
COLON_BEHIND = re.compile(r"[ \t]?:")
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
TRAILING_SHORTHAND = re.compile(
    r"(?:[ \t,;]+(?:enc\.?|encl\.?|A/P|a/p|s/p|h/o|c/o|r/o|f/u|d/c|p/w|w/o?|b/c|d/t))+[ \t:]*$"
)
LEADING_SHORTHAND = re.compile(r"(?:enc\.|encl\.|A/P|a/p|s/p|h/o|w/|cc:)[ \t:]*(?=\S)")
LIST_MARKER = re.compile(r"(?:\d{1,2}[.)][ \t]+|[•*#][ \t]*|-[ \t]+|[a-z]\)[ \t]+)(?=\S)")

HEADINGS = (
    r"history of present illness|past medical history|family history|social history|review of systems|physical exam"
    r"(?:ination)?|chief complaint|assessment(?: (?:and|&) plan)?|plan|allergies|medications?|meds|vitals?(?: signs)?"
    r"|impression|findings|technique|indications?|diagnos[ie]s|procedures?|discharge(?: \w{4,12})?|hospital course"
    r"|labs|laboratory(?: \w{4,8})?|results?|comments?|subjective|objective|disposition|follow[- ]?up|hpi|pmh|psh|ros"
    r"|a/p|cc|summary|conclusion|specimen|history|exam|reason(?: for \w{4,12})?|interpretation|narrative|comparison"
)
_NAME_LABEL = (
    r"(?:patient|pt|client|provider|physician|attending|surgeon|referring(?: \w{5,9})?|pcp|nurse|author|name|full name"
    r"|patient name|last name|first name|signed(?: by)?|dictated by|electronically signed by|seen by|performed by"
    r"|cc|from|to|re|contact|emergency contact|next of kin|guardian|address|home address|city|state|zip|facility"
    r"|hospital|location|clinic|pharmacy|employer|occupation|date|dob|date of birth|birth date|age|sex|gender|phone)"
)
LEADING_NAME_LABEL = re.compile(rf"(?:{_NAME_LABEL}|{HEADINGS})[ \t]*:[ \t]*(?=\S)", re.IGNORECASE)
ONLY_HEADING = re.compile(rf"[ \t\r\n]*(?:{HEADINGS})[ \t]*:?[ \t\r\n]*", re.IGNORECASE)
