"""Lists the codes, strings and uris that pass, with the form that each must have.

The models truncate long lists of codes (they end in "+"); those are given here in full, from FHIR R4 (4.0.1) and R5.
"""

from __future__ import annotations

from typing import Any


def _codes(text: str) -> dict[str, Any]:
    return {"enum": text.split()}


_LANGUAGE = {"check": "language"}
_MIME = {"check": "mime"}
_UCUM = {"check": "ucum"}
_UNIT = {"check": "unit"}
_SYSTEM = {"check": "knownSystem"}
_TYPE = {"check": "typeName"}
_COMPARATOR = _codes("< <= >= > ad")
_CURRENCY = {"check": "currency"}
_OBSERVATION_STATUS = _codes(
    "registered specimen-in-process preliminary final amended corrected appended cancelled entered-in-error unknown "
    "cannot-be-obtained"
)
_ENCOUNTER_STATUS = _codes(
    "planned arrived triaged in-progress onleave finished cancelled entered-in-error unknown on-hold discharged "
    "completed discontinued"
)
_CONTRACT_STATUS = _codes(
    "amended appended cancelled disputed entered-in-error executable executed negotiable offered policy rejected "
    "renewed revoked resolved terminated"
)
_UNITS_OF_AGE = "a y yr yrs year years mo mos month months wk wks week weeks d day days h hr hrs hour hours min minutes"
_TITLES = "Mr Mr. Mrs Mrs. Ms Ms. Miss Mx Mx. Dr Dr. Prof Prof. Herr Frau Fr. Hr. M. Mme Mlle Sr. Sra. Srta. Don Doña"
_DEGREES = (
    "MD M.D. DO D.O. PhD Ph.D. PharmD DDS DMD RN R.N. NP PA PA-C CNP FNP FNP-BC CRNA CNM LCSW MSW LPN JD J.D. MPH MSc "
    "MS MA BA BSc MBA DNP DPT PT OT SLP FACC FACP FACS FAAP Esq Esq."
)
_SAMPLE = r"([+-]?[0-9]{1,6}(\.[0-9]{1,9})?|[EUL])"
# Not the other letters of IUPAC, nor N in a short sequence, nor T with U: MURRAY, TANG and CANTU are names.
_GENOMIC = {"pattern": r"[ACGTacgt*.-]{1,200}|[ACGUacgu*.-]{1,200}|[ACGTNacgtn*.-]{10,200}"}

# By element path, as in `element_paths`: the keywords beside {"rule": "passThrough"}.
PASSING: dict[str, dict[str, Any]] = {
    "*.language": _LANGUAGE,
    "*.contentType": _MIME,
    "*.accept": _MIME,
    "*.payloadMimeType": _MIME,
    "*.patchFormat": _MIME,
    "*.sigFormat": _MIME,
    "*.targetFormat": _MIME,
    "Endpoint.payload.mimeType": _MIME,
    "Subscription.channel.payload": _MIME,
    "*.currency": _CURRENCY,
    "*.comparator": _COMPARATOR,
    "*.fhirVersion": {"pattern": r"[0-9]\.[0-9]{1,2}(\.[0-9]{1,2})?(-(ballot|snapshot|cibuild|draft-final)[0-9]?)?"},
    # Units
    "Quantity.code": _UCUM,
    "Age.code": _UCUM,
    "Count.code": _UCUM,
    "Distance.code": _UCUM,
    "Duration.code": _UCUM,
    "SampledData.intervalUnit": _UCUM,
    "Quantity.unit": _UNIT,
    "Count.unit": _UNIT,
    "Distance.unit": _UNIT,
    "Duration.unit": _UNIT,
    "Quantity.system": _SYSTEM,
    "Age.system": _SYSTEM,
    "Count.system": _SYSTEM,
    "Distance.system": _SYSTEM,
    "Duration.system": _SYSTEM,
    "Age.unit": _codes(_UNITS_OF_AGE),
    "SampledData.data": {"pattern": rf"{_SAMPLE}( {_SAMPLE})*"},
    # Systems and urls that the handlers check: a code passes only with a known system
    "Coding.system": {},
    "Coding.code": {},
    "Extension.url": {},
    "Reference.type": _TYPE,
    # Codes that identify nobody under any url: why a value is absent, and sex
    "Extension.valueCode": _codes(
        "unknown asked-unknown temp-unknown not-asked asked-declined masked not-applicable unsupported as-text error "
        "not-a-number negative-infinity positive-infinity not-performed not-permitted M F UNK OTH ASKU male female "
        "other"
    ),
    # Titles and degrees
    "HumanName.prefix": _codes(_TITLES),
    "HumanName.suffix": _codes(_DEGREES),
    # Names of FHIR's own types
    "ActivityDefinition.kind": _TYPE,
    "CapabilityStatement.rest.resource.type": _TYPE,
    "CompartmentDefinition.resource.code": _TYPE,
    "DataRequirement.type": _TYPE,
    "ExampleScenario.instance.resourceType": _TYPE,
    "GraphDefinition.start": _TYPE,
    "GraphDefinition.link.target.type": _TYPE,
    "ImplementationGuide.global.type": _TYPE,
    "MessageDefinition.focus.code": _TYPE,
    "OperationDefinition.resource": _TYPE,
    "OperationDefinition.parameter.type": _TYPE,
    "ParameterDefinition.type": _TYPE,
    "Questionnaire.subjectType": _TYPE,
    "SearchParameter.base": _TYPE,
    "SearchParameter.target": _TYPE,
    "TestScript.setup.action.operation.resource": _TYPE,
    "TestScript.setup.action.assert.resource": _TYPE,
    # Required bindings that the models do not list
    "AuditEvent.action": _codes("C R U D E"),
    "AuditEvent.outcome": _codes("0 4 8 12"),
    "AuditEvent.agent.network.type": _codes("1 2 3 4 5"),
    "Composition.confidentiality": _codes("U L M N R V"),
    "OperationOutcome.issue.code": _codes(
        "invalid structure required value invariant security login unknown expired forbidden suppressed processing "
        "not-supported duplicate multiple-matches not-found deleted too-long code-invalid extension too-costly "
        "business-rule conflict transient lock-error no-store exception timeout incomplete throttled informational "
        "success limited-filter"
    ),
    "Timing.repeat.when": _codes(
        "MORN MORN.early MORN.late NOON AFT AFT.early AFT.late EVE EVE.early EVE.late NIGHT PHS IMD HS WAKE C CM CD CV "
        "AC ACM ACD ACV PC PCM PCD PCV"
    ),
    # Required bindings that the models truncate
    "DetectedIssue.status": _codes(
        "registered preliminary final amended corrected cancelled entered-in-error unknown mitigated"
    ),
    "Device.udiCarrier.entryType": _codes("barcode rfid manual card self-reported electronic-transmission unknown"),
    "DeviceUseStatement.status": _codes("active completed entered-in-error intended stopped on-hold"),
    "DeviceUsage.status": _codes("active completed not-done entered-in-error intended stopped on-hold"),
    "DeviceMetric.color": _codes("black red green yellow blue magenta cyan white"),
    "Contract.status": _CONTRACT_STATUS,
    "Contract.contentDefinition.publicationStatus": _CONTRACT_STATUS,
    "ServiceRequest.intent": _codes(
        "proposal plan directive order original-order reflex-order filler-order instance-order option"
    ),
    "DiagnosticReport.status": _codes(
        "registered partial preliminary modified final amended corrected appended cancelled entered-in-error unknown"
    ),
    "Encounter.status": _ENCOUNTER_STATUS,
    "Encounter.statusHistory.status": _ENCOUNTER_STATUS,
    "Observation.status": _OBSERVATION_STATUS,
    "RiskAssessment.status": _OBSERVATION_STATUS,
    "Questionnaire.item.type": _codes(
        "group display boolean decimal integer date dateTime time string text url choice open-choice coding question "
        "attachment reference quantity"
    ),
    "StructureMap.group.rule.target.transform": _codes(
        "create copy truncate escape cast append translate reference dateOp uuid pointer evaluate cc c qty id cp"
    ),
    "SupplyRequest.status": _codes(
        "draft active suspended cancelled completed entered-in-error unknown on-hold revoked"
    ),
    "Task.status": _codes(
        "draft requested received accepted rejected ready cancelled in-progress on-hold failed completed "
        "entered-in-error"
    ),
    # Short variants of a sequence
    "MolecularSequence.variant.observedAllele": _GENOMIC,
    "MolecularSequence.variant.referenceAllele": _GENOMIC,
    "MolecularSequence.relative.edit.replacedSequence": _GENOMIC,
    "MolecularSequence.relative.edit.replacementSequence": _GENOMIC,
    "MolecularSequence.variant.cigar": {"pattern": r"([0-9]{1,5}[MIDNSHP=X]){1,64}"},
}
