"""The word lists and sentence templates of `corpus/words/*.txt`, read on first use.

A file consists of sections headed "== name". Words of a list are separated by ";" and white space, wherever lines
break. Templates (`corpus.engine.grammar`) are one per line; a backslash with "n" or "t" in them is a line end or a tab.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files


@cache
def sections(file: str) -> dict[str, str]:
    """The text under each heading of corpus/words/<file>.txt. Raises FileNotFoundError if there is none."""
    out: dict[str, str] = {}
    for part in ("\n" + files("corpus.words").joinpath(f"{file}.txt").read_text("utf-8")).split("\n== ")[1:]:
        name, _, body = part.partition("\n")
        out[name.strip()] = body
    return out


def listed(text: str) -> tuple[str, ...]:
    """The words and phrases of a list in the code: separated by ";", wherever lines break."""
    return tuple(" ".join(x.split()) for x in text.split(";") if x.strip())


@cache
def words(file: str, section: str) -> tuple[str, ...]:
    """The words and phrases of a list. Raises KeyError for a section that the file lacks."""
    return tuple(" ".join(x.split()) for x in re.split(r";\s+", sections(file)[section].strip()))


@cache
def templates(file: str, section: str) -> tuple[str, ...]:
    """The templates of a section, one per line. Raises KeyError for a section that the file lacks."""
    lines = (x.rstrip() for x in sections(file)[section].splitlines())
    return tuple(x.replace("\\n", "\n").replace("\\t", "\t") for x in lines if x)


@cache
def every_template(file: str) -> tuple[str, ...]:
    """The templates of all sections of a file."""
    return tuple(t for section in sections(file) for t in templates(file, section))
