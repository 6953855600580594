"""This module defines the taxonomy of identifiers, and its maps to and from other vocabularies.

`Entity` holds the 33 types of RedactOR (appendix C) and those that HIPAA's 18 identifiers (45 CFR 164.514(b)(2)(i)),
SHIELD's 9 categories and structured records need beyond them. The maps to other vocabularies are total over `Entity`;
the maps from them cover every label that the other vocabulary publishes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Entity(StrEnum):
    """An entity is a type of identifier. Its value is the label in tags, gold files and schema documents."""

    # People
    PERSON = "PERSON"
    PATIENT = "PATIENT"
    DOCTOR = "DOCTOR"
    USERNAME = "USERNAME"
    # Identifying numbers
    SSN_OR_TAXPAYER = "SSN_OR_TAXPAYER"
    PASSPORT_NUMBER_US = "PASSPORT_NUMBER_US"
    DRIVER_ID_US = "DRIVER_ID_US"
    MEDICAL_RECORD_NUMBER = "MEDICAL_RECORD_NUMBER"
    HEALTH_PLAN_ID = "HEALTH_PLAN_ID"
    CERTIFICATE_NUMBER = "CERTIFICATE_NUMBER"
    FIN = "FIN"
    BANK_ACCOUNT_NUMBER = "BANK_ACCOUNT_NUMBER"
    BANK_SWIFT = "BANK_SWIFT"
    BANK_ROUTING = "BANK_ROUTING"
    CREDIT_DEBIT_NUMBER = "CREDIT_DEBIT_NUMBER"
    VEHICLE_LICENSE_PLATE_US = "VEHICLE_LICENSE_PLATE_US"
    VEHICLE_IDENTIFIER_US = "VEHICLE_IDENTIFIER_US"
    DEVICE_ID = "DEVICE_ID"
    GUID = "GUID"
    BIOMETRIC = "BIOMETRIC"
    PHOTO = "PHOTO"
    ID = "ID"
    # Contacts
    EMAIL = "EMAIL"
    TELEPHONE_NUMBER = "TELEPHONE_NUMBER"
    FAX_NUMBER = "FAX_NUMBER"
    IP_ADDRESS = "IP_ADDRESS"
    MAC_ADDRESS = "MAC_ADDRESS"
    URL = "URL"
    # Organisations
    HOSPITAL = "HOSPITAL"
    PHARMACY = "PHARMACY"
    DIAGNOSTIC_LABS = "DIAGNOSTIC_LABS"
    ORGANIZATION = "ORGANIZATION"
    # Places
    ADDRESS = "ADDRESS"
    STREET = "STREET"
    ZIP = "ZIP"
    CITY = "CITY"
    COUNTY = "COUNTY"
    LOCATION = "LOCATION"
    STATE = "STATE"
    COUNTRY = "COUNTRY"
    # Time
    BIRTH_DATE_TIME = "BIRTH_DATE_TIME"
    DEATH_DATE_TIME = "DEATH_DATE_TIME"
    DATE = "DATE"
    ADMINISTRATIVE_DATE = "ADMINISTRATIVE_DATE"  # of the record and its administration, not of the patient's life
    AGE = "AGE"
    # Demographics
    OCCUPATION = "OCCUPATION"
    RACE = "RACE"
    ETHNICITY = "ETHNICITY"
    MARITAL_STATUS = "MARITAL_STATUS"
    PARENTHOOD = "PARENTHOOD"

    @property
    def tag(self) -> str:
        """This is the tag that replaces a masked entity, such as `[PERSON]`; it does not show the role of a person."""
        return "[PERSON]" if self in NAMES else f"[{self.value}]"

    @property
    def info(self) -> EntityInfo:
        """This object holds the names of the entity in other vocabularies."""
        return INFO[self]


class Hipaa(StrEnum):
    """HIPAA names these 18 identifiers in 45 CFR 164.514(b)(2)(i), (A) to (R)."""

    NAMES = "A"
    GEOGRAPHIC = "B"
    DATES = "C"
    TELEPHONE = "D"
    FAX = "E"
    EMAIL = "F"
    SSN = "G"
    MEDICAL_RECORD = "H"
    HEALTH_PLAN = "I"
    ACCOUNT = "J"
    CERTIFICATE = "K"
    VEHICLE = "L"
    DEVICE = "M"
    URL = "N"
    IP_ADDRESS = "O"
    BIOMETRIC = "P"
    PHOTO = "Q"
    OTHER = "R"


class Role(StrEnum):
    """A role says which part a person or an organisation plays in a record."""

    PATIENT = "patient"
    RELATIVE = "relative"
    CLINICIAN = "clinician"
    SITE = "site"
    PAYER = "payer"
    OTHER = "other"


STAFF_ROLES = frozenset({Role.CLINICIAN, Role.SITE, Role.PAYER})  # never a patient or a relative


@dataclass(frozen=True, slots=True)
class EntityInfo:
    """An `EntityInfo` holds the names of an entity in other vocabularies.

    hipaa: None if HIPAA's list lacks the entity (occupation, race). shield: one of SHIELD's 9 categories, or OTHER
    (appendix B). evaluation: one of RedactOR's seven evaluation classes (table 2), or None. redactor: the nearest of
    RedactOR's 33 production types (appendix C). i2b2, aimi: the nearest label, or None.
    """

    hipaa: Hipaa | None
    shield: str
    evaluation: str | None
    redactor: str
    i2b2: str | None
    aimi: str | None


def _info(
    hipaa: Hipaa | None, shield: str, evaluation: str | None, redactor: str, i2b2: str | None, aimi: str | None
) -> EntityInfo:
    return EntityInfo(hipaa, shield, evaluation, redactor, i2b2, aimi)


_E, _H = Entity, Hipaa

INFO: dict[Entity, EntityInfo] = {
    _E.PERSON: _info(_H.NAMES, "PATIENT", "PERSON", "PERSON", "PATIENT", "PATIENT"),
    _E.PATIENT: _info(_H.NAMES, "PATIENT", "PERSON", "PERSON", "PATIENT", "PATIENT"),
    _E.DOCTOR: _info(_H.NAMES, "DOCTOR", "PERSON", "PERSON", "DOCTOR", "HCW"),
    _E.USERNAME: _info(_H.OTHER, "ID", "ID", "PERSON", "USERNAME", "UNIQUE"),
    _E.SSN_OR_TAXPAYER: _info(_H.SSN, "ID", "ID", "SSN_OR_TAXPAYER", "IDNUM", "UNIQUE"),
    _E.PASSPORT_NUMBER_US: _info(_H.OTHER, "ID", "ID", "PASSPORT_NUMBER_US", "IDNUM", "UNIQUE"),
    _E.DRIVER_ID_US: _info(_H.CERTIFICATE, "ID", "ID", "DRIVER_ID_US", "IDNUM", "UNIQUE"),
    _E.MEDICAL_RECORD_NUMBER: _info(_H.MEDICAL_RECORD, "ID", "ID", "MEDICAL_RECORD_NUMBER", "MEDICALRECORD", "UNIQUE"),
    _E.HEALTH_PLAN_ID: _info(_H.HEALTH_PLAN, "ID", "ID", "HEALTH_PLAN_ID", "IDNUM", "UNIQUE"),
    _E.CERTIFICATE_NUMBER: _info(_H.CERTIFICATE, "ID", "ID", "CERTIFICATE_NUMBER", "IDNUM", "UNIQUE"),
    _E.FIN: _info(_H.ACCOUNT, "ID", "ID", "FIN", "IDNUM", "UNIQUE"),
    _E.BANK_ACCOUNT_NUMBER: _info(_H.ACCOUNT, "ID", "ID", "BANK_ACCOUNT_NUMBER", "IDNUM", "UNIQUE"),
    _E.BANK_SWIFT: _info(_H.ACCOUNT, "ID", "ID", "BANK_SWIFT", "IDNUM", "UNIQUE"),
    _E.BANK_ROUTING: _info(_H.ACCOUNT, "ID", "ID", "BANK_ROUTING", "IDNUM", "UNIQUE"),
    _E.CREDIT_DEBIT_NUMBER: _info(_H.ACCOUNT, "ID", "ID", "CREDIT_DEBIT_NUMBER", "IDNUM", "UNIQUE"),
    _E.VEHICLE_LICENSE_PLATE_US: _info(_H.VEHICLE, "ID", "ID", "VEHICLE_LICENSE_PLATE_US", "IDNUM", "UNIQUE"),
    _E.VEHICLE_IDENTIFIER_US: _info(_H.VEHICLE, "ID", "ID", "VEHICLE_IDENTIFIER_US", "IDNUM", "UNIQUE"),
    _E.DEVICE_ID: _info(_H.DEVICE, "ID", "ID", "GUID", "DEVICE", "UNIQUE"),
    _E.GUID: _info(_H.OTHER, "ID", "ID", "GUID", "IDNUM", "UNIQUE"),
    _E.BIOMETRIC: _info(_H.BIOMETRIC, "ID", "ID", "GUID", "BIOID", "UNIQUE"),
    _E.PHOTO: _info(_H.PHOTO, "ID", "ID", "GUID", "BIOID", "UNIQUE"),
    _E.ID: _info(_H.OTHER, "ID", "ID", "GUID", "IDNUM", "UNIQUE"),
    _E.EMAIL: _info(_H.EMAIL, "WEB", "CONTACT", "EMAIL", "EMAIL", "UNIQUE"),
    _E.TELEPHONE_NUMBER: _info(_H.TELEPHONE, "PHONE", "CONTACT", "TELEPHONE_NUMBER", "PHONE", "PHONE"),
    _E.FAX_NUMBER: _info(_H.FAX, "PHONE", "CONTACT", "TELEPHONE_NUMBER", "FAX", "PHONE"),
    _E.IP_ADDRESS: _info(_H.IP_ADDRESS, "WEB", "CONTACT", "IP_ADDRESS", "IPADDR", "UNIQUE"),
    _E.MAC_ADDRESS: _info(_H.DEVICE, "ID", "ID", "MAC_ADDRESS", "DEVICE", "UNIQUE"),
    _E.URL: _info(_H.URL, "WEB", "CONTACT", "URL", "URL", "UNIQUE"),
    _E.HOSPITAL: _info(_H.GEOGRAPHIC, "HOSPITAL", "LOCATION", "ORGANIZATION", "HOSPITAL", "VENDOR"),
    _E.PHARMACY: _info(_H.GEOGRAPHIC, "HOSPITAL", "LOCATION", "PHARMACY", "ORGANIZATION", "VENDOR"),
    _E.DIAGNOSTIC_LABS: _info(_H.GEOGRAPHIC, "HOSPITAL", "LOCATION", "DIAGNOSTIC_LABS", "ORGANIZATION", "VENDOR"),
    _E.ORGANIZATION: _info(_H.GEOGRAPHIC, "OTHER", "LOCATION", "ORGANIZATION", "ORGANIZATION", "VENDOR"),
    _E.ADDRESS: _info(_H.GEOGRAPHIC, "LOCATION", "LOCATION", "ADDRESS", "STREET", "HOSPITAL"),
    _E.STREET: _info(_H.GEOGRAPHIC, "LOCATION", "LOCATION", "ADDRESS", "STREET", "HOSPITAL"),
    _E.ZIP: _info(_H.GEOGRAPHIC, "LOCATION", "LOCATION", "ADDRESS", "ZIP", "HOSPITAL"),
    _E.CITY: _info(_H.GEOGRAPHIC, "LOCATION", "LOCATION", "LOCATION", "CITY", "HOSPITAL"),
    _E.COUNTY: _info(_H.GEOGRAPHIC, "LOCATION", "LOCATION", "LOCATION", "LOCATION-OTHER", "HOSPITAL"),
    _E.LOCATION: _info(_H.GEOGRAPHIC, "LOCATION", "LOCATION", "LOCATION", "LOCATION-OTHER", "HOSPITAL"),
    _E.STATE: _info(_H.GEOGRAPHIC, "LOCATION", "LOCATION", "LOCATION", "STATE", "HOSPITAL"),
    _E.COUNTRY: _info(_H.GEOGRAPHIC, "LOCATION", "LOCATION", "LOCATION", "COUNTRY", "HOSPITAL"),
    _E.BIRTH_DATE_TIME: _info(_H.DATES, "DATE", "DATE", "BIRTH_DATE_TIME", "DATE", "DATES"),
    _E.DEATH_DATE_TIME: _info(_H.DATES, "DATE", "DATE", "DEATH_DATE_TIME", "DATE", "DATES"),
    _E.DATE: _info(_H.DATES, "DATE", "DATE", "DATE", "DATE", "DATES"),
    _E.ADMINISTRATIVE_DATE: _info(_H.DATES, "DATE", "DATE", "DATE", "DATE", "DATES"),
    _E.AGE: _info(_H.DATES, "AGE", "AGE", "AGE", "AGE", "AGE"),
    _E.OCCUPATION: _info(None, "OTHER", "PROFESSION", "OCCUPATION", "PROFESSION", None),
    _E.RACE: _info(None, "OTHER", None, "RACE", None, None),
    _E.ETHNICITY: _info(None, "OTHER", None, "ETHNICITY", None, None),
    _E.MARITAL_STATUS: _info(None, "OTHER", None, "MARITAL_STATUS", None, None),
    _E.PARENTHOOD: _info(None, "OTHER", None, "PARENTHOOD", None, None),
}

DESCRIPTIONS: dict[Entity, str] = {
    _E.PERSON: "the name of a person whose part in the record is not known",
    _E.PATIENT: "the name of the patient or of a relative",
    _E.DOCTOR: "the name of a clinician or of other staff",
    _E.USERNAME: "the name under which somebody logs in",
    _E.SSN_OR_TAXPAYER: "a social security number or another number of a taxpayer",
    _E.PASSPORT_NUMBER_US: "the number of a passport",
    _E.DRIVER_ID_US: "the number of a driver's licence",
    _E.MEDICAL_RECORD_NUMBER: "the number of a patient's chart",
    _E.HEALTH_PLAN_ID: "the number of a member, subscriber or group of a health plan",
    _E.CERTIFICATE_NUMBER: "the number of a certificate or a licence, such as NPI and DEA numbers",
    _E.FIN: "the number of a stay or of its bill (financial number)",
    _E.BANK_ACCOUNT_NUMBER: "the number of a bank account, IBAN included",
    _E.BANK_SWIFT: "the SWIFT code of a bank",
    _E.BANK_ROUTING: "the routing number of a bank",
    _E.CREDIT_DEBIT_NUMBER: "the number of a credit or debit card",
    _E.VEHICLE_LICENSE_PLATE_US: "the license plate of a vehicle",
    _E.VEHICLE_IDENTIFIER_US: "the identification number of a vehicle (VIN)",
    _E.DEVICE_ID: "the identifier or serial number of a device",
    _E.GUID: "a globally unique identifier, such as a UUID",
    _E.BIOMETRIC: "data of a body that tells who it is, such as a fingerprint",
    _E.PHOTO: "a photograph of a face, or a comparable image",
    _E.ID: "another number or code that stands for a person, a record or a specimen",
    _E.EMAIL: "an address of electronic mail",
    _E.TELEPHONE_NUMBER: "a number of a telephone or a pager",
    _E.FAX_NUMBER: "a number of a fax machine",
    _E.IP_ADDRESS: "an address of a computer in the Internet",
    _E.MAC_ADDRESS: "an address of a network card",
    _E.URL: "an address of a page in the web",
    _E.HOSPITAL: "the name of a hospital, a clinic, a ward or a department",
    _E.PHARMACY: "the name of a pharmacy",
    _E.DIAGNOSTIC_LABS: "the name of a laboratory",
    _E.ORGANIZATION: "the name of an employer, a school, a payer or another organisation",
    _E.ADDRESS: "a whole postal address",
    _E.STREET: "a street, with or without the number of the house",
    _E.ZIP: "a ZIP code or another postal code",
    _E.CITY: "a city, a town or a village",
    _E.COUNTY: "a county",
    _E.LOCATION: "another place that is smaller than a state",
    _E.STATE: "a state or a province",
    _E.COUNTRY: "a country",
    _E.BIRTH_DATE_TIME: "the day or the time of a birth",
    _E.DEATH_DATE_TIME: "the day or the time of a death",
    _E.DATE: "another day of a patient's life, such as that of a visit",
    _E.ADMINISTRATIVE_DATE: "a day of the record and its administration, not of the patient's life",
    _E.AGE: "an age, of which HIPAA names those over 89",
    _E.OCCUPATION: "what somebody works as",
    _E.RACE: "a race",
    _E.ETHNICITY: "an ethnic group",
    _E.MARITAL_STATUS: "whether somebody is married",
    _E.PARENTHOOD: "whether somebody has children",
}
"""This says in words, for people, what each entity is."""

NAMES = frozenset({Entity.PERSON, Entity.PATIENT, Entity.DOCTOR})
DATES = frozenset({Entity.DATE, Entity.ADMINISTRATIVE_DATE, Entity.BIRTH_DATE_TIME, Entity.DEATH_DATE_TIME})
PLACES = frozenset({Entity.CITY, Entity.COUNTY, Entity.STATE, Entity.COUNTRY, Entity.ZIP})  # areas; no address
ORGANISATIONS = frozenset({Entity.HOSPITAL, Entity.PHARMACY, Entity.DIAGNOSTIC_LABS, Entity.ORGANIZATION})
# Entities whose values consist of words.
WORDED = NAMES | (PLACES - {Entity.ZIP}) | {Entity.ADDRESS, Entity.STREET, Entity.LOCATION} | ORGANISATIONS
DEMOGRAPHICS = frozenset({Entity.OCCUPATION, Entity.RACE, Entity.ETHNICITY, Entity.MARITAL_STATUS, Entity.PARENTHOOD})

# RedactOR, appendix C: the 33 types of its production deployment, DATE aside (its section A.9 leaves dates in place).
REDACTOR_TYPES: tuple[str, ...] = (
    "ADDRESS", "SSN_OR_TAXPAYER", "EMAIL", "PASSPORT_NUMBER_US", "TELEPHONE_NUMBER", "DRIVER_ID_US",
    "BANK_ACCOUNT_NUMBER", "BANK_SWIFT", "BANK_ROUTING", "CREDIT_DEBIT_NUMBER", "MEDICAL_RECORD_NUMBER",
    "HEALTH_PLAN_ID", "CERTIFICATE_NUMBER", "FIN", "VEHICLE_LICENSE_PLATE_US", "VEHICLE_IDENTIFIER_US", "GUID",
    "PERSON", "DIAGNOSTIC_LABS", "PHARMACY", "ORGANIZATION", "AGE", "LOCATION", "PARENTHOOD", "MARITAL_STATUS",
    "OCCUPATION", "RACE", "ETHNICITY", "BIRTH_DATE_TIME", "DEATH_DATE_TIME", "IP_ADDRESS", "URL", "MAC_ADDRESS",
)  # fmt: skip

FROM_REDACTOR: dict[str, Entity] = {name: Entity(name) for name in REDACTOR_TYPES} | {"DATE": Entity.DATE}

FROM_SHIELD: dict[str, Entity] = {
    "AGE": _E.AGE,
    "DATE": _E.DATE,
    "DOCTOR": _E.DOCTOR,
    "HOSPITAL": _E.HOSPITAL,
    "ID": _E.ID,
    "LOCATION": _E.LOCATION,
    "PATIENT": _E.PATIENT,
    "PHONE": _E.TELEPHONE_NUMBER,
    "WEB": _E.URL,
}

# SHIELD, table 6, and the labels of the 2014 corpus that the table omits.
FROM_I2B2: dict[str, Entity] = {
    "DATE": _E.DATE,
    "PATIENT": _E.PATIENT,
    "DOCTOR": _E.DOCTOR,
    "MEDICALRECORD": _E.MEDICAL_RECORD_NUMBER,
    "IDNUM": _E.ID,
    "USERNAME": _E.USERNAME,
    "DEVICE": _E.DEVICE_ID,
    "AGE": _E.AGE,
    "HOSPITAL": _E.HOSPITAL,
    "PHONE": _E.TELEPHONE_NUMBER,
    "FAX": _E.FAX_NUMBER,
    "STREET": _E.STREET,
    "CITY": _E.CITY,
    "STATE": _E.STATE,
    "ZIP": _E.ZIP,
    "COUNTRY": _E.COUNTRY,
    "LOCATION-OTHER": _E.LOCATION,
    "EMAIL": _E.EMAIL,
    "PROFESSION": _E.OCCUPATION,
    "ORGANIZATION": _E.ORGANIZATION,
    "URL": _E.URL,
    "IPADDR": _E.IP_ADDRESS,
    "HEALTHPLAN": _E.HEALTH_PLAN_ID,
    "BIOID": _E.BIOMETRIC,
}

# SHIELD, table 7: AIMI's HOSPITAL is a place, its VENDOR is SHIELD's hospital.
FROM_AIMI: dict[str, Entity] = {
    "DATES": _E.DATE,
    "PATIENT": _E.PATIENT,
    "HCW": _E.DOCTOR,
    "UNIQUE": _E.ID,
    "HOSPITAL": _E.LOCATION,
    "VENDOR": _E.HOSPITAL,
    "PHONE": _E.TELEPHONE_NUMBER,
    "AGE": _E.AGE,
}

# The resolver's order: the first label among overlapping spans wins. Entities that a profile is likely to keep (states,
# ages, demographics) are last, so that a merge never turns a masked entity into a kept one.
PRECEDENCE: dict[Entity, int] = {
    e: rank
    for rank, e in enumerate(
        [
            _E.EMAIL, _E.URL, _E.SSN_OR_TAXPAYER, _E.CREDIT_DEBIT_NUMBER, _E.VEHICLE_IDENTIFIER_US, _E.GUID,
            _E.IP_ADDRESS, _E.MAC_ADDRESS, _E.MEDICAL_RECORD_NUMBER, _E.HEALTH_PLAN_ID, _E.BANK_ACCOUNT_NUMBER,
            _E.BANK_SWIFT, _E.BANK_ROUTING, _E.PASSPORT_NUMBER_US, _E.DRIVER_ID_US, _E.CERTIFICATE_NUMBER, _E.FIN,
            _E.VEHICLE_LICENSE_PLATE_US, _E.DEVICE_ID, _E.BIOMETRIC, _E.PHOTO, _E.USERNAME, _E.FAX_NUMBER,
            _E.TELEPHONE_NUMBER, _E.ID, _E.PATIENT, _E.DOCTOR, _E.PERSON, _E.HOSPITAL, _E.PHARMACY,
            _E.DIAGNOSTIC_LABS, _E.ORGANIZATION, _E.ADDRESS, _E.STREET, _E.LOCATION, _E.CITY, _E.COUNTY, _E.ZIP,
            _E.BIRTH_DATE_TIME, _E.DEATH_DATE_TIME, _E.ADMINISTRATIVE_DATE, _E.DATE, _E.AGE, _E.STATE, _E.COUNTRY,
            _E.OCCUPATION, _E.RACE, _E.ETHNICITY, _E.MARITAL_STATUS, _E.PARENTHOOD,
        ]
    )
}  # fmt: skip
