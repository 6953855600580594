"""PDF files, written by hand so that every object can be hostile."""

import zlib
from dataclasses import dataclass, field

from tests.leak.hostile_documents.kit import Plant

PAGE = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>{}>>/Contents {} 0 R{}>>"


def flat(data: bytes) -> bytes:
    return zlib.compress(data, 9)


def string(text: str) -> str:
    return "(" + text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)") + ")"


def shown(lines: tuple[str, ...], x: int = 72, y: int = 720) -> str:
    """Lines of text, one below the other."""
    return f"BT /F1 12 Tf 14 TL {x} {y} Td " + " ".join(f"{string(line)} Tj T*" for line in lines) + " ET\n"


def facts(plant: Plant) -> tuple[str, str]:
    return f"{plant.fact} today.", f"{plant.dose} twice daily."


@dataclass
class Pdf:
    """Objects 1 catalog, 2 pages and 3 font; the rest is added. `content` is read when the file is complete."""

    catalog: str = ""
    pages: list[int] = field(default_factory=list)
    trailer: str = ""
    last: int = 3
    objects: dict[int, bytes] = field(default_factory=lambda: {3: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"})

    def add(self, body: str | bytes) -> int:
        """Enter an object, and return its number."""
        self.last = number = max(self.last, max(self.objects) if len(self.objects) < 20 else 0) + 1
        self.objects[number] = body.encode("latin-1") if isinstance(body, str) else body
        return number

    def stream(self, data: str | bytes, more: str = "", *, length: int | str | None = None) -> int:
        raw = data.encode("latin-1") if isinstance(data, str) else data
        size = len(raw) if length is None else length
        return self.add(f"<<{more}/Length {size}>>stream\n".encode() + raw + b"\nendstream")

    def page(self, content: str | bytes | int, resources: str = "", more: str = "") -> int:
        """Enter a page with this content, or with the stream of this number."""
        number = content if isinstance(content, int) else self.stream(content)
        self.pages.append(self.add(PAGE.format(resources, number, more)))
        return self.pages[-1]

    def body(self) -> tuple[bytes, dict[int, int]]:
        """The file up to its table, and where each object stands."""
        kids = " ".join(f"{n} 0 R" for n in self.pages)
        self.objects.setdefault(1, f"<</Type/Catalog/Pages 2 0 R{self.catalog}>>".encode("latin-1"))
        self.objects.setdefault(2, f"<</Type/Pages/Count {len(self.pages)}/Kids[{kids}]>>".encode())
        out, places = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), {}
        for number in sorted(self.objects):
            places[number] = len(out)
            out += b"%d 0 obj\n" % number + self.objects[number] + b"\nendobj\n"
        return bytes(out), places

    def content(self) -> bytes:
        """The bytes of the file."""
        out, places = self.body()
        return out + table(places, self.trailer, len(out))


def table(places: dict[int, int], trailer: str, start: int) -> bytes:
    """A cross-reference table, its trailer and its end."""
    rows = "".join(f"{number} 1\n{at:010d} 00000 n \n" for number, at in sorted(places.items()))
    size = max(places) + 1
    end = f"trailer\n<</Size {size}/Root 1 0 R{trailer}>>\nstartxref\n{start}\n%%EOF\n"
    return f"xref\n0 1\n0000000000 65535 f \n{rows}{end}".encode()


def simple(plant: Plant, extra: str = "", **options: str) -> Pdf:
    """A file of one page with the plant's note, and `extra` operators behind it."""
    made = Pdf(**options)  # type: ignore[arg-type]
    made.page(shown(plant.lines) + extra)
    return made
