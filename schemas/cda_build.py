"""Generates the schema document of CDA documents: python -m schemas.cda_build OUT

The document is committed, so that a person can read every rule; a test generates it again and compares. Elements and
attributes that have no rule here, such as those of the sdtc namespace, are dropped and counted.
"""

from __future__ import annotations

from schemas.build_rules import CODED, TEXT, Json, hashed, masked, passing, write_document
from schemas.exchange.cda_fields import SCHEMES
from schemas.fhir_build.codes import PASSING

_DROP: Json = {"type": "string", "rule": "drop"}
_NUMBER: Json = {"type": "number", "rule": "passThrough"}
_UNIT: Json = {"type": "string", "rule": "passThrough", "check": "unit"}


def _listed(words: str) -> Json:
    return {"type": "string", "rule": "passThrough", "enum": words.split()}


def _object(**properties: Json) -> Json:
    return {"type": "object", "properties": properties}


def _each(schema: str | Json) -> Json:
    return {"type": "array", "items": {"$ref": f"#/$defs/{schema}"} if isinstance(schema, str) else schema}


def _all(names: str, schema: str | Json) -> Json:
    return {name: _each(schema) for name in names.split()}


# --- Attributes -------------------------------------------------------------------------------------------------------

_NULL = _listed("NI INV DER OTH NINF PINF UNC MSK NA UNK ASKU NAV NASK QS TRC NP")
_STRUCTURE: Json = {
    "@nullFlavor": _NULL,
    "@classCode": _listed(
        "ACCM ACT ADMM AGNT ALRT ASSIGNED BATTERY CAREGIVER CASE CDALVLONE CLNTRL CLUSTER CNTRCT CONS CONTREG COV DEV "
        "DOC DOCBODY DOCCLIN DOCSECT DSTLOC ECON EMP ENC ENT EXPR GUARD HLTHCHRT INC INFRM LLD MANU MAT MMAT NOK OBS "
        "ORG ORGANIZER PART PAT PCPR PLC PRD PROC PROV PRS PSN QUAL RGRP ROI SBADM SDLOC SIGN SPCOBS SPCTRT SPEC SPLY "
        "TRNS XACT BIRTHPL CIT DSTLOC ISDLOC LOCE ROL SUBS POLHOLD PAYOR GRNT"
    ),
    "@moodCode": _listed("APT ARQ DEF EVN EVN.CRT GOL INT PRMS PRP RQO"),
    "@typeCode": _listed(
        "APND ARR AUT AUTHEN AUTHOR CALLBCK CAUS COMP CON COV CSM CST DEV DIR DIST DOC ELNK ENT EXPR FLFS GEVL HLD IND "
        "INF INFRM LA LIMIT LOC MFST MTH NAME NRD ORG OPTN PARTICIPATION PPRF PRCP PRD PRF RCT RCV REASON REF REFR "
        "REFV RESP RPLC RSON SAS SBJ SPC SPRF SPRT STEP SUBJ TRC TRANSCRIBE VRF VRFX XCRPT XFRM DRIV ATND ADM CON DIS "
        "ENTR CO PART"
    ),
    "@determinerCode": _listed("INSTANCE KIND"),
    "@contextControlCode": _listed("AN AP ON OP"),
    "@inversionInd": _listed("true false"),
    "@negationInd": _listed("true false"),
    "@independentInd": _listed("true false"),
    "@contextConductionInd": _listed("true false"),
    "@nil": _listed("true false"),
}
_OID = r"[0-2](\.(0|[1-9][0-9]*)){3,}"


def _structure(**properties: Json) -> Json:
    return _object(**_STRUCTURE, **properties)


# --- Datatypes --------------------------------------------------------------------------------------------------------

_TYPE = {"@type": passing("(hl7:)?(TS|IVL_TS|PIVL_TS|EIVL_TS|SXPR_TS|PQ|IVL_PQ|CD|CE|CV|CO|CS|INT|ST|ED|RTO_PQ_PQ)")}


def _time(entity: str, role: str | None = None) -> Json:
    more: Json = {"known": False} if entity == "ADMINISTRATIVE_DATE" else {}
    value = masked(entity, role, format="dateTime", **more)
    own = {"@value": value, "@nullFlavor": _NULL, "@inclusive": _listed("true false")} | _TYPE
    end = _each(_object(**own))
    return _object(
        **own, low=end, high=end, center=end, width=_each("PQ"), phase=_each(_object(**own, low=end, high=end)),
        period=_each("PQ"), event=_each("CD"), offset=_each("PQ_interval"),
        **{"@operator": _listed("A E H I P"), "@institutionSpecified": _listed("true false")},
    )  # fmt: skip


def _id(id_class: str, entity: str = "ID", role: str | None = None, *, known: bool = True) -> Json:
    number = hashed(id_class, entity, role, known=known)
    return _object(**{"@root": hashed("authority"), "@extension": number, "@nullFlavor": _NULL})


_USES = {
    "@use": _listed("ABC IDE SYL C L A I P R SRCH PHON SNDX ASGN H HP HV WP DIR PUB BAD TMP PST MC EC AS PG OLD OR")
}


def _name(entity: str, role: str) -> Json:
    part = {"type": "array", "items": {"type": "string", "rule": "mask", "entity": entity, "role": role}}
    passing = {name: PASSING[f"HumanName.{name}"]["enum"] for name in ("prefix", "suffix")}
    enums = {name: sorted({t for title in words for t in (title, title.upper())}) for name, words in passing.items()}
    enums["suffix"] += ["Jr", "Jr.", "Sr", "Sr.", "II", "III", "IV"]
    listed = {
        n: {"type": "array", "items": {"type": "string", "rule": "passThrough", "enum": e}} for n, e in enums.items()
    }
    whole = {"type": "string", "rule": "mask", "entity": entity, "role": role}
    return {"type": "object", "kind": "HumanName"} | {
        "properties": {"given": part, "family": part, "text": whole, "@nullFlavor": _NULL} | listed | _USES
    }


_ADDRESS = {
    "streetAddressLine": ("STREET", "line"), "streetName": ("STREET", "line"), "houseNumber": ("STREET", "line"),
    "additionalLocator": ("STREET", "line"), "unitID": ("STREET", "line"), "postBox": ("STREET", "line"),
    "precinct": ("COUNTY", "district"), "county": ("COUNTY", "district"), "city": ("CITY", "city"),
    "state": ("STATE", "state"), "postalCode": ("ZIP", "postalCode"), "country": ("COUNTRY", "country"),
}  # fmt: skip


def _address(role: str) -> Json:
    parts = {
        name: {"type": "array", "items": masked(entity, role, part=part)} for name, (entity, part) in _ADDRESS.items()
    }
    whole = {"text": masked("ADDRESS", role, part="text"), "@nullFlavor": _NULL}
    return {"type": "object", "kind": "Address", "properties": parts | whole | _USES}


def _telecom(role: str) -> Json:
    values = {"phone": "TELEPHONE_NUMBER", "fax": "FAX_NUMBER", "email": "EMAIL", "url": "URL"}
    own = {key: masked(entity, role) for key, entity in values.items()}
    return _object(**own, scheme=_listed(" ".join(SCHEMES)), **{"@nullFlavor": _NULL}, **_USES)


def _datatypes() -> Json:
    ends = {"@value": _NUMBER, "@unit": _UNIT, "@nullFlavor": _NULL, "@inclusive": _listed("true false")} | _TYPE
    quantity = _object(**ends)
    coding = {"type": "object", "kind": "Coding", "properties": CODED}
    attachment = {
        "type": "object", "kind": "Attachment",
        "properties": {
            "contentType": {"type": "string", "format": "code", "rule": "passThrough", "check": "mime"},
            "data": {"type": "string", "format": "base64Binary", "rule": "autoDeID"},
        },
    }  # fmt: skip
    text = _object(**{"#": TEXT, "@nullFlavor": _NULL, "reference": _DROP, "attachment": attachment})
    return {
        "PQ": quantity,
        "PQ_interval": _object(**ends, low=_each(quantity), high=_each(quantity), center=_each(quantity)),
        "Ratio": _object(numerator=_each(quantity), denominator=_each(quantity)),
        "ED": text,
        "CD": _object(
            coding=coding, originalText=_each("ED"), translation=_each("CD"),
            **{"@displayName": TEXT, "@nullFlavor": _NULL}, **_TYPE,
        ),
        "TS": _time("DATE"),
        "TS_birth": _time("BIRTH_DATE_TIME", "patient"),
        "TS_birth_other": _time("BIRTH_DATE_TIME", "relative"),
        "TS_issued": _time("ADMINISTRATIVE_DATE"),
        "Template": _object(**{"@root": passing(_OID), "@extension": passing("20[0-9]{2}-[0-9]{2}-[0-9]{2}")}),
        "Status": _object(**{
            "@code": _listed("active completed aborted cancelled held new suspended normal nullified obsolete"),
            "@nullFlavor": _NULL,
        }),
        "Language": _object(**{"@code": {"type": "string", "rule": "passThrough", "check": "language"}}),
        "Flag": _object(**{"@value": _listed("true false"), "@nullFlavor": _NULL}),
        "Count": _object(**{"@value": passing("[0-9]{1,4}"), "@nullFlavor": _NULL}),
        "Product": _object(**{"text": TEXT, "@nullFlavor": _NULL}),
        "OrganizationName": _object(text=masked("HOSPITAL", "site"), **{"@nullFlavor": _NULL}, **_USES),
    }  # fmt: skip


# --- People and organisations -----------------------------------------------------------------------------------------

# Role -> entity of the names, and class of the ids.
_ROLES = {"patient": "PATIENT", "relative": "PERSON", "clinician": "DOCTOR", "other": "PERSON", "site": "PERSON"}
_ID_CLASSES = {"clinician": ("Practitioner", "CERTIFICATE_NUMBER", False), "site": ("organization", "ID", False)}
_PEOPLE = "assignedPerson informationRecipient relatedPerson associatedPerson guardianPerson playingEntity subject"
_HOLDERS = (
    "assignedAuthor assignedEntity associatedEntity relatedEntity intendedRecipient participantRole relatedSubject"
)
_ORGANIZATIONS = (
    "representedOrganization scopingOrganization receivedOrganization representedCustodianOrganization scopingEntity "
    "serviceProviderOrganization providerOrganization guardianOrganization"
)


def _party(role: str) -> Json:
    """Return what takes part in an act: people, organisations and devices, whatever the element around them."""
    id_class, entity, known = _ID_CLASSES.get(role, (role, "ID", True))
    person = _structure(
        name=_each(f"Name_{role}"), desc=_each("ED"), code=_each("CD"), administrativeGenderCode=_each("CD"),
        birthTime=_each("TS_birth_other"),
    )  # fmt: skip
    return _structure(
        templateId=_each("Template"), time=_each("TS_issued"), functionCode=_each("CD"), signatureCode=_each("Sign"),
        code=_each("CD"), id=_each(_id(id_class, entity, role, known=known)), addr=_each(f"Address_{role}"),
        telecom=_each(f"Telecom_{role}"), assignedAuthoringDevice=_each("Device"), playingDevice=_each("Device"),
        location=_each("Place"), healthCareFacility=_each("Place"), awarenessCode=_each("CD"),
        assignedCustodian=_each(f"Party_{role}"), **_all(_HOLDERS, f"Party_{role}"), **_all(_PEOPLE, person),
        **_all(_ORGANIZATIONS, "Organization"),
    )  # fmt: skip


def _parties() -> Json:
    out: Json = {}
    for role, entity in _ROLES.items():
        out |= {
            f"Name_{role}": _name(entity, role), f"Address_{role}": _address(role), f"Telecom_{role}": _telecom(role),
        }  # fmt: skip
        if role != "patient":
            out[f"Party_{role}"] = _party(role)
    site = {"addr": _each("Address_site"), "telecom": _each("Telecom_site")}
    device = _structure(manufacturerModelName=_each("ED_plain"), softwareName=_each("ED_plain"), code=_each("CD"))
    organization = _id("organization", known=False)
    return out | {
        "ED_plain": _object(**{"#": TEXT, "@displayName": TEXT, "@nullFlavor": _NULL}),
        "Sign": _object(**{"@code": _listed("S X I"), "@nullFlavor": _NULL}),
        "Device": device,
        "Organization": _structure(
            id=_each(organization), name=_each("OrganizationName"), **site, standardIndustryClassCode=_each("CD"),
            code=_each("CD"), desc=_each("ED"),
            asOrganizationPartOf=_each(_structure(wholeOrganization=_each("Organization"))),
        ),
        "Place": _structure(
            id=_each(organization), code=_each("CD"), name=_each("OrganizationName"), **site, location=_each("Place"),
            healthCareFacility=_each("Place"), serviceProviderOrganization=_each("Organization"),
        ),
    }  # fmt: skip


def _patient() -> Json:
    guardian = _structure(
        code=_each("CD"), addr=_each("Address_relative"), telecom=_each("Telecom_relative"),
        guardianPerson=_each(_structure(name=_each("Name_relative"))), guardianOrganization=_each("Organization"),
        id=_each(_id("relative", "ID", "relative")),
    )  # fmt: skip
    place = _structure(name=_each(_object(text=masked("HOSPITAL", "patient"))), addr=_each("Address_patient"))
    patient = _structure(
        name=_each("Name_patient"), administrativeGenderCode=_each("CD"), birthTime=_each("TS_birth"),
        maritalStatusCode=_each("CD"), raceCode=_each("CD"), ethnicGroupCode=_each("CD"), guardian=_each(guardian),
        birthplace=_each(_structure(place=_each(place))),
        languageCommunication=_each(_object(
            languageCode=_each("Language"), modeCode=_each("CD"), proficiencyLevelCode=_each("CD"),
            preferenceInd=_each("Flag"), templateId=_each("Template"),
        )),
    )  # fmt: skip
    role = _structure(
        id=_each(_id("Patient", "MEDICAL_RECORD_NUMBER", "patient")), addr=_each("Address_patient"),
        telecom=_each("Telecom_patient"), patient=_each(patient), providerOrganization=_each("Organization"),
    )  # fmt: skip
    return _structure(patientRole=_each(role), templateId=_each("Template"))


# --- Acts -------------------------------------------------------------------------------------------------------------

_ACTS = "structuredBody section entry entryRelationship organizer observation act encounter procedure supply"
_ACTS += " substanceAdministration component observationRange referenceRange precondition criterion serviceEvent"
_ACTS += " consumable manufacturedProduct manufacturedMaterial product specimen specimenRole specimenPlayingEntity"
_CODES = "code priorityCode interpretationCode methodCode targetSiteCode approachSiteCode routeCode confidentialityCode"
_CODES += " administrationUnitCode valueCode dischargeDispositionCode"
_QUANTITIES = "doseQuantity rateQuantity quantity"


def _act() -> Json:
    values = {
        "asked": _DROP | {"part": "question"},
        "value_type": _listed("PQ INT REAL ST ED BL CD CE CV CO CS TS IVL_TS PIVL_TS EIVL_TS IVL_PQ RTO RTO_PQ_PQ"),
        "value_null": _NULL,
        "value_number": _NUMBER | {"part": "answer"},
        "value_unit": _UNIT | {"part": "unit"},
        "value_text": TEXT | {"part": "answer"},
        "value_bool": _listed("true false"),
        "value_coded": _each("CD"),
        "value_time": _each("TS"),
        "value_range": _each("PQ_interval"),
        "value_ratio": _each("Ratio"),
        "narrative": {"type": "string", "format": "xhtml", "rule": "autoDeID"},
    }
    parts = _all(_ACTS, "Act") | _all(_CODES, "CD") | _all(_QUANTITIES, "PQ_interval")
    return {"type": "object", "kind": "AnswerRow"} | {
        "properties": _STRUCTURE | values | parts | {
            "templateId": _each("Template"), "id": _each(_id("act", known=True)), "title": _each("ED"),
            "text": _each("ED"), "statusCode": _each("Status"), "effectiveTime": _each("TS"),
            "languageCode": _each("Language"), "repeatNumber": _each("Count"), "sequenceNumber": _each("Count"),
            "maxDoseQuantity": _each("Ratio"), "expectedUseTime": _each("TS"), "author": _each("Party_clinician"),
            "performer": _each("Party_clinician"), "informant": _each("Party_other"),
            "subject": _each("Party_relative"),
            "participant": _each("Party_other"), "name": _each("Product"), "desc": _each("ED"),
            "lotNumberText": _each(_object(**{"#": masked("DEVICE_ID", known=False)})),
            "manufacturerOrganization": _each("Organization"), "independentInd": _each("Flag"),
            "nonXMLBody": _each(_structure(text=_each("ED"), confidentialityCode=_each("CD"))),
        }
    }  # fmt: skip


def make_document() -> Json:
    """Return the schema document of a CDA document."""
    document = _id("document", known=True)
    parent = _structure(id=_each(document), setId=_each(document), versionNumber=_each("Count"), code=_each("CD"))
    encounter = _structure(
        id=_each(_id("Encounter", "FIN", "patient")), code=_each("CD"), effectiveTime=_each("TS"),
        dischargeDispositionCode=_each("CD"), responsibleParty=_each("Party_clinician"),
        encounterParticipant=_each("Party_clinician"), location=_each("Place"),
    )  # fmt: skip
    # The time of a service in a summary often ends with the export, which is the same day for many patients.
    service = _structure(
        id=_each(_id("act", known=True)), code=_each("CD"), effectiveTime=_each("TS_issued"),
        templateId=_each("Template"), performer=_each("Party_clinician"),
    )  # fmt: skip
    order = _structure(id=_each(_id("order")), code=_each("CD"), priorityCode=_each("CD"))
    root = _structure(
        realmCode=_each(_object(**{"@code": _listed("US UV CA GB DE AU NL AT CH")})),
        typeId=_each(_object(**{"@root": _listed("2.16.840.1.113883.1.3"), "@extension": _listed("POCD_HD000040")})),
        templateId=_each("Template"), id=_each(document), setId=_each(document), versionNumber=_each("Count"),
        code=_each("CD"), title=_each("ED"), effectiveTime=_each("TS_issued"), confidentialityCode=_each("CD"),
        languageCode=_each("Language"), recordTarget=_each("RecordTarget"), participant=_each("Party_relative"),
        informant=_each("Party_other"), custodian=_each("Party_site"),
        **_all("author dataEnterer legalAuthenticator authenticator informationRecipient", "Party_clinician"),
        inFulfillmentOf=_each(_structure(order=_each(order))),
        documentationOf=_each(_structure(serviceEvent=_each(service))),
        relatedDocument=_each(_structure(parentDocument=_each(parent))),
        componentOf=_each(_structure(encompassingEncounter=_each(encounter))), component=_each("Act"),
    )  # fmt: skip
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "cda/ClinicalDocument",
        "version": "1.0.0",
        "description": "A CDA document (C-CDA) as schemas/exchange/cda_read.py reads it",
        "dataType": "cdaDocument",
        "subject": ["patient_id"],
        "noteDate": "document_date",
        "type": "object",
        "properties": {
            "patient_id": hashed("Patient", "MEDICAL_RECORD_NUMBER", "patient", known=True),
            "document_date": masked("ADMINISTRATIVE_DATE", format="dateTime", known=False),
            "document": root,
        },
        "$defs": _datatypes() | _parties() | {"RecordTarget": _patient(), "Act": _act()},
    }


if __name__ == "__main__":
    write_document("schemas.cda_build", "ClinicalDocument.json", make_document)
