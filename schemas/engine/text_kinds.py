"""Tells what text fields hold: clinical texts, other phrases of FHIR, or prose.

Clinical texts are concepts and dosages of FHIR's resources and of OMOP's tables. Other phrases of FHIR are displays,
titles, reasons: every string. Prose is its markdown and narratives, and other tables.
"""

from __future__ import annotations

import re
from typing import Literal

from redactor.text import TextKind

# Their concepts name findings, procedures and products. Those of people, organisations and documents are not among
# them: a relationship, a qualification or the title of a letter may name somebody.
_CLINICAL_RESOURCES = frozenset(
    "ActivityDefinition AdministrableProductDefinition AdverseEvent AllergyIntolerance BiologicallyDerivedProduct "  # noqa: SIM905
    "BodyStructure CarePlan ChargeItem ChargeItemDefinition Claim ClaimResponse ClinicalImpression "
    "ClinicalUseDefinition Condition DetectedIssue Device DeviceDefinition DeviceMetric DeviceRequest "
    "DeviceUseStatement DiagnosticReport Encounter EpisodeOfCare ExplanationOfBenefit FamilyMemberHistory Goal "
    "ImagingStudy Immunization ImmunizationEvaluation ImmunizationRecommendation Ingredient ManufacturedItemDefinition "
    "Media Medication MedicationAdministration MedicationDispense MedicationKnowledge MedicationRequest "
    "MedicationStatement MedicinalProductDefinition MolecularSequence NutritionOrder NutritionProduct Observation "
    "ObservationDefinition PackagedProductDefinition Procedure RegulatedAuthorization RequestGroup RiskAssessment "
    "ServiceRequest Specimen SpecimenDefinition Substance SubstanceDefinition SupplyDelivery SupplyRequest "
    "VisionPrescription BiologicallyDerivedProductDispense ConditionDefinition DeviceDispense DeviceUsage "
    "EncounterHistory FormularyItem GenomicStudy ImagingSelection InventoryItem NutritionIntake RequestOrchestration "
    "SubstanceNucleicAcid SubstancePolymer SubstanceProtein SubstanceReferenceInformation "
    "SubstanceSourceMaterial".split()
)
_CLINICAL_DATATYPE_PATHS = frozenset({"CodeableConcept.text", "Dosage.text", "Dosage.patientInstruction"})
# Titles of plans, names of devices in use and descriptions of images are typed by people, who put names there.
_CLINICAL_PATHS = frozenset({
    "Device.modelNumber", "DeviceDefinition.deviceName.name", "DeviceDefinition.modelNumber",
    "Ingredient.substance.strength.textConcentration", "Ingredient.substance.strength.textPresentation",
    "Medication.ingredient.strength.text", "MedicationAdministration.dosage.text", "MedicationKnowledge.synonym",
    "NutritionOrder.enteralFormula.administrationInstruction", "NutritionOrder.enteralFormula.additiveProductName",
    "NutritionOrder.enteralFormula.additive.productName", "NutritionOrder.enteralFormula.baseFormulaProductName",
    "NutritionOrder.oralDiet.instruction", "NutritionOrder.supplement.instruction",
    "NutritionOrder.supplement.productName", "Observation.referenceRange.text",
    "ObservationDefinition.preferredReportName", "SubstanceDefinition.structure.molecularFormula",
    "Questionnaire.item.text", "QuestionnaireResponse.item.text", "VisionPrescription.lensSpecification.brand",
})  # fmt: skip


# Of OMOP's tables: what the source calls a concept, and the dosage. The source's ids of people and places are hashed.
_OMOP = re.compile(r"omop_[a-z_]+\.(?:[a-z_]+_source_value|sig)")
_OMOP_PROSE = frozenset({"omop_observation.value_source_value"})


Records = Literal["tables", "clinical resources", "other resources"]
"""The purpose of a schema, as far as it decides what the texts in datatypes are."""


def records_of(resource_type: str | None) -> Records:
    """Return the purpose of the schema of a resource type; None stands for tables and other flat records."""
    if resource_type is None:
        return "tables"
    return "clinical resources" if resource_type in _CLINICAL_RESOURCES else "other resources"


def kind_of_text(records: Records, path: str, primitive: str) -> TextKind:
    """Return the kind of a text field, by its place in the schema ("CodeableConcept.text") and its primitive type in
    FHIR.
    """
    if records == "tables":
        is_clinical = _OMOP.fullmatch(path) is not None and path not in _OMOP_PROSE
        return TextKind.CLINICAL if is_clinical else TextKind.PROSE
    if path in _CLINICAL_PATHS or (records == "clinical resources" and path in _CLINICAL_DATATYPE_PATHS):
        return TextKind.CLINICAL
    return TextKind.PHRASE if primitive == "string" else TextKind.PROSE
