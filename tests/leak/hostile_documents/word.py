"""Documents of Word, written by hand so that every part can be hostile."""

from html import escape

from tests.leak.hostile_documents import zips
from tests.leak.hostile_documents.kit import Plant

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MORE = {
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
    "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "v": "urn:schemas-microsoft-com:vml",
    "o": "urn:schemas-microsoft-com:office:office",
    "w14": "http://schemas.microsoft.com/office/word/2010/wordml",
}
NAMESPACES = f'xmlns:w="{W}" xmlns:r="{R}" ' + " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in _MORE.items())
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"


def t(text: str) -> str:
    return f'<w:t xml:space="preserve">{escape(text)}</w:t>'


def r(text: str, properties: str = "") -> str:
    return f"<w:r>{f'<w:rPr>{properties}</w:rPr>' if properties else ''}{t(text)}</w:r>"


def p(*runs: str) -> str:
    """A paragraph; a string without markup is a run."""
    return "<w:p>" + "".join(run if run.startswith("<") else r(run) for run in runs) + "</w:p>"


def note(plant: Plant) -> str:
    return "".join(p(line) for line in plant.lines)


def facts(plant: Plant) -> str:
    return p(f"{plant.fact} today.") + p(f"{plant.dose} twice daily.")


def document(body: str, head: str = HEAD, namespaces: str = NAMESPACES) -> str:
    return f"{head}<w:document {namespaces}><w:body>{body}<w:sectPr/></w:body></w:document>"


def part(root: str, inner: str, head: str = HEAD) -> str:
    return f"{head}<w:{root} {NAMESPACES}>{inner}</w:{root}>"


def relation(number: int, kind: str, target: str, mode: str = "") -> str:
    uri = kind if ":" in kind else f"{R}/{kind}"
    outside = ' TargetMode="External"' if mode else ""
    return f'<Relationship Id="rId{number}" Type="{uri}" Target="{escape(target)}"{outside}/>'


def relations(*rows: str) -> str:
    return f'{HEAD}<Relationships xmlns="{RELATIONS}">{"".join(rows)}</Relationships>'


def parts(
    body: str,
    more: dict[str, str | bytes] | None = None,
    related: tuple[str, ...] = (),
    *,
    main: str = "word/document.xml",
    kind: str = f"{TYPE}.document.main+xml",
    whole: str | bytes = "",
) -> dict[str, str | bytes]:
    """The parts of a package. `related` are rows of the document's relations, `whole` its XML instead of a body."""
    overrides = {f"/{main}": kind}
    known = ("comments", "footnotes", "endnotes", "header", "footer", "styles", "numbering", "settings")
    for name in more or {}:
        stem = name.removeprefix("word/").removesuffix(".xml").rstrip("0123456789")
        if stem in known:
            overrides[f"/{name}"] = f"{TYPE}.{stem}+xml"
    types = "".join(f'<Override PartName="{name}" ContentType="{of}"/>' for name, of in overrides.items())
    return {
        "[Content_Types].xml": f'{HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Default Extension="bin" ContentType="application/octet-stream"/>{types}</Types>',
        "_rels/.rels": relations(relation(1, "officeDocument", main)),
        main: whole or document(body),
        "word/_rels/document.xml.rels": relations(*related),
        **(more or {}),
    }


def docx(
    body: str, more: dict[str, str | bytes] | None = None, related: tuple[str, ...] = (), **options: str | bytes
) -> bytes:
    """A document of Word with this body, further parts and relations to them."""
    return zips.packed(parts(body, more, related, **options))  # type: ignore[arg-type]
