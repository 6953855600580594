"""Selects the schema of a record among the shipped documents and the site's, and compiles it once.

Documents are read when a record needs them. A schema runs only when its content is approved: the shipped documents by
the digests in documents/approved.json, a site's documents by a person (`schemas.documents.approvals`).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from redactor.errors import SchemaError
from schemas.documents.approvals import Approvals, Status, followed
from schemas.documents.compile import compile_document
from schemas.documents.redactor_flags import from_flags, has_flags
from schemas.documents.releases import DEFAULT, Release, Shape, compare, release_of
from schemas.documents.row_schemas import data_type_of, has_required, schema_of_columns, spelled_as
from schemas.documents.schema_files import (
    Document,
    SchemaFile,
    digest_of,
    digest_of_references,
    files_in,
    read,
    referenced,
    resolve,
    shipped_digests,
    shipped_files,
)
from schemas.engine.compiled_schema import CompiledSchema, Leaf, Rule, node_at
from schemas.engine.fhir_types import UNSUPPORTED
from schemas.engine.path_actions import PathActions
from schemas.engine.records import Reason, RecordError

_CACHE = 4096
_COMPILED: dict[str, CompiledSchema] = {}  # by digest, of all registries of this process
_REASONS: Mapping[Status, Reason] = {
    "none": Reason.NOT_APPROVED,
    "waiting": Reason.NOT_APPROVED,
    "superseded": Reason.APPROVAL_SUPERSEDED,
    "withdrawn": Reason.APPROVAL_WITHDRAWN,
}


class Registry:
    """Finds schemas by name, by resourceType, by dataType, and by the columns of a row that names neither.

    `dirs` are folders of the site's documents. A document for a type that is also shipped replaces the shipped one; of
    several versions the highest counts. Without `approvals` only shipped schemas run. `allow_unapproved` is for looking
    at schemas, never for releasing records. `release` sets the FHIR release of all records; None lets each record tell.
    `paths` are the actions that the profile gives to single fields. With `follows`, for processes that run on, the
    approvals are looked at again for each record, and NotInForceError tells that they cannot be read any more; the
    documents stay those that there were. Raises SchemaError when a document in `dirs` cannot be read. Example:
    `Registry([site / "schemas"], approvals).select(record)`.
    """

    def __init__(
        self,
        dirs: Sequence[Path] = (),
        approvals: Approvals | None = None,
        allow_unapproved: bool = False,
        release: Release | None = None,
        paths: PathActions | None = None,
        *,
        follows: bool = False,
    ) -> None:
        self._paths = paths
        self._approvals = approvals
        self._allow_unapproved = allow_unapproved
        self._files: dict[str, SchemaFile] = {}  # by name, and by name@version
        self._release = release
        self._by_resource: dict[str, dict[Release, SchemaFile]] = {}
        self._shapes: dict[str, Shape] = {}  # by resource type, of those that have a schema in both releases
        self._by_data: dict[str, SchemaFile] = {}
        self._compiled: dict[Path, CompiledSchema] = {}
        self._selected: dict[tuple[str, str], CompiledSchema] = {}
        self._follows, self._changes = follows, 0
        for file in shipped_files():
            self._add(file)
        own = [file for folder in dirs for file in files_in(folder)]
        for file in sorted(own, key=lambda f: version_order(f.version)):
            self._add(file)

    def _add(self, file: SchemaFile) -> None:
        self._files[file.name] = file
        if file.version:
            self._files[f"{file.name}@{file.version}"] = file
        if file.resource_type:
            known = self._by_resource.setdefault(file.resource_type, {})
            if not file.shipped and any(other.shipped for other in known.values()):
                known.clear()  # a site's document is for the type in every release, unless it has one for each
            known[file.release] = file
        if file.data_type:
            self._by_data[file.data_type] = file

    # -- for a record

    def select(
        self,
        record: Mapping[str, Any],
        explicit: str | None = None,
        holder: CompiledSchema | None = None,
        table: str = "",
    ) -> CompiledSchema:
        """Return the compiled, approved schema of a record.

        `explicit` is a name, "name@version", a dataType or a resourceType, and overrides the record. `holder` is the
        schema of the record that contains it; its release of FHIR counts where the record does not tell. A record that
        names no type is a row of the one schema that declares its fields and requires no others; its columns may be in
        other letters. `table` is the standard table that the row's file is named after, whose schema a row with further
        columns uses. Raises RecordError: NO_SCHEMA, NOT_APPROVED, APPROVAL_SUPERSEDED, APPROVAL_WITHDRAWN, or
        UNSUPPORTED_TYPE for types that the release has no schema of.
        """
        if self._follows and self._approvals is not None:
            with followed():
                changes = self._approvals.changes()
            if changes != self._changes:
                self._selected.clear()
                self._changes = changes
        key: tuple[str, str] = _selection_key(record, explicit, table)
        if key[0] == "resourceType" and (files := self._by_resource.get(key[1])):
            key = self._release_of(record, key[1], files, holder), key[1]
        found = self._selected.get(key)
        if found is None:
            found = self._approved_schema(self._find_file(*key, record, table))
            if self._paths is not None:
                found = self._paths.of(found)
            self._cache_selected(key, found)
        if found.fhir is None and not record.keys() <= found.root.children.keys():
            return self._spelled(found, record)
        return found

    def _spelled(self, schema: CompiledSchema, record: Mapping[str, Any]) -> CompiledSchema:
        """Return the schema with its columns in the letters of a row."""
        key = (f"{schema.name}@{schema.version}", "\x1f".join(sorted(record)))
        found = self._selected.get(key)
        if found is None:
            found = spelled_as(schema, record)
            self._cache_selected(key, found)
        return found

    def _cache_selected(self, key: tuple[str, str], schema: CompiledSchema) -> None:
        if len(self._selected) >= _CACHE:  # rows that leave out other fields each time
            self._selected.clear()
        self._selected[key] = schema

    def _find_file(self, by: str, value: str, record: Mapping[str, Any], table: str) -> SchemaFile:
        """Return the file of the schema that a selection key names. Raises RecordError."""
        if by == "name":
            found = self._lookup_file(value)
        elif by == "fields":
            found = self._by_columns(record, table)
        elif by == "R4" or by == "R5":
            found = self._by_resource[value].get("R5" if by == "R5" else "R4")
        else:
            found = self._by_data.get(value) if by == "dataType" else None
        if found is not None:
            return found
        if by in ("R4", "R5") or (by == "resourceType" and value in UNSUPPORTED):
            raise RecordError(Reason.UNSUPPORTED_TYPE, value)
        # The value comes from the record and may be PHI, so the error does not hold it.
        raise RecordError(Reason.NO_SCHEMA)

    def _release_of(
        self, record: Mapping[str, Any], name: str, files: Mapping[Release, SchemaFile], holder: CompiledSchema | None
    ) -> Release:
        """Return the release whose schema a record gets; `files` are the schemas of its resource type by release."""
        if len(files) == 1:
            (only,) = files.items()
            return only[0] if not only[1].shipped or self._release is None else self._release
        if self._release is not None:
            return self._release
        shape = self._shapes.get(name)
        if shape is None:
            r4, r5 = (self._compile(files[release]).root for release in ("R4", "R5"))
            shape = self._shapes[name] = compare(r4, r5)
        found = release_of(record, shape)
        if found is None:
            found = "R5" if holder is not None and holder.fhir == "R5" else DEFAULT
        return found

    def _by_columns(self, record: Mapping[str, Any], table: str) -> SchemaFile | None:
        """Return the schema of a row that names no type (CSV, Parquet), the site's before a shipped one."""
        for shipped in (False, True):
            files = {self._compile(file): file for file in self._by_data.values() if file.shipped is shipped}
            found = schema_of_columns(record.keys(), files)
            if found is not None:
                return files[found]
        named = self._by_data.get(data_type_of(table)) if table else None
        return named if named is not None and has_required(record.keys(), self._compile(named)) else None

    def _approved_schema(self, file: SchemaFile) -> CompiledSchema:
        """Return the compiled schema of a file. Raises RecordError unless it is approved."""
        compiled = self._compile(file)
        if not self._allow_unapproved and (status := self._status(file)) != "approved":
            raise RecordError(_REASONS[status], compiled.name)
        return compiled

    def _status(self, file: SchemaFile) -> Status:
        digest = self._compile(file).digest
        with followed() if self._follows else nullcontext():
            status: Status = self._approvals.status("schema", digest) if self._approvals is not None else "none"
        if status == "none" and file.shipped and shipped_digests().get(file.name) == digest:
            return "approved"
        return status

    def check(self) -> None:
        """Compile all of the site's documents, and check the approvals and the paths of the profile, so that errors
        show at the start of a run.

        Raises SchemaError, ApprovalError, ProfileError.
        """
        if self._approvals is not None:
            self._approvals.entries()
        for file in self._files.values():
            if not file.shipped:
                self._compile(file)
        if self._paths is not None:
            named = [
                f for t in self._paths.types for f in (*self._by_resource.get(t, {}).values(), self._lookup_file(t))
            ]
            own = [file for file in self._files.values() if not file.shipped]
            self._paths.check([self._compile(file) for file in (*named, *own) if file is not None])

    def patient_classes(self) -> tuple[str, ...]:
        """Return the classes in which the flat schemas hash the ids of patients, "Patient" first. Raises
        SchemaError.
        """
        found = {"Patient": None}
        for file in self._files.values():
            if file.name.startswith("fhir/"):
                continue
            schema = self._compile(file)
            for path in schema.subject if schema.fhir is None else ():
                leaf = node_at(schema.root, path)
                if isinstance(leaf, Leaf) and leaf.rule is Rule.HASH and leaf.id_class is not None:
                    found.setdefault(leaf.id_class)
        return tuple(found)

    # -- for people

    def names(self) -> list[str]:
        """Return the names of all schemas, sorted; a name with several versions means the highest."""
        return sorted(name for name in self._files if "@" not in name)

    def approved(self, name: str) -> CompiledSchema:
        """Return the schema as records get it, with the profile's actions by path.

        Raises SchemaError for an unknown name, and RecordError for a schema that is not approved, as `select` does.
        """
        found = self._approved_schema(self._file(name))
        return found if self._paths is None else self._paths.of(found)

    def own_names(self) -> list[str]:
        """Return the schemas of the site's documents as name@version, sorted."""
        return sorted(name for name, file in self._files.items() if "@" in name and not file.shipped)

    def document(self, name: str) -> Document:
        """Return the document of a schema. Raises SchemaError for an unknown name."""
        return _document(self._file(name))

    def compiled(self, name: str) -> CompiledSchema:
        """Return the compiled schema, approved or not. Raises SchemaError."""
        return self._compile(self._file(name))

    def digest(self, name: str) -> str:
        """Return SHA-256 in hex of the document and all it refers to, to which approvals are bound. Raises
        SchemaError.
        """
        return self._compile(self._file(name)).digest

    def status(self, name: str) -> Status:
        """Return whether the schema is approved, and if not, whether it was. Raises SchemaError, ApprovalError."""
        return self._status(self._file(name))

    def _lookup_file(self, name: str) -> SchemaFile | None:
        found = self._files.get(name)
        if found is None and "@" in name:
            bare, _, version = name.rpartition("@")
            found = self._lookup_file(bare)
            return found if found is not None and self._compile(found).version == version else None
        releases = self._by_resource.get(name, {})
        return found or self._by_data.get(name) or releases.get(self._release or DEFAULT) or releases.get("R5")

    def _file(self, name: str) -> SchemaFile:
        found = self._lookup_file(name)
        if found is None:
            meant = self._nearest(name)
            hint = f"did you mean {meant}? " if meant else ""
            raise SchemaError(f"there is no schema {name!r}; {hint}redactor schema list shows all names")
        return found

    def _nearest(self, name: str) -> str | None:
        from difflib import get_close_matches  # an error alone needs it

        plain = {known.lower(): known for known in self._files}
        return next((plain[found] for found in get_close_matches(name.lower(), plain, n=1, cutoff=0.7)), None)

    def _compile(self, file: SchemaFile) -> CompiledSchema:
        found = self._compiled.get(file.path)
        if found is None:
            found = self._compiled[file.path] = compiled_file(file)
        return found


def compiled_file(file: SchemaFile) -> CompiledSchema:
    """Return the compiled schema of a file, approved or not. Raises SchemaError."""
    document = _document(file)
    others = referenced(document, functools.partial(resolve, file))
    digest = digest_of(document, others)
    found = _COMPILED.get(digest)
    if found is None:
        form = from_flags(document) if has_flags(document) else document
        try:
            found = compile_document(form, others.__getitem__, digest, digest_of_references(others))
        except SchemaError as e:
            raise SchemaError(f"schema {file.name}: {e}") from None
        _COMPILED[digest] = found
    return found


def _document(file: SchemaFile) -> Document:
    return read(file.path) if file.document is None else file.document


def _selection_key(record: Mapping[str, Any], explicit: str | None, table: str) -> tuple[str, str]:
    """Return the property that selects a record's schema, and its value."""
    if explicit:
        return "name", explicit
    for key in ("resourceType", "dataType"):
        value = record.get(key)
        if isinstance(value, str):
            return key, value
    return "fields", "\x1f".join((table, *sorted(record)))


def version_order(version: str) -> tuple[tuple[int, str], ...]:
    """Return a sort key that puts versions in their natural order: 1.9 before 1.10."""
    return tuple((int(p), "") if p.isdigit() else (-1, p) for p in re.split(r"[.+-]", version))
