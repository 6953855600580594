# ruff: noqa: E501 - hostile content is written as it stands in its file
"""Hostile documents of Word: what their parts carry beside the text that a reader sees."""

from tests.leak.hostile_documents.docx_containers import DOCX
from tests.leak.hostile_documents.kit import Plant, halves, hostile
from tests.leak.hostile_documents.word import HEAD, NAMESPACES, docx, facts, note, p, part, r, relation, t

_CHANGE = 'w:author="{}" w:date="2025-03-04T00:00:00Z" w:id="1"'


@hostile(DOCX, "released")
def tracked_changes(plant: Plant) -> bytes:
    by = _CHANGE.format(plant.family)
    gone = f"<w:del {by}><w:r><w:delText>{plant.who} {plant.mrn}</w:delText></w:r></w:del>"
    moved = f"<w:moveFrom {by}>{r(plant.who)}</w:moveFrom>"
    there = f"<w:moveTo {by}>{r(plant.who)}</w:moveTo>"
    added = f"<w:ins {by}>{r(plant.fact + ' today.')}</w:ins>"
    old = f"<w:r><w:rPr><w:rPrChange {by}><w:rPr><w:rStyle w:val='{plant.family}'/></w:rPr></w:rPrChange></w:rPr>"
    return docx(p(gone, moved) + p(there) + p(added) + p(old + t(f"{plant.dose} twice daily.") + "</w:r>"))


@hostile(DOCX, "released")
def hidden_text(plant: Plant) -> bytes:
    styles = (
        '<w:style w:type="character" w:styleId="H"><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:type="character" w:styleId="I"><w:basedOn w:val="H"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="L1"><w:basedOn w:val="L2"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="L2"><w:basedOn w:val="L1"/></w:style>'
    )
    body = p(r(plant.who, "<w:vanish/>"), r(plant.mrn, '<w:rStyle w:val="I"/>'), r(plant.phone, "<w:specVanish/>"))
    loop = f'<w:p><w:pPr><w:pStyle w:val="L1"/></w:pPr>{r(plant.who)}</w:p>'
    more: dict[str, str | bytes] = {"word/styles.xml": part("styles", styles)}
    return docx(body + loop + facts(plant), more, (relation(5, "styles", "styles.xml"),))


@hostile(DOCX, "released")
def codes_of_fields(plant: Plant) -> bytes:
    def code(*texts: str) -> str:
        return "".join(f'<w:r><w:instrText xml:space="preserve">{text}</w:instrText></w:r>' for text in texts)

    def mark(kind: str) -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    mail = p(mark("begin"), code(' HYPERLINK "mail', f'to:{plant.email}" '), mark("separate"), r("write"), mark("end"))
    nested = p(
        mark("begin"), code(" IF "), mark("begin"), code(f" DOCPROPERTY {plant.family} "), mark("separate"),
        r(plant.who), mark("end"), code(f' = "{plant.mrn}" '), mark("separate"), r(f"{plant.fact} today."), mark("end"),
    )  # fmt: skip
    simple = (
        f'<w:p><w:fldSimple w:instr=" AUTHOR {plant.family} ">{r(plant.dose + " twice daily.")}</w:fldSimple></w:p>'
    )
    open_end = p(mark("begin"), code(f' INCLUDETEXT "c:/{plant.family}.docx" '))
    return docx(mail + nested + simple + open_end)


@hostile(DOCX, "released")
def alternative_texts(plant: Plant) -> bytes:
    picture = (
        f'<w:r><w:drawing><wp:inline><wp:docPr id="1" name="{plant.family}" descr="{plant.who}, {plant.mrn}" '
        f'title="{plant.phone}"/></wp:inline></w:drawing></w:r>'
        f'<w:r><w:pict><v:shape alt="{plant.who}" title="{plant.mrn}"><v:imagedata o:title="{plant.family}"/></v:shape></w:pict></w:r>'
    )
    return docx(p(picture) + facts(plant))


@hostile(DOCX, "released")
def embedded_objects(plant: Plant) -> bytes:
    more: dict[str, str | bytes] = {
        "word/embeddings/oleObject1.bin": bytes.fromhex("d0cf11e0a1b11ae1") + plant.text.encode("utf-16-le"),
        "word/embeddings/letter.docx": docx(note(plant)),
        "word/embeddings/sheet.xlsx": b"PK\x03\x04" + plant.text.encode(),
    }
    rows = (relation(5, "oleObject", "embeddings/oleObject1.bin"), relation(6, "package", "embeddings/letter.docx"))
    embed = '<w:r><w:object><o:OLEObject Type="Embed" ProgID="Package" r:id="rId5"/></w:object></w:r>'
    return docx(p(embed) + facts(plant), more, rows)


@hostile(DOCX, "released")
def bound_custom_xml(plant: Plant) -> bytes:
    item = f"<patient><name>{plant.family}</name><mrn>{plant.mrn}</mrn></patient>"
    bound = (
        f'<w:sdt><w:sdtPr><w:alias w:val="{plant.family}"/><w:tag w:val="{plant.mrn}"/>'
        f'<w:dataBinding w:xpath="/patient/name" w:storeItemID="{plant.mrn}"/></w:sdtPr>'
        f"<w:sdtContent>{p(plant.who)}</w:sdtContent></w:sdt>"
    )
    rows = (relation(5, "customXml", "../customXml/item1.xml"),)
    wrapped = f'<w:customXml w:uri="urn:{plant.family}" w:element="{plant.mrn}">{facts(plant)}</w:customXml>'
    return docx(bound + wrapped, {"customXml/item1.xml": item}, rows)


@hostile(DOCX, "released")
def building_blocks(plant: Plant) -> bytes:
    blocks = part(
        "glossaryDocument",
        f"<w:docParts><w:docPart><w:docPartBody>{note(plant)}</w:docPartBody></w:docPart></w:docParts>",
    )
    more: dict[str, str | bytes] = {"word/glossary/document.xml": blocks}
    return docx(facts(plant), more, (relation(5, "glossaryDocument", "glossary/document.xml"),))


@hostile(DOCX, "released")
def every_margin(plant: Plant) -> bytes:
    def notes(root: str) -> str:
        return part(f"{root}s", f'<w:{root} w:id="2">{p(plant.who)}{p(plant.fact + " today.")}</w:{root}>')

    headers = {f"word/header{n}.xml": part("hdr", p(plant.who)) for n in (1, 2, 3)}
    more: dict[str, str | bytes] = {
        "word/footnotes.xml": notes("footnote"),
        "word/endnotes.xml": notes("endnote"),
        "word/footer1.xml": part("ftr", p(f"MRN: {plant.mrn}") + p(f"{plant.dose} twice daily.")),
        **headers,
    }
    rows = (
        relation(1, "footnotes", "footnotes.xml"), relation(2, "endnotes", "endnotes.xml"),
        relation(3, "footer", "footer1.xml"), *(relation(n + 3, "header", f"header{n}.xml") for n in (1, 2, 3)),
    )  # fmt: skip
    kinds = zip((4, 5, 6), ("default", "first", "even"), strict=True)
    heads = "".join(f'<w:headerReference w:type="{kind}" r:id="rId{n}"/>' for n, kind in kinds)
    section = f'<w:p><w:pPr><w:sectPr>{heads}<w:footerReference r:id="rId3"/></w:sectPr></w:pPr></w:p>'
    anchors = p('<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="2"/></w:r>')
    return docx(anchors + section, more, rows)


@hostile(DOCX, "released")
def text_boxes_twice(plant: Plant) -> bytes:
    inner = f"<w:txbxContent>{note(plant)}</w:txbxContent>"
    both = (
        '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><a:graphic><a:graphicData><wps:wsp>'
        f"<wps:txbx>{inner}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice>"
        f"<mc:Fallback><w:pict><v:textbox>{inner}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )
    return docx(p(both))


@hostile(DOCX, "released")
def choice_of_the_unknown(plant: Plant) -> bytes:
    both = (
        f'<mc:AlternateContent><mc:Choice Requires="zz9">{p(plant.who)}</mc:Choice>'
        f"<mc:Fallback>{note(plant)}</mc:Fallback></mc:AlternateContent>"
    )
    return docx(both)


@hostile(DOCX, "released")
def lists_of_controls(plant: Plant) -> bytes:
    items = f'<w:listItem w:displayText="{plant.family}" w:value="{plant.mrn}"/>'
    control = (
        f'<w:sdt><w:sdtPr><w:placeholder><w:docPart w:val="{plant.family}"/></w:placeholder><w:dropDownList>{items}'
        f"</w:dropDownList></w:sdtPr><w:sdtContent>{r(plant.who)}</w:sdtContent></w:sdt>"
    )
    return docx(p(control) + facts(plant))


@hostile(DOCX, "released")
def properties_of_the_document(plant: Plant) -> bytes:
    core = f"<cp:coreProperties xmlns:cp='urn:cp' xmlns:dc='urn:dc'><dc:creator>{plant.family}</dc:creator><dc:title>{plant.who}</dc:title></cp:coreProperties>"
    app = f"<Properties><Manager>{plant.family}</Manager><Company>{plant.mrn}</Company></Properties>"
    more: dict[str, str | bytes] = {"docProps/core.xml": core, "docProps/app.xml": app, "docProps/custom.xml": app}
    settings = part(
        "settings",
        f'<w:attachedTemplate w:val="{plant.family}"/><w:docVars><w:docVar w:name="{plant.family}" w:val="{plant.mrn}"/></w:docVars>',
    )
    return docx(facts(plant), more | {"word/settings.xml": settings}, (relation(5, "settings", "settings.xml"),))


@hostile(DOCX, "released")
def a_thousand_pages(plant: Plant) -> bytes:
    page = note(plant) + p('<w:r><w:br w:type="page"/></w:r>')
    return docx(page * 1000)


@hostile(DOCX, "released")
def name_over_runs(plant: Plant) -> bytes:
    looks = ("<w:b/>", "<w:i/>", '<w:color w:val="FF0000"/>', "<w:strike/>", '<w:u w:val="single"/>')
    letters = [r(letter, looks[n % 5]) for n, letter in enumerate(f"{plant.given} {plant.family}")]
    marks = f'<w:proofErr w:type="spellStart"/><w:bookmarkStart w:id="1" w:name="{plant.family}"/>'
    digits = [r(digit, looks[n % 5]) for n, digit in enumerate(plant.mrn)]
    return docx(p("Patient: ", marks, *letters) + p("MRN: ", *digits) + facts(plant))


@hostile(DOCX, "released")
def name_over_runs_of_changes(plant: Plant) -> bytes:
    by = _CHANGE.format(plant.family)
    one, two = halves(plant.family)
    gone = f"<w:del {by}><w:r><w:delText>xx</w:delText></w:r></w:del>"
    return docx(p(f"Patient: {plant.given} {one}", gone, f"<w:ins {by}>{r(two)}</w:ins>") + facts(plant))


@hostile(DOCX, "either")
def marks_of_direction(plant: Plant) -> bytes:
    zero = "\u200b".join(plant.family)
    turned = f"\u202e{plant.family[::-1]}\u202c"
    return docx(
        p(f"Patient: {plant.given} {zero}") + p(f"Patient: {plant.given} {turned}", r("", "<w:rtl/>")) + facts(plant)
    )


@hostile(DOCX, "either")
def letters_of_another_script(plant: Plant) -> bytes:
    family = plant.family.translate(str.maketrans("aeopcyx", "аеорсух"))
    return docx(
        p(f"Patient: {plant.given} {family}")
        + p(f"MRN: {plant.mrn.translate(str.maketrans('0123456789', '٠١٢٣٤٥٦٧٨٩'))}")
        + facts(plant)
    )


@hostile(DOCX, "released")
def hyphens_within_names(plant: Plant) -> bytes:
    one, two = halves(plant.family)
    soft = f"<w:r>{t(f'Patient: {plant.given} {one}')}<w:softHyphen/>{t(two)}</w:r>"
    typed = f"Patient: {plant.given} {one}\u00ad{two}"
    digits = f"<w:r>{t('MRN: ' + plant.mrn[:4])}<w:softHyphen/>{t(plant.mrn[4:])}</w:r>"
    return docx(p(soft) + p(typed) + p(digits) + facts(plant))


@hostile(DOCX, "either")
def breaks_within_names(plant: Plant) -> bytes:
    one, two = halves(plant.family)
    return docx(p(f"<w:r>{t(f'Patient: {plant.given} {one}')}<w:br/>{t(two)}</w:r>") + facts(plant))


@hostile(DOCX, "either")
def symbols_and_ruby(plant: Plant) -> bytes:
    signs = "".join(f'<w:sym w:font="Arial" w:char="{ord(letter):04X}"/>' for letter in plant.family)
    ruby = f"<w:ruby><w:rt>{r(plant.family)}</w:rt><w:rubyBase>{r(plant.given)}</w:rubyBase></w:ruby>"
    return docx(p(f"<w:r>{t('Patient: ')}{signs}</w:r>") + p(f"<w:r>{t('Patient: ')}{ruby}</w:r>") + facts(plant))


@hostile(DOCX, "either")
def text_in_mathematics(plant: Plant) -> bytes:
    formula = f"<m:oMath><m:r><m:t>{plant.fact} today.</m:t></m:r></m:oMath>"
    return docx(p(plant.who) + f"<w:p>{formula}</w:p>" + p(f"{plant.dose} twice daily."))


@hostile(DOCX, "released")
def charts_and_diagrams(plant: Plant) -> bytes:
    chart = f"<c:chart xmlns:c='urn:c'><c:v>{plant.family}</c:v><c:v>{plant.mrn}</c:v></c:chart>"
    more: dict[str, str | bytes] = {"word/charts/chart1.xml": chart, "word/diagrams/data1.xml": chart}
    rows = (relation(5, "chart", "charts/chart1.xml"), relation(6, "diagramData", "diagrams/data1.xml"))
    return docx(facts(plant), more, rows)


@hostile(DOCX, "released")
def labels_of_lists(plant: Plant) -> bytes:
    level = f'<w:lvl w:ilvl="0"><w:lvlText w:val="{plant.family} %1"/></w:lvl>'
    numbering = part("numbering", f'<w:abstractNum w:abstractNumId="0">{level}</w:abstractNum>')
    return docx(facts(plant), {"word/numbering.xml": numbering}, (relation(5, "numbering", "numbering.xml"),))


@hostile(DOCX, "released")
def comments_of_every_kind(plant: Plant) -> bytes:
    comment = f'<w:comment w:id="0" w:author="{plant.given} {plant.family}" w:initials="{plant.family}">{note(plant)}</w:comment>'
    people = f'{HEAD}<w15:people xmlns:w15="urn:w15"><w15:person w15:author="{plant.family}"/></w15:people>'
    more: dict[str, str | bytes] = {"word/comments.xml": part("comments", comment), "word/people.xml": people}
    ends = '<w:commentRangeStart w:id="0"/><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>'
    return docx(p(ends) + facts(plant), more, (relation(5, "comments", "comments.xml"),))


@hostile(DOCX, "either")
def a_wide_table(plant: Plant) -> bytes:
    row = "<w:tr>" + f"<w:tc>{p('0')}</w:tc>" * 100 + "</w:tr>"
    return docx(note(plant) + f"<w:tbl>{row * 300}</w:tbl>")


@hostile(DOCX, "released")
def elements_nobody_knows(plant: Plant) -> bytes:
    odd = f'<zz:thing xmlns:zz="urn:zz" zz:name="{plant.family}">{note(plant)}</zz:thing>'
    tags = f'<w:smartTag w:uri="urn:x" w:element="{plant.family}"><w:smartTagPr><w:attr w:name="n" w:val="{plant.mrn}"/></w:smartTagPr>{r(plant.who)}</w:smartTag>'
    body = (
        odd + p(tags) + f'<w:p><w:dir w:val="rtl">{r(plant.who)}</w:dir><w:bdo w:val="rtl">{r(plant.who)}</w:bdo></w:p>'
    )
    return docx("", whole=f"{HEAD}<w:document {NAMESPACES}><w:body>{body}{facts(plant)}</w:body></w:document>")
