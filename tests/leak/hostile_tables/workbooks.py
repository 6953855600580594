"""Hostile workbooks: what a reader of cells may miss or must not follow."""

from __future__ import annotations

import warnings

from tests.leak.hostile_tables.book import (
    MACROS,
    MAIN,
    cell,
    line,
    packed,
    parts,
    relation,
    relations,
    shared,
    sheet,
    strings,
    visits,
)
from tests.leak.hostile_tables.case import COLUMNS, Hostile, Person, hostile

_DTD = '<?xml version="1.0"?><!DOCTYPE x [{}]>'


def files() -> list[Hostile]:
    """Return the hostile workbooks."""
    return [*_strings(), *_beside(), *_cells(), *_packages(), *_broken()]


def _strings() -> list[Hostile]:
    p = [Person(n) for n in range(100, 112)]
    rich = "".join(f"<r><rPr><b/></rPr><t>{letter}</t></r>" for letter in p[2].family)
    rich = (
        f'<r><t xml:space="preserve">Mr. </t></r>{rich}<r><t xml:space="preserve"> was seen. {p[2].fact} ng/mL</t></r>'
    )
    coded = f"_x{ord(p[3].family[0]):04X}_{p[3].family[1:]}"
    phonetic = f'<t>{p[1].note}</t><rPh sb="0" eb="2"><t>{p[1].family} {p[1].phone}</t></rPh><phoneticPr fontId="1"/>'

    def with_note(person: Person, note: str) -> bytes:
        rows = [line(1, COLUMNS), line(2, [*person.row[:5], shared("F2", 0)])]
        return packed(parts({"A": sheet(rows)}, extra={"xl/sharedStrings.xml": strings(note)}))

    return [
        hostile("plain.xlsx", packed(parts({"A": visits(p[0])})), p[0]),
        hostile("phonetic.xlsx", with_note(p[1], phonetic), p[1]),
        hostile("letters-apart.xlsx", with_note(p[2], rich), p[2]),
        hostile(
            "escapes.xlsx", with_note(p[3], f"<t>{p[3].note.replace(p[3].family, coded)}</t>"), p[3], planted=[coded]
        ),
        hostile(
            "no-such-string.xlsx",
            packed(
                parts(
                    {"A": sheet([line(1, COLUMNS), line(2, [*p[4].row[:5], shared("F2", 99)])])},
                    extra={"xl/sharedStrings.xml": strings("<t>a</t>")},
                )
            ),
            p[4],
            "either",
        ),
        hostile(
            "strings-missing.xlsx",
            packed(parts({"A": sheet([line(1, COLUMNS), line(2, [*p[5].row[:5], shared("F2", 0)])])})),
            p[5],
            "either",
        ),
        hostile(
            "string-of-30-mb-often.xlsx",
            packed(
                parts(
                    {
                        "A": sheet(
                            [line(1, COLUMNS), *(line(n, [*p[6].row[:5], shared(f"F{n}", 0)]) for n in range(2, 5000))]
                        )
                    },
                    extra={"xl/sharedStrings.xml": strings(f"<t>{'x ' * (15 << 20)}</t>")},
                )
            ),
            p[6],
            "refused",
        ),
        hostile(
            "unused-strings.xlsx",
            packed(parts({"A": visits(p[7])}, extra={"xl/sharedStrings.xml": strings(f"<t>{p[8].note}</t>")})),
            p[7:9],
            facts=[p[7].fact],
        ),
    ]


def _beside() -> list[Hostile]:
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
    styles = f'<styleSheet xmlns="{MAIN}"><numFmts count="1"><numFmt numFmtId="165" formatCode="&quot;{p[15].family}&quot; 0.00"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="{p[15].family}" xfId="0"/></cellStyles></styleSheet>'
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


def _cells() -> list[Hostile]:
    p = [Person(n) for n in range(140, 160)]

    def rows(person: Person, *more: str, header: tuple[str, ...] = COLUMNS) -> bytes:
        return packed(parts({"A": sheet([line(1, header), *more])}))

    zeros = "00" + p[3].mrn[1:]
    return [
        hostile(
            "hidden-rows.xlsx",
            packed(
                parts(
                    {
                        "A": sheet(
                            [line(1, COLUMNS), line(2, p[0].row, ' hidden="1"')],
                            '<cols><col min="2" max="6" hidden="1"/></cols>',
                        )
                    }
                )
            ),
            p[0],
        ),
        hostile(
            "formulas.xlsx",
            rows(
                p[1],
                line(
                    2,
                    [
                        *p[1].row[:4],
                        f'<c r="E2"><f>VLOOKUP("{p[1].family}",A1:B2,2)</f><v>{p[1].fact}</v></c>',
                        f'<c r="F2" t="str"><f>"{p[1].phone}"</f><v>{p[1].note}</v></c>',
                    ],
                ),
            ),
            p[1],
        ),
        hostile(
            "merged.xlsx",
            packed(
                parts(
                    {
                        "A": sheet(
                            [
                                line(1, COLUMNS),
                                line(2, p[2].row),
                                line(3, ["", "", "", "", "5", f"Mr. {p[2].family} again"]),
                            ],
                            after='<mergeCells><mergeCell ref="A2:A3"/></mergeCells>',
                        )
                    }
                )
            ),
            p[2],
        ),
        hostile(
            "zeros.xlsx",
            rows(p[3], line(2, [zeros, *p[3].row[1:5], p[3].note.replace(p[3].mrn, zeros)])),
            p[3],
            planted=[zeros],
        ),
        hostile(
            "mrn-is-a-number.xlsx",
            rows(
                p[4],
                line(
                    2,
                    [f'<c r="A2"><v>{p[4].mrn[1:]}</v></c>', *p[4].row[1:5], p[4].note.replace(p[4].mrn, p[4].mrn[1:])],
                ),
            ),
            p[4],
        ),
        hostile(
            "errors.xlsx",
            rows(
                p[5],
                line(
                    2, [*p[5].row[:3], '<c r="D2" t="e"><v>#N/A</v></c>', '<c r="E2" t="e"><v>#REF!</v></c>', p[5].note]
                ),
            ),
            p[5],
        ),
        hostile(
            "dimension-lies.xlsx", packed(parts({"A": visits(p[6], before='<dimension ref="A1:XFD1048576"/>')})), p[6]
        ),
        hostile("dimension-is-small.xlsx", packed(parts({"A": visits(p[7], before='<dimension ref="A1:A1"/>')})), p[7]),
        hostile("last-row.xlsx", rows(p[8], line(1048576, p[8].row)), p[8]),
        hostile("last-column.xlsx", rows(p[9], line(2, [*p[9].row, cell("XFD2", p[9].note)])), p[9], "either"),
        hostile(
            "no-places.xlsx",
            packed(
                parts({"A": sheet([line(1, COLUMNS), line(2, p[10].row)]).replace(' r="', ' x="').replace("x=", "q=")})
            ),
            p[10],
            "either",
        ),
        hostile(
            "rows-out-of-order.xlsx",
            packed(parts({"A": sheet([line(3, p[11].row), line(1, COLUMNS), line(2, p[12].row)])})),
            p[11:13],
            "either",
        ),
        hostile(
            "cells-out-of-order.xlsx",
            rows(p[13], line(2, [cell(f"{chr(70 - n)}2", value) for n, value in enumerate(reversed(p[13].row))])),
            p[13],
        ),
        hostile("same-cell-twice.xlsx", rows(p[14], line(2, [*p[14].row, cell("E2", p[14].family)])), p[14], "either"),
        hostile(
            "kinds.xlsx",
            rows(
                p[15],
                line(
                    2,
                    [
                        *p[15].row[:3],
                        '<c r="D2" t="d"><v>2024-07-01T00:00:00</v></c>',
                        '<c r="E2" t="b"><v>1</v></c>',
                        p[15].note,
                    ],
                ),
            ),
            p[15],
        ),
        hostile(
            "title-first.xlsx",
            packed(
                parts(
                    {
                        "A": sheet(
                            [line(1, [f"Report on {p[16].given} {p[16].family}"]), line(3, COLUMNS), line(4, p[16].row)]
                        )
                    }
                )
            ),
            p[16],
            "refused",
        ),
        hostile(
            "header-is-a-patient.xlsx",
            rows(p[17], line(2, [*p[17].row, "yes"]), header=(*COLUMNS, f"{p[17].given} {p[17].family}")),
            p[17],
            "either",
        ),
        hostile(
            "date-from-1904.xlsx",
            packed(
                parts(
                    {
                        "A": sheet(
                            [
                                line(1, COLUMNS),
                                line(2, [*p[18].row[:3], '<c r="D2" s="1"><v>44012</v></c>', *p[18].row[4:]]),
                            ]
                        )
                    },
                    properties='<workbookPr date1904="1"/>',
                    extra={
                        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="14"/></cellXfs></styleSheet>'
                    },
                )
            ),
            p[18],
            planted=["2024-07-01"],
        ),
    ]


def _packages() -> list[Hostile]:
    p = [Person(n) for n in range(160, 180)]
    secret = _DTD.format('<!ENTITY e SYSTEM "file:///etc/hostname">')
    laughs = _DTD.format(
        '<!ENTITY a "ha">'
        + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    )
    plain = parts({"A": visits(p[8])})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        twice = packed([*parts({"A": visits(p[5])}).items(), ("xl/worksheets/sheet1.xml", visits(p[6]))])
    strict = {
        name: text.replace(MAIN, "http://purl.oclc.org/ooxml/spreadsheetml/main") if isinstance(text, str) else text
        for name, text in parts({"A": visits(p[7])}).items()
    }
    return [
        hostile("bomb.xlsx", packed(parts({"A": visits(p[0], after=" " * (64 << 20))})), p[0], "refused"),
        hostile("entity.xlsx", packed(parts({"A": secret + visits(p[1]).replace("was seen", "&e;")})), p[1], "refused"),
        hostile(
            "laughs.xlsx",
            packed(parts({"A": visits(p[2])}, extra={"xl/sharedStrings.xml": laughs + strings("<t>&i;</t>")})),
            p[2],
            "refused",
        ),
        hostile(
            "sheet-elsewhere.xlsx",
            packed(
                parts(
                    {"A": visits(p[3])},
                    extra={"xl/_rels/workbook.xml.rels": relations(relation(1, "worksheet", "../../../../etc/passwd"))},
                )
            ),
            p[3],
            "refused",
        ),
        hostile(
            "sheet-on-the-web.xlsx",
            packed(
                parts(
                    {"A": visits(p[4])},
                    extra={
                        "xl/_rels/workbook.xml.rels": relations(
                            relation(1, "worksheet", f"http://127.0.0.1:9/{p[4].family}", "External")
                        )
                    },
                )
            ),
            p[4],
            "refused",
        ),
        hostile("part-twice.xlsx", twice, p[5:7], "either", facts=()),
        hostile("strict.xlsx", packed(strict), p[7], "either"),
        hostile(
            "utf16.xlsx",
            packed(
                {
                    **plain,
                    "xl/worksheets/sheet1.xml": ('<?xml version="1.0" encoding="UTF-16"?>' + visits(p[8])).encode(
                        "utf-16"
                    ),
                }
            ),
            p[8],
            "either",
        ),
        hostile(
            "macro-sheet.xlsx",
            packed(parts({"A": visits(p[9])}, extra={"xl/macrosheets/sheet1.xml": f"<x>{p[9].note}</x>"})),
            p[9],
            "either",
        ),
        hostile("5000-sheets.xlsx", packed(parts({str(n): visits(p[10]) for n in range(2000)})), p[10], "either"),
        hostile(
            "wide-row.xlsx",
            packed(
                parts(
                    {
                        "A": sheet(
                            [
                                line(1, COLUMNS),
                                line(2, p[11].row),
                                *(f'<row r="{n}"><c r="XFD{n}"><v>1</v></c></row>' for n in range(3, 3000)),
                            ]
                        )
                    }
                )
            ),
            p[11],
            "either",
        ),
        hostile(
            "chartsheet.xlsx",
            packed(parts({"A": visits(p[12]), "B": f'<chartsheet xmlns="{MAIN}"><sheetViews/></chartsheet>'})),
            p[12],
            "either",
        ),
    ]


def _broken() -> list[Hostile]:
    p = [Person(n) for n in range(180, 190)]
    good = packed(parts({"A": visits(p[0])}))
    stored = packed(parts({"A": visits(p[3])}))
    return [
        hostile("cut.xlsx", good[: len(good) * 2 // 3], p[0], "refused"),
        hostile(
            "locked.xlsx",
            bytes.fromhex("d0cf11e0a1b11ae1")
            + bytes(504)
            + "EncryptedPackage".encode("utf-16-le")
            + p[1].note.encode()
            + bytes(2000),
            p[1],
            "refused",
        ),
        hostile("table.xlsx", ",".join(COLUMNS) + "\n" + ",".join(p[2].row) + "\n", p[2], "refused"),
        hostile("crc.xlsx", stored.replace(stored[14:18], b"\1\2\3\4"), p[3], "refused"),
        hostile("no-sheets.xlsx", packed(parts({})), p[4], "refused", facts=()),
        hostile("empty.xlsx", b"", p[5], "refused", facts=()),
        hostile("no-rows.xlsx", packed(parts({"A": sheet([])})), p[6], "refused", facts=()),
        hostile(f"{p[7].given} {p[7].family}.xlsx", packed(parts({"A": visits(p[7])})), p[7]),
    ]
