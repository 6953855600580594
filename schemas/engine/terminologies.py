"""Decides which systems may stay in a Coding, which of their codes, and which displays; media types are such codes.

A code is released only under a published system. It must have the form of that system's codes; where a system has no
form, its code is on the published list or consists of ordinary words, or the detectors read its words: a site can put a
name into any string. Source: the HL7 terminology registry (terminology.hl7.org/external_terminologies.html).

Displays that a code system publishes are the same for everyone and name nobody, so they pass unread. They ship as
digests without a key, six bytes each: of the systems of HL7 Terminology with their code, of ICD-10-CM alone, since its
descriptions stand in texts without a code, too. Another text has the digest of one of them by chance once in 2,000
million.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from typing import NamedTuple

from schemas.engine import code_forms as forms
from schemas.engine.code_forms import Form, form
from schemas.engine.terminology_data import is_displayed, is_listed, is_listed_system
from schemas.engine.token_check import (
    Unread,
    Verdict,
    check_path,
    check_words,
    combined_verdict,
    contains_date,
    contains_identifying_number,
)
from schemas.engine.units import check_unit
from schemas.engine.urls import split_url

# --- Media types ------------------------------------------------------------------------------------------------------

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
    """Decide whether a media type (RFC 6838) may stay; of the parameters only charset and fhirVersion are accepted."""
    match = _MEDIA_TYPE.fullmatch(value)
    if match is None:
        return False
    subtype = match.group(1).lower()
    if subtype in _USUAL:
        return True
    return False if contains_identifying_number(subtype) else check_words(match.group(1))


# --- Systems and codes ------------------------------------------------------------------------------------------------

UCUM = "http://unitsofmeasure.org"


class _System(NamedTuple):
    """Code systems with a common prefix: the form of their codes, and whether they have codes without that form."""

    form: Form | None
    is_open: bool


_OPEN = _System(None, is_open=True)


def _with_form_only(form: Form) -> _System:
    """Return systems all of whose codes have a form."""
    return _System(form, is_open=False)


def _with_form_or_words(form: Form) -> _System:
    """Return systems that also have codes of ordinary words."""
    return _System(form, is_open=True)


# Systems by prefix. The longest matching prefix wins.
_SYSTEMS: dict[str, _System] = {
    "http://loinc.org": _with_form_only(forms.loinc),
    "https://loinc.org": _with_form_only(forms.loinc),
    "http://snomed.info/sct": _with_form_only(forms.snomed),
    "http://www.nlm.nih.gov/research/umls/rxnorm": _with_form_only(forms.rxnorm),
    "http://www.nlm.nih.gov/research/umls/hcpcs": _with_form_only(forms.cpt),
    "http://www.nlm.nih.gov/research/umls": _with_form_or_words(form(r"C[0-9]{7}")),
    "http://ncimeta.nci.nih.gov": _with_form_only(form(r"C[0-9]{4,7}|CL[0-9]{4,7}")),
    "http://ncicb.nci.nih.gov/xml/owl/EVS/Thesaurus.owl": _with_form_only(form(r"C[0-9]{3,6}")),
    "http://id.nlm.nih.gov/mesh": _with_form_only(forms.mesh),
    "http://fdasis.nlm.nih.gov": _with_form_only(forms.unii),
    "http://www.fda.gov/": _OPEN,
    "http://www.cms.gov/": _OPEN,
    "https://www.cms.gov/": _OPEN,
    "http://www.ama-assn.org/go/cpt": _with_form_only(forms.cpt),
    "http://www.ada.org/cdt": _with_form_only(form(r"D[0-9]{4}")),
    "http://www.ada.org/snodent": _with_form_only(form(r"[0-9]{6}[A-Z]?")),
    "http://hl7.org/fhir/sid/icd-10-pcs": _with_form_only(forms.icd10_pcs),
    "http://hl7.org/fhir/sid/icd-10": _with_form_only(forms.icd10),
    "http://hl7.org/fhir/sid/icd-9": _with_form_only(forms.icd9),
    "http://hl7.org/fhir/sid/icf": _with_form_only(form(r"[bsde][0-9]{1,5}")),
    "http://hl7.org/fhir/sid/icpc": _with_form_only(form(r"[A-Z][0-9]{2}")),
    "http://hl7.org/fhir/sid/cvx": _with_form_only(form(r"[0-9]{1,3}")),
    "http://hl7.org/fhir/sid/mvx": _OPEN,
    "http://hl7.org/fhir/sid/ndc": _with_form_only(forms.ndc),
    "http://hl7.org/fhir/sid/dsm5": _with_form_only(forms.icd10),
    "http://www.cms.gov/Medicare/Coding/ICD10": _with_form_only(forms.icd10_pcs),
    "http://id.who.int/icd": _with_form_only(forms.icd11),
    UCUM: _with_form_only(check_unit),
    "http://nucc.org/provider-taxonomy": _with_form_only(forms.nucc),
    "http://dicom.nema.org/resources/ontology/DCM": _with_form_or_words(form(r"1[0-3][0-9]{4}")),
    "http://www.radlex.org": _with_form_only(forms.radlex),
    "http://radlex.org": _with_form_only(forms.radlex),
    "http://www.whocc.no/atc": _with_form_only(forms.atc),
    "http://www.genenames.org": _with_form_or_words(forms.hgnc),
    "http://www.genenames.org/geneId": _with_form_only(forms.hgnc),
    "http://www.ncbi.nlm.nih.gov/clinvar": _with_form_only(forms.clinvar),
    "http://www.ncbi.nlm.nih.gov/refseq": _with_form_only(forms.refseq),
    "http://sequence-ontology.org": _with_form_only(form(r"SO:[0-9]{7}")),
    "http://www.sequenceontology.org": _with_form_only(form(r"SO:[0-9]{7}")),
    "http://varnomen.hgvs.org": _with_form_or_words(forms.hgvs),
    "http://human-phenotype-ontology.org": _with_form_only(form(r"HP:[0-9]{7}")),
    "http://www.orpha.net": _with_form_only(form(r"(ORPHA:)?[0-9]{1,6}")),
    "https://www.usps.com/": _with_form_only(form(r"[A-Z]{2}")),
    "https://www.nubc.org/": _with_form_only(forms.nubc),
    "http://www.nubc.org/": _with_form_only(forms.nubc),
    "https://www.cdc.gov/nhsn/cdaportal/terminology/codesystem/hsloc.html": _with_form_only(form(r"[0-9]{4}-[0-9]")),
    "http://ihe.net/": _OPEN,
    "http://hl7.org/": _OPEN,
    "http://www.hl7.org/": _OPEN,
    "http://terminology.hl7.org/": _OPEN,
    "http://healthit.gov/": _OPEN,
}

# The HL7 tree of object identifiers. Not among them: ZIP codes (6.231) and counties (6.93), which are places.
_HL7 = "urn:oid:2.16.840.1.113883."
_OIDS: dict[str, _System] = {
    "urn:ietf:bcp:47": _with_form_only(forms.language),
    "urn:ietf:bcp:13": _with_form_only(check_media_type),
    "urn:iso:std:iso:3166": _with_form_only(forms.country),
    "urn:iso:std:iso:3166:-2": _with_form_only(forms.country),
    "urn:iso:std:iso:4217": _with_form_only(forms.currency),
    "urn:iso:std:iso:11073:10101": _with_form_or_words(form(r"[0-9]{1,6}")),
    "urn:iso-astm:E1762-95:2013": _with_form_only(form(r"1\.2\.840\.10065\.1\.12\.1\.[0-9]{1,2}")),
    "urn:oid:1.2.840.10008.2.16.4": _with_form_or_words(form(r"1[0-3][0-9]{4}")),
    _HL7 + "3.26.1.1": _with_form_only(form(r"C[0-9]{3,6}")),
    _HL7 + "6.1": _with_form_only(forms.loinc),
    _HL7 + "6.2": _with_form_only(forms.icd9),
    _HL7 + "6.3": _with_form_only(forms.icd10),
    _HL7 + "6.4": _with_form_only(forms.icd10_pcs),
    _HL7 + "6.8": _with_form_only(check_unit),
    _HL7 + "6.12": _with_form_only(forms.cpt),
    _HL7 + "6.42": _with_form_only(forms.icd9),
    _HL7 + "6.59": _with_form_only(form(r"[0-9]{1,3}")),
    _HL7 + "6.69": _with_form_only(forms.ndc),
    _HL7 + "6.73": _with_form_only(forms.atc),
    _HL7 + "6.88": _with_form_only(forms.rxnorm),
    _HL7 + "6.90": _with_form_only(forms.icd10),
    _HL7 + "6.96": _with_form_only(forms.snomed),
    _HL7 + "6.101": _with_form_only(forms.nucc),
    _HL7 + "6.103": _with_form_only(forms.icd9),
    _HL7 + "6.104": _with_form_only(forms.icd9),
    _HL7 + "6.238": _with_form_only(forms.cdc_race),
    _HL7 + "6.256": _with_form_only(forms.radlex),
    _HL7 + "6.259": _with_form_only(form(r"[0-9]{4}-[0-9]")),
    _HL7 + "6.285": _with_form_only(forms.cpt),
}
_OPEN_OIDS = tuple(_HL7 + arc for arc in ("5.", "6.", "12.", "18."))
_VALUE_SETS = re.compile(r"urn:oid:2\.16\.840\.1\.113883\.1\.11\.[1-9][0-9]{0,4}")
_PLACES = frozenset(_HL7 + arc for arc in ("6.93", "6.231", "6.245"))
_LAST_ARCS = re.compile(r"[1-9][0-9]{0,3}|[1-9][0-9]{0,2}\.[0-9]{1,3}")

# HL7 v3 code systems by the last arc of their object identifiers, as C-CDA writes them.
_V3_BY_ARC = {
    "1": "AdministrativeGender", "2": "MaritalStatus", "4": "ActCode", "6": "ActClass", "7": "ActPriority",
    "8": "ActReason", "14": "ActStatus", "25": "Confidentiality", "41": "EntityClass", "50": "Ethnicity",
    "60": "LanguageAbilityMode", "61": "LanguageAbilityProficiency", "83": "ObservationInterpretation",
    "84": "ObservationMethod", "88": "ParticipationFunction", "90": "ParticipationType", "104": "Race",
    "110": "RoleClass", "111": "RoleCode", "112": "RouteOfAdministration", "139": "TimingEvent", "1001": "ActMood",
    "1002": "ActRelationshipType", "1008": "NullFlavor", "1063": "ObservationValue", "1076": "ReligiousAffiliation",
    "1119": "AddressUse",
}  # fmt: skip

# HL7 v2 tables that each site defines: physicians, points of care, rooms, beds, applications, facilities, authorities.
_SITE_TABLES = (
    "0010", "0072", "0079", "0113", "0115", "0139", "0264", "0285", "0300", "0302", "0303", "0304", "0307", "0308",
    "0361", "0362", "0363",
)  # fmt: skip
_V2, _V3 = "http://terminology.hl7.org/CodeSystem/v2-", "http://terminology.hl7.org/CodeSystem/v3-"
_SITE_SYSTEMS = frozenset(_V2 + table for table in _SITE_TABLES)

# Identifier systems under a known owner's prefix: their values are numbers of people and organisations.
_IDENTIFIERS = (
    "http://hl7.org/fhir/sid/us-",
    "http://hl7.org/fhir/sid/passport",
    "http://hl7.org/fhir/sid/eui-48",
    "http://terminology.hl7.org/NamingSystem/",
    _HL7 + "6.300",
)
_SNOMED_EDITION = re.compile(r"http://snomed\.info/sct(?:/([0-9]{6,18})(?:/version/[12][0-9]{7})?)?")
_TOKEN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+/:^%*-]{0,63}")
_FHIR = "http://hl7.org/fhir/"


@lru_cache(maxsize=4096)
def canonical_system(system: str) -> str:
    """Return the system without its version, and under its present url: v2 and v3 systems have three forms."""
    bare = system.partition("|")[0]
    if bare.startswith("http://hl7.org/fhir/v2/"):
        return _V2 + bare.removeprefix("http://hl7.org/fhir/v2/")
    if bare.startswith("http://hl7.org/fhir/v3/"):
        return _V3 + bare.removeprefix("http://hl7.org/fhir/v3/")
    if bare.startswith(_HL7 + "12."):
        return _V2 + bare.removeprefix(_HL7 + "12.").zfill(4)
    if bare.startswith(_HL7 + "5."):
        arc = bare.removeprefix(_HL7 + "5.")
        return _V3 + _V3_BY_ARC[arc] if arc in _V3_BY_ARC else bare
    return bare


@lru_cache(maxsize=4096)
def _published_system(uri: str) -> _System | None:
    """Return the codes of a system, or None where it is not a published terminology."""
    bare, name = uri.partition("|")[0], canonical_system(uri)
    if name in _SITE_SYSTEMS or bare.startswith(_IDENTIFIERS):
        return None
    if bare.startswith("urn:"):
        known = _OIDS.get(bare)
        if known is not None:
            return known
        if _VALUE_SETS.fullmatch(bare):
            return _OPEN
        prefix = next((p for p in _OPEN_OIDS if bare.startswith(p)), None)
        if prefix is None or bare in _PLACES or not _LAST_ARCS.fullmatch(bare.removeprefix(prefix)):
            return None
        return _OPEN
    if split_url(uri) is None:
        return None
    return _SYSTEMS.get(_prefix(bare))


def _prefix(system: str) -> str:
    """Return the longest prefix of the table that the system begins with, or ""."""
    return max((p for p in _SYSTEMS if system.startswith(p) and _ends_at_boundary(system, p)), key=len, default="")


def _ends_at_boundary(system: str, prefix: str) -> bool:
    """Tell whether the prefix ends at a boundary of the URI: loinc.org matches itself, not loinc.org.example.com."""
    rest = system[len(prefix) :]
    return not rest or prefix[-1] == "/" or rest[0] in "/-"


@lru_cache(maxsize=4096)
def check_system(uri: str) -> Verdict:
    """Decide whether a Coding's system may stay: a published terminology whose url names nobody."""
    if _published_system(uri) is None:
        return False
    bare = uri.partition("|")[0]
    if bare.startswith("urn:") or bare in _SYSTEMS or is_listed_system(canonical_system(uri)):
        return True
    if edition := _SNOMED_EDITION.fullmatch(bare):
        return edition.group(1) is None or bool(forms.snomed(edition.group(1)))
    if contains_date(bare):
        return False
    return check_path(bare[len(_prefix(bare)) :])


@lru_cache(maxsize=65536)
def check_coding(system: str, code: str | None) -> Verdict:
    """Decide whether a system may stay with its code, or without a code."""
    verdict = check_system(system)
    return verdict if verdict is False or code is None else combined_verdict((verdict, check_code(system, code)))


@lru_cache(maxsize=65536)
def is_published_code(system: str, code: str) -> bool:
    """Tell whether the code is on its system's list, or has the form that codes of the system must have.

    A code of ordinary words under a publisher's url may pass, but says nothing of its display.
    """
    if check_coding(system, code) is not True:
        return False
    codes = _published_system(system)
    name = canonical_system(system)
    has_form = codes is not None and codes.form is not None and codes.form(code)
    return bool(has_form) or is_listed(name, code) or (name.startswith(_FHIR) and is_listed(_FHIR, code))


def check_code(system: str, code: str) -> Verdict:
    """Decide whether a code may stay under a system that `check_system` does not refuse."""
    codes = _published_system(system)
    if codes is None:
        return False
    if codes.form is not None:
        verdict = codes.form(code)
        if isinstance(verdict, Unread):
            return verdict
        if verdict:
            return True
    name = canonical_system(system)
    if is_listed(name, code) or (name.startswith(_FHIR) and is_listed(_FHIR, code)):
        return True
    if not codes.is_open or not _TOKEN.fullmatch(code) or contains_identifying_number(code):
        return False
    return check_words(code)


# --- Displays ---------------------------------------------------------------------------------------------------------

ICD_10_CM = "http://hl7.org/fhir/sid/icd-10-cm"
DIGEST_SIZE = 6  # bytes

_CACHE = 65_536
_MAX_DISPLAY_LENGTH = 400  # characters; no published display is longer
_ICD_10 = "http://hl7.org/fhir/sid/icd-10"  # records use the system of the WHO for the clinical modification, too
_ICD_10_PCS = _ICD_10 + "-pcs"
_ICD_10_OIDS = frozenset({"urn:oid:2.16.840.1.113883.6.3", "urn:oid:2.16.840.1.113883.6.90"})


def digest(system: str, code: str, display: str) -> bytes:
    """Return the digest of a display of a code, or of a system where `code` is ""; case and spacing do not count."""
    key = "\t".join((system, code, " ".join(display.casefold().split())))
    return hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=DIGEST_SIZE).digest()


@lru_cache(maxsize=_CACHE)
def is_published_display(system: str, code: str, display: str) -> bool:
    """Tell whether the display is the published text of the code, where `check_coding` lets both pass."""
    if not 0 < len(display) <= _MAX_DISPLAY_LENGTH:
        return False
    name = canonical_system(system)
    if name in _ICD_10_OIDS or (name.startswith(_ICD_10) and not name.startswith(_ICD_10_PCS)):
        return is_displayed(digest(ICD_10_CM, "", display))
    return is_displayed(digest(name, code, display))


@lru_cache(maxsize=_CACHE)
def is_published_text(text: str) -> bool:
    """Tell whether a clinical text is a description of ICD-10-CM; a single word may also be a name, so it is read."""
    return len(text) <= _MAX_DISPLAY_LENGTH and len(text.split()) > 1 and is_displayed(digest(ICD_10_CM, "", text))
