"""Builds C-CDA documents from parts."""

from __future__ import annotations

from tests.leak.hostile_tables.case import Person

_HEAD = '<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:sdtc="urn:hl7-org:sdtc" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"{}>'


def names(person: Person) -> str:
    """Return the name of a person."""
    return f"<name><given>{person.given}</given><family>{person.family}</family></name>"


def target(person: Person, within: str = "", beside: str = "") -> str:
    """Return the patient of a document; `within` stands in the patient, `beside` in the role."""
    return (
        f'<recordTarget><patientRole><id root="1.2.3" extension="{person.mrn}"/><addr><city>Salem</city></addr>'
        f'<telecom value="tel:{person.phone}"/><patient>{names(person)}<birthTime value="19610417"/>{within}</patient>{beside}</patientRole></recordTarget>'
    )


def section(text: str = "", entry: str = "", title: str = "Course") -> str:
    """Return a section of a narrative and an entry."""
    return f"<component><section><title>{title}</title><text>{text}</text>{entry}</section></component>"


def ferritin(person: Person, more: str = "") -> str:
    """Return the entry of a person's laboratory value."""
    return (
        '<entry><observation classCode="OBS" moodCode="EVN"><code code="2276-4" codeSystem="2.16.840.1.113883.6.1" displayName="Ferritin"/>'
        f'<effectiveTime value="20240701"/><value xsi:type="PQ" value="{person.fact}" unit="ng/mL"/>{more}</observation></entry>'
    )


def document(
    person: Person,
    sections: str = "",
    *,
    header: str = "",
    targets: str = "",
    entry: str = "",
    body: str = "",
    attributes: str = "",
    title: str = "Summary",
) -> str:
    """Return the document of a person."""
    inner = (
        body
        or f"<structuredBody>{section(f'<paragraph>{person.note}</paragraph>', entry or ferritin(person))}{sections}</structuredBody>"
    )
    return f'{_HEAD.format(attributes)}<id root="1.2" extension="9"/><title>{title}</title>{targets or target(person)}{header}<component>{inner}</component></ClinicalDocument>'
