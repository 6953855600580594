"""Builds redactor/lexicon/data/reference_words.txt: python -m schemas.terminology_build.reference_words HL7 WORDS

HL7: as HL7_CODE_SYSTEMS of schemas.terminology_build. WORDS: a list of words of English, one a line; what ships was
built from /usr/share/dict/american-english-large of the Debian package wamerican-large 2020.12.07. simple-icd-10-cm
gives the descriptions of ICD-10-CM. NOTICE credits all three.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from redactor.lexicon import names
from redactor.lexicon.data_files import DATA
from redactor.lexicon.vocabulary import is_listed, stems
from redactor.lexicon.words import plain
from schemas.terminology_build.__main__ import read_code_systems
from schemas.terminology_build.data_files import icd_10_cm_descriptions

FILE = "reference_words.txt"
_HEAD = (
    "# schemas.terminology_build.reference_words: words of English (SCOWL, by Kevin Atkinson) and of the displays of\n"
    "# HL7 Terminology and ICD-10-CM that the other lists lack.\n"
)
_WORD = re.compile(r"[^\W\d_]{3,}")


def reference_words(english: Iterable[str], displays: Iterable[str]) -> str:
    """Return the text of the data file: words in plain lower case, sorted, one a line.

    An English word with a capital, an apostrophe or a hyphen is left out, and so are frequent names.
    """
    found = {word for word in english if word.islower() and _WORD.fullmatch(word)}
    found.update(plain(word) for display in displays for word in _WORD.findall(display))
    found = {plain(word) for word in found}
    people = names.plain_given() | names.plain_family()
    kept: set[str] = set()
    for word in sorted(found, key=len):  # a word before its forms, which are known by it
        if not word.isascii() or word in people or is_listed(word):
            continue
        if not any(is_listed(stem) or stem in kept for stem in stems(word)):
            kept.add(word)
    return _HEAD + "".join(f"{word}\n" for word in sorted(kept))


def _displays(code_systems: Path) -> Iterator[str]:
    systems = read_code_systems(code_systems)
    return chain(
        (text for codes in systems.values() for text in codes.values() if text), icd_10_cm_descriptions().values()
    )


def main(arguments: list[str]) -> int:
    """Write the data file and return the exit status."""
    if len(arguments) != 2:
        sys.stderr.write("usage: python -m schemas.terminology_build.reference_words HL7_CODE_SYSTEMS WORD_LIST\n")
        return 2
    code_systems, english = map(Path, arguments)
    text = reference_words(english.read_text("utf-8").split(), _displays(code_systems))
    (DATA / FILE).write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
