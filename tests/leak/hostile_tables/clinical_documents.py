"""Hostile C-CDA documents: entities, extensions, attributes and types that lie."""

from __future__ import annotations

import base64

from tests.leak.hostile_tables.case import Hostile, Person, hostile

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


def files() -> list[Hostile]:
    """Return the hostile documents."""
    return [*_syntax(), *_bodies(), *_headers(), *_narratives(), *_entries()]


def _syntax() -> list[Hostile]:
    p = [Person(n) for n in range(500, 522)]
    laughs = "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    dtd = "<!DOCTYPE x [{}]>"
    prefixed = (
        document(p[6]).replace("</", "</h:").replace("<", "<h:").replace("<h:/h:", "</h:").replace("xmlns=", "xmlns:h=")
    )
    escaped = "".join(f"&#x{ord(letter):x};" for letter in p[9].family)
    return [
        hostile("plain.xml", document(p[0]), p[0]),
        hostile(
            "entity.xml",
            dtd.format('<!ENTITY e SYSTEM "file:///etc/hostname">') + document(p[1], title="&e;"),
            p[1],
            "refused",
        ),
        hostile("laughs.xml", dtd.format('<!ENTITY a "ha">' + laughs) + document(p[2], title="&i;"), p[2], "refused"),
        hostile(
            "outside.xml",
            f'<!DOCTYPE x SYSTEM "http://127.0.0.1:9/{p[3].family}.dtd">' + document(p[3]),
            p[3],
            "refused",
        ),
        hostile(
            "include.xml",
            document(
                p[4],
                section(
                    '<paragraph><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/hostname" parse="text"/></paragraph>'
                ),
            ),
            p[4],
            "either",
        ),
        hostile(
            "instructions.xml",
            f'<?xml version="1.0"?><?xml-stylesheet href="{p[5].family}.xsl"?><!-- {p[5].note} -->'
            + document(p[5], f"<?x {p[5].note}?><!-- {p[5].phone} -->")
            + f"<!-- {p[5].family} -->",
            p[5],
        ),
        hostile("prefix.xml", prefixed, p[6]),
        hostile("utf16.xml", ('<?xml version="1.0" encoding="UTF-16"?>' + document(p[7])).encode("utf-16"), p[7]),
        hostile(
            "says-utf8.xml",
            ('<?xml version="1.0" encoding="UTF-8"?>' + document(p[8], title="R\u00e9sum\u00e9")).encode("latin-1"),
            p[8],
            "refused",
        ),
        hostile("letters.xml", document(p[9]).replace(p[9].family, escaped), p[9], planted=[escaped]),
        hostile(
            "cdata.xml",
            document(p[10], section(f"<paragraph><![CDATA[Mr. {p[10].family} <b>]]>{p[10].phone}</paragraph>")),
            p[10],
        ),
        hostile("cut.xml", document(p[11])[:-60], p[11], "refused"),
        hostile(
            "other.xml",
            f'<Patient xmlns="http://hl7.org/fhir"><name><family value="{p[12].family}"/></name></Patient>',
            p[12],
            "refused",
            facts=(),
        ),
        hostile("attribute-twice.xml", document(p[13], attributes=f' a="1" a="{p[13].family}"'), p[13], "refused"),
        hostile(
            "attributes.xml",
            document(
                p[14],
                attributes=f' xml:base="http://x/{p[14].family}" xml:lang="{p[14].family}" xsi:schemaLocation="a {p[14].family}.xsd" xml:id="{p[14].mrn}" classCode="{p[14].family}"',
            ),
            p[14],
        ),
        hostile(
            "attribute-of-5-mb.xml",
            document(p[15], attributes=f' a="{p[15].family}{"x" * (5 << 20)}"'),
            p[15],
            "either",
        ),
        hostile("blank-first.xml", "\ufeff\n <?xml version='1.0'?>" + document(p[16]), p[16], "either"),
        hostile("two-roots.xml", document(p[17]) + document(p[18]), p[17:19], "refused"),
        hostile("utf7.xml", '<?xml version="1.0" encoding="UTF-7"?>' + document(p[19]), p[19], "refused"),
        hostile(
            "stranger.xml",
            document(p[20], f'<x:a xmlns:x="urn:{p[20].family}" x:b="{p[20].phone}">{p[20].note}</x:a>'),
            p[20],
        ),
    ]


def _bodies() -> list[Hostile]:
    p = [Person(n) for n in range(522, 536)]

    def encoded(person: Person, data: bytes, kind: str, more: str = ' representation="B64"') -> str:
        text = base64.b64encode(data).decode()
        return document(person, body=f'<nonXMLBody><text mediaType="{kind}"{more}>{text}</text></nonXMLBody>')

    deep = (
        "<component><section>" * 1000
        + f"<title>{p[4].family}</title><text>Mr. {p[4].family}</text>"
        + "</section></component>" * 1000
    )
    return [
        hostile("body-text.xml", encoded(p[0], p[0].note.encode(), "text/plain"), p[0]),
        hostile("body-rtf.xml", encoded(p[1], b"{\\rtf1 " + p[1].note.encode() + b"}", "text/rtf"), p[1]),
        hostile(
            "body-pdf.xml",
            encoded(p[2], b"%PDF-1.4 " + p[2].note.encode(), "application/pdf"),
            p[2],
            "either",
            facts=(),
        ),
        hostile(
            "body-lies.xml", encoded(p[3], b"%PDF-1.4 " + p[3].note.encode(), "text/plain"), p[3], "either", facts=()
        ),
        hostile("deep.xml", document(p[4], deep), p[4], "either"),
        hostile(
            "body-of-a-name.xml", encoded(p[5], p[5].note.encode(), f"text/{p[5].family}"), p[5], "either", facts=()
        ),
        hostile(
            "body-elsewhere.xml",
            document(
                p[6],
                body=f'<nonXMLBody><text mediaType="text/plain"><reference value="{p[6].family}.pdf"/></text></nonXMLBody>',
            ),
            p[6],
            "either",
            facts=(),
        ),
        hostile(
            "body-not-base64.xml",
            document(
                p[7],
                body=f'<nonXMLBody><text mediaType="text/plain" representation="B64">{p[7].note}</text></nonXMLBody>',
            ),
            p[7],
            "either",
            facts=(),
        ),
        hostile("many-entries.xml", document(p[8], entry=ferritin(p[8]) * 5000), p[8], "either"),
    ]


def _headers() -> list[Hostile]:
    p = [Person(n) for n in range(536, 560)]
    f = [person.family for person in p]
    n = [names(person) for person in p]
    return [
        hostile(
            "ids.xml",
            document(
                p[0],
                header=f'<setId root="1.2.{f[0]}" extension="{f[0]}-{p[0].mrn}" assigningAuthorityName="{f[0]}"/><templateId root="{f[0]}" extension="{p[0].phone}"/>',
            ),
            p[0],
        ),
        hostile(
            "sdtc.xml",
            document(
                p[1],
                targets=target(
                    p[1],
                    f'<sdtc:deceasedTime value="20240702"/><sdtc:raceCode code="{f[1]}"/><sdtc:patient>{n[1]}</sdtc:patient><sdtc:desc>{p[1].note}</sdtc:desc>',
                ),
            ),
            p[1],
        ),
        hostile(
            "participants.xml",
            document(
                p[2],
                header=f'<participant typeCode="IND"><associatedEntity classCode="PRS"><code code="x" displayName="{f[2]}"/><telecom value="{p[2].phone}"/><associatedPerson>{n[2]}</associatedPerson><scopingOrganization><name>{f[2]} Ltd</name></scopingOrganization></associatedEntity></participant>',
            ),
            p[2],
        ),
        hostile(
            "informants.xml",
            document(
                p[3],
                header=f'<informant><relatedEntity classCode="PRS"><relatedPerson>{n[3]}</relatedPerson></relatedEntity></informant><informationRecipient><intendedRecipient><informationRecipient>{n[3]}</informationRecipient><receivedOrganization><name>{f[3]}</name></receivedOrganization></intendedRecipient></informationRecipient>',
            ),
            p[3],
        ),
        hostile(
            "guardian.xml",
            document(
                p[4],
                targets=target(
                    p[4],
                    f'<guardian><telecom value="tel:{p[4].phone}"/><guardianPerson>{n[5]}</guardianPerson></guardian>',
                ),
            ),
            p[4:6],
            facts=[p[4].fact],
        ),
        hostile(
            "device.xml",
            document(
                p[6],
                header=f"<author><time value='20240701'/><assignedAuthor><id root='1' extension='{f[6]}'/><assignedAuthoringDevice><manufacturerModelName>{f[6]} X1</manufacturerModelName><softwareName>Dr. {f[6]} suite</softwareName></assignedAuthoringDevice></assignedAuthor></author>",
            ),
            p[6],
        ),
        hostile(
            "provider.xml",
            document(
                p[7],
                targets=target(
                    p[7],
                    beside=f"<providerOrganization><id root='1.{f[7]}'/><name>Praxis {f[7]}</name><telecom value='mailto:{f[7]}@x.test'/><addr>{f[7]} Street 1</addr></providerOrganization>",
                ),
            ),
            p[7],
        ),
        hostile("two-patients.xml", document(p[8], targets=target(p[8]) + target(p[9])), p[8:10], "either", facts=()),
        hostile(
            "signature.xml",
            document(
                p[10],
                header=f'<legalAuthenticator><signatureCode code="S"/><sdtc:signatureText mediaType="text/xml">{p[10].note}</sdtc:signatureText><assignedEntity><id extension="{f[10]}"/><assignedPerson>{n[10]}</assignedPerson></assignedEntity></legalAuthenticator>',
            ),
            p[10],
        ),
        hostile(
            "birthplace.xml",
            document(
                p[11],
                targets=target(
                    p[11],
                    f"<birthplace><place><name>{f[11]} hospital</name><addr><city>{f[11]}ville</city></addr></place></birthplace><languageCommunication><languageCode code='{f[11]}'/></languageCommunication>",
                ),
            ),
            p[11],
        ),
        hostile(
            "names-with-parts.xml",
            document(
                p[12],
                targets=target(p[12]).replace(
                    "<name>",
                    f'<name use="{f[12]}" xml:lang="{f[12]}">Lord {f[13]}<prefix qualifier="AC">Baron of {f[13]}</prefix><delimiter>{f[13]}</delimiter><validTime><low value="19610417"/></validTime>',
                ),
            ),
            p[12:14],
            facts=[p[12].fact],
        ),
        hostile(
            "encounter.xml",
            document(
                p[14],
                header=f"<componentOf><encompassingEncounter><id extension='{f[14]}'/><location><healthCareFacility><location><name>{f[14]} ward</name><addr><streetAddressLine>{f[14]} Way 1</streetAddressLine></addr></location></healthCareFacility></location></encompassingEncounter></componentOf><authorization><consent><code displayName='{f[14]}'/></consent></authorization><relatedDocument typeCode='RPLC'><parentDocument><id extension='{f[14]}'/><text>{p[14].note}</text></parentDocument></relatedDocument>",
            ),
            p[14],
        ),
        hostile("title.xml", document(p[15], title=f"Summary of {p[15].given} {f[15]}, {p[15].phone}"), p[15]),
        hostile(
            "patient-without-name.xml",
            document(p[16], targets=target(p[16]).replace(n[16], "<name nullFlavor='UNK'/>")),
            p[16],
        ),
        hostile(f"{p[17].given} {f[17]}.xml", document(p[17]), p[17]),
        hostile(
            "name-as-text.xml",
            document(p[18], targets=target(p[18]).replace(n[18], f"<name>{p[18].given} {f[18]}</name>")),
            p[18],
        ),
    ]


def _narratives() -> list[Hostile]:
    p = [Person(n) for n in range(560, 574)]
    f = [person.family for person in p]
    return [
        hostile(
            "table.xml",
            document(
                p[0],
                section(
                    f'<table title="{f[0]}" summary="{p[0].note}" border="1"><caption>Mr. {f[0]}</caption><tbody><tr ID="{f[0]}" styleCode="x{f[0]}"><td abbr="{p[0].phone}" headers="{f[0]}">Mr. {f[0]}</td></tr></tbody></table>'
                ),
            ),
            p[0],
        ),
        hostile(
            "content.xml",
            document(
                p[1],
                section(f"<paragraph>Mr. {f[1][:3]}<content styleCode='Bold'>{f[1][3:]}</content> seen</paragraph>"),
            ),
            p[1],
        ),
        hostile(
            "break.xml",
            document(p[2], section(f"Mr. {p[2].given}<br/>{f[2]}<sup>{p[2].phone}</sup><sub>{f[2]}</sub>")),
            p[2],
        ),
        hostile(
            "links.xml",
            document(
                p[3],
                section(
                    f'<linkHtml href="mailto:{f[3]}@x.test" title="{f[3]}">mail</linkHtml><footnote ID="{f[3]}">Mr. {f[3]}</footnote><footnoteRef IDREF="{f[3]}"/>'
                ),
            ),
            p[3],
        ),
        hostile(
            "media.xml",
            document(
                p[4],
                section(
                    f'<renderMultiMedia referencedObject="{f[4]}"><caption>Mr. {f[4]}</caption></renderMultiMedia>',
                    f'<entry><observationMedia ID="{f[4]}" classCode="OBS" moodCode="EVN"><value mediaType="image/png" representation="B64">{base64.b64encode(p[4].note.encode()).decode()}</value></observationMedia></entry>',
                ),
            ),
            p[4],
        ),
        hostile(
            "unknown-elements.xml",
            document(
                p[5],
                section(f"<script>Mr. {f[5]}</script><paragraph><blink>Mr. {p[5].given} {f[5]}</blink></paragraph>"),
            ),
            p[5],
        ),
        hostile(
            "spread.xml",
            document(
                p[6],
                section(
                    f"<list><item>Patient {p[6].given}</item><item>{f[6]}</item></list><table><tr><td>{p[6].given}</td><td>{f[6]}</td><td>{p[6].phone[:7]}</td><td>{p[6].phone[7:]}</td></tr></table>"
                ),
            ),
            p[6],
        ),
        hostile(
            "section-title.xml",
            document(p[7], section(title=f"Visit of Mr. {f[7]}", text="<paragraph>ok</paragraph>")),
            p[7],
        ),
        hostile(
            "revised.xml",
            document(
                p[8],
                section(
                    f'<content revised="delete">Mr. {f[8]}</content><content revised="insert">{p[8].phone}</content>'
                ),
            ),
            p[8],
        ),
    ]


def _entries() -> list[Hostile]:
    p = [Person(n) for n in range(574, 592)]
    f = [person.family for person in p]

    def valued(person: Person, *values: str) -> str:
        each = "".join(
            f'<entry><observation classCode="OBS" moodCode="EVN"><code code="8251-1" codeSystem="2.16.840.1.113883.6.1"/>{value}</observation></entry>'
            for value in values
        )
        return document(person, section("<paragraph>ok</paragraph>", each))

    return [
        hostile(
            "ranges.xml",
            document(
                p[0],
                entry=ferritin(
                    p[0],
                    f"<referenceRange><observationRange><text>Mr. {f[0]}: 1-2</text><value xsi:type='ST'>{p[0].phone}</value></observationRange></referenceRange><interpretationCode code='{f[0]}'/><methodCode displayName='{f[0]}'/>",
                ),
            ),
            p[0],
        ),
        hostile(
            "references.xml",
            valued(
                p[1],
                f'<text><reference value="#{f[1]}1"/></text><value xsi:type="CD" code="1" codeSystem="{f[1]}"><originalText><reference value="#{f[1]}"/>Mr. {f[1]}</originalText><translation code="{f[1]}" displayName="Mr. {f[1]}"/></value>',
            ),
            p[1],
        ),
        hostile(
            "types-lie.xml",
            valued(
                p[2],
                f'<value xsi:type="PQ" value="{f[2]}" unit="{f[2]}"/>',
                f'<value xsi:type="INT" value="{p[2].mrn[1:]}"/>',
                f'<value xsi:type="ST">Mr. <b>{f[2]}</b></value>',
                f'<value xsi:type="{f[2]}">{f[2]}</value>',
                f'<value xsi:type="TS" value="{f[2]}"/>',
                f'<value value="{p[2].phone}">{f[2]}</value>',
                f'<value xsi:type="BL" value="{f[2]}"/>',
            ),
            p[2],
        ),
        hostile(
            "types-of-names.xml",
            valued(
                p[3],
                f'<value xsi:type="PN">{names(p[3])}</value>',
                f'<value xsi:type="TEL" value="{p[3].phone}"/>',
                f'<value xsi:type="II" extension="{p[3].mrn}"/>',
                f'<value xsi:type="AD"><city>{f[3]}</city></value>',
                f'<value xsi:type="ED" mediaType="text/plain">Mr. {f[3]}</value>',
                f'<value xsi:type="CO" code="{f[3]}"/>',
            ),
            p[3],
        ),
        hostile(
            "packed.xml",
            valued(
                p[4],
                f'<value xsi:type="ED" compression="DF" representation="B64">{base64.b64encode(p[4].note.encode()).decode()}</value>',
                f'<value xsi:type="ED" representation="B64" mediaType="text/plain">{base64.b64encode(p[4].note.encode()).decode()}</value>',
            ),
            p[4],
        ),
        hostile(
            "related-subject.xml",
            valued(
                p[5],
                f'<subject><relatedSubject classCode="PRS"><code displayName="{f[5]}"/><subject>{names(p[5])}<birthTime value="19610417"/><sdtc:id extension="{f[5]}"/></subject></relatedSubject></subject>',
            ),
            p[5],
        ),
        hostile(
            "performers.xml",
            valued(
                p[6],
                f'<performer><assignedEntity><id extension="{f[6]}"/><addr>{f[6]}</addr><telecom value="{p[6].phone}"/><assignedPerson>{names(p[6])}</assignedPerson><representedOrganization><name>{f[6]}</name></representedOrganization></assignedEntity></performer><specimen><specimenRole><id extension="{f[6]}"/><specimenPlayingEntity><name>{f[6]}</name><desc>{f[6]}</desc></specimenPlayingEntity></specimenRole></specimen>',
            ),
            p[6],
        ),
        hostile(
            "codes.xml",
            valued(
                p[7],
                f'<code code="{f[7]}" codeSystem="1.2.3" displayName="Mr. {f[7]}" codeSystemName="{f[7]}" codeSystemVersion="{f[7]}"/>',
                f'<value xsi:type="CE" code="{f[7]}" codeSystem="2.16.840.1.113883.6.96" displayName="Mr. {f[7]}"/>',
            ),
            p[7],
        ),
        hostile(
            "product.xml",
            document(
                p[8],
                section(
                    "<paragraph>ok</paragraph>",
                    f'<entry><substanceAdministration classCode="SBADM" moodCode="EVN"><text>Mr. {f[8]}</text><consumable><manufacturedProduct><id extension="{f[8]}"/><manufacturedMaterial><code code="1" displayName="{f[8]}"/><name>for Mr. {f[8]}</name><lotNumberText>{p[8].mrn}</lotNumberText></manufacturedMaterial><manufacturerOrganization><name>{f[8]}</name></manufacturerOrganization></manufacturedProduct></consumable></substanceAdministration></entry>',
                ),
            ),
            p[8],
        ),
        hostile(
            "odd-times.xml",
            valued(
                p[9],
                f'<effectiveTime value="{f[9]}"/>',
                '<effectiveTime xsi:type="IVL_TS"><low value="19610417"/><width value="1" unit="d"/></effectiveTime>',
                f'<effectiveTime xsi:type="PIVL_TS" institutionSpecified="{f[9]}"><period value="1" unit="{f[9]}"/></effectiveTime>',
            ),
            p[9],
            planted=["19610417"],
        ),
    ]
