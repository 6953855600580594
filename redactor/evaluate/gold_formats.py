"""Read gold that is no JSON: XML of i2b2 2014, brat's .ann beside .txt, and CoNLL, a token on each line.

Annotations of i2b2 and brat repeat the text of a span. Where it is not what the offsets name, the file is refused,
because figures over shifted offsets are wrong without a sign of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.parsers import expat

from redactor.errors import EvaluationError
from redactor.evaluate.spans import Document, Labelled

_TAG = re.compile(r"O|[BIELSUM]-(\S+)")
_CONLL_LINE = re.compile(r"(\S+)(?:[ \t].*)?[ \t](O|[BIELSUM]-\S+)")
_NEW_DOCUMENT = "-DOCSTART-"
_BEGINS = frozenset("BSU")
_ENDS = frozenset("ELSU")
_TIGHT_BEFORE = re.compile(r"[.,;:!?)\]}%]+|['’].{0,2}")  # tokens that stand without a blank before them
_TIGHT_AFTER = re.compile(r"[(\[{$#]+")


def read_i2b2(path: Path, place: str) -> Document:
    """Return the document of an XML file: <TEXT> and, in <TAGS>, elements with start, end, text and TYPE."""
    reader = _I2b2()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = reader.refuse
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.add
    try:
        parser.Parse(path.read_bytes(), True)
        spans = [_placed(d["start"], d["end"], d.get("TYPE") or name) for name, d in reader.tags]
    except (expat.ExpatError, LookupError, ValueError):  # of an encoding, too
        raise EvaluationError(
            f"{place} is no XML of i2b2 2014: it needs TEXT, in TAGS elements with start, end and TYPE, and no DOCTYPE"
        ) from None
    if not reader.has_text:
        raise EvaluationError(f"{place} has no TEXT; gold in XML is that of i2b2 2014")
    text = "".join(reader.pieces)
    check_texts(text, [([s], d.get("text")) for s, (_, d) in zip(spans, reader.tags, strict=True)], place)
    return Document(path.stem, text, tuple(spans), ())


class _I2b2:
    """This class collects the text and the tags while expat reads."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.has_text = False
        self._path: list[str] = []

    def refuse(self, *_: object) -> None:
        raise ValueError("a document type can declare entities")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self._path[-1:] == ["TAGS"]:
            self.tags.append((name, attributes))
        self._path.append(name)
        self.has_text |= name == "TEXT"

    def end(self, _: str) -> None:
        self._path.pop()

    def add(self, data: str) -> None:
        if self._path[-1:] == ["TEXT"]:
            self.pieces.append(data)


def read_brat(path: Path, place: str) -> Document:
    """Return the document of an .ann file and the .txt file beside it. A span in pieces counts as one span a piece."""
    beside = path.with_suffix(".txt")
    if not beside.is_file():
        raise EvaluationError(f"{place}: no .txt file of the same name stands beside the .ann file")
    text, notes = _decoded(beside, place), _decoded(path, place)
    spans: list[tuple[list[Labelled], str | None]] = []
    for number, line in enumerate(notes.split("\n"), 1):
        if not line.startswith("T"):
            continue  # relations, events, attributes and remarks
        try:
            _, middle, words = line.rstrip("\r").split("\t", 2)
            label, offsets = middle.split(" ", 1)
            borders = [piece.split(" ") for piece in offsets.split(";")]
            spans.append(([_placed(start, end, label) for start, end in borders], words))
        except ValueError:
            raise EvaluationError(
                f"{place}, line {number}: a span of brat is ID, label with offsets, and text"
            ) from None
    check_texts(text, spans, place)
    return Document(path.stem, text, tuple(piece for pieces, _ in spans for piece in pieces), ())


def _decoded(path: Path, place: str) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise EvaluationError(
            f"{place} is not UTF-8; convert it, which does not change offsets in characters"
        ) from None


def _placed(start: str, end: str, label: str) -> Labelled:
    return Labelled(int(start), int(end), label)


def check_texts(text: str, spans: Sequence[tuple[Sequence[Labelled], str | None]], place: str) -> None:
    """Raise EvaluationError if a span lies outside of the text, or does not hold what the annotation quotes.

    spans: the pieces of each span, and its quotation if the annotation has one.
    """
    if any(not 0 <= s.start < s.end <= len(text) for pieces, _ in spans for s in pieces):
        raise EvaluationError(f"{place}: a span is empty, or lies outside of its text (offsets are characters)")
    wrong = sum(q is not None and " ".join(text[s.start : s.end] for s in p).split() != q.split() for p, q in spans)
    if wrong:
        raise EvaluationError(
            f"{place}: {wrong:,} of {len(spans):,} spans do not hold the text that their annotation quotes; were line"
            " ends or the encoding changed after the annotation?"
        )


def is_conll(head: bytes) -> bool:
    """Return whether a file begins with tokens that end in a tag such as B-NAME or O."""
    lines = [x.rstrip() for x in head.decode("utf-8", "replace").splitlines()[:20]]
    told = [x for x in lines[:-1] or lines if x and not x.startswith(("#", _NEW_DOCUMENT))]
    return bool(told) and all(_CONLL_LINE.fullmatch(x) for x in told)


def read_conll(path: Path, place: str) -> Iterator[Document]:
    """Yield the documents of a file with a token on each line, its tag (BIO, IOB, BILOU) last, and blank lines between
    sentences.

    -DOCSTART- begins a document; a file without one is one document. The text is put together from the tokens, which do
    not say where blanks stood.
    """
    builder, n = _FromTokens(), 0
    for number, line in enumerate(_decoded(path, place).split("\n"), 1):
        if not line.strip():
            builder.end_sentence()
            continue
        if line.startswith("# "):
            continue
        if line.startswith(_NEW_DOCUMENT):
            if builder.text:
                n += 1
                yield builder.document(f"{path.stem}:{n}")
            builder = _FromTokens()
            continue
        found = _CONLL_LINE.fullmatch(line.rstrip())
        if found is None:
            raise EvaluationError(
                f"{place}, line {number}: a line of CoNLL is a token and, last, a tag such as B-NAME or O"
            )
        builder.add(found[1], found[2])
    if builder.text:
        yield builder.document(f"{path.stem}:{n + 1}")


class _FromTokens:
    """This class puts a text together from tokens with tags, and their spans."""

    def __init__(self) -> None:
        self.text = ""
        self._spans: list[Labelled] = []
        self._open: str | None = None  # the label of a span that may go on
        self._gap = ""

    def add(self, token: str, tag: str) -> None:
        tight = not self.text or (self._gap == " " and _TIGHT_BEFORE.fullmatch(token) is not None)
        start = len(self.text) + (0 if tight else len(self._gap))
        self.text += ("" if tight else self._gap) + token
        self._gap = "" if _TIGHT_AFTER.fullmatch(token) else " "
        found = _TAG.fullmatch(tag)
        label = found[1] if found else None
        if label is None:
            self._open = None
            return
        if self._open == label and tag[0] not in _BEGINS:
            self._spans[-1] = Labelled(self._spans[-1].start, len(self.text), label)
        else:
            self._spans.append(Labelled(start, len(self.text), label))
        self._open = None if tag[0] in _ENDS else label

    def end_sentence(self) -> None:
        self._open = None
        self._gap = "\n" if self.text else ""

    def document(self, name: str) -> Document:
        return Document(name, self.text, tuple(self._spans), ())
