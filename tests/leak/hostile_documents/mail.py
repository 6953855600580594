"""Mails, written by hand: the library of Python would not write the hostile ones."""

import base64
import quopri

from tests.leak.hostile_documents.kit import Plant

CRLF = "\r\n"


def heads(plant: Plant, *more: str) -> str:
    """The usual headers, which name the patient, and further ones."""
    usual = (f"From: {plant.given} {plant.family} <{plant.email}>", "To: ward@example.org", "Subject: Visit")
    return CRLF.join((*usual, "Date: Tue, 04 Mar 2025 10:00:00 +0000", "MIME-Version: 1.0", *more)) + CRLF


def mail(plant: Plant, body: str | bytes, *more: str) -> bytes:
    """A mail with the usual headers, further ones and this body as it is."""
    raw = body.replace("\n", CRLF).encode("utf-8", "surrogateescape") if isinstance(body, str) else body
    return heads(plant, *more).encode("utf-8", "surrogateescape") + b"\r\n" + raw


def entity(kind: str, body: str | bytes, *more: str, coding: str = "") -> str:
    """A part of a multipart, its content in base64 or quoted-printable where `coding` says so."""
    raw = body.encode() if isinstance(body, str) else body
    if coding == "base64":
        raw = base64.encodebytes(raw)
    elif coding == "quoted-printable":
        raw = quopri.encodestring(raw)
    rows = [f"Content-Type: {kind}", *more, *([f"Content-Transfer-Encoding: {coding}"] if coding else [])]
    return "\n".join(rows) + "\n\n" + raw.decode("utf-8", "surrogateescape")


def multipart(*entities: str, boundary: str = "b1") -> str:
    return "".join(f"--{boundary}\n{part}\n" for part in entities) + f"--{boundary}--\n"


def mixed(plant: Plant, *entities: str, kind: str = "mixed") -> bytes:
    """A mail of several parts."""
    return mail(plant, multipart(*entities), f'Content-Type: multipart/{kind}; boundary="b1"')


def attached(plant: Plant, name: str, kind: str, content: str | bytes) -> bytes:
    """A mail whose text is the plant's note, with one attachment."""
    text = entity("text/plain; charset=utf-8", plant.text)
    disposition = f'Content-Disposition: attachment; filename="{name}"'
    return mixed(plant, text, entity(kind, content, disposition, coding="base64"))
