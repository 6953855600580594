# ruff: noqa: E501 - hostile content is written as it stands in its file
"""Hostile documents of Word: what is wrong with the package and its XML."""

from tests.leak.hostile_documents import zips
from tests.leak.hostile_documents.kit import Plant, hostile
from tests.leak.hostile_documents.word import (
    HEAD,
    NAMESPACES,
    R,
    W,
    document,
    docx,
    facts,
    note,
    p,
    part,
    parts,
    relation,
    relations,
)

DOCX = ".docx"
MAIN = "word/document.xml"
MEBIBYTE = 1 << 20


def laughs(entity: str = "w") -> str:
    """A DTD whose last entity is a billion words."""
    rows = [f'<!ENTITY {entity}0 "laugh ">']
    rows += [f'<!ENTITY {entity}{n} "{f"&{entity}{n - 1};" * 10}">' for n in range(1, 10)]
    return "".join(rows)


@hostile(DOCX, "either")
def bomb_in_media(plant: Plant) -> bytes:
    return docx(note(plant), {"word/media/image1.bin": zips.zeros(100 * MEBIBYTE, filler=b"\0")})


@hostile(DOCX, "refused")
def bomb_in_document(plant: Plant) -> bytes:
    start, end = document(note(plant) + "<!--").split("<!--")
    return docx("", whole=zips.zeros(100 * MEBIBYTE, (start.encode(), end.encode())))


@hostile(DOCX, "refused")
def bomb_whose_size_lies(plant: Plant) -> bytes:
    start, end = document(note(plant) + "<!--").split("<!--")
    data = docx("", whole=zips.zeros(100 * MEBIBYTE, (start.encode(), end.encode())))
    return zips.patched(data, MAIN, "size", 4000)


@hostile(DOCX, "either")
def bomb_of_text(plant: Plant) -> bytes:
    return docx(note(plant) + p("word " * (10 * MEBIBYTE)))


@hostile(DOCX, "either")
def overlapping_entries(plant: Plant) -> bytes:
    more: dict[str, str | bytes] = {"word/footnotes.xml": part("footnotes", "")}
    return zips.overlapping(
        docx(note(plant), more, (relation(5, "footnotes", "footnotes.xml"),)), "word/footnotes.xml", MAIN
    )


@hostile(DOCX, "refused")
def wrong_sum(plant: Plant) -> bytes:
    return zips.patched(docx(note(plant)), MAIN, "crc", 0xDEADBEEF)


@hostile(DOCX, "refused")
def encrypted_entry(plant: Plant) -> bytes:
    return zips.patched(docx(note(plant)), MAIN, "flags", 1)


@hostile(DOCX, "refused")
def encrypted_package(plant: Plant) -> bytes:
    names = "".join(["EncryptedPackage", "EncryptionInfo"]).encode("utf-16-le")
    return bytes.fromhex("d0cf11e0a1b11ae1") + bytes(504) + names.ljust(1024, b"\0") + plant.text.encode() + bytes(2048)


@hostile(DOCX, "either")
def paths_out_of_the_package(plant: Plant) -> bytes:
    evil = f"{plant.family} {plant.mrn}"
    more: dict[str, str | bytes] = {f"../../../tmp/{evil}.xml": evil, f"/etc/{evil}": evil, f"C:\\{evil}\\x.xml": evil}
    return docx(note(plant), more)


@hostile(DOCX, "refused")
def size_of_zip64_that_lies(plant: Plant) -> bytes:
    return zips.patched(docx(note(plant)), MAIN, "size", 0xFFFFFFFF)


@hostile(DOCX, "either", kept="")
def two_documents_of_one_name(plant: Plant) -> bytes:
    pairs = list(parts(facts(plant)).items())
    return zips.packed([(MAIN, document(note(plant))), *pairs])


@hostile(DOCX, "refused")
def external_entity(plant: Plant) -> bytes:
    dtd = '<!DOCTYPE w:document [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    return docx("", whole=document(note(plant) + "<w:p><w:r><w:t>&x;</w:t></w:r></w:p>", HEAD + dtd))


@hostile(DOCX, "refused")
def external_entity_in_utf16(plant: Plant) -> bytes:
    head = (
        '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE w:document [<!ENTITY % x SYSTEM "http://127.0.0.1:9/x">%x;]>'
    )
    return docx("", whole=document(note(plant), head).encode("utf-16"))


@hostile(DOCX, "refused")
def billion_laughs(plant: Plant) -> bytes:
    head = f"{HEAD}<!DOCTYPE w:document [{laughs()}]>"
    return docx("", whole=document(note(plant) + "<w:p><w:r><w:t>&w9;</w:t></w:r></w:p>", head))


@hostile(DOCX, "either")
def laughs_in_comments(plant: Plant) -> bytes:
    comments = part("comments", f"<w:comment>{p(plant.who)}<w:p><w:r><w:t>&w9;</w:t></w:r></w:p></w:comment>")
    comments = comments.replace("<w:comments", f"<!DOCTYPE x [{laughs()}]><w:comments", 1)
    return docx(note(plant), {"word/comments.xml": comments}, (relation(5, "comments", "comments.xml"),))


@hostile(DOCX, "either")
def laughs_in_styles(plant: Plant) -> bytes:
    style = '<w:style w:styleId="S"><w:name w:val="&w9;"/></w:style>'
    styles = part("styles", style).replace("<w:styles", f"<!DOCTYPE x [{laughs()}]><w:styles", 1)
    return docx(note(plant), {"word/styles.xml": styles}, (relation(5, "styles", "styles.xml"),))


@hostile(DOCX, "either")
def laughs_in_relations(plant: Plant) -> bytes:
    rows = relations(relation(5, "styles", "&w9;")).replace("&amp;", "&")
    rows = rows.replace("<Relationships", f"<!DOCTYPE x [{laughs()}]><Relationships", 1)
    return docx(note(plant), {"word/_rels/document.xml.rels": rows})


@hostile(DOCX, "released")
def macros_under_another_name(plant: Plant) -> bytes:
    more: dict[str, str | bytes] = {"word/vbaProject.bin": f"AutoOpen MsgBox {plant.who} {plant.mrn}".encode()}
    rows = (relation(5, "http://schemas.microsoft.com/office/2006/relationships/vbaProject", "vbaProject.bin"),)
    return docx(note(plant), more, rows, kind="application/vnd.ms-word.document.macroEnabled.main+xml")


@hostile(DOCX, "either")
def html_as_a_part(plant: Plant) -> bytes:
    html = f"<html><body><p>{plant.who}</p><p>{plant.dose} twice daily.</p></body></html>"
    body = p(plant.who) + p(f"{plant.fact} today.") + '<w:altChunk r:id="rId7"/>'
    return docx(body, {"word/chunk.html": html}, (relation(7, "aFChunk", "chunk.html"),))


@hostile(DOCX, "either")
def document_as_a_part(plant: Plant) -> bytes:
    inner = docx(p(plant.who) + p(f"{plant.dose} twice daily."))
    body = p(plant.who) + p(f"{plant.fact} today.") + '<w:altChunk r:id="rId7"/>'
    return docx(body, {"word/chunk.docx": inner}, (relation(7, "aFChunk", "chunk.docx"),))


@hostile(DOCX, "released")
def relations_to_the_outside(plant: Plant) -> bytes:
    lure = f"http://127.0.0.1:9/{plant.family}/{plant.mrn}"
    kinds = ("attachedTemplate", "image", "oleObject", "hyperlink", "subDocument", "frame")
    rows = tuple(relation(n, kind, f"{lure}/{kind}", "External") for n, kind in enumerate(kinds, 10))
    return docx(note(plant) + '<w:subDoc r:id="rId14"/>', None, rows)


@hostile(DOCX, "either")
def document_elsewhere(plant: Plant) -> bytes:
    return docx(note(plant), {"word/document.xml": document(p(plant.who))}, main="odd/place.xml")


@hostile(DOCX, "either")
def relation_to_itself(plant: Plant) -> bytes:
    rows = (relation(5, "header", "document.xml"), relation(6, "footnotes", "../word/./document.xml"))
    return docx(
        note(plant) + '<w:p><w:pPr><w:sectPr><w:headerReference r:id="rId5"/></w:sectPr></w:pPr></w:p>', None, rows
    )


@hostile(DOCX, "either")
def strict_namespaces(plant: Plant) -> bytes:
    whole = document(note(plant)).replace(W, "http://purl.oclc.org/ooxml/wordprocessingml/main")
    return docx("", whole=whole.replace(R, "http://purl.oclc.org/ooxml/officeDocument/relationships"))


@hostile(DOCX, "released")
def another_prefix(plant: Plant) -> bytes:
    return docx("", whole=document(note(plant)).replace("w:", "nx:").replace("xmlns:w=", "xmlns:nx="))


@hostile(DOCX, "released")
def sections_and_comments_of_xml(plant: Plant) -> bytes:
    one, two = plant.family[:3], plant.family[3:]
    name = f"<w:p><w:r><w:t>Patient: {plant.given} {one}<!-- {plant.mrn} --><![CDATA[{two}]]><?x {plant.mrn}?></w:t></w:r></w:p>"
    return docx(name + facts(plant))


@hostile(DOCX, "either")
def deep_nests(plant: Plant) -> bytes:
    deep = 100_000
    return docx(note(plant) + "<w:sdt><w:sdtContent>" * deep + p(plant.who) + "</w:sdtContent></w:sdt>" * deep)


@hostile(DOCX, "either")
def deep_tables(plant: Plant) -> bytes:
    deep = 400
    return docx(note(plant) + "<w:tbl><w:tr><w:tc>" * deep + p(plant.who) + "</w:tc></w:tr></w:tbl>" * deep)


@hostile(DOCX, "refused")
def characters_xml_forbids(plant: Plant) -> bytes:
    return docx(note(plant) + "<w:p><w:r><w:t>&#0;\x01\x02</w:t></w:r></w:p>")


@hostile(DOCX, "either")
def many_attributes(plant: Plant) -> bytes:
    many = " ".join(f'w:a{n}="{plant.mrn}"' for n in range(50_000))
    return docx(f"<w:p {many}><w:r><w:t>{plant.who}</w:t></w:r></w:p>" + facts(plant))


@hostile(DOCX, "refused")
def cut_short(plant: Plant) -> bytes:
    data = docx(note(plant))
    return data[: len(data) * 2 // 3]


@hostile(DOCX, "either")
def junk_before_the_zip(plant: Plant) -> bytes:
    return f"#!/bin/sh\n# {plant.text}\n".encode() + docx(note(plant))


@hostile(DOCX, "refused")
def html_under_the_name(plant: Plant) -> bytes:
    return f"<html><body>{plant.text}</body></html>".encode()


@hostile(DOCX, "refused")
def rtf_under_the_name(plant: Plant) -> bytes:
    return ("{\\rtf1 " + plant.text + "}").encode()


@hostile(DOCX, "refused")
def zip_without_a_document(plant: Plant) -> bytes:
    return zips.packed({"notes.txt": plant.text})


@hostile(DOCX, "either", named=True)
def names_in_the_directory(plant: Plant) -> bytes:
    who = f"{plant.family} {plant.mrn}"
    extra = b"\xfe\xca" + len(who).to_bytes(2, "little") + who.encode()
    return zips.packed(parts(note(plant)) | {f"word/{who}.xml": who}, comment=plant.text.encode(), extra=extra)


@hostile(DOCX, "either")
def ten_thousand_parts(plant: Plant) -> bytes:
    return docx(note(plant), {f"word/media/{n}.bin": b"" for n in range(10_000)})


@hostile(DOCX, "either")
def entry_of_another_method(plant: Plant) -> bytes:
    return zips.patched(docx(note(plant)), MAIN, "method", 99)


@hostile(DOCX, "refused")
def document_that_is_empty(plant: Plant) -> bytes:
    return docx("", whole=f"{HEAD}<w:document {NAMESPACES}/>")
