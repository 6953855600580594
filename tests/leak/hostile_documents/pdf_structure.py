# ruff: noqa: E501 - hostile content is written as it stands in its file
"""Hostile PDF files: what is wrong with their objects, tables and streams."""

import io

import pypdf

from tests.leak.hostile_documents.kit import Plant, hostile
from tests.leak.hostile_documents.pdf import Pdf, facts, flat, shown, simple, string, table

PDF = ".pdf"
MEBIBYTE = 1 << 20


def _locked(plant: Plant, password: str) -> bytes:
    """A locked file; its bytes differ each time, for pypdf salts the key."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(simple(plant).content()))
    writer._ID = pypdf.generic.ArrayObject([pypdf.generic.ByteStringObject(b"0123456789abcdef")] * 2)
    writer.encrypt(password, "owner", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


@hostile(PDF, "either")
def locked_without_a_password(plant: Plant) -> bytes:
    return _locked(plant, "")


@hostile(PDF, "refused")
def locked_with_a_password(plant: Plant) -> bytes:
    return _locked(plant, "secret")


@hostile(PDF, "refused")
def locked_by_another_handler(plant: Plant) -> bytes:
    return simple(plant, trailer="/Encrypt<</Filter/Adobe.PubSec/V 4/Recipients[(x)]>>").content()


@hostile(PDF, "refused")
def locked_by_nonsense(plant: Plant) -> bytes:
    return simple(plant, trailer="/Encrypt 3 0 R/ID[(a)(b)]").content()


@hostile(PDF, "released")
def a_thousand_pages(plant: Plant) -> bytes:
    made = Pdf()
    for _ in range(1000):
        made.page(shown(plant.lines))
    return made.content()


@hostile(PDF, "refused")
def six_thousand_pages(plant: Plant) -> bytes:
    made = simple(plant)
    made.pages *= 6000
    return made.content()


@hostile(PDF, "either")
def pages_in_a_circle(plant: Plant) -> bytes:
    made = simple(plant)
    made.pages += [2, 2]
    return made.content()


@hostile(PDF, "either")
def pages_ten_thousand_deep(plant: Plant) -> bytes:
    made = simple(plant)
    top = made.pages[0]
    for _ in range(10_000):
        top = made.add(f"<</Type/Pages/Count 1/Parent 2 0 R/Kids[{top} 0 R]>>")
    made.pages = [top]
    return made.content()


@hostile(PDF, "refused")
def pages_that_double(plant: Plant) -> bytes:
    made = simple(plant)
    top = made.pages[0]
    for _ in range(40):
        top = made.add(f"<</Type/Pages/Count 2/Parent 2 0 R/Kids[{top} 0 R {top} 0 R]>>")
    made.pages = [top]
    return made.content()


@hostile(PDF, "either")
def count_of_pages_that_lies(plant: Plant) -> bytes:
    made = simple(plant)
    made.objects[2] = f"<</Type/Pages/Count 4000000000/Kids[{made.pages[0]} 0 R]>>".encode()
    return made.content()


@hostile(PDF, "refused")
def flate_bomb(plant: Plant) -> bytes:
    made = Pdf()
    made.page(made.stream(flat(shown(plant.lines).encode() + b" " * (100 * MEBIBYTE)), "/Filter/FlateDecode"))
    return made.content()


@hostile(PDF, "refused")
def flate_within_flate(plant: Plant) -> bytes:
    made = Pdf()
    data = flat(flat(flat(shown(plant.lines).encode() + b" " * (100 * MEBIBYTE))))
    made.page(made.stream(data, "/Filter[/FlateDecode/FlateDecode/FlateDecode]"))
    return made.content()


@hostile(PDF, "either")
def runs_that_grow(plant: Plant) -> bytes:
    made = simple(plant)
    runs = b"\x81 " * (2 * MEBIBYTE) + b"\x80"
    made.page(made.stream(flat(runs), "/Filter[/FlateDecode/RunLengthDecode]"))
    return made.content()


@hostile(PDF, "either")
def stream_of_objects_that_lies(plant: Plant) -> bytes:
    made = simple(plant)
    made.stream("9 0 " * 100 + plant.text, "/Type/ObjStm/N 1000000000/First 999999999")
    return made.content()


@hostile(PDF, "either")
def stream_of_objects_in_itself(plant: Plant) -> bytes:
    made = simple(plant)
    body, places = made.body()
    number = max(places) + 1
    rows = bytes([1, 0, 0]) + b"".join(b"\x01" + at.to_bytes(2, "big") for _, at in sorted(places.items()))
    rows += b"\x02" + number.to_bytes(2, "big")  # this object is within itself
    head = f"<</Type/XRef/W[1 2 0]/Size {number + 1}/Root {number} 0 R/Length {len(rows)}>>"
    return (
        body
        + f"{number} 0 obj\n{head}stream\n".encode()
        + rows
        + f"\nendstream\nendobj\nstartxref\n{len(body)}\n%%EOF".encode()
    )


@hostile(PDF, "released")
def text_of_an_earlier_save(plant: Plant) -> bytes:
    made = simple(plant)
    body, places = made.body()
    first = body + table(places, "", len(body))
    content = made.pages[0] - 1
    new = f"{content} 0 obj\n<</Length {len(shown(facts(plant)))}>>stream\n{shown(facts(plant))}\nendstream\nendobj\n".encode()
    return first + new + table({content: len(first)}, f"/Prev {len(body)}", len(first) + len(new))


@hostile(PDF, "either")
def tables_in_a_circle(plant: Plant) -> bytes:
    made = simple(plant)
    body, places = made.body()
    return body + table(places, f"/Prev {len(body)}", len(body))


@hostile(PDF, "either")
def no_table(plant: Plant) -> bytes:
    return simple(plant).body()[0]


@hostile(PDF, "either")
def start_of_the_table_that_lies(plant: Plant) -> bytes:
    body, places = simple(plant).body()
    return body + table(places, "", 999_999_999)


@hostile(PDF, "either")
def table_that_points_astray(plant: Plant) -> bytes:
    body, places = simple(plant).body()
    return body + table({number: at + 7 for number, at in places.items()}, "", len(body))


@hostile(PDF, "either")
def huge_numbers(plant: Plant) -> bytes:
    odd = f"BT /F1 {'9' * 5000} Tf {'9' * 400}.5 -{'9' * 400} Td 1e400 0 0 nan 5 5 Tm {string(plant.who)} Tj ET\n"
    return simple(plant, odd).content()


@hostile(PDF, "either")
def negative_lengths(plant: Plant) -> bytes:
    made = simple(plant)
    made.page(made.stream(shown(facts(plant)), length=-5))
    return made.content()


@hostile(PDF, "either")
def length_that_is_itself(plant: Plant) -> bytes:
    made = simple(plant)
    made.page(made.stream(shown(facts(plant)), length=f"{max(made.objects) + 1} 0 R"))
    return made.content()


@hostile(PDF, "either")
def null_bytes(plant: Plant) -> bytes:
    name = "\\000".join(plant.family)
    return (
        simple(plant, f"BT /F1 12 Tf 72 400 Td (Patient: {plant.given} {name}) Tj ET\n")
        .content()
        .replace(b"/Contents", b"/Contents\0")
    )


@hostile(PDF, "either")
def forms_that_draw_themselves(plant: Plant) -> bytes:
    made = Pdf()
    number = max(made.objects) + 1
    made.stream(
        f"/X1 Do {shown((plant.who,), y=300)} /X1 Do",
        f"/Subtype/Form/Resources<</XObject<</X1 {number} 0 R>>/Font<</F1 3 0 R>>>>",
    )
    made.page(shown(plant.lines) + "/X1 Do", f"/XObject<</X1 {number} 0 R>>")
    return made.content()


@hostile(PDF, "refused")
def forms_that_double(plant: Plant) -> bytes:
    made = Pdf()
    form = made.stream(shown((plant.who,)), "/Subtype/Form/Resources<</Font<</F1 3 0 R>>>>")
    for _ in range(30):
        form = made.stream("/X Do /X Do", f"/Subtype/Form/Resources<</XObject<</X {form} 0 R>>>>")
    made.page(shown(plant.lines) + "/X Do", f"/XObject<</X {form} 0 R>>")
    return made.content()


@hostile(PDF, "either")
def junk_before_the_head(plant: Plant) -> bytes:
    return f"From: {plant.email}\r\n\r\n".encode() + simple(plant).content()


@hostile(PDF, "refused")
def cut_short(plant: Plant) -> bytes:
    return simple(plant).content()[:300]


@hostile(PDF, "either")
def cut_within_the_text(plant: Plant) -> bytes:
    made = Pdf()
    data = flat(shown(plant.lines * 200).encode())
    made.page(made.stream(data[: len(data) // 2], "/Filter/FlateDecode", length=len(data)))
    return made.content()


@hostile(PDF, "either")
def chain_of_filters(plant: Plant) -> bytes:
    made = Pdf()
    data = flat(shown(plant.lines).encode()).hex().encode() + b">"
    made.page(made.stream(data, "/Filter[/ASCIIHexDecode/FlateDecode]"))
    return made.content()


@hostile(PDF, "either")
def filter_nobody_knows(plant: Plant) -> bytes:
    made = simple(plant)
    made.page(made.stream(shown(facts(plant)), "/Filter/SecretDecode"))
    return made.content()


@hostile(PDF, "either")
def two_hundred_thousand_operators(plant: Plant) -> bytes:
    made = Pdf()
    made.page(made.stream(flat(b"q " * 200_000 + shown(plant.lines).encode()), "/Filter/FlateDecode"))
    return made.content()


@hostile(PDF, "either")
def arrays_a_hundred_thousand_deep(plant: Plant) -> bytes:
    made = simple(plant, catalog="/Deep 9 0 R")
    made.objects[9] = b"[" * 100_000 + b"]" * 100_000
    made.page("BT /F1 12 Tf " + "[" * 50_000 + string(plant.who) + "]" * 50_000 + " TJ ET")
    return made.content()


@hostile(PDF, "refused")
def zip_under_the_name(plant: Plant) -> bytes:
    return b"PK\x03\x04" + plant.text.encode() + bytes(100)
