"""Makes documents, mails and archives for tests, sound and hostile, and reads folders of them."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path

import docx

from redactor.run.intake.files import list_inputs
from redactor.run.intake.raw_records import Reader

LIMIT = 64 * 1024 * 1024
PLANT = "Zanzibarsky"
"""A name that must not leave."""


def read(folder: Path, limit: int = LIMIT) -> dict[str, tuple[list[str], bytes]]:
    """The reasons and the data of the records of each file of a folder, by its name."""
    found: dict[str, tuple[list[str], bytes]] = {p.name: ([], b"") for p in folder.iterdir()}
    for file in list_inputs(folder, limit=limit):
        name = file.name.partition("/")[0]
        reasons, data = found[name]
        for raw in Reader(file, limit).records():
            if raw.error is None:
                data += raw.data + b"\n"
            else:
                reasons.append(str(raw.error))
        found[name] = reasons, data
    return found


def zipped(parts: Mapping[str, bytes | str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as z:
        for name, data in parts.items():
            z.writestr(name, data)
    return made.getvalue()


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as z:
        return {name: z.read(name) for name in z.namelist()}


def with_parts(data: bytes, **parts: bytes | str) -> bytes:
    """An Office document with other parts. Names: "/" is written "__", "." is "_xml" at the end."""
    return zipped(unzipped(data) | {k.replace("__", "/").replace("_xml", ".xml"): v for k, v in parts.items()})


def word(text: str = "stable") -> bytes:
    made = io.BytesIO()
    document = docx.Document()
    document.add_paragraph(text)
    document.save(made)
    return made.getvalue()


_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_MORE = (
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
)


def word_of(body: str, **parts: bytes | str) -> bytes:
    """A Word document of this body, in XML of WordprocessingML."""
    document = f"<w:document {_W} {_MORE}><w:body>{body}<w:sectPr/></w:body></w:document>"
    return with_parts(word(), word__document_xml=document, **parts)


def run(text: str, properties: str = "") -> str:
    """A run of text as XML."""
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>"


def paragraph(*runs: str) -> str:
    return f"<w:p>{''.join(runs)}</w:p>"


def pdf(*objects: bytes, root: int = 1, trailer: bytes = b"") -> bytes:
    """A PDF file of these objects, numbered from 1."""
    made = bytearray(b"%PDF-1.7\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    at = len(made)
    made += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    made += b"".join(b"%010d 00000 n \n" % place for place in places)
    made += b"trailer\n<</Size %d/Root %d 0 R%b>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, root, trailer, at)
    return bytes(made)


def stream(data: bytes, entries: bytes = b"") -> bytes:
    return b"<</Length %d%b>>\nstream\n%b\nendstream" % (len(data), entries, data)


FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"


def shown(text: str) -> bytes:
    """The content of a page that shows a line of text."""
    return b"BT /F1 12 Tf 72 720 Td (%b) Tj ET" % text.encode("latin-1")


def pdf_of(
    *pages: bytes, page: bytes = b"", catalog: bytes = b"", more: tuple[bytes, ...] = (), font: bytes = FONT
) -> bytes:
    """A PDF file whose pages have these contents. more: objects from number 4 on; page, catalog: more entries."""
    first = 4 + len(more)
    numbers = [first + 2 * i for i in range(len(pages))]
    kids = b" ".join(b"%d 0 R" % n for n in numbers)
    objects = [
        b"<</Type/Catalog/Pages 2 0 R%b>>" % catalog,
        b"<</Type/Pages/Kids[%b]/Count %d>>" % (kids, len(pages)),
        font,
        *more,
    ]
    for n, content in zip(numbers, pages, strict=True):
        head = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>"
        objects += [head + b"/Contents %d 0 R%b>>" % (n + 1, page), stream(content)]
    return pdf(*objects)


# -- Outlook's .msg: a compound file (MS-CFB) of properties (MS-OXMSG)

_SECTOR, _MINI, _CUTOFF = 512, 64, 4096
_END, _FREE, _FAT = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD
Tree = dict[str, "bytes | Tree"]


def compound(tree: Tree) -> bytes:
    """A compound file of folders and streams."""
    entries: list[tuple[str, int, bytes, int]] = []  # name, type, data, child; brothers are a list to the right
    right: dict[int, int] = {}

    def add(name: str, node: bytes | Tree, kind: int) -> int:
        here = len(entries)
        entries.append((name, kind, node if isinstance(node, bytes) else b"", _FREE))
        if not isinstance(node, bytes):
            before = _FREE
            for inner, child in node.items():
                at = add(inner, child, 2 if isinstance(child, bytes) else 1)
                if before == _FREE:
                    entries[here] = (name, kind, b"", at)
                else:
                    right[before] = at
                before = at
        return here

    add("Root Entry", tree, 5)
    sectors: list[bytes] = []
    fat: list[int] = []
    mini, mini_fat = bytearray(), list[int]()

    def store(data: bytes) -> int:
        if not data:
            return _END
        first = len(fat)
        blocks = [data[i : i + _SECTOR].ljust(_SECTOR, b"\0") for i in range(0, len(data), _SECTOR)]
        sectors.extend(blocks)
        fat.extend([*range(first + 1, first + len(blocks)), _END])
        return first

    starts = {}
    for i, (_, kind, data, _) in enumerate(entries):
        if kind == 2 and len(data) < _CUTOFF and data:
            starts[i] = len(mini_fat)
            count = -(-len(data) // _MINI)
            mini_fat.extend([*range(len(mini_fat) + 1, len(mini_fat) + count), _END])
            mini.extend(data.ljust(count * _MINI, b"\0"))
        elif kind == 2:
            starts[i] = store(data)
    starts[0] = store(bytes(mini))
    directory = bytearray()
    for i, (name, kind, data, child) in enumerate(entries):
        raw = name.encode("utf-16-le")
        size = len(mini) if i == 0 else len(data)
        directory += raw.ljust(64, b"\0") + struct.pack(
            "<HBBIII", len(raw) + 2, kind, 1, _FREE, right.get(i, _FREE), child
        )
        directory += bytes(36) + struct.pack("<IQ", starts.get(i, 0), size)
    at_directory = store(bytes(directory))
    at_mini_fat = store(struct.pack(f"<{len(mini_fat)}I", *mini_fat))
    at_fat = len(fat)
    fat_sectors = 1
    while fat_sectors * 128 < len(fat) + fat_sectors:
        fat_sectors += 1
    fat.extend([_FAT] * fat_sectors)
    fat.extend([_FREE] * (fat_sectors * 128 - len(fat)))
    sectors.extend(struct.pack("<128I", *fat[i : i + 128]) for i in range(0, len(fat), 128))
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    head += struct.pack(
        "<IIIIIIIII", 0, fat_sectors, at_directory, 0, _CUTOFF, at_mini_fat, -(-len(mini_fat) // 128), _END, 0
    )
    difat = [at_fat + i for i in range(fat_sectors)]
    head += struct.pack("<109I", *difat, *[_FREE] * (109 - len(difat)))
    return head + b"".join(sectors)


def properties(offset: int, values: Mapping[int, str | bytes | int]) -> Tree:
    """A folder of properties by their number: text, bytes or a number. offset: bytes before the first."""
    head, tree = bytes(offset), Tree()
    for number, value in values.items():
        if isinstance(value, int):
            head += struct.pack("<HHIQ", 3, number, 6, value)
            continue
        kind, raw = (0x1F, value.encode("utf-16-le")) if isinstance(value, str) else (0x102, value)
        head += struct.pack("<HHIII", kind, number, 6, len(raw) + 2 * (kind == 0x1F), 0)
        tree[f"__substg1.0_{number:04X}{kind:04X}"] = raw
    return tree | {"__properties_version1.0": head}


def msg(
    values: Mapping[int, str | bytes | int], to: Mapping[str, int] | None = None, attached: list[Tree] | None = None
) -> bytes:
    """A mail of Outlook. to: names of recipients with their kinds (1 To, 2 Cc, 3 Bcc)."""
    return compound(msg_tree(values, to, attached))


def msg_tree(
    values: Mapping[int, str | bytes | int],
    to: Mapping[str, int] | None = None,
    attached: list[Tree] | None = None,
    offset: int = 32,
) -> Tree:
    tree = properties(offset, values)
    for i, (name, kind) in enumerate((to or {}).items()):
        tree[f"__recip_version1.0_#{i:08X}"] = properties(8, {0x3001: name, 0x0C15: kind})
    for i, each in enumerate(attached or []):
        tree[f"__attach_version1.0_#{i:08X}"] = each
    return tree


def attachment(name: str, data: bytes, **more: str) -> Tree:
    """An attachment of a mail of Outlook. more: mime, cid."""
    values: dict[int, str | bytes | int] = {0x3705: 1, 0x3707: name, 0x3701: data}
    values |= {{"mime": 0x370E, "cid": 0x3712}[key]: value for key, value in more.items()}
    return properties(8, values)
