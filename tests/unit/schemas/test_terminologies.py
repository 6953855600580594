"""Codes pass only with a published system, and in the form of its codes or as words that name nobody."""

from __future__ import annotations

import pytest

from schemas.engine.terminologies import check_code, check_media_type, check_system
from schemas.engine.token_check import Unread, check_words
from schemas.engine.urls import check_url, is_version
from tests.each_row import each_row

LOINC, SNOMED, RXNORM = "http://loinc.org", "http://snomed.info/sct", "http://www.nlm.nih.gov/research/umls/rxnorm"
ICD10, ACT = "http://hl7.org/fhir/sid/icd-10-cm", "http://terminology.hl7.org/CodeSystem/v3-ActCode"
OID = "urn:oid:2.16.840.1.113883."


@each_row(
    "uri",
    [
        LOINC,
        SNOMED,
        RXNORM,
        ICD10,
        ACT,
        "http://hl7.org/fhir/sid/cvx",
        "http://hl7.org/fhir/observation-status",
        "http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category",
        "http://hl7.org/fhir/v2/0203",
        "http://terminology.hl7.org/CodeSystem/v3-ActCode|2.1.0",
        "https://www.cms.gov/Medicare/Coding/place-of-service-codes/Place_of_Service_Code_Set",
        OID + "6.238",
        OID + "12.203",
        OID + "1.11.19185",
        "urn:iso:std:iso:4217",
        "urn:ietf:bcp:47",
        "http://snomed.info/sct/731000124108",
        "http://snomed.info/sct/731000124108/version/20230901",
    ],
)
def test_published_systems(uri: str) -> None:
    assert check_system(uri) is True


@each_row(
    "uri",
    [
        "http://hl7.org/fhir/sid/us-ssn",
        "http://hl7.org/fhir/sid/us-npi",
        OID + "4.1",
        "urn:oid:1.2.3.4.5.6",
        OID + "6.231",  # ZIP codes
        OID + "6.4471882",
        OID + "6.617.555.1234",
        OID + "6.44718",
        OID + "5.19500304",
        "urn:iso:std:iso:3166:-2:smith",
        "https://st-mary.example/codes",
        "http://loinc.org.st-mary.example",
        "http://loinc.orgs",
        "http://loinc.org|Smith",
        "http://loinc.org|1950.03.04",
        "http://hl7.org/fhir/4471882",
        "http://hl7.org/fhir/123-45-6789",
        "http://hl7.org/fhir/44-71-88-2",
        "http://loinc.org|617.555.1234",
        "http://hl7.org/fhir/1950-03-04",
        "http://snomed.info/sct/731000124107",
        "http://john:doe@loinc.org",
        "http://loinc.org?patient=John",
        "http://loinc.org#John Doe",
        "http://loinc.org/John Doe",
        "John Doe",
        "urn:ietf:rfc:3986",
        "urn:uuid:19500304-0000-0000-0000-000000000000",
        "",
    ],
)
def test_other_systems(uri: str) -> None:
    assert check_system(uri) is False


@each_row(
    ("uri", "words"),
    [
        ("http://hl7.org/fhir/QuuxZyzzyva", "Quux Zyzzyva"),
        ("http://loinc.org/zyzzyva", "Zyzzyva"),
        ("http://hl7.org/fhir/sid/icd-10-zyzzyva", "Zyzzyva"),
        ("http://terminology.hl7.org/CodeSystem/v2-QUUX", "Quux"),
    ],
)
def test_the_words_of_a_system_are_read(uri: str, words: str) -> None:
    got = check_system(uri)
    assert isinstance(got, Unread)
    assert got == words


@each_row(
    ("system", "code"),
    [
        (LOINC, "8302-2"),
        (LOINC, "2339-0"),
        (LOINC, "LA6576-8"),
        (SNOMED, "44054006"),
        (SNOMED, "160903007"),
        (SNOMED, "444814009"),
        (SNOMED, "1187604002"),
        (SNOMED, "428041000124106"),
        (RXNORM, "314076"),
        ("http://hl7.org/fhir/sid/cvx", "140"),
        ("http://hl7.org/fhir/sid/mvx", "PMC"),
        ("http://hl7.org/fhir/sid/ndc", "0002-8215-01"),
        ("http://hl7.org/fhir/sid/ndc", "00002821501"),
        (ICD10, "E11.9"),
        (ICD10, "U07.1"),
        (ICD10, "S52.501A"),
        (ICD10, "T88.7XXA"),
        (ICD10, "C7A.010"),
        (ICD10, "M1A.0110"),
        (ICD10, "W44.F1XA"),
        (ICD10, "I82.4Y1"),
        (ICD10, "S02.11GA"),
        (ICD10, "C84.AA"),
        (ICD10, "QA0.0101"),
        ("http://hl7.org/fhir/sid/icd-9-cm", "250.00"),
        ("http://www.cms.gov/Medicare/Coding/ICD10", "0DTJ4ZZ"),
        ("http://www.cms.gov/Medicare/Coding/ICD10", "HZ2ZZZZ"),
        ("http://id.who.int/icd/release/11/mms", "5A11"),
        ("http://www.ama-assn.org/go/cpt", "99213"),
        ("http://www.ama-assn.org/go/cpt", "0001A"),
        ("http://www.nlm.nih.gov/research/umls/hcpcs", "G0439"),
        ("http://fdasis.nlm.nih.gov", "R16CO5Y76E"),
        ("http://www.nlm.nih.gov/research/umls", "C0020538"),
        ("http://www.whocc.no/atc", "C09AA05"),
        ("http://www.genenames.org/geneId", "HGNC:1100"),
        ("http://varnomen.hgvs.org", "NM_000059.3:c.68_69delAG"),
        ("http://varnomen.hgvs.org", "p.Val600Glu"),
        ("http://varnomen.hgvs.org", "NP_009225.1:p.Glu23ValfsTer17"),
        ("http://www.genenames.org/geneId", "HGNC:4851"),
        ("http://radlex.org", "RID1243"),
        ("http://dicom.nema.org/resources/ontology/DCM", "113691"),
        ("http://dicom.nema.org/resources/ontology/DCM", "CT"),
        ("http://unitsofmeasure.org", "mm[Hg]"),
        ("http://nucc.org/provider-taxonomy", "207Q00000X"),
        ("http://nucc.org/provider-taxonomy", "2084P0800X"),
        ("http://nucc.org/provider-taxonomy", "207RC0000X"),
        ("http://www.nubc.org/patient-discharge", "01"),
        (ACT, "AMB"),
        ("http://hl7.org/fhir/v3/ActCode", "IMP"),
        (OID + "5.4", "EMER"),
        (OID + "5.83", "H"),
        (OID + "12.203", "MR"),
        (OID + "6.238", "2106-3"),
        (OID + "6.96", "44054006"),
        ("http://terminology.hl7.org/CodeSystem/v2-0207", "Not present"),
        ("http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category", "clinical-note"),
        ("http://ihe.net/fhir/ihe.formatcode.fhir/CodeSystem/formatcode", "urn:ihe:iti:xds:2017:mimeTypeSufficient"),
        ("http://hl7.org/fhir/CodeSystem/new-system", "patient-reported-outcome"),
        ("urn:ietf:bcp:47", "en-US"),
        ("urn:ietf:bcp:47", "zh-Hant-TW"),
        ("urn:ietf:bcp:13", "application/fhir+json"),
        ("urn:iso:std:iso:3166", "DE"),
        ("urn:iso:std:iso:3166", "US-MA"),
        ("urn:iso:std:iso:4217", "EUR"),
    ],
)
def test_codes_in_their_form(system: str, code: str) -> None:
    assert check_code(system, code) is True


@each_row(
    ("system", "code"),
    [
        (LOINC, "8302-3"),  # the check digit
        (LOINC, "John"),
        (LOINC, "4471882-6"),  # no number of LOINC has seven digits yet
        (SNOMED, "44054007"),
        (SNOMED, "6505551234"),
        (SNOMED, "6505551002"),  # with a partition
        (SNOMED, "44054017"),  # the partition of descriptions
        (RXNORM, "6505551234"),
        (RXNORM, "44718820"),
        (RXNORM, "0447188"),
        (ICD10, "John"),
        (ICD10, "A1SMITH"),
        (ICD10, "A10.DEAN"),
        (ICD10, "A10.LEE"),
        (ICD10, "Q10.IDA"),
        ("http://www.cms.gov/Medicare/Coding/ICD10", "STEPHEN"),
        ("http://www.cms.gov/Medicare/Coding/ICD10", "BARTMAN"),
        ("http://id.who.int/icd/release/11/mms", "MARY"),
        ("http://fdasis.nlm.nih.gov", "JOHNSMITH1"),
        ("http://fdasis.nlm.nih.gov", "6505551234"),
        ("http://id.nlm.nih.gov/mesh", "M4471882"),
        ("http://www.nubc.org/x", "JOHN"),
        ("http://hl7.org/fhir/sid/ndc", "6505551234"),
        (OID + "6.238", "2106-4"),
        (ACT, "John Doe"),
        (ACT, "123-45-6789"),
        (ACT, "650-555-1234"),
        (ACT, "650--555--1234"),
        (ACT, "5551234"),
        (ACT, "4-471-882"),
        (ACT, "44_71_88_2"),
        (ACT, "one617two555three1234"),
        (ACT, "john@example.org"),
        (ACT, "1950-03-04"),
        (ACT, "04MAR1950"),
        (ACT, "Mar-4-1950"),
        (ACT, "123456789"),
        ("urn:ietf:bcp:47", "en-Smith"),
        ("urn:ietf:bcp:47", "joe"),
        ("urn:ietf:bcp:47", "en-JS"),
        ("urn:iso:std:iso:3166", "JOE"),
        ("urn:iso:std:iso:4217", "JOE"),
        ("urn:iso-astm:E1762-95:2013", "650.555.1234"),
        ("https://st-mary.example/codes", "active"),
    ],
)
def test_codes_without_the_form_of_their_system(system: str, code: str) -> None:
    assert check_code(system, code) is False


@each_row(
    ("system", "code", "words"),
    [
        (ACT, "QuuxZyzzyva", "Quux Zyzzyva"),
        (ACT, "zyzzyva_quux", "Zyzzyva Quux"),
        (ACT, "ZYZZYVA-4471", "Zyzzyva 4471"),
        (ACT, "Patient447188", "Patient 447188"),
        (ACT, "DrKeyNote", "Dr Key Note"),
        ("http://hl7.org/fhir/sid/mvx", "QUUX", "Quux"),
        ("http://dicom.nema.org/resources/ontology/DCM", "ZYZZYVA", "Zyzzyva"),
        ("http://www.genenames.org", "BRCA1", "Brca"),
        ("http://varnomen.hgvs.org", "zyzzyva", "Zyzzyva"),
        ("urn:iso:std:iso:11073:10101", "MDC_ZYZZYVA_QUUX", "Zyzzyva Quux"),
        ("urn:ietf:bcp:13", "application/zyzzyva.quux", "Zyzzyva Quux"),
        ("http://unitsofmeasure.org", "{Zyzzyva}/min", "Zyzzyva"),
    ],
)
def test_words_of_a_code_are_read(system: str, code: str, words: str) -> None:
    got = check_code(system, code)
    assert isinstance(got, Unread)
    assert not got, "what is unread does not pass by accident"
    assert got == words


@each_row(
    ("token", "words"),
    [
        ("zyzzyva-quux-intake-form", "Zyzzyva Quux"),
        ("zyzzyva2", "Zyzzyva"),
        ("Q_u_u_x", "Quux"),
        ("%51uux", "Quux"),
        ("МарияИванова", "Мария Иванова"),
        ("LongQuestionnaire", "Long Questionnaire"),  # an ordinary word is read with the words around it
    ],
)
def test_unusual_words_are_read_without_the_ordinary_ones(token: str, words: str) -> None:
    assert check_words(token) == words


NAMED = """
JohnSmith smith_john MARTINEZ-4471 SMITH garcia2 jsmith johnsmith maria-gonzalez-intake-form jOHNsMITH J_o_h_n %4Aohn
DeLaCruz rippentrop-form ssn6789 dob-3-4-50 age93 PatientDOB3450 born1950mar4 ext-4471 MRN4471882 4-471-882 6175551234
"""


@each_row(
    "token",
    NAMED.split(),
)
def test_names_and_long_numbers_do_not_pass(token: str) -> None:
    assert check_words(token) is False


@each_row("token", ["us-core-race", "EquipmentState", "PHQ9", "mCODE", "medicationRequestCategory", "v2"])
def test_ordinary_words_are_not_read(token: str) -> None:
    assert check_words(token) is True


@each_row(
    "uri",
    [
        "http://hl7.org/fhir/us/core/StructureDefinition/us-core-race",
        "http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName",
        "http://hl7.org/fhir/StructureDefinition/iso21090-EN-qualifier",
        "https://profiles.ihe.net/ITI/PDQm",
        "http://hl7.org/fhir/StructureDefinition/Patient|4.0.1",
        "http://hl7.org/fhir/us/core/StructureDefinition/us-core-patient|8.0.0-ballot",
        "http://cts.nlm.nih.gov/fhir/ValueSet/2.16.840.1.113883.3.464.1003.103.12.1001",
        "http://loinc.org/q/44249-1",
        "https://loinc.org/q/72109-2|2.74",
        "http://loinc.org/44249-1",
    ],
)
def test_urls_of_definitions(uri: str) -> None:
    assert check_url(uri) is True


@each_row(
    "uri",
    [
        "http://fhir.st-mary.example/StructureDefinition/x",
        "http://evilhl7.org/x",
        "http://hl7.org.evil.example/x",
        "http://john@hl7.org/x",
        "http://hl7.org/x?name=John",
        "http://hl7.org/x#john",
        "http://hl7.org/John Doe",
        "http://hl7.org/x|Smith",
        "http://hl7.org/fhir/617.555.1234",
        "http://hl7.org/fhir/1950-03-04",
        "http://hl7.org/fhir/04mar1950",
        "urn:uuid:0b0b5c5e-0000-0000-0000-000000000000",
        "urn:uuid:19500304-0000-0000-0000-000000000000",
        "race",
        "",
    ],
)
def test_other_urls(uri: str) -> None:
    assert check_url(uri) is False


@pytest.mark.parametrize(
    "uri", ["http://loinc.org/q/44249-2", "http://loinc.org/q/4471882-1", "http://loinc.org/q/x/44249-1"]
)
def test_a_url_of_loinc_without_a_code_of_loinc_is_read_or_hashed(uri: str) -> None:
    assert check_url(uri) is not True


def test_the_path_and_the_subdomain_of_a_url_are_read() -> None:
    assert check_url("http://hl7.org/fhir/StructureDefinition/zyzzyva-family-history") == "Zyzzyva"
    assert check_url("http://zyzzyva.hl7.org/fhir") == "Zyzzyva"
    assert check_url("http://hl7.org/QuuxForm/us-core-patient/ZyzzyvaForm") == "Quux\nZyzzyva"
    assert check_url("http://smith.hl7.org/fhir") is False
    assert check_url("http://hl7.org/fhir/StructureDefinition/smith-family-history") is False


def test_a_site_can_add_hosts() -> None:
    assert check_url("https://fhir.st-mary.example/StructureDefinition/x", ("fhir.st-mary.example",)) is True


@each_row("version", ["4.0.1", "2.72", "2023-ballot", "1.0.0-snapshot3", "2023"])
def test_versions(version: str) -> None:
    assert is_version(version)


@each_row("version", ["Smith", "1.0-smith", "1950.03.04", "19500304", "4471882", ""])
def test_other_versions(version: str) -> None:
    assert not is_version(version)


@each_row(
    "media_type", ["text/plain", "text/plain; charset=utf-8", "application/fhir+json;fhirVersion=4.0", "image/jpeg"]
)
def test_media_types(media_type: str) -> None:
    assert check_media_type(media_type) is True


@each_row(
    "media_type", ["text/plain; charset=smith", "text/plain; name=John", "application/4471882", "smith/john", "x"]
)
def test_other_media_types(media_type: str) -> None:
    assert check_media_type(media_type) is False
