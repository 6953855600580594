# ruff: noqa: E501 - hostile content is written as it stands in its file
"""Hostile PDF files: text in strange places, and what stands beside the pages."""

from reportlab.pdfbase.pdfmetrics import stringWidth

from tests.leak.hostile_documents.kit import Plant, halves, hostile
from tests.leak.hostile_documents.pdf import Pdf, facts, flat, shown, simple, string
from tests.leak.hostile_documents.pdf_structure import PDF


def _map(pairs: dict[int, str]) -> str:
    rows = "\n".join(f"<{code:02x}> <{text.encode('utf-16-be').hex()}>" for code, text in pairs.items())
    return (
        "/CIDInit /ProcSet findresource begin begincmap /CMapName /X def 1 begincodespacerange <00> <ff> "
        f"endcodespacerange {len(pairs)} beginbfchar\n{rows}\nendbfchar endcmap end"
    )


def _mapped(plant: Plant, pairs: dict[int, str], lines: tuple[str, ...]) -> bytes:
    made = Pdf()
    cmap = made.stream(_map(pairs))
    made.objects[3] = f"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode {cmap} 0 R>>".encode()
    made.page(shown(lines))
    return made.content()


@hostile(PDF, "released")
def layer_that_is_off(plant: Plant) -> bytes:
    made = Pdf(catalog="/OCProperties<</OCGs[4 0 R]/D<</OFF[4 0 R]>>>>")
    made.objects[4] = b"<</Type/OCG/Name" + string(plant.family).encode() + b">>"
    hidden = f"/OC /L BDC {shown((plant.who, f'MRN: {plant.mrn}'), y=300)} EMC"
    made.page(shown(facts(plant)) + hidden, "/Properties<</L 4 0 R>>")
    return made.content()


@hostile(PDF, "released")
def annotations_of_every_kind(plant: Plant) -> bytes:
    made = Pdf()
    kinds = ("Text", "FreeText", "Highlight", "Stamp", "Popup", "Redact", "Link")
    rows = "".join(
        f"<</Type/Annot/Subtype/{kind}/Rect[10 10 200 60]/Contents{string(plant.who)}/T{string(plant.family)}/RC{string(plant.mrn)}"
        f"/OverlayText{string(plant.family)}/A<</S/URI/URI{string('mailto:' + plant.email)}>>>>"
        for kind in kinds
    )
    made.page(shown(facts(plant)), more=f"/Annots[{rows}]")
    return made.content()


@hostile(PDF, "released")
def fields_of_a_form(plant: Plant) -> bytes:
    made = Pdf(catalog="/AcroForm<</Fields[4 0 R 5 0 R 6 0 R]>>")
    made.objects[4] = (
        f"<</FT/Tx/T(Patient)/V{string(plant.given + ' ' + plant.family)}/DV{string(plant.family)}/TU{string(plant.mrn)}>>".encode()
    )
    made.objects[5] = f"<</FT/Ch/T(MRN)/V{string(plant.mrn)}/Opt[{string(plant.family)}]>>".encode()
    made.objects[6] = f"<</FT/Tx/T{string(plant.family)}/F 2/V{string(plant.who)}/Kids[6 0 R]>>".encode()
    made.page(shown(facts(plant)))
    return made.content()


@hostile(PDF, "either")
def form_of_xfa(plant: Plant) -> bytes:
    made = Pdf(catalog="/AcroForm<</Fields[]/XFA 4 0 R>>")
    xml = f"<xdp:xdp xmlns:xdp='urn:x'><name>{plant.family}</name><mrn>{plant.mrn}</mrn></xdp:xdp>"
    made.objects[4] = f"<</Length {len(xml)}>>stream\n{xml}\nendstream".encode()
    made.page(shown(facts(plant)))
    return made.content()


@hostile(PDF, "released")
def attachments(plant: Plant) -> bytes:
    made = simple(plant, catalog="/Names<</EmbeddedFiles<</Names[(x) 5 0 R]>>>>/Collection<</View/D>>")
    text = plant.text.encode()
    made.objects[6] = b"<</Type/EmbeddedFile/Length %d>>stream\n" % len(text) + text + b"\nendstream"
    made.objects[5] = (
        f"<</Type/Filespec/F{string(plant.family + '.txt')}/UF{string(plant.mrn)}/Desc{string(plant.who)}/EF<</F 6 0 R>>>>".encode()
    )
    made.page(shown(facts(plant)))
    return made.content()


@hostile(PDF, "released")
def scripts(plant: Plant) -> bytes:
    code = string(f'app.alert("{plant.who} {plant.mrn}")')
    made = Pdf(catalog=f"/OpenAction<</S/JavaScript/JS{code}>>/AA<</WC<</S/Launch/F{string(plant.family)}>>>>")
    made.page(shown(facts(plant)), more=f"/AA<</O<</S/JavaScript/JS{code}>>>>")
    return made.content()


@hostile(PDF, "released", named=True)
def metadata_and_outlines(plant: Plant) -> bytes:
    made = Pdf(
        catalog=f"/Metadata 4 0 R/Outlines 5 0 R/PageLabels<</Nums[0<</P{string(plant.family)}>>]>>/Lang{string(plant.mrn)}"
        f"/Dests<</{plant.family} [3 0 R/Fit]>>",
        trailer=f"/Info<</Author{string(plant.family)}/Title{string(plant.who)}/Keywords{string(plant.mrn)}>>/ID[{string(plant.family)}{string(plant.mrn)}]",
    )
    xmp = f"<x:xmpmeta xmlns:x='adobe:ns:meta/'><creator>{plant.family}</creator></x:xmpmeta>"
    made.objects[4] = f"<</Type/Metadata/Length {len(xmp)}>>stream\n{xmp}\nendstream".encode()
    made.objects[5] = b"<</Type/Outlines/First 6 0 R/Last 6 0 R/Count 1>>"
    made.objects[6] = f"<</Title{string(plant.who)}/Parent 5 0 R/Next 6 0 R/First 6 0 R>>".encode()
    made.page(shown(facts(plant)))
    return made.content()


@hostile(PDF, "released")
def text_that_stands_for_another(plant: Plant) -> bytes:
    marked = f"/Span <</ActualText{string(plant.who)}/Alt{string(plant.mrn)}/E{string(plant.family)}>> BDC {shown(('Patient: ***',), y=300)} EMC\n"
    made = Pdf(catalog="/StructTreeRoot 4 0 R/MarkInfo<</Marked true>>")
    made.objects[4] = (
        f"<</Type/StructTreeRoot/K[<</S/Figure/Alt{string(plant.who)}/T{string(plant.family)}/ActualText{string(plant.mrn)}>>]>>".encode()
    )
    made.page(shown(facts(plant)) + marked)
    return made.content()


@hostile(PDF, "either")
def map_to_other_letters(plant: Plant) -> bytes:
    turned = {ord(c): chr((ord(c) - 97 + 13) % 26 + 97) for c in "abcdefghijklmnopqrstuvwxyz"}
    return _mapped(plant, turned, plant.lines)


@hostile(PDF, "either")
def map_to_nothing(plant: Plant) -> bytes:
    return _mapped(plant, {ord(c): "\ue000" for c in set(plant.text)}, plant.lines)


@hostile(PDF, "either")
def map_to_a_book(plant: Plant) -> bytes:
    return _mapped(plant, {ord("e"): "e" * 30_000, ord("a"): plant.family}, plant.lines)


@hostile(PDF, "released")
def single_glyphs(plant: Plant) -> bytes:
    out = []
    for row, line in enumerate(plant.lines):
        at = 72.0
        for letter in line:
            out.append(f"BT /F1 12 Tf 1 0 0 1 {at:.1f} {720 - 20 * row} Tm {string(letter)} Tj ET")
            at += stringWidth(letter, "Helvetica", 12)
    made = Pdf()
    made.page("\n".join(out))
    return made.content()


@hostile(PDF, "either")
def glyphs_from_the_right(plant: Plant) -> bytes:
    out = [
        f"BT /F1 12 Tf 1 0 0 1 {72 + 8 * (len(line) - n)} {720 - 20 * row} Tm {string(letter)} Tj ET"
        for row, line in enumerate(plant.lines)
        for n, letter in enumerate(line[::-1], 1)
    ]
    made = Pdf()
    made.page("\n".join(out))
    return made.content()


@hostile(PDF, "released")
def two_columns(plant: Plant) -> bytes:
    left, right = (plant.who, f"MRN: {plant.mrn}", f"Phone: {plant.phone}"), (*facts(plant), f"Email: {plant.email}")
    rows = [
        shown((a,), 72, 700 - 20 * n) + shown((b,), 330, 700 - 20 * n)
        for n, (a, b) in enumerate(zip(left, right, strict=True))
    ]
    made = Pdf()
    made.page("".join(rows))
    return made.content()


@hostile(PDF, "released")
def turned_text(plant: Plant) -> bytes:
    turned = "".join(
        f"BT /F1 12 Tf 0 1 -1 0 {100 + 20 * n} 72 Tm {string(line)} Tj ET\nBT /F1 12 Tf -1 0 0 -1 500 {300 + 20 * n} Tm {string(line)} Tj ET\n"
        for n, line in enumerate(plant.lines)
    )
    made = Pdf()
    made.page(turned, more="/Rotate 90")
    return made.content()


@hostile(PDF, "released")
def text_nobody_sees(plant: Plant) -> bytes:
    note = shown(plant.lines)
    unseen = note.replace("12 Tf", "12 Tf 3 Tr") + note.replace("12 Tf", "0.1 Tf") + note.replace("BT", "1 1 1 rg BT")
    made = Pdf()
    made.page(unseen + shown(plant.lines, 5000, 9000) + f"{note}0 0 0 rg 60 600 400 200 re f\n")
    return made.content()


@hostile(PDF, "refused")
def pictures_alone(plant: Plant) -> bytes:
    made = Pdf()
    image = made.stream(bytes(64), "/Subtype/Image/Width 8/Height 8/ColorSpace/DeviceGray/BitsPerComponent 8")
    made.page("q 500 0 0 700 50 50 cm /I Do Q", f"/XObject<</I {image} 0 R>>")
    return made.content()


@hostile(PDF, "either")
def picture_within_the_operators(plant: Plant) -> bytes:
    return simple(plant, f"BI /W 4 /H 4 /BPC 8 /CS /G ID {plant.who} EI {plant.mrn}EI Q BI ID\n").content()


@hostile(PDF, "released")
def kerned_names(plant: Plant) -> bytes:
    one, two = halves(plant.family)
    kern = f"BT /F1 12 Tf 72 500 Td [(Pat) 20 (ient: {plant.given} {one}) -30 ({two})] TJ 0 -20 Td [(M) 60 (RN: {plant.mrn[:3]}) -15 ({plant.mrn[3:]})] TJ ET\n"
    made = Pdf()
    made.page(shown(facts(plant)) + kern)
    return made.content()


@hostile(PDF, "either")
def spread_names(plant: Plant) -> bytes:
    letters = " -400 ".join(string(letter) for letter in plant.family)
    made = Pdf()
    made.page(
        shown(facts(plant))
        + f"BT /F1 12 Tf 72 500 Td [(Patient: {plant.given} ) {letters}] TJ 0 -20 Td 9 Tc {string(plant.who)} Tj ET\n"
    )
    return made.content()


@hostile(PDF, "either")
def names_of_glyphs(plant: Plant) -> bytes:
    made = Pdf()
    names = "/".join(["u0041"] + [f"uni{ord(letter):04X}" for letter in plant.family])
    made.objects[3] = f"<</Type/Font/Subtype/Type1/BaseFont/X/Encoding<</Differences[128/{names}]>>>>".encode()
    codes = "".join(f"\\{129 + n:o}" for n in range(len(plant.family)))
    made.page(shown(facts(plant)) + f"BT /F1 12 Tf 72 400 Td (Patient: {plant.given} {codes}) Tj ET\n")
    return made.content()


@hostile(PDF, "released")
def names_of_resources(plant: Plant) -> bytes:
    made = Pdf()
    made.objects[3] = f"<</Type/Font/Subtype/Type1/BaseFont/{plant.family}{plant.mrn}>>".encode()
    made.page(
        shown(facts(plant)) + f"/{plant.family} MP /{plant.family} <</MRN{string(plant.mrn)}>> DP\n",
        f"/{plant.family} 3 0 R",
    )
    return made.content()


@hostile(PDF, "either")
def name_over_two_streams(plant: Plant) -> bytes:
    made = Pdf()
    one, two = halves(plant.family)
    first = made.stream(shown(facts(plant)) + f"BT /F1 12 Tf 72 400 Td [(Patient: {plant.given} {one})")
    second = made.stream(f"({two})] TJ ET")
    made.pages.append(
        made.add(f"<</Type/Page/Parent 2 0 R/Resources<</Font<</F1 3 0 R>>>>/Contents[{first} 0 R {second} 0 R]>>")
    )
    return made.content()


@hostile(PDF, "either")
def name_over_two_lines(plant: Plant) -> bytes:
    one, two = halves(plant.family)
    made = Pdf()
    made.page(shown((f"Patient: {plant.given} {one}-", f"{two}, seen.", *facts(plant))))
    return made.content()


@hostile(PDF, "released")
def text_in_forms_of_drawing(plant: Plant) -> bytes:
    made = Pdf()
    form = made.stream(
        flat(shown(plant.lines).encode()), "/Filter/FlateDecode/Subtype/Form/Resources<</Font<</F1 3 0 R>>>>"
    )
    pattern = made.stream(shown((plant.who,)), "/PatternType 1/Resources<</Font<</F1 3 0 R>>>>")
    made.page("/X Do /Pattern cs /P scn 0 0 9 9 re f", f"/XObject<</X {form} 0 R>>/Pattern<</P {pattern} 0 R>>")
    return made.content()


@hostile(PDF, "either")
def page_of_text_beside_pages_of_pictures(plant: Plant) -> bytes:
    made = simple(plant)
    for _ in range(3):
        made.page("0 0 9 9 re f")
    return made.content()


@hostile(PDF, "released")
def strings_of_every_kind(plant: Plant) -> bytes:
    octal = "".join(f"\\{ord(c):03o}" for c in plant.who)
    broken = "\\\n".join(plant.who)
    made = Pdf()
    made.page(
        shown(facts(plant))
        + f"BT /F1 12 Tf 72 400 Td ({octal}) Tj 0 -20 Td <{plant.who.encode().hex()}> Tj 0 -20 Td ({broken}) ' ET\n"
    )
    return made.content()
