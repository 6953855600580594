"""Tell which entity a model means by the type that it writes."""

from __future__ import annotations

import re
from collections.abc import Collection

from redactor.entities import FROM_AIMI, FROM_I2B2, FROM_REDACTOR, FROM_SHIELD, INFO, Entity, Hipaa
from redactor.lexicon.words import word_set

_NOT_LETTERS = re.compile(r"[^A-Z0-9]+")
_E = Entity
_HIPAA = {
    Hipaa.NAMES: _E.PERSON,
    Hipaa.GEOGRAPHIC: _E.LOCATION,
    Hipaa.DATES: _E.DATE,
    Hipaa.TELEPHONE: _E.TELEPHONE_NUMBER,
    Hipaa.FAX: _E.FAX_NUMBER,
    Hipaa.EMAIL: _E.EMAIL,
    Hipaa.SSN: _E.SSN_OR_TAXPAYER,
    Hipaa.MEDICAL_RECORD: _E.MEDICAL_RECORD_NUMBER,
    Hipaa.HEALTH_PLAN: _E.HEALTH_PLAN_ID,
    Hipaa.ACCOUNT: _E.FIN,
    Hipaa.CERTIFICATE: _E.CERTIFICATE_NUMBER,
    Hipaa.VEHICLE: _E.VEHICLE_IDENTIFIER_US,
    Hipaa.DEVICE: _E.DEVICE_ID,
    Hipaa.URL: _E.URL,
    Hipaa.IP_ADDRESS: _E.IP_ADDRESS,
    Hipaa.BIOMETRIC: _E.BIOMETRIC,
    Hipaa.PHOTO: _E.PHOTO,
    Hipaa.OTHER: _E.ID,
}
# Other names that models give. This project's own names come last: where vocabularies differ, they hold.
_NAMES_BY_MODELS = {
    _E.PERSON: "NAME FULLNAME PERSONNAME RELATIVE RELATIVENAME FAMILYMEMBER FIRSTNAME LASTNAME",
    _E.PATIENT: "PATIENTNAME",
    _E.DOCTOR: "PROVIDER PROVIDERNAME PHYSICIAN CLINICIAN DOCTORNAME NURSE",
    _E.MEDICAL_RECORD_NUMBER: "MRN",
    _E.SSN_OR_TAXPAYER: "SOCIALSECURITYNUMBER",
    _E.HEALTH_PLAN_ID: "INSURANCEID INSURANCENUMBER MEMBERID POLICYNUMBER",
    _E.FIN: "ACCOUNTNUMBER ENCOUNTERNUMBER",
    _E.BIRTH_DATE_TIME: "DOB DATEOFBIRTH BIRTHDATE",
    _E.DEATH_DATE_TIME: "DATEOFDEATH DEATHDATE",
    _E.TELEPHONE_NUMBER: "PHONENUMBER TELEPHONE PAGER",
    _E.EMAIL: "EMAILADDRESS",
    _E.ORGANIZATION: "ORGANISATION EMPLOYER COMPANY",
    _E.HOSPITAL: "CLINIC FACILITY",
    _E.DIAGNOSTIC_LABS: "LABORATORY",
    _E.LOCATION: "PLACE",
    _E.ZIP: "ZIPCODE POSTALCODE",
    _E.OCCUPATION: "JOB JOBTITLE",
}
# A model also extracts "76 mg" (RedactOR, section A.4), under types that identify nobody.
_CLINICAL = word_set(
    "DOSAGE DOSE MEDICATION DRUG STRENGTH FREQUENCY DURATION ROUTE DIAGNOSIS DISEASE CONDITION DISORDER SYMPTOM SIGN "
    "FINDING PROBLEM PROCEDURE SURGERY TREATMENT THERAPY TEST LABTEST LABVALUE LABRESULT RESULT VALUE MEASUREMENT "
    "VITAL VITALS VITALSIGN VITALSIGNS ANATOMY BODYPART ORGANISM ALLERGY ALLERGEN GENE SCALE SCORE NONE NOTPHI"
)


def _letters_of(label: str) -> str:
    return _NOT_LETTERS.sub("", label.upper())


_ENTITIES: dict[str, Entity] = (
    {_letters_of(name): entity for entity, names in _NAMES_BY_MODELS.items() for name in names.split()}
    | {_letters_of(h.name): entity for h, entity in _HIPAA.items()}
    | {_letters_of(h.value): entity for h, entity in _HIPAA.items()}
    | {
        _letters_of(name): entity
        for vocabulary in (FROM_AIMI, FROM_I2B2, FROM_SHIELD, FROM_REDACTOR)
        for name, entity in vocabulary.items()
    }
    | {_letters_of(entity.value): entity for entity in Entity}
)


def entity_from_label(label: str, asked: Collection[Entity]) -> Entity | None:
    """Return the entity of a label of SHIELD, RedactOR, i2b2, AIMI, HIPAA or this project; None if it does not count.

    asked: the entities that were asked for. Another entity counts as the first of them in the same class of HIPAA, else
    not at all. A label that nobody knows is an ID, which every profile withholds, unless it names something clinical.
    """
    key = _letters_of(label)
    if key in _CLINICAL:
        return None
    entity = _ENTITIES.get(key)
    if entity is None:
        return Entity.ID
    if entity in asked:
        return entity
    return next(
        (e for e in Entity if e in asked and INFO[e].hipaa is not None and INFO[e].hipaa is INFO[entity].hipaa), None
    )
