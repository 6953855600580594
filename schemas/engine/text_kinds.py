"""Which text fields of FHIR hold clinical texts: concepts and dosages of the resources that tell of care."""

from __future__ import annotations

from redactor.text import TextKind

# Their concepts name findings, procedures and products. Those of people, organisations and documents are not among
# them: a relationship, a qualification or the title of a letter may name somebody.
_RESOURCES = frozenset(
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
_OF_DATATYPES = frozenset({"CodeableConcept.text", "Dosage.text", "Dosage.patientInstruction"})
_OF_RESOURCES = frozenset(
    {
        "Ingredient.substance.strength.textConcentration",
        "Ingredient.substance.strength.textPresentation",
        "Medication.ingredient.strength.text",
        "MedicationKnowledge.synonym",
        "NutritionOrder.enteralFormula.additiveProductName",
        "NutritionOrder.enteralFormula.additive.productName",
        "NutritionOrder.enteralFormula.baseFormulaProductName",
        "NutritionOrder.supplement.productName",
        "ObservationDefinition.preferredReportName",
        "SubstanceDefinition.structure.molecularFormula",
    }
)


def kind_of_text(resource_type: str | None, path: str) -> TextKind:
    """What a text field holds. path: its place in the schema, "CodeableConcept.text"."""
    is_clinical = resource_type in _RESOURCES and (path in _OF_DATATYPES or path in _OF_RESOURCES)
    return TextKind.CLINICAL if is_clinical else TextKind.PROSE
