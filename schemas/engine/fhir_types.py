"""Names FHIR's resource types, datatypes and elements, by which reports may name a field without a rule."""

from __future__ import annotations

from functools import cache
from pathlib import Path

# Resource types of R4 (4.0.1) that R4B, and therefore fhir.resources, dropped, and that R5 does not have either. Their
# records are quarantined.
UNSUPPORTED_R4 = frozenset(
    "EffectEvidenceSynthesis MedicinalProduct MedicinalProductAuthorization MedicinalProductContraindication "  # noqa: SIM905
    "MedicinalProductIndication MedicinalProductIngredient MedicinalProductInteraction MedicinalProductManufactured "
    "MedicinalProductPackaged MedicinalProductPharmaceutical MedicinalProductUndesirableEffect RiskEvidenceSynthesis "
    "SubstanceSpecification".split()
)

# Bundles are split at intake and reassembled at output, so no schema describes one.
SPLIT = frozenset({"Bundle"})

UNSUPPORTED = UNSUPPORTED_R4 | SPLIT

# Resource types of R4 and R5. A released reference shows its target's type, so only these names are accepted there.
_TYPE_NAMES = """
Account ActivityDefinition ActorDefinition AdministrableProductDefinition AdverseEvent AllergyIntolerance
Appointment AppointmentResponse ArtifactAssessment AuditEvent Basic Binary BiologicallyDerivedProduct
BiologicallyDerivedProductDispense BodyStructure Bundle CapabilityStatement CarePlan CareTeam CatalogEntry
ChargeItem ChargeItemDefinition Citation Claim ClaimResponse ClinicalImpression ClinicalUseDefinition CodeSystem
Communication CommunicationRequest CompartmentDefinition Composition ConceptMap Condition ConditionDefinition
Consent Contract Coverage CoverageEligibilityRequest CoverageEligibilityResponse DetectedIssue Device
DeviceAssociation DeviceDefinition DeviceDispense DeviceMetric DeviceRequest DeviceUsage DeviceUseStatement
DiagnosticReport DocumentManifest DocumentReference EffectEvidenceSynthesis Encounter EncounterHistory Endpoint
EnrollmentRequest EnrollmentResponse EpisodeOfCare EventDefinition Evidence EvidenceReport EvidenceVariable
ExampleScenario ExplanationOfBenefit FamilyMemberHistory Flag FormularyItem GenomicStudy Goal GraphDefinition Group
GuidanceResponse HealthcareService ImagingSelection ImagingStudy Immunization ImmunizationEvaluation
ImmunizationRecommendation ImplementationGuide Ingredient InsurancePlan InventoryItem InventoryReport Invoice
Library Linkage List Location ManufacturedItemDefinition Measure MeasureReport Media Medication
MedicationAdministration MedicationDispense MedicationKnowledge MedicationRequest MedicationStatement
MedicinalProduct MedicinalProductDefinition MessageDefinition MessageHeader MolecularSequence NamingSystem
NutritionIntake NutritionOrder NutritionProduct Observation ObservationDefinition OperationDefinition
OperationOutcome Organization OrganizationAffiliation PackagedProductDefinition Parameters Patient PaymentNotice
PaymentReconciliation Permission Person PlanDefinition Practitioner PractitionerRole Procedure Provenance
Questionnaire QuestionnaireResponse RegulatedAuthorization RelatedPerson RequestGroup RequestOrchestration
Requirements ResearchDefinition ResearchElementDefinition ResearchStudy ResearchSubject RiskAssessment
RiskEvidenceSynthesis Schedule SearchParameter ServiceRequest Slot Specimen SpecimenDefinition StructureDefinition
StructureMap Subscription SubscriptionStatus SubscriptionTopic Substance SubstanceDefinition SubstanceNucleicAcid
SubstancePolymer SubstanceProtein SubstanceReferenceInformation SubstanceSourceMaterial SubstanceSpecification
SupplyDelivery SupplyRequest Task TerminologyCapabilities TestPlan TestReport TestScript Transport ValueSet
VerificationResult VisionPrescription
"""
RESOURCE_TYPES = frozenset(_TYPE_NAMES.split())

_OTHER_NAMES = """
Address Age Annotation Attachment BackboneElement CodeableConcept CodeableReference Coding ContactDetail
ContactPoint Contributor Count DataRequirement Distance DomainResource Dosage Duration Element ElementDefinition
Expression Extension HumanName Identifier MedicinalProductAuthorization MedicinalProductContraindication
MedicinalProductIndication MedicinalProductIngredient MedicinalProductInteraction MedicinalProductManufactured
MedicinalProductPackaged MedicinalProductPharmaceutical MedicinalProductUndesirableEffect Meta Money Narrative
ParameterDefinition Period Population ProdCharacteristic ProductShelfLife Quantity Range Ratio RatioRange Reference
RelatedArtifact Resource SampledData Signature Timing TriggerDefinition UsageContext base64Binary boolean canonical
code date dateTime decimal id instant integer integer64 markdown oid positiveInt string time unsignedInt uri url
uuid xhtml
"""

# Types that a code or a Reference.type may name in R4, R4B and R5: resources, abstract types and datatypes.
TYPE_NAMES = RESOURCE_TYPES | frozenset(_OTHER_NAMES.split())


_NAMES = Path(__file__).with_name("data") / "element_names.txt"
OTHER = "(other)"  # any other key, in reports


@cache
def element_names() -> frozenset[str]:
    """Return the names of all elements of FHIR STU3, R4B and R5; the file is read when the first unknown
    field is met.
    """
    return frozenset(_NAMES.read_text("ascii").split())


def unknown_field(path: str, key: str) -> str:
    """Return the name that reports give to a field without a rule, from the schema path of the object that holds it.

    The field's key may be data ("John Smith": 1). It is shown only where it is an element's name, which tells of
    nobody.
    """
    return f"{path}.{key if key.removeprefix('_') in element_names() else OTHER}"
