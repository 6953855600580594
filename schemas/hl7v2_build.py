"""Generates the schema document of HL7 v2 messages: python -m schemas.hl7v2_build OUT

The document is committed, so that a person can read every rule; a test generates it again and compares. Which fields
have which datatype is listed in `schemas.exchange.hl7v2_fields`; what a datatype lets through is written here.
"""

from __future__ import annotations

import re

from schemas.build_rules import CODED, TEXT, Json, hashed, masked, passing, write_document
from schemas.exchange.hl7v2_fields import FIELDS, SYSTEMS, VALUES
from schemas.fhir_build.codes import PASSING

_CODE: Json = {"type": "string", "format": "code", "rule": "passThrough", "check": "words"}
_DROP: Json = {"rule": "drop"}


def _listed(*values: str) -> Json:
    return {"type": "string", "rule": "passThrough", "enum": list(dict.fromkeys(values))}


def _dated(entity: str) -> Json:
    # A day of bookkeeping is no known value: texts name the same day as that of the visit.
    more: Json = {"known": False} if entity == "ADMINISTRATIVE_DATE" else {}
    return masked(entity, "patient" if entity.endswith("_TIME") else None, format="dateTime", **more)


# --- Lists of codes (HL7 v2, chapters 2 to 7) -------------------------------------------------------------------------

_MESSAGES = "ACK ADT BAR DFT MDM MFN OML OMG ORM ORR ORU ORL OUL PPR QBP RAS RDE RDS RSP SIU VXU"
_SHEETS = "ASCII 8859/1 8859/2 8859/3 8859/4 8859/5 8859/6 8859/7 8859/8 8859/9 8859/15|UNICODE UTF-8|UNICODE"
_NUMBER_TYPES = (
    "AN ANON APRN BA BC BR CC CY DL DN DR DS EI EN FI GI GN HC JHN LN LR MA MC MCN MD MI MR MRT MS NE NH NI NII NNxxx "
    "NP NPI PEN PI PN PPN PRN PT QA RI RN RPH RR RRI SL SR SS U UPIN VN VS WC WCN XX MRN CSN FIN DEA SB MB SN"
)
_TITLES = [t for title in PASSING["HumanName.prefix"]["enum"] for t in (title, title.upper())]
_DEGREES = [d for degree in PASSING["HumanName.suffix"]["enum"] for d in (degree, degree.upper())]
_SUFFIXES = ["Jr", "Jr.", "JR", "Sr", "Sr.", "SR", "II", "III", "IV", *_DEGREES]
_ADDRESS_TYPES = "BA BDL BI BR C F H L M N O P RH S SH V"
_STATUSES = "A B C CA CM CS D DC ER F HD I IP IR N O P R RP S SC SF U V W X Y Z"
_FLAGS = "L H LL HH < > N A AA U D B W S R I MS VS POS NEG IND DET ND NR RR WR AC TOX SYN-R NS SDD EX HX LX"
_CONTROLS = "AF CA CH CN CR DC DE DF DR FU HD HR LI MC NA NW OC OD OE OF OH OK OP OR PA PR RE RF RL RO RP RQ RR RU SC SN SR SS UA UC UD UF UH UM UN UR UX XO XR XX"  # noqa: E501

# --- Datatypes --------------------------------------------------------------------------------------------------------

_SIMPLE: dict[str, Json] = {
    "PT": _listed("P", "T", "D"),
    "VID": passing(r"2\.[0-9](\.[0-9])?"),
    "SEQUENCE": passing("[0-9]{1,6}"),
    "ACK": _listed("AL", "NE", "ER", "SU", "AA", "AE", "AR", "CA", "CE", "CR"),
    "CHARSET": _listed(*_SHEETS.replace("|", " ").split(), *_SHEETS.split("|")[1:]),
    "EVENT": passing("[A-Z][0-9]{2}"),
    "SHORT": _CODE,
    "SEX": _listed(*"MFOUANX"),
    "YES": _listed("Y", "N"),
    "CLASS": _listed(*"IOEPRBCNU"),
    "CONTROL": _listed(*_CONTROLS.split()),
    "STATUS": _listed(*_STATUSES.split()),
    "TYPE": _listed(*VALUES, "ED", "RP", "CQ", "MO", "CP", "DR", "NA", "MA"),
    "SUBID": passing(r"[0-9]{1,4}(\.[0-9]{1,4}){0,3}"),
    "FLAG": _listed(*_FLAGS.split()),
    "NUMBER": passing(r"[0-9]{1,6}(\.[0-9]{1,6})?"),
    "TEXT": TEXT,
    "COUNTY": masked("COUNTY", "patient"),
    "PLACE": masked("ADDRESS", "patient"),
    "DLN": masked("DRIVER_ID_US", "patient"),
    "MEMBER": hashed("member", "HEALTH_PLAN_ID", "patient", known=True),
}
# Class of ids -> entity, role, and whether texts are searched for the id.
_IDS: dict[str, tuple[str, str | None, bool]] = {
    "Patient": ("MEDICAL_RECORD_NUMBER", "patient", True), "account": ("FIN", "patient", True),
    "Encounter": ("FIN", "patient", True), "member": ("HEALTH_PLAN_ID", "patient", True),
    "relative": ("ID", "relative", True), "employee": ("ID", "other", True), "order": ("ID", "patient", True),
    "document": ("ID", "patient", True), "device": ("DEVICE_ID", "patient", True), "other": ("ID", "patient", True),
    "payer": ("ID", None, False), "role": ("ID", None, False), "message": ("ID", None, False),
}  # fmt: skip
_AUTHORITY = hashed("authority")


def _authority(number: int) -> Json:
    return {
        str(number): _AUTHORITY, f"{number}.2": _AUTHORITY,
        f"{number}.3": _listed("ISO", "DNS", "GUID", "UUID", "URI", "L", "M", "N", "HCD", "HL7", "CLIA", "x500"),
    }  # fmt: skip


def _name(first: int, entity: str, role: str) -> Json:
    """Return the components of a person's name, of which the surname is number `first`."""
    family, given = masked(entity, role, part="family"), masked(entity, role, part="given")
    parts = (family, given, given, _listed(*_SUFFIXES), _listed(*_TITLES), _listed(*_DEGREES))
    return {str(first + i): part for i, part in enumerate(parts)}


_CODING: Json = {
    "type": "object",
    "kind": "Coding",
    "properties": CODED | {"name": passing("|".join((*map(re.escape, SYSTEMS), "HL7[0-9]{4}")))},
}
_CODED: Json = dict.fromkeys("13468", _CODE) | dict.fromkeys("259", TEXT) | {"first": _CODING, "second": _CODING}
_CLINICIAN: Json = hashed("Practitioner", "CERTIFICATE_NUMBER", "clinician")
_NAMES = _listed(*"ABCDILMNPRSTUVK")


def _object(datatype: str) -> Json:
    """Return the schema of one repetition."""
    kind, _, of = datatype.partition(":")
    if kind in _SIMPLE:
        return {"properties": {"1": _SIMPLE[kind]}}
    if kind in ("TS", "DR"):
        return {"properties": dict.fromkeys("12"[: 2 if kind == "DR" else 1], _dated(of or "DATE"))}
    if kind == "XPN":
        name = _name(1, "PATIENT" if of == "patient" else "PERSON", of)
        return {"kind": "HumanName", "properties": name | {"7": _NAMES}}
    if kind == "XCN":
        number = {"1": _CLINICIAN, "10": _NAMES, "13": _listed(*_NUMBER_TYPES.split())}
        return {"kind": "HumanName", "properties": number | _name(2, "DOCTOR", "clinician") | _authority(9)}
    if kind == "NDL":
        parts = _name(2, "DOCTOR", "clinician")
        name = {f"1.{number}": rule for number, rule in parts.items()} | {"1": _CLINICIAN}
        return {"kind": "HumanName", "properties": name | dict.fromkeys("23", _dated("DATE"))}
    if kind == "XAD":
        address: tuple[tuple[str, str, str], ...] = (
            ("1", "STREET", "line"),
            ("2", "STREET", "line"),
            ("3", "CITY", "city"),
            ("4", "STATE", "state"),
        )
        address += (("5", "ZIP", "postalCode"), ("6", "COUNTRY", "country"), ("9", "COUNTY", "district"))
        lines = {number: masked(entity, of, part=part) for number, entity, part in address}
        return {
            "kind": "Address",
            "properties": lines | {"7": _listed(*_ADDRESS_TYPES.split())},
        }
    return {"properties": _plain(kind, of)}


def _plain(kind: str, of: str) -> Json:
    """Return the components of a datatype without a handler."""
    if kind in ("CX", "EI", "EIP", "ID"):
        entity, role, known = _IDS[of or "order"]
        number = hashed(of or "order", entity, role, known=known)
        if kind == "EIP":
            return {"1": number, "2": number, **{f"{i}.{j}": _AUTHORITY for i in (1, 2) for j in (2, 3)}}
        if kind == "EI":
            return {"1": number, "2": _AUTHORITY, "3": _AUTHORITY, "4": _authority(4)["4.3"]}
        return {"1": number, "5": _listed(*_NUMBER_TYPES.split())} | _authority(4) | _authority(6)
    if kind == "XTN":
        phone = masked("TELEPHONE_NUMBER", of)
        uses, kinds = (
            "ASN BPN EMR NET ORN PRN VHN WPN PRS",
            "BP CP FX Internet MD PH SAT TDD TTY X.400 internet INTERNET",
        )
        own = {"1": phone, "2": _listed(*uses.split()), "3": _listed(*kinds.split()), "4": masked("EMAIL", of)}
        return own | {"12": phone}
    if kind == "SSN":
        return {"1": masked("SSN_OR_TAXPAYER", of)}
    if kind == "XON":
        entity = "ORGANIZATION" if of in ("payer", "other") else "HOSPITAL"
        return {"1": masked(entity, of), "3": _AUTHORITY, "10": _AUTHORITY} | _authority(6)
    if kind == "HD":
        return _authority(1) | {"2": _AUTHORITY, "3": _authority(1)["1.3"]}
    if kind == "PL":
        place = hashed("location")
        return {"1": place, "2": place, "3": place, "6": _CODE} | _authority(4)
    if kind == "MSG":
        return {"1": _listed(*_MESSAGES.split()), "2": _SIMPLE["EVENT"], "3": passing("[A-Z]{3}_[A-Z][0-9]{2}|ACK")}
    if kind == "SPS":
        return {"1": _CODE, "1.2": TEXT, "1.3": _CODE} | dict.fromkeys("23", TEXT) | {"4": _CODE, "4.2": TEXT}
    assert kind == "CE", kind
    return _CODED


def _repeated(datatype: str) -> Json:
    return {"type": "array", "items": {"$ref": f"#/$defs/{datatype.replace(':', '_')}"}}


# --- Segments ---------------------------------------------------------------------------------------------------------

_NULL = _listed('""')
_PUNCTUATION = r"[!#$%&'()*+,\-./:;=?@\[\\\]^_`{|}~]"
_NUMBER = {"type": "number", "rule": "passThrough"}
_OBX: Json = {
    "3q": _DROP | {"type": "string", "part": "question"},
    "5n": _NUMBER | {"part": "answer"},
    "5s": passing(r"(<|>|<=|>=|=|<>)?\s?[0-9]{1,6}(\.[0-9]{1,6})?") | {"part": "answer"},
    "5sn": {
        "type": "object",
        "properties": {
            "1": _listed("<", ">", "<=", ">=", "=", "<>"), "2": _NUMBER, "3": _listed(*"-+/.:"), "4": _NUMBER,
        },
    },
    "5t": TEXT | {"part": "answer"},
    "5time": passing("([01][0-9]|2[0-3])[0-5][0-9]([0-5][0-9])?"),
    "5withheld": _DROP | {"type": "string"},
    "6u": {"type": "string", "rule": "passThrough", "check": "unit", "part": "unit"},
    "6t": {"type": "string", "rule": "passThrough", "check": "unit"},
    "6s": _CODE,
    "7n": passing(r"(<|>|<=|>=)?\s?-?[0-9]{1,6}(\.[0-9]{1,4})?(\s?-\s?[0-9]{1,6}(\.[0-9]{1,4})?)?"),
    "7t": TEXT,
}  # fmt: skip
_NOTED = ("VALUE", "UNIT", "RANGE", "NOTE")  # fields whose keys are named above


def _segment(name: str, fields: dict[str, str]) -> Json:
    own: Json = {}
    for number, datatype in fields.items():
        if datatype == "SEPARATOR":
            own[number] = passing(_PUNCTUATION)
        elif datatype == "ENCODING":
            own[number] = passing(_PUNCTUATION + "{4}")
        elif datatype not in _NOTED:
            own[number] = _repeated(datatype)
        own[f"{number}null"] = _NULL
    if text := {"OBX": "5", "NTE": "3"}.get(name):
        own |= {f"{text}x": {"type": "string", "format": "xhtml", "rule": "autoDeID"}, f"{text}j": _listed("joined")}
    if name != "OBX":
        return {"type": "object", "properties": own}
    values = {v for v in VALUES.values() if v not in ("TEXT", "NUMBER", "TIME")}
    own |= _OBX | {f"5{v.partition(':')[0].lower()}": _repeated(v) for v in sorted(values)}
    return {"type": "object", "kind": "AnswerRow", "properties": own}


def make_document() -> Json:
    """Return the schema document of a message."""
    listed = {t for fields in FIELDS.values() for t in fields.values()} | set(VALUES.values())
    used = sorted(listed - {*_NOTED, "SEPARATOR", "ENCODING", "NUMBER", "TIME"} | {"NUMBER", "TEXT"})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "hl7v2/message",
        "version": "1.0.0",
        "description": "An HL7 v2 message as schemas/exchange/hl7v2_read.py reads it",
        "dataType": "hl7v2Message",
        "subject": ["patient_id"],
        "noteDate": "message_date",
        "type": "object",
        "properties": {
            "patient_id": hashed("Patient", "MEDICAL_RECORD_NUMBER", "patient", known=True),
            "message_date": _dated("ADMINISTRATIVE_DATE"),
            "segments": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {name: _segment(name, fields) for name, fields in FIELDS.items()},
                },
            },
        },
        "$defs": {t.replace(":", "_"): {"type": "object"} | _object(t) for t in used},
    }


if __name__ == "__main__":
    write_document("schemas.hl7v2_build", "message.json", make_document)
