"""Hostile workbooks: what a reader of cells may miss or must not follow."""

from __future__ import annotations

import warnings

from tests.leak.hostile_tables.book import (
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
from tests.leak.hostile_tables.carriers_of_workbooks import beside
from tests.leak.hostile_tables.case import COLUMNS, Hostile, Person, hostile

_DTD = '<?xml version="1.0"?><!DOCTYPE x [{}]>'


def files() -> list[Hostile]:
    """Return the hostile workbooks."""
    return [*_strings(), *beside(), *_cells(), *_packages(), *_broken()]


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
            lambda: packed(
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
            "either",
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
                        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill><patternFill/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="14"/></cellXfs></styleSheet>'
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
        hostile("bomb.xlsx", lambda: packed(parts({"A": visits(p[0], after=" " * (64 << 20))})), p[0], "refused"),
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
        hostile(
            "many-sheets.xlsx", lambda: packed(parts({str(n): visits(p[10]) for n in range(400)})), p[10], "either"
        ),
        hostile(
            "wide-row.xlsx",
            lambda: packed(
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
        hostile("no-rows.xlsx", packed(parts({"A": sheet([])})), p[6], "either", facts=()),
        hostile(f"{p[7].given} {p[7].family}.xlsx", packed(parts({"A": visits(p[7])})), p[7]),
    ]
