"""Hostile archives: bombs, lies, names and links."""

from __future__ import annotations

import gzip
import io
import struct
import tarfile
import warnings
import zipfile
import zlib
from collections.abc import Iterable

from tests.leak.hostile_tables.book import packed, parts, visits
from tests.leak.hostile_tables.case import Hostile, Person, hostile
from tests.leak.hostile_tables.databases import database
from tests.leak.hostile_tables.text_tables import table


def csv_of(*people: Person) -> bytes:
    """Return a table of the visits of people."""
    return table(person.row for person in people).encode()


def tar(*members: tuple[tarfile.TarInfo | str, bytes], kind: int = tarfile.PAX_FORMAT) -> bytes:
    """Return members as a tar archive."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=kind) as archive:
        for member, data in members:
            info = tarfile.TarInfo(member) if isinstance(member, str) else member
            info.size = len(data) if info.isreg() else 0
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def _info(name: str, kind: bytes = tarfile.REGTYPE, link: str = "", **pax: str) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.pax_headers = kind, link, pax
    return info


def _gz(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def _zip(members: Iterable[tuple[str | zipfile.ZipInfo, bytes]], comment: bytes = b"", method: int = 8) -> bytes:
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", method) as archive:
        warnings.simplefilter("ignore")
        for member, data in members:
            archive.writestr(zipfile.ZipInfo(member) if isinstance(member, str) else member, data, method)
        archive.comment = comment
    return out.getvalue()


def files() -> list[Hostile]:
    """Return the hostile archives."""
    return [*_zips(), *_lying_zips(), *_tars(), *_gzips()]


def _zips() -> list[Hostile]:
    p = [Person(n) for n in range(300, 340)]
    good = [csv_of(person) for person in p]
    deep = good[3]
    for _ in range(40):
        deep = _zip([("a.zip", deep)])
    link = zipfile.ZipInfo("link.csv")
    link.external_attr = 0o120777 << 16
    extra = zipfile.ZipInfo(f"{p[9].given} {p[9].family}/{p[9].mrn}.csv")
    extra.comment, extra.extra = p[9].note.encode(), struct.pack("<HH", 0x7075, 40) + p[9].note.encode()[:40]
    hl7 = f"MSH|^~\\&|A|B|C|D|20240701||ORU^R01|1|P|2.5\rPID|1||{p[18].mrn}^^^X^MR||{p[18].family}^{p[18].given}\rOBX|1|NM|2276-4^Ferritin^LN||{p[18].fact}|ng/mL\r"
    return [
        hostile("plain.zip", _zip([("visits.csv", good[0])]), p[0]),
        hostile("zip-in-zip.zip", _zip([("inner.zip", _zip([("visits.csv", good[1])]))]), p[1]),
        hostile(
            "zip-in-zip-in-zip.zip",
            _zip([("a.zip", _zip([("b.zip", _zip([("visits.csv", good[2])]))])), ("own.csv", good[22])]),
            [p[2], p[22]],
            "refused",
            facts=[p[22].fact],
        ),
        hostile("forty-deep.zip", deep, p[3], "refused"),
        hostile("traversal.zip", _zip([("../../../traversal.csv", good[4])]), p[4], "either"),
        hostile(
            "absolute.zip",
            _zip([("/tmp/absolute.csv", good[5]), ("C:\\Users\\x.csv", good[23])]),
            [p[5], p[23]],
            "either",
        ),
        hostile("link.zip", _zip([(link, b"/etc/hostname"), ("visits.csv", good[6])]), p[6], "either"),
        hostile("name-twice.zip", _zip([("visits.csv", good[7]), ("visits.csv", good[24])]), [p[7], p[24]], "either"),
        hostile("names-in-two-cases.zip", _zip([("visits.csv", good[8]), ("VISITS.CSV", good[25])]), [p[8], p[25]]),
        hostile("names-and-comments.zip", _zip([(extra, good[9])], p[9].note.encode()), p[9]),
        hostile("bomb.zip", lambda: _zip([("visits.csv", good[10] + b" " * (64 << 20))]), p[10], "refused"),
        hostile(
            "many-bombs.zip",
            lambda: _zip([(f"{n}.csv", good[11] + b"\n" * (8 << 20)) for n in range(25)]),
            p[11],
            "refused",
        ),
        hostile("lzma.zip", _zip([("visits.csv", good[12])], method=zipfile.ZIP_LZMA), p[12], "refused"),
        hostile("bzip2.zip", _zip([("visits.csv", good[13])], method=zipfile.ZIP_BZIP2), p[13], "refused"),
        hostile(
            "10000-members.zip",
            lambda: _zip([(f"{n}.txt", b"") for n in range(10_000)] + [("visits.csv", good[14])]),
            p[14],
            "either",
        ),
        hostile(
            "programs.zip",
            _zip([("setup.exe", b"MZ" + good[15]), ("visits.csv", good[26])]),
            [p[15], p[26]],
            "refused",
            facts=[p[26].fact],
        ),
        hostile(
            "litter.zip",
            _zip(
                [
                    ("__MACOSX/._visits.csv", b"\0\5\x16\7" + p[16].note.encode()),
                    (".DS_Store", p[16].note.encode()),
                    ("folder/", b""),
                    ("visits.csv", good[16]),
                ]
            ),
            p[16],
            "either",
        ),
        hostile("names-of-control.zip", _zip([(f"{p[17].family}\n\x1b[2J\u202e.csv", good[17])]), p[17], "either"),
        hostile(
            "formats.zip",
            _zip([("m.hl7", hl7.encode()), ("w.xlsx", packed(parts({"A": visits(p[19])}))), ("d.db", database(p[20]))]),
            p[18:21],
        ),
        hostile(
            "parquet.zip",
            _zip([("a.parquet", b"PAR1" + p[21].note.encode() + b"PAR1"), ("visits.csv", good[27])]),
            [p[21], p[27]],
            "refused",
            facts=[p[27].fact],
        ),
        hostile("gz-in-zip.zip", _zip([("visits.csv.gz", _gz(good[28]))]), p[28]),
        hostile("tgz-in-zip.zip", _zip([("inner.tgz", _gz(tar(("visits.csv", good[29]))))]), p[29]),
        hostile(
            "bomb-in-zip-in-zip.zip",
            lambda: _zip([("a.zip", _zip([("visits.csv", good[30] + b" " * (64 << 20))])), ("own.csv", good[31])]),
            p[30:32],
            "refused",
            facts=[p[31].fact],
        ),
        hostile("empty.zip", _zip([]), p[32], "refused", facts=()),
        hostile(f"{p[33].given} {p[33].family}.zip", _zip([(f"{p[33].family}.csv", good[33])]), p[33]),
    ]


def _lying_zips() -> list[Hostile]:
    p = [Person(n) for n in range(340, 365)]
    good = [_zip([("visits.csv", csv_of(person))]) for person in p]
    stored = _zip([("visits.csv", csv_of(p[0]))], method=0)
    central = [data.index(b"PK\1\2") for data in good]
    end = [data.index(b"PK\5\6") for data in good]
    two = _zip([("visits.csv", csv_of(p[7])), ("hidden.csv", csv_of(p[20]))])
    two_end = two.index(b"PK\5\6")
    first = two[two.index(b"PK\1\2") : two.index(b"PK\1\2", two.index(b"PK\1\2") + 4)]
    streamed = io.BytesIO()
    with (
        zipfile.ZipFile(_Unseekable(streamed), "w", 8) as archive,
        archive.open(zipfile.ZipInfo("visits.csv"), "w") as member,
    ):
        member.write(csv_of(p[3]))
    one = good[9][central[9] : end[9]]
    overlap = good[9][: central[9]] + one * 5000
    overlap += struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 5000, 5000, len(one) * 5000, central[9], 0)
    prefix = b"MZ" + p[10].note.encode()
    return [
        hostile(
            "crc.zip", stored.replace(zlib.crc32(csv_of(p[0])).to_bytes(4, "little"), b"\1\2\3\4"), p[0], "refused"
        ),
        hostile("locked.zip", _patched(_patched(good[1], 6, b"\1\0"), central[1] + 8, b"\1\0"), p[1], "refused"),
        hostile("zip64-lies.zip", _patched(good[2], central[2] + 20, b"\xff" * 8), p[2], "refused"),
        hostile("streamed.zip", streamed.getvalue(), p[3]),
        hostile("cut.zip", good[4][:-30], p[4], "refused"),
        hostile("other-local-name.zip", good[5].replace(b"visits.csv", b"visits.exe", 1), p[5], "either"),
        hostile("trailing.zip", good[6] + p[6].note.encode(), p[6], "either"),
        hostile(
            "count-lies.zip",
            two[: two_end + 8] + b"\1\0\1\0" + struct.pack("<L", len(first)) + two[two_end + 16 :],
            [p[7], p[20]],
            "either",
            facts=(),
        ),
        hostile("prefix.zip", prefix + good[10], p[10], "either"),
        hostile("overlap.zip", overlap, p[9], "either", facts=()),
        hostile("size-lies.zip", _patched(good[11], central[11] + 24, struct.pack("<L", 10)), p[11], "refused"),
        hostile("offset-lies.zip", _patched(good[12], central[12] + 42, struct.pack("<L", 1 << 30)), p[12], "refused"),
        hostile("table.zip", csv_of(p[13]), p[13], "refused"),
    ]


class _Unseekable(io.RawIOBase):
    def __init__(self, out: io.BytesIO) -> None:
        self._out = out

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        return self._out.write(data)  # type: ignore[arg-type]


def _patched(data: bytes, at: int, value: bytes) -> bytes:
    return data[:at] + value + data[at + len(value) :]


def _tars() -> list[Hostile]:
    p = [Person(n) for n in range(365, 390)]
    good = [csv_of(person) for person in p]
    owned = _info("visits.csv")
    owned.uname, owned.gname = p[2].family, p[2].phone
    plain = tar(("visits.csv", good[5]))
    huge = bytearray(tar(("visits.csv", good[6])))
    huge[124:136] = b"\x80" + (1 << 60).to_bytes(11, "big")
    huge[148:156] = f"{sum(huge[:148]) + 8 * 32 + sum(huge[156:512]):06o}\0 ".encode()
    sparse = bytearray(
        tar((_info("visits.csv", tarfile.GNUTYPE_SPARSE), b""), ("b.csv", good[7]), kind=tarfile.GNU_FORMAT)
    )
    return [
        hostile("plain.tgz", _gz(tar(("visits.csv", good[0]))), p[0]),
        hostile(
            "pax.tar.gz",
            _gz(
                tar(
                    (
                        _info(
                            "visits.csv",
                            comment=p[1].note,
                            path=f"{p[1].family}.csv",
                            **{"SCHILY.xattr.user.x": p[1].note},
                        ),
                        good[1],
                    )
                )
            ),
            p[1],
        ),
        hostile("owners.tgz", _gz(tar((owned, good[2]))), p[2]),
        hostile(
            "links.tgz",
            _gz(
                tar(
                    (_info("a.csv", tarfile.SYMTYPE, "/etc/hostname"), b""),
                    (_info("b.csv", tarfile.LNKTYPE, "visits.csv"), b""),
                    (_info("c.csv", tarfile.CHRTYPE), b""),
                    (_info("d.csv", tarfile.FIFOTYPE), b""),
                    ("visits.csv", good[3]),
                )
            ),
            p[3],
            "either",
        ),
        hostile(
            "traversal.tar",
            tar(("../../traversal.csv", good[4]), ("/tmp/absolute.csv", good[20])),
            [p[4], p[20]],
            "either",
        ),
        hostile("checksum.tar", _patched(plain, 148, b"0000000\0"), p[5], "refused"),
        hostile("size-lies.tar", bytes(huge), p[6], "refused"),
        hostile("sparse.tgz", _gz(bytes(sparse)), p[7], "either"),
        hostile(
            "name-of-1-mb.tgz",
            lambda: _gz(tar((p[8].family * 100_000 + ".csv", good[8]), kind=tarfile.GNU_FORMAT)),
            p[8],
            "either",
        ),
        hostile("name-twice.tgz", _gz(tar(("visits.csv", good[9]), ("visits.csv", good[21]))), [p[9], p[21]], "either"),
        hostile("tgz-in-tgz.tgz", _gz(tar(("inner.tar.gz", _gz(tar(("visits.csv", good[10])))))), p[10]),
        hostile("cut.tar", tar(("visits.csv", good[11]))[: 512 + 200], p[11], "refused"),
        hostile("two-tars.tar", tar(("visits.csv", good[12])) + tar(("other.csv", good[22])), [p[12], p[22]], "either"),
        hostile("bomb.tgz", lambda: _gz(tar(("visits.csv", good[13] + b"\n" * (64 << 20)))), p[13], "refused"),
        hostile("empty.tar", tar(), p[14], "refused", facts=()),
        hostile("zip.tgz", _zip([("visits.csv", good[15])]), p[15], "refused"),
        hostile("zeros.tgz", _gz(bytes(1024) + tar(("visits.csv", good[16]))), p[16], "either"),
    ]


def _gzips() -> list[Hostile]:
    p = [Person(n) for n in range(390, 402)]
    good = [csv_of(person) for person in p]
    body = _gz(good[2])[10:]
    named = b"\x1f\x8b\x08\x18" + bytes(6) + f"{p[2].family}.csv".encode() + b"\0" + p[2].note.encode() + b"\0" + body
    return [
        hostile("cut.csv.gz", _gz(good[0])[:-20], p[0], "refused"),
        hostile("two-members.csv.gz", _gz(good[1][:100]) + _gz(good[1][100:]), p[1]),
        hostile("names.csv.gz", named, p[2]),
        hostile("trailing.csv.gz", _gz(good[3]) + p[3].note.encode(), p[3], "either"),
        hostile("crc.csv.gz", _gz(good[4])[:-8] + b"\1\2\3\4" + _gz(good[4])[-4:], p[4], "refused"),
        hostile("bomb.csv.gz", lambda: _gz(good[5] + b"\n" * (64 << 20)), p[5], "refused"),
        hostile("gz-in-gz.csv.gz", _gz(_gz(good[6])), p[6], "refused"),
        hostile("plain.csv.gz", good[7], p[7], "refused"),
        hostile("many-members.csv.gz", lambda: _gz(good[8]) + _gz(b"") * 100_000, p[8], "either"),
        hostile("size-lies.csv.gz", _gz(good[9])[:-4] + b"\1\0\0\0", p[9], "refused"),
    ]
