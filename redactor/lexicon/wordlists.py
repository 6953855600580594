"""Read lists of the words that addresses, places and organisations are made of.

data/place_words.txt and organisation_words.txt hold sections headed "== name"; the entries of a section are separated
by ";" and white space, wherever lines break.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal

from redactor.lexicon import data_files

WordFile = Literal["places", "organisations"]

_FILES: Mapping[WordFile, str] = {"places": "place_words.txt", "organisations": "organisation_words.txt"}


@cache
def _sections(file: WordFile) -> dict[str, str]:
    text = data_files.text(_FILES[file])
    return dict(re.findall(r"^== (\w+)\n(.*?)(?=^== |\Z)", text, re.MULTILINE | re.DOTALL))


@cache
def listed(file: WordFile, section: str) -> tuple[str, ...]:
    """Return the entries of a section, in order, each once. Raises KeyError for a section that the file lacks."""
    entries = (" ".join(entry.split()) for entry in re.split(r";\s+", _sections(file)[section].strip()))
    return tuple(dict.fromkeys(entry for entry in entries if entry))


@cache
def word_set(file: WordFile, section: str) -> frozenset[str]:
    """Return the entries of a section as a set. Raises KeyError for a section that the file lacks."""
    return frozenset(listed(file, section))
