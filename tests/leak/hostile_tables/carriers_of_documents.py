"""C-CDA documents that hold values in narratives and entries: in attributes, across elements, in types that lie."""

from __future__ import annotations

import base64

from tests.leak.hostile_tables.case import Hostile, Person, hostile
from tests.leak.hostile_tables.document import document, ferritin, names, section


def narratives() -> list[Hostile]:
    """Return documents that hold values in narratives."""
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


def entries() -> list[Hostile]:
    """Return documents that hold values in entries."""
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
