"""Zip files as an attacker writes them: names twice, sums and sizes that lie, entries that overlap."""

import io
import struct
import zipfile
from collections.abc import Iterable, Mapping

Members = Mapping[str, str | bytes] | Iterable[tuple[str, str | bytes]]


def packed(members: Members, *, method: int = zipfile.ZIP_DEFLATED, comment: bytes = b"", extra: bytes = b"") -> bytes:
    """A zip of the members; a name may come twice."""
    out = io.BytesIO()
    pairs = members.items() if isinstance(members, Mapping) else members
    with zipfile.ZipFile(out, "w") as archive:
        archive.comment = comment
        for name, content in pairs:
            info = zipfile.ZipInfo(name, (2025, 1, 2, 3, 4, 6))
            info.compress_type, info.extra = method, extra
            archive.writestr(info, content)
    return out.getvalue()


def zeros(size: int, around: tuple[bytes, bytes] = (b"", b""), filler: bytes = b" ") -> bytes:
    """A large content, made at once so that it deflates a thousandfold."""
    return around[0] + filler * size + around[1]


def patched(data: bytes, name: str, field: str, value: int) -> bytes:
    """The zip, with one field of a member's two headers set to `value`."""
    places = {"flags": (6, 8, "<H"), "method": (8, 10, "<H"), "crc": (14, 16, "<I"), "size": (22, 24, "<I")}
    local, central, form = places[field]
    out = bytearray(data)
    for mark, offset, header in ((b"PK\x03\x04", local, 30), (b"PK\x01\x02", central, 46)):
        at = data.find(mark)
        while at >= 0:
            if data[at + header : at + header + len(name)] == name.encode():
                struct.pack_into(form, out, at + offset, value)
            at = data.find(mark, at + 4)
    return bytes(out)


def overlapping(data: bytes, name: str, onto: str) -> bytes:
    """The zip, whose directory sends `name` to the content of `onto`."""
    out = bytearray(data)
    headers = {}
    at = data.find(b"PK\x01\x02")
    while at >= 0:
        length = struct.unpack_from("<H", data, at + 28)[0]
        headers[data[at + 46 : at + 46 + length].decode()] = at
        at = data.find(b"PK\x01\x02", at + 4)
    source, target = headers[onto], headers[name]
    out[target + 8 : target + 28] = data[source + 8 : source + 28]
    out[target + 42 : target + 46] = data[source + 42 : source + 46]
    return bytes(out)
