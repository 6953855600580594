r"""Find file names, paths and other joined words, and read them as separate words: "scan_SmithJohn.pdf" is scan Smith
John.

Detectors read words between spaces. In "scan_Smith_John_1952-03-14.pdf" and "C:\\Users\\jsmith" there are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import re2

from redactor.detect.encodings import Replacement
from redactor.lexicon import names as name_lists
from redactor.lexicon.nomenclature import is_nomenclature
from redactor.lexicon.words import eponyms, plain, words

_EXTENSIONS = (
    "pdf|docx?|txt|rtf|odt|md|log|jpe?g|png|gif|tiff?|bmp|heic|webp|svg|dcm|dicom|nii|zip|gz|tar|7z|rar|csv|tsv|xlsx?"
    "|xml|json|html?|hl7|cda|ccda?|msg|eml|vcf|ics|mp[34]|wav|m4a|mov|avi|webm|pptx?|db|sqlite|dat|bak|tmp|edf|wfdb"
)
_BEFORE, _AFTER = (re.compile(r"[^\s\"'<>|*?,;:()\[\]{}=]{0,200}" + end) for end in ("$", ""))
_COMPONENT = re.compile(r"[^\\/]+")
_EXTENSION = re.compile(rf"\.(?i:{_EXTENSIONS})(?:\.gz)?$")
_JOINT = re.compile(
    r"(?<=[^\W\d_])[-.+~](?=\w)|(?<=\w)[-.+~](?=[^\W\d_])|(?P<digits>(?<=\d)_(?=\d))|_+"
    r"|(?P<camel>(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_]))"
)
_JOINED_NAME = re.compile(r"(?:Mc|Mac|De|Di|La|Le|Du|Van|Fitz|O)$")
_PART = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]+?(?=[\W\d_]|$|(?<=[a-z])[A-Z]|(?<=[A-Z])[A-Z][a-z])")
_CAMEL = re.compile(r"[a-z][A-Z]")
_VARIANT = re.compile(r"(?:^|:)[cgmnopr]\.")  # notation of genetics: "NM_005228.5:c.2573T>G"
_SHORTEST_NAME, _SHORTEST_LOGIN = 3, 4  # letters; of a surname behind an initial
_LONGEST_TITLE, _LONGEST_PATH = 120, 200  # characters
_MANY_DIGITS = 6  # digits that a date or a record number may have
_HOMES = frozenset(("users", "home", "homes", "profiles", "settings"))  # ... of "Documents and Settings"
_SHARED_HOMES = frozenset(("public", "default", "shared", "administrator", "admin", "guest", "root", "www", "ubuntu"))
_CACHE = 16_384

_options = re2.Options()
_options.encoding = re2.Options.Encoding.LATIN1
_MARK = re2.compile(
    rf"(?i:\.(?:{_EXTENSIONS})\b)|[A-Za-z]:\\|(?i:settings)\\|\\\\|[A-Za-z]{{2}}_[A-Za-z]{{2}}|(?:^|[\s\"'(=])~?/[A-Za-z]".encode(
        "ascii"
    ),
    _options,
)


def find_file_names(text: str) -> list[tuple[int, int]]:
    """Return the ranges of file names, paths and words joined by "_", or of a text that is one joined word."""
    if len(text) <= _LONGEST_TITLE and len(words := text.split()) == 1:
        bare = words[0]
        if _is_login(bare) or ((_CAMEL.search(bare) or "_" in bare) and _may_identify(bare)):
            start = text.index(bare)
            return [(start, start + len(bare))]
    found: list[tuple[int, int]] = []
    end = 0
    for mark in _MARK.finditer(text.encode("ascii", "replace")):
        if mark.start() < end:
            continue
        start, end = _path_around(text, mark.start(), mark.end(), end)
        if _may_identify(text[start:end]) or any(login_folders(text, start, end)):
            found.append((start, end))
    return found


def _path_around(text: str, start: int, end: int, low: int) -> tuple[int, int]:
    """Return the range of the file name or path around the mark at text[start:end]. low: its earliest start."""
    if text[start + 1 : end] != ":\\":  # nothing belongs before a drive
        before = _BEFORE.search(text, max(low, start - _LONGEST_PATH), start)
        start = before.start() if before else start
    after = _AFTER.match(text, end)
    end = after.end() if after else end
    while start < end and text[start] in " \t\r\n\"'(=":
        start += 1
    while start < end and text[end - 1] == ".":
        end -= 1
    return start, end


@lru_cache(maxsize=_CACHE)
def _may_identify(joined: str) -> bool:
    """Return whether some part may be a name or a number of a person: "Guest_family", "chest_ct_2.pdf" hold none."""
    if _VARIANT.search(joined) and is_nomenclature(joined):
        return False
    if sum(c.isdigit() for c in joined) >= _MANY_DIGITS:
        return True
    return any(_may_be_name(part) for part in _WORD.findall(_EXTENSION.sub("", joined)))


@lru_cache(maxsize=_CACHE)
def _may_be_name(part: str) -> bool:
    if len(part) < _SHORTEST_NAME or plain(part) in words():
        return False
    # In capitals and small letters, unlisted words are labels and units: "BP_SYS".
    return not (part.islower() or part.isupper()) or _capitalised_name(part, False) != part


def _is_login(text: str) -> bool:
    parts = re.split(r"[-.]", text)
    return len(parts) > 1 and all(p.islower() and _is_listed(p) for p in parts)


def components(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the parts of a path in text[start:end], without the extension of the file."""
    for component in _COMPONENT.finditer(text, start, end):
        extension = _EXTENSION.search(text, component.start(), component.end())
        stop = extension.start() if extension else component.end()
        if stop > component.start():
            yield component.start(), stop


def split(text: str, start: int, end: int) -> Iterator[Replacement]:
    """Yield replacements that turn the file name text[start:end] into words, with spaces and capitals."""
    at = start
    for first, last in components(text, start, end):
        if first > at:
            yield Replacement(at, first, "\n")
        yield from _split_component(text, first, last)
        at = last
    if at < end:
        yield Replacement(at, end, " ")


def _split_component(text: str, start: int, end: int) -> Iterator[Replacement]:
    cuts: list[Replacement] = []
    for joint in _JOINT.finditer(text, start, end):
        if joint.lastgroup == "camel" and _JOINED_NAME.search(text, max(start, joint.start() - 4), joint.start()):
            continue
        cuts.append(Replacement(*joint.span(), "-" if joint.lastgroup == "digits" else " "))
    at = start
    # A single short or rare name may as well be a column: "BP_SYS".
    beside = sum(_is_listed(p.lower()) for p in _PART.findall(text[start:end].replace("_", " "))) > 1
    for cut in (*cuts, Replacement(end, end, "")):
        part = text[at : cut.start]
        written = _capitalised_name(part, beside) if _PART.fullmatch(part) else part
        if written != part:
            yield Replacement(at, cut.start, written)
        if cut.new:
            yield cut
        at = cut.end


@lru_cache(maxsize=_CACHE)
def _capitalised_name(part: str, beside: bool) -> str:
    """Return a listed name with a capital, "jsmith" as "J Smith", and any other word as it is.

    beside: whether another listed name stands beside it.
    """
    if not (part.islower() or part.isupper()) or len(part) < _SHORTEST_NAME:
        return part
    word = part.lower()
    if _is_listed(word) and (beside or (len(word) >= _SHORTEST_LOGIN and name_lists.usual(word))):
        return part.capitalize()
    if part.islower() and word not in words():
        return _login_as_name(word) or part
    return part


def _login_as_name(login: str) -> str | None:
    """Return the names in a login name, or None: "jsmith" is "J Smith", "johnsmith" is "John Smith"."""
    if _is_surname(login[1:]):
        return f"{login[0].upper()} {login[1:].capitalize()}"
    if _is_surname(login[:-1]):
        return f"{login[:-1].capitalize()} {login[-1].upper()}"
    for at in range(_SHORTEST_NAME, len(login) - _SHORTEST_NAME):
        if _is_surname(login[at:]) and login[:at] in name_lists.plain_given() and name_lists.usual(login[:at]):
            return f"{login[:at].capitalize()} {login[at:].capitalize()}"
    return None


def login_folders(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    r"""Yield the ranges of folders in text[start:end] that are named after a user: "jsmith" in "C:\\Users\\jsmith"."""
    outer = ""
    for component in _COMPONENT.finditer(text, start, end):
        name = component[0].lower()
        if outer in _HOMES and name not in words() and name not in _SHARED_HOMES:
            yield component.span()
        outer = name


def _is_listed(word: str) -> bool:
    listed = word in name_lists.plain_given() or word in name_lists.plain_family()
    return listed and word not in words() and word not in eponyms()


def _is_surname(word: str) -> bool:
    return len(word) >= _SHORTEST_LOGIN and word in name_lists.family() and name_lists.usual(word)
