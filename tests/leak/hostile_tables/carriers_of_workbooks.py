"""Workbooks that hold values beside their cells: comments, properties, caches, links, formats and macros."""

from __future__ import annotations

from tests.leak.hostile_tables.book import MACROS, MAIN, line, packed, parts, relation, relations, sheet, visits
from tests.leak.hostile_tables.case import COLUMNS, Hostile, Person, hostile


def beside() -> list[Hostile]:
    """Return workbooks that hold values beside their cells."""
    p = [Person(n) for n in range(112, 140)]

    def beside(person: Person, of_sheet: str, extra: dict[str, str | bytes], after: str = "") -> bytes:
        links = {"xl/worksheets/_rels/sheet1.xml.rels": relations(of_sheet)} if of_sheet else {}
        return packed(parts({"A": visits(person, after=after)}, extra={**links, **extra}))

    def noted(person: Person) -> str:
        return f"<x>{person.note}</x>"

    comment = f'<comments xmlns="{MAIN}"><authors><author>{p[2].family}</author></authors><commentList><comment ref="A1" authorId="0"><text><t>{p[2].note}</t></text></comment></commentList></comments>'
    threads = f'<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><threadedComment ref="A1" personId="{{1}}" id="{{2}}"><text>{p[3].note}</text></threadedComment></ThreadedComments>'
    core = f'<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>{p[7].family}</dc:creator><dc:title>{p[7].note}</dc:title></cp:coreProperties>'
    cache = f'<pivotCacheDefinition xmlns="{MAIN}"><cacheFields count="1"><cacheField name="{p[9].family}"><sharedItems><s v="{p[9].note}"/></sharedItems></cacheField></cacheFields></pivotCacheDefinition>'
    chart = f'<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:strCache><c:pt idx="0"><c:v>{p[10].note}</c:v></c:pt></c:strCache></c:chartSpace>'
    validation = f'<dataValidations count="1"><dataValidation type="list" sqref="A2" promptTitle="{p[11].family}"><formula1>"{p[11].family},{p[11].phone}"</formula1></dataValidation></dataValidations>'
    conditional = f'<conditionalFormatting sqref="A1"><cfRule type="containsText" priority="1" operator="containsText" text="{p[12].family}"><formula>"{p[12].phone}"</formula></cfRule></conditionalFormatting>'
    link = f'<hyperlinks><hyperlink ref="A2" display="{p[13].family}" tooltip="{p[13].note}" location="{p[13].family}!A1"/></hyperlinks>'
    extended = f'<extLst><ext uri="{{0}}"><x xmlns="urn:x">{p[14].note}</x></ext></extLst>'
    styles = f'<styleSheet xmlns="{MAIN}"><numFmts count="1"><numFmt numFmtId="165" formatCode="&quot;{p[15].family}&quot; 0.00"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill><patternFill/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="{p[15].family}" xfId="0"/></cellStyles></styleSheet>'
    styled = sheet(
        [line(1, COLUMNS), line(2, [*p[15].row[:4], f'<c r="E2" s="1"><v>{p[15].fact}</v></c>', p[15].note])]
    )
    return [
        hostile(
            "hidden-sheet.xlsx",
            packed(parts({"A": visits(p[0]), "B": visits(p[20])}, states={"B": ' state="hidden"'})),
            [p[0], p[20]],
            facts=[p[0].fact],
        ),
        hostile(
            "very-hidden-sheet.xlsx",
            packed(parts({"A": visits(p[1]), "B": visits(p[21])}, states={"B": ' state="veryHidden"'})),
            [p[1], p[21]],
            facts=[p[1].fact],
        ),
        hostile(
            "comments.xlsx",
            beside(p[2], relation(1, "comments", "../comments1.xml"), {"xl/comments1.xml": comment}),
            p[2],
        ),
        hostile(
            "threads.xlsx",
            beside(
                p[3],
                relation(1, "threadedComment", "../threadedComments/threadedComment1.xml"),
                {"xl/threadedComments/threadedComment1.xml": threads, "xl/persons/person.xml": noted(p[3])},
            ),
            p[3],
        ),
        hostile(
            "defined-names.xlsx",
            packed(
                parts(
                    {"A": visits(p[4])},
                    workbook=f'<definedNames><definedName name="{p[4].family}" comment="{p[4].note}">"{p[4].phone}"</definedName></definedNames>',
                )
            ),
            p[4],
        ),
        hostile("sheet-is-a-patient.xlsx", packed(parts({f"{p[5].given} {p[5].family}": visits(p[5])})), p[5]),
        hostile(
            "header-and-footer.xlsx",
            packed(
                parts(
                    {
                        "A": visits(
                            p[6],
                            after=f"<headerFooter><oddHeader>&amp;L{p[6].note}</oddHeader><oddFooter>{p[6].phone}</oddFooter></headerFooter>",
                        )
                    }
                )
            ),
            p[6],
        ),
        hostile(
            "properties.xlsx",
            beside(
                p[7],
                "",
                {
                    "docProps/core.xml": core,
                    "docProps/app.xml": noted(p[7]),
                    "docProps/custom.xml": noted(p[7]),
                    "_rels/.rels": relations(
                        relation(1, "officeDocument", "xl/workbook.xml"),
                        relation(2, "metadata/core-properties", "docProps/core.xml"),
                        relation(3, "extended-properties", "docProps/app.xml"),
                    ),
                },
            ),
            p[7],
        ),
        hostile(
            "external-link.xlsx",
            packed(
                parts(
                    {"A": visits(p[8])},
                    workbook='<externalReferences><externalReference r:id="rId80"/></externalReferences>',
                    more=[relation(80, "externalLink", "externalLinks/externalLink1.xml")],
                    extra={
                        "xl/externalLinks/externalLink1.xml": f'<externalLink xmlns="{MAIN}"><externalBook><sheetNames><sheetName val="{p[8].family}"/></sheetNames></externalBook></externalLink>'
                    },
                )
            ),
            p[8],
            "either",
        ),
        hostile(
            "pivot-cache.xlsx",
            packed(
                parts(
                    {"A": visits(p[9])},
                    workbook='<pivotCaches><pivotCache cacheId="1" r:id="rId81"/></pivotCaches>',
                    more=[relation(81, "pivotCacheDefinition", "pivotCache/pivotCacheDefinition1.xml")],
                    extra={
                        "xl/pivotCache/pivotCacheDefinition1.xml": cache,
                        "xl/pivotCache/pivotCacheRecords1.xml": noted(p[9]),
                    },
                )
            ),
            p[9],
            "either",
        ),
        hostile(
            "chart.xlsx",
            beside(
                p[10],
                relation(1, "drawing", "../drawings/drawing1.xml"),
                {"xl/drawings/drawing1.xml": noted(p[10]), "xl/charts/chart1.xml": chart},
                '<drawing r:id="rId1"/>',
            ),
            p[10],
        ),
        hostile("validation.xlsx", packed(parts({"A": visits(p[11], after=validation)})), p[11]),
        hostile("conditional.xlsx", packed(parts({"A": visits(p[12], after=conditional)})), p[12]),
        hostile("hyperlinks.xlsx", packed(parts({"A": visits(p[13], after=link)})), p[13]),
        hostile("extensions.xlsx", packed(parts({"A": visits(p[14], after=extended)})), p[14]),
        hostile("number-format.xlsx", packed(parts({"A": styled}, extra={"xl/styles.xml": styles})), p[15]),
        hostile(
            "macros.xlsx",
            packed(
                parts(
                    {"A": visits(p[16])},
                    kind=MACROS,
                    more=[relation(82, "vbaProject", "vbaProject.bin")],
                    extra={"xl/vbaProject.bin": p[16].note.encode()},
                )
            ),
            p[16],
            "either",
        ),
        hostile(
            "macros.xlsm",
            packed(
                parts(
                    {"A": visits(p[17])},
                    kind=MACROS,
                    more=[relation(82, "vbaProject", "vbaProject.bin")],
                    extra={"xl/vbaProject.bin": p[17].note.encode()},
                )
            ),
            p[17],
        ),
        hostile(
            "custom-xml.xlsx",
            beside(
                p[18],
                "",
                {
                    "customXml/item1.xml": noted(p[18]),
                    "xl/printerSettings/p.bin": p[18].note,
                    "xl/tables/table1.xml": noted(p[18]),
                    "xl/metadata.xml": noted(p[18]),
                },
            ),
            p[18],
        ),
    ]
