# ruff: noqa: E501 - hostile content is written as it stands in its file
"""Hostile mails: headers and bodies."""

import base64

from tests.leak.hostile_documents.kit import Plant, halves, hostile
from tests.leak.hostile_documents.mail import entity, heads, mail, mixed

EML = ".eml"
MEBIBYTE = 1 << 20
PLAIN = "Content-Type: text/plain; charset=utf-8"


@hostile(EML, "either")
def base64_with_junk(plant: Plant) -> bytes:
    code = base64.b64encode(plant.text.encode()).decode()
    return mail(
        plant, "!*".join(code[n : n + 10] for n in range(0, len(code), 10)), PLAIN, "Content-Transfer-Encoding: base64"
    )


@hostile(EML, "either")
def base64_cut_short(plant: Plant) -> bytes:
    code = base64.b64encode((plant.text + "\n" + plant.text).encode()).decode().rstrip("=")
    return mail(plant, code[:-3], PLAIN, "Content-Transfer-Encoding: base64")


@hostile(EML, "released")
def soft_breaks_within_names(plant: Plant) -> bytes:
    one, two = halves(plant.family)
    text = plant.text.replace(plant.family, f"{one}=\n{two}", 1).replace(
        plant.mrn, f"{plant.mrn[:4]}=\n{plant.mrn[4:]}"
    )
    return mail(
        plant,
        text.replace(plant.given, "=" + f"{ord(plant.given[0]):02X}" + plant.given[1:]),
        PLAIN,
        "Content-Transfer-Encoding: quoted-printable",
    )


@hostile(EML, "either", kept="")
def broken_quoted_printable(plant: Plant) -> bytes:
    return mail(plant, plant.text.replace(" ", "=ZZ ") + "\n=", PLAIN, "Content-Transfer-Encoding: quoted-printable")


@hostile(EML, "released")
def names_over_encoded_words(plant: Plant) -> bytes:
    one, two = halves(plant.family)
    code = base64.b64encode(two.encode()).decode()
    subject = (
        f"Subject: Patient: {plant.given} =?utf-8?q?{one}?=\r\n =?utf-8?b?{code}?= =?utf-8?q?_MRN=3A_{plant.mrn}?="
    )
    return mail(plant, plant.text, subject, PLAIN)


@hostile(EML, "either")
def headers_of_eight_bits(plant: Plant) -> bytes:
    return mail(plant, plant.text, PLAIN).replace(b"Subject: Visit", f"Subject: Über {plant.who}".encode("latin-1"))


@hostile(EML, "either")
def charset_that_lies(plant: Plant) -> bytes:
    return mail(plant, f"{plant.text}\nGrüße".encode("latin-1"), PLAIN)


@hostile(EML, "either")
def utf16_called_ascii(plant: Plant) -> bytes:
    return mail(plant, plant.text.encode("utf-16"), "Content-Type: text/plain; charset=us-ascii")


@hostile(EML, "either")
def utf7(plant: Plant) -> bytes:
    name = "+" + base64.b64encode(plant.family.encode("utf-16-be")).decode().rstrip("=") + "-"
    return mail(plant, plant.text.replace(plant.family, name), "Content-Type: text/plain; charset=utf-7")


@hostile(EML, "either")
def charset_nobody_knows(plant: Plant) -> bytes:
    return mail(plant, plant.text, "Content-Type: text/plain; charset=x-rot13")


@hostile(EML, "either")
def charset_of_a_codec_of_python(plant: Plant) -> bytes:
    return mail(plant, plant.text, "Content-Type: text/plain; charset=unicode_escape")


@hostile(EML, "either")
def uuencoded_file(plant: Plant) -> bytes:
    raw = plant.text.encode()
    rows = [base64.b64encode(raw[n : n + 45]).decode() for n in range(0, len(raw), 45)]
    return mail(
        plant,
        f"{plant.text}\n\nbegin 644 {plant.family}.txt\n" + "\n".join(f"M{row}" for row in rows) + "\n`\nend\n",
        PLAIN,
    )


@hostile(EML, "refused")
def pgp_by_mime(plant: Plant) -> bytes:
    parts = (
        entity("application/pgp-encrypted", "Version: 1"),
        entity("application/octet-stream", f"-----BEGIN PGP MESSAGE-----\n{plant.family}"),
    )
    return mixed(plant, *parts, kind='encrypted; protocol="application/pgp-encrypted"')


@hostile(EML, "either", kept="x")
def pgp_within_the_text(plant: Plant) -> bytes:
    return mail(
        plant,
        f"{plant.who}\n{plant.fact} today.\n-----BEGIN PGP MESSAGE-----\n\nhQEMA8\n-----END PGP MESSAGE-----\n",
        PLAIN,
    )


@hostile(EML, "refused")
def smime_enveloped(plant: Plant) -> bytes:
    kind = 'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"'
    return mail(plant, base64.encodebytes(plant.text.encode()).decode(), kind, "Content-Transfer-Encoding: base64")


@hostile(EML, "either")
def smime_signed(plant: Plant) -> bytes:
    kind = 'Content-Type: application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"'
    return mail(
        plant, base64.encodebytes(b"0\x80" + plant.text.encode()).decode(), kind, "Content-Transfer-Encoding: base64"
    )


@hostile(EML, "released")
def html_hidden_by_style(plant: Plant) -> bytes:
    html = (
        f"<html><head><title>{plant.who}</title><style>.h{{display:none}} /* {plant.family} */</style></head><body>"
        f'<div class="h">{plant.who}</div><p style="display:none">{plant.who} {plant.mrn}</p><span hidden>{plant.who}</span>'
        f'<p title="{plant.family}" style="font-size:0">{plant.who}</p><p>{plant.fact} today.</p><p>{plant.dose} twice daily.</p>'
        f'<img alt="{plant.who}" src="http://127.0.0.1:9/{plant.mrn}.png"><a href="mailto:{plant.email}">write</a></body></html>'
    )
    return mail(plant, html, "Content-Type: text/html; charset=utf-8")


@hostile(EML, "either")
def flowed_names(plant: Plant) -> bytes:
    one, two = halves(plant.family)
    text = plant.text.replace(plant.family, f"{one} \n{two}", 1)
    return mail(plant, text, "Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes")


@hostile(EML, "released")
def headers_twice(plant: Plant) -> bytes:
    more = (
        f"From: {plant.family} <{plant.email}>",
        f"Subject: {plant.who}",
        f"To: {plant.email}",
        f"Cc: {plant.family} <{plant.email}>",
    )
    return mail(plant, plant.text, *more, PLAIN)


@hostile(EML, "released")
def headers_of_the_way(plant: Plant) -> bytes:
    names = [
        "Received",
        "X-Originating-IP",
        "Reply-To",
        "Bcc",
        "Message-ID",
        "Return-Path",
        "Sender",
        "Keywords",
        "Comments",
        "X-Spam",
        "DKIM-Signature",
        "References",
    ]
    more = [f"{name}: {plant.family} {plant.mrn} <{plant.email}>" for name in names]
    return mail(plant, plant.text, *more, PLAIN)


@hostile(EML, "either")
def a_huge_header(plant: Plant) -> bytes:
    return mail(plant, plant.text, f"Subject: {plant.who} {'word ' * MEBIBYTE}", PLAIN)


@hostile(EML, "either")
def a_hundred_thousand_headers(plant: Plant) -> bytes:
    return mail(plant, plant.text, *([f"Received: from {plant.family}"] * 100_000), PLAIN)


@hostile(EML, "either")
def a_thousand_folds(plant: Plant) -> bytes:
    folds = "\r\n ".join(["=?utf-8?q?word?="] * 20_000)
    return mail(plant, plant.text, f"Subject: {folds}", PLAIN)


@hostile(EML, "either")
def returns_alone(plant: Plant) -> bytes:
    return mail(plant, plant.text, PLAIN).replace(b"\r\n", b"\r")


@hostile(EML, "either")
def null_bytes(plant: Plant) -> bytes:
    return mail(plant, plant.text.replace(plant.family, "\0".join(plant.family)), PLAIN).replace(b"Visit", b"Vi\0sit")


@hostile(EML, "either")
def encoded_word_with_a_line_break(plant: Plant) -> bytes:
    return mail(plant, plant.text, f"Subject: =?utf-8?q?x=0D=0ABcc:_{plant.email}=0D=0A=0D=0A{plant.family}?=", PLAIN)


@hostile(EML, "released")
def comments_and_groups_in_addresses(plant: Plant) -> bytes:
    group = (
        f'To: Team ({plant.family}): {plant.given} ({plant.mrn}) <{plant.email}>, "{plant.family}" <x@[192.0.2.77]>;'
    )
    return mail(plant, plant.text, group, f"Date: Tue, 04 Mar 2025 10:00:00 +0000 ({plant.family})", PLAIN)


@hostile(EML, "either")
def line_of_a_mailbox(plant: Plant) -> bytes:
    return f"From {plant.email} Tue Mar  4 10:00:00 2025\r\n".encode() + mail(plant, plant.text, PLAIN)


@hostile(EML, "either")
def two_mails_of_a_mailbox(plant: Plant) -> bytes:
    one = f"From {plant.email} Tue Mar  4 10:00:00 2025\r\n".encode() + mail(plant, plant.text, PLAIN)
    return one + b"\r\n" + one


@hostile(EML, "either")
def a_body_alone(plant: Plant) -> bytes:
    return plant.text.encode()


@hostile(EML, "refused")
def headers_alone(plant: Plant) -> bytes:
    return heads(plant).encode().split(b"Subject", 1)[0].split(b"From", 1)[0] + b"X-Nothing: 1\r\n\r\n"


@hostile(EML, "either")
def addresses_in_unicode(plant: Plant) -> bytes:
    return mail(plant, plant.text, f"Cc: {plant.family}é@bücher.example, =?utf-8?q?{plant.family}?=@example.org", PLAIN)


@hostile(EML, "either")
def enriched_text(plant: Plant) -> bytes:
    return mail(
        plant,
        f"<bold>{plant.who}</bold>\n\n<param>{plant.mrn}</param>{plant.fact} today.\n\n{plant.dose} twice daily.",
        "Content-Type: text/enriched",
    )


@hostile(EML, "either")
def coding_nobody_knows(plant: Plant) -> bytes:
    return mail(plant, plant.text, PLAIN, "Content-Transfer-Encoding: x-gzip64")


@hostile(EML, "either")
def a_line_of_ten_megabytes(plant: Plant) -> bytes:
    return mail(plant, "word " * (2 * MEBIBYTE) + plant.text, PLAIN)


@hostile(EML, "refused", named=True)
def zip_under_the_name(plant: Plant) -> bytes:
    return b"PK\x03\x04" + plant.text.encode() + bytes(64)
