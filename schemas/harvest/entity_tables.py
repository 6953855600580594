"""Which entity a FHIR identifier or facility is: by its type code, its system, its resource type or its name."""

from __future__ import annotations

import re

from redactor.entities import Entity

_E = Entity

# HL7 v2 table 0203 (identifier type), and codes that hospitals add to it.
IDENTIFIER_BY_TYPE = {
    "MR": _E.MEDICAL_RECORD_NUMBER, "MRN": _E.MEDICAL_RECORD_NUMBER, "PI": _E.MEDICAL_RECORD_NUMBER,
    "PT": _E.MEDICAL_RECORD_NUMBER, "MRT": _E.MEDICAL_RECORD_NUMBER, "SS": _E.SSN_OR_TAXPAYER, "SB": _E.SSN_OR_TAXPAYER,
    "TAX": _E.SSN_OR_TAXPAYER, "EN": _E.SSN_OR_TAXPAYER, "DL": _E.DRIVER_ID_US, "PPN": _E.PASSPORT_NUMBER_US,
    "MB": _E.HEALTH_PLAN_ID, "HC": _E.HEALTH_PLAN_ID, "MC": _E.HEALTH_PLAN_ID, "MA": _E.HEALTH_PLAN_ID,
    "MI": _E.HEALTH_PLAN_ID, "SN": _E.HEALTH_PLAN_ID, "NH": _E.HEALTH_PLAN_ID, "NIIP": _E.HEALTH_PLAN_ID,
    "AN": _E.FIN, "AC": _E.FIN, "VN": _E.FIN, "FIN": _E.FIN, "CSN": _E.FIN, "VISIT": _E.FIN,
    "NPI": _E.CERTIFICATE_NUMBER, "MD": _E.CERTIFICATE_NUMBER, "DEA": _E.CERTIFICATE_NUMBER,
    "LN": _E.CERTIFICATE_NUMBER, "SL": _E.CERTIFICATE_NUMBER, "RN": _E.CERTIFICATE_NUMBER,
    "UPIN": _E.CERTIFICATE_NUMBER,
    "BA": _E.BANK_ACCOUNT_NUMBER, "CC": _E.CREDIT_DEBIT_NUMBER, "SNO": _E.DEVICE_ID, "UDI": _E.DEVICE_ID,
    "LACSN": _E.ID, "ACSN": _E.ID,
}  # fmt: skip
# Parts of system URIs, looked for in this order.
IDENTIFIER_BY_SYSTEM = (
    ("us-ssn", _E.SSN_OR_TAXPAYER),
    ("2.16.840.1.113883.4.1", _E.SSN_OR_TAXPAYER),
    ("us-npi", _E.CERTIFICATE_NUMBER),
    ("2.16.840.1.113883.4.6", _E.CERTIFICATE_NUMBER),
    ("us-medicare", _E.HEALTH_PLAN_ID),
    ("us-mbi", _E.HEALTH_PLAN_ID),
    ("passport", _E.PASSPORT_NUMBER_US),
    ("driver", _E.DRIVER_ID_US),
    ("mrn", _E.MEDICAL_RECORD_NUMBER),
)
IDENTIFIER_BY_RESOURCE = {
    "Patient": _E.MEDICAL_RECORD_NUMBER,
    "Coverage": _E.HEALTH_PLAN_ID,
    "Account": _E.FIN,
    "Encounter": _E.FIN,
    "EpisodeOfCare": _E.FIN,
    "Device": _E.DEVICE_ID,
    "Practitioner": _E.CERTIFICATE_NUMBER,
}
# Patterns in the name of a facility, tried in this order.
FACILITY_BY_NAME = (
    (re.compile(r"(?i)pharma|drug|apothecary"), _E.PHARMACY),
    (re.compile(r"(?i)\blabs?\b|laborator|diagnostic|imaging"), _E.DIAGNOSTIC_LABS),
    (re.compile(r"(?i)hospital|medical|clinic|health|\bmed ctr\b|\bhosp\b|care|infirmary|hospice"), _E.HOSPITAL),
)
