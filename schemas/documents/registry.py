"""The registry of schemas: the shipped documents and the site's own, selected for a record and compiled once.

Only what a record asks for is read. A schema runs when its content was approved: shipped documents by the digests in
documents/approved.json, a site's by a person (`schemas.documents.approvals`).
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redactor.errors import SchemaError
from schemas.documents.approvals import Approvals
from schemas.documents.compile import compile_document
from schemas.documents.redactor_listing import from_listing, is_listing
from schemas.engine.compiled_schema import CompiledSchema
from schemas.engine.fhir_types import UNSUPPORTED
from schemas.engine.records import Reason, RecordError

__all__ = ["DOCUMENTS", "Approvals", "Registry", "digest_of"]

DOCUMENTS = Path(__file__).parent
APPROVED = "approved.json"
_FILE = re.compile(r"(?:[A-Za-z0-9_-]+/)*[A-Za-z0-9_-]+\.json")

Document = dict[str, Any]


@dataclass(slots=True)
class _Entry:
    """A schema and where it is. root: the folder that relative references may not leave."""

    name: str
    path: Path
    root: Path
    shipped: bool
    version: str = ""
    resource_type: str | None = None
    data_type: str | None = None


class Registry:
    """Schemas by name, by resourceType, by dataType, and by the exact fields of a row that names neither.

    dirs: folders of the site's own documents; one for a type that is shipped takes the shipped one's place, and of
    several versions the highest does. approvals: None when there is no home yet: then only shipped schemas run.
    allow_unapproved: for looking at schemas, never for releasing records. fhir: the release that a resourceType means.
    Raises SchemaError when a document in `dirs` cannot be read.
    """

    def __init__(
        self,
        dirs: Sequence[Path] = (),
        approvals: Approvals | None = None,
        allow_unapproved: bool = False,
        fhir: str = "r4",
    ) -> None:
        self._approvals = approvals
        self._allow_unapproved = allow_unapproved
        self._entries: dict[str, _Entry] = {}  # by name, and by name@version
        self._by_resource: dict[str, _Entry] = {}
        self._by_data: dict[str, _Entry] = {}
        self._fields: dict[str, _Entry | None] | None = None
        self._compiled: dict[Path, CompiledSchema] = {}
        self._ready: dict[tuple[str, str], CompiledSchema] = {}
        for entry in _shipped():
            self._add(entry, current=entry.resource_type is None or entry.name.startswith(f"fhir/{fhir}/"))
        own = [entry for folder in dirs for entry in _own(folder)]
        for entry in sorted(own, key=lambda e: _order(e.version)):
            self._add(entry, current=True)

    def _add(self, entry: _Entry, current: bool) -> None:
        self._entries[entry.name] = entry
        if entry.version:
            self._entries[f"{entry.name}@{entry.version}"] = entry
        if entry.resource_type and current:
            self._by_resource[entry.resource_type] = entry
        if entry.data_type:
            self._by_data[entry.data_type] = entry

    # -- for a record

    def select(self, record: Mapping[str, Any], explicit: str | None = None) -> CompiledSchema:
        """The compiled, approved schema of a record.

        explicit: a name, "name@version", a dataType or a resourceType; it goes before what the record says. A record
        that says nothing is a row of the one schema that declares exactly its fields. Raises RecordError: NO_SCHEMA,
        NOT_APPROVED, or UNSUPPORTED_TYPE for R4 types that no model describes.
        """
        key = _key(record, explicit)
        ready = self._ready.get(key)
        if ready is None:
            ready = self._approved(self._find(*key))
            self._ready[key] = ready
        return ready

    def _find(self, by: str, value: str) -> _Entry:
        if by == "name":
            found = self._lookup(value)
        elif by == "fields":
            found = self._by_fields().get(value)
        else:
            found = (self._by_resource if by == "resourceType" else self._by_data).get(value)
        if found is not None:
            return found
        if by == "resourceType" and value in UNSUPPORTED:
            raise RecordError(Reason.UNSUPPORTED_TYPE, value)
        # The value is the record's own and may be anything: it does not go into the message.
        raise RecordError(Reason.NO_SCHEMA)

    def _by_fields(self) -> Mapping[str, _Entry | None]:
        """Schemas of rows that name no type (CSV, Parquet) by their exact fields; None where several have the same."""
        if self._fields is None:
            self._fields = {}
            for entry in self._by_data.values():
                fields = "\x1f".join(sorted(self._compile(entry).root.children.keys() - {"dataType"}))
                self._fields[fields] = None if fields in self._fields else entry
        return self._fields

    def _approved(self, entry: _Entry) -> CompiledSchema:
        compiled = self._compile(entry)
        if not (self._allow_unapproved or self._is_approved(entry)):
            raise RecordError(Reason.NOT_APPROVED, compiled.name)
        return compiled

    def _is_approved(self, entry: _Entry) -> bool:
        digest = self._compile(entry).digest
        if entry.shipped and _shipped_digests().get(entry.name) == digest:
            return True
        return self._approvals is not None and self._approvals.approved("schema", digest)

    def check(self) -> None:
        """Compile the site's own documents. Raises SchemaError for the first that cannot be: at start, not a record."""
        for entry in self._entries.values():
            if not entry.shipped:
                self._compile(entry)

    # -- for people

    def names(self) -> list[str]:
        """All schemas, sorted; the one in force where a name has several versions."""
        return sorted(name for name in self._entries if "@" not in name)

    def document(self, name: str) -> Document:
        """The document as it is in its file. Raises SchemaError for a name that is not there."""
        return _read(self._entry(name).path)

    def compiled(self, name: str) -> CompiledSchema:
        """The compiled schema, approved or not. Raises SchemaError."""
        return self._compile(self._entry(name))

    def digest(self, name: str) -> str:
        """SHA-256 in hex over the content of the document and of all it refers to; approvals bind to it."""
        return self._compile(self._entry(name)).digest

    def is_approved(self, name: str) -> bool:
        """Whether records may run through it."""
        return self._is_approved(self._entry(name))

    def _lookup(self, name: str) -> _Entry | None:
        found = self._entries.get(name)
        if found is None and "@" in name:
            bare, _, version = name.rpartition("@")
            found = self._lookup(bare)
            return found if found is not None and self._compile(found).version == version else None
        return found or self._by_data.get(name) or self._by_resource.get(name)

    def _entry(self, name: str) -> _Entry:
        found = self._lookup(name)
        if found is None:
            raise SchemaError(f"there is no schema {name!r}; redactor schema list shows those there are")
        return found

    def _compile(self, entry: _Entry) -> CompiledSchema:
        found = self._compiled.get(entry.path)
        if found is None:
            document = _read(entry.path)
            resolver = functools.partial(_resolve, entry)
            digest = digest_of(document, {f: resolver(f) for f in sorted(_referred(document, resolver))})
            form = from_listing(document) if is_listing(document) else document
            try:
                found = compile_document(form, resolver, digest)
            except SchemaError as e:
                raise SchemaError(f"schema {entry.name}: {e}") from None
            self._compiled[entry.path] = found
        return found


def digest_of(document: Mapping[str, Any], references: Mapping[str, Mapping[str, Any]]) -> str:
    """SHA-256 in hex over the canonical JSON (sorted keys) of a document and of those it refers to, by name."""
    parts = [_sha256(document), *(f"{name} {_sha256(doc)}" for name, doc in sorted(references.items()))]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _sha256(document: Mapping[str, Any]) -> str:
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


def _key(record: Mapping[str, Any], explicit: str | None) -> tuple[str, str]:
    if explicit:
        return "name", explicit
    for word in ("resourceType", "dataType"):
        value = record.get(word)
        if isinstance(value, str):
            return word, value
    return "fields", "\x1f".join(sorted(record))


def _shipped() -> Iterator[_Entry]:
    """Shipped documents, unread: the file's place is the schema's name (a test holds titles to it)."""
    for path in sorted(DOCUMENTS.glob("fhir/*/*.json")):
        if path.name != "datatypes.json":
            name = path.relative_to(DOCUMENTS).with_suffix("").as_posix()
            yield _Entry(name, path, DOCUMENTS, True, resource_type=path.stem)
    for path in sorted(DOCUMENTS.glob("records/*.json")):
        yield _Entry(f"records/{path.stem}", path, DOCUMENTS, True, data_type=path.stem)


def _own(folder: Path) -> Iterator[_Entry]:
    """The documents of a site's folder; those without properties only hold definitions for others."""
    if not folder.is_dir():
        raise SchemaError(f"the schema folder {folder} is not there; make it, or take it out of schema_dirs")
    for path in sorted(folder.rglob("*.json")):
        document = _read(path)
        if "properties" not in document:
            continue
        try:
            form = from_listing(document) if is_listing(document) else document
        except SchemaError as e:
            raise SchemaError(f"schema file {path.name}: {e}") from None
        name, version = form.get("title"), form.get("version")
        if not isinstance(name, str) or not isinstance(version, str) or not name or "@" in name:
            raise SchemaError(f'schema file {path.name}: "title" and "version" must name the schema')
        yield _Entry(name, path, folder, False, version, form.get("resourceType"), form.get("dataType"))


def _order(version: str) -> tuple[tuple[int, str], ...]:
    """Versions in their natural order: 1.9 before 1.10."""
    return tuple((int(p), "") if p.isdigit() else (-1, p) for p in re.split(r"[.+-]", version))


@functools.lru_cache(maxsize=512)
def _read_cached(path: Path, stamp: tuple[int, int]) -> Document:
    try:
        found = json.loads(path.read_bytes(), object_pairs_hook=_no_duplicates)
    except (ValueError, RecursionError) as e:
        raise SchemaError(f"schema file {path.name} is no valid JSON: {type(e).__name__}") from None
    if not isinstance(found, dict):
        raise SchemaError(f"schema file {path.name} must hold a JSON object")
    return found


def _read(path: Path) -> Document:
    try:
        stat = path.stat()
    except OSError as e:
        raise SchemaError(f"schema file {path.name} cannot be read: {e.strerror}") from None
    return _read_cached(path, (stat.st_size, stat.st_mtime_ns))


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("duplicate keys")  # of two rules for a field, which one did the reviewer read?
    return found


def _resolve(entry: _Entry, file: str) -> Document:
    """The document that a reference names: beside the schema, or among the shipped ones."""
    if not _FILE.fullmatch(file):
        raise SchemaError(f"schema {entry.name}: $ref may name a file such as datatypes.json, not {file!r}")
    for folder in (entry.path.parent, entry.root, DOCUMENTS / "fhir" / "r4", DOCUMENTS):
        if (folder / file).is_file():
            return _read(folder / file)
    raise SchemaError(f"schema {entry.name}: $ref names {file}, which is not there")


def _referred(document: Any, resolver: Any) -> set[str]:
    """Names of all documents that a document refers to, at any remove."""
    found: set[str] = set()
    waiting = [document]
    while waiting:
        for file in _files(waiting.pop()) - found:
            found.add(file)
            waiting.append(resolver(file))
    return found


def _files(value: Any) -> set[str]:
    found: set[str] = set()
    stack = [value]
    while stack:
        at = stack.pop()
        if isinstance(at, dict):
            ref = at.get("$ref")
            if isinstance(ref, str) and (file := ref.partition("#")[0]):
                found.add(file)
            stack.extend(v for v in at.values() if isinstance(v, (dict, list)))
        elif isinstance(at, list):
            stack.extend(v for v in at if isinstance(v, (dict, list)))
    return found


@functools.cache
def _shipped_digests() -> Mapping[str, str]:
    path = DOCUMENTS / APPROVED
    if not path.is_file():
        raise SchemaError("documents/approved.json is missing from the installation; install it again")
    digests: Mapping[str, str] = _read(path)["digests"]
    return digests
