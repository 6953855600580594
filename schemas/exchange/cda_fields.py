"""Lists how elements of CDA documents are read and written: which hold times, codes, and the parts of names."""

from __future__ import annotations

V3 = "urn:hl7-org:v3"
XSI = "http://www.w3.org/2001/XMLSchema-instance"

TIMES = frozenset(
    "effectiveTime time birthTime availabilityTime activityTime expectedUseTime phase useablePeriod".split()  # noqa: SIM905
)
"""Elements that hold a point in time or an interval, whose ends are their children."""
ENDS = frozenset({"low", "high", "center"})

NAME_PARTS = ("prefix", "given", "family", "suffix")
ADDRESS_PARTS = (
    "houseNumber", "streetName", "streetAddressLine", "additionalLocator", "unitID", "postBox", "city", "precinct",
    "county", "state", "postalCode", "country",
)  # fmt: skip
SCHEMES = {"tel": "phone", "fax": "fax", "mailto": "email", "http": "url", "https": "url"}
"""Maps the scheme of a telecom value to the key under which the rest of the value stands."""

# Root of codes -> the url of the system and its name.
SYSTEMS = {
    "2.16.840.1.113883.6.1": ("http://loinc.org", "LOINC"),
    "2.16.840.1.113883.6.96": ("http://snomed.info/sct", "SNOMED CT"),
    "2.16.840.1.113883.6.88": ("http://www.nlm.nih.gov/research/umls/rxnorm", "RxNorm"),
    "2.16.840.1.113883.6.90": ("http://hl7.org/fhir/sid/icd-10-cm", "ICD-10-CM"),
    "2.16.840.1.113883.6.3": ("http://hl7.org/fhir/sid/icd-10", "ICD-10"),
    "2.16.840.1.113883.6.103": ("http://hl7.org/fhir/sid/icd-9-cm", "ICD-9-CM"),
    "2.16.840.1.113883.12.292": ("http://hl7.org/fhir/sid/cvx", "CVX"),
    "2.16.840.1.113883.6.69": ("http://hl7.org/fhir/sid/ndc", "NDC"),
    "2.16.840.1.113883.6.12": ("http://www.ama-assn.org/go/cpt", "CPT"),
    "2.16.840.1.113883.6.238": ("urn:oid:2.16.840.1.113883.6.238", "Race & Ethnicity - CDC"),
    "2.16.840.1.113883.5.1": ("http://terminology.hl7.org/CodeSystem/v3-AdministrativeGender", "AdministrativeGender"),
    "2.16.840.1.113883.5.2": ("http://terminology.hl7.org/CodeSystem/v3-MaritalStatus", "MaritalStatus"),
    "2.16.840.1.113883.5.4": ("http://terminology.hl7.org/CodeSystem/v3-ActCode", "ActCode"),
    "2.16.840.1.113883.5.6": ("http://terminology.hl7.org/CodeSystem/v3-ActClass", "ActClass"),
    "2.16.840.1.113883.5.25": ("http://terminology.hl7.org/CodeSystem/v3-Confidentiality", "Confidentiality"),
    "2.16.840.1.113883.5.83": (
        "http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation", "ObservationInterpretation",
    ),
    "2.16.840.1.113883.5.88": (
        "http://terminology.hl7.org/CodeSystem/v3-ParticipationFunction", "ParticipationFunction",
    ),
    "2.16.840.1.113883.5.111": ("http://terminology.hl7.org/CodeSystem/v3-RoleCode", "RoleCode"),
    "2.16.840.1.113883.5.110": ("http://terminology.hl7.org/CodeSystem/v3-RoleClass", "RoleClass"),
    "2.16.840.1.113883.5.112": (
        "http://terminology.hl7.org/CodeSystem/v3-RouteOfAdministration", "RouteOfAdministration",
    ),
    "2.16.840.1.113883.5.1008": ("http://terminology.hl7.org/CodeSystem/v3-NullFlavor", "NullFlavor"),
}  # fmt: skip
ROOT_OF = {url: root for root, (url, _) in SYSTEMS.items()}

# Elements of CDA's narrative -> the elements of XHTML as which they are read.
NARRATIVE = {
    "paragraph": "p", "content": "span", "list": "ul", "item": "li", "caption": "caption", "table": "table",
    "thead": "thead", "tbody": "tbody", "tfoot": "tfoot", "tr": "tr", "th": "th", "td": "td", "col": "col",
    "colgroup": "colgroup", "br": "br", "sub": "sub", "sup": "sup", "footnote": "small", "linkHtml": "q",
}  # fmt: skip
STRUCDOC = {xhtml: own for own, xhtml in NARRATIVE.items() if own != "linkHtml"} | {"q": "content", "small": "content"}
