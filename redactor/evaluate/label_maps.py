"""These maps say what labels of other tools mean, and what this project's labels are called there: Presidio, spaCy
(OntoNotes), CoNLL 2003, HIPAA's 18 identifiers, and some of annotators.

The vocabularies of SHIELD, i2b2 2014, RedactOR and AIMI are in `redactor/entities.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from redactor.entities import FROM_AIMI, FROM_I2B2, FROM_REDACTOR, FROM_SHIELD, INFO, Entity, Hipaa

_E = Entity

# https://microsoft.github.io/presidio/supported_entities/, and the labels of presidio-research.
_PRESIDIO: dict[str, Entity | None] = {
    "EMAIL_ADDRESS": _E.EMAIL,
    "PHONE_NUMBER": _E.TELEPHONE_NUMBER,
    "DATE_TIME": _E.DATE,
    "STREET_ADDRESS": _E.STREET,
    "ZIP_CODE": _E.ZIP,
    "DOMAIN_NAME": _E.URL,
    "CREDIT_CARD": _E.CREDIT_DEBIT_NUMBER,
    "IBAN_CODE": _E.BANK_ACCOUNT_NUMBER,
    "SWIFT_CODE": _E.BANK_SWIFT,
    "CRYPTO": _E.BANK_ACCOUNT_NUMBER,
    "US_BANK_NUMBER": _E.BANK_ACCOUNT_NUMBER,
    "US_SSN": _E.SSN_OR_TAXPAYER,
    "US_ITIN": _E.SSN_OR_TAXPAYER,
    "US_PASSPORT": _E.PASSPORT_NUMBER_US,
    "US_DRIVER_LICENSE": _E.DRIVER_ID_US,
    "MEDICAL_LICENSE": _E.CERTIFICATE_NUMBER,
    "UK_NHS": _E.MEDICAL_RECORD_NUMBER,
    "UK_NINO": _E.SSN_OR_TAXPAYER,
    "NRP": None,  # nationality, religion, political group
    "TITLE": None,
}
# https://catalog.ldc.upenn.edu/docs/LDC2013T19/OntoNotes-Release-5.0.pdf, section 2.6
_ONTONOTES: dict[str, Entity | None] = {
    "ORG": _E.ORGANIZATION,
    "GPE": _E.LOCATION,
    "LOC": _E.LOCATION,
    "FAC": _E.LOCATION,
} | dict.fromkeys(
    "NORP PRODUCT EVENT WORK_OF_ART LAW LANGUAGE TIME PERCENT MONEY QUANTITY ORDINAL CARDINAL".split()  # noqa: SIM905
)
_OTHERS: dict[str, Entity | None] = {
    "PER": _E.PERSON,  # CoNLL 2003
    "MISC": None,
    "NAME": _E.PERSON,  # the categories of i2b2 2014
    "CONTACT": _E.TELEPHONE_NUMBER,
    "MRN": _E.MEDICAL_RECORD_NUMBER,
    "MEDICAL_RECORD": _E.MEDICAL_RECORD_NUMBER,
    "SSN": _E.SSN_OR_TAXPAYER,
    "DOB": _E.BIRTH_DATE_TIME,
    "PROVIDER": _E.DOCTOR,
    "CLINICIAN": _E.DOCTOR,
    "ORGANISATION": _E.ORGANIZATION,
}
_OWN: dict[str, Entity] = dict(Entity.__members__)
_OTHER_ID = "OTHER_ID"  # SHIELD's OTHER is no number
# 45 CFR 164.514(b)(2)(i), by the names of `Hipaa`.
FROM_HIPAA: dict[str, Entity] = {
    "NAMES": _E.PERSON,
    "GEOGRAPHIC": _E.LOCATION,
    "DATES": _E.DATE,
    "TELEPHONE": _E.TELEPHONE_NUMBER,
    "FAX": _E.FAX_NUMBER,
    "EMAIL": _E.EMAIL,
    "SSN": _E.SSN_OR_TAXPAYER,
    "MEDICAL_RECORD": _E.MEDICAL_RECORD_NUMBER,
    "HEALTH_PLAN": _E.HEALTH_PLAN_ID,
    "ACCOUNT": _E.FIN,
    "CERTIFICATE": _E.CERTIFICATE_NUMBER,
    "VEHICLE": _E.VEHICLE_IDENTIFIER_US,
    "DEVICE": _E.DEVICE_ID,
    "URL": _E.URL,
    "IP_ADDRESS": _E.IP_ADDRESS,
    "BIOMETRIC": _E.BIOMETRIC,
    "PHOTO": _E.PHOTO,
    _OTHER_ID: _E.ID,
}
# What Presidio's analyzer returns by default, with AGE, ID and ORGANIZATION of its transformers engine.
_TO_PRESIDIO: dict[Entity, str | None] = {
    entity: label
    for label, entities in {
        "PERSON": (_E.PERSON, _E.PATIENT, _E.DOCTOR),
        "US_SSN": (_E.SSN_OR_TAXPAYER,),
        "US_PASSPORT": (_E.PASSPORT_NUMBER_US,),
        "US_DRIVER_LICENSE": (_E.DRIVER_ID_US,),
        "MEDICAL_LICENSE": (_E.CERTIFICATE_NUMBER,),
        "US_BANK_NUMBER": (_E.BANK_ACCOUNT_NUMBER, _E.BANK_ROUTING),
        "CREDIT_CARD": (_E.CREDIT_DEBIT_NUMBER,),
        "ID": (_E.USERNAME, _E.MEDICAL_RECORD_NUMBER, _E.HEALTH_PLAN_ID, _E.FIN, _E.BANK_SWIFT, _E.DEVICE_ID, _E.GUID,
               _E.VEHICLE_LICENSE_PLATE_US, _E.VEHICLE_IDENTIFIER_US, _E.BIOMETRIC, _E.PHOTO, _E.ID),
        "EMAIL_ADDRESS": (_E.EMAIL,),
        "PHONE_NUMBER": (_E.TELEPHONE_NUMBER, _E.FAX_NUMBER),
        "IP_ADDRESS": (_E.IP_ADDRESS,),
        "MAC_ADDRESS": (_E.MAC_ADDRESS,),
        "URL": (_E.URL,),
        "ORGANIZATION": (_E.HOSPITAL, _E.PHARMACY, _E.DIAGNOSTIC_LABS, _E.ORGANIZATION),
        "LOCATION": (_E.ADDRESS, _E.STREET, _E.ZIP, _E.CITY, _E.COUNTY, _E.LOCATION, _E.STATE, _E.COUNTRY),
        "DATE_TIME": (_E.BIRTH_DATE_TIME, _E.DEATH_DATE_TIME, _E.DATE, _E.ADMINISTRATIVE_DATE),
        "AGE": (_E.AGE,),
    }.items()
    for entity in entities
}  # fmt: skip

Vocabulary = Literal["hipaa", "shield", "i2b2", "redactor", "aimi", "presidio"]
VOCABULARIES: tuple[Vocabulary, ...] = get_args(Vocabulary)
# A label of the vocabulary for each entity, or None.
_TO: Mapping[Vocabulary, Mapping[Entity, str | None]] = {
    "hipaa": {e: _OTHER_ID if i.hipaa is Hipaa.OTHER else i.hipaa and i.hipaa.name for e, i in INFO.items()},
    "shield": {e: i.shield for e, i in INFO.items()},
    "i2b2": {e: i.i2b2 for e, i in INFO.items()},
    "redactor": {e: i.redactor for e, i in INFO.items()},
    "aimi": {e: i.aimi for e, i in INFO.items()},
    "presidio": {e: _TO_PRESIDIO.get(e) for e in Entity},
}


def _folded(label: str) -> str:
    """Return a label without what tools write differently: `Medical_Record-Number` is `MEDICALRECORDNUMBER`."""
    return "".join(c for c in label.upper() if c.isalnum())


# Earlier vocabularies come first where two have a label. SHIELD's categories count as they are.
_FOLDED: Mapping[str, str | None] = {
    _folded(label): label if names is FROM_SHIELD else (None if entity is None else entity.value)
    for names in (FROM_HIPAA, _OTHERS, _ONTONOTES, _PRESIDIO, FROM_AIMI, FROM_I2B2, FROM_REDACTOR, _OWN, FROM_SHIELD)
    for label, entity in names.items()
}


def known_label(label: str) -> tuple[str | None] | None:
    """Return, in a tuple of one, the label of this project or of SHIELD that another tool's label means; None in it for
    what is no identifier. Return None for a label that no vocabulary has.
    """
    folded = _folded(label)
    return (_FOLDED[folded],) if folded in _FOLDED else None


def label_in(vocabulary: Vocabulary, label: str) -> str | None:
    """Return the label by which a vocabulary calls what a label means; None if it has none or the label is unknown.

    A label that several vocabularies have means what it means in this project: HOSPITAL is no place, as AIMI has it.
    SHIELD's OTHER is a label of SHIELD alone.
    """
    if vocabulary == "shield" and label == "OTHER":
        return label
    entity = next((names[label] for names in (_OWN, FROM_I2B2, FROM_SHIELD, FROM_AIMI) if label in names), None)
    if entity is None and (known := known_label(label)) is not None and known[0] is not None:
        entity = _OWN.get(known[0]) or FROM_SHIELD[known[0]]
    return None if entity is None else _TO[vocabulary][entity]
