"""The word lists and sentence templates of `corpus/words/*.txt`, read when first asked for.

A file holds sections headed "== name". In a list words are parted by ";" and space, wherever the lines break; templates
(`corpus.engine.grammar`) stand one a line, and a backslash with "n" or "t" in them is a line end or a tab.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files


@cache
def sections(file: str) -> dict[str, str]:
    """The text under each heading of corpus/words/<file>.txt. Raises FileNotFoundError where there is none."""
    out: dict[str, str] = {}
    for part in ("\n" + files("corpus.words").joinpath(f"{file}.txt").read_text("utf-8")).split("\n== ")[1:]:
        name, _, body = part.partition("\n")
        out[name.strip()] = body
    return out


def listed(text: str) -> tuple[str, ...]:
    """The words and phrases of a list within the code: parted by ";", wherever the lines break."""
    return tuple(" ".join(x.split()) for x in text.split(";") if x.strip())


@cache
def words(file: str, section: str) -> tuple[str, ...]:
    """The words and phrases of a list. Raises KeyError for a section that the file lacks."""
    return tuple(" ".join(x.split()) for x in re.split(r";\s+", sections(file)[section].strip()))


@cache
def templates(file: str, section: str) -> tuple[str, ...]:
    """The templates of a section, a line each. Raises KeyError for a section that the file lacks."""
    lines = (x.rstrip() for x in sections(file)[section].splitlines())
    return tuple(x.replace("\\n", "\n").replace("\\t", "\t") for x in lines if x)


@cache
def every_template(file: str) -> tuple[str, ...]:
    """The templates of all the sections of a file."""
    return tuple(t for section in sections(file) for t in templates(file, section))
