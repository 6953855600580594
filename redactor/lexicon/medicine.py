"""Terms of medicine that look like people, places or initials.

data/medicine_eponyms.txt: people and places after whom something clinical is called. medicine_instruments.txt: scores,
questionnaires, devices, makers, protocols. medicine_abbreviations.txt: clinical shorthand, credentials, departments.
medicine_words.txt: clinical vocabulary that the lists of `words` lack. Each holds one entry a line, in plain lower case
(see words.plain). Entries of several words are parted by one space, and keep their hyphens. The mark (~) of the files
follows entries that are frequent names of people or places too; `frequent_names` gives them, the others leave it out.
"""

from __future__ import annotations

from functools import cache

from redactor.lexicon import data_files

FILES = ("medicine_eponyms.txt",)
_MARK = "~"


@cache
def _entries(file: str) -> frozenset[str]:
    return frozenset(line.removesuffix(_MARK) for line in data_files.lines(file))


@cache
def eponyms() -> frozenset[str]:
    """Names after which something clinical is called: "babinski", "le fort", a pair and both of its parts."""
    return _entries("medicine_eponyms.txt")


@cache
def phrases() -> frozenset[str]:
    """The entries of all files that have more than one word."""
    return frozenset(entry for file in FILES for entry in _entries(file) if " " in entry)


@cache
def frequent_names() -> frozenset[str]:
    """The entries of all files that are frequent names of people or places too."""
    return frozenset(
        line.removesuffix(_MARK) for file in FILES for line in data_files.lines(file) if line.endswith(_MARK)
    )
