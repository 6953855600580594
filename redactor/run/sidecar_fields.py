"""This module reads the fields of a recording's sidecar as call centres, dictation systems and recorders write them.

`normal_fields` renames them as in the schema `records/recording`. A field that the schema lacks keeps its name, so that
the schema drops and counts it.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from redactor.dates import parse_day
from schemas.engine.primitives import scalar_text
from schemas.engine.records import Reason, RecordError

# These are the spellings of each field, the preferred one first.
_SPELLINGS: Mapping[str, str] = {
    "recording_id": "recordingid callid callsid dictationid interactionid contactid sessionid jobid audioid"
    " uuid guid id",
    "patient_id": "patientid patid pid subjectid patientfhirid fhirpatientid patientidentifier patientreference",
    "mrn": "mrn patientmrn medicalrecordnumber medrecnumber medrecno chartnumber patientnumber",
    "encounter_id": "encounterid encounter visitid visit visitnumber csn encountercsn episodeid",
    "order_id": "orderid ordernumber accession accessionid accessionnumber accessionno",
    "member_id": "memberid membernumber subscriberid policynumber healthplanid insuranceid",
    "account_number": "accountnumber accountno accountid patientaccount patientaccountnumber",
    "device_id": "deviceid device deviceserial serialnumber workstation workstationid stationid",
    "patient_name": "patientname patientfullname membername subjectname",
    "birth_date": "birthdate dateofbirth dob patientdob patientbirthdate patientdateofbirth bday",
    "patient_phone": "patientphone patientphonenumber patienttelephone phone phonenumber telephone mobile",
    "patient_email": "patientemail email emailaddress",
    "caller_name": "callername caller callerfullname",
    "caller_number": "callernumber callerid callerphone callerphonenumber ani from fromnumber cli",
    "called_number": "callednumber dnis to tonumber dialednumber",
    "clinicians": "clinicians clinician clinicianname provider providername providers physician physicianname doctor"
    " doctorname dictator dictatorname dictatedby dictatingphysician dictatingprovider author authorname attending"
    " attendingphysician surgeon nurse nursename therapist agent agentname operator operatorname interviewer"
    " transcriptionist transcribedby referringphysician orderingprovider speakername user username",
    "facility": "facility facilityname site sitename clinic clinicname hospital hospitalname location locationname",
    "date": "date recordingdate recordeddate recordedat recordedon recordingtime recordingstart datetime timestamp"
    " calldate calldatetime callstart callstarttime dictationdate dictateddate dictatedat starttime startdate"
    " startdatetime startedat start created createdat creationdate",
    "end_date": "enddate endtime enddatetime endedat end callend callendtime recordingend",
    "service_date": "servicedate dateofservice dos encounterdate visitdate appointmentdate examdate",
    "language": "language lang languagecode locale spokenlanguage",
    "recording_type": "recordingtype type worktype documenttype notetype calltype dictationtype",
    "channels": "channels speakers participants parties tracks",
    "notes": "notes note comments comment description remarks remark summary reason reasonforcall callreason title"
    " instructions",
}  # fmt: skip
_FIELD_OF = {spelling: field for field, spellings in _SPELLINGS.items() for spelling in spellings.split()}
_RANK = {spelling: rank for rank, spelling in enumerate(_FIELD_OF)}
_PATIENT_MEMBERS: Mapping[str, str] = {
    "id": "patient_id", "identifier": "patient_id", "reference": "patient_id", "name": "patient_name",
    "fullname": "patient_name", "display": "patient_name", "phone": "patient_phone", "email": "patient_email",
}  # fmt: skip
_PATIENT_OBJECTS = frozenset({"patient", "subject", "member"})
_VISIT_OBJECTS = frozenset({"encounter", "visit"})
_IDENTIFYING = frozenset({"patient_id", "mrn", "patient_name", "birth_date"})
_LISTS = frozenset({"clinicians", "notes"})
_DATES = frozenset({"birth_date", "date", "end_date", "service_date"})
_GIVEN = frozenset({"firstname", "patientfirstname", "given", "givenname", "first"})
_FAMILY = frozenset({"lastname", "patientlastname", "family", "familyname", "last", "surname"})
_ROLES: Mapping[str, str] = {
    **dict.fromkeys(("patient", "member", "client", "customer", "subject"), "patient"),
    **dict.fromkeys(("clinician", "doctor", "physician", "provider", "nurse", "therapist", "dictator"), "clinician"),
    **dict.fromkeys(("agent", "operator", "representative", "rep", "dispatcher", "receptionist"), "agent"),
    **dict.fromkeys(("relative", "caregiver", "carer", "parent", "guardian", "spouse", "family"), "relative"),
    **dict.fromkeys(("interpreter", "translator"), "interpreter"),
    **dict.fromkeys(("system", "ivr", "bot"), "system"),
    **dict.fromkeys(("other", "caller", "unknown"), "other"),
}
# The role decides the field, and so the entity, of a name: a person who is named twice gets one stand-in.
_NAME_FIELD_BY_ROLE: Mapping[str, str] = {
    "patient": "patient_name",
    "clinician": "clinician_name",
    "agent": "clinician_name",
}
_LANGUAGES: Mapping[str, str] = {"english": "en", "spanish": "es", "french": "fr", "german": "de", "portuguese": "pt"}
_MAX_DATE_LENGTH = 100  # characters
_ISO = re.compile(r"\d{4}-\d\d-\d\d(?:$|[T ])")
_EPOCH = re.compile(r"\d{10}|\d{13}")
_WORD = re.compile(r"\w{2,}")
_SEPARATORS = re.compile(r"[\W_]+")


def normal_fields(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields under the names of the schema; a second call changes nothing.

    If two spellings of one field have different values, the preferred one counts. Raises RecordError with
    DUPLICATE_KEYS and the schema's name of the field if the two identify different patients.
    """
    out: dict[str, Any] = {}
    given: list[str] = []
    family: list[str] = []
    fields = [found for key, value in data.items() for found in _parts(key, value)]
    # By rank, so that the order of the keys, which differs between exports, decides nothing.
    for field, part in sorted(fields, key=_rank):
        plain = _key_form(field)
        name = field if field in _SPELLINGS else _FIELD_OF.get(plain)
        if plain in _GIVEN or plain in _FAMILY:
            (given if plain in _GIVEN else family).extend(_texts(part))
        elif name is None:
            out.setdefault(field, part)
        else:
            _set_field(out, name, field, _read_value(name, part))
    if given or family:
        _set_field(out, "patient_name", "patient_name", " ".join((*given, *family)))
    return out


def _rank(found: tuple[str, Any]) -> tuple[int, str, str]:
    field, part = found
    return _RANK.get(_key_form(field), len(_RANK)), field, json.dumps(part, sort_keys=True, default=str)


def _key_form(key: str) -> str:
    return _SEPARATORS.sub("", key).lower()


def _parts(key: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield a field, or the fields of an object that stands for the patient or the visit."""
    plain = _key_form(key)
    if isinstance(value, dict) and plain in _PATIENT_OBJECTS | _VISIT_OBJECTS:
        for inner, part in value.items():
            if plain in _VISIT_OBJECTS:
                name = "encounter_id" if _key_form(inner) in ("id", "number", "reference") else inner
            else:
                name = _PATIENT_MEMBERS.get(_key_form(inner), inner)
            if name == "patient_name" and isinstance(part, dict):
                yield from part.items()
            else:
                yield name, part
    elif plain == "patient" and isinstance(value, str | int):
        # A word may be an id or a name. As a name it joins nothing to a patient, and is searched for all the same.
        yield "patient_id" if any(map(str.isdigit, str(value))) else "patient_name", value
    else:
        yield key, value


def _texts(value: Any) -> list[str]:
    items = value if isinstance(value, list) else [value]
    return [item.strip() for item in items if isinstance(item, str) and item.strip()]


def _set_field(out: dict[str, Any], name: str, field: str, value: Any) -> None:
    """Set a field.

    If two spellings differ the first counts, unless the field identifies somebody, which raises RecordError.
    """
    before = out.get(name)
    if name in _LISTS and isinstance(before, list) and isinstance(value, list):
        before.extend(item for item in value if item not in before)
    elif is_empty(before):
        out[name] = value
    elif not is_empty(value) and not _are_equal(before, value):
        if name in _IDENTIFYING and not (name == "patient_name" and _share_a_word(before, value)):
            raise RecordError(Reason.DUPLICATE_KEYS, f"recording.{name}")
        out.setdefault(field, value)


def is_empty(value: Any) -> bool:
    """Return whether a field holds no value."""
    return value is None or value == [] or (isinstance(value, str) and not value.strip())


def _are_equal(one: Any, other: Any) -> bool:
    texts = [scalar_text(value) for value in (one, other)]
    return one == other or (None not in texts and len({(t or "").strip().casefold() for t in texts}) == 1)


def _share_a_word(one: Any, other: Any) -> bool:
    """Return whether two names may belong to one person, such as "Quimby, Zorb" and "Zorb Quimby"."""
    words = [set(_WORD.findall(str(value).casefold())) for value in (one, other)]
    return not words[0].isdisjoint(words[1])


def _read_value(name: str, value: Any) -> Any:
    if name in _LISTS:
        items = value if isinstance(value, list) else [value]
        return [_name_of(item) if name == "clinicians" else item for item in items if not is_empty(item)]
    if name == "channels":
        return _channels(value)
    if name in _DATES:
        return _date(value)
    if name == "language" and isinstance(value, str):
        return _LANGUAGES.get(_key_form(value), value.strip().replace("_", "-"))
    if name in ("patient_id", "encounter_id") and isinstance(value, str):
        return value.strip().removeprefix("Patient/").removeprefix("Encounter/")
    return value.strip() if isinstance(value, str) else value


def _name_of(value: Any) -> Any:
    """Return the name in an object such as {"name": ..., "id": ...}; other values stay as they are."""
    if isinstance(value, dict):
        named = next((v for k, v in value.items() if _key_form(k) in ("name", "fullname", "display")), None)
        texts = [t for group in (_GIVEN, _FAMILY) for k, v in value.items() if _key_form(k) in group for t in _texts(v)]
        return named if isinstance(named, str) else " ".join(texts) or value
    return value


def _channels(value: Any) -> Any:
    """Return objects with role and name, in the order of the channels; a mere number of channels gives [].

    The names of patients and of clinicians have fields of their own.
    """
    if isinstance(value, int) or (isinstance(value, str) and value.strip().isdigit()):
        return []
    if isinstance(value, dict):
        value = [v for _, v in sorted(value.items()) if v is not None]
    if not isinstance(value, list):
        return value
    return [_channel(item) for item in value]


def _channel(item: Any) -> Any:
    if isinstance(item, str):
        role = _ROLES.get(_key_form(item))
        return {"role": role} if role is not None else {"name": item.strip()}
    if not isinstance(item, dict):
        return item
    out = {
        k: v for k, v in item.items() if _key_form(k) not in ("role", "type", "speaker", "name", "fullname", "display")
    }
    for key, value in item.items():
        plain = _key_form(key)
        role = _ROLES.get(_key_form(value)) if isinstance(value, str) else None
        if plain in ("role", "type", "speaker") and role is not None:
            out["role"] = role
        elif plain in ("name", "fullname", "display", "speaker", "role") and not is_empty(value):
            out.setdefault("name", value)  # a name in the field of a role is a name all the same
    if "name" not in out and isinstance(name := _name_of(item), str):
        out["name"] = name
    name_field = _NAME_FIELD_BY_ROLE.get(out.get("role", ""))
    if name_field is not None and "name" in out and name_field not in out:
        out[name_field] = out.pop("name")
    return out


def _date(value: Any) -> Any:
    """Return a date or date-time as ISO 8601; other values stay, for the schema to leave out."""
    text = scalar_text(value)
    if text is None or isinstance(value, bool):
        return value
    text = text.strip()
    if _EPOCH.fullmatch(text):
        seconds = int(text) // (1000 if len(text) == 13 else 1)
        return dt.datetime.fromtimestamp(seconds, dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if _ISO.match(text):
        return text
    day = parse_day(text) if len(text) < _MAX_DATE_LENGTH else None
    return text if day is None else day.isoformat()
