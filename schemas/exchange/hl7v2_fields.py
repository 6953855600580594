"""Lists the fields of HL7 v2 that have a rule, with the datatype by which each is read, written and de-identified.

A datatype may name the role of its owner behind a colon ("XPN:patient") or the class of its ids ("EI:order"). Fields,
segments and components that are not listed are dropped and counted.
"""

from __future__ import annotations

# Segment -> "number datatype" pairs. `hl7v2_build` says what a datatype lets through.
_TABLE = """
MSH 1 SEPARATOR, 2 ENCODING, 3 HD, 4 HD, 5 HD, 6 HD, 7 TS:ADMINISTRATIVE_DATE, 9 MSG, 10 ID:message, 11 PT, 12 VID,
    13 SEQUENCE, 15 ACK, 16 ACK, 18 CHARSET
MSA 1 ACK, 2 ID:message
EVN 1 EVENT, 2 TS:ADMINISTRATIVE_DATE, 4 SHORT, 5 XCN, 6 TS:DATE, 7 HD
PID 1 SEQUENCE, 2 CX:Patient, 3 CX:Patient, 4 CX:Patient, 5 XPN:patient, 6 XPN:relative, 7 TS:BIRTH_DATE_TIME, 8 SEX,
    9 XPN:patient, 10 CE, 11 XAD:patient, 12 COUNTY, 13 XTN:patient, 14 XTN:patient, 15 CE, 16 CE, 18 CX:account,
    19 SSN:patient, 20 DLN, 21 CX:Patient, 22 CE, 23 PLACE, 24 YES, 25 SEQUENCE, 29 TS:DEATH_DATE_TIME, 30 YES
NK1 1 SEQUENCE, 2 XPN:relative, 3 CE, 4 XAD:relative, 5 XTN:relative, 6 XTN:relative, 7 CE, 13 XON:other, 15 SEX,
    16 TS:BIRTH_DATE_TIME, 26 XPN:relative, 30 XPN:relative, 31 XTN:relative, 32 XAD:relative, 33 CX:relative,
    37 SSN:relative
PV1 1 SEQUENCE, 2 CLASS, 3 PL, 4 SHORT, 6 PL, 7 XCN, 8 XCN, 9 XCN, 10 SHORT, 11 PL, 14 SHORT, 17 XCN, 18 SHORT,
    19 CX:Encounter, 36 SHORT, 44 TS:DATE, 45 TS:DATE, 50 CX:Encounter, 52 XCN
PV2 3 CE, 13 XCN
GT1 1 SEQUENCE, 2 CX:relative, 3 XPN:other, 4 XPN:other, 5 XAD:other, 6 XTN:other, 7 XTN:other, 8 TS:BIRTH_DATE_TIME,
    9 SEX, 11 CE, 12 SSN:other, 16 XPN:other, 17 XAD:other, 18 XTN:other, 19 CX:employee, 21 XON:other
IN1 1 SEQUENCE, 2 CE, 3 CX:payer, 4 XON:payer, 5 XAD:payer, 6 XPN:payer, 7 XTN:payer, 8 MEMBER, 9 XON:other,
    10 CX:member, 11 XON:other, 12 TS:ADMINISTRATIVE_DATE, 13 TS:ADMINISTRATIVE_DATE, 15 SHORT, 16 XPN:other, 17 CE,
    18 TS:BIRTH_DATE_TIME, 19 XAD:other, 36 MEMBER, 43 SEX, 44 XAD:other, 49 CX:member
MRG 1 CX:Patient, 3 CX:account, 4 CX:Patient, 5 CX:Encounter, 7 XPN:patient
ORC 1 CONTROL, 2 EI:order, 3 EI:order, 4 EI:order, 5 STATUS, 9 TS:DATE, 10 XCN, 11 XCN, 12 XCN, 13 PL, 14 XTN:site,
    15 TS:DATE, 16 CE, 17 CE, 19 XCN, 21 XON:site, 22 XAD:site, 23 XTN:site, 24 XAD:clinician
OBR 1 SEQUENCE, 2 EI:order, 3 EI:order, 4 CE, 5 SHORT, 6 TS:DATE, 7 TS:DATE, 8 TS:DATE, 10 XCN, 11 SHORT, 12 CE,
    13 TEXT, 14 TS:DATE, 15 SPS, 16 XCN, 17 XTN:clinician, 18 ID:order, 19 ID:order, 22 TS:DATE, 24 SHORT, 25 STATUS,
    28 XCN, 31 CE, 32 NDL, 33 NDL, 34 NDL, 35 NDL, 36 TS:DATE, 39 CE, 44 CE, 45 CE
OBX 1 SEQUENCE, 2 TYPE, 3 CE, 4 SUBID, 5 VALUE, 6 UNIT, 7 RANGE, 8 FLAG, 9 NUMBER, 10 SHORT, 11 STATUS, 14 TS:DATE,
    15 CE, 16 XCN, 17 CE, 18 EI:device, 19 TS:DATE, 23 XON:site, 24 XAD:site, 25 XCN
NTE 1 SEQUENCE, 2 SHORT, 3 NOTE, 4 CE
TXA 1 SEQUENCE, 2 CE, 3 SHORT, 4 TS:DATE, 5 XCN, 6 TS:DATE, 7 TS:DATE, 8 TS:DATE, 9 XCN, 10 XCN, 11 XCN,
    12 EI:document, 13 EI:document, 14 EI:order, 15 EI:order, 17 SHORT, 18 SHORT, 19 SHORT, 22 XCN, 23 XCN, 25 TEXT
AL1 1 SEQUENCE, 2 CE, 3 CE, 4 CE, 5 TEXT, 6 TS:DATE
DG1 1 SEQUENCE, 2 SHORT, 3 CE, 4 TEXT, 5 TS:DATE, 6 SHORT, 15 NUMBER, 16 XCN, 19 TS:DATE
PR1 1 SEQUENCE, 2 SHORT, 3 CE, 4 TEXT, 5 TS:DATE, 6 SHORT, 7 NUMBER, 8 XCN, 11 XCN, 12 XCN, 15 CE
SPM 1 SEQUENCE, 2 EIP, 3 EIP, 4 CE, 5 CE, 6 CE, 7 CE, 8 CE, 9 CE, 11 CE, 14 TEXT, 17 DR, 18 TS:DATE, 21 CE, 24 CE
ROL 1 EI:role, 2 SHORT, 3 CE, 4 XCN, 5 TS:DATE, 6 TS:DATE, 11 XAD:clinician, 12 XTN:clinician
RXA 1 NUMBER, 2 NUMBER, 3 TS:DATE, 4 TS:DATE, 5 CE, 6 NUMBER, 7 CE, 8 CE, 9 CE, 10 XCN, 17 CE, 18 CE, 19 CE, 20 SHORT,
    21 SHORT
RXR 1 CE, 2 CE
RXE 2 CE, 3 NUMBER, 4 NUMBER, 5 CE, 6 CE, 10 NUMBER, 11 CE, 12 NUMBER, 13 XCN, 14 XCN
"""


def _read_table() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for line in _TABLE.strip().replace(",\n    ", ", ").splitlines():
        segment, _, listed = line.partition(" ")
        found[segment] = dict(pair.split(" ") for pair in listed.split(", "))
    return found


FIELDS = _read_table()
"""Maps each segment to the datatype of each field that has a rule, by the number of the field."""

DATED = {"TS": frozenset({"1"}), "DR": frozenset({"1", "2"}), "NDL": frozenset({"2", "3"})}
"""Maps the datatypes that hold points in time to the components that do."""

# Table 0396 (coding systems) -> url, of the terminologies whose codes the engine knows.
SYSTEMS = {
    "LN": "http://loinc.org", "SCT": "http://snomed.info/sct", "SNM3": "http://snomed.info/sct",
    "RXNORM": "http://www.nlm.nih.gov/research/umls/rxnorm", "I10": "http://hl7.org/fhir/sid/icd-10",
    "I10C": "http://hl7.org/fhir/sid/icd-10-cm", "I9C": "http://hl7.org/fhir/sid/icd-9-cm",
    "I9": "http://hl7.org/fhir/sid/icd-9-cm", "CVX": "http://hl7.org/fhir/sid/cvx",
    "MVX": "http://hl7.org/fhir/sid/mvx", "NDC": "http://hl7.org/fhir/sid/ndc", "C4": "http://www.ama-assn.org/go/cpt",
    "CPT": "http://www.ama-assn.org/go/cpt", "ICD10": "http://hl7.org/fhir/sid/icd-10",
    "ICD-10": "http://hl7.org/fhir/sid/icd-10", "ICD10CM": "http://hl7.org/fhir/sid/icd-10-cm",
    "ICD-10-CM": "http://hl7.org/fhir/sid/icd-10-cm", "LOINC": "http://loinc.org", "SNOMED": "http://snomed.info/sct",
    "CDCREC": "urn:oid:2.16.840.1.113883.6.238",
}  # fmt: skip

# Values of OBX-5 by OBX-2. A type that is not listed (ED, RP, MO, ...) is withheld.
VALUES = {
    **dict.fromkeys(("TX", "FT", "ST"), "TEXT"), **dict.fromkeys(("NM", "SN"), "NUMBER"),
    **dict.fromkeys(("CE", "CWE", "CNE", "CF", "ID", "IS"), "CE"), **dict.fromkeys(("TS", "DT", "DTM"), "TS:DATE"),
    "TM": "TIME", "PN": "XPN:other", "XPN": "XPN:other", "XCN": "XCN", "CN": "XCN", "AD": "XAD:other",
    "XAD": "XAD:other", "TN": "XTN:other", "XTN": "XTN:other", "CX": "CX:other", "CK": "CX:other", "EI": "EI:other",
    "XON": "XON:other",
}  # fmt: skip
