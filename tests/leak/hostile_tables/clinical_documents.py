"""Hostile C-CDA documents: entities, encodings, bodies and headers that lie."""

from __future__ import annotations

import base64

from tests.leak.hostile_tables.carriers_of_documents import entries, narratives
from tests.leak.hostile_tables.case import Hostile, Person, hostile
from tests.leak.hostile_tables.document import document, ferritin, names, section, target


def files() -> list[Hostile]:
    """Return the hostile documents."""
    return [*_syntax(), *_bodies(), *_headers(), *narratives(), *entries()]


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
            lambda: document(p[15], attributes=f' a="{p[15].family}{"x" * (5 << 20)}"'),
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
        hostile("many-entries.xml", lambda: document(p[8], entry=ferritin(p[8]) * 5000), p[8], "either"),
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
