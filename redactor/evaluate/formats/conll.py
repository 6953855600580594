"""Read and write CoNLL: a token on each line with its tag last, and blank lines between sentences.

The format holds tokens alone. Which blanks stood between them, and the ids of documents, are lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from redactor.errors import EvaluationError
from redactor.evaluate.formats.annotated import Annotated, Mark
from redactor.evaluate.spans import Document, Labelled

_TAG = re.compile(r"O|[BIELSUM]-(\S+)")
_LINE = re.compile(r"(\S+)(?:[ \t].*)?[ \t](O|[BIELSUM]-\S+)")
_COMMENT = re.compile(r"# (?!(O|[BIELSUM]-\S+)\s*$)")
_NEW_DOCUMENT = "-DOCSTART-"
_BEGINS = frozenset("BSU")
_ENDS = frozenset("ELSU")
_TIGHT_BEFORE = re.compile(r"[.,;:!?)\]}%]+|['’].{0,2}")  # tokens that stand without a blank before them
_TIGHT_AFTER = re.compile(r"[(\[{$#]+")
_TOKEN = re.compile(r"(?:\w[\u0300-\u036f]*)+|[^\w\s]")


def is_conll(head: bytes) -> bool:
    """Return whether a file begins with tokens that end in a tag such as B-NAME or O."""
    lines = [x.rstrip() for x in head.decode("utf-8", "replace").splitlines()[:20]]
    told = [x for x in lines[:-1] or lines if x and not x.startswith(("#", _NEW_DOCUMENT))]
    return bool(told) and all(_LINE.fullmatch(x) for x in told)


def read_conll(whole: str, place: str) -> Iterator[Annotated]:
    """Yield the documents of a file whose tags are BIO, IOB or BILOU. Their ids are numbers from 1.

    -DOCSTART- begins a document; a file without one is one document. The text is put together from the tokens, which do
    not say where blanks stood.
    """
    if whole.startswith("#FORMAT=WebAnno"):
        raise EvaluationError(f"{place} is WebAnno TSV, which is not read; export it as UIMA CAS XMI")
    builder, n = _FromTokens(), 0
    for number, line in enumerate(whole.split("\n"), 1):
        if not line.strip():
            builder.end_sentence()
            continue
        if _COMMENT.match(line):
            continue
        if line.startswith(_NEW_DOCUMENT):
            if builder.is_begun:
                n += 1
                yield builder.document(n, place)
            builder = _FromTokens(is_begun=True)
            continue
        found = _LINE.fullmatch(line.rstrip())
        if found is None:
            raise EvaluationError(
                f"{place}, line {number}: a line of CoNLL is a token and, last, a tag such as B-NAME or O"
            )
        builder.add(found[1], found[2])
    if builder.is_begun:
        yield builder.document(n + 1, place)


class _FromTokens:
    """This class puts a text together from tokens with tags, and their spans."""

    def __init__(self, *, is_begun: bool = False) -> None:
        self.is_begun = is_begun
        self._text: list[str] = []
        self._length = 0
        self._spans: list[Labelled] = []
        self._open: str | None = None  # the label of a span that may go on
        self._gap = ""

    def add(self, token: str, tag: str) -> None:
        self.is_begun = True
        is_tight = not self._text or (self._gap == " " and _TIGHT_BEFORE.fullmatch(token) is not None)
        start = self._length + (0 if is_tight else len(self._gap))
        self._text.append(("" if is_tight else self._gap) + token)
        self._length = start + len(token)
        self._gap = "" if _TIGHT_AFTER.fullmatch(token) else " "
        found = _TAG.fullmatch(tag)
        label = found[1] if found else None
        if label is None:
            self._open = None
            return
        if self._open == label and tag[0] not in _BEGINS:
            self._spans[-1] = Labelled(self._spans[-1].start, self._length, label)
        else:
            self._spans.append(Labelled(start, self._length, label))
        self._open = None if tag[0] in _ENDS else label

    def end_sentence(self) -> None:
        self._open = None
        self._gap = "\n" if self._text else ""

    def document(self, number: int, place: str) -> Annotated:
        marks = tuple(Mark((span,)) for span in self._spans)
        at = f"{place}, document {number}"
        return Annotated(at, str(number), "".join(self._text), marks, counted=False, numbered=True)


def write_conll(documents: Iterable[tuple[str, Document]]) -> Iterator[bytes]:
    """Yield the parts of a file, of documents after their places. Their spans do not overlap.

    Tokens are words and single signs, cut at the borders of spans. A line end of the text ends a sentence, unless it
    lies within a span. Raises EvaluationError if a span holds blanks alone, or a label has blanks.
    """
    for place, document in documents:
        yield b"-DOCSTART- -X- O O\n\n"
        yield _lines(document, place).encode()
        yield b"\n"


def _lines(document: Document, place: str) -> str:
    text, here = document.text, 0
    lines: list[str] = []

    def add_outside(end: int) -> None:
        last = here
        for token in _TOKEN.finditer(text, here, end):
            if "\n" in text[last : token.start()] and lines and lines[-1] != "\n":
                lines.append("\n")
            lines.append(f"{token[0]}\tO\n")
            last = token.end()
        if "\n" in text[last:end] and lines and lines[-1] != "\n":
            lines.append("\n")

    for s in sorted(document.gold, key=lambda s: s.start):
        if not s.label or re.search(r"\s", s.label):
            raise EvaluationError(
                f"{place}: a label is empty or has blanks, which CoNLL cannot hold; map it with --labels"
            )
        add_outside(s.start)
        tokens = _TOKEN.findall(text, s.start, s.end)
        if not tokens:
            raise EvaluationError(f"{place}: a span holds blanks alone, which CoNLL cannot hold")
        lines.extend(f"{token}\t{'I' if n else 'B'}-{s.label}\n" for n, token in enumerate(tokens))
        here = s.end
    add_outside(len(text))
    return "".join(lines)
