"""An .xlsx with identifiers in cells, beside them, and in all that a workbook says of itself."""

from __future__ import annotations

import io
import re
import zipfile

from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.packaging.custom import StringProperty
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.table import Table

from tests.leak.carriers.plants import Document


def xlsx() -> tuple[Document, bytes]:
    d = Document("p4_labs.xlsx", "xlsx", 31)
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Labs"
    sheet.append(["mrn", "name", "birth date", "test", "value", "unit", "remark"])
    remarks = (
        "Drawn by ‹PERSON Ethelreda Munnings›, RN",
        "Called to Dr. ‹PERSON Caspian Thirkettle› at ‹PHONE (781) 602-3317›",
        "Mother is ‹PERSON Consolata Garcia-Ybarrondo›",
        "Lives at ‹ADDRESS @street›, SSN ‹SSN @ssn›",
        "e-mail ‹EMAIL @email›, tel. ‹PHONE @phone›",
        *(["stable"] * 3),
    )
    for remark in remarks:
        fact = d.fact()
        number = float(fact.value) if "." in fact.value else int(fact.value)
        row = [d("cell", "‹MRN @mrn›"), d("cell", "‹PERSON @name›"), d("cell", "‹DATE @birth›"), fact.name, number]
        sheet.append([*row, fact.unit, d("cell", remark)])
    fact = d.fact()
    sheet.append(["", "", "", fact.name, "=10+11", fact.unit, "computed"])
    bold = TextBlock(InlineFont(b=True), d("rich text", "‹PERSON Theodosia Wynterbourne›"))
    sheet["G11"] = CellRichText(d("rich text", "Seen by ‹PERSON Anatole Ferrensby› and "), bold)
    sheet["F11"] = d("cell", "‹FACT›")
    sheet["H2"] = f'="Dr. "&"{d("formula", "‹PERSON Ulricke Mossgrave›")}"'
    sheet["H3"] = f'=HYPERLINK("https://portal.bwh.org/{d("hyperlink formula", "‹URL mg/66420-kk9›")}","open")'
    sheet["H4"] = d("link text", "‹PERSON Sophronie Dalgleish›")
    sheet["H4"].hyperlink = Hyperlink(
        ref="H4",
        target="mailto:" + d("link target", "‹EMAIL s.dalgleish@bwhmail.org›"),
        tooltip=d("link tooltip", "‹PERSON Jaquetta Ormerod›"),
    )
    sheet["H5"] = 7813390426  # a telephone number that is a number
    d("number", "‹PHONE 7813390426›")
    note = d("comment", "Check with ‹PERSON Isambard Tollemache›, ‹PHONE (781) 447-5518›")
    sheet["B2"].comment = Comment(note, d("comment author", "‹PERSON Cressida Nethersole›"))
    sheet["I2"], sheet.column_dimensions["I"].hidden = d("hidden column", "SSN ‹SSN 601-93-2286›"), True
    sheet["A30"], sheet.row_dimensions[30].hidden = d("hidden row", "Aunt ‹PERSON Philippa Entwhistle›"), True
    sheet["A31"] = d("number format", "x")
    sheet["A31"].number_format = d("number format", '"‹PERSON Ermintrude Vosper› "0')
    checks = DataValidation(type="list", formula1=f'"{d("validation list", "‹PERSON Gideon Hartshorne›")},none"')
    checks.prompt, checks.promptTitle = d("validation prompt", "Ask ‹PERSON Araminthe Scudamore›"), "Who"
    checks.error = d("validation error", "Call ‹PHONE (781) 226-1904›")
    checks.add("G2")
    sheet.add_data_validation(checks)
    sheet.oddHeader.center.text = d("sheet header", "Patient ‹PERSON @name›")
    sheet.oddFooter.left.text = d("sheet footer", "Printed by ‹PERSON Lancelot Brabazon›")
    sheet.firstHeader.right.text = d("first-page header", "MRN ‹MRN 66420372›")
    sheet.evenFooter.right.text = d("even-page footer", "‹PERSON Hermengild Prideaux›")
    chart = BarChart()
    chart.title = d("chart title", "Values of ‹PERSON Evangeline Trevanion›")
    chart.add_data(Reference(sheet, min_col=5, min_row=2, max_row=6))
    sheet.add_chart(chart, "K2")
    table = Table(displayName=d("table name", "t_‹PERSON Bathsheba_Rudyard›"), ref="A1:G10")
    sheet.add_table(table)

    people = book.create_sheet(d("sheet name", "‹PERSON Maria Garcia›"))
    people.append(["name", d("column header", "‹PERSON Fredegund Absolon›")])
    people.append([d("second sheet", "‹PERSON Rosalba Pickersgill›"), d("second sheet", "‹PHONE (781) 913-6640›")])
    hidden = book.create_sheet(d("name of a hidden sheet", "key ‹MRN 66420373›"))
    hidden.sheet_state = "hidden"
    hidden.append(["study id", "name"])
    hidden.append([1, d("hidden sheet", "‹PERSON Wilberforce Gathercole›")])
    deep = book.create_sheet("deep")
    deep.sheet_state = "veryHidden"
    deep.append([d("very hidden sheet", "‹PERSON Melusine Rotheram›, ‹MRN 37741902›")])
    for name, text in (
        ("defined name", "‹PERSON Sigismund_Bellweather›"),
        ("defined constant", "‹PERSON Adeliza Thornbury›"),
    ):
        value = d(name, text)
        title = value if name == "defined name" else "contact"
        book.defined_names[title] = DefinedName(title, attr_text=f'"{value}"')

    about = book.properties
    for field, text in (
        ("creator", "‹PERSON Karen Moore›"),
        ("lastModifiedBy", "‹PERSON Cosmo Winterflood›"),
        ("title", "Labs of ‹PERSON Garcia, Maria›"),
        ("subject", "MRN ‹MRN @mrn›"),
        ("description", "for Dr. ‹PERSON Amabel Truscott›"),
        ("keywords", "‹EMAIL a.truscott@bwhmail.org›"),
        ("category", "‹PHONE (781) 700-4182›"),
    ):
        setattr(about, field, d(f"property {field}", text))
    book.custom_doc_props.append(StringProperty(name="owner", value=d("custom property", "‹PERSON Ottilie Shadwell›")))

    out = io.BytesIO()
    book.save(out)
    return d.done(), _with_cached_values(out.getvalue(), d, fact.value)


def _with_cached_values(data: bytes, d: Document, value: str) -> bytes:
    """What Excel stores beside formulas: openpyxl writes none."""
    name = d("cached value", "Dr. ‹PERSON Ulricke Mossgrave›")
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.namelist():
            content = old.read(entry)
            if entry == "xl/worksheets/sheet1.xml":
                xml = content.decode()
                xml, numbers = re.subn(r"(<f>10\+11</f>)(?:<v ?/>|<v></v>)", rf"\1<v>{value}</v>", xml)
                xml, names = re.subn(
                    r'<c r="H2"([^>]*)>(<f>.*?</f>)(?:<v ?/>|<v></v>)', rf'<c r="H2" t="str"\1>\2<v>{name}</v>', xml
                )
                assert numbers == names == 1
                content = xml.encode()
            new.writestr(entry, content)
    return out.getvalue()
