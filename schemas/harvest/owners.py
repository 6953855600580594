"""Tells whose values a resource holds, by its type and by the field of a reference."""

from __future__ import annotations

from dataclasses import dataclass

from redactor.entities import Entity, Role

_E, _R = Entity, Role


@dataclass(frozen=True, slots=True)
class Owner:
    """The owner of a resource's values: the entity of the owner's names, the role, and whether they belong to
    the site.
    """

    name: Entity
    role: Role
    site: bool = False


SUBJECT = Owner(_E.PATIENT, _R.PATIENT)
RELATIVE = Owner(_E.PERSON, _R.RELATIVE)
CLINICIAN = Owner(_E.DOCTOR, _R.CLINICIAN, site=True)
SITE = Owner(_E.PERSON, _R.SITE, site=True)
OTHER = Owner(_E.PERSON, _R.OTHER)

# Of types that are not listed the subject is the owner.
OWNERS = {
    "Patient": SUBJECT,
    "Person": SUBJECT,
    "RelatedPerson": RELATIVE,
    "Practitioner": CLINICIAN,
    "PractitionerRole": CLINICIAN,
    "Organization": SITE,
    "OrganizationAffiliation": SITE,
    "Location": SITE,
    "HealthcareService": SITE,
    "Endpoint": SITE,
    "CareTeam": OTHER,
}
# Types whose names are people's.
PEOPLE = {"Patient": SUBJECT, "Person": SUBJECT, "RelatedPerson": RELATIVE, "Practitioner": CLINICIAN}
PEOPLE["PractitionerRole"] = CLINICIAN
# Types whose names are organisations' or places'; the entity where the name itself does not tell.
PLACES = {
    "Organization": _E.ORGANIZATION,
    "Location": _E.LOCATION,
    "HealthcareService": _E.ORGANIZATION,
    "Endpoint": _E.ORGANIZATION,
}
# The type that a reference refers to, by its field, where the reference itself does not say.
TYPE_OF_FIELD = {
    "subject": "Patient", "patient": "Patient", "beneficiary": "Patient", "subscriber": "RelatedPerson",
    "individual": "Practitioner", "author": "Practitioner", "performer": "Practitioner",
    "requester": "Practitioner", "recorder": "Practitioner",
    "asserter": "Practitioner", "practitioner": "Practitioner", "authenticator": "Practitioner",
    "generalPractitioner": "Practitioner", "participant": "Practitioner", "sender": "Practitioner",
    "serviceProvider": "Organization", "organization": "Organization", "custodian": "Organization",
    "managingOrganization": "Organization", "provider": "Organization", "payor": "Organization", "location": "Location",
}  # fmt: skip
# Fields by which a resource refers to somebody else than its subject, with the types that have them.
PERSON_FIELDS = {
    "subscriber": frozenset({"Coverage"}),
    "policyHolder": frozenset({"Coverage"}),
    "party": frozenset({"Account"}),
}
