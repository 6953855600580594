"""Read the data files of the lexicon, which are plain text in UTF-8."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

DATA = Path(__file__).with_name("data")
BUILT = "# redactor.lexicon.build: "  # begins the first line of a generated file; what made it follows


def text(name: str) -> str:
    """Return a data file without its comments (lines that begin with "#")."""
    whole = DATA.joinpath(name).read_text("utf-8")
    while whole.startswith("#"):
        whole = whole.partition("\n")[2]
    if "\n#" in whole:
        whole = "".join(line for line in whole.splitlines(keepends=True) if not line.startswith("#"))
    return whole


def lines(name: str) -> Iterator[str]:
    """Yield the lines of a data file without its comments; no more is read than is asked for."""
    with DATA.joinpath(name).open(encoding="utf-8") as file:
        for line in file:
            if not line.startswith("#"):
                yield line.rstrip("\n")


def words(name: str) -> frozenset[str]:
    """Return the entries of a data file that white space separates."""
    return frozenset(text(name).split())


def paragraphs(name: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the paragraphs of a data file: the two fields of the first line, "[irish|family]", and the names."""
    for paragraph in text(name).strip().split("\n\n"):
        head, _, names = paragraph.partition("\n")
        first, second = head.strip("[]").split("|")
        yield first, second, names.replace("\n", " ").split(", ")


@cache
def table(name: str) -> Mapping[str, tuple[str, ...]]:
    """Return the lines of a data file by name: each line is a name and its values, separated by tabs."""
    rows = (line.split("\t") for line in lines(name))
    return {first: tuple(values) for first, *values in rows}


@cache
def sources() -> tuple[str, ...]:
    """Return the packages that the generated files were built from, with their versions ("faker-40.1.0"), sorted."""
    found: set[str] = set()
    for path in DATA.glob("*.txt"):
        with path.open(encoding="utf-8") as file:
            head = file.readline()
        if head.startswith(BUILT):
            found.update(source.strip().lower().replace(" ", "-") for source in head.removeprefix(BUILT).split(","))
    return tuple(sorted(found))
