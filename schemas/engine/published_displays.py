"""Displays that a code system publishes itself: they are the same for everyone and name nobody, so they pass unread.

The displays ship as digests without a key, six bytes each: of the systems of HL7 Terminology with their code, of
ICD-10-CM alone, since its descriptions stand in texts without a code, too. Another text has the digest of one of them
by chance once in 2,000 million.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from schemas.engine.terminologies import canonical_system
from schemas.engine.terminology_data import is_displayed

ICD_10_CM = "http://hl7.org/fhir/sid/icd-10-cm"
DIGEST_SIZE = 6  # bytes

_CACHE = 65_536
_LONGEST = 400  # characters; no published display is longer
_ICD_10 = "http://hl7.org/fhir/sid/icd-10"  # records use the system of the WHO for the clinical modification, too
_ICD_10_PCS = _ICD_10 + "-pcs"
_ICD_10_OIDS = frozenset({"urn:oid:2.16.840.1.113883.6.3", "urn:oid:2.16.840.1.113883.6.90"})


def digest(system: str, code: str, display: str) -> bytes:
    """The digest of a display of a code, or of a system where `code` is "". Case and spacing do not count."""
    key = "\t".join((system, code, " ".join(display.casefold().split())))
    return hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=DIGEST_SIZE).digest()


@lru_cache(maxsize=_CACHE)
def is_published_display(system: str, code: str, display: str) -> bool:
    """Whether the display is the published text of the code. system, code: such as `check_coding` lets pass."""
    if not 0 < len(display) <= _LONGEST:
        return False
    name = canonical_system(system)
    if name in _ICD_10_OIDS or (name.startswith(_ICD_10) and not name.startswith(_ICD_10_PCS)):
        return is_displayed(digest(ICD_10_CM, "", display))
    return is_displayed(digest(name, code, display))


@lru_cache(maxsize=_CACHE)
def is_published_text(text: str) -> bool:
    """Whether a clinical text is a description of ICD-10-CM. One word may be a name as well, so it is read."""
    return len(text) <= _LONGEST and len(text.split()) > 1 and is_displayed(digest(ICD_10_CM, "", text))
