"""This module makes known values smaller before they are encrypted, so that names, numbers and most addresses have the
least size of a ciphertext. Its results are raw DEFLATE (RFC 1951): encryption authenticates them.
"""

from __future__ import annotations

import zlib

_LEVEL, _WINDOW, _MEMORY = 6, -zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL  # a negative window: without header and checksum
# What the data of values (`known_entries.dump`) have in common, the most frequent last. A change makes stores
# unreadable.
_COMMON = (
    b'\n", "BIRTH_DATE_TIME", "FIN", "HEALTH_PLAN_ID", "GUID", "SSN_OR_TAXPAYER", "TELEPHONE_NUMBER", "EMAI'
    b'L", "DATE", null, []]\n["Encounter/"["Patient/", "ID", "patient", [["holder", "identifier:", "MEDICAL'
    b'_RECORD_NUMBER", "patient", []]\n", "ADDRESS", "patient", [["line", " Street"], ["city", "Boston"], ['
    b'"district", "County"], ["state", "MA"], ["postalCode", "0"], ["country", "US"]]]\n", "DOCTOR", "clini'
    b'cian", [["prefix", "Dr."], ["given", "Jane"], ["family", "Doe"], ["suffix", "MD"]]]\n", "HOSPITAL", "'
    b'site", []]\n", "PERSON", "relative", [["given", "John"], ["given", "A."], ["family", "", "PATIENT", "'
    b'patient", [["prefix", "Mrs."], ["given", "'
)


def compress(data: bytes) -> bytes:
    """Return data, compressed."""
    made = zlib.compressobj(_LEVEL, zlib.DEFLATED, _WINDOW, _MEMORY, zlib.Z_DEFAULT_STRATEGY, _COMMON)
    return made.compress(data) + made.flush()


def decompress(compressed: bytes) -> bytes:
    """Return what `compress` compressed."""
    made = zlib.decompressobj(_WINDOW, _COMMON)
    return made.decompress(compressed) + made.flush()
