"""Media types (RFC 6838): the registered ones that records use, and a check of any other."""

from __future__ import annotations

import re
from functools import lru_cache

from schemas.engine.token_check import Verdict, check_words, like_number

_MEDIA_TYPE = re.compile(
    r"(?i)(?:application|audio|font|image|message|model|multipart|text|video)/([a-z0-9][a-z0-9.+-]{0,63})"
    r'(?:;\s*(?:charset="?(?:utf-?8|utf-?16|us-ascii|ascii|iso-8859-[0-9]{1,2}|windows-125[0-8])"?'
    r"|fhirVersion=[0-9](?:\.[0-9])?))?"
)
_USUAL = frozenset(
    "json xml pdf rtf plain html csv markdown jpeg jpg png gif tiff bmp webp svg+xml dicom fhir+json "  # noqa: SIM905
    "fhir+xml fhir+ndjson xhtml+xml zip gzip octet-stream msword mp4 mpeg mp3 ogg wav x-wav webm hl7-v2 "
    "hl7-v2+er7 hl7-sda+xml hl7-cda+xml x-hl7-cda-level-one+xml cda+xml ndjson json-patch+json "
    "xml-patch+xml x-www-form-urlencoded form-data mixed related tab-separated-values vnd.ms-excel "
    "vnd.openxmlformats-officedocument.wordprocessingml.document "
    "vnd.openxmlformats-officedocument.spreadsheetml.sheet dicom+json dicom+xml smart-health-card jose "
    "jwt cql elm+json elm+xml fhirpath x-fhir-query".split()
)


@lru_cache(maxsize=4096)
def check_media_type(value: str) -> Verdict:
    """Whether a media type may stay. Of the parameters only charset and fhirVersion are accepted."""
    match = _MEDIA_TYPE.fullmatch(value)
    if match is None:
        return False
    subtype = match.group(1).lower()
    if subtype in _USUAL:
        return True
    return False if like_number(subtype) else check_words(match.group(1))
