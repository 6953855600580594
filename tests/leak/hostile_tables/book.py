"""Workbooks from parts of XML, so that a test can write what no program would."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from xml.sax.saxutils import escape

from tests.leak.hostile_tables.case import COLUMNS, Person

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml."
WORKBOOK = f"{_TYPE}sheet.main+xml"
MACROS = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"


def cell(at: str, text: str) -> str:
    """Return a cell that holds its text itself."""
    return f'<c r="{at}" t="inlineStr"><is><t xml:space="preserve">{escape(text)}</t></is></c>'


def line(number: int, values: Sequence[str], attributes: str = "") -> str:
    """Return a row whose values stand in the columns A, B, C ...; a value that begins with <c is a cell as it is."""
    cells = (v if v.startswith("<c ") else cell(f"{chr(65 + n)}{number}", v) for n, v in enumerate(values))
    return f'<row r="{number}"{attributes}>{"".join(cells)}</row>'


def sheet(rows: Iterable[str], before: str = "", after: str = "") -> str:
    """Return a sheet of rows of XML."""
    body = f"{before}<sheetData>{''.join(rows)}</sheetData>{after}"
    return f'<worksheet xmlns="{MAIN}" xmlns:r="{RELS}">{body}</worksheet>'


def visits(*people: Person, before: str = "", after: str = "") -> str:
    """Return a sheet with a header and a row for each person."""
    rows = (line(n, person.row) for n, person in enumerate(people, start=2))
    return sheet([line(1, COLUMNS), *rows], before, after)


def relation(number: int, kind: str, target: str, mode: str = "") -> str:
    """Return a relationship of a part; `mode` may be External."""
    external = f' TargetMode="{mode}"' if mode else ""
    return f'<Relationship Id="rId{number}" Type="{RELS}/{kind}" Target="{target}"{external}/>'


def relations(*each: str) -> str:
    """Return a part of relationships."""
    return f'<Relationships xmlns="{PACKAGE}">{"".join(each)}</Relationships>'


def parts(
    sheets: Mapping[str, str],
    *,
    states: Mapping[str, str] | None = None,
    workbook: str = "",
    properties: str = "",
    more: Iterable[str] = (),
    kind: str = WORKBOOK,
    extra: Mapping[str, str | bytes] | None = None,
) -> dict[str, str | bytes]:
    """Return the parts of a workbook: a sheet for each title, `extra` beside or instead of them.

    `workbook` stands behind the list of sheets, `properties` before it, `more` are relationships of the workbook.
    """
    state = states or {}
    listed = "".join(
        f'<sheet name="{escape(title)}" sheetId="{n}" r:id="rId{n}"{state.get(title, "")}/>'
        for n, title in enumerate(sheets, start=1)
    )
    links = [relation(n, "worksheet", f"worksheets/sheet{n}.xml") for n in range(1, len(sheets) + 1)]
    types = "".join(
        f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{_TYPE}worksheet+xml"/>'
        for n in range(1, len(sheets) + 1)
    )
    extras = dict(extra or {})
    if "xl/sharedStrings.xml" in extras:
        links.append(relation(90, "sharedStrings", "sharedStrings.xml"))
        types += f'<Override PartName="/xl/sharedStrings.xml" ContentType="{_TYPE}sharedStrings+xml"/>'
    if "xl/styles.xml" in extras:
        links.append(relation(91, "styles", "styles.xml"))
        types += f'<Override PartName="/xl/styles.xml" ContentType="{_TYPE}styles+xml"/>'
    return {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kind}"/>{types}</Types>',
        "_rels/.rels": relations(relation(1, "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELS}">{properties}<sheets>{listed}</sheets>'
        f"{workbook}</workbook>",
        "xl/_rels/workbook.xml.rels": relations(*links, *more),
        **{f"xl/worksheets/sheet{n}.xml": text for n, text in enumerate(sheets.values(), start=1)},
        **extras,
    }


def strings(*items: str) -> str:
    """Return a part of shared strings, each the XML within <si>."""
    return f'<sst xmlns="{MAIN}" count="{len(items)}">{"".join(f"<si>{item}</si>" for item in items)}</sst>'


def shared(at: str, index: int) -> str:
    """Return a cell that refers to a shared string."""
    return f'<c r="{at}" t="s"><v>{index}</v></c>'


def packed(members: Mapping[str, str | bytes] | Iterable[tuple[str, str | bytes]]) -> bytes:
    """Return members as a zip archive whose bytes are the same each time."""
    out = io.BytesIO()
    pairs = members.items() if isinstance(members, Mapping) else members
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in pairs:
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()
