"""This module makes known values smaller before they are encrypted, so that names, numbers and most addresses have the
least size of a ciphertext.
"""

from __future__ import annotations

import zstandard

_LEVEL = 3
_LARGEST = 1 << 30  # bytes; nothing larger is ever stored
# What the data of values (`known_entries.dump`) have in common, the most frequent last. A change makes stores
# unreadable.
_COMMON = (
    '\n", "BIRTH_DATE_TIME", "FIN", "HEALTH_PLAN_ID", "GUID", "SSN_OR_TAXPAYER", "TELEPHONE_NUMBER", "EMAI'
    'L", "DATE", null, []]\n["Encounter/"["Patient/", "ID", "patient", [["holder", "identifier:", "MEDICAL'
    '_RECORD_NUMBER", "patient", []]\n", "ADDRESS", "patient", [["line", " Street"], ["city", "Boston"], ['
    '"district", "County"], ["state", "MA"], ["postalCode", "0"], ["country", "US"]]]\n", "DOCTOR", "clini'
    'cian", [["prefix", "Dr."], ["given", "Jane"], ["family", "Doe"], ["suffix", "MD"]]]\n", "HOSPITAL", "'
    'site", []]\n", "PERSON", "relative", [["given", "John"], ["given", "A."], ["family", "", "PATIENT", "'
    'patient", [["prefix", "Mrs."], ["given", "'
)


class Texts:
    """A `Texts` compresses and decompresses. An instance is not for use by several threads at a time."""

    def __init__(self) -> None:
        common = zstandard.ZstdCompressionDict(_COMMON.encode(), dict_type=zstandard.DICT_TYPE_RAWCONTENT)
        self._compressor = zstandard.ZstdCompressor(level=_LEVEL, dict_data=common, write_dict_id=False)
        self._decompressor = zstandard.ZstdDecompressor(dict_data=common)

    def compress(self, data: bytes) -> bytes:
        """Return data, compressed, with its size."""
        return self._compressor.compress(data)

    def decompress(self, compressed: bytes) -> bytes:
        """Return what `compress` compressed."""
        return self._decompressor.decompress(compressed, max_output_size=_LARGEST)
