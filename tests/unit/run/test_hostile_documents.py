"""Hostile documents and mails: each ends with a reason, and nothing that it hides comes out."""

from __future__ import annotations

import base64
import functools
import zlib
from collections.abc import Mapping
from email.message import EmailMessage
from pathlib import Path

from tests.each_row import each_row
from tests.unit.run.document_kit import (
    PLANT,
    attachment,
    compound,
    msg,
    msg_tree,
    paragraph,
    pdf,
    pdf_of,
    properties,
    read,
    run,
    shown,
    stream,
    unzipped,
    with_parts,
    word,
    word_of,
    zipped,
)

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_LAUGHS = "<!DOCTYPE d [<!ENTITY a '" + PLANT + "'>" + "".join(
    f"<!ENTITY {b} '{f'&{a};' * 10}'>" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)  # fmt: skip
_ZEROS = b" " * 17_000_000

Cases = Mapping[str, tuple[bytes, str]]
"""The bytes of a file and the reason that it must have, by what is wrong with it."""


@functools.cache
def word_bomb() -> bytes:
    return with_parts(word(PLANT), word__document_xml=b"<d><!--%b--></d>" % _ZEROS)


def word_cases() -> Cases:
    whole = word(PLANT)
    broken = bytearray(zipped(unzipped(whole), method=0))
    broken[broken.index(PLANT.encode())] ^= 1
    flagged = bytearray(whole)
    at = flagged.index(b"PK\1\2")
    flagged[at + 8] |= 1
    nested = "<x>" * 100_000 + PLANT + "</x>" * 100_000
    utf16 = "<?xml version='1.0' encoding='UTF-16'?><!DOCTYPE d [<!ENTITY p '" + PLANT + "'>]><d>&p;</d>"
    external = "<!DOCTYPE d [<!ENTITY p SYSTEM 'file:///etc/hostname'>]><d>&p;</d>"
    return {
        "cut off": (whole[: len(whole) // 2], "unreadable-input"),
        "an external entity": (with_parts(whole, word__document_xml=external), "unreadable-input"),
        "a billion laughs": (with_parts(whole, word__document_xml=f"{_LAUGHS}]><d>&i;</d>"), "unreadable-input"),
        "a DTD in UTF-16": (with_parts(whole, word__document_xml=utf16.encode("utf-16")), "unreadable-input"),
        "a bomb": (word_bomb(), "decompression-bomb"),
        "a bomb beside": (with_parts(whole, word__media__a_xml=_ZEROS), "decompression-bomb"),
        "deep nesting": (word_of(nested), "decompression-bomb"),
        "20,001 parts": (zipped({f"p{i}": "" for i in range(20_001)}), "decompression-bomb"),
        "an encrypted package": (_OLE + bytes(512) + "EncryptedPackage".encode("utf-16-le"), "encrypted-input"),
        "an encrypted member": (bytes(flagged), "encrypted-input"),
        "a .doc": (_OLE + bytes(512) + PLANT.encode(), "word-processor-file"),
        "no types": (zipped({"word/document.xml": f"<d>{PLANT}</d>"}), "unreadable-input"),
        "no main part": (zipped({"[Content_Types].xml": "<Types/>", "a.xml": PLANT}), "unreadable-input"),
        "text": (f"Seen by {PLANT}.".encode(), "unreadable-input"),
        "a damaged member": (bytes(broken), "unreadable-input"),
        "an open element": (with_parts(whole, word__document_xml=f"<d>{PLANT}"), "unreadable-input"),
        "nothing shown": (word_of(paragraph(run(PLANT, "<w:vanish/>"))), "no-text"),
        "an empty file of pictures": (word_of("", word__media__a_xml=PLANT), "no-text"),
        "an RTF": (b"{\\rtf1 " + PLANT.encode() + b"}", "unreadable-input"),
    }


def pdf_cases() -> Cases:
    image = b"q 100 0 0 100 0 0 cm /Im0 Do Q"
    identity = b"<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+X/Encoding/Identity-H/DescendantFonts[4 0 R]>>"
    descendant = b"<</Type/Font/Subtype/CIDFontType2/BaseFont/ABCDEF+X/CIDSystemInfo<</Ordering(Identity)>>>>"
    subset = b"<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+X>>"
    hidden = {
        "metadata": b"<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>",
        "an outline": b"<</Type/Catalog/Pages 2 0 R/Outlines<</First<</Title(%b)>>>>>>" % PLANT.encode(),
        "a script": b"<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(%b)>>>>" % PLANT.encode(),
        "an attachment": b"<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(%b) 4 0 R]>>>>>>"
        % PLANT.encode(),
    }
    pages = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"
    plain = {
        what: (pdf(catalog, pages, page, stream(PLANT.encode())), "pages-without-text")
        for what, catalog in hidden.items()
    }
    many = b"<</Type/Pages/Kids[%b]/Count 6000>>" % (b"3 0 R " * 6000)
    bomb = stream(zlib.compress(b"%" + bytes(76_000_000), 1), b"/Filter/FlateDecode")
    content_bomb = pdf(b"<</Type/Catalog/Pages 2 0 R>>", pages, page[:-2] + b"/Contents 4 0 R>>", bomb)
    runs = zlib.compress(b"\x81 " * 2_000_000)
    grown = stream(runs, b"/Filter[/FlateDecode/RunLengthDecode]")
    return plain | {
        "text": (f"Seen by {PLANT}.".encode(), "unreadable-input"),
        "a head alone": (b"%PDF-1.7\n" + PLANT.encode(), "unreadable-input"),
        "nothing": (b"%PDF-1.7\n%%EOF", "unreadable-input"),
        "encrypted": (
            pdf_of(shown(PLANT)).replace(
                b"/Root",
                b"/Encrypt<</Filter/Standard/V 1/R 2/O("
                + b"o" * 32
                + b")/U("
                + b"u" * 32
                + b")/P -4>>/ID[(a)(a)]/Root",
            ),
            "encrypted-input",
        ),
        "foreign encryption": (
            pdf_of(shown(PLANT)).replace(b"/Root", b"/Encrypt<</Filter/Adobe.PubSec/V 4>>/Root"),
            "encrypted-input",
        ),
        "a form of XFA": (
            pdf_of(shown("stable"), catalog=b"/AcroForm<</Fields[]/XFA 4 0 R>>", more=(stream(PLANT.encode()),)),
            "unreadable-input",
        ),
        "runs that grow": (
            pdf(b"<</Type/Catalog/Pages 2 0 R>>", pages, page[:-2] + b"/Resources<</F 1>>/Contents 4 0 R>>", grown),
            "decompression-bomb",
        ),
        "a picture": (pdf_of(image, more=(stream(PLANT.encode()),)), "pages-without-text"),
        "one page of two": (pdf_of(b"", shown("stable")), "pages-without-text"),
        "glyphs without characters": (pdf_of(shown(PLANT), font=identity, more=(descendant,)), "pages-without-text"),
        "a font of its own": (pdf_of(shown(PLANT), font=subset), "pages-without-text"),
        "a cycle of pages": (
            pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[2 0 R]/Count 1>>"),
            "unreadable-input",
        ),
        "a cycle of references": (pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"2 0 R"), "unreadable-input"),
        "6,000 times a page": (pdf(b"<</Type/Catalog/Pages 2 0 R>>", many, page), "too-large"),
        "a bomb": (content_bomb, "pages-without-text"),
        "deep arrays": (pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"[" * 100_000 + b"]" * 100_000), "unreadable-input"),
        "a table that is its own": (pdf_of(b"").replace(b"/Root 1 0 R", b"/Root 1 0 R/Prev 9"), "pages-without-text"),
    }


def mail(text: str = "stable", **headers: str) -> EmailMessage:
    made = EmailMessage()
    made["Subject"] = "Findings"
    for name, value in headers.items():
        made[name] = value
    made.set_content(text)
    return made


def mail_cases() -> Cases:
    head = b"Subject: Findings\r\nMIME-Version: 1.0\r\n"
    plant = PLANT.encode()
    packed = base64.encodebytes(plant * 40)
    deep = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(1500))
    parts = b"".join(b"--b\nContent-Type: text/plain\n\nx\n" for _ in range(1500))
    program, bomb, archive, unnamed = mail(), mail(), mail(), mail()
    program.add_attachment(plant, maintype="application", subtype="x-msdownload", filename=f"{PLANT}.exe")
    bomb.add_attachment(word_bomb(), maintype="application", subtype="zip", filename="a.docx")
    archive.add_attachment(zipped({"a.txt": PLANT}), maintype="application", subtype="zip", filename="a.zip")
    unnamed.add_attachment(plant, maintype="application", subtype="octet-stream")
    forwarded = mail(PLANT)
    for _ in range(8):
        outer = mail()
        outer.add_attachment(forwarded)
        forwarded = outer
    return {
        "no mail": (b"Seen by " + plant, "unreadable-input"),
        "encrypted by PGP": (
            head + b"Content-Type: multipart/encrypted; boundary=b\n\n--b\n\n" + plant,
            "encrypted-input",
        ),
        "encrypted by SMIME": (
            head + b"Content-Type: application/pkcs7-mime; smime-type=enveloped-data\n\n" + plant,
            "encrypted-input",
        ),
        "1,500 levels": (head + deep + plant, "unreadable-input"),
        "1,500 parts": (head + b"Content-Type: multipart/mixed; boundary=b\n\n" + parts + plant, "decompression-bomb"),
        "eight mails, one within the other": (forwarded.as_bytes(), "attachments-withheld"),
        "a uuencoded file": (head + b"\nSee:\nbegin 644 a.doc\n" + plant + b"\nend\n", "attachments-withheld"),
        "encoded text": (head + b"\n" + packed, "unreadable-input"),
        "bytes of no encoding": (
            head + b"Content-Type: text/plain; charset=utf-8\n\n\xff\xfe\xfd " + plant,
            "bad-encoding",
        ),
        "binary data": (head + b"\n\0\1\2\3" + plant, "bad-encoding"),
        "HTML beyond measure": (head + b"Content-Type: text/html\n\n" + plant + b"<p>x</p>" * 1_200_000, "too-large"),
        "a program": (program.as_bytes(), "attachments-withheld"),
        "a bomb": (bomb.as_bytes(), "decompression-bomb"),
        "an archive": (archive.as_bytes(), "attachments-withheld"),
        "an attachment of no name": (unnamed.as_bytes(), "attachments-withheld"),
        "a body elsewhere": (
            head + b"Content-Type: message/external-body; name=x\n\nX: " + plant + b"\n\n",
            "attachments-withheld",
        ),
        "nothing but a head": (b"Received: from " + plant + b"\n\n", "unreadable-input"),
    }


def outlook_cases() -> Cases:
    subject, body, html, packed = 0x0037, 0x1000, 0x1013, 0x1009
    plant = PLANT.encode()
    whole = msg({subject: "Findings", body: PLANT})
    inner = msg_tree({body: PLANT}, offset=24)
    for _ in range(8):
        inner = msg_tree({body: "stable"}, None, [properties(8, {0x3705: 5}) | {"__substg1.0_3701000D": inner}], 24)
    cyclic = bytearray(whole)
    at = cyclic.index("__substg1.0_1000001F".encode("utf-16-le"))
    cyclic[at + 76 : at + 80] = cyclic[at + 68 : at + 72] = (1).to_bytes(4, "little")
    bomb = attachment("a.docx", word_bomb())
    size = (1 << 30).to_bytes(4, "little")
    return {
        "text": (b"Seen by " + plant, "unreadable-input"),
        "cut off": (whole[:1100], "unreadable-input"),
        "a head alone": (whole[:512], "unreadable-input"),
        "no properties": (compound({"a": plant}), "unreadable-input"),
        "entries in a circle": (bytes(cyclic), "unreadable-input"),
        "a missing stream": (compound(msg_tree({body: PLANT}) | {"__substg1.0_1000001F": {}}), "unreadable-input"),
        "a program": (msg({body: "stable"}, None, [attachment(f"{PLANT}.exe", plant)]), "attachments-withheld"),
        "a link to a file": (
            msg({body: "x"}, None, [properties(8, {0x3705: 2, 0x3707: PLANT})]),
            "attachments-withheld",
        ),
        "a bomb": (msg({body: "stable"}, None, [bomb]), "decompression-bomb"),
        "nine mails, one within the other": (
            compound(inner | msg_tree({body: "x"}) | {k: v for k, v in inner.items() if k.startswith("__attach")}),
            "attachments-withheld",
        ),
        "encoded text": (msg({body: base64.b64encode(plant * 40).decode()}), "unreadable-input"),
        "RTF that breaks off": (msg({packed: b"\0" * 8 + b"LZFu" + b"\0" * 4 + b"\xff"}), "unreadable-input"),
        "RTF that grows": (msg({packed: b"\0" * 4 + size + b"LZFu" + bytes(4) + plant}), "unreadable-input"),
        "HTML of no encoding": (msg({html: b"\xfd\xff" + plant, 0x3FDE: 65001}), "bad-encoding"),
        "nothing": (msg({}), "unreadable-input"),
    }


def test_a_header_whose_letters_only_escapes_tell_is_refused(tmp_path: Path) -> None:
    for number, name in enumerate((b"\x1b$)C\x0e1hC6\x0f", b"\x1b$)A\x0eVP9z\x0f")):  # ISO-2022-KR, ISO-2022-CN
        (tmp_path / f"{number}.eml").write_bytes(b"From: " + name + b" <a@b.example>\r\nSubject: x\r\n\r\nstable\r\n")
    assert read(tmp_path) == dict.fromkeys(("0.eml", "1.eml"), (["bad-encoding"], b""))


@each_row("suffix", [".docx", ".pdf", ".eml", ".msg"])
def test_a_hostile_document_ends_with_a_reason_and_tells_nothing(tmp_path: Path, suffix: str) -> None:
    cases = {".docx": word_cases, ".pdf": pdf_cases, ".eml": mail_cases, ".msg": outlook_cases}[suffix]()
    assert len(cases) >= 14
    folder = tmp_path / suffix
    folder.mkdir()
    for what, (data, _) in cases.items():
        (folder / f"{what}{suffix}").write_bytes(data)
    found = read(folder)
    reasons = {what: found[f"{what}{suffix}"][0] for what in cases}
    assert reasons == {what: [reason] for what, (_, reason) in cases.items()}
    assert [what for what in cases if PLANT.encode() in found[f"{what}{suffix}"][1]] == []
