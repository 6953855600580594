"""Finds and reads the files of schema documents, and computes the digest of their content."""

from __future__ import annotations

import functools
import hashlib
import json
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redactor.errors import SchemaError
from schemas.documents.redactor_flags import from_flags, has_flags
from schemas.documents.releases import DEFAULT, Release
from schemas.documents.row_schemas import data_type_of

DOCUMENTS = Path(__file__).parent
APPROVED = "approved.json"
_REF_FILE = re.compile(r"(?:[A-Za-z0-9_-]+/)*[A-Za-z0-9_-]+\.json")

# The schemas of what `schemas.exchange` reads, and their dataType.
_EXCHANGED = {"hl7v2/message": "hl7v2Message", "cda/ClinicalDocument": "cdaDocument"}

Document = dict[str, Any]


class _Read(Document):
    """A document as its file holds it; nothing changes it, so that its digest and its references are found once."""

    @functools.cached_property
    def sha256(self) -> str:
        return _sha256_of(self)

    @functools.cached_property
    def references(self) -> frozenset[str]:
        return _references_of(self)


@dataclass(slots=True)
class SchemaFile:
    """A schema's file.

    `root` is the folder that its $refs may not leave, and `shipped` tells whether it is part of the package. `document`
    is that of a site's schema, as it was when its name and type were read; a file that changes later is not read again.
    `release` is the FHIR release, "R4" or "R5", of a resourceType.
    """

    name: str
    path: Path
    root: Path
    shipped: bool
    version: str = ""
    resource_type: str | None = None
    data_type: str | None = None
    document: Document | None = None
    release: Release = DEFAULT


def shipped_files() -> tuple[SchemaFile, ...]:
    """Return the shipped schemas, listed once and not read: a schema's name is its path (a test compares titles)."""
    return _shipped_in(DOCUMENTS)


@functools.cache
def _shipped_in(folder: Path) -> tuple[SchemaFile, ...]:
    return tuple(_list_shipped(folder))


def _list_shipped(folder: Path) -> Iterator[SchemaFile]:
    for path in sorted(folder.glob("fhir/*/*.json")):
        if path.name != "datatypes.json":
            name = path.relative_to(folder).with_suffix("").as_posix()
            release: Release = "R5" if path.parent.name == "r5" else "R4"
            yield SchemaFile(name, path, folder, True, resource_type=path.stem, release=release)
    for path in sorted(folder.glob("omop/*/*.json")):
        name = path.relative_to(folder).with_suffix("").as_posix()
        yield SchemaFile(name, path, folder, True, data_type=data_type_of(path.stem))
    for path in sorted(folder.glob("records/*.json")):
        yield SchemaFile(f"records/{path.stem}", path, folder, True, data_type=path.stem)
    for name, data_type in _EXCHANGED.items():
        if (path := folder / f"{name}.json").is_file():
            yield SchemaFile(name, path, folder, True, data_type=data_type)


def files_in(folder: Path) -> Iterator[SchemaFile]:
    """Yield the schemas in a folder of the site; a document without properties only holds definitions for others."""
    if not folder.is_dir():
        raise SchemaError(f"the schema folder {folder} is not there; make it, or take it out of schema_dirs")
    for path in sorted(folder.rglob("*.json")):
        document = read(path)
        if "properties" in document:
            yield file_of(document, path, folder)


def file_of(document: Document, path: Path, folder: Path) -> SchemaFile:
    """Return a document of the site as the schema of a file. Raises SchemaError."""
    try:
        form = from_flags(document) if has_flags(document) else document
    except SchemaError as e:
        raise SchemaError(f"schema file {path.name}: {e}") from None
    name, version = form.get("title"), form.get("version")
    if not isinstance(name, str) or not isinstance(version, str) or not name or "@" in name:
        raise SchemaError(f'schema file {path.name}: "title" and "version" must name the schema')
    types = form.get("resourceType"), form.get("dataType")
    release: Release = "R5" if str(form.get("fhirVersion")).removeprefix("R").startswith("5") else "R4"
    return SchemaFile(name, path, folder, False, version, *types, document, release)


def read(path: Path) -> Document:
    """Return a document, cached until its file changes. Raises SchemaError."""
    try:
        found = path.stat()
    except OSError as e:
        raise SchemaError(f"schema file {path.name} cannot be read: {e.strerror}") from None
    if not stat.S_ISREG(found.st_mode):
        raise SchemaError(f"schema file {path.name} is not a regular file; remove it from schema_dirs")
    return _read_cached(path, (found.st_size, found.st_mtime_ns))


@functools.lru_cache(maxsize=512)
def _read_cached(path: Path, stamp: tuple[int, int]) -> Document:
    try:
        found = json.loads(path.read_bytes(), object_pairs_hook=_no_duplicates)
    except (ValueError, RecursionError) as e:
        raise SchemaError(f"schema file {path.name} is not valid JSON: {type(e).__name__}") from None
    if not isinstance(found, dict):
        raise SchemaError(f"schema file {path.name} must hold a JSON object")
    return _Read(found)


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of the JSON file. Raises ValueError for duplicate keys."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("duplicate keys")  # of two rules for a field, the reviewer may have read the other
    return found


def resolve(file: SchemaFile, name: str) -> Document:
    """Return the document that a $ref of the schema names, in the schema's folders or a shipped one. Raises
    SchemaError.
    """
    if not _REF_FILE.fullmatch(name):
        raise SchemaError(f"schema {file.name}: $ref may name a file such as datatypes.json, not {name!r}")
    for folder in (file.path.parent, file.root, DOCUMENTS / "fhir" / file.release.lower(), DOCUMENTS):
        if (folder / name).is_file():
            return read(folder / name)
    raise SchemaError(f"schema {file.name}: $ref names {name}, which is not there")


def referenced(document: Document, resolver: Callable[[str], Document]) -> dict[str, Document]:
    """Return all documents that a document refers to, directly or through others, by name, each resolved once.

    A schema is approved by the digest of these and compiled from these: a file that is read for each of the two could
    be replaced in between.
    """
    found: dict[str, Document] = {}
    waiting = [document]
    while waiting:
        for name in _references(waiting.pop()) - found.keys():
            found[name] = resolver(name)
            waiting.append(found[name])
    return found


def _references(document: Document) -> frozenset[str]:
    return document.references if isinstance(document, _Read) else _references_of(document)


def _references_of(document: Document) -> frozenset[str]:
    found: set[str] = set()
    stack: list[Any] = [document]
    while stack:
        at = stack.pop()
        if isinstance(at, dict):
            ref = at.get("$ref")
            if isinstance(ref, str) and (name := ref.partition("#")[0]):
                found.add(name)
            stack.extend(v for v in at.values() if isinstance(v, (dict, list)))
        elif isinstance(at, list):
            stack.extend(v for v in at if isinstance(v, (dict, list)))
    return frozenset(found)


def digest_of(document: Mapping[str, Any], references: Mapping[str, Mapping[str, Any]]) -> str:
    """Return SHA-256 in hex over the canonical JSON (sorted keys) of a document and of those it refers to, by name."""
    parts = [_sha256(document), *_named_digests(references)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def digest_of_references(references: Mapping[str, Mapping[str, Any]]) -> str:
    """Return SHA-256 in hex over documents and the names by which another document refers to them."""
    return hashlib.sha256("\n".join(_named_digests(references)).encode()).hexdigest()


def _named_digests(references: Mapping[str, Mapping[str, Any]]) -> list[str]:
    return [f"{name} {_sha256(document)}" for name, document in sorted(references.items())]


def _sha256(document: Mapping[str, Any]) -> str:
    return document.sha256 if isinstance(document, _Read) else _sha256_of(document)


def _sha256_of(document: Mapping[str, Any]) -> str:
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


@functools.cache
def shipped_digests() -> Mapping[str, str]:
    """Return the approved digests of the shipped schemas, by name. Raises SchemaError."""
    path = DOCUMENTS / APPROVED
    if not path.is_file():
        raise SchemaError("documents/approved.json is missing from the installation; install it again")
    digests: Mapping[str, str] = read(path)["digests"]
    return digests
