"""The word lists beside this module, read from `data/*.txt` when first asked for.

A file holds sections headed "== name"; its entries are parted by ";" and white space, wherever lines break.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files


@cache
def _sections(file: str) -> dict[str, str]:
    text = files(__package__).joinpath("data", f"{file}.txt").read_text("utf-8")
    return dict(re.findall(r"^== (\w+)\n(.*?)(?=^== |\Z)", text, re.MULTILINE | re.DOTALL))


@cache
def listed(file: str, section: str) -> tuple[str, ...]:
    """The entries of a section, in order, each once. Raises KeyError for a section that the file lacks."""
    entries = (" ".join(entry.split()) for entry in re.split(r";\s+", _sections(file)[section].strip()))
    return tuple(dict.fromkeys(entry for entry in entries if entry))


@cache
def word_set(file: str, section: str) -> frozenset[str]:
    """The entries of a section, to look words up in. Raises KeyError for a section that the file lacks."""
    return frozenset(listed(file, section))
