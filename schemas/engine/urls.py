"""Decides which URLs of profiles, extensions and definitions may stay: a publisher's host, and a path that names
nobody.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

import re2

from schemas.engine.code_forms import loinc
from schemas.engine.token_check import Verdict, check_path, contains_date, has_identifying_digits

# A version as publishers write it. A year may begin it, a whole date may not: it may be a date of birth.
_STAGE = "(ballot|snapshot|preview|draft|cibuild|alpha|beta|rc|sdo|trial|release)"
VERSION = rf"[0-9]{{1,4}}(\.[0-9]{{1,4}}){{0,3}}(-{_STAGE}[.-]?[0-9]{{0,3}})?"
# Scheme, host, path, version. No user, port, query or fragment: these may hold free text and secrets.
_URL = re2.compile(rf"https?://([a-z0-9-]+(?:\.[a-z0-9-]+)+)(/[A-Za-z0-9._~/-]{{0,200}})?(\|({VERSION}))?")
_VERSION = re2.compile(VERSION)
_BEFORE_FHIR = re2.compile(r"1[89][0-9]{2}(\D.*)?")  # a year of birth, and no version of a FHIR definition

# Publishers of profiles, extensions, value sets and code systems. Their subdomains are included.
_HOSTS = (
    "hl7.org", "hl7.eu", "hl7.ch", "hl7.de", "hl7.fr", "hl7.it", "hl7.nl", "hl7.org.au", "hl7.org.uk", "hl7.org.nz",
    "loinc.org", "snomed.info", "unitsofmeasure.org", "nlm.nih.gov", "cdc.gov", "cms.gov", "fda.gov", "who.int",
    "ihe.net", "nema.org", "whocc.no", "nucc.org", "ama-assn.org", "ada.org", "orpha.net", "genenames.org",
    "ncicb.nci.nih.gov", "cap.org", "iana.org", "regenstrief.org", "healthit.gov", "nubc.org", "ncpdp.org",
    "fhir.org", "openehr.org", "human-phenotype-ontology.org", "monarchinitiative.org", "purl.obolibrary.org",
    "fhir-registry.smarthealthit.org",
)  # fmt: skip

_LOINC_HOST = "loinc.org"  # the url of a term or panel ends in its code: http://loinc.org/q/44249-1

# Records on a publisher's test server, and path segments with long numbers: no definition has such a url.
_INSTANCE = re2.compile(
    r"/(Patient|Person|RelatedPerson|Practitioner|PractitionerRole|Encounter|Observation|DiagnosticReport|Coverage"
    r"|DocumentReference|Binary|Bundle|QuestionnaireResponse|Account|Claim)/[^/]"
    r"|/[^/.]*([0-9]{7}|[0-9]{3}-[0-9]{2}-[0-9]{4}|[0-9]{3}-[0-9]{4})[^/.]*(/|$)"
)


def is_version(text: str) -> bool:
    """Tell whether a text is the version of a definition."""
    if _VERSION.fullmatch(text) is None or _BEFORE_FHIR.fullmatch(text):
        return False
    return not (contains_date(text) or has_identifying_digits(text))


def split_url(url: str) -> tuple[str, str] | None:
    """Return host and path of an absolute http(s) url without user, port, query and fragment, or None for anything
    else.
    """
    match = _URL.fullmatch(url)
    if match is None or (match.group(4) and not is_version(match.group(4))):
        return None
    return match.group(1), match.group(2) or ""


@lru_cache(maxsize=8192)
def check_url(url: str, hosts: Collection[str] = ()) -> Verdict:
    """Decide whether the url of a definition may stay: its host is a publisher's, and its words are ordinary or read.

    `hosts` are further host names from settings; their subdomains are included.
    """
    parts = split_url(url)
    if parts is None or _INSTANCE.search(url) or contains_date(url):
        return False
    host, path = parts
    known = next((h for h in (*_HOSTS, *hosts) if host == h or host.endswith("." + h)), None)
    if known is None:
        return False
    if host == _LOINC_HOST and loinc(path.removeprefix("/q/").removeprefix("/")):
        return True
    return check_path(f"{host.removesuffix(known)}{path}")
