"""Hostile mails of Outlook."""

import struct

from tests.leak.hostile_documents.kit import Plant, hostile
from tests.leak.hostile_documents.ole import compound, outlook

MSG = ".msg"
SUBJECT, BODY, HTML, RTF, SENDER, HEADERS, CLASS = (
    "0037001F",
    "1000001F",
    "10130102",
    "10090102",
    "0C1A001F",
    "007D001F",
    "001A001F",
)


def _wide(text: str) -> bytes:
    """A text that fills a stream by itself, for the writer pads with zeros."""
    return text.ljust(2048).encode("utf-16-le")


def _fields(plant: Plant, **more: bytes) -> dict[str, bytes]:
    return {CLASS: _wide("IPM.Note"), SUBJECT: _wide(plant.who), SENDER: _wide(f"{plant.given} {plant.family}"), **more}


@hostile(MSG, "either")
def a_body(plant: Plant) -> bytes:
    return outlook(
        _fields(plant) | {BODY: _wide(plant.text), HEADERS: _wide(f"Received: {plant.family}\r\nFrom: {plant.email}")}
    )


@hostile(MSG, "either")
def html_hidden_by_style(plant: Plant) -> bytes:
    html = f"<html><p style='display:none'>{plant.who}</p><!-- {plant.mrn} -->" + "".join(
        f"<p>{line}</p>" for line in plant.lines
    )
    return outlook(_fields(plant) | {HTML: html.ljust(4096).encode()})


@hostile(MSG, "either")
def rtf_that_unpacks_to_much(plant: Plant) -> bytes:
    raw = ("{\\rtf1 " + plant.text + "}").encode()
    return outlook(_fields(plant) | {RTF: struct.pack("<III", len(raw) + 12, 0xFFFFFFFF, 0x75465A4C) + bytes(4) + raw})


@hostile(MSG, "refused")
def cut_short(plant: Plant) -> bytes:
    return outlook(_fields(plant) | {BODY: _wide(plant.text)})[:3000]


@hostile(MSG, "either")
def chain_in_a_circle(plant: Plant) -> bytes:
    return outlook(_fields(plant) | {BODY: _wide(plant.text)}, fault="circle")


@hostile(MSG, "either")
def folder_in_a_circle(plant: Plant) -> bytes:
    return outlook(_fields(plant) | {BODY: _wide(plant.text)}, fault="tree")


@hostile(MSG, "either")
def size_that_lies(plant: Plant) -> bytes:
    return outlook(_fields(plant) | {BODY: _wide(plant.text)}, fault="size")


@hostile(MSG, "refused")
def document_of_word_under_the_name(plant: Plant) -> bytes:
    return compound({"WordDocument": plant.text.encode("utf-16-le")})


@hostile(MSG, "refused")
def compound_file_of_nothing(plant: Plant) -> bytes:
    return compound({})


@hostile(MSG, "refused")
def mail_of_another_format(plant: Plant) -> bytes:
    return f"From: {plant.email}\r\nSubject: {plant.who}\r\n\r\n{plant.text}".encode()
