"""Find the documents in a zip of INCEpTION: of one document, of a corpus, or of a whole project.

An export of a project has a zip for each annotator in annotation/DOCUMENT/ and, once curated, one in
curation/DOCUMENT/. Nothing is unpacked to the disk.
"""

from __future__ import annotations

import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from redactor.errors import EvaluationError
from redactor.evaluate.formats.annotated import Tell
from redactor.evaluate.formats.inception import TYPE_SYSTEM

_MOST_MEMBERS = 200_000
_MOST_BYTES = 256 << 20  # of one member; an annotated text of a thousand pages has a tenth
_MOST_RATIO = 200  # XMI packs to a tenth or twentieth
_SMALL = 1 << 20
_UNTOUCHED = "INITIAL_CAS"
_OF_PROJECT = (("curation",), ("annotation",))
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError)


@dataclass(frozen=True, slots=True)
class CasFile:
    """The CAS of a document in a zip. types: its type system, or None."""

    name: str
    data: bytes
    types: bytes | None


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a CAS lies: a member of the zip, or a member of a zip in it."""

    member: str
    inner: str | None

    @property
    def folder(self) -> PurePosixPath:
        return PurePosixPath(self.member).parent

    @property
    def is_untouched(self) -> bool:
        """Whether it is the text before anybody annotated it."""
        return _UNTOUCHED in (PurePosixPath(self.member).stem, PurePosixPath(self.inner or "").stem)


def read_zip(path: Path, place: str, tell: Tell) -> Iterator[CasFile]:
    """Yield the documents of a zip: the curated ones of a project, or those of its one annotator.

    Raises EvaluationError, also for a zip that grows without measure or whose paths lead out of it.
    """
    try:
        with path.open("rb") as file, zipfile.ZipFile(file) as outer:
            places = list(_places(outer, place))
            for name, at in _documents(places, place, tell):
                yield _cas_file(outer, name, at, place)
    except _DAMAGED:
        raise EvaluationError(f"{place} is no zip, or is damaged") from None


def _places(outer: zipfile.ZipFile, place: str) -> Iterator[_Place]:
    for name in _checked_names(outer, place):
        if _is_cas(name):
            yield _Place(name, None)
        elif name.lower().endswith(".zip"):
            with zipfile.ZipFile(_opened(outer, name, place)) as inner:
                found = [n for n in _checked_names(inner, place) if _is_cas(n)]
            if len(found) > 1:
                raise EvaluationError(f"{place} holds a zip of several documents in a zip; unpack the outer one")
            yield from (_Place(name, n) for n in found)


def _is_cas(name: str) -> bool:
    path = PurePosixPath(name)
    return path.suffix.lower() == ".xmi" or (path.suffix.lower() == ".json" and "exportedproject" not in path.stem)


def _documents(places: list[_Place], place: str, tell: Tell) -> Iterator[tuple[str, _Place]]:
    """Yield each document's name and place. Raises EvaluationError if several people annotated one."""
    of_project: dict[str, dict[str, list[_Place]]] = {"curation": defaultdict(list), "annotation": defaultdict(list)}
    present: set[str] = set()
    above = len({at.folder.parts[:1] for at in places}) == 1 and any(
        at.folder.parts[1:2] in _OF_PROJECT for at in places
    )
    for at in places:
        top, *rest = at.folder.parts[above:] or ("",)  # above: a folder of the project was packed again
        if top in of_project and rest:
            present.add("/".join(rest))
            if not at.is_untouched:
                of_project[top]["/".join(rest)].append(at)
    curated, annotated = of_project["curation"], of_project["annotation"]
    if not curated and not annotated:
        if any(at.folder.parts[above : above + 1] in _OF_PROJECT for at in places):
            raise EvaluationError(f"{place}: nobody annotated a document of this project")
        yield from _corpus(places, place)
        return
    documents = curated or annotated
    if left := present - documents.keys():
        tell(f"{place}: documents that are not {'curated' if curated else 'annotated'} were left out: {len(left):,}")
    crowded = sum(len(found) > 1 for found in documents.values())
    if crowded:
        raise EvaluationError(
            f"{place}: {crowded:,} documents have several annotators; curate them, or export one annotator's"
        )
    yield from ((name, found[0]) for name, found in sorted(documents.items()))


def _corpus(places: list[_Place], place: str) -> Iterator[tuple[str, _Place]]:
    """Yield the documents of a zip that is no project: a folder each, or files."""
    if not places:
        raise EvaluationError(f"{place} holds no .xmi file and no CAS JSON")
    in_folders = len({at.folder for at in places}) == len(places) and all(at.folder.parts for at in places)
    for at in sorted(places, key=lambda at: at.member):
        path = at.folder if in_folders else PurePosixPath(at.member).with_suffix("")
        yield path.as_posix(), at


def _cas_file(outer: zipfile.ZipFile, name: str, at: _Place, place: str) -> CasFile:
    if at.inner is None:
        return _with_types(outer, name, at.member, place)
    with zipfile.ZipFile(_opened(outer, at.member, place)) as inner:
        return _with_types(inner, name, at.inner, place)


def _with_types(archive: zipfile.ZipFile, name: str, member: str, place: str) -> CasFile:
    """Return the CAS beside the type system of its folder, or of the folders above it."""
    names = set(archive.namelist())
    beside = [(folder / TYPE_SYSTEM).as_posix() for folder in PurePosixPath(member).parents]
    types = next((_read(archive, n, place) for n in beside if n in names), None)
    return CasFile(name, _read(archive, member, place), types)


def _checked_names(archive: zipfile.ZipFile, place: str) -> list[str]:
    """Return the names of the files. Raises EvaluationError if the zip is of no harmless kind."""
    members = archive.infolist()
    if len(members) > _MOST_MEMBERS:
        raise EvaluationError(f"{place} holds {len(members):,} files, more than {_MOST_MEMBERS:,}")
    for m in members:
        path = PurePosixPath(m.filename)
        if path.is_absolute() or ".." in path.parts or "\\" in m.filename or ":" in (path.parts or ("",))[0]:
            raise EvaluationError(f"{place} has a path that leads out of the zip")
        if m.flag_bits & 1:
            raise EvaluationError(f"{place} is encrypted; unpack it")
    return [m.filename for m in members if not m.is_dir()]


def _opened(archive: zipfile.ZipFile, name: str, place: str) -> BinaryIO:
    return BytesIO(_read(archive, name, place))


def _read(archive: zipfile.ZipFile, name: str, place: str) -> bytes:
    member = archive.getinfo(name)
    is_bomb = member.file_size > max(_SMALL, _MOST_RATIO * member.compress_size) or member.file_size > _MOST_BYTES
    if not is_bomb:
        with archive.open(member) as file:
            data = file.read(member.file_size + 1)
        is_bomb = len(data) > member.file_size
    if is_bomb:
        raise EvaluationError(f"{place} holds a file that unpacks to more than an annotated text has")
    return data
