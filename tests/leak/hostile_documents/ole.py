"""A writer of compound files (OLE), as small as Outlook's mails need, with the faults of an attacker."""

import struct

SECTOR = 512
END, FREE, FAT = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD


def _entry(name: str, kind: int, size: int, start: int, right: int, child: int) -> bytes:
    raw = (name + "\0").encode("utf-16-le")
    links = struct.pack("<III", FREE, right, child)
    return (
        raw.ljust(64, b"\0")
        + struct.pack("<HBB", len(raw), kind, 1)
        + links
        + bytes(36)
        + struct.pack("<IQ", start, size)
    )


def compound(streams: dict[str, bytes], *, fault: str = "") -> bytes:
    """A compound file of these streams in its root. Each is padded to 4,096 bytes, so that none is a short one."""
    contents = {name: content.ljust(4096, b"\0") for name, content in streams.items()}
    names = list(contents)
    entries = len(names) + 1
    folder_sectors = -(-entries // 4)
    chain, data, starts, at = [FAT], b"", {}, 1 + folder_sectors
    chain += [*range(2, 1 + folder_sectors), END]
    for name, content in contents.items():
        count = -(-len(content) // SECTOR)
        starts[name] = at
        chain += [*range(at + 1, at + count), END]
        data += content.ljust(count * SECTOR, b"\0")
        at += count
    assert len(chain) <= 128, "one sector holds the table"
    if fault == "circle":
        chain[starts[names[0]]] = starts[names[0]]
    folder = _entry("Root Entry", 5, 0, END, FREE, 1 if names else FREE)
    for n, name in enumerate(names, 1):
        right = 1 if fault == "tree" else (n + 1 if n < len(names) else FREE)
        size = 1 << 40 if fault == "size" else len(contents[name])
        folder += _entry(name, 2, size, starts[name], right, FREE)
    folder = folder.ljust(folder_sectors * SECTOR, b"\0")
    table = b"".join(struct.pack("<I", link) for link in chain).ljust(SECTOR, b"\xff")
    head = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    head += struct.pack("<IIIIIIIII", 0, 1, 1, 0, 4096, END, 0, END, 0) + struct.pack("<I", 0)
    return head.ljust(SECTOR, b"\xff") + table + folder + data


def outlook(fields: dict[str, bytes], *, fault: str = "") -> bytes:
    """A mail of Outlook: of each property, by its tag, the content."""
    rows = b"".join(
        struct.pack("<II", int(tag, 16), 6) + struct.pack("<II", len(content), 0) for tag, content in fields.items()
    )
    streams = {f"__substg1.0_{tag}": content for tag, content in fields.items()}
    return compound({"__properties_version1.0": bytes(32) + rows, **streams}, fault=fault)
