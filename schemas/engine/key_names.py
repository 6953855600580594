"""Reads the name of a key: which entity, role or kind of value it announces, birthplaces included.

Schema inference and lint use it for the keys of sample records, the record engine for the names of extensions. Keys
come in every convention (PatientId, patient_id, patient-id, PATIENTID) and are split into lower-case words. The last
word weighs most, since it says what the value is ("note_date" is a date, "phone_type" a code). The first match wins.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from redactor.entities import Entity, Role

# --- Birthplaces ------------------------------------------------------------------------------------------------------

_BIRTHS = tuple(
    "birth geburts geburt nacimiento nacido naissance nascita nascimento geboorte fodsels fodsel fodelse "  # noqa: SIM905
    "urodzenia narozeni syntyma szuletesi dogum".split()
)
_PLACE_KINDS = {
    word: entity
    for entity, words in (
        (Entity.COUNTRY, "country nation land pais pays paese kraj"),
        (Entity.STATE, "state province provincia bundesland provincie"),
        (Entity.COUNTY, "county departement kreis landkreis district"),
        (Entity.HOSPITAL, "hospital facility clinic klinik krankenhaus maternity"),
        (
            Entity.CITY,
            "place location city town village municipality locality parish ort stadt lugar ciudad lieu ville "
            "commune luogo comune citta local cidade municipio plaats gemeente stad sted plats kommune miejsce misto "
            "paikka hely yeri",
        ),
    )
    for word in words.split()
}
# Words that say it alone: Portuguese and Spanish, an abbreviation, Danish.
_BIRTHPLACE_WORDS = frozenset({"pob", "naturalidade", "naturalidad", "fodested", "fodeby"})


def birth_place(words: Sequence[str]) -> Entity | None:
    """Return the kind of place that the words of a key name as a birthplace, or None ("naissance_lieu", "Geburtsland",
    "cityOfBirth").

    A word for birth and a word for a place name a birthplace, in either order, apart or run together. A place of no
    kind is a town: states and countries, which a profile may keep, must be told by their names.
    """
    if not _BIRTHPLACE_WORDS.isdisjoint(words):
        return Entity.CITY
    is_birth, kinds = False, []
    for word in words:
        birth = next((b for b in _BIRTHS if word.startswith(b) or word.endswith(b)), None)
        is_birth = is_birth or birth is not None
        rest = word.removeprefix(birth).removesuffix(birth).removesuffix("of") if birth else word
        if rest in _PLACE_KINDS:
            kinds.append(_PLACE_KINDS[rest])
    if not is_birth or not kinds:
        return None
    return next((kind for kind in kinds if kind is not Entity.CITY), Entity.CITY)


# --- Meanings of keys -------------------------------------------------------------------------------------------------

_E = Entity
_KEY = re.compile(r"[A-Za-z_$][A-Za-z0-9_ .:$-]{0,63}")
_DIGIT_RUN = re.compile(r"\d{4}")
_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")


class KeyCategory(StrEnum):
    """The kind of value that a key announces; the values of the field may still contradict it."""

    IDENTIFIER = "an identifier"
    SENSITIVE = "a sensitive value"
    TIME = "a date or time"
    CODE = "a code or status"
    TEXT = "free text"
    MEASUREMENT = "a measurement"
    POSITION = "a position on the map"
    CONCEPT = "the id of a public concept"
    UNKNOWN = "nothing known"


@dataclass(frozen=True, slots=True)
class KeyMeaning:
    """The meaning of a key's name; entity and role are None where the name does not say."""

    category: KeyCategory
    entity: Entity | None = None
    role: Role | None = None


def key_words(key: str) -> tuple[str, ...]:
    """Return the words of a key in lower case: "PatientID" and "patient_id" both give ("patient", "id")."""
    return tuple(w.lower() for w in _WORD.findall(key))


def looks_like_data(key: str) -> bool:
    """Tell whether the key itself is a value (a number, a date, a UUID, an address), as in an object keyed by ids."""
    return _KEY.fullmatch(key) is None or _DIGIT_RUN.search(key) is not None


def _terms(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(term.split("+")) for term in text.split())


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Identifiers with an entity of their own, wherever they stand in the key ("mrn_number").
_IDENTIFIERS = tuple(
    (_terms(terms), entity)
    for terms, entity in (
        ("mrn medical+record med+rec+no chart+no chart+number", _E.MEDICAL_RECORD_NUMBER),
        ("insurance+id insurance+number policy+no policy+number policy+id", _E.HEALTH_PLAN_ID),
        ("member+id subscriber+id beneficiary medicare medicaid health+plan group+number mbi", _E.HEALTH_PLAN_ID),
        ("encounter+number visit+number fin account+no account+number account+id acct csn", _E.FIN),
        ("device+id serial udi imei", _E.DEVICE_ID),
        ("npi dea license+no license+number certificate", _E.CERTIFICATE_NUMBER),
        ("uuid guid", _E.GUID),
    )
)

# Values that are masked. The order matters: the first match wins.
_SENSITIVE: tuple[tuple[tuple[tuple[str, ...], ...], Entity, Role | None], ...] = tuple(
    (_terms(terms), entity, role)
    for terms, entity, role in (
        ("ssn social+security tax+id taxpayer sin nino", _E.SSN_OR_TAXPAYER, None),
        ("passport", _E.PASSPORT_NUMBER_US, None),
        ("driver driving+licence drivers+license dl+number", _E.DRIVER_ID_US, None),
        ("credit+card card+number card+no debit+card", _E.CREDIT_DEBIT_NUMBER, None),
        ("iban bank+account", _E.BANK_ACCOUNT_NUMBER, None),
        ("routing+number routing aba", _E.BANK_ROUTING, None),
        ("swift bic", _E.BANK_SWIFT, None),
        ("vin vehicle", _E.VEHICLE_IDENTIFIER_US, None),
        ("plate", _E.VEHICLE_LICENSE_PLATE_US, None),
        ("fax", _E.FAX_NUMBER, None),
        ("phone telephone tel mobile cell pager telecom", _E.TELEPHONE_NUMBER, None),
        ("email e+mail mail", _E.EMAIL, None),
        ("ip ip+address ipaddr", _E.IP_ADDRESS, None),
        ("mac mac+address bssid", _E.MAC_ADDRESS, None),
        ("url uri link website web homepage href", _E.URL, None),
        ("username user+name login user+id user ssid essid wifi", _E.USERNAME, None),
        ("photo picture image avatar", _E.PHOTO, None),
        ("fingerprint biometric voiceprint iris", _E.BIOMETRIC, None),
        ("dob birth birthday date+of+birth birth+date", _E.BIRTH_DATE_TIME, None),
        ("dod death deceased died date+of+death", _E.DEATH_DATE_TIME, None),
        ("age", _E.AGE, None),
        ("zip zip+code postal postcode post+code plz", _E.ZIP, None),
        ("city town municipality village", _E.CITY, None),
        ("county district parish", _E.COUNTY, None),
        ("country nation nationality", _E.COUNTRY, None),
        ("state province", _E.STATE, None),
        ("street address+line line1 line2 addr1 addr2", _E.STREET, None),
        ("address addr residence", _E.ADDRESS, None),
        ("location room bed ward site place", _E.LOCATION, None),
        ("pharmacy", _E.PHARMACY, None),
        ("laboratory lab+name performing+lab", _E.DIAGNOSTIC_LABS, None),
        ("hospital facility clinic department dept practice+name unit+name", _E.HOSPITAL, Role.SITE),
        ("employer company organization organisation school agency", _E.ORGANIZATION, None),
        ("payer payor insurer insurance carrier", _E.ORGANIZATION, Role.PAYER),
        ("mother father spouse wife husband guardian kin relative parent sibling child son daughter", _E.PERSON,
         Role.RELATIVE),
        ("emergency+contact caregiver guarantor", _E.PERSON, Role.RELATIVE),
        ("doctor physician provider clinician practitioner nurse surgeon attending author signed+by pcp radiologist "
         "therapist pharmacist dictated+by ordered+by performed+by", _E.DOCTOR, Role.CLINICIAN),
        ("patient+name", _E.PATIENT, Role.PATIENT),
        ("name first last middle given family surname forename maiden alias nickname initials firstname lastname "
         "fullname", _E.PERSON, None),
        ("patient person subject", _E.PATIENT, Role.PATIENT),
        ("contact", _E.PERSON, None),
        ("occupation job profession employment", _E.OCCUPATION, None),
        ("race", _E.RACE, None),
        ("ethnicity ethnic religion", _E.ETHNICITY, None),
        ("marital", _E.MARITAL_STATUS, None),
        ("children parenthood parity", _E.PARENTHOOD, None),
    )
)  # fmt: skip

# Words of things: a name beside one of these is not a person's.
_THINGS = _words(
    "drug medication med test lab analyte procedure diagnosis product condition panel order exam study specimen body"
)
_ID_HEADS = _words("id ids identifier key token ref reference number no num nbr accession seq")
_TIME_HEADS = _words(
    "date dates dt time datetime timestamp ts day created updated modified admitted discharged issued recorded "
    "effective start end onset when at on dttm admission discharge"
)
# A date of the record, its transport, a contract or a payment: of everybody's calendar, not of the patient's life.
# Not "load" (a viral load), "extraction", "insert" or "plan" (of treatment) alone.
_ADMINISTRATION = _words(
    "loaded etl exported export imported import ingest ingested sync synced refresh refreshed update updated "
    "modify modified batch coverage enrollment enrolment eligibility policy subscriber subscription benefit payer "
    "payor insurance premium billing billed invoice invoiced payment paid adjudicated adjudication posted expiry "
    "expiration expires expire lot manufacture manufactured consent license licence"
)
_ADMINISTRATION_JOINED: tuple[str, ...] = ("lastupdate", "lastmodified", "observationperiod", "planstart", "planend")
_ADMINISTRATION_JOINED += ("loaddate", "loaddt", "loadtime", "loadts")
_CODE_HEADS = _words(
    "code codes status flag flags type types category kind class use system unit units gender sex priority severity "
    "version lang language route frequency resourcetype datatype vocabulary format mode"
)
_TEXT_HEADS = _words(
    "note notes comment comments narrative description desc remark remarks text memo message summary reason history "
    "impression finding findings instruction instructions report body content title plan assessment display value "
    "complaint conclusion course interpretation label details information info"
)
_MEASURES = _words(
    "value result dose dosage quantity qty count counts score weight height bmi temperature temp pulse rate systolic "
    "diastolic bp glucose hemoglobin haemoglobin sodium potassium creatinine amount duration volume percent percentage "
    "ratio level min max low high mean median length los index total saturation spo2 pressure strength refills "
    "pain"
)
# An identifier in a key without word boundaries: "patientid", but not "fluid".
UNSEPARATED_ID = re.compile(
    "(patient|person|subject|member|user|note|record|doc|document|encounter|visit|order|message|row|case|study|sample|"
    "specimen|report|claim|account|provider)ids?$"
)
# OMOP: "gender_concept_id", "fact_concept_id_1". Race, ethnicity and country stay what they are.
_OMOP_CONCEPT = re.compile(r"(?:^|_)concept_id(?:_\d)?$")
_DEMOGRAPHIC_CONCEPTS = (("race", _E.RACE), ("ethnicity", _E.ETHNICITY), ("country", _E.COUNTRY))
_SOURCE_IDS = frozenset({("person",), ("provider",), ("care", "site"), ("location",)})
_COORDINATES = _words(
    "lat lon lng long latitude longitude geo coordinates coordinate coord coords altitude gps geocode geohash latlon "
    "latlng lonlat easting northing"
)
_PLACE_WORDS = _words("zip postal post country state area county city")


def _contains(words: tuple[str, ...], joined: str, terms: tuple[tuple[str, ...], ...]) -> bool:
    """Tell whether the key has all words of any term, in singular or plural; `joined` holds the key's words in one."""
    present = {*words, joined} | {w.removesuffix("s") for w in words}
    return any(set(term) <= present or (len(term) > 1 and "".join(term) in joined) for term in terms)


def key_meaning(key: str) -> KeyMeaning:
    """Return the meaning of a key's name."""
    words = key_words(key)
    joined = "".join(words)
    if not words:
        return KeyMeaning(KeyCategory.UNKNOWN)
    head = next((w for w in reversed(words) if not w.isdigit()), words[-1])
    word_set = frozenset(words)
    if word_set & _COORDINATES:
        return KeyMeaning(KeyCategory.POSITION)
    if _OMOP_CONCEPT.search("_".join(words)):
        return KeyMeaning(KeyCategory.CONCEPT, next((e for word, e in _DEMOGRAPHIC_CONCEPTS if word in word_set), None))
    if (born := birth_place(words)) is not None:
        return KeyMeaning(KeyCategory.SENSITIVE, born, Role.SITE if born is _E.HOSPITAL else None)
    if words[-2:] == ("source", "value"):
        return _source_value(words[:-2])
    if (head in _CODE_HEADS or joined in _CODE_HEADS) and not word_set & _PLACE_WORDS:
        return KeyMeaning(KeyCategory.CODE)
    for terms, entity in _IDENTIFIERS:
        if _contains(words, joined, terms):
            return KeyMeaning(KeyCategory.IDENTIFIER, entity)
    sensitive = _sensitive(words, joined)
    # "patient_id" links records and is hashed. "tax_id" and "phone_number" are masked: no table is joined by them.
    if (head in _ID_HEADS or UNSEPARATED_ID.search(joined)) and (
        sensitive is None or sensitive.entity in ENTITIES_WITH_IDS or sensitive.role is not None
    ):
        return KeyMeaning(KeyCategory.IDENTIFIER, _E.ID, sensitive.role if sensitive else None)
    if head in _TIME_HEADS or joined.endswith(("date", "time", "datetime")):
        if sensitive and sensitive.entity in _BIRTH_AND_DEATH:
            return KeyMeaning(KeyCategory.TIME, sensitive.entity)
        is_administrative = not _ADMINISTRATION.isdisjoint(words) or joined.startswith(_ADMINISTRATION_JOINED)
        return KeyMeaning(KeyCategory.TIME, _E.ADMINISTRATIVE_DATE if is_administrative else _E.DATE)
    # "patient_weight" and "patient_summary" are not names.
    has_ids = sensitive is not None and sensitive.entity in ENTITIES_WITH_IDS
    if sensitive is not None and not (has_ids and head in _TEXT_HEADS | _MEASURES):
        if has_ids and word_set & _THINGS:
            return KeyMeaning(KeyCategory.TEXT)
        category = KeyCategory.TIME if sensitive.entity in _BIRTH_AND_DEATH else KeyCategory.SENSITIVE
        return KeyMeaning(category, sensitive.entity, sensitive.role)
    if head in _MEASURES or joined in _MEASURES:
        return KeyMeaning(KeyCategory.MEASUREMENT)
    if head in _TEXT_HEADS:
        return KeyMeaning(KeyCategory.TEXT)
    return KeyMeaning(KeyCategory.UNKNOWN)


def _source_value(words: tuple[str, ...]) -> KeyMeaning:
    """Return the meaning of an OMOP source value: the source's id of a person or site ("person_source_value"), or its
    code.
    """
    found = _sensitive(words, "".join(words))
    if words in _SOURCE_IDS:
        return KeyMeaning(KeyCategory.IDENTIFIER, _E.ID, found.role if found else None)
    if found is None:
        return KeyMeaning(KeyCategory.CODE)
    return KeyMeaning(KeyCategory.UNKNOWN) if found.entity in ENTITIES_WITH_IDS else found


_BIRTH_AND_DEATH = frozenset({_E.BIRTH_DATE_TIME, _E.DEATH_DATE_TIME})
# People, organisations and places whose ids join tables.
ENTITIES_WITH_IDS = frozenset({_E.PATIENT, _E.DOCTOR, _E.PERSON, _E.HOSPITAL, _E.ORGANIZATION, _E.PHARMACY, _E.LOCATION,
                     _E.DIAGNOSTIC_LABS, _E.USERNAME})  # fmt: skip


def _sensitive(words: tuple[str, ...], joined: str) -> KeyMeaning | None:
    for terms, entity, role in _SENSITIVE:
        if _contains(words, joined, terms):
            return KeyMeaning(KeyCategory.SENSITIVE, entity, role)
    return None
