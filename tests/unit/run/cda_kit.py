"""CDA documents for tests: a clean one, and hostile ones that hold planted values."""

from __future__ import annotations

# ruff: noqa: E501 (a document a line is easier to compare)
import base64

PLANTED = ("Vexholm", "Tarquil", "4417-Q", "555-0142", "Quellbrook", "Zephyrine", "Ostrander", "V-55120")

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet type="text/xsl" href="Vexholm.xsl"?>
<!-- Tarquil Vexholm -->
"""
OPEN = """<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 xmlns:sdtc="urn:hl7-org:sdtc" xsi:schemaLocation="urn:hl7-org:v3 file:///Vexholm/CDA.xsd">
<realmCode code="US"/><typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/>
<templateId root="2.16.840.1.113883.10.20.22.1.2" extension="2015-08-01"/>
<id root="1.2.3.4.5" extension="DOC-Vexholm-7"/>
<code code="34133-9" codeSystem="2.16.840.1.113883.6.1" codeSystemName="LOINC" displayName="Summarization of Episode Note"/>
<title>Summary of Tarquil Vexholm</title><effectiveTime value="20240304123000-0500"/>
<confidentialityCode code="N" codeSystem="2.16.840.1.113883.5.25"/><languageCode code="en-US"/>
"""
PATIENT = """<recordTarget><patientRole><id root="1.2.3.4" extension="4417-Q"/>
<id root="2.16.840.1.113883.4.1" extension="123-45-6789"/>
<addr use="HP"><streetAddressLine>17 Quellbrook Lane</streetAddressLine><city>Boston</city><state>MA</state>
<postalCode>02115</postalCode><country>US</country></addr><telecom value="tel:+1(617)555-0142" use="HP"/>
<patient><name use="L"><prefix>Mr.</prefix><given>Tarquil</given><given>Q</given><family>Vexholm</family></name>
<administrativeGenderCode code="M" codeSystem="2.16.840.1.113883.5.1" displayName="Male"/>
<birthTime value="19500203"/><sdtc:deceasedInd value="false"/>
<guardian><guardianPerson><name><given>Zephyrine</given><family>Vexholm</family></name></guardianPerson></guardian>
</patient><providerOrganization><id root="1.2.9"/><name>Quellbrook Hospital</name></providerOrganization></patientRole>
</recordTarget>
"""
AUTHOR = """<author><time value="20240304"/><assignedAuthor><id root="2.16.840.1.113883.4.6" extension="1234567893"/>
<telecom nullFlavor="UNK"/><assignedPerson><name><given>Imelda</given><family>Ostrander</family><suffix>MD</suffix></name>
</assignedPerson></assignedAuthor></author>
<custodian><assignedCustodian><representedCustodianOrganization><id root="1.2.9"/><name>Quellbrook Hospital</name>
</representedCustodianOrganization></assignedCustodian></custodian>
<participant typeCode="IND"><associatedEntity classCode="NOK"><addr>17 Quellbrook Lane, Boston</addr>
<associatedPerson><name>Zephyrine Vexholm</name></associatedPerson></associatedEntity></participant>
<componentOf><encompassingEncounter><id root="1.2.3.5" extension="V-55120"/><effectiveTime><low value="202403010815"/>
<high value="202403041200"/></effectiveTime></encompassingEncounter></componentOf>
"""
LAB = """<entry><organizer classCode="BATTERY" moodCode="EVN"><templateId root="2.16.840.1.113883.10.20.22.4.1"/>
<id root="7c0704bb-9c40-41b5-9c7d-26b2d59e234f"/>
<code code="24323-8" codeSystem="2.16.840.1.113883.6.1" codeSystemName="LOINC" displayName="Comprehensive metabolic panel"/>
<statusCode code="completed"/><component><observation classCode="OBS" moodCode="EVN">
<code code="718-7" codeSystem="2.16.840.1.113883.6.1" codeSystemName="LOINC" displayName="Hemoglobin"/>
<text><reference value="#hb"/></text><statusCode code="completed"/><effectiveTime value="202403040915"/>
<value xsi:type="PQ" value="13.20" unit="g/dL"/>
<interpretationCode code="N" codeSystem="2.16.840.1.113883.5.83"/>
<referenceRange><observationRange><text>12.0 to 16.0 g/dL</text><value xsi:type="IVL_PQ"><low value="12.0" unit="g/dL"/>
<high value="16.0" unit="g/dL"/></value></observationRange></referenceRange>
</observation></component><component><observation classCode="OBS" moodCode="EVN">
<code code="600-7" codeSystem="2.16.840.1.113883.6.1" codeSystemName="LOINC" displayName="Bacteria identified"/>
<value xsi:type="CD" code="112283007" codeSystem="2.16.840.1.113883.6.96" codeSystemName="SNOMED CT"
 displayName="Escherichia coli"/></observation></component></organizer></entry>
"""


def section(narrative: str, entries: str = "") -> str:
    """A document of one section."""
    body = f"""<component><structuredBody><component><section>
<code code="30954-2" codeSystem="2.16.840.1.113883.6.1" codeSystemName="LOINC"/><title>Results</title>
<text>{narrative}</text>{entries}</section></component></structuredBody></component></ClinicalDocument>"""
    return HEAD + OPEN + PATIENT + AUTHOR + body


def entry(inner: str) -> str:
    """A document with one observation in an entry."""
    return section("", f'<entry><observation classCode="OBS" moodCode="EVN">{inner}</observation></entry>')


PLAIN = "Mr. Vexholm was seen by Dr. Ostrander; call 617-555-0142."
TABLE = (
    '<table border="1"><thead><tr><th>Test</th><th>Value</th></tr></thead><tbody><tr ID="hb"><td>Hemoglobin</td>'
    "<td>13.20 g/dL</td></tr></tbody></table>"
)
CODE = '<code code="718-7" codeSystem="2.16.840.1.113883.6.1"/>'
B64 = base64.b64encode(b"Tarquil Vexholm, 4417-Q").decode()
CLEAN = section(f"<paragraph>Hemoglobin was normal.</paragraph>{TABLE}", LAB)
BOMB = "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True))


def _declared(declaration: str, text: str = PLAIN) -> str:
    return section(text).replace("<!-- Tarquil Vexholm -->", f"<!DOCTYPE ClinicalDocument {declaration}>")


HOSTILE: dict[str, bytes] = {
    "plain": section(PLAIN).encode(),
    "external entity": _declared('[<!ENTITY x SYSTEM "file:///etc/passwd">]', "&x; Vexholm").encode(),
    "external document type": _declared('SYSTEM "http://127.0.0.1/Vexholm.dtd"').encode(),
    "parameter entity": _declared('[<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]').encode(),
    "billion laughs": _declared(f'[<!ENTITY a "Vexholm">{BOMB}]', "&i;").encode(),
    "undeclared entity": section("&nbsp;Vexholm &eacute;").encode(),
    "cut off": section(PLAIN)[:-300].encode(),
    "cut off in the header": (HEAD + OPEN + PATIENT)[:-120].encode(),
    "two roots": (section(PLAIN) + "<x>Vexholm</x>").encode(),
    "another root": (HEAD + '<Bundle xmlns="urn:hl7-org:v3"><name>Vexholm</name></Bundle>').encode(),
    "another namespace": section(PLAIN).replace("urn:hl7-org:v3", "urn:other").encode(),
    "prefixed": section(PLAIN).replace("xmlns=", "xmlns:h=").replace("</", "</h:").replace("<", "<h:").replace("<h:/h:", "</h:")
    .replace("<h:?", "<?").replace("<h:!", "<!").encode(),
    "too deep": section("<content>" * 500 + "Vexholm" + "</content>" * 500).encode(),
    "deep acts": entry("<entryRelationship>" * 300 + "Vexholm" + "</entryRelationship>" * 300).encode(),
    "sdtc": entry('<sdtc:precondition xmlns:sdtc="urn:hl7-org:sdtc">Vexholm</sdtc:precondition>' + CODE).encode(),
    "foreign attribute": entry(CODE.replace("<code ", '<code xmlns:v="urn:v" v:name="Vexholm" note="Tarquil" ')).encode(),
    "unknown element": entry(CODE + "<comment>Vexholm 4417-Q</comment>").encode(),
    "identifier in attributes": entry('<id root="4417-Q" extension="Vexholm" assigningAuthorityName="Quellbrook"/>').encode(),
    "root as the number": section(PLAIN).replace('root="1.2.3.4" extension="4417-Q"', 'root="4417-Q"').encode(),
    "name in class": section(PLAIN).replace('classCode="NOK"', 'classCode="Vexholm"').encode(),
    "name in a code": entry('<code code="VEXHOLM" codeSystem="2.16.840.1.113883.6.1" displayName="Tarquil Vexholm"/>').encode(),
    "name in a local code": entry('<code code="4417-Q" codeSystem="1.2.3" codeSystemName="Quellbrook" displayName="Vexholm"/>').encode(),
    "translation": entry(CODE.replace("/>", '><translation code="Vexholm" codeSystem="1.2" displayName="Tarquil"/></code>')).encode(),
    "qualifier": entry(CODE.replace("/>", '><qualifier><name code="x" displayName="Vexholm"/></qualifier></code>')).encode(),
    "originalText": entry(CODE.replace("/>", "><originalText>Vexholm, 4417-Q</originalText></code>")).encode(),
    "reference value": entry(CODE.replace("/>", '><originalText><reference value="#Vexholm"/></originalText></code>')).encode(),
    "text in an entry": entry(f"{CODE}<text>{PLAIN}</text>").encode(),
    "encoded text": entry(f'{CODE}<text representation="B64" mediaType="text/plain">{B64}</text>').encode(),
    "encoded value": entry(f'{CODE}<value xsi:type="ED" representation="B64">{B64}</value>').encode(),
    "text value": entry(f'{CODE}<value xsi:type="ST">{PLAIN}</value>').encode(),
    "name in a quantity": entry(f'{CODE}<value xsi:type="PQ" value="Vexholm" unit="Tarquil"/>').encode(),
    "telephone in a quantity": entry(f'{CODE}<value xsi:type="INT" value="6175550142"/>').encode(),
    "name in a type": entry(f'{CODE}<value xsi:type="Vexholm" value="4417-Q">Tarquil</value>').encode(),
    "identifier as a value": entry(f'{CODE}<value xsi:type="II" root="1.2" extension="4417-Q"/>').encode(),
    "name as a value": entry(f'{CODE}<value xsi:type="PN"><family>Vexholm</family></value>').encode(),
    "second value": entry(f'{CODE}<value xsi:type="INT" value="1"/><value xsi:type="ST">Vexholm</value>').encode(),
    "time of letters": entry(f'{CODE}<effectiveTime value="Vexholm"><low value="4417-Q"/></effectiveTime>').encode(),
    "name over elements": section("Mr. <content>Vex</content><content>holm</content> and <sub>Tarquil</sub>").encode(),
    "hidden narrative": section('<content styleCode="Vexholm" ID="Tarquil">ok</content><linkHtml href="Vexholm">x</linkHtml>').encode(),
    "media": section('<renderMultiMedia referencedObject="Vexholm"><caption>Vexholm</caption></renderMultiMedia>').encode(),
    "narrative in CDATA": section("<![CDATA[<paragraph>Vexholm</paragraph> & Ostrander]]>").encode(),
    "comment in a name": section(PLAIN).replace("<family>Vexholm", "<family>Vex<!-- x -->holm").encode(),
    "name without parts": section(PLAIN).replace("<given>Tarquil</given><given>Q</given><family>Vexholm</family>", "Tarquil Vexholm").encode(),
    "nonXMLBody": (HEAD + OPEN + PATIENT + AUTHOR + f'<component><nonXMLBody><text mediaType="application/pdf" representation="B64">{B64}'
                   "</text></nonXMLBody></component></ClinicalDocument>").encode(),
    "nonXMLBody of text": (HEAD + OPEN + PATIENT + AUTHOR + f'<component><nonXMLBody><text mediaType="text/plain">{PLAIN}'
                           "</text></nonXMLBody></component></ClinicalDocument>").encode(),
    "UTF-16": section(PLAIN).replace("UTF-8", "UTF-16").encode("utf-16"),
    "UTF-16 as UTF-8": section(PLAIN).encode("utf-16"),
    "Latin-1": section("Vexholm é").replace("UTF-8", "ISO-8859-1").encode("latin-1"),
    "Latin-1 as UTF-8": section("Vexholm é").encode("latin-1"),
    "unknown encoding": section(PLAIN).replace("UTF-8", "x-vexholm").encode(),
    "EBCDIC": section(PLAIN).replace("UTF-8", "cp037").encode("cp037"),
    "two patients": section(PLAIN).replace("<author>", PATIENT.replace("4417-Q", "5518-R") + "<author>", 1).encode(),
    "no patient": section(PLAIN).replace(PATIENT, "").encode(),
    "huge text": section("word " * 40_000 + PLAIN).encode(),
    "many attributes": section(PLAIN).replace("<title>", "<title " + " ".join(f'a{i}="Vexholm"' for i in range(3000)) + ">").encode(),
    "controls": section("Vex\x00holm").encode(),
}  # fmt: skip
