"""Lists what FHIR's elements hold beyond their datatype: whose name, which number, whether it may pass.

Element paths are FHIR's ("Patient.contact.gender"); "*.publisher" is the element of that name in any type. Every
string, number, code and uri of R4, and every one that R5 adds, was reviewed for what hospitals put there.
"""

from __future__ import annotations

# Sensitive elements: entity ("-" keeps that of the datatype), role ("-" is none), paths. A primitive is masked; a
# datatype gets this entity and role instead of its own.
SENSITIVE = """
PATIENT patient           Patient.name
-       patient           Patient.identifier Patient.telecom Patient.address
BIRTH_DATE_TIME patient   Patient.birthDate
DEATH_DATE_TIME patient   Patient.deceasedDateTime
PERSON  relative          Patient.contact.name RelatedPerson.name FamilyMemberHistory.name
-       relative          Patient.contact.telecom Patient.contact.address RelatedPerson.identifier
-       relative          RelatedPerson.telecom RelatedPerson.address FamilyMemberHistory.identifier
BIRTH_DATE_TIME relative  RelatedPerson.birthDate FamilyMemberHistory.bornDate FamilyMemberHistory.bornPeriod
DEATH_DATE_TIME relative  FamilyMemberHistory.deceasedDate
ADMINISTRATIVE_DATE -     Meta.lastUpdated Signature.when
ADMINISTRATIVE_DATE -     Address.period HumanName.period Identifier.period ContactPoint.period
ADMINISTRATIVE_DATE -     Patient.contact.period PractitionerRole.period Practitioner.qualification.period
ADMINISTRATIVE_DATE -     ExtendedContactDetail.period
ADMINISTRATIVE_DATE -     OrganizationAffiliation.period RelatedPerson.period Endpoint.period
ADMINISTRATIVE_DATE -     Coverage.period InsurancePlan.period Account.servicePeriod Account.calculatedAt
ADMINISTRATIVE_DATE -     Contract.applies Contract.term.applies Contract.term.asset.valuedItem.effectiveTime
ADMINISTRATIVE_DATE -     *.created *.paymentDate *.benefitPeriod *.preAuthPeriod *.enteredDate *.lastModified
ADMINISTRATIVE_DATE -     ExplanationOfBenefit.preAuthRefPeriod ExplanationOfBenefit.payment.date
ADMINISTRATIVE_DATE -     ClaimResponse.payment.date PaymentReconciliation.period PaymentReconciliation.detail.date
ADMINISTRATIVE_DATE -     PaymentReconciliation.allocation.date PaymentNotice.paymentDate Invoice.date
ADMINISTRATIVE_DATE -     Consent.dateTime Consent.date Consent.period Consent.provision.period
ADMINISTRATIVE_DATE -     Consent.verification.verificationDate Consent.provision.dataPeriod
ADMINISTRATIVE_DATE -     *.recorded Provenance.occurredPeriod Provenance.occurredDateTime AuditEvent.period
ADMINISTRATIVE_DATE -     AuditEvent.occurredPeriod AuditEvent.occurredDateTime
ADMINISTRATIVE_DATE -     *.issued *.billablePeriod PaymentReconciliation.date CatalogEntry.lastUpdated
ADMINISTRATIVE_DATE -     Composition.attester.time DocumentReference.attester.time
ADMINISTRATIVE_DATE -     *.expirationDate *.manufactureDate *.expiry Subscription.end
ADMINISTRATIVE_DATE -     Slot.start Slot.end Schedule.planningHorizon
DOCTOR  clinician         Practitioner.name
-       clinician         Practitioner.identifier Practitioner.telecom Practitioner.address
-       clinician         Practitioner.qualification.identifier PractitionerRole.telecom PractitionerRole.identifier
BIRTH_DATE_TIME clinician Practitioner.birthDate
DEATH_DATE_TIME clinician Practitioner.deceasedDateTime
PERSON  other             Person.name Organization.contact.name InsurancePlan.contact.name Contributor.name
PERSON  other             ContactDetail.name AuditEvent.agent.name AuditEvent.entity.name
PERSON  -                 Annotation.authorString Evidence.certainty.rater *.initials
PERSON  -                 Citation.citedArtifact.contributorship.entry.initials
PERSON  -                 Citation.citedArtifact.contributorship.entry.forenameInitials
PERSON  other             ExtendedContactDetail.name ResearchStudy.associatedParty.name Schedule.name
-       other             Person.identifier Person.telecom Person.address
BIRTH_DATE_TIME other     Person.birthDate
DEATH_DATE_TIME other     Person.deceasedDateTime
HOSPITAL site             Organization.name Organization.alias Location.name Location.alias Location.description
HOSPITAL site             HealthcareService.name AuditEvent.source.site
-       site              Organization.identifier Organization.telecom Organization.address Location.identifier
-       site              Organization.contact.telecom Organization.contact.address Location.telecom Location.address
-       site              HealthcareService.telecom HealthcareService.identifier CareTeam.telecom Endpoint.contact
-       site              OrganizationAffiliation.telecom ExtendedContactDetail.telecom ExtendedContactDetail.address
ORGANIZATION site         CareTeam.name Group.name Endpoint.name MessageHeader.source.name MessageHeader.source.software
ORGANIZATION site         MessageHeader.destination.name TestReport.tester NamingSystem.responsible *.publisher
ORGANIZATION site         Device.manufacturer MedicationKnowledge.cost.source *.collectiveName
ORGANIZATION site         DeviceDefinition.packaging.distributor.name PaymentReconciliation.processor
ORGANIZATION site         Citation.citedArtifact.contributorship.entry.affiliationInfo.affiliation
ORGANIZATION payer        InsurancePlan.name InsurancePlan.alias
PERSON  payer             InsurancePlan.contact.name
-       payer             InsurancePlan.contact.telecom InsurancePlan.contact.address
HEALTH_PLAN_ID payer      Coverage.identifier Coverage.subscriberId Coverage.dependent Coverage.network
HEALTH_PLAN_ID payer      Coverage.class.value Coverage.class.name Claim.insurance.businessArrangement
HEALTH_PLAN_ID payer      ClaimResponse.insurance.businessArrangement *.preAuthRef
HEALTH_PLAN_ID payer      CoverageEligibilityRequest.insurance.businessArrangement
FIN     -                 Account.name Account.identifier PaymentReconciliation.accountNumber
FIN     -                 PaymentReconciliation.authorization PaymentReconciliation.referenceNumber
USERNAME -                AuditEvent.agent.altId
IP_ADDRESS -              AuditEvent.agent.network.address AuditEvent.agent.networkString
DEVICE_ID -               Device.identifier Device.serialNumber Device.lotNumber Device.distinctIdentifier
DEVICE_ID -               Device.udiCarrier.deviceIdentifier Device.udiCarrier.carrierHRF
DEVICE_ID -               Media.deviceName *.lotNumber
DEVICE_ID -               BiologicallyDerivedProduct.division
URL     -                 VirtualServiceDetail.addressString
CERTIFICATE_NUMBER -      VerificationResult.attestation.proxyIdentityCertificate
CERTIFICATE_NUMBER -      VerificationResult.attestation.sourceIdentityCertificate
CERTIFICATE_NUMBER -      VerificationResult.validator.identityCertificate
AGE     -                 FamilyMemberHistory.ageString FamilyMemberHistory.deceasedString
BIRTH_DATE_TIME relative  FamilyMemberHistory.bornString
ID      -                 MolecularSequence.repository.datasetId MolecularSequence.repository.readsetId
ID      -                 MolecularSequence.repository.variantsetId
ID      -                 Citation.citedArtifact.publicationForm.accessionNumber
"""

# Elements that are always dropped: pictures, network addresses, tokens and queries, genetic sequences.
DROPPED = """
*.photo *.image *.implicitRules *.header *.sessionKey Meta.source Coding.version Attachment.size Attachment.hash
Attachment.url Device.url DetectedIssue.reference Endpoint.address DocumentManifest.source Location.position.longitude
Location.position.latitude Location.position.altitude Subscription.criteria Subscription.channel.endpoint
MessageHeader.source.endpoint MessageHeader.destination.endpoint MolecularSequence.observedSeq
MolecularSequence.referenceSeq.referenceSeqString Contract.term.offer.answer.valueUri Parameters.parameter.valueUri
Task.input.valueUri Task.output.valueUri QuestionnaireResponse.item.answer.valueUri AuditEvent.entity.query
Questionnaire.item.initial.valueUri CapabilityStatement.implementation.url TerminologyCapabilities.implementation.url
CapabilityStatement.messaging.endpoint.address TestScript.setup.action.operation.url
MolecularSequence.literal MolecularSequence.relative.startingSequence.sequenceString Subscription.filterBy.value
Subscription.parameter.value Transport.input.valueUri Transport.output.valueUri AuditEvent.agent.networkUri
TestScript.setup.action.assert.requestURL TestReport.participant.uri
"""

# Strings that link one element or resource to another. They are hashed, so that the links stay.
LINK_IDS = """
*.linkId *.performerLinkId *.reasonLinkId *.requesterLinkId *.contextLinkId Questionnaire.item.enableWhen.question
"""

# Hashed ids that name one another from elements of different names: the class of ids that they share, then the paths.
# Any other hashed id is of the class of its own path.
ID_CLASSES = """
linkId        *.linkId *.performerLinkId *.reasonLinkId *.requesterLinkId *.contextLinkId
linkId        Questionnaire.item.enableWhen.question
series.instance.uid ImagingSelection.instance.uid
MessageHeader MessageHeader.response.identifier
packageId     ImplementationGuide.packageId ImplementationGuide.dependsOn.packageId
constraint    ElementDefinition.constraint.key ElementDefinition.condition
mapping       StructureDefinition.mapping.identity ElementDefinition.mapping.identity
map           StructureMap.group.name StructureMap.group.extends StructureMap.group.rule.dependent.name
variable      StructureMap.group.input.name StructureMap.group.rule.source.context
variable      StructureMap.group.rule.source.variable StructureMap.group.rule.target.context
variable      StructureMap.group.rule.target.variable StructureMap.group.rule.target.parameter.valueId
fixture       TestScript.setup.action.assert.sourceId TestScript.setup.action.operation.sourceId
fixture       TestScript.setup.action.operation.targetId TestScript.setup.action.operation.requestId
fixture       TestScript.setup.action.operation.responseId TestScript.variable.sourceId
"""

# Names for machines ("ShareableMeasure") and paths of elements: their words are read, joined by capitals and separators
# as they are.
COMPUTABLE_NAMES = """
ActivityDefinition.name CapabilityStatement.name ChargeItemDefinition.name Citation.name CodeSystem.name
CompartmentDefinition.name ConceptMap.name Contract.name EventDefinition.name Evidence.name
EvidenceVariable.name ExampleScenario.name GraphDefinition.name ImplementationGuide.name
ImplementationGuide.definition.grouping.name Library.name Measure.name MessageDefinition.name NamingSystem.name
OperationDefinition.name OperationDefinition.overload.parameterName Parameters.parameter.name PlanDefinition.name
Questionnaire.name ResearchDefinition.name ResearchElementDefinition.name SearchParameter.name StructureDefinition.name
StructureMap.name SubscriptionTopic.name TerminologyCapabilities.name TestScript.name ValueSet.name
ElementDefinition.sliceName ElementDefinition.path TestScript.variable.name
OperationOutcome.issue.location OperationOutcome.issue.expression
StructureMap.structure.alias
"""

# Integers that may pass. All others are dropped: an integer may be a telephone number.
INTEGERS = """
*.sequence *.careTeamSequence *.diagnosisSequence *.informationSequence *.procedureSequence *.itemSequence
*.detailSequence *.subdetailSequence *.subDetailSequence *.supportingInfoSequence *.noteNumber
*.priority *.rank *.order *.precedence *.listOrder *.numberOfSeries *.numberOfInstances *.minutesDuration
*.numberOfRepeatsAllowed *.doseNumberPositiveInt *.seriesDosesPositiveInt *.numberAffected *.numberOfEvents
*.numberOfStudies *.numberOfParticipants *.knownDataCount *.count *.decimalPrecision *.securityLabelNumber
*.allowedUnsignedInt *.usedUnsignedInt *.groupSize *.maxLength *.min *.score
ClaimResponse.processNote.number ExplanationOfBenefit.processNote.number Contract.term.securityLabel.number
Group.quantity Patient.multipleBirthInteger Observation.valueInteger Observation.component.valueInteger
Goal.target.detailInteger ImagingStudy.series.number ImagingStudy.series.instance.number
Media.height Media.width Media.frames Task.restriction.repetitions ContactPoint.rank DataRequirement.limit
Timing.repeat.count Timing.repeat.countMax Timing.repeat.frequency Timing.repeat.frequencyMax Timing.repeat.offset
SampledData.dimensions Dosage.sequence BiologicallyDerivedProduct.quantity
CodeSystem.count ValueSet.expansion.total ValueSet.expansion.offset MolecularSequence.coordinateSystem
PackagedProductDefinition.package.quantity VisionPrescription.lensSpecification.axis
InventoryReport.inventoryListing.item.quantity
Attachment.height Attachment.width Attachment.frames Attachment.pages DeviceRequest.quantity
ImagingSelection.seriesNumber ImagingSelection.instance.number PackagedProductDefinition.packaging.quantity
Transport.restriction.repetitions VirtualServiceDetail.maxParticipants
ResearchStudy.recruitment.actualNumber ResearchStudy.recruitment.targetNumber
Citation.citedArtifact.contributorship.entry.rankingOrder
Appointment.recurrenceTemplate.monthlyTemplate.monthInterval Appointment.recurrenceTemplate.occurrenceCount
Appointment.recurrenceTemplate.weeklyTemplate.weekInterval Appointment.recurrenceTemplate.yearlyTemplate.yearInterval
"""

# Decimals that may pass, and integers of any size (positions on a chromosome). A latitude is a decimal, too.
DECIMALS = """
Quantity.value Money.value Count.value Distance.value Duration.value *.factor *.factorOverride *.conversionFactor
SampledData.factor SampledData.period SampledData.lowerLimit SampledData.upperLimit SampledData.interval
Timing.repeat.duration Timing.repeat.durationMax Timing.repeat.period Timing.repeat.periodMax
ClaimResponse.item.adjudication.value ExplanationOfBenefit.item.adjudication.value *.probabilityDecimal *.relativeRisk
Media.duration Attachment.duration MonetaryComponent.factor BiologicallyDerivedProduct.storage.temperature
Contract.term.asset.valuedItem.points Evidence.statistic.attributeEstimate.level TestReport.score
VisionPrescription.lensSpecification.add VisionPrescription.lensSpecification.backCurve
VisionPrescription.lensSpecification.cylinder VisionPrescription.lensSpecification.diameter
VisionPrescription.lensSpecification.power VisionPrescription.lensSpecification.sphere
VisionPrescription.lensSpecification.prism.amount
MolecularSequence.readCoverage MolecularSequence.referenceSeq.windowStart MolecularSequence.referenceSeq.windowEnd
MolecularSequence.variant.start MolecularSequence.variant.end MolecularSequence.quality.start
MolecularSequence.quality.end MolecularSequence.quality.truthTP MolecularSequence.quality.queryTP
MolecularSequence.quality.truthFN MolecularSequence.quality.queryFP MolecularSequence.quality.gtFP
MolecularSequence.quality.precision MolecularSequence.quality.recall MolecularSequence.quality.fScore
MolecularSequence.quality.roc.score MolecularSequence.quality.roc.numTP MolecularSequence.quality.roc.numFP
MolecularSequence.quality.roc.numFN MolecularSequence.quality.roc.precision MolecularSequence.quality.roc.sensitivity
MolecularSequence.quality.roc.fMeasure
MolecularSequence.structureVariant.length MolecularSequence.structureVariant.outer.start
MolecularSequence.structureVariant.outer.end MolecularSequence.structureVariant.inner.start
MolecularSequence.structureVariant.inner.end
"""

# Answers to a questionnaire may be anything that it asks for. Short numbers (scores, sizes) pass, longer ones do not.
ANSWERS = """
QuestionnaireResponse.item.answer.valueInteger QuestionnaireResponse.item.answer.valueDecimal
"""

# Ranges that hold ages.
AGE_RANGES = """
Condition.onsetRange Condition.abatementRange AllergyIntolerance.onsetRange FamilyMemberHistory.ageRange
FamilyMemberHistory.deceasedRange FamilyMemberHistory.condition.onsetRange Procedure.performedRange
Procedure.occurrenceRange FamilyMemberHistory.procedure.performedRange RiskAssessment.prediction.whenRange
"""

# References that say whose record a resource is, in the order in which they are tried.
SUBJECTS = ("subject", "patient", "individual", "beneficiary", "for", "candidate")

# Resources with other paths to their subject.
SUBJECT_PATHS: dict[str, tuple[str, ...]] = {
    "Patient": ("id",),
    "Appointment": ("subject.reference", "participant.actor.reference"),
    "AppointmentResponse": ("actor.reference",),
    "Schedule": ("actor.reference",),
    "Person": ("link.target.reference",),
    "SupplyRequest": ("deliverFor.reference", "deliverTo.reference"),
    "BiologicallyDerivedProduct": ("collection.source.reference",),
    "Binary": ("securityContext.reference",),
    "AuditEvent": (),
    "Provenance": (),
    "Group": (),
}
