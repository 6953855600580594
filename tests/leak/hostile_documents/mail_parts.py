# ruff: noqa: E501 - hostile content is written as it stands in its file
"""Hostile mails: how their parts are put together, and what is attached."""

import base64
import gzip
import zipfile

from tests.leak.hostile_documents import zips
from tests.leak.hostile_documents.docx_containers import bomb_in_document
from tests.leak.hostile_documents.kit import Plant, hostile
from tests.leak.hostile_documents.mail import attached, entity, heads, mail, mixed, multipart
from tests.leak.hostile_documents.mail_bodies import EML
from tests.leak.hostile_documents.pdf import simple
from tests.leak.hostile_documents.pdf_structure import locked_with_a_password
from tests.leak.hostile_documents.word import docx, note

TEXT = "text/plain; charset=utf-8"


def _nested(plant: Plant, depth: int) -> bytes:
    inner = entity(TEXT, plant.text)
    for n in range(depth):
        inner = f'Content-Type: multipart/mixed; boundary="n{n}"\n\n' + multipart(inner, boundary=f"n{n}")
    kind, body = inner.split("\n\n", 1)
    return mail(plant, body, kind)


def _forwarded(plant: Plant, depth: int) -> bytes:
    inner = mail(plant, plant.text, "Content-Type: text/plain; charset=utf-8")
    for _ in range(depth):
        inner = mail(plant, inner, "Content-Type: message/rfc822")
    return inner


@hostile(EML, "either")
def parts_a_hundred_deep(plant: Plant) -> bytes:
    return _nested(plant, 100)


@hostile(EML, "either")
def parts_three_thousand_deep(plant: Plant) -> bytes:
    return _nested(plant, 3000)


@hostile(EML, "released")
def mail_in_mail_in_mail(plant: Plant) -> bytes:
    return _forwarded(plant, 3)


@hostile(EML, "either", kept="")
def mail_in_mail_two_hundred_deep(plant: Plant) -> bytes:
    return _forwarded(plant, 200)


@hostile(EML, "either")
def mail_in_base64(plant: Plant) -> bytes:
    inner = base64.encodebytes(mail(plant, plant.text)).decode()
    return mail(plant, inner, "Content-Type: message/rfc822", "Content-Transfer-Encoding: base64")


@hostile(EML, "either")
def boundaries_that_are_alike(plant: Plant) -> bytes:
    inner = multipart(entity(TEXT, plant.text), boundary="b1b")
    outer = multipart(
        f'Content-Type: multipart/mixed; boundary="b1b"\n\n{inner}', entity(TEXT, plant.who), boundary="b1"
    )
    return mail(plant, f"{plant.who}\n{outer}\n{plant.mrn}", 'Content-Type: multipart/mixed; boundary="b1"')


@hostile(EML, "either")
def boundary_without_an_end(plant: Plant) -> bytes:
    return mail(plant, f"{plant.who}\n--b1\n{entity(TEXT, plant.text)}", 'Content-Type: multipart/mixed; boundary="b1"')


@hostile(EML, "either", kept="")
def boundary_nobody_names(plant: Plant) -> bytes:
    return mail(plant, multipart(entity(TEXT, plant.text)), "Content-Type: multipart/mixed")


@hostile(EML, "either")
def boundary_that_is_empty(plant: Plant) -> bytes:
    return mail(plant, multipart(entity(TEXT, plant.text), boundary=""), 'Content-Type: multipart/mixed; boundary=""')


@hostile(EML, "either")
def kinds_twice(plant: Plant) -> bytes:
    body = multipart(entity(TEXT, plant.text))
    return mail(
        plant, body, 'Content-Type: multipart/mixed; boundary="zz"', 'Content-Type: multipart/mixed; boundary="b1"'
    )


@hostile(EML, "released")
def fact_in_the_html_alone(plant: Plant) -> bytes:
    html = "".join(f"<p>{line}</p>" for line in plant.lines)
    return mixed(
        plant,
        entity(TEXT, f"{plant.who}\nSee the HTML."),
        entity("text/html", f"<html>{html}</html>"),
        kind="alternative",
    )


@hostile(EML, "either", kept="")
def a_third_alternative(plant: Plant) -> bytes:
    parts = (
        entity(TEXT, plant.who),
        entity("text/x-amp-html", f"<p>{plant.who}</p>"),
        entity("text/html", f"<p>{plant.fact} today.</p>"),
    )
    return mixed(plant, *parts, kind="alternative")


@hostile(EML, "released")
def html_with_related_pictures(plant: Plant) -> bytes:
    html = "".join(f"<p>{line}</p>" for line in plant.lines) + f'<img src="cid:{plant.family}">'
    picture = entity("image/png", b"\x89PNG" + plant.text.encode(), f"Content-ID: <{plant.family}>", coding="base64")
    return mixed(plant, entity("text/html", html), picture, kind="related")


@hostile(EML, "released")
def names_of_attachments(plant: Plant) -> bytes:
    name = f"Content-Disposition: attachment; filename*0*=utf-8''{plant.family[:3]}; filename*1={plant.family[3:]}{plant.mrn}.txt"
    return mixed(plant, entity(TEXT, plant.who), entity(f'text/plain; name="{plant.family}.txt"', plant.text, name))


@hostile(EML, "either")
def winmail(plant: Plant) -> bytes:
    return attached(plant, "winmail.dat", "application/ms-tnef", b"\x78\x9f\x3e\x22\x01\x00" + plant.text.encode() * 9)


@hostile(EML, "either")
def a_calendar(plant: Plant) -> bytes:
    event = f"BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:{plant.who}\nATTENDEE;CN={plant.family}:mailto:{plant.email}\nEND:VEVENT\nEND:VCALENDAR"
    return mixed(plant, entity(TEXT, plant.text), entity("text/calendar; method=REQUEST", event), kind="alternative")


@hostile(EML, "either")
def a_card(plant: Plant) -> bytes:
    return attached(
        plant,
        f"{plant.family}.vcf",
        "text/vcard",
        f"BEGIN:VCARD\nFN:{plant.given} {plant.family}\nTEL:{plant.phone}\nEND:VCARD",
    )


@hostile(EML, "either", kept="")
def part_of_a_message(plant: Plant) -> bytes:
    return mail(plant, plant.text, 'Content-Type: message/partial; id="x"; number=1; total=9')


@hostile(EML, "either", kept="")
def body_elsewhere(plant: Plant) -> bytes:
    kind = f'Content-Type: message/external-body; access-type=URL; URL="http://127.0.0.1:9/{plant.family}"'
    return mail(plant, f"Content-Type: text/plain\n\n{plant.text}", kind)


@hostile(EML, "either")
def report_of_delivery(plant: Plant) -> bytes:
    status = f"Reporting-MTA: dns; example.org\n\nFinal-Recipient: rfc822; {plant.email}\nDiagnostic-Code: smtp; 550 {plant.family}"
    parts = (
        entity(TEXT, plant.text),
        entity("message/delivery-status", status),
        entity("text/rfc822-headers", heads(plant)),
    )
    return mixed(plant, *parts, kind="report")


@hostile(EML, "either")
def digest(plant: Plant) -> bytes:
    inner = mail(plant, plant.text).decode().replace("\r\n", "\n")
    return mixed(plant, f"\n{inner}", f"\n{inner}", kind="digest")


@hostile(EML, "either")
def attached_bomb(plant: Plant) -> bytes:
    return attached(plant, "letter.docx", "application/octet-stream", bomb_in_document(plant))


@hostile(EML, "either")
def attached_and_locked(plant: Plant) -> bytes:
    return attached(plant, "letter.pdf", "application/pdf", locked_with_a_password(plant))


@hostile(EML, "either")
def attached_under_a_false_kind(plant: Plant) -> bytes:
    return attached(plant, "note.txt", "text/plain", simple(plant).content())


@hostile(EML, "either")
def attached_archives(plant: Plant) -> bytes:
    packed = zips.packed({f"{plant.family}.txt": plant.text}, method=zipfile.ZIP_STORED)
    parts = [
        entity("application/zip", packed, coding="base64"),
        entity("application/gzip", gzip.compress(plant.text.encode(), mtime=0), coding="base64"),
    ]
    return mixed(plant, entity(TEXT, plant.text), *parts)


@hostile(EML, "either")
def attached_table(plant: Plant) -> bytes:
    return attached(plant, "patients.csv", "text/csv", f"name,mrn\n{plant.family},{plant.mrn}\n")


@hostile(EML, "either")
def ten_thousand_attachments(plant: Plant) -> bytes:
    return mixed(
        plant, entity(TEXT, plant.text), *([entity(TEXT, plant.who, "Content-Disposition: attachment")] * 10_000)
    )


@hostile(EML, "either")
def files_of_a_macintosh(plant: Plant) -> bytes:
    double = multipart(entity("application/applefile", plant.text), entity(TEXT, plant.text), boundary="b2")
    hexed = f"(This file must be converted with BinHex 4.0)\n:{plant.family}:"
    parts = (
        f'Content-Type: multipart/appledouble; boundary="b2"\n\n{double}',
        entity("application/mac-binhex40", hexed),
    )
    return mixed(plant, *parts)


@hostile(EML, "either")
def attached_documents_in_numbers(plant: Plant) -> bytes:
    letter = entity(
        "application/octet-stream",
        docx(note(plant)),
        'Content-Disposition: attachment; filename="a.docx"',
        coding="base64",
    )
    return mixed(plant, entity(TEXT, plant.text), *([letter] * 300))


@hostile(EML, "either", kept="")
def text_before_and_behind_the_parts(plant: Plant) -> bytes:
    body = f"{plant.text}\n{multipart(entity(TEXT, plant.who))}\n{plant.text}"
    return mail(plant, body, 'Content-Type: multipart/mixed; boundary="b1"')
