"""Known terminologies: which systems may stay in a Coding, and what their codes look like.

A code is released only under a publicly known system, and only when it has the form of that system's codes: a site can
put a name into any string, but a name is not a valid LOINC code. Sources: the HL7 terminology registry
(terminology.hl7.org/external_terminologies.html), and each owner's description of its codes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache

import re2

from redactor.lexicon.check_digits import luhn_digit, verhoeff
from schemas.engine.ucum import is_ucum

_Form = Callable[[str], object]


def _form(pattern: str) -> _Form:
    matches: _Form = re2.compile(pattern).fullmatch
    return matches


# -- addresses

# Scheme, host, path, version. No user, port, query or fragment: these may hold free text and secrets.
_URL = re2.compile(r"https?://([a-z0-9-]+(?:\.[a-z0-9-]+)+)(/[A-Za-z0-9._~/-]{0,200})?(\|[0-9A-Za-z.-]{1,32})?")
_URN = re2.compile(r"urn:[a-z0-9.:-]{1,120}(\|[0-9A-Za-z.-]{1,32})?")

# Publishers of profiles, extensions, value sets and code systems. Their subdomains are included.
_HOSTS = (
    "hl7.org", "hl7.eu", "hl7.ch", "hl7.de", "hl7.fr", "hl7.it", "hl7.nl", "hl7.org.au", "hl7.org.uk", "hl7.org.nz",
    "loinc.org", "snomed.info", "unitsofmeasure.org", "nlm.nih.gov", "cdc.gov", "cms.gov", "fda.gov", "who.int",
    "ihe.net", "nema.org", "whocc.no", "nucc.org", "ama-assn.org", "ada.org", "orpha.net", "genenames.org",
    "ncicb.nci.nih.gov", "cap.org", "iana.org", "regenstrief.org", "healthit.gov", "nubc.org", "ncpdp.org",
    "fhir.org", "openehr.org", "human-phenotype-ontology.org", "monarchinitiative.org", "purl.obolibrary.org",
    "fhir-registry.smarthealthit.org",
)  # fmt: skip


def _hostname(uri: str) -> str | None:
    match = _URL.fullmatch(uri)
    return match.group(1) if match else None


# Records on a publisher's test server, and path segments with long numbers or dates: no definition has such a url.
_INSTANCE = re2.compile(
    r"/(Patient|Person|RelatedPerson|Practitioner|PractitionerRole|Encounter|Observation|DiagnosticReport|Coverage"
    r"|DocumentReference|Binary|Bundle|QuestionnaireResponse|Account|Claim)/[^/]"
    r"|/[^/.]*([0-9]{7}|[0-9]{3}-[0-9]{2}-[0-9]{4}|[0-9]{3}-[0-9]{4})[^/.]*(/|$)"
)


@lru_cache(maxsize=4096)
def _is_listed(uri: str, hosts: tuple[str, ...]) -> bool:
    host = _hostname(uri)
    if host is None or _INSTANCE.search(uri):
        return False
    return any(host == known or host.endswith("." + known) for known in hosts)


def is_known_host(uri: str, extra: Collection[str] = ()) -> bool:
    """Whether a canonical or extension url is a publisher's, without user, port, query or fragment.

    extra: further host names from settings; their subdomains are included.
    """
    return _is_listed(uri, (*_HOSTS, *extra))


# -- systems

_DIGITS_1_8 = _form(r"[0-9]{1,8}")
_TOKEN = _form(r"[A-Za-z0-9][A-Za-z0-9._+/:^%*-]{0,63}")
_LIKE_PHI = re2.compile(
    r"[0-9]{7}"  # record, telephone and social security numbers
    r"|[0-9]{3}[-. ][0-9]{2}[-. ][0-9]{4}"
    r"|[0-9]{3}[-./ ][0-9]{4}"
    r"|[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}"  # dates
    r"|[12][0-9]{3}[-/][0-9]{2}"
)


def _token(code: str) -> bool:
    """The general form of codes: short, no spaces, nothing that looks like an identifying number."""
    return bool(_TOKEN(code)) and _LIKE_PHI.search(code) is None


_LOINC = re2.compile(r"([0-9]{1,7})-([0-9])")
_LOINC_PART = _form(r"(LA|LP|LL|LG)[0-9]{1,6}-[0-9]|MTHU[0-9]{6}")


def _loinc(code: str) -> bool:
    match = _LOINC.fullmatch(code)
    if match is None:
        return bool(_LOINC_PART(code))
    return bool(luhn_digit(match.group(1)) == match.group(2))


_SCTID = _form(r"[1-9][0-9]{5,17}")


def _snomed(code: str) -> bool:
    return bool(_SCTID(code)) and verhoeff(code)


_ICD10 = _form(r"[A-TV-Z][0-9][0-9A-Z](\.?[0-9A-Z]{1,4})?")
_ICD9 = _form(r"[0-9]{3}(\.?[0-9]{1,2})?|V[0-9]{2}(\.?[0-9]{1,2})?|E[0-9]{3}(\.?[0-9])?|[0-9]{2}\.[0-9]{1,2}")
_CPT = _form(r"[0-9]{4}[0-9A-Z](-[0-9A-Z]{2})?|[A-Z][0-9]{4}(-[0-9A-Z]{2})?|[A-Z0-9]{2}")

# Systems by prefix, and the form of their codes. The longest matching prefix wins.
_SYSTEMS: tuple[tuple[str, _Form], ...] = (
    ("http://loinc.org", _loinc),
    ("https://loinc.org", _loinc),
    ("http://snomed.info/sct", _snomed),
    ("http://www.nlm.nih.gov/research/umls/rxnorm", _DIGITS_1_8),
    ("http://www.nlm.nih.gov/research/umls/hcpcs", _CPT),
    ("http://www.nlm.nih.gov/research/umls", _token),
    ("http://ncimeta.nci.nih.gov", _form(r"C[0-9]{4,7}|CL[0-9]{4,7}")),
    ("http://ncicb.nci.nih.gov/xml/owl/EVS/Thesaurus.owl", _form(r"C[0-9]{4,7}")),
    ("http://id.nlm.nih.gov/mesh", _form(r"[A-Z][0-9]{6,9}")),
    ("http://fdasis.nlm.nih.gov", _form(r"[A-Z0-9]{10}")),
    ("http://www.fda.gov/", _token),
    ("http://www.cms.gov/", _token),
    ("https://www.cms.gov/", _token),
    ("http://www.ama-assn.org/go/cpt", _CPT),
    ("http://www.ada.org/cdt", _form(r"D[0-9]{4}")),
    ("http://www.ada.org/snodent", _form(r"[0-9]{6}[A-Z]?")),
    ("http://hl7.org/fhir/sid/icd-10-pcs", _form(r"[0-9A-HJ-NP-Z]{7}")),
    ("http://hl7.org/fhir/sid/icd-10", _ICD10),
    ("http://hl7.org/fhir/sid/icd-9", _ICD9),
    ("http://hl7.org/fhir/sid/icf", _form(r"[bsde][0-9]{1,5}")),
    ("http://hl7.org/fhir/sid/icpc", _form(r"[A-Z][0-9]{2}")),
    ("http://hl7.org/fhir/sid/cvx", _form(r"[0-9]{1,3}")),
    ("http://hl7.org/fhir/sid/mvx", _form(r"[A-Z]{2,4}")),
    ("http://hl7.org/fhir/sid/ndc", _form(r"[0-9]{4,5}-[0-9]{3,4}(-[0-9]{1,2})?|[0-9]{11}")),
    ("http://hl7.org/fhir/sid/dsm5", _ICD10),
    ("http://www.cms.gov/Medicare/Coding/ICD10", _form(r"[0-9A-HJ-NP-Z]{7}")),
    ("http://id.who.int/icd", _form(r"[0-9A-HJ-NP-Z]{4}(\.[0-9A-HJ-NP-Z]{1,2})?")),
    ("http://unitsofmeasure.org", is_ucum),
    ("http://nucc.org/provider-taxonomy", _form(r"[0-9]{3}[0-9A-Z]{6}X")),
    ("http://dicom.nema.org/resources/ontology/DCM", _form(r"[0-9]{4,6}|[A-Z]{2,10}")),
    ("http://www.whocc.no/atc", _form(r"[A-Z]([0-9]{2}([A-Z]([A-Z]([0-9]{2})?)?)?)?")),
    ("http://www.genenames.org", _form(r"(HGNC:)?[0-9]{1,6}|[A-Z][A-Z0-9-]{1,14}")),
    ("http://www.ncbi.nlm.nih.gov/clinvar", _form(r"(VCV|RCV)?[0-9]{1,12}(\.[0-9]{1,2})?")),
    ("http://www.ncbi.nlm.nih.gov/refseq", _form(r"[NX][CGMPRTW]_[0-9]{6,9}(\.[0-9]{1,2})?")),
    ("http://sequence-ontology.org", _form(r"SO:[0-9]{7}")),
    ("http://www.sequenceontology.org", _form(r"SO:[0-9]{7}")),
    ("http://varnomen.hgvs.org", _form(r"[A-Za-z0-9_.()>:=*?+-]{1,64}")),
    ("http://human-phenotype-ontology.org", _form(r"HP:[0-9]{7}")),
    ("http://www.orpha.net", _form(r"(ORPHA:)?[0-9]{1,6}")),
    ("https://www.usps.com/", _form(r"[A-Z]{2}")),
    ("https://www.nubc.org/", _form(r"[0-9A-Z]{1,4}")),
    ("http://www.nubc.org/", _form(r"[0-9A-Z]{1,4}")),
    ("http://ihe.net/", _token),
    ("http://hl7.org/", _token),
    ("http://www.hl7.org/", _token),
    ("http://terminology.hl7.org/", _token),
    ("http://healthit.gov/", _token),
    ("urn:ietf:bcp:47", _form(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")),
    ("urn:ietf:bcp:13", _form(r"[a-z]{4,12}/[A-Za-z0-9.+-]{1,64}")),
    ("urn:iso:std:iso:3166", _form(r"[A-Z]{2,3}|[0-9]{3}|[A-Z]{2}-[A-Z0-9]{1,3}")),
    ("urn:iso:std:iso:4217", _form(r"[A-Z]{3}")),
    ("urn:iso:std:iso:11073:10101", _form(r"[0-9]{1,7}|MDC_[A-Z0-9_]{1,58}")),
    ("urn:iso-astm:E1762-95:2013", _form(r"[0-9.]{1,40}")),
    ("urn:oid:2.16.840.1.113883.6.1", _loinc),
    ("urn:oid:2.16.840.1.113883.6.96", _snomed),
    ("urn:oid:2.16.840.1.113883.6.88", _DIGITS_1_8),
    ("urn:oid:2.16.840.1.113883.6.90", _ICD10),
    ("urn:oid:2.16.840.1.113883.6.103", _ICD9),
    ("urn:oid:2.16.840.1.113883.6.238", _form(r"[0-9]{4}-[0-9]")),  # race and ethnicity, CDC
    ("urn:oid:2.16.840.1.113883.5.", _token),
    ("urn:oid:2.16.840.1.113883.6.", _token),
    ("urn:oid:2.16.840.1.113883.12.", _token),
    ("urn:oid:2.16.840.1.113883.18.", _token),
    ("urn:oid:2.16.840.1.113883.1.11.", _token),
    ("urn:oid:2.16.840.1.113883.3.26.1.1", _form(r"C[0-9]{4,7}")),
    ("urn:oid:1.2.840.10008.2.16.4", _form(r"[0-9]{4,6}")),
)

# HL7 v2 tables that each site defines: physicians, points of care, rooms, beds, applications, facilities, authorities.
_SITE_TABLES = (
    "0010", "0072", "0079", "0113", "0115", "0139", "0264", "0285", "0300", "0302", "0303", "0304", "0307", "0308",
    "0361", "0362", "0363",
)  # fmt: skip
_SITE_SYSTEMS = frozenset(
    name
    for table in _SITE_TABLES
    for name in (
        f"http://terminology.hl7.org/CodeSystem/v2-{table}",
        f"http://hl7.org/fhir/v2/{table}",
        f"urn:oid:2.16.840.1.113883.12.{int(table)}",
    )
)

# Identifier systems under a known owner's prefix: their values are numbers of people and organisations.
_IDENTIFIERS = (
    "http://hl7.org/fhir/sid/us-",
    "http://hl7.org/fhir/sid/passport",
    "http://hl7.org/fhir/sid/eui-48",
    "http://terminology.hl7.org/NamingSystem/",
    "urn:oid:2.16.840.1.113883.6.300",
)


@lru_cache(maxsize=4096)
def _form_of(system: str) -> _Form | None:
    if not (_URL.fullmatch(system) or _URN.fullmatch(system)):
        return None
    bare = system.partition("|")[0]
    if bare.startswith(_IDENTIFIERS) or bare in _SITE_SYSTEMS:
        return None
    best: tuple[int, _Form] | None = None
    for prefix, form in _SYSTEMS:
        if bare.startswith(prefix) and _ends_at_boundary(bare, prefix) and (best is None or len(prefix) > best[0]):
            best = (len(prefix), form)
    return best[1] if best else None


def _ends_at_boundary(system: str, prefix: str) -> bool:
    """Whether the prefix ends at a boundary of the URI: loinc.org matches itself, not loinc.org.example.com."""
    rest = system[len(prefix) :]
    return not rest or prefix[-1] in "/." or rest[0] in "/-:" or (rest[0] == "." and prefix.startswith("urn:iso:"))


def is_known_system(uri: str, extra: Collection[str] = ()) -> bool:
    """Whether a Coding's system is a published terminology. extra: further systems, compared literally."""
    return uri in extra or _form_of(uri) is not None


@lru_cache(maxsize=65536)
def plausible_code(system: str, code: str) -> bool:
    """Whether a code has the form of its system's codes; for an unknown system, the general form of codes."""
    form = _form_of(system)
    return bool(form(code)) if form is not None else _token(code)
